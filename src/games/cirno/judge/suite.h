/* A judge's test set for Cirno's game: 20 tests for the statement's subtasks, from games that a
 * person can follow up to the largest sizes, and two samples. Most are dealt densely with rule
 * events, so that few tests expose many mistakes.
 *
 * A test is a pure function of (seed, number). Its random numbers come from the streams of the keys
 * (seed, number, CIRNO_SUITE_STREAM + attempt), which neither dealt games nor guided cases use. */
#ifndef NF_CIRNO_SUITE_H
#define NF_CIRNO_SUITE_H

#include "core/contract/suite.h"

#include <stdint.h>

#define CIRNO_SUITE_STREAM ((uint64_t)1 << 62)

enum { CIRNO_SUITE_TESTS = 20, CIRNO_SUITE_SAMPLES = 2 };

/* nf_game.suite. */
extern const struct nf_suite cirno_suite;

/* What the problem package has besides. */
extern const struct nf_package cirno_package;

#endif
