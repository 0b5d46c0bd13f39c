"""What the tables of Cirno's game are, from the rows of run --records and, for details, from transcripts:
for tests/cli/report/records.py. Transcripts are followed in tests/frames."""

import collections
import math

import numpy

from cirno import follow
from estimates import ByEffect, Certain, Exact, alike, alike_games, quantile, sd_of, share_by_sample, share_of

OF_WIDTH = ("seats", "loss_rate")  # what run --until-width looks at
CARDS = "A1 A2 A5 A9 A19 A49 A99 B1 B9 B19 C2 D2 E0 E49 E99 PASS TURN DOUBLE".split()
COUNTERS = CARDS[-3:]
WITHOUT = {"uniform": [], "basic": COUNTERS, "no-turn-pass": ["TURN", "PASS"], "no-double": ["DOUBLE"]}


def tables(run, rows, replay):
    """The rows of each table, by its name. `rows` is the file as pandas reads it; replay(INDEX) gives
    instance and transcript of a game."""
    players, rounds, games = run["params"]["players"], run["params"]["rounds"], run["games"]
    loser, turns = rows["loser"].to_numpy(), rows["turns"].to_numpy()
    game = rows["index"].to_numpy() - run["first"]
    losses = numpy.zeros((games, players), int)
    numpy.add.at(losses, (game, loser - 1), 1)
    starter = numpy.where(rows["round"] == 1, 1, numpy.roll(loser, 1))
    assert (starter == rows["starter"]).all()
    first = loser[rows["round"] == 1]
    place = (loser - starter) % players
    index = run["first"] + numpy.arange(games)
    sample = (index < 1024) | (index % 16 == 0)

    def share_of_rounds(there):
        """Of the rounds marked in `there`; how much games differ is known of a sample."""
        return share_by_sample(numpy.bincount(game[there], minlength=games), rounds, sample)

    seats = range(1, players + 1)
    found = {
        "seats": [[seat, losses[:, seat - 1].sum(), loss_rate(losses[:, seat - 1], players, rounds),
                   (first == seat).sum(), Exact((first == seat).sum(), games)] for seat in seats],
        "losses_from_starter": [[f"+{at}", (place == at).sum(), share_of_rounds(place == at)]
                                for at in range(players)],
        "turns_per_round": [[turns.mean(), sd_of(turns),
                             *(min(ends_of(quantile(turns, share))[1], turns.max())
                               for share in (0.5, 0.9, 0.99)), turns.max()]],
        "totals": [[turns.sum(), len(rows), turns.sum() + 2 * len(rows)]],  # who loses draws three
        "turns": turns_table(turns, share_of_rounds),
        "losses_after": after_table(starter, loser, rows["round"].to_numpy() > 1, players),
        "games_by_losses": [[lost, seat, (losses[:, seat - 1] == lost).sum()]
                            for lost in range(losses.max() + 1) for seat in seats],
        "extremes": [extreme("longest_round", turns.max(), rows["index"][turns.argmax()]),
                     extreme("shortest_round", turns.min(), rows["index"][turns.argmin()]),
                     extreme("most_losses", losses.max(),
                             run["first"] + losses.max(axis=1).argmax())]}
    if players > 1:
        likeness = alike(losses)
        found["seats_alike"] = [likeness] if likeness else []
    if run["params"].get("detail"):
        found.update(details(run, players, [game_of(replay(index)) for index in rows["index"].unique()]))
        found["extremes"] += found.pop("deepest")
    return found


def notes(run, found):
    """A part of each note of each table that has any."""
    players, games = run["params"]["players"], run["games"]
    told = {"cards_played": ["Times include those with DOUBLE on the player."]}
    needed = alike_games(players, run["params"]["rounds"])
    if not found.get("seats_alike"):
        told["seats_alike"] = [f"too few games to tell: it takes {needed}" if games < needed
                               else "some seats' losses never vary"]
    deviations = [abs(row[3]) for row in found["losses_after"] if row[3] is not None]
    most = max(deviations, default=0)
    by_chance = players**2 * math.erfc(most / math.sqrt(2)) >= 0.05
    if players > 1 and run["params"]["rounds"] > 1 and by_chance:
        told["losses_after"] = [f"deviation, {most:.1f} standard errors, is one"]
    return told


def extreme(name, value, index):
    return [name, ..., value, ..., index, ...]


def loss_rate(counts, players, rounds):
    return Certain(1) if players == 1 and len(counts) > 1 else share_of(counts, rounds)


def ends_of(turns):
    """Numbers of turns from 128 on are counted together, less than 1 in 100 of them."""
    step = 1 << max(0, int(turns).bit_length() - 8)
    return turns // step * step, turns // step * step + step - 1


def turns_table(turns, share_of_rounds):
    low, rows = 1, []
    while low <= turns.max():
        low, high = ends_of(low)
        there = (turns >= low) & (turns <= high)
        rows.append([low, high, there.sum(), share_of_rounds(there) if low < 128 else
                     ByEffect(there.sum(), len(turns), high - low + 1)])
        low = high + 1
    return rows


def after_table(starter, loser, follows, players):
    """S. J. Haberman's adjusted residuals, of a table of who lost before and the distance from her."""
    counts = numpy.zeros((players, players), int)
    numpy.add.at(counts, (starter[follows] - 1, (loser - starter)[follows] % players), 1)
    of_row, of_column, every = counts.sum(axis=1), counts.sum(axis=0), counts.sum()
    rows = []
    for before in range(players):
        for after in range(players):
            at = (after - before) % players
            count, row, column = counts[before, at], of_row[before], of_column[at]
            varies = 0 < row < every and 0 < column < every
            expected = row * column / every if varies else 0
            error = math.sqrt(expected * (1 - row / every) * (1 - column / every)) if varies else 0
            rows.append([before + 1, after + 1, count, (count - expected) / error if varies else None,
                         count / row if row else None])
    return rows


# ---- details: of transcripts ----


def game_of(told):
    """The turns of a game, and the cards left over."""
    instance, transcript = told.split("\n\n")
    turns, left = follow(instance, transcript.splitlines())
    return [turn for turn in turns if turn.turn > 0], left


def details(run, players, games):
    turns = [turn for game in games for turn in game[0]]
    lost = [turn for turn in turns if turn.card is None]
    counts = {}
    for doubled in (False, True):
        counts[doubled] = {
            "played": collections.Counter(turn.card for turn in turns
                                          if turn.card and turn.doubled >= doubled),
            "hands": collections.Counter(tuple(sorted(map(CARDS.index, turn.hands[turn.seat]))) for turn in lost
                                         if turn.doubled >= doubled),
            "p": collections.Counter(turn.p for turn in lost if turn.doubled >= doubled)}
    played, under = counts[False]["played"], counts[True]["played"]
    every, every_under = sum(played.values()), sum(under.values())
    holding = {card: sum(card in turn.hands[turn.seat] for turn in lost) for card in CARDS}
    weights = weights_of(run["params"])
    hands = sorted(counts[False]["hands"].items(), key=lambda item: (-item[1], item[0][::-1]))

    def by_p(step):
        rows = []
        for low in range(0, 100, step):
            times, doubled = (sum(counts[way]["p"][p] for p in range(low, low + step))
                              for way in (False, True))
            rows.append([low, low + step - 1, times, ByEffect(times, len(lost)), doubled])
        return rows

    deepest = [max(0, *(-turn.then for turn in game[0])) for game in games]
    times = plain_events(turns, players, games)
    return {
        "cards_played": [[card, played[card], ByEffect(played[card], every),
                          weights[card] / sum(weights.values()) if weights else ..., under[card],
                          under[card] / every_under if every_under else None, holding[card],
                          holding[card] / len(lost)] for card in CARDS],
        "losing_hands": [[" ".join(CARDS[card] for card in hand), count, count / len(lost),
                          counts[True]["hands"][hand]] for hand, count in hands],
        "p_when_losing": by_p(1), "p_when_losing_tens": by_p(10),
        "events": [[event, times.get(event, ...), ...] for event in EVENTS],
        "deepest": [extreme("deepest_p", max(deepest), run["first"] + deepest.index(max(deepest)))]}


def weights_of(params):
    if params.get("weights"):
        given = dict(item.split("=") for item in params["weights"].split(","))
        return {card: int(given.get(card, 0)) for card in CARDS}
    without = WITHOUT.get(params["profile"])
    return None if without is None else {card: int(card not in without) for card in CARDS}


# ---- how often each rule came into play ----

EVENTS = (
    [f"largest-tie-{a}-{b}" for a, b in "ca cb cd ce ad ae bd be de".split()]
    + [f"smallest-tie-{a}-{b}" for a, b in "db da dc de bc be ac ae ce".split()]
    + """d2-negative-odd d2-negative-even p-98 p-99 holds-100 e99-on-99 p-negative p-below-99 p-below-200
    p-below-512 p-below-1000 plain-pass plain-turn plain-double double-pass double-turn double-turn-back
    double-double double-taken double-lost second-lost second-pass second-turn second-double second-drawn
    handed-twice handed-thrice stacked-taken own-double pass-over-turn turn-over-double
    doubled-pass-over-turn doubled-turn-over-double smallest pair turn-again wraps-back direction-reset
    double-cleared other-starter same-loser two-turn-round one-player two-players deck-exact
    deck-left""".split())


def plain_events(turns, players, games):
    """How often those came that a single turn, or the size of a game, tells; the others are followed by hand in
    tests/unit/games/cirno/rules/test_cirno_events.c."""
    played = [turn for turn in turns if turn.card]
    basic = [turn for turn in played if turn.card not in COUNTERS]
    return {
        "d2-negative-odd": sum(turn.card == "D2" and turn.p < 0 and turn.p % 2 == 1 for turn in basic),
        "p-98": sum(turn.then == 98 for turn in basic), "p-99": sum(turn.then == 99 for turn in basic),
        "e99-on-99": sum(turn.card == "E99" and turn.p == 99 for turn in basic),
        "p-negative": sum(turn.then < 0 for turn in played),
        "p-below-1000": sum(turn.then < -1000 for turn in played),
        **{f"double-{card.lower()}": sum(turn.card == card and turn.doubled for turn in played)
           for card in COUNTERS},
        "double-taken": sum(turn.doubled for turn in basic),
        "double-lost": sum(turn.card is None and turn.doubled for turn in turns),
        "pair": sum(turn.hands[turn.seat].count(turn.card) > 1 for turn in basic),
        "two-turn-round": sum(turn.card is None and turn.turn == 2 for turn in turns),
        "one-player": (players == 1) * len(games), "two-players": (players == 2) * len(games),
        "deck-exact": sum(left == 0 for _, left in games), "deck-left": sum(left > 0 for _, left in games)}
