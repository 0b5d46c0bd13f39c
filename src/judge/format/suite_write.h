/* The tests of a judge's set, from what a game says of them (contract/suite.h). */
#ifndef NF_SUITE_WRITE_H
#define NF_SUITE_WRITE_H

#include "judge/problem.h"
#include "judge/suite.h"

/* How many tests, or samples, a list has that a game gives. Thread-safe. */
static inline uint32_t nf_suite_count(const struct nf_suite_test *tests)
{
    uint32_t count = 0;
    while (tests[count].group != NULL)
        count++;
    return count;
}

/* Appends test `number` (from 0, then the samples) and its answer: of the candidates that the game
 * deals the first one that exposes all that the test is to expose, else the first one that exposes
 * most. A pure function of seed and number, unless a signal is caught (base/signals.h): then the
 * search ends. Thread-safe. NF_IO without memory, NF_INTERNAL if no candidate is a game. */
enum nf_status nf_suite_write(const struct nf_problem *problem, uint64_t seed, uint32_t number,
                              struct nf_text *instance, struct nf_text *answer,
                              struct nf_error *err);

#endif
