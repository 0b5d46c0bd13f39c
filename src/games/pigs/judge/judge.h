/* The judge's program of the pig game and the validator: the members of nf_judge_ops of the same
 * names. All functions are thread-safe. */
#ifndef NF_PIGS_JUDGE_H
#define NF_PIGS_JUDGE_H

#include "core/contract/game.h"

enum nf_status pigs_deal_index(const struct nf_setup *setup, uint64_t index,
                               struct nf_text *instance, struct nf_text *answer,
                               struct nf_error *err);
enum nf_status pigs_judge(const struct nf_input *input, struct nf_text *transcript,
                          struct nf_error *err);
enum nf_status pigs_verify(const struct nf_input *input, struct nf_text *report,
                           struct nf_error *err);

/* What the problem package has besides tests. */
extern const struct nf_package pigs_package;

/* nf_game.suite. */
extern const struct nf_suite pigs_suite;

#endif
