/* Cirno's game: what it reads besides instances and transcripts. */
#include "targets.h"
#include "games/cirno/module.h"
#include "games/cirno/rules/cards.h"
#include "games/cirno/strategy/strategy.h"
#include "tests/fuzz-targets/fuzz_target.h"

static void card_words(void)
{
    nf_fuzz_vocabulary(&cirno_words);
}

static void strategy_names(void)
{
    for (const struct nf_strategy *each = cirno_shipped; each->name != NULL; each++)
        nf_fuzz_word("%s", each->name);
}

static const struct nf_fuzz_target targets[] = {
    {.name = "strategy",
     .largest = 2048,
     .test = nf_fuzz_strategy,
     .words = "normal\n|doubled\n| max | min | first | random |basic|counter|all|, ties |, when |"
              "p >= |p <= | and |# |-199|99|\r\n",
     .more_words = card_words},
    {.name = "seating",
     .largest = 256,
     .test = nf_fuzz_seating,
     .words = "mine|yours|=|..|,",
     .more_words = strategy_names},
    {.name = "weights",
     .largest = 512,
     .test = nf_fuzz_weights,
     .words = "=|,|1000000000|65536",
     .more_words = card_words},
    {.name = NULL},
};

static const struct nf_strategy texts[] = {
    {"mine", NULL, "normal\n  max A B\ndoubled\n  random all\n"}, {NULL, NULL, NULL}};

static const struct nf_params runs[] = {
    {.players = 1, .rounds = 1, .profile = "uniform", .seed = 1},
    {.players = 2, .rounds = 3, .profile = "basic", .strategy = "1=mine,2=keep-e", .texts = texts},
    {.players = 3, .rounds = 2, .deck = 400, .weights = "A1=3,PASS=2,C2=1", .seed = 7},
    {.players = 1, .rounds = 2, .profile = "no-double", .seed = 1, .detail = true},
    {0},
};

const struct nf_fuzz_more cirno_fuzz_more = {&cirno_game, targets, runs};
