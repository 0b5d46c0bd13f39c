/* How the AVX-512 kernel packs a hand: three 5-bit codes in a word, the card that comes next enters
 * at the top. A code is the number of a ticket where tickets fit, for then what is drawn needs no
 * look-up; else the card type. */
#ifndef NF_CIRNO_AVX512_BOARD_H
#define NF_CIRNO_AVX512_BOARD_H

#include "base/rng.h"
#include "games/cirno/rules/cirno.h"
#include "games/cirno/rules/rules.h"
#include "games/cirno/simulated/kernels/lanes.h"
#include "games/cirno/simulated/strategy/strategy.h"
#include "gen/cirno/deal.h"

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

/* The step from the state word of p to a key, as a shift; see below. */
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
 * A hand is a word of three codes, see above. p is kept as 32 * Q with Q = p + BIAS, so
 * that shifts give 16 * Q' for what doubling (by 0), adding (by 1) and halving (by 2) start from,
 * and fixed values start from nothing (16). Direction, DOUBLE and a loser's draws are a condition,
 * a word from which the next one is looked up; see avx512.c. */

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

/* What players with strategies of their own add, see seated.c. Tables by index have a word
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

/* Deals four cards to each of 32 lanes: a word of xoroshiro128++ a lane, its four chunks transposed
 * to vectors, multiplied to tickets, looked up. */

INLINE __m512i next_word(__m512i *state0, __m512i *state1)
{
    const __m512i s0 = *state0;
    const __m512i sum = _mm512_add_epi64(s0, *state1);
    const __m512i word = _mm512_add_epi64(_mm512_rol_epi64(sum, 17), s0);
    const __m512i s1 = _mm512_xor_si512(*state1, s0);
    *state0 =
        _mm512_ternarylogic_epi64(_mm512_rol_epi64(s0, 49), s1, _mm512_slli_epi64(s1, 21), 0x96);
    *state1 = _mm512_rol_epi64(s1, 28);
    return word;
}

/* Chunk k of the next word of every lane into chunks[k]. */
INLINE void next_chunks(const struct constants *c, __m512i s0[4], __m512i s1[4],
                        __m512i chunks[STEPS])
{
    __m512i w[4];
    for (int i = 0; i < 4; i++)
        w[i] = next_word(&s0[i], &s1[i]);
    const __m512i up = c->up, down = c->down;
    const __mmask64 odd = 0xcccccccccccccccc, even = 0x3333333333333333;
    const __m512i a = _mm512_mask_shuffle_epi8(w[0], odd, w[1], up);
    const __m512i b = _mm512_mask_shuffle_epi8(w[1], even, w[0], down);
    const __m512i e = _mm512_mask_shuffle_epi8(w[2], odd, w[3], up);
    const __m512i d = _mm512_mask_shuffle_epi8(w[3], even, w[2], down);
    chunks[0] = _mm512_mask_shuffle_epi32(a, 0xaaaa, e, (_MM_PERM_ENUM)0xa0);
    chunks[1] = _mm512_mask_shuffle_epi32(b, 0xaaaa, d, (_MM_PERM_ENUM)0xa0);
    chunks[2] = _mm512_mask_shuffle_epi32(e, 0x5555, a, (_MM_PERM_ENUM)0xf5);
    chunks[3] = _mm512_mask_shuffle_epi32(d, 0x5555, b, (_MM_PERM_ENUM)0xf5);
}

/* Cards of rejected chunks, in place. */
static __attribute__((noinline)) void redraw(const struct board *board, const struct group *g,
                                             const __m512i chunks[STEPS], __m512i cards[STEPS])
{
    const struct cirno_setup *const setup = board->all.setup;
    for (uint32_t k = 0; k < STEPS; k++) {
        const __m512i low = _mm512_mullo_epi16(chunks[k], _mm512_set1_epi16((short)board->total));
        uint32_t rejected =
            _mm512_cmplt_epu16_mask(low, _mm512_set1_epi16((short)board->reject_below));
        uint16_t words[LANES];
        _mm512_storeu_si512(words, cards[k]);
        for (rejected &= g->busy; rejected != 0; rejected &= rejected - 1) {
            const uint32_t i = (uint32_t)__builtin_ctz(rejected);
            const struct cirno_lane *const lane = &g->lanes[i];
            const uint32_t ticket = cirno_lane_redraw(&board->all, lane, g->step - lane->first + k);
            words[i] = (uint16_t)((board->mode == TICKETS ? ticket : setup->ticket_card[ticket])
                                  << 2 * FIELD);
        }
        cards[k] = _mm512_loadu_si512(words);
    }
}

static __attribute__((noinline)) void look_up(const struct board *board,
                                              const __m512i chunks[STEPS], __m512i cards[STEPS])
{
    for (int k = 0; k < STEPS; k++) {
        uint16_t words[LANES];
        /* 65,536 tickets do not fit the word that a chunk is multiplied by, but need no product. */
        _mm512_storeu_si512(words, board->total == NF_MAX_TOTAL ? chunks[k] : cards[k]);
        for (int i = 0; i < LANES; i++)
            words[i] = (uint16_t)(board->all.setup->ticket_card[words[i]] << 2 * FIELD);
        cards[k] = _mm512_loadu_si512(words);
    }
}

/* The next four cards of every lane, shifted to the last field of a hand; other bits are noise. */
INLINE void deal_tickets(const struct board *board, struct group *g)
{
    __m512i chunks[STEPS], least[STEPS];
    next_chunks(&board->c, g->s0, g->s1, chunks);
    for (int k = 0; k < STEPS; k++) {
        g->cards[k] = _mm512_mulhi_epu16(chunks[k], board->scaled);
        least[k] = _mm512_mullo_epi16(chunks[k], board->totals);
    }
    if (board->mode == TABLE)
        for (int k = 0; k < STEPS; k++)
            g->cards[k] = _mm512_slli_epi16(
                _mm512_permutex2var_epi16(board->table[0], g->cards[k], board->table[1]),
                2 * FIELD);
    else if (board->mode == SCALAR)
        look_up(board, chunks, g->cards);
    const __mmask32 rejected =
        _mm512_cmplt_epu16_mask(_mm512_min_epu16(_mm512_min_epu16(least[0], least[1]),
                                                 _mm512_min_epu16(least[2], least[3])),
                                board->rejects_below);
    if (__builtin_expect(rejected != 0, 0))
        redraw(board, g, chunks, g->cards);
}

static __attribute__((noinline)) void deal_given(struct group *g)
{
    uint16_t words[STEPS][LANES] = {{0}};
    for (uint32_t i = 0; i < LANES; i++) {
        const struct cirno_lane *const lane = &g->lanes[i];
        const uint32_t used = g->step - lane->first;
        for (uint32_t k = 0; k < STEPS && lane->busy && used + k < lane->limit; k++)
            words[k][i] = (uint16_t)(lane->deck[used + k] << 2 * FIELD);
    }
    for (uint32_t k = 0; k < STEPS; k++)
        g->cards[k] = _mm512_loadu_si512(words[k]);
}

INLINE void deal(const struct board *board, struct group *g)
{
    if (board->mode == GIVEN)
        deal_given(g);
    else
        deal_tickets(board, g);
    g->step += STEPS;
}

/* One step of 32 lanes, and how their rings turn. */

/* What a step changes, in registers. */
struct state {
    __m512i p, condition, lowest, moved, losses;
};

INLINE struct state state_of(const struct group *g)
{
    const struct state s = {g->p, g->condition, g->lowest, _mm512_setzero_si512(),
                            _mm512_setzero_si512()};
    return s;
}

INLINE void keep_state(struct group *g, const struct state *s)
{
    g->p = s->p;
    g->condition = s->condition;
    g->lowest = s->lowest;
    g->moved = s->moved;
    g->losses = s->losses;
}

INLINE __m512i key_of(const struct board *board, __m512i index, __m512i p)
{
    const __m512i base = _mm512_permutex2var_epi16(board->plain, index, board->under_double);
    return _mm512_add_epi16(base, _mm512_srlv_epi16(p, _mm512_shuffle_epi8(board->shifts, index)));
}

/* What the parts of a step hand on. */
struct part {
    __m512i at; /* how far the lane has moved in the quad, times MOVE; beyond FEW players */
    __m512i hand, hand1; /* of the player to move; shifted by a card */
    __m512i key0, key1, best;
    __mmask32 doubled, playing;
};

/* The keys of the cards of x->hand. Bits are chosen by ternary logic: 0xca takes the second operand
 * where the first is set, else the third. */
INLINE void compare_cards(const struct board *board, const struct state *s, struct part *x)
{
    const struct constants *const c = &board->c;
    const __m512i field = c->field, hand = x->hand;
    x->doubled = _mm512_test_epi16_mask(s->condition, c->doubled);
    x->playing = _mm512_testn_epi16_mask(s->condition, c->drawing);
    const __m512i p = _mm512_mask_sub_epi16(s->p, x->doubled, c->minus_32, s->p);
    const __m512i hand1 = _mm512_srli_epi16(hand, FIELD);
    const __m512i hand2 = _mm512_srli_epi16(hand, 2 * FIELD);
    const __m512i index0 = _mm512_ternarylogic_epi32(field, hand, s->condition, 0xca);
    const __m512i index1 = _mm512_ternarylogic_epi32(field, hand1, s->condition, 0xca);
    const __m512i index2 = _mm512_ternarylogic_epi32(field, hand2, s->condition, 0xca);
    const __m512i key2 = key_of(board, index2, p);
    x->hand1 = hand1;
    x->key0 = key_of(board, index0, p);
    x->key1 = key_of(board, index1, p);
    x->best = _mm512_max_epu16(_mm512_max_epu16(x->key0, x->key1), key2);
}

/* Plays the step of everything but the ring: returns the hand after it, which drew `card`. */
INLINE __m512i play_hand(const struct board *board, struct state *s, const struct part *x,
                         __m512i card, int step)
{
    const struct constants *const c = &board->c;
    const __m512i best = x->best;
    const __mmask32 plays = _mm512_mask_cmpge_epu16_mask(x->playing, best, c->valid);
    const __mmask32 loses = _kandn_mask32(plays, x->playing);
    const __m512i key = _mm512_mask_sub_epi16(best, x->doubled, c->mirror, best);
    const __m512i outcome = _mm512_ternarylogic_epi32(c->low_bits, key, s->condition, 0xca);
    const __m512i index = _mm512_mask_mov_epi16(s->condition, plays, outcome);
    s->losses = _mm512_mask_add_epi16(s->losses, loses, s->moved, c->losses[step]);
    s->condition = _mm512_permutex2var_epi16(board->follow[0], index, board->follow[1]);
    s->moved = _mm512_add_epi16(s->moved, s->condition);
    s->p = _mm512_mask_slli_epi16(c->start, plays, _mm512_srli_epi16(key, 4), 5);
    s->lowest = _mm512_min_epu16(s->lowest, s->p);

    /* The card played leaves, or the first of a hand that is drawn anew; one comes. */
    const __mmask32 not0 = _mm512_mask_cmpneq_epu16_mask(plays, x->key0, best);
    const __mmask32 is1 = _mm512_cmpeq_epi16_mask(x->key1, best);
    const __m512i without1 = _mm512_ternarylogic_epi32(c->field, x->hand, x->hand1, 0xca);
    const __m512i kept =
        _mm512_mask_mov_epi16(x->hand1, not0, _mm512_mask_mov_epi16(x->hand, is1, without1));
    return _mm512_ternarylogic_epi32(c->two_fields, kept, card, 0xca);
}

/* ---- few players: the ring turns at every step ---- */

/* After a step from which the player to move has the hand `front`: brings the next one's to
 * ring[0]. */
INLINE void turn_few(const struct board *board, const struct state *s, __m512i *ring, __m512i front,
                     int players)
{
    ring[0] = front;
    if (players == 1)
        return;
    const __mmask32 ahead = _mm512_test_epi16_mask(s->condition, board->c.ahead);
    const __mmask32 back = _mm512_testn_epi16_mask(s->condition, board->c.moves);
    __m512i before = ring[players - 1];
    UNROLLED for (int i = 0; i < players; i++)
    {
        const __m512i here = ring[i], after = i + 1 < players ? ring[i + 1] : front;
        ring[i] = _mm512_mask_mov_epi16(_mm512_mask_mov_epi16(here, ahead, after), back, before);
        before = here;
    }
}

/* Plays a step; the player to move has ring[0], before and after. */
INLINE void play_and_turn(const struct board *board, struct state *s, __m512i *ring, __m512i card,
                          int step, int players)
{
    struct part x = {.hand = ring[0]};
    compare_cards(board, s, &x);
    turn_few(board, s, ring, play_hand(board, s, &x, card, step), players);
}

/* ---- many players: the ring turns after every quad ---- */

/* First part of a step: finds the hand of the player to move, *at seats times MOVE from the first
 * in reach. The one who moved when the quad began has w[REACH]. */
INLINE __m512i pick_hand(const struct board *board, const struct state *s, __m512i *at,
                         const __m512i w[WINDOW], int step)
{
    const __m512i *const moved = board->c.moved;
    const int low = REACH - step, count = 2 * step + 1;
    __m512i hand = w[REACH];
    *at = _mm512_and_si512(s->moved, board->c.all_moves);
    UNROLLED for (int j = 0; j < count; j++)
    {
        if (j != step)
            hand = _mm512_mask_mov_epi16(hand, _mm512_cmpeq_epi16_mask(*at, moved[j]), w[low + j]);
    }
    return hand;
}

/* Last part, when it was played: puts it back. */
INLINE void put_hand(const struct board *board, __m512i at, __m512i w[WINDOW], __m512i hand,
                     int step)
{
    const __m512i *const moved = board->c.moved;
    const int low = REACH - step, count = 2 * step + 1;
    if (count == 1) {
        w[REACH] = hand;
        return;
    }
    /* Compares again rather than keep more masks than there are registers. */
    if (count > 3)
        __asm__("" : "+v"(at));
    UNROLLED for (int j = 0; j < count; j++)
    {
        w[low + j] = _mm512_mask_mov_epi16(w[low + j], _mm512_cmpeq_epi16_mask(at, moved[j]), hand);
    }
}

/* Turns the ring by the quad's moves, by 4, 2, 1 and 1 seats where a lane's moves say so: the
 * hand of the player to move comes to ring[REACH] again. */
INLINE void turn_ring(struct group *g, int players)
{
    const __m512i ahead = _mm512_srli_epi16(g->moved, 8); /* of the first in reach: 0 to 8 */
    const __mmask32 by_8 = _mm512_test_epi16_mask(ahead, _mm512_set1_epi16(8));
    const __mmask32 by_4 = _mm512_test_epi16_mask(ahead, _mm512_set1_epi16(12));
    const __mmask32 by_2 = _kor_mask32(by_8, _mm512_test_epi16_mask(ahead, _mm512_set1_epi16(2)));
    const __mmask32 by_1 = _kor_mask32(by_8, _mm512_test_epi16_mask(ahead, _mm512_set1_epi16(1)));
    __m512i *const ring = g->ring;
    __m512i first[STEPS], x[STEPS], a[2], b, c;
    UNROLLED for (int i = 0; i < STEPS; i++)
    {
        first[i] = ring[i];
        x[i] = ring[players - STEPS + i];
    }
    a[0] = a[1] = b = c = first[0]; /* not used before they are set */
    UNROLLED for (int i = 0; i < players + STEPS; i++)
    {
        const __m512i here = i < players ? ring[i] : first[i - players];
        const __m512i a2 = _mm512_mask_mov_epi16(x[i % STEPS], by_4, here);
        const __m512i b2 = _mm512_mask_mov_epi16(a[i % 2], by_2, a2);
        const __m512i c2 = _mm512_mask_mov_epi16(b, by_1, b2);
        if (i >= STEPS)
            ring[i - STEPS] = _mm512_mask_mov_epi16(c, by_8, c2);
        x[i % STEPS] = here;
        a[i % 2] = a2;
        b = b2;
        c = c2;
    }
}

/* ---- after a quad ---- */

/* Appends the quad's losses to the log: the losses' words, and above them tag and seat. */
INLINE void log_losses(struct board *board, const struct group *g, uint32_t quad)
{
    const __m512i high = _mm512_add_epi16(g->seat, g->tags[quad]);
    const __m512i first = _mm512_unpacklo_epi16(g->losses, high);
    const __m512i second = _mm512_unpackhi_epi16(g->losses, high);
    const __m512i low_word = board->c.low_word;
    const __mmask16 in_first = _mm512_test_epi32_mask(first, low_word);
    const __mmask16 in_second = _mm512_test_epi32_mask(second, low_word);
    uint32_t logged = board->logged;
    _mm512_storeu_si512(board->log + logged, _mm512_maskz_compress_epi32(in_first, first));
    logged += (uint32_t)__builtin_popcount(in_first);
    _mm512_storeu_si512(board->log + logged, _mm512_maskz_compress_epi32(in_second, second));
    board->logged = logged + (uint32_t)__builtin_popcount(in_second);
}

/* The seats that are as far from seat 0 as the words of `ahead`, which count from -STEPS. */
INLINE __m512i on_ring(const struct board *board, __m512i ahead)
{
    const __m512i lifted = _mm512_add_epi16(ahead, board->lift);
    const __m512i laps = _mm512_mulhi_epu16(lifted, board->inverse);
    return _mm512_sub_epi16(lifted, _mm512_mullo_epi16(laps, board->players_each));
}

INLINE void next_seat(const struct board *board, struct group *g)
{
    g->seat = on_ring(board, _mm512_add_epi16(g->seat, _mm512_srli_epi16(g->moved, 8)));
}

/* ---- a quad ---- */

/* The rings or windows of both groups, played in turns so that neither waits for the other. */
#define BOTH UNROLLED for (int j = 0; j < GROUPS; j++)

INLINE void begin_quad(const struct board *board, struct group *g, struct state *s, __m512i *hands,
                       int count)
{
    deal(board, g);
    *s = state_of(g);
    UNROLLED for (int i = 0; i < count; i++) hands[i] = g->ring[i];
}

INLINE void end_quad(struct board *board, struct group *g, const struct state *s,
                     const __m512i *hands, int count, uint32_t quad)
{
    UNROLLED for (int i = 0; i < count; i++) g->ring[i] = hands[i];
    keep_state(g, s);
    log_losses(board, g, quad);
    next_seat(board, g);
}

/* ---- between the kernel's files ---- */

/* turn_ring() of both groups, for more than FEW players. */
void cirno_avx512_turn_rings(struct board *board);

/* Fills board->seated and all else that depends on the seating of the setup; the rest of the tables
 * is there. See seated.c. */
void cirno_avx512_seat(struct board *board);

#endif

#endif
