/* Rows: what a part of a hand lacks, packed into one integer for parallel additions and
 * comparisons. Distances and the tables are computed with them; the fast player only uses their
 * classes (tables.h).
 *
 * A row has ten fields of six bits. Field m (0..4) is the least number of tiles missing for m
 * melds, field 5 + m that for m melds and a pair. A value is at most 14 and the sum of two at most
 * 30, so the top bit of each field is free for comparisons. */
#ifndef NF_MAHJONG_ROWS_H
#define NF_MAHJONG_ROWS_H

#include "games/mahjong/rules/mahjong.h"

typedef uint64_t mahjong_row;

enum {
    MAHJONG_FIELD = 6,                                      /* bits */
    MAHJONG_FIELDS = 2 * (MAHJONG_MAX_MELDS + 1),           /* of a row */
    MAHJONG_HALF = MAHJONG_FIELD * (MAHJONG_MAX_MELDS + 1), /* bits of the fields without a pair */
    MAHJONG_NEVER = 15, /* value of a field: more than any hand lacks */
};

#define MAHJONG_HALF_ONES ((mahjong_row)0x01041041)              /* 1 in fields 0..4 */
#define MAHJONG_HALF_MASK (((mahjong_row)1 << MAHJONG_HALF) - 1) /* fields 0..4 */
#define MAHJONG_ONES      (MAHJONG_HALF_ONES << MAHJONG_HALF | MAHJONG_HALF_ONES)
#define MAHJONG_TOPS      (MAHJONG_ONES << (MAHJONG_FIELD - 1))

/* Returns the minimum of each field. */
static inline mahjong_row mahjong_row_min(mahjong_row a, mahjong_row b)
{
    const mahjong_row not_less = ((a | MAHJONG_TOPS) - b) & MAHJONG_TOPS;
    const mahjong_row take_b = not_less - (not_less >> (MAHJONG_FIELD - 1));
    return a ^ ((a ^ b) & take_b);
}

/* Returns a half row with the value of field m in all fields 0..4. */
static inline mahjong_row mahjong_row_spread(mahjong_row half, unsigned m)
{
    return (half >> (MAHJONG_FIELD * m) & 15) * MAHJONG_HALF_ONES;
}

/* Returns `half` shifted up by m melds; the lowest m fields become MAHJONG_NEVER. */
static inline mahjong_row mahjong_row_up(mahjong_row half, unsigned m)
{
    const mahjong_row lowest = ((mahjong_row)1 << (MAHJONG_FIELD * m)) - 1;
    return (half << (MAHJONG_FIELD * m) & MAHJONG_HALF_MASK) |
           (MAHJONG_NEVER * MAHJONG_HALF_ONES & lowest);
}

/* Returns field m, with `pair` of those with a pair. */
static inline unsigned mahjong_row_field(mahjong_row row, unsigned m, unsigned pair)
{
    return (unsigned)(row >> (MAHJONG_HALF * pair + MAHJONG_FIELD * m) & 15);
}

/* Returns what was lacking for as many melds less `m`, with and without a pair. */
static inline mahjong_row mahjong_row_melds(mahjong_row row, unsigned m)
{
    return mahjong_row_up(row & MAHJONG_HALF_MASK, m) | mahjong_row_up(row >> MAHJONG_HALF, m)
                                                            << MAHJONG_HALF;
}

/* Returns what was lacking without a pair as what is with one. */
static inline mahjong_row mahjong_row_pair(mahjong_row row)
{
    return row << MAHJONG_HALF | MAHJONG_NEVER * MAHJONG_HALF_ONES;
}

/* Returns what two parts of a hand lack together: the minimum over all ways to share melds and pair
 * between them. */
static inline mahjong_row mahjong_row_join(mahjong_row a, mahjong_row b)
{
    const mahjong_row a_melds = a & MAHJONG_HALF_MASK, a_pair = a >> MAHJONG_HALF;
    const mahjong_row b_melds = b & MAHJONG_HALF_MASK, b_pair = b >> MAHJONG_HALF;
    /* `a` with no melds lacks nothing, so the first candidate is `b`. */
    mahjong_row joined = b;
    for (unsigned m = 1; m <= MAHJONG_MAX_MELDS; m++) {
        const mahjong_row spread = mahjong_row_spread(a_melds, m);
        const mahjong_row candidate = (mahjong_row_up(b_melds, m) + spread) |
                                      (mahjong_row_up(b_pair, m) + spread) << MAHJONG_HALF;
        joined = mahjong_row_min(joined, candidate);
    }
    mahjong_row pair = b_melds + mahjong_row_spread(a_pair, 0);
    for (unsigned m = 1; m <= MAHJONG_MAX_MELDS; m++)
        pair = mahjong_row_min(pair, mahjong_row_up(b_melds, m) + mahjong_row_spread(a_pair, m));
    return mahjong_row_min(joined, mahjong_row_pair(pair));
}

#endif
