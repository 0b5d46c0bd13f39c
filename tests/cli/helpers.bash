# Shared by the command line tests.
bats_require_minimum_version 1.8.0

TESTS=${BASH_SOURCE[0]%/*}/..
: "${NINEFOLD:=$(realpath "$TESTS/../build/ninefold")}"
[[ $NINEFOLD == /* ]] || NINEFOLD=$PWD/$NINEFOLD
DATA=$TESTS/data

# First what scripts/deps installs: of several Pythons the one with the modules.
PATH=/usr/bin:$PATH

# The tests read English, whatever their user does.
unset LC_ALL LC_MESSAGES LANGUAGE
export LANG=C.UTF-8

nf() { "$NINEFOLD" "$@"; }

# Each test works in a folder of its own.
[ -z "${BATS_TEST_TMPDIR:-}" ] || cd "$BATS_TEST_TMPDIR"

# bats copies the stack of calls at every command, to name the line that failed, which takes a fifth of
# the time of these tests. When one has failed is early enough.
bats_debug_trap() { :; }
bats_error_trap() {
    bats_check_status_from_trap
    [ -n "${BATS_DEBUG_LAST_STACK_TRACE_IS_VALID:-}" ] || bats_capture_stack_trace
    BATS_DEBUG_LAST_STACK_TRACE_IS_VALID=1
}

# told COMMAND...: as `run --separate-stderr COMMAND...`, in the shell of the test itself: COMMAND is a
# program, or "nf".
told() {
    status=0
    "$@" >"$BATS_TEST_TMPDIR.stdout" 2>"$BATS_TEST_TMPDIR.stderr" || status=$?
    take_output
}

take_output() {
    output=$(<"$BATS_TEST_TMPDIR.stdout") stderr=$(<"$BATS_TEST_TMPDIR.stderr")
    IFS=$'\n' read -rd '' -a lines <<<"$output" || true
    IFS=$'\n' read -rd '' -a stderr_lines <<<"$stderr" || true
}

# The games there are. What has no --game is of the first.
games() { nf --list-games; }
first() { games | head -n 1; }
others() { games | tail -n +2; }
# some_games [GAME...]: one of these, or of all, by NF_TEST_SEED or by chance, the same all through a
# test; from level 1 on each of them. For what the games have of the engine, and what takes long for each.
CHANCE=${NF_TEST_SEED:-$SRANDOM}
some_games() {
    [ $# -gt 0 ] || set -- $(games)
    local all
    all=$(printf '%s\n' "$@")
    often "${@:CHANCE % $# + 1:1}" "$all" "$all"
}
# --detail for a game that has details: then one of its runs reaches them.
detail_of() { grep -hom1 -e --detail "$DATA/$1/runs" || true; }

# kernels_of GAME: what this machine can run. Those of the first game stand behind "kernels:", of the
# others behind their names.
kernels_of() {
    nf --version | sed -n "s/^kernels:/$(first):/; s/^$1: //p"
}

# often FEW SOME MANY: how often something is tried, or what: SOME where NF_TEST_LEVEL is 1 (.ci/run),
# MANY where it is 2 (make test-long).
often() {
    shift "${NF_TEST_LEVEL:-0}"
    printf '%s\n' "$1"
}

# Prints the output that a failed test saw, and fails it.
complain() {
    printf '%s\n' "$1" "status: $status" "stdout: ${output:0:300}" "stderr: ${stderr:0:1000}"
    return 1
}

# exits CODE COMMAND...: it ends with CODE; what it prints is in $output and $stderr.
exits() {
    told "${@:2}"
    [ "$status" -eq "$1" ] || complain "expected exit code $1 from ${*:2}"
}

# ends CODE ARGUMENT...: so does the program.
ends() { exits "$1" nf "${@:2}"; }

# fails CODE GLOB ARGUMENT...: the program ends with CODE, prints nothing on stdout and exactly one
# line of sane length on stderr, which matches GLOB. Standard input is passed on.
fails() {
    ends "$1" "${@:3}"
    [ -z "$output" ] || complain "expected nothing on stdout"
    [ "${#stderr_lines[@]}" -eq 1 ] || complain "expected one line on stderr"
    [ "${#stderr}" -lt 700 ] || complain "expected a line that can be read"
    [[ $stderr == $2 ]] || complain "expected on stderr: $2"
}

# catching JOB [SIGNAL]: waits until the process is the program, not the shell or env that becomes it,
# and catches that signal (TERM), for it does so one after the other; or has ended.
catching() {
    local caught bit=$(($(kill -l "${2:-TERM}") - 1))
    while kill -0 "$1" 2>/dev/null; do
        caught=$(sed -n 's/^SigCgt:\t//p' "/proc/$1/status" 2>/dev/null) || true
        [ "$(cat "/proc/$1/comm" 2>/dev/null)" != ninefold ] || [ $((0x${caught:-0} >> bit & 1)) -eq 0 ] || break
        sleep 0.01
    done
}

# playing JOB: waits until it has used 50 ms of a processor, or has ended.
playing() {
    while kill -0 "$1" 2>/dev/null && [ "$(cut -d ' ' -f 14 "/proc/$1/stat")" -lt 5 ]; do sleep 0.01; done
}

# changing FILE BEFORE: waits until the last job has made FILE another one than BEFORE, or has ended.
changing() {
    until { [ -e "$1" ] && ! cmp -s "$1" "$2"; } || ! kill -0 $!; do sleep 0.01; done
}

# ended_by SIGNAL [JOB]: the job, or the last one, gets the signal; how it ended is in $status.
ended_by() {
    local job=${2:-$!}
    status=0
    kill -s "$1" "$job" 2>/dev/null || true
    wait "$job" || status=$?
}

# stopped_by SIGNAL ARGUMENT...: as `told nf ARGUMENT...`, which gets the signal while it plays, ends with
# 128+n and says so.
stopped_by() {
    local job number
    number=$(kill -l "$1")
    env --default-signal="$1" "$NINEFOLD" "${@:2}" >"$BATS_TEST_TMPDIR.stdout" 2>"$BATS_TEST_TMPDIR.stderr" 3>&- &
    job=$!
    catching $job "$1"
    [ "$2" != run ] || playing $job # others wait for programs and files, and would be waited for long
    ended_by "$1" $job
    take_output
    [ "$status" -eq $((128 + number)) ] || complain "expected exit code $((128 + number))"
    [[ $stderr == *"ninefold: stopped by signal $number ("* ]] || complain "expected a word on the signal"
}

# stopped_at NAME ARGUMENT...: as `told nf ARGUMENT...`, which gets SIGINT as soon as a program runs
# whose command line has NAME; of that none is left.
stopped_at() {
    local name=$1 job
    "$NINEFOLD" "${@:2}" >"$BATS_TEST_TMPDIR.stdout" 2>"$BATS_TEST_TMPDIR.stderr" 3>&- &
    job=$!
    until pgrep -f "^[^ ]*$name" >/dev/null || ! kill -0 $job 2>/dev/null; do sleep 0.01; done
    ended_by INT $job
    take_output
    [ "$status" -eq 130 ] || complain "expected exit code 130"
    ! pgrep -f "^[^ ]*$name" >/dev/null || complain "something is left"
}

# gone PROGRAM: it ends soon, if it runs at all.
gone() {
    local i
    for i in {1..100}; do
        pgrep -f "^$1" >/dev/null || return 0
        sleep 0.05
    done
    kill -KILL $(pgrep -f "^$1")
    complain "something was left"
}

# shows TEXT: the output holds it; tells TEXT: so does $told, what a test made of the output.
shows() { [[ $output == *"$1"* ]] || complain "expected on stdout: $1"; }
tells() { [[ $told == *"$1"* ]] || complain "expected on stdout: $1"; }

# The commands there are.
commands() { nf help | sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p'; }

# works ARGUMENT...: the program ends with 0; its output is in $output, standard error is empty.
works() {
    ends 0 "$@"
    [ -z "$stderr" ] || complain "expected nothing on stderr"
}

# misused GLOB ARGUMENT...: wrong options.
misused() { fails 2 "$@"; }

# rejected PLACE GLOB < INSTANCE: both play and verify call the instance invalid at PLACE
# (LINE:COLUMN).
rejected() {
    local command
    cat >"$BATS_TEST_TMPDIR/bad.in"
    for command in play verify; do
        fails 3 "ninefold: $BATS_TEST_TMPDIR/bad.in:$1: $2" "$command" "$BATS_TEST_TMPDIR/bad.in"
    done
}

# nothing_left [FOLDER]: no side file of ninefold is in the folder or below it.
nothing_left() {
    local found
    found=$(find "${1:-.}" -name '.*.ninefold-*')
    [ -z "$found" ] || {
        echo "left behind: $found"
        return 1
    }
}

# column TABLE COLUMN < CSV: the cells of a column of a table, of what stats --csv - prints.
column() {
    awk -F, -v table="$1" -v column="$2" '
        $1 == "table" { for (place = NF; place > 1 && $place != column;) place-- }
        $1 == table { print (place > 1 ? $place : "no such column") }'
}

# sum TABLE COLUMN < CSV: of its numbers.
sum() { column "$@" | awk '{ sum += $1 } END { print sum }'; }

# The digest a run prints.
digest() { nf run --quiet "$@" | sed -n 's/^digest  *//p'; }

# inject SETTING... COMMAND...: runs a command with the calls failing that the settings name, see
# tests/faults/preload/inject.h.
inject() {
    local settings=() library
    library=$(dirname "$(realpath "$NINEFOLD")")/faults/libinject.so
    while [[ $1 == NF_FAULT* ]]; do
        settings+=("$1")
        shift
    done
    [ -e "$library" ] || skip "libinject.so is not built: make faults builds it"
    env "${settings[@]}" LD_PRELOAD="$library" "$@"
}

# build_slips: the programs that slip, for setup_file: $RIGHT is right, $SLIPS HOW $RIGHT slips in
# the way HOW.
build_slips() {
    export RIGHT=$BATS_FILE_TMPDIR/right SLIPS=$BATS_FILE_TMPDIR/slips
    "$TESTS/mutants/build" "$(first)" "$RIGHT"
    "${CC:-cc}" -w -D_GNU_SOURCE "$TESTS/hostile/slips.c" -o "$SLIPS"
}

# build_page [npm]: the web page, where there is what builds it, and the package of its engine. What
# is printed is shown if that fails.
build_page() {
    command -v emcc >/dev/null || return 0
    (cd "$TESTS/.." && env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s "${1:-web}") >"$BATS_FILE_TMPDIR/log" 2>&1 ||
        { cat "$BATS_FILE_TMPDIR/log"; return 1; }
}

# keeps_to NAME FILE: whether the JSON in FILE is as NAME.schema.json of reports has it.
keeps_to() {
    python3 - "$BATS_TEST_DIRNAME/../../../src/sim/report" "$@" <<-'END'
	import json, os, sys
	import jsonschema
	folder = os.path.abspath(sys.argv[1])
	schema = json.load(open(f"{folder}/{sys.argv[2]}.schema.json"))
	resolver = jsonschema.RefResolver("file://" + folder + "/", schema)
	jsonschema.Draft7Validator(schema, resolver=resolver).validate(json.load(open(sys.argv[3])))
	END
}
