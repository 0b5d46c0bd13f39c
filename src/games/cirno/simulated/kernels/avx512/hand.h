/* How the AVX-512 kernel packs a hand: three 5-bit codes in a word, the card that comes next enters
 * at the top. A code is the number of a ticket where tickets fit, for then what is drawn needs no
 * look-up; else the card type. */
#ifndef NF_CIRNO_AVX512_HAND_H
#define NF_CIRNO_AVX512_HAND_H

#include "games/cirno/rules/cirno.h"
#include "games/cirno/rules/rules.h"
#include "gen/cirno/setup.h"

enum {
    CIRNO_CODE_BITS = 5,
    CIRNO_CODES = 1 << CIRNO_CODE_BITS,
};

/* What codes mean in a run. */
struct cirno_codes {
    bool tickets; /* codes are tickets */
    uint8_t card[CIRNO_CODES];
    uint8_t code[CIRNO_CARDS]; /* one of the card's, if cards of its type are drawn */
};

/* The step from the state word of p to a key, as a shift; see board.h. */
static inline uint32_t cirno_code_shift(unsigned card)
{
    switch (cirno_cards[card].class) {
    case CIRNO_MULTIPLY: return 0;
    case CIRNO_DIVIDE: return 2;
    case CIRNO_FIX: return 16;
    default: return 1;
    }
}

/* Tickets are codes if there are few enough, and if those that share their low four bits, all that
 * a byte shuffle looks at, share their shift. Card types do. */
static inline struct cirno_codes cirno_codes_of(const struct cirno_setup *setup)
{
    struct cirno_codes codes = {.tickets = setup->instances == NULL &&
                                           setup->total <= (uint32_t)CIRNO_CODES};
    for (uint32_t t = 16; codes.tickets && t < setup->total; t++)
        codes.tickets =
            cirno_code_shift(setup->ticket_card[t]) == cirno_code_shift(setup->ticket_card[t - 16]);
    for (uint32_t i = 0; i < (codes.tickets ? setup->total : CIRNO_CARDS); i++) {
        codes.card[i] = codes.tickets ? setup->ticket_card[i] : (uint8_t)i;
        codes.code[codes.card[i]] = (uint8_t)i;
    }
    return codes;
}

/* The word of the CIRNO_HAND cards at `cards`; its highest bit means nothing. */
static inline uint16_t cirno_pack_codes(const struct cirno_codes *codes, const uint8_t *cards)
{
    return (uint16_t)(codes->code[cards[0]] | codes->code[cards[1]] << CIRNO_CODE_BITS |
                      codes->code[cards[2]] << 2 * CIRNO_CODE_BITS);
}

#endif
