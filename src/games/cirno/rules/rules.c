#include "games/cirno/rules/rules.h"

const uint8_t cirno_places[2][CIRNO_CLASSES] = {
#define X(class, largest, smallest) [0][CIRNO_##class] = (largest), [1][CIRNO_##class] = (smallest),
    CIRNO_TIE_LIST(X)
#undef X
};

/* "They will check whether they have PASS, TURN, DOUBLE in this order." */
static int32_t counter_preference(unsigned card)
{
    return card == CIRNO_PASS ? 3 : card == CIRNO_TURN ? 2 : 1;
}

int32_t cirno_preference(unsigned card, int32_t p, bool doubled)
{
    enum { BASIC = 1 << 20, P_STEP = 8 }; /* P_STEP > any place; P_STEP * |p| < BASIC */
    const unsigned class = cirno_cards[card].class;
    if (class == CIRNO_COUNTER)
        return doubled ? 2 * BASIC + counter_preference(card) : counter_preference(card);
    const int32_t new_p = cirno_apply(card, p);
    if (new_p > CIRNO_LIMIT)
        return 0;
    return BASIC + P_STEP * (doubled ? -new_p : new_p) + cirno_places[doubled][class];
}

unsigned cirno_choose(cirno_hand hand, int32_t p, bool doubled)
{
    unsigned best = CIRNO_LOSES;
    int32_t most = 0;
    for (uint64_t left = cirno_types(hand); left != 0;) {
        const unsigned card = cirno_next_type(&left);
        const int32_t preference = cirno_preference(card, p, doubled);
        if (preference > most) {
            most = preference;
            best = card;
        }
    }
    return best;
}

void cirno_start_round(struct cirno_table *table)
{
    table->p = 0;
    table->step = 1 % table->players;
    table->doubled = false;
}
