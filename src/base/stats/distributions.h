/* Distribution functions that intervals and tests need. Relative errors stay below 1e-10 in the
 * ranges named (tests compare them with the GNU Scientific Library). All are pure. */
#ifndef NF_DISTRIBUTIONS_H
#define NF_DISTRIBUTIONS_H

/* The 97.5% quantile of the normal distribution: half of a 95% interval in standard errors. */
#define NF_Z95 1.959963984540054

/* P(X <= x) of the standard normal distribution, and the x for a probability 0 < p < 1. */
double nf_normal_cdf(double x);
double nf_normal_quantile(double p);

/* P(X <= x) of the beta distribution with a, b > 0 (the regularised incomplete beta function), and
 * the x for a probability 0 <= p <= 1. The smaller one of a and b at most 10^4. */
double nf_beta_cdf(double x, double a, double b);
double nf_beta_quantile(double p, double a, double b);

/* What the absolute value of Student's t exceeds with probability `miss`, 1e-9 .. 0.5: half of an
 * interval in standard errors, where the error itself was estimated with that many `degrees` (at
 * least 1) of freedom. */
double nf_student(double degrees, double miss);

/* P(X > x) of the F distribution with `over` (at most 10^4) and `under` degrees of freedom. */
double nf_f_upper(double x, double over, double under);

#endif
