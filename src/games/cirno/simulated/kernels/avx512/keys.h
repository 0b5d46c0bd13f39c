/* The tables of the AVX-512 kernel. The key of a card says how much the player wants it: the
 * largest of three unsigned words is played.
 *
 * Plain key: bit 15 set for a basic card, 11 bits of Q after it, 4 bits of rank; a p above
 * CIRNO_LIMIT wraps around to less than VALID. Under DOUBLE the key is MIRROR minus that, which
 * turns all orders around, counter cards before basic ones included, and leaves what loses below
 * VALID. The low three bits of a rank distinguish counter cards from each other and from basic
 * ones; the bit above is all that what halving shifts out can change. */
#ifndef NF_CIRNO_AVX512_KEYS_H
#define NF_CIRNO_AVX512_KEYS_H

#include "games/cirno/simulated/kernels/avx512/board.h"
#include "gen/cirno/setup.h"

#if defined(__x86_64__) && defined(__AVX512BW__) && defined(__AVX512VL__) && defined(__AVX512DQ__)

/* Ranks of the classes, for largest and smallest; see the head of the file. Adding and subtracting
 * never come to the same p, so they need no order; halving an odd Q makes its rank 2 a 10, and
 * under DOUBLE its 9 a 1. */
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

#endif

#endif
