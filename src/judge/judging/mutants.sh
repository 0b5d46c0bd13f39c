# Compiles the source whose number is the first line of standard input, in a folder of that number
# below $1, under a name that ends in $2; $3 has more flags, $4 is the command. All have one name, so
# that equal programs have equal bytes (trivial compiler equivalence, Papadakis et al. 2015). $5 is for
# Python, which is $0.
read -r number && mkdir "$1/$number" && cd "$1/$number" || exit 2
cat >"source$2"
export TMPDIR="$PWD" CPATH="$1" LC_ALL=C
how=$4 code=$5
set -- . program "source$2" "$3"
eval "$how"
