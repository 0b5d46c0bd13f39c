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

#include "games/mahjong/rules/rows.h"

#include <stdbool.h>

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
