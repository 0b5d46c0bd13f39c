# Takes the includes at the head of the source on standard input, compiled by the command $4 in the
# folder $1; $2 is "c" or "c++", $3 has more flags.
awk '/^[ \t]*#[ \t]*include[ \t]*</ { print; next } /^[ \t]*#/ { exit }' >"$1/head.h"
how=$4
set -- "$1" "$1/head.h.gch" "$1/head.h" "$3 -x $2-header"
eval "$how"
