#!/usr/bin/env python3
# The minimax value of each game, kept by place, moves left and player.
import sys


def solve(n0, r, e, p, goals):
    """1 if X can force a win, -1 if Y can, else 0."""
    power = [pow(e, n, p) for n in range(p)]
    known = {}

    def value(n, left, player):
        if left == 0:
            return 0
        if (n, left) not in known:
            values = []
            for to in ((n + power[n]) % p, (n - power[n]) % p):
                won = to in goals
                values.append(player if won else value(to, left - 1, -player))
            known[n, left] = max(values) if player == 1 else min(values)
        return known[n, left]

    return value(n0, 2 * r, 1)


def main():
    words = {1: "X wins", -1: "Y wins", 0: "draw"}
    number = 1
    for line in sys.stdin:
        n0, *rest = map(int, line.split())
        if n0 == -1:
            break
        r, e, p, m, *goals = rest
        print(f"Game {number}: {words[solve(n0, r, e, p, set(goals))]}")
        number += 1


main()
