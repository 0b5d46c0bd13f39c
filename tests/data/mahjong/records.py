"""What the rows of run --records must come to in mahjong, for tests/cli/report/records.py."""


def adds_up(rows, tables):
    """`rows` is the file as pandas reads it; `tables` are those of the JSON, as pandas frames."""
    ends = tables["ends"].set_index("end")["games"]
    assert (rows["end"].value_counts().reindex(ends.index, fill_value=0) == ends).all()
    wins = tables["seats"].set_index("seat")["wins"]
    assert (rows["winner"].value_counts().reindex(wins.index, fill_value=0) == wins).all()
    from_whom = rows["discarder"].fillna(rows["winner"])
    for _, cell in tables["won_from"].iterrows():
        found = (rows["winner"] == cell["winner"]) & (from_whom == cell["discarder"])
        assert found.sum() == cell["games"]
    claims = tables["claims_by_seat"].set_index("seat")
    for seat in "ABCD":
        for what in ["pongs", "chows"]:
            assert rows[f"{what}_{seat.lower()}"].sum() == claims.loc[seat, what]
    played = tables["specials"].set_index("tile")["played"]
    for tile in ["PASS", "REVERSE", "DOUBLE"]:
        assert rows[tile.lower()].sum() == played[tile]
    tiles = tables["winning_tile"].set_index("tile")["games"]
    assert (rows["tile"].value_counts().reindex(tiles.index, fill_value=0) == tiles).all()
    assert rows["draws"].sum() == tables["totals"]["drawn"].iloc[0]
