# check: transcripts held against the rules, for people and for judging systems; verify's exit styles.
load ../helpers

setup() {
    printf '2 1 9\nCirno A9 B1 C2\nReimu C2 A9 B1\nA99 A99 A99 A99 A99 A99 A99 A99 A99\n' >game.in
    nf play game.in >right
    sed '3s/.*/Reimu used A9,now p=18./' right >wrong
}

@test "the right transcript: exit code 0 and no words; either file may be standard input, not both" {
    works check --strict game.in right
    [ -z "$output" ]
    nf check game.in - <right
    nf check - right <game.in
    misused 'ninefold check: -: expected standard input for one file only' check - -
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

@test "operands and flags that are none of the judging system's are told" {
    local flags="expected flags: case_sensitive, space_change_sensitive, float_tolerance E, *"
    mkdir feedback
    misused "ninefold check: expected IN OUT [[]ANS], found only 'game.in'" check game.in
    misused 'ninefold check: --exit-style ninefold: expected IN OUT ?ANS?, found 4 operands' \
        check game.in right right report
    misused 'ninefold check: --exit-style kattis: expected IN ANS FEEDBACK_DIR, found 2 operands' \
        check --exit-style kattis game.in right
    misused 'ninefold check: --exit-style testlib: expected IN OUT ?ANS ?REPORT??, found 5 operands' \
        check --exit-style testlib game.in right right report more
    misused 'ninefold check: --exit-style xyz: expected one of *' check --exit-style xyz game.in right
    misused "ninefold check: --exit-style kattis: found 'exact', $flags" \
        check --exit-style kattis game.in right feedback/ exact
    misused "ninefold check: --exit-style kattis: float_tolerance: missing number" \
        check --exit-style kattis game.in right feedback/ float_tolerance
    misused "ninefold check: --exit-style kattis: float_tolerance: found 'nan', expected a number" \
        check --exit-style kattis game.in right feedback/ float_tolerance nan
    misused "ninefold verify: --exit-style kattis: found 'game.in', $flags" \
        verify --exit-style kattis game.in game.in
    misused "ninefold verify: 'case_sensitive': expected at most 1 FILE" verify game.in case_sensitive
}

# ---- folders ----

@test "a folder: a line for each output, exit code 0 if all are right, in every game" {
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
    ends 1 check set outs
    [ -z "$stderr" ] || complain "expected nothing on stderr"
    [[ $output == 'AC    001
WA    002: line 2, column '*': there is no such card
AC    003: line 1, column '*': only white space differs
none  004: it has no output

outs/002.out:
line 2, column '*'
3 outputs, 2 AC, 1 WA; 1 missing
1 accepted output has other white space at ends of lines, first in 003, line 1:
judges that compare byte by byte refuse it (--strict: PE)' ]] || complain "expected four lines, an explanation and a sum"
    ends 1 check --strict set outs
    [[ $output == *$'\nPE    003: line 1'*'1 AC, 1 WA, 1 PE; 1 missing' ]]
}

@test "a folder: the outputs may be NAME.out beside a judge's NAME.ans; what is no set of tests is refused" {
    nf gen --count 2 -n 2 -m 1 --out set
    mv set/001.out set/001.ans
    works check set
    echo nothing >set/001.out
    ends 1 check set
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

# White space in every game, and wherever it is: tests/unit/base/format/test_mismatch.c. Every mistake, word by
# word: tests/unit/games/cirno/judged/test_cirno_words.c.

@test "exit codes and words of each judging system: right, wrong, only white space wrong, no output, the judge's own faults" {
    flags="case_sensitive float_tolerance 1e-6 float_relative_tolerance 0.1 float_absolute_tolerance 1E-9"
    mkdir feedback
    sed 's/$/ /' right >blanks
    printf %s "$(cat right)" >cut
    sed 's/$/\r/' right >crlf
    printf '1 1 1\nCirno A1 A1 A3\nA1\n' >bad.in
    while IFS='|' read -r style code input words said; do
        told nf ${words%% *} --exit-style $style ${words#* } <"$input"
        [ "$status" -eq "$code" ] || complain "$style, $words <$input: expected exit code $code"
        [[ $stderr == $said ]] || complain "$style, $words <$input: expected on stderr $said"
    done <<END
ninefold|0|/dev/null|check --strict game.in right right|
ninefold|0|/dev/null|check game.in right crlf|
ninefold|0|/dev/null|check game.in crlf right|
ninefold|0|/dev/null|check game.in cut right|
ninefold|1|/dev/null|check --strict game.in cut right|
ninefold|1|/dev/null|check --strict game.in wrong right|
ninefold|1|/dev/null|check --strict game.in blanks right|
ninefold|3|/dev/null|check game.in right wrong|ninefold: wrong:3: the judge's answer is wrong*
testlib|0|/dev/null|check --strict game.in right right|ok
testlib|1|/dev/null|check --strict game.in wrong right|wrong answer line 3, column 12: she plays another card
testlib|2|/dev/null|check --strict game.in blanks right|wrong output format line 1*
testlib|3|/dev/null|check game.in right wrong|FAIL *
testlib|2|/dev/null|check game.in none right|wrong output format none: No such file*
testlib|3|/dev/null|check game.in right none|FAIL none: No such file*
testlib|3|/dev/null|check right right right|FAIL right:1:1: *
kattis|42|right|check game.in right feedback/|
kattis|42|right|check game.in right feedback/ space_change_sensitive $flags|
kattis|42|blanks|check game.in right feedback/ $flags|
kattis|43|wrong|check game.in right feedback|
kattis|43|blanks|check --strict game.in right feedback/|
kattis|43|blanks|check game.in right feedback/ space_change_sensitive|
kattis|3|right|check game.in wrong feedback/|*
kattis|4|right|check none right feedback/|*
kattis|4|wrong|check game.in right none/|*
kattis|4|wrong|check game.in right $(printf 'x%.0s' {1..4100})|*x...: the path is too long
ninefold|0|/dev/null|verify game.in|
ninefold|3|/dev/null|verify bad.in|*
ninefold|4|/dev/null|verify none|*
testlib|0|/dev/null|verify game.in|
testlib|3|/dev/null|verify bad.in|ninefold: bad.in:2:13: found 'A3'*
testlib|3|/dev/null|verify none|*
kattis|42|/dev/null|verify game.in|
kattis|42|/dev/null|verify game.in case_sensitive float_tolerance 1e-6|
kattis|42|game.in|verify case_sensitive space_change_sensitive|
kattis|43|/dev/null|verify bad.in|*
kattis|4|/dev/null|verify none|*
END
}

@test "the explanation goes to standard output, to testlib's report or to kattis' message for the judge, which no right output has" {
    mkdir feedback
    ends 1 check game.in wrong
    [ -z "$stderr" ] || complain "expected nothing on stderr"
    [ "$output" = "line 3, column 12: she plays another card
  expected 'Reimu used C2,now p=18.'
  found    'Reimu used A9,now p=18.'
  where    round 1, turn 2, player 2 (Reimu), clockwise, p = 9, no DOUBLE
  hand     A9 (p 18), B1 (p 8), C2 (p 18)
  rule     C2 and A9 both make p 18; making p largest prefers C before A" ] || complain "expected why it is wrong"
    told nf check game.in right wrong
    [[ $output == 'line 3, column 12: she plays another card'* ]]
    told nf check --exit-style testlib game.in wrong right
    [[ $output == 'line 3, column 12: she plays another card'* ]]
    told nf check --exit-style testlib game.in wrong right report
    [ -z "$stderr" ]
    [[ $(cat report) == 'wrong answer line 3, column 12: '*'rule     C2 and A9 both make p 18'* ]]
    told nf check --exit-style kattis game.in right feedback/ <right
    [ -z "$output$(ls feedback)" ]
    told nf check --exit-style kattis game.in right feedback <wrong
    [ -z "$output$stderr" ]
    [ "$(head -n 1 feedback/judgemessage.txt)" = 'line 3, column 12: she plays another card' ]
}
