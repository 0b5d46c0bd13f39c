/* Every kernel of every game against its reference, in each profile. The games' own tests have
 * those games that a kernel may find hard. NF_TEST_GAMES=N compares N games of each instead of some
 * hundreds.
 */
#include "sim/kernel.h"
#include "tests/unit/kernels.h"
#include "tests/unit/played.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

/* Calls `compare` with each profile of each game. */
static void for_all(void (*compare)(const struct nf_game *game, struct nf_params *params))
{
    const uint64_t seed = nf_test_seed() >> 1;
    for (const struct nf_game *const *game = nf_games; *game != NULL; game++)
        for (const struct nf_profile *profile = (*game)->profiles; profile->name != NULL;
             profile++) {
            struct nf_params params = {.players = (*game)->players.normal,
                                       .rounds = (*game)->rounds.low,
                                       .profile = profile->name,
                                       .seed = seed};
            compare(*game, &params);
        }
}

static void compare_sizes(const struct nf_game *game, struct nf_params *params)
{
    const uint32_t few = nf_test_often(6, 10, 30);
    nf_test_compare_games(game, params, 0, nf_test_games_asked(nf_test_often(400, 1000, 2500)));
    params->players = game->players.low;
    params->rounds = game->rounds.high;
    nf_test_compare_games(game, params, 0, few);
    params->players = game->players.high;
    nf_test_compare_games(game, params, 0, few);
}

TEST(kernels_agree_in_every_profile_with_few_and_many_players_and_rounds)
{
    for_all(compare_sizes);
}

static void compare_far(const struct nf_game *game, struct nf_params *params)
{
    if (game->numbered != NULL && game->numbered->count(params) > 0)
        return;
    nf_test_compare_games(game, params, ((uint64_t)1 << 40) + 3, 20);
    nf_test_compare_games(game, params, UINT64_MAX - 20, 20);
}

TEST(kernels_agree_at_indices_beyond_32_bits)
{
    for_all(compare_far);
}

/* On which promises are held, too. */
static void compare_checked(const struct nf_game *game, struct nf_params *params)
{
    const uint64_t games = nf_test_often(8, 40, 150), first = params->seed % 5000;
    if (game->promises == NULL)
        return;
    params->rounds = game->rounds.normal;
    FREED_BY(nf_test_release) struct nf_setup *const setup = nf_test_prepare(game, params);
    assert_int_equal(nf_test_compare_kernel(&nf_checking, setup, first, games), games);
}

TEST(the_player_of_check_plays_the_games_of_the_reference)
{
    for_all(compare_checked);
}
