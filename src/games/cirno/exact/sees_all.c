/* Values of who sees both hands, p and DOUBLE. */
#include "games/cirno/exact/values_internal.h"

/* HERS: by the hand that the other holds. Then by her pair, the third card yet to be drawn; who
 * moves, and with DOUBLE or not. HERS_DOUBLED is made of HANDS_DOUBLED, by the hand again. */
enum { HERS, THEIRS, HERS_NEXT, HERS_DOUBLED, HANDS_DOUBLED };

/* What it costs when the other has made this step. */
static const double *cost_of(const struct cirno_values *values, const struct cirno_step *step)
{
    if (step->end == CIRNO_STEP_LOST)
        return values->ends.won;
    if (step->fell)
        return values->nothing;
    const uint32_t table = step->end == CIRNO_STEP_SAME ? THEIRS
                           : step->doubled              ? HERS_DOUBLED
                                                        : HERS_NEXT;
    return cirno_row_of(values, table, step->level, step->pair);
}

/* Adds to `sums` what it costs when the other makes one of these steps. */
static void add_steps(const struct cirno_values *values, const struct cirno_step *step,
                      const struct cirno_step *end, double chance, double *sums)
{
    for (; step < end; step++)
        cirno_add_row(sums, cost_of(values, step), chance * step->chance, values->chain->pairs);
}

/* She moves while the other holds `hand`. */
static void make_hers(const struct cirno_values *values, bool doubled, uint32_t level,
                      uint32_t hand, struct cirno_scratch *scratch, double *row)
{
    const struct cirno_step *const *const moves = cirno_hers_at(values, doubled, level);
    for (uint32_t kind = 0; kind < values->chain->kinds; kind++) {
        const struct cirno_step *const step = moves[kind];
        double *const costs = scratch->costs[kind];
        if (step == NULL) {
            cirno_cannot_play(values, kind, scratch);
            continue;
        }
        if (step->fell)
            cirno_clear_row(values, costs); /* costs nothing */
        else if (step->end == CIRNO_STEP_SAME)
            cirno_set_row(costs, cirno_row_of(values, HERS, step->level, hand), 1, values->columns);
        else {
            const struct cirno_step *end;
            const struct cirno_step *const other =
                cirno_other_steps(values, step->doubled, step->level, hand, &end);
            cirno_set_row(costs, cost_of(values, other), other->chance, values->chain->pairs);
            add_steps(values, other + 1, end, 1, costs);
        }
    }
    cirno_clear_best(values, scratch);
    cirno_choose_cheapest(values, values->ends.lost[hand], scratch);
    cirno_before_draw(values, scratch->best, row);
}

/* The other draws her third card. */
static void make_next(const struct cirno_values *values, bool doubled, uint32_t level,
                      uint32_t theirs, struct cirno_scratch *scratch, double *row)
{
    const struct cirno_chain *const chain = values->chain;
    const uint32_t hands = doubled ? HANDS_DOUBLED : HERS;
    (void)scratch;
    cirno_clear_row(values, row);
    for (uint32_t kind = 0; kind < chain->kinds; kind++)
        cirno_add_row(row, cirno_row_of(values, hands, level, chain->completed[theirs][kind]),
                      chain->chance[kind], values->columns);
}

static void make_theirs(const struct cirno_values *values, bool doubled, uint32_t level,
                        uint32_t theirs, struct cirno_scratch *scratch, double *row)
{
    const struct cirno_chain *const chain = values->chain;
    (void)scratch;
    cirno_clear_row(values, row);
    for (uint32_t kind = 0; kind < chain->kinds; kind++) {
        const struct cirno_step *end;
        const struct cirno_step *const other =
            cirno_other_steps(values, doubled, level, chain->completed[theirs][kind], &end);
        add_steps(values, other, end, chain->chance[kind], row);
    }
}

const struct cirno_part cirno_sees_all[CIRNO_TABLES + 1] = {
    [HERS] = {1, true, false, false, make_hers},
    [THEIRS] = {1, false, false, false, make_theirs},
    [HERS_NEXT] = {2, false, false, false, make_next},
    [HERS_DOUBLED] = {3, false, true, false, make_next},
    [HANDS_DOUBLED] = {2, true, true, true, make_hers},
};
