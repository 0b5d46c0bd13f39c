/* Mahjong as the engine runs it: setups, and kernels behind the engine's interface. */
#include "games/mahjong/judge/judge.h"
#include "games/mahjong/module.h"
#include "games/mahjong/stats/tallying.h"
#include "gen/mahjong/profiles.h"
#include "tests/unit/played.h"
#include "tests/unit/support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct nf_setup *prepare(const char *profile, uint64_t seed)
{
    const struct nf_params params = {.players = 4, .rounds = 1, .profile = profile, .seed = seed};
    return nf_test_prepare(&mahjong_game, &params);
}

static void every_kernel_and_cut_gives_one_digest_and_tally(void **state)
{
    (void)state;
    const uint64_t seed = nf_test_seed();
    for (unsigned i = 0; i < MAHJONG_PROFILES; i++) {
        struct nf_setup *const setup = prepare(mahjong_profiles[i].name, seed);
        char expected[NF_DIGEST_TEXT], found[NF_DIGEST_TEXT];
        struct nf_run_result whole = nf_test_run(setup, mahjong_game.kernels[0], 7, 300, 1, 0);
        nf_digest_print(&whole.tally.digest, expected);
        for (unsigned k = 0; mahjong_game.kernels[k] != NULL; k++) {
            struct nf_run_result one = nf_test_run(setup, mahjong_game.kernels[k], 7, 120, 2, 10);
            struct nf_run_result rest =
                nf_test_run(setup, mahjong_game.kernels[k], 127, 180, 1, 99);
            nf_tally_merge(&one.tally, &rest.tally);
            nf_digest_print(&one.tally.digest, found);
            assert_string_equal(found, expected);
            assert_memory_equal(one.tally.sums, whole.tally.sums,
                                MAHJONG_SUMS * sizeof *whole.tally.sums);
            assert_memory_equal(one.tally.extremes, whole.tally.extremes,
                                3 * sizeof *whole.tally.extremes);
            assert_true(mahjong_tally.consistent(&one.tally));
            nf_tally_close(&one.tally);
            nf_tally_close(&rest.tally);
        }
        nf_tally_close(&whole.tally);
        mahjong_game.release(setup);
    }
}

static void dealt_games_are_those_that_kernels_play(void **state)
{
    (void)state;
    const uint64_t seed = nf_test_seed();
    struct nf_setup *const setup = prepare("clustered", seed);
    for (uint64_t index = 0; index < 20; index++) {
        struct nf_text instance = {0}, answer = {0}, transcript = {0}, report = {0};
        struct nf_error err;
        assert_int_equal(mahjong_game.judge->deal(setup, index, &instance, &answer, &err), NF_OK);
        const struct nf_input input = {"game", instance.data, instance.size};
        assert_int_equal(mahjong_game.judge->verify(&input, &report, &err), NF_OK);
        assert_int_equal(mahjong_game.judge->play(&input, &transcript, &err), NF_OK);
        assert_int_equal(transcript.size, answer.size);
        assert_memory_equal(transcript.data, answer.data, answer.size);
        nf_text_free(&instance);
        nf_text_free(&answer);
        nf_text_free(&transcript);
        nf_text_free(&report);
    }
    mahjong_game.release(setup);
}

static void options_without_a_meaning_are_refused(void **state)
{
    (void)state;
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
        assert_int_equal(mahjong_game.prepare(&wrong[i], &setup, &err), NF_USAGE);
        assert_non_null(strstr(err.text, words[i]));
        assert_null(setup);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kernel_and_cut_gives_one_digest_and_tally),
        cmocka_unit_test(dealt_games_are_those_that_kernels_play),
        cmocka_unit_test(options_without_a_meaning_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
