#!/usr/bin/env python3
# Plays the wall tile by tile. The distance of a hand is found suit by suit.
import functools
import sys

KINDS = [number + suit for suit in "MPS" for number in "123456789"] + list("ESWNBFZ")
SPECIALS = ["PASS", "REVERSE", "DOUBLE"]
NAMES = KINDS + SPECIALS
HONOUR, PLAIN = 27, len(KINDS)
SUITS = [slice(0, 9), slice(9, 18), slice(18, 27), slice(27, 34)]
NEVER = 99


@functools.lru_cache(maxsize=None)
def suit_missing(counts, runs):
    """The fewest tiles to add to a suit for m melds, at index 2m, and a pair beside, at 2m + 1."""
    # By the runs begun two ranks and one rank before, melds, pairs.
    ways = {(0, 0, 0, 0): 0}
    for rank, held in enumerate(counts):
        after = {}
        for (a, b, melds, pair), missing in ways.items():
            for new in range(min(3, 5 - melds) if runs and rank < 7 else 1):
                for triplet in range(2 if melds + new < 4 else 1):
                    for two in range(2 - pair):
                        used = a + b + new + 3 * triplet + 2 * two
                        if used > 4:
                            continue
                        way = (b, new, melds + new + triplet, pair + two)
                        cost = missing + max(0, used - held)
                        if cost < after.get(way, NEVER):
                            after[way] = cost
        ways = after
    best = [NEVER] * 10
    for (a, b, melds, pair), missing in ways.items():
        if a == b == 0:
            best[2 * melds + pair] = min(best[2 * melds + pair], missing)
    return tuple(best)


@functools.lru_cache(maxsize=None)
def both(one, other):
    """The same for two parts of a hand together."""
    best = [NEVER] * 10
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            melds, pairs = i // 2 + j // 2, i % 2 + j % 2
            if melds < 5 and pairs < 2:
                best[2 * melds + pairs] = min(best[2 * melds + pairs], a + b)
    return tuple(best)


def distance(hand, melds):
    """How far a hand, a list of counts by kind, is from winning beside `melds` melds."""
    parts = [suit_missing(tuple(hand[suit]), suit.stop <= HONOUR) for suit in SUITS]
    whole = both(both(parts[0], parts[1]), both(parts[2], parts[3]))
    return whole[2 * (4 - melds) + 1]


def without(hand, kinds):
    """The hand without one tile of each kind; None if she has not got them."""
    rest = hand[:]
    for kind in kinds:
        rest[kind] -= 1
    return rest if min(rest) >= 0 else None


def wins(hand, melds):
    return sum(hand[PLAIN:]) == 0 and distance(hand, melds) == 0


def choose(hand, melds):
    """The kind to discard."""
    for kind in range(PLAIN, len(NAMES)):
        if hand[kind] > 0:
            return kind
    held = [kind for kind in range(PLAIN) if hand[kind] > 0]
    return min(held, key=lambda kind: (distance(without(hand, [kind]), melds), -kind))


class Game:
    def __init__(self, wall):
        self.wall = iter(wall)
        self.hands = [[0] * len(NAMES) for _ in range(4)]
        self.melds = [0] * 4
        self.step = 1

    def draw(self, x):
        kind = next(self.wall, None)
        if kind is None:
            print("DRAW")
            return False
        self.hands[x][kind] += 1
        print("ABCD"[x], "IN", NAMES[kind])
        return True

    def end(self, x, how):
        print("ABCD"[x], how)
        print("ABCD"[x], "WIN")

    def claims(self, x, kinds, kind):
        """Lays down a meld of `kinds` with the discarded `kind` if that helps x."""
        own = list(kinds)
        own.remove(kind)
        hand, melds = self.hands[x], self.melds[x]
        rest = without(hand, own)
        if rest is None or distance(rest, melds + 1) >= distance(hand, melds):
            return False
        self.hands[x] = rest
        self.melds[x] += 1
        word = "PONG" if len(set(kinds)) == 1 else "CHOW"
        print("ABCD"[x], word, *(NAMES[each] for each in kinds))
        return True

    def claimed(self, x, kind):
        """Who claims the discard of x; None if nobody does."""
        others = [(x + self.step * i) % 4 for i in (1, 2, 3)]
        for y in others:
            if self.claims(y, [kind] * 3, kind):
                return y
        rank = kind % 9
        for low in range(min(rank, 6), max(rank - 3, -1), -1) if kind < HONOUR else []:
            first = kind - rank + low
            if self.claims(others[0], [first, first + 1, first + 2], kind):
                return others[0]
        return None

    def winner(self, x, kind):
        """Who wins with the discard of x; None if nobody does."""
        for y in [(x + self.step * i) % 4 for i in (1, 2, 3)]:
            hand = self.hands[y][:]
            hand[kind] += 1
            if wins(hand, self.melds[y]):
                return y
        return None

    def play(self):
        for i in range(52):
            self.draw(i % 4)
        x, draws = 0, True
        while True:
            if draws:
                if not self.draw(x):
                    return
                if wins(self.hands[x], self.melds[x]):
                    return self.end(x, "SELFDRAWN")
            draws = True
            kind = choose(self.hands[x], self.melds[x])
            self.hands[x][kind] -= 1
            after = (x + self.step) % 4
            if NAMES[kind] == "PASS":
                print("ABCD"[x], "OUT PASS", "ABCD"[after])
                x = (x + 2 * self.step) % 4
                continue
            print("ABCD"[x], "OUT", NAMES[kind])
            if NAMES[kind] == "REVERSE":
                self.step = -self.step
                x = (x + self.step) % 4
            if kind >= PLAIN:
                continue
            y = self.winner(x, kind)
            if y is not None:
                return self.end(y, "RON")
            y = self.claimed(x, kind)
            draws = y is None
            x = after if y is None else y


Game([NAMES.index(word) for word in sys.stdin.read().split()]).play()
