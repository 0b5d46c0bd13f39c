#include "gen/cirno/cases/guided_internal.h"

#include <pthread.h>

#define C(card) CIRNO_CARD_BIT(card)
#define E(id)   ((cirno_event_set)1 << CIRNO_EVENT_##id)

/* ---- aims ---- */

enum {
    ADDITIONS = C(A1) | C(A2) | C(A5) | C(A9) | C(A19) | C(A49) | C(A99),
    LARGE = C(A19) | C(A49) | C(A99), /* lose if p is near the limit */
    SUBTRACTIONS = C(B1) | C(B9) | C(B19),
    FALLING = C(B9) | C(B19) | C(C2), /* make a negative p lower */
    FULL_P = 90,                      /* above this most additions lose */
};
#define ANSWERS (E(DOUBLE_PASS) | E(DOUBLE_TURN) | E(DOUBLE_DOUBLE))

static const struct cirno_aim tie_for_largest = {.obligation = CIRNO_FREE};
/* At least one player leads p there, another plays DOUBLE, a third one has the tie. */
static const struct cirno_aim tie_for_smallest = {
    .least_players = 3, .obligation = CIRNO_DOUBLED, .steps = E(PLAIN_DOUBLE)};
/* D2 and additions only tie at negative p, most of them far down. */
static const struct cirno_aim tie_far_down = {
    .least_players = 4, .obligation = CIRNO_DOUBLED, .steps = E(PLAIN_DOUBLE)};

#define FALL_TO(p, turns)                                                                          \
    {                                                                                              \
        .least_turns = (turns), .low = -CIRNO_P_BOUND, .high = (p), .cards = FALLING               \
    }

/* By event, from the first that is not a tie. Frequent events have no aim. */
static const struct cirno_aim aims[CIRNO_EVENTS] = {
#define AT(id) [CIRNO_EVENT_##id]
    AT(D2_NEGATIVE_ODD) = {.low = -99, .high = -1, .cards = C(D2) | SUBTRACTIONS},
    AT(D2_NEGATIVE_EVEN) = {.low = -98, .high = -2, .cards = C(D2) | SUBTRACTIONS},
    AT(P_98) = {.low = 49, .high = 99, .cards = C(A49) | C(B1) | C(C2) | C(A9)},
    AT(P_99) = {.cards = C(E99) | C(A99)},
    AT(HOLDS_100) = {.obligation = CIRNO_FREE, .low = 1, .high = 99, .cards = ADDITIONS | C(C2)},
    AT(E99_ON_99) = {.low = 99, .high = 99, .cards = C(E99)},
    AT(P_NEGATIVE) = {.cards = SUBTRACTIONS},
    AT(P_BELOW_99) = FALL_TO(-100, 12),
    AT(P_BELOW_200) = FALL_TO(-201, 14),
    AT(P_BELOW_512) = FALL_TO(-513, 16),
    AT(P_BELOW_1000) = FALL_TO(-1001, 20),
    AT(PLAIN_PASS) = {.obligation = CIRNO_FREE, .cards = C(PASS) | LARGE},
    AT(PLAIN_TURN) = {.least_players = 3, .obligation = CIRNO_FREE, .cards = C(TURN) | LARGE},
    AT(PLAIN_DOUBLE) = {.obligation = CIRNO_FREE, .cards = C(DOUBLE) | LARGE},
    AT(DOUBLE_PASS) = {.obligation = CIRNO_DOUBLED, .cards = C(PASS), .steps = E(PLAIN_DOUBLE)},
    AT(DOUBLE_TURN) = {.obligation = CIRNO_DOUBLED, .cards = C(TURN), .steps = E(PLAIN_DOUBLE)},
    AT(DOUBLE_TURN_BACK) = {.least_players = 3,
                            .obligation = CIRNO_DOUBLED,
                            .cards = C(TURN),
                            .steps = E(PLAIN_DOUBLE)},
    AT(DOUBLE_DOUBLE) = {.obligation = CIRNO_DOUBLED, .cards = C(DOUBLE), .steps = E(PLAIN_DOUBLE)},
    AT(DOUBLE_TAKEN) = {.obligation = CIRNO_DOUBLED, .steps = E(PLAIN_DOUBLE)},
    AT(DOUBLE_LOST) = {.obligation = CIRNO_DOUBLED,
                       .low = FULL_P,
                       .high = CIRNO_LIMIT,
                       .cards = LARGE,
                       .steps = E(PLAIN_DOUBLE)},
    AT(SECOND_LOST) = {.obligation = CIRNO_SECOND,
                       .low = FULL_P,
                       .high = CIRNO_LIMIT,
                       .cards = LARGE,
                       .steps = E(PLAIN_DOUBLE) | E(DOUBLE_TAKEN)},
    AT(SECOND_PASS) = {.obligation = CIRNO_SECOND,
                       .low = FULL_P,
                       .high = CIRNO_LIMIT,
                       .cards = LARGE,
                       .last = C(PASS),
                       .steps = E(PLAIN_DOUBLE) | E(DOUBLE_TAKEN)},
    AT(SECOND_TURN) = {.least_players = 3,
                       .obligation = CIRNO_SECOND,
                       .low = FULL_P,
                       .high = CIRNO_LIMIT,
                       .cards = LARGE,
                       .last = C(TURN),
                       .steps = E(PLAIN_DOUBLE) | E(DOUBLE_TAKEN)},
    AT(SECOND_DOUBLE) = {.obligation = CIRNO_SECOND,
                         .low = FULL_P,
                         .high = CIRNO_LIMIT,
                         .cards = LARGE,
                         .last = C(DOUBLE),
                         .steps = E(PLAIN_DOUBLE) | E(DOUBLE_TAKEN)},
    AT(SECOND_DRAWN) = {.obligation = CIRNO_SECOND, .steps = E(PLAIN_DOUBLE) | E(DOUBLE_TAKEN)},
    AT(HANDED_TWICE) = {.least_players = 2,
                        .obligation = CIRNO_DOUBLED,
                        .cards = C(PASS) | C(TURN) | C(DOUBLE),
                        .steps = E(PLAIN_DOUBLE) | ANSWERS},
    AT(HANDED_THRICE) = {.least_players = 2,
                         .obligation = CIRNO_DOUBLED,
                         .cards = C(PASS) | C(TURN) | C(DOUBLE),
                         .steps = E(PLAIN_DOUBLE) | E(HANDED_TWICE) | ANSWERS},
    AT(STACKED_TAKEN) = {.least_players = 2,
                         .obligation = CIRNO_DOUBLED,
                         .steps = E(PLAIN_DOUBLE) | E(DOUBLE_DOUBLE)},
    AT(OWN_DOUBLE) = {.most_players = 1, .obligation = CIRNO_DOUBLED, .steps = E(PLAIN_DOUBLE)},
    AT(PASS_OVER_TURN) = {.obligation = CIRNO_FREE, .cards = C(PASS) | C(TURN) | LARGE},
    AT(TURN_OVER_DOUBLE) = {.obligation = CIRNO_FREE, .cards = C(TURN) | C(DOUBLE) | LARGE},
    AT(DOUBLED_PASS_OVER_TURN) = {.obligation = CIRNO_DOUBLED,
                                  .cards = C(PASS) | C(TURN),
                                  .steps = E(PLAIN_DOUBLE)},
    AT(DOUBLED_TURN_OVER_DOUBLE) = {.obligation = CIRNO_DOUBLED,
                                    .cards = C(TURN) | C(DOUBLE),
                                    .steps = E(PLAIN_DOUBLE)},
    AT(SMALLEST) = {.obligation = CIRNO_DOUBLED, .steps = E(PLAIN_DOUBLE)},
    AT(TURN_AGAIN) = {.least_players = 3, .cards = C(TURN) | LARGE, .steps = E(PLAIN_TURN)},
    AT(WRAPS_BACK) = {.least_players = 3, .cards = C(TURN) | LARGE, .steps = E(PLAIN_TURN)},
    AT(DIRECTION_RESET) = {.least_players = 3,
                           .least_rounds = 2,
                           .cards = C(TURN) | LARGE,
                           .steps = E(PLAIN_TURN)},
    AT(DOUBLE_CLEARED) = {.least_rounds = 2,
                          .obligation = CIRNO_DOUBLED,
                          .low = FULL_P,
                          .high = CIRNO_LIMIT,
                          .cards = LARGE,
                          .steps = E(PLAIN_DOUBLE) | E(DOUBLE_LOST)},
    AT(OTHER_STARTER) = {.least_players = 2, .least_rounds = 2},
    AT(SAME_LOSER) = {.least_players = 2, .least_rounds = 3},
    AT(TWO_TURN_ROUND) = {.low = CIRNO_LIMIT, .high = CIRNO_LIMIT, .cards = LARGE | C(E99)},
    AT(ONE_PLAYER) = {.most_players = 1},
    AT(TWO_PLAYERS) = {.least_players = 2, .most_players = 2},
#undef AT
};

const struct cirno_aim *cirno_guide_aim(unsigned event)
{
    if (event < CIRNO_LARGEST_TIES_END)
        return &tie_for_largest;
    if (event == CIRNO_SMALLEST_DIVIDE_ADD)
        return &tie_far_down;
    return event < CIRNO_SMALLEST_TIES_END ? &tie_for_smallest : &aims[event];
}

/* ---- ties ---- */

enum { MOST_TIES = 24 };
static struct cirno_tie ties[CIRNO_SMALLEST_TIES_END][MOST_TIES];
static uint32_t tie_counts[CIRNO_SMALLEST_TIES_END];

static const uint8_t tie_classes[CIRNO_SMALLEST_TIES_END][2] = {
#define X(first, second, a, b) [CIRNO_LARGEST_##first##_##second] = {CIRNO_##first, CIRNO_##second},
    CIRNO_LARGEST_TIES(X)
#undef X
#define X(first, second, a, b)                                                                     \
    [CIRNO_SMALLEST_##first##_##second] = {CIRNO_##first, CIRNO_##second},
        CIRNO_SMALLEST_TIES(X)
#undef X
};

/* Below -199 no two cards tie, because D2 gives a larger p than any addition. */
enum { LOWEST_TIE = -256 };

static void fill_event(unsigned event)
{
    for (int32_t p = LOWEST_TIE; p <= CIRNO_LIMIT; p++)
        for (unsigned first = 0; first < CIRNO_PASS; first++)
            for (unsigned second = 0; second < CIRNO_PASS; second++)
                if (cirno_cards[first].class == tie_classes[event][0] &&
                    cirno_cards[second].class == tie_classes[event][1] &&
                    cirno_apply(first, p) == cirno_apply(second, p) &&
                    cirno_apply(first, p) <= CIRNO_LIMIT && tie_counts[event] < MOST_TIES)
                    ties[event][tie_counts[event]++] =
                        (struct cirno_tie){(uint8_t)first, (uint8_t)second, (int16_t)p};
}

static void fill_ties(void)
{
    for (unsigned event = 0; event < CIRNO_SMALLEST_TIES_END; event++)
        fill_event(event);
}

static pthread_once_t ties_once = PTHREAD_ONCE_INIT;

const struct cirno_tie *cirno_guide_ties(unsigned event, uint32_t *count)
{
    *count = 0;
    if (event >= CIRNO_SMALLEST_TIES_END)
        return NULL;
    pthread_once(&ties_once, fill_ties);
    *count = tie_counts[event];
    return ties[event];
}
