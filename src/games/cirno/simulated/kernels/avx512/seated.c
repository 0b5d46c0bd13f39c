/* The part of the AVX-512 kernel for players who have strategies of their own: up to
 * CIRNO_PLAN_KINDS of them at a table, all of which have a plan. */
#include "games/cirno/simulated/kernels/avx512/board.h"
#include "games/cirno/simulated/strategy/strategy.h"

#if defined(__x86_64__) && defined(__AVX512BW__) && defined(__AVX512VL__) && defined(__AVX512DQ__)

#include <assert.h>
#include <string.h>

/* The die of groups that choose at random, for 32 lanes: see cirno_die(). A face is a map of the
 * projective line over the field of 17 elements, (a x + b) / (c x + d), and what it gives a card is
 * computed, for the table of all faces would have to be gathered from. */
enum {
    FIELD_17 = 17,
    MAPS = FIELD_17 * (FIELD_17 - 1), /* of c and d each */
    POINT_INFINITY = FIELD_17,
};
_Static_assert((FIELD_17 + 1) * MAPS == CIRNO_DIE_FACES, "c = 0, or c = 1 and any d");

INLINE __m512i word_of(int word)
{
    return _mm512_set1_epi16((short)word);
}

/* The 17th part of words; 61,681 is the 17th part of 2^20, rounded up, which is exact. */
INLINE __m512i seventeenth(__m512i words)
{
    return _mm512_srli_epi16(_mm512_mulhi_epu16(words, word_of(61681)), 4);
}

INLINE __m512i modulo_17(__m512i words)
{
    return _mm512_sub_epi16(words, _mm512_mullo_epi16(seventeenth(words), word_of(FIELD_17)));
}

/* a, b, d of a map; c as all ones for 1, or 0, and then d is 1. */
struct map {
    __m512i a, b, c, d;
};

/* Faces are numbered as cirno_die() fills them: by c and d, then a, then b without that which makes
 * a d = b c. */
INLINE struct map map_of(__m512i face)
{
    const __m512i part = seventeenth(_mm512_srli_epi16(face, 4));
    const __m512i rest = _mm512_sub_epi16(face, _mm512_mullo_epi16(part, word_of(MAPS)));
    const __mmask32 is_c = _mm512_test_epi16_mask(part, part);
    const __m512i d = _mm512_sub_epi16(part, word_of(1));
    const __m512i line = seventeenth(rest);
    const __m512i a = _mm512_srli_epi16(rest, 4), b = _mm512_and_si512(rest, word_of(15));
    const __m512i left_out = modulo_17(_mm512_mullo_epi16(a, d));
    const __mmask32 beyond = _mm512_cmpge_epu16_mask(b, left_out);
    return (struct map){
        .a = _mm512_mask_mov_epi16(_mm512_add_epi16(line, word_of(1)), is_c, a),
        .b = _mm512_mask_mov_epi16(
            _mm512_sub_epi16(rest, _mm512_mullo_epi16(line, word_of(FIELD_17))), is_c,
            _mm512_mask_add_epi16(b, beyond, b, word_of(1))),
        .c = _mm512_movm_epi16(is_c),
        .d = _mm512_mask_mov_epi16(word_of(1), is_c, d),
    };
}

/* What a map gives the cards of the codes in `index`, and 1 more: 1 .. CIRNO_CARDS. */
INLINE __m512i image_of(const struct seated *t, const struct map *map, __m512i index)
{
    /* A point is (x, 1), or (1, 0). */
    const __m512i x = _mm512_permutexvar_epi16(index, t->point_x);
    const __m512i finite = _mm512_permutexvar_epi16(index, t->finite);
    const __m512i above =
        _mm512_add_epi16(_mm512_mullo_epi16(map->a, x), _mm512_and_si512(map->b, finite));
    const __m512i below =
        _mm512_add_epi16(_mm512_and_si512(x, map->c), _mm512_and_si512(map->d, finite));
    const __m512i inverse = _mm512_permutex2var_epi16(t->inverse[0], below, t->inverse[1]);
    return _mm512_mask_add_epi16(word_of(POINT_INFINITY + 1),
                                 _mm512_test_epi16_mask(inverse, inverse),
                                 modulo_17(_mm512_mullo_epi16(above, inverse)), word_of(1));
}

/* Throws again where chunks were rejected: 2.9% of them are, so nearly every quad has some. Two
 * steps at a time, for the end of each loop is a branch that cannot be foreseen. */
static __attribute__((noinline)) void throw_again(const struct board *board, struct group *g,
                                                  const uint32_t rejected[STEPS])
{
    for (uint32_t k = 0; k < STEPS; k += 2) {
        uint64_t left = rejected[k] & g->busy;
        left |= (uint64_t)(rejected[k + 1] & g->busy) << LANES;
        for (; left != 0; left &= left - 1) {
            const uint32_t i = (uint32_t)__builtin_ctzll(left), step = k + i / LANES;
            const struct cirno_lane *const lane = &g->lanes[i % LANES];
            const struct nf_key key = cirno_lane_key(&board->all, lane);
            const uint32_t face = cirno_dice_redraw(&key, g->step - lane->first + step);
            memcpy((char *)&g->faces[step] + 2 * (i % LANES), &(uint16_t){(uint16_t)face}, 2);
        }
    }
}

/* Throws the die for the cards that are dealt next. */
INLINE void throw_dice(const struct board *board, struct group *g)
{
    const __m512i all = word_of(CIRNO_DIE_FACES);
    __m512i chunks[STEPS];
    uint32_t rejected[STEPS];
    next_chunks(&board->c, g->dice0, g->dice1, chunks);
    UNROLLED for (int k = 0; k < STEPS; k++)
    {
        rejected[k] = _mm512_cmplt_epu16_mask(_mm512_mullo_epi16(chunks[k], all),
                                              word_of(65536 % CIRNO_DIE_FACES));
        g->faces[k] = _mm512_mulhi_epu16(chunks[k], all);
    }
    throw_again(board, g, rejected);
}

/* What the AVX-512 kernel does otherwise where players have strategies of their own: the tables,
 * and one step of 32 lanes. The idea is in strategy/strategy.h.
 *
 * p is kept whole, as 2 * (p + WHOLE). What is wanted follows from p no lower than CIRNO_P_FLOOR,
 * below which nothing changes; a key is bit 15 where the card cannot be played, 9 bits of the p it
 * makes, 6 of the tie rank. A context is whose strategy, and whether DOUBLE lies on her. */
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

#define TURN_FEW(n)                                                                                \
    static void turn_##n(struct board *board, const struct state s[GROUPS],                        \
                         const __m512i front[GROUPS])                                              \
    {                                                                                              \
        BOTH turn_few(board, &s[j], board->groups[j].ring, front[j], n);                           \
    }
TURN_FEW(1)
TURN_FEW(2)
TURN_FEW(3)
TURN_FEW(4)
TURN_FEW(5)
TURN_FEW(6)
TURN_FEW(7)
TURN_FEW(8)
TURN_FEW(9)
TURN_FEW(10)
TURN_FEW(11)
TURN_FEW(12)

static void turn_each_few(struct board *board, const struct state s[GROUPS],
                          const __m512i front[GROUPS])
{
    static void (*const turn[])(struct board *, const struct state *, const __m512i *) = {
        turn_1, turn_2, turn_3, turn_4,  turn_5,  turn_6,
        turn_7, turn_8, turn_9, turn_10, turn_11, turn_12,
    };
    _Static_assert(sizeof turn / sizeof *turn == FEW, "one for each");
    turn[board->players - 1](board, s, front);
}

INLINE void play_step(struct board *board, struct state s[GROUPS], __m512i rings[GROUPS][2],
                      int step, int players, int kinds, bool rolls)
{
    struct group *const groups = board->groups;
    __m512i front[GROUPS];
    BOTH
    {
        struct turn x = {.hand = players > 0 ? rings[j][0] : groups[j].ring[0]};
        compare_wishes(board, &groups[j], &s[j], &x, step, kinds, rolls);
        front[j] = play_wish(board, &s[j], &x, groups[j].cards[step], step);
    }
    if (players > 0)
        BOTH turn_few(board, &s[j], rings[j], front[j], players);
    else
        turn_each_few(board, s, front);
}

/* `players`: 1 or 2, whose rings stay in registers, or 0 for the board's number. More do not gain
 * by a copy of their own, nor by steps that are unrolled, and compilers take a second for each. */
INLINE void play_few(struct board *board, int players, int kinds, bool rolls)
{
    struct group *const groups = board->groups;
    for (uint32_t quad = 0; quad < QUADS; quad++) {
        __m512i rings[GROUPS][2];
        struct state s[GROUPS];
        if (rolls)
            BOTH throw_dice(board, &groups[j]);
        BOTH begin_quad(board, &groups[j], &s[j], rings[j], players);
        if (players > 0)
            UNROLLED for (int step = 0; step < STEPS; step++)
                play_step(board, s, rings, step, players, kinds, rolls);
        else
            for (int step = 0; step < STEPS; step++)
                play_step(board, s, rings, step, players, kinds, rolls);
        BOTH end_quad(board, &groups[j], &s[j], rings[j], players, quad);
    }
}

PLAY(play_1, play_few(board, 1, 2, false))
PLAY(play_2, play_few(board, 2, 2, false))
PLAY(play_few_2, play_few(board, 0, 2, false))
PLAY(play_few_4, play_few(board, 0, 4, false))
PLAY(play_few_2_at_random, play_few(board, 0, 2, true))
PLAY(play_few_4_at_random, play_few(board, 0, 4, true))

INLINE void play_many(struct board *board, int kinds, bool rolls)
{
    struct group *const groups = board->groups;
    for (uint32_t quad = 0; quad < QUADS; quad++) {
        __m512i windows[GROUPS][WINDOW];
        struct state s[GROUPS];
        if (rolls)
            BOTH throw_dice(board, &groups[j]);
        BOTH begin_quad(board, &groups[j], &s[j], windows[j], WINDOW);
        UNROLLED for (int step = 0; step < STEPS; step++) BOTH
        {
            struct turn x;
            x.hand = pick_hand(board, &s[j], &x.at, windows[j], step);
            compare_wishes(board, &groups[j], &s[j], &x, step, kinds, rolls);
            const __m512i hand = play_wish(board, &s[j], &x, groups[j].cards[step], step);
            put_hand(board, x.at, windows[j], hand, step);
        }
        BOTH end_quad(board, &groups[j], &s[j], windows[j], WINDOW, quad);
        cirno_avx512_turn_rings(board);
    }
}

PLAY(play_many_2, play_many(board, 2, false))
PLAY(play_many_4, play_many(board, 4, false))
PLAY(play_many_2_at_random, play_many(board, 2, true))
PLAY(play_many_4_at_random, play_many(board, 4, true))

/* What plays a block. A table of one strategy plays as one of two: the rest of what it could save
 * is a twentieth. */
static void (*block_of(const struct board *board))(struct board *)
{
    static void (*const few[VARIANTS])(struct board *) = {
        play_few_2,
        play_few_4,
        play_few_2_at_random,
        play_few_4_at_random,
    };
    static void (*const many[VARIANTS])(struct board *) = {
        play_many_2,
        play_many_4,
        play_many_2_at_random,
        play_many_4_at_random,
    };
    const struct seated *const t = &board->seated;
    const uint32_t variant = (t->rolls ? 2u : 0u) + (t->kinds > 2 ? 1u : 0u);
    if (board->players <= 2 && !t->rolls)
        return board->players == 1 ? play_1 : play_2;
    return board->players <= FEW ? few[variant] : many[variant];
}

/* ---- tables ---- */

static void fill_vector(__m512i *vector, int word)
{
    *vector = _mm512_set1_epi16((short)word);
}

static uint32_t outcome_of(unsigned card)
{
    return card == CIRNO_PASS     ? PASSED
           : card == CIRNO_TURN   ? TURNED
           : card == CIRNO_DOUBLE ? DOUBLES
                                  : PLAYED;
}

static void fill_cards(struct board *board, const struct cirno_seating *seating)
{
    struct seated *const t = &board->seated;
    uint16_t takes[2 * CIRNO_CODES], base[CIRNO_CODES], plus[CIRNO_CODES], outcomes[CIRNO_CODES];
    for (uint32_t i = 0; i < CIRNO_CODES; i++) {
        const unsigned card = board->codes.card[i];
        const uint32_t shift = cirno_code_shift(card);
        const int32_t made = cirno_apply(card, 0);
        base[i] = (uint16_t)(KEY_P * (KEY_ZERO + made) - (-2 * CIRNO_P_FLOOR * KEY_P >> shift));
        plus[i] = (uint16_t)(WHOLE + made - (WHOLE_START >> shift));
        outcomes[i] = (uint16_t)outcome_of(card);
    }
    t->base = _mm512_loadu_si512(base);
    t->plus = _mm512_loadu_si512(plus);
    t->outcomes = _mm512_loadu_si512(outcomes);
    for (uint32_t kind = 0; kind < seating->count; kind++) {
        const struct cirno_plan *const plans = seating->strategies[kind]->plan;
        for (uint32_t i = 0; i < 2 * CIRNO_CODES; i++) {
            const struct cirno_plan *const plan = &plans[i / CIRNO_CODES];
            const unsigned card = board->codes.card[i % CIRNO_CODES];
            takes[i] = (uint16_t)(plan->takes[card] * KEY_P + plan->tie[card]);
        }
        t->takes[kind][0] = _mm512_loadu_si512(takes);
        t->takes[kind][1] = _mm512_loadu_si512(takes + CIRNO_CODES);
    }
}

/* What depends on the context. Contexts repeat, for the index has more bits. */
static void fill_contexts(struct seated *t, const struct cirno_seating *seating)
{
    enum { CONTEXTS = 2 * CIRNO_PLAN_KINDS, RANGES = 1 << RANGE_BITS };
    uint16_t smallest[32], random[32], bound[CIRNO_PLAN_BOUNDS][32], holds[CONTEXTS * RANGES];
    for (uint32_t i = 0; i < 32; i++) {
        const uint32_t context = i % CONTEXTS, kind = context / 2;
        const struct cirno_plan *const plan =
            &seating->strategies[kind < seating->count ? kind : 0]->plan[context % 2];
        smallest[i] = (uint16_t)(plan->smallest * KEY_P);
        random[i] = (uint16_t)(plan->random * KEY_P);
        t->bounds = plan->bounds > t->bounds ? plan->bounds : t->bounds;
        for (uint32_t k = 0; k < CIRNO_PLAN_BOUNDS; k++)
            bound[k][i] = k < plan->bounds
                              ? (uint16_t)(2 * KEY_P * (plan->bound[k] - CIRNO_P_FLOOR))
                              : UINT16_MAX;
        for (uint32_t k = 0; k < RANGES && i < CONTEXTS; k++)
            holds[context * RANGES + k] = (uint16_t)(plan->holds[k] * KEY_P);
    }
    t->smallest = _mm512_loadu_si512(smallest);
    t->random = _mm512_loadu_si512(random);
    for (uint32_t k = 0; k < CIRNO_PLAN_BOUNDS; k++)
        t->bound[k] = _mm512_loadu_si512(bound[k]);
    for (uint32_t k = 0; k < CONTEXTS * RANGES / 32; k++)
        t->holds[k] = _mm512_loadu_si512(holds + 32 * k);
}

/* Before step s of a quad a lane's moves come to s if it has stayed where it was. */
static void fill_kinds(struct board *board, const struct cirno_seating *seating)
{
    const uint32_t n = board->players;
    for (uint32_t step = 0; step < STEPS; step++) {
        uint16_t words[64];
        for (uint32_t i = 0; i < 64; i++)
            words[i] = (uint16_t)(2 * seating->number[(i + STEPS * n - step) % n]);
        board->seated.kind_at[step][0] = _mm512_loadu_si512(words);
        board->seated.kind_at[step][1] = _mm512_loadu_si512(words + 32);
    }
}

/* For the die: cards as points, and inverses of sums of two numbers below 17, 0 of 0. */
static void fill_points(struct board *board)
{
    uint16_t x[CIRNO_CODES], finite[CIRNO_CODES], inverse[64] = {0};
    for (uint32_t i = 0; i < CIRNO_CODES; i++) {
        const unsigned card = board->codes.card[i];
        x[i] = card == POINT_INFINITY ? 1 : (uint16_t)card;
        finite[i] = card == POINT_INFINITY ? 0 : UINT16_MAX;
    }
    for (uint32_t i = 0; i < 64; i++)
        for (uint16_t k = 1; k < FIELD_17; k++)
            if (i * k % FIELD_17 == 1)
                inverse[i] = k;
    board->seated.point_x = _mm512_loadu_si512(x);
    board->seated.finite = _mm512_loadu_si512(finite);
    board->seated.inverse[0] = _mm512_loadu_si512(inverse);
    board->seated.inverse[1] = _mm512_loadu_si512(inverse + 32);
}

void cirno_avx512_seat(struct board *board)
{
    const struct cirno_seating *const seating = board->all.setup->seating;
    struct seated *const t = &board->seated;
    assert(seating->count <= CIRNO_PLAN_KINDS);
    t->kinds = seating->count;
    t->rolls = seating->rolls;
    fill_vector(&t->floor, FLOOR_STATE);
    fill_vector(&t->start, WHOLE_START);
    fill_vector(&t->minus_1, -1);
    fill_vector(&t->values, KEY_VALUES);
    fill_vector(&t->ties, KEY_TIES);
    fill_vector(&t->odd, 2);
    fill_vector(&t->high, 4);
    fill_cards(board, seating);
    fill_contexts(t, seating);
    fill_kinds(board, seating);
    fill_points(board);
    board->start = WHOLE_START;
    board->lowest = WHOLE_LOWEST;
    board->play_block = block_of(board);
}

#endif
