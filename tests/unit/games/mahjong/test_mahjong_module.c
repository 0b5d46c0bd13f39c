/* Mahjong as the engine runs it: setups, and kernels behind the engine's interface. */
#include "games/mahjong/module.h"
#include "tests/unit/test.h"

#include <string.h>

TEST(options_without_a_meaning_are_refused)
{
    struct nf_params wrong[6];
    static const char *const words[] = {"--players", "--rounds",   "--deck",
                                        "--weights", "--strategy", "--profile"};
    for (unsigned i = 0; i < 6; i++)
        wrong[i] = (struct nf_params){.players = 4, .rounds = 1, .profile = "uniform", .seed = 1};
    wrong[0].players = 3;
    wrong[1].rounds = 2;
    wrong[2].deck = 147;
    wrong[3].weights = "1M=2";
    wrong[4].strategy = "lowest";
    wrong[5].profile = "max";
    for (unsigned i = 0; i < 6; i++) {
        struct nf_setup *setup = NULL;
        struct nf_error err;
        assert_int_equal(nf_prepare(&mahjong_game, &wrong[i], &setup, &err), NF_USAGE);
        assert_non_null(strstr(err.text, words[i]));
        assert_null(setup);
    }
}
