/* The judge's program of the pig game: the members deal, play and summarise of nf_judge_ops. The
 * course of a game is a struct pigs_game. All functions are thread-safe. */
#ifndef NF_PIGS_JUDGE_H
#define NF_PIGS_JUDGE_H

#include "core/contract/game.h"

enum nf_status pigs_deal_index(const struct nf_setup *setup, uint64_t index,
                               struct nf_text *instance, struct nf_text *answer,
                               struct nf_error *err);
enum nf_status pigs_judge(const struct nf_match *match, struct nf_text *transcript,
                          uint64_t *reached, struct nf_error *err);
void pigs_summarise(const struct nf_match *match, struct nf_text *report);

/* What the problem package has besides tests. */
extern const struct nf_package pigs_package;

/* nf_game.suite. */
extern const struct nf_suite pigs_suite;

#endif
