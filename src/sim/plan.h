/* What a run was asked to play, as saved runs remember it: so a run that was stopped can go on to
 * where it would have ended, and one that is not finished is not taken for a whole one. */
#ifndef NF_PLAN_H
#define NF_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct nf_plan {
    uint64_t first, games;   /* the indices first .. first+games-1 */
    bool open;               /* as many games as time allows: `games` says nothing */
    const char *until_width; /* the width that ends it, as it was given; NULL: none. Borrowed */
};

/* Whether a run with `played` games of the plan has some of them still to play. A plan that time or
 * a width may end is never short of games. */
static inline bool nf_plan_unfinished(const struct nf_plan *plan, uint64_t played)
{
    return !plan->open && plan->until_width == NULL && played < plan->games;
}

#endif
