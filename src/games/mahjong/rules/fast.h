/* The fast player of the mahjong simulator. It shares only tiles, outcome record and what observers
 * get with the reference. */
#ifndef NF_MAHJONG_FAST_H
#define NF_MAHJONG_FAST_H

#include "base/error.h"
#include "games/mahjong/rules/mahjong.h"
#include "games/mahjong/rules/reference.h"

/* ---- look-up tables for the distance of a hand, by suit (tables.c) ----
 *
 * What a part of a hand lacks (see distance.h) has fewer than 200 different values, its classes,
 * and joining two parts gives one of these classes again. So a byte describes a part. The distance
 * of a hand takes four look-ups by suit, three joins of classes and one final look-up; most of them
 * do not change when a tile is added or removed.
 *
 * The key of a suit changes by a constant with each tile. M, P and S: bits 0..15 are the counts of
 * ranks 1..5 as digits of base 5, bits 16..31 those of ranks 6..9. Honours are interchangeable, so
 * their key only has the number of kinds held once, twice, three and four times, 3 bits each. */
enum {
    MAHJONG_LOW_KEYS = 3125, /* 5^5: ranks 1..5 */
    MAHJONG_HIGH_KEYS = 625, /* 5^4: ranks 6..9 */
    MAHJONG_HONOUR_KEYS = 4096,
    MAHJONG_SUIT_TILES = MAHJONG_HAND + 1, /* at most in one suit */
    MAHJONG_SUIT_HANDS = 405350,           /* number of hands of up to 14 tiles in a suit */
    MAHJONG_MOST_CLASSES = 256,
};

/* About 490 KB, of which a game uses a small part. */
struct mahjong_tables {
    uint32_t classes;                          /* number of classes */
    uint32_t low_base[MAHJONG_LOW_KEYS];       /* first index of hands with these ranks 1..5 */
    uint16_t high_place[MAHJONG_HIGH_KEYS];    /* offset of these ranks 6..9 among them */
    uint8_t suit_class[MAHJONG_SUIT_HANDS];    /* by low_base + high_place */
    uint8_t honour_class[MAHJONG_HONOUR_KEYS]; /* by key */
    uint8_t join[MAHJONG_MOST_CLASSES][MAHJONG_MOST_CLASSES]; /* class of two joined parts */
    uint8_t distance[MAHJONG_MAX_MELDS + 1]
                    [MAHJONG_MOST_CLASSES]; /* by melds laid down and class of all four suits */
};

/* [kind][n]: the change of the suit's key when the count of a kind goes from n to n + 1. 0 for
 * special tiles. */
extern const uint32_t mahjong_key_step[MAHJONG_KINDS][MAHJONG_COPIES];

/* Computes the tables in about 6 ms. They are constant, so all threads may share them. Release with
 * free(). Returns NF_IO without memory. */
enum nf_status mahjong_tables_make(struct mahjong_tables **tables, struct nf_error *err);

/* Returns tables shared by the whole process, computed by the first call and never freed. NULL
 * without memory. Thread-safe. */
const struct mahjong_tables *mahjong_shared_tables(void);

/* Returns the class of M, P or S (suits 0..2) with this key of at most MAHJONG_SUIT_TILES tiles. */
static inline unsigned mahjong_suit_class(const struct mahjong_tables *tables, uint32_t key)
{
    return tables->suit_class[tables->low_base[key & 0xffff] + tables->high_place[key >> 16]];
}

/* Returns the class of any suit, 0..3, with this key of at most MAHJONG_SUIT_TILES tiles. */
static inline unsigned mahjong_class(const struct mahjong_tables *tables, unsigned suit,
                                     uint32_t key)
{
    return suit == MAHJONG_SUITS - 1 ? tables->honour_class[key] : mahjong_suit_class(tables, key);
}

/* Returns the distance of a hand of at most MAHJONG_SUIT_TILES tiles, as mahjong_distance().
 * Thread-safe. */
unsigned mahjong_table_distance(const struct mahjong_tables *tables,
                                const uint8_t count[MAHJONG_KINDS], unsigned melds);

/* ---- the player ---- */

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
