# play and verify: the samples, and every kind of bad input.
load ../helpers

# ---- good input ----

@test "the statement's samples come out byte for byte, from a file, - and standard input" {
    for sample in 1 2; do
        nf play "$DATA/cirno/$sample.in" | cmp - "$DATA/cirno/$sample.out"
    done
    nf play - <"$DATA/cirno/2.in" | cmp - "$DATA/cirno/2.out"
    cat "$DATA/cirno/2.in" | nf play | cmp - "$DATA/cirno/2.out"
}

@test "the statement's samples are valid, but for the blanks at the end of the first one" {
    sed 's/ *$//' "$DATA/cirno/1.in" >"$BATS_TEST_TMPDIR/1.in"
    echo >>"$BATS_TEST_TMPDIR/1.in"
    for sample in "$BATS_TEST_TMPDIR/1.in" "$DATA/cirno/2.in" ; do
        works verify "$sample"
        [ -n "$output" ]
        nf verify - <"$sample"
    done
    fails 3 "*/1.in:4:44: found a blank, expected the end of the line" verify "$DATA/cirno/1.in"
}

# loose GAME FILE PLACE: play takes FILE and answers as for `valid`; verify refuses it at PLACE.
loose() {
    nf play --game "$1" "$2" | cmp - <(nf play --game "$1" "$BATS_TEST_TMPDIR/valid")
    fails 3 "ninefold: $2:$3" verify --game "$1" "$2"
}

@test "other white space and leading zeros: play takes them in every game, verify in none" {
    local game made=$BATS_TEST_TMPDIR/made
    for game in $(some_games); do
        nf gen --game $game >"$BATS_TEST_TMPDIR/valid"
        works verify --game $game "$BATS_TEST_TMPDIR/valid"
        sed 's/$/\r/' "$BATS_TEST_TMPDIR/valid" >"$made"
        loose $game "$made" "1:*: found CR LF, expected the end of the line"
        sed '1s/$/ /' "$BATS_TEST_TMPDIR/valid" >"$made"
        loose $game "$made" "1:*: found a blank, expected the end of the line"
        sed '1s/^/ /' "$BATS_TEST_TMPDIR/valid" >"$made"
        loose $game "$made" "1:1: found a blank, expected '*'"
        printf %s "$(cat "$BATS_TEST_TMPDIR/valid")" >"$made"
        loose $game "$made" "*: found end of input, expected the end of the line"
        { cat "$BATS_TEST_TMPDIR/valid" && echo; } >"$made"
        loose $game "$made" "*:1: found the end of the line, expected end of input"
        # The rest is about the first blank between two words, where the first line has one.
        head -n 1 "$BATS_TEST_TMPDIR/valid" | grep -q ' ' || continue
        sed '1s/ /  /' "$BATS_TEST_TMPDIR/valid" >"$made"
        loose $game "$made" "1:*: found a blank, expected '*'"
        sed '1s/ /\t/' "$BATS_TEST_TMPDIR/valid" >"$made"
        loose $game "$made" "1:*: found a tab, expected a blank"
        sed '1s/ / 0/' "$BATS_TEST_TMPDIR/valid" >"$made"
        loose $game "$made" "1:*: found '0*', expected '*'"
    done
}

@test "tokens on other lines than the statement's: play takes them, verify does not" {
    tr '\n' ' ' <"$DATA/cirno/1.in" >"$BATS_TEST_TMPDIR/one-line.in"
    nf play "$BATS_TEST_TMPDIR/one-line.in" | cmp - "$DATA/cirno/1.out"
    fails 3 "ninefold: $BATS_TEST_TMPDIR/one-line.in:1:7: found a blank, expected the end of the line" \
        verify "$BATS_TEST_TMPDIR/one-line.in"
    sed '$s/A99/\nA99/' "$DATA/cirno/1.in" >"$BATS_TEST_TMPDIR/two-lines.in"
    nf play "$BATS_TEST_TMPDIR/two-lines.in" | cmp - "$DATA/cirno/1.out"
    fails 3 "ninefold: $BATS_TEST_TMPDIR/two-lines.in:4:25: found the end of the line, expected 'A99'" \
        verify "$BATS_TEST_TMPDIR/two-lines.in"
}

@test "equal names: play takes them, verify warns and still says valid" {
    nf gen -n 2 -m 1 | sed '2,3s/^[A-Za-z]*/Cirno/' >"$BATS_TEST_TMPDIR/twins.in"
    works play "$BATS_TEST_TMPDIR/twins.in"
    works verify "$BATS_TEST_TMPDIR/twins.in"
    grep -q 'warning: .*Cirno' <<<"$output"
}

@test "the loser's draw after the last round: play does without, verify misses it" {
    # Sample 1 uses its deck to the last card; here that card is gone.
    sed -e '1s/[0-9]*$/9/' -e '$s/ *[A-Z0-9]* *$//' "$DATA/cirno/1.in" >"$BATS_TEST_TMPDIR/short.in"
    nf play "$BATS_TEST_TMPDIR/short.in" | cmp - "$DATA/cirno/1.out"
    fails 3 "ninefold: $BATS_TEST_TMPDIR/short.in:*: *deck*" verify "$BATS_TEST_TMPDIR/short.in"
}

# ---- bad input ----

# Every kind, with its words: tests/unit/games/cirno/rules/test_cirno_format.c.
@test "what is no instance is refused by line and column, with what was expected" {
    rejected 1:1 '*' </dev/null
    printf ' \n\n \t\r\n' | rejected '*' '*end of input*'
    printf '31 1 1\n' | rejected 1:1 "found '31'*1 to 30*"
    printf '1 1 18446744073709551617\n' | rejected 1:5 "found '18446744073709551617'*"
    printf '1 1 3\nCirn\303\266 A1 A1 A99\nA99 A99 A99\n' | rejected 2:1 "found 'Cirn?xc3?xb6'*letters*"
    printf '2 1 3\nCirno A1 A1 A1 A1\nReimu A1 A1 A1\nA99 A99 A99\n' | rejected 2:16 "found 'A1'*"
    printf '1 1 3\nCirno A1 A3 A99\nA99 A99 A99\n' | rejected 2:10 "found 'A3'*card*"
    printf '1 1 9\nCirno A99 A99 A99\nA99 A99 A99\n' | rejected '[34]:*' '*end of input*'
    printf '1 1 4\nCirno A99 A99 A99\nA99 A99 A99 A99 A99\n' | rejected 3:17 "found 'A99'*"
    printf '1 1 4\nCirno A99 A99 A99\nA99 A99 A99 A99\n\0' | rejected 4:1 '*x00*'
    { head -c 1M /dev/zero | tr '\0' 1 && printf ' 1 1\n'; } | rejected 1:1 "found '111*"
}

# ---- bad input: games that break the rules ----

@test "a deck that runs out and p that falls to -10^4 are invalid, and the round is named" {
    # Round 1 is lost at once by A99 on top of A99; the deck ends during round 2.
    printf '1 2 5\nCirno A99 A99 A99\nA99 A1 A1 A1 A1\n' | rejected '*' '*round 2 of 2*deck*'
    printf '1 1 1\nCirno A1 A1 A1\nA1\n' | rejected '*' '*round 1 of 1*deck*'
    { printf '1 1 600\nCirno B19 B19 B19\n' && yes B19 | head -n 600 | tr '\n' ' ' && echo; } |
        rejected '*' '*round 1*p becomes -10013*'
}

# ---- files ----

@test "a missing file, a directory, one that cannot be read, a closed standard input: exit code 4 with the name" {
    cd "$BATS_TEST_TMPDIR"
    for command in play verify; do
        fails 4 "ninefold: none: No such file or directory" $command none
        fails 4 "ninefold: .: is a directory*" $command .
        fails 4 "ninefold: standard input: is a directory*" $command <.
    done
    told bash -c '"$0" play <&-' "$NINEFOLD"
    [ "$status" -eq 4 ]
    [ -z "$output" ]
    [[ $stderr == "ninefold: standard input: "* ]]
    cp "$DATA/cirno/1.in" secret
    if [ "$(id -u)" -eq 0 ]; then
        # Permissions do not stop root, but reading this file at 0 fails for everyone.
        [ -e /proc/self/mem ] || skip "root can read every file here"
        fails 4 "ninefold: /proc/self/mem: *" play /proc/self/mem
    else
        chmod 000 secret
        fails 4 "ninefold: secret: Permission denied" play secret
    fi
}
