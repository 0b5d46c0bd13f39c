# One verdict wherever it is given: agree.py has random outputs judged by all that judge.
load ../helpers

@test "fuzz, judge, check in every exit style, explain and the packages' checkers agree on outputs with blanks put in, left out and doubled, lines joined and cut" {
    seed=${NF_TEST_SEED:-$SRANDOM}
    echo "note: seed $seed"
    source=$TESTS/../gen/package
    g++ -std=c++17 -o checker "$source/checker.cpp"
    for game in $(some_games); do
        mkdir "$game"
        (cd "$game" && python3 "$BATS_TEST_DIRNAME/agree.py" "$NINEFOLD" "$game" "$seed" "$(often 8 12 60)" \
            "python3 $(realpath "$source")/checker.py" "$BATS_TEST_TMPDIR/checker")
    done
}
