/* Mahjong as the tester sees it: its package, its test set, smaller cases, and the problem. */
#include "games/mahjong/judged/fuzzing.h"

#include "base/embed.h"
#include "base/lang.h"
#include "games/mahjong/judged/position.h"
#include "games/mahjong/rules/format.h"
#include "gen/mahjong/cases/guided.h"
#include "judge/format/shrink.h"

/* ---- the package ---- */

NF_EMBED(mahjong_statement, "gen/mahjong/package/statement.md");
NF_EMBED(mahjong_statement_zh, "gen/mahjong/package/statement.zh.md");
NF_EMBED(mahjong_solution_py, "gen/mahjong/package/solution.py");
NF_EMBED(mahjong_solution_cpp, "gen/mahjong/package/solution.cpp");
NF_EMBED(mahjong_wrong, "gen/mahjong/package/wrong.diff");

static const struct nf_package package = {
    .statements = {mahjong_statement, mahjong_statement_zh},
    .solution_py = mahjong_solution_py,
    .solution_cpp = mahjong_solution_cpp,
    .wrong = mahjong_wrong,
    .seconds = 2,
    .seconds_from = "four times what solution.py takes for a test, up to 0.5 s on an AMD EPYC of "
                    "Zen 4; solution.cpp takes 10 ms",
};

/* ---- the test set ---- */

/* The statement has no subtasks; a game without special tiles is much less work. */
static const struct nf_suite_group groups[] = {
    {"specials-last", 30, {"the last 12 tiles are the special ones", "最后 12 张牌是特殊牌"}},
    {"full", 70, {"nothing more", "没有其他限制"}},
    {.name = NULL},
};

/* Two events of the wall, and whether the special tiles are last in it. */
#define WISH(event, also, plain)                                                                   \
    (&(const struct mahjong_wish){MAHJONG_EVENT_##event, MAHJONG_EVENT_##also, plain})

/* Each mistake of the catalogue dies on at least three tests, whatever the seed. */
static const struct nf_suite_test tests[] = {
    {"specials-last", "the first discard wins", {18, 37, 38}, WISH(RON_FIRST, RON_FIRST, true)},
    {"specials-last",
     "a wait for a fifth tile",
     {12, 14, 16, 20, 21},
     WISH(FOUR_LIMIT, OWN_PAIR, true)},
    {"specials-last",
     "RON before PONG",
     {4, 7, 8, 10, 11, 13},
     WISH(RON_OVER_PONG, CHOW_LOWER, true)},
    {"specials-last",
     "several can win, the next one does",
     {2, 3, 19},
     WISH(RON_STOLEN, RON_STOLEN, true)},
    {"full",
     "a win after DOUBLE",
     {28, 22, 23, 39},
     WISH(SELFDRAWN_DOUBLE, SELFDRAWN_DOUBLE, false)},
    {"full",
     "DOUBLE, and PASS after REVERSE",
     {28, 9, 24},
     WISH(SELFDRAWN_DOUBLE, PASS_REVERSED, false)},
    {"full",
     "DOUBLE, and a choice of runs",
     {28, 6, 25},
     WISH(SELFDRAWN_DOUBLE, SEVERAL_CHOWS, false)},
    {"full",
     "DOUBLE after a claim",
     {29, 30, 31, 32, 33, 5},
     WISH(CLAIM_DOUBLE, PONG_NOT_CHOW, false)},
    {"full",
     "DOUBLE after a claim, a run",
     {29, 30, 32, 34, 7},
     WISH(CLAIM_DOUBLE, CHOW_LOWER, false)},
    {"full",
     "PASS, REVERSE and DOUBLE",
     {29, 31, 33, 34, 5},
     WISH(CLAIM_DOUBLE, PONG_NOT_CHOW, false)},
    {"full", "a run and no triplet", {15, 6, 9, 33}, WISH(CHOW_NOT_PONG, SEVERAL_CHOWS, false)},
    {"full", "a run and no triplet, REVERSE", {15, 7, 30}, WISH(CHOW_NOT_PONG, CHOW_LOWER, false)},
    {"full",
     "claims with special tiles held",
     {15, 32, 34},
     WISH(CHOW_NOT_PONG, CHOW_NOT_PONG, false)},
    {"full",
     "four of a kind, some of them in melds",
     {17, 16, 14},
     WISH(DEAD_WAIT, DEAD_WAIT, false)},
    {"full", "a wait for a tile that never comes", {17, 16}, WISH(DEAD_WAIT, DEAD_WAIT, false)},
    {"full", "a wait for a tile, a pair kept", {17, 14}, WISH(DEAD_WAIT, OWN_PAIR, false)},
    {"full",
     "several can win, reversed",
     {1, 2, 3, 4},
     WISH(RON_STOLEN_REVERSED, RON_OVER_PONG, false)},
    {"full", "a triplet would, too", {1, 2, 3, 4}, WISH(RON_STOLEN_REVERSED, RON_OVER_PONG, false)},
    {"full",
     "several can win, many runs",
     {1, 6, 31},
     WISH(RON_STOLEN_REVERSED, SEVERAL_CHOWS, false)},
    {"full",
     "claims and a win with the wall empty",
     {35, 36},
     WISH(CLAIM_OF_LAST, RON_OF_LAST, false)},
    {"full", "the same, PONG before CHOW", {35, 36, 5}, WISH(CLAIM_OF_LAST, RON_OF_LAST, false)},
    {"full", "the same, PASS after REVERSE", {35, 36, 24}, WISH(CLAIM_OF_LAST, RON_OF_LAST, false)},
    {"full", "nobody wins", {19, 26, 27}, WISH(DRAW, PASS_REVERSED, false)},
    {.group = NULL},
};

static const struct nf_suite_test samples[] = {
    {"full", "a short game", {0}, WISH(RON_FIRST, WIN_NO_MELD, false)},
    {"full", "special tiles and claims", {0}, WISH(CLAIM_PASS, CHOW_REVERSED, false)},
    {.group = NULL},
};

static enum nf_status deal_mahjong_test(const struct nf_suite_test *test, struct nf_key *key,
                                        struct nf_text *instance, struct nf_error *err)
{
    uint8_t wall[MAHJONG_WALL];
    NF_TRY(mahjong_search(test->plan, key, wall, err));
    mahjong_print(instance, wall);
    return NF_OK;
}

static const struct nf_suite suite = {groups,   tests,          samples,
                                      &package, .tries = 10000, .deal = deal_mahjong_test};

/* ---- smaller cases ----
 *
 * A wall always has all 148 tiles, so its size is how many of them are out of order. In order every
 * player is dealt one tile of each 1, 9 and honour, which are far from winning, and the others
 * follow: 2M 2M 2M 2M 3M .. 8S, then the special tiles. */

/* Writes all tiles that a player has before a line, in hand and melds, to `tiles`, if these are as
 * many as she is dealt. */
static bool take_hand(const struct mahjong_position *position, unsigned seat,
                      uint8_t tiles[MAHJONG_HAND])
{
    unsigned all[MAHJONG_KINDS], held = 0;
    for (unsigned kind = 0; kind < MAHJONG_KINDS; kind++)
        all[kind] = position->table.hands[seat][kind];
    for (unsigned meld = 0; meld < position->table.melds[seat]; meld++) {
        const struct mahjong_laid *const laid = &position->laid[seat][meld];
        for (unsigned i = 0; i < 3; i++)
            all[laid->low + (laid->run ? i : 0)]++;
    }
    for (unsigned kind = 0; kind < MAHJONG_KINDS; kind++)
        for (; all[kind] > 0 && held < MAHJONG_HAND; all[kind]--)
            tiles[held++] = (uint8_t)kind;
    return held == MAHJONG_HAND;
}

/* Deals the hands as they are before a player draws, so that the game starts with it: she becomes
 * A, and the others follow in the direction of play. */
static bool deal_from_hands(const struct nf_instance *from, uint64_t line, uint32_t way,
                            struct nf_instance *made)
{
    uint8_t hands[MAHJONG_SEATS][MAHJONG_HAND];
    struct mahjong_position position;
    if (way > 0)
        return false;
    if (!mahjong_positions(&position, from->words, line, NULL, NULL)) {
        made->failed = true;
        return false;
    }
    if (position.ended || position.news.what != MAHJONG_NEWS_DRAW ||
        position.table.drawn <= MAHJONG_DEALT)
        return false;
    for (unsigned i = 0; i < MAHJONG_SEATS; i++)
        if (!take_hand(&position, (position.news.seat + i * position.table.step) % MAHJONG_SEATS,
                       hands[i]))
            return false;
    for (unsigned tile = 0; tile < MAHJONG_HAND; tile++)
        for (unsigned i = 0; i < MAHJONG_SEATS; i++)
            nf_instance_words(made, &hands[i][tile], 1);
    nf_instance_words(made, from->words + position.table.drawn,
                      MAHJONG_WALL - position.table.drawn);
    return true;
}

static const struct nf_smaller smaller = {.start = deal_from_hands};

/* "17 tiles out of order". */
static void print_mahjong_size(const struct nf_instance *read, struct nf_text *words)
{
    const unsigned odd = (unsigned)nf_instance_size(read).weight;
    nf_text_format(words, P_("%u tile out of order", "%u tiles out of order", odd), odd);
}

/* ---- the problem ---- */

static const struct nf_fuzz_ops fuzz_ops = {
    .events = mahjong_events,
    .guide = mahjong_guide,
    .stages = mahjong_stages,
    .smaller = &smaller,
    .size = print_mahjong_size,
    .comparer = &mahjong_comparer,
    .write_story = mahjong_write_story,
    .players = mahjong_players,
    .panels = mahjong_panels,
    .frames = 1,
    .mistakes = mahjong_mistakes,
    .points = mahjong_points,
    .play_as = mahjong_play_as,
};

const struct nf_problem mahjong_problem = {
    .name = "mahjong",
    .title = N_("Mahjong simulator"),
    .rules = &mahjong_rules,
    .summarise = mahjong_summarise,
    .measures = mahjong_measures,
    .measure = mahjong_measure,
    .fuzz = &fuzz_ops,
    .suite = &suite,
};
