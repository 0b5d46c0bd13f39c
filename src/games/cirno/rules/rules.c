#include "games/cirno/rules/walk.h"

#include <pthread.h>

/* ---- cards ---- */

#define PLUS(class, number)                                                                        \
    ((class) == CIRNO_ADD || (class) == CIRNO_FIX ? (number)                                       \
     : (class) == CIRNO_SUBTRACT                  ? -(number)                                      \
                                                  : 0)
#define TIMES(class, number) ((class) == CIRNO_MULTIPLY ? (number) : (class) == CIRNO_FIX ? 0 : 1)
#define HALVINGS(class)      ((class) == CIRNO_DIVIDE ? 1 : 0) /* D2 is the only division */

const struct cirno_card_info cirno_cards[CIRNO_CARDS] = {
#define X(name, class, number)                                                                     \
    {#name, class, number, PLUS(class, number), TIMES(class, number), HALVINGS(class)},
    CIRNO_CARD_LIST(X)
#undef X
};

/* ---- what the strategy plays ---- */

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

/* ---- the same by a table ---- */

static struct cirno_choices shared;

static void fill_choices(void)
{
    for (int doubled = 0; doubled < 2; doubled++)
        for (int32_t p = CIRNO_CHOICES_FLOOR; p <= CIRNO_LIMIT; p++)
            for (unsigned card = 0; card < CIRNO_CARDS; card++) {
                const int32_t preference = cirno_preference(card, p, doubled != 0);
                shared.preferences[doubled][p - CIRNO_CHOICES_FLOOR][card] =
                    (int32_t)((uint32_t)preference << CIRNO_CHOICES_CARD_BITS | card);
            }
}

const struct cirno_choices *cirno_choices(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, fill_choices);
    return &shared;
}
