#!/usr/bin/env bats
# The diagnosis of fuzz: which mistake of the catalogue a program makes.

load ../helpers

setup_file() {
    local flags
    export MUTANTS=$BATS_FILE_TMPDIR
    for flags in 'right' 'early -DBUG=9' 'both -DBUG=1 -DAND=22' 'dry -DBUG=18 -DDRY=2'; do
        set -- $flags
        "$TESTS/mutants/build" "$(first)" "$MUTANTS/$1" "${@:2}"
    done
}

# fuzz ARGUMENT...: runs fuzz on a program that fails, with time enough to name its mistake; the
# report is in $output, and without line ends in $told.
fuzz() {
    ends 1 fuzz --quiet --diagnose 1m "$@"
    told=${output//$'\n'/ }
}

# leads WORDS: the report and the page of the case in "kept" begin with these words.
leads() {
    [[ $told == "$1"*" case "*"again: "*"cases "* ]] || complain "expected first: $1"
    grep -q "<p><strong>$1" kept/001.html
}

@test "fuzz names the mistake, on how many cases it is seen, and a case that tells it from all others" {
    fuzz --json json --keep kept -- "$MUTANTS/early"
    leads "On 2"
    [[ $told =~ On\ ([0-9]+)\ of\ ([0-9]+)\ cases\ your\ program\ does\ what\ a\ player\ would\ do ]]
    # The failing case, as found and as shrunk, and six batches.
    [ "${BASH_REMATCH[1]}" -ge 254 ]
    [ "${BASH_REMATCH[1]}" = "${BASH_REMATCH[2]}" ]
    tells "who finds the next player before TURN flips the direction (mistake 9)."
    tells "tells it from all others"
    [[ $told != *likely* ]]
    grep -q '"certain": true' json
    grep -q '"name": "next-before-turn"' json
    [ "$(grep -v '^again' <<<"$output" | awk 'length > 80' | wc -l)" -eq 0 ]
}

@test "fuzz names a mistake whatever the program does when its deck is empty, and keeps the case that tells it, small" {
    fuzz --keep "$BATS_TEST_TMPDIR" -- "$MUTANTS/dry"
    tells "(mistake 18)."
    tells "The case that tells it from all others but 17,"
    nf verify 001.tell.in
    nf play 001.tell.in | cmp - 001.tell.ans
    cmp <("$MUTANTS/dry" <001.tell.in) 001.tell.out
    [ "$(<001.tell.ans)" != "$(<001.tell.out)" ]
    [ "$(head -n 1 001.tell.in | awk '{ print ($3 < 20) }')" -eq 1 ]
}

# bats test_tags=long
@test "fuzz names a mistake by cases within the limits that are given" {
    fuzz --json json -n 3 -m 2 -k 40 -- sh -c \
        'read -r n m k; [ "$n" -le 3 ] && [ "$m" -le 2 ] && [ "$k" -le 40 ] || exit 9
        { echo "$n $m $k"; cat; } | "$0"' "$MUTANTS/early"
    tells "(mistake 9)."
}

# bats test_tags=long
@test "fuzz names a mistake by cases behind those that it has run before" {
    # With --deck no cards are added, so that a case run again is the same to the byte.
    fuzz -j 1 --shrink 0 --deck 40 --first 300 --count 250 -- sh -c \
        'cat >"$1"; cat "$1" >>"$2"; echo end >>"$2"; exec "$0" <"$1"' \
        "$MUTANTS/early" case all
    tells "(mistake 9)."
    sed '/^end$/q' all >first
    first=$(tr '\n' ' ' <first)
    [ "$(tr '\n' ' ' <all | grep -oF "$first" | wc -l)" -eq 1 ]
}

@test "fuzz names two mistakes where no single one fits" {
    fuzz -- "$MUTANTS/both"
    tells "rounds D2 towards zero (mistake 1), and may not make p 99 (mistake 22)."
}

# In words: tests/unit/judge/fuzz/test_fuzz_report.c.
# bats test_tags=long
@test "fuzz says that no mistake of the catalogue fits, and which one comes nearest" {
    fuzz --json json --keep kept -- sh -c "'$MUTANTS/early' | sed 's/p=57\\./p=58./'"
    leads "None of the "
    [[ $told =~ None\ of\ the\ ([0-9]+)\ mistakes\ known\ does\ what\ your\ program\ does ]]
    [ "${BASH_REMATCH[1]}" -gt 51 ]
    tells "Nearest, but not the same, is a player who finds the next player before TURN"
    [[ $told =~ she\ agrees\ on\ ([0-9]+)\ of\ ([0-9]+)\ cases ]]
    [ "${BASH_REMATCH[1]}" -lt "${BASH_REMATCH[2]}" ]
    [ $((5 * BASH_REMATCH[1])) -ge $((4 * BASH_REMATCH[2])) ]
    grep -q '"certain": false' json
    grep -q '"mistakes": \[\]' json
    # One that agrees on less than 80% is not near.
    fuzz --json json -- sh -c "'$MUTANTS/early' | sed 's/-99/-98/;s/ used A99/ uses A99/'"
    leads "None of the "
    [[ $told != *"Nearest"* ]]
    grep -q '"nearest": \[\]' json
}

@test "fuzz names nothing where nothing fails, with --diagnose 0s, for a kernel, or for white space, calls a mistake likely where time is over before 200 cases, and spends no more than its time" {
    works fuzz --quiet --count 20 -- sh -c "'$MUTANTS/right' | sed 's/ /\t/; s/$/\r/; s/^/\n/'"
    [[ $output != *mistake* ]]
    for options in '--diagnose 0s' '--kernel reference --count 100'; do
        told nf fuzz --quiet --shrink 0 $options -- "$MUTANTS/early"
        [ "$status" -eq 1 ] && [[ $output != *mistake* ]] || complain "expected no diagnosis"
    done
    fuzz --strict --shrink 0 -- sh -c "'$MUTANTS/right' | sed 's/$/ /'"
    tells ": PE, the end of line 1 differs in white space"
    [[ $output != *mistake* ]]
    told nf fuzz --quiet --shrink 0 --diagnose 1s -- sh -c "sleep 0.1; '$MUTANTS/early'"
    told=${output//$'\n'/ }
    tells "This is likely, not certain: that takes 200 cases, for which --diagnose had no time."
    exits 1 timeout -s KILL 30 "$NINEFOLD" fuzz --quiet --wall 300ms --count 1 --shrink 0 -- sleep 100
    told=${output//$'\n'/ }
    [[ $told != *"mistakes known"* ]] || complain "expected nothing on mistakes of a program that gives no answer"
}

# bats test_tags=long
@test "programs that only differ from the catalogue in how they are written are named, others are not" {
    NINEFOLD=$NINEFOLD "$TESTS/diagnosis/run" "$(often "*" "*" "*+")"
}

@test "Ctrl-C while the mistake is looked for ends it with what was found before" {
    told timeout --foreground -s INT -k 20 3 "$NINEFOLD" fuzz --quiet --shrink 0 --diagnose 1m -- \
        sh -c "sleep 0.5; '$MUTANTS/early'"
    [ "$status" -eq 130 ] || [ "$status" -eq 124 ] || complain "expected the exit code of a signal"
    [[ $output == *"WA, line"* ]] || complain "expected the failing case"
    [[ $stderr == *"stopped by signal 2"* ]] || complain "expected a word on the signal"
    [[ $output != *mistake* ]]
}
