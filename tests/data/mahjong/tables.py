"""What the tables of mahjong must come to, for tests/cli/report/forms.py."""

# In the terminal of every run, and of those with --detail.
SHOWN = {"seats", "seats_alike", "ends", "won_from", "claims_by_seat", "winner_melds", "specials", "turns_per_game",
         "totals", "extremes"}
DETAILED = {"mean_distance", "distance", "distance_by_seat"}


def adds_up(run, tables):
    """`run` is the JSON of a run; `tables` has its tables by name, with of(COLUMN) and sum(COLUMN)."""
    games = run["games"]
    ends = dict(zip(tables["ends"].of("end"), tables["ends"].of("games")))
    assert sum(ends.values()) == games
    won = games - ends["draw"]
    assert tables["seats"].sum("wins") == tables["won_from"].sum("games") == won
    assert tables["winner_melds"].sum("games") == tables["winning_tile"].sum("games") == won
    assert tables["turns"].sum("games") == tables["claims"].sum("games") == games
    assert abs(tables["seats"].sum("selfdrawn") * games - ends["self-drawn"]) < 1e-6
    assert tables["specials_by_game"].sum("games") == 3 * games
    claims = tables["claims_by_seat"].sum("pongs") + tables["claims_by_seat"].sum("chows")
    assert sum(number * count for number, count, *_ in tables["claims"].rows) == claims
    if "distance" in tables:
        assert tables["mean_distance"].of("players")[0] == 4 * games
        assert sum(tables["mean_distance"].of("players")[1:]) == run["turns"]
        assert tables["claims_by_distance"].sum("claims") == claims
