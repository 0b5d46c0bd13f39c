/* Names the mistake of a program that somebody else runs: on a page, where a person copies a small
 * case, runs her program, and pastes what it printed. Each answer leaves fewer suspects, and the
 * next case is the one that best distinguishes those that are left. What is asked depends on the
 * answers alone. Thread-safe. */
#ifndef NF_QUESTIONS_H
#define NF_QUESTIONS_H

#include "judge/naming/suspects.h"
#include "judge/problem.h"

/* Opens `suspects` with those who agree with everything that was told: the rules, single mistakes
 * and alternatives, or, if none of these does, pairs of mistakes. NF_IO without memory. Free with
 * nf_suspects_free() in any case. */
enum nf_status nf_questions_narrow(struct nf_suspects *suspects, const struct nf_problem *problem,
                                   const struct nf_answer *told, uint32_t count,
                                   struct nf_error *err);

/* Appends the next small case that distinguishes the suspects; nothing if none is found. `number`
 * is how many were asked before; another number gives another case. NF_IO without memory. */
enum nf_status nf_questions_next(const struct nf_suspects *suspects,
                                 const struct nf_problem *problem, uint32_t number,
                                 struct nf_text *instance, struct nf_error *err);

/* ---- cases for all at once ---- */

/* Cases for somebody who runs her program on all of them at once and looks at the outputs then:
 * small guided ones that distinguish the mistakes of the catalogue, and behind them tests of the
 * judge's set, up to its largest. They are the same wherever they are made. Thread-safe. */

enum { NF_CASES = 60 };

/* Appends case `number` of NF_CASES. They are made in this order, for each depends on the mistakes
 * that those before it distinguish: `*known`, empty at first, gets those of this one. NF_IO without
 * memory. */
enum nf_status nf_case_write(const struct nf_problem *problem, uint32_t number,
                             struct nf_pairs *known, struct nf_text *instance,
                             struct nf_error *err);

#endif
