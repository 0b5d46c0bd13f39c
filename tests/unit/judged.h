/* Texts that a judge's function (nf_judged_play, nf_verify) takes or refuses, and smaller ones. */
#ifndef NF_TEST_JUDGED_H
#define NF_TEST_JUDGED_H

#include "judge/format/shrink.h"
#include "judge/problem.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum nf_status nf_test_judge(const struct nf_problem *problem, const struct nf_input *input,
                                     struct nf_text *printed, struct nf_error *err);

/* nf_play() of the problem's rules. */
enum nf_status nf_judged_play(const struct nf_problem *problem, const struct nf_input *input,
                              struct nf_text *transcript, struct nf_error *err);

/* The function takes a text, which it knows as "in", and prints what is expected. */
void nf_test_prints(nf_test_judge *judge, const struct nf_problem *problem, const char *text,
                    const char *expected);

/* The function refuses a text with a message, of which this stands behind "in:". */
void nf_test_refuses(nf_test_judge *judge, const struct nf_problem *problem, const char *text,
                     const char *message);

/* nf_judged_play and nf_verify do. */
void nf_test_refuse_both(const struct nf_problem *problem, const char *text, const char *message);

/* These words tell how large an instance is. */
void nf_test_describes_size(const struct nf_problem *problem, const char *text, const char *words);

/* The smallest instance that a text shrinks to, to be freed. */
struct nf_text nf_test_shrink(const struct nf_problem *problem, const struct nf_text *text,
                              const struct nf_trier *trier);

/* Whether the problem has a catalogue of mistakes, an optional part. */
static inline bool nf_test_has_mistakes(const struct nf_problem *problem)
{
    return problem->fuzz != NULL && problem->fuzz->mistakes != NULL;
}

/* How many mistakes the game's catalogue has after the first, which is none; 0 without one. */
unsigned nf_test_mistakes(const struct nf_problem *problem);

/* A guided case (nf_fuzz_ops.guide) without limits; the caller frees it. */
struct nf_text nf_test_guide(const struct nf_problem *problem, uint64_t seed, uint64_t index);

/* Fails the test unless the instance is valid by the strict check. */
void nf_test_valid(const struct nf_problem *problem, const struct nf_text *instance);

/* What a player with these mistakes prints for a valid instance; the caller frees it. How much of
 * it is common to all programs with them (nf_fuzz_ops.play_as) goes to `*common`, if it is not
 * NULL. */
struct nf_text nf_test_play_as(const struct nf_problem *problem, uint64_t mistakes,
                               const struct nf_text *instance, size_t *common);

#endif
