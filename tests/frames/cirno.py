"""Follows a transcript card by card: hands, p, direction, DOUBLE and who loses."""
import re


def options(dice):
    return ["-n", str(dice.randint(1, 30)), "-m", str(dice.randint(1, 8))]


def text(cell):
    return cell if isinstance(cell, str) else cell["text"]


def check(document, instance, transcript):
    words = instance.split()
    players, rounds = int(words[0]), int(words[1])
    names, hands = [], []
    for seat in range(players):
        names.append(words[3 + 4 * seat])
        hands.append(sorted(words[4 + 4 * seat:7 + 4 * seat]))
    deck = iter(words[3 + 4 * players:])
    assert document["players"] == names and len(document["frames"]) == len(transcript)
    seat, played = 0, 0
    for line, frame in zip(transcript, document["frames"]):
        state = frame["state"]
        if line.startswith("Round"):
            played, p, doubled, clockwise = played + 1, 0, False, True
            assert state["turn"] == 0 and state["card"] is None and state["loser"] is None
        assert state["seat"] == seat + 1 and state["round"] == played
        assert [sorted(map(text, hand)) for hand in state["hands"]] == hands
        assert state["before"] == p and state["double"] == doubled
        marked = [cell["text"] for hand in state["hands"] for cell in hand if isinstance(cell, dict)]
        used = re.fullmatch(r"(\w+) used (\w+),now p=(-?\d+)\.", line)
        lost = re.fullmatch(r"(\w+) lost the game\.", line)
        if used:
            name, card, p = used[1], used[2], int(used[3])
            assert names[seat] == name and state["card"] == card and marked == [card]
            draws = [next(deck)]
            hands[seat].remove(card)
            hands[seat] = sorted(hands[seat] + draws)
            clockwise ^= card == "TURN"
            doubled |= card == "DOUBLE"
            if doubled and card[0] in "ABCDE" and card != "DOUBLE":
                doubled = False
            else:
                seat = (seat + (1 if clockwise else -1)) % players
        elif lost:
            assert names[seat] == lost[1] and state["loser"] == seat + 1
            draws = [next(deck) for _ in range(3)]
            hands[seat] = sorted(draws)
        assert state["p"] == p and (used or marked == [])
        assert state["drawn"] == (draws if used or lost else [])
        assert state["direction"] == ("clockwise" if clockwise else "counterclockwise")
    assert played == rounds
