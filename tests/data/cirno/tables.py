"""What the tables of Cirno's game must come to, for tests/cli/report/forms.py."""

# In the terminal of every run, and of those with --detail.
SHOWN = {"seats", "losses_from_starter", "turns_per_round", "totals", "extremes"}
DETAILED = {"cards_played", "losing_hands", "p_when_losing_tens", "events"}


def adds_up(run, tables):
    """`run` is the JSON of a run; `tables` has its tables by name, with of(COLUMN) and sum(COLUMN)."""
    rounds, games = tables["totals"].of("rounds")[0], run["games"]
    seats = tables["seats"]
    assert rounds == games * run["params"]["rounds"]
    assert tables["totals"].of("turns")[0] == run["turns"]
    for name, column in [("seats", "losses"), ("losses_from_starter", "losses"), ("turns", "rounds")]:
        assert tables[name].sum(column) == rounds, name
    assert seats.sum("first_round_losses") == games
    assert tables["losses_after"].sum("rounds") == rounds - games
    for count, rate in zip(seats.of("losses"), seats.of("loss_rate")):
        assert abs(count / rounds - rate) < 1e-9
    by_losses = tables["games_by_losses"]
    assert by_losses.sum("games") == games * len(seats.rows)
    assert sum(losses * count for losses, _, count in by_losses.rows) == rounds
    if "cards_played" in tables:
        assert tables["cards_played"].sum("times") + rounds == run["turns"]
        for name in ["losing_hands", "p_when_losing", "p_when_losing_tens"]:
            assert tables[name].sum("times") == rounds, name
        assert tables["losing_hands"].sum("times_doubled") == tables["p_when_losing"].sum("times_doubled")
