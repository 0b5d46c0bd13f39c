# The mahjong simulator through the commands. What all games have is held where it is tested for all:
# samples by tests/unit/sim/test_games.c, tables and their forms by report/forms.bats.
load ../helpers

# What details change, nothing: tests/unit/sim/test_tally.c.
@test "the terminal leaves out distances after discards that few players came to" {
    nf run --quiet --game mahjong --games 500 --detail --json run.json >text
    rare=$(python3 -c '
import json
table, = [table for table in json.load(open("run.json"))["tables"] if table["name"] == "mean_distance"]
dealt, *after = [row[1] for row in table["rows"]]
print(sum(100 * players <= dealt for players in after))')
    sed -n "/^Distance from winning, after/,/^After 0/p" text | grep -qx "\.\.\. and $rare more"
}

# ---- fuzzing ----

@test "fuzz explains a mistake in words of the game, and a claim that does not help shrinks to any wrong claim, be it PONG or CHOW" {
    "$TESTS/mutants/build" mahjong wrong -DBUG=18
    ends 1 fuzz --quiet --game mahjong --diagnose 0s --count 100 --shrink 50 -- ./wrong
    grep -q '^shrunk to [0-9]* tiles out of order' <<<"$output"
    grep -q 'she discards another tile' <<<"$output"
    grep -q 'the first in the order$' <<<"$output" || grep -q 'Z F B N W S E 9S' <<<"$output"
    "$TESTS/mutants/build" mahjong mutant -DBUG=12
    ends 1 fuzz --game mahjong --diagnose 0s --first 0 --count 1 -- ./mutant
    [[ $output =~ shrunk\ to\ ([0-9]+)\ tiles ]]
    [ "${BASH_REMATCH[1]}" -le 4 ] || complain "expected 4 tiles at most"
}
