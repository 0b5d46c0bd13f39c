/* A player that tries every possible move and verifies all tiles after each move. It looks up hands
 * in the same tables as the fast player but takes none of its short cuts: it evaluates every
 * discard, claim and win in full. */
#ifndef NF_MAHJONG_VERIFIER_PLAY_H
#define NF_MAHJONG_VERIFIER_PLAY_H

#include "games/mahjong/rules/tables.h"

enum { MAHJONG_KIND_ROOM = 40 }; /* kinds, padded with zeros to a multiple of 8 bytes */

/* A game with counts of all tiles, by kind. */
struct mahjong_checked {
    const struct mahjong_tables *tables;
    const uint8_t *wall;
    uint8_t hands[MAHJONG_SEATS][MAHJONG_KIND_ROOM];
    uint8_t left[MAHJONG_KIND_ROOM]; /* in the wall */
    uint8_t laid[MAHJONG_KIND_ROOM]; /* in melds */
    uint8_t thrown[MAHJONG_KIND_ROOM];
    uint32_t keys[MAHJONG_SEATS][MAHJONG_SUITS + 1]; /* see tables.h; the last one stays 0 */
    uint8_t melds[MAHJONG_SEATS];
    unsigned drawn; /* tiles drawn from the wall */
    unsigned step;  /* to the next seat, modulo 4: 1 or 3 */
    unsigned turn;  /* discards, and one more */
    unsigned seat;  /* seat of the last draw, discard or claim */
    const char *fault;
};

/* Returns what is wrong with the table between two moves, or NULL. `more` is the seat that has one
 * tile more than the others after a draw or claim, or MAHJONG_SEATS. */
const char *mahjong_check_table(const struct mahjong_checked *checked, unsigned more);

/* Returns what is wrong with the keys of the hands, or NULL. */
const char *mahjong_check_keys(const struct mahjong_checked *checked);

/* Plays the game of `wall` to its end or to the first fault. Sets checked->fault to the fault, or
 * to NULL; then `outcome` is filled. Thread-safe. */
void mahjong_checked_play(struct mahjong_checked *checked, const struct mahjong_tables *tables,
                          const uint8_t wall[MAHJONG_WALL], struct mahjong_outcome *outcome);

#endif
