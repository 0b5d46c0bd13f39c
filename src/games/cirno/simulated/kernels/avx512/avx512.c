/* Plays Cirno's game 64 at a time with AVX-512 F, BW, VL and DQ: two groups of 32 games, a game to
 * a 16-bit lane. lanes.h says what a step is; board.h has hands, the state, how cards are dealt and
 * a step; seated.c what is different where players have strategies of their own. Without them,
 * candidates whose p falls below -974 are replayed by the reference.
 *
 * Where the hands are. A group's hands are a vector for each seat, and whoever moves has the same
 * vector in every lane: the rings of the lanes are turned until that is so, by blends of each
 * vector with its neighbours. Up to FEW players they turn after each step, two blends a vector.
 * With more players they turn after four steps (a quad: as many cards as a word of the generator
 * has), by 0 to 8 seats in stages of 4, 2, 1 and 1, four blends a vector; within the quad the hand
 * is picked by compare and blend among those in reach. So hands are neither gathered nor scattered
 * nor transposed: gathers and scatters are microcode on Zen 4 and, since its mitigation, on Cascade
 * Lake.
 *
 * Budget of a step of 32 lanes with n players in micro-operations of the 512-bit units (counted
 * from the source; masks live on these units too):
 *     keys of three cards, the choice   22   picked and put back, beyond FEW   14
 *     what follows the card played      11   turning, beyond FEW           n + 4
 *     the hand after it                  6   turning, up to FEW           2n + 2
 *     generator, chunks, tickets        13
 *     log of losses, next seats          5   sum: 69 with 5 players, 105 with 30
 * At two a cycle that is 35 to 53 core cycles; a block alone takes 47 and 69. Turning runs at that
 * bound, the rest at 70% of it, dealing alone at 60%. Where p and conditions do not depend on the
 * step before, which plays nonsense, a quad without its turning takes 8% less: so waiting is not
 * most of what is lost. A turn takes 1.06 steps, as losers draw.
 *
 * One Zen 4 core, in micro-operations of 512 bits a cycle: 2 of any kind, of these 1 permutation
 * (vpermi2w and vpermi2b count as one), 1 shift, 1 comparison or product; permutations and shifts
 * together 1.5. A load a cycle, a store every two. Latencies: 5 for vpermw and vpermi2w, 6 for a
 * comparison and the blend by it, 12 for a store and the load of it, 2 for vpshufb, else 1 to 3.
 *
 * TSC cycles a turn on an AMD EPYC of Zen 4 (core at 3.67 GHz, counter at 2.6 GHz), gcc 12, uniform
 * profile, 100 rounds, dealing and records included, the least of many short runs:
 *     players  1     2     5     8     12    13    16    20    30
 *     cycles   1.43  1.45  1.51  1.62  1.80  1.83  1.88  1.96  2.16
 * profile max 2.13. Of these about 0.35 are spent between blocks (with 30 players: the tally 0.12,
 * reading the log 0.1, refilling 0.1), and with 30 players 0.4 on turning. Two threads: 1.3% more
 * cycles a turn than one. Not measured on Cascade Lake. clang 14 takes 1.05 times as long with 1
 * player, 1.2 with 2, 1.6 with 12, 1.1 with 30. What was tried is in bench/NOTES.md. */
#include "base/machine.h"
#include "games/cirno/simulated/kernels/lanes.h"

#if defined(__x86_64__) && defined(__AVX512BW__) && defined(__AVX512VL__) && defined(__AVX512DQ__)

#include "games/cirno/simulated/kernels/avx512/board.h"
#include "games/cirno/simulated/kernels/kernels.h"
#include "games/cirno/simulated/strategy/strategy.h"
#include "sim/game.h"

#include <stddef.h>
#include <string.h>

/* The tables of the AVX-512 kernel. The key of a card says how much the player wants it: the
 * largest of three unsigned words is played.
 *
 * Plain key: bit 15 set for a basic card, 11 bits of Q after it, 4 bits of rank; a p above
 * CIRNO_LIMIT wraps around to less than VALID. Under DOUBLE the key is MIRROR minus that, which
 * turns all orders around, counter cards before basic ones included, and leaves what loses below
 * VALID. The low three bits of a rank distinguish counter cards from each other and from basic
 * ones; the bit above is all that what halving shifts out can change. */

/* Ranks of the classes, for largest and smallest; see above. Adding and subtracting never come to
 * the same p, so they need no order; halving an odd Q makes its rank 2 a 10, and under DOUBLE its 9
 * a 1. */
static const uint8_t rank_plain[] = {11, 11, 12, 2, 1};
static const uint8_t rank_double[] = {10, 10, 11, 9, 12};
/* Those of PASS, TURN and DOUBLE. */
static const uint8_t counter_plain[] = {PASSED, TURNED, DOUBLES}, counter_double[] = {5, 6, 7};

static uint32_t key_at(unsigned card, uint32_t q, bool under_double)
{
    if (cirno_cards[card].class == CIRNO_COUNTER)
        return 16 * q + (under_double ? counter_double : counter_plain)[card - CIRNO_PASS];
    const int32_t new_p = cirno_apply(card, (int32_t)q - BIAS);
    const uint8_t *const ranks = under_double ? rank_double : rank_plain;
    return BASIC + (uint32_t)(16 * (new_p + BIAS)) + ranks[cirno_cards[card].class];
}

static uint16_t addend(unsigned card, bool under_double)
{
    const uint32_t q = under_double ? BIAS + 1 : BIAS;
    const uint32_t state = under_double ? 32 * (2047 - q) : 32 * q;
    const uint32_t key = key_at(card, q, under_double);
    return (uint16_t)((under_double ? MIRROR - key : key) - (state >> cirno_code_shift(card)));
}

static __m512i words_of(int word)
{
    return _mm512_set1_epi16((short)word);
}

static void fill_constants(struct constants *c)
{
    c->field = words_of(FIELD_MASK);
    c->two_fields = words_of(TWO_FIELDS);
    c->valid = words_of(VALID);
    c->mirror = words_of(MIRROR);
    c->minus_32 = words_of(-32);
    c->start = words_of(START);
    c->drawing = words_of(DRAWING);
    c->doubled = words_of(DOUBLED);
    c->ahead = words_of(2 * MOVE);
    c->moves = words_of(MOVES);
    c->all_moves = words_of(15 * MOVE);
    c->low_bits = words_of(OUTCOMES - 1);
    c->low_word = _mm512_set1_epi32(0xffff);
    c->up = _mm512_set4_epi32(0x0d0c0d0c, 0x09080908, 0x05040504, 0x01000100);
    c->down = _mm512_set4_epi32(0x0f0e0f0e, 0x0b0a0b0a, 0x07060706, 0x03020302);
    for (int i = 0; i < WINDOW; i++)
        c->moved[i] = words_of(i * MOVE);
    for (int i = 0; i < STEPS; i++)
        c->losses[i] = words_of(i + 1);
}

/* The condition after a turn of somebody who moves on to the next seat, in her direction. */
static uint32_t moved_on(uint32_t condition, uint32_t players)
{
    const uint32_t move = players == 1 ? 1 : condition & BACK ? 0 : 2;
    return NO_INDEX | (condition & CONDITION) | move * MOVE;
}

/* The condition that follows `condition` when the low bits of the rank played are `outcome`. */
static uint32_t condition_after(uint32_t condition, uint32_t outcome, uint32_t players)
{
    if (condition & DRAWING)
        return NO_INDEX | (condition & BACK ? 0 : DRAWING | BACK) | MOVE;
    if (outcome == NONE)
        return NO_INDEX | DRAWING | MOVE;
    const uint8_t *const counters = condition & DOUBLED ? counter_double : counter_plain;
    if (outcome == counters[0])
        return moved_on(condition, players);
    if (outcome == counters[1])
        return moved_on(condition ^ BACK, players);
    if (outcome == counters[2])
        return moved_on(condition | DOUBLED, players);
    if (condition & DOUBLED) /* a second card of hers follows */
        return NO_INDEX | (condition & BACK) | MOVE;
    return moved_on(condition, players);
}

/* Players with strategies of their own bring outcomes that are the same under DOUBLE. */
static void fill_follow(struct board *board, bool seated)
{
    uint16_t words[64];
    for (uint32_t i = 0; i < 64; i++) {
        uint32_t outcome = i & (OUTCOMES - 1);
        for (int k = 0; k < 3 && seated && (i & DOUBLED) != 0; k++)
            if ((i & (OUTCOMES - 1)) == counter_plain[k])
                outcome = counter_double[k];
        words[i] = (uint16_t)condition_after(i & CONDITION, outcome, board->players);
    }
    board->follow[0] = _mm512_loadu_si512(words);
    board->follow[1] = _mm512_loadu_si512(words + 32);
}

/* The tables by code. */
static void fill_keys(struct board *board)
{
    const struct cirno_codes *const codes = &board->codes;
    uint16_t plain[CIRNO_CODES], under_double[CIRNO_CODES];
    uint8_t shifts[64];
    for (uint32_t i = 0; i < CIRNO_CODES; i++) {
        plain[i] = addend(codes->card[i], false);
        under_double[i] = addend(codes->card[i], true);
    }
    for (uint32_t i = 0; i < 64; i++)
        shifts[i] = (uint8_t)cirno_code_shift(codes->card[i % 16]);
    board->plain = _mm512_loadu_si512(plain);
    board->under_double = _mm512_loadu_si512(under_double);
    board->shifts = _mm512_loadu_si512(shifts);
}

/* What dealing needs. */
static void fill_tickets(struct board *board, const struct cirno_setup *setup)
{
    const bool direct = board->codes.tickets;
    uint16_t table[64] = {0};
    for (uint32_t t = 0; t < setup->total && t < 64; t++)
        table[t] = setup->ticket_card[t];
    board->table[0] = _mm512_loadu_si512(table);
    board->table[1] = _mm512_loadu_si512(table + 32);
    board->mode = setup->instances != NULL ? GIVEN
                  : direct                 ? TICKETS
                  : setup->total <= 64     ? TABLE
                                           : SCALAR;
    board->total = setup->total;
    board->totals = words_of((int)setup->total);
    board->scaled = words_of((int)(direct ? setup->total << 2 * FIELD : setup->total));
    board->reject_below = setup->reject_below;
    board->rejects_below = words_of((int)setup->reject_below);
}

/* What finding seats needs. Multiples of the number of players vanish; a single player stays. */
static void fill_seats(struct board *board)
{
    const uint32_t n = board->players;
    board->lift = words_of((int)(n > 1 ? STEPS * n : 0) - STEPS);
    board->inverse = words_of((int)(n > 1 ? 65536 / n + 1 : 0));
    board->players_each = words_of((int)n);
}

/* All tables of a run of `setup`; board->players is set. */
static void fill_tables(struct board *board, const struct cirno_setup *setup)
{
    board->codes = cirno_codes_of(setup);
    fill_constants(&board->c);
    fill_keys(board);
    fill_follow(board, setup->seating != NULL);
    fill_tickets(board, setup);
    fill_seats(board);
}

/* Turning the rings of the AVX-512 kernel, apart from the steps between. */
#define TURN_RINGS(n)                                                                              \
    static void turn_rings_##n(struct board *board)                                                \
    {                                                                                              \
        BOTH turn_ring(&board->groups[j], n);                                                      \
    }
TURN_RINGS(13)
TURN_RINGS(14)
TURN_RINGS(15)
TURN_RINGS(16)
TURN_RINGS(17)
TURN_RINGS(18)
TURN_RINGS(19)
TURN_RINGS(20)
TURN_RINGS(21)
TURN_RINGS(22)
TURN_RINGS(23)
TURN_RINGS(24)
TURN_RINGS(25)
TURN_RINGS(26)
TURN_RINGS(27)
TURN_RINGS(28)
TURN_RINGS(29)
TURN_RINGS(30)

void cirno_avx512_turn_rings(struct board *board)
{
    static void (*const turn[])(struct board *) = {
        turn_rings_13, turn_rings_14, turn_rings_15, turn_rings_16, turn_rings_17, turn_rings_18,
        turn_rings_19, turn_rings_20, turn_rings_21, turn_rings_22, turn_rings_23, turn_rings_24,
        turn_rings_25, turn_rings_26, turn_rings_27, turn_rings_28, turn_rings_29, turn_rings_30,
    };
    _Static_assert(sizeof turn / sizeof *turn == CIRNO_MAX_PLAYERS - FEW, "one for each");
    turn[board->players - 1 - FEW](board);
}

/* ---- blocks of steps ---- */

INLINE void play_few(struct board *board, int players)
{
    struct group *const groups = board->groups;
    for (uint32_t quad = 0; quad < QUADS; quad++) {
        __m512i rings[GROUPS][FEW];
        struct state s[GROUPS];
        BOTH begin_quad(board, &groups[j], &s[j], rings[j], players);
        UNROLLED for (int step = 0; step < STEPS; step++)
            BOTH play_and_turn(board, &s[j], rings[j], groups[j].cards[step], step, players);
        BOTH end_quad(board, &groups[j], &s[j], rings[j], players, quad);
    }
}

/* The same for any number of players, but that the rings are to be turned. */
static __attribute__((noinline)) void play_quad(struct board *board, uint32_t quad)
{
    struct group *const groups = board->groups;
    __m512i windows[GROUPS][WINDOW];
    struct state s[GROUPS];
    BOTH begin_quad(board, &groups[j], &s[j], windows[j], WINDOW);
    /* In three parts: what one group's waits for is done while the other's is issued. */
    struct part x[GROUPS];
    UNROLLED for (int step = 0; step < STEPS; step++)
    {
        BOTH x[j].hand = pick_hand(board, &s[j], &x[j].at, windows[j], step);
        BOTH compare_cards(board, &s[j], &x[j]);
        BOTH put_hand(board, x[j].at, windows[j],
                      play_hand(board, &s[j], &x[j], groups[j].cards[step], step), step);
    }
    BOTH end_quad(board, &groups[j], &s[j], windows[j], WINDOW, quad);
}

static void play_many(struct board *board)
{
    for (uint32_t quad = 0; quad < QUADS; quad++) {
        play_quad(board, quad);
        cirno_avx512_turn_rings(board);
    }
}

/* A function for each number of players, so that compilers know how long rings are. */
#define PLAY_FEW(n)                                                                                \
    static __attribute__((noinline)) void play_##n(struct board *board)                            \
    {                                                                                              \
        play_few(board, n);                                                                        \
    }
PLAY_FEW(1)
PLAY_FEW(2)
PLAY_FEW(3)
PLAY_FEW(4)
PLAY_FEW(5)
PLAY_FEW(6)
PLAY_FEW(7)
PLAY_FEW(8)
PLAY_FEW(9)
PLAY_FEW(10)
PLAY_FEW(11)
PLAY_FEW(12)

static void (*const play_block[])(struct board *) = {
    play_1, play_2, play_3, play_4,  play_5,  play_6,
    play_7, play_8, play_9, play_10, play_11, play_12,
};
_Static_assert(sizeof play_block / sizeof *play_block == FEW, "one for each");

/* ---- between blocks ---- */

/* The hands of the game the lane just took, a word a seat; from any source. */
static __attribute__((noinline)) __m512i deal_any_hands(const struct board *board,
                                                        struct cirno_lane *lane)
{
    uint8_t cards[CIRNO_MAX_PLAYERS * CIRNO_HAND];
    uint16_t hands[LANES] = {0};
    cirno_lane_deal(&board->all, lane, cards);
    for (uint32_t seat = 0; seat < board->players; seat++)
        hands[seat] = cirno_pack_codes(&board->codes, cards + CIRNO_HAND * seat);
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

static void put_stream(__m512i s0[4], __m512i s1[4], uint32_t lane, const struct nf_rng *rng)
{
    memcpy((char *)&s0[lane % 4] + 8 * (lane / 4), &rng->s0, 8);
    memcpy((char *)&s1[lane % 4] + 8 * (lane / 4), &rng->s1, 8);
}

static void put_hands(const struct board *board, struct group *g, uint32_t i, __m512i hands)
{
    const uint32_t n = board->players;
    uint16_t words[LANES];
    _mm512_storeu_si512(words, hands);
    const uint32_t front = n <= FEW ? 0 : REACH;
    for (uint32_t seat = 0; seat < n; seat++)
        put_word(&g->ring[(front + seat) % n], i, words[seat]);
}

/* Where lane i's first loss goes: bytes from the first group's `raw`. */
static uint32_t first_loss(const struct group *g, uint32_t i)
{
    return g->from_first + (i * RAW + 1) * 4;
}

static void refill(struct board *board, struct group *g, uint32_t i)
{
    struct cirno_lane *const lane = &g->lanes[i];
    g->next[i] = first_loss(g, i);
    if (!cirno_lane_take(&board->all, lane, g->step)) {
        g->busy &= ~(1u << i);
        return;
    }
    g->busy |= 1u << i;
    put_hands(board, g, i, deal_hands(board, lane));
    put_stream(g->s0, g->s1, i, &lane->rng);
    if (board->seated.rolls) {
        const struct nf_key key = cirno_lane_key(&board->all, lane);
        const struct cirno_dice dice = cirno_dice_start(&key);
        put_stream(g->dice0, g->dice1, i, &dice.rng);
    }
    put_word(&g->p, i, board->start);
    put_word(&g->condition, i, NO_INDEX);
    put_word(&g->seat, i, 0);
    g->raw[i][0] = (g->step - 3) << NF_SEAT_BITS;
    if ((int32_t)(g->check - (lane->first + lane->limit)) > 0)
        g->check = lane->first + lane->limit;
}

static void complete_record(struct board *board, struct group *g, uint32_t i)
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
        _mm512_mask_storeu_epi32(board->all.rounds + r,
                                 (__mmask16)(left < 16 ? (1u << left) - 1 : 0xffff), turns);
    }
    lane->round_start = lane->first + ((raw[rounds] - raw[0]) >> NF_SEAT_BITS);
    cirno_lane_complete(&board->all, lane);
}

/* Moves the log's losses to their lanes. */
static void read_log(struct board *board)
{
    const uint32_t logged = board->logged;
    const __m512i start =
        _mm512_set1_epi32((int)((board->groups[0].step - STEPS * QUADS - 1) << NF_SEAT_BITS));
    for (uint32_t at = 0; at < logged; at += 16) {
        const __m512i entry = _mm512_loadu_si512(board->log + at);
        const __m512i step = _mm512_and_si512(entry, _mm512_set1_epi32(7)); /* from 1 */
        const __m512i moved = _mm512_and_si512(_mm512_srli_epi32(entry, 8), _mm512_set1_epi32(15));
        const __m512i first = _mm512_and_si512(_mm512_srli_epi32(entry, 16), _mm512_set1_epi32(63));
        /* Each step before, and -STEPS, is 1 in the sum. */
        const __m512i ahead = _mm512_sub_epi16(
            _mm512_add_epi32(_mm512_add_epi32(first, moved), _mm512_set1_epi32(STEPS + 1)), step);
        const __m512i seat = _mm512_and_si512(on_ring(board, ahead), board->c.low_word);
        const __m512i quad =
            _mm512_and_si512(_mm512_srli_epi32(entry, 27 - 2 - NF_SEAT_BITS),
                             _mm512_set1_epi32((QUADS - 1) * STEPS << NF_SEAT_BITS));
        _mm512_storeu_si512(
            board->values + at,
            _mm512_add_epi32(_mm512_add_epi32(start, seat),
                             _mm512_add_epi32(quad, _mm512_slli_epi32(step, NF_SEAT_BITS))));
        _mm512_storeu_si512(
            board->log + at,
            _mm512_add_epi32(_mm512_and_si512(_mm512_srli_epi32(entry, 20), _mm512_set1_epi32(124)),
                             _mm512_and_si512(_mm512_srai_epi32(entry, 31),
                                              _mm512_set1_epi32((int)sizeof(struct group)))));
    }
    char *const groups = (char *)board + offsetof(struct board, groups);
    char *const nexts = groups + offsetof(struct group, next);
    char *const raw = groups + offsetof(struct group, raw);
    for (uint32_t at = 0; at < logged; at++) {
        uint32_t *const next = (uint32_t *)(void *)(nexts + board->log[at]);
        const uint32_t place = *next; /* read once: for all that compilers know it is written to */
        *next = place + 4;
        memcpy(raw + place, &board->values[at], 4);
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
            _mm512_add_epi32(_mm512_set1_epi32((int)(first_loss(g, i) + 4 * board->rounds)),
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

/* Strategies' p is kept down to the bound of valid games, so only a game that ended some other way
 * in the block too needs to be looked at. */
static void settle_deep(struct board *board, struct group *g, uint32_t i, bool ended)
{
    if (board->all.setup->seating != NULL && !ended)
        cirno_lane_sunk(&board->all, &g->lanes[i]);
    else
        cirno_lane_replay(&board->all, &g->lanes[i]);
}

static void settle_group(struct board *board, struct group *g)
{
    const uint32_t done = finished(board, g);
    const uint32_t deep =
        _mm512_cmplt_epu16_mask(g->lowest, _mm512_set1_epi16((short)board->lowest)) & g->busy;
    const uint32_t over = overrun(g) & ~done;
    g->lowest = _mm512_set1_epi16(-1);
    for (uint32_t left = done | deep | over; left != 0; left &= left - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(left);
        if (deep >> i & 1)
            settle_deep(board, g, i, (done | over) >> i & 1);
        else if (done >> i & 1)
            complete_record(board, g, i);
        else
            cirno_lane_overrun(&board->all, &g->lanes[i]);
        refill(board, g, i);
    }
    for (uint32_t idle = ~g->busy; idle != 0; idle &= idle - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(idle);
        g->next[i] = first_loss(g, i);
    }
}

static size_t cirno_avx512_memory(const struct nf_kernel *self, const struct nf_setup *setup)
{
    (void)self;
    (void)setup;
    _Static_assert(sizeof(struct board) % NF_CACHE_LINE == 0, "a multiple of cache lines");
    return sizeof(struct board);
}

static enum nf_status play_cirno_avx512(const struct nf_kernel *self, const struct nf_setup *setup,
                                        void *memory_block, struct nf_feed *feed,
                                        struct nf_sink *sink, struct nf_error *err)
{
    (void)self;
    struct board *const board = memory_block;
    memset(board, 0, sizeof *board);
    board->all = cirno_lanes_open(setup, feed, sink, err);
    board->players = setup->params.players;
    fill_tables(board, board->all.setup);
    board->rounds = setup->params.rounds;
    board->play_block = board->players <= FEW ? play_block[board->players - 1] : play_many;
    board->start = START;
    board->lowest = 32 * LOWEST_Q;
    if (board->all.setup->seating != NULL)
        cirno_avx512_seat(board);
    for (int j = 0; j < GROUPS; j++) {
        struct group *const g = &board->groups[j];
        for (uint32_t i = 0; i < LANES; i++)
            for (uint32_t quad = 0; quad < QUADS; quad++)
                put_word(&g->tags[quad], i, i << 6 | quad << 11 | (uint32_t)j << 15);
        g->lowest = _mm512_set1_epi16(-1);
        g->check = g->step + (1u << 30);
        g->from_first = (uint32_t)j * (uint32_t)sizeof *g;
        for (uint32_t i = 0; i < LANES; i++)
            refill(board, g, i);
    }
    while ((board->groups[0].busy | board->groups[1].busy) != 0 && board->all.status == NF_OK) {
        board->play_block(board);
        read_log(board);
        for (int j = 0; j < GROUPS; j++)
            settle_group(board, &board->groups[j]);
    }
    return board->all.status;
}

static bool cirno_avx512_supported(void)
{
    return nf_machine_has_avx512();
}

const struct nf_kernel cirno_avx512 = {"avx512", cirno_avx512_supported, cirno_avx512_memory,
                                       play_cirno_avx512, .unfit = cirno_planned_only};

#else

const struct nf_kernel cirno_avx512 = {"avx512", cirno_absent, cirno_absent_memory,
                                       cirno_absent_play, .unfit = cirno_planned_only};

#endif
