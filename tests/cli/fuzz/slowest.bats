load ../helpers

# A program whose time grows with the inversions of its input; it does not end above 3 in 5 of the most
# there can be, where random numbers have 1 in 2.
setup() {
    cd "$BATS_TEST_TMPDIR" || return
    printf 'INT(1,1000,n) NEWLINE\nREP(n,SPACE) INT(1,1000000000) END NEWLINE\n' >p.ctd
    printf 'input()\nprint(min(map(int, input().split())))\n' >least.py
    cat >inversions.py <<'END'
import sys
n, *a = map(int, open(sys.argv[1]).read().split())
print(sum(a[j] > a[i] for i in range(n) for j in range(i)) / max(1, n * (n - 1) / 2))
END
    cat >sorts.cpp <<'END'
#include <cstdio>
int a[1000];
int main()
{
    int n, steps = 0;
    scanf("%d", &n);
    for (int i = 0; i < n; i++) {
        int j = i, x;
        scanf("%d", &x);
        for (; j > 0 && a[j - 1] > x; j--, steps++) {
            a[j] = a[j - 1];
            for (volatile int again = 0; again < 10; again = again + 1) {}
        }
        a[j] = x;
    }
    for (volatile bool hangs = n > 100 && steps > n * (n - 1) * 0.3; hangs;) {}
    printf("%d\n", a[0]);
}
END
}

@test "fuzz --slowest: the case that is kept has more inversions than chance gives, is valid and answered" {
    exits 1 nf fuzz --format p.ctd --reference least.py --slowest 60s --tl 1s --keep kept --json found.json \
        -q sorts.cpp
    [[ $output == *"sorts.cpp:16: it was here when it was"* ]]
    [[ $output == *"the slowest of "*" tokens, "*"): TLE, "*$'\nkept:  kept/001.*\n'* ]]
    exits 0 nf verify --format p.ctd kept/001.in
    python3 least.py <kept/001.in | cmp - kept/001.ans
    python3 inversions.py kept/001.in >share
    python3 -c 'assert float(open("share").read()) > 0.6'
    python3 - <<'END'
import json
found = json.load(open("found.json"))
assert found["findings"][0]["verdict"] == "TLE" and found["findings"][0]["again"] is None
assert found["findings"][0]["cpu_seconds"] >= 1 and sum(found["verdicts"].values()) == found["cases"]
END
}

@test "fuzz --slowest: where the reference takes too long there is no answer, and no test is added" {
    mkdir problem tests
    printf 'INT(1,3,n) NEWLINE\n' >problem/problem.ctd
    printf 'while True: pass\n' >problem/reference.py
    printf 'print(input())\n' >quick.py
    exits 0 nf fuzz --problem problem --slowest 1s --keep kept --add-to tests -q quick.py
    [[ $output == *"the slowest of "*" (1 token, 2 bytes): AC, "* ]]
    [[ $output == *"The reference gives no answer to it."* ]]
    [[ $output == *" was not added: the reference gives no answer to it"* ]]
    [[ -s kept/001.in && ! -e kept/001.ans && ! -e kept/001.html && -z $(ls tests) ]]
}

@test "fuzz --slowest: of a game it is one of its large cases" {
    printf '#!/bin/sh\nexec "%s" play\n' "$NINEFOLD" >player
    chmod +x player
    exits 0 nf fuzz --game cirno --slowest 3s --tl 100s --wall 200s --keep kept -q ./player
    exits 0 nf verify kept/001.in
    read -r _ _ cards <kept/001.in
    [ "$cards" -gt 3000 ]
    "$NINEFOLD" play kept/001.in | cmp - kept/001.ans
}

@test "fuzz --slowest: where even the slowest case takes no time to speak of, that is said" {
    printf 'INT(1,3,n) NEWLINE\n' >p.ctd
    printf '#!/bin/sh\nread n\necho $n\n' >quick
    printf '#!/usr/bin/awk -f\n{ while (i++ < 5000000) {} print }\n' >slow
    chmod +x quick slow
    exits 0 nf fuzz --format p.ctd --reference ./quick --slowest 1s -q ./quick
    [[ $output == *"So short a time is mostly that of the program's start"* ]]
    exits 0 nf fuzz --format p.ctd --reference ./quick --slowest 1s -q ./slow
    [[ $output != *"So short a time"* ]]
}

@test "fuzz --slowest: a program that fails otherwise is none to be timed, and other goals are refused" {
    printf 'raise SystemExit(4)\n' >broken.py
    exits 3 nf fuzz --format p.ctd --reference least.py --slowest 900s -q broken.py
    [[ $stderr == *"the program fails on each of the 48 largest cases, the last time by exit code 4: "* ]]
    exits 2 nf fuzz --format p.ctd --reference least.py --slowest 1s --keep-going -q broken.py
    [[ $stderr == *"--slowest: expected no --time, "* ]]
}
