/* A judge's test set for The Number Game: from single games of one round to 1,000 games of the
 * largest sizes, and a sample. The games of a test are steered towards one rule event after the
 * other, so that few tests expose many mistakes.
 *
 * A test is a pure function of (seed, number). Its games are drawn from the stream of the key
 * (seed, number, TNG_SUITE_STREAM), which neither dealt games nor guided cases use. */
#ifndef NF_TNG_SUITE_H
#define NF_TNG_SUITE_H

#include "core/contract/suite.h"

#define TNG_SUITE_STREAM ((uint64_t)1 << 62)

/* nf_game.suite. */
extern const struct nf_suite tng_suite;

/* What the problem package has besides. */
extern const struct nf_package tng_package;

#endif
