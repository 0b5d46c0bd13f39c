"""What the tables of the pig game are, from the rows of run --records: for tests/cli/report/records.py."""

from estimates import Exact, quantile, sd_of

OF_WIDTH = ("seats", "loss_rate")  # what run --until-width looks at


def tables(run, rows, replay):
    """The rows of each table, by its name. `rows` is the file as pandas reads it; replay(INDEX,
    "--instance") gives a game."""
    games, pigs = run["games"], run["params"]["players"]
    won = rows["winner"] == "main side"
    turns, drawn = rows["turns"].to_numpy(), rows["drawn"].to_numpy()

    def rate(of, every):
        return Exact(int(of.sum()), int(every))

    def seat_row(seat):
        lost = won == (rows["rebel_seats"].to_numpy() >> seat & 1).astype(bool)
        dead = (rows["dead_seats"].to_numpy() >> seat & 1).astype(bool)
        return [seat, lost.sum(), rate(lost, games), dead.sum(), rate(dead, games),
                rate(dead & won, dead.sum())]

    def loyal_row(loyal):
        some = rows["rebels"] == pigs - 1 - loyal
        return [loyal, some.sum(), rate(won & some, some.sum())]

    def by(values, keys, most=255):
        """The last place has all with more."""
        cut = values.clip(max=most)
        return [[key, (cut == key).sum(), rate(cut == key, games)] for key in keys]

    return {
        "outcomes": [[side, (rows["winner"] == side).sum(), rate(rows["winner"] == side, games)]
                     for side in ("main side", "rebels")],
        "seats": [seat_row(seat) for seat in range(1, pigs + 1)],
        "wins_by_loyal": [loyal_row(loyal) for loyal in range(pigs - 1)],
        "living": by(rows["living"].to_numpy(), range(1, pigs + 1)),
        "turns_per_game": [[turns.mean(), sd_of(turns), *(quantile(turns, q) for q in (0.5, 0.9, 0.99)),
                            turns.max()]],
        "cards": [[name, rows[column].sum(), rows[column].mean()]
                  for name, column in (("drawn", "drawn"), ("used in own turns", "used"), ("J", "j"))],
        "turns": by(turns, range(1, min(turns.max(), 255) + 1)),
        "drawn": by(drawn, range(1, min(drawn.max(), 255) + 1)),
        "extremes": [[name, ..., values.max(), ..., rows["index"][values.argmax()], ...]
                     for name, values in (("longest_game", turns), ("most_drawn", drawn))]}


def notes(run, found):
    """A part of each note of each table that has any."""
    return {}
