/* The player of run --check plays the games of the reference, also where candidates are thrown away
 * or none is left. That promises notice what breaks them is in tests/promises. */
#include "core/promises.h"
#include "games/cirno/kernels/reference.h"
#include "games/cirno/module.h"
#include "gen/cirno/setup.h"
#include "tests/unit/kernels.h"
#include "tests/unit/played.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

/* Returns how many of the games the reference plays. */
static uint64_t compare(const struct nf_params *params, uint64_t first, uint64_t games)
{
    struct nf_setup *const setup = nf_test_prepare(&cirno_game, params);
    const uint64_t played = nf_test_compare_kernel(&nf_checking, setup, first, games);
    nf_release(setup);
    return played;
}

TEST(it_plays_the_games_of_the_reference)
{
    static const struct nf_params params[] = {
        {.players = 30, .rounds = 100, .profile = "uniform"},
        {.players = 1, .rounds = 30, .profile = "uniform"},
        {.players = 2, .rounds = 1, .profile = "uniform"},
        {.players = 2, .rounds = 50, .profile = "basic"},
        {.players = 3, .rounds = 20, .deck = 720, .profile = "uniform"},    /* some run out */
        {.players = 30, .rounds = 4, .deck = 10000, .profile = "max"},      /* 64 tickets */
        {.players = 5, .rounds = 20, .weights = "A1=40000,A49=2,E99=9999"}, /* redrawn ones */
        {.players = 4, .rounds = 20, .weights = "A99=65500,A1=35,PASS=1"},  /* 65,536 */
        /* p falls below its bound */
        {.players = 3, .rounds = 2, .weights = "A1=1,B1=1,PASS=2,TURN=2,DOUBLE=3,C2=1"},
        {.players = 7, .rounds = 30, .profile = "uniform", .strategy = "1=lowest,3=random"},
    };
    const uint64_t seed = nf_test_seed() >> 1;
    for (size_t i = 0; i < sizeof params / sizeof *params; i++) {
        struct nf_params of = params[i];
        of.seed = seed;
        assert_int_equal(compare(&of, seed % 1000, 40), 40);
    }
}

TEST(a_deck_that_is_used_up_is_enough_and_one_card_less_is_not)
{
    const uint64_t seed = nf_test_seed() >> 1;
    for (uint64_t index = 0; index < 20; index++) {
        struct nf_params params = {.players = 3, .rounds = 10, .profile = "uniform", .seed = seed};
        struct nf_setup *const setup = nf_test_prepare(&cirno_game, &params);
        struct nf_error err;
        uint32_t rounds[CIRNO_MAX_ROUNDS], rejected[NF_REJECT_KINDS];
        assert_int_equal(
            cirno_play_index((const struct cirno_setup *)setup, index, rounds, rejected, &err),
            NF_OK);
        nf_release(setup);
        for (uint32_t round = 0; round < params.rounds; round++)
            params.deck += (rounds[round] >> NF_SEAT_BITS) + CIRNO_CARDS_PER_ROUND;
        assert_int_equal(compare(&params, index, 1), 1);
        params.deck--; /* for short games of which hardly another one is found */
        compare(&params, index, 1);
    }
}

TEST(it_gives_up_where_the_reference_does)
{
    const struct nf_params params = {
        .players = 2, .rounds = 50, .deck = 20, .profile = "uniform", .seed = 3};
    assert_int_equal(compare(&params, 5, 1), 0);
}
