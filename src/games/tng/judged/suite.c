/* A judge's test set for The Number Game: from single games of one round to 1,000 games of the
 * largest sizes, and a sample. The games of a test are steered towards one rule event after the
 * other, so that few tests expose many mistakes. */
#include "games/tng/judged/fuzzing.h"

#include "games/tng/rules/events.h"
#include "games/tng/rules/format.h"
#include "gen/tng/cases/guided.h"

/* The statement has no subtasks, and no limit on the number of games. */
static const struct nf_suite_group groups[] = {
    {"one-round", 20, {"r = 1", "r = 1"}},
    {"small", 30, {"p <= 11, r <= 3, m <= 3", "p <= 11，r <= 3，m <= 3"}},
    {"full", 50, {"nothing more", "没有其他限制"}},
    {.name = NULL},
};

enum { SMALL_PRIMES = 4, MOST_GAMES = 1000 };
#define ONE_ROUND TNG_PRIMES, 1, TNG_MAX_GOALS
#define SMALL     SMALL_PRIMES, 3, 3
#define FULL      TNG_PRIMES, TNG_MAX_ROUNDS, TNG_MAX_GOALS

/* The bounds of games, how many, and the event they are steered to. */
struct plan {
    struct tng_bounds bounds;
    uint32_t games, event;
};
#define PLAN(bounds, games, event) (&(const struct plan){{bounds}, games, event})

static const struct nf_suite_test tests[] = {
    {"one-round", "a single game", {0}, PLAN(ONE_ROUND, 1, TNG_ONLY_PLUS)},
    {"one-round", "each rule once", {0}, PLAN(ONE_ROUND, 40, TNG_EVENTS)},
    {"one-round", "ten goals in each game", {0}, PLAN(ONE_ROUND, 200, TNG_TEN_GOALS)},
    {"one-round", "the largest of its subtask", {0}, PLAN(ONE_ROUND, 1000, TNG_EVENTS)},
    {"small", "a few small games", {0}, PLAN(SMALL, 4, TNG_Y_IN_FOUR)},
    {"small", "each rule once", {0}, PLAN(SMALL, 40, TNG_EVENTS)},
    {"small", "the largest of its subtask", {0}, PLAN(SMALL, 1000, TNG_EVENTS)},
    {"full", "a few games with long wins", {0}, PLAN(FULL, 10, TNG_DEEP_WIN)},
    {"full", "ten goals in each game", {0}, PLAN(FULL, 200, TNG_TEN_GOALS)},
    {"full", "each rule five times", {0}, PLAN(FULL, 200, TNG_EVENTS)},
    {"full", "the largest", {0}, PLAN(FULL, 1000, TNG_EVENTS)},
    {.group = NULL},
};

static const struct nf_suite_test samples[] = {
    {"sample", "small games", {0}, PLAN(SMALL, 5, TNG_EVENTS)},
    {.group = NULL},
};

/* The first one of some games that has the event, or the last one. */
static struct tng_game find_game(struct nf_dice *dice, const struct tng_bounds *bounds,
                                 uint32_t event)
{
    enum { TRIES = 300 };
    struct tng_game game = tng_draw_small(dice, bounds);
    for (uint32_t i = 1; i < TRIES && (tng_events_of(&game) >> event & 1) == 0; i++)
        game = tng_draw_small(dice, bounds);
    return game;
}

static enum nf_status deal_tng_test(const struct nf_suite_test *test, struct nf_key *key,
                                    struct nf_text *instance, struct nf_error *err)
{
    const struct plan *const plan = test->plan;
    struct nf_dice dice = nf_dice_start(key);
    struct tng_game games[MOST_GAMES];
    (void)err;
    for (uint32_t i = 0; i < plan->games; i++)
        games[i] = find_game(&dice, &plan->bounds,
                             plan->event < TNG_EVENTS ? plan->event : i % TNG_EVENTS);
    tng_print(instance, games, plan->games);
    key->attempt++;
    return NF_OK;
}

const struct nf_suite tng_suite = {groups,       tests,      samples,
                                   &tng_package, .tries = 1, .deal = deal_tng_test};
