/* The Number Game: its instances and transcripts. */
#include "core/format/judge.h"
#include "games/tng/judge/judge.h"
#include "games/tng/module.h"
#include "tests/fuzz-targets/fuzz_game.h"

static void check_tng_bounds(const struct tng_game *game)
{
    nf_fuzz_require(game->p >= TNG_MIN_P && game->p <= TNG_MAX_P && tng_is_prime(game->p), "p %u",
                    game->p);
    nf_fuzz_require(game->e >= 2 && game->e < game->p && game->n0 < game->p, "e %u, n0 %u", game->e,
                    game->n0);
    nf_fuzz_require(game->r >= 1 && game->r <= TNG_MAX_ROUNDS && game->m <= TNG_MAX_GOALS,
                    "r %u, m %u", game->r, game->m);
    for (uint32_t i = 0; i < game->m; i++)
        nf_fuzz_require(game->g[i] < game->p, "goal %u is %u", i, game->g[i]);
}

static bool check(struct nf_match *match, bool playable)
{
    const struct tng_game *const games = match->game;
    nf_fuzz_require(playable, "what can be read can be played");
    for (size_t i = 0; i < match->games; i++)
        check_tng_bounds(&games[i]);
    return true;
}

static void test_instance(const char *bytes, size_t size)
{
    nf_fuzz_check_instance(&tng_game, bytes, size, check);
}

static void test_answer(const char *bytes, size_t size)
{
    nf_fuzz_check_answer(&tng_game, bytes, size);
}

static const struct nf_fuzz_target targets[] = {
    {"tng-instance", 2048, test_instance},
    {"tng-answer", 2048, test_answer},
    {NULL, 0, NULL},
};

static const struct nf_params runs[] = {
    {.players = 2, .rounds = 6, .profile = "uniform", .seed = INT64_MAX},
    {.players = 2, .rounds = 2, .profile = "uniform", .seed = 5, .detail = true},
    {0},
};

const struct nf_fuzz_game tng_fuzz_targets = {&tng_game, targets, runs};
