# judge --mutants: small changes of accepted programs, on a package's tests.
# first: it compiles and runs many programs.
load ../helpers

# A package whose one test knows nothing of sizes above 10.
setup() {
    command -v gcc >/dev/null || skip "there is no gcc"
    mkdir -p set/submissions/accepted set/data/secret set/input_validators
    echo 'name: size' >set/problem.yaml
    echo 'INT(1,100,n) NEWLINE' >set/input_validators/size.ctd
    printf '%s\n' '#include <stdio.h>' 'int main(void) {' '    int n, all = 0;' '    scanf("%d", &n);' \
        '    for (int i = 0; i < n; i++)' '        all += i;' '    if (n > 10)' '        all++;' \
        '    printf("%d\n", all);' '}' >set/submissions/accepted/size.c
    echo 3 | tee set/data/secret/1.in >set/data/secret/1.ans
}

count() { python3 -c 'import json, sys; print(sum(m["state"] == sys.argv[1] for m in json.load(open("out.json"))["mutants"]))' "$1"; }

@test "judge --mutants: what lives is a diff, what nothing shows is set aside, and equal code is counted once" {
    ends 1 judge --quiet --mutants --json out.json set
    [[ $output == *$'size.c:8: lives; case '*$' of the form shows it: WA\n@@ -8 +8 @@\n-        all++;\n+        ;\n'* ]]
    # From 0 or from 1: no input shows it.
    [[ $output == *$'size.c:5: no difference in 200 cases\n@@ -5 +5 @@\n-    for (int i = 0; i < n; i++)\n+    for (int i = 1; i < n; i++)\n'* ]]
    [ "$(count refused)" -ge 1 ] # a declaration left out
    [ "$(count equal)" -ge 1 ]
    [ "$(count killed)" -ge 8 ]
    [ "$(count untried)" = 0 ]
    [ -z "$(awk 'length > 80' <<<"$output")" ]
    nothing_left
}

@test "judge --mutants --strengthen: a few small cases kill what lived; then nothing is left to find" {
    works judge --quiet --mutants --strengthen set
    [[ $output == *'added to the test set: set/data/secret/2.in, which kills '* ]]
    [ -e set/data/secret/2.ans ]
    [ "$(find set -name '*.in' | wc -l)" -le 4 ]
    works judge set -- set/submissions/accepted/size.c
    works judge --quiet --mutants --json out.json set
    exits 1 grep -q '"case": [0-9]' out.json
    nothing_left
}

@test "judge --mutants: Python, too; without a form what lives is told as it is; a program that fails is refused" {
    rm -r set/submissions/accepted/size.c set/input_validators
    printf '%s\n' 'n = int(input())' 'all = sum(range(n))' 'if n > 10:' '    all += 1' 'print(all)' >set/submissions/accepted/size.py
    ends 1 judge --quiet --mutants set
    [[ $output == *'The package has no form: '* ]]
    [[ $output == *$'size.py:4: lives\n@@ -4 +4 @@\n-    all += 1\n+    pass'* ]]
    misused 'ninefold judge: --strengthen: set: expected a form*' judge --mutants --strengthen set
    misused 'ninefold judge: --strengthen: expected --mutants with it*' judge --strengthen set -- true
    misused 'ninefold judge: --mutants: expected DIR alone*' judge --mutants set -- true
    echo 'print(4)' >set/submissions/accepted/size.py
    fails 3 'ninefold: set/submissions/accepted/size.py: expected a program that is accepted, found WA*' judge --quiet --mutants set
    rm set/submissions/accepted/size.py
    misused '*expected a source in C, C++ or Python*' judge --mutants set
    nothing_left
}

@test "judge --mutants: --time ends it with what was tried, a signal too" {
    ends 6 judge --quiet --time 1ms --mutants set
    [[ $stderr == 'ninefold: --time: over before '* && $output == *' were not tried.'* ]]
    "$NINEFOLD" judge --quiet --mutants --count 100000 set >out 2>err &
    sleep 1
    kill -INT $!
    status=0
    wait $! || status=$?
    [ "$status" = 130 ]
    grep -q 'stopped by signal 2' err
    nothing_left
}

# What waits for a compiler, or for a program, after something else did.
@test "Ctrl-C ends the compiler while it makes the headers, or a program that is waited for, at once" {
    mkdir slow tmp
    printf '%s\n' '#!/bin/sh' 'case "$*" in' '*-header*) exec ./nf-header-'$$' 60 ;;' 'esac' 'exec '"$(command -v gcc)"' "$@"' >slow/gcc
    cp "$(command -v sleep)" "nf-header-$$"
    cp "$(command -v sleep)" "nf-waits-$$"
    chmod +x slow/gcc
    echo 'int main(void) { return 0; }' >good.c
    printf '%s\n' '#include <stdio.h>' 'int main(void) { puts("1"); }' >other.c
    printf '%s\n' 'import subprocess' 'subprocess.run(["./nf-waits-'$$'", "60"])' >waits.py
    printf '%s\n' '#include <unistd.h>' "int main(void) { execl(\"./nf-waits-$$\", \"./nf-waits-$$\", \"60\", NULL); }" >waits.c
    local form=set/input_validators/size.ctd started
    stops_soon() { # NAME ARGUMENT...: as stopped_at, within seconds
        started=$SECONDS
        stopped_at "$@"
        [ $((SECONDS - started)) -le 10 ] || complain "expected an end at once"
        [[ $stderr == *'stopped by signal 2 (Interrupt)'* ]] || complain "expected a word on the signal"
        [ -z "$(ls tmp)" ] || complain "expected no folder left"
    }
    export TMPDIR=$PWD/tmp
    PATH=$PWD/slow:$PATH stops_soon "nf-header-$$" judge --quiet --mutants set
    stops_soon "nf-waits-$$" fuzz --quiet --build './nf-waits-'$$' 60;' -- set/submissions/accepted/size.c
    stops_soon "nf-waits-$$" fuzz --quiet --format $form --reference waits.py -- ./good.c
    stops_soon "nf-waits-$$" fuzz --quiet --format $form --reference good.c --generator waits.c -- ./good.c
    stops_soon "nf-waits-$$" fuzz --quiet --format $form --reference good.c --checker waits.c -- ./other.c
    stops_soon "nf-waits-$$" fuzz --quiet --wall 60s -- ./waits.c
    stops_soon "nf-waits-$$" judge --quiet --checker waits.c set -- ./other.c
    stops_soon "nf-waits-$$" explain --wall 60s "$TESTS/data/cirno/1.in" -- ./waits.c
}

# Of ten problems: make strength.
@test "judge --mutants --strengthen: what a third of the tests alone noticed is noticed again" {
    exits 0 env NINEFOLD="$NINEFOLD" "$TESTS/strength/run" --programs python --tests 4 --cases 60 stack $(often "" "" "brackets gcd")
    [[ $output == *'% of all, '* ]]
}
