/* The mahjong simulator: its instances and transcripts. */
#include "core/format/judge.h"
#include "games/mahjong/judge/judge.h"
#include "games/mahjong/module.h"
#include "games/mahjong/rules/format.h"
#include "tests/fuzz-targets/fuzz_game.h"

#include <string.h>

static void test_instance(const char *bytes, size_t size)
{
    const struct nf_game *const game = &mahjong_game;
    const struct nf_input input = nf_fuzz_input(bytes, size);
    struct nf_match match;
    unsigned count[MAHJONG_KINDS] = {0};
    struct nf_text transcript = {0}, printed = {0};
    struct nf_error err;
    const bool playable = nf_fuzz_check_instance(game, &input, &transcript);
    nf_fuzz_require((nf_match_open(&match, game, &input, &err) == NF_OK) == playable,
                    "what can be read can be played, and nothing else");
    if (playable) {
        const uint8_t *const wall = match.game;
        for (unsigned i = 0; i < MAHJONG_WALL; i++)
            nf_fuzz_require(wall[i] < MAHJONG_KINDS && ++count[wall[i]] <= MAHJONG_COPIES,
                            "tile %u is %u", i, wall[i]);
        mahjong_print(&printed, wall);
        nf_fuzz_check_printed(game, &printed, true, true, &transcript);
        nf_match_close(&match);
    }
    nf_text_free(&printed);
    nf_text_free(&transcript);
}

static void test_answer(const char *bytes, size_t size)
{
    nf_fuzz_check_answer(&mahjong_game, bytes, size);
}

static const struct nf_fuzz_target targets[] = {
    {"mahjong-instance", 1024, test_instance},
    {"mahjong-answer", 4096, test_answer},
    {NULL, 0, NULL},
};

static const struct nf_params runs[] = {
    {.players = 4, .rounds = 1, .profile = "uniform", .seed = 2},
    {.players = 4, .rounds = 1, .profile = "specials", .seed = 3, .detail = true},
    {0},
};

const struct nf_fuzz_game mahjong_fuzz_targets = {&mahjong_game, targets, runs};
