#!/usr/bin/env python3
"""Validates an input of The Number Game: exit code 42 if it is valid, 43 if not.

The name of a subtask as an argument: its limits must hold as well. Other arguments are ignored.
"""
import re
import sys

PRIMES = {3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47}
GAMES = 1000
GROUPS = {"one-round": (47, 1, 10), "small": (11, 3, 3)}  # the largest p, r and m


def fail(line, words):
    print(f"line {line}: {words}", file=sys.stderr)
    sys.exit(43)


def check(line, number, bounds):
    if not re.fullmatch("(0|[1-9][0-9]?)( (0|[1-9][0-9]?))*", line, re.ASCII):
        fail(number, "expected numbers below 100, a blank between them")
    words = [int(word) for word in line.split(" ")]
    if len(words) < 5 or len(words) != 5 + words[4]:
        fail(number, "expected n0 r e p m, then m goals")
    n0, r, e, p, m, *goals = words
    if p not in PRIMES:
        fail(number, f"p = {p}, expected an odd prime up to 47")
    if not 2 <= e < p:
        fail(number, f"e = {e}, expected 2 to {p - 1}")
    if max([n0] + goals) >= p:
        fail(number, "expected n0 and the goals below p")
    if p > bounds[0]:
        fail(number, f"p = {p}, expected at most {bounds[0]}")
    if not 1 <= r <= bounds[1]:
        fail(number, f"r = {r}, expected 1 to {bounds[1]}")
    if m > bounds[2]:
        fail(number, f"m = {m}, expected at most {bounds[2]}")


def main():
    text = sys.stdin.buffer.read().decode("latin-1")
    bounds = (47, 6, 10)
    for group in sys.argv[1:]:
        bounds = tuple(map(min, bounds, GROUPS.get(group, bounds)))
    lines = text.split("\n")
    if lines[-2:] != ["-1", ""]:
        fail(len(lines), "expected a last line -1")
    if not 1 <= len(lines) - 2 <= GAMES:
        fail(len(lines), f"expected 1 to {GAMES} games")
    for number, line in enumerate(lines[:-2], 1):
        check(line, number, bounds)
    sys.exit(42)


main()
