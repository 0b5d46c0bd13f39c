# fuzz --add-to: failing cases become tests of a set. What they are called, there and in a package, and
# that no file is replaced: tests/unit/judge/judging/test_test_set.c.
load ../helpers

setup_file() {
    export WRONG=$BATS_FILE_TMPDIR/wrong
    # It prefers B to D for the smallest p.
    "$TESTS/mutants/build" "$(first)" "$WRONG" -DBUG=18
}

# adds ARGUMENT...: a case is found and added; the last line of the output is in $told.
adds() {
    ends 1 fuzz --diagnose 0s "$@" -- "$WRONG"
    told=${lines[-1]}
}

@test "fuzz --add-to: the shrunk case gets the next name of the set, with its answer, once" {
    nf gen --count 3 -n 2 -m 1 --out set
    sha256sum set/* >before
    adds --add-to set --keep kept
    [ "$told" = 'case 21 was added to the test set: set/004.in, with its answer' ]
    cmp set/004.in kept/001.min.in
    cmp set/004.out kept/001.min.ans
    sha256sum --quiet -c before
    works judge set -- "$NINEFOLD" play
    adds --add-to set
    [ "$told" = 'case 21 is in the test set already: set/004.in' ]
    [ "$(ls -A set | wc -l)" -eq 8 ]
}

@test "fuzz --add-to: a new folder, every kind of failure, of every game; an accepted program adds nothing, a folder that cannot be is told before the first case" {
    adds --add-to new/all --shrink 0 --keep-going --count 100 --keep kept
    for file in kept/???.in; do
        cmp "$file" "new/all/${file#*/}"
    done
    works verify new/all/001.in
    for game in $(some_games); do
        ends 1 fuzz --diagnose 0s --game $game --add-to $game --shrink 20 -- true
        works check --game $game $game
    done
    works fuzz --count 20 --add-to none -- "$NINEFOLD" play
    [ -z "$(ls none)" ]
    touch file
    fails 4 'ninefold: file: not a folder' fuzz --add-to file -- "$WRONG"
    misused 'ninefold fuzz: set: only one output can go to a file' \
        fuzz --keep set --add-to set -- "$WRONG"
}

@test "fuzz --add-to: with --json - standard output is JSON; what was added is told on stderr" {
    told nf fuzz --diagnose 0s --shrink 0 --add-to set --json - -- "$WRONG"
    python3 -m json.tool <<<"$output" >/dev/null
    [ "$stderr" = 'case 21 was added to the test set: set/001.in, with its answer' ]
    [ "$(ls set)" = $'001.in\n001.out' ]
}
