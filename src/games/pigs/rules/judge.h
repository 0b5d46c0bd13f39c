/* The judge's program of the pig game: the members play of nf_rules and
 * summarise of nf_problem. The course of a game is a struct pigs_game. All functions are
 * thread-safe. */
#ifndef NF_PIGS_JUDGE_H
#define NF_PIGS_JUDGE_H

#include "base/format/match.h"

enum nf_status pigs_judge(const struct nf_match *match, struct nf_text *transcript,
                          uint64_t *reached, struct nf_error *err);
void pigs_summarise(const struct nf_match *match, struct nf_text *report);

/* What an instance of the game looks like and how it is played. */
extern const struct nf_rules pigs_rules;

#endif
