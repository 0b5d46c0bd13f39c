# Compiles the source on standard input and runs it on the cases in the folder $1, as long as all is
# right: quickly compiled, and what passes once more as it is compiled elsewhere. $2 is the ending of
# its name, $3 the flags for that, $4 the seconds that it may take for a case, $5 the command that
# compiles it, "" for Python, which is $0; behind them are the arguments of the program.
#
# Of a source with several changes (put_batch() in repair.c) those that do not compile are taken out,
# and the numbers of those that pass, quickly compiled, are printed; "apart": none does, or together
# they do not.
cases=$1 ending=$2 quick=$3 seconds=$4 how=$5
shift 5
answer="" work=$(mktemp -d "$cases/XXXXXX") || exit
export TMPDIR="$work" CPATH="$cases" LC_ALL=C
source=$work/source$ending log=$work/log
cat >"$source"

made() (
    set -- "$work" "$work/program" "$source" "$1"
    eval "$how"
)
run() {
    [ -n "$how" ] || exec "$0" -B "$source" "$@"
    exec "$work/program" "$@"
}
passes() {
    for case in "$cases"/*.in; do
        (ulimit -t "$seconds" && run "$@") <"$case" >"$work/out" 2>/dev/null &&
            diff -qZB "$work/out" "${case%.in}.out" >/dev/null || return
    done
}
changes() { sed -n 's/^#ifndef NF_NO_//p' "$source" | sort -nu; }

if [ -n "$(changes)" ]; then
    awk '/^[ \t]*#[ \t]*include[ \t]*</' "$source" | sort -u | cat - "$source" >"$log"
    cat "$log" >"$source"
    for try in 1 2 3 4; do
        made "$quick" >"$log" 2>&1 && break
        bad=$(sed -n 's/^nf_m\([0-9]*\):.*: error: .*/s|NF_NO_\1$|NF_OUT|/p' "$log" | sort -u)
        sed -i "$bad" "$source"
    done
    [ -e "$work/program" ] && [ -n "$(changes)" ] || answer=apart
    [ -n "$answer" ] || for change in $(changes); do
        passes "$change" "$@" && answer="$answer $change"
    done
else
    made "$quick" >"$log" 2>&1 && passes "$@" && made >"$log" 2>&1 && passes "$@" &&
        answer=yes || answer=no
fi
rm -r "$work"
echo $answer
