"""Which tables of The Number Game the terminal shows, and what a page leads with: for tests/cli/report/forms.py."""

# In the terminal of every run, and of those with --detail.
SHOWN = {"outcomes", "advantage", "outcomes_by_p", "outcomes_by_rounds", "outcomes_by_goals"}
DETAILED = {"matches"}
SOMETIMES = {"games_by_moves", "extremes"}  # where there is something in it


def headlines(run, tables):
    """What a page leads with: numbers and their words. `run` is the JSON of a run; `tables` has its tables
    by name, with of(COLUMN)."""
    words = ["of games won by X, who moves first", "won by Y", "drawn"]
    return [f"{100 * share:.2f}% {what}" for share, what in zip(tables["outcomes"].of("share"), words)]


def answer(run, tables):
    """How the sentence begins that a page leads with."""
    ahead = tables["advantage"].of("x_ahead")[0]
    return "With best play of both, who moves first wins " \
        f"{100 * abs(ahead):.2f} points {'less' if ahead < 0 else 'more'} often than the other."
