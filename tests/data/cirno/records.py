"""What the rows of run --records must come to in Cirno's game, for tests/cli/report/records.py."""


def adds_up(rows, tables):
    """`rows` is the file as pandas reads it; `tables` are those of the JSON, as pandas frames."""
    seats = tables["seats"].set_index("seat")
    losses = rows.groupby("loser").size().reindex(seats.index, fill_value=0)
    assert (losses == seats["losses"]).all()
    first = rows[rows["round"] == 1].groupby("loser").size().reindex(seats.index, fill_value=0)
    assert (first == seats["first_round_losses"]).all()
    totals = tables["totals"].iloc[0]
    assert rows["turns"].sum() == totals["turns"] and len(rows) == totals["rounds"]
    players = len(seats)
    offsets = ((rows["loser"] - rows["starter"]) % players).value_counts()
    from_starter = tables["losses_from_starter"]
    assert offsets.reindex(range(players), fill_value=0).tolist() == from_starter["losses"].tolist()
    before = rows.groupby("index")["loser"].shift(fill_value=1)
    assert (rows["starter"] == before).all()
