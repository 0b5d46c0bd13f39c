/* Cases of fuzz that the engine steers, in all games. Which of the small cases becomes a guided one
 * is held by recorded ones: gen/test_cases.c. */
#include "judge/fuzz_ops.h"
#include "judge/judge.h"
#include "judge/problem.h"
#include "tests/unit/judged.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <stdlib.h>
#include <string.h>

static const struct nf_case_limits no_limits;

/* A toy's small cases, none of which reaches anything. */
static enum nf_status draw(const struct nf_key *key, const struct nf_case_limits *limits,
                           struct nf_text *instance, uint64_t *reached, struct nf_error *err)
{
    (void)key, (void)instance;
    *reached = 0;
    return limits->players == 1 ? nf_fail(err, NF_USAGE, "no toy for one") : NF_OK;
}

TEST(limits_that_no_case_fits_are_refused)
{
    static const struct nf_small_cases toy = {.events = 5, .draw = draw};
    static const struct nf_case_limits alone = {.players = 1};
    struct nf_text text = {0};
    assert_ends(NF_USAGE, "no toy for one", nf_guide, &toy, 7, 0, &alone, &text);
    assert_ends(NF_USAGE, "no case fits these limits", nf_guide, &toy, 7, 0, &no_limits, &text);
    assert_int_equal(text.size, 0);
}

/* Appends a case of a stage; NULL: a guided one. */
static void add_case(struct nf_text *text, const struct nf_problem *problem,
                     const struct nf_stage *stage, uint64_t seed, uint64_t index)
{
    struct nf_error err;
    const enum nf_status status = stage != NULL
                                      ? stage->write(stage->plan, seed, index, text, &err)
                                      : problem->fuzz->guide(seed, index, &no_limits, text, &err);
    if (status != NF_OK)
        fail_msg("%s", err.text);
}

static void check_case(const struct nf_problem *problem, const struct nf_stage *stage,
                       uint64_t seed, uint64_t index)
{
    FREED_BY(nf_text_free) struct nf_text text = {0}, again = {0}, other = {0};
    add_case(&text, problem, stage, seed, index);
    nf_test_valid(problem, &text);
    nf_text_string(&again, "before");
    add_case(&again, problem, stage, seed, index);
    assert_int_equal(again.size, strlen("before") + text.size);
    assert_memory_equal(again.data, "before", strlen("before"));
    assert_memory_equal(again.data + strlen("before"), text.data, text.size);
    /* A stage may have few cases, such as one card all over: then many seeds make the same. */
    bool same = index % 8 == 0 || stage != NULL;
    for (uint64_t others = 1; same && others <= 30; others++) {
        other.size = 0;
        add_case(&other, problem, stage, seed + others, index);
        same = nf_test_same(&text, &other);
    }
    if (same)
        fail_msg("%s, %s, case %llu is the same by all seeds:\n%.*s", problem->name,
                 stage != NULL ? stage->name : "guided", (unsigned long long)index, (int)text.size,
                 text.data);
}

/* The cases of a seed from the last to the first. */
TEST(in_every_game_a_case_is_valid_and_follows_from_seed_and_index_alone)
{
    const uint64_t seed = nf_test_seed();
    for (const struct nf_problem *const *problem = nf_problems; *problem != NULL; problem++) {
        unsigned stages = 0;
        if ((*problem)->fuzz == NULL)
            continue;
        for (uint64_t index = nf_test_often(100, 300, 5000); index-- > 0;)
            check_case(*problem, NULL, seed, index);
        for (const struct nf_stage *stage = (*problem)->fuzz->stages; stage->name != NULL;
             stage++) {
            assert_in_range(stage->every, 1, 1 << 20);
            check_case(*problem, stage, seed, stage->first);
            stages++;
        }
        assert_in_range(stages, 1, NF_MAX_STAGES);
    }
}

/* The limit that a measure of a game has to keep; 0: none. */
static uint32_t limit_of(const struct nf_measure *measure, const struct nf_case_limits *limits)
{
    static const char *const names[] = {"players n", "pigs n",  "rounds m", "rounds r",
                                        "deck k",    "cards m", "goals m"};
    const uint32_t of[] = {limits->players, limits->players, limits->rounds, limits->rounds,
                           limits->deck,    limits->deck,    limits->deck};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(measure->name, names[i]) == 0)
            return of[i];
    return 0;
}

/* Returns whether there are cases within these limits. */
static bool keeps_limits(const struct nf_problem *problem, uint64_t seed,
                         const struct nf_case_limits *limits)
{
    for (uint64_t index = 0; index < nf_test_often(60, 200, 1000); index++) {
        struct nf_measured ranges[NF_MAX_MEASURES] = {{0, 0}};
        FREED_BY(nf_text_free) struct nf_text text = {0};
        struct nf_error err;
        const enum nf_status status = problem->fuzz->guide(seed, index, limits, &text, &err);
        if (status != NF_OK) {
            assert_int_equal(status, NF_USAGE);
            assert_int_equal(text.size, 0);
            return false;
        }
        const struct nf_input input = nf_text_input(&text, "case");
        nf_test_valid(problem, &text);
        assert_ok(nf_measure, problem, &input, ranges);
        for (int i = 0; problem->measures[i].name != NULL; i++) {
            const uint32_t limit = limit_of(&problem->measures[i], limits);
            assert_true(limit == 0 || ranges[i].high <= limit);
        }
    }
    return true;
}

TEST(in_every_game_cases_keep_their_limits)
{
    static const struct nf_case_limits limits[] = {
        {4, 1, 148}, {2, 0, 0},  {0, 1, 0},   {0, 0, 5},          {0, 0, 7}, {0, 0, 12}, {3, 2, 20},
        {2, 3, 4},   {2, 3, 12}, {30, 12, 9}, {500, 500, 500000}, {1, 0, 0}, {1, 1, 4},
    };
    const uint64_t seed = nf_test_seed();
    for (const struct nf_problem *const *problem = nf_problems; *problem != NULL; problem++) {
        uint32_t kept = 0;
        for (size_t i = 0; (*problem)->fuzz != NULL && i < sizeof limits / sizeof *limits; i++)
            kept += keeps_limits(*problem, seed, &limits[i]);
        assert_true((*problem)->fuzz == NULL || kept >= 2);
    }
}

TEST(limits_that_no_case_of_a_game_fits_are_refused_with_what_is_expected)
{
    static const struct {
        const char *problem;
        struct nf_case_limits limits;
        const char *message;
    } rows[] = {
        {"cirno",
         {.deck = 1},
         "a deck of at most 1 cards: no round ends within that, expected at least 4"},
        {"cirno",
         {.deck = 3},
         "a deck of at most 3 cards: no round ends within that, expected at least 4"},
        {"mahjong", {.players = 3}, "--players 3: mahjong has 4 players"},
        {"mahjong", {.deck = 100}, "--deck 100: a wall of mahjong has 148 tiles"},
        {"pigs", {.players = 1}, "no case fits: a game has 2 to 10 pigs and 1 to 2,000 cards"},
        {"tng", {.players = 1}, "at most 1 player: this game has two"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        FREED_BY(nf_text_free) struct nf_text text = {0};
        assert_ends(NF_USAGE, rows[i].message, nf_find_problem(rows[i].problem)->fuzz->guide, 1, 1,
                    &rows[i].limits, &text);
        assert_int_equal(text.size, 0);
    }
}

/* A thousand cases from any index on, and what is right to print. */
enum { CASES = 1000 };

struct thousand {
    const struct nf_problem *problem;
    uint64_t seed, first;
    struct nf_text cases[CASES], answers[CASES];
    uint32_t reached[NF_MAX_EVENTS]; /* in how many of them each event happens */
};

static void play_thousand(struct thousand *thousand, const struct nf_problem *problem,
                          uint64_t *random)
{
    *thousand = (struct thousand){.problem = problem,
                                  .seed = nf_test_random(random) >> 1,
                                  .first = nf_test_random(random) >> 8};
    for (unsigned i = 0; i < CASES; i++) {
        uint64_t reached[NF_MAX_EVENTS] = {0};
        add_case(&thousand->cases[i], problem, NULL, thousand->seed, thousand->first + i);
        const struct nf_input input = nf_text_input(&thousand->cases[i], "case");
        assert_ok(nf_cover, problem->rules, &input, &thousand->answers[i], reached);
        for (unsigned event = 0; event < NF_MAX_EVENTS; event++)
            thousand->reached[event] += reached[event] > 0;
    }
}

/* Whether a player with these mistakes prints anything else in any of the cases. */
static bool shows(const struct thousand *thousand, uint64_t mistakes)
{
    bool differs = false;
    for (unsigned i = 0; i < CASES && !differs; i++) {
        FREED_BY(nf_text_free)
        struct nf_text printed =
            nf_test_play_as(thousand->problem, mistakes, &thousand->cases[i], NULL);
        differs = !nf_test_same(&printed, &thousand->answers[i]);
    }
    return differs;
}

static void check_mistakes(const struct thousand *thousand)
{
    const struct nf_fuzz_ops *const ops = thousand->problem->fuzz;
    for (unsigned k = 1; ops->mistakes[k].name != NULL; k++)
        if (!shows(thousand, UINT64_C(1) << k))
            fail_msg("%s, seed %llu from %llu on: nobody sees who %s", thousand->problem->name,
                     (unsigned long long)thousand->seed, (unsigned long long)thousand->first,
                     ops->mistakes[k].does);
    /* Of the alternatives a few are rare, and neighbours in an order may never meet at all. */
    const uint32_t alternatives = nf_alternatives(ops->points);
    uint32_t unseen = 0;
    for (uint32_t i = 0; i < alternatives; i++)
        unseen += !shows(thousand, NF_BY_SYSTEM | i);
    if (20 * unseen > alternatives)
        fail_msg("%s, seed %llu from %llu on: nobody sees %u alternatives of %u",
                 thousand->problem->name, (unsigned long long)thousand->seed,
                 (unsigned long long)thousand->first, unseen, alternatives);
}

/* The promise of nf_fuzz_ops.guide, and what it is for. */
TEST(in_every_game_any_1000_cases_reach_every_event_five_times_and_show_every_mistake)
{
    uint64_t random = nf_test_seed();
    size_t games = 0;
    while (nf_problems[games] != NULL)
        games++;
    for (const struct nf_problem *const *problem = nf_problems; *problem != NULL; problem++)
        for (uint32_t often = (*problem)->fuzz != NULL ? nf_test_often(1, 1, 20) : 0; often > 0;
             often--) {
            static struct thousand thousand;
            play_thousand(&thousand, *problem, &random);
            for (int event = 0; (*problem)->fuzz->events[event].name != NULL; event++)
                if (thousand.reached[event] < 5)
                    fail_msg("%s, seed %llu from %llu on: %s in %u cases", (*problem)->name,
                             (unsigned long long)thousand.seed, (unsigned long long)thousand.first,
                             (*problem)->fuzz->events[event].name, thousand.reached[event]);
            if ((*problem)->fuzz->mistakes != NULL &&
                nf_test_tries((size_t)(problem - nf_problems), games))
                check_mistakes(&thousand);
            for (unsigned i = 0; i < CASES; i++) {
                nf_text_free(&thousand.cases[i]);
                nf_text_free(&thousand.answers[i]);
            }
        }
}
