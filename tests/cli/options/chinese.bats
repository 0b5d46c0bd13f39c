#!/usr/bin/env bats
# What is told in Chinese: nothing is left in English.

load ../helpers

setup_file() {
    local game
    export MUTANTS=$BATS_FILE_TMPDIR
    GAMES=$(some_games)
    export GAMES
    for game in $GAMES; do
        "$TESTS/mutants/build" "$game" "$MUTANTS/$game" -DBUG=6
        nf gen --quiet --game "$game" --count 2 --out "$MUTANTS/$game.tests"
    done
}

setup() { nf --lang zh help >/dev/null 2>&1 || skip "built without msgfmt"; }

# tell FILE COMMAND...: what is told in Chinese, of results and errors, goes to the file.
tell() {
    nf --lang zh "${@:2}" >"$1" 2>&1 || [ $? -lt 4 ]
    grep -qP '\p{Han}' "$1" || complain "expected Chinese: $*"
}

# is_chinese: so are all files of the test.
is_chinese() {
    exits 0 "$TESTS/lang/english" ./*
}

@test "fuzz and check tell what is wrong without three English words in a row" {
    for game in $GAMES; do
        tell "fuzz.$game" fuzz --quiet -j 1 --game "$game" --shrink 100 --diagnose "$(often 100ms 300ms 1s)" --coverage -- "$MUTANTS/$game"
        tell "dies.$game" fuzz --quiet --game "$game" --count 1 --shrink 5 --diagnose 100ms -- sh -c 'echo ... >&2; kill -11 $$'
        tell "late.$game" fuzz --quiet --game "$game" --count 1 --shrink 5 --diagnose 100ms -- sh -c \
            "'$NINEFOLD' play --game $game; exit 1"
        for test in "$MUTANTS/$game.tests"/*.in; do
            "$MUTANTS/$game" <"$test" >out || true
            tell "explain.$game.${test##*/}" explain --game "$game" "$test" out
            nf --lang zh explain --game "$game" "$test" out --html "$game.html" >/dev/null || true
            sed 1d <"${test%.in}.out" >out
            tell "shift.$game.${test##*/}" check --game "$game" "$test" out
            head -n 2 <"${test%.in}.out" >out
            head -c 5 <"${test%.in}.out" >>out
            nf --lang zh check --game "$game" "$test" out >"cut.$game.${test##*/}" || true
            rm out
        done
    done
    is_chinese
}

@test "verify, replay and judge tell what they find without three English words in a row" {
    for game in $GAMES; do
        nf --lang zh replay --quiet --game "$game" --html "$game.html"
        tell "verify.$game" verify --game "$game" "$MUTANTS/$game.tests/001.in"
        tr 1A 7x <"$MUTANTS/$game.tests/001.in" >in
        tell "invalid.$game" verify --game "$game" in
        rm in
        tell "bounds.$game" verify --game "$game" --bounds "$MUTANTS/$game.tests"
        tell "mistakes.$game" judge --game "$game" --mistakes --html "$game.kills.html" "$MUTANTS/$game.tests"
        tell "judge.$game" judge --quiet --game "$game" "$MUTANTS/$game.tests" -- "$MUTANTS/$game"
        tell "judges.$game" judge --quiet --game "$game" "$MUTANTS/$game.tests" -- "$MUTANTS/$game" -- false
        tell "check.$game" check --game "$game" "$MUTANTS/$game.tests"
    done
    is_chinese
}

@test "reports tell what they show without three English words in a row, in tables and pages" {
    mkdir runs
    for game in $GAMES; do
        tell "run.$game" run --quiet --game "$game" --games 300 $(detail_of "$game") --save "runs/$game.a"
        nf run --quiet --game "$game" --games 300 --first 100 --save "runs/$game.b" >/dev/null
        nf --lang zh stats "runs/$game.a" --html "$game.html"
        tell "two.$game" stats "runs/$game.a" "runs/$game.a" --markdown -
        nf --lang zh stats --compare "runs/$game.a" "runs/$game.b" --html "$game.compared.html" || [ $? -eq 2 ]
    done
    rm -r runs
    grep -q '<html lang="zh-CN">' ./*.html
    is_chinese
}
