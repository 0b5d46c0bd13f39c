"""What the tables of The Number Game must come to, for tests/cli/report/forms.py."""

# In the terminal of every run, and of those with --detail.
SHOWN = {"outcomes", "advantage", "outcomes_by_p", "outcomes_by_rounds", "outcomes_by_goals"}
DETAILED = {"matches"}


def adds_up(run, tables):
    """`run` is the JSON of a run; `tables` has its tables by name, with of(COLUMN) and sum(COLUMN)."""
    games = run["games"]
    outcomes = dict(zip(tables["outcomes"].of("outcome"), tables["outcomes"].of("games")))
    assert sum(outcomes.values()) == games
    assert tables["games_by_moves"].sum("games") + outcomes["draw"] == games
    for name in ["outcomes_by_p", "outcomes_by_rounds", "outcomes_by_goals"]:
        table = tables[name]
        assert table.sum("games") == games, name
        wins = sum(count * share for count, share in zip(table.of("games"), table.of("x_wins")))
        assert abs(wins - outcomes["X wins"]) < 1e-6, name
