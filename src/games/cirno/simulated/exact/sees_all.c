/* Values of who sees both hands, p and DOUBLE. */
#include "games/cirno/simulated/exact/values_internal.h"

/* HERS: by the hand that the other holds. Then by her pair, the third card yet to be drawn; who
 * moves, and with DOUBLE or not. HERS_DOUBLED is made of HANDS_DOUBLED, by the hand again. THEIRS
 * is made last: after the other's moves it is mostly her turn. */
enum { HERS, THEIRS, HERS_NEXT, HERS_DOUBLED, HANDS_DOUBLED };

/* What it costs when the other has made this step. */
static const double *cost_of(const struct cirno_values *values, const struct cirno_step *step)
{
    if (step->end == CIRNO_STEP_LOST)
        return values->won;
    if (step->fell)
        return values->nothing;
    const uint32_t table = step->end == CIRNO_STEP_SAME ? THEIRS
                           : step->doubled              ? HERS_DOUBLED
                                                        : HERS_NEXT;
    return cirno_row_of(values, table, step->level, step->pair);
}

/* Lists what it costs when the other moves with this hand; returns how many terms these are. */
static uint32_t other_moves(const struct cirno_values *values, bool doubled, uint32_t level,
                            uint32_t hand, double chance, struct cirno_term *terms)
{
    uint32_t count = 0;
    const struct cirno_step *end;
    const struct cirno_step *step = cirno_other_steps(values, doubled, level, hand, &end);
    for (; step < end; step++)
        terms[count++] = (struct cirno_term){cost_of(values, step), chance * step->chance};
    return count;
}

/* What it costs when she has made this step and the other holds `hand`; maybe in `sums`. NULL: she
 * may not. */
static const double *cost_of_hers(const struct cirno_values *values, const struct cirno_step *step,
                                  uint32_t hand, double *sums)
{
    struct cirno_term terms[CIRNO_HAND];
    if (step == NULL)
        return values->never;
    if (step->fell)
        return values->nothing;
    if (step->end == CIRNO_STEP_SAME)
        return cirno_row_of(values, HERS, step->level, hand);
    return cirno_sum(values, terms, other_moves(values, step->doubled, step->level, hand, 1, terms),
                     sums);
}

/* She moves while the other holds a hand. */
static void make_hers(const struct cirno_values *values, const struct cirno_rows *rows,
                      struct cirno_scratch *scratch)
{
    for (uint32_t lane = 0; lane < CIRNO_LANES; lane++) {
        const struct cirno_step *const *const moves =
            cirno_hers_at(values, rows->doubled, rows->level[lane]);
        scratch->lost[lane] = values->ends.lost[rows->info];
        for (uint32_t kind = 0; kind < values->chain->kinds; kind++)
            scratch->costs[kind][lane] =
                cost_of_hers(values, moves[kind], rows->info, scratch->sums[kind][lane]);
    }
    cirno_clear_best(values, scratch);
    values->code->choose(values, scratch);
    values->code->draw(values, scratch, rows->row);
}

/* The other draws her third card. */
static void make_next(const struct cirno_values *values, const struct cirno_rows *rows,
                      struct cirno_scratch *scratch)
{
    const struct cirno_chain *const chain = values->chain;
    const uint32_t hands = rows->doubled ? HANDS_DOUBLED : HERS;
    (void)scratch;
    for (uint32_t lane = 0; lane < CIRNO_LANES; lane++) {
        struct cirno_term terms[CIRNO_CARDS];
        for (uint32_t kind = 0; kind < chain->kinds; kind++)
            terms[kind] = (struct cirno_term){
                cirno_row_of(values, hands, rows->level[lane], chain->completed[rows->info][kind]),
                chain->chance[kind]};
        values->code->sum(values, terms, chain->kinds, rows->row[lane]);
    }
}

static void make_theirs(const struct cirno_values *values, const struct cirno_rows *rows,
                        struct cirno_scratch *scratch)
{
    const struct cirno_chain *const chain = values->chain;
    (void)scratch;
    for (uint32_t lane = 0; lane < CIRNO_LANES; lane++) {
        struct cirno_term terms[CIRNO_MOST_STEPS];
        uint32_t count = 0;
        for (uint32_t kind = 0; kind < chain->kinds; kind++)
            count +=
                other_moves(values, rows->doubled, rows->level[lane],
                            chain->completed[rows->info][kind], chain->chance[kind], terms + count);
        values->code->sum(values, terms, count, rows->row[lane]);
    }
}

const struct cirno_part cirno_sees_all[CIRNO_TABLES + 1] = {
    [HERS] = {1, .by_hand = true, .make = make_hers},
    [THEIRS] = {3, .make = make_theirs},
    [HERS_NEXT] = {2, .make = make_next},
    [HERS_DOUBLED] = {3, .doubled = true, .make = make_next},
    [HANDS_DOUBLED] = {2, .by_hand = true, .doubled = true, .passing = true, .make = make_hers},
};
