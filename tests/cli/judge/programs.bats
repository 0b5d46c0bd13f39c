# judge: programs run on a test set.
load ../helpers

setup_file() {
    local bug
    export PROGRAMS=$BATS_FILE_TMPDIR
    # 0 is right; 44 forgets a line.
    for bug in 0 44; do
        "$TESTS/mutants/build" "$(first)" "$PROGRAMS/bug$bug" -DBUG=$bug
    done
    printf '#!/bin/sh\n"%s" | sed "s/$/ /"\n' "$PROGRAMS/bug0" >"$PROGRAMS/blanks"
    printf '#!/bin/sh\nexec "%s" play --game "$1"\n' "$(realpath "$NINEFOLD")" >"$PROGRAMS/play"
    chmod +x "$PROGRAMS"/{blanks,play}
    nf gen -n 3 -m 3 --count 4 --out "$PROGRAMS/set"
}

setup() {
    ln -s "$PROGRAMS"/bug* "$PROGRAMS"/{blanks,play} .
    cp -r "$PROGRAMS/set" .
}

# judges CODE ARGUMENT...: runs judge and expects its exit code; the report is in $output.
judges() {
    ends "$1" judge "${@:2}"
    [ -z "$(awk 'length > 80' <<<"$output")" ] || complain "expected at most 80 columns"
}

shows() {
    [[ $output == *$1* ]] || complain "expected on stdout: $1"
}

# of JSON: prints the Python expression over the document d in judge.json.
of() { python3 -c "import json, sys; d = json.load(open('judge.json')); print($1)"; }

# ---- verdicts ----

@test "judge: a right program is accepted on every test with a row each, exit code 0; of a wrong one each failing test is told, the first explained; of several a row each" {
    judges 0 set -- ./bug0
    [ -z "$stderr" ] || complain "expected nothing on stderr"
    [[ ${lines[0]} == 'test  verdict  CPU time      memory' ]]
    for test in 001 002 003 004; do
        grep -Eqx "$test   AC        0\.[0-9]{3} s +[0-9]+\.[0-9] MiB" <<<"$output"
    done
    shows 'tests      4 in set, 4 AC; *'
    judges 1 set -- ./bug44
    shows $'\n''first failing: 001, WA'$'\n''line *, column *: '
    shows 'limit      none suggested: no program was accepted on all tests'
    wrong=$(grep -c ' WA .* differs$' <<<"$output")
    shows "tests *, $wrong WA"
    judges 1 set -- ./bug0 -- sh -c 'exit 3' -- ./bug44
    [[ ${lines[0]} == '   AC   WA   RE   CPU time      memory  program, first failing test' ]]
    [[ ${lines[1]} == '    4    0    0 '*' MiB  ./bug0' ]]
    [[ ${lines[2]} == '    0    0    4 '*" MiB  sh -c 'exit 3'" ]]
    [[ ${lines[3]} == '       001: RE, exit code 3' ]]
    [[ ${lines[4]} == '    3    1    0 '*' MiB  ./bug44' ]]
    [[ ${lines[5]} == '       001: WA, line '*', column '*': '* ]]
    shows 'tests      4 in set; *'
}

@test "judge: all games, with --forkserver=no, --sandbox and any number of jobs; few descriptors do for many programs" {
    for game in $(some_games); do
        nf gen --game $game --count 3 --out $game
        judges 0 --game $game $game -- ./play $game
        judges 1 --game $game $game -- true
    done
    judges 0 -j 1 --forkserver=no set -- ./bug0
    [ -z "$stderr" ] || complain "expected nothing on stderr"
    judges 0 -j 1 set -- sh -c './bug0; exit'
    [[ $stderr == "note: every case started 'sh' anew: it "* ]] || complain "expected why"
    judges 0 -j 3 --sandbox set -- ./bug0
    local program programs=()
    for program in {1..20}; do programs+=(-- ./bug0); done
    rm set/00[2-4].*
    (ulimit -n 40 && nf judge -j 2 set "${programs[@]}" >report)
    [ "$(grep -c ' ./bug0$' report)" -eq 20 ]
}

@test "judge: with --sandbox a program cannot read the answers of the test set, wherever they lie" {
    bwrap --ro-bind / / true || skip "bubblewrap does not work here"
    cat >cheat.py <<'END'
import glob, sys
case = sys.stdin.read()
for name in glob.glob(sys.argv[1] + "/**/*.in", recursive=True):
    if open(name).read() == case:
        print(open(name[:-2] + "out").read(), end="")
END
    cp -r set other
    judges 0 set -- /usr/bin/python3 cheat.py "$PWD/set"
    for folder in "$PWD/set" "$PWD" .; do
        judges 1 --sandbox set -- /usr/bin/python3 cheat.py "$folder/set"
    done
    # Where one names another folder, that is to be read.
    judges 0 --sandbox set -- /usr/bin/python3 cheat.py other
}

@test "judge: --json has every run, its sums agree with them, and it does not depend on the number of jobs; the suggested limit is --factor times the slowest accepted program's slowest test" {
    for jobs in 1 3; do
        judges 1 -j $jobs --factor 4 --json judge.json set -- ./bug0 -- ./bug44 -- sh -c 'exit 3'
        shows 'tests      4 in set; '
        of 'd["schema"], d["game"], d["folder"], d["limits"]["memory"],
            all(p["tests"] == len(p["runs"]) == sum(p["verdicts"].values()) == 4 and
            p["cpu_seconds"] == max(r["cpu_seconds"] for r in p["runs"]) and
            p["memory"] == max(r["memory"] for r in p["runs"]) for p in d["programs"]),
            [(p["accepted"], p["first_failing"]) for p in d["programs"]], d["programs"][2]["runs"][0]["code"],
            [[r["test"], r["verdict"], r["line"]] for p in d["programs"] for r in p["runs"]],
            [p["explanation"] for p in d["programs"]]' >$jobs
    done
    cmp 1 3
    [[ ${output//$'\n'/ } =~ limit\ +([0-9.]+)' s suggested: 4 * '([0-9.]+)' s of CPU time (./bug0 on '[0-9]+') in steps of 0.'[15]' s'$ ]]
    of 'd["time_limit"]["seconds"] >= 4 * d["time_limit"]["cpu_seconds"] == 4 * max(
        r["cpu_seconds"] for p in d["programs"] if p["accepted"] for r in p["runs"])' | grep -qx True
    grep -q "^ninefold.judge/1 $(first) set 268435456 True \[(True, None), (False, '001'), (False, '001')\] 3 " 1
    judges 0 --json - set -- ./bug0
    python3 -m json.tool <<<"$output" >/dev/null
    [[ $output != *'test  verdict'* ]]
}

# Tests are started and forked in turns here.
@test "judge: a program that exceeds its time is run twice, at last started, and so is one that fails in a fork" {
    printf 'import os, sys\nfirst = os.getpid()\nsys.stdin.read(1)\n' >hangs.py
    printf 'open("runs", "a").write("s" if os.getpid() == first else "f")\n' >>hangs.py
    printf 'while sys.argv[1] == "hangs": pass\n' >>hangs.py
    rm set/00[34].*
    for how in hangs fails; do
        rm -f runs
        judges 1 -j 1 --tl 100ms --wall 20s set -- /usr/bin/python3 -S ./hangs.py $how
        case $how$(<runs) in
        hangsssfs | failssfs) ;;
        *) complain "$how: $(<runs)" ;;
        esac
    done
}

# ---- sets; which tests they and packages have, in what order, what is none and told: tests/unit/judge/judging/test_test_set.c ----

@test "judge: what was found before a failure of ninefold's own is printed, in every form" {
    # It runs twice, and then there is no program.
    printf '#!/bin/sh\necho >>"$0.runs"\n[ $(wc -l <"$0.runs") -lt 2 ] || rm "$0"\nexec ./play cirno\n' >going
    chmod +x going
    judges 4 -j 1 --forkserver=no --json judge.json set -- ./play cirno -- ./going -- ./play cirno
    shows "    4 * ./play cirno"
    shows "    2 * ./going"
    [ "$(of "[p['tests'] for p in d['programs']]")" = "[4, 2, 0]" ]
    [[ $stderr == *"cannot be executed: No such file"* ]] || complain "expected the reason"
}

@test "judge: a stored answer that is wrong is told, exit code 3; a test without one is judged by that of the reference, white space does not matter but with --strict" {
    cp set/001.out set/003.ans
    judges 3 --json judge.json set -- ./bug0
    shows 'answers    1 of 4 are not the reference?s, which was used instead: set/003.ans:'
    shows 'tests      4 in set, 4 AC'
    [[ $stderr == 'ninefold: set/003.ans:'*': the stored answer is wrong, expected the output of ninefold play' ]]
    [ "$(of '[t["answer_differs"] is None for t in d["tests"]]')" = '[True, True, False, True]' ]
    sed 's/$/ /' set/003.out >set/003.ans
    judges 0 set -- ./bug0
    rm set/*.out
    judges 0 set -- ./blanks
    judges 1 --strict set -- ./blanks
    shows ' PE '
    shows 'only white space differs'
}

@test "judge: a test that is not valid stops it before any program runs: line and column; so does a set that is none" {
    echo '2 1 x' >set/003.in
    fails 3 "ninefold: set/003.in:1:5: found 'x'*" judge set -- touch ran
    mkdir empty
    fails 3 'ninefold: empty: found no test, expected [*].in files' judge empty -- touch ran
    fails 4 'ninefold: none: No such file or directory' judge none -- touch ran
    [ ! -e ran ]
}

@test "judge: hostile names of tests, folders and programs are shown cleanly, in 80 columns" {
    local folder=$'o\x1b[31m\n dd' name
    name=$'x\e]0;title\a '$(printf 'long%.0s' {1..40})
    mkdir "$folder"
    cp set/001.in "$folder/$name.in"
    cp set/001.out "$folder/$name.out"
    cp set/001.out "$folder/"$'\xff\r.out'
    cp bug44 "./-p"$'\n\t'
    judges 1 --json judge.json "$folder" -- "./-p"$'\n\t' -- ./bug0
    [ -z "$(LC_ALL=C grep -n '[^ -~]' <<<"$output$stderr")" ] || complain "expected printable bytes only"
    [[ $stderr == *": an answer without an instance beside it" ]] || complain "expected a note"
    [ "$(of 'd["programs"][0]["command"] == ["./-p\n\t"]')" = True ]
    judges 0 --quiet "$folder" -- ./bug0
    [ -z "$stderr" ] || complain "expected nothing on stderr"
}

@test "judge: columns are aligned whatever letters tests have; of a long name or program the end is shown, which tells it from others" {
    mkdir -p 'z/größe 九张牌' 'z/a longer folder of tests'
    for name in 'größe 九张牌/1' 'größe 九张牌/12' 'a longer folder of tests/1' 'a longer folder of tests/2'; do
        cp set/001.in "z/$name.in"
        cp set/001.out "z/$name.out"
    done
    works judge z -- ./bug0 # awk counts bytes
    [ "$(sed -n '2,5s/AC .*/|/p' <<<"$output")" = '...ger folder of tests/1  |
...ger folder of tests/2  |
größe 九张牌/1            |
größe 九张牌/12           |' ] || complain "expected names in 24 columns"
    cp bug0 "z/a program of a name that takes much more than a line has, in quotes"
    works judge z -- "z/a program of a name that takes much more than a line has, in quotes" -- ./bug0
    shows '  ...'*'much more than a line has, in quotes'$'\n'
    mkdir -p 'd/secret/many players in it'
    cp set/001.in 'd/secret/many players in it/1.in'
    works verify --bounds d
    shows '  .../many players in it/1  '
}

# ---- words ----

@test "judge: operands that are no programs are told before any is run; --json replaces no test, answer or program" {
    misused 'ninefold judge: expected DIR *, found none' judge
    misused "ninefold judge: set: expected programs in its submissions, DIR -- PROGRAM, --mistakes or --mutants" judge set
    misused "ninefold judge: './bug0': expected -- between DIR and the first PROGRAM" judge set ./bug0 -- ./bug44
    misused 'ninefold judge: --: expected a PROGRAM behind it' judge set --
    misused 'ninefold judge: --: expected a PROGRAM behind it' judge set -- ./bug0 -- -- ./bug44
    fails 2 "ninefold judge: *no-such-program*" judge set -- touch ran -- no-such-program
    [ ! -e ran ]
    judges 0 -- set -- ./bug0
    for file in set/001.in set/002.out bug0; do
        misused "ninefold judge: $file: found the same file as input and output" judge --json $file set -- ./bug0
    done
    diff -r set "$PROGRAMS/set"
    cmp bug0 "$PROGRAMS/bug0"
}

# ---- ends ----

@test "judge: Ctrl-C ends it with what is finished, and nothing is left running" {
    local name=nf-judged-$$
    ln -s "$(command -v sleep)" $name
    stopped_at $name judge --wall 60s set -- ./bug0 -- ./$name 50
    [[ $stderr == *"stopped by signal 2 (Interrupt); 4 of 8 runs are reported"* ]] ||
        complain "expected a word on the signal"
    shows '    4 *  ./bug0'
}

@test "judge: Ctrl-C: of programs that are right on all tests that were run, JSON has those as accepted that ran on all" {
    local name=nf-hangs-$$
    ln -s "$(command -v sleep)" $name
    printf 'echo >>runs\n[ $(wc -l <runs) -gt 2 ] && exec ./%s 50\nexec ./bug0\n' $name >hangs
    stopped_at $name judge -j 1 --forkserver=no --wall 60s --json judge.json set -- ./bug0 -- sh ./hangs -- ./bug0
    [ "$(of '[(p["tests"], p["verdicts"]["AC"], p["accepted"]) for p in d["programs"]]')" = \
        "[(4, 4, True), (2, 2, False), (0, 0, False)]" ] || complain "$(cat judge.json)"
}

@test "judge: killed, it leaves no program running" {
    local name=./nf-killed-$$
    ln -s "$(command -v sleep)" $name
    "$NINEFOLD" judge --wall 60s set -- $name 50 >/dev/null 3>&- &
    until pgrep -f "^$name" >/dev/null || ! kill -0 $!; do sleep 0.01; done
    ended_by KILL
    gone $name
}

# ---- tests that other judges refuse ----

@test "judge: a carriage return in a test, which verify refuses, is named by file and line, in the report and in JSON" {
    sed -i '2s/$/\r/' set/002.in
    sed -i 's/$/\r/' set/004.in
    fails 3 "*:2:*" verify set/002.in
    judges 0 --json judge.json set -- ./bug0
    shows 'returns    2 of 4 tests have a carriage return, which validators refuse:'
    [[ $(tr '\n' ' ' <<<"$output") == *'refuse: set/002.in:2, set/004.in:1 '* ]] || complain "expected file and line"
    [ "$(of '[t["carriage_return"] for t in d["tests"]]')" = "[None, 2, None, 1]" ]
    judges 0 "$PROGRAMS/set" -- ./bug0
    [[ $output != *returns* ]]
}

# ---- limits ----

@test "judge: limits are those of the package that gen wrote, in all formats that have tests, and of a folder in it; --tl, --ml and --ol override; the report and JSON name the source" {
    local format file
    for format in plain kattis icpc luogu hydro; do
        nf gen --quiet --game mahjong --suite $format --format $format >/dev/null
        limit=$(sed -n 's/^- \([0-9]*\) s a test.*/\1/p' $format/README.md)
        file=problem.yaml
        [ $format != luogu ] || file=data/config.yml
        [ $format != hydro ] || file=problem/testdata/config.yaml
        judges 1 --game mahjong --json judge.json $format -- true
        [ $format != kattis ] || file=domjudge-problem.ini
        grep -Eq "^limits     $limit s of CPU time( \($file\))?, 256 MiB \(" <<<"$output"
        [ "$(of "d['limits']['cpu_seconds'], d['limits']['wall_seconds'], d['limits']['from']['cpu_seconds']")" = \
            "$limit.0 $((limit + 4)).0 $file" ]
    done
    judges 1 --game mahjong --tl 300ms --ml 64M --ol 1M --json judge.json kattis/data/secret -- true
    shows 'limits     0.3 s of CPU time (--tl), 64 MiB (--ml)'
    [ "$(of "d['limits']['output'], d['limits']['from']['output']")" = "1048576 --ol" ]
    judges 0 set -- ./bug0
    shows 'limits     1 s of CPU time, 256 MiB (default)'
}

@test "judge: DIR alone runs the submissions of a package; each is to get the verdicts that its folder promises, and what is no program is named" {
    mkdir -p p/data/secret p/submissions/{accepted,wrong_answer,run_time_error,time_limit_exceeded,brute_force}
    touch p/problem.yaml
    for n in 1 2; do echo $n >p/data/secret/$n.in; echo $((2 * n)) >p/data/secret/$n.ans; done
    cd p/submissions
    echo 'print(2 * int(input()))' | tee accepted/right.py >wrong_answer/lucky.py
    echo 'print(2)' >wrong_answer/wrong.py
    echo 'n = int(input()); print(2 * n // (2 - n))' >run_time_error/dies.py
    cp run_time_error/dies.py brute_force/dies.py3
    printf 'while True:\n    pass\n' >time_limit_exceeded/hangs.py
    cd ../..
    judges 1 p --tl 200ms
    shows 'wrong_answer/lucky.py: WA, PE or OLE at least once,'
    shows 'expected   5 of 6 programs have the verdicts that their folders promise'
    rm p/submissions/wrong_answer/lucky.py
    judges 0 p --tl 200ms --json judge.json
    shows 'expected   5 of 5 programs have the verdicts that their folders promise'
    [ "$(of '[p["as_expected"] for p in d["programs"]]')" = '[True, True, True, True, True]' ]
    # Nothing is left out silently, and what does not compile is one finding of many.
    echo 'main = interact id' >p/submissions/accepted/other.hs
    mkdir -p p/submissions/accepted/several p/submissions/wrong_answers
    echo 'print(2)' | tee p/submissions/wrong_answers/one.py >p/submissions/README.md
    judges 0 p --tl 200ms
    [[ $stderr == 'note: left out, no source in a known language or no folder that promises verdicts:
  p/submissions/accepted/other.hs
  p/submissions/accepted/several
  p/submissions/wrong_answers'* ]]
    judges 0 p --tl 200ms --quiet
    [ -z "$stderr" ]
    echo 'print(' >p/submissions/accepted/broken.py
    judges 1 p --tl 200ms --quiet
    [[ $stderr == *'ninefold: p/submissions/accepted/broken.py: it does not compile (exit code 1)' ]]
    shows 'expected   5 of 5 programs have'
    ln -s /bin/sh p/submissions/accepted/out.py
    fails 3 '*out.py: a link that leads out of the package' judge p
}

@test "judge: a package that cannot be understood is refused by file, line and column, exit code 3" {
    printf 'limits:\n  time_limit: fast\n' >set/problem.yaml
    fails 3 "ninefold: set/problem.yaml:2:15: found 'fast', expected a time from 1 ms to one day" judge set -- ./bug0
    printf 'limits: &all\n  memory: *all\n' >set/problem.yaml
    fails 3 "ninefold: set/problem.yaml:2:11: found an alias, expected the value itself" judge set -- ./bug0
    ln -sf /etc/hostname set/problem.yaml
    fails 3 "ninefold: set/problem.yaml: a link that leads out of the package" judge set -- ./bug0
}
