#!/usr/bin/env bats
# ninefold fuzz: verdicts, findings, what is kept, and that all of it follows from the seed.

load ../helpers

setup_file() {
    local bug dry
    export MUTANTS=$BATS_FILE_TMPDIR
    # 0 is right; 1 rounds D2 towards zero.
    for bug in 0 1; do
        "$TESTS/mutants/build" "$(first)" "$MUTANTS/bug$bug" -DBUG=$bug
    done
    # 18 prefers B to D for the smallest p; these end with RE when the deck is empty, after writing
    # what they know or without.
    for dry in 1 2; do
        "$TESTS/mutants/build" "$(first)" "$MUTANTS/dry$dry" -DBUG=18 -DDRY=$dry
    done
}

# hostile NAME: builds a program of tests/hostile under a name of this test's own, in $hostile.
hostile() {
    hostile=$BATS_TEST_TMPDIR/nf-$1-$$-$BATS_TEST_NUMBER
    "${CC:-cc}" -w -D_GNU_SOURCE "$TESTS/hostile/$1.c" -o "$hostile"
}

# without_namespaces COMMAND...: runs it where no namespace can be made, as in many containers.
without_namespaces() {
    unshare -Ur sh -c 'echo 0 >/proc/sys/user/max_pid_namespaces &&
        echo 0 >/proc/sys/user/max_user_namespaces && exec "$@"' sh "$@"
}

# fuzz CODE ARGUMENT...: runs fuzz, which names no mistakes (see diagnosis.bats), and expects its exit
# code; the report is in $output.
fuzz() {
    ends "$1" fuzz --diagnose 0s "${@:2}"
}

# Leaves out what depends on the clock.
timeless() { sed -e '/seconds\|per_second\|"jobs"\|"forked"\|^program /d' "$@"; }

@test "fuzz: a right program is accepted on every case, and every rule event is reached and listed by --coverage" {
    count=$(often 200 999 999)
    fuzz 0 --count $count --coverage -- "$MUTANTS/bug0"
    shows "cases    $count, $count AC;"
    [[ $output =~ rules\ +([0-9]+)\ of\ ([0-9]+)\ rule ]]
    [ "${BASH_REMATCH[1]}" -eq "${BASH_REMATCH[2]}" ]
    shows "d2-negative-odd"
    shows "deck-exact"
    [ "$(awk 'length > 80' <<<"$output" | wc -l)" -eq 0 ]
}

@test "fuzz: a wrong program is found, explained and shrunk; what is kept is valid, and 'again' finds the same" {
    local name again first kept=a/b
    ln -s "$MUTANTS/bug1" "it's mine"
    fuzz 1 --seed 3 -n 4 --keep "$kept" -- "./it's mine"
    shows "WA, line"
    shows "prefers A before D"
    [ "$(grep -v '^again' <<<"$output" | awk 'length > 80' | wc -l)" -eq 0 ]
    for name in 001 001.min; do
        nf verify "$kept/$name.in"
        nf play "$kept/$name.in" | cmp - "$kept/$name.ans"
    done
    "$MUTANTS/bug1" <"$kept/001.min.in" | cmp - "$kept/001.min.out"
    [ "$(<"$kept/001.min.out")" != "$(<"$kept/001.min.ans")" ]
    grep -q '"verdict": "WA"' "$kept/001.json"
    [ "$(ls "$kept" | grep -vc tell)" -eq 8 ]
    first=$(grep '^case ' <<<"$output")
    again=$(sed -n 's/^again: ninefold //p' <<<"$output")
    exits 1 bash -c "'$NINEFOLD' ${again/fuzz/fuzz --diagnose 0s}"
    [ "$(grep '^case ' <<<"$output")" = "$first" ]
    shows "cases    1, 1 WA;"
    # The page is that of explain, with the mistake and a verdict.
    ends 1 explain --html page.html "$kept/001.min.in" "$kept/001.min.out"
    grep -v -e '^<p>The program: WA' -e '^<p><strong>On ' "$kept/001.html" | cmp - page.html
}

@test "fuzz --keep numbers on from what a folder holds; of two that end together each has its own number" {
    local name
    mkdir kept
    touch kept/007.in kept/notes.txt kept/9.in
    fuzz 1 --count 1 --shrink 0 --diagnose 0s --keep kept -- true
    shows "kept:  kept/008.*"
    [ ! -s kept/007.in ]
    for name in 1 2 3 4; do
        "$NINEFOLD" fuzz --quiet -j 1 --count 1 --shrink 0 --diagnose 0s --seed $name --keep kept -- true >$name.txt 2>&1 &
    done
    wait
    [ "$(sed -n 's/^kept:  //p' [1-4].txt | sort)" = "kept/009.*
kept/010.*
kept/011.*
kept/012.*" ]
    [ "$(ls kept/0*.json | wc -l)" = 5 ] || complain "$(ls kept)"
}

@test "fuzz: what is found depends on the seed and not on the number of jobs" {
    for how in "-j 1 --seed 7" "-j 5 --seed 7" "--seed 8"; do
        fuzz 1 $how --count 60 --keep-going --shrink 20 --json - -- "$MUTANTS/bug1"
        timeless <<<"$output" >"./$how"
    done
    cmp "./-j 1 --seed 7" "./-j 5 --seed 7"
    ! cmp -s "./-j 1 --seed 7" "./--seed 8"
}

# Every ending, its words, with a difference or without: tests/unit/judge/fuzz/test_trial.c.
@test "fuzz: a program is stopped at the limits that are given, and the line under 'again' has those that were typed" {
    while IFS='|' read -r told options program; do
        fuzz 1 --count 1 --shrink 0 $options -- sh -c "$program"
        shows "$told"
    done <<'E'
TLE, more than 0.2 s of wall time|--wall 200ms|exec sleep 100
OLE, more than 0.0625 MiB of output|--ol 64k|exec yes
MLE, more than 16 MiB of memory|--ml 16M|exec awk 'BEGIN { s = "x"; while (1) s = s s }'
E
    fuzz 1 --count 1 --shrink 0 --tl 300ms --wall 2s --ml 128M --ol 1M -- sh -c 'exit 3'
    shows "again: ninefold fuzz --tl 300ms --wall 2000ms --ml 134217728 --ol 1048576 --seed 1 --first 0 "
    fuzz 1 --count 1 --shrink 0 -- sh -c 'exit 3'
    shows "again: ninefold fuzz --seed 1 "
}

@test "fuzz, explain: standard error is shown as text, and of a long one the last line, which names the exception" {
    local -a dies=(sh -c 'seq 1 400 >&2; printf "caf\303\251 \033[31m\377\302\233\n\n" >&2
        echo "ZeroDivisionError: by zero" >&2; exit 1')
    fuzz 1 --count 1 --shrink 0 --json json --keep kept -- "${dies[@]}"
    shows "ZeroDivisionError: by zero"
    shows $'caf\303\251 \\x1b[31m\\xff\\xc2\\x9b'
    grep -q '"explanation": ".*ZeroDivisionError: by zero' json
    grep -q 'ZeroDivisionError: by zero' kept/001.html
    run nf explain --html page.html kept/001.in -- "${dies[@]}"
    grep -q 'ZeroDivisionError: by zero' page.html
}

@test "fuzz: where the shrunk case fails in another way, what the program wrote to standard error when it failed first is shown" {
    fuzz 1 --diagnose 0s --json json -- sh -c \
        'read -r n m k; { echo "$n $m $k"; cat; } | "$0" | sed "s/p=99[.]/p=98./"
        [ "$k" -lt 20 ] || { echo the deck is too large >&2; exit 3; }' "$MUTANTS/bug0"
    shows "RE, exit code 3"
    shows "here it gets WA, line "
    shows "it wrote to standard error:
  the deck is too large"
    grep -q '"explanation": ".*the deck is too large' json
}

@test "fuzz: a program that dies is explained by what it wrote until then; one that does so without a word is run once more with a longer deck" {
    fuzz 1 --shrink 0 --json json -- "$MUTANTS/dry1"
    shows "RE, exit code 3"
    shows "she plays another card"
    shows "rule     D2 and B9 both make p 9; making p smallest prefers D before B"
    shows "no card is left"
    [[ $output != *"cards appended"* ]]
    grep -q '"verdict": "RE"' json
    grep -q '"explanation": ".*prefers D before B' json
    grep -q '"padded": null' json
    local kept=kept file size padded
    fuzz 1 --shrink 0 --keep "$kept" --json json -- "$MUTANTS/dry2"
    shows "RE, signal 6 (Aborted)"
    shows "nothing was printed before it ended"
    shows "with 200 cards appended to its deck, which the rules never draw, it shows:
line "
    shows "rule     D2 and B9 both make p 9; making p smallest prefers D before B"
    for file in json "$kept/001.json"; do
        grep -q '"explanation": ".*200 cards appended.*prefers D before B' "$file"
        grep -A 4 '"padded": {' "$file" | grep -q '"verdict": "WA"'
    done
    grep -q '^<p class="number">here the output leaves the rules</p>$' "$kept/001.html"
    nf verify "$kept/001.pad.in"
    nf play "$kept/001.pad.in" | cmp - "$kept/001.pad.ans"
    cmp "$kept/001.pad.ans" "$kept/001.ans" # the rules never come to the cards that were added
    exits 1 cmp "$kept/001.pad.ans" "$kept/001.pad.out"
    read -r _ _ size <"$kept/001.in"
    read -r _ _ padded <"$kept/001.pad.in"
    [ "$padded" -eq $((size + 200)) ]
    fuzz 1 --count 1 --shrink 0 -- sh -c "'$MUTANTS/bug0'; exit 3"
    shows "its output is correct up to its end; the fault is how it ended"
    fuzz 1 --count 1 --shrink 0 -- echo nothing
    shows "it fails again"
    # Not where the answer is not what is wrong.
    for program in false true 'kill $$' "'$MUTANTS/bug0' | sed 's/,now/, now/'"; do
        fuzz 1 --count 1 -- sh -c "$program"
        [[ $output != *"cards appended"* && $output != *"mistakes known"* ]] || complain "of $program"
    done
    # Another failure is not the same again.
    fuzz 1 --shrink 0 --tl 30ms -k 40 -- sh -c 'read -r n m k; [ $k -lt 200 ] && exit 3; while :; do :; done'
    shows "never draw, it shows:
TLE, more than "
}

@test "fuzz: --keep-going shows one of each kind and counts the others; --time over before --count is exit code 6, alone it is success" {
    fuzz 1 --count 60 --keep-going --shrink 0 -- sh -c \
        'read -r n m k; case $n in 1) exit 3;; 2) exit 4;; *) exec "$0" ;; esac' "$MUTANTS/bug0"
    [ "$(grep -c '^case .*RE, exit code 3' <<<"$output")" -eq 1 ]
    [ "$(grep -c '^case .*RE, exit code 4' <<<"$output")" -eq 1 ]
    [ "$(grep -c '^case ' <<<"$output")" -ge 3 ]
    fuzz 6 --time 50ms --count 1G -- "$MUTANTS/bug0"
    shows " AC;"
    [[ $stderr == *"--time: over after"* ]] || complain "expected a word on the budget"
    fuzz 0 --time 50ms -- "$MUTANTS/bug0"
}

# The limits of guided cases: diagnosis.bats. What JSON says of weights: tests/unit/judge/fuzz/test_fuzz_report.c.
@test "fuzz: cases of weights are those of gen, which are dealt, and so are those of a profile" {
    fuzz 0 --count 5 --weights A1=2,E99=1 -n 2 -m 1 -- "$MUTANTS/bug0"
    fuzz 1 --count 1 --first 3 --weights A1=2,E99=1 -n 2 -m 1 --shrink 0 -o kept -- true
    cmp kept/001.in <(nf gen --index 3 --weights A1=2,E99=1 -n 2 -m 1)
    fuzz 1 --count 1 --profile basic --json - --shrink 0 -- true
    shows '"profile": "basic"'
    [[ $output != *'"weights"'* ]]
}

@test "fuzz: without a program, or with one that is not there, it says so and makes no folder" {
    ends 2 fuzz
    [[ $stderr == "ninefold fuzz: expected -- PROGRAM "* ]]
    fails 2 "ninefold*no-such-program*" fuzz --keep kept --add-to more -- ./no-such-program
    [ -z "$(ls)" ]
}

@test "fuzz: Ctrl-C ends it with what is finished, and nothing is left running" {
    local name=nf-left-behind-$$
    ln -s "$(command -v sleep)" "$name"
    stopped_at $name fuzz --wall 60s -- "./$name" 50
    [[ $stderr == *"stopped by signal 2"* ]] || complain "expected a word on the signal"
}

@test "fuzz --forkserver: finds the same with and without, also of a program in Python, and says where it cannot; what differs when the program is started is judged by that" {
    fuzz 1 --count 30 -j 2 --shrink 8 --forkserver=no --json started -- "$MUTANTS/bug1"
    shows "again: ninefold fuzz --forkserver=no --seed 1 "
    fuzz 1 --count 30 -j 2 --shrink 8 --json forked -- "$MUTANTS/bug1"
    [ -z "$stderr" ] || complain "expected nothing on stderr"
    cmp <(timeless forked) <(timeless started | sed 's/ --forkserver=no//')
    cp "$MUTANTS/bug0" "$TESTS/../gen/$(first)/package/solution.py" .
    works fuzz --count "$(often 11 51 51)" -j 1 -n 3 -m 1 -- /usr/bin/python3 solution.py
    works fuzz --count 3 -j 1 -n 3 -m 1 -- env -u HOME sh -c 'ulimit -s 100000; exec /usr/bin/python3 solution.py'
    fuzz 0 --count 3 -- sh -c './bug0; exit'
    [[ $stderr == "note: every case started 'sh' anew: it "* ]] || complain "expected why it cannot"
    for option in --quiet --forkserver=no --sandbox; do
        works fuzz --count 1 $option -- sh -c './bug0; exit'
    done
    fails 2 "*--forkserver later: expected one of auto, no" fuzz --forkserver=later -- true
    NINEFOLD_FORKSERVER=none.so fuzz 0 --count 1 -- "$MUTANTS/bug0"
    [[ $stderr == *"libninefold-forkserver.so is neither next to ninefold nor in"* ]] || complain "expected that it is missing"
    # A program that takes what it draws before it reads for its own: forks draw the same.
    printf 'import os, sys\nfirst = os.getpid()\nsys.stdin.read(1)\n' >own.py
    printf 'rest = sys.stdin.read()\nif os.getpid() != first: print("forked")\n' >>own.py
    fuzz 1 --count 2 --keep-going --shrink 5 --keep kept -- /usr/bin/python3 own.py
    for kept in kept/*.out; do
        [ ! -s "$kept" ] || complain "expected what it prints when started"
    done
}

@test "fuzz: so many cases start the program that one wrong in 2% of its starts is found in 95% of 1,000 cases, and the report says how many" {
    local cases=$(often 180 1000 1000)
    fuzz 0 --count $cases --json starts.json -- "$MUTANTS/bug0"
    # Where it turned out no faster, none is forked.
    python3 - $cases <<'END'
import json, sys
report, cases = json.load(open("starts.json")), int(sys.argv[1])
assert report["cases"] - report["forked"] >= cases * 0.15, report["forked"]
END
    [[ $output != *"forked where"* || $output =~ program\ +started\ in\ [0-9]+\ of\ the\ cases,\ else\ forked ]]
}

@test "fuzz: where a fork fails and a start does not, all later cases start the program" {
    printf 'import os, subprocess, sys\nfirst = os.getpid()\ncase = sys.stdin.read()\n' >own.py
    printf 'if os.getpid() != first:\n    print("forked")\nelse:\n' >>own.py
    printf '    sys.stdout.write(subprocess.run("%s", input=case, stdout=-1, text=True).stdout)\n' "$MUTANTS/bug0" >>own.py
    fuzz 0 --count 20 -j 1 -n 1 -m 1 -- /usr/bin/python3 own.py
    [[ $stderr == *"anew: a case ended otherwise when the program was started for it"* ]] || complain "expected why"
}

@test "fuzz: processor time of processes that nobody waits for counts, or is estimated where the system does not count it, which a note says" {
    hostile bad
    local unseen='"$0" spinner unseen </dev/null; exec "$MUTANTS/bug0"' contained=$BATS_TEST_TMPDIR/container
    "${CC:-cc}" -w -D_GNU_SOURCE "$TESTS/hostile/container.c" -o "$contained"
    for option in auto no; do
        fuzz 1 --forkserver=$option --count 1 --shrink 0 --tl 200ms --wall 20s -- sh -c "$unseen" "$hostile"
        shows "TLE, more than 0.2 s of processor time"
    done
    exits 1 "$contained" "$NINEFOLD" fuzz --count 1 --shrink 0 --tl 200ms --wall 20s --diagnose 0s --json time.json -- \
        sh -c "$unseen" "$hostile"
    shows "TLE, more than 0.2 s of processor time"
    [[ $stderr == *"note: the processor time of the processes that 'sh' starts is estimated, not counted: Operation not permitted"* ]] || complain "expected a note"
    grep -q '"cpu_estimated": *true' time.json
    # Nothing is to be said of a program that starts none.
    exits 0 "$contained" "$NINEFOLD" fuzz --count 1 --diagnose 0s -- "$MUTANTS/bug0"
    [ -z "$stderr" ] || complain "expected nothing on stderr"
}

@test "fuzz: a program that traces what watches it holds up neither Ctrl-C nor the end by SIGKILL" {
    hostile attacker
    for option in auto $(often "" no no); do
        for signal in INT KILL; do
            # In the foreground timeout sends one signal, not another to the group that may come late.
            run timeout --foreground -k 100 -s $signal 0.5 "$NINEFOLD" fuzz --forkserver=$option --wall 60s -j 2 -- "$hostile" attach
            [ "$status" -ne 0 ]
            [ $signal = KILL ] || [[ $output == *"stopped by signal 2"* ]] || complain "expected a word on the signal"
            gone "$hostile"
        done
    done
}

# What a program may do to it: tests/unit/judge/sandbox/test_child_limits.c.
# bats test_tags=long
@test "fuzz: what watches a program may be killed or stopped where nothing hides it, and nothing is left" {
    without_namespaces true || skip "no user namespaces to take the others away in"
    local how option wall all="attach write rest traced stop kill daemon starve choke"
    hostile attacker
    for option in auto $(often "" "" no); do
        for how in $(often "" kill "$all"); do
            # Those that kill come to it in the time they need, however busy the machine is.
            case $how in kill | daemon | starve | choke) wall=20s ;; *) wall=50ms ;; esac
            told without_namespaces timeout -s KILL 120 "$NINEFOLD" fuzz \
                --forkserver=$option --wall $wall --count 2 --keep-going --shrink 0 -j 1 -- "$hostile" $how
            case $how$status in
            kill1 | daemon1 | starve1 | choke1) shows "RE, the process that watches it was killed or tampered with" ;;
            *1) shows "TLE, more than 0.05 s of wall time" ;;
            *) complain "$how: expected exit code 1" ;;
            esac
            gone "$hostile"
        done
    done
}

@test "fuzz: what was found before a failure of ninefold's own is printed, in every form" {
    local program=./going
    # It runs three times, and then there is no program.
    printf '#!/bin/sh\necho >>"$0.runs"\n[ $(wc -l <"$0.runs") -lt 3 ] || rm "$0"\nexec "%s" play\n' "$NINEFOLD" >"$program"
    chmod +x "$program"
    fuzz 4 --count 9 -j 1 --forkserver=no --json going.json -- "$program"
    shows "3, 3 AC"
    grep -q '"cases": 3' going.json
    [[ $stderr == *"cannot be executed: No such file"* ]] || complain "expected the reason"
}

# bats test_tags=long
@test "fuzz: --shrink-time ends a trial that hangs, and shrinking, whatever --shrink and --wall allow; smaller cases that hang do not use up that time" {
    exits 1 timeout -s KILL 40 "$NINEFOLD" fuzz --wall 60s --count 1 --shrink-time 300ms -- \
        sh -c 'read -r n m k; [ "$k" -gt 66 ] && exit 3; exec sleep 100'
    shows "RE, exit code 3"
    shows " s, stopped early):"
    fuzz 1 --count 1 --shrink-time 300ms -- sh -c 'sleep 0.1; exit 3'
    shows " s, stopped early):"
    exits 1 timeout -s KILL 40 "$NINEFOLD" fuzz --wall 60s --count 1 --shrink 5 -- \
        sh -c 'read -r n m k; [ "$k" -gt 20 ] && exit 3; exec sleep 100'
    shows "(5 trials"
    [ "$(sed -n 's/^shrunk to .*, \([0-9]*\) deck cards .*/\1/p' <<<"$output")" -lt 67 ]
}

@test "a program that solves another game is told so, unless it passes a case of this one" {
    for game in $(others); do
        ends 1 fuzz --shrink 5 --json report.json -- "$NINEFOLD" play --game "$game"
        [[ $output == "Your program solves another problem: it is right on cases of --game $game."$'\n'* ]] || complain "$game?"
        [[ $output != *mistakes* && $(<report.json) == *"--game $game"* ]] || complain "$game?"
    done
    ends 1 fuzz --game "$(others | tail -n 1)" --shrink 5 -- "$NINEFOLD" play
    [[ $output == *"is right on cases of --game $(first)."$'\n'* ]] || complain "$(first)?"
    # Its first case is right here, the rest are another game's.
    printf '#!/bin/sh\nif [ -e seen ]; then "%s" play --game %s; else "%s" play && >seen; fi\n' "$NINEFOLD" \
        "$(others | head -n 1)" "$NINEFOLD" >mixed
    chmod +x mixed
    ends 1 fuzz -j 1 --shrink 5 --diagnose 0s ./mixed
    [[ $output != *"another problem"* ]] || complain "it passes a case"
}
