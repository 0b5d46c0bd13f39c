/* Cases for somebody who runs her program on all of them at once and looks at the outputs then:
 * small guided ones that tell the mistakes of the catalogue apart, and behind them tests of the
 * judge's set, up to its largest. They are the same wherever they are made. Thread-safe. */
#ifndef NF_CASES_H
#define NF_CASES_H

#include "judge/naming/suspects.h"
#include "judge/problem.h"

enum { NF_CASES = 60 };

/* Appends case `number` of NF_CASES. They are made in this order, for each depends on the mistakes
 * that those before it tell apart: `*known`, empty at first, gets those of this one. NF_IO without
 * memory. */
enum nf_status nf_case_write(const struct nf_problem *problem, uint32_t number,
                             struct nf_pairs *known, struct nf_text *instance,
                             struct nf_error *err);

#endif
