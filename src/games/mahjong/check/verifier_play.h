/* A player who tries everything a player may do, and verifies after each move where all tiles are.
 * She looks hands up in tables like the fast player, but takes none of its short cuts: every
 * discard, claim and win is weighed in full. */
#ifndef NF_MAHJONG_CHECKING_PLAY_H
#define NF_MAHJONG_CHECKING_PLAY_H

#include "games/mahjong/rules/tables.h"

enum { MAHJONG_KIND_ROOM = 40 }; /* kinds, and zeros up to a whole number of words of 8 bytes */

/* A table whose tiles are all accounted for, by kind. */
struct mahjong_checked {
    const struct mahjong_tables *tables;
    const uint8_t *wall;
    uint8_t hands[MAHJONG_SEATS][MAHJONG_KIND_ROOM];
    uint8_t left[MAHJONG_KIND_ROOM]; /* in the wall */
    uint8_t laid[MAHJONG_KIND_ROOM]; /* in melds */
    uint8_t thrown[MAHJONG_KIND_ROOM];
    uint32_t keys[MAHJONG_SEATS][MAHJONG_SUITS + 1]; /* see tables.h; the last one stays 0 */
    uint8_t melds[MAHJONG_SEATS];
    unsigned drawn; /* tiles of the wall */
    unsigned step;  /* to the next seat, modulo 4: 1 or 3 */
    unsigned turn;  /* discards, and one more */
    unsigned seat;  /* who drew, discarded or claimed last */
    const char *fault;
};

/* What is wrong with the table between two moves, or NULL. `more`: the seat that has drawn or
 * claimed and holds a tile more than the others, or MAHJONG_SEATS. */
const char *mahjong_check_table(const struct mahjong_checked *checked, unsigned more);

/* What is wrong with the keys of the hands, which follow from the tiles in them, or NULL. */
const char *mahjong_check_keys(const struct mahjong_checked *checked);

/* Plays the game of `wall` to its end, or until something is wrong: then checked->fault says what,
 * else it is NULL and `outcome` is the game's. Thread-safe. */
void mahjong_checked_play(struct mahjong_checked *checked, const struct mahjong_tables *tables,
                          const uint8_t wall[MAHJONG_WALL], struct mahjong_outcome *outcome);

#endif
