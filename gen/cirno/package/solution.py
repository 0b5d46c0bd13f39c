#!/usr/bin/env python3
# Plays by the rules, one card after the other.
import sys

LARGEST, SMALLEST = "CABDE", "DBACE"  # of cards that make the same p, the first one


def after(card, p):
    kind, number = card[0], int(card[1:])
    if kind == "A":
        return p + number
    if kind == "B":
        return p - number
    if kind == "C":
        return p * number
    return p // number if kind == "D" else number


def choose(hand, p, doubled):
    """The card she plays and p after it; no card: she loses."""
    counters = [card for card in ("PASS", "TURN", "DOUBLE") if card in hand]
    basic = [(after(card, p), card) for card in hand if card[1:].isdigit()]
    basic = [(value, card) for value, card in basic if value <= 99]
    if counters and (doubled or not basic):
        return counters[0], p
    if not basic:
        return None, p
    if doubled:
        best = min(basic, key=lambda way: (way[0], SMALLEST.index(way[1][0])))
    else:
        best = min(basic, key=lambda way: (-way[0], LARGEST.index(way[1][0])))
    return best[1], best[0]


def play(m, names, hands, deck):
    """The lines of the transcript; it ends where the deck does, which the rules never do."""
    seat = 0
    for number in range(1, m + 1):
        yield f"Round {number}:"
        p, step, doubled = 0, 1, False
        while True:
            hand = hands[seat]
            card, p = choose(hand, p, doubled)
            if card is None:
                yield f"{names[seat]} lost the game."
                hands[seat] = [deck.pop() for _ in range(3) if deck]
                break
            yield f"{names[seat]} used {card},now p={p}."
            hand.remove(card)
            if not deck:
                return
            hand.append(deck.pop())
            if card == "TURN":
                step = -step
            if card == "DOUBLE":
                doubled = True
            elif doubled and card not in ("PASS", "TURN"):
                doubled = False
                continue
            seat = (seat + step) % len(names)


def main():
    words = sys.stdin.read().split()
    n, m = int(words[0]), int(words[1])
    names = words[3 : 3 + 4 * n : 4]
    hands = [words[4 + 4 * i : 7 + 4 * i] for i in range(n)]
    deck = words[: 2 + 4 * n : -1]  # the next card is the last one
    print("\n".join(play(m, names, hands, deck)))


main()
