"""Which tables of mahjong the terminal shows, and what a page leads with: for tests/cli/report/forms.py."""

# In the terminal of every run, and of those with --detail.
SHOWN = {"seats", "seats_alike", "ends", "won_from", "claims_by_seat", "winner_melds", "specials", "turns_per_game",
         "totals", "extremes"}
DETAILED = {"mean_distance", "distance", "distance_by_seat"}
SOMETIMES = set()


def headlines(run, tables):
    """What a page leads with: numbers and their words. `run` is the JSON of a run; `tables` has its tables
    by name, with of(COLUMN)."""
    shares = dict(zip(tables["ends"].of("end"), tables["ends"].of("share")))
    words = {"RON": "of games won from a discard (RON)", "self-drawn": "won by the winner's own draw", "draw": "end in a draw"}
    return [f"{100 * shares[end]:.2f}% {what}" for end, what in words.items()] \
        + [f"{tables['turns_per_game'].of('mean')[0]:.2f} turns a game in the mean"]


def answer(run, tables):
    """How the sentence begins that a page leads with."""
    rate = tables["seats"].of("win_rate")
    return f"{tables['seats'].of('seat')[rate.index(max(rate))]} wins most: {100 * max(rate):.2f}% of games."
