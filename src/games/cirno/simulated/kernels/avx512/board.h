/* How the AVX-512 kernel packs a hand: three 5-bit codes in a word, the card that comes next enters
 * at the top. A code is the number of a ticket where tickets fit, for then what is drawn needs no
 * look-up; else the card type. */
#ifndef NF_CIRNO_AVX512_BOARD_H
#define NF_CIRNO_AVX512_BOARD_H

#include "games/cirno/rules/cirno.h"
#include "games/cirno/rules/rules.h"
#include "games/cirno/simulated/kernels/lanes.h"
#include "games/cirno/simulated/strategy/strategy.h"
#include "gen/cirno/setup.h"

enum {
    CIRNO_CODE_BITS = 5,
    CIRNO_CODES = 1 << CIRNO_CODE_BITS,
};

/* What codes mean in a run. */
struct cirno_codes {
    bool tickets; /* codes are tickets */
    uint8_t card[CIRNO_CODES];
    uint8_t code[CIRNO_CARDS]; /* one of the card's, if cards of its type are drawn */
};

/* The step from the state word of p to a key, as a shift; see board.h. */
static inline uint32_t cirno_code_shift(unsigned card)
{
    switch (cirno_cards[card].class) {
    case CIRNO_MULTIPLY: return 0;
    case CIRNO_DIVIDE: return 2;
    case CIRNO_FIX: return 16;
    default: return 1;
    }
}

/* Tickets are codes if there are few enough, and if those that share their low four bits, all that
 * a byte shuffle looks at, share their shift. Card types do. */
static inline struct cirno_codes cirno_codes_of(const struct cirno_setup *setup)
{
    struct cirno_codes codes = {.tickets = setup->instances == NULL &&
                                           setup->total <= (uint32_t)CIRNO_CODES};
    for (uint32_t t = 16; codes.tickets && t < setup->total; t++)
        codes.tickets =
            cirno_code_shift(setup->ticket_card[t]) == cirno_code_shift(setup->ticket_card[t - 16]);
    for (uint32_t i = 0; i < (codes.tickets ? setup->total : CIRNO_CARDS); i++) {
        codes.card[i] = codes.tickets ? setup->ticket_card[i] : (uint8_t)i;
        codes.code[codes.card[i]] = (uint8_t)i;
    }
    return codes;
}

/* The word of the CIRNO_HAND cards at `cards`; its highest bit means nothing. */
static inline uint16_t cirno_pack_codes(const struct cirno_codes *codes, const uint8_t *cards)
{
    return (uint16_t)(codes->code[cards[0]] | codes->code[cards[1]] << CIRNO_CODE_BITS |
                      codes->code[cards[2]] << 2 * CIRNO_CODE_BITS);
}

/* The AVX-512 kernel's state: groups of 32 games side by side, a game to a 16-bit lane.
 *
 * A hand is a word of three codes, see hand.h. p is kept as 32 * Q with Q = p + BIAS, so
 * that shifts give 16 * Q' for what doubling (by 0), adding (by 1) and halving (by 2) start from,
 * and fixed values start from nothing (16). Direction, DOUBLE and a loser's draws are a condition,
 * a word from which the next one is looked up; see keys.h. */

#if defined(__x86_64__) && defined(__AVX512BW__) && defined(__AVX512VL__) && defined(__AVX512DQ__)

#include <immintrin.h>

#define INLINE static inline __attribute__((always_inline))

/* Before a loop of constant length whose arrays are to become registers. */
#ifdef __clang__
#define UNROLLED _Pragma("clang loop unroll(full)")
#else
#define UNROLLED _Pragma("GCC unroll 64")
#endif

enum {
    GROUPS = 2,
    LANES = 32, /* of a group */
    STEPS = 4,  /* of a quad: what one word of the generator is good for */
    QUADS = 16, /* of a block, after which finished games are settled */
    REACH = 3,  /* seats a lane can move within a quad before its last step */
    WINDOW = 2 * REACH + 1,
    FEW = 12, /* players up to whom the ring turns after every step, not after every quad */

    /* Q = p + BIAS counts from 0; a key is region bit, 11 bits of Q, 4 bits of rank. */
    BIAS = 1948,
    LOWEST_Q = 974, /* twice its p is still at least -BIAS */
    VALID = 0x800,  /* keys below lose */
    MIRROR = 0x7ff, /* key under DOUBLE = MIRROR - plain key */
    BASIC = 0x8000,
    START = 32 * BIAS, /* the state word of p = 0 */

    FIELD = CIRNO_CODE_BITS,
    FIELD_MASK = CIRNO_CODES - 1,
    TWO_FIELDS = CIRNO_CODES * CIRNO_CODES - 1,

    /* A condition: bits that index the tables, and how the lane moves after the step. */
    DOUBLED = 32, /* DOUBLE lies on the player to move */
    DRAWING = 16, /* she lost, this step draws; with BACK it is the last one */
    BACK = 8,     /* anticlockwise */
    CONDITION = DOUBLED | DRAWING | BACK,
    MOVE = 0x100, /* times 0 for a seat back, 1 for none, 2 for a seat ahead */
    MOVES = 3 * MOVE,
    NO_INDEX = 0x8000, /* keeps the high byte of an index word out of byte shuffles */

    RAW = 144, /* 1 + NF_MAX_ROUNDS, and what may follow before the lane is settled */
};

_Static_assert(RAW * 4 % 64 == 0, "rows of whole lines");

/* What a step comes to, in the low three bits of an index of the table `follow`: those of the rank
 * of the card played, or nothing if none was. */
enum { NONE = 0, PLAYED = 1, DOUBLES = 5, TURNED = 6, PASSED = 7, OUTCOMES = 8 };

enum card_mode { TICKETS, TABLE, SCALAR, GIVEN };

/* 32 games that move together. */
struct group {
    __m512i ring[CIRNO_MAX_PLAYERS]; /* hands by seat, from the one that every lane's player to
                                        move has: ring[0], or ring[REACH] beyond FEW players */
    __m512i cards[STEPS];            /* to be drawn next */
    __m512i p, condition, lowest;
    __m512i moved;  /* of the quad: the sum of the conditions after its steps, of which the bits
                       from MOVE on are of use */
    __m512i losses; /* of the quad: 0, or moved before the losing step + its number, from 1 */
    __m512i seat;   /* to move when the quad began */
    __m512i s0[4], s1[4]; /* of lane 4*word + i in vector i */
    __m512i tags[QUADS];
    uint32_t busy;
    uint32_t step;                     /* of the cards to be dealt next */
    uint32_t check;                    /* step after which a lane may be overrun */
    uint32_t from_first;               /* bytes from the first group to this one */
    _Alignas(64) uint32_t next[LANES]; /* where a lane's next loss goes: bytes from the first
                                          group's `raw` */
    uint32_t raw[LANES][RAW];
    struct cirno_lane lanes[LANES];
    /* As s0, s1 and cards, of the die; only where somebody chooses at random. */
    __m512i dice0[4], dice1[4], faces[STEPS];
};

/* Constant vectors, in memory because compilers would make them anew, on the busiest port. */
struct constants {
    __m512i field, two_fields, valid, mirror, minus_32, start, low_word;
    __m512i drawing, doubled, ahead, moves, all_moves, low_bits;
    __m512i up, down;      /* byte shuffles of next_chunks */
    __m512i moved[WINDOW]; /* 0, 1, ... times MOVE */
    __m512i losses[STEPS];
};

/* What players with strategies of their own add, see seated.h. Tables by index have a word
 * for each card code, twice: without and with DOUBLE; tables by context one for each context. */
struct seated {
    __m512i takes[CIRNO_PLAN_KINDS][2]; /* by index, of a strategy: the groups that take the card
                                             from bit 6 on, its tie rank below */
    __m512i kind_at[STEPS][2]; /* context of the strategy of who moves in a step, by how far she
                                  sits from the seats of all who began a quad */
    __m512i bound[CIRNO_PLAN_BOUNDS]; /* of p, by context */
    __m512i holds[4];                 /* groups that hold, by context and range of p */
    __m512i smallest, random; /* groups that make p smallest, that choose at random, by context */
    __m512i base, plus, outcomes;        /* by code: to a key, to the p it makes; see `follow` */
    __m512i point_x, finite, inverse[2]; /* see strategy.h */
    __m512i floor, start, minus_1, values, ties, odd, high; /* constants */
    bool rolls;                                             /* the die is thrown */
    uint32_t kinds;                                         /* strategies at the table */
    uint32_t bounds;                                        /* the most that a context has */
};

struct board {
    struct constants c;
    __m512i plain, under_double; /* what a code adds to its key */
    __m512i shifts;
    __m512i follow[2]; /* the next condition */
    __m512i table[2];  /* code of a ticket, in mode TABLE */
    struct cirno_codes codes;
    __m512i totals, scaled, rejects_below;
    __m512i lift, inverse, players_each; /* for on_ring() */
    uint32_t total, reject_below;
    uint32_t players, rounds;
    enum card_mode mode;
    uint32_t logged;
    uint32_t log[GROUPS * QUADS * LANES + 32];
    uint32_t values[GROUPS * QUADS * LANES + 32];
    struct cirno_lanes all;
    struct group groups[GROUPS];
    void (*play_block)(struct board *board);
    uint32_t start, lowest; /* words of p = 0, and of the least p that need not be replayed */
    struct seated seated;   /* if players have strategies of their own */
};

#endif

#endif
