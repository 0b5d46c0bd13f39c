# The line that tells how far a long job has come: on terminals only, within their width, and gone
# when the job is done.
# first: a line of progress takes a second to come
load ../helpers

setup() {
    command -v script >/dev/null || skip "script(1) is not installed, so there is no terminal"
}

# on_terminal COLUMNS ARGUMENT...: runs the program with standard error on a terminal that wide;
# what came to it is in $shown, the exit code in $status.
on_terminal() {
    local line
    printf -v line '%q ' "$NINEFOLD" "${@:2}"
    status=0
    script -qec "stty cols $1; $line >'$BATS_TEST_TMPDIR/out'" /dev/null \
        </dev/null >"$BATS_TEST_TMPDIR/shown" || status=$?
    shown=$(tr -d '\n' <"$BATS_TEST_TMPDIR/shown")
}

# played_on_terminal COLUMNS ARGUMENT...: a run of 1.4 s, or of more where the machine is so busy that
# no part of it was over, of which there would be an estimate.
played_on_terminal() {
    local time
    for time in 1400ms 6s 30s; do
        on_terminal "$1" run --time $time -j 1 --kernel reference --json - "${@:2}"
        [[ $1 -ge 80 && $shown != *"seat 1 "* ]] || break # a narrower one has no room for it
    done
    [ "$status" -eq 0 ]
}

@test "progress: of a run it fits the terminal, is wiped away in the end, tells how far it has come, and changes no game" {
    for columns in $(often 100 "20 200 100" "20 40 80 200 100"); do
        played_on_terminal $columns
        # The pieces between the carriage returns.
        mapfile -t pieces < <(tr '\r' '\n' <<<"$shown" | grep .)
        [ "${#pieces[@]}" -ge 2 ] || complain "expected progress on $columns columns: $shown"
        most=$((columns - 1 < 120 ? columns - 1 : 120))
        for piece in "${pieces[@]}"; do
            [ "${#piece}" -eq "$most" ] || complain "expected $most columns: '$piece'"
        done
        [[ ${pieces[0]} =~ ^\ *[0-9]+\.[0-9]%\ \ [0-9]+ ]]
        [[ ${pieces[-1]} =~ ^\ *$ ]]
        [[ $shown == *$'\r' ]]
    done
    # The share of the time that is over, the rate, what is left, and an estimate with its width.
    [[ $shown =~ $'\r'\ *([0-9]+)\.[0-9]%\ \ [0-9]+\ games\ \ [0-9]+/s\ \ [01]\ s\ left ]]
    [ "${BASH_REMATCH[1]}" -ge 70 ]
    [ "${BASH_REMATCH[1]}" -le 200 ] # what was begun is finished
    same_games "$(first)"
}

# same_games GAME: an estimate was shown, and the digest is that of as many games without a terminal.
same_games() {
    local game=$1 played
    [[ $shown =~ seat\ 1\ [a-z]+\ [0-9.]+%\ \+-[0-9.]+ ]] || complain "$game: $shown"
    played=$(sed -n 's/^ *"games": \([0-9]*\),.*/\1/p' "$BATS_TEST_TMPDIR/out" | head -n 1)
    [ "$(nf run --game "$game" --games "$played" --quiet --json - | grep '"digest"')" = \
        "$(grep '"digest"' "$BATS_TEST_TMPDIR/out")" ]
}

# bats test_tags=long
@test "progress: a run of each game shows an estimate, and ends with the digest it has without" {
    for game in $(others); do
        played_on_terminal 100 --game "$game"
        same_games "$game"
    done
}

# bats test_tags=long
@test "progress: a tournament shows who leads and by how much, and ranks as it does without" {
    set -- tournament statement lowest last-e -n 2 --games "$(often "" 3000 12000)" -j 1
    on_terminal 120 "$@" --kernel reference
    [ "$status" -eq 0 ]
    [[ $shown =~ [a-z-]+\ leads\ by\ [0-9.]+\ \+-[0-9.]+\ points ]] || complain "$shown"
    cmp "$BATS_TEST_TMPDIR/out" <(nf "$@" --quiet)
}

@test "progress: fuzz has it, but not with --quiet, nor a job that is over at once" {
    printf '#!/bin/sh\nsleep 0.2\nexec %q play\n' "$NINEFOLD" >"$BATS_TEST_TMPDIR/slow"
    chmod +x "$BATS_TEST_TMPDIR/slow"
    for quiet in "" --quiet; do
        on_terminal 70 fuzz $quiet -j 1 --time 1400ms -- "$BATS_TEST_TMPDIR/slow"
        [ "$status" -eq 0 ]
        [[ -n $quiet || $shown =~ \ [0-9]+\ cases\ +[0-9]+/s ]] || complain "expected progress: $shown"
        [[ -z $quiet || -z $shown ]] || complain "expected none: $shown"
    done
    on_terminal 80 run --games 10
    [ -z "$shown" ]
}

# bats test_tags=long
@test "progress: bench tells what it will take, and its repetitions" {
    on_terminal 60 bench --kernel reference --profile uniform -m 2 -j 1 --parts run --min-time 400ms --repeat 3
    [ "$status" -eq 0 ]
    [[ $shown == *"1 rows, at least 2 s; the games are checked first"* ]]
    [[ $shown == *" repetitions  "*"/s  "* ]]
}
