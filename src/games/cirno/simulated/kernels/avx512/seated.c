/* The part of the AVX-512 kernel for players who have strategies of their own: up to
 * CIRNO_PLAN_KINDS of them at a table, all of which have a plan. */
#include "games/cirno/simulated/kernels/avx512/seated.h"

#if defined(__x86_64__) && defined(__AVX512BW__) && defined(__AVX512VL__) && defined(__AVX512DQ__)

#include <assert.h>

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
        cirno_avx512_turn_few(board, s, front);
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
    const struct seated *const t = &board->seated;
    const uint32_t variant = (t->rolls ? 2u : 0u) + (t->kinds > 2 ? 1u : 0u);
    if (board->players <= 2 && !t->rolls)
        return board->players == 1 ? play_1 : play_2;
    return board->players <= FEW ? few[variant] : cirno_avx512_many[variant];
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
