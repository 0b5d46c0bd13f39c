/* Plays Cirno's game 64 at a time with AVX-512 F, BW, VL and DQ: two groups of 32 games, a game to
 * a 16-bit lane. See lanes.h for what a step is, avx512_board.h for the state, avx512_keys.h for
 * how cards are compared, avx512_deal.h for the cards, avx512_step.h for a step. Candidates whose p
 * falls below -974 are replayed by the reference.
 *
 * Where the hands are. Up to SOME players all hands are vectors by seat, and a step picks by
 * compare and blend. With more players every lane has a tape of its hands, and four steps (a quad:
 * as many cards as a word of the generator has) work on a window of eight hands around the player
 * to move. It is loaded with one 16-byte load a lane, transposed, and stored back twice, the second
 * time to the copy that makes windows across the ring's end contiguous.
 *
 * Neither gathers nor scatters: on Cascade Lake with its microcode mitigation a gather takes 30 TSC
 * cycles, a scatter of 16 dwords 30 core cycles.
 *
 * Budget of a step of 32 lanes in micro-operations of the two 512-bit ports (there vpermw and
 * vpermi2w take two, masks live on these ports too; an estimate by counting instructions):
 *     keys of three cards, the choice   33   hands picked and put back     10 to 16
 *     what follows the card played      21   transposing windows           12
 *     generator, chunks, tickets        15   loading windows                6
 *     log of losses, next seats          5   sum                     102 to 108, 54 core cycles
 * A turn takes 1.06 steps, as losers draw. 54 cycles would be 1.7 TSC cycles a turn at 2.7 GHz,
 * which that core runs at under 512-bit code (its counter at 2.5 GHz); measured are, uniform
 * profile, 100 rounds, dealing and records included, 1.9 to 2.6 with 1 to 7 players, 3.3 to 3.6
 * with 13 to 30. Of those about 0.5 is spent between blocks, and about 1.5 goes to moving windows:
 * alone, 64 stores and 32 loads take 180 TSC cycles a quad. That is the store port: a loop of such
 * stores and nothing else takes 1.4 to 1.7 TSC cycles each there, whether they are aligned, cross a
 * cache line, or come from an extract. So the next thing to attack is the number of stores.
 *
 * Measured and no better with 30 players: one group's whole quad after the
 * other's, which keeps loads far from stores (4.3), both groups' windows at once (3.7), addresses
 * kept as pointers (3.7), loops instead of unrolled loads and stores (3.8), all hands in vectors
 * (6.1). What helped: a second store less (0.3), shorter tapes (0.1), both groups' steps in turns
 * where hands are in vectors (0.4). */
#include "core/machine.h"
#include "games/cirno/lanes.h"

#if defined(__x86_64__) && defined(__AVX512BW__) && defined(__AVX512VL__) && defined(__AVX512DQ__)

#include "games/cirno/avx512_deal.h"
#include "games/cirno/avx512_keys.h"
#include "games/cirno/avx512_step.h"

#include <string.h>

/* Four steps of group `a` while the windows of group `b` are stored (after its
 * quad `stored`, unless that is negative) and loaded (if `load`): independent
 * work, so neither waits for the other. */
static __attribute__((noinline)) void play_quad(struct board *board, struct group *a,
                                                struct group *b, int stored, bool load)
{
    a->place = a->losses = _mm512_setzero_si512();
    struct state s = state_of(a);
    __m512i w[WINDOW], z[WINDOW];
    for (int j = 0; j < WINDOW; j++)
        w[j] = a->hands[j];
    if (stored >= 0) {
        transpose(b->hands, z);
        store_windows(b, z, 0, 2);
    }
    play_step(board, &s, w, a->cards[0], 0, 0);
    if (stored >= 0)
        store_windows(b, z, 2, 5);
    play_step(board, &s, w, a->cards[1], 1, 0);
    if (stored >= 0) {
        store_windows(b, z, 5, 8);
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
        load_windows(b);
}

static void play_windows(struct board *board)
{
    struct group *const a = &board->groups[0], *const b = &board->groups[1];
    deal(board, a);
    find_other(board, a);
    load_windows(a);
    for (int quad = 0; quad < QUADS; quad++) {
        play_quad(board, a, b, quad - 1, true);
        play_quad(board, b, a, quad, quad != QUADS - 1);
    }
    __m512i z[WINDOW];
    transpose(b->hands, z);
    store_windows(b, z, 0, WINDOW);
    log_losses(board, b, b->seat, QUADS - 1);
    next_seat(board, b);
}

INLINE void play_few(struct board *board, uint32_t quad, int players)
{
    __m512i w[GROUPS][WINDOW];
    struct state s[GROUPS];
#pragma GCC unroll 2
    for (int j = 0; j < GROUPS; j++) {
        struct group *const g = &board->groups[j];
        g->losses = _mm512_setzero_si512();
        s[j] = state_of(g);
#pragma GCC unroll 8
        for (int i = 0; i < players; i++)
            w[j][i] = g->hands[i];
    }
#pragma GCC unroll 4
    for (int step = 0; step < STEPS; step++)
#pragma GCC unroll 2
        for (int j = 0; j < GROUPS; j++)
            play_step(board, &s[j], w[j], board->groups[j].cards[step], step, players);
#pragma GCC unroll 1
    for (int j = 0; j < GROUPS; j++) {
        struct group *const g = &board->groups[j];
#pragma GCC unroll 8
        for (int i = 0; i < players; i++)
            g->hands[i] = w[j][i];
        keep_state(g, &s[j]);
        log_losses(board, g, _mm512_setzero_si512(), quad);
    }
}

static __attribute__((noinline)) void play_some(struct board *board, uint32_t quad)
{
    struct state s[GROUPS];
    const int players = (int)board->players;
#pragma GCC unroll 2
    for (int j = 0; j < GROUPS; j++) {
        board->groups[j].losses = _mm512_setzero_si512();
        s[j] = state_of(&board->groups[j]);
    }
#pragma GCC unroll 1
    for (int step = 0; step < STEPS; step++)
#pragma GCC unroll 2
        for (int j = 0; j < GROUPS; j++)
            play_step(board, &s[j], board->groups[j].hands, board->groups[j].cards[step], step,
                      players);
#pragma GCC unroll 1
    for (int j = 0; j < GROUPS; j++) {
        keep_state(&board->groups[j], &s[j]);
        log_losses(board, &board->groups[j], _mm512_setzero_si512(), quad);
    }
}

#define FEW_PLAYERS(n)                                                                             \
    static __attribute__((noinline)) void play_##n(struct board *board, uint32_t quad)             \
    {                                                                                              \
        play_few(board, quad, n);                                                                  \
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
    static void (*const few[])(struct board *, uint32_t) = {play_1, play_2, play_3, play_4,
                                                            play_5, play_6, play_7};
    if (board->players > SOME) {
        play_windows(board);
        return;
    }
    for (uint32_t quad = 0; quad < QUADS; quad++) {
        for (int j = 0; j < GROUPS; j++)
            deal(board, &board->groups[j]);
        if (board->players > FEW)
            play_some(board, quad);
        else
            few[board->players - 1](board, quad);
    }
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
    if (n <= SOME) {
        uint16_t words[LANES];
        _mm512_storeu_si512(words, hands);
        for (uint32_t seat = 0; seat < n; seat++)
            put_word(&g->hands[seat], i, words[seat]);
        return;
    }
    char *const ring = (char *)g->tape[i] + 2 * (BELOW + REACH);
    const __mmask32 seats = (__mmask32)((1u << n) - 1), first = (1u << (REACH + 1)) - 1;
    _mm512_mask_storeu_epi16(ring, seats, hands);
    _mm512_mask_storeu_epi16(ring + 2 * n, first, hands);
    _mm512_mask_storeu_epi16(ring - 2 * n, seats & ~(seats >> REACH), hands);
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
    const bool few = board->players <= SOME;
    const __m512i start =
        _mm512_set1_epi32((int)((board->groups[0].step - STEPS * QUADS - 1) << NF_SEAT_BITS));
    const __m512i ring = _mm512_set1_epi32((int)board->players);
    const __m512i reach = _mm512_set1_epi32(few ? 0 : REACH);
    for (uint32_t at = 0; at < logged; at += 16) {
        const __m512i entry = _mm512_loadu_si512(board->log + at);
        const __m512i seat2 =
            _mm512_add_epi32(_mm512_and_si512(_mm512_srli_epi32(entry, 16), _mm512_set1_epi32(63)),
                             _mm512_and_si512(entry, _mm512_set1_epi32(LOSS_STEP - 1)));
        __m512i seat = _mm512_sub_epi32(_mm512_srli_epi32(seat2, 1), reach);
        seat = _mm512_min_epu32(seat, _mm512_add_epi32(seat, ring));
        seat = _mm512_min_epu32(seat, _mm512_sub_epi32(seat, ring));
        const __m512i quad =
            _mm512_and_si512(_mm512_srli_epi32(entry, 27 - 2 - NF_SEAT_BITS),
                             _mm512_set1_epi32((QUADS - 1) * STEPS << NF_SEAT_BITS));
        const __m512i step = _mm512_and_si512(_mm512_srli_epi32(entry, 6 - NF_SEAT_BITS),
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
    fill_constants(&board->c);
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

const struct nf_kernel cirno_avx512 = {"avx512", supported, memory, play};

#else

const struct nf_kernel cirno_avx512 = {"avx512", cirno_absent, cirno_absent_memory,
                                       cirno_absent_play};

#endif
