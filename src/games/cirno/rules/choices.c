#include "games/cirno/rules/choices.h"

#include <pthread.h>

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
