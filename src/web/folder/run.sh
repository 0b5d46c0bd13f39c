#!/bin/sh
# Runs a program on the cases: ./run.sh [COMMAND [ARGUMENT]...]. Without a command that is mine,
# mine.exe or mine.py beside this file. Makes cases/NN.out, NN.err and times.txt.
here=$(cd "$(dirname "$0")" && pwd) || exit 1
cases=$here/cases times=$here/cases/times.txt late=$here/cases/late
most=32000 # of 512 bytes, for an output
patience=10 # cases that are stopped

if [ $# -eq 0 ]; then
    if [ -x "$here/mine" ]; then
        set -- "$here/mine"
    elif [ -x "$here/mine.exe" ]; then
        set -- "$here/mine.exe"
    elif [ -f "$here/mine.py" ]; then
        set -- python3 "$here/mine.py"
    else
        echo "Put your program here as mine, mine.exe or mine.py, or name it: ./run.sh COMMAND" >&2
        exit 2
    fi
fi
read -r game limit <"$cases/set.txt" || exit 1

# Milliseconds; date knows them on Linux, perl on a Mac.
now() {
    ms=$(date +%s%3N)
    case $ms in
    *[!0-9]*) perl -MTime::HiRes=time -e 'printf "%d\n", 1000 * time' 2>/dev/null || echo "$(date +%s)000" ;;
    *) echo "$ms" ;;
    esac
}

program='' clock='' stopped=0
stop() { kill -9 $program $clock 2>/dev/null; }
trap 'stop; exit 130' INT HUP

echo "$game: at most $limit s for a case"
rm -f "$cases"/*.out "$cases"/*.err "$late"
: >"$times" || exit 1
for in in "$cases"/[0-9][0-9].in; do
    name=${in%.in}
    number=${name##*/}
    start=$(now)
    (ulimit -f $most && exec "$@") <"$in" >"$name.out" 2>"$name.err" &
    program=$!
    trap - TERM # a shell that begins with a trap may lose what comes before its own
    (
        trap 'kill -9 $!; exit' TERM
        sleep "$limit" &
        wait $!
        : >"$late"
        kill -9 $program
    ) </dev/null >/dev/null 2>&1 &
    clock=$!
    trap 'stop; exit 130' TERM
    wait $program 2>/dev/null
    code=$?
    end=$(now)
    [ -e "$late" ] && code=TLE
    kill $clock 2>/dev/null
    wait $clock 2>/dev/null
    rm -f "$late"
    [ -s "$name.err" ] || rm -f "$name.err"
    echo "$number $((end - start)) $code" >>"$times"
    case $code in
    0) echo "$number: $((end - start)) ms" ;;
    TLE) echo "$number: stopped after $limit s" && stopped=$((stopped + 1)) ;;
    *) echo "$number: $((end - start)) ms, exit code $code" ;;
    esac
    [ $stopped -eq $patience ] && echo "The other cases are left out." && break
done
echo "Done. Drop the folder $here on the page."
