# What is printed is written, or the exit code says that it was not.
load ../helpers

# Every way to print to standard output, one a line.
printers() {
    cat <<-END
	--help
	--version
	help run
	run --help
	gen
	replay --quiet
	replay --quiet --instance
	replay --quiet --transcript
	play $DATA/cirno/1.in
	verify $DATA/cirno/2.in
	run --games 20 --quiet
	run --games 20 --quiet --json -
	signature
	END
}

# Closed pipes: faults.bats.
@test "a full disk under standard output, or a closed one: exit code 4 and a message" {
    local arguments message
    [ -c /dev/full ] || skip "no /dev/full here"
    message=$BATS_TEST_TMPDIR/message
    while read -r -a arguments; do
        status=0
        nf "${arguments[@]}" >/dev/full 2>"$message" || status=$?
        [ "$status" -eq 4 ] || complain "${arguments[*]}: expected exit code 4"
        [ "$(<"$message")" = 'ninefold: standard output: No space left on device' ]
        status=0
        nf "${arguments[@]}" >&- 2>"$message" || status=$?
        [ "$status" -eq 4 ] || complain "${arguments[*]}: expected exit code 4"
        [ "$(<"$message")" = 'ninefold: standard output: Bad file descriptor' ]
    done < <(printers)
}

@test "a reader that goes away halfway: exit code 4" {
    told bash -c '"$0" gen --profile max | head -c 1 >/dev/null
        exit "${PIPESTATUS[0]}"' "$NINEFOLD"
    [ "$status" -eq 4 ]
    [ "$stderr" = 'ninefold: standard output: Broken pipe' ]
}

@test "a failed run keeps its JSON file although the table could not be printed" {
    [ -c /dev/full ] || skip "no /dev/full here"
    status=0
    nf run --games 20 --json "$BATS_TEST_TMPDIR/run.json" >/dev/full 2>/dev/null || status=$?
    [ "$status" -eq 4 ]
    grep -q '"digest"' "$BATS_TEST_TMPDIR/run.json"
}

@test "no temporary file is left beside a file that was written" {
    nf gen --answer "$BATS_TEST_TMPDIR/only" >/dev/null
    nf gen --count 3 --out "$BATS_TEST_TMPDIR/set" -n 2 -m 2
    [ "$(ls -A "$BATS_TEST_TMPDIR")" = $'only\nset' ]
    [ "$(ls -A "$BATS_TEST_TMPDIR/set" | wc -l)" -eq 6 ]
}

@test "nothing on stdout or stderr depends on a terminal or carries colour codes" {
    run bash -c '"$0" run --games 20 2>&1 && "$0" --help && "$0" rnu 2>&1' "$NINEFOLD"
    [[ $output != *$'\e'* ]]
    [[ $output != *$'\r'* ]]
}

@test "paths longer than the system takes are told in a line, exit code 4" {
    local long
    long=$(printf 'x%.0s' $(seq 4100))
    fails 4 "ninefold: *x...: the path is too long" gen --count 1 --out "$long"
    fails 4 "ninefold: *: cannot make the folder: File name too long" gen --suite "$long"
    fails 4 "ninefold: *x...: the path is too long" fuzz --count 1 --keep "$long" -- true
    fails 4 "ninefold: *: File name too long" verify "${long:0:300}"
    fails 4 "ninefold: *: *" run --games 5 --json "${long:0:300}/x"
}

@test "gen: options that do not go together are refused before anything is written" {
    mkdir "$BATS_TEST_TMPDIR/here"
    cd "$BATS_TEST_TMPDIR/here"
    misused "*--answer: expected no --count with it, *" gen --count 2 --out set --answer x
    misused "*--answer -: expected a file, *" gen --answer -
    misused "*--count: expected --out DIR with it, *" gen --count 2
    misused "*--out: expected --count N with it, *" gen --out set
    misused "*--format: expected --suite DIR with it" gen --format kattis
    misused "*--index: expected --index plus the games to be 1000000000000000 at most" \
        gen --index 999999999999999 --count 2 --out set
    misused '*--answer: *' gen --count 3 --out set --answer y
    [ -z "$(ls -A)" ]
}

@test "a folder that a file stands in the way of is told: exit code 4" {
    cd "$BATS_TEST_TMPDIR"
    echo before >set
    fails 4 "ninefold: set: not a folder" gen --count 2 --out set -n 2 -m 2
    fails 4 "ninefold: set/x: cannot make the folder: Not a directory" gen --count 2 --out set/x
    fails 4 "ninefold: set: not a folder" fuzz --count 1 --keep set -- true
    [ "$(cat set)" = before ]
}
