/* A judge's test set for the mahjong simulator: from a game that ends with the first discard to
 * those that go on until the wall is empty, and two samples. The wall of a test is searched for one
 * or two rule events and for the mistakes that it is to expose, so that each of the catalogue dies
 * on at least three tests, whatever the seed.
 *
 * A test is a pure function of (seed, number). Its wall is dealt from the keys (seed, number,
 * MAHJONG_SUITE_STREAM + attempt), which neither dealt games nor guided cases use. */
#ifndef NF_MAHJONG_SUITE_H
#define NF_MAHJONG_SUITE_H

#include "core/contract/suite.h"

#define MAHJONG_SUITE_STREAM ((uint64_t)1 << 62)

/* nf_game.suite. */
extern const struct nf_suite mahjong_suite;

#endif
