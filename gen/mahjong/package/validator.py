#!/usr/bin/env python3
"""Validates an input of the mahjong simulator: exit code 42 if it is valid, 43 if not.

The name of a subtask as an argument: its limits must hold as well. Other arguments are ignored.
"""
import sys

SPECIAL = ["PASS", "REVERSE", "DOUBLE"]
KINDS = [number + suit for suit in "MPS" for number in "123456789"] + list("ESWNBFZ") + SPECIAL
TILES = 4 * len(KINDS)


def fail(line, words):
    print(f"line {line}: {words}", file=sys.stderr)
    sys.exit(43)


def main():
    text = sys.stdin.buffer.read().decode("latin-1")
    lines = text.split("\n")
    if lines.pop() != "" or len(lines) != TILES:
        fail(len(lines), f"expected {TILES} lines, each ended by a newline")
    left = {kind: 4 for kind in KINDS}
    for number, kind in enumerate(lines, 1):
        if kind not in left:
            fail(number, f"{kind!r} is no tile")
        if left[kind] == 0:
            fail(number, f"a fifth tile {kind}")
        left[kind] -= 1
    last = set(lines[-4 * len(SPECIAL) :])
    if "specials-last" in sys.argv[1:] and last != set(SPECIAL):
        fail(TILES, "not in the subtask specials-last")
    sys.exit(42)


main()
