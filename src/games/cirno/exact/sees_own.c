/* Values of who sees her hand, p and DOUBLE, and the pair that the other held before her move. */
#include "games/cirno/exact/values_internal.h"

#include <assert.h>

/* Rows by the pair that the other holds. */
enum { HERS, THEIRS, HERS_DOUBLED, THEIRS_DOUBLED };

enum { MOST_WAYS = CIRNO_CARDS * CIRNO_HAND };

/* Something the other may do when she has drawn, and what she holds then. */
struct way {
    uint32_t level, theirs;
    bool doubled;
    double chance;
};

/* What it costs when she has made this step and the other holds `theirs`. */
static const double *cost_of(const struct cirno_values *values, const struct cirno_step *step,
                             uint32_t theirs)
{
    if (step->fell)
        return values->nothing;
    const uint32_t table = step->end == CIRNO_STEP_SAME ? HERS
                           : step->doubled              ? THEIRS_DOUBLED
                                                        : THEIRS;
    return cirno_row_of(values, table, step->level, theirs);
}

/* She moves, and does not know which of the ways was taken: all lead to the same p and DOUBLE. */
static void move(const struct cirno_values *values, bool doubled, uint32_t level,
                 const struct way *ways, uint32_t count, struct cirno_scratch *scratch)
{
    const struct cirno_step *const *const moves = cirno_hers_at(values, doubled, level);
    double lost = 0;
    for (uint32_t i = 0; i < count; i++)
        lost += ways[i].chance * values->ends.lost[ways[i].theirs];
    for (uint32_t kind = 0; kind < values->chain->kinds; kind++) {
        if (moves[kind] == NULL) {
            cirno_cannot_play(values, kind, scratch);
            continue;
        }
        cirno_set_row(scratch->costs[kind], cost_of(values, moves[kind], ways[0].theirs),
                      ways[0].chance, values->columns);
        for (uint32_t i = 1; i < count; i++)
            cirno_add_row(scratch->costs[kind], cost_of(values, moves[kind], ways[i].theirs),
                          ways[i].chance, values->columns);
    }
    cirno_choose_cheapest(values, lost, scratch);
}

/* Brings the ways that look like the first one to her behind it. Returns how many they are, those
 * of one pair taken together. */
static uint32_t alike(struct way *ways, uint32_t *count)
{
    uint32_t found = 1, left = 1;
    for (uint32_t i = 1; i < *count; i++) {
        const struct way way = ways[i];
        uint32_t same = 0;
        if (way.level != ways[0].level || way.doubled != ways[0].doubled) {
            ways[left++] = way;
            continue;
        }
        while (same < found && ways[same].theirs != way.theirs)
            same++;
        if (same < found)
            ways[same].chance += way.chance;
        else {
            ways[left++] = ways[found];
            ways[found++] = way;
        }
    }
    *count = left;
    return found;
}

/* The other moves, and holds this pair. What leads to her moves is left in ways[]; the rest is
 * added to the row. Returns how many ways are left. */
static uint32_t other_moves(const struct cirno_values *values, bool doubled, uint32_t level,
                            uint32_t theirs, struct way *ways, double *row)
{
    const struct cirno_chain *const chain = values->chain;
    uint32_t count = 0;
    for (uint32_t kind = 0; kind < chain->kinds; kind++) {
        const struct cirno_step *end;
        const struct cirno_step *step =
            cirno_other_steps(values, doubled, level, chain->completed[theirs][kind], &end);
        for (; step < end; step++) {
            const double chance = chain->chance[kind] * step->chance;
            if (step->end == CIRNO_STEP_LOST)
                cirno_add_row(row, values->ends.won, chance, chain->pairs);
            else if (step->fell)
                continue; /* costs nothing */
            else if (step->end == CIRNO_STEP_SAME)
                cirno_add_row(row, cirno_row_of(values, THEIRS, step->level, step->pair), chance,
                              chain->pairs);
            else
                ways[count++] = (struct way){step->level, step->pair, step->doubled, chance};
        }
    }
    assert(count <= MOST_WAYS);
    return count;
}

static void make_theirs(const struct cirno_values *values, bool doubled, uint32_t level,
                        uint32_t theirs, struct cirno_scratch *scratch, double *row)
{
    struct way list[MOST_WAYS], *ways = list;
    cirno_row known;
    cirno_clear_row(values, known);
    uint32_t count = other_moves(values, doubled, level, theirs, ways, known);
    cirno_clear_best(values, scratch);
    while (count > 0) {
        const uint32_t found = alike(ways, &count);
        if (found == 1)
            cirno_add_row(known,
                          cirno_row_of(values, ways->doubled ? HERS_DOUBLED : HERS, ways->level,
                                       ways->theirs),
                          ways->chance, values->columns);
        else
            move(values, ways->doubled, ways->level, ways, found, scratch);
        ways += found;
        count -= found;
    }
    cirno_before_draw(values, scratch->best, row);
    cirno_add_row(row, known, 1, values->columns);
}

/* She moves and knows what the other holds. */
static void make_hers(const struct cirno_values *values, bool doubled, uint32_t level,
                      uint32_t theirs, struct cirno_scratch *scratch, double *row)
{
    const struct way way = {.theirs = theirs, .chance = 1};
    cirno_clear_best(values, scratch);
    move(values, doubled, level, &way, 1, scratch);
    cirno_before_draw(values, scratch->best, row);
}

const struct cirno_part cirno_sees_own[CIRNO_TABLES + 1] = {
    [HERS] = {2, false, false, false, make_hers},
    [THEIRS] = {1, false, false, false, make_theirs},
    [HERS_DOUBLED] = {2, false, true, false, make_hers},
    [THEIRS_DOUBLED] = {1, false, true, false, make_theirs},
};
