#!/usr/bin/env bats
# ninefold exact: chances without playing.

load ../helpers

# Games that are played lie around the chances, on any number of threads: tests/unit/games/cirno/simulated/exact/test_cirno_exact.c.

# bounds SEAT OPTION...: the bounds of that seat, as CSV.
bounds() {
    nf exact -q -j 1 --best "$1" --csv bounds "${@:2}" >/dev/null
    cat bounds/best.csv
}

@test "exact: --best says how little a seat could lose, and what is known of more loses no more; with two players optimise names it, and it holds for what is found" {
    bounds 1 --weights A49=2,A99=2,DOUBLE=1 -m 7 >one.csv
    awk -F, 'NR == 1 { if ($0 != "seat,rounds,sees_her_hand,sees_both_hands") exit 1; next }
        !($1 == 1 && $4 > 0.01 && $4 <= $3 && $3 < 0.5) { exit 1 }
        { rows = rows $2 " " } END { exit rows != "1 1..7 long run " }' one.csv
    # Who starts with A99 wins, and both start in turn.
    diff - <(bounds 2 --weights A99=1 -m 3) <<-'END'
	seat,rounds,sees_her_hand,sees_both_hands
	2,1,1,1
	2,1..3,0.666666,0.666666
	2,long run,0.5,0.5
	END
    works exact --best 1 -n 1
    [[ $output == *"100.0000%"* ]]
    misused "*--best 2: expected a seat from 1 to 1*" exact --best 2 -n 1
    misused "*--best 3: expected a number from 1 to 2*" exact --best 3 -n 2
    nf optimise -n 2 -m 20 --weights A49=2,A99=2,DOUBLE=1 --steps 5 --games 2000 --verify 2000 >found 2>said
    command=$(sed -n 's/.*: ninefold //p' said)
    [ "$command" = "exact --best 1 -n 2 -m 20 --weights A49=2,A99=2,DOUBLE=1" ]
    nf $command -q -j 1 --csv bounds >/dev/null
    grep '^1,1..20,' bounds/best.csv >bound
    awk -F'[ ,%]+' 'FNR == NR { bound = 100 * $3; next }
        /Loses/ { exit !(bound > 5 && $3 > bound) }' bound found
    nf optimise -n 3 -m 20 --steps 1 --games 2000 --verify 200 2>&1 >found | { ! grep best; }
}

@test "exact: --csv has a file a table, the JSON keeps to its schema, and the table has 80 columns; more players than can be calculated, and other games, are refused" {
    nf exact -q --weights A99=1 -m 2 --csv tables --markdown tables.md >/dev/null
    [ "$(grep -c '^## ' tables.md)" -gt 0 ]
    diff - tables/rounds.csv <<-'END'
		rounds,seat_1_loses,seat_2_loses,turns_mean,turns_sd
		1,0,1,2,0
		2,1,0,2,0
		1..2,0.5,0.5,2,0
	END
    misused "*--players 3: expected a number from 1 to 2*" exact -n 3
    for game in $(others); do
        nf help exact | grep -qw "$game" || misused "*--game*$game*" exact --game "$game"
    done
    works exact --weights A49=2,A99=2,DOUBLE=1 -m 5 --json -
    printf '%s\n' "$output" >exact.json
    keeps_to exact exact.json
    works exact --weights A49=2,A99=2,DOUBLE=1 -m 5 --strategy 2=random
    [ "$(awk 'length > 80' <<<"$output")" = "" ]
    [[ $output == *"strategy 2=random"*"1..5 "*"long run "* ]]
}

# shown WORDS...: what a terminal has been shown by the program when it has shown so many bounds and
# is interrupted.
shown() {
    script -qefc "stty cols 100; exec '$NINEFOLD' exact $*" /dev/null </dev/null >told &
    local shell=$!
    until [ "$(tr '\r' '\n' <told | grep -c 'of round 1')" -ge 2 ] || ! kill -0 "$shell" 2>/dev/null; do
        sleep 0.1
    done
    kill -TERM "$(pgrep -P "$shell")" || true # a job in the background ignores SIGINT
    wait "$shell" || true
    tr '\r' '\n' <told
}

@test "exact: what takes long says to a terminal how long and how much memory, then bounds that narrow" {
    output=$(shown -n 2 -j 1 --memory 300M)
    first=$(head -n 1 <<<"$output" | tr -d '\r')
    [[ $first =~ ^takes\ about\ [0-9]+\ s\ with\ -j\ [0-9]+,\ and\ (29[0-9]|300)\ MB ]] || { echo "$first" && false; }
    sed -n 's/.*seat 1 loses \([0-9.]*\) to \([0-9.]*\)% of round 1.*/\1 \2/p' <<<"$output" >bounds
    awk '$1 > $2 || (NR > 1 && ($1 < low || $2 > high)) { exit 1 } { low = $1; high = $2 }
         END { if (NR < 2 || high - low > 99) exit 1 }' bounds || { cat bounds && false; }
    told timeout 0.2 "$NINEFOLD" exact -n 2 -j 1
    [ "$stderr" = "" ] # it is no terminal
}
