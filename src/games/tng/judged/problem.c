/* The Number Game as the tester sees it: its package, its test set, and the problem. */
#include "games/tng/judged/fuzzing.h"

#include "base/embed.h"
#include "base/lang.h"
#include "games/tng/rules/events.h"
#include "games/tng/rules/format.h"
#include "gen/tng/cases/guided.h"

/* ---- the package ---- */

NF_EMBED(tng_statement, "gen/tng/package/statement.md");
NF_EMBED(tng_statement_zh, "gen/tng/package/statement.zh.md");
NF_EMBED(tng_solution_py, "gen/tng/package/solution.py");
NF_EMBED(tng_solution_cpp, "gen/tng/package/solution.cpp");
NF_EMBED(tng_wrong, "gen/tng/package/wrong.diff");

static const struct nf_package package = {
    .statements = {tng_statement, tng_statement_zh},
    .solution_py = tng_solution_py,
    .solution_cpp = tng_solution_cpp,
    .wrong = tng_wrong,
    .seconds = 1,
    .seconds_from = "ten times what solution.py takes for the largest test, 0.1 s on an AMD EPYC "
                    "of Zen 4; solution.cpp takes 2 ms",
};

/* ---- the test set ---- */

/* A judge's test set for The Number Game: from single games of one round to 1,000 games of the
 * largest sizes, and a sample. The games of a test are steered towards one rule event after the
 * other, so that few tests expose many mistakes. */

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

static const struct nf_suite suite = {groups,   tests,      samples,
                                      &package, .tries = 1, .deal = deal_tng_test};

/* ---- the problem ---- */

static struct nf_measured range(const struct nf_match *match, enum tng_field field)
{
    return nf_instance_range(&match->read, &tng_format.fields[field]);
}

static void summarise(const struct nf_match *match, struct nf_text *report)
{
    uint64_t ends[3] = {0};
    const uint32_t *const records = match->course;
    const struct nf_measured p = range(match, TNG_FIELD_P), r = range(match, TNG_FIELD_R),
                             m = range(match, TNG_FIELD_M);
    for (size_t i = 0; i < match->games; i++)
        ends[tng_record_outcome(records[i])]++;
    nf_text_format(report, P_(": valid: %zu game", ": valid: %zu games", match->games),
                   match->games);
    if (match->games > 0)
        nf_text_format(report, _(", p %u to %u, r %u to %u, m %u to %u"), (unsigned)p.low,
                       (unsigned)p.high, (unsigned)r.low, (unsigned)r.high, (unsigned)m.low,
                       (unsigned)m.high);
    nf_text_format(report, _("\nX wins %llu, Y wins %llu, draws %llu\n"),
                   (unsigned long long)ends[TNG_X], (unsigned long long)ends[TNG_Y],
                   (unsigned long long)ends[TNG_DRAW]);
}

static const struct nf_fuzz_ops fuzz_ops = {
    .events = tng_events,
    .guide = tng_guide,
    .stages = tng_stages,
    .size = tng_size,
    .comparer = &tng_comparer,
    .write_story = tng_write_story,
    .players = tng_players,
    .panels = tng_panels,
    .frames = TNG_MAX_FRAMES,
    .mistakes = tng_mistakes,
    .points = tng_points,
    .play_as = tng_play_as,
};

const struct nf_problem tng_problem = {
    .name = "tng",
    .title = N_("The Number Game"),
    .rules = &tng_rules,
    .summarise = summarise,
    .measures = tng_measures,
    .fuzz = &fuzz_ops,
    .suite = &suite,
};
