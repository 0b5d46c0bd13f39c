/* Texts that a judge's function (nf_judged_play, nf_verify) takes or refuses, and smaller ones. */
#ifndef NF_TEST_JUDGED_H
#define NF_TEST_JUDGED_H

#include "judge/format/shrink.h"
#include "judge/problem.h"

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
void nf_test_tells_size(const struct nf_problem *problem, const char *text, const char *words);

/* The smallest instance that a text shrinks to, to be freed. */
struct nf_text nf_test_shrink(const struct nf_problem *problem, const struct nf_text *text,
                              const struct nf_trier *trier);

#endif
