load ../helpers

# A problem that is no game: a form, a reference in Python, and programs.
setup() {
    cd "$BATS_TEST_TMPDIR" || return
    printf 'INT(1,3000,n) NEWLINE\nREP(n,SPACE) INT(-1000000000,1000000000) END NEWLINE\n' >p.ctd
    printf 'input()\nprint(sum(map(int, input().split())))\n' >brute.py
    cat >sum.cpp <<'END'
#include <cstdio>
int main()
{
    int n, x;
    NUMBER sum = 0;
    scanf("%d", &n);
    for (int i = 0; i < n; i++) {
        scanf("%d", &x);
        sum += x;
    }
    printf("%lld\n", (long long)sum);
}
END
    sed 's/NUMBER/long long/' sum.cpp >right.cpp
    sed 's/NUMBER/int/' sum.cpp >wrong.cpp
}

@test "fuzz --format: a right program is accepted, a wrong one gets the smallest case and what differs" {
    exits 0 nf fuzz --format p.ctd --reference brute.py --count 300 -q right.cpp
    [[ ${lines[0]} == "cases    300, 300 AC;"* ]]
    [[ $output == *"cases made by the form (300)"* ]]
    exits 1 nf fuzz --format p.ctd --reference brute.py -q wrong.cpp
    [[ $output == *"shrunk to 4 tokens, "* ]]
    [[ $output == *"the reference prints:"* ]]
    [[ $output == *"line 1, column 1: the output is another"* ]]
    [[ $output != *"mistake"* && $output != *"rule events"* ]]
    # The line that brings it back does.
    again=$(grep '^again: ' <<<"$output")
    [[ $again == *" --format p.ctd --reference brute.py --seed 1 --first "* ]]
    run bash -c "${again/again: ninefold/\"$NINEFOLD\"} -q"
    [ "$status" -eq 1 ]
    [[ $output == *"shrunk to 4 tokens, "* ]]
}

@test "fuzz --format: kept cases are valid by the form, and answered by the reference" {
    exits 1 nf fuzz --format p.ctd --reference brute.py --keep kept --json found.json -q wrong.cpp
    for case in kept/001.in kept/001.min.in; do exits 0 nf verify --format p.ctd $case; done
    python3 brute.py <kept/001.min.in | cmp - kept/001.min.ans
    [ ! -e kept/001.html ]
    python3 - <<'END'
import json
found = json.load(open("found.json"))
assert found["problem"] == "p.ctd" and found["left_out"] == 0 and "game" not in found
END
}

@test "fuzz --format: a reference that fails or is too slow is never the program's fault" {
    printf 'import sys\nsys.exit("no idea")\n' >broken.py
    exits 3 nf fuzz --format p.ctd --reference broken.py -q right.cpp
    [[ $stderr == *"the reference broken.py ends with exit code 1 on the case that begins with "*"'no idea"* ]]
    printf 'n = int(input())\nwhile n > 1: pass\nprint(sum(map(int, input().split())))\n' >slow.py
    exits 0 nf fuzz --format p.ctd --reference slow.py --count 100 -q right.cpp
    [[ $output == *"left out "*", on which the reference takes too long"* ]]
    # Nothing was looked at: that is no acceptance.
    printf 'while True: pass\n' >slow.py
    exits 6 nf fuzz --format p.ctd --reference slow.py --count 10 -q right.cpp
}

@test "fuzz --format: options that do not go together are refused, and a wrong form is shown" {
    exits 2 nf fuzz --format p.ctd right.cpp
    [[ $stderr == *"expected both of them, or none"* ]]
    exits 2 nf fuzz --format p.ctd --reference brute.py -n 3 right.cpp
    [[ $stderr == *"none of a game's options"* ]]
    printf 'INT(1,n) NEWLINE\nWHAT\n' >bad.ctd
    exits 3 nf fuzz --format bad.ctd --reference brute.py right.cpp
    [[ $stderr == *"bad.ctd:2:1: found "* ]]
    exits 2 nf fuzz --format p.ctd --reference nothere right.cpp
}
