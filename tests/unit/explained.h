/* Outputs with something wrong in them, and what is said of that. */
#ifndef NF_TEST_EXPLAINED_H
#define NF_TEST_EXPLAINED_H

#include "judge/problem.h"

#include <stdbool.h>
#include <stdint.h>

/* Where line `number` (from 1) of a text starts; its size behind the last line. */
size_t nf_test_line(const struct nf_text *text, uint64_t number);

/* The transcript of an instance with `lines`, one, several or none (""), in the place of line
 * `number`. To be freed. */
struct nf_text nf_test_with_lines(const struct nf_problem *problem, const struct nf_input *instance,
                                  uint64_t number, const char *lines);

/* What is said of an output: `why` is ended as a string, and to be freed. Fails the test where they
 * cannot be compared. */
struct nf_difference nf_test_explain(const struct nf_problem *problem,
                                     const struct nf_input *instance, const struct nf_text *output);

/* For FREED_BY. */
void nf_test_difference_free(struct nf_difference *difference);

/* Fails the test where the words are not in `why`, whose rows may be wrapped. */
void nf_test_explains(const struct nf_difference *difference, const char *words);

#endif
