#include "games/cirno/rules/events.h"

const struct nf_event cirno_events[] = {
#define X(first, second, a, b)                                                                     \
    {"largest-tie-" #a "-" #b,                                                                     \
     N_("a card of class %s and one of class %s tied for the largest p; the first was played"),    \
     {#a, #b}},
    CIRNO_LARGEST_TIES(X)
#undef X
#define X(first, second, a, b)                                                                     \
    {"smallest-tie-" #a "-" #b,                                                                    \
     N_("a card of class %s and one of class %s tied for the smallest p; the first was played"),   \
     {#a, #b}},
        CIRNO_SMALLEST_TIES(X)
#undef X
#define X(id, name, help) {name, help, {NULL}},
            CIRNO_OTHER_EVENTS(X)
#undef X
                {NULL, NULL, {NULL}},
};

#define X(first, second, a, b)                                                                     \
    _Static_assert(CIRNO_PLACE_LARGEST_##first > CIRNO_PLACE_LARGEST_##second, "the rule's "       \
                                                                               "order");
CIRNO_LARGEST_TIES(X)
#undef X
#define X(first, second, a, b)                                                                     \
    _Static_assert(CIRNO_PLACE_SMALLEST_##first > CIRNO_PLACE_SMALLEST_##second,                   \
                   "the rule's order");
CIRNO_SMALLEST_TIES(X)
#undef X

/* The event of a tie, by direction (1: smallest), class played and class left. Impossible ties and
 * a class with itself are no event. */
static const cirno_event_set ties[2][CIRNO_COUNTER][CIRNO_COUNTER] = {
#define X(first, second, a, b)                                                                     \
    [0][CIRNO_##first][CIRNO_##second] = (cirno_event_set)1 << CIRNO_LARGEST_##first##_##second,
    CIRNO_LARGEST_TIES(X)
#undef X
#define X(first, second, a, b)                                                                     \
    [1][CIRNO_##first][CIRNO_##second] = (cirno_event_set)1 << CIRNO_SMALLEST_##first##_##second,
        CIRNO_SMALLEST_TIES(X)
#undef X
};

_Static_assert(CIRNO_PASS > CIRNO_E99 && CIRNO_PASS + 3 == CIRNO_CARDS, "counter cards come last");

#define BIT(id)             ((cirno_event_set)1 << CIRNO_EVENT_##id)
#define WHEN(condition, id) ((condition) ? BIT(id) : 0)

static bool holds(cirno_hand hand, unsigned card)
{
    return (cirno_types(hand) & cirno_one(card)) != 0;
}

struct cirno_watch cirno_watch_open(void)
{
    return (struct cirno_watch){.round = 1, .turn = 1, .loser = CIRNO_MAX_PLAYERS};
}

static cirno_event_set events_of_basic(const struct cirno_watch *watch,
                                       const struct cirno_table *table, unsigned card)
{
    const cirno_hand hand = table->hands[table->seat];
    const int32_t p = table->p, new_p = cirno_apply(card, p);
    cirno_event_set events = 0;
    if (card == CIRNO_D2 && p < 0)
        events |= p % 2 != 0 ? BIT(D2_NEGATIVE_ODD) : BIT(D2_NEGATIVE_EVEN);
    events |= WHEN(new_p == 98, P_98) | WHEN(new_p == 99, P_99);
    events |= WHEN(card == CIRNO_E99 && p == 99, E99_ON_99);
    events |= WHEN((hand >> (2 * card) & 3) > 1, PAIR);
    if (table->doubled) {
        events |= BIT(DOUBLE_TAKEN) | WHEN(watch->stacked, STACKED_TAKEN);
        events |= WHEN(cirno_choose(hand, p, false) != card, SMALLEST);
    }
    return events;
}

/* Indexed by counter card from PASS on, for the player's state. */
static const cirno_event_set plain_events[] = {BIT(PLAIN_PASS), BIT(PLAIN_TURN), BIT(PLAIN_DOUBLE)};
static const cirno_event_set answer_events[] = {BIT(DOUBLE_PASS), BIT(DOUBLE_TURN),
                                                BIT(DOUBLE_DOUBLE)};
static const cirno_event_set second_events[] = {BIT(SECOND_PASS), BIT(SECOND_TURN),
                                                BIT(SECOND_DOUBLE)};

static cirno_event_set events_of_counter(const struct cirno_watch *watch,
                                         const struct cirno_table *table, unsigned card)
{
    const cirno_hand hand = table->hands[table->seat];
    const unsigned which = card - CIRNO_PASS;
    const bool over_turn = card == CIRNO_PASS && holds(hand, CIRNO_TURN);
    const bool over_double = card == CIRNO_TURN && holds(hand, CIRNO_DOUBLE);
    cirno_event_set events = WHEN(card == CIRNO_TURN && watch->turned > 0, TURN_AGAIN);
    if (!table->doubled)
        return events | (watch->second ? second_events : plain_events)[which] |
               WHEN(over_turn, PASS_OVER_TURN) | WHEN(over_double, TURN_OVER_DOUBLE);
    events |= answer_events[which];
    events |= WHEN(over_turn, DOUBLED_PASS_OVER_TURN) | WHEN(over_double, DOUBLED_TURN_OVER_DOUBLE);
    events |= WHEN(watch->handed == 1, HANDED_TWICE) | WHEN(watch->handed > 1, HANDED_THRICE);
    return events | WHEN(card == CIRNO_TURN && table->players > 2, DOUBLE_TURN_BACK);
}

static cirno_event_set events_of_loss(const struct cirno_watch *watch,
                                      const struct cirno_table *table)
{
    return WHEN(table->doubled, DOUBLE_LOST) | WHEN(watch->second, SECOND_LOST) |
           WHEN(watch->loser == table->seat && table->players > 1, SAME_LOSER) |
           WHEN(watch->turn == 2, TWO_TURN_ROUND);
}

static cirno_event_set events_of_start(const struct cirno_watch *watch,
                                       const struct cirno_table *table)
{
    return WHEN(watch->was_back, DIRECTION_RESET) | WHEN(watch->was_doubled, DOUBLE_CLEARED) |
           WHEN(table->seat != 0, OTHER_STARTER);
}

/* What follows from all basic cards of her hand: ties with `card`, if that is one, and a card that
 * leads to 100. */
static cirno_event_set events_of_hand(const struct cirno_table *table, unsigned card)
{
    static const cirno_event_set none[CIRNO_COUNTER];
    const bool basic = card != CIRNO_LOSES && cirno_cards[card].class != CIRNO_COUNTER;
    const cirno_event_set *const tying =
        basic ? ties[table->doubled][cirno_cards[card].class] : none;
    const int32_t new_p = cirno_apply(basic ? card : CIRNO_E0, table->p);
    cirno_event_set events = 0;
    bool holds_100 = false;
    for (uint64_t left = cirno_types(table->hands[table->seat]); left != 0;) {
        const unsigned other = cirno_next_type(&left);
        if (cirno_cards[other].class == CIRNO_COUNTER)
            break; /* they come last */
        const int32_t other_p = cirno_apply(other, table->p);
        holds_100 |= other_p == CIRNO_LIMIT + 1;
        if (other_p == new_p)
            events |= tying[cirno_cards[other].class];
    }
    return events | WHEN(holds_100 && !table->doubled, HOLDS_100);
}

/* Whether play moves counterclockwise from player 1 to the last player after `card`, which is not
 * CIRNO_LOSES. */
static bool wraps_back(const struct cirno_table *table, unsigned card)
{
    const bool same_player = table->doubled && cirno_cards[card].class != CIRNO_COUNTER;
    const bool back = (table->step != 1) != (card == CIRNO_TURN);
    return table->players > 2 && table->seat == 0 && back && !same_player;
}

cirno_event_set cirno_watch_turn(const struct cirno_watch *watch, const struct cirno_table *table,
                                 unsigned card)
{
    cirno_event_set events = watch->turn == 1 ? events_of_start(watch, table) : 0;
    events |= events_of_hand(table, card);
    events |= WHEN(table->doubled && table->players == 1, OWN_DOUBLE);
    if (card == CIRNO_LOSES)
        return events | events_of_loss(watch, table);
    const int32_t new_p = cirno_apply(card, table->p);
    if (new_p < 0)
        events |= BIT(P_NEGATIVE) | WHEN(new_p < -99, P_BELOW_99) |
                  WHEN(new_p < -200, P_BELOW_200) | WHEN(new_p < -512, P_BELOW_512) |
                  WHEN(new_p < -1000, P_BELOW_1000);
    events |= WHEN(watch->second && !holds(watch->kept, card), SECOND_DRAWN);
    events |= WHEN(wraps_back(table, card), WRAPS_BACK);
    return events |
           (cirno_cards[card].class == CIRNO_COUNTER ? events_of_counter(watch, table, card)
                                                     : events_of_basic(watch, table, card));
}

void cirno_watch_pass(struct cirno_watch *watch, const struct cirno_table *table, unsigned card)
{
    if (card == CIRNO_LOSES) {
        *watch = (struct cirno_watch){.round = watch->round + 1,
                                      .turn = 1,
                                      .was_back = table->players > 2 && table->step != 1,
                                      .was_doubled = table->doubled,
                                      .loser = table->seat};
        return;
    }
    const bool counter = cirno_cards[card].class == CIRNO_COUNTER;
    watch->turn++;
    watch->turned += card == CIRNO_TURN;
    watch->handed = table->doubled && counter ? watch->handed + 1 : 0;
    watch->stacked = watch->handed > 0 && (watch->stacked || card == CIRNO_DOUBLE);
    watch->second = table->doubled && !counter;
    watch->kept = table->hands[table->seat] - cirno_one(card);
}

cirno_event_set cirno_watch_game(uint32_t players, int64_t left)
{
    return WHEN(players == 1, ONE_PLAYER) | WHEN(players == 2, TWO_PLAYERS) |
           WHEN(left == 0, DECK_EXACT) | WHEN(left > 0, DECK_LEFT);
}
