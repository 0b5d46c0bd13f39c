/* The fast player of the mahjong simulator. It shares with the reference the tiles and the outcome
 * record, nothing else. */
#ifndef NF_MAHJONG_FAST_H
#define NF_MAHJONG_FAST_H

#include "games/mahjong/rules/tables.h"

/* Plays the game of `wall` (MAHJONG_COPIES tiles of every kind) and writes its outcome record.
 * Allocates nothing. Thread-safe. */
void mahjong_fast_play(const struct mahjong_tables *tables, const uint8_t wall[MAHJONG_WALL],
                       uint32_t words[MAHJONG_WORDS]);

#endif
