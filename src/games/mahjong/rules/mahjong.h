/* The mahjong simulator: what its files share. Four players A B C D, all by the same strategy, so a
 * game is decided by the order of the wall. The rules are in code in reference.c. */
#ifndef NF_MAHJONG_H
#define NF_MAHJONG_H

#include "games/mahjong/rules/tiles.h"

#include <stdint.h>

enum {
    MAHJONG_SEATS = 4,
    MAHJONG_HAND = 13, /* tiles of a hand between turns, less three a meld */
    MAHJONG_MAX_MELDS = 4,
    MAHJONG_DEALT = MAHJONG_SEATS * MAHJONG_HAND,
    MAHJONG_WORDS = 4, /* of an outcome record */
};

/* How a game ended. */
enum mahjong_end {
    MAHJONG_DRAW,      /* somebody should have drawn and the wall was empty */
    MAHJONG_RON,       /* won with another player's discard */
    MAHJONG_SELFDRAWN, /* won with the tile drawn */
};

/* What a player does with a tile, for mahjong_follow(). */
enum mahjong_move {
    MAHJONG_OUT,  /* the tile she discards */
    MAHJONG_PONG, /* the tile she claims */
    MAHJONG_CHOW, /* the lowest tile of the run she lays down */
    MAHJONG_WINS, /* the tile she wins with */
    MAHJONG_MOVES,
};

/* A finished game. It is kept as MAHJONG_WORDS numbers of 32 bits, from the lowest bit on:
 *   0: end 2 bits, winner 2, dealt_in 2, tile 6, discards 8, draws 8
 *   1: pongs of seats A B C D 4 bits each, then chows likewise
 *   2: PASS, REVERSE, DOUBLE played, 4 bits each
 *   3: course
 * Bits not named are 0. */
struct mahjong_outcome {
    uint32_t end;      /* enum mahjong_end */
    uint32_t winner;   /* her seat; 0 after a DRAW */
    uint32_t dealt_in; /* who discarded the winning tile; 0 unless RON */
    uint32_t tile;     /* the winning tile; 0 after a DRAW */
    uint32_t discards;
    uint32_t draws; /* from the wall after the deal: 0..96 */
    uint32_t pongs[MAHJONG_SEATS], chows[MAHJONG_SEATS];
    uint32_t specials[MAHJONG_SPECIALS];
    uint32_t course; /* mahjong_follow() over all moves: two games with different transcripts have
                        the same one with a probability of about 2^-32 */
};

/* The course after one more move, from 0. A player's draws are not moves: they follow from the wall
 * and the moves. */
static inline uint32_t mahjong_follow(uint32_t course, unsigned seat, unsigned move, unsigned kind)
{
    /* Each step can be undone, so that games that part once differ unless they meet by chance. */
    const uint32_t next = (course + (kind << 4 | move << 2 | seat) + 1) * 0x9e3779b1u;
    return next << 13 | next >> 19;
}

/* Writes the record of `outcome`. */
void mahjong_pack(const struct mahjong_outcome *outcome, uint32_t words[MAHJONG_WORDS]);

/* Reads such a record. Every field stays within its bits, whatever the words are. */
void mahjong_unpack(const uint32_t words[MAHJONG_WORDS], struct mahjong_outcome *outcome);

#endif
