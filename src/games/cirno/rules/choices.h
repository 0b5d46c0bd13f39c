/* What the statement's strategy plays, by a table of all cards and p: for the judge's program and
 * whatever else asks often. The rule itself is in rules.h. */
#ifndef NF_CIRNO_CHOICES_H
#define NF_CIRNO_CHOICES_H

#include "games/cirno/rules/walk.h"

/* For p <= CIRNO_CHOICES_FLOOR the order of the cards is constant: there D2 gives a larger p than
 * A99, and C2 a smaller one than B19. */
enum { CIRNO_CHOICES_FLOOR = -200, CIRNO_CHOICES_CARD_BITS = 5 };

struct cirno_choices {
    /* By DOUBLE, p and card: cirno_preference() with the card in the low bits, so that the maximum
     * over a hand is the choice. */
    int32_t preferences[2][CIRNO_LIMIT - CIRNO_CHOICES_FLOOR + 1][CIRNO_CARDS];
};

/* Returns the table, which the first call fills. Thread-safe. */
const struct cirno_choices *cirno_choices(void);

/* As cirno_choose(), which has the arguments' meaning. */
static inline unsigned cirno_choices_pick(const struct cirno_choices *choices, cirno_hand hand,
                                          int32_t p, bool doubled)
{
    const int32_t row = p > CIRNO_CHOICES_FLOOR ? p - CIRNO_CHOICES_FLOOR : 0;
    const int32_t *const preferences = choices->preferences[doubled][row];
    int32_t most = 0;
    for (uint64_t left = cirno_types(hand); left != 0;) {
        const int32_t preference = preferences[cirno_next_type(&left)];
        most = preference > most ? preference : most;
    }
    return most >> CIRNO_CHOICES_CARD_BITS == 0
               ? CIRNO_LOSES
               : (unsigned)most & ((1u << CIRNO_CHOICES_CARD_BITS) - 1);
}

/* ---- an instance, played by it ---- */

/* What a client of a walk begins with that plays by the statement's strategy, from a given deck. */
struct cirno_given {
    const struct cirno_choices *choices;
    const uint8_t *deck;
    uint32_t cards; /* it has */
};

static inline struct cirno_given cirno_given(const struct cirno_instance *game)
{
    return (struct cirno_given){cirno_choices(), game->deck, game->deck_size};
}

/* struct cirno_callbacks's choose and draw for such a client. */
static inline unsigned cirno_given_choose(void *client, const struct cirno_walk *walk)
{
    const struct cirno_given *const given = client;
    const struct cirno_table *const table = &walk->table;
    return cirno_choices_pick(given->choices, table->hands[table->seat], table->p, table->doubled);
}

static inline unsigned cirno_given_draw(void *client, const struct cirno_walk *walk)
{
    const struct cirno_given *const given = client;
    return walk->used == given->cards ? CIRNO_CARDS : given->deck[walk->used];
}

#endif
