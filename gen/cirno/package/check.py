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


def check(n, m, k, names, hands, deck):
    """Plays the game: the deck must suffice, and |p| stay below 10^4."""
    cards = iter(deck)
    seat = 0
    for _ in range(m):
        p, step, doubled = 0, 1, False
        while True:
            card, p = choose(hands[seat], p, doubled)
            drawn = [next(cards, None) for _ in range(3 if card is None else 1)]
            if None in drawn:
                fail("the deck runs out")
            if card is None:
                hands[seat] = drawn
                break
            if abs(p) >= 10**4:
                fail(f"p becomes {p}")
            hands[seat].remove(card)
            hands[seat] += drawn
            step = -step if card == "TURN" else step
            if card == "DOUBLE":
                doubled = True
            elif doubled and card not in ("PASS", "TURN"):
                doubled = False
                continue
            seat = (seat + step) % n
