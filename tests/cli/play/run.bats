# run and signature: the digest and the statistics belong to the games, not to how they are played.
load ../helpers

@test "run prints a table with a digest of 32 hex digits, and with --json FILE the same in a document; extremes of one in the singular, --deck and --weights as given" {
    works run --games 50 --quiet --json run.json
    [ -z "$(awk 'length > 80' <<<"$output")" ]
    [[ $(sed -n 's/^digest  *//p' <<<"$output") =~ ^[0-9a-f]{32}$ ]]
    grep -q "\"digest\": \"${BASH_REMATCH[0]}\"" run.json
    works run --games 20 --quiet --json -
    [[ $output == '{'* ]]
    for member in schema version game params players rounds deck profile seed first games rejected \
        digest turns seconds turns_per_second games_per_second threads kernel machine tables; do
        grep -q "\"$member\":" <<<"$output"
    done
    works run --quiet --games 1 -n 1 -m 1
    grep -Eqx 'most losses in a game +1  round +0' <<<"$output"
    grep -Eqx 'longest round +[0-9]+  turns +0' <<<"$output"
    works run --quiet --games 5 -n 2 -m 2 --deck 500 --json -
    grep -q '"deck": 500,' <<<"$output"
    works run --quiet --games 5 -n 2 -m 2 --weights A1=2,E99=1 --json -
    grep -q '"weights": "A1=2,E99=1"' <<<"$output"
}

@test "a file that cannot be written is told before anything is played" {
    fails 4 "ninefold: none/run.json: *" run --games 1G --json none/run.json
    fails 4 "ninefold: none/run.json: *" run --games 1G --save none/run.json
    fails 4 "ninefold: $BATS_TEST_TMPDIR: is a directory*" run --games 1G --json "$BATS_TEST_TMPDIR"
}

# reports_a_prefix: what it reports in "run.json" and $output are the first games.
reports_a_prefix() {
    games=$(sed -n 's/^ *"games": \([0-9]*\),.*/\1/p' run.json)
    [ "$games" -gt 0 ]
    [ "$(digest --games "$games")" = "$(sed -n 's/^digest  *//p' <<<"$output")" ]
}

@test "--time ends in time, and what it reports is a prefix of the games; --games may end it before" {
    works run --quiet --time 50ms --json run.json
    reports_a_prefix
    nf run --quiet --time 1h --games 30 --json - | grep -q '"games": 30,'
}

# Other signals: files/files.bats.
@test "SIGTERM ends a run with what is finished, exit code 143; a signature, too, and no half of it is printed" {
    stopped_by TERM run --time 1h --json run.json
    reports_a_prefix
    "$NINEFOLD" signature --kernel reference -j 1 >out 2>message &
    catching $!
    ended_by TERM
    # It may have ended before the signal came.
    [ "$status" -eq 143 ] || [ "$status" -eq 0 ]
    if [ "$status" -eq 143 ]; then
        grep -q '^ninefold: stopped by signal 15' message
        [ ! -s out ]
    fi
}

@test "weights: the table and its replay line have them, and the line shows that very game; it can be pasted whatever the names of strategy files are" {
    works run --quiet --games 30 -n 2 -m 3 --weights A1=3,B9=1,PASS=2,E99=1
    grep -qx 'weights A1=3,B9=1,PASS=2,E99=1, seed 1, indices 0 to 29' <<<"$output"
    replay=$(sed -n 's/^  ninefold //p' <<<"$output")
    [[ $replay == 'replay --weights A1=3,B9=1,PASS=2,E99=1 -n 2 -m 3 --seed 1 --index '* ]]
    turns=$(sed -n 's/^longest round *\([0-9]*\) *turns .*/\1/p' <<<"$output")
    longest=$(nf $replay --quiet --transcript | awk '/^Round/ { n = 0; next } { n++ }
        / lost / { if (n > most) most = n } END { print most }')
    [ "$longest" -eq "$turns" ]
    nf strategies lowest >"it's my file; echo no.txt"
    works run --quiet --games 20 -n 2 -m 3 --strategy "1=it's my file; echo no.txt"
    replay=$(sed -n 's/^  ninefold //p' <<<"$output")
    exits 0 bash -c "'$NINEFOLD' $replay --quiet --instance"
    index=${replay##* }
    [ "$output" = "$(nf gen -n 2 -m 3 --index "$index" --strategy '1=lowest')" ]
}

# processor ARGUMENT...: the milliseconds of processor time that the program takes to refuse them.
processor() {
    local TIMEFORMAT=%3U spent
    spent=$({ time run ! nf "$@"; } 2>&1)
    echo "$((10#${spent/./}))"
}

# bats test_tags=long
@test "weights by which no game comes to an end are refused for what one game's attempts cost" {
    for weights in B1=8,A1=7,PASS=7 A1=15,B1=15,PASS=3; do
        one=$(processor run --quiet --kernel reference --games 1 -j 1 --weights "$weights")
        many=$(processor run --quiet --games 1G -j 1 --weights "$weights")
        echo "$weights: $many ms for many games, $one ms for one"
        [ "$many" -lt $((10 * one)) ]
    done
}
