/* The tables of the AVX-512 kernel. The key of a card says how much the player
 * wants it: the largest of three unsigned words is played.
 *
 * Plain key: bit 15 set for a basic card, 11 bits of Q after it, 4 bits of
 * rank; a p above CIRNO_LIMIT wraps around to less than VALID. Under DOUBLE the
 * key is MIRROR minus that, which turns all orders around, counter cards before
 * basic ones included, and leaves what loses below VALID. The two low bits of a
 * counter card's rank tell which it is. */
#ifndef NF_CIRNO_AVX512_KEYS_H
#define NF_CIRNO_AVX512_KEYS_H

#include "games/cirno/avx512_board.h"

#if defined(__x86_64__) && defined(__AVX512BW__) && defined(__AVX512VL__) && defined(__AVX512DQ__)

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
    c->basic = words_of(BASIC);
    c->basic_or_1 = words_of(BASIC | 1);
    c->basic_or_2 = words_of(BASIC | 2);
    c->minus_32 = words_of(-32);
    c->start = words_of(START);
    c->ahead = words_of(2);
    c->no_index = words_of(NO_INDEX);
    c->doubled_index = words_of(NO_INDEX | DOUBLED_INDEX);
    c->low_word = _mm512_set1_epi32(0xffff);
    c->up = _mm512_set4_epi32(0x0d0c0d0c, 0x09080908, 0x05040504, 0x01000100);
    c->down = _mm512_set4_epi32(0x0f0e0f0e, 0x0b0a0b0a, 0x07060706, 0x03020302);
    for (int i = 0; i < CIRNO_MAX_PLAYERS; i++)
        c->few_places[i] = words_of(2 * i);
    for (int i = 0; i < WINDOW; i++)
        c->window_places[i] = words_of(2 * (i - REACH));
    for (int i = 0; i < STEPS; i++) {
        c->few_loss[i] = words_of(LOSS_STEP * (i + 1));
        c->window_loss[i] = words_of(LOSS_STEP * (i + 1) + 2 * REACH);
    }
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

#endif

#endif
