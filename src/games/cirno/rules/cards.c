#include "games/cirno/rules/cards.h"

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
