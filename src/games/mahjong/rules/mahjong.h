/* The mahjong simulator: common definitions. Four players A B C D play the same strategy, so the
 * order of the wall decides a game. The rules are in reference.c. */
#ifndef NF_MAHJONG_H
#define NF_MAHJONG_H

#include "base/format/format.h"

#include <stdint.h>

/* ---- the 37 kinds of tiles, four copies each, from one list ---- */

/* All kinds. The order is that of the rules in reverse: of equally good discards, the last one in
 * this list is chosen (except special tiles). */
#define MAHJONG_M_LIST(X)       X(1M) X(2M) X(3M) X(4M) X(5M) X(6M) X(7M) X(8M) X(9M)
#define MAHJONG_P_LIST(X)       X(1P) X(2P) X(3P) X(4P) X(5P) X(6P) X(7P) X(8P) X(9P)
#define MAHJONG_S_LIST(X)       X(1S) X(2S) X(3S) X(4S) X(5S) X(6S) X(7S) X(8S) X(9S)
#define MAHJONG_HONOUR_LIST(X)  X(E) X(S) X(W) X(N) X(B) X(F) X(Z)
#define MAHJONG_SPECIAL_LIST(X) X(PASS) X(REVERSE) X(DOUBLE)
#define MAHJONG_KIND_LIST(X)                                                                       \
    MAHJONG_M_LIST(X)                                                                              \
    MAHJONG_P_LIST(X) MAHJONG_S_LIST(X) MAHJONG_HONOUR_LIST(X) MAHJONG_SPECIAL_LIST(X)

enum mahjong_kind {
#define X(name) MAHJONG_KIND_##name,
    MAHJONG_KIND_LIST(X)
#undef X
        MAHJONG_KINDS
};

enum {
    MAHJONG_COPIES = 4,                            /* of each kind */
    MAHJONG_WALL = MAHJONG_KINDS * MAHJONG_COPIES, /* tiles of a game */
    MAHJONG_RANKS = 9,                             /* ranks of a suit with numbers */
    MAHJONG_SUITS = 4,                             /* M, P, S and the honours */
    MAHJONG_HONOURS = 7,
    MAHJONG_FIRST_HONOUR = MAHJONG_KIND_E,
    MAHJONG_PLAIN = MAHJONG_KIND_PASS, /* kinds below it can be part of a winning hand */
    MAHJONG_SPECIALS = MAHJONG_KINDS - MAHJONG_PLAIN,
};

/* Their names, by enum mahjong_kind; and as the words of instances and transcripts. */
extern const char mahjong_kinds[MAHJONG_KINDS][NF_WORD_ROOM];
extern const struct nf_vocabulary mahjong_tiles;

/* Returns the suit of a plain kind: 0 M, 1 P, 2 S, 3 honours. */
static inline unsigned mahjong_suit(unsigned kind)
{
    return kind / MAHJONG_RANKS;
}

/* Returns the index of a plain kind in its suit, from 0. */
static inline unsigned mahjong_rank(unsigned kind)
{
    return kind % MAHJONG_RANKS;
}

/* ---- games ---- */

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
