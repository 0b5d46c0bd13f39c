/* The games of a run: what was asked for, and what of it is played. */
#ifndef NF_PLAN_H
#define NF_PLAN_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The indices first .. first+games-1. */
struct nf_span {
    uint64_t first, games;
};

/* The index behind the last one. */
static inline uint64_t nf_span_end(struct nf_span span)
{
    return span.first + span.games;
}

/* Returns the games that two ranges share. */
struct nf_span nf_span_shared(struct nf_span a, struct nf_span b);

/* What a run was asked to play, as saved runs remember it: so a run that was stopped can go on to
 * where it would have ended, and one that is not finished is not taken for a whole one. */
struct nf_plan {
    struct nf_span span;
    bool open;               /* as many games as time allows: span.games says nothing */
    const char *until_width; /* the width that ends it, as it was given; NULL: none. Borrowed */
};

/* Whether a run with `played` games of the plan has some of them still to play. A plan that time or
 * a width may end is never short of games. */
static inline bool nf_plan_unfinished(const struct nf_plan *plan, uint64_t played)
{
    return !plan->open && plan->until_width == NULL && played < plan->span.games;
}

/* Ranges of games that are played bit by bit, with gaps between them. {0} can be closed. One
 * thread. */
struct nf_spans {
    struct nf_span *list; /* disjoint, ascending, not adjacent; the first begins with the whole,
                             and may be empty */
    size_t count;
    uint64_t end; /* behind the last game of the whole */
};

/* Starts with no game played of those from `first` up to `end`. Returns NF_IO without memory.
 * Release with nf_spans_close(), also after a failure. */
enum nf_status nf_spans_open(struct nf_spans *spans, uint64_t first, uint64_t end,
                             struct nf_error *err);
void nf_spans_close(struct nf_spans *spans);

/* How many games of `span` are played. */
uint64_t nf_spans_common(const struct nf_spans *spans, struct nf_span span);

/* Adds a range of the whole of which none is played. Returns NF_IO without memory. */
enum nf_status nf_spans_add(struct nf_spans *spans, struct nf_span span, struct nf_error *err);

/* Returns the first games that are missing, up to the next range; none: all are played. */
struct nf_span nf_spans_gap(const struct nf_spans *spans);

/* Notes that the first `games` of the gap are played. */
void nf_spans_played(struct nf_spans *spans, uint64_t games);

#endif
