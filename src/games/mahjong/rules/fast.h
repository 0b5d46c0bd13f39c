/* The fast player of the mahjong simulator. It shares with the reference the tiles and the outcome
 * record, nothing else. */
#ifndef NF_MAHJONG_FAST_H
#define NF_MAHJONG_FAST_H

#include "games/mahjong/rules/tables.h"

/* What can be told of distances while a game is played. */
enum mahjong_told_distance {
    MAHJONG_DEALT_AT,     /* a seat's distance after the deal */
    MAHJONG_DISCARDED_AT, /* after her discard */
    MAHJONG_CLAIMED_AT,   /* before her claim */
};

/* Is told the distance of `seat`. */
struct mahjong_distance_observer {
    void (*tell)(struct mahjong_distance_observer *observer, enum mahjong_told_distance what,
                 unsigned seat, unsigned distance);
};

/* Plays the game of `wall` (MAHJONG_COPIES tiles of every kind) and writes its outcome record.
 * Allocates nothing. Thread-safe. */
void mahjong_fast_play(const struct mahjong_tables *tables, const uint8_t wall[MAHJONG_WALL],
                       uint32_t words[MAHJONG_WORDS]);

/* Plays the game of `wall` and tells `observer` of it. Thread-safe with an observer of its own for
 * each thread. */
void mahjong_fast_follow(const struct mahjong_tables *tables, const uint8_t wall[MAHJONG_WALL],
                         struct mahjong_distance_observer *observer);

#endif
