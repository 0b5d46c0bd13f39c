/* Plays Cirno's game 64 at a time: two groups of 32 games, a game to a 16-bit lane. */
#include "games/cirno/cirno.h"

#include "core/machine.h"

#if defined(__x86_64__) && defined(__AVX512BW__) && defined(__AVX512VL__)

#include "games/cirno/lanes.h"

#include <immintrin.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))

enum {
    GROUPS = 2,
    LANES = 32,       /* of a group */
    STEPS = 4,        /* of a quad: what one word of the generator is good for */
    QUADS = 8,        /* of a block, after which finished games are settled */
    WINDOW = 8,       /* hands of a window */
    REACH = 3,        /* seats a lane can move within a quad */
    TAPE = 128,       /* hands of a lane's tape, copies included */
    SPARSE = 13,      /* players from whom on a window touches one end of the ring at most */
    FEW = WINDOW - 1, /* players up to whom all hands stay in vectors */

    /* Q = p + BIAS counts from 0; a key is region bit, 11 bits of Q, 4 bits of rank. */
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

    RAW = 112, /* 1 + NF_MAX_ROUNDS, and what may follow before the lane is settled */

    LOSS_STEP = 16, /* a loss in a quad: LOSS_STEP * (step + 1) + place */
};

_Static_assert(RAW * 4 % 64 == 0, "rows of whole lines");

enum card_mode { TICKETS, TABLE, SCALAR, GIVEN };

/* 32 games that move together. */
struct group {
    __m512i hands[WINDOW]; /* of the window's places, or of all seats if players <= FEW */
    __m512i cards[STEPS];  /* to be drawn next */
    __m512i p, move, lowest, place, losses;
    __m512i seat;
    __m512i other;        /* where a window goes a second time */
    __m512i s0[4], s1[4]; /* of lane 4*word + i in vector i */
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

struct board {
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

/* ---- keys ---- */

static uint32_t shift_of(unsigned card)
{
    switch (cirno_cards[card].class) {
    case CIRNO_MULTIPLY: return 0;
    case CIRNO_DIVIDE: return 2;
    case CIRNO_FIX: return 16;
    default: return 1;
    }
}

/* Ranks of the classes, for largest and smallest; see the head of the file. */
static const uint8_t rank_plain[] = {11, 10, 12, 1, 0};
static const uint8_t rank_double[] = {10, 9, 11, 8, 12};

static uint32_t key_at(unsigned card, uint32_t q, bool under_double)
{
    if (cirno_cards[card].class == CIRNO_COUNTER) {
        static const uint8_t plain[] = {11, 9, 2}, doubled[] = {3, 5, 6};
        return 16 * q + (under_double ? doubled : plain)[card - CIRNO_PASS];
    }
    const int32_t new_p = cirno_apply(card, (int32_t)q - BIAS);
    const uint8_t *const ranks = under_double ? rank_double : rank_plain;
    return BASIC + (uint32_t)(16 * (new_p + BIAS)) + ranks[cirno_cards[card].class];
}

static uint16_t addend(unsigned card, bool under_double)
{
    const uint32_t q = under_double ? BIAS + 1 : BIAS;
    const uint32_t state = under_double ? 32 * (2047 - q) : 32 * q;
    const uint32_t key = key_at(card, q, under_double);
    return (uint16_t)((under_double ? MIRROR - key : key) - (state >> shift_of(card)));
}

static void fill_tables(struct board *board, const struct cirno_setup *setup)
{
    uint16_t plain[32] = {0}, under_double[32] = {0}, codes[64] = {0};
    uint8_t shifts[64] = {0};
    uint32_t shift[32] = {0};
    bool direct = setup->instances == NULL && setup->total <= 32;
    for (uint32_t t = 0; direct && t < setup->total; t++) {
        shift[t] = shift_of(setup->ticket_card[t]);
        direct = t < 16 || shift[t] == shift[t - 16];
    }
    for (uint32_t code = 0; code < (direct ? setup->total : CIRNO_CARDS); code++) {
        const unsigned card = direct ? setup->ticket_card[code] : code;
        plain[code] = addend(card, false);
        under_double[code] = addend(card, true);
        for (uint32_t i = 0; i < 4; i++)
            shifts[16 * i + code % 16] = (uint8_t)shift_of(card);
    }
    for (uint32_t t = 0; t < setup->total && t < 64; t++)
        codes[t] = setup->ticket_card[t];
    board->plain = _mm512_loadu_si512(plain);
    board->under_double = _mm512_loadu_si512(under_double);
    board->shifts = _mm512_loadu_si512(shifts);
    board->codes[0] = _mm512_loadu_si512(codes);
    board->codes[1] = _mm512_loadu_si512(codes + 32);
    board->mode = setup->instances != NULL ? GIVEN
                  : direct                 ? TICKETS
                  : setup->total <= 64     ? TABLE
                                           : SCALAR;
    board->total = setup->total;
    board->reject_below = setup->reject_below;
    board->totals = _mm512_set1_epi16((short)setup->total);
    board->scaled = _mm512_set1_epi16((short)(direct ? setup->total << 2 * FIELD : setup->total));
    board->rejects_below = _mm512_set1_epi16((short)setup->reject_below);
    board->reject_below = setup->reject_below;
}

/* ---- dealing ---- */

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

/* Chunk k of the word of every lane into chunks[k]. */
INLINE void next_chunks(struct group *g, __m512i chunks[STEPS])
{
    __m512i w[4];
    for (int i = 0; i < 4; i++)
        w[i] = next_word(&g->s0[i], &g->s1[i]);
    const __m512i up = _mm512_set4_epi32(0x0d0c0d0c, 0x09080908, 0x05040504, 0x01000100);
    const __m512i down = _mm512_set4_epi32(0x0f0e0f0e, 0x0b0a0b0a, 0x07060706, 0x03020302);
    const __mmask64 odd = 0xcccccccccccccccc, even = 0x3333333333333333;
    const __m512i a = _mm512_mask_shuffle_epi8(w[0], odd, w[1], up);
    const __m512i b = _mm512_mask_shuffle_epi8(w[1], even, w[0], down);
    const __m512i c = _mm512_mask_shuffle_epi8(w[2], odd, w[3], up);
    const __m512i d = _mm512_mask_shuffle_epi8(w[3], even, w[2], down);
    chunks[0] = _mm512_mask_shuffle_epi32(a, 0xaaaa, c, (_MM_PERM_ENUM)0xa0);
    chunks[1] = _mm512_mask_shuffle_epi32(b, 0xaaaa, d, (_MM_PERM_ENUM)0xa0);
    chunks[2] = _mm512_mask_shuffle_epi32(c, 0x5555, a, (_MM_PERM_ENUM)0xf5);
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
            const struct nf_key key = cirno_lane_key(&board->all, lane);
            const uint32_t ticket =
                nf_redraw(&key, (uint64_t)cirno_deck_position(setup) + (g->step - lane->first) + k,
                          board->total);
            words[i] = (uint16_t)((board->mode == TICKETS ? ticket : setup->ticket_card[ticket])
                                  << 2 * FIELD);
        }
        cards[k] = _mm512_loadu_si512(words);
    }
}

static __attribute__((noinline)) void look_up(const struct board *board, __m512i cards[STEPS])
{
    for (int k = 0; k < STEPS; k++) {
        uint16_t words[LANES];
        _mm512_storeu_si512(words, cards[k]);
        for (int i = 0; i < LANES; i++)
            words[i] = (uint16_t)(board->all.setup->ticket_card[words[i]] << 2 * FIELD);
        cards[k] = _mm512_loadu_si512(words);
    }
}

/* The next four cards of every lane, shifted to the last field of a hand; other bits are noise. */
INLINE void deal_tickets(const struct board *board, struct group *g)
{
    __m512i chunks[STEPS], least[STEPS];
    next_chunks(g, chunks);
    for (int k = 0; k < STEPS; k++) {
        g->cards[k] = _mm512_mulhi_epu16(chunks[k], board->scaled);
        least[k] = _mm512_mullo_epi16(chunks[k], board->totals);
    }
    if (board->mode == TABLE)
        for (int k = 0; k < STEPS; k++)
            g->cards[k] = _mm512_slli_epi16(
                _mm512_permutex2var_epi16(board->codes[0], g->cards[k], board->codes[1]),
                2 * FIELD);
    else if (board->mode == SCALAR)
        look_up(board, g->cards);
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

/* ---- hands ---- */

/* Eight vectors of 4 x 8 words: the 8 x 8 words at each quarter are transposed. */
INLINE void transpose(const __m512i v[WINDOW], __m512i out[WINDOW])
{
    __m512i a[8], b[8];
    for (int i = 0; i < 4; i++) {
        a[2 * i] = _mm512_unpacklo_epi16(v[2 * i], v[2 * i + 1]);
        a[2 * i + 1] = _mm512_unpackhi_epi16(v[2 * i], v[2 * i + 1]);
    }
    for (int i = 0; i < 2; i++) {
        b[4 * i] = _mm512_unpacklo_epi32(a[4 * i], a[4 * i + 2]);
        b[4 * i + 1] = _mm512_unpackhi_epi32(a[4 * i], a[4 * i + 2]);
        b[4 * i + 2] = _mm512_unpacklo_epi32(a[4 * i + 1], a[4 * i + 3]);
        b[4 * i + 3] = _mm512_unpackhi_epi32(a[4 * i + 1], a[4 * i + 3]);
    }
    for (int i = 0; i < 4; i++) {
        out[2 * i] = _mm512_unpacklo_epi64(b[i], b[i + 4]);
        out[2 * i + 1] = _mm512_unpackhi_epi64(b[i], b[i + 4]);
    }
}

INLINE void load_windows(struct group *g, uint32_t players)
{
    const char *const base = (const char *)g->tape + 2 * players;
    const volatile uint16_t *const places = (const volatile uint16_t *)&g->seat;
    __m512i w[WINDOW];
#define AT(lane) ((const __m128i *)(base + (size_t)places[lane] + 2 * TAPE * (lane)))
#pragma GCC unroll 8
    for (int j = 0; j < WINDOW; j++) {
        __m512i z = _mm512_castsi128_si512(_mm_loadu_si128(AT(j)));
        z = _mm512_inserti32x4(z, _mm_loadu_si128(AT(j + 8)), 1);
        z = _mm512_inserti32x4(z, _mm_loadu_si128(AT(j + 16)), 2);
        w[j] = _mm512_inserti32x4(z, _mm_loadu_si128(AT(j + 24)), 3);
    }
#undef AT
    transpose(w, g->hands);
}

#define STORE_QUARTER(at, vector, quarter)                                                         \
    __asm__("vextracti32x4 %2, %1, %0" : "=m"(*(__m128i_u *)(at)) : "v"(vector), "i"(quarter))

/* Stores the windows of lanes 8*b + j for j from..to-1. */
INLINE void store_windows(struct group *g, const __m512i w[WINDOW], uint32_t players, int from,
                          int to)
{
    char *const base = (char *)g->tape + 2 * players;
    const volatile uint16_t *const places = (const volatile uint16_t *)&g->seat;
    const volatile uint16_t *const others = (const volatile uint16_t *)&g->other;
#pragma GCC unroll 8
    for (int j = from; j < to; j++) {
        const __m128i quarter = _mm512_castsi512_si128(w[j]);
        _mm_storeu_si128((__m128i *)(base + (size_t)places[j] + 2 * TAPE * j), quarter);
        _mm_storeu_si128((__m128i *)((char *)g->tape + (size_t)others[j] + 2 * TAPE * j), quarter);
#define STORE(b)                                                                                   \
    STORE_QUARTER(base + (size_t)places[8 * (b) + j] + 2 * TAPE * (8 * (b) + j), w[j], b);         \
    STORE_QUARTER((char *)g->tape + (size_t)others[8 * (b) + j] + 2 * TAPE * (8 * (b) + j), w[j],  \
                  b);
        STORE(1)
        STORE(2)
        STORE(3)
#undef STORE
    }
    if (players < SPARSE) {
        char *const above = base + 2 * players;
#pragma GCC unroll 8
        for (int j = from; j < to; j++) {
            _mm_storeu_si128((__m128i *)(above + (size_t)places[j] + 2 * TAPE * j),
                             _mm512_castsi512_si128(w[j]));
#define STORE(b)                                                                                   \
    STORE_QUARTER(above + (size_t)places[8 * (b) + j] + 2 * TAPE * (8 * (b) + j), w[j], b);
            STORE(1)
            STORE(2)
            STORE(3)
#undef STORE
        }
    }
}

/* ---- a step ---- */

INLINE __m512i key_of(const struct board *board, __m512i index, __m512i p)
{
    const __m512i base = _mm512_permutex2var_epi16(board->plain, index, board->under_double);
    return _mm512_add_epi16(base, _mm512_srlv_epi16(p, _mm512_shuffle_epi8(board->shifts, index)));
}

/* What a step changes, in registers. */
struct state {
    __m512i p, move, lowest;
    __m512i place; /* 2 * seats from the window's middle, or 2 * seat */
    __m512i losses;
    __mmask32 doubled, lost1, lost2;
};

INLINE struct state state_of(const struct group *g, bool few)
{
    const struct state s = {g->p,
                            g->move,
                            g->lowest,
                            few ? g->place : _mm512_setzero_si512(),
                            _mm512_setzero_si512(),
                            g->doubled,
                            g->lost1,
                            g->lost2};
    return s;
}

INLINE void keep_state(struct group *g, const struct state *s)
{
    g->p = s->p;
    g->move = s->move;
    g->lowest = s->lowest;
    g->place = s->place;
    g->losses = s->losses;
    g->doubled = s->doubled;
    g->lost1 = s->lost1;
    g->lost2 = s->lost2;
}

/* `players` is 0 for a window. */
INLINE void play_step(const struct board *board, struct state *s, __m512i w[WINDOW], __m512i card,
                      int step, int players)
{
    const bool few = players != 0;
    const int low = few ? 0 : REACH - step;
    const int high = few ? players - 1 : REACH + step;
    const int middle = few ? 0 : REACH;
    __mmask32 here[WINDOW];
    __m512i hand = w[middle];
#pragma GCC unroll 8
    for (int j = low; j <= high; j++)
        if (low != high) {
            here[j] =
                _mm512_cmpeq_epi16_mask(s->place, _mm512_set1_epi16((short)(2 * (j - middle))));
            if (j != middle)
                hand = _mm512_mask_mov_epi16(hand, here[j], w[j]);
        }

    const __m512i field = _mm512_set1_epi16(FIELD_MASK);
    const __m512i flags =
        _mm512_mask_mov_epi16(_mm512_set1_epi16((short)NO_INDEX), s->doubled,
                              _mm512_set1_epi16((short)(NO_INDEX | DOUBLED_INDEX)));
    const __m512i p = _mm512_mask_sub_epi16(s->p, s->doubled, _mm512_set1_epi16(-32), s->p);
    const __m512i hand1 = _mm512_srli_epi16(hand, FIELD);
    const __m512i hand2 = _mm512_srli_epi16(hand, 2 * FIELD);
    const __m512i key0 = key_of(board, _mm512_ternarylogic_epi32(field, hand, flags, 0xca), p);
    const __m512i key1 = key_of(board, _mm512_ternarylogic_epi32(field, hand1, flags, 0xca), p);
    const __m512i key2 = key_of(board, _mm512_ternarylogic_epi32(field, hand2, flags, 0xca), p);
    const __m512i best = _mm512_max_epu16(_mm512_max_epu16(key0, key1), key2);

    const __mmask32 playing = _knot_mask32(_kor_mask32(s->lost1, s->lost2));
    const __mmask32 plays = _mm512_mask_cmpge_epu16_mask(playing, best, _mm512_set1_epi16(VALID));
    const __mmask32 lost = _kxor_mask32(playing, plays);
    const __mmask32 under = _kand_mask32(s->doubled, plays);
    const __m512i key = _mm512_mask_sub_epi16(best, s->doubled, _mm512_set1_epi16(MIRROR), best);
    const __mmask32 answered =
        _mm512_mask_testn_epi16_mask(under, key, _mm512_set1_epi16((short)BASIC));
    const __mmask32 doubles =
        _mm512_mask_testn_epi16_mask(plays, key, _mm512_set1_epi16((short)(BASIC | 1)));
    const __mmask32 turns = _mm512_testn_epi16_mask(key, _mm512_set1_epi16((short)(BASIC | 2)));

    /* The card played leaves, or the first of a hand that is drawn anew; one comes. */
    const __mmask32 not0 = _mm512_mask_cmpneq_epu16_mask(plays, key0, best);
    const __mmask32 is1 = _mm512_cmpeq_epi16_mask(key1, best);
    const __m512i without1 = _mm512_ternarylogic_epi32(field, hand, hand1, 0xca);
    const __m512i kept =
        _mm512_mask_mov_epi16(hand1, not0, _mm512_mask_mov_epi16(hand, is1, without1));
    const __m512i new_hand =
        _mm512_ternarylogic_epi32(_mm512_set1_epi16(TWO_FIELDS), kept, card, 0xca);
#pragma GCC unroll 8
    for (int j = low; j <= high; j++)
        w[j] = low == high ? new_hand : _mm512_mask_mov_epi16(w[j], here[j], new_hand);

    s->p = _mm512_mask_slli_epi16(_mm512_set1_epi16((short)START), plays, _mm512_srli_epi16(key, 4),
                                  5);
    s->lowest = _mm512_min_epu16(s->lowest, s->p);
    s->losses = _mm512_mask_add_epi16(
        s->losses, lost, s->place,
        _mm512_set1_epi16((short)(LOSS_STEP * (step + 1) + (few ? 0 : 2 * REACH))));
    const __m512i turned = _mm512_mask_sub_epi16(s->move, turns, _mm512_setzero_si512(), s->move);
    s->move = _mm512_mask_mov_epi16(_mm512_set1_epi16(2), plays, turned);
    s->place = _mm512_mask_add_epi16(s->place, _kxor_mask32(plays, _kxor_mask32(under, answered)),
                                     s->place, s->move);
    if (few) {
        const __m512i ring = _mm512_set1_epi16((short)(2 * players));
        s->place = _mm512_min_epu16(s->place, _mm512_add_epi16(s->place, ring));
        s->place = _mm512_min_epu16(s->place, _mm512_sub_epi16(s->place, ring));
    }
    s->doubled = _kor_mask32(doubles, answered);
    s->lost2 = s->lost1;
    s->lost1 = lost;
}

/* Appends the quad's losses to the log: place of the loss, seat at the quad's start, and tag. */
INLINE void log_losses(struct board *board, struct group *g, __m512i seat, uint32_t quad)
{
    const __m512i high = _mm512_add_epi16(seat, g->tags[quad]);
    const __m512i first = _mm512_unpacklo_epi16(g->losses, high);
    const __m512i second = _mm512_unpackhi_epi16(g->losses, high);
    const __m512i low_word = _mm512_set1_epi32(0xffff);
    const __mmask16 in_first = _mm512_test_epi32_mask(first, low_word);
    const __mmask16 in_second = _mm512_test_epi32_mask(second, low_word);
    uint32_t logged = board->logged;
    _mm512_storeu_si512(board->log + logged, _mm512_maskz_compress_epi32(in_first, first));
    logged += (uint32_t)__builtin_popcount(in_first);
    _mm512_storeu_si512(board->log + logged, _mm512_maskz_compress_epi32(in_second, second));
    board->logged = logged + (uint32_t)__builtin_popcount(in_second);
}

INLINE void next_seat(const struct board *board, struct group *g)
{
    const __m512i seat = _mm512_add_epi16(g->seat, g->place);
    const __m512i up = _mm512_min_epu16(seat, _mm512_add_epi16(seat, board->ring));
    g->seat = _mm512_min_epu16(up, _mm512_sub_epi16(up, board->ring));
}

INLINE void find_other(const struct board *board, struct group *g)
{
    const __mmask32 low = _mm512_cmplt_epu16_mask(g->seat, _mm512_set1_epi16(2 * (WINDOW - 1)));
    g->other = _mm512_mask_add_epi16(g->seat, board->players < SPARSE ? 0 : low, g->seat,
                                     _mm512_slli_epi16(board->ring, 1));
}

/* Four steps of group `a` while the windows of group `b` are stored (after its quad `stored`,
 * unless that is negative) and loaded (if `load`): independent work, so neither waits for the
 * other. */
static __attribute__((noinline)) void play_quad(struct board *board, struct group *a,
                                                struct group *b, int stored, bool load)
{
    struct state s = state_of(a, false);
    __m512i w[WINDOW], z[WINDOW];
    for (int j = 0; j < WINDOW; j++)
        w[j] = a->hands[j];
    if (stored >= 0) {
        transpose(b->hands, z);
        store_windows(b, z, board->players, 0, 2);
    }
    play_step(board, &s, w, a->cards[0], 0, 0);
    if (stored >= 0)
        store_windows(b, z, board->players, 2, 5);
    play_step(board, &s, w, a->cards[1], 1, 0);
    if (stored >= 0) {
        store_windows(b, z, board->players, 5, 8);
        log_losses(board, b, b->seat, (uint32_t)stored);
        next_seat(board, b);
    }
    play_step(board, &s, w, a->cards[2], 2, 0);
    if (load) {
        deal(board, b);
        find_other(board, b);
    }
    play_step(board, &s, w, a->cards[3], 3, 0);
    keep_state(a, &s);
    for (int j = 0; j < WINDOW - 1; j++)
        a->hands[j] = w[j];
    if (load)
        load_windows(b, board->players);
}

static void play_windows(struct board *board)
{
    struct group *const a = &board->groups[0], *const b = &board->groups[1];
    deal(board, a);
    find_other(board, a);
    load_windows(a, board->players);
    for (int quad = 0; quad < QUADS; quad++) {
        play_quad(board, a, b, quad - 1, true);
        play_quad(board, b, a, quad, quad != QUADS - 1);
    }
    __m512i z[WINDOW];
    transpose(b->hands, z);
    store_windows(b, z, board->players, 0, WINDOW);
    log_losses(board, b, b->seat, QUADS - 1);
    next_seat(board, b);
}

INLINE void play_few(struct board *board, int players)
{
    for (uint32_t quad = 0; quad < QUADS; quad++) {
        for (int j = 0; j < GROUPS; j++)
            deal(board, &board->groups[j]);
        for (int j = 0; j < GROUPS; j++) {
            struct group *const g = &board->groups[j];
            struct state s = state_of(g, true);
            __m512i w[WINDOW];
#pragma GCC unroll 8
            for (int i = 0; i < players; i++)
                w[i] = g->hands[i];
#pragma GCC unroll 4
            for (int step = 0; step < STEPS; step++)
                play_step(board, &s, w, g->cards[step], step, players);
#pragma GCC unroll 8
            for (int i = 0; i < players; i++)
                g->hands[i] = w[i];
            keep_state(g, &s);
            log_losses(board, g, _mm512_setzero_si512(), quad);
        }
    }
}

#define FEW_PLAYERS(n)                                                                             \
    static __attribute__((noinline)) void play_##n(struct board *board)                            \
    {                                                                                              \
        play_few(board, n);                                                                        \
    }
FEW_PLAYERS(1)
FEW_PLAYERS(2)
FEW_PLAYERS(3)
FEW_PLAYERS(4)
FEW_PLAYERS(5)
FEW_PLAYERS(6)
FEW_PLAYERS(7)

static void play_block(struct board *board)
{
    static void (*const few[])(struct board *) = {play_1, play_2, play_3, play_4,
                                                  play_5, play_6, play_7};
    if (board->players <= FEW)
        few[board->players - 1](board);
    else
        play_windows(board);
}

/* ---- between blocks ---- */

/* The hands of the game the lane just took, a word a seat; from any source. */
static __attribute__((noinline)) __m512i deal_any_hands(const struct board *board,
                                                        struct cirno_lane *lane)
{
    const struct cirno_setup *const setup = board->all.setup;
    uint8_t cards[CIRNO_MAX_PLAYERS * CIRNO_HAND], code[CIRNO_CARDS];
    uint16_t hands[LANES] = {0};
    cirno_lane_deal(&board->all, lane, cards);
    for (uint32_t c = 0; c < CIRNO_CARDS; c++)
        code[c] = (uint8_t)c;
    if (board->mode == TICKETS)
        for (uint32_t t = 0; t < setup->total; t++)
            code[setup->ticket_card[t]] = (uint8_t)t;
    for (uint32_t seat = 0; seat < board->players; seat++)
        hands[seat] = (uint16_t)(code[cards[3 * seat]] | code[cards[3 * seat + 1]] << FIELD |
                                 code[cards[3 * seat + 2]] << 2 * FIELD);
    return _mm512_loadu_si512(hands);
}

static __m512i deal_hands(const struct board *board, struct cirno_lane *lane)
{
    if (board->mode != TICKETS)
        return deal_any_hands(board, lane);
    const struct nf_key key = cirno_lane_key(&board->all, lane);
    const uint32_t n = board->players;
    struct nf_rng rng = nf_rng_start(&key);
    uint64_t words[32];
    for (uint32_t i = 0; i < (CIRNO_HAND * n + 3) / 4; i++)
        words[i] = nf_rng_next(&rng);
    const __mmask32 seats = (__mmask32)((1u << n) - 1);
    __m512i hands = _mm512_setzero_si512();
    __mmask32 rejected = 0;
    for (uint32_t round = CIRNO_HAND; round-- > 0;) {
        const __m512i chunks = _mm512_maskz_loadu_epi16(seats, (uint16_t *)words + n * round);
        hands = _mm512_or_si512(_mm512_slli_epi16(hands, FIELD),
                                _mm512_mulhi_epu16(chunks, board->totals));
        rejected |= _mm512_mask_cmplt_epu16_mask(seats, _mm512_mullo_epi16(chunks, board->totals),
                                                 board->rejects_below);
    }
    if (rejected != 0)
        return deal_any_hands(board, lane);
    lane->rng = rng;
    lane->deck = NULL;
    return hands;
}

static void put_word(__m512i *vector, uint32_t lane, uint32_t word)
{
    memcpy((char *)vector + 2 * lane, &(uint16_t){(uint16_t)word}, 2);
}

static void put_hands(const struct board *board, struct group *g, uint32_t i, __m512i hands)
{
    const uint32_t n = board->players;
    if (n <= FEW) {
        uint16_t words[LANES];
        _mm512_storeu_si512(words, hands);
        for (uint32_t seat = 0; seat < n; seat++)
            put_word(&g->hands[seat], i, words[seat]);
        return;
    }
    const __mmask32 seats = (__mmask32)((1u << n) - 1);
    for (uint32_t copy = 0; copy < 3; copy++)
        _mm512_mask_storeu_epi16(&g->tape[i][REACH + copy * n], seats, hands);
}

static void refill(struct board *board, struct group *g, uint32_t i)
{
    struct cirno_lane *const lane = &g->lanes[i];
    g->next[i] = (i * RAW + 1) * 4;
    if (!cirno_lane_take(&board->all, lane, g->step)) {
        g->busy &= ~(1u << i);
        return;
    }
    g->busy |= 1u << i;
    put_hands(board, g, i, deal_hands(board, lane));
    memcpy((char *)&g->s0[i % 4] + 8 * (i / 4), &lane->rng.s0, 8);
    memcpy((char *)&g->s1[i % 4] + 8 * (i / 4), &lane->rng.s1, 8);
    put_word(&g->p, i, START);
    put_word(&g->move, i, 2);
    put_word(&g->seat, i, 0);
    put_word(&g->place, i, 0);
    g->doubled &= ~(1u << i);
    g->lost1 &= ~(1u << i);
    g->lost2 &= ~(1u << i);
    g->raw[i][0] = (g->step - 3) << NF_SEAT_BITS;
    if ((int32_t)(g->check - (lane->first + lane->limit)) > 0)
        g->check = lane->first + lane->limit;
}

static void complete(struct board *board, struct group *g, uint32_t i)
{
    struct cirno_lane *const lane = &g->lanes[i];
    const uint32_t *const raw = g->raw[i];
    const uint32_t rounds = board->rounds;
    for (uint32_t r = 0; r < rounds; r += 16) {
        const uint32_t left = rounds - r;
        const __m512i before = _mm512_loadu_si512(raw + r), now = _mm512_loadu_si512(raw + r + 1);
        const __m512i turns = _mm512_sub_epi32(
            now, _mm512_add_epi32(_mm512_andnot_si512(_mm512_set1_epi32(31), before),
                                  _mm512_set1_epi32(2 << NF_SEAT_BITS)));
        _mm512_mask_storeu_epi32(lane->rounds + r,
                                 (__mmask16)(left < 16 ? (1u << left) - 1 : 0xffff), turns);
    }
    lane->count = rounds;
    lane->round_start = lane->first + ((raw[rounds] - raw[0]) >> NF_SEAT_BITS);
    cirno_lane_complete(&board->all, lane);
}

/* Moves the log's losses to their lanes. */
static void read_log(struct board *board)
{
    const uint32_t logged = board->logged;
    const bool few = board->players <= FEW;
    const __m512i start =
        _mm512_set1_epi32((int)(board->groups[0].step - STEPS * QUADS - 1) << NF_SEAT_BITS);
    const __m512i ring = _mm512_set1_epi32((int)board->players);
    const __m512i reach = _mm512_set1_epi32(few ? 0 : REACH);
    for (uint32_t at = 0; at < logged; at += 16) {
        const __m512i entry = _mm512_loadu_si512(board->log + at);
        const __m512i seat2 =
            _mm512_add_epi32(_mm512_and_si512(_mm512_srli_epi32(entry, 16), _mm512_set1_epi32(63)),
                             _mm512_and_si512(entry, _mm512_set1_epi32(15)));
        __m512i seat = _mm512_sub_epi32(_mm512_srli_epi32(seat2, 1), reach);
        seat = _mm512_min_epu32(seat, _mm512_add_epi32(seat, ring));
        seat = _mm512_min_epu32(seat, _mm512_sub_epi32(seat, ring));
        const __m512i quad =
            _mm512_and_si512(_mm512_srli_epi32(entry, 27 - 2 - NF_SEAT_BITS),
                             _mm512_set1_epi32((QUADS - 1) * STEPS << NF_SEAT_BITS));
        const __m512i step = _mm512_and_si512(_mm512_slli_epi32(entry, NF_SEAT_BITS - 4),
                                              _mm512_set1_epi32(7 << NF_SEAT_BITS));
        _mm512_storeu_si512(board->values + at, _mm512_add_epi32(_mm512_add_epi32(start, seat),
                                                                 _mm512_add_epi32(quad, step)));
        _mm512_storeu_si512(
            board->log + at,
            _mm512_or_si512(_mm512_and_si512(_mm512_srli_epi32(entry, 22), _mm512_set1_epi32(31)),
                            _mm512_slli_epi32(_mm512_srli_epi32(entry, 30), 5)));
    }
    for (uint32_t at = 0; at < logged; at++) {
        const uint32_t lane = board->log[at];
        struct group *const g = &board->groups[lane >> 5];
        const uint32_t next = g->next[lane & 31];
        memcpy((char *)g->raw + next, &board->values[at], 4);
        g->next[lane & 31] = next + 4;
    }
    board->logged = 0;
}

/* The lanes whose last round is recorded. */
static uint32_t finished(const struct board *board, const struct group *g)
{
    uint32_t done = 0;
    const __m512i row = _mm512_set1_epi32(RAW * 4);
    const __m512i count = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    for (uint32_t i = 0; i < LANES; i += 16) {
        const __m512i end =
            _mm512_add_epi32(_mm512_set1_epi32((int)(4 * (i * RAW + 1 + board->rounds))),
                             _mm512_mullo_epi32(count, row));
        done |= (uint32_t)_mm512_cmpge_epu32_mask(_mm512_loadu_si512(g->next + i), end) << i;
    }
    return done & g->busy;
}

static uint32_t overrun(struct group *g)
{
    uint32_t lanes = 0;
    if ((int32_t)(g->step - g->check) <= 0)
        return 0;
    g->check = g->step + (1u << 30);
    for (uint32_t i = 0; i < LANES; i++) {
        const struct cirno_lane *const lane = &g->lanes[i];
        if (cirno_lane_is_overrun(lane, g->step))
            lanes |= 1u << i;
        else if (lane->busy && (int32_t)(g->check - (lane->first + lane->limit)) > 0)
            g->check = lane->first + lane->limit;
    }
    return lanes;
}

static void settle(struct board *board, struct group *g)
{
    const uint32_t done = finished(board, g);
    const uint32_t deep =
        _mm512_cmplt_epu16_mask(g->lowest, _mm512_set1_epi16((short)(32 * LOWEST_Q))) & g->busy;
    const uint32_t over = overrun(g) & ~done & ~deep;
    g->lowest = _mm512_set1_epi16(-1);
    for (uint32_t left = done | deep | over; left != 0; left &= left - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(left);
        if (deep >> i & 1)
            cirno_lane_replay(&board->all, &g->lanes[i]);
        else if (done >> i & 1)
            complete(board, g, i);
        else
            cirno_lane_overrun(&board->all, &g->lanes[i]);
        refill(board, g, i);
    }
    for (uint32_t idle = ~g->busy; idle != 0; idle &= idle - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(idle);
        g->next[i] = (i * RAW + 1) * 4;
    }
}

static size_t memory(const struct nf_setup *setup)
{
    (void)setup;
    _Static_assert(sizeof(struct board) % NF_CACHE_LINE == 0, "a multiple of cache lines");
    return sizeof(struct board);
}

static enum nf_exit play(const struct nf_setup *setup, void *memory_block, struct nf_feed *feed,
                         struct nf_sink *sink, struct nf_error *err)
{
    struct board *const board = memory_block;
    memset(board, 0, sizeof *board);
    board->all = cirno_lanes_open(setup, feed, sink, err);
    board->players = setup->params.players;
    fill_tables(board, board->all.setup);
    board->rounds = setup->params.rounds;
    board->ring = _mm512_set1_epi16((short)(2 * board->players));
    for (int j = 0; j < GROUPS; j++) {
        struct group *const g = &board->groups[j];
        for (uint32_t i = 0; i < LANES; i++)
            for (uint32_t quad = 0; quad < QUADS; quad++)
                put_word(&g->tags[quad], i, i << 6 | quad << 11 | (uint32_t)j << 14);
        g->lowest = _mm512_set1_epi16(-1);
        g->check = g->step + (1u << 30);
        for (uint32_t i = 0; i < LANES; i++)
            refill(board, g, i);
    }
    while ((board->groups[0].busy | board->groups[1].busy) != 0 && board->all.end == NF_OK) {
        play_block(board);
        read_log(board);
        for (int j = 0; j < GROUPS; j++)
            settle(board, &board->groups[j]);
    }
    return board->all.end;
}

static bool supported(void)
{
    return nf_machine_has_avx512();
}

#else

static bool supported(void)
{
    return false;
}

static size_t memory(const struct nf_setup *setup)
{
    (void)setup;
    return NF_CACHE_LINE;
}

static enum nf_exit play(const struct nf_setup *setup, void *memory_block, struct nf_feed *feed,
                         struct nf_sink *sink, struct nf_error *err)
{
    (void)setup, (void)memory_block, (void)feed, (void)sink;
    return nf_fail(err, NF_INTERNAL, "the avx512 kernel is not part of this build");
}

#endif

const struct nf_kernel cirno_avx512 = {"avx512", supported, memory, play};
