/* The judge's program of The Number Game and the validator of its input. */
#ifndef NF_TNG_JUDGE_H
#define NF_TNG_JUDGE_H

#include "base/text.h"
#include "core/format/problem.h"
#include "games/tng/kernels/kernels.h"
#include "games/tng/rules/format.h"

/* Solves `count` games with the fastest kernel: records[i] is the outcome record of games[i].
 * Returns NF_IO without memory. Thread-safe. */
enum nf_status tng_solve_games(const struct tng_game *games, size_t count, uint32_t *records,
                               struct nf_error *err);

/* nf_rules.play and summarise; the course of a game is its record. Thread-safe. */
enum nf_status tng_judge(const struct nf_match *match, struct nf_text *transcript,
                         uint64_t *reached, struct nf_error *err);
void tng_summarise(const struct nf_match *match, struct nf_text *report);

/* nf_problem.suite, see suite.c; and what the problem package has besides. */
extern const struct nf_suite tng_suite;
extern const struct nf_package tng_package;

/* What an instance of the game looks like and how it is played. */
extern const struct nf_rules tng_rules;

#endif
