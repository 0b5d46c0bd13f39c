/* The player that verifies the rules on every turn: it plays the games the reference plays, and
 * sees each thing it is there to see. */
#include "games/cirno/checking.h"

#include "games/cirno/reference.h"
#include "support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Takes outcomes and holds each against the reference. */
struct comparison {
    struct nf_sink sink;
    const struct cirno_setup *setup;
    uint64_t games;
};

static void compare(struct nf_sink *sink, const struct nf_outcome *outcome)
{
    struct comparison *const comparison = (struct comparison *)sink;
    uint32_t rounds[CIRNO_MAX_ROUNDS], rejected[NF_REJECT_KINDS];
    struct nf_error err = {""};
    assert_int_equal(cirno_play_index(comparison->setup, outcome->index, rounds, rejected, &err),
                     NF_OK);
    assert_memory_equal(rounds, outcome->words,
                        comparison->setup->base.params.rounds * sizeof *rounds);
    assert_memory_equal(rejected, outcome->rejected, sizeof rejected);
    comparison->games++;
}

static bool no_more(struct nf_feed *feed)
{
    (void)feed;
    return false;
}

/* Plays the games first .. first+games-1. */
static enum nf_exit check_games(const struct nf_setup *setup, uint64_t first, uint64_t games,
                                uint64_t *played, struct nf_error *err)
{
    struct nf_feed feed = {first, first + games, no_more};
    struct comparison comparison = {{compare}, (const struct cirno_setup *)setup, 0};
    void *const memory = aligned_alloc(NF_CACHE_LINE, cirno_checking.memory(setup));
    const enum nf_exit end = cirno_checking.play(setup, memory, &feed, &comparison.sink, err);
    free(memory);
    *played = comparison.games;
    return end;
}

static void it_plays_the_games_of_the_reference(void **state)
{
    (void)state;
    static const struct nf_params params[] = {
        {.players = 30, .rounds = 100, .profile = "uniform"},
        {.players = 1, .rounds = 30, .profile = "uniform"},
        {.players = 2, .rounds = 50, .profile = "basic"},
        {.players = 3, .rounds = 20, .deck = 720, .profile = "uniform"},
        {.players = 3, .rounds = 2, .weights = "A1=1,B1=1,PASS=2,TURN=2,DOUBLE=3,C2=1"},
        {.players = 7, .rounds = 30, .profile = "uniform", .strategy = "1=lowest,3=random"},
    };
    const uint64_t seed = nf_test_seed() >> 1;
    for (size_t i = 0; i < sizeof params / sizeof *params; i++) {
        struct nf_setup *setup;
        struct nf_error err = {""};
        uint64_t played;
        struct nf_params of = params[i];
        of.seed = seed;
        assert_int_equal(cirno_game.prepare(&of, &setup, &err), NF_OK);
        if (check_games(setup, seed % 1000, 60, &played, &err) != NF_OK)
            fail_msg("%s", err.text);
        assert_int_equal(played, 60);
        cirno_game.release(setup);
    }
}

static void it_gives_up_where_the_reference_does(void **state)
{
    (void)state;
    struct nf_setup *setup;
    struct nf_error err = {""}, reference_err = {""};
    uint32_t rounds[CIRNO_MAX_ROUNDS], rejected[NF_REJECT_KINDS];
    uint64_t played;
    const struct nf_params params = {
        .players = 2, .rounds = 50, .deck = 20, .profile = "uniform", .seed = 3};
    assert_int_equal(cirno_game.prepare(&params, &setup, &err), NF_OK);
    assert_int_equal(check_games(setup, 5, 1, &played, &err), NF_INVALID);
    assert_int_equal(
        cirno_play_index((const struct cirno_setup *)setup, 5, rounds, rejected, &reference_err),
        NF_INVALID);
    assert_string_equal(err.text, reference_err.text);
    cirno_game.release(setup);
}

static void a_card_that_is_none_is_found_with_game_round_and_turn(void **state)
{
    (void)state;
    uint8_t hands[6], deck[40];
    assert_int_equal(cirno_test_cards("A1 A1 A1 A1 A1 A1", hands, sizeof hands), 6);
    memset(deck, cirno_test_card("A49"), sizeof deck);
    struct cirno_setup setup;
    const struct cirno_instance instance = {2, 1, sizeof deck, hands, deck};
    struct nf_error err = {""};
    uint64_t played;
    cirno_test_explicit(&setup, &instance);
    assert_int_equal(check_games(&setup.base, 0, 1, &played, &err), NF_OK);
    assert_int_equal(played, 1);
    /* Drawn by seat 1 after her first card, so there when her second turn begins. */
    deck[0] = 18;
    assert_int_equal(check_games(&setup.base, 0, 1, &played, &err), NF_INTERNAL);
    assert_string_equal(err.text, "game 0, round 1, turn 3, seat 1: a hand does not hold three "
                                  "cards of the game; hers are 0 0 18");
    deck[0] = cirno_test_card("A49");
    hands[5] = 255;
    assert_int_equal(check_games(&setup.base, 0, 1, &played, &err), NF_INTERNAL);
    assert_non_null(strstr(err.text, "game 0, round 1, turn 2, seat 2: "));
}

/* A table of three in the middle of a round, with nothing wrong. */
static struct cirno_checked sound_table(void)
{
    struct cirno_checked table = {.players = 3, .seat = 1, .step = 2, .p = 98};
    static const char *const hands[] = {"A1 B9 PASS", "A2 A5 A99", "C2 E0 DOUBLE"};
    for (int seat = 0; seat < 3; seat++) {
        cirno_test_cards(hands[seat], table.hands[seat], 3);
        for (int i = 0; i < 3; i++)
            table.dealt += cirno_card_weights[table.hands[seat][i]];
    }
    table.dealt += cirno_card_weights[CIRNO_B1];
    table.gone += cirno_card_weights[CIRNO_B1];
    return table;
}

static void a_seat_or_a_direction_that_is_none_is_seen(void **state)
{
    (void)state;
    struct cirno_checked table = sound_table();
    assert_int_equal(cirno_check_turn(&table), CIRNO_FAULTLESS);
    table.seat = 3;
    assert_int_equal(cirno_check_turn(&table), CIRNO_FAULT_SEAT);
    table = sound_table();
    table.step = 4;
    assert_int_equal(cirno_check_turn(&table), CIRNO_FAULT_SEAT);
}

static void a_hand_without_three_cards_is_seen(void **state)
{
    (void)state;
    for (unsigned place = 0; place < 3; place++)
        for (unsigned card = 0; card < 256; card++) {
            struct cirno_checked table = sound_table();
            table.hands[1][place] = (uint8_t)card;
            assert_int_equal(cirno_check_turn(&table),
                             card < CIRNO_CARDS ? CIRNO_FAULTLESS : CIRNO_FAULT_HAND);
        }
}

static void a_p_outside_its_bounds_is_seen(void **state)
{
    (void)state;
    for (int32_t p = -10100; p < 300; p++) {
        struct cirno_checked table = sound_table();
        table.p = p;
        assert_int_equal(cirno_check_turn(&table),
                         p <= 99 && p > -10000 ? CIRNO_FAULTLESS : CIRNO_FAULT_VALUE);
    }
}

static void a_loser_who_could_have_played_is_seen(void **state)
{
    (void)state;
    struct cirno_checked table = sound_table();
    assert_int_equal(cirno_check_loser(&table), CIRNO_FAULTLESS);
    table.p = 97; /* A2 can be played */
    assert_int_equal(cirno_check_loser(&table), CIRNO_FAULT_LOSER);
    for (unsigned card = 0; card < CIRNO_CARDS; card++) {
        table = sound_table();
        table.hands[1][2] = (uint8_t)card;
        const bool loses = cirno_choose(cirno_one(card), 98, false) == CIRNO_LOSES;
        assert_int_equal(cirno_check_loser(&table), loses ? CIRNO_FAULTLESS : CIRNO_FAULT_LOSER);
    }
}

static void cards_that_vanish_appear_or_change_are_seen(void **state)
{
    (void)state;
    struct cirno_checked table = sound_table();
    assert_int_equal(cirno_check_cards(&table), CIRNO_FAULTLESS);
    table.gone += cirno_card_weights[CIRNO_A1]; /* played, but still in a hand */
    assert_int_equal(cirno_check_cards(&table), CIRNO_FAULT_CARDS);
    table = sound_table();
    table.dealt += cirno_card_weights[CIRNO_E99]; /* drawn, but in no hand */
    assert_int_equal(cirno_check_cards(&table), CIRNO_FAULT_CARDS);
    table = sound_table();
    table.hands[2][0] = CIRNO_D2; /* turned into another */
    assert_int_equal(cirno_check_cards(&table), CIRNO_FAULT_CARDS);
    table = sound_table();
    table.hands[2][0] = CIRNO_CARDS;
    assert_int_equal(cirno_check_cards(&table), CIRNO_FAULT_HAND);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_plays_the_games_of_the_reference),
        cmocka_unit_test(it_gives_up_where_the_reference_does),
        cmocka_unit_test(a_card_that_is_none_is_found_with_game_round_and_turn),
        cmocka_unit_test(a_seat_or_a_direction_that_is_none_is_seen),
        cmocka_unit_test(a_hand_without_three_cards_is_seen),
        cmocka_unit_test(a_p_outside_its_bounds_is_seen),
        cmocka_unit_test(a_loser_who_could_have_played_is_seen),
        cmocka_unit_test(cards_that_vanish_appear_or_change_are_seen),
    };
    return cmocka_run_group_tests_name("checking player", tests, NULL, NULL);
}
