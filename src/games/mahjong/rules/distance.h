/* The distance of a hand from winning, in plain C from the rules. The tables are compared with
 * this.
 *
 * A winning hand of a player with n melds is 4-n melds and a pair, no kind more than four times. Of
 * 13-3n tiles the distance is the least x such that adding x tiles and removing x-1 wins; of 14-3n
 * tiles, adding x and removing x. Either way x is the number of tiles of a winning hand that are
 * not in this one, minimised over all winning hands. While exchanging tiles, the number of copies
 * of a kind never exceeds that in this hand or in the winning one, so the limit of four only
 * restricts the winning hand. Tiles laid down in melds do not count, and special tiles are in no
 * winning hand. */
#ifndef NF_MAHJONG_DISTANCE_H
#define NF_MAHJONG_DISTANCE_H

#include "games/mahjong/rules/mahjong.h"

#include <stdbool.h>

/* ---- rows ----
 *
 * What a part of a hand lacks, packed into one integer for parallel additions and
 * comparisons. Distances and the tables are computed with them; the fast player only uses their
 * classes (fast.h).
 *
 * A row has ten fields of six bits. Field m (0..4) is the least number of tiles missing for m
 * melds, field 5 + m that for m melds and a pair. A value is at most 14 and the sum of two at most
 * 30, so the top bit of each field is free for comparisons. */
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

/* ---- distances ---- */

/* missing[m][p]: the least number of tiles that a suit lacks for m melds, plus a pair if p is 1. */
struct mahjong_missing {
    uint8_t missing[MAHJONG_MAX_MELDS + 1][2];
};

/* Fills `missing` for a suit with count[0 .. ranks-1] tiles of each kind (0..4 each). `runs`: three
 * consecutive tiles are a meld. Thread-safe. */
void mahjong_suit_missing(const uint8_t *count, unsigned ranks, bool runs,
                          struct mahjong_missing *missing);

/* Returns the distance of a hand with `count` tiles of each kind (0..4 each) of a player with
 * `melds` melds laid down (0..4). Thread-safe. */
unsigned mahjong_distance(const uint8_t count[MAHJONG_KINDS], unsigned melds);

/* Returns the distance if winning hands could have up to `copies` tiles of a kind, 4 or 5.
 * Thread-safe. */
unsigned mahjong_distance_of_copies(const uint8_t count[MAHJONG_KINDS], unsigned melds,
                                    unsigned copies);

struct mahjong_tables;

/* A cache of mahjong_suit_missing() for one thread, 0 before its first use. A few megabytes. */
struct mahjong_memo {
    /* NULL; or look-up tables that give the distances to four copies instead, ten times as fast:
     * for looking at games, which the rules in plain C play. */
    const struct mahjong_tables *tables;
    struct mahjong_memo_half { /* the two suits of each half that were asked for last */
        uint32_t suits[2];
        mahjong_row missing;
    } halves[2];
    struct mahjong_memo_entry {
        uint32_t suit; /* its counts, 3 bits each, below the limit of copies: never 0 */
        mahjong_row missing;
    } entries[1 << 17];
};

/* Returns the calling thread's memo, which is kept from game to game; NULL without memory. It is
 * freed when the thread ends. */
struct mahjong_memo *mahjong_thread_memo(void);

/* Returns another one, with `tables`. */
struct mahjong_memo *mahjong_thread_quick_memo(void);

/* Like mahjong_distance_of_copies(), with cached results for suits. */
unsigned mahjong_distance_memo(struct mahjong_memo *memo, const uint8_t count[MAHJONG_KINDS],
                               unsigned melds, unsigned copies);

#endif
