/* What every suit of a hand lacks, looked up: all that the fast player knows of distances.
 *
 * Of what part of a hand lacks (see distance.h) there are few different cases, less than 200, and
 * putting two parts together leads to none but these: its class, a byte, says all about a part. So
 * the distance of a hand is four look-ups by suit, three joins of classes and one last look-up, and
 * most of them stay as they are when a tile comes or goes.
 *
 * A suit's key changes by a fixed number with every tile. M, P and S: bits 0..15 are the counts of
 * ranks 1..5 as digits of base 5, bits 16..31 those of ranks 6..9. Honours are alike, so of them
 * only how many kinds are held once, twice, three and four times matters, 3 bits each. */
#ifndef NF_MAHJONG_TABLES_H
#define NF_MAHJONG_TABLES_H

#include "base/error.h"
#include "games/mahjong/rules/mahjong.h"

enum {
    MAHJONG_LOW_KEYS = 3125, /* 5^5: ranks 1..5 */
    MAHJONG_HIGH_KEYS = 625, /* 5^4: ranks 6..9 */
    MAHJONG_HONOUR_KEYS = 4096,
    MAHJONG_SUIT_TILES = MAHJONG_HAND + 1, /* at most in one suit */
    MAHJONG_SUIT_HANDS = 405350,           /* ways to hold up to 14 tiles of a suit */
    MAHJONG_MOST_CLASSES = 256,
};

/* About 490 KB, of which a game touches a small part. */
struct mahjong_tables {
    uint32_t classes;                          /* how many there are */
    uint32_t low_base[MAHJONG_LOW_KEYS];       /* where the hands with these ranks 1..5 start, */
    uint16_t high_place[MAHJONG_HIGH_KEYS];    /* and where among them those ranks 6..9 are */
    uint8_t suit_class[MAHJONG_SUIT_HANDS];    /* by low_base + high_place */
    uint8_t honour_class[MAHJONG_HONOUR_KEYS]; /* by key */
    uint8_t join[MAHJONG_MOST_CLASSES][MAHJONG_MOST_CLASSES]; /* the class of two parts together */
    uint8_t distance[MAHJONG_MAX_MELDS + 1][MAHJONG_MOST_CLASSES]; /* by melds laid down, and the
                                                                      class of all four suits */
};

/* How the key of its suit changes when a kind held n times is held once more: [kind][n]. 0 for
 * special tiles. */
extern const uint32_t mahjong_key_step[MAHJONG_KINDS][MAHJONG_COPIES];

/* Computes the tables in about 6 ms; constant afterwards, so shared by all threads. Release with
 * free(). NF_IO without memory. */
enum nf_status mahjong_tables_make(struct mahjong_tables **tables, struct nf_error *err);

/* The tables that all of a process can share, computed by the first call; they stay until it ends.
 * NULL without memory. Thread-safe. */
const struct mahjong_tables *mahjong_shared_tables(void);

/* The class of M, P or S (suits 0..2) with this key, at most MAHJONG_SUIT_TILES tiles. */
static inline unsigned mahjong_suit_class(const struct mahjong_tables *tables, uint32_t key)
{
    return tables->suit_class[tables->low_base[key & 0xffff] + tables->high_place[key >> 16]];
}

/* The class of any suit, 0..3, with this key, at most MAHJONG_SUIT_TILES tiles. */
static inline unsigned mahjong_class(const struct mahjong_tables *tables, unsigned suit,
                                     uint32_t key)
{
    return suit == MAHJONG_SUITS - 1 ? tables->honour_class[key] : mahjong_suit_class(tables, key);
}

#endif
