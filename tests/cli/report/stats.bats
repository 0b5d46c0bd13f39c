# run --save and --until-width, and stats: what a run found can be seen again, in several forms.
load ../helpers

# A saved run of 300 games and its table.
setup_file() {
    export SAVED=$BATS_FILE_TMPDIR/five.json
    nf run --quiet --games 300 -n 5 --save "$SAVED" >"$BATS_FILE_TMPDIR/table"
}

@test "stats prints the table that the run printed, but for how long it took" {
    works stats "$SAVED"
    [ "$output" = "$(grep -Ev '^(time|speed) ' "$BATS_FILE_TMPDIR/table")" ]
    [ -z "$(awk 'length > 80' <<<"$output")" ]
}

@test "stats --json - is what run --json - is, times and machine aside" {
    keep() {
        sed '/"machine": {/,/}/d' |
            grep -Ev '"(seconds|turns_per_second|games_per_second|threads|kernel|machine)"'
    }
    works stats --json - "$SAVED"
    [ "$(keep <<<"$output")" = "$(nf run --quiet --games 300 -n 5 --json - | keep)" ]
}

@test "stats of several runs: their tables one below the other, their JSON in a list" {
    nf run --quiet --games 20 -n 3 --save "$BATS_TEST_TMPDIR/three.json" >/dev/null
    works stats "$SAVED" "$BATS_TEST_TMPDIR/three.json"
    [ "$(grep -c '^digest ' <<<"$output")" -eq 2 ]
    grep -qx "$BATS_TEST_TMPDIR/three.json" <<<"$output"
    works stats --json - "$SAVED" "$BATS_TEST_TMPDIR/three.json"
    [ "${lines[0]}" = '[' ]
    [ "$(grep -c '"schema": "ninefold.run/1"' <<<"$output")" -eq 2 ]
}

@test "stats --csv: a header and five fields a line, losses that sum up to the rounds" {
    works stats --csv - "$SAVED"
    [ "${lines[0]}" = run,table,row,column,value ]
    [ -z "$(awk -F, 'NF != 5' <<<"$output")" ]
    [ "$(awk -F, '$2 == "seats" && $4 == "losses" { s += $5 } END { print s }' <<<"$output")" -eq 30000 ]
    [ "$(awk -F, '$2 == "turns" && $4 == "rounds" { s += $5 } END { print s }' <<<"$output")" -eq 30000 ]
}

@test "stats --markdown: every table has a headline and rows of one length" {
    works stats --markdown "$BATS_TEST_TMPDIR/report.md" "$SAVED"
    for title in 'Rounds lost' 'Games by rounds lost in the game' 'Rounds by number of turns' Extremes; do
        grep -qx "## $title" "$BATS_TEST_TMPDIR/report.md"
    done
    [ "$(sed -n '/^## Rounds lost$/,/^## /p' "$BATS_TEST_TMPDIR/report.md" | grep '^|' |
        awk -F'|' '{ print NF }' | sort -u | wc -l)" -eq 1 ]
}

@test "stats with an output to a file writes that file and nothing else, -q or not" {
    local out=$BATS_TEST_TMPDIR/out db=$BATS_TEST_TMPDIR/runs.db option runs
    nf run --quiet --games 20 -n 5 --db "$db" >/dev/null
    for runs in "$SAVED" "$SAVED $SAVED" "--compare $SAVED $SAVED" "--seats 1,2 $SAVED" \
        "--db $db" "--db $db 1"; do
        for option in csv markdown json; do
            rm -f "$out"
            # shellcheck disable=SC2086 # a list of words is what is meant
            works stats $runs "--$option" "$out"
            [ -z "$output" ] || complain "expected nothing on stdout for --$option"
            [ -s "$out" ]
            # shellcheck disable=SC2086
            works stats -q $runs "--$option" -
            [ "$output" = "$(cat "$out")" ] || complain "expected the same as in the file"
        done
        # shellcheck disable=SC2086
        works stats --quiet $runs
        [ -n "$output" ]
    done
}

@test "stats --csv: places after the starter are no seats, and have a table of their own" {
    works stats --csv - "$SAVED"
    [ -z "$(grep starter <<<"$output" | grep ',seats,')" ]
    [ "$(awk -F, '$2 == "losses_from_starter" && $4 == "losses" { printf "%s ", $3 }' \
        <<<"$output")" = '+0 +1 +2 +3 +4 ' ]
    [ "$(awk -F, '$2 == "losses_from_starter" && $4 == "losses" { s += $5 } END { print s }' \
        <<<"$output")" -eq 30000 ]
    works stats --markdown - "$SAVED"
    grep -qx '| place | losses | share of rounds |' <<<"$output"
}

@test "candidates thrown away are told where a deck of a chosen size can run out, and nowhere else" {
    works run -q --games 20 -n 3 -m 2 -k 300
    grep -Eq '^thrown away    [0-9,]+ candidates' <<<"$output"
    local given
    while read -r given; do
        # shellcheck disable=SC2086
        works run -q --games 20 $given
        [[ $output != *'thrown away'* ]] || complain "$given: nothing can be thrown away"
    done < <(printf '%s\n' '-n 3' '--game tng --exhaustive -m 1 -k 1'; others | sed 's/^/--game /')
}

@test "a run saved from one thread or many, whatever the kernel: the same file" {
    nf run --quiet --games 300 -n 5 -j 7 --kernel reference --save "$BATS_TEST_TMPDIR/other.json" >/dev/null
    cmp "$SAVED" "$BATS_TEST_TMPDIR/other.json"
}

@test "a saved run that is cut short, altered or no saved run is refused with its place: exit code 3" {
    local odd=$BATS_TEST_TMPDIR/odd.json
    head -c 3000 "$SAVED" >"$odd"
    fails 3 "ninefold: $odd:*:*: not a saved run: *" stats "$odd"
    sed '0,/"games": 300/s//"games": 301/' "$SAVED" >"$odd"
    fails 3 "ninefold: $odd:*:3: the checksum does not fit: *" stats "$odd"
    sed 's|ninefold.saved/1|ninefold.saved/9|' "$SAVED" >"$odd"
    fails 3 "ninefold: $odd:2:3: found schema 'ninefold.saved/9', expected 'ninefold.saved/1'" stats "$odd"
    nf run --quiet --games 1 --json "$odd" >/dev/null
    fails 3 "ninefold: $odd:2:3: found schema 'ninefold.run/1', expected *" stats "$odd"
    : >"$odd"
    fails 3 "ninefold: $odd:1:1: not a saved run: *" stats "$odd"
    fails 3 "ninefold: $odd:1:1: *" stats "$SAVED" "$odd"
}

@test "stats without a file, of a missing one, with two outputs to standard output" {
    misused "ninefold stats: expected *" stats
    fails 4 "ninefold: $BATS_TEST_TMPDIR/none: No such file or directory" stats "$BATS_TEST_TMPDIR/none"
    misused "*only one output can go to standard output" stats --json - --csv - "$SAVED"
    misused "*only one output can go to standard output" run --games 5 --json - --save -
}

@test "a file to save to that cannot be written is told before anything is played" {
    fails 4 "ninefold: $BATS_TEST_TMPDIR/none/run.json: *" \
        run --games 1G --save "$BATS_TEST_TMPDIR/none/run.json"
}

@test "a run that fails leaves no saved file, and one that is there stays" {
    echo before >"$BATS_TEST_TMPDIR/run.json"
    run -3 --separate-stderr nf run --games 5 -n 1 -k 1 --save "$BATS_TEST_TMPDIR/run.json"
    [ "$(cat "$BATS_TEST_TMPDIR/run.json")" = before ]
}

@test "--until-width ends at the first doubling with narrow intervals" {
    works run --quiet -n 2 -m 100 --until-width 0.05% --json -
    games=$(sed -n 's/^  "games": \([0-9]*\),.*/\1/p' <<<"$output")
    # 65,536 games times a power of two, and half as many were not enough.
    [ $((games % 65536)) -eq 0 ]
    [ "$games" -gt 65536 ]
    fails_with_report 6 --quiet -n 2 -m 100 --until-width 0.0005 --games $((games / 2))
    # The same games as a run of that many.
    [ "$(digest -n 2 -m 100 --games "$games")" = "$(sed -n 's/^  "digest": "\(.*\)",$/\1/p' <<<"$output")" ]
}

@test "--until-width looks after 1,024 games: a wide interval takes no more" {
    local game
    for game in $(games); do
        works run --quiet --game $game --until-width 10% --json -
        grep -q '^  "games": 1024,' <<<"$output"
    done
}

# fails_with_report CODE ARGUMENT...: the run ends with CODE, but its table is printed.
fails_with_report() {
    local code=$1 status=0
    shift
    "$NINEFOLD" run "$@" >"$BATS_TEST_TMPDIR/table" 2>"$BATS_TEST_TMPDIR/message" || status=$?
    [ "$status" -eq "$code" ]
    grep -q '^digest ' "$BATS_TEST_TMPDIR/table"
    grep -q '^ninefold: after [0-9]* games the widest 95% interval is ' "$BATS_TEST_TMPDIR/message"
}

@test "--until-width that --games or --time do not suffice for: exit code 6, with the report" {
    fails_with_report 6 --quiet -n 5 --until-width 0.001% --games 500
    fails_with_report 6 --quiet -n 5 --until-width 0.0001% --time 200ms
    # Nothing can be told of a single game.
    fails_with_report 6 --quiet -n 5 --until-width 100% --games 1
}

@test "a width that is none is refused with its form" {
    for width in 0 0% -1% 101% 1.1 x 1%% 1x inf nan 0x1 ' 1'; do
        misused "*--until-width '$width': expected a width such as 0.01% or 0.0001, *" \
            run --until-width "$width"
    done
}

@test "the seats of a fair table are called alike, the number of games permitting" {
    works run --quiet --games 2000 -n 3
    grep -Eq '^all seats alike\?  Hotelling T2 = [0-9.]+, F\(2, 1998\) = [0-9.]+, p = [0-9.]+$' <<<"$output"
    works run --quiet --games 29 -n 3
    grep -q '^all seats alike?  too few games to tell: it takes 30$' <<<"$output"
    works run --quiet --games 50 -n 1
    [[ $output != *'seats alike'* ]]
}

@test "a chance below one in a million is told in words to people, in full to programs" {
    cd "$BATS_TEST_TMPDIR"
    local game
    for game in '-n 3 --strategy 1=last-e' '--game mahjong'; do
        # shellcheck disable=SC2086 # a list of words is what is meant
        works run --quiet --games 300 $game --save run.json
        works stats run.json --json run.out --csv run.csv --markdown run.md
        works stats run.json
        grep -Eq 'alike\?  Hotelling T2 = .* p (= [0-9.]+|less than 1 in a million)$' <<<"$output"
        number=$(sed -n 's/^.*,seats_alike,Hotelling T2,p,//p' run.csv)
        word=$(sed -n 's/^| Hotelling T2 .*| \([^|]*\) |$/\1/p' run.md)
        [ -n "$number" ]
        grep -q '"test": "hotelling-t2"' run.out
        if [[ $game == *last-e ]]; then
            [[ $number == *e-* ]]
            [ "$word" = 'less than 1 in a million' ]
            [[ $output == *' p less than 1 in a million'* ]]
            grep -Eq '"p": [0-9.]+e-' run.out
            works stats run.json --html run.html
            [ "$(grep -c 'less than 1 in a million' run.html)" -ge 2 ]
            run ! grep -q 'e-[0-9][0-9]' run.html
        fi
    done
}

@test "the replay line of an extreme replays that game" {
    works run --quiet --games 500 -n 4 -m 9 --seed 3
    read -r _ _ turns _ _ _ index <<<"$(grep '^longest round' <<<"$output")"
    command=$(sed -n 's/^  ninefold replay/replay/p' <<<"$output")
    [[ $command == *"--index $index" ]]
    # shellcheck disable=SC2086 # a list of words is what is meant
    longest=$(nf $command --quiet --transcript | awk '/^Round/ { n = 0; next } { if (++n > most) most = n }
        END { print most }')
    [ "$longest" -eq "$turns" ]
}

@test "--html: neither of a list of runs, nor of a comparison, nor of seats" {
    cd "$BATS_TEST_TMPDIR"
    nf run --quiet --games 5 -n 2 --db runs.db >/dev/null
    misused "*--html: expected runs to report on, without a list" stats --db runs.db --html x.html
    misused "*--html: expected runs to report on, without --compare" \
        stats --compare "$SAVED" "$SAVED" --html x.html
    misused "*--html: expected runs to report on, without --seats" stats --seats 1,2 "$SAVED" --html x.html
    [ ! -e x.html ]
}

@test "--seats and --compare of a single game have no interval, and say so with a dash" {
    nf run --quiet --games 1 -n 2 -m 9 --save "$BATS_TEST_TMPDIR/one.json" >/dev/null
    works stats --seats 1,2 "$BATS_TEST_TMPDIR/one.json"
    [[ ${lines[1]} =~ ^"1 less 2, points"\ +[+-][0-9.]+\ +-$ ]]
    works stats --seats 1,2 --json - "$BATS_TEST_TMPDIR/one.json"
    [ "$(tr -d ' \n' <<<"$output" | grep -o '"ci95":\[[^]]*\]')" = '"ci95":[null,null]' ]
    # One common game makes no pairs.
    works stats --compare "$BATS_TEST_TMPDIR/one.json" "$BATS_TEST_TMPDIR/one.json"
    [[ $output == *"not paired: they have no two indices in common"* ]]
}

@test "--compare of runs that play alike has no interval, of games that hardly differ a warning" {
    cd "$BATS_TEST_TMPDIR"
    nf run --quiet --games 12 -n 3 -m 5 --save a.json >/dev/null
    works stats --compare a.json a.json
    [[ $output == *'careful: both runs play alike'* ]]
    [ "$(grep -Ec '^ +[1-3] .* \+0\.0000 +-$' <<<"$output")" -eq 3 ]
    nf run --quiet --games 12 -n 3 -m 5 --strategy 1=last-e --save b.json >/dev/null
    works stats --compare a.json b.json
    apart=$(sed -n 's/^\([0-9]*\) of 12 games went otherwise$/\1/p' <<<"$output")
    [ "$apart" -lt 20 ]
    [[ $output == *"careful: only $apart games went otherwise, too few"* ]]
    [ -z "$(awk 'length > 80' <<<"$output")" ]
}

@test "--compare of a table of ten or more warns that some intervals miss by chance" {
    nf run --quiet --games 30 -n 10 -m 5 --save "$BATS_TEST_TMPDIR/a.json" >/dev/null
    nf run --quiet --games 30 -n 10 -m 5 --strategy 1=lowest --save "$BATS_TEST_TMPDIR/b.json" >/dev/null
    works stats --compare "$BATS_TEST_TMPDIR/a.json" "$BATS_TEST_TMPDIR/b.json"
    [ "${lines[-1]}" = 'of 10 such intervals about one in twenty misses the truth by chance' ]
    [ -z "$(awk 'length > 80' <<<"$output")" ]
    works stats --compare "$SAVED" "$SAVED"
    [[ $output != *"one in twenty"* ]]
}

@test "--compare of other games, tables or seats is refused with what they are" {
    nf run --quiet --game tng --games 9 --save "$BATS_TEST_TMPDIR/tng.json" >/dev/null
    misused "*--compare: the runs are of Cirno's Arithmetic Game and of The Number Game" \
        stats --compare "$SAVED" "$BATS_TEST_TMPDIR/tng.json"
    misused "*--seats '1,6': expected two of the seats 1 to 5, such as 1,2" stats --seats 1,6 "$SAVED"
    for seats in 1,1 0,1 1 1, ,1 1,2,3 18446744073709551617,2 a,b; do
        misused "*--seats '$seats': expected two of the seats 1 to 5, such as 1,2" \
            stats --seats $seats "$SAVED"
    done
}

@test "a file that is read is not written over with something else" {
    cd "$BATS_TEST_TMPDIR"
    local each
    works run --games 20 -n 3 --quiet --save run.json
    works run --games 20 -n 3 --quiet --db runs.db
    cp run.json before.json && cp runs.db before.db
    ln -s run.json link.json
    for each in json csv markdown html; do
        misused "ninefold stats: ./run.json: found the same file to read and to write" \
            stats "$SAVED" run.json --$each ./run.json
    done
    misused "*link.json: found the same file to read and to write" stats run.json --json link.json
    misused "*runs.db: found the same file to read and to write" stats --db runs.db --csv runs.db
    misused "*runs.db: found the same file to read and to write" stats --db runs.db 1 --json runs.db
    misused "*run.json: found the same file to read and to write" run --resume run.json --json run.json
    misused "*run.json: found the same file to read and to write" \
        run --resume run.json --save more.json --json run.json
    misused "*run.json: found the same file to read and to write" \
        merge run.json -o joined.json --json run.json
    cmp run.json before.json
    cmp runs.db before.db
    # The joined run may take the place of a part.
    works merge run.json -o run.json
    cmp run.json before.json
}

@test "two outputs to one file are refused, and the file stays" {
    misused "*only one output can go to a file" stats "$SAVED" --json "$BATS_TEST_TMPDIR/x" --csv "$BATS_TEST_TMPDIR/x"
    misused "*only one output can go to a file" stats "$SAVED" --markdown "$BATS_TEST_TMPDIR/x" --html "$BATS_TEST_TMPDIR/x"
    [ ! -e "$BATS_TEST_TMPDIR/x" ]
}

@test "a run without games: a table, a document and a report all the same" {
    nf run --quiet --games 2 -n 3 -m 5 --shard 3/3 --save "$BATS_TEST_TMPDIR/none.json" >/dev/null
    works stats "$BATS_TEST_TMPDIR/none.json"
    [[ ${lines[0]} == "Cirno's Arithmetic Game: 0 games "* ]]
    [ "${lines[-1]}" = 'no game was finished' ]
    works stats --json - "$BATS_TEST_TMPDIR/none.json"
    grep -q '"games": 0,' <<<"$output"
    grep -q '"digest": "00000000000000000000000000000000"' <<<"$output"
    works stats --html - "$BATS_TEST_TMPDIR/none.json"
    grep -q 'No game was finished' <<<"$output"
    [[ $output != *nan* ]]
}
