/* The AVX-512 kernel's state: groups of 32 games side by side, a game to a
 * 16-bit lane.
 *
 * A hand is a word of three 5-bit codes, the card that comes next enters at the
 * top. A code is a ticket of the deal where that is possible, or else the card
 * type. p is kept as 32 * Q with Q = p + BIAS, so that shifts give 16 * Q' for
 * what doubling (by 0), adding (by 1) and halving (by 2) start from, and fixed
 * values start from nothing (16). */
#ifndef NF_CIRNO_AVX512_BOARD_H
#define NF_CIRNO_AVX512_BOARD_H

#include "games/cirno/lanes.h"

#if defined(__x86_64__) && defined(__AVX512BW__) && defined(__AVX512VL__) && defined(__AVX512DQ__)

#include <immintrin.h>

#define INLINE static inline __attribute__((always_inline))

enum {
    GROUPS = 2,
    LANES = 32, /* of a group */
    STEPS = 4,  /* of a quad: what one word of the generator is good for */
    QUADS = 8,  /* of a block, after which finished games are settled */
    WINDOW = 8, /* hands of a window */
    REACH = 3,  /* seats a lane can move within a quad */
    /* A lane's tape: seat s stands at BELOW + REACH + s, its window begins REACH
     * before it; BELOW and beyond the ring are copies; SCRATCH is for copies
     * nobody needs. */
    TAPE = 64,
    BELOW = 8,
    SCRATCH = 52 - BELOW,
    SOME = 12,        /* players up to whom all hands stay in vectors, in memory beyond
                         FEW */
    FEW = WINDOW - 1, /* players up to whom there is a function each */

    /* Q = p + BIAS counts from 0; a key is region bit, 11 bits of Q, 4 bits of
       rank. */
    BIAS = 1948,
    LOWEST_Q = 974, /* twice its p is still at least -BIAS */
    VALID = 0x800,  /* keys below lose */
    MIRROR = 0x7ff, /* key under DOUBLE = MIRROR - plain key */
    BASIC = 0x8000,
    START = 32 * BIAS, /* the state word of p = 0 */

    FIELD = 5, /* bits of a card in a hand */
    FIELD_MASK = 31,
    TWO_FIELDS = 1023,
    NO_INDEX = 0x8000, /* keeps the high byte of an index word out of byte shuffles */
    DOUBLED_INDEX = 32,

    RAW = 112, /* 1 + NF_MAX_ROUNDS, and what may follow before the lane is
                  settled */

    LOSS_STEP = 64, /* a loss in a quad: LOSS_STEP * (step + 1) + place */
};

_Static_assert(RAW * 4 % 64 == 0, "rows of whole lines");

enum card_mode { TICKETS, TABLE, SCALAR, GIVEN };

/* 32 games that move together. */
struct group {
    __m512i hands[CIRNO_MAX_PLAYERS]; /* of the window's places, or of all seats
                                         if players <= SOME */
    __m512i cards[STEPS];             /* to be drawn next */
    __m512i p, move, lowest, place, losses;
    __m512i seat; /* 2 * seat */
    __m512i other;
    /* right after `seat`: */ /* where a window goes a second time */
    __m512i s0[4], s1[4];     /* of lane 4*word + i in vector i */
    __m512i tags[QUADS];
    __mmask32 doubled, lost1, lost2;
    uint32_t busy;
    uint32_t step;                     /* of the cards to be dealt next */
    uint32_t check;                    /* step after which a lane may be overrun */
    _Alignas(64) uint32_t next[LANES]; /* bytes from `raw` to where a lane's next loss goes */
    uint32_t raw[LANES][RAW];
    struct cirno_lane lanes[LANES];
    _Alignas(64) uint16_t tape[LANES][TAPE];
};

/* Constant vectors, in memory because the compiler would make them anew, on the
 * busiest port. */
struct constants {
    __m512i field, two_fields, valid, mirror, basic, basic_or_1, basic_or_2, minus_32, start, ahead;
    __m512i no_index, doubled_index, low_word;
    __m512i up, down; /* byte shuffles of next_chunks */
    __m512i few_places[CIRNO_MAX_PLAYERS],
        window_places[WINDOW]; /* 2 * seat, 2 * (place - REACH) */
    __m512i few_loss[STEPS], window_loss[STEPS];
};

struct board {
    struct constants c;
    __m512i plain, under_double; /* what a code adds to its key */
    __m512i shifts;
    __m512i codes[2]; /* code of a ticket, in mode TABLE */
    __m512i totals, scaled, rejects_below;
    __m512i ring; /* 2 * players in every word */
    uint32_t total, reject_below;
    uint32_t players, rounds;
    enum card_mode mode;
    uint32_t logged;
    uint32_t log[GROUPS * QUADS * LANES + 32];
    uint32_t values[GROUPS * QUADS * LANES + 32];
    struct cirno_lanes all;
    struct group groups[GROUPS];
};

#endif

#endif
