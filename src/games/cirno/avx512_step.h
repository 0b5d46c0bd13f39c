/* One step of 32 lanes, and how their hands come from and go to the tapes. */
#ifndef NF_CIRNO_AVX512_STEP_H
#define NF_CIRNO_AVX512_STEP_H

#include "games/cirno/avx512_board.h"

#if defined(__x86_64__) && defined(__AVX512BW__) && defined(__AVX512VL__) && defined(__AVX512DQ__)

/* Eight vectors of 4 x 8 words: the 8 x 8 words at each quarter are transposed.
 */
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

INLINE void load_windows(struct group *g)
{
    const char *const base = (const char *)g->tape + 2 * BELOW;
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
INLINE void store_windows(struct group *g, const __m512i w[WINDOW], int from, int to)
{
    char *const base = (char *)g->tape + 2 * BELOW;
    const volatile uint16_t *const places = (const volatile uint16_t *)&g->seat;
    const volatile int16_t *const others = (const volatile int16_t *)&g->other;
#pragma GCC unroll 8
    for (int j = from; j < to; j++) {
        const __m128i quarter = _mm512_castsi512_si128(w[j]);
        _mm_storeu_si128((__m128i *)(base + (size_t)places[j] + 2 * TAPE * j), quarter);
        _mm_storeu_si128((__m128i *)(base + (ptrdiff_t)others[j] + 2 * TAPE * j), quarter);
#define STORE(b)                                                                                   \
    STORE_QUARTER(base + (size_t)places[8 * (b) + j] + 2 * TAPE * (8 * (b) + j), w[j], b);         \
    STORE_QUARTER(base + (ptrdiff_t)others[8 * (b) + j] + 2 * TAPE * (8 * (b) + j), w[j], b);
        STORE(1)
        STORE(2)
        STORE(3)
#undef STORE
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

INLINE struct state state_of(const struct group *g)
{
    const struct state s = {g->p,      g->move,    g->lowest, g->place,
                            g->losses, g->doubled, g->lost1,  g->lost2};
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
    const struct constants *const c = &board->c;
    const bool few = players != 0;
    const int low = few ? 0 : REACH - step;
    const int high = few ? players - 1 : REACH + step;
    const int middle = few ? 0 : REACH;
    __m512i hand = w[middle];
#pragma GCC unroll 8
    for (int j = low; j <= high; j++)
        if (low != high) {
            const __mmask32 here =
                _mm512_cmpeq_epi16_mask(s->place, few ? c->few_places[j] : c->window_places[j]);
            if (j != middle)
                hand = _mm512_mask_mov_epi16(hand, here, w[j]);
        }

    const __m512i field = c->field;
    const __m512i flags = _mm512_mask_mov_epi16(c->no_index, s->doubled, c->doubled_index);
    const __m512i p = _mm512_mask_sub_epi16(s->p, s->doubled, c->minus_32, s->p);
    const __m512i hand1 = _mm512_srli_epi16(hand, FIELD);
    const __m512i hand2 = _mm512_srli_epi16(hand, 2 * FIELD);
    const __m512i key0 = key_of(board, _mm512_ternarylogic_epi32(field, hand, flags, 0xca), p);
    const __m512i key1 = key_of(board, _mm512_ternarylogic_epi32(field, hand1, flags, 0xca), p);
    const __m512i key2 = key_of(board, _mm512_ternarylogic_epi32(field, hand2, flags, 0xca), p);
    const __m512i best = _mm512_max_epu16(_mm512_max_epu16(key0, key1), key2);

    const __mmask32 playing = _knot_mask32(_kor_mask32(s->lost1, s->lost2));
    const __mmask32 plays = _mm512_mask_cmpge_epu16_mask(playing, best, c->valid);
    const __mmask32 lost = _kxor_mask32(playing, plays);
    const __mmask32 under = _kand_mask32(s->doubled, plays);
    const __m512i key = _mm512_mask_sub_epi16(best, s->doubled, c->mirror, best);
    const __mmask32 answered = _mm512_mask_testn_epi16_mask(under, key, c->basic);
    const __mmask32 doubles = _mm512_mask_testn_epi16_mask(plays, key, c->basic_or_1);
    const __mmask32 turns = _mm512_testn_epi16_mask(key, c->basic_or_2);

    /* The card played leaves, or the first of a hand that is drawn anew; one
     * comes. */
    const __mmask32 not0 = _mm512_mask_cmpneq_epu16_mask(plays, key0, best);
    const __mmask32 is1 = _mm512_cmpeq_epi16_mask(key1, best);
    const __m512i without1 = _mm512_ternarylogic_epi32(field, hand, hand1, 0xca);
    const __m512i kept =
        _mm512_mask_mov_epi16(hand1, not0, _mm512_mask_mov_epi16(hand, is1, without1));
    const __m512i new_hand = _mm512_ternarylogic_epi32(c->two_fields, kept, card, 0xca);
    __m512i place = s->place;
    if (high - low > 2)
        __asm__(""
                : "+v"(place)); /* compare again rather than keep more masks than
                                   there are */
#pragma GCC unroll 8
    for (int j = low; j <= high; j++)
        w[j] = low == high
                   ? new_hand
                   : _mm512_mask_mov_epi16(w[j],
                                           _mm512_cmpeq_epi16_mask(
                                               place, few ? c->few_places[j] : c->window_places[j]),
                                           new_hand);

    s->p = _mm512_mask_slli_epi16(c->start, plays, _mm512_srli_epi16(key, 4), 5);
    s->lowest = _mm512_min_epu16(s->lowest, s->p);
    s->losses = _mm512_mask_add_epi16(s->losses, lost, s->place,
                                      few ? c->few_loss[step] : c->window_loss[step]);
    const __m512i turned = _mm512_mask_sub_epi16(s->move, turns, _mm512_setzero_si512(), s->move);
    s->move = _mm512_mask_mov_epi16(c->ahead, plays, turned);
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

/* Appends the quad's losses to the log: place of the loss, seat at the quad's
 * start, and tag. */
INLINE void log_losses(struct board *board, struct group *g, __m512i seat, uint32_t quad)
{
    const __m512i high = _mm512_add_epi16(seat, g->tags[quad]);
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

INLINE void next_seat(const struct board *board, struct group *g)
{
    const __m512i seat = _mm512_add_epi16(g->seat, g->place);
    const __m512i up = _mm512_min_epu16(seat, _mm512_add_epi16(seat, board->ring));
    g->seat = _mm512_min_epu16(up, _mm512_sub_epi16(up, board->ring));
}

/* Where the copy of each lane's window goes: a ring's length after or before it
 * if it touches the ring's beginning or end, else where nobody reads. */
INLINE void find_other(const struct board *board, struct group *g)
{
    const __m512i rest = _mm512_set1_epi16(2 * SCRATCH), last = _mm512_set1_epi16(2 * REACH * 2);
    const __mmask32 begins = _mm512_cmple_epu16_mask(g->seat, last);
    const __mmask32 ends = _mm512_cmpge_epu16_mask(g->seat, _mm512_sub_epi16(board->ring, last));
    const __m512i other = _mm512_mask_sub_epi16(rest, ends, g->seat, board->ring);
    g->other = _mm512_mask_add_epi16(other, begins, g->seat, board->ring);
}

#endif

#endif
