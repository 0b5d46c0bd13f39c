#!/usr/bin/env python3
"""Validates an input of Cirno's Arithmetic Game: exit code 42 if it is valid, 43 if not.

The name of a subtask as an argument: its limits must hold as well. Other arguments are ignored.
"""
import re
import sys

CARDS = "A1 A2 A5 A9 A19 A49 A99 B1 B9 B19 C2 D2 E0 E49 E99 PASS TURN DOUBLE".split()
GROUPS = {  # the cards that a subtask has not, and its most players
    "basic": ({"PASS", "TURN", "DOUBLE"}, 3),
    "no-turn-pass": ({"PASS", "TURN"}, 30),
    "no-double": ({"DOUBLE"}, 30),
}
NUMBER = r"([1-9][0-9]{0,5})"


def fail(line, words):
    print(f"line {line}: {words}", file=sys.stderr)
    sys.exit(43)


def number(word, name, high):
    if not 1 <= int(word) <= high:
        fail(1, f"{name} = {word}, expected 1 to {high}")
    return int(word)


def after(card, p):
    kind, value = card[0], int(card[1:])
    return {"A": p + value, "B": p - value, "C": p * value, "D": p // 2, "E": value}[kind]


def choose(hand, p, doubled):
    counters = [card for card in ("PASS", "TURN", "DOUBLE") if card in hand]
    basic = [(after(card, p), card) for card in hand if card[1:].isdigit()]
    basic = [(value, card) for value, card in basic if value <= 99]
    if counters and (doubled or not basic):
        return counters[0], p
    if not basic:
        return None, p
    sign, order = (1, "DBACE") if doubled else (-1, "CABDE")
    value, card = min(basic, key=lambda way: (sign * way[0], order.index(way[1][0])))
    return card, value


def play(n, m, hands, deck, last):
    """Plays the game: the deck must suffice, and |p| stay below 10^4."""
    cards = iter(deck)
    seat = 0
    for _ in range(m):
        p, step, doubled = 0, 1, False
        while True:
            card, p = choose(hands[seat], p, doubled)
            drawn = [next(cards, None) for _ in range(3 if card is None else 1)]
            if None in drawn:
                fail(last, "the deck runs out")
            if card is None:
                hands[seat] = drawn
                break
            if abs(p) >= 10**4:
                fail(last, f"p becomes {p}")
            hands[seat].remove(card)
            hands[seat] += drawn
            step = -step if card == "TURN" else step
            if card == "DOUBLE":
                doubled = True
            elif doubled and card not in ("PASS", "TURN"):
                doubled = False
                continue
            seat = (seat + step) % n


def main():
    text = sys.stdin.buffer.read().decode("latin-1")
    if not text.endswith("\n"):
        fail(text.count("\n") + 1, "no newline at the end")
    lines = text[:-1].split("\n")
    head = re.fullmatch(f"{NUMBER} {NUMBER} {NUMBER}", lines[0], re.ASCII)
    if not head:
        fail(1, "expected three numbers, n m k")
    n, m = number(head[1], "n", 30), number(head[2], "m", 100)
    k = number(head[3], "k", 300000)
    if len(lines) != n + 2:
        fail(len(lines), f"expected {n + 2} lines")
    hands = []
    for i, line in enumerate(lines[1 : n + 1], 2):
        words = line.split(" ")
        if len(words) != 4 or not re.fullmatch("[A-Za-z]{1,20}", words[0]):
            fail(i, "expected a name of 1 to 20 letters and three cards")
        hands.append(words[1:])
    deck = lines[n + 1].split(" ")
    if len(deck) != k:
        fail(n + 2, f"{len(deck)} cards, expected k = {k}")
    used = set(deck).union(*hands)
    if used - set(CARDS):
        fail(n + 2, f"no such card: {min(used - set(CARDS))!r}")
    for group in sys.argv[1:]:
        absent, most = GROUPS.get(group, (set(), 30))
        if used & absent or n > most:
            fail(1, f"not in the subtask {group}")
    play(n, m, hands, deck, n + 2)
    sys.exit(42)


main()
