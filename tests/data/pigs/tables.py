"""Which tables of the pig game the terminal shows, and what a page leads with: for tests/cli/report/forms.py."""

# In the terminal of every run, and of those with --detail.
SHOWN = {"outcomes", "seats", "wins_by_loyal", "living", "turns_per_game", "cards", "extremes"}
DETAILED = set()
SOMETIMES = set()


def headlines(run, tables):
    """What a page leads with: numbers and their words. `run` is the JSON of a run; `tables` has its tables
    by name, with of(COLUMN)."""
    drawn, _, stops = tables["cards"].of("per_game")
    return [f"{tables['turns_per_game'].of('mean')[0]:.2f} turns a game in the mean",
            f"{drawn:.2f} cards drawn", f"{stops:.2f} J used"]


def answer(run, tables):
    """How the sentence begins that a page leads with."""
    return f"The main pig's side wins {100 * tables['outcomes'].of('share')[0]:.2f}% of games."
