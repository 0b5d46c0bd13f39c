# What is printed is written, or the exit code says that it was not.
load ../helpers

# without_reader COMMAND...: runs it with a pipe without a reader as standard output, so that the
# first write already fails.
without_reader() {
    rm -f pipe
    mkfifo pipe
    exec 7<>pipe 8>pipe 7>&-
    "$@" >&8
}

# unprinted REASON COMMAND...: it ends with 4 and says why its output is not there.
unprinted() {
    status=0
    "${@:2}" 2>message || status=$?
    [ "$status" -eq 4 ] && [ "$(<message)" = "ninefold: standard output: $1" ] ||
        complain "$*: expected it to end with 4, found $(<message)"
}

# Every way to print to standard output, one a line.
@test "a full disk under standard output, a closed one or a pipe without a reader: exit code 4 and a message, by every command" {
    local arguments way number=0
    nf run --quiet -n 5 -m 20 --games 200 --save run.json >/dev/null
    nf gen -n 3 -m 2 >case.in
    printf '#!/bin/sh\nexec %q play\n' "$NINEFOLD" >right && chmod +x right
    quick="bench --kernel reference --profile uniform -n 2 -m 2 -j 1 --parts run --repeat 1 --warmup 0 --min-time 1ms"
    nf $quick --json bench.json >/dev/null
    while read -r -a arguments; do
        # Each is tried one way, and from level 1 on all four.
        for way in $(often $((number++ % 4)) "0 1 2 3" "0 1 2 3"); do
            case $way in
            0) unprinted 'No space left on device' nf "${arguments[@]}" >/dev/full ;;
            1) unprinted 'Bad file descriptor' nf "${arguments[@]}" >&- ;;
            2) unprinted 'Broken pipe' without_reader nf "${arguments[@]}" ;;
            3) (trap '' PIPE && unprinted 'Broken pipe' without_reader nf "${arguments[@]}") ;;
            esac
        done
    done <<'END'
help
--version
run --help
help --man
help --man run
run --quiet --games 100
run --quiet --games 100 --json -
run --quiet --games 100 --save -
run --quiet --games 100 --records -
stats run.json
stats run.json --csv -
stats run.json --html -
gen -n 3 -m 2
play case.in
verify case.in
replay -n 3 -m 2 --quiet
replay -n 3 -m 2 --quiet --instance
replay -n 3 -m 2 --quiet --transcript
check case.in case.in
strategies
signature --game tng
bench bench.json
fuzz --quiet --count 1 -j 1 -- ./right
END
}

@test "a failed run keeps its JSON file although the table could not be printed" {
    status=0
    nf run --games 20 --json run.json >/dev/full 2>/dev/null || status=$?
    [ "$status" -eq 4 ]
    grep -q '"digest"' run.json
}

@test "paths longer than the system takes, and a folder that a file stands in the way of, are told in a line: exit code 4" {
    long=$(printf 'x%.0s' $(seq 4100))
    fails 4 "ninefold: *x...: the path is too long" gen --count 1 --out "$long"
    fails 4 "ninefold: *: cannot make the folder: File name too long" gen --suite "$long"
    fails 4 "ninefold: *x...: the path is too long" fuzz --count 1 --keep "$long" -- true
    fails 4 "ninefold: *: File name too long" verify "${long:0:300}"
    fails 4 "ninefold: *: *" run --games 5 --json "${long:0:300}/x"
    echo before >set
    fails 4 "ninefold: set: not a folder" gen --count 2 --out set -n 2 -m 2
    fails 4 "ninefold: set/x: cannot make the folder: Not a directory" gen --count 2 --out set/x
    fails 4 "ninefold: set: not a folder" fuzz --count 1 --keep set -- true
    [ "$(cat set)" = before ]
}

@test "gen: options that do not go together are refused before anything is written" {
    misused "*--answer: expected no --count with it, *" gen --count 2 --out set --answer x
    misused "*--answer -: expected a file, *" gen --answer -
    misused "*--out: expected --count N with it, *" gen --out set
    misused "*--index: expected --index plus the games to be 1000000000000000 at most" \
        gen --index 999999999999999 --count 2 --out set
    [ ! -e set ]
}
