/* One step of 32 lanes, and how their rings turn. */
#ifndef NF_CIRNO_AVX512_STEP_H
#define NF_CIRNO_AVX512_STEP_H

#include "games/cirno/simulated/kernels/avx512/board.h"
#include "games/cirno/simulated/kernels/avx512/deal.h"

#if defined(__x86_64__) && defined(__AVX512BW__) && defined(__AVX512VL__) && defined(__AVX512DQ__)

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

/* ---- a function for each number of players, so that compilers know how long rings are ---- */

/* turn_few() of both groups, for up to FEW players. */
void cirno_avx512_turn_few(struct board *board, const struct state s[GROUPS],
                           const __m512i front[GROUPS]);

/* turn_ring() of both groups, for more. */
void cirno_avx512_turn_rings(struct board *board);

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

#endif

#endif
