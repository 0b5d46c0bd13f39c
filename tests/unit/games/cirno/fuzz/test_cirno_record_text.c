/* Outcome records of explicit instances, played in the lanes of kernels. */
/* valgrind: quick enough to be run under it as well */
#include "core/format/instances.h"
#include "games/cirno/module.h"
#include "games/cirno/rules/cirno.h"
#include "tests/unit/games/cirno/fuzz/explained.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t random_state;

TEST(every_kernel_plays_instances_of_mixed_sizes_as_their_transcripts_tell)
{
    enum { GAMES = 150 };
    struct explained_game games[GAMES];
    struct nf_input inputs[GAMES];
    struct nf_error err = {""};
    for (size_t i = 0; i < GAMES; i++) {
        games[i] = explained_deal(&random_state);
        inputs[i] = explained_input("game", &games[i].instance);
    }
    for (size_t k = 0; cirno_game.kernels[k] != NULL; k++) {
        struct nf_text records[GAMES] = {{0}};
        if (!cirno_game.kernels[k]->supported())
            continue;
        if (nf_play_instances(&cirno_game, cirno_game.kernels[k], inputs, GAMES, records, &err) !=
            NF_OK)
            fail_msg("%s", err.text);
        for (size_t i = 0; i < GAMES; i++) {
            explained_tells(&games[i], &records[i]);
            nf_text_free(&records[i]);
        }
    }
    for (size_t i = 0; i < GAMES; i++)
        explained_free(&games[i]);
}

/* Only the number of players differs: a group of its own all the same. */
TEST(lanes_do_not_mix_numbers_of_players)
{
    static const char one[] = "1 1 4\nCirno A99 A99 A99\nA99 A99 A99 A99\n";
    static const char two[] = "2 1 4\nCirno A99 A99 A99\nReimu A99 A99 A99\nA99 A99 A99 A99\n";
    const struct nf_input inputs[] = {{"one", one, sizeof one - 1}, {"two", two, sizeof two - 1}};
    const uint32_t expected[] = {2 << NF_SEAT_BITS | 0, 2 << NF_SEAT_BITS | 1};
    for (size_t k = 0; cirno_game.kernels[k] != NULL; k++) {
        struct nf_text records[2] = {{0}};
        struct nf_error err = {""};
        if (!cirno_game.kernels[k]->supported())
            continue;
        assert_int_equal(
            nf_play_instances(&cirno_game, cirno_game.kernels[k], inputs, 2, records, &err), NF_OK);
        for (size_t i = 0; i < 2; i++) {
            assert_int_equal(records[i].size, sizeof expected[i]);
            assert_memory_equal(records[i].data, &expected[i], sizeof expected[i]);
            nf_text_free(&records[i]);
        }
    }
}

TEST(lanes_name_the_instance_that_is_not_valid)
{
    struct explained_game good = explained_deal(&random_state);
    /* One card short of the last loser's draw. */
    static const char text[] = "1 1 2\nCirno A99 A99 A99\nA99 A99\n";
    const struct nf_input inputs[] = {explained_input("good", &good.instance),
                                      {"short", text, sizeof text - 1},
                                      {"empty", NULL, 0},
                                      explained_input("good", &good.instance)};
    for (size_t k = 0; cirno_game.kernels[k] != NULL; k++) {
        struct nf_text records[4] = {{0}};
        struct nf_error err = {""};
        if (!cirno_game.kernels[k]->supported())
            continue;
        assert_int_equal(
            nf_play_instances(&cirno_game, cirno_game.kernels[k], inputs, 2, records, &err),
            NF_INVALID);
        assert_memory_equal(err.text, "short:3:8: round 1 of 1", 23);
        assert_int_equal(
            nf_play_instances(&cirno_game, cirno_game.kernels[k], inputs, 4, records, &err),
            NF_INVALID);
        assert_memory_equal(err.text, "empty:1:1: ", 11);
        assert_int_equal(
            nf_play_instances(&cirno_game, cirno_game.kernels[k], inputs, 0, records, &err), NF_OK);
        for (size_t i = 0; i < 4; i++)
            nf_text_free(&records[i]);
    }
    explained_free(&good);
}

/* Others of its size are still being played when the fault is met. */
TEST(lanes_find_the_fault_among_valid_games_of_its_size)
{
    static const char *const bad[][2] = {
        {"1 1 2\nCirno A99 A99 A99\nA99 A99\n", "bad:3:8: round 1 of 1"},
        {"1 1 1\nCirno A1 A1 A1\nA1\n", "bad:3:"},
    };
    struct nf_text good = {0};
    nf_text_string(&good, "1 1 330\nCirno B1 B1 B1\n");
    for (int i = 0; i < 330; i++)
        nf_text_string(&good, i < 310 ? "B1 " : i < 329 ? "A99 " : "A99\n");
    for (size_t k = 0; cirno_game.kernels[k] != NULL; k++)
        for (size_t i = 0; i < 2 && cirno_game.kernels[k]->supported(); i++) {
            const struct nf_input game = explained_input("good", &good);
            const struct nf_input inputs[] = {game, {"bad", bad[i][0], strlen(bad[i][0])}, game};
            struct nf_text records[3] = {{0}};
            struct nf_error err = {""};
            assert_int_equal(
                nf_play_instances(&cirno_game, cirno_game.kernels[k], inputs, 1, records, &err),
                NF_OK);
            assert_int_equal(
                nf_play_instances(&cirno_game, cirno_game.kernels[k], inputs, 3, records, &err),
                NF_INVALID);
            if (strncmp(err.text, bad[i][1], strlen(bad[i][1])) != 0)
                fail_msg("%s: '%s'", cirno_game.kernels[k]->name, err.text);
            nf_text_free(&records[0]);
        }
    nf_text_free(&good);
}

int main(void)
{
    random_state = nf_test_seed();
    return nf_run_tests(NULL, NULL);
}
