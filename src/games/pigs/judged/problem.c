/* The pig game as the tester sees it: its package, its test set, and the problem. */
#include "games/pigs/judged/fuzzing.h"

#include "base/embed.h"
#include "base/lang.h"
#include "base/owned.h"
#include "games/pigs/rules/events.h"
#include "games/pigs/rules/format.h"
#include "gen/pigs/cases/guided.h"
#include "gen/pigs/deal.h"

#include <stdlib.h>
#include <string.h>

/* ---- the package ---- */

NF_EMBED(pigs_statement, "gen/pigs/package/statement.md");
NF_EMBED(pigs_statement_zh, "gen/pigs/package/statement.zh.md");
NF_EMBED(pigs_solution_py, "gen/pigs/package/solution.py");
NF_EMBED(pigs_solution_cpp,
         "gen/pigs/package/rules.cpp" NF_EMBED_AND "gen/pigs/package/solution.cpp");
NF_EMBED(pigs_check_cpp, "gen/pigs/package/rules.cpp" NF_EMBED_AND "gen/pigs/package/check.cpp");
NF_EMBED(pigs_wrong, "gen/pigs/package/wrong.diff");

static const struct nf_package_invalid invalid[] = {
    {"no-rebel", "2 1\nMP D D D D\nZP P K F N\nW\n"},
    {"no-main-pig", "2 1\nFP D D D D\nZP P K F N\nW\n"},
    {"main-pig-second", "2 1\nFP D D D D\nMP P K F N\nW\n"},
    {"never-ends", "2 1\nMP D D D D\nFP D D D D\nD\n"},
    {NULL, NULL},
};

static const struct nf_package package = {
    .statements = {pigs_statement, pigs_statement_zh},
    .check_cpp = pigs_check_cpp,
    .solution_py = pigs_solution_py,
    .solution_cpp = pigs_solution_cpp,
    .wrong = pigs_wrong,
    .invalid = invalid,
    .seconds = 1,
    .seconds_from = "ten times what solution.py takes for the largest test, 0.1 s on an AMD EPYC "
                    "of Zen 4; solution.cpp takes 2 ms",
};

/* ---- the test set ---- */

/* Half of the statement's tests have no J. */
static const struct nf_suite_group groups[] = {
    {"no-j", 50, {"no J", "没有 J"}},
    {"full", 50, {"nothing more", "没有其他限制"}},
    {.name = NULL},
};

/* Least and most pigs, cards of the deck (0: as many as are used). */
struct plan {
    uint32_t least, most, cards;
};
#define PLAN(least, most, cards) (&(const struct plan){least, most, cards})

static const struct nf_suite_test tests[] = {
    {"no-j", "two or three pigs", {11, 33, 44, 45}, PLAN(2, 3, 0)},
    {"no-j", "the last peach, and an empty deck", {34, 35, 46, 47}, PLAN(2, 6, 0)},
    {"no-j", "weapons, and the last peach", {8, 12, 35}, PLAN(3, 5, 0)},
    {"no-j", "the next living pig, and who is shown", {13, 14, 15, 20}, PLAN(3, 6, 0)},
    {"no-j", "quasi-rebels and shown pigs", {1, 2, 4, 7}, PLAN(4, 8, 0)},
    {"no-j", "a quasi-rebel that is loyal", {4, 6}, PLAN(4, 8, 0)},
    {"no-j", "a quasi-rebel and a peach", {5}, PLAN(4, 8, 0)},
    {"no-j", "the same with fewer pigs", {5}, PLAN(3, 8, 0)},
    {"no-j", "duels", {18, 19, 21, 22}, PLAN(3, 8, 0)},
    {"no-j", "who kills in a duel", {23, 24}, PLAN(3, 8, 0)},
    {"no-j", "the same, and a weapon put on late", {9, 23, 24}, PLAN(2, 6, 0)},
    {"no-j", "rewards, the end, and an empty deck", {36, 37, 42, 43, 47}, PLAN(3, 9, 0)},
    {"no-j", "a weapon put on late, once more", {9}, PLAN(3, 8, 0)},
    {"no-j", "penalties", {39, 40, 41}, PLAN(3, 10, 0)},
    {"no-j", "a penalty, and K without the weapon", {10, 41}, PLAN(3, 10, 0)},
    {"no-j", "ten pigs and 2,000 cards", {48, 49, 50}, PLAN(10, 10, 2000)},
    {"full", "J against J", {16, 17, 29, 30, 31}, PLAN(3, 6, 0)},
    {"full", "J against N and W, and quasi-rebels", {3}, PLAN(3, 6, 0)},
    {"full", "who is asked first", {25, 26, 38}, PLAN(4, 8, 0)},
    {"full", "the same with a quasi-rebel that is loyal", {6, 25, 26}, PLAN(5, 10, 0)},
    {"full", "J and hidden pigs, and who kills in a duel", {23, 24, 27, 28}, PLAN(3, 8, 0)},
    {"full", "J and quasi-rebels, and who is asked first", {3, 25, 26}, PLAN(4, 8, 0)},
    {"full", "J and quasi-rebels", {3, 26}, PLAN(3, 8, 0)},
    {"full", "the same with more pigs", {3}, PLAN(4, 8, 0)},
    {"full", "a quasi-rebel, a peach, and J", {5}, PLAN(4, 8, 0)},
    {"full", "a penalty, J, and K without the weapon", {10}, PLAN(4, 9, 0)},
    {"full", "the same with more pigs", {10}, PLAN(4, 10, 0)},
    {"full", "J and a quasi-rebel that is loyal", {4, 6}, PLAN(3, 8, 0)},
    {"full", "J against duels, and a reward kept back", {16, 21, 38}, PLAN(2, 8, 0)},
    {"full", "a weapon put on late, and duels", {9, 21}, PLAN(3, 9, 0)},
    {"full", "the same with fewer cards", {9}, PLAN(3, 8, 0)},
    {"full", "an empty deck, and the last peach", {35, 46, 47}, PLAN(2, 8, 0)},
    {"full", "who is asked first, once more", {25, 26}, PLAN(4, 8, 0)},
    {"full", "the same with fewer pigs", {25}, PLAN(3, 8, 0)},
    {"full", "a reward kept back", {37, 38}, PLAN(3, 9, 0)},
    {"full", "penalties, and J", {39, 40, 41}, PLAN(3, 10, 0)},
    {"full", "J on one target of many", {32}, PLAN(4, 8, 0)},
    {"full", "the same with more pigs", {32}, PLAN(5, 9, 0)},
    {"full", "a reward kept back, once more", {37, 38}, PLAN(4, 9, 0)},
    {"full", "a J that stops a trick of a hidden pig", {3}, PLAN(5, 9, 0)},
    {"full", "weapons and J", {9, 12}, PLAN(3, 8, 0)},
    {"full", "who is asked first, with more pigs", {25}, PLAN(5, 9, 0)},
    {"full", "the next living pig, and who is shown by K", {14, 15}, PLAN(3, 6, 0)},
    {"full", "an empty deck", {46, 47}, PLAN(2, 6, 0)},
    {"full", "a quasi-rebel that is loyal", {6}, PLAN(4, 8, 0)},
    {"full", "a duel with the main pig", {16, 21}, PLAN(3, 8, 0)},
    {"full", "the last peach", {35}, PLAN(2, 6, 0)},
    {"full", "ten pigs and 2,000 cards", {16, 17, 36, 45}, PLAN(10, 10, 2000)},
    {.group = NULL},
};

static const struct nf_suite_test samples[] = {
    {"sample", "two pigs", {0}, PLAN(2, 2, 0)},
    {"sample", "four pigs and J", {30}, PLAN(4, 4, 0)},
    {.group = NULL},
};

static void leave_out_j(uint8_t *cards, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        cards[i] = cards[i] == PIGS_J ? PIGS_D : cards[i];
}

/* Profiles and numbers of pigs take turns. */
static enum nf_status deal_pigs_test(const struct nf_suite_test *test, struct nf_key *key,
                                     struct nf_text *instance, struct nf_error *err)
{
    const struct plan *const plan = test->plan;
    const uint32_t number = (uint32_t)key->attempt++;
    const struct pigs_deal shape = {.profile = (enum pigs_profile)(number % PIGS_MAX),
                                    .seats = plan->least +
                                             number / PIGS_MAX % (plan->most - plan->least + 1),
                                    .cards = plan->cards};
    NF_OWNED struct pigs_match *match = malloc(sizeof *match);
    NF_TRY_MEMORY(match != NULL, err);
    struct pigs_instance *const dealt = &match->instance;
    pigs_deal(&shape, key, dealt);
    if (strcmp(test->group, "no-j") == 0) {
        leave_out_j(dealt->hands[0], sizeof dealt->hands);
        leave_out_j(dealt->deck, dealt->cards);
    }
    const bool ends = pigs_play(&match->game, dealt, NULL);
    if (shape.cards == 0 && match->game.drawn < dealt->cards)
        dealt->cards = match->game.drawn;
    if (ends)
        pigs_print(instance, dealt);
    return ends ? NF_OK : NF_INVALID;
}

static const struct nf_suite suite = {groups,   tests,          samples,
                                      &package, .tries = 80000, .deal = deal_pigs_test};

/* ---- the problem ---- */

/* nf_smaller.takes: it has a main pig, a rebel and an end. */
static uint32_t takes(struct nf_instance *candidate)
{
    static const struct nf_input unnamed = {"case", "", 0};
    struct nf_error err;
    NF_OWNED struct pigs_instance *game = malloc(sizeof *game);
    NF_OWNED void *course = malloc(sizeof(struct pigs_game));
    struct nf_match match = {.input = &unnamed, .read = *candidate, .game = game};
    candidate->failed = game == NULL || course == NULL;
    return !candidate->failed && pigs_make(&match, &err) == NF_OK && pigs_play(course, game, NULL)
               ? game->cards
               : UINT32_MAX;
}

static const struct nf_smaller smaller = {.takes = takes};

static void size(const struct nf_instance *read, struct nf_text *words)
{
    const uint32_t cards = read->numbers[1];
    nf_text_format(words, _("%u pigs"), read->numbers[0]);
    nf_text_format(words, P_(", %u card", ", %u cards", cards), cards);
}

static const struct nf_fuzz_ops fuzz_ops = {
    .events = pigs_events,
    .guide = pigs_guide,
    .stages = pigs_stages,
    .smaller = &smaller,
    .size = size,
    .comparer = &pigs_comparer,
    .write_story = pigs_write_story,
    .players = pigs_players,
    .panels = pigs_panels,
    .frames = PIGS_MAX_FRAMES,
    .mistakes = pigs_mistakes,
    .points = pigs_points,
    .play_as = pigs_play_as,
};

const struct nf_problem pigs_problem = {
    .name = "pigs",
    .title = N_("The Pig Game"),
    .rules = &pigs_rules,
    .summarise = pigs_summarise,
    .measures = pigs_measures,
    .fuzz = &fuzz_ops,
    .suite = &suite,
};
