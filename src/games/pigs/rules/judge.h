/* The judge's program of the pig game. The course of a game is a struct pigs_game. */
#ifndef NF_PIGS_JUDGE_H
#define NF_PIGS_JUDGE_H

#include "base/format/match.h"

/* nf_problem.summarise. Thread-safe. */
void pigs_summarise(const struct nf_match *match, struct nf_text *report);

/* What an instance of the game looks like and how it is played. */
extern const struct nf_rules pigs_rules;

#endif
