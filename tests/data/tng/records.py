"""What the tables of The Number Game are, from the rows of run --records and, for details, from games
solved here: for tests/cli/report/records.py."""

import functools

import numpy

from estimates import Estimate, Exact, chance_gap_of, chance_of, gap_of

OF_WIDTH = ("outcomes", "share")  # what run --until-width looks at
OUTCOMES = ["X wins", "Y wins", "draw"]
MATCHES = ["perfect v random", "hunter v random", "random v perfect", "random v hunter", "random v random"]


def tables(run, rows, replay):
    """The rows of each table, by its name. `rows` is the file as pandas reads it; replay(INDEX,
    "--instance") gives a game."""
    numbered = run["params"]["profile"] == "every"

    def estimate(made):
        """Of games in their order, which are no sample, only the mean."""
        return Estimate(made.mean) if numbered else made

    def ends(some):
        ups, downs = (some == "X wins").to_numpy(), (some == "Y wins").to_numpy()
        return [estimate(Exact((some == outcome).sum(), len(some))) for outcome in OUTCOMES] \
            + [estimate(gap_of(ups, downs))]

    def by(column):
        return [[value, len(some), *ends(some["outcome"])] for value, some in rows.groupby(column)]

    games, moves = run["games"], rows["moves"].dropna().astype(int)
    found = {
        "outcomes": [[outcome, (rows["outcome"] == outcome).sum(), share]
                     for outcome, share in zip(OUTCOMES, ends(rows["outcome"]))],
        "advantage": [[ends(rows["outcome"])[3]]],
        "outcomes_by_p": by("p"), "outcomes_by_rounds": by("r"), "outcomes_by_goals": by("m"),
        "games_by_moves": [[number, "YX"[number % 2], (moves == number).sum(),
                            estimate(Exact((moves == number).sum(), games))]
                           for number in range(1, max(moves, default=0) + 1)],
        "extremes": [["longest_win", ..., moves.max(), ..., rows["index"][moves.idxmax()], ...]]
                    if len(moves) > 0 else []}
    if run["params"].get("detail"):
        chances = numpy.array([chances_of(replay(index, "--instance")) for index in rows["index"]])
        found["matches"] = [["perfect v perfect", *ends(rows["outcome"])]]
        for i, match in enumerate(MATCHES):
            x, y = chances[:, i, 0], chances[:, i, 1]
            found["matches"].append([match, *(estimate(chance_of(of)) for of in (x, y, 1 - x - y)),
                                     estimate(chance_gap_of(x, y))])
    return found


def notes(run, found):
    """A part of each note of each table that has any."""
    numbered = run["params"]["profile"] == "every"
    return {"outcomes": ["some of the 364,122 games there are"] if numbered else [],
            "matches": ["Random: ", "Perfect: ", "Hunter: "]
                       + ([] if numbered else ["intervals tell only how much games differ"])}


def chances_of(instance):
    """How often X wins a game, and Y, in each match."""
    n0, rounds, e, p, _, *goals = map(int, instance.splitlines()[0].split())

    def moves(n):
        """First -, then +."""
        return [(n - pow(e, n, p)) % p, (n + pow(e, n, p)) % p]

    @functools.cache
    def ending(n, left):
        """With best play: (1, 0 or -1 for who moves, in how many moves)."""
        ends = [looked(then, left) for then in moves(n)] if left > 0 else [(0, 0)]
        return max(ends, key=worth)

    def looked(n, left):
        """What a move to n brings."""
        if n in goals:
            return 1, 1
        end, after = ending(n, left - 1)
        return -end, after + 1 if end else 0

    def worth(end):
        """Early wins and late losses are better."""
        return end[0], -end[0] * end[1]

    @functools.cache
    def chances(players, n, left):
        """X's and Y's, where `left` moves are to come."""
        if left == 0:
            return 0.0, 0.0
        mover = left % 2  # 0: X, for Y has the last move
        after = [((1.0, 0.0) if mover == 0 else (0.0, 1.0)) if then in goals
                 else chances(players, then, left - 1) for then in moves(n)]
        if players[mover] == "random":
            return tuple(numpy.mean(after, axis=0))
        if players[mover] == "perfect":
            minus, plus = (worth(looked(then, left)) for then in moves(n))
            return after[plus > minus]
        return max(after, key=lambda of: (of[mover], -of[1 - mover]))

    return [chances(tuple(match.split(" v ")), n0, 2 * rounds) for match in MATCHES]
