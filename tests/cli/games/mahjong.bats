# The mahjong simulator through the commands.
load ../helpers


@test "play prints the transcript of the published test" {
    for input in "$DATA"/mahjong/*.in; do
        nf play --game mahjong "$input" | cmp - "${input%.in}.out"
    done
}

@test "gen makes a valid wall, and replay shows the same game" {
    nf gen --game mahjong --seed 3 --index 5 --answer "$BATS_TEST_TMPDIR/answer" >"$BATS_TEST_TMPDIR/wall"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/wall")" -eq 148 ]
    works verify --game mahjong "$BATS_TEST_TMPDIR/wall"
    [[ ${lines[0]} == *': valid: 148 tiles, four of each of 37 kinds' ]]
    nf play --game mahjong "$BATS_TEST_TMPDIR/wall" | cmp - "$BATS_TEST_TMPDIR/answer"
    nf replay --game mahjong --seed 3 --index 5 --instance 2>/dev/null | cmp - "$BATS_TEST_TMPDIR/wall"
    nf replay --game mahjong --seed 3 --index 5 --transcript 2>/dev/null |
        cmp - "$BATS_TEST_TMPDIR/answer"
}

@test "verify names line and column of a tile too many" {
    nf gen --game mahjong | sed '148s/.*/1X/' >"$BATS_TEST_TMPDIR/wall"
    fails 3 "ninefold: $BATS_TEST_TMPDIR/wall:148:1: found '1X', expected tile 148 of 148*" \
        verify --game mahjong "$BATS_TEST_TMPDIR/wall"
    nf gen --game mahjong | sed '148s/.*/1M/; 1s/.*/1M/; 2s/.*/1M/' >"$BATS_TEST_TMPDIR/wall"
    fails 3 "*expected every tile exactly 4 times" verify --game mahjong "$BATS_TEST_TMPDIR/wall"
}

@test "a run of all kernels, threads and cuts has one digest" {
    for profile in uniform clustered specials orphans spread; do
        expected=$(digest --game mahjong --profile $profile --games 2k --seed 4 -j 1)
        [ "$expected" = "$(digest --game mahjong --profile $profile --games 2k --seed 4 -j 2 --kernel fast)" ]
    done
    expected=$(digest --game mahjong --games 300 --kernel reference)
    [ "$expected" = "$(digest --game mahjong --games 300)" ]
}

@test "the table of a run tells wins, who dealt in, claims and turns" {
    works run --quiet --game mahjong --games 3k
    [ "${lines[0]}" = 'Mahjong simulator: 3,000 games of 4 players' ]
    for words in '^A  .*%  *[0-9.]* \.\. ' '^draw ' 'all seats alike?  Hotelling T2 [0-9.]*  F ' '^won by ' '^seat  *pongs ' \
        '^turns a game  *mean ' '^longest game .* turns ' 'replay --game mahjong .* --index '; do
        grep -q -- "$words" <<<"$output" || complain "expected $words"
    done
    run ! grep -q '.\{81\}' <<<"$output"
}

@test "the JSON of a run adds up" {
    nf run --quiet --game mahjong --games 3k --json - | python3 -c '
import json, sys
run = json.load(sys.stdin)
assert run["game"] == "mahjong" and run["games"] == 3000 and run["rejected"] == 0
tables = {}
for table in run["tables"]:
    names = [column["name"] for column in table["columns"]]
    tables[table["name"]] = [dict(zip(names, row)) for row in table["rows"]]
ends = {row["end"]: row["games"] for row in tables["ends"]}
seats, won = tables["seats"], {(row["winner"], row["discarder"]): row["games"] for row in tables["won_from"]}
assert sum(ends.values()) == 3000
for seat in seats:
    name = seat["seat"]
    ron = sum(games for (winner, by), games in won.items() if winner == name != by)
    dealt_in = sum(games for (winner, by), games in won.items() if by == name != winner)
    for share, games in [("ron", ron), ("dealt_in", dealt_in), ("selfdrawn", won[name, name])]:
        assert abs(3000 * seat[share] - games) < 1e-6, share
    assert seat["wins"] == ron + won[name, name]
    assert seat["win_rate_low"] < seat["win_rate"] < seat["win_rate_high"]
assert sum(games for (winner, by), games in won.items() if winner != by) == ends["RON"]
assert sum(row["turns"] * row["games"] for row in tables["turns"]) == run["turns"]
claims = sum(row["claims"] * row["games"] for row in tables["claims"])
assert claims == sum(row["pongs"] + row["chows"] for row in tables["claims_by_seat"])
assert tables["totals"][0]["drawn"] == run["turns"] - claims + ends["self-drawn"]
for name in ["winning_tile", "winner_melds"]:
    assert sum(row["games"] for row in tables[name]) == 3000 - ends["draw"]
'
}

@test "a saved run shows its table again, and as CSV" {
    local saved=$BATS_TEST_TMPDIR/saved
    nf run --quiet --game mahjong --games 1k --save "$saved" >"$BATS_TEST_TMPDIR/whole"
    works stats --csv - "$saved"
    [ "${lines[0]%%,*}" = table ]
    for table in seats ends won_from turns claims winner_melds specials winning_tile; do
        grep -q "^$table," <<<"$output" || complain "expected table $table"
    done
    works stats "$saved"
    [ "$(grep '^[A-D] ' <<<"$output")" = "$(grep '^[A-D] ' "$BATS_TEST_TMPDIR/whole")" ]
}

@test "details tell distances over the turns and change nothing else" {
    works run --quiet --game mahjong --games 500 --detail
    grep -Eq '^ +0 +2,000 ' <<<"$output"
    grep -q '^seat  mean as dealt  came to 1 ' <<<"$output"
    run ! grep -q '.\{81\}' <<<"$output"
    [ "$(digest --game mahjong --games 500 --detail)" = "$(digest --game mahjong --games 500)" ]
}

@test "options that mean nothing in mahjong are refused" {
    misused '*--players*expected 4*' run --game mahjong -n 5
    misused '*--rounds*no such option*' run --game mahjong -m 2
    misused '*--deck*no such option*' run --game mahjong -k 100
    misused '*--weights*no such option*' run --game mahjong --weights A1=1
    misused '*--strategy*no such option*' run --game mahjong --strategy lowest
    misused '*--profile*uniform*' run --game mahjong --profile max
}

@test "bench measures both kernels" {
    works bench --quiet --game mahjong --min-time 1ms --repeat 1 --warmup 0 -j 1
    grep -q '^[ !] reference -j1 ' <<<"$output"
    grep -q '^[ !] fast      -j1 ' <<<"$output"
    grep -q 'ninefold play, in process' <<<"$output"
}

# ---- fuzzing ----

@test "the correct program passes, and a mistake is explained in the game's words" {
    "$TESTS/mutants/build" mahjong "$BATS_TEST_TMPDIR/correct"
    "$TESTS/mutants/build" mahjong "$BATS_TEST_TMPDIR/wrong" -DBUG=18
    works fuzz --quiet --game mahjong --count 40 -- "$BATS_TEST_TMPDIR/correct"
    run --separate-stderr nf fuzz --quiet --game mahjong --count 100 -- "$BATS_TEST_TMPDIR/wrong"
    [ "$status" -eq 1 ] || complain "expected a counterexample"
    grep -q '^shrunk to [0-9]* tiles out of order' <<<"$output"
    grep -q 'she discards another tile' <<<"$output"
    grep -q 'the first in the order$' <<<"$output" || grep -q 'Z F B N W S E 9S' <<<"$output"
}

@test "fuzz: a claim that does not help shrinks to any wrong claim, be it PONG or CHOW" {
    "$TESTS/mutants/build" mahjong "$BATS_TEST_TMPDIR/mutant" -DBUG=12
    run nf fuzz --game mahjong --diagnose 0s --first 0 --count 1 -- "$BATS_TEST_TMPDIR/mutant"
    [ "$status" -eq 1 ]
    [[ $output =~ shrunk\ to\ ([0-9]+)\ tiles ]]
    [ "${BASH_REMATCH[1]}" -le 4 ] || complain "expected 4 tiles at most"
}
