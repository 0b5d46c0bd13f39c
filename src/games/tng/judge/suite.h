/* A judge's test set for The Number Game: from single games of one round to 1,000 games of the
 * largest sizes, and a sample. The games of a test are steered towards one rule event after the
 * other, so that few tests expose many mistakes. */
#ifndef NF_TNG_SUITE_H
#define NF_TNG_SUITE_H

#include "core/contract/suite.h"

/* nf_game.suite. */
extern const struct nf_suite tng_suite;

/* What the problem package has besides. */
extern const struct nf_package tng_package;

#endif
