/* Cirno's game: its instances and transcripts, and what else it reads. */
#include "targets.h"
#include "core/format/judge.h"
#include "games/cirno/judge/judge.h"
#include "games/cirno/module.h"
#include "tests/fuzz-targets/fuzz_game.h"

#include <string.h>

static void check_cirno_bounds(const struct nf_match *match)
{
    const struct nf_input *const input = match->input;
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
    for (uint32_t seat = 0; seat < game->players; seat++) {
        const struct nf_name *const name = &parsed->names[seat];
        nf_fuzz_require(name->length >= 1 && name->length <= CIRNO_MAX_NAME &&
                            name->text >= input->data &&
                            name->text + name->length <= input->data + input->size,
                        "the name of player %u is %u letters", seat, name->length);
    }
    nf_fuzz_require(cirno_deck_offset(match, game->deck_size) <= input->size,
                    "the deck ends behind the input");
}

static void check_cirno_same(const struct cirno_parsed *a, const struct cirno_parsed *b)
{
    const struct cirno_instance *const one = &a->instance, *const other = &b->instance;
    nf_fuzz_require(one->players == other->players && one->rounds == other->rounds &&
                        one->deck_size == other->deck_size,
                    "printed and read again its sizes differ");
    nf_fuzz_require(memcmp(one->hands, other->hands, (size_t)one->players * CIRNO_HAND) == 0 &&
                        memcmp(one->deck, other->deck, one->deck_size) == 0,
                    "printed and read again its cards differ");
    for (uint32_t seat = 0; seat < one->players; seat++)
        nf_fuzz_require(
            a->names[seat].length == b->names[seat].length &&
                memcmp(a->names[seat].text, b->names[seat].text, a->names[seat].length) == 0,
            "printed and read again its names differ");
}

static void test_instance(const char *bytes, size_t size)
{
    const struct nf_input input = nf_fuzz_input(bytes, size);
    struct nf_match match, other;
    struct nf_text transcript = {0}, printed = {0};
    struct nf_error err;
    const bool playable = nf_fuzz_check_instance(&cirno_game, &input, &transcript);
    if (nf_match_open(&match, &cirno_game, &input, &err) != NF_OK) {
        nf_fuzz_require(!playable, "played, but not read");
        nf_fuzz_place(&input, &err);
        return;
    }
    check_cirno_bounds(&match);
    struct cirno_course course;
    const bool complete =
        cirno_narrate(&cirno_parsed_of(&match)->instance, cirno_parsed_of(&match)->names, NULL,
                      &course) == CIRNO_COMPLETE &&
        course.missing == 0;
    cirno_print(&printed, &cirno_parsed_of(&match)->instance, cirno_parsed_of(&match)->names);
    const struct nf_input reread = nf_fuzz_reread(&printed);
    nf_fuzz_require(nf_match_open(&other, &cirno_game, &reread, &err) == NF_OK,
                    "printed, but not read again: %s", err.text);
    check_cirno_same(cirno_parsed_of(&match), cirno_parsed_of(&other));
    nf_fuzz_check_printed(&cirno_game, &printed, playable, complete, &transcript);
    nf_match_close(&other);
    nf_match_close(&match);
    nf_text_free(&printed);
    nf_text_free(&transcript);
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
