/* The fast player of the mahjong simulator. It shares only tiles, outcome record and what observers
 * are told with the reference. */
#ifndef NF_MAHJONG_FAST_H
#define NF_MAHJONG_FAST_H

#include "games/mahjong/rules/reference.h"
#include "games/mahjong/rules/tables.h"

/* When an observer gets a distance. */
enum mahjong_distance_when {
    MAHJONG_DEALT_AT,     /* after the deal */
    MAHJONG_DISCARDED_AT, /* after the seat's discard */
    MAHJONG_CLAIMED_AT,   /* before the seat's claim */
};

/* An observer of distances. */
struct mahjong_distance_observer {
    void (*notify)(struct mahjong_distance_observer *observer, enum mahjong_distance_when what,
                   unsigned seat, unsigned distance);
};

/* Plays the game of `wall` (MAHJONG_COPIES tiles of each kind) and writes its outcome record.
 * Allocates no memory. Thread-safe. */
void mahjong_fast_play(const struct mahjong_tables *tables, const uint8_t wall[MAHJONG_WALL],
                       uint32_t words[MAHJONG_WORDS]);

/* Plays the game of `wall` and reports distances to `observer`. Thread-safe if each thread has its
 * own observer. */
void mahjong_fast_follow(const struct mahjong_tables *tables, const uint8_t wall[MAHJONG_WALL],
                         struct mahjong_distance_observer *observer);

/* Plays the game of `wall` and reports to `observer` what mahjong_play() would, in a fifth of its
 * time. Thread-safe if each thread has its own observer. */
void mahjong_fast_describe(const struct mahjong_tables *tables, const uint8_t wall[MAHJONG_WALL],
                           struct mahjong_observer *observer);

#endif
