#include "games/tng/judge/suite.h"

#include "games/tng/judge/judge.h"
#include "games/tng/rules/events.h"
#include "games/tng/rules/format.h"
#include "games/tng/rules/transcript.h"
#include "gen/tng/guided.h"

/* ---- the tests ---- */

/* The statement has no subtasks, and no limit on the number of games. */
static const struct nf_suite_group groups[] = {
    {"one-round", 20, "r = 1"},
    {"small", 30, "p <= 11, r <= 3, m <= 3"},
    {"full", 50, "nothing more"},
    {NULL, 0, NULL},
};

enum { SMALL_PRIMES = 4, MOST_GAMES = 1000 };
#define ONE_ROUND TNG_PRIMES, 1, TNG_MAX_GOALS
#define SMALL     SMALL_PRIMES, 3, 3
#define FULL      TNG_PRIMES, TNG_MAX_ROUNDS, TNG_MAX_GOALS

/* Group, its bounds, games, the event they are steered to, purpose of the test. */
#define TESTS(X)                                                                                   \
    X("one-round", ONE_ROUND, 1, TNG_ONLY_PLUS, "a single game")                                   \
    X("one-round", ONE_ROUND, 40, TNG_EVENTS, "each rule once")                                    \
    X("one-round", ONE_ROUND, 200, TNG_TEN_GOALS, "ten goals in each game")                        \
    X("one-round", ONE_ROUND, 1000, TNG_EVENTS, "the largest of its subtask")                      \
    X("small", SMALL, 4, TNG_Y_IN_FOUR, "a few small games")                                       \
    X("small", SMALL, 40, TNG_EVENTS, "each rule once")                                            \
    X("small", SMALL, 1000, TNG_EVENTS, "the largest of its subtask")                              \
    X("full", FULL, 10, TNG_DEEP_WIN, "a few games with long wins")                                \
    X("full", FULL, 200, TNG_TEN_GOALS, "ten goals in each game")                                  \
    X("full", FULL, 200, TNG_EVENTS, "each rule five times")                                       \
    X("full", FULL, 1000, TNG_EVENTS, "the largest")

#define SAMPLES(X) X("sample", SMALL, 5, TNG_EVENTS, "small games")

static const struct {
    struct tng_bounds bounds;
    uint32_t games, event;
} plans[] = {
#define X(group, bounds, games, event, about) {{bounds}, games, event},
    TESTS(X) SAMPLES(X)
#undef X
};

#define X(group, bounds, games, event, about) {group, about},
static const struct nf_suite_test tests[] = {TESTS(X){NULL, NULL}};
static const struct nf_suite_test samples[] = {SAMPLES(X){NULL, NULL}};
#undef X

/* ---- writing ---- */

static enum nf_status write_test(uint64_t seed, uint32_t number, struct nf_text *instance,
                                 struct nf_text *answer, struct nf_error *err)
{
    const struct nf_key key = {seed, number, TNG_SUITE_STREAM};
    const uint32_t count = plans[number].games;
    struct tng_game games[MOST_GAMES];
    uint32_t records[MOST_GAMES];
    tng_guide_games(&key, &plans[number].bounds, plans[number].event, count, games);
    const enum nf_status status = tng_solve_games(games, count, records, err);
    if (status != NF_OK)
        return status;
    tng_print(instance, games, count);
    for (uint32_t i = 0; i < count; i++)
        tng_print_outcome(answer, i + 1, tng_record_outcome(records[i]));
    return NF_OK;
}

const struct nf_suite tng_suite = {groups, tests, samples, &tng_package, write_test};
