load ../helpers

# Python takes 20 ms for a case, so most references are compiled, once.
setup_file() {
    cd "$BATS_FILE_TMPDIR" || return
    sources
    g++ -o brute right.cpp
}

# A problem that is no game: a form, a reference, once more in Python, and programs.
setup() {
    cd "$BATS_TEST_TMPDIR" || return
    sources
    ln -s "$BATS_FILE_TMPDIR/brute" .
}

sources() {
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
    exits 0 nf fuzz --format p.ctd --reference ./brute --count 300 -q right.cpp
    [[ ${lines[0]} == "cases    300, 300 AC;"* ]]
    [[ $output == *"cases made by the form (300)"* ]]
    exits 1 nf fuzz --format p.ctd --reference ./brute -q wrong.cpp
    [[ ${lines[0]} == "wrong.cpp:9: signed integer overflow: "* ]]
    [[ $output == *"shrunk to 4 tokens, "* ]]
    [[ $output == *"the reference prints:"* ]]
    [[ $output == *"line 1, column 1: the output is another"* ]]
    [[ $output != *"mistake"* && $output != *"rule events"* ]]
    # The line that brings it back does.
    again=$(grep '^again: ' <<<"$output")
    [[ $again == *" --format p.ctd --reference ./brute --seed 1 --first "* ]]
    run bash -c "${again/again: ninefold/\"$NINEFOLD\"} -q"
    [ "$status" -eq 1 ]
    [[ $output == *"shrunk to 4 tokens, "* ]]
}

@test "fuzz --format: kept cases are valid by the form, and answered by the reference" {
    exits 1 nf fuzz --format p.ctd --reference ./brute --keep kept --json found.json -q wrong.cpp
    for case in kept/001.in kept/001.min.in; do exits 0 nf verify --format p.ctd $case; done
    python3 brute.py <kept/001.min.in | cmp - kept/001.min.ans
    python3 - <<'END'
import json
found = json.load(open("found.json"))
assert found["problem"] == "p.ctd" and found["left_out"] == 0 and "game" not in found
END
}

@test "fuzz --format --keep: a page shows the case, grey where it does not matter, both outputs and what brings it back" {
    printf 'INT(1,9,n) NEWLINE REP(n,SPACE) INT(0,99) END NEWLINE\n' >p.ctd
    printf '#!/usr/bin/awk -f\nNR > 1 { print; for (i = 1; i <= NF; i++) sum += $i; print "<b>&", sum + 0 }\n' >right
    sed 's/sum + 0/sum + 1/' right >wrong
    chmod +x right wrong
    exits 1 nf fuzz --format p.ctd --reference ./right --shrink-time 200s --keep kept -q ./wrong
    page=$(cat kept/001.html)
    [[ $page == *'<p>The program: WA, line 2 differs</p>'* ]]
    [[ $page == *'<pre id="case">'$'\n1\n<span class="any">0</span>\n</pre>'* ]]
    row='<tr class="now"><th scope="row">2</th><td><code>&lt;b&gt;&amp; <mark>0</mark></code></td>'
    [[ $page == *"$row<td><code>&lt;b&gt;&amp; <mark>1</mark></code></td></tr>"* ]]
    again=$(sed -n 's/^again: //p' <<<"$output")
    [[ $page == *"$again</pre>"* && $page != *'<script'* ]]
    # The line at which it breaks down.
    printf 'a = open(0).read().split()\nprint(1 // int(a[1]))\n' >dies.py
    exits 1 nf fuzz --format p.ctd --reference ./right --keep dead -q dies.py
    grep -A 1 '<li class="blamed">' dead/001.html | grep -q '^<p>dies.py:2: ZeroDivisionError'
    grep -q '<p>Nothing was printed before it ended.</p>' dead/001.html
    for look in light dark; do
        command -v chromium >chromium || break
        run "$TESTS/html/inspect" $look kept/001.html
        [ "$output" = "inspected 2 frames, 0 drawings" ]
    done
}

@test "fuzz --format: a reference that fails or is too slow is never the program's fault" {
    printf 'import sys\nsys.exit("no idea")\n' >broken.py
    exits 3 nf fuzz --format p.ctd --reference broken.py -q right.cpp
    [[ $stderr == *"the reference broken.py ends with exit code 1, on the case that begins with "*"'no idea"* ]]
    printf 'n = int(input())\nwhile n > 1: pass\nprint(sum(map(int, input().split())))\n' >slow.py
    exits 0 nf fuzz --format p.ctd --reference slow.py --count 10 -j 1 -q ./brute
    [[ $output == *"left out "*", on which the reference takes too much time or memory"* ]]
    # Where it takes long for another reason than their size, much larger cases are asked all the same.
    printf 'input()\ns = input()\nwhile len(s) < 40: pass\nprint(sum(map(int, s.split())))\n' >odd.py
    exits 0 nf fuzz --format p.ctd --reference odd.py --first 600 --count 2 -j 1 -q ./brute
    [[ ${lines[0]} == "cases    2, 1 AC; "* ]]
    # Nothing was looked at: that is no acceptance.
    printf 'while True: pass\n' >slow.py
    exits 6 nf fuzz --format p.ctd --reference slow.py --count 1 -q ./brute
}

@test "fuzz --format: a reference need not hold the largest cases: memory leaves them out, and none is asked for when a case was found" {
    cat >hungry.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    int n, x;
    long long sum = 0;
    scanf("%d", &n);
    if (n > 20)
        sum = ((char *)memset(malloc(2000000000), n, 2000000000))[n] - n;
    while (scanf("%d", &x) == 1)
        sum += x;
    printf("%lld\n", sum);
}
END
    mkdir cases
    printf '1\n5\n' >cases/1.in
    printf '21\n%s\n' "$(seq -s ' ' 21)" >cases/2.in
    # It is stopped at the limit, or the system refuses it so much and it says so.
    printf '#include <cstdio>\n#include <vector>\nint main()\n{\n    int n, x = 0, sum = 0;\n    scanf("%%d", &n);\n    std::vector<int> a(n > 20 ? 400000000000 : 1);\n    while (scanf("%%d", &x) == 1) sum += x;\n    printf("%%d\\n", sum + a[0]);\n}\n' >refused.cpp
    printf 'n = int(input())\na = [0] * (10**13 if n > 20 else 1)\nprint(sum(map(int, input().split())))\n' >refused.py
    for reference in hungry.c refused.cpp refused.py; do
        exits 0 nf fuzz --format p.ctd --reference $reference --from cases --count 2 -q ./brute
        [[ $output == *"left out "*", on which the reference takes too much time or memory"* ]] || complain "$reference"
    done
    # Cases without an answer are none that a repair has to pass.
    sed 's/", sum/", sum + 1/' hungry.c >slip.c
    exits 1 nf fuzz --format p.ctd --reference hungry.c --first 700 --repair 1m --shrink 0 -q slip.c
    [[ $output == "With (-1) for 0 in line 7 of slip.c "* ]] || complain "expected a repair"
    # Its array is too small. What is shown of the case has its whole size.
    sed 's/sum = (.*/abort();/' hungry.c >small.c
    printf 'n = int(input())\nprint(sum(map(int, input().split())) if n < 2 else 7)\n' >seven.py
    exits 1 nf fuzz --format p.ctd --reference small.c -q seven.py
    [[ $output == *"shrunk to 3 tokens"* ]]
    sed 's/n > 20/n == 2/' small.c >odd.c
    exits 1 nf fuzz --format p.ctd --reference odd.c --from cases/2.in --count 1 -q seven.py
    [[ $output == *"shrunk to 4 tokens"* ]]
    exits 3 nf fuzz --format p.ctd --reference small.c --first 999 --count 1 -q ./brute
    [[ $stderr =~ "the reference small.c is ended by signal 6".*"begins with '".*"'... ("[0-9]{4,}" bytes)" ]]
    printf 'def f(a):\n    return a[1]\nf([])\n' >trace.py
    exits 3 nf fuzz --format p.ctd --reference trace.py -q ./brute
    [[ $stderr == *"wrote to standard error 'IndexError: list index out of range'"* ]]
}

@test "fuzz --format: a case that fails is found whatever later cases do to the reference meanwhile" {
    mkdir cases
    printf '1\n5\n' >cases/1.in
    printf '2\n5 5\n' >cases/2.in
    printf 'n = int(input())\nif n > 1: raise ValueError\nprint(input())\n' >dies.py
    printf 'import time\ntime.sleep(1 if int(input()) == 1 else 0)\nprint(6)\n' >late.py
    exits 1 nf fuzz --format p.ctd --reference dies.py --from cases --count 2 -j 2 --shrink 0 -q late.py
    [[ $output == *"case 0 "* ]]
    exits 3 nf fuzz --format p.ctd --reference dies.py --from cases --first 1 --count 1 -j 2 -q late.py
}

@test "fuzz --format: options that do not go together are refused, and a wrong form is shown" {
    exits 2 nf fuzz --format p.ctd right.cpp
    [[ $stderr == *"--format: expected --reference PROGRAM with it"* ]]
    exits 2 nf fuzz --reference ./brute right.cpp
    [[ $stderr == *"--reference: expected --format FORM with it"* ]]
    exits 2 nf fuzz --format p.ctd --reference ./brute -n 3 right.cpp
    [[ $stderr == *"none of a game's options"* ]]
    printf 'INT(1,n) NEWLINE\nWHAT\n' >bad.ctd
    exits 3 nf fuzz --format bad.ctd --reference ./brute right.cpp
    [[ $stderr == *"bad.ctd:2:1: found "* ]]
    exits 2 nf fuzz --format p.ctd --reference nothere right.cpp
}

# ---- how outputs are compared ----

@test "fuzz --validator-flags: tokens agree as Kattis' default validator has it, else to the byte" {
    rm brute
    printf '#!/usr/bin/awk -f\nNR > 1 { for (i = 1; i <= NF; i++) sum += $i; printf "Sum %%.17g\\n", sum / 3 }\n' >brute
    sed 's/Sum %.17g/sum %.4f/' brute >near
    chmod +x brute near
    exits 1 nf fuzz --format p.ctd --reference ./brute --count 30 --shrink 0 -q ./near
    exits 0 nf fuzz --format p.ctd --reference ./brute --count 30 --shrink 0 -q \
        --validator-flags "float_absolute_tolerance 1e-3" ./near
    exits 1 nf fuzz --format p.ctd --reference ./brute --count 30 --shrink 0 -q \
        --validator-flags "float_absolute_tolerance 1e-9" ./near
    exits 1 nf fuzz --format p.ctd --reference ./brute --count 30 --shrink 0 -q \
        --validator-flags "case_sensitive float_tolerance 1e-3" ./near
    # Who does not know of them is led there, by numbers that are nearly the same alone.
    printf 'n = int(input())\nprint("of", "%%.6f" %% (n / 8), n)\n' >six.py
    for other in %.9f %.9g; do
        sed "s/%.6f/$other/" six.py >nine.py
        sed 's/"of", //; s/, n)/)/' nine.py >only.py
        sed 's/"of", //; s/, n)/)/' six.py >last.py
        exits 1 nf fuzz --format p.ctd --reference only.py --count 30 --shrink 0 -q last.py
        [[ $output == *"  note     as numbers both are equal "* ]] || complain "expected it of the last token"
        exits 1 nf fuzz --format p.ctd --reference nine.py --count 30 --shrink 0 -q six.py
        [[ ${output//$'\n'           / } == *'  note     as numbers both are equal within 1e-6: --validator-flags "float_tolerance 1e-6" accepts that, '* ]]
        exits 0 nf fuzz --format p.ctd --reference nine.py --count 30 -q --validator-flags "float_tolerance 1e-6" six.py
    done
    for other in 'print("of", "%.6f" % (n / 8), n + 1)' 'print("of", "%.6f" % (n / 8 + 0.001), n)' 'print("of", "x.y", n)' 'print("of")'; do
        sed "s|^print.*|$other|" six.py >other.py
        exits 1 nf fuzz --format p.ctd --reference six.py --count 30 --shrink 0 -q other.py
        [[ $output != *" note "* ]] || complain "$other"
    done
    exits 2 nf fuzz --format p.ctd --reference ./brute -q --validator-flags strictly ./near
    [[ $stderr == *"--validator-flags: found 'strictly', expected case_sensitive, "* ]]
    exits 2 nf fuzz --validator-flags case_sensitive -q ./near
}

# A problem with many answers: any divisor of n but n and 1, in a package of Kattis' format.
package() {
    mkdir -p package/{input_validators/form,output_validators/check,submissions/accepted,data/secret}
    printf 'name: Divisor\nvalidation: custom\nlimits:\n  time_limit: 3\n' >package/problem.yaml
    printf 'INT(1,1000,n) NEWLINE\n' >package/input_validators/form/n.ctd
    printf 'n=int(input())\nprint(min([d for d in range(2,n) if n%%d==0],default="none"))\n' \
        >package/submissions/accepted/least.py
    printf 'raise SystemExit("never")\n' >package/submissions/accepted/zbroken.py
    printf 'n=int(input())\nprint(max([d for d in range(2,n) if n%%d==0],default="none"))\n' >most.py
    printf 'n=int(input())\nprint(max([d for d in range(2,n+1) if n%%d==0],default="none"))\n' >wrong.py
    cat >package/output_validators/check/check.py <<'END'
import os, sys
n, right, found = int(open(sys.argv[1]).read()), open(sys.argv[2]).read().split(), sys.stdin.read().split()
good = found == right or (right != ["none"] and len(found) == 1 and found[0].isdigit()
                          and 1 < int(found[0]) < n and n % int(found[0]) == 0)
if not good:
    open(os.path.join(sys.argv[3], "judgemessage.txt"), "w").write("no divisor of %d\n" % n)
sys.exit(42 if good else 43)
END
    printf '12\n' >package/data/secret/1.in
    printf '2\n' >package/data/secret/1.ans
    printf '7\n' >package/data/secret/2.in
    printf 'none\n' >package/data/secret/2.ans
}

@test "fuzz --problem: a package gives the form, a reference that is right, the checker and limits" {
    package
    exits 0 nf fuzz --problem package --count 20 -q most.py
    exits 1 nf fuzz --problem package --count 60 -q wrong.py
    [[ $output == *$'shrunk to 1 token, 2 bytes'*$'\n  2\n'*$'\n  none\n'* ]]
    [[ $output == *$'the checker refuses the output:\n  no divisor of 2\n  found    \'2\'\n'* ]]
    [[ $output == *"again: ninefold fuzz --problem package --seed 1 "* ]]
    mkdir nothing
    exits 2 nf fuzz --problem nothing -q most.py
    [[ $stderr == *"nothing: expected a form (.ctd) in it or in its input_validators, or --format"* ]]
    exits 2 nf fuzz --problem package --game cirno -q most.py
}

@test "judge: where no test is of a game, the stored answers count, by the package's checker" {
    package
    exits 0 nf judge package -q -- most.py
    [[ $output == *$'answers    the stored ones, by the checker\npackage/output_validators/check/check.py'* ]]
    [[ $output == *"limits     3 s of CPU time (problem.yaml), 256 MiB (default)"* ]]
    exits 1 nf judge package/data/secret -q --json found.json -- wrong.py
    [[ $output == *"MiB  refused by the checker"* && $output != *differs* ]]
    [[ $output == *$'first failing: 1, WA\nthe checker refuses the output:\n  no divisor of 12\n'* ]]
    python3 - <<'END'
import json
found = json.load(open("found.json"))
assert "game" not in found and found["checker"].endswith("check.py"), found
END
    # testlib's convention, in place of the package's checker; the answers alone, by tokens.
    printf 'import sys\nsys.exit(0 if open(sys.argv[2]).read() == open(sys.argv[3]).read() else 1)\n' >same.py
    exits 1 nf judge package -q --checker same.py --checker-style testlib -- most.py
    rm package/data/secret/2.ans
    exits 3 nf judge package -q -- most.py
    [[ $stderr == *"package/data/secret/2.in: expected its answer beside it"* ]]
}

@test "judge: a checker that fails is at fault itself, and hangs for no longer than its limit" {
    package
    for fault in 'sys.exit(7)' 'os.kill(os.getpid(), 11)' 'sys.stdout.write("x" * 99999999)'; do
        printf 'import os, sys\n%s\n' "$fault" >package/output_validators/check/check.py
        exits 3 nf judge package -q -- most.py
        [[ $stderr == *"the checker "*"/output_validators/check/check.py "*", on the case that begins with '"* ]]
    done
    printf 'int main(\n' >package/output_validators/check/second.cpp
    exits 3 nf judge package -q -- most.py
    [[ $stderr == *"expected one output validator in the package, found "* ]]
    rm package/output_validators/check/check.py
    exits 3 nf judge package -q -- most.py
    [[ $stderr == *"it does not compile"* ]]
    rm package/output_validators/check/second.cpp
    exits 3 nf judge package -q -- most.py
    [[ $stderr == *"validation is custom, but there is no program in output_validators"* ]]
    ln -s "$PWD/most.py" package/output_validators/check/check.py
    exits 3 nf judge package -q -- most.py
    [[ $stderr == *"a link that leads out of the package"* ]]
}

@test "judge: problem.yaml says how tokens are compared, in each group of tests" {
    mkdir -p set/data/secret/near
    printf 'name: Half\n' >set/problem.yaml
    printf '3\n' | tee set/data/secret/1.in >set/data/secret/near/2.in
    printf '1.5 Yes\n' | tee set/data/secret/1.ans >set/data/secret/near/2.ans
    printf 'output_validator_flags: float_tolerance 0.01\n' >set/data/secret/near/testdata.yaml
    printf 'input()\nprint("1.501 yes")\n' >near.py
    exits 1 nf judge set -q -- near.py
    [[ $output == *"secret/1       WA"*"secret/near/2  AC"* ]]
    [[ $output == *"answers    the stored ones, compared token by token"* ]]
    exits 0 nf judge set -q --validator-flags "float_tolerance 0.01" -- near.py
    rm set/problem.yaml set/data/secret/near/testdata.yaml
    exits 1 nf judge set -q --validator-flags "case_sensitive float_tolerance 0.01" -- near.py
}

@test "fuzz --reference twice: both must agree, else neither is believed" {
    printf 'input()\na = list(map(int, input().split()))\nprint(sum(a) %% 2**64 if sum(a) < 2000 else 7)\n' >other.py
    exits 0 nf fuzz --format p.ctd --reference brute.py --reference right.cpp --count 50 -q right.cpp
    exits 3 nf fuzz --format p.ctd --reference brute.py --reference other.py --count 300 -q right.cpp
    [[ $stderr == *"the references brute.py and other.py do not agree: line 1 differs on the case that begins with "* ]]
}

@test "fuzz --generator: it makes the cases by number, the form accepts and shrinks them" {
    cat >gen.py <<'END'
import random, sys
random.seed(int(sys.argv[1]))
n = random.randint(5, 20)
print(n)
print(*[random.randint(10**8, 10**9) for i in range(n)])
END
    exits 1 nf fuzz --format p.ctd --reference ./brute --generator gen.py --keep kept -q wrong.cpp
    [[ $output == *"shrunk to 4 tokens, "* ]]
    [[ $output == *" --generator gen.py --seed 1 --first "* ]]
    number=$(sed -n 's/.*--first \([0-9]*\) .*/\1/p' <<<"$output")
    python3 gen.py $((1 + number)) | cmp - kept/001.in
    printf 'print(0)\n' >gen.py
    exits 3 nf fuzz --format p.ctd --reference ./brute --generator gen.py -q right.cpp
    [[ $stderr =~ "the generator, with the number "[1-9][0-9]*": gen.py:1:1: found 0, expected n: 1 to 3000 (p.ctd:1)" ]]
    printf 'raise SystemExit("no")\n' >gen.py
    exits 3 nf fuzz --format p.ctd --reference ./brute --generator gen.py -q right.cpp
    [[ $stderr =~ "the generator gen.py ends with exit code 1, on the number "[1-9][0-9]*"; " ]]
    exits 2 nf fuzz --generator gen.py -q right.cpp
}

@test "fuzz --from: cases that exist come first, and variations of them behind; a file is shrunk" {
    mkdir tests
    printf '4\n1 2 3 4\n' >tests/1.in
    printf '6\n1000000000 1000000000 5 5 5 1000000000\n' >large.in
    exits 0 nf fuzz --format p.ctd --reference ./brute --from tests --count 1 -q wrong.cpp
    exits 1 nf fuzz --format p.ctd --reference ./brute --from large.in --count 1 -q wrong.cpp
    [[ $output == *"case 0 (7 tokens, "* && $output == *"shrunk to 4 tokens, "* ]]
    # Varied: of four numbers some become the largest there are.
    exits 1 nf fuzz --format p.ctd --reference ./brute --from tests --keep kept -q wrong.cpp
    exits 0 nf verify --format p.ctd kept/001.in
    printf '4\n1 2 3\n' >tests/2.in
    exits 3 nf fuzz --format p.ctd --reference ./brute --from tests -q wrong.cpp
    [[ $stderr == *"tests/2.in:2:6: found "* ]]
    exits 2 nf fuzz --from tests -q wrong.cpp
}

@test "fuzz --format: words that may be any are shown, and what all wrong outputs have in common" {
    printf 'INT(1,9,a) SPACE INT(0,9,b) SPACE REGEX("[a-z]{1,9}",c) NEWLINE\n' >p.ctd
    printf '#!/usr/bin/awk -f\n{ print $1 + $2 }\n' >right
    printf '#!/usr/bin/awk -f\n{ print $1 + $2 + ($2 == 0) }\n' >wrong
    chmod +x right wrong
    exits 1 nf fuzz --format p.ctd --reference ./right --shrink-time 200s --json found.json -q ./wrong
    [[ $output == *$'\nwith all values tried in place of a question mark, it fails likewise:\n  ? 0 ?\n'* ]]
    [[ $output == *"Its numbers are always 1 more than"* ]]
    python3 - <<'END'
import json
finding = json.load(open("found.json"))["findings"][0]
assert finding["free_words"] == [0, 2], finding
common = finding["common"]
assert common["outputs"] == "more-by" and common["by"] == 1 and common["right_up_to"] is None, common
assert 10 <= common["wrong"] <= common["variations"] <= 100, common
END
}

@test "fuzz --only: a case with another verdict is no finding, neither as found nor as shrunk" {
    printf 'INT(1,9,n) NEWLINE\nREP(n,SPACE) INT(0,99) END NEWLINE\n' >p.ctd
    # Wrong for two numbers, too slow for three if they are not small, an exit code for more.
    cat >mine <<'END'
#!/usr/bin/awk -f
NR == 1 { n = $1 }
NR == 2 {
    for (i = 1; i <= n; i++) a += $i
    while (n == 3 && a > 4) {}
    if (n > 3) exit 7
    print (n < 2 ? a : a + 1)
}
END
    chmod +x mine
    exits 1 nf fuzz --format p.ctd --reference ./brute --tl 50ms -q ./mine
    [[ $output == *$'shrunk to 3 tokens, '* ]]
    for verdict in "RE 5" "TLE 4" "WA 3"; do
        exits 1 nf fuzz --format p.ctd --reference ./brute --tl 50ms --only ${verdict% *} --json found.json -q ./mine
        [[ $output == *$'\nshrunk to '"${verdict#* } tokens, "*" --only ${verdict% *} "* ]] || complain "$verdict"
        run ! grep -q 'here it gets' <<<"$output"
        python3 - ${verdict% *} <<'END'
import json, sys
finding, = json.load(open("found.json"))["findings"]
assert finding["verdict"] == finding["smallest_verdict"] == sys.argv[1], finding
END
    done
    exits 0 nf fuzz --format p.ctd --reference ./brute --count 50 --tl 50ms --only MLE -q ./mine
    [[ ${lines[0]} == "cases    50, "*" WA, "*" RE"* ]]
    exits 2 nf fuzz --only AC -q ./mine
    [[ $stderr == *"--only AC: expected one of WA, PE, RE, TLE, MLE, OLE"* ]]
    exits 2 nf fuzz --slowest 1s --only TLE -q ./mine
}

@test "fuzz --differ: the smallest case on which two programs differ, side by side; neither is called wrong" {
    exits 1 nf fuzz --format p.ctd --differ right.cpp --keep kept --json found.json -q -- wrong.cpp
    [[ $output == *" bytes): right.cpp and wrong.cpp differ in line 1"$'\n'*$'\nshrunk to 4 tokens, '* ]]
    [[ $output == *$'\n\n  right.cpp                              wrong.cpp\n  -'*' | '* ]]
    [[ $output == *"again: ninefold fuzz --format p.ctd --differ right.cpp --seed 1 --first "* ]]
    [[ $output == *", 1 different; "* ]]
    run ! grep -Eqiw 'WA|AC|wrong|right|expected|found|reference|fail(s|ed)?' < <(sed 's/[a-z]*[.]cpp//g' <<<"$output")
    run ! grep -Eqw 'WA|expected|found' kept/001.html
    python3 - <<'END'
import json
found = json.load(open("found.json"))
assert found["differ"] == "right.cpp" and found["verdicts"]["different"] == 1, found
assert found["findings"][0]["verdict"] == "different", found
END
    # Whichever is named first. Programs that are the same, or end in the same way, do not differ.
    exits 1 nf fuzz --format p.ctd --differ wrong.cpp -q -- right.cpp
    exits 0 nf fuzz --format p.ctd --differ right.cpp --count 30 -q -- brute.py
    [[ ${lines[0]} == "cases    30, 30 alike; "* ]]
    printf 'raise SystemExit(3)\n' >dies.py
    printf 'print(1)\nraise SystemExit(3)\n' >ends.py
    exits 0 nf fuzz --format p.ctd --differ dies.py --count 5 -q -- ends.py
    for both in "dies.py brute.py" "brute.py dies.py"; do
        exits 1 nf fuzz --format p.ctd --differ $both -q
        shows "RE, exit code 3"
        shows "shrunk to 2 tokens, 4 bytes "
    done
    exits 2 nf fuzz --format p.ctd --differ right.cpp --reference ./brute -q wrong.cpp
    exits 2 nf fuzz --format p.ctd --differ nothere -q wrong.cpp
}

@test "fuzz --differ of a game: its cases, in its sizes, and no rules" {
    printf '#!/bin/sh\nexec "%s" play\n' "$NINEFOLD" >one
    printf '#!/bin/sh\n"%s" play | sed s/TURN/turn/\n' "$NINEFOLD" >other
    chmod +x one other
    exits 1 nf fuzz --differ ./one -m 1 -q -- ./other
    [[ $output == *"./one and ./other differ in line "*"shrunk to "*"| A used turn,now p="*"again: ninefold fuzz --differ ./one -m 1 "* ]]
    [[ $output != *mistake* && $output != *rule* ]]
    exits 0 nf fuzz --differ ./one --profile basic --count 10 -q -- ./one
}

# matches REGEX: a line of the output is as VS Code's $gcc and Vim's errorformat have it.
matches() {
    grep -qxE "$1" <<<"$output" || complain "expected a line $1"
}

@test "fuzz --errors gcc: what is wrong stands where editors look: the line that breaks down, else the first" {
    exits 1 nf fuzz --format p.ctd --reference ./brute --errors gcc -q wrong.cpp
    [[ ${lines[0]} =~ ^wrong.cpp:9:9:\ error:\ signed\ integer\ overflow:\ .*\ be\ represented\ in ]]
    run ! grep -q '^wrong.cpp:9: ' <<<"$output"
    sed 's/sum += x/sum += x; int unset; if (x == 3) sum = unset/' right.cpp >warned.cpp
    exits 1 nf fuzz --format p.ctd --reference ./brute --errors gcc --count 300 -q warned.cpp
    matches "warned.cpp:9:9: warning: .unset. .*"
    printf 'n = int(input())\nprint(sum(map(int, input().split())) + n // 2)\n' >mine.py
    exits 1 nf fuzz --format p.ctd --reference ./brute --errors gcc -q mine.py
    [[ ${lines[0]} == "mine.py:1:1: error: case "*": WA, line 1 differs" ]]
    printf 'import sys\n  \nif 1:\n\tprint(open(sys.argv[0]))\n' >opens.py
    exits 1 nf fuzz --format p.ctd --reference ./brute --errors gcc --count 1 -q opens.py
    matches "opens.py:4:2: error: .*"
    vim --version | grep -q '+quickfix' || return 0
    vim -es -u NONE -c "cexpr system('cat $BATS_TEST_TMPDIR.stdout')" \
        -c 'call writefile(map(filter(getqflist(), "v:val.valid"), {_, at -> bufname(at.bufnr) .. ":" .. at.lnum .. ":" .. at.col}), "found")' -c 'qa!' || true
    [ "$(<found)" = opens.py:4:2 ]
}

@test "fuzz --add-to cph: the case joins what Competitive Programming Helper has of the source, which is kept" {
    found() { nf fuzz --format p.ctd --reference ./brute --diagnose 0s --add-to cph "$@" -q wrong.cpp | tail -n 1; }
    hash=$(printf %s "$(pwd -P)/wrong.cpp" | md5sum)
    file=$(pwd -P)/.cph/.wrong.cpp_${hash%% *}.prob
    [[ $(found) == "case "*" was added to the test set: $file, with its answer" ]]
    python3 - "$file" <<'END'
import json, subprocess, sys
problem = json.load(open(sys.argv[1]))
assert problem["name"] == "Local: wrong" and problem["local"] is True and problem["interactive"] is False, problem
assert problem["url"] == problem["srcPath"] and problem["srcPath"].endswith("/wrong.cpp"), problem
test, = problem["tests"]
right = subprocess.run(["python3", "brute.py"], input=test["input"], capture_output=True, text=True).stdout
assert test["output"] == right and type(test["id"]) is int, test
# One that a site gave, without the last newline, and what no version has.
problem.update(url="https://x.org/1", tests=[{"id": 1700000000000, "input": test["input"].rstrip(), "output": "1", "more": [1.5]}])
json.dump(problem, open(sys.argv[1], "w"))
END
    [[ $(found) == *" is in the test set already: $file" ]]
    [[ $(found --shrink 0) == *" was added to the test set: $file, with its answer" ]]
    python3 - "$file" <<'END'
import json, sys
problem = json.load(open(sys.argv[1]))
first, second = problem["tests"]
assert problem["url"] == "https://x.org/1" and first["more"] == [1.5] and second["id"] == 1700000000001, problem
END
    [ "$(ls -A .cph)" = "${file##*/}" ]
    echo '{"tests": 7}' >"$file"
    exits 3 nf fuzz --format p.ctd --reference ./brute --add-to cph -q wrong.cpp
    [[ $stderr == *"$file: expected an object with a list \"tests\""* ]]
    [ "$(<"$file")" = '{"tests": 7}' ]
    exits 2 nf fuzz --format p.ctd --reference ./brute --add-to cph -q -- python3 brute.py
    [[ $stderr == *"--add-to cph: expected a source file as PROGRAM"* ]]
}

@test "fuzz --add-to cpeditor: the case becomes the next of NAME_1.in, NAME_1.ans beside the source" {
    found() { nf fuzz --format p.ctd --reference ./brute --diagnose 0s --add-to cpeditor "$@" -q src/1.wrong.cpp | tail -n 1; }
    mkdir src
    cp wrong.cpp src/1.wrong.cpp
    printf '1\n1\n' >src/1.wrong_1.in
    [[ $(found) == "case "*" was added to the test set: $(pwd -P)/src/1.wrong_2.in, with its answer" ]]
    python3 brute.py <src/1.wrong_2.in | cmp - src/1.wrong_2.ans
    [[ $(found) == *" is in the test set already: $(pwd -P)/src/1.wrong_2.in" ]]
    [[ $(found --shrink 0) == *"/src/1.wrong_3.in, with its answer" ]]
    [ "$(ls src | wc -l)" -eq 6 ]
    # A folder of that name.
    exits 1 nf fuzz --format p.ctd --reference ./brute --diagnose 0s --add-to ./cpeditor -q src/1.wrong.cpp
    [ -e cpeditor/001.in ]
}
