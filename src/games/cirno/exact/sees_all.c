/* Values of who sees both hands, p and DOUBLE. */
#include "games/cirno/exact/values_internal.h"

/* HERS: by the hand that the other holds. The rest: by her pair, the third card yet to be drawn;
 * who moves, and with DOUBLE or not. */
enum { HERS, THEIRS, HERS_NEXT, HERS_DOUBLED };

/* Adds to `sums` what it costs when the other moves with this hand. */
static void other_moves(const struct cirno_values *values, bool doubled, uint32_t level,
                        uint32_t hand, double chance, double *sums)
{
    const struct cirno_step *end;
    const struct cirno_step *step = cirno_other_steps(values, doubled, level, hand, &end);
    for (; step < end; step++) {
        const double *row;
        if (step->end == CIRNO_STEP_LOST)
            row = values->ends.won;
        else if (step->fell)
            continue; /* costs nothing */
        else
            row = cirno_row_of(values,
                               step->end == CIRNO_STEP_SAME ? THEIRS
                               : step->doubled              ? HERS_DOUBLED
                                                            : HERS_NEXT,
                               step->level, step->pair);
        cirno_add_row(sums, row, chance * step->chance, values->chain->pairs);
    }
}

/* She moves while the other holds `hand`: adds to scratch->best. */
static void move(const struct cirno_values *values, bool doubled, uint32_t level, uint32_t hand,
                 double chance, struct cirno_scratch *scratch)
{
    const struct cirno_step *const *const moves = cirno_hers_at(values, doubled, level);
    for (uint32_t kind = 0; kind < values->chain->kinds; kind++) {
        const struct cirno_step *const step = moves[kind];
        double *const costs = scratch->costs[kind];
        if (step == NULL) {
            cirno_cannot_play(values, kind, scratch);
            continue;
        }
        cirno_clear_row(values, costs);
        if (step->fell)
            continue; /* costs nothing */
        if (step->end == CIRNO_STEP_SAME)
            cirno_add_row(costs, cirno_row_of(values, HERS, step->level, hand), 1, values->columns);
        else
            other_moves(values, step->doubled, step->level, hand, 1, costs);
    }
    cirno_choose_cheapest(values, chance, values->ends.lost[hand], scratch);
}

static void make_hers(const struct cirno_values *values, bool doubled, uint32_t level,
                      uint32_t hand, struct cirno_scratch *scratch, double *row)
{
    cirno_clear_best(values, scratch);
    move(values, doubled, level, hand, 1, scratch);
    cirno_before_draw(values, scratch->best, row);
}

static void make_doubled(const struct cirno_values *values, bool doubled, uint32_t level,
                         uint32_t theirs, struct cirno_scratch *scratch, double *row)
{
    const struct cirno_chain *const chain = values->chain;
    cirno_clear_best(values, scratch);
    for (uint32_t kind = 0; kind < chain->kinds; kind++)
        move(values, doubled, level, chain->completed[theirs][kind], chain->chance[kind], scratch);
    cirno_before_draw(values, scratch->best, row);
}

static void make_next(const struct cirno_values *values, bool doubled, uint32_t level,
                      uint32_t theirs, struct cirno_scratch *scratch, double *row)
{
    const struct cirno_chain *const chain = values->chain;
    (void)doubled, (void)scratch;
    cirno_clear_row(values, row);
    for (uint32_t kind = 0; kind < chain->kinds; kind++)
        cirno_add_row(row, cirno_row_of(values, HERS, level, chain->completed[theirs][kind]),
                      chain->chance[kind], values->columns);
}

static void make_theirs(const struct cirno_values *values, bool doubled, uint32_t level,
                        uint32_t theirs, struct cirno_scratch *scratch, double *row)
{
    const struct cirno_chain *const chain = values->chain;
    (void)scratch;
    cirno_clear_row(values, row);
    for (uint32_t kind = 0; kind < chain->kinds; kind++)
        other_moves(values, doubled, level, chain->completed[theirs][kind], chain->chance[kind],
                    row);
}

const struct cirno_part cirno_sees_all[CIRNO_TABLES + 1] = {
    [HERS] = {1, true, false, make_hers},
    [THEIRS] = {1, false, false, make_theirs},
    [HERS_NEXT] = {2, false, false, make_next},
    [HERS_DOUBLED] = {2, false, true, make_doubled},
};
