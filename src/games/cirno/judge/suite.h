/* A judge's test set for Cirno's game: 20 tests for the statement's subtasks, from games that a
 * person can follow up to the largest sizes, and two samples. Most are dealt densely with rule
 * events, so that few tests expose many mistakes. */
#ifndef NF_CIRNO_SUITE_H
#define NF_CIRNO_SUITE_H

#include "core/contract/suite.h"

/* nf_game.suite. */
extern const struct nf_suite cirno_suite;

/* What the problem package has besides. */
extern const struct nf_package cirno_package;

#endif
