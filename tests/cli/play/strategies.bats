#!/usr/bin/env bats
# Strategies on the command line: run --strategy, strategies, tournament, optimise.

load ../helpers

@test "strategies: at least seven are listed in 80 columns, the statement's first; run takes the file of each as it takes the name" {
    works strategies
    [[ ${lines[0]} == statement* ]]
    [ "${#lines[@]}" -ge 7 ]
    [ "$(awk 'length > 80' <<<"$output" | wc -l)" -eq 0 ]
    for name in $(cut -d ' ' -f 1 <<<"$output"); do
        nf strategies "$name" >mine
        [ "$(digest --games 50 -n 4 -m 5 --strategy "$name")" = \
          "$(digest --games 50 -n 4 -m 5 --strategy mine)" ]
    done
    misused "*no strategy has that name, did you mean keep-e?*" strategies kepe-e
    misused "ninefold strategies: '': no strategy has that name, expected one that *" strategies ''
    misused "*expected a strategy file or one of those*" run --games 1 --strategy nobody
    # Other lists and files that are wrong: tests/unit/games/cirno/simulated/strategy/test_cirno_strategy.c.
    printf 'normal\n best A\n' >bad.txt
    fails 3 "*bad.txt:2:2: found 'best', expected 'max', 'min', 'first'*" \
        run --games 1 --strategy 1=bad.txt
}

@test "run: the usual strategy for all seats is a run without strategies, however it is said" {
    nf strategies statement | sed 's/^normal/normal # as the statement has it/' >same.txt
    nf run -q --games 200 -n 4 --save plain.json >plain
    plain=$(sed -n 's/.* kernel //p' plain)
    for said in statement 2=statement,1=statement 3=same.txt; do
        rm -f said.json
        works run -q --games 200 -n 4 --strategy "$said" --save said.json
        [ "$(sed -n 's/.* kernel //p' <<<"$output")" = "$plain" ] || complain "$said: expected kernel $plain"
        cmp plain.json said.json
        works run -q --games 200 -n 4 --strategy "$said" --kernel "$plain"
        # A run that was started without goes on with it.
        works run -q --resume plain.json --strategy "$said"
    done
    fails 3 '*"strategy": * was started with none, not with "keep-e"; *' \
        run -q --resume plain.json --strategy keep-e
    nf run -q --games 20 -n 4 --strategy 1=keep-e --save keep.json >/dev/null
    fails 3 '*"strategy": * was started with "1=keep-e", not with none; *' \
        run -q --resume keep.json --strategy statement
}

@test "replay: shows the game as the strategies play it" {
    plain=$(nf replay -q -n 3 -m 2 --index 4)
    seated=$(nf replay -q -n 3 -m 2 --index 4 --strategy counters)
    [ "$plain" != "$seated" ]
    [ "$(sed -n 2p <<<"$plain")" = "$(sed -n 2p <<<"$seated")" ]
}

@test "run --paired: other games, the same for every kernel that plays them, which are instances to play, compared and joined as what they are" {
    usual=$(digest --games 200 -n 4 --strategy 1=last-e)
    one=$(digest --games 200 -n 4 --strategy 1=last-e --paired --kernel reference)
    [ "$one" != "$usual" ]
    [ "$one" = "$(digest --games 200 -n 4 --strategy 1=last-e --paired --kernel portable -j 2)" ]
    [ "$one" = "$(digest --games 200 -n 4 --strategy 1=last-e --paired --check)" ]
    for kernel in $(kernels_of "$(first)"); do
        case $kernel in reference | portable) continue ;; esac
        misused "*--kernel $kernel: it does not play --paired, expected auto (now portable)" \
            run --games 1 --paired --kernel "$kernel"
    done
    misused "*--detail: --paired runs have no details*" run --games 1 --paired --detail
    misused "*the chosen --game has no strategies to compare*" run --game tng --paired
    ! nf run --game mahjong --help | grep -q -e --paired
    nf run -q --games 50 -n 3 -m 20 --paired >table
    grep -q ' --paired ' table
    eval "nf $(sed -n 's/^ *ninefold \(replay .*\)/\1/p' table | head -1)" >/dev/null
    nf gen -n 3 -m 20 --paired --index 7 --seed 4 >a.in
    works verify a.in
    nf play a.in >a.out
    diff <(cat a.in a.out) <(nf replay -q -n 3 -m 20 --paired --index 7 --seed 4 | sed '/^$/d')
    [ "$(head -2 a.in)" != "$(nf gen -n 3 -m 20 --index 7 --seed 4 | head -2)" ]
    nf run -q --games 200 -n 5 --save usual.json >/dev/null
    nf run -q --games 200 -n 5 --paired --strategy 1=keep-e --save paired.json >/dev/null
    nf stats --compare usual.json paired.json | grep -q 'one of them is --paired'
    nf run -q --games 10 --first 200 -n 5 --save more.json >/dev/null
    fails 3 "*paired*" merge paired.json more.json -o all.json
}

@test "tournament: ranks, shows a cross table in 80 columns or leaves it to --json, which has every pairing, whatever the threads" {
    works tournament -q -n 3 -m 5 --games 600 statement keep-e random lowest
    [ "$(awk 'length > 80' <<<"$output" | wc -l)" -eq 0 ]
    [[ $output == *"   1  keep-e "* ]]
    [ "$output" = "$(nf tournament -q -n 3 -m 5 --games 600 -j 1 statement keep-e random lowest --json json)" ]
    [ "$(grep -c '"alone"' json)" -eq 12 ]
    [ "$(grep -c '"ci95"' json)" -eq 19 ]
    [ "$(grep -c '"to_next": null' json)" -eq 1 ]
    works tournament -q -n 2 -m 1 --games 2 -j 1 --json all.json $(yes statement | head -n 12)
    [[ $output == *"(the cross table is wider than 80 columns; --json has it)"* ]]
    [ "$(awk 'length > 80' <<<"$output" | wc -l)" -eq 0 ]
    count=$(sed -n 's/^\([0-9]*\) strategies, 2 players, 1 round; 2 games .*/\1/p' <<<"$output")
    [ "$count" -ge 10 ]
    [ "$(grep -c '"alone"' all.json)" -eq $((count * (count - 1))) ]
    works tournament -q -n 1 -m 2 --games 20 statement lowest
    [[ ${lines[0]} == "2 strategies, 1 player, 2 rounds; 20 games per pairing, seed 1" ]]
    [ "$(grep -Ec ' \+0\.000 points +\+0\.000 \.\. +\+0\.000( |$)' <<<"$output")" -eq 2 ]
    [[ $output != *-0.000* ]]
}

# intervals MEMBER: strategy, difference, low, high of each object that begins with that member in
# the JSON of a tournament in `output`: alone (the pairings) or strategy (the ranking).
intervals() {
    tr -d ' \n' <<<"$output" | grep -oE "\{\"$1\":\"[^]]*\]" |
        sed -E 's/^[^:]*:"([^"]*)",.*"difference":([^,]*),"ci95":\[(.*),(.*)\]$/\1 \2 \3 \4/'
}

@test "tournament: the tables of a strategy share their games, and so its interval is narrower" {
    works tournament -q -n 3 -m 20 --games 900 --json - statement keep-e random lowest
    # The mean of its tables; and by a quarter at least narrower than if all erred together.
    { intervals alone && echo ranking && intervals strategy; } |
        awk '/^ranking$/ { ranking = 1; next }
            !ranking { mean[$1] += $2 / 3; half[$1] += ($4 - $3) / 6; next }
            { entries++
              if ($2 - mean[$1] > 1e-9 || mean[$1] - $2 > 1e-9) exit 1
              if (($4 - $3) / 2 > 0.75 * half[$1]) exit 1 }
            END { exit entries == 4 ? 0 : 1 }'
    # With one table each it is that of the table.
    works tournament -q -n 3 -m 20 --games 300 --json - statement random
    [ "$(intervals alone | sort)" = "$(intervals strategy | sort)" ]
}

@test "tournament --gauntlet: the first meets all others as in a whole tournament, and nobody else plays" {
    match=(tournament -q -n 3 -m 20 --games 600 last-e statement keep-e random)
    nf "${match[@]}" --csv whole >/dev/null
    works "${match[@]}" --gauntlet --csv gauntlet
    [[ $output == *$'\n   1  last-e '* && $output == *"Only the first strategy meets all others"* ]]
    sed -E '/last-e/!s/[0-9.]+$//' whole/pairings.csv | cmp - gauntlet/pairings.csv
    [ "$(grep -c '[0-9]$' gauntlet/pairings.csv)" -eq 6 ]
    grep '^last-e,1,' gauntlet/ranking.csv | grep -q ',,,$'
    gain=$(cut -d, -f 1,3-5 whole/ranking.csv | grep '^last-e')
    [ "$gain" = "$(cut -d, -f 1,3-5 gauntlet/ranking.csv | grep '^last-e')" ]
    # Of two strategies it is the whole tournament.
    nf tournament -q -n 2 -m 5 --games 100 last-e random --csv two >/dev/null
    nf tournament -q -n 2 -m 5 --games 100 last-e random --csv same --gauntlet >/dev/null
    cmp two/pairings.csv same/pairings.csv
}

@test "tournament and optimise: --csv has the numbers that are printed" {
    works tournament -q -n 3 -m 20 --games 600 statement random --csv tables --markdown tables.md
    [ "$(grep -c '^## ' tables.md)" -gt 0 ]
    while IFS=, read -r alone others rate; do
        [ -z "$rate" ] || grep -Eq "^$alone .* $(awk -v r="$rate" 'BEGIN { printf "%.2f", 100 * r }')( |\$)" <<<"$output"
    done < <(sed 1d tables/pairings.csv)
    [ "$(nf tournament -q -n 3 -m 20 --games 600 statement random --csv - | column ranking rank | tail -n 1)" = 2 ]
    nf optimise -q -n 2 -m 5 --steps 4 --games 2k --verify 500 --csv found >strategy
    sed 1d found/strategy.csv | cut -d, -f 2- | sed 's/^"//; s/"$//' >text
    grep -v '^#' strategy | cmp - text
    grep -q ',500,' found/gain.csv
    misused '*only one output can go to standard output' tournament keep-e random --csv - --json -
}

@test "optimise: its JSON keeps to its schema, of one search and of several" {
    for searches in 1 2; do
        nf optimise -q -n 2 -m 5 --steps 4 --searches $searches --games 2k --verify 500 --json found.json >/dev/null
        keeps_to optimise found.json
    done
}

@test "tournament --save: after a kill or a signal the same command goes on, to the same numbers" {
    match=(tournament -q -n 3 -m 2 --games 50k statement last-e random --kernel reference -j 1)
    nf "${match[@]}" --json whole.json -j 2 --kernel auto >/dev/null
    "$NINEFOLD" "${match[@]}" --save dir >/dev/null 2>&1 3>&- &
    until [ -e dir/0.json.1 ] || ! kill -0 $!; do sleep 0.01; done
    ended_by KILL
    "$NINEFOLD" "${match[@]}" --save dir >/dev/null 2>message 3>&- &
    cp dir/0.json before
    changing dir/0.json before
    ended_by TERM
    [ "$status" -eq 143 ]
    grep -q '^ninefold: stopped by signal 15 (.*); [0-9]* games per pairing are saved, the same command goes on$' message
    nothing_left
    nf "${match[@]}" --kernel auto --save dir --json again.json >/dev/null
    cmp whole.json again.json
    # Now nothing is played.
    touch -d 2001-01-01 dir/0.json
    nf "${match[@]}" --save dir --json again.json >/dev/null
    cmp whole.json again.json
    [ -n "$(find dir/0.json ! -newermt 2002-01-01)" ]
}

@test "tournament --shard: the same command without it has the numbers of the whole, also where shards are missing" {
    match=(tournament -q -n 3 -m 20 --games 1000 statement last-e random)
    nf "${match[@]}" --json whole.json >/dev/null
    for i in 1 2 4; do nf "${match[@]}" --save dir --shard $i/4 >/dev/null; done
    works "${match[@]}" --save dir --shard 2/4
    [[ $output == *" 249 games per pairing, "* ]]
    nf "${match[@]}" --save dir --json joined.json >/dev/null
    cmp whole.json joined.json
    nf "${match[@]}" --save dir --shard 3/4 >/dev/null
    nf "${match[@]}" --save dir --json joined.json >/dev/null
    cmp whole.json joined.json
    while read -r other began; do
        fails 3 "ninefold: dir/0.json:*: $began; *" "${match[@]}" --save dir $other
    done <<'END'
--games=999 "games": this tournament was started with 1000, not with 999
--gauntlet "gauntlet": this tournament was started with false, not with true
lowest "strategies": this tournament was started with none, not with {"name":"lowest",*
END
    # Files that are damaged or cut are refused as saved runs are: tests/unit/sim/runs/test_saved.c.
    mv dir/0.json whole
    nf run -q --games 10 --save dir/0.json >/dev/null
    fails 3 "ninefold: dir/0.json:2:3: found schema 'ninefold.saved/1', expected *" "${match[@]}" --save dir
    # Only the state before is replaced where that is kept.
    for mine in "cat whole" "echo mine"; do
        cp whole dir/0.json
        $mine | sed '1,/games/s/"games": 1000/"games": 999/' >dir/0.json.1
        cp dir/0.json.1 mine
        fails 3 'ninefold: /*/dir/0.json.1: found a file that is not the state before dir/0.json, *' \
            "${match[@]}" --save dir
        cmp mine dir/0.json.1
        cmp whole dir/0.json
    done
    cp whole dir/0.json.1
    rm dir/0.json
    fails 4 'ninefold: dir/0.json: *; its previous state exists: copy dir/0.json.1 *' "${match[@]}" --save dir
    rm dir/0.json.1
    cp dir/1.json dir/7.json # that all of a file is there already does not matter
    nf "${match[@]}" --save dir --json joined.json >/dev/null
    cmp whole.json joined.json
    nf "${match[@]}" --save more --shard 1/3 >/dev/null
    cp dir/2.json more
    fails 3 "ninefold: more/?.json: found games that another file has, too: *" "${match[@]}" --save more
    misused "*--save, --shard: expected no --sprt with them" tournament statement random --sprt 0,1 --save dir
    misused "*--shard '5/4': expected I/N *" "${match[@]}" --shard 5/4
}

@test "tournament --sprt: stops as soon as it is decided, the same whatever the threads; else exit code 6" {
    works tournament -q -n 5 -m 20 --games 1M --sprt -0.5,0.5 last-e statement
    [[ $output == *"Is last-e better than statement by -0.5 points (H0) or by 0.5 (H1)? H1 is accepted."* ]]
    [ "$output" = "$(nf tournament -q -n 5 -m 20 --games 1M --sprt -0.5,0.5,0.05,0.05 -j 1 last-e statement)" ]
    nf tournament -q -n 5 -m 20 --games 1M --sprt -0.5,0.5,0.2,0.01 last-e statement >errors
    [[ $(tr -s ' \n' ' ' <errors) == *"H0 from -4.38, H1 from 1.60 (SPRT, alpha 0.2, beta 0.01)"* ]]
    works tournament -q -n 5 -m 20 --games 1M --sprt 0,0.5 statement last-e --json json
    [[ $output == *"H0 is accepted."* ]]
    grep -q '"accepted": "low"' json
    ends 6 tournament -q -n 2 -m 2 --games 100 --sprt 0,0.01 last-e keep-e
    [[ $output == *"Not decided."* ]]
    [[ $stderr == "ninefold: --sprt: not decided after 100 games, raise --games" ]]
    for wrong in 0 1,0 0,x ,1 0,1,0.1 0,1,0.5,0.1 0,1,0.1,0.1,0.1 nan,1 0,101; do
        misused "*--sprt '$wrong': expected LOW,HIGH in points*" tournament --sprt $wrong last-e keep-e
    done
    misused "*--sprt: expected two strategies, found 3" tournament --sprt 0,1 last-e keep-e lowest
}

@test "optimise: prints a strategy that run takes, the same one whatever the threads, and nothing of it that does nothing" {
    works optimise -q -n 3 -m 5 --steps 6 --games 2000 --verify 100 -j 1 -o found.txt
    [ "$output" = "$(cat found.txt)" ]
    works optimise -q -n 3 -m 5 --steps 6 --games 2000 --verify 100 -j 4
    [ "$output" = "$(cat found.txt)" ]
    works run -q --games 20 -n 3 --strategy 1=found.txt
    works optimise -q -n 3 -m 5 --steps 6 --games 2000 --verify 100 --sprt 0,2 -j 1
    misused "*--sprt 'x': expected LOW,HIGH in points*" optimise --sprt x
    misused "*--seat 4: expected a seat from 1 to 3*" optimise -n 3 --seat 4
    misused "*--strategy: expected none*" optimise --strategy keep-e
    misused "*nobody: expected a strategy that*" optimise nobody
    fails 4 "*its folder does not exist" optimise -o none/x --steps 1
    works optimise -n 2 -m 2 --steps 20 --games 2000 --verify 200 --seed 4 --quiet
    grep -q '^# 0\.000 points less' <<<"$output" || complain "expected a seed that finds nothing"
    [ "$(grep -v '^#' <<<"$output")" = $'normal\ndoubled' ]
    ends 0 optimise -n 2 -m 3 --steps 3 --games 2000 --verify 200 -o - keep-e
    [ "$(grep -c '^# Found by ninefold optimise' <<<"$output")" -eq 1 ]
    [[ ${stderr_lines[0]} == "3 steps tried, "*" parts without effect dropped" ]]
    [[ ${stderr_lines[1]} == *" ninefold exact --best 1 -n 2 -m 3 "* ]]
}

@test "tournament: of a game without strategies, with --strategy, too many or too few games: refused" {
    local game refused=0
    for game in $(games); do
        ! nf strategies --game "$game" >/dev/null 2>&1 || continue
        refused=$((refused + 1))
        misused "ninefold tournament: --game $game: its players have no choice of strategy" \
            tournament --game $game statement lowest
        misused "ninefold optimise: --game $game: its players have no choice of strategy" optimise --game $game
        misused "ninefold strategies: --game $game: its players have no choice of strategy" strategies --game $game
    done
    [ $refused -gt 0 ]
    misused "*--strategy: expected none, the operands are the strategies" \
        tournament statement lowest --strategy 1=lowest
    misused "*--games 29: expected at least one per seat, 30" tournament statement lowest --games 29
    misused "*'1=lowest': expected a name without ',' and '='" tournament statement 1=lowest
    misused "*expected at most 32 strategies" tournament $(yes statement | head -n 33)
    misused "*expected STRATEGY STRATEGY..., found only 'statement'" tournament statement
    misused "*expected a strategy file or one*" tournament statement nobody
}

@test "optimise: stopped by a signal it prints the best it has, exit code 128 and the signal" {
    stopped_by TERM optimise -n 2 -m 3 --steps 1000000 --games 2000 --verify 200
    [[ $stderr == *" (Terminated) after "*" of 1000000 steps" ]] || complain "expected how many steps"
    printf '%s\n' "$output" >found
    works run -q --games 5 -n 2 -m 3 --strategy 1=found
}

@test "optimise --save: however often it is killed, the same command goes on, to the same strategy and file" {
    searched=(optimise -q -n 3 -m 10 --steps 40 --games 2000 --verify 100 --seed "$RANDOM" keep-e)
    nf "${searched[@]}" >unsaved
    nf "${searched[@]}" --save whole | cmp unsaved -
    for signal in $(often "KILL TERM" "KILL TERM KILL" "KILL TERM KILL"); do
        cat dir/1.json >before 2>/dev/null || true
        "$NINEFOLD" "${searched[@]}" --save dir --kernel reference -j 1 >found 2>message 3>&- &
        # Some steps later, and anywhere in one.
        changing dir/1.json before
        sleep "0.$((RANDOM % 3))"
        ended_by $signal
        [ "$signal" = KILL ] || [ "$status" -eq 0 ] || {
            [ "$status" -eq 143 ]
            grep -q '^ninefold: stopped by signal 15 (.*); [0-9]* of 40 steps are saved, the same command goes on$' message
            [ ! -s found ]
            nothing_left
        }
    done
    nf "${searched[@]}" --save dir >found
    cmp unsaved found
    cmp whole/1.json dir/1.json
    # Which states are refused, and that nothing is searched again: tests/unit/sim/runs/test_search.c.
    nf "${searched[@]}" --save dir --verify 200 | cmp - <(nf "${searched[@]}" --verify 200)
    fails 3 'ninefold: dir/1.json:*:*: "steps": this search was started with 40, not with 41; *' "${searched[@]}" --steps 41 --save dir
    cmp whole/1.json dir/1.json
}

@test "optimise --searches: shards make them in turn, and the same command without --shard tells the best" {
    searched=(optimise -q -n 2 -m 5 --steps 4 --games 2000 --verify 100 --seed 7)
    nf "${searched[@]}" --searches 4 --csv whole >whole.txt
    for i in 1 3; do # 3 of 3 has the third search alone
        works "${searched[@]}" --searches 4 --save dir --shard $i/3
        [ -z "$output" ]
    done
    [ "$(echo dir/?.json)" = "dir/1.json dir/3.json dir/4.json" ]
    nf "${searched[@]}" --searches 4 --save dir --csv joined >joined.txt
    cmp whole.txt joined.txt
    diff -r whole joined
    # Each is the search of its seed; the best one loses least in the games that choose.
    [ "$(sed 1d whole/searches.csv | cut -d, -f 1 | tr '\n' ' ')" = "7 8 9 10 " ]
    best=$(sed 1d whole/searches.csv | sort -t, -g -k 2 -s | head -n 1 | cut -d, -f 1)
    nf "${searched[@]}" --seed "$best" | sed 1d | grep -v '^#' | cmp - <(grep -v '^#' whole.txt)
    grep -q "^# Found by ninefold optimise for seat 1 of 2, seed $best\.$" whole.txt
    # More searches are added to those that there are.
    touch -d 2001-01-01 dir/*.json
    nf "${searched[@]}" --searches 5 --save dir >/dev/null
    [ "$(find dir -name '?.json' -newermt 2002-01-01)" = dir/5.json ]
    misused '*--shard 2/5: a search cannot be cut, *; expected at least --searches 5, one a shard' \
        "${searched[@]}" --searches 4 --save dir --shard 2/5
    for options in '' '--save dir --html page.html' '--save dir --json -' '--save dir --markdown -'; do
        misused '*--shard: expected --save DIR and no other output; *' "${searched[@]}" --searches 4 --shard 2/4 $options
    done
}
