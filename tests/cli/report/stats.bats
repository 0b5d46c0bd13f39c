# run --save and --until-width, and stats: what a run found can be seen again, in several forms.
load ../helpers

# A saved run of 300 games and its table.
setup_file() {
    export SAVED=$BATS_FILE_TMPDIR/five.json
    nf run --quiet --games 300 -n 5 --save "$SAVED" >"$BATS_FILE_TMPDIR/table"
}

@test "stats says of a saved run what run said of it, as table and JSON; of any threads and kernels it is the same file" {
    works stats "$SAVED"
    [ "$output" = "$(grep -Ev '^(time|speed) ' "$BATS_FILE_TMPDIR/table")" ]
    [ -z "$(awk 'length > 80' <<<"$output")" ]
    keep() {
        sed '/"machine": {/,/}/d' |
            grep -Ev '"(seconds|turns_per_second|games_per_second|threads|kernel|machine)"'
    }
    works stats --json - "$SAVED"
    [ "$(keep <<<"$output")" = "$(nf run --quiet --games 300 -n 5 --json - | keep)" ]
    nf run --quiet --games 300 -n 5 -j 7 --block 7 --kernel reference --save other.json >/dev/null
    cmp "$SAVED" other.json
}

# What stands in them: forms.bats.
@test "stats --csv: a file a table, of named columns; with - all of them, each line behind its table" {
    works stats --csv new/tables "$SAVED"
    [ -z "$output" ]
    for name in run seats losses_from_starter turns losses_after games_by_losses extremes columns notes; do
        [ -s "new/tables/$name.csv" ] || complain "expected $name.csv"
    done
    [ "$(head -n 1 new/tables/turns.csv)" = turns_from,turns_to,rounds,share,share_low,share_high ]
    [ "$(head -n 1 new/tables/seats.csv | cut -d, -f 1-5)" = seat,losses,loss_rate,loss_rate_low,loss_rate_high ]
    # Units are said.
    grep -qx 'seats,loss_rate_low,rate,share of rounds,share' new/tables/columns.csv
    works stats --csv - "$SAVED"
    [ "${lines[0]}" = 'table,game,players,rounds,deck,profile,weights,strategy,paired,seed,first,games,turns,rejected,digest' ]
    [ "$(grep -c '^table,' <<<"$output")" -eq "$(($(grep -c '^$' <<<"$output") + 1))" ]
    [ "$(sum seats losses <<<"$output")" -eq 30000 ]
    # Places after the starter are no seats.
    [ "$(column losses_from_starter place <<<"$output" | tr '\n' ' ')" = '+0 +1 +2 +3 +4 ' ]
}

@test "stats --csv of several runs: their rows in one file, the run in front; of several games: refused; of several runs without: one below the other, JSON in a list" {
    nf run --quiet --games 20 -n 3 --detail --save three.json >/dev/null
    nf run --quiet --game tng --games 20 --save tng.json >/dev/null
    works stats --csv out "$SAVED" three.json
    [ "$(head -n 1 out/seats.csv | cut -d, -f 1-3)" = run,seat,losses ]
    [ "$(cut -d, -f 1 out/seats.csv | sort | uniq -c | tr -s ' \n' ' ')" = " 5 $SAVED 1 run 3 three.json " ]
    # What one run alone has is there as well.
    [ "$(grep -c '^three.json,' out/cards_played.csv)" -eq "$(($(wc -l <out/cards_played.csv) - 1))" ]
    misused "*--csv: the runs are of Cirno's Arithmetic Game and of The Number Game, expected one game" \
        stats --csv other "$SAVED" tng.json
    [ ! -e other ]
    nf run --quiet --games 20 -n 3 --save three.json >/dev/null
    works stats "$SAVED" three.json
    [ "$(grep -c '^digest ' <<<"$output")" -eq 2 ]
    grep -qx three.json <<<"$output"
    works stats --json - "$SAVED" three.json
    [ "${lines[0]}" = '[' ]
    [ "$(grep -c '"schema": "ninefold.run/2"' <<<"$output")" -eq 2 ]
}

@test "stats --csv: other files of the folder stay, links in it are not followed, outputs do not meet" {
    nf run --quiet --games 20 -n 3 --save run.json >/dev/null
    cp run.json before.json
    mkdir out
    echo mine >out/mine.csv
    echo old >out/seats.csv
    ln -s ../run.json out/turns.csv
    fails 4 "ninefold: out/turns.csv: found a symbolic link, expected a file or none" stats --csv out run.json
    cmp run.json before.json
    rm out/turns.csv
    works stats --csv out run.json
    [ "$(cat out/mine.csv)" = mine ]
    [ "$(head -c 5 out/seats.csv)" = seat, ]
    nothing_left
    chmod 444 out/seats.csv
    fails 4 "ninefold: out/seats.csv: found a write-protected file *" stats --csv out run.json
    fails 4 "ninefold: run.json/x: cannot make the folder: Not a directory" stats --csv run.json/x before.json
}

@test "stats with an output to a file writes that file and nothing else, -q or not" {
    local out=out db=runs.db runs
    nf run --quiet --games 20 -n 5 --db "$db" >/dev/null
    for runs in "$SAVED $SAVED" "--compare $SAVED $SAVED" "--seats 1,2 $SAVED" "--db $db" "--db $db 1"; do
        rm -rf "$out" "$out.csv"
        works stats $runs --markdown "$out" --csv "$out.csv"
        [ -z "$output" ] || complain "expected nothing on stdout"
        works stats -q $runs --markdown -
        [ "$output" = "$(cat "$out")" ] || complain "expected the same as in the file"
        works stats -q $runs --csv -
        [ "$(grep -v '^$' <<<"$output" | sed 's/^[a-z_0-9]*,//' | sort)" = \
            "$(cat "$out.csv"/* | sort)" ] || complain "expected the same as in the files"
        works stats --quiet $runs
        [ -n "$output" ]
    done
}

@test "candidates thrown away are told where a deck of a chosen size can run out, and nowhere else" {
    works run -q --games 20 -n 3 -m 2 -k 300
    grep -Eq '^thrown away    [0-9,]+ candidates' <<<"$output"
    while read -r given; do
        works run -q --games 20 $given
        [[ $output != *'thrown away'* ]] || complain "$given: nothing can be thrown away"
    done < <(printf '%s\n' '-n 3' '--game tng --exhaustive -m 1 -k 1'; others | sed 's/^/--game /')
}

# What else is no saved run: tests/unit/sim/runs/test_saved.c.
@test "a saved run that is altered or not there is refused with its place, before anything is printed" {
    sed '0,/"games": 300/s//"games": 301/' "$SAVED" >odd.json
    fails 3 "ninefold: odd.json:*:3: the checksum does not fit: *" stats "$SAVED" odd.json
    misused "ninefold stats: expected *" stats
    fails 4 "ninefold: none: No such file or directory" stats none
    misused "*only one output can go to standard output" stats --json - --csv - "$SAVED"
    misused "*only one output can go to standard output" run --games 5 --json - --save -
    echo before >run.json
    ends 3 run --games 5 -n 1 -k 1 --save run.json
    [ "$(cat run.json)" = before ]
}

@test "--until-width ends at the first doubling with narrow intervals, after 1,024 games at the earliest, else with exit code 6 and the report; a width that is none is refused" {
    works run --quiet -n 2 -m 5 --until-width 0.2% --json -
    games=$(sed -n 's/^  "games": \([0-9]*\),.*/\1/p' <<<"$output")
    # The same games as a run of that many.
    [ "$(digest -n 2 -m 5 --games "$games")" = "$(sed -n 's/^  "digest": "\(.*\)",$/\1/p' <<<"$output")" ]
    # 65,536 games times a power of two, and half as many were not enough.
    [ $((games % 65536)) -eq 0 ]
    [ "$games" -gt 65536 ]
    fails_with_report 6 --quiet -n 2 -m 5 --until-width 0.002 --games $((games / 2))
    for game in $(games); do
        works run --quiet --game $game --until-width 10% --json -
        grep -q '^  "games": 1024,' <<<"$output"
    done
    for width in 0% -1% 101% 1.1 1%% 1x nan 0x1 ' 1'; do
        misused "*--until-width '$width': expected a width such as 0.01% or 0.0001, *" run --until-width "$width"
    done
    fails_with_report 6 --quiet -n 5 --until-width 0.001% --games 500
    fails_with_report 6 --quiet -n 5 --until-width 0.0001% --time 50ms
    # Nothing can be told of a single game.
    fails_with_report 6 --quiet -n 5 --until-width 100% --games 1
}

# fails_with_report CODE ARGUMENT...: the run ends with CODE, but its table is printed.
fails_with_report() {
    ends "$1" run "${@:2}"
    [[ $output == *$'\n'"digest "* && $stderr == "ninefold: after "*" games the widest 95% interval is "* ]]
}

# Whether seats are alike: tests/unit/table/test_tables.c.
@test "a chance below one in a million is told in words to people, in full to programs" {
    nf run --quiet --games 300 -n 3 --strategy 1=last-e --save run.json >table
    grep -Eq 'alike\?  Hotelling T2 .* p less than 1 in a million$' table
    works stats run.json --json run.out --csv tables --markdown run.md --html run.html
    [[ $(sed -n '2s/^.*,//p' tables/seats_alike.csv) == *e-* ]]
    grep -Eq '^ +[0-9.]+e-' run.out
    [ "$(sed -n '/^| Hotelling T2/,/^$/s/^| [0-9].*| \([^|]*\) |$/\1/p' run.md)" = 'less than 1 in a million' ]
    [ "$(grep -c 'less than 1 in a million' run.html)" -eq 2 ]
    run ! grep -q 'e-[0-9][0-9]' run.html
}

# Which games are compared, why not as pairs, when to be careful, what is refused: tests/unit/sim/runs/test_comparing.c.
@test "--compare says whether it paired the runs, and what to be careful of; two strategies in files of one name are two" {
    nf run --quiet --games 12 -n 10 -m 5 --save usual.json >/dev/null
    for name in last-e lowest; do
        nf strategies $name >mine.txt
        nf run --quiet --games 12 -n 10 -m 5 --strategy 1=mine.txt --save $name.json >/dev/null
    done
    works stats --compare usual.json last-e.json
    [[ $output == *$'\npaired: seed, cards and 12 indices are common to both'* ]]
    [[ $output == *"careful: only $(sed -n 's/^\([0-9]*\) of 12 games differ$/\1/p' <<<"$output") games differ, too few"* ]]
    [ "${lines[-1]}" = 'about one in twenty of these 10 intervals misses the true value by chance' ]
    [ -z "$(awk 'length > 80' <<<"$output")" ]
    works stats --compare last-e.json lowest.json
    [[ $output != *"both runs play alike"* && $output == *" of 12 games differ"* ]]
    works stats --compare lowest.json lowest.json
    [[ $output == *'careful: both runs play alike'* ]]
    [ "$(grep -Ec '^ +[0-9]+ .* \+0\.0000% +-$' <<<"$output")" -eq 10 ]
    nf run --quiet --games 12 -n 10 -m 5 --seed 2 --save other.json >/dev/null
    works stats --compare usual.json other.json
    [[ $output == *$'\nnot paired: their seeds, 1 and 2, differ; '* ]]
    works stats --compare usual.json other.json --markdown compared.md --html -
    [[ $output == *'The differences are not paired: their seeds, 1 and 2, differ; '* ]]
    [ "$(grep -c '^| [0-9]* |' compared.md)" -eq 10 ]
}

@test "--seats tells the difference of two seats, of a single game without an interval" {
    nf run --quiet --games 300 -n 3 -m 1 --save a.json >/dev/null
    works stats --seats 2,1 a.json
    # In the first round the starter loses least.
    grep -Eq '^a\.json +2 +1 .* \+[0-9.]+% +\+[0-9.]+ \.\. \+[0-9.]+% +\*$' <<<"$output"
    nf run --quiet --games 1 -n 2 -m 9 --save one.json >/dev/null
    works stats --seats 1,2 one.json
    grep -Eq " 1 +2 .* [+-][0-9.]+% +-$" <<<"$output"
    works stats --seats 1,2 --csv - one.json
    [ -n "$(column seats_compared difference <<<"$output")" ]
    [ -z "$(column seats_compared difference_low <<<"$output")" ]
}

@test "--compare of several runs has the differences of each pair, with wider intervals that are called simultaneous" {
    nf run -q --games 300 -n 3 -m 5 --save a.json >/dev/null
    nf run -q --games 300 -n 3 -m 5 --strategy 1=last-e --save b.json >/dev/null
    nf run -q --games 400 -n 3 -m 5 --seed 8 --strategy 2=lowest --save c.json >/dev/null
    works stats --compare a.json b.json c.json
    [[ $output == *'B: paired: '*'C: not paired: '*'simultaneous intervals: all 6 hold '* ]]
    [ -z "$(awk 'length > 80' <<<"$output")" ]
    works stats --compare a.json b.json c.json --csv together --html page.html --json all.json
    nf stats --compare a.json b.json --csv b
    nf stats --compare a.json c.json --csv c
    # Columns run, seat and name stand in front of those of a pair.
    for run in b c; do
        grep "^${run^}," together/comparison.csv | cut -d, -f 2,4- >of-all
        sed 1d $run/comparison.csv | paste -d, - of-all |
            awk -F, '$1 != $8 || $2 != $9 || $3 != $10 || $4 != $11 || $5 <= $12 || $6 >= $13 { exit 1 }'
        [ "$(wc -l <of-all)" -eq 3 ]
    done
    grep -q '"together": 0.95' all.json
    grep -q 'What differs, seat by seat' page.html && grep -q 'B - A' page.html
    # What plays alike differs in nothing, however many runs there are.
    works stats --compare a.json a.json a.json
    [[ $output != *'*'$'\n'* ]]
    misused '*--compare: expected 2 to 20 runs, found 21' stats --compare $(yes a.json | head -n 21)
}

@test "--compare of one run and seats that are none are refused; no --html of a list of runs or seats" {
    misused '*--compare: expected 2 to 20 runs, found 1' stats --compare "$SAVED"
    misused "*--seats '1,6': expected two of the seats 1 to 5, such as 1,2" stats --seats 1,6 "$SAVED"
    for seats in 1,1 0,1 1 1, ,1 1,2,3 18446744073709551617,2 a,b; do
        misused "*--seats '$seats': expected two of the seats 1 to 5, such as 1,2" stats --seats $seats "$SAVED"
    done
    nf run --quiet --games 5 -n 2 --db runs.db >/dev/null
    misused "*--html: expected runs to report on, without a list" stats --db runs.db --html x.html
    misused "*--html: expected runs to report on, without --seats" stats --seats 1,2 "$SAVED" --html x.html
    [ ! -e x.html ]
}

@test "a run without games: a table, a document and a report all the same" {
    nf run --quiet --games 2 -n 3 -m 5 --shard 3/3 --save none.json >/dev/null
    works stats none.json
    [[ ${lines[0]} == "Cirno's Arithmetic Game: 0 games "* ]]
    [ "${lines[-1]}" = 'no game was finished' ]
    works stats --json - none.json
    grep -q '"games": 0,' <<<"$output"
    grep -q '"digest": "00000000000000000000000000000000"' <<<"$output"
    works stats --html - none.json
    grep -q 'No game was finished' <<<"$output"
    [[ $output != *nan* ]]
}
