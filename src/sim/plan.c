#include "sim/plan.h"

#include <stdlib.h>
#include <string.h>

struct nf_span nf_span_shared(struct nf_span a, struct nf_span b)
{
    const uint64_t a_end = nf_span_end(a), b_end = nf_span_end(b);
    const uint64_t from = a.first > b.first ? a.first : b.first, to = a_end < b_end ? a_end : b_end;
    return (struct nf_span){from, from < to ? to - from : 0};
}

enum nf_status nf_spans_open(struct nf_spans *spans, uint64_t first, uint64_t end,
                             struct nf_error *err)
{
    *spans = (struct nf_spans){.list = malloc(sizeof *spans->list), .count = 1, .end = end};
    NF_TRY_MEMORY(spans->list != NULL, err);
    spans->list[0] = (struct nf_span){first, 0};
    return NF_OK;
}

void nf_spans_close(struct nf_spans *spans)
{
    free(spans->list);
    *spans = (struct nf_spans){0};
}

uint64_t nf_spans_common(const struct nf_spans *spans, struct nf_span span)
{
    uint64_t games = 0;
    for (size_t i = 0; i < spans->count; i++)
        games += nf_span_shared(spans->list[i], span).games;
    return games;
}

/* Joins range `i` with the next one if they meet. */
static void join(struct nf_spans *spans, size_t i)
{
    struct nf_span *const at = &spans->list[i];
    if (i + 1 >= spans->count || nf_span_end(*at) < at[1].first)
        return;
    at->games += at[1].games;
    memmove(at + 1, at + 2, (spans->count - i - 2) * sizeof *at);
    spans->count--;
}

enum nf_status nf_spans_add(struct nf_spans *spans, struct nf_span span, struct nf_error *err)
{
    struct nf_span *const list = realloc(spans->list, (spans->count + 1) * sizeof *list);
    NF_TRY_MEMORY(list != NULL, err);
    spans->list = list;
    size_t at = 1; /* behind the first, which begins with the whole */
    while (at < spans->count && list[at].first < span.first)
        at++;
    memmove(list + at + 1, list + at, (spans->count - at) * sizeof *list);
    list[at] = span;
    spans->count++;
    join(spans, at);
    join(spans, at - 1);
    return NF_OK;
}

struct nf_span nf_spans_gap(const struct nf_spans *spans)
{
    const uint64_t first = nf_span_end(spans->list[0]);
    return (struct nf_span){first, (spans->count > 1 ? spans->list[1].first : spans->end) - first};
}

void nf_spans_played(struct nf_spans *spans, uint64_t games)
{
    spans->list[0].games += games;
    join(spans, 0);
}
