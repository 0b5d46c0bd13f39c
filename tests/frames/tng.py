"""Solves a game by itself: the moves, their values, the tree, and who wins."""
import functools


def options(dice):
    return ["-m", str(dice.randint(1, 6)), "-k", str(dice.randint(1, 10))]


def check(document, instance, transcript):
    n, rounds, e, p, _, *goals = map(int, instance.splitlines()[0].split())
    frames = document["frames"]

    def move(number, plus):
        return (number + pow(e, number, p) * (1 if plus else -1)) % p

    @functools.cache
    def value(number, left):
        """For the player to move."""
        if left == 0:
            return 0
        return max(1 if after in goals else -value(after, left - 1)
                   for after in (move(number, False), move(number, True)))

    def for_x(number, made, won):
        sign = 1 if made % 2 == 0 else -1
        return sign * (-1 if won else value(number, 2 * rounds - made))

    def check_node(tree, at, number, made, won):
        node = tree[at] if at < len(tree) else None
        if at >= len(tree):
            return
        assert node["text"] == str(number) and int(node["value"]) == for_x(number, made, won)
        assert ("goal" in node["mark"]) == won
        after = [(2 * at + 1, move(number, False)), (2 * at + 2, move(number, True))]
        best = [place for place, _ in after if place < len(tree) and tree[place] and "best" in tree[place]["mark"]]
        if won or made == 2 * rounds:
            assert all(place >= len(tree) or tree[place] is None for place, _ in after)
            return
        assert len(best) == ("best" in node["mark"] and after[0][0] < len(tree))
        for place, then in after:
            check_node(tree, place, then, made + 1, then in goals)
            if place in best:
                assert tree[place]["value"] == node["value"]

    made, winner = 0, None
    for i, frame in enumerate(frames):
        state = frame["state"]
        over = i > 0 and made == 2 * rounds
        if i > 0 and not over:
            assert winner is None
            assert state["n"] in (move(n, False), move(n, True))
            n, made = state["n"], made + 1
            if n in goals:
                winner = "XY"[(made - 1) % 2]
        assert state["n"] == n and state["move"] == made and state["winner"] == winner
        assert int(state["value"]) == for_x(n, made, winner is not None)
        assert [cell for cell in state["cells"] if isinstance(cell, dict) and "now" in cell["mark"]][0]["text"] == str(n)
        assert sorted(set(goals)) == state["goals"]
        assert len(state["trail"]) == made + 1
        check_node(state["tree"], 0, n, made, winner is not None)
        # Perfect players keep the value of the game.
        assert int(state["value"]) == int(frames[0]["state"]["value"])
    assert winner is not None or over
    assert transcript == ["Game 1: " + (f"{winner} wins" if winner else "draw")]
