/* Names the mistake of a program that somebody else runs: on a page, where a person copies a small
 * case, runs her program, and pastes what it printed. Each answer leaves fewer suspects, and the
 * next case is the one that tells those that are left apart best. What is asked depends on the
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

/* Appends the next small case that tells the suspects apart; nothing if none is found. `number` is
 * how many were asked before; another number gives another case. NF_IO without memory. */
enum nf_status nf_questions_next(const struct nf_suspects *suspects,
                                 const struct nf_problem *problem, uint32_t number,
                                 struct nf_text *instance, struct nf_error *err);

#endif
