/* How rows of values are made, for each way of seeing. */
#include "games/cirno/simulated/exact/values_internal.h"

#include <assert.h>

/* ---- who sees her hand, p and DOUBLE, and the pair that the other held before her move ---- */

/* Rows by the pair that the other holds. */
enum { OWN_HERS, OWN_THEIRS, OWN_HERS_DOUBLED, OWN_THEIRS_DOUBLED };

/* Something the other may do when she has drawn, and what she holds then. */
struct way {
    uint32_t level, theirs;
    bool doubled;
    double chance;
};

/* What it costs when she has made this step and the other holds `theirs`. */
static const double *cost_for_own(const struct cirno_values *values, const struct cirno_step *step,
                                  uint32_t theirs)
{
    if (step->fell)
        return values->nothing;
    const uint32_t table = step->end == CIRNO_STEP_SAME ? OWN_HERS
                           : step->doubled              ? OWN_THEIRS_DOUBLED
                                                        : OWN_THEIRS;
    return cirno_row_of(values, table, step->level, theirs);
}

/* The other held a pair, and mostly plays the same card of it whatever she draws: then what she may
 * keep is all pairs with the other card, but for a few. Tells ways that look alike as the sum of
 * those rows and what differs from it, if these are fewer terms. Returns how many. */
static uint32_t shorten(const struct cirno_values *values, uint32_t pair, struct way *ways,
                        uint32_t count)
{
    const struct cirno_chain *const chain = values->chain;
    double chance[CIRNO_CHAIN_PAIRS] = {0};
    uint32_t least = count, kept = 0, terms = 1;
    for (uint32_t i = 0; i < count; i++)
        chance[ways[i].theirs] = ways[i].chance;
    for (uint32_t i = 0; i < 2; i++) {
        const uint8_t *const with = chain->joined[chain->kinds_of[pair][i]];
        uint32_t differ = count + 1;
        for (uint32_t kind = 0; kind < chain->kinds; kind++) {
            differ += chance[with[kind]] != chain->chance[kind];
            differ -= chance[with[kind]] > 0;
        }
        if (differ < least) {
            least = differ;
            kept = chain->kinds_of[pair][i];
        }
    }
    if (least == count)
        return count;
    for (uint32_t kind = 0; kind < chain->kinds; kind++)
        chance[chain->joined[kept][kind]] -= chain->chance[kind];
    ways[0].theirs = cirno_sum_of(values, kept);
    ways[0].chance = 1;
    for (uint32_t theirs = 0; theirs < chain->pairs; theirs++)
        if (chance[theirs] != 0)
            ways[terms++] = (struct way){.theirs = theirs, .chance = chance[theirs]};
    assert(terms == least);
    return terms;
}

/* She moves, and does not know which of the ways was taken: all lead to the same p and DOUBLE, and
 * began with a pair. Lists in a lane what each of her cards costs. */
static void list_costs(const struct cirno_values *values, bool doubled, uint32_t level,
                       uint32_t pair, struct way *ways, uint32_t count, uint32_t lane,
                       struct cirno_scratch *scratch)
{
    const struct cirno_step *const *const moves = cirno_hers_at(values, doubled, level);
    scratch->lost[lane] = 0;
    for (uint32_t i = 0; i < count; i++)
        scratch->lost[lane] += ways[i].chance * values->ends.lost[ways[i].theirs];
    count = shorten(values, pair, ways, count);
    for (uint32_t kind = 0; kind < values->chain->kinds; kind++) {
        struct cirno_term terms[CIRNO_MOST_STEPS];
        for (uint32_t i = 0; moves[kind] != NULL && i < count; i++)
            terms[i] = (struct cirno_term){cost_for_own(values, moves[kind], ways[i].theirs),
                                           ways[i].chance};
        scratch->costs[kind][lane] =
            moves[kind] == NULL ? values->never
                                : cirno_sum(values, terms, count, scratch->sums[kind][lane]);
    }
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

/* What the other may do at a level: `ways` that lead to her moves and are yet to be gone through,
 * and what costs that leave her no choice. */
struct going {
    uint32_t pair;
    struct way list[CIRNO_MOST_STEPS], *ways;
    struct cirno_term forced[CIRNO_MOST_STEPS];
    uint32_t count, forced_count;
};

static void add_term(struct going *going, const double *row, double chance)
{
    going->forced[going->forced_count++] = (struct cirno_term){row, chance};
}

/* The other moves, and holds this pair. */
static void list_moves_for_own(const struct cirno_values *values, bool doubled, uint32_t level,
                               uint32_t theirs, struct going *going)
{
    const struct cirno_chain *const chain = values->chain;
    going->pair = theirs;
    going->ways = going->list;
    going->count = going->forced_count = 0;
    for (uint32_t kind = 0; kind < chain->kinds; kind++) {
        const struct cirno_step *end;
        const struct cirno_step *step =
            cirno_other_steps(values, doubled, level, chain->completed[theirs][kind], &end);
        for (; step < end; step++) {
            const double chance = chain->chance[kind] * step->chance;
            assert(going->count + going->forced_count < CIRNO_MOST_STEPS);
            if (step->end == CIRNO_STEP_LOST)
                add_term(going, values->won, chance);
            else if (step->fell)
                continue; /* costs nothing */
            else if (step->end == CIRNO_STEP_SAME)
                add_term(going, cirno_row_of(values, OWN_THEIRS, step->level, step->pair), chance);
            else
                going->list[going->count++] =
                    (struct way){step->level, step->pair, step->doubled, chance};
        }
    }
}

/* Goes on to where she has a choice, and lists its costs in a lane: zeros where there is none.
 * Returns whether there is one. */
static bool next_choice(const struct cirno_values *values, struct going *going, uint32_t lane,
                        struct cirno_scratch *scratch)
{
    while (going->count > 0) {
        struct way *const ways = going->ways;
        const uint32_t found = alike(going->ways, &going->count);
        going->ways += found;
        going->count -= found;
        if (found > 1) {
            list_costs(values, ways->doubled, ways->level, going->pair, ways, found, lane, scratch);
            return true;
        }
        add_term(going,
                 cirno_row_of(values, ways->doubled ? OWN_HERS_DOUBLED : OWN_HERS, ways->level,
                              ways->theirs),
                 ways->chance);
    }
    for (uint32_t kind = 0; kind < values->chain->kinds; kind++)
        scratch->costs[kind][lane] = values->nothing;
    return false;
}

static void make_theirs_for_own(const struct cirno_values *values, const struct cirno_rows *rows,
                                struct cirno_scratch *scratch)
{
    struct going going[CIRNO_LANES];
    bool any = true;
    cirno_clear_best(values, scratch);
    for (uint32_t lane = 0; lane < CIRNO_LANES; lane++)
        list_moves_for_own(values, rows->doubled, rows->level[lane], rows->info, &going[lane]);
    while (any) {
        any = false;
        for (uint32_t lane = 0; lane < CIRNO_LANES; lane++)
            any |= next_choice(values, &going[lane], lane, scratch);
        if (any)
            values->code->choose(values, scratch);
    }
    values->code->draw(values, scratch, rows->row);
    for (uint32_t lane = 0; lane < CIRNO_LANES; lane++) {
        double *const known = scratch->sums[0][lane];
        values->code->sum(values, going[lane].forced, going[lane].forced_count, known);
        for (uint32_t pair = 0; pair < values->columns; pair++)
            rows->row[lane][pair] += known[pair];
    }
}

/* She moves and knows what the other holds. */
static void make_hers_for_own(const struct cirno_values *values, const struct cirno_rows *rows,
                              struct cirno_scratch *scratch)
{
    struct way way = {.theirs = rows->info, .chance = 1};
    cirno_clear_best(values, scratch);
    for (uint32_t lane = 0; lane < CIRNO_LANES; lane++)
        list_costs(values, rows->doubled, rows->level[lane], rows->info, &way, 1, lane, scratch);
    values->code->choose(values, scratch);
    values->code->draw(values, scratch, rows->row);
}

const struct cirno_part cirno_sees_own[CIRNO_TABLES + 1] = {
    [OWN_HERS] = {2, .summed = true, .make = make_hers_for_own},
    [OWN_THEIRS] = {1, .summed = true, .make = make_theirs_for_own},
    [OWN_HERS_DOUBLED] = {2, .doubled = true, .make = make_hers_for_own},
    [OWN_THEIRS_DOUBLED] = {1, .doubled = true, .summed = true, .make = make_theirs_for_own},
};

/* ---- who sees both hands, p and DOUBLE ---- */

/* ALL_HERS: by the hand that the other holds. Then by her pair, the third card yet to be drawn; who
 * moves, and with DOUBLE or not. ALL_HERS_DOUBLED is made of ALL_HANDS_DOUBLED, by the hand again.
 * ALL_THEIRS is made last: after the other's moves it is mostly her turn. */
enum { ALL_HERS, ALL_THEIRS, ALL_HERS_NEXT, ALL_HERS_DOUBLED, ALL_HANDS_DOUBLED };

/* What it costs when the other has made this step. */
static const double *cost_for_all(const struct cirno_values *values, const struct cirno_step *step)
{
    if (step->end == CIRNO_STEP_LOST)
        return values->won;
    if (step->fell)
        return values->nothing;
    const uint32_t table = step->end == CIRNO_STEP_SAME ? ALL_THEIRS
                           : step->doubled              ? ALL_HERS_DOUBLED
                                                        : ALL_HERS_NEXT;
    return cirno_row_of(values, table, step->level, step->pair);
}

/* Lists what it costs when the other moves with this hand; returns how many terms these are. */
static uint32_t list_moves_for_all(const struct cirno_values *values, bool doubled, uint32_t level,
                                   uint32_t hand, double chance, struct cirno_term *terms)
{
    uint32_t count = 0;
    const struct cirno_step *end;
    const struct cirno_step *step = cirno_other_steps(values, doubled, level, hand, &end);
    for (; step < end; step++)
        terms[count++] = (struct cirno_term){cost_for_all(values, step), chance * step->chance};
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
        return cirno_row_of(values, ALL_HERS, step->level, hand);
    return cirno_sum(values, terms,
                     list_moves_for_all(values, step->doubled, step->level, hand, 1, terms), sums);
}

/* She moves while the other holds a hand. */
static void make_hers_for_all(const struct cirno_values *values, const struct cirno_rows *rows,
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
    const uint32_t hands = rows->doubled ? ALL_HANDS_DOUBLED : ALL_HERS;
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

static void make_theirs_for_all(const struct cirno_values *values, const struct cirno_rows *rows,
                                struct cirno_scratch *scratch)
{
    const struct cirno_chain *const chain = values->chain;
    (void)scratch;
    for (uint32_t lane = 0; lane < CIRNO_LANES; lane++) {
        struct cirno_term terms[CIRNO_MOST_STEPS];
        uint32_t count = 0;
        for (uint32_t kind = 0; kind < chain->kinds; kind++)
            count += list_moves_for_all(values, rows->doubled, rows->level[lane],
                                        chain->completed[rows->info][kind], chain->chance[kind],
                                        terms + count);
        values->code->sum(values, terms, count, rows->row[lane]);
    }
}

const struct cirno_part cirno_sees_all[CIRNO_TABLES + 1] = {
    [ALL_HERS] = {1, .by_hand = true, .make = make_hers_for_all},
    [ALL_THEIRS] = {3, .make = make_theirs_for_all},
    [ALL_HERS_NEXT] = {2, .make = make_next},
    [ALL_HERS_DOUBLED] = {3, .doubled = true, .make = make_next},
    [ALL_HANDS_DOUBLED] = {2, .by_hand = true, .doubled = true, .passing = true,
                           .make = make_hers_for_all},
};
