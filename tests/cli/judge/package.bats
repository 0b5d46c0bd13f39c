# gen --suite --format: packages that judges take, without ninefold.
load ../helpers

FORMATS='plain kattis icpc polygon luogu hydro'

# A plain package of each of $GAMES, and one of tng in each format, for all tests, which change none. Those tagged "outside" run the programs of packages, hardly ninefold, and run from level 1 on.
setup_file() {
    cd "$BATS_FILE_TMPDIR"
    GAMES=$(some_games)
    export GAMES
    echo "# packages of" $GAMES >&3
    for game in $(sort -u <<<"$GAMES"$'\ntng'); do
        nf gen --quiet --game "$game" --suite "plain/$game" >"$game.list"
    done
    for format in ${FORMATS#plain}; do
        nf gen --quiet --game tng --suite "$format/tng" --format $format >/dev/null
    done
}

setup() {
    ln -s "$BATS_FILE_TMPDIR"/* .
    command -v g++ >/dev/null || skip "there is no g++ for the programs of packages"
}

compile() { g++ -std=c++17 -Wall -Wextra -Werror -o "$2" "$1"; }

@test "every package keeps to the rules of its format; the same seed makes the same, and all formats have the same programs" {
    mapfile -t all < <(games)
    for format in $FORMATS; do
        # At level 1 a format has one game more, another each, with few tests: the largest take seconds.
        all=("${all[@]:1}" "${all[0]}")
        for game in $([ $format = plain ] && echo "$GAMES" || often tng "tng ${all[0]}" "$(games)"); do
            [ -e "$format/$game" ] || nf gen --quiet --game "$game" $(often "" "--tests 9" "") --suite "$format/$game" --format "$format" >/dev/null
            exits 0 "$TESTS/packages/rules.py" "$format" "$format/$game"
        done
    done
    nothing_left
    nf gen --quiet --game tng --suite again --format plain >/dev/null
    diff -r again plain/tng
    for format in ${FORMATS#plain}; do
        for name in solution.cpp solution.py problem.ctd y-first.cpp; do
            for file in $(find $format/tng -name $name); do
                cmp "$file" "$(find plain/tng -name $name)"
            done
        done
    done
}

# A program as judges start it, checktestdata FORM < INPUT, whose language `verify --format` knows.
checktestdata() { nf verify --format "$1" -; }

# bats test_tags=long,outside
@test "validators accept all tests, in their subtasks, and refuse invalid inputs and, for the first subtask, a test of a later one; so do forms, but for what they cannot say" {
    for game in $GAMES; do
        package=plain/$game
        compile $package/validator.cpp "$game.validator"
        while read -r number group _; do
            exits 0 "./$game.validator" --testset tests --group "$group" <"$package/$number.in"
        done < <(awk '!seen[$2]++' "$game.list")
        for input in $package/*.in; do
            exits 0 "./$game.validator" <"$input"
            exits 0 checktestdata $package/problem.ctd <"$input"
        done
        for input in $package/invalid/*.txt; do
            exits 3 "./$game.validator" <"$input"
            expected=3
            ! grep -sqx "$(basename "$input" .txt)" "$TESTS/data/$game/beyond-form" || expected=0
            exits $expected checktestdata $package/problem.ctd <"$input"
        done
        first=$(sed -n '/^## Subtasks/,/points/s/^- \([a-z-]*\),.*/\1/p' $package/README.md | head -n 1)
        last=$(ls $package/*.in | tail -n 1)
        exits 3 "./$game.validator" --group "$first" <"$last"
    done
}

@test "in packages of Kattis and the ICPC one of the validators refuses each invalid input, and all accept the tests" {
    for game in $(often "$(first)" "$(games | tail -n 2)" "$(games)"); do
        for format in kattis icpc; do
            package=$format/$game
            validators=$package/input_validators
            [ -e $package ] || nf gen --quiet --game "$game" --tests 9 --suite "$package" --format $format >/dev/null
            # Only a game that asks more than a form can say needs a program as well.
            [ -e $validators/validator.cpp ] || [ ! -e "$TESTS/data/$game/beyond-form" ]
            [ ! -e $validators/validator.cpp ] || compile $validators/validator.cpp program
            for input in $package/data/sample/*.in $package/data/secret/*/01.in; do
                exits 0 checktestdata $validators/problem.ctd <"$input"
                [ ! -e $validators/validator.cpp ] || exits 42 ./program <"$input"
            done
            for input in $package/*invalid_input*/*.in $package/data/invalid_input/*.in; do
                [ -e "$input" ] || continue
                told checktestdata $validators/problem.ctd <"$input"
                [ "$status" -ne 0 ] || exits 43 ./program <"$input"
            done
            rm -f program
        done
    done
}

# bats test_tags=long,outside
@test "right programs are accepted on every test" {
    for game in $GAMES; do
        compile plain/$game/submissions/accepted/solution.cpp solution
        limit=$(sed -n 's/^- \([0-9]*\) s a test.*/\1/p' plain/$game/README.md)
        works judge --quiet --tl "${limit}s" --wall 60s --game "$game" plain/$game -- ./solution
        mkdir some
        cp $(ls plain/$game/*.in | head -n "$(often 3 3 15)") some
        [ -z "$(often "" "" all)" ] || cp "$(ls plain/$game/*.in | tail -n 1)" some
        works judge --quiet --tl 20s --wall 60s --game "$game" some -- \
            python3 plain/$game/submissions/accepted/solution.py
        rm -r some
    done
}

# first_wrong PACKAGE COMMAND...: the smallest test on which a program prints something else.
first_wrong() {
    local instance
    for instance in $(ls -Sr "$1"/*.in); do
        timeout 20 "${@:2}" <"$instance" >printed || complain "$* ended with $?"
        cmp -s printed "${instance%.in}.out" || { echo "${instance##*/}" && return; }
    done
}

# bats test_tags=long,outside
@test "programs that are wrong on purpose end properly, with a wrong answer" {
    for game in $GAMES; do
        for program in plain/$game/submissions/wrong_answer/*; do
            if [[ $program == *.cpp ]]; then
                compile "$program" wrong
                [ -n "$(first_wrong plain/$game ./wrong)" ] || complain "$program"
            else
                [ -n "$(first_wrong plain/$game python3 "$program")" ] || complain "$program"
            fi
        done
    done
}

# bats test_tags=long,outside
@test "checkers accept the answer and no other" {
    package=plain/tng
    compile $package/checker.cpp checker
    sed 's/draw/X wins/' $package/02.out >wrong
    head -n 5 $package/02.out >short
    tr '\n' ' ' <$package/02.out >spaces
    cat $package/02.out <(echo more) >long
    for checker in "python3 $package/checker.py" ./checker; do
        for right in $package/02.out spaces; do
            exits 0 $checker $package/02.in $right $package/02.out
        done
        for bad in wrong short long /dev/null; do
            exits 1 $checker $package/02.in $bad $package/02.out
            [ -n "$output$stderr" ]
        done
    done
}

@test "a Kattis package with points has wrong programs that fail each subtask, and partially accepted ones that pass some" {
    local game program passed folder
    for game in $(often mahjong mahjong "$GAMES"); do
        nf gen --quiet --game $game --suite points --format kattis >list
        cp -r points/scoring/. points
        for program in points/submissions/{wrong_answer,partially_accepted}/$(often 'l*.cpp' 'l*.cpp' '*'); do
            passed=0
            [ -e "$program" ] || continue
            for folder in points/data/secret/*/; do
                told nf judge --quiet --tl 20s --wall 60s --game $game "$folder" -- "$program"
                [ "$status" -le 1 ] || complain "$program"
                passed=$((passed + 1 - status))
            done
            case $program in
            *wrong_answer*) [ $passed -eq 0 ] ;;
            *) [ $passed -gt 0 ] && [ $passed -lt "$(ls -d points/data/secret/*/ | wc -l)" ] ;;
            esac || complain "$program passes $passed subtasks"
        done
        rm -r points
    done
}
