#include "games/cirno/judge/suite.h"

#include "games/cirno/judge/judge.h"
#include "gen/cirno/suite_deal.h"

#include <stdlib.h>
#include <string.h>

/* ---- the tests ---- */

#define BASIC        (CIRNO_CARD_BIT(PASS) | CIRNO_CARD_BIT(TURN) | CIRNO_CARD_BIT(DOUBLE))
#define NO_TURN_PASS (CIRNO_CARD_BIT(PASS) | CIRNO_CARD_BIT(TURN))
#define NO_DOUBLE    CIRNO_CARD_BIT(DOUBLE)

static const struct nf_suite_group groups[] = {
    {"basic", 30, "basic cards only, n <= 3"},
    {"no-turn-pass", 15, "no TURN, no PASS"},
    {"no-double", 15, "no DOUBLE"},
    {"full", 40, "nothing more"},
    {NULL, 0, NULL},
};

/* By the statement's proportions: 30% basic cards only with up to three players, 15% without TURN
 * and PASS, 15% without DOUBLE. Players, rounds, deck, longest round, steered cards of 100, whether
 * the deck is filled up; group, its absent cards, purpose of the test. */
#define TESTS(X)                                                                                   \
    X(1, 3, 60, 8, 80, false, "basic", BASIC, "one player, a few turns")                           \
    X(2, 10, 600, 30, 90, true, "basic", BASIC, "two players, short rounds")                       \
    X(3, 30, 3000, 60, 90, false, "basic", BASIC, "three players, rounds of all lengths")          \
    X(1, 100, 20000, 300, 90, false, "basic", BASIC, "one player, 100 rounds, exact deck")         \
    X(2, 100, 100000, 0, 60, true, "basic", BASIC, "two players, long rounds")                     \
    X(3, 100, 300000, 0, 50, true, "basic", BASIC, "the largest of its subtask")                   \
    X(4, 20, 3000, 60, 90, false, "no-turn-pass", NO_TURN_PASS, "DOUBLE, short rounds")            \
    X(1, 60, 10000, 150, 90, true, "no-turn-pass", NO_TURN_PASS, "a player under her own DOUBLE")  \
    X(30, 100, 300000, 0, 50, true, "no-turn-pass", NO_TURN_PASS, "the largest of its subtask")    \
    X(3, 50, 6000, 60, 90, false, "no-double", NO_DOUBLE, "TURN and PASS, short rounds")           \
    X(7, 100, 40000, 300, 80, true, "no-double", NO_DOUBLE, "direction over 100 rounds")           \
    X(30, 100, 300000, 0, 50, true, "no-double", NO_DOUBLE, "the largest of its subtask")          \
    X(1, 100, 20000, 150, 90, false, "full", 0, "one player with all cards, exact deck")           \
    X(2, 100, 20000, 150, 90, true, "full", 0, "two players with all cards")                       \
    X(3, 100, 20000, 150, 95, false, "full", 0, "three players, every rule, exact deck")           \
    X(1, 100, 30000, 40, 95, true, "full", 0, "one player, many short rounds")                     \
    X(10, 100, 100000, 900, 80, false, "full", 0, "ten players, rounds of all lengths")            \
    X(30, 100, 40000, 60, 90, false, "full", 0, "all players, many short rounds")                  \
    X(30, 100, 300000, 0, 60, true, "full", 0, "the largest, steered")                             \
    X(30, 100, 300000, 0, 10, true, "full", 0, "the largest, mostly at random")

#define SAMPLES(X)                                                                                 \
    X(2, 1, 40, 8, 100, false, "sample", 0, "one round")                                           \
    X(3, 2, 60, 10, 100, true, "sample", 0, "two rounds, cards left over")

static const struct cirno_dense_plan plans[] = {
#define X(players, rounds, deck, longest, steered, full, group, absent, about)                     \
    {players, rounds, deck, longest, steered, full, absent},
    TESTS(X) SAMPLES(X)
#undef X
};
_Static_assert(sizeof plans / sizeof plans[0] == CIRNO_SUITE_TESTS + CIRNO_SUITE_SAMPLES,
               "a plan for every test");

#define X(players, rounds, deck, longest, steered, full, group, absent, about) {group, about},
static const struct nf_suite_test tests[] = {TESTS(X){NULL, NULL}};
static const struct nf_suite_test samples[] = {SAMPLES(X){NULL, NULL}};
#undef X

/* ---- names ---- */

struct naming {
    char text[CIRNO_MAX_PLAYERS][CIRNO_MAX_NAME];
    struct nf_name names[CIRNO_MAX_PLAYERS];
};

/* Makes distinct names: short and long ones in small games, only short ones in large games to keep
 * files small. */
static void make_names(const struct cirno_dense_plan *plan, struct nf_dice *dice,
                       struct naming *naming)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    const uint32_t longest = plan->deck > 50000 ? 4 : CIRNO_MAX_NAME;
    for (uint32_t seat = 0; seat < plan->players; seat++) {
        struct nf_name *const name = &naming->names[seat];
        name->text = naming->text[seat];
        do {
            name->length = seat == 0 ? longest : 1 + nf_roll(dice, longest);
            for (uint32_t i = 0; i < name->length; i++)
                naming->text[seat][i] = letters[nf_roll(dice, sizeof letters - 1)];
        } while (cirno_first_of_name(naming->names, seat) < seat);
    }
}

/* ---- writing ---- */

/* Deals attempts until one is valid. */
static enum nf_status deal(uint64_t seed, uint32_t number, struct cirno_dense *dense,
                           struct naming *naming, struct nf_error *err)
{
    enum { ATTEMPTS = 100 };
    const struct cirno_dense_plan *const plan = &plans[number];
    for (uint64_t attempt = 0; attempt < ATTEMPTS; attempt++) {
        const struct nf_key key = {seed, number, CIRNO_SUITE_STREAM + attempt};
        struct nf_dice dice = nf_dice_start(&key);
        if (number < CIRNO_SUITE_TESTS)
            make_names(plan, &dice, naming);
        else /* samples are for people */
            memcpy(naming->names, cirno_seat_names, sizeof naming->names);
        if (cirno_dense_deal(plan, &dice, dense))
            return NF_OK;
    }
    return nf_fail(err, NF_INTERNAL, "test %u of the set cannot be dealt", number + 1);
}

static enum nf_status write_test(uint64_t seed, uint32_t number, struct nf_text *instance,
                                 struct nf_text *answer, struct nf_error *err)
{
    const struct cirno_dense_plan *const plan = &plans[number];
    const size_t hand_cards = (size_t)plan->players * CIRNO_HAND;
    uint8_t *const cards = malloc(hand_cards + plan->deck);
    if (cards == NULL)
        return nf_fail(err, NF_IO, "out of memory for a deck of %u cards", plan->deck);
    struct cirno_dense dense = {.hands = cards, .deck = cards + hand_cards};
    struct naming naming;
    enum nf_status status = deal(seed, number, &dense, &naming, err);
    if (status == NF_OK) {
        const struct cirno_instance dealt = {plan->players, plan->rounds, dense.deck_size,
                                             dense.hands, dense.deck};
        struct cirno_course course;
        cirno_print(instance, &dealt, naming.names);
        if (cirno_narrate(&dealt, naming.names, answer, &course) != CIRNO_COMPLETE ||
            course.missing > 0)
            status = nf_fail(err, NF_INTERNAL, "test %u of the set is not valid", number + 1);
    }
    free(cards);
    return status;
}

const struct nf_suite cirno_suite = {groups, tests, samples, &cirno_package, write_test};
