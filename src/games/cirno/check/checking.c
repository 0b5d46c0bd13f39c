#include "games/cirno/check/checking.h"

#include "games/cirno/rules/rules.h"
#include "gen/cirno/setup.h"

/* Numbers without a pattern: splitmix64 of 1 .. 18. */
const uint64_t cirno_card_weights[256] = {
    0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f, 0xf88bb8a8724c81ec,
    0x1b39896a51a8749b, 0x53cb9f0c747ea2ea, 0x2c829abe1f4532e1, 0xc584133ac916ab3c,
    0x3ee5789041c98ac3, 0xf3b8488c368cb0a6, 0x657eecdd3cb13d09, 0xc2d326e0055bdef6,
    0x8621a03fe0bbdb7b, 0x8e1f7555983aa92f, 0xb54e0f1600cc4d19, 0x84bb3f97971d80ab,
    0x7d29825c75521255, 0xc3cf17102b7f7f86,
};

/* ---- what must hold ---- */

enum cirno_fault cirno_check_loser(const struct cirno_checked *table)
{
    for (int i = 0; i < CIRNO_HAND; i++) {
        const uint8_t card = table->hands[table->seat][i];
        if (cirno_cards[card].class == CIRNO_COUNTER || cirno_apply(card, table->p) <= CIRNO_LIMIT)
            return CIRNO_FAULT_LOSER;
    }
    return CIRNO_FAULTLESS;
}

enum cirno_fault cirno_check_cards(const struct cirno_checked *table)
{
    uint64_t held = 0;
    for (uint32_t seat = 0; seat < table->players; seat++)
        for (int i = 0; i < CIRNO_HAND; i++) {
            if (table->hands[seat][i] >= CIRNO_CARDS)
                return CIRNO_FAULT_HAND;
            held += cirno_card_weights[table->hands[seat][i]];
        }
    return table->dealt - table->gone == held ? CIRNO_FAULTLESS : CIRNO_FAULT_CARDS;
}

void cirno_fault_text(struct nf_text *text, enum cirno_fault fault,
                      const struct cirno_checked *table)
{
    const uint8_t *const hand = table->hands[table->seat % NF_MAX_SEATS];
    switch (fault) {
    case CIRNO_FAULTLESS:
    case CIRNO_FAULT_KINDS: break;
    case CIRNO_FAULT_SEAT:
        nf_text_format(text, "the turn is at seat %u of %u, the step is %u", table->seat + 1,
                       table->players, table->step);
        break;
    case CIRNO_FAULT_HAND:
        nf_text_format(text, "a hand does not hold three cards of the game; hers are %u %u %u",
                       hand[0], hand[1], hand[2]);
        break;
    case CIRNO_FAULT_VALUE:
        nf_text_format(text, "p is %d, expected at most %d and above -%d", table->p, CIRNO_LIMIT,
                       CIRNO_P_BOUND);
        break;
    case CIRNO_FAULT_LOSER:
        nf_text_format(text, "lost at p = %d, although one of her cards %u %u %u can be played",
                       table->p, hand[0], hand[1], hand[2]);
        break;
    case CIRNO_FAULT_CARDS:
        nf_text_string(text, "the cards dealt are not those played, thrown away and in the hands");
        break;
    }
}

/* ---- the kernel ---- */

/* Strategies of the user's own are played in plain C alone. */
static const struct nf_kernel *player_of(const struct nf_setup *setup)
{
    const bool seated = ((const struct cirno_setup *)setup)->seating != NULL;
    return !seated && cirno_checking_avx512.supported() ? &cirno_checking_avx512
                                                        : &cirno_checking_plain;
}

static bool supported(void)
{
    return true;
}

static size_t memory(const struct nf_setup *setup)
{
    return player_of(setup)->memory(setup);
}

static enum nf_exit play(const struct nf_setup *setup, void *memory_block, struct nf_feed *feed,
                         struct nf_sink *sink, struct nf_error *err)
{
    return player_of(setup)->play(setup, memory_block, feed, sink, err);
}

const struct nf_kernel cirno_checking = {"checking", supported, memory, play};
