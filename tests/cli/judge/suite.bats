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
    misused 'ninefold gen: --suite: expected only --seed, --format, *' gen --suite new --players=3
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

@test "gen --suite: statements of every format list the subtasks in both languages, with points where there are any" {
    nf gen --quiet --game pigs --tests 9 --suite luogu --format luogu >/dev/null
    grep -qx -- '- Subtask 1, 50 points: no J\.' luogu/statement.md
    grep -qx -- '- 子任务 1，50 分：没有 J。' luogu/statement.zh.md
    nf gen --quiet --game pigs --tests 9 --suite icpc --format icpc >/dev/null
    grep -qx '\\item Subtask 1: no J\.' icpc/statement/problem.en.tex
    grep -qx '\\item 子任务 1：没有 J。' icpc/statement/problem.zh.tex
    grep -qx '\\item 子任务 1，50 分：没有 J。' icpc/scoring/statement/problem.zh.tex
    nf gen --quiet --game pigs --tests 9 --suite kattis --format kattis >/dev/null
    grep -qx '\\item Subtask 1: no J\.' kattis/problem_statement/problem.en.tex
    grep -qx '\\item Subtask 1, 50 points: no J\.' kattis/scoring/problem_statement/problem.en.tex
    nf gen --quiet --game pigs --tests 9 --suite polygon --format polygon >/dev/null
    grep -qx '\\item Subtask 1, 50 points: no J\.' polygon/statement-sections/english/scoring.tex
}

@test "gen --suite: --points, --title, --time-limit and --tests hold in every format, whose rules it keeps to; README makes the same" {
    for format in $(often "luogu kattis" "plain kattis icpc polygon luogu hydro" "plain kattis icpc polygon luogu hydro"); do
        nf gen --quiet --game tng --suite wished --format $format --title "Two Goals" --points 7,43,50 --time-limit 9s --tests 31 >list
        exits 0 "$TESTS/packages/rules.py" $format wished
        [ "$(wc -l <list)" -eq 31 ]
        [ "$(find wished -name '*.in' -o -path '*/tests/??' | xargs md5sum | cut -d ' ' -f 1 | sort | uniq -d)" = "" ]
        grep -q '^- .*, 43 points: ' wished/README.md
        grep -q '^- 9 s a test: as the setter chose\.$' wished/README.md
        grep -qE "9000|time.*9" $(find wished -name '*.yaml' -maxdepth 3 -o -name config.yml -o -name problem.xml -o -name '*.ini')
        run ! grep -rq 'Number Game' wished --include='*.md' --include='*.tex' --include='*.yaml' --include='*.xml'
        again=$(tr '\n' ' ' <wished/README.md | sed 's/.*Made by `ninefold \([^`]*\)`.*/\1/; s/DIR/again/')
        eval "nf $again --quiet >/dev/null"
        diff -r wished again
        rm -r wished again
    done
    nf gen --quiet --game tng --suite usual >/dev/null
    nf gen --quiet --game tng --suite same --tests "$(ls usual/*.in | wc -l)" >/dev/null
    diff -r -x README.md usual same
}

@test "gen --suite: wishes that cannot be are refused; a title is escaped where it has to be" {
    for points in 50,50 20,30,51 20,30,50,0 20,30,-50 20,,80 20,30,50x; do
        misused "ninefold gen: --points $points: expected *" gen --game tng --suite new --points="$points"
    done
    misused 'ninefold gen: --tests 2: expected at least one for each of 3 subtasks' gen --game tng --suite new --tests 2
    misused 'ninefold gen: --time-limit: expected whole seconds' gen --suite new --time-limit 1500ms
    misused 'ninefold gen: --title *: expected one line of *' gen --suite new --title 'a "b"'
    misused 'ninefold gen: --title *: expected one line of *' gen --suite new --title $'a\nb'
    misused '*expected --suite DIR with it' gen --title Nine
    [ ! -e new ]
    title='A & B: 50% <_x_>'
    for format in kattis hydro polygon; do
        nf gen --quiet --game tng --suite $format --format $format --tests 3 --title "$title" >/dev/null
    done
    grep -qx "name: \"$title\"" kattis/problem.yaml
    grep -qx "title: \"$title\"" hydro/problem/problem.yaml
    grep -qxF '\problemname{A \& B: 50\% <\_x\_>}' kattis/problem_statement/problem.en.tex
    python3 -c 'import sys, xml.etree.ElementTree as xml
assert xml.parse("polygon/problem.xml").find("names/name").get("value") == sys.argv[1]' "$title"
}
