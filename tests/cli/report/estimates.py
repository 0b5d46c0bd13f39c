"""Intervals and tests of the tables, from their definitions: each holds what a table tells against the
equation that defines it. Made for checking, apart from src/stats: integrals in place of fractions and
series."""

import math

import numpy

NEAR = 1e-9  # of numbers; the tables have 12 digits
FEW = 20  # of rarer events Student's t is not used


def near(told, value, room=NEAR):
    return abs(told - value) <= room * max(1e-3, abs(value))


# ---- distributions ----

_u = numpy.linspace(-4.5, 4.5, 2001)
_s = 1 / (1 + numpy.exp(-numpy.pi * numpy.sinh(_u)))  # from 0 to 1, dense at both ends
_r = _s[::-1]  # 1 - _s, with all digits
_w = numpy.pi * numpy.cosh(_u) * _s * _r * (_u[1] - _u[0])


def beta_part(a, b, x, y):
    """The integral of t^(a-1) (1-t)^(b-1) from 0 to x = 1 - y, its logarithm, by tanh-sinh quadrature; for
    a < 1 over t^a, for else much of it lies nearer to 0 than the quadrature reaches."""
    with numpy.errstate(divide="ignore", under="ignore"):
        if a < 1:
            rest = y - x * numpy.expm1(numpy.log(_s) / a)
            logs = (b - 1) * numpy.log(rest) + a * numpy.log(x) + numpy.log(_w / a)
        else:
            logs = (a - 1) * numpy.log(x * _s) + (b - 1) * numpy.log(y + x * _r) + numpy.log(x * _w)
    most = numpy.max(logs[numpy.isfinite(logs)])
    return most + numpy.log(numpy.sum(numpy.exp(logs - most)))


def beta_below(a, b, x):
    """How often a value of the beta distribution is below x."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x * (a + b) < 1e-12:  # the first term of the series in x has all digits
        return math.exp(a * math.log(x) - math.log(a) - math.lgamma(a) - math.lgamma(b) + math.lgamma(a + b))
    below, above = beta_part(a, b, x, 1 - x), beta_part(b, a, 1 - x, x)
    return 1 / (1 + numpy.exp(above - below))


def beyond_t(t, degrees):
    """How often Student's t is farther from 0 than t."""
    return beta_below(degrees / 2, 0.5, degrees / (degrees + t * t))


def beyond_f(f, over, under):
    """How often F is larger than f."""
    return beta_below(under / 2, over / 2, under / (under + over * f))


def student(degrees):
    """The t that is exceeded, either way, once in 20 times."""
    low, high = 1.0, 20.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if beyond_t(middle, degrees) > 0.05 else (low, middle)
    return low


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

    def check_ends(self, low, high):
        if self.mean is None:
            assert low is None and high is None
            return
        yes, no, low, high = self.yes, self.no, low * self.width, high * self.width
        if yes == 0:
            assert low == 0
        elif low < 1e-300:  # of a small part of an event it may be below the least number there is
            assert beta_below(yes, no + 1, 1e-300) > 0.025, f"{yes} of {yes + no}: an end above 0"
        else:
            found = beta_below(yes, no + 1, low)
            assert near(found, 0.025, 1e-6), f"{yes} of {yes + no}: as many above {low} in {found}"
        if no == 0:
            assert high == 1
        elif high == 1:  # rounded, as tables have 12 digits
            assert beta_below(no, yes + 1, 1e-12) > 0.025, f"{yes} of {yes + no}: an end below 1"
        else:
            found = beta_below(no, yes + 1, 1 - high)
            assert near(found, 0.025, 1e-6), f"{yes} of {yes + no}: as few below {high} in {found}"


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


def alike(counts):
    """The row of H. Hotelling's test that all columns of `counts`, a row a game, have the same mean; None
    where it cannot be told."""
    games, seats = counts.shape
    if games < 10 * seats:
        return None
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
