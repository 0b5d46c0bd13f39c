# judge --mistakes: what a test set exposes, without running any program.
load ../helpers

# In every game, on how many tests, and which alone exposes one: tests/unit/judge/judging/test_kills.c.
@test "judge --mistakes: a row for each mistake, with the tests it dies on" {
    for game in $(often tng tng "$(games)"); do
        # The largest tests take mistakes long; the others alone expose them all.
        nf gen --quiet --game $game --suite $game >/dev/null
        find $game -name '*.in' -size +200k -delete
        works judge --quiet --game $game --mistakes $game
        [ -z "$(awk 'length > 80' <<<"$output")" ]
        rows=$(sed -n '/^ *[0-9]* *[a-z0-9-]*  *[0-9]*  [x.]*$/p' <<<"$output")
        [ "$(wc -l <<<"$rows")" -ge 30 ]
        [ -z "$(awk '$3 < 3' <<<"$rows")" ] || complain "$game"
        # Of a set of more than 30 tests the first 30 are shown.
        more=$(grep -c '^The first 30 of [0-9]* tests are shown\.$' <<<"$output" || true)
        [ -z "$(awk -v more="$more" '{ gsub(/[^x]/, "", $4) } length($4) > $3 || (!more && length($4) < $3)' <<<"$rows")" ]
    done
}

@test "judge --mistakes: survivors are told, exit code 1, and agree with programs that are run" {
    mkdir set
    cp "$DATA/cirno/1.in" set
    ends 1 judge --mistakes set
    [[ $output == *' die on no test.'* ]]
    for bug in $(often "4 22" "4 22 31 46" "4 22 31 46"); do
        "$TESTS/mutants/build" cirno ./mutant -DBUG=$bug
        mark=x
        cmp -s <(./mutant <set/1.in) "$DATA/cirno/1.out" && mark=.
        grep -Eq "^ *$bug  .* \\$mark\$" <<<"$output" || complain "mistake $bug: expected $mark"
    done
}

@test "judge --mistakes: --html writes one page, with names of tests as text; what does not go with it is refused; a test is not overwritten" {
    mkdir set
    cp "$DATA/cirno/1.in" 'set/<b>1.in'
    ends 1 judge --mistakes --html page.html set
    [[ $output == *'<b>1'* ]]
    grep -q '&lt;b&gt;1' page.html
    exits 1 grep -q '<b>1' page.html
    [ "$(grep -c '<table' page.html)" -ge 3 ]
    misused 'ninefold judge: --mistakes: expected DIR alone*' judge --mistakes set -- ./x
    misused 'ninefold judge: --html: expected --mistakes*' judge --html x set -- ./x
    misused 'ninefold judge: set: expected programs in its submissions, DIR -- PROGRAM, --mistakes or --mutants' judge set
    misused '*set/<b>1.in*' judge --mistakes --html "set/<b>1.in" set
    echo nonsense >set/2.in
    fails 3 'ninefold: set/2.in:1:1: *' judge --mistakes set
    nothing_left
}
