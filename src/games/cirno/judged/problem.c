/* Cirno's game as the tester sees it: its package, its test set, and the problem. */
#include "games/cirno/judged/fuzzing.h"

#include "base/embed.h"
#include "base/lang.h"
#include "games/cirno/rules/events.h"
#include "games/cirno/rules/format.h"
#include "gen/cirno/cases/guided.h"

#include <stdlib.h>
#include <string.h>

/* ---- the package ---- */

NF_EMBED(cirno_statement, "gen/cirno/package/statement.md");
NF_EMBED(cirno_statement_zh, "gen/cirno/package/statement.zh.md");
NF_EMBED(cirno_check_cpp, "gen/cirno/package/check.cpp");
NF_EMBED(cirno_solution_py, "gen/cirno/package/solution.py");
NF_EMBED(cirno_solution_cpp, "gen/cirno/package/solution.cpp");
NF_EMBED(cirno_wrong, "gen/cirno/package/wrong.diff");

static const struct nf_package_invalid invalid[] = {
    {"deck-too-short", "1 1 3\nA A99 A99 A99\nA99 A99 A99\n"},
    {NULL, NULL},
};

static const struct nf_package package = {
    .statements = {cirno_statement, cirno_statement_zh},
    .check_cpp = cirno_check_cpp,
    .solution_py = cirno_solution_py,
    .solution_cpp = cirno_solution_cpp,
    .wrong = cirno_wrong,
    .invalid = invalid,
    .seconds = 6,
    .seconds_from = "four times what solution.py takes for the largest test, 1.3 s on an AMD EPYC "
                    "of Zen 4, rounded up; solution.cpp takes 0.2 s",
};

/* ---- the test set ---- */

/* A judge's test set for Cirno's game: 20 tests for the statement's subtasks, from games that a
 * person can follow up to the largest sizes, and two samples. Most are dealt densely with rule
 * events, so that few tests expose many mistakes. */

#define BASIC        (CIRNO_CARD_BIT(PASS) | CIRNO_CARD_BIT(TURN) | CIRNO_CARD_BIT(DOUBLE))
#define NO_TURN_PASS (CIRNO_CARD_BIT(PASS) | CIRNO_CARD_BIT(TURN))
#define NO_DOUBLE    CIRNO_CARD_BIT(DOUBLE)

static const struct nf_suite_group groups[] = {
    {"basic", 30, {"basic cards only, n <= 3", "只有基本牌，n <= 3"}},
    {"no-turn-pass", 15, {"no TURN, no PASS", "没有 TURN 和 PASS"}},
    {"no-double", 15, {"no DOUBLE", "没有 DOUBLE"}},
    {"full", 40, {"nothing more", "没有其他限制"}},
    {.name = NULL},
};

/* Players, rounds, deck, longest round, steered cards of 100, whether the deck is filled up, absent
 * cards. */
#define PLAN(...) (&(const struct cirno_dense_plan){__VA_ARGS__})

/* By the statement's proportions: 30% basic cards only with up to three players, 15% without TURN
 * and PASS, 15% without DOUBLE. */
static const struct nf_suite_test tests[] = {
    {"basic", "one player, a few turns", {0}, PLAN(1, 3, 60, 8, 80, false, BASIC)},
    {"basic", "two players, short rounds", {0}, PLAN(2, 10, 600, 30, 90, true, BASIC)},
    {"basic", "three players, rounds of all lengths", {0}, PLAN(3, 30, 3000, 60, 90, false, BASIC)},
    {"basic",
     "one player, 100 rounds, exact deck",
     {0},
     PLAN(1, 100, 20000, 300, 90, false, BASIC)},
    {"basic", "two players, long rounds", {0}, PLAN(2, 100, 100000, 0, 60, true, BASIC)},
    {"basic", "the largest of its subtask", {0}, PLAN(3, 100, 300000, 0, 50, true, BASIC)},
    {"no-turn-pass", "DOUBLE, short rounds", {0}, PLAN(4, 20, 3000, 60, 90, false, NO_TURN_PASS)},
    {"no-turn-pass",
     "a player under her own DOUBLE",
     {41},
     PLAN(1, 60, 10000, 150, 90, true, NO_TURN_PASS)},
    {"no-turn-pass",
     "the largest of its subtask",
     {0},
     PLAN(30, 100, 300000, 0, 50, true, NO_TURN_PASS)},
    {"no-double", "TURN and PASS, short rounds", {0}, PLAN(3, 50, 6000, 60, 90, false, NO_DOUBLE)},
    {"no-double", "direction over 100 rounds", {0}, PLAN(7, 100, 40000, 300, 80, true, NO_DOUBLE)},
    {"no-double", "the largest of its subtask", {0}, PLAN(30, 100, 300000, 0, 50, true, NO_DOUBLE)},
    {"full", "one player with all cards, exact deck", {0}, PLAN(1, 100, 20000, 150, 90, false, 0)},
    {"full", "two players with all cards", {0}, PLAN(2, 100, 20000, 150, 90, true, 0)},
    {"full", "three players, every rule, exact deck", {0}, PLAN(3, 100, 20000, 150, 95, false, 0)},
    {"full", "one player, many short rounds", {0}, PLAN(1, 100, 30000, 40, 95, true, 0)},
    {"full", "ten players, rounds of all lengths", {0}, PLAN(10, 100, 100000, 900, 80, false, 0)},
    {"full", "all players, many short rounds", {0}, PLAN(30, 100, 40000, 60, 90, false, 0)},
    {"full", "the largest, steered", {0}, PLAN(30, 100, 300000, 0, 60, true, 0)},
    {"full", "the largest, mostly at random", {0}, PLAN(30, 100, 300000, 0, 10, true, 0)},
    {.group = NULL},
};

static const struct nf_suite_test samples[] = {
    {"sample", "one round", {0}, PLAN(2, 1, 40, 8, 100, false, 0)},
    {"sample", "two rounds, cards left over", {0}, PLAN(3, 2, 60, 10, 100, true, 0)},
    {.group = NULL},
};

/* ---- its names ---- */

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

/* ---- its instances ---- */

static enum nf_status deal_cirno_test(const struct nf_suite_test *test, struct nf_key *key,
                                      struct nf_text *instance, struct nf_error *err)
{
    const struct cirno_dense_plan *const plan = test->plan;
    const size_t hand_cards = (size_t)plan->players * CIRNO_HAND;
    uint8_t *const cards = malloc(hand_cards + plan->deck);
    if (cards == NULL)
        return nf_fail(err, NF_IO, "out of memory for a deck of %u cards", plan->deck);
    struct cirno_dense dense = {.hands = cards, .deck = cards + hand_cards};
    struct nf_dice dice = nf_dice_start(key);
    struct naming naming;
    key->attempt++;
    if (strcmp(test->group, "sample") == 0) /* for people */
        memcpy(naming.names, cirno_seat_names, sizeof naming.names);
    else
        make_names(plan, &dice, &naming);
    const bool dealt = cirno_dense_deal(plan, &dice, &dense);
    if (dealt)
        cirno_print(instance,
                    &(const struct cirno_instance){plan->players, plan->rounds, dense.deck_size,
                                                   dense.hands, dense.deck},
                    naming.names);
    free(cards);
    return dealt ? NF_OK : NF_INVALID;
}

static const struct nf_suite suite = {groups,   tests,        samples,
                                      &package, .tries = 100, .deal = deal_cirno_test};

/* ---- the problem ---- */

static const struct nf_fuzz_ops fuzz_ops = {
    .events = cirno_events,
    .guide = cirno_guide,
    .stages = cirno_stages,
    .smaller = &cirno_smaller,
    .size = cirno_size,
    .comparer = &cirno_comparer,
    .write_story = cirno_write_story,
    .players = cirno_players,
    .panels = cirno_panels,
    .frames = 1,
    .mistakes = cirno_mistakes,
    .points = cirno_points,
    .play_as = cirno_play_as,
};

const struct nf_problem cirno_problem = {
    .name = "cirno",
    .title = N_("Cirno's Arithmetic Game"),
    .rules = &cirno_rules,
    .summarise = cirno_summarise,
    .measures = cirno_measures,
    .measure = cirno_measure,
    .fuzz = &fuzz_ops,
    .suite = &suite,
};
