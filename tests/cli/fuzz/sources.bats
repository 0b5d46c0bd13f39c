# Programs given as source files: compiled as judges do, and run; nothing of that is left.
# first: compilers are slow
load ../helpers

setup() {
    export TMPDIR=$BATS_TEST_TMPDIR/temporary
    mkdir "$TMPDIR"
}

# What was compiled is gone, whatever became of it.
teardown() { [ -z "$(ls -A "$TMPDIR")" ] || complain "left: $(ls -A "$TMPDIR")"; }

# refuses CODE GLOB ARGUMENT...: the exit code, nothing on stdout, and GLOB somewhere on stderr.
refuses() {
    ends "$1" "${@:3}"
    [ -z "$output" ] || complain "expected nothing on stdout"
    [[ $stderr == $2 ]] || complain "expected on stderr: $2"
}

# program ENDING: a program that prints the answer of set/001, from the source text `print` of it.
program() {
    local text
    text=$(nf play set/001.in | sed 's/$/\\n/' | tr -d '\n')
    case $1 in
    c) printf '#include <stdio.h>\n#include <math.h>\nint main(int c, char **v) { fputs("%s", stdout);'\
' return (int)floor(sqrt(c)) - 1; }\n' "$text" ;;
    cpp) printf '#include <cstdio>\nint main() { if (auto s = "%%s"; true) std::printf(s, "%s"); }\n' "$text" ;;
    cc | cxx) printf '#include <iostream>\nint main() { std::cout << "%s"; }\n' "$text" ;;
    go) printf 'package main\nimport "fmt"\nfunc main() { fmt.Print("%s") }\n' "$text" ;;
    java) printf 'public class Main { public static void main(String[] a) { System.out.print("%s"); } }\n' "$text" ;;
    py) printf 'print("%s", end="")\n' "$text" ;;
    rs) printf 'fn main() { print!("{}", "%s"); }\n' "$text" ;;
    esac
}

@test "a source in each language is compiled and judged; its compiler may be missing" {
    nf gen -n 2 -m 1 --count 1 --out set
    for ending in c cpp cc cxx go java py rs; do
        case $ending in
        c) compiler=gcc ;; c*) compiler=g++ ;; java) compiler=javac ;; py) compiler=python3 ;;
        rs) compiler=rustc ;; go) compiler=go ;;
        esac
        program $ending >mine.$ending
        # What takes long to start is for make test-long.
        if [[ $(often "c cpp py" "c cpp py" "c cpp cc cxx go java py rs") == *$ending* ]] && command -v $compiler >compiler; then
            works judge --wall 20s --tl 10s set -- mine.$ending an-argument-it-ignores
        fi
        # Without any compiler, Debian's package is named.
        exits 4 env PATH=nowhere "$(realpath "$NINEFOLD")" judge set -- mine.$ending
        [[ $stderr == "ninefold: mine.$ending: there is no '$compiler' in PATH "*"package is "* ]] || complain "package?"
    done
}

@test "fuzz, explain and judge take a source as they take a program, and show it as it was typed" {
    cp "$TESTS/../gen/$(first)/package/solution.py" "right one.py"
    cp "right one.py" ./-right.py
    works fuzz -j 1 --count 2 -n 2 -m 1 'right one.py'
    works fuzz -j 1 --count 2 -n 2 -m 1 -- -right.py
    nf gen -n 2 -m 1 >one.in
    works explain one.in -- './right one.py'
    echo 'int main() { return 3; }' >wrong.c
    ends 1 fuzz --json report.json --shrink 20 --diagnose 0s --repair 1m --build 'gcc -O1' wrong.c
    [[ $(<report.json) == *'"wrong.c"'*'"RE"'* ]] || complain "expected it by its name"
    [[ $output == *"again: ninefold fuzz --build 'gcc -O1' --seed 1 --first 0 --count 1 -- wrong.c"* ]] ||
        complain "expected how to run it again"
    # Nothing is made up of a program that breaks no rule of its language, and passes with no small change.
    [[ $output != *"wrong.c:"* ]]
    [[ ${output//$'\n'/ } == *"With none of 2 small changes of wrong.c all "*" cases pass."* ]] || complain "expected none"
    # A program that is no source cannot be changed; nothing is left of what was tried (teardown).
    run nf fuzz --shrink 20 --diagnose 0s --repair 1m -- false
    [[ $output != *"small changes"* ]]
}

# bats test_tags=long
@test "sources are compiled and run in the sandbox, too, where they can write to no other folder" {
    cp "$TESTS/../gen/$(first)/package/solution.cpp" right.cpp
    cp "$TESTS/../gen/$(first)/package/solution.py" right.py
    works fuzz --sandbox --count 5 right.cpp
    works fuzz --sandbox --count 2 right.py
    refuses 3 *"Read-only file system"*"does not compile"* \
        fuzz --sandbox --build 'touch "$HOME/made" made; false' right.cpp
    [ ! -e made ]
}

# finds_line FILE LINE WHAT CODE: fuzz tells where the source breaks down, also as JSON and in the page, in the source.
finds_line() {
    ends 1 fuzz --count 1 --shrink 20 --diagnose 0s --json report.json --keep kept "$1"
    [[ $output == *"$1:$2: $3"$'\n'*" $2 | $4"$'\n'* ]] || complain "expected line $2: $3"
    python3 -c 'import json, sys; fault = json.load(open("report.json"))["fault"]
assert fault == {"file": sys.argv[1], "line": int(sys.argv[2]), "what": sys.argv[3], "code": sys.argv[4]}, fault' "$@"
    grep -A 1 '<li class="blamed">' kept/001.html | sed "s/&#39;/'/g" >blamed
    grep -qF "$4</code>" blamed && grep -qF "<p>$1:$2: $3</p>" blamed
    rm -r kept
}

@test "the line where a source breaks down is told: outside an array, freed memory, exceptions, a wrong answer too" {
    printf '%s\n' 'struct pig { int hand[3]; } pigs[9];' 'int main(int c, char **v) {' '  struct pig *one = &pigs[c];' \
        '  one->hand[c + 2] = 1;' '  return !v;' '}' >last.c
    finds_line last.c 4 "index 3 out of bounds for type 'int [3]'" 'one->hand[c + 2] = 1;'
    # Each of these takes a compiler, or Python, a second or more.
    [ "$(often "" all all)" ] || return 0
    printf '%s\n' 'def play(n):' '    return [1, 2][n]' 'play(int(input()[0]) + 5)' >mine.py
    finds_line mine.py 2 "IndexError: list index out of range" 'return [1, 2][n]'
    printf '%s\n' '#include <vector>' 'int hand[3];' 'int main(int c, char **) {' '  hand[c + 2] = c;' \
        '  std::vector<int> seen(3);' '  return seen[c + 1000000];' '}' >mine.cpp
    finds_line mine.cpp 4 "index 3 out of bounds for type 'int [3]'" 'hand[c + 2] = c;'
    printf '%s\n' '#include <stdlib.h>' 'int main(void) {' '  char *volatile a = malloc(8);' '  free(a);' '  a[1] = 1;' '}' >mine.c
    finds_line mine.c 5 "writes memory that was freed" 'a[1] = 1;'
    printf '%s\n' '#include <map>' 'int main() { std::map<int, int> of;' '  return of.at(3);' '}' >thrown.cpp
    finds_line thrown.cpp 3 "throws 'std::out_of_range', which nobody catches" 'return of.at(3);'
    printf '%s\n' '#include <vector>' 'int main() { std::vector<int> of;' '  return of.back();' '}' >vector.cpp
    finds_line vector.cpp 3 'attempt to access an element in an empty container.' 'return of.back();'
    # A compiler that does not know all checks makes those it knows.
    ! command -v clang >compiler || {
        run nf fuzz --count 1 --shrink 20 --diagnose 0s --build 'clang -O2' mine.c
        [[ $output == *"mine.c:5: writes memory that was freed"$'\n'* ]] || complain "clang"
    }
}

@test "the line in which a source was when it was stopped for taking too long is told, in C++, Python and Java" {
    printf '%s\n' 'static int wait(int n) {' '  while (n >= 0)' '    n = (n + 1) & 1023;' '  return n;' '}' \
        'int main() {' '  return wait(3);' '}' >slow.cpp
    printf '%s\n' 'def wait(n):' '    while n >= 0:' '        n = (n + 1) & 1023' 'wait(3)' >slow.py
    printf '%s\n' 'class Slow {' '  public static void main(String[] a) {' '    int n = 3;' '    while (n >= 0)' \
        '      n = (n + 1) & 1023;' '  }' '}' >Slow.java
    local told='it was here when it was stopped for taking too long'
    for file in $(often slow.py "slow.py slow.cpp Slow.java" "slow.py slow.cpp Slow.java"); do
        ! [[ $file == *.java ]] || command -v javac >javac || continue
        ends 1 fuzz --tl 200ms --count 1 --shrink 2 --diagnose 0s "$file"
        [[ $output =~ ^"$file":([0-9]+):\ "$told"$'\n' ]] || complain "$file: $told"
        sed -n "${BASH_REMATCH[1]}p" "$file" >line
        grep -qE 'while \(?n >= 0|n = \(n \+ 1\)' line || complain "$file: line ${BASH_REMATCH[1]}"
    done
}

@test "the line is also found in the sandbox, where a command that names /dev/null may write to it" {
    command -v bwrap >bwrap || skip "bubblewrap is not installed"
    printf '%s\n' 'def wait(n):' '    while n >= 0: n = (n + 1) & 1023' 'wait(3)' >slow.py
    ends 1 fuzz --sandbox --tl 200ms --count 1 --shrink 0 --diagnose 0s slow.py
    [[ $output == "slow.py:2: it was here when it was stopped for taking too long"$'\n'* ]] || complain "line 2?"
}

@test "memory that was never set is found, with what the compiler warns of, before a mistake is named" {
    command -v valgrind >valgrind || skip "valgrind is not installed"
    printf '%s\n' '#include <stdio.h>' 'int main(void) {' '  int best;' '  if (getchar() == 63) best = getchar();' \
        '  if (best == 12345)' '    puts("more");' '  return 0;' '}' >unset.c
    ends 1 fuzz --count 1 --shrink 20 --diagnose 0s --json report.json ./unset.c
    [[ $output == "./unset.c:5: uses a value that was never set
     5 | if (best == 12345)
./unset.c:"[45]": the compiler warns: 'best' may be used uninitialized"* ]] || complain "line and warning?"
    [[ $(<report.json) == *"\"'best' may be used uninitialized\""* ]]
    # A program that makes a known mistake for certain, and uses what malloc gave as well.
    [ "$(often "" all all)" ] || return 0
    sed 's/q > LIMIT/q >= LIMIT/; s/^int main() {/&\nif (*(int *)malloc(9) == 12345) return 1;/' \
        "$TESTS/../gen/$(first)/package/solution.cpp" >limit.cpp
    ends 1 fuzz --shrink 50 limit.cpp
    [[ $output == "limit.cpp:57: uses a value that was never set"*"(mistake "* ]] || complain "memory and mistake?"
}

# bats test_tags=long
@test "the page of a failing case shows the source, with lines of any length and any bytes, and asks for nothing" {
    command -v chromium >chromium || skip "chromium is not installed, so no browser looks at sources"
    { # A name, blanks, a line without blanks, bytes that are no text, what would be markup, many lines.
        printf '# coding: latin-1\n%200s# far\n#%0500d\n# \xff\033[31m\u202e\n' '' 0
        printf '# </code><script>alert(1)</script><img src=http://[::1]/>\n%.0s' {1..300}
        printf 'print(1 // int(input()[:0] or 0))\n'
    } >'<b>&amp;.py'
    for look in light-en dark-zh; do
        lang=${look#*-}
        ends 1 --lang $lang fuzz --count 3 --keep-going --shrink 20 --diagnose 0s --keep $lang '<b>&amp;.py'
        grep -q '<p>&lt;b&gt;&amp;amp;.py:305: ZeroDivisionError' $lang/001.html
        grep -q '<summary>' $lang/001.html
        run ! grep -q -e '<script>alert' -e '<img' $lang/001.html
        run "$TESTS/html/inspect" ${look%-*} $lang/001.html
        [ "$output" = "inspected 2 frames, 0 drawings" ] || complain "the browser found something"
    done
}

# repairs SOURCE SLIP WAS NOW [OPTION...]: the right source, made wrong by a slip for sed, passes again with
# --repair.
repairs() {
    sed "$2" "$1" >slip.${1##*.}
    [ "$(<"$1")" != "$(<slip.${1##*.})" ]
    ends 1 fuzz --shrink 100 --diagnose 0s --repair 5m --json report.json --keep kept "${@:5}" slip.${1##*.}
    [[ ${output//$'\n'/ } == *"With $4 for $3 in line "*" of slip."*" all "*" cases pass: "* ]] || complain "expected $4 for $3"
    python3 - "$3" "$4" <<'PYTHON'
import json, sys
repair = json.load(open("report.json"))["repair"]
assert repair["found"] and repair["how"] == "replaced" and repair["cases"] > 50, repair
assert repair["file"].startswith("slip."), repair
assert [repair["was"], repair["now"]] == sys.argv[1:] and repair["tried"] <= repair["changes"], repair
PYTHON
    # Its page has the line as it passes below what is said of it.
    grep -A 1 '^<p>With .* cases pass:</p>$' kept/001.html | grep -q '^<code>.*</code>$'
}

# Many programs are made and run until it is found.
# bats test_tags=long
@test "--repair finds the small change with which a source passes all cases" {
    # What specializes a template of std cannot be compiled several times in one file.
    printf '%s\n' '#include <cstdio>' '#include <functional>' 'struct A { int a; };' 'namespace std {' \
        'template <> struct hash<A> { size_t operator()(const A &a) const { return a.a; } }; }' 'int main() {' \
        '  int n;' '  scanf("%d", &n);' '  puts(n > 10 ? "more" : "few");' '}' >apart.cpp
    echo 'INT(1,20,n) NEWLINE' >p.ctd
    repairs apart.cpp 's/n > 10/n >= 10/' '>=' '>' --format p.ctd --reference apart.cpp
    grep -v 'struct A\|namespace\|template' apart.cpp >together.cpp
    repairs together.cpp 's/n > 10/n >= 10/' '>=' '>' --format p.ctd --reference together.cpp
    [ "$(often "" "" all)" ] || return 0
    repairs "$TESTS/../gen/$(first)/package/solution.cpp" 's/(q > LIMIT)/(q >= LIMIT)/' '>=' '>'
    repairs "$TESTS/../gen/$(first)/package/solution.py" 's/<= 99/< 99/' '<' '<='
}

@test "--repair tries changes of strings first where what is printed is no answer" {
    sed 's/ lost the game\."/ lost the game"/' "$TESTS/../gen/$(first)/package/solution.py" >slip.py
    ends 1 fuzz -j 1 --shrink 100 --diagnose 0s --repair 5m --json report.json slip.py
    shows 'lost the game." for "{names[seat]} lost the game" in line'
    python3 -c 'import json; repair = json.load(open("report.json"))["repair"]
assert repair["tried"] < repair["changes"] / 8, repair'
}

@test "a source that does not compile: what the compiler says, cleanly, and exit code 3" {
    printf 'int main() { return \033[31m; }\n' >mine.cpp
    refuses 3 *"mine.cpp:1:"*"error"*"ninefold: mine.cpp: it does not compile (exit code 1)" fuzz mine.cpp
    [[ $stderr != *$'\033'* ]]
    printf 'print(\n' >mine.py
    refuses 3 *'File "mine.py", line 1'*"ninefold: mine.py: it does not compile (exit code 1)" fuzz mine.py
    nf gen -n 2 -m 1 --count 1 --out set
    refuses 2 *"'nothere.cpp' cannot be run: No such file or directory" fuzz nothere.cpp
    refuses 3 *"mine.cpp: it does not compile"* judge set -- true -- mine.cpp
    refuses 3 *"mine.cpp: it does not compile"* explain set/001.in -- mine.cpp
    refuses 3 *"the compiler made no program of it" fuzz --build true mine.cpp
    [ "$(often "" all all)" ] || return 0
    printf '# \xff\nprint(1)\n' >bytes.py
    refuses 3 *"ninefold: bytes.py: it does not compile (exit code 1)" fuzz bytes.py
    # Of what it prints without end the start is shown.
    refuses 3 *"  y"*"..."*"the compiler wrote more than 128 MiB" fuzz --build 'yes; true' mine.cpp
    [ "${#stderr}" -lt 5000 ]
}

# bats test_tags=long
@test "a Python source is compiled whatever lies beside it, though it is called as a module of the library" {
    nf gen -n 2 -m 1 --count 1 --out set
    program py >mine.py
    echo 'raise SystemExit("not me")' | tee token.py >tokenize.py
    works judge set -- mine.py
}

@test "a source that includes endless files or takes all memory is refused" {
    echo '#include "/dev/zero"' >mine.c
    refuses 3 *"ninefold: mine.c: *" fuzz mine.c
    echo '#include "/dev/stdin"' >mine.c
    echo 'int main(void) {}' | refuses 3 *"ninefold: mine.c: *" fuzz mine.c
}

@test "what is executable and a script or program by its bytes is run as it is, Python by the interpreter itself where python3 is a script that looks for it" {
    printf '#!/bin/sh\nexec "%s" play\n' "$(realpath "$NINEFOLD")" >script.py
    chmod +x script.py
    works fuzz --count 3 --quiet ./script.py
    cp script.py plain.py
    chmod -x plain.py
    refuses 3 *"it does not compile"* fuzz plain.py
    mkfifo pipe.c
    mkdir folder.c bin
    fails 2 *"'pipe.c' cannot be run"* fuzz pipe.c
    fails 2 *"'folder.c' cannot be run"* fuzz folder.c
    echo 'main = interact id' >mine.hs
    fails 2 *"mine.hs: found a file that is not executable, expected a program, a source that ends in .cpp "*" .rs, or a command that runs it" fuzz mine.hs
    fails 2 *"bin: found a folder, expected a program, a source that ends in .cpp "* fuzz bin
    printf '#!/bin/sh\necho >>"%s/runs"\nexec "%s" "$@"\n' "$PWD" "$(command -v python3)" >bin/python3
    chmod +x bin/python3
    cp "$TESTS/../gen/$(first)/package/solution.py" right.py
    PATH=$PWD/bin:$PATH works fuzz -j 1 --count 2 -n 2 -m 1 right.py
    [ "$(wc -l <runs)" -eq 1 ]
    # By its path, too.
    works fuzz -j 1 --count 2 -n 2 -m 1 -- "$PWD/bin/python3" -B right.py
    [ "$(wc -l <runs)" -eq 2 ]
    [ "$(often "" all all)" ] || return 0
    PATH=$PWD/bin:$PATH works fuzz -j 1 --count 2 -n 2 -m 1 --sandbox -- python3 -B right.py
    # Where it does not tell its path, it runs the program itself.
    printf '#!/bin/sh\nexec "%s" -S "$2"\n' "$(command -v python3)" >bin/python3
    PATH=$PWD/bin:$PATH works fuzz -j 1 --quiet --count 2 -n 2 -m 1 -- python3 -B right.py
}

@test "Ctrl-C while a source is compiled ends the compiler, and leaves nothing" {
    echo 'int main() {}' >mine.c
    "$NINEFOLD" fuzz --build 'sleep 987654; true' mine.c 2>errors &
    until pgrep -f 'sleep 987654' >/dev/null || ! kill -0 $! 2>/dev/null; do sleep 0.05; done
    ended_by INT
    [ "$status" -eq 130 ]
    run ! pgrep -xf 'sleep 987654'
    [[ $(cat errors) == *"while 'mine.c' was compiled"* ]]
}

# interrupted CONDITION ARGUMENT...: Ctrl-C while fuzz runs a build of a source that it made by itself, which
# sleeps by the condition.
interrupted() {
    printf '%s\n' '#include <string.h>' '#include <unistd.h>' '#ifndef __SANITIZE_ADDRESS__' \
        '#define __SANITIZE_ADDRESS__ 0' '#endif' 'int main(void) {' \
        "  if ($1) execlp(\"sleep\", \"sleep\", \"987655\", (char *)0);" '  return 3;' '}' >mine.c
    "$NINEFOLD" fuzz --quiet --diagnose 0s "${@:2}" mine.c >found 2>errors &
    until pgrep -xf 'sleep 987655' >/dev/null || ! kill -0 $! 2>/dev/null; do sleep 0.1; done
    ended_by INT
    [ "$status" -eq 130 ] || complain "expected exit code 130: $(cat errors)"
    grep -q 'RE, exit code 3' found || complain "expected what was found: $(cat found)"
}

@test "Ctrl-C while the line or a change of a source is looked for ends that, and what was found is told" {
    interrupted __SANITIZE_ADDRESS__
    grep -q 'while the line was looked for' errors
    [ "$(often "" all all)" ] || return 0
    interrupted 'strstr(__FILE__, "/source.") != NULL' --repair 10m
    grep -q 'while changes of the source were tried' errors
}

@test "a program that passes no case for it reads a file is told so, with the line that opens it" {
    printf '%s\n' 'import sys' '# open("no.txt")' 'with open(sys.argv[0]) as case:' '    print(len(case.read()))' >file.py
    for command in "-- file.py" "--diagnose 0s -- python3 file.py"; do
        ends 1 fuzz --count 1 --shrink 5 --json report.json $command
        [[ $output == "file.py:3: it opens a file, and reads nothing from standard input
     3 | with open(sys.argv[0]) as case:
"* && $output != *mistakes* ]] || complain "expected the line of file.py"
    done
    python3 -c 'import json; hint = json.load(open("report.json"))["hint"]
assert hint["file"] == "file.py" and hint["line"] == 3 and hint["code"].startswith("with open"), hint'
    ends 1 fuzz --count 1 --shrink 5 -- true
    [[ $output == "Your program reads nothing from standard input, where the case is."$'\n'* ]] || complain "no hint?"
    # Who reads, or breaks down before, has another fault.
    for program in cat "head -c 1" false; do
        ends 1 fuzz --count 1 --shrink 5 --diagnose 0s --json report.json -- $program
        [[ $output != *"standard input"* && $(<report.json) == *'"hint": null'* ]] || complain "a hint?"
    done
}
