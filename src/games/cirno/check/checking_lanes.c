#include "games/cirno/check/checking_lanes.h"

#include "games/cirno/rules/rules.h"

#include <string.h>

static int32_t most_of(unsigned card)
{
    int32_t p = CIRNO_LIMIT;
    while (cirno_cards[card].class != CIRNO_COUNTER && cirno_apply(card, p) > CIRNO_LIMIT)
        p--;
    return p;
}

/* Wishes rise by P_STEP with what p becomes, or fall under DOUBLE: so those for p = 0 tell all. */
void cirno_lane_tables_fill(struct cirno_lane_tables *tables)
{
    enum { P_STEP = 8, PLACES = 4 };
    memset(tables, 0, sizeof *tables);
    for (unsigned card = 0; card < CIRNO_CARDS; card++) {
        const struct cirno_card_info *const info = &cirno_cards[card];
        const bool counter = info->class == CIRNO_COUNTER;
        const int32_t new_p = counter ? 0 : cirno_apply(card, 0);
        if (!counter)
            tables->effect[card] = (2 * info->times >> info->halvings) | info->plus * 2 * 65536;
        tables->plain[card] = PLACES * (cirno_wish(card, 0, false) - P_STEP * new_p);
        tables->doubled[card] = PLACES * (cirno_wish(card, 0, true) + P_STEP * new_p);
        tables->most[card] = most_of(card);
        tables->weight[card] = cirno_lane_weight((uint8_t)card);
    }
}
