# gen --suite: a judge's test set, plain or as a problem package.
load ../helpers

# One package for all tests, which do not change it.
setup_file() {
    cd "$BATS_FILE_TMPDIR"
    nf gen --suite nine --format kattis >list 2>notes
}

setup() { ln -s "$BATS_FILE_TMPDIR"/{nine,list} .; }

# numbered N: the instance of test N.
numbered() { echo nine/data/secret/*/"$1.in"; }

# right FOLDER TESTS [OPTION...]: so many tests are in it, by the strict format, with right answers.
right() {
    works verify "${@:3}" --bounds "$1"
    works check "${@:3}" "$1"
    [ "${lines[-1]}" = "$2 outputs, $2 AC" ]
}

@test "a package: 2 samples and 20 valid instances with right answers and notes, one line each on stdout; subtasks lack what they must lack; ties are named as they are broken" {
    [ ! -s "$BATS_FILE_TMPDIR/notes" ]
    [ -z "$(awk 'length > 80' list)" ]
    right nine 22
    [ "${lines[0]}" = 'AC    sample/01' ]
    [ "$(ls nine/data/secret/*/*.in | wc -l)" -eq 20 ]
    for number in $(seq -w 20); do
        grep -q "^$number  .*  $(head -n 1 "$(numbered $number)")  " list
        [ -s nine/data/secret/*/$number.desc ]
    done
    while read -r number group players _; do
        case $group in
        basic) absent='PASS|TURN|DOUBLE' ; [ "$players" -le 3 ] ;;
        no-turn-pass) absent='PASS|TURN' ;;
        no-double) absent=DOUBLE ;;
        full) continue ;;
        *) complain "unknown group $group" ;;
        esac
        [ -z "$(grep -Ewo "$absent" "$(numbered $number)")" ]
    done < <(head -n 20 list)
    [ "$(head -n 20 list | cut -c 5-17 | sort | uniq -c | awk '{ print $2 "=" $1 }' | tr '\n' ' ')" = \
        'basic=6 full=8 no-double=3 no-turn-pass=3 ' ]
    grep -q '^[0-9]*  full  *30 100 300000 ' list
    order() { sed -n 's/^LARGEST, SMALLEST = "\(.*\)", "\(.*\)" .*/\'"$1/p" nine/submissions/accepted/*.py | sed 's/./&, /g; s/, $//'; }
    statement=$(tr '\n' ' ' <nine/problem_statement/problem.en.tex)
    [[ $statement == *"largest without passing"*"the order $(order 1)."*"smallest without passing"*"the order $(order 2)."* ]]
}

@test "a set follows from its seed, in every format; an empty folder is filled, and of one that judging systems would not take it is told" {
    mkdir empty here
    nf gen --game tng --suite set >first
    nf gen --game tng --suite empty/ --seed 1 >again
    diff -r set/ empty
    diff first again
    (cd here && nf gen --game tng --suite . --seed 2 >/dev/null)
    run ! diff -r set here
    works gen --game tng --suite package --format kattis
    ends 0 gen --game tng --suite deep/Nine-Cards --format kattis
    [[ $stderr == 'ninefold gen: note: Nine-Cards: '*' lower case letters and digits' ]]
    diff -r package deep/Nine-Cards
    for file in set/*.in; do cmp "$file" package/data/secret/*/"${file#*/}"; done
    nothing_left
}

# What is in the sets: tests/unit/judge/judging/test_kills.c.
@test "a set of another game: valid instances with right answers, a line each" {
    for game in $(often tng tng "$(others)"); do
        nf gen --game "$game" --suite "$game" --quiet >list
        [ -z "$(awk 'length > 80' list)" ]
        right "$game" "$(wc -l <list)" --game "$game"
    done
}

@test "options that a set does not follow from, and a folder with something in it or that cannot be made, are refused" {
    misused 'ninefold gen: --suite: expected no --count, *' gen --suite new --count 3 --out x
    misused 'ninefold gen: --suite: expected no --count, *' gen --suite new --index 3
    misused 'ninefold gen: --suite: expected only --seed and --format *' gen --suite new --players=3
    misused 'ninefold gen: --format: expected --suite DIR with it' gen --format kattis
    [ ! -e new ]
    mkdir full
    touch full/mine file
    fails 4 'ninefold: full: not empty, expected a new folder or an empty one' gen --suite full
    fails 4 'ninefold: file*' gen --suite file
    fails 4 'ninefold: file: not a folder' gen --suite file/below
    [ "$(ls full)" = mine ]
    nothing_left
}

@test "gen --suite: statements in Markdown list the subtasks with their points, in both languages" {
    nf gen --quiet --game pigs --suite set --format luogu >/dev/null
    grep -qx -- '- Subtask 1, 50 points: no J\.' set/statement.md
    grep -qx -- '- 子任务 1，50 分：没有 J。' set/statement.zh.md
}
