"""Follows a game card by card: hands, health, weapons, and whose side is known."""


def options(dice):
    return ["--players", str(dice.randint(2, 10)), "--profile", dice.choice(["uniform", "short", "jj", "loyal"])]


def text(cell):
    return cell if isinstance(cell, str) else cell["text"]


def check(document, instance, transcript):
    lines = [line.split() for line in instance.splitlines()]
    pigs = int(lines[0][0])
    roles = [line[0] for line in lines[1:pigs + 1]]
    hands = [line[1:] for line in lines[1:pigs + 1]]
    deck, drawn, turns = lines[pigs + 1], 0, 0
    health, weapons = [4] * pigs, [""] * pigs
    shown = ["shown"] + ["hidden"] * (pigs - 1)
    later = None  # what a card does after it was used
    assert document["players"] == [f"pig {seat}" for seat in range(1, pigs + 1)]
    for frame in document["frames"]:
        state = frame["state"]
        event, seat, card = state["event"], state["seat"] - 1, state["card"]
        if later:
            later[0][later[1]] = later[2]
        later = None
        if event == "turn":
            turns += 1
        elif event == "draws":
            assert card == deck[min(drawn, len(deck) - 1)]
            hands[seat].append(card)
            drawn += 1
        elif event in ("uses", "gives", "saved"):
            hands[seat].remove(card)
            if event == "saved":
                health[seat] = 1
            elif event == "uses" and card == "P":
                later = health, seat, health[seat] + 1
            elif event == "uses" and card == "Z":
                later = weapons, seat, "Z"
        elif event == "stops":
            hands[seat].remove("J")
        elif event == "shows":
            shown[seat] = "shown"
        elif event == "suspect":
            shown[seat] = "quasi-rebel"
        elif event == "wounded":
            health[seat] -= 1
        elif event in ("dies", "penalty"):
            hands[seat], weapons[seat] = [], ""
        assert state["roles"] == roles and state["turn"] == turns
        assert state["deck"] == max(0, len(deck) - drawn)
        assert [[text(cell) for cell in hand] for hand in state["hands"]] == hands
        assert state["health"] == health and state["weapons"] == weapons and state["shown"] == shown
    if event == "ends":
        assert transcript[0] == ("MP" if health[0] > 0 else "FP")
        for hand, left, line in zip(hands, health, transcript[1:]):
            assert line == (" ".join(hand) if left > 0 else "DEAD")
