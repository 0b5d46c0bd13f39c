/* The 37 kinds of mahjong tiles, four copies each, from one list. */
#ifndef NF_MAHJONG_TILES_H
#define NF_MAHJONG_TILES_H

#include "base/format/vocabulary.h"

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

#endif
