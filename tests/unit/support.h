/* What unit tests share: random numbers with a seed that is printed, samples and texts to compare.
 */
#ifndef NF_TEST_SUPPORT_H
#define NF_TEST_SUPPORT_H

#include "base/format/format.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The seed of a randomised test: NF_TEST_SEED if that is set, or a fresh one. Prints it as
 * "note: seed N". Ends the program if NF_TEST_SEED is not a number. */
uint64_t nf_test_seed(void);

/* How many cases a test tries: `few`, `some` where NF_TEST_LEVEL is 1 (.ci/run), or `many` where it
 * is 2 (make test-long). */
uint32_t nf_test_often(uint32_t few, uint32_t some, uint32_t many);

/* Whether a test that takes long tries number `number` of `count` things: one of them by
 * NF_TEST_SEED or by chance, all from level 1 on. */
bool nf_test_tries(size_t number, size_t count);

/* splitmix64 by Sebastiano Vigna (public domain, https://prng.di.unimi.it/splitmix64.c): not the
 * generator under test. Any state will do. */
uint64_t nf_test_random(uint64_t *state);

/* A number from low to high, both included; its bias is below 2^-32 for ranges below 2^32. */
uint32_t nf_test_between(uint64_t *state, uint32_t low, uint32_t high);

/* Pearson's statistic of `count` observed numbers against their `weights` (not 0 all of them; where
 * a weight is 0 nothing may be observed, or the result is infinite; NULL: all the same). Degrees of
 * freedom: one less than there are weights above 0. */
double nf_test_chi_square(const uint64_t *observed, const uint32_t *weights, size_t count);

/* What that statistic exceeds with a probability of 10^-10 if the weights are right, by E. B.
 * Wilson and M. M. Hilferty, "The distribution of chi-square", PNAS 17 (1931) 684-688; for few
 * degrees of freedom it is a little too high, so the test errs towards passing. */
double nf_test_chi_square_limit(unsigned degrees);

/* For checks of random samples, which luck may fail, each less than once in 2,000 times: fails
 * where three samples in a row do, by luck once in 10^10 times. `sample` is to be drawn anew each
 * time. */
#define assert_beyond_luck(sample) assert_true((sample) || (sample) || (sample))

/* Whether two texts have the same bytes. */
bool nf_test_same(const struct nf_text *a, const struct nf_text *b);

/* Reads words of a vocabulary, such as "A1 PASS D2 / E0 E0 E0" (slashes only help the eye), into
 * `found`, which has room for `capacity`; returns how many there are. Ends the program on anything
 * else. */
uint32_t nf_test_words(const struct nf_vocabulary *vocabulary, const char *text, uint8_t *found,
                       size_t capacity);

#endif
