/* The mahjong simulator: common definitions. Four players A B C D play the same strategy, so the
 * order of the wall decides a game. The rules are in reference.c. */
#ifndef NF_MAHJONG_H
#define NF_MAHJONG_H

#include "games/mahjong/rules/tiles.h"

#include <stdint.h>

enum {
    MAHJONG_SEATS = 4,
    MAHJONG_HAND = 13, /* tiles of a hand between turns, less three per meld */
    MAHJONG_MAX_MELDS = 4,
    MAHJONG_DEALT = MAHJONG_SEATS * MAHJONG_HAND,
    MAHJONG_WORDS = 4, /* words of an outcome record */
};

/* How a game ended. */
enum mahjong_end {
    MAHJONG_DRAW,      /* the wall was empty when a player had to draw */
    MAHJONG_RON,       /* won with another player's discard */
    MAHJONG_SELFDRAWN, /* won with the tile drawn */
};

/* Moves, for mahjong_follow(). */
enum mahjong_move {
    MAHJONG_OUT,  /* the tile she discards */
    MAHJONG_PONG, /* the tile she claims */
    MAHJONG_CHOW, /* the lowest tile of the run she lays down */
    MAHJONG_WINS, /* the tile she wins with */
    MAHJONG_MOVES,
};

/* A finished game. Its record has MAHJONG_WORDS words of 32 bits, from the lowest bit on:
 *   0: end 2 bits, winner 2, dealt_in 2, tile 6, discards 8, draws 8
 *   1: pongs of seats A B C D 4 bits each, then chows likewise
 *   2: PASS, REVERSE, DOUBLE played, 4 bits each
 *   3: course
 * Other bits are 0. */
struct mahjong_outcome {
    uint32_t end;      /* enum mahjong_end */
    uint32_t winner;   /* seat; 0 after a DRAW */
    uint32_t dealt_in; /* seat that discarded the winning tile; 0 unless RON */
    uint32_t tile;     /* the winning tile; 0 after a DRAW */
    uint32_t discards;
    uint32_t draws; /* from the wall after the deal: 0..96 */
    uint32_t pongs[MAHJONG_SEATS], chows[MAHJONG_SEATS];
    uint32_t specials[MAHJONG_SPECIALS];
    uint32_t course; /* mahjong_follow() over all moves; games with different transcripts have equal
                        ones with probability about 2^-32 */
};

/* Returns the course after one more move; it starts at 0. Draws are not moves, because they follow
 * from the wall and the moves. */
static inline uint32_t mahjong_follow(uint32_t course, unsigned seat, unsigned move, unsigned kind)
{
    /* Each step is invertible, so games that differ in one move keep different courses unless they
     * collide by chance. */
    const uint32_t next = (course + (kind << 4 | move << 2 | seat) + 1) * 0x9e3779b1u;
    return next << 13 | next >> 19;
}

/* Writes the record of `outcome` to `words`. */
void mahjong_pack(const struct mahjong_outcome *outcome, uint32_t words[MAHJONG_WORDS]);

/* Reads a record. Every field is within its bits, whatever the words are. */
void mahjong_unpack(const uint32_t words[MAHJONG_WORDS], struct mahjong_outcome *outcome);

#endif
