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

TEST(it_plays_the_games_of_the_reference_and_gives_up_where_that_does)
{
    static const struct nf_params params[] = {
        {.players = 3, .rounds = 20, .deck = 720, .profile = "uniform"},    /* some run out */
        {.players = 30, .rounds = 4, .deck = 10000, .profile = "max"},      /* 64 tickets */
        {.players = 5, .rounds = 20, .weights = "A1=40000,A49=2,E99=9999"}, /* redrawn ones */
        {.players = 4, .rounds = 20, .weights = "A99=65500,A1=35,PASS=1"},  /* 65,536 */
        /* p falls below its bound */
        {.players = 3, .rounds = 2, .weights = "A1=1,B1=1,PASS=2,TURN=2,DOUBLE=3,C2=1"},
        {.players = 7, .rounds = 30, .profile = "uniform", .strategy = "1=lowest,3=random"},
        {.players = 2, .rounds = 50, .deck = 20, .profile = "uniform"}, /* none */
    };
    const uint64_t seed = nf_test_seed() >> 1;
    for (size_t i = 0; i < sizeof params / sizeof *params; i++) {
        struct nf_params of = params[i];
        of.seed = seed;
        struct nf_setup *const setup = nf_test_prepare(&cirno_game, &of);
        const uint64_t played = nf_test_compare_kernel(&nf_checking, setup, seed % 1000, 40);
        assert_int_equal(played, of.deck == 20 ? 0 : 40);
        nf_release(setup);
    }
}
