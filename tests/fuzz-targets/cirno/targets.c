/* Cirno's game: what it reads besides instances and transcripts. */
#include "targets.h"
#include "games/cirno/module.h"
#include "tests/fuzz-targets/fuzz_target.h"

static const struct nf_fuzz_target targets[] = {
    {.name = "strategy", .largest = 2048, .test = nf_fuzz_strategy},
    {.name = "seating", .largest = 256, .test = nf_fuzz_seating},
    {.name = "weights", .largest = 512, .test = nf_fuzz_weights},
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
