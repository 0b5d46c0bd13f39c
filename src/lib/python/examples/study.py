#!/usr/bin/env python3
"""A worked study: what a seat gains by another strategy, and when in a game she gains it.

    python3 study.py [PLOT.png]

Seat 1 of five plays each strategy that comes with the game in turn, the others play the
statement's. The games are paired: each strategy meets the same chance, so that the difference from
the statement's, game by game, has a narrower interval than two runs of their own would have."""

import sys

import matplotlib
import numpy
import pandas

import ninefold

matplotlib.use("Agg")
GAMES, PLAYERS, ROUNDS = 5_000, 5, 20
TRIED = ["keep-e", "last-e", "lowest"]


def losses(strategy):
    """Rounds that seat 1 lost: an array (games, rounds) of 0 and 1."""
    result = ninefold.run("cirno", GAMES, players=PLAYERS, rounds=ROUNDS, paired=True, values=True,
                          strategy=f"1={strategy}" if strategy else None)
    return (result.values["loser"] == 1).astype(float)


def main(path):
    usual = losses(None)
    rows = []
    for strategy in TRIED:
        gain = losses(strategy).mean(axis=1) - usual.mean(axis=1)  # one number a game
        rows.append({"strategy": strategy, "loss_rate": usual.mean() + gain.mean(),
                     "difference": gain.mean(),
                     "half_width": 1.96 * gain.std(ddof=1) / numpy.sqrt(GAMES)})
    table = pandas.DataFrame(rows).set_index("strategy").sort_values("difference")
    print(table.round(4).to_string())

    axes = (100 * table["difference"]).plot.barh(xerr=100 * table["half_width"], capsize=3)
    axes.set_xlabel("points of her loss rate, against the statement's strategy")
    axes.axvline(0, linewidth=0.8, color="black")
    axes.figure.tight_layout()
    axes.figure.savefig(path)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "study.png")
