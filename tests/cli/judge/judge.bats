# play and verify: the samples, and every kind of bad input.
load ../helpers

# ---- good input ----

# What play takes and verify does not, equal names: tests/unit/base/format/test_mismatch.c and games/cirno/rules/test_cirno_play.c.
@test "the samples of the statement come out byte for byte, from a file, - and standard input, and are valid but for the blanks at the end of the first one" {
    for sample in 1 2; do
        nf play "$DATA/cirno/$sample.in" | cmp - "$DATA/cirno/$sample.out"
    done
    nf play - <"$DATA/cirno/2.in" | cmp - "$DATA/cirno/2.out"
    cat "$DATA/cirno/2.in" | nf play | cmp - "$DATA/cirno/2.out"
    sed 's/ *$//' "$DATA/cirno/1.in" >1.in
    echo >>1.in
    for sample in 1.in "$DATA/cirno/2.in" ; do
        works verify "$sample"
        [ -n "$output" ]
        nf verify - <"$sample"
    done
    fails 3 "*/1.in:4:44: found a blank, expected the end of the line" verify "$DATA/cirno/1.in"
}

# ---- bad input ----

# Every kind, with its words: tests/unit/games/cirno/rules/test_cirno_format.c and test_cirno_play.c.
@test "what is no instance or breaks the rules is refused by line and column, with what was expected" {
    rejected 1:1 '*' </dev/null
    printf '31 1 1\n' | rejected 1:1 "found '31'*1 to 30*"
    printf '1 1 3\nCirn\303\266 A1 A1 A99\nA99 A99 A99\n' | rejected 2:1 "found 'Cirnö'*letters*"
    printf '\357\273\2771 1 3\n' | rejected 1:1 "found '?xef?xbb?xbf1' (with a byte order mark, BOM), *"
    printf '１ 1 3\n' | rejected 1:1 "found '１' (with full-width digits), *"
    printf '1 1 4\nCirno A99 A99 A99\nA99 A99 A99 A99\n\0' | rejected 4:1 '*x00*'
    { head -c 1M /dev/zero | tr '\0' 1 && printf ' 1 1\n'; } | rejected 1:1 "found '111*"
    # Round 1 is lost at once by A99 on top of A99; the deck ends during round 2.
    printf '1 2 5\nCirno A99 A99 A99\nA99 A1 A1 A1 A1\n' | rejected '*' '*round 2 of 2*deck*'
}

# ---- files ----

# Of folders and closed files: tests/unit/base/test_text.c.
@test "a missing file, one that cannot be read, a closed standard input: exit code 4 with the name" {
    for command in play verify; do
        fails 4 "ninefold: none: No such file or directory" $command none
        fails 4 "ninefold: /proc/self/mem: *" $command /proc/self/mem # even by root
        fails 4 "ninefold: standard input: is a directory*" $command <.
        fails 4 "ninefold: standard input: *" $command <&-
    done
}

# ---- how far the tests of a set go ----

# row NAME: smallest, its test, largest, its test, what is reached.
row() { sed -n "s/^$1  *\([0-9]* \.\. [0-9]*\)* *//p" <<<"$output" | tr -s ' '; }

@test "verify --bounds: the limits that the own sets reach; what is no set of valid tests is refused" {
    for game in $(often tng "$(first) tng" "$(games)"); do
        nf gen --quiet --game $game --suite $game >/dev/null
        works verify --bounds --game $game $game
        [ -z "$(awk 'length > 80' <<<"$output")" ]
        [[ $output == *' upper'* || $output == *' both'* ]]
    done
    if [ -d cirno ]; then
        works verify --bounds cirno
        [[ "$(row 'players n')" == '1 '*' 30 '*' both' ]]
        [[ "$(row 'deck k')" == *' 300,000 '*' upper' ]]
    fi
    if [ -d tng ]; then
        works verify --bounds --game tng tng
        [[ "$(row 'prime p')" == '3 '*' 47 '*' both' ]]
    fi
    mkdir set
    misused 'ninefold verify: --bounds: expected one DIR' verify --bounds
    fails 3 'ninefold: set: found no test*' verify --bounds set
    echo nonsense >set/1.in
    for game in $(games); do
        fails 3 'ninefold: set/1.in:1:1: *' verify --bounds --game $game set
    done
    fails 4 'ninefold: none: *' verify --bounds none
}

@test "verify --bounds: names, the longest round, cards left over and the depth of p" {
    mkdir set
    printf '1 1 5\nAb A99 A99 A99\nA99 A99 A99 A99 A1\n' >set/1.in
    printf '2 2 12\nAbc B9 B9 B9\nA A99 A99 A99\nB9 A99 A99 A99 A99 A99 A99 A99 A99 A99 A99 A99\n' >set/2.in
    works verify --bounds set
    nf play set/2.in >out
    longest=$(awk '/:$/ { if (n > most) most = n; n = 0; next } { n++ } END { print (n > most ? n : most) }' out)
    lowest=$(sed -n 's/.*now p=-\([0-9]*\)\..*/\1/p' out | sort -n | tail -n 1)
    [[ "$(row 'letters of a name')" == '1 2 3 2 lower' ]]
    [[ "$(row 'turns of a round')" == *" $longest 2"* ]]
    [[ "$(row 'p below zero')" == "0 1 ${lowest:-0} "* ]]
    [[ "$(row 'cards left over')" == *' 1 1'* ]]
}
