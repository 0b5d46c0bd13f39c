# One number, one base and one name, in whatever form a run is shown.
load ../helpers

@test "every number of CSV, Markdown and JSON is that of the terminal's table, in random runs of all games" {
    run python3 "$BATS_TEST_DIRNAME/numbers.py" "$NINEFOLD" 30
    [ "$status" -eq 0 ] || complain "numbers differ"
}

@test "a saved run without a won game, which has no longest win, is read again" {
    cd "$BATS_TEST_TMPDIR"
    # No goals, no win; and a won game after that.
    nf run -q --game tng --exhaustive -m 1 -k 1 --games 40 --save whole.json >/dev/null
    local games
    for games in 1 2 3 4 5 6 7 8; do
        nf run -q --game tng --games 1 --seed $games --save run.json --detail >/dev/null
        works stats run.json
        works run -q --resume run.json
        rm run.json*
    done
    for games in 1 2 3 4; do
        nf run -q --game tng --exhaustive -m 1 -k 1 --first $(((games - 1) * 10)) --games 10 \
            --save $games.json >/dev/null
    done
    works merge 1.json 2.json 3.json 4.json -o joined.json
    cmp joined.json whole.json
}
