# bench: what it prints, saves and compares. Nothing here depends on how fast the machine is.
load ../helpers

# A bench of little work: two threads at most, games of two rounds.
quick() { nf bench --kernel reference --profile uniform -m 2 --min-time 1ms --warmup 0 "$@"; }

# A strategy of more groups than vector kernels can hold.
long_strategy() {
    printf '%s\n' normal '  first A1' '  max C' '  first A2' '  max D' '  first A5' '  max E0' '  first A9' '  max E49' \
        '  first A19' '  first E99' '  max counter' doubled >long.txt
}

setup_file() {
    export SAVED=$BATS_FILE_TMPDIR/saved.json
    quick -j 1,2 --repeat 3 --parts run,apart --json "$SAVED" >"$BATS_FILE_TMPDIR/table"
}

@test "the table names machine, build, kernels and parts within 80 columns" {
    works bench "$SAVED"
    [ "$output" = "$(cat "$BATS_FILE_TMPDIR/table")" ]
    [ -z "$(awk 'length > 80 && !/^flags /' <<<"$output")" ]
    for word in "$(nf --version | sed -n 's/^machine: //p')" \
        "$(nf --version | sed -n 's/^compiler: //p')" reference generator -j1 -j2 \
        "profile uniform, 30 players, 2 rounds" "dealt and played" "played only" "dealt only"; do
        [[ $output == *"$word"* ]] || complain "expected '$word'"
    done
}

@test "every kernel of this machine is measured when none is named, of every game" {
    for game in $(some_games); do
        works bench --game $game --profile uniform -j 1 --parts run --repeat 1 --warmup 0 --min-time 1ms --csv
        for kernel in $(kernels_of $game); do
            [ "$(grep -c "^run,$kernel,1,uniform," <<<"$output")" -eq 1 ] || complain "expected a row of $kernel"
        done
    done
}

@test "--kernel, --profile, --players and --threads take lists, --profile all profiles of the game" {
    works bench --kernel reference --profile basic,no-double -n 2,4..5 -m 1 -j 2,1 --parts run \
        --repeat 1 --warmup 0 --min-time 1ms --csv
    [ "$(cut -d, -f1-6 <<<"$output" | sort -u | wc -l)" -eq 13 ] && [ "${#lines[@]}" -eq 13 ]
    for row in run,reference,2,basic,2,1 run,reference,1,no-double,5,1; do
        grep -q "^$row," <<<"$output" || complain "expected $row"
    done
    works bench --kernel reference --profile all -n 2 -m 1 -j 1 --parts run --repeat 1 --warmup 0 --min-time 1ms --csv
    [ "$(cut -d, -f4 <<<"$output" | tr '\n' ' ')" = "profile uniform basic no-turn-pass no-double max " ]
}

@test "--games plays exactly that many games a repetition, and says their digest; --json - is the document alone" {
    works bench --kernel reference --profile uniform -m 3 -n 4 -j 1 --games 5k --parts run \
        --repeat 1 --warmup 0 --min-time 1ms --json -
    [[ $output == "{"*'"schema": "ninefold.bench/1"'*"}" ]]
    grep -q '"games": 5000,' <<<"$output"
    grep -q "\"digest\": \"$(digest -m 3 -n 4 --games 5k)\"" <<<"$output"
    works bench - <<<"$output"
    [[ $output == *reference* ]]
}

# The regression beyond --tolerance: tests/unit/sim/bench/test_bench_report.c.
@test "a bench just measured is compared with a saved one, and a saved one with a saved one: 1 if it is slower; with one repetition without intervals, and with notes of other machines and builds" {
    # So much faster that no noise makes a regression of it.
    sed -E 's/"turns": [0-9]+/"turns": 1/' "$SAVED" >slower.json
    exits 0 quick -j 1 --parts run --repeat 3 --compare slower.json
    [[ $output == *"run      reference uniform "*faster* ]] || complain "expected faster"
    ends 1 bench --compare "$SAVED" slower.json
    [ "$(grep -c 'slower$' <<<"$output")" -eq 4 ]
    [[ $stderr == *"4 of 4 rows are more than 5% slower"* ]]
    quick -j 1 --parts run --repeat 1 --json one.json >/dev/null
    sed -E 's/"processor": "[^"]*"/"processor": "an abacus"/; s/"compiler": "[^"]*"/"compiler": "hand 1.0"/' \
        one.json >other.json
    works bench --compare other.json one.json
    [[ $output == *"note: another machine then: an abacus"* ]]
    [[ $output == *"note: another compiler then: hand 1.0"* ]]
    [[ $output != *"another set of flags"* ]]
    grep -Eq ' 1\.000 +- *$' <<<"$output"
}

@test "a scan has a line with a bar for every value" {
    for scan in $(often players=1..3 "players=1..3 rounds=2,4,8 threads=1..3" "players=1..3 rounds=2,4,8 threads=1..3"); do
        works bench --kernel reference --scan $scan -m 2 --min-time 1ms --repeat 1 --warmup 0
        [ "$(grep -c ' #\+$' <<<"$output")" -eq 3 ] || complain "expected three bars"
        [[ $output == *"${scan%=*}  turns/s: min"* ]]
    done
}

@test "the judge's program is measured at the maximum size" {
    works bench --parts play --min-time 1ms --repeat 1 --warmup 0
    [[ $output == *"ninefold play, in process: profile max, 30 players, 100 rounds, 300,000 cards"* ]]
    [[ $output == *" ms per instance "* ]]
}

@test "wrong lists and options are refused by item, whichever option, game and strategy" {
    long_strategy
    while IFS='|' read -r words said; do
        eval "misused \"*\$said\" bench $words"
    done <<'END'
--kernel refrence|--kernel*did you mean reference*
--kernel reference,reference|'reference' is given twice
--profile unifrom|'unifrom'*did you mean uniform*
--profile al|'al': unknown profile of cirno, did you mean all?
--profile basic,basic|'basic' is given twice
--profile ,|''*
--threads 0|--threads*'0': expected numbers from 1 to 1024*
--threads 1,|''*
--threads 2..1|'2..1'*
--threads 1..|'1..': expected numbers*
--threads 1..x|'1..x': expected numbers*
--threads ..2|'..2': expected numbers*
--threads 1..2..3|'1..2..3': expected numbers*
--threads 1,1..2|'1..2' is given twice
--threads 1..129|expected at most 128 values
--players 31|--players*'31': expected numbers from 1 to 30*
--rounds 9999999999|'9999999999': expected numbers*
--parts rum|'rum': expected run, apart or play, did you mean run*
--parts run,apart,run|'run' is given twice
--scan seats=1..2|--scan seats=1..2: expected players=FIRST..LAST*
--scan players=1..31|--scan players: '1..31': expected numbers from 1 to 30*
--min-time 100us|--min-time*100us*duration*
--repeat 0|--repeat 0: expected a number from 1 to 1000*
--tolerance 100|--tolerance 100: expected a number from 0 to 99*
--csv --json -|--csv, --compare and --json -*only one*
--game mahjong --parts apart|--parts apart: mahjong has no such parts, expected run or play
--strategy lowest --parts run,play|--parts run,play: expected run, the only part that --strategy and --detail are for
--detail --parts apart|--parts apart: expected run*
--game tng --strategy lowest|--strategy: the chosen --game has no such option*
--strategy nobody|strategy 'nobody': expected a strategy file or one of those*
--strategy long.txt --kernel avx512|--kernel avx512: *, expected auto*
END
}

# What is no saved bench: tests/unit/sim/bench/test_bench_report.c.
@test "a saved bench that is not there, or of another game, is refused" {
    fails 4 "ninefold: /nowhere/a.json: *" bench --compare /nowhere/a.json
    fails 4 "ninefold: /nowhere*" bench --json /nowhere/a.json
    sed "s/\"game\": \"$(first)\"/\"game\": \"tng\"/" "$SAVED" >tng.json
    fails 3 "ninefold: tng.json: a bench of the game tng, expected $(first)" bench --compare tng.json "$SAVED"
}

@test "--strategy and --detail are measured, said, saved, and noted where they differ" {
    quick -n 4 -j 1 --repeat 1 --strategy 1=keep-e,2..4=lowest --detail --json s.json \
        >table
    works bench s.json
    [ "$output" = "$(cat table)" ]
    [[ $output == *"; with details"*"strategy 1=keep-e,2..4=lowest"*"dealt and played"* ]]
    [[ $output != *"played only"* && $output != *"ninefold play"* ]]
    quick -n 4 -j 1 --repeat 1 --json plain.json >/dev/null
    told nf bench --compare s.json plain.json
    [[ $output == *"note: another strategy then: 1=keep-e,2..4=lowest"* ]]
    [[ $output == *"note: another choice of details then: with them"* ]]
}

@test "--strategy plays the games of a run with it, by all kernels that can and by auto" {
    long_strategy
    one=$(digest -m 3 -n 5 --games 1000 --strategy long.txt)
    works bench --profile uniform -m 3 -n 5 -j 1 --games 1000 --strategy long.txt \
        --repeat 1 --warmup 0 --min-time 1ms --json -
    [ "$(grep -c "\"digest\": \"$one\"" <<<"$output")" -eq 2 ] # reference and portable
    kernel=$(nf run -q -n 5 -m 3 --games 1000 --strategy lowest | sed -n 's/.* kernel //p')
    works bench --profile uniform -m 3 -n 5 -j 1 --games 10000 --strategy lowest --repeat 1 \
        --warmup 0 --min-time 1ms --kernel auto --csv
    grep -q "^run,$kernel,1," <<<"$output"
}

# bats test_tags=long
@test "what a case of fuzz costs is measured against starting the program without it" {
    exits 0 env NINEFOLD="$NINEFOLD" BUILD="$BATS_TEST_TMPDIR" ROUNDS=1 COUNT=20 \
        "$TESTS/../bench/fuzz/run" "$(first)"
    [ "$(grep -cE '^[a-z]+ +(started|static|forked) +[1-9][0-9]* +[1-9][0-9]* +[0-9]+% +[1-9][0-9]* +[1-9][0-9]* +[0-9]+%$' <<<"$output")" -eq 3 ]
    [[ $output == *' ninefold itself: '[1-9]*' us of processor time a case' ]] || complain "expected its own part"
}
