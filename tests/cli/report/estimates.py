"""Intervals and tests of the tables, from their definitions: each holds what a table tells against the
equation that defines it. Made for checking, apart from src/base/stats: distributions are those of GSL."""

import ctypes

import numpy

NEAR = 1e-9  # of numbers; the tables have 12 digits
FEW = 20  # of rarer events Student's t is not used

ctypes.CDLL("libgslcblas.so", mode=ctypes.RTLD_GLOBAL)
gsl = ctypes.CDLL("libgsl.so")
gsl.gsl_set_error_handler_off()


def near(told, value, room=NEAR):
    return abs(told - value) <= room * max(1e-3, abs(value))


# ---- distributions ----


def distribution(name, *arguments):
    function = getattr(gsl, "gsl_cdf_" + name)
    function.restype = ctypes.c_double
    return function(*map(ctypes.c_double, arguments))


def beta_below(a, b, x):
    """How often a value of the beta distribution is below x."""
    return distribution("beta_P", x, a, b)


def beyond_f(f, over, under):
    """How often F is larger than f."""
    return distribution("fdist_Q", f, over, under)


def student(degrees):
    """The t that is exceeded, either way, once in 20 times."""
    return distribution("tdist_Qinv", 0.025, degrees)


# ---- a number with its interval: three cells ----


class Estimate:
    """A mean with the ends that `check_ends` of a subclass holds to their definition; without an
    interval where that is the class itself."""

    method = None

    def __init__(self, mean):
        self.mean = mean

    def check(self, told, low, high):
        if self.mean is None:
            assert told is None
        else:
            assert told is not None and near(told, self.mean), f"{told}, expected {self.mean}"
        self.check_ends(low, high)

    def check_ends(self, low, high):
        assert low is None and high is None, f"an interval {low} .. {high}, expected none"


class Certain(Estimate):
    method = "between-games"

    def check_ends(self, low, high):
        assert low == high == self.mean


class Exact(Estimate):
    """C. J. Clopper and E. S. Pearson: as many or more are once in 40 times where the low end is the
    truth, as few or fewer where the high end is. `width`: what a share is told of."""

    method = "clopper-pearson"

    def __init__(self, yes, every, width=1):
        super().__init__(yes / every / width if every else None)
        self.yes, self.no, self.width = yes, every - yes, width

    @staticmethod
    def ends(yes, no, end, room):
        """Whether as many or more are once in 40 times where the end is the truth; it is rounded."""
        return beta_below(yes, no + 1, end - room) < 0.025 < beta_below(yes, no + 1, end + room) if yes else end == 0

    def check_ends(self, low, high):
        if self.mean is None:
            assert low is None and high is None
            return
        above, below = low * self.width, 1 - high * self.width
        # A small part of an event may be below the least number there is; high ends have 12 digits.
        assert self.ends(self.yes, self.no, above, NEAR * above + 1e-300), f"{self.yes}, {self.no}: from {low}"
        assert self.ends(self.no, self.yes, below, NEAR * below + 1e-12), f"{self.yes}, {self.no}: to {high}"


class ByEffect(Exact):
    """The same of so many times fewer events as a design effect says, which both ends tell alike
    (E. L. Korn and B. I. Graubard). What it is measured of is not in the records."""

    MOST = 1e4

    def check_ends(self, low, high):
        if self.mean is None:
            assert low is None and high is None
            return
        if self.yes == 0 or self.no == 0:  # one end is certain, the other is as the effect is
            assert low == 0 < high <= 1 if self.yes == 0 else 0 <= low < 1 / self.width == high
            return
        above, below = low * self.width, 1 - high * self.width
        least, most = 1 / self.MOST, self.MOST
        while most / least > 1 + 1e-13:
            effect = (least * most) ** 0.5
            if beta_below(self.no / effect, self.yes / effect + 1, below) > 0.025:
                most = effect
            else:
                least = effect
        rare = beta_below(self.yes / least, self.no / least + 1, above)
        assert near(rare, 0.025, 1e-6), f"{self.yes}, {self.no}: {low} .. {high} by an effect of {least}, {rare}"


class Unvaried(Estimate):
    """No two games differed. Of so large a share of games as once in 40 times shows none all may be
    otherwise, by as much as can be."""

    method = "clopper-pearson"

    def __init__(self, mean, games, least):
        super().__init__(mean)
        self.others, self.least = 1 - 0.025 ** (1 / games), least

    def check_ends(self, low, high):
        assert near(low, self.mean + self.others * (self.least - self.mean))
        assert near(high, self.mean + self.others * (1 - self.mean))


class BetweenGames(Estimate):
    """Student's t of the variance between games; what cannot be is left out."""

    method = "between-games"

    def __init__(self, values, least):
        super().__init__(values.mean())
        self.half = student(len(values) - 1) * values.std(ddof=1) / numpy.sqrt(len(values))
        self.least = least

    def check_ends(self, low, high):
        assert near(low, max(self.least, self.mean - self.half), 1e-8)
        assert near(high, min(1, self.mean + self.half), 1e-8)


class BySample(BetweenGames):
    """The mean of `games` games, of which `values` are some."""

    def __init__(self, values, mean, games):
        super().__init__(values, 0)
        self.mean = mean
        self.half *= numpy.sqrt(len(values) / games)


class Score(Estimate):
    """T. Tango: of games that count 1, -1 or 0 the gaps that they speak against by Student's t."""

    method = "score"

    def __init__(self, games, ups, downs):
        super().__init__((ups - downs) / games if games else None)
        self.of = games, ups, downs

    @staticmethod
    def score(games, ups, downs, gap):
        # The rate of downs that is most likely where ups exceed them by the gap.
        b, c = (2 * games - ups + downs) * gap - ups - downs, -downs * gap * (1 - gap)
        rate = (numpy.sqrt(max(0, b * b - 8 * games * c)) - b) / (4 * games)
        return (ups - downs - games * gap) / numpy.sqrt(games * (2 * rate + gap * (1 - gap)))

    def check_ends(self, low, high):
        games, ups, downs = self.of
        if games < 2:
            assert low is None and high is None
            return
        t = student(games - 1)
        for end, a, b in [(low, ups, downs), (-high, downs, ups)]:
            if end <= -1 + 1e-9:
                assert self.score(games, a, b, -1 + 1e-7) < t + 1e-3
            else:
                assert near(self.score(games, a, b, end), t, 1e-6), f"{self.of}: {low} .. {high}"


def mean_of(values, least=0):
    """Of a value for each game."""
    if len(values) < 2:
        return Estimate(values.mean() if len(values) else None)
    if numpy.ptp(values) < 1e-12:
        return Unvaried(values.mean(), len(values), least)
    return BetweenGames(values, least)


def share_of(counts, trials):
    """Of all chances, of which each game has as many: how often something came about."""
    events, every = int(counts.sum()), len(counts) * trials
    if trials == 1 or (len(counts) >= 2 and min(events, every - events) < FEW):
        return Exact(events, every)
    return mean_of(counts / trials)


def share_by_sample(counts, trials, sample):
    """The share of all games, with the variance that those marked in `sample` have between them."""
    events, every, seen = counts.sum(), len(counts) * trials, counts[sample]
    apart = min(seen.sum(), len(seen) * trials - seen.sum())
    if trials == 1 or len(seen) < 2 or apart < FEW or seen.var() == 0:
        return Exact(events, every)
    return BySample(seen / trials, events / every, len(counts))


def chance_of(chances):
    """The mean of chances that were computed, one for each game."""
    yes, no = chances.sum(), len(chances) - chances.sum()
    if len(chances) >= 2 and min(yes, no) < FEW:
        return Exact(yes, yes + no)
    return mean_of(chances)


def gap_of(ups, downs):
    """By how much the one came about in more games than the other."""
    return Score(len(ups), ups.sum(), downs.sum())


def chance_gap_of(ups, downs):
    """By how much the mean of the one exceeds that of the other: of chances that were computed."""
    up, down, games = ups.sum(), downs.sum(), len(ups)
    if up + down < FEW or games - up < FEW or games - down < FEW:
        return Score(games, up, down)
    return mean_of(ups - downs, -1)


def alike_games(seats, each):
    """How many games it takes to compare seats, where a game has `each` of what is counted."""
    return 10 * seats if each == 1 else max(10 * seats, -(-50 * seats // each))


def alike(counts):
    """The row of H. Hotelling's test that all columns of `counts`, a row a game, have the same mean, or
    where a row is a single 1 of K. Pearson's; None where it cannot be told."""
    games, seats = counts.shape
    if games < alike_games(seats, int(counts[0].sum()) if games else 1):
        return None
    if counts.sum() == games:
        chi2 = ((counts.sum(axis=0) - games / seats) ** 2 / (games / seats)).sum()
        return [chi2, seats - 1, beyond_f(chi2 / (seats - 1), seats - 1, 1e13)]
    some = counts[:, :-1]
    covariance = numpy.atleast_2d(numpy.cov(some, rowvar=False))
    if numpy.linalg.matrix_rank(covariance, hermitian=True) < seats - 1:
        return None
    off = some.mean(axis=0) - counts.sum() / games / seats
    over, under = seats - 1, games - seats + 1
    t2 = games * off @ numpy.linalg.solve(covariance, off)
    f = t2 * under / (over * (games - 1))
    return [t2, f, over, under, beyond_f(f, over, under)]


def quantile(values, share):
    """The least value that so large a share of all do not exceed."""
    ordered = numpy.sort(values)
    return int(ordered[max(0, int(numpy.ceil(share * len(ordered) - 1e-9)) - 1)])


def sd_of(values):
    return values.std(ddof=1) if len(values) > 1 else None
