"""Follows a transcript card by card: hands, p, direction, DOUBLE and who loses."""

import collections
import re

# What a line of a transcript tells, with how it was before. The card is None for a loss and where a
# round starts, which is turn 0.
Turn = collections.namedtuple("Turn", "round turn seat p hands doubled clockwise card then draws")


def options(dice):
    return ["-n", str(dice.randint(1, 30)), "-m", str(dice.randint(1, 8))]


def follow(instance, transcript):
    """The turns, and how many cards of the deck are left."""
    words = instance.split()
    players = int(words[0])
    hands = [words[4 + 4 * seat:7 + 4 * seat] for seat in range(players)]
    deck = words[3 + 4 * players:]
    turns, seat, played, drawn = [], 0, 0, 0
    for line in transcript:
        used = re.fullmatch(r"\w+ used (\w+),now p=(-?\d+)\.", line)
        turn, draws = turn + 1 if played else 0, []
        if line.startswith("Round"):
            played, turn, p, doubled, clockwise = played + 1, 0, 0, False, True
        else:
            draws = deck[drawn:drawn + (1 if used else 3)]
        drawn += len(draws)
        card, then = (used[1], int(used[2])) if used else (None, p)
        turns.append(Turn(played, turn, seat, p, list(hands), doubled, clockwise, card, then, draws))
        if used:
            hands[seat] = list(hands[seat])
            hands[seat].remove(card)
            hands[seat] += draws
            clockwise ^= card == "TURN"
            if doubled and card not in ("PASS", "TURN", "DOUBLE"):
                doubled = False
            else:
                doubled |= card == "DOUBLE"
                seat = (seat + (1 if clockwise else -1)) % players
        elif turn > 0:
            hands[seat] = draws
        p = then
    return turns, len(deck) - drawn


def text(cell):
    return cell if isinstance(cell, str) else cell["text"]


def check(document, instance, transcript):
    words = instance.split()
    players, rounds = int(words[0]), int(words[1])
    names = words[3:3 + 4 * players:4]
    turns, _ = follow(instance, transcript)
    assert document["players"] == names and len(document["frames"]) == len(turns)
    for line, turn, frame in zip(transcript, turns, document["frames"]):
        state, lost = frame["state"], turn.turn > 0 and turn.card is None
        assert turn.turn == 0 or line.split()[0] == names[turn.seat]
        assert lost == line.endswith(" lost the game.")
        assert (state["round"], state["turn"], state["seat"]) == (turn.round, turn.turn, turn.seat + 1)
        assert [sorted(map(text, hand)) for hand in state["hands"]] == list(map(sorted, turn.hands))
        assert state["before"] == turn.p and state["double"] == turn.doubled
        assert [cell["text"] for hand in state["hands"] for cell in hand if isinstance(cell, dict)] \
            == ([turn.card] if turn.card else [])
        assert state["card"] == turn.card and state["loser"] == (turn.seat + 1 if lost else None)
        assert state["p"] == turn.then and state["drawn"] == turn.draws
        assert state["direction"] == ("clockwise" if turn.clockwise ^ (turn.card == "TURN")
                                      else "counterclockwise")
    assert turns[-1].round == rounds
