"""Follows a transcript tile by tile: hands, melds, river, wall, and who wins."""


def options(_):
    return []


def text(cell):
    return cell if isinstance(cell, str) else cell["text"]


def check(document, instance, transcript):
    wall, drawn = instance.split(), 0
    hands, melds, river = ([[] for _ in range(4)] for _ in range(3))
    last, winner = None, None
    assert document["players"] == ["A", "B", "C", "D"]
    assert len(document["frames"]) == len(transcript)
    for line, frame in zip(transcript, document["frames"]):
        state, (who, *words) = frame["state"], line.split()
        seat, what = "ABCD".find(who), words[0] if words else "DRAW"
        taken = None
        if what == "IN":
            assert wall[drawn] == words[1]
            drawn += 1
            hands[seat].append(words[1])
        elif what == "OUT":
            hands[seat].remove(words[1])
            river[seat].append([words[1], False])
            last = seat
        elif what in ("PONG", "CHOW"):
            taken = river[last][-1]
            rest = words[1:]
            rest.remove(taken[0])
            for tile in rest:
                hands[seat].remove(tile)
            melds[seat].append(" ".join(words[1:]))
        elif what == "RON":
            taken = river[last][-1]
            hands[seat].append(taken[0])
            winner = seat
        elif what == "SELFDRAWN":
            winner = seat
        if taken:
            taken[1] = True
            assert state["from"] == last + 1
        else:
            assert state["from"] is None or what == "WIN"
        assert seat < 0 or state["seat"] == seat + 1
        assert state["wall"] == len(wall) - drawn
        assert [sorted(map(text, hand)) for hand in state["hands"]] == [sorted(hand) for hand in hands]
        assert state["melds"] == melds
        assert [[[text(cell), cell != text(cell) and cell["mark"] == "taken"] for cell in out]
                for out in state["river"]] == river
        assert state["winner"] == (None if winner is None else winner + 1)
    assert (winner is None) == (transcript[-1] == "DRAW")
    assert winner is None or document["frames"][-1]["state"]["distance"][winner] == 0
