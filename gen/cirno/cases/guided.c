#include "gen/cirno/cases/guided.h"

#include "base/lang.h"
#include "base/owned.h"
#include "games/cirno/rules/format.h"
#include "gen/cirno/cases/guided_internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    ATTEMPTS = 8,     /* attempts to reach the target */
    SHORTEST = 4,     /* least cards of a round: one play, and the loser's three */
    USUAL_ROUNDS = 4, /* most rounds of a typical case; players are drawn by weight */
    LARGE_ROUNDS = 12,
    ONE_IN_LARGE = 16,
    /* With smaller decks, attempts after the first ones end rounds as soon as possible. */
    TIGHT_DECK = 40,
    CALM_ATTEMPTS = 5,
};

static uint32_t at_most(uint32_t number, uint32_t limit)
{
    return number < limit ? number : limit;
}

/* ---- the target ---- */

/* Events that rarely happen by chance. */
static const uint8_t rare_events[] = {
#define X(first, second, a, b) CIRNO_LARGEST_##first##_##second,
    CIRNO_LARGEST_TIES(X)
#undef X
#define X(first, second, a, b) CIRNO_SMALLEST_##first##_##second,
        CIRNO_SMALLEST_TIES(X)
#undef X
            CIRNO_EVENT_P_BELOW_512,
    CIRNO_EVENT_P_BELOW_1000,
    CIRNO_EVENT_SECOND_PASS,
    CIRNO_EVENT_SECOND_TURN,
    CIRNO_EVENT_SECOND_DOUBLE,
    CIRNO_EVENT_OWN_DOUBLE,
};
_Static_assert(CIRNO_EVENTS + sizeof rare_events == CIRNO_GUIDE_ROUND, "two turns for rare events");

/* The target (enum cirno_event) of case `index` of `seed`. Each block of CIRNO_GUIDE_ROUND
 * indices, from a multiple of it on, has all targets in a random order. */
static unsigned target_of_case(uint64_t seed, uint64_t index)
{
    enum { ALL = CIRNO_GUIDE_ROUND };
    const struct nf_key key = {seed, index / ALL, CIRNO_ORDER_STREAM};
    struct nf_dice dice = nf_dice_start(&key);
    const uint32_t place = (uint32_t)(index % ALL);
    uint8_t order[ALL];
    for (uint32_t i = 0; i < ALL; i++)
        order[i] = i < CIRNO_EVENTS ? (uint8_t)i : rare_events[i - CIRNO_EVENTS];
    /* A shuffle from the front, up to the wanted place. */
    for (uint32_t i = 0; i <= place; i++) {
        const uint32_t other = i + nf_roll(&dice, ALL - i);
        const uint8_t kept = order[i];
        order[i] = order[other];
        order[other] = kept;
    }
    return order[place];
}

/* ---- sizes ---- */

/* Returns limits as numbers; without a limit, the largest value of guided cases. */
static struct nf_case_limits effective(const struct nf_case_limits *limits)
{
    struct nf_case_limits result = {CIRNO_MAX_PLAYERS, CIRNO_MAX_ROUNDS, CIRNO_GUIDE_DECK};
    if (limits == NULL)
        return result;
    if (limits->players != 0)
        result.players = at_most(limits->players, result.players);
    if (limits->rounds != 0)
        result.rounds = at_most(limits->rounds, result.rounds);
    if (limits->deck != 0)
        result.deck = at_most(limits->deck, result.deck);
    return result;
}

/* Adapts the sizes to the aim, as far as the limits allow. */
static void suit_aim(struct cirno_guide_plan *plan, const struct nf_case_limits *limits,
                     struct nf_dice *dice)
{
    const struct cirno_aim *const aim = cirno_guide_aim(plan->target);
    if (plan->players < aim->least_players)
        plan->players = aim->least_players + nf_roll(dice, 3);
    if (aim->most_players != 0)
        plan->players = at_most(plan->players, aim->most_players);
    if (plan->rounds < aim->least_rounds)
        plan->rounds = aim->least_rounds + nf_roll(dice, 2);
    plan->players = at_most(plan->players, limits->players);
    plan->rounds = at_most(at_most(plan->rounds, limits->rounds), limits->deck / SHORTEST);
    const uint32_t needed = SHORTEST * plan->rounds + aim->least_turns * 3u / 2;
    if (plan->soft_deck < needed)
        plan->soft_deck = needed;
    plan->soft_deck = at_most(plan->soft_deck, limits->deck);
}

static struct cirno_guide_plan make_plan(unsigned target, const struct nf_case_limits *limits,
                                         const struct cirno_guide_shape *shape,
                                         struct nf_dice *dice)
{
    static const uint8_t usual_players[] = {1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 5, 5, 5};
    struct cirno_guide_plan plan = {.target = target, .deck = limits->deck};
    if (nf_roll(dice, ONE_IN_LARGE) == 0) {
        plan.players = 1 + nf_roll(dice, CIRNO_MAX_PLAYERS);
        plan.rounds = 1 + nf_roll(dice, LARGE_ROUNDS);
        plan.soft_deck = 30 + nf_roll(dice, 250);
    } else {
        plan.players = usual_players[nf_roll(dice, sizeof usual_players)];
        plan.rounds = 1 + nf_roll(dice, USUAL_ROUNDS);
        plan.soft_deck = 10 + nf_roll(dice, 35);
    }
    if (target == CIRNO_EVENT_DECK_LEFT || (target != CIRNO_EVENT_DECK_EXACT && nf_roll(dice, 2)))
        plan.left = 1 + nf_roll(dice, 6);
    suit_aim(&plan, limits, dice);
    if (shape->full_table) { /* and a turn or two for everyone */
        const uint32_t turns = 2 * limits->players + SHORTEST * plan.rounds;
        plan.players = limits->players;
        plan.soft_deck = at_most(plan.soft_deck > turns ? plan.soft_deck : turns, limits->deck);
    }
    if (shape->exact)
        plan.left = 0;
    return plan;
}

/* ---- names ---- */

struct naming {
    char text[CIRNO_MAX_PLAYERS][CIRNO_MAX_NAME];
    struct nf_name names[CIRNO_MAX_PLAYERS];
};

static void make_name(struct nf_dice *dice, char *text, uint32_t *length)
{
    /* Words of the formats, which may confuse a program that parses lines. */
    static const char *const words[] = {"PASS", "TURN", "DOUBLE", "A",    "E",   "Round",
                                        "used", "lost", "the",    "game", "now", "p"};
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    const uint32_t kind = nf_roll(dice, 16);
    if (kind == 0) {
        const char *const word = words[nf_roll(dice, sizeof words / sizeof words[0])];
        *length = (uint32_t)strlen(word);
        memcpy(text, word, *length);
        return;
    }
    *length = kind == 1 ? CIRNO_MAX_NAME : 1 + nf_roll(dice, kind < 4 ? CIRNO_MAX_NAME : 6);
    for (uint32_t i = 0; i < *length; i++)
        text[i] = letters[nf_roll(dice, sizeof letters - 1)];
}

static void make_names(struct nf_dice *dice, uint32_t players, struct naming *naming)
{
    for (uint32_t seat = 0; seat < players; seat++) {
        naming->names[seat].text = naming->text[seat];
        do
            make_name(dice, naming->text[seat], &naming->names[seat].length);
        while (cirno_first_of_name(naming->names, seat) < seat);
    }
}

/* ---- the case ---- */

/* A case in the making. */
struct making {
    uint64_t seed, index;
    struct nf_case_limits limits; /* as numbers */
    const struct cirno_guide_shape *shape;
    struct nf_dice dice;
    struct cirno_guide_plan plan;
    struct cirno_guided guided;
};

/* Deals one attempt at a case; returns false if the game is not valid. */
static bool attempt_case(struct making *making, uint64_t attempt)
{
    const struct nf_case_limits *const limits = &making->limits;
    struct cirno_guide_plan *const plan = &making->plan;
    const struct nf_key key = {making->seed, making->index, CIRNO_GUIDE_STREAM + attempt};
    making->dice = nf_dice_start(&key);
    *plan = make_plan(target_of_case(making->seed, making->index), limits, making->shape,
                      &making->dice);
    /* With a small deck, a case that misses its target is better than none. */
    if (attempt >= (limits->deck < TIGHT_DECK ? CALM_ATTEMPTS : ATTEMPTS))
        plan->soft_deck = SHORTEST * plan->rounds;
    return cirno_guide_deal(plan, &making->dice, &making->guided);
}

/* Takes the first attempt that reaches the target, or, if none of ATTEMPTS does, the first valid
 * game. That does not take long: hurried attempts (see attempt_case()) rarely fail, even with the
 * smallest deck. */
static void make_case(struct making *making)
{
    uint64_t valid = UINT64_MAX;
    for (uint64_t attempt = 0; attempt < ATTEMPTS || valid == UINT64_MAX; attempt++) {
        if (!attempt_case(making, attempt))
            continue;
        if ((making->guided.reached & cirno_event_bit((enum cirno_event)making->plan.target)) != 0)
            return;
        if (valid == UINT64_MAX)
            valid = attempt;
    }
    attempt_case(making, valid);
}

static enum nf_status print_case(struct making *making, struct nf_text *instance,
                                 struct nf_error *err)
{
    const struct cirno_guided *const guided = &making->guided;
    uint8_t deck[CIRNO_GUIDE_DECK + CIRNO_GUIDE_MORE];
    uint32_t cards = guided->deck_size;
    struct naming naming;
    make_names(&making->dice, making->plan.players, &naming);
    memcpy(deck, guided->deck, cards);
    assert(making->shape->more <= CIRNO_GUIDE_MORE);
    for (uint32_t i = 0; i < making->shape->more; i++)
        deck[cards++] = (uint8_t)nf_roll(&making->dice, CIRNO_CARDS);
    const struct cirno_instance game = {making->plan.players, making->plan.rounds, cards,
                                        guided->hands, deck};
    cirno_print(instance, &game, naming.names);
    return instance->failed ? nf_fail_memory(err) : NF_OK;
}

/* cirno_guide() with a shape. */
static enum nf_status guide_shaped(uint64_t seed, uint64_t index,
                                   const struct nf_case_limits *limits,
                                   const struct cirno_guide_shape *shape, struct nf_text *instance,
                                   struct nf_error *err)
{
    struct making making = {
        .seed = seed, .index = index, .limits = effective(limits), .shape = shape};
    if (making.limits.deck < SHORTEST)
        return nf_fail(
            err, NF_USAGE,
            "a deck of at most %u cards: no round ends within that, expected at least %d",
            making.limits.deck, SHORTEST);
    make_case(&making);
    return print_case(&making, instance, err);
}

enum nf_status cirno_guide(uint64_t seed, uint64_t index, const struct nf_case_limits *limits,
                           struct nf_text *instance, struct nf_error *err)
{
    static const struct cirno_guide_shape any = {0};
    return guide_shaped(seed, index, limits, &any, instance, err);
}

/* ---- cases at the bounds of sizes ---- */

/* ---- guided cases of a shape ---- */

static enum nf_status write_shaped(const void *shape, uint64_t seed, uint64_t index,
                                   struct nf_text *instance, struct nf_error *err)
{
    return guide_shaped(seed, index, NULL, shape, instance, err);
}

/* Decks behind the sizes that buffers often have. */
static enum nf_status write_long_deck(const void *plan, uint64_t seed, uint64_t index,
                                      struct nf_text *instance, struct nf_error *err)
{
    static const uint32_t more[] = {100, 256, 500, 1000, 2000, CIRNO_GUIDE_MORE};
    const struct nf_key key = {seed, index, CIRNO_STAGE_STREAM};
    struct nf_dice dice = nf_dice_start(&key);
    const struct cirno_guide_shape shape = {.more =
                                                more[nf_roll(&dice, sizeof more / sizeof more[0])]};
    (void)plan;
    return guide_shaped(seed, index, NULL, &shape, instance, err);
}

/* ---- the largest games ---- */

enum { LARGE_ATTEMPTS = 100 /* hardly ever more than one */ };
#define NAME_ATTEMPT (CIRNO_STAGE_STREAM + LARGE_ATTEMPTS)

/* Names as long as they may be, each with its seat in front. */
struct long_names {
    char text[CIRNO_MAX_PLAYERS][CIRNO_MAX_NAME];
    struct nf_name names[CIRNO_MAX_PLAYERS];
};

static void make_long_names(uint64_t seed, uint64_t index, struct long_names *made)
{
    enum { LETTERS = 26 };
    const struct nf_key key = {seed, index, NAME_ATTEMPT};
    struct nf_dice dice = nf_dice_start(&key);
    for (uint32_t seat = 0; seat < CIRNO_MAX_PLAYERS; seat++) {
        made->text[seat][0] = (char)('A' + seat % LETTERS);
        made->text[seat][1] = (char)('a' + seat / LETTERS);
        for (uint32_t i = 2; i < CIRNO_MAX_NAME; i++)
            made->text[seat][i] = (char)('a' + nf_roll(&dice, LETTERS));
        made->names[seat] = (struct nf_name){made->text[seat], CIRNO_MAX_NAME};
    }
}

/* Cards are drawn at random, but for those that end a round in time. A single round, some 299,860
 * turns, is played by long names: whoever recurses in each turn needs as many frames, and the
 * transcript has 12 MB. */
static enum nf_status write_largest(const void *of, uint64_t seed, uint64_t index,
                                    struct nf_text *instance, struct nf_error *err)
{
    const struct cirno_dense_plan *const plan = of;
    const size_t hand_cards = (size_t)plan->players * CIRNO_HAND;
    NF_OWNED uint8_t *cards = malloc(hand_cards + plan->deck);
    NF_TRY_MEMORY(cards != NULL, err);
    struct cirno_dense dense = {.hands = cards, .deck = cards + hand_cards};
    bool dealt = false;
    for (uint64_t attempt = 0; !dealt && attempt < LARGE_ATTEMPTS; attempt++) {
        const struct nf_key key = {seed, index, CIRNO_STAGE_STREAM + attempt};
        struct nf_dice dice = nf_dice_start(&key);
        dealt = cirno_dense_deal(plan, &dice, &dense);
    }
    if (!dealt)
        return nf_fail(err, NF_INTERNAL, "a deck of %u cards cannot be dealt", plan->deck);
    struct long_names names;
    make_long_names(seed, index, &names);
    cirno_print(instance,
                &(const struct cirno_instance){plan->players, plan->rounds, dense.deck_size,
                                               dense.hands, dense.deck},
                plan->rounds == 1 ? names.names : cirno_seat_names);
    return NF_OK;
}

/* ---- the lowest p ---- */

/* One player who holds nothing but B9 until p is the lowest there is, in each of all rounds. She
 * starts each with three of them, E99 takes p back to 99, and with A99 alone she loses. */
static enum nf_status write_lowest(const void *plan, uint64_t seed, uint64_t index,
                                   struct nf_text *instance, struct nf_error *err)
{
    enum { FALL = (CIRNO_P_BOUND - 1) / 9, HELD = CIRNO_HAND - 1 };
    enum { ROUND = FALL + HELD + 1 + CIRNO_HAND, CARDS = CIRNO_MAX_ROUNDS * ROUND + CIRNO_HAND };
    _Static_assert(FALL * 9 == CIRNO_P_BOUND - 1, "p gets as low as it may");
    _Static_assert(CARDS - CIRNO_HAND <= CIRNO_MAX_DECK, "a deck has them");
    NF_OWNED uint8_t *cards = malloc(CARDS);
    NF_TRY_MEMORY(cards != NULL, err);
    memset(cards, CIRNO_B9, CARDS);
    for (uint8_t *round = cards; round < cards + CARDS - CIRNO_HAND; round += ROUND) {
        round[FALL + HELD] = CIRNO_E99;
        memset(round + FALL + HELD + 1, CIRNO_A99, CIRNO_HAND);
    }
    struct long_names names;
    make_long_names(seed, index, &names);
    const struct cirno_instance game = {1, CIRNO_MAX_ROUNDS, CARDS - CIRNO_HAND, cards,
                                        cards + CIRNO_HAND};
    cirno_print(instance, &game, names.names);
    (void)plan;
    return NF_OK;
}

_Static_assert(CIRNO_MAX_PLAYERS == 30 && CIRNO_MAX_DECK == 300000, "as the names say");

#define SHAPE(...) (&(const struct cirno_guide_shape){__VA_ARGS__})
#define LARGEST(...)                                                                               \
    (&(const struct cirno_dense_plan){                                                             \
        .players = CIRNO_MAX_PLAYERS, .deck = CIRNO_MAX_DECK, .full = true, __VA_ARGS__})

const struct nf_stage cirno_stages[] = {
    {N_("all 30 players"), 60, 50, write_shaped, SHAPE(.full_table = true)},
    {N_("exact decks"), 70, 50, write_shaped, SHAPE(.exact = true)},
    {N_("long decks"), 80, 50, write_long_deck, NULL},
    {N_("300,000 cards"), 90, 10000, write_largest,
     LARGEST(.rounds = CIRNO_MAX_ROUNDS, .longest = 60)},
    {N_("300,000 cards drawn"), 100, 10000, write_largest, LARGEST(.rounds = CIRNO_MAX_ROUNDS)},
    {N_("one round of 300,000 cards"), 95, 10000, write_largest, LARGEST(.rounds = 1)},
    {N_("p down to -9,999"), 105, 10000, write_lowest, NULL},
    {.name = NULL},
};
