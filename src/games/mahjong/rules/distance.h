/* How far a hand is from winning, in plain C from the rules: what the tables are compared with.
 *
 * A winning hand of a player with n melds is 4-n melds and a pair, no kind more than four times.
 * Of 13-3n tiles the distance is the least x such that adding x tiles and removing x-1 wins; of
 * 14-3n tiles, adding x and removing x. Either way x counts the tiles of a winning hand that are
 * not in this one, for the winning hand of which the fewest are missing. The most copies of a kind
 * on the way are those in this hand or those in the winning one, so the limit of four while adding
 * is a limit on the winning hand. Tiles laid down in melds do not count, and special tiles are in
 * no winning hand. */
#ifndef NF_MAHJONG_DISTANCE_H
#define NF_MAHJONG_DISTANCE_H

#include "games/mahjong/rules/mahjong.h"

#include <stdbool.h>

/* missing[m][p]: the fewest tiles that one suit lacks to hold m melds, and a pair where p is 1. */
struct mahjong_missing {
    uint8_t missing[MAHJONG_MAX_MELDS + 1][2];
};

/* What a suit with `count` tiles of each of its `ranks` kinds lacks (0..4 tiles each). Three tiles
 * in a row of it are a meld where `runs` is set. Thread-safe. */
void mahjong_suit_missing(const uint8_t *count, unsigned ranks, bool runs,
                          struct mahjong_missing *missing);

/* The distance of a hand of `count` tiles of each kind (0..4 each) whose player has `melds` melds
 * (0..4). Thread-safe. */
unsigned mahjong_distance(const uint8_t count[MAHJONG_KINDS], unsigned melds);

/* What the distance would be if winning hands could hold up to `copies` tiles of a kind, 4 or 5.
 * Thread-safe. */
unsigned mahjong_distance_of_copies(const uint8_t count[MAHJONG_KINDS], unsigned melds,
                                    unsigned copies);

/* Results of mahjong_suit_missing() worth keeping, for one thread. A few megabytes. */
struct mahjong_memo {
    struct mahjong_memo_entry {
        uint32_t suit; /* its counts, 3 bits each, below the limit of copies */
        struct mahjong_missing missing;
    } entries[1 << 17];
};

/* Makes `memo` hold nothing; needed before its first use. */
void mahjong_memo_clear(struct mahjong_memo *memo);

/* The calling thread's own memo: what it learnt in one game helps in the next one. NULL without
 * memory. It is given back when the thread ends. */
struct mahjong_memo *mahjong_thread_memo(void);

/* mahjong_distance_of_copies(), looked up where the same suit was met before. */
unsigned mahjong_distance_memo(struct mahjong_memo *memo, const uint8_t count[MAHJONG_KINDS],
                               unsigned melds, unsigned copies);

#endif
