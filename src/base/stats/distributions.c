#include "base/stats/estimate.h"

#include <float.h>
#include <math.h>

/* Terms of a series or continued fraction; far more than the documented ranges need. */
enum { MOST_TERMS = 100000 };

double nf_normal_cdf(double x)
{
    return 0.5 * erfc(-x * M_SQRT1_2);
}

double nf_normal_quantile(double p)
{
    if (p > 0.5)
        return -nf_normal_quantile(1 - p);
    /* A first guess by Hastings (Abramowitz and Stegun 26.2.23), good to 5e-4, then Halley's
     * method, which triples the right digits each time. */
    const double t = sqrt(-2 * log(p));
    double x = (2.515517 + t * (0.802853 + t * 0.010328)) /
                   (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))) -
               t;
    for (int i = 0; i < 3; i++) {
        const double off = (nf_normal_cdf(x) - p) * sqrt(2 * M_PI) * exp(x * x / 2);
        x -= off / (1 + x * off / 2);
    }
    return x;
}

/* What Stirling's formula for log gamma(x) leaves out, x >= 10. */
static double stirling_rest(double x)
{
    const double square = x * x;
    return (1.0 / 12 - (1.0 / 360 - (1.0 / 1260 - 1.0 / 1680 / square) / square) / square) / x;
}

/* log gamma(a + b) - log gamma(b), without the loss of digits that b >> a brings. */
static double log_gamma_step(double b, double a)
{
    if (b < 10)
        return lgamma(a + b) - lgamma(b);
    return (b - 0.5) * log1p(a / b) + a * (log(a + b) - 1) + stirling_rest(a + b) -
           stirling_rest(b);
}

static double log_beta(double a, double b)
{
    return a < b ? lgamma(a) - log_gamma_step(b, a) : lgamma(b) - log_gamma_step(a, b);
}

/* One step of Lentz's method for continued fractions: the next numerator, over denominators. */
static double lentz(double numerator, double denominator, double *c, double *d)
{
    *d = denominator + numerator * *d;
    *c = denominator + numerator / *c;
    if (fabs(*d) < DBL_MIN)
        *d = DBL_MIN;
    if (fabs(*c) < DBL_MIN)
        *c = DBL_MIN;
    *d = 1 / *d;
    return *c * *d;
}

/* The continued fraction of the incomplete beta function for x up to its mean, in the form of
 * A. R. DiDonato and A. H. Morris, "Significant digit computation of the incomplete beta function
 * ratios", ACM TOMS 18 (1992), 360-373: nothing cancels in it, however far a and b are apart. */
static double beta_fraction(double x, double y, double a, double b)
{
    double value = a * (a * y - b * x + 1) / (a + 1), c = value, d = 0;
    for (int m = 1; m < MOST_TERMS; m++) {
        const double part = (a + m - 1) / (a + 2 * m - 1) * x;
        const double numerator = part * ((a + b + m - 1) / (a + 2 * m - 1) * x) * m * (b - m);
        const double denominator = m + m * (b - m) * x / (a + 2 * m - 1) +
                                   (a + m) * (a * y - b * x + 1 + m * (1 + y)) / (a + 2 * m + 1);
        const double factor = lentz(numerator, denominator, &c, &d);
        value *= factor;
        if (fabs(factor - 1) < DBL_EPSILON)
            break;
    }
    return 1 / value;
}

/* I_x(a, b) where y = 1 - x is known apart, so that neither end loses digits. */
static double beta_part(double x, double y, double a, double b)
{
    if (x <= 0 || y <= 0)
        return x <= 0 ? 0 : 1;
    const double scale = exp(a * (x < 0.5 ? log(x) : log1p(-y)) +
                             b * (x < 0.5 ? log1p(-x) : log(y)) - log_beta(a, b));
    if (x * (a + b + 2) < a + 1)
        return scale * beta_fraction(x, y, a, b);
    return 1 - scale * beta_fraction(y, x, b, a);
}

double nf_beta_cdf(double x, double a, double b)
{
    return beta_part(x, 1 - x, a, b);
}

double nf_beta_quantile(double p, double a, double b)
{
    if (p <= 0 || p >= 1)
        return p <= 0 ? 0 : 1;
    /* Halving on the logarithm of x, so that a quantile near 0 has all its digits. */
    double low = -745, high = 0;
    while (high - low > 1e-14 * fmax(1, fabs(low))) {
        const double middle = (low + high) / 2;
        if (beta_part(exp(middle), -expm1(middle), a, b) < p)
            low = middle;
        else
            high = middle;
    }
    return exp((low + high) / 2);
}

double nf_student(double degrees, double miss)
{
    /* The difference is 2.4 / degrees, and below what can be seen of an interval. */
    if (degrees > 1e9)
        return -nf_normal_quantile(miss / 2);
    /* t^2 / (degrees + t^2) has this beta distribution, and its upper tail is both tails of t. */
    const double share = nf_beta_quantile(1 - miss, 0.5, degrees / 2);
    if (share < 0.5)
        return sqrt(degrees * share / (1 - share));
    /* Near 1 the rest has more digits. */
    const double rest = nf_beta_quantile(miss, degrees / 2, 0.5);
    return sqrt(degrees * (1 - rest) / rest);
}

double nf_f_upper(double x, double over, double under)
{
    if (x <= 0)
        return 1;
    const double sum = under + over * x;
    return beta_part(under / sum, over * x / sum, under / 2, over / 2);
}
