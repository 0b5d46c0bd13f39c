/* Outcome records: played in the lanes of kernels, read from transcripts, told in words. */
/* valgrind: quick enough to be run under it as well */
#include "core/instances.h"
#include "games/cirno/fuzz/explain.h"
#include "games/cirno/module.h"
#include "games/cirno/rules/cirno.h"
#include "tests/unit/games/cirno/fuzz/explained.h"
#include "tests/unit/support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static uint64_t random_state;

static void test_every_kernel_plays_instances_of_mixed_sizes_as_their_transcripts_tell(void **state)
{
    (void)state;
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
            struct nf_text told = {0}, words = {0};
            const struct nf_input transcript = explained_input("out", &games[i].transcript);
            assert_int_equal(cirno_read_outcome(&inputs[i], &transcript, &told, &err), NF_OK);
            assert_int_equal(told.size, records[i].size);
            assert_memory_equal(told.data, records[i].data, told.size);
            cirno_tell_records(&told, &records[i], &words);
            nf_text_bytes(&words, "", 1);
            assert_string_equal(words.data, "both have the same outcome");
            nf_text_free(&told);
            nf_text_free(&words);
            nf_text_free(&records[i]);
        }
    }
    for (size_t i = 0; i < GAMES; i++)
        explained_free(&games[i]);
}

/* Only the number of players differs: a group of its own all the same. */
static void test_lanes_do_not_mix_numbers_of_players(void **state)
{
    (void)state;
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

static void test_lanes_name_the_instance_that_is_not_valid(void **state)
{
    (void)state;
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
static void test_lanes_find_the_fault_among_valid_games_of_its_size(void **state)
{
    (void)state;
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

static const char game_text[] = "3 2 11\nCirno A99 A99 TURN\nReimu TURN A99 A9\nMarisa A9 A9 B1\n"
                                "A99 A99 A99 A99 A99 A99 A99 A99 A99 A99 A99\n";

/* Reads the outcome of a transcript of the game `game_text`; `expected` is the error, or "". */
static void reads(const char *transcript, const char *expected)
{
    const struct nf_input game = {"game", game_text, sizeof game_text - 1};
    const struct nf_input input = {"out", transcript, strlen(transcript)};
    struct nf_text record = {0};
    struct nf_error err = {""};
    const enum nf_status status = cirno_read_outcome(&game, &input, &record, &err);
    assert_int_equal(status, expected[0] == '\0' ? NF_OK : NF_INVALID);
    assert_string_equal(err.text, expected);
    const uint32_t rounds[] = {2 << NF_SEAT_BITS | 2, 1 << NF_SEAT_BITS | 0};
    assert_int_equal(record.size, status == NF_OK ? sizeof rounds : 0);
    if (status == NF_OK)
        assert_memory_equal(record.data, rounds, sizeof rounds);
    nf_text_free(&record);
}

#define FIRST "Round 1:\nCirno used A9,now p=9.\nMarisa lost the game.\n"

static void test_outcomes_are_read_and_faults_named_by_line_and_column(void **state)
{
    (void)state;
    reads(FIRST "Round 2:\nCirno lost the game.\n", "");
    reads("\f" FIRST "\v\nRound 2:\nCirno\vlost the\fgame.", "");
    reads("Round 1:\nReimu used A9,now p=-9.\nMarisa lost the game.\n"
          "Round 2:\nCirno lost the game.\n",
          ""); /* what is played is for others to judge */
    reads("Round 1:\nR\x0e lost the game.\n",
          "out:2:1: found 'R\\x0e lost the game.', expected the name of a player first");
    reads("Rounds 1:\n", "out:1:1: found 'Rounds 1:', expected 'Round 1:'");
    reads(FIRST "\n Round  2: \r\n\r\nCirno lost\tthe game.", "");
    reads("", "out:1:1: found end of transcript, expected 'Round 1:'");
    reads(FIRST, "out:4:1: found end of transcript, expected 'Round 2:'");
    reads("Round 2:\n", "out:1:1: found 'Round 2:', expected 'Round 1:'");
    reads("Round 1: x\n", "out:1:1: found 'Round 1: x', expected 'Round 1:'");
    reads("Round 1:\n  Alice lost the game.\n",
          "out:2:3: found 'Alice lost the game.', expected the name of a player first");
    static const char forms[] = "expected 'NAME used CARD,now p=NUMBER.' or"
                                " 'NAME lost the game.' in round 1";
    static const char *const wrong[] = {
        "Cirno used A3,now p=3.",
        "Cirno used A1 now p=1.",
        "Cirno used A1,now p=.",
        "Cirno used A1,now p=-.",
        "Cirno used A1,now p=1x.",
        "Cirno used A1,now p=1/.",
        "Cirno used A1,now p=",
        "Cirno used A1,naw p=1.",
        "R used A1,now p=1. x y",
        "Cirno used A1,now p=12",
        "Cirno used A1,now p=1",
        "Cirno used A1,now q=1.",
        "Cirno lost the game",
        "Cirno lost a game.",
        "Cirno lost the game. x",
        "Cirno used ,now p=1.",
        "Round 2:",
        "Cirno",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char transcript[100], expected[300];
        snprintf(transcript, sizeof transcript, "Round 1:\n%s\n", wrong[i]);
        snprintf(expected, sizeof expected, "out:2:1: found '%s', %s", wrong[i], forms);
        reads(transcript, expected);
    }
    reads(FIRST "Round 2:\nCirno lost the game.\nRound 3:\n",
          "out:6:1: found 'Round 3:', expected end of transcript after round 2");
}

static void test_a_round_longer_than_any_deck_is_refused(void **state)
{
    (void)state;
    struct nf_text transcript = {0};
    nf_text_string(&transcript, "Round 1:\n");
    for (unsigned turn = 0; turn <= CIRNO_MAX_DECK; turn++)
        nf_text_string(&transcript, "Cirno used A1,now p=1.\n");
    nf_text_bytes(&transcript, "", 1);
    reads(transcript.data, "out:300002:1: found 'Cirno used A1,now p=1.', expected fewer turns in"
                           " round 1 than a deck has cards");
    nf_text_free(&transcript);
}

static void test_no_outcome_is_read_for_a_game_that_is_not_valid(void **state)
{
    (void)state;
    const struct nf_input game = {"game", "1 1", 3}, transcript = {"out", FIRST, strlen(FIRST)};
    struct nf_text record = {0};
    struct nf_error err = {""};
    assert_int_equal(cirno_read_outcome(&game, &transcript, &record, &err), NF_INVALID);
    assert_memory_equal(err.text, "game:1:4: ", 10);
    assert_int_equal(record.size, 0);
}

static void test_a_loser_whose_name_another_player_has_cannot_be_told(void **state)
{
    (void)state;
    static const char text[] = "3 1 3\nCirno A1 A1 A1\nReimu A1 A1 A1\nCirno A1 A1 A1\nA1 A1 A1\n";
    static const char unclear[] = "Round 1:\nCirno used A1,now p=1.\nCirno lost the game.\n";
    static const char clear[] = "Round 1:\nCirno used A1,now p=1.\nReimu lost the game.\n";
    const struct nf_input game = {"game", text, sizeof text - 1};
    const struct nf_input first = {"out", unclear, sizeof unclear - 1};
    const struct nf_input second = {"out", clear, sizeof clear - 1};
    struct nf_text record = {0};
    struct nf_error err = {""};
    assert_int_equal(cirno_read_outcome(&game, &first, &record, &err), NF_INVALID);
    assert_string_equal(err.text, "out:3:1: found 'Cirno lost the game.', expected a "
                                  "unique name of the loser");
    assert_int_equal(cirno_read_outcome(&game, &second, &record, &err), NF_OK);
    nf_text_free(&record);
}

static void tells(const uint32_t *ours, size_t mine, const uint32_t *theirs, size_t yours,
                  const char *expected)
{
    struct nf_text a = {0}, b = {0}, words = {0};
    nf_text_bytes(&a, (const char *)ours, mine * sizeof *ours);
    nf_text_bytes(&b, (const char *)theirs, yours * sizeof *theirs);
    cirno_tell_records(&a, &b, &words);
    nf_text_bytes(&words, "", 1);
    assert_string_equal(words.data, expected);
    nf_text_free(&a);
    nf_text_free(&b);
    nf_text_free(&words);
}

static void test_outcomes_are_told_apart_in_words(void **state)
{
    (void)state;
    const uint32_t ours[] = {5 << NF_SEAT_BITS | 1, 7 << NF_SEAT_BITS | 2};
    const uint32_t theirs[] = {5 << NF_SEAT_BITS | 1, 5 << NF_SEAT_BITS | 0};
    tells(ours, 2, ours, 2, "both have the same outcome");
    tells(ours, 2, theirs, 2,
          "round 2: ours says player 3 loses on turn 7, theirs says player 1 loses on turn 5");
    tells(ours, 2, theirs, 1, "ours has 2 rounds, theirs 1");
}

int main(void)
{
    random_state = nf_test_seed();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(
            test_every_kernel_plays_instances_of_mixed_sizes_as_their_transcripts_tell),
        cmocka_unit_test(test_lanes_do_not_mix_numbers_of_players),
        cmocka_unit_test(test_lanes_name_the_instance_that_is_not_valid),
        cmocka_unit_test(test_lanes_find_the_fault_among_valid_games_of_its_size),
        cmocka_unit_test(test_outcomes_are_read_and_faults_named_by_line_and_column),
        cmocka_unit_test(test_a_round_longer_than_any_deck_is_refused),
        cmocka_unit_test(test_no_outcome_is_read_for_a_game_that_is_not_valid),
        cmocka_unit_test(test_a_loser_whose_name_another_player_has_cannot_be_told),
        cmocka_unit_test(test_outcomes_are_told_apart_in_words),
    };
    return cmocka_run_group_tests_name("cirno_outcomes", tests, NULL, NULL);
}
