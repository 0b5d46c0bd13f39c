/* The mahjong simulator: its instances and transcripts. */
#include "core/format/judge.h"
#include "games/mahjong/judge/judge.h"
#include "games/mahjong/module.h"
#include "games/mahjong/rules/format.h"
#include "tests/fuzz-targets/fuzz_game.h"

static bool check(struct nf_match *match, bool playable)
{
    const uint8_t *const wall = match->game;
    unsigned count[MAHJONG_KINDS] = {0};
    nf_fuzz_require(playable, "what can be read can be played");
    for (unsigned i = 0; i < MAHJONG_WALL; i++)
        nf_fuzz_require(wall[i] < MAHJONG_KINDS && ++count[wall[i]] <= MAHJONG_COPIES,
                        "tile %u is %u", i, wall[i]);
    return true;
}

static void test_instance(const char *bytes, size_t size)
{
    nf_fuzz_check_instance(&mahjong_game, bytes, size, check);
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
