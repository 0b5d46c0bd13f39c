# check: transcripts held against the rules, for people and for judging systems; verify's exit styles.
load ../helpers

setup() {
    cd "$BATS_TEST_TMPDIR"
    printf '2 1 9\nCirno A9 B1 C2\nReimu C2 A9 B1\nA99 A99 A99 A99 A99 A99 A99 A99 A99\n' >game.in
    nf play game.in >right
}

# differs GLOB [ARGUMENT...]: `out` is different from the rules of game.in: exit code 1, nothing on
# stderr, and an explanation of 3 to 12 lines of at most 80 columns that matches GLOB.
differs() {
    local glob=$1
    shift
    told nf check "$@" game.in out
    [ "$status" -eq 1 ] || complain "expected exit code 1"
    [ -z "$stderr" ] || complain "expected nothing on stderr"
    [ "${#lines[@]}" -ge 3 ] && [ "${#lines[@]}" -le 12 ] || complain "expected 3 to 12 lines"
    [ -z "$(awk 'length > 80' <<<"$output")" ] || complain "expected at most 80 columns"
    # shellcheck disable=SC2053 # a pattern is what is meant
    [[ $output == $glob ]] || complain "expected on stdout: $glob"
}

# with_line N TEXT: `out` is the right transcript with line N replaced.
with_line() { awk -v n="$1" -v text="$2" 'NR == n { print text; next } { print }' right >out; }

# codes STYLE RIGHT WRONG BLANKS UNABLE: exit codes of check, IN OUT ANS.
codes() {
    local style=$1 codes=()
    with_line 3 'Reimu used A9,now p=18.'
    sed 's/$/ /' right >blanks
    for output in right out blanks; do
        run nf check --strict --exit-style "$style" game.in "$output" right
        codes+=("$status")
    done
    run nf check --exit-style "$style" game.in right out
    codes+=("$status")
    shift
    [ "${codes[*]}" = "$*" ] || complain "expected $*, found ${codes[*]}"
}

# ---- right ----

@test "the right transcript: exit code 0 and no words; either file may be standard input, not both" {
    works check --strict game.in right
    [ -z "$output" ]
    nf check game.in - <right
    nf check - right <game.in
    misused 'ninefold check: -: expected standard input for one file only' check - -
}

@test "white space does not matter in any game without --strict" {
    local game change
    sed 's/$/\r/; s/ /  /' right >out
    printf '\n\n' >>out
    works check game.in out
    differs 'line 1, column 7: only white space differs*' --strict
    for game in $(some_games); do
        nf gen --game $game >one.in
        nf play --game $game one.in >one.out
        for change in 's/,/, /' 's/ /\t/g' 's/$/\r/' 's/^/\n/' '$s/$/\n\n/'; do
            sed "$change" one.out >changed
            works check --game $game one.in changed
            [ -z "$output" ]
            ! cmp -s one.out changed || continue
            run nf check --strict --game $game one.in changed
            [ "$status" -eq 1 ] || complain "expected that --strict refuses $change"
            [[ $output == 'line '*': only white space differs'* ]]
        done
        printf %s "$(cat one.out)" >changed
        works check --game $game one.in changed
        run nf check --strict --game $game one.in changed
        [[ $output == *'the last line of the output is not ended'* ]]
    done
}

@test "a transcript of the largest size is checked" {
    nf gen --profile max --answer large.out >large.in
    works check large.in large.out
}

# ---- wrong, and why; every mistake, word by word: tests/unit/games/cirno/fuzz/test_cirno_words.c ----

@test "another card: hand, p and the order of ties" {
    with_line 3 'Reimu used A9,now p=18.'
    differs 'line 3, column 12: she plays another card
  expected '\''Reimu used C2,now p=18.'\''
  found    '\''Reimu used A9,now p=18.'\''
  where    round 1, turn 2, player 2 (Reimu), clockwise, p = 9, no DOUBLE
  hand     A9 (p 18), B1 (p 8), C2 (p 18)
  rule     C2 and A9 both make p 18; making p largest prefers C before A'
}

@test "any bytes: binary output, one endless line, only line ends" {
    head -c 20000 "$NINEFOLD" >out
    differs 'line 1, column 1: *'
    head -c 3000000 /dev/zero >out
    differs 'line 1, column 1: the line has bytes that are not printable*(3000000 bytes)*'
    yes Round | head -c 3000000 | tr '\n' ' ' >out
    differs 'line 1, column 7: *'
    yes '' | head -c 100000 >out
    differs 'line 1: the output is empty*'
}

# ---- files and options ----

@test "missing files and folders: exit code 4; an instance that is not valid: exit code 3 with line and column" {
    fails 4 'ninefold: none: No such file*' check none right
    fails 4 'ninefold: none: No such file*' check game.in none
    fails 4 'ninefold: none: No such file*' check game.in right none
    fails 4 'ninefold: .: is a directory*' check game.in .
    printf '1 1 1\nCirno A1 A1 A3\nA1\n' >bad.in
    fails 3 "ninefold: bad.in:2:13: found 'A3'*" check bad.in right
}

@test "a judge's answer that is wrong: exit code 3, and where" {
    codes ninefold 0 1 1 3
    told nf check game.in right out
    [[ $stderr == "ninefold: out:3: the judge's answer is wrong"* ]]
    [[ $output == 'line 3, column 12: she plays another card'* ]]
    sed 's/$/\r/' right >crlf
    works check game.in right crlf
}

@test "too few or too many operands" {
    misused "ninefold check: expected IN OUT [[]ANS], found only 'game.in'" check game.in
    misused 'ninefold check: --exit-style ninefold: expected IN OUT ?ANS?, found 4 operands' \
        check game.in right right report
    misused 'ninefold check: --exit-style kattis: expected IN ANS FEEDBACK_DIR, found 2 operands' \
        check --exit-style kattis game.in right
    misused 'ninefold check: --exit-style xyz: expected one of *' check --exit-style xyz game.in out
}

# ---- folders ----

@test "a folder: a line for each output, exit code 0 if all are right, in every game" {
    local game
    for game in $(some_games); do
        nf gen --game $game --count 3 --out $game
        works check --game $game $game
        [ "$output" = "$(printf 'AC    00%d\n' 1 2 3; printf '\n3 outputs, 3 AC')" ]
    done
}

@test "a folder: the first wrong output is explained, exit code 1" {
    nf gen --count 4 -n 2 -m 1 --out set
    mkdir outs
    cp set/*.out outs
    sed '2s/used [^,]*/used A7/' set/002.out >outs/002.out
    sed 's/$/ /' set/003.out >outs/003.out
    rm outs/004.out
    told nf check set outs
    [ "$status" -eq 1 ] || complain "expected exit code 1"
    [ -z "$stderr" ] || complain "expected nothing on stderr"
    [[ $output == 'AC    001
WA    002: line 2, column '*': there is no such card
AC    003
none  004: it has no output

outs/002.out:
line 2, column '*'
3 outputs, 2 AC, 1 WA; 1 missing' ]] || complain "expected four lines, an explanation and a sum"
    run nf check --strict set outs
    [ "$status" -eq 1 ]
    [[ $output == *$'\nPE    003: line 1'*'1 AC, 1 WA, 1 PE; 1 missing' ]]
}

@test "a folder: the outputs may be NAME.out beside a judge's NAME.ans; what is no set of tests is refused" {
    nf gen --count 2 -n 2 -m 1 --out set
    mv set/001.out set/001.ans
    works check set
    echo nothing >set/001.out
    run nf check set
    [ "$status" -eq 1 ]
    mkdir empty
    fails 3 'ninefold: empty: found no test, expected [*].in files' check empty
    fails 4 'ninefold: none: No such file*' check set none
    fails 4 'ninefold: set/001.in: not a folder' check set set/001.in
    misused "ninefold check: 'x': expected DIR ?OUTPUTS? only" check set empty x
    misused 'ninefold check: --exit-style testlib: expected an instance, found the folder set' \
        check --exit-style testlib set
    echo '1 x' >set/002.in
    fails 3 'ninefold: set/002.in:1:3: found *' check set
}

# ---- judging systems ----

@test "testlib: a line on stderr says what was found, or all of it a report file" {
    codes testlib 0 1 2 3
    told nf check --exit-style testlib game.in out right
    [ "$stderr" = 'wrong answer line 3, column 12: she plays another card' ]
    [[ $output == 'line 3, column 12: she plays another card'* ]]
    told nf check --exit-style testlib game.in right right
    [ "$stderr" = ok ]
    told nf check --exit-style testlib game.in out right report
    [ "$status" -eq 1 ]
    [ -z "$stderr" ]
    [[ $(cat report) == 'wrong answer line 3, column 12: '*'rule     C2 and A9 both make p 18'* ]]
}

@test "testlib: no output is the contestant's fault, a missing or wrong file the judge's" {
    told nf check --exit-style testlib game.in none right
    [ "$status" -eq 2 ]
    [[ $stderr == 'wrong output format none: No such file'* ]]
    told nf check --exit-style testlib game.in right none
    [ "$status" -eq 3 ]
    [[ $stderr == 'FAIL none: No such file'* ]]
    told nf check --exit-style testlib right right right
    [ "$status" -eq 3 ]
    [[ $stderr == 'FAIL right:1:1: '* ]]
}

@test "kattis: output on standard input, 42 and 43, and a message for the judge" {
    mkdir feedback
    told nf check --exit-style kattis game.in right feedback/ <right
    [ "$status" -eq 42 ]
    [ -z "$output$stderr" ]
    [ -z "$(ls feedback)" ]
    with_line 3 'Reimu used A9,now p=18.'
    told nf check --exit-style kattis game.in right feedback <out
    [ "$status" -eq 43 ]
    [ -z "$output$stderr" ]
    [ "$(head -n 1 feedback/judgemessage.txt)" = 'line 3, column 12: she plays another card' ]
    sed 's/$/ /' right >blanks
    run nf check --exit-style kattis game.in right feedback/ <blanks
    [ "$status" -eq 42 ]
    run nf check --exit-style kattis --strict game.in right feedback/ <blanks
    [ "$status" -eq 43 ]
}

@test "kattis: the flags of the default checker are no files; one means --strict" {
    mkdir feedback
    local tolerances="float_tolerance 1e-6 float_relative_tolerance 0.1 float_absolute_tolerance 1E-9"
    sed 's/$/ /' right >blanks
    # shellcheck disable=SC2086 # words are what is meant
    told nf check --exit-style kattis game.in right feedback/ case_sensitive $tolerances <blanks
    [ "$status" -eq 42 ] || complain "expected exit code 42"
    # shellcheck disable=SC2086
    told nf check --exit-style kattis game.in right feedback/ case_sensitive \
        space_change_sensitive $tolerances <right
    [ "$status" -eq 42 ] || complain "expected exit code 42"
    run nf check --exit-style kattis game.in right feedback/ space_change_sensitive <blanks
    [ "$status" -eq 43 ]
    run nf verify --exit-style kattis case_sensitive space_change_sensitive <game.in
    [ "$status" -eq 42 ]
    run nf verify --exit-style kattis game.in case_sensitive float_tolerance 1e-6
    [ "$status" -eq 42 ]
}

@test "kattis: other operands and tolerances without a number are told" {
    mkdir feedback
    local flags="expected flags: case_sensitive, space_change_sensitive, float_tolerance E, *"
    misused "ninefold check: --exit-style kattis: found 'exact', $flags" \
        check --exit-style kattis game.in right feedback/ exact
    misused "ninefold check: --exit-style kattis: float_tolerance: missing number" \
        check --exit-style kattis game.in right feedback/ float_tolerance
    misused "ninefold check: --exit-style kattis: float_tolerance: found 'nan', expected a number" \
        check --exit-style kattis game.in right feedback/ float_tolerance nan
    misused "ninefold verify: --exit-style kattis: found 'game.in', $flags" \
        verify --exit-style kattis game.in game.in
    misused "ninefold verify: 'case_sensitive': expected at most 1 FILE" \
        verify game.in case_sensitive
    misused 'ninefold check: --exit-style testlib: expected IN OUT ?ANS ?REPORT??, found 5 operands' \
        check --exit-style testlib game.in right right report more
}

@test "kattis: the judge's fault is neither 42 nor 43" {
    mkdir feedback
    with_line 3 'Reimu used A9,now p=18.'
    run nf check --exit-style kattis game.in out feedback/ <right
    [ "$status" -eq 3 ]
    run nf check --exit-style kattis none right feedback/ <right
    [ "$status" -eq 4 ]
    run nf check --exit-style kattis game.in right none/ <out
    [ "$status" -eq 4 ]
    told nf check --exit-style kattis game.in right "$(printf 'x%.0s' $(seq 4100))" <out
    [ "$status" -eq 4 ]
    [[ $stderr == *"x...: the path is too long" ]]
}

@test "verify has the exit codes of validators" {
    printf '1 1 1\nCirno A1 A1 A3\nA1\n' >bad.in
    expect() {
        told nf verify --exit-style "$1" "$2"
        [ "$status" -eq "$3" ] || complain "expected exit code $3"
    }
    expect ninefold game.in 0
    expect ninefold bad.in 3
    expect ninefold none 4
    expect testlib game.in 0
    expect testlib bad.in 3
    [[ $stderr == "ninefold: bad.in:2:13: found 'A3'"* ]]
    expect testlib none 3
    expect kattis game.in 42
    expect kattis bad.in 43
    expect kattis none 4
    run nf verify --exit-style kattis <game.in
    [ "$status" -eq 42 ]
}
