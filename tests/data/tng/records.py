"""What the rows of run --records must come to in The Number Game, for tests/cli/report/records.py."""


def adds_up(rows, tables):
    """`rows` is the file as pandas reads it; `tables` are those of the JSON, as pandas frames."""
    outcomes = tables["outcomes"].set_index("outcome")["games"]
    assert (rows["outcome"].value_counts().reindex(outcomes.index, fill_value=0) == outcomes).all()
    for name, column in [("outcomes_by_p", "p"), ("outcomes_by_rounds", "r"), ("outcomes_by_goals", "m")]:
        table = tables[name].set_index(column)
        assert (rows[column].value_counts().reindex(table.index, fill_value=0) == table["games"]).all(), name
        wins = rows[rows["outcome"] == "X wins"][column].value_counts().reindex(table.index, fill_value=0)
        assert (wins - table["games"] * table["x_wins"]).abs().max() < 1e-6, name
    moves = tables["games_by_moves"].set_index("moves")["games"]
    assert (rows["moves"].value_counts().reindex(moves.index, fill_value=0) == moves).all()
    assert rows["moves"].isna().sum() == outcomes["draw"]
