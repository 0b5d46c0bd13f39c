#include "games/cirno/rules/cards.h"

#include <string.h>

#define PLUS(class, number)                                                                        \
    ((class) == CIRNO_ADD || (class) == CIRNO_FIX ? (number)                                       \
     : (class) == CIRNO_SUBTRACT                  ? -(number)                                      \
                                                  : 0)
#define TIMES(class, number) ((class) == CIRNO_MULTIPLY ? (number) : (class) == CIRNO_FIX ? 0 : 1)
#define HALVINGS(class)      ((class) == CIRNO_DIVIDE ? 1 : 0) /* D2 is the only division */

const struct cirno_card_info cirno_cards[CIRNO_CARDS] = {
#define X(name, class, number)                                                                     \
    {#name,          sizeof #name - 1, class, number, PLUS(class, number), TIMES(class, number),   \
     HALVINGS(class)},
    CIRNO_CARD_LIST(X)
#undef X
};

int cirno_find_card(const char *name, size_t length)
{
    for (int card = 0; card < CIRNO_CARDS; card++)
        if (cirno_cards[card].name_length == length &&
            memcmp(cirno_cards[card].name, name, length) == 0)
            return card;
    return -1;
}
