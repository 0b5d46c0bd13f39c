/* Deals four cards to each of 32 lanes: a word of xoroshiro128++ a lane, its four chunks transposed
 * to vectors, multiplied to tickets, looked up. */
#ifndef NF_CIRNO_AVX512_DEAL_H
#define NF_CIRNO_AVX512_DEAL_H

#include "base/rng.h"
#include "games/cirno/simulated/kernels/avx512/board.h"
#include "games/cirno/simulated/kernels/lanes.h"
#include "gen/cirno/setup.h"

#if defined(__x86_64__) && defined(__AVX512BW__) && defined(__AVX512VL__) && defined(__AVX512DQ__)

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

#endif

#endif
