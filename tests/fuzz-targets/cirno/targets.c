/* Cirno's game: its instances and transcripts, and what else it reads. */
#include "targets.h"
#include "core/format/judge.h"
#include "games/cirno/judge/judge.h"
#include "games/cirno/module.h"
#include "tests/fuzz-targets/fuzz_game.h"

static bool check(struct nf_match *match, bool playable)
{
    struct cirno_course course;
    const struct cirno_parsed *const parsed = cirno_parsed_of(match);
    const struct cirno_instance *const game = &parsed->instance;
    nf_fuzz_require(game->players >= 1 && game->players <= CIRNO_MAX_PLAYERS, "%u players",
                    game->players);
    nf_fuzz_require(game->rounds >= 1 && game->rounds <= CIRNO_MAX_ROUNDS, "%u rounds",
                    game->rounds);
    nf_fuzz_require(game->deck_size >= 1 && game->deck_size <= CIRNO_MAX_DECK, "%u cards",
                    game->deck_size);
    for (uint32_t i = 0; i < game->players * CIRNO_HAND; i++)
        nf_fuzz_require(game->hands[i] < CIRNO_CARDS, "hand card %u is %u", i, game->hands[i]);
    for (uint32_t i = 0; i < game->deck_size; i++)
        nf_fuzz_require(game->deck[i] < CIRNO_CARDS, "deck card %u is %u", i, game->deck[i]);
    for (uint32_t seat = 0; seat < game->players; seat++)
        nf_fuzz_require(parsed->names[seat].length >= 1 &&
                            parsed->names[seat].length <= CIRNO_MAX_NAME,
                        "the name of player %u is %u letters", seat, parsed->names[seat].length);
    nf_fuzz_require(cirno_deck_offset(match, game->deck_size) <= match->input->size,
                    "the deck ends behind the input");
    return playable && cirno_narrate(game, parsed->names, NULL, &course) == CIRNO_COMPLETE &&
           course.missing == 0;
}

static void test_instance(const char *bytes, size_t size)
{
    nf_fuzz_check_instance(&cirno_game, bytes, size, check);
}

static void test_answer(const char *bytes, size_t size)
{
    nf_fuzz_check_answer(&cirno_game, bytes, size);
}

static const struct nf_fuzz_target targets[] = {
    {"cirno-instance", 4096, test_instance}, {"cirno-answer", 4096, test_answer},
    {"strategy", 2048, nf_fuzz_strategy},    {"seating", 256, nf_fuzz_seating},
    {"weights", 512, nf_fuzz_weights},       {NULL, 0, NULL},
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

const struct nf_fuzz_game cirno_fuzz_targets = {&cirno_game, targets, runs};
