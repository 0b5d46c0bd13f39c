"""Which tables of Cirno's game the terminal shows, and what a page leads with: for tests/cli/report/forms.py."""

# In the terminal of every run, and of those with --detail.
SHOWN = {"seats", "losses_from_starter", "turns_per_round", "totals", "extremes"}
DETAILED = {"cards_played", "losing_hands", "p_when_losing_tens", "events"}
SOMETIMES = {"seats_alike", "extremes"}  # where there is something in it


def headlines(run, tables):
    """What a page leads with: numbers and their words. `run` is the JSON of a run; `tables` has its tables
    by name, with of(COLUMN)."""
    if run["params"]["players"] == 1:
        return []
    rate = tables["seats"].of("loss_rate")
    return [f"{100 * max(rate):.3f}% of rounds lost by seat {rate.index(max(rate)) + 1}, the most",
            f"{100 * tables['losses_from_starter'].of('share')[1]:.1f}% by the next neighbour of who started the round",
            f"{tables['turns_per_round'].of('mean')[0]:.2f} turns a round in the mean"]


def answer(run, tables):
    """How the sentence begins that a page leads with."""
    mean, players = f"{tables['turns_per_round'].of('mean')[0]:.2f}", run["params"]["players"]
    if players == 1:
        return f"Who plays alone loses every round, after {mean} turns in the mean."
    rate = tables["seats"].of("loss_rate")
    seat, least = rate.index(min(rate)) + 1, 100 * min(rate)
    return f"Seat {seat} loses least: {least:.3f}% of rounds, {100 / players - least:.2f} points below an equal share."
