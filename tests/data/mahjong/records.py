"""What the tables of mahjong are, from the rows of run --records and, for details, from what replay --json
tells: for tests/cli/report/records.py."""

import json

import numpy

from estimates import Estimate, Exact, alike, quantile, sd_of

OF_WIDTH = ("seats", "win_rate")  # what run --until-width looks at
SEATS = "ABCD"
TILES = [f"{rank}{suit}" for suit in "MPS" for rank in range(1, 10)] + list("ESWNBFZ")
SPECIALS = ["PASS", "REVERSE", "DOUBLE"]
MOST_DISTANCE = 14  # four melds and a pair, none of it there


def tables(run, rows, replay):
    """The rows of each table, by its name. `rows` is the file as pandas reads it; replay(INDEX, "--json",
    "-") tells a game."""
    games, won = run["games"], rows[rows["end"] != "draw"]
    # Who wins by her own draw has it from herself.
    source = rows["discarder"].where(rows["end"] == "RON", rows["winner"])
    pongs, chows = ([rows[f"{what}_{seat.lower()}"].to_numpy() for seat in SEATS]
                    for what in ("pongs", "chows"))
    claims, turns = sum(pongs) + sum(chows), rows["discards"].to_numpy()
    melds = [int(row[f"pongs_{row['winner'].lower()}"] + row[f"chows_{row['winner'].lower()}"])
             for _, row in won.iterrows()]

    def share(of):
        return Exact(int(of.sum()), games)

    def seat_row(seat):
        wins, ron = rows["winner"] == seat, rows["end"] == "RON"
        return [seat, wins.sum(), share(wins), share(wins & ron), share(wins & ~ron),
                share(rows["discarder"] == seat)]

    def from_row(winner, giver):
        games_so = (rows["winner"] == winner) & (source == giver)
        return [winner, giver, games_so.sum(),
                share(games_so) if winner != giver else Estimate(None), share(games_so)]

    def by(keys, values):
        values = list(values)
        return [[key, values.count(key), Exact(values.count(key), len(values))] for key in keys]

    found = {
        "seats": [seat_row(seat) for seat in SEATS],
        "seats_alike": [alike(numpy.array([[winner == seat for seat in SEATS] for winner in won["winner"]],
                                          float).reshape(-1, 4))],
        "ends": [[end, (rows["end"] == end).sum(), share(rows["end"] == end)]
                 for end in ("draw", "RON", "self-drawn")],
        "won_from": [from_row(winner, giver) for winner in SEATS for giver in SEATS],
        "claims_by_seat": [[seat, pong.sum(), pong.mean(), chow.sum(), chow.mean()]
                           for seat, pong, chow in zip(SEATS, pongs, chows)],
        "winner_melds": by(range(5), melds),
        "specials": [[tile, rows[tile.lower()].sum(), rows[tile.lower()].mean()] for tile in SPECIALS],
        "specials_by_game": [[tile, times, (rows[tile.lower()] == times).sum()]
                             for tile in SPECIALS for times in range(5)],
        "turns_per_game": [[turns.mean(), sd_of(turns), *(quantile(turns, q) for q in (0.5, 0.9, 0.99)),
                            turns.max()]],
        "totals": [[turns.sum(), rows["draws"].sum()]],
        "turns": by(range(turns.max() + 1), turns),
        "claims": by(range(17), claims),
        "winning_tile": by(TILES, won["tile"]),
        "extremes": [[name, ..., values[at], ..., rows["index"][at], ...] for name, values, at in
                     [("longest_game", turns, turns.argmax()), ("shortest_game", turns, turns.argmin()),
                      ("most_claims", claims, claims.argmax())]]}
    if found["seats_alike"] == [None]:
        found["seats_alike"] = []
    if run["params"].get("detail"):
        found.update(details([json.loads(replay(index, "--json", "-")) for index in rows["index"]]))
    return found


def notes(run, found):
    """A part of each note of each table that has any."""
    return {"seats_alike": [] if found["seats_alike"] else ["too few games to tell: it takes 10 won"],
            "won_from": ["where both are the same, she drew it herself"],
            "mean_distance": ["After 0 discards hands are as they were dealt."]}


def details(games):
    dealt = numpy.zeros((4, MOST_DISTANCE + 1), int)
    after = numpy.zeros((128, MOST_DISTANCE + 1), int)  # by discards of the player before
    claims = numpy.zeros(MOST_DISTANCE + 1, int)
    waited = numpy.zeros(4, int)
    for game in games:
        discards, best, before = [0] * 4, [MOST_DISTANCE] * 4, None
        for frame in game["frames"]:
            state = frame["state"]
            at = state["seat"] - 1 if state["seat"] else 0
            distance = state["distance"][at]
            if frame["line"] == 52:  # 13 tiles each
                for seat, found in enumerate(state["distance"]):
                    dealt[seat, found] += 1
                best = list(state["distance"])
            elif state["event"] == "discard":
                after[discards[at], distance] += 1
                discards[at] += 1
                best[at] = min(best[at], distance)
            elif state["event"] in ("pong", "chow"):
                claims[before[at]] += 1
            before = state["distance"]
        waited += numpy.array(best) == 1
    rows = numpy.vstack([dealt.sum(axis=0), after])
    rows = rows[:1 + (after.sum(axis=1) > 0).sum()]
    distances = numpy.arange(MOST_DISTANCE + 1)
    return {
        "distance_by_seat": [[SEATS[seat], dealt[seat] @ distances / len(games), waited[seat],
                              Exact(int(waited[seat]), len(games))] for seat in range(4)],
        "mean_distance": [[count, row.sum(), row @ distances / row.sum()]
                          for count, row in enumerate(rows)],
        "distance": [[count, distance, row[distance], row[distance] / row.sum()]
                     for count, row in enumerate(rows) for distance in distances[1:]],
        "claims_by_distance": [[distance, claims[distance]] for distance in distances[1:]]}
