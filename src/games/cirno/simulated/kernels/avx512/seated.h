/* What the AVX-512 kernel does otherwise where players have strategies of their own: the tables,
 * and one step of 32 lanes. The idea is in strategy/plan.h.
 *
 * p is kept whole, as 2 * (p + WHOLE). What is wanted follows from p no lower than CIRNO_P_FLOOR,
 * below which nothing changes; a key is bit 15 where the card cannot be played, 9 bits of the p it
 * makes, 6 of the tie rank. A context is whose strategy, and whether DOUBLE lies on her. */
#ifndef NF_CIRNO_AVX512_SEATED_H
#define NF_CIRNO_AVX512_SEATED_H

#include "games/cirno/simulated/kernels/avx512/dice.h"
#include "games/cirno/simulated/kernels/avx512/step.h"
#include "games/cirno/simulated/strategy/strategy.h"

#if defined(__x86_64__) && defined(__AVX512BW__) && defined(__AVX512VL__) && defined(__AVX512DQ__)

enum {
    WHOLE = 32000,
    WHOLE_START = 2 * WHOLE,
    WHOLE_LOWEST = 2 * (WHOLE + 1 - CIRNO_P_BOUND), /* of a valid game */
    FLOOR_STATE = 2 * (WHOLE + CIRNO_P_FLOOR),
    KEY_P = 64,                   /* what 1 of p is in a key */
    KEY_ZERO = 511 - CIRNO_LIMIT, /* p = 0 there */
    KEY_TIES = KEY_P - 1,
    KEY_VALUES = 511 * KEY_P,
    CONTEXT_SHIFT = 5, /* from DOUBLED to bit 0 of a context; above it the strategy's number */
    RANGE_BITS = 4,    /* of the ranges of p in a context */
};
_Static_assert(DOUBLED == 1 << CONTEXT_SHIFT, "a context begins with it");
_Static_assert(CIRNO_PLAN_BOUNDS < 1 << RANGE_BITS, "ranges of p are told apart");
_Static_assert(CIRNO_PLAN_GROUPS + 6 <= 16, "groups and tie rank fit a word");
_Static_assert(2 * (CIRNO_LIMIT - CIRNO_P_FLOOR) * KEY_P < 65536, "keys are made from a word");

/* What the parts of a step hand on. */
struct turn {
    __m512i at; /* how far the lane has moved in the quad, times MOVE; beyond FEW players */
    __m512i hand, hand1;            /* of the player to move; shifted by a card */
    __m512i index0, index1, index2; /* cards and DOUBLED */
    __m512i wish0, wish1, best;
    __mmask32 playing, plays, open1;
};

/* What the groups of players of `kinds` strategies make of a card: takes, and tie rank. */
INLINE __m512i takes_of(const struct seated *t, __m512i index, int kinds, __mmask32 odd,
                        __mmask32 high)
{
    __m512i takes[CIRNO_PLAN_KINDS];
    UNROLLED for (int i = 0; i < kinds; i++) takes[i] =
        _mm512_permutex2var_epi16(t->takes[i][0], index, t->takes[i][1]);
    const __m512i low = _mm512_mask_mov_epi16(takes[0], odd, takes[1]);
    if (kinds == 2)
        return low;
    return _mm512_mask_mov_epi16(low, high, _mm512_mask_mov_epi16(takes[2], odd, takes[3]));
}

/* The groups that hold for the players to move. */
INLINE __m512i holding(const struct seated *t, __m512i context, __m512i state, int kinds,
                       __mmask32 high)
{
    __m512i range = _mm512_slli_epi16(context, RANGE_BITS);
    for (uint32_t i = 0; i < t->bounds; i++) {
        const __m512i bound = _mm512_permutexvar_epi16(context, t->bound[i]);
        range =
            _mm512_mask_sub_epi16(range, _mm512_cmpge_epu16_mask(state, bound), range, t->minus_1);
    }
    const __m512i low = _mm512_permutex2var_epi16(t->holds[0], range, t->holds[1]);
    if (kinds == 2)
        return low;
    return _mm512_mask_mov_epi16(low, high,
                                 _mm512_permutex2var_epi16(t->holds[2], range, t->holds[3]));
}

/* How much the cards of x->hand are wanted. `kinds`:
 * 2, or 4 for more; `rolls`: some choose at random. Constants. */
INLINE void compare_wishes(const struct board *board, const struct group *g, const struct state *s,
                           struct turn *x, int step, int kinds, bool rolls)
{
    const struct seated *const t = &board->seated;
    const __m512i field = board->c.field, hand = x->hand, condition = s->condition;
    const __m512i seat = _mm512_add_epi16(g->seat, _mm512_srli_epi16(s->moved, 8));
    const __m512i kind = _mm512_permutex2var_epi16(t->kind_at[step][0], seat, t->kind_at[step][1]);
    const __m512i context = _mm512_or_si512(_mm512_srli_epi16(condition, CONTEXT_SHIFT), kind);
    const __mmask32 odd = _mm512_test_epi16_mask(kind, t->odd);
    const __mmask32 high = kinds == 2 ? 0 : _mm512_test_epi16_mask(kind, t->high);
    const __m512i state = _mm512_slli_epi16(_mm512_subs_epu16(s->p, t->floor), 6);
    const __m512i holds = holding(t, context, state, kinds, high);
    const __m512i smallest = _mm512_permutexvar_epi16(context, t->smallest);
    const __m512i hands[CIRNO_HAND] = {hand, _mm512_srli_epi16(hand, FIELD),
                                       _mm512_srli_epi16(hand, 2 * FIELD)};
    __m512i index[CIRNO_HAND], open[CIRNO_HAND], key[CIRNO_HAND];
    UNROLLED for (int i = 0; i < CIRNO_HAND; i++)
    {
        index[i] = _mm512_ternarylogic_epi32(field, hands[i], condition, 0xca);
        const __m512i made = _mm512_add_epi16(
            _mm512_permutexvar_epi16(index[i], t->base),
            _mm512_srlv_epi16(state, _mm512_shuffle_epi8(board->shifts, index[i])));
        const __m512i takes = takes_of(t, index[i], kinds, odd, high);
        /* Groups that hold and can play it; tie ranks below p. */
        open[i] = _mm512_ternarylogic_epi32(takes, holds, _mm512_srai_epi16(made, 15), 0x40);
        key[i] = _mm512_ternarylogic_epi32(t->ties, takes, made, 0xca);
    }
    const __m512i any = _mm512_ternarylogic_epi32(open[0], open[1], open[2], 0xfe);
    const __m512i first = _mm512_and_si512(any, _mm512_sub_epi16(_mm512_setzero_si512(), any));
    const __m512i aim = _mm512_maskz_mov_epi16(_mm512_test_epi16_mask(first, smallest), t->values);
    x->playing = _mm512_testn_epi16_mask(condition, board->c.drawing);
    x->plays = _mm512_mask_test_epi16_mask(x->playing, first, first);
    __m512i wish[CIRNO_HAND];
    UNROLLED for (int i = 0; i < CIRNO_HAND; i++) wish[i] = _mm512_xor_si512(key[i], aim);
    if (rolls) {
        const struct map map = map_of(g->faces[step]);
        const __mmask32 random =
            _mm512_test_epi16_mask(first, _mm512_permutexvar_epi16(context, t->random));
        UNROLLED for (int i = 0; i < CIRNO_HAND; i++) wish[i] =
            _mm512_mask_mov_epi16(wish[i], random, image_of(t, &map, index[i]));
    }
    x->wish0 = _mm512_maskz_mov_epi16(_mm512_test_epi16_mask(open[0], first), wish[0]);
    x->wish1 = wish[1];
    x->open1 = _mm512_test_epi16_mask(open[1], first);
    const __mmask32 open2 = _mm512_test_epi16_mask(open[2], first);
    x->best = _mm512_mask_max_epu16(x->wish0, x->open1, x->wish0, wish[1]);
    x->best = _mm512_mask_max_epu16(x->best, open2, x->best, wish[2]);
    x->hand1 = hands[1];
    x->index0 = index[0];
    x->index1 = index[1];
    x->index2 = index[2];
}

/* Plays the step of everything but the ring: returns the hand after it, which drew `card`. */
INLINE __m512i play_wish(const struct board *board, struct state *s, const struct turn *x,
                         __m512i card, int step)
{
    const struct constants *const c = &board->c;
    const struct seated *const t = &board->seated;
    const __mmask32 plays = x->plays, loses = _kandn_mask32(plays, x->playing);
    const __mmask32 not0 = _mm512_mask_cmpneq_epu16_mask(plays, x->wish0, x->best);
    const __mmask32 is1 = _mm512_mask_cmpeq_epu16_mask(x->open1, x->wish1, x->best);
    const __m512i played =
        _mm512_mask_mov_epi16(x->index0, not0, _mm512_mask_mov_epi16(x->index2, is1, x->index1));
    const __m512i outcome = _mm512_ternarylogic_epi32(
        c->low_bits, _mm512_permutexvar_epi16(played, t->outcomes), s->condition, 0xca);
    const __m512i index = _mm512_mask_mov_epi16(s->condition, plays, outcome);
    s->losses = _mm512_mask_add_epi16(s->losses, loses, s->moved, c->losses[step]);
    s->condition = _mm512_permutex2var_epi16(board->follow[0], index, board->follow[1]);
    s->moved = _mm512_add_epi16(s->moved, s->condition);
    const __m512i new_p =
        _mm512_add_epi16(_mm512_permutexvar_epi16(played, t->plus),
                         _mm512_srlv_epi16(s->p, _mm512_shuffle_epi8(board->shifts, played)));
    s->p = _mm512_mask_add_epi16(t->start, plays, new_p, new_p);
    s->lowest = _mm512_min_epu16(s->lowest, s->p);

    /* The card played leaves, or the first of a hand that is drawn anew; one comes. */
    const __m512i without1 = _mm512_ternarylogic_epi32(c->field, x->hand, x->hand1, 0xca);
    const __m512i kept =
        _mm512_mask_mov_epi16(x->hand1, not0, _mm512_mask_mov_epi16(x->hand, is1, without1));
    return _mm512_ternarylogic_epi32(c->two_fields, kept, card, 0xca);
}

/* ---- blocks of steps ---- */

/* They differ in how many strategies they know, two or four, and then in whether the die is thrown.
 */
enum { VARIANTS = 4 };

#define PLAY(name, ...)                                                                            \
    static __attribute__((noinline)) void name(struct board *board)                                \
    {                                                                                              \
        __VA_ARGS__;                                                                               \
    }

/* Those for more than FEW players. */
extern void (*const cirno_avx512_many[VARIANTS])(struct board *);

/* Fills board->seated and all else that depends on the seating of the setup; the rest of the tables
 * is there. */
void cirno_avx512_seat(struct board *board);

#endif

#endif
