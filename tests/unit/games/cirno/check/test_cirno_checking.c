/* The player that verifies the rules on every turn: it plays the games the reference plays, and
 * sees each thing it is there to see. */
#include "games/cirno/check/checking.h"

#include "games/cirno/check/checking_lanes.h"
#include "games/cirno/kernels/reference.h"
#include "games/cirno/module.h"
#include "games/cirno/rules/rules.h"
#include "gen/cirno/setup.h"
#include "tests/unit/support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* What run --check chooses, and what it chooses from. */
static const struct nf_kernel *const players[] = {&cirno_checking, &cirno_checking_plain,
                                                  &cirno_checking_avx512};
enum { PLAYERS = sizeof players / sizeof *players };

static bool can_play(const struct nf_kernel *player, const struct cirno_setup *setup)
{
    return player->supported() && (setup->seating == NULL || player != &cirno_checking_avx512);
}

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
static enum nf_exit check_games(const struct nf_kernel *player, const struct nf_setup *setup,
                                uint64_t first, uint64_t games, uint64_t *played,
                                struct nf_error *err)
{
    struct nf_feed feed = {first, first + games, no_more};
    struct comparison comparison = {{compare}, (const struct cirno_setup *)setup, 0};
    void *const memory = aligned_alloc(NF_CACHE_LINE, player->memory(setup));
    const enum nf_exit end = player->play(setup, memory, &feed, &comparison.sink, err);
    free(memory);
    *played = comparison.games;
    return end;
}

static void play_as_the_reference_does(const struct nf_params *params, uint64_t first,
                                       uint64_t games)
{
    struct nf_setup *setup;
    struct nf_error err = {""};
    assert_int_equal(cirno_game.prepare(params, &setup, &err), NF_OK);
    for (int i = 0; i < PLAYERS; i++) {
        uint64_t played;
        if (!can_play(players[i], (const struct cirno_setup *)setup))
            continue;
        if (check_games(players[i], setup, first, games, &played, &err) != NF_OK)
            fail_msg("%s", err.text);
        assert_int_equal(played, games);
    }
    cirno_game.release(setup);
}

static void it_plays_the_games_of_the_reference(void **state)
{
    (void)state;
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
        play_as_the_reference_does(&of, seed % 1000, 40);
    }
}

/* One game, which may be hopeless: then they say so as the reference does. */
static void end_as_the_reference_does(const struct nf_params *params, uint64_t index)
{
    struct nf_setup *setup;
    struct nf_error err = {""}, reference_err = {""};
    uint32_t rounds[CIRNO_MAX_ROUNDS], rejected[NF_REJECT_KINDS];
    assert_int_equal(cirno_game.prepare(params, &setup, &err), NF_OK);
    const enum nf_exit end = cirno_play_index((const struct cirno_setup *)setup, index, rounds,
                                              rejected, &reference_err);
    for (int i = 0; i < PLAYERS; i++) {
        uint64_t played;
        if (!can_play(players[i], (const struct cirno_setup *)setup))
            continue;
        assert_int_equal(check_games(players[i], setup, index, 1, &played, &err), end);
        assert_int_equal(played, end == NF_OK);
        if (end != NF_OK)
            assert_string_equal(err.text, reference_err.text);
    }
    cirno_game.release(setup);
}

static void a_deck_that_is_used_up_is_enough_and_one_card_less_is_not(void **state)
{
    (void)state;
    const uint64_t seed = nf_test_seed() >> 1;
    for (uint64_t index = 0; index < 20; index++) {
        struct nf_params params = {.players = 3, .rounds = 10, .profile = "uniform", .seed = seed};
        struct nf_setup *setup;
        struct nf_error err;
        uint32_t rounds[CIRNO_MAX_ROUNDS], rejected[NF_REJECT_KINDS];
        assert_int_equal(cirno_game.prepare(&params, &setup, &err), NF_OK);
        assert_int_equal(
            cirno_play_index((const struct cirno_setup *)setup, index, rounds, rejected, &err),
            NF_OK);
        cirno_game.release(setup);
        for (uint32_t round = 0; round < params.rounds; round++)
            params.deck += (rounds[round] >> NF_SEAT_BITS) + CIRNO_HAND - 1;
        play_as_the_reference_does(&params, index, 1);
        params.deck--; /* for short games of which hardly another one is found */
        end_as_the_reference_does(&params, index);
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
    assert_int_equal(
        cirno_play_index((const struct cirno_setup *)setup, 5, rounds, rejected, &reference_err),
        NF_INVALID);
    for (int i = 0; i < PLAYERS; i++) {
        if (!players[i]->supported())
            continue;
        assert_int_equal(check_games(players[i], setup, 5, 1, &played, &err), NF_INVALID);
        assert_int_equal(played, 0);
        assert_string_equal(err.text, reference_err.text);
    }
    cirno_game.release(setup);
}

static void a_card_that_is_none_is_found_with_game_round_and_turn(void **state)
{
    (void)state;
    for (int i = 0; i < PLAYERS; i++) {
        uint8_t hands[6], deck[40];
        if (!players[i]->supported())
            continue;
        assert_int_equal(cirno_test_cards("A1 A1 A1 A1 A1 A1", hands, sizeof hands), 6);
        memset(deck, cirno_test_card("A49"), sizeof deck);
        struct cirno_setup setup;
        const struct cirno_instance instance = {2, 1, sizeof deck, hands, deck};
        struct nf_error err = {""};
        uint64_t played;
        cirno_test_explicit(&setup, &instance);
        assert_int_equal(check_games(players[i], &setup.base, 0, 1, &played, &err), NF_OK);
        assert_int_equal(played, 1);
        /* Drawn by seat 1 after her first card, so there when her second turn begins. */
        deck[0] = 18;
        assert_int_equal(check_games(players[i], &setup.base, 0, 1, &played, &err), NF_INTERNAL);
        assert_int_equal(played, 0);
        assert_string_equal(err.text, "game 0, round 1, turn 3, seat 1: a hand does not hold three "
                                      "cards of the game; hers are 0 0 18");
        deck[0] = cirno_test_card("A49");
        hands[5] = 255;
        assert_int_equal(check_games(players[i], &setup.base, 0, 1, &played, &err), NF_INTERNAL);
        assert_non_null(strstr(err.text, "game 0, round 1, turn 2, seat 2: "));
    }
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

/* ---- 16 tables side by side ---- */

/* In every lane a table of five, in the middle of a round, about to draw cards that differ. */
static struct cirno_checked_lanes *sound_lanes(void)
{
    struct cirno_checked_lanes *const lanes = aligned_alloc(64, sizeof *lanes);
    memset(lanes, 0, sizeof *lanes);
    for (uint32_t i = 0; i < CIRNO_CHECKED_LANES; i++) {
        for (uint32_t seat = 0; seat < 5; seat++)
            for (uint32_t j = 0; j < CIRNO_HAND; j++) {
                const uint8_t card = (uint8_t)((i + 5 * seat + 7 * j) % CIRNO_CARDS);
                lanes->hands[seat][i] |= (uint32_t)card << 8 * j;
                lanes->kept[i] += cirno_lane_weight(card);
            }
        lanes->seat[i] = i % 5;
        lanes->step[i] = i % 2 == 0 ? 1 : 4;
        lanes->p[i] = 6 * (int32_t)i;
        lanes->doubled[i] = i % 3 == 0;
        for (uint32_t step = 0; step < CIRNO_CHECKED_STEPS; step++)
            lanes->cards[step][i] = (step * (i + 5) + i) % CIRNO_CARDS;
    }
    return lanes;
}

/* Checks and frees; true if exactly the lanes of `wanted` have that fault. */
static bool only_these(struct cirno_checked_lanes *lanes, enum cirno_fault fault, uint16_t wanted)
{
    struct cirno_lane_tables tables;
    cirno_lane_tables_fill(&tables);
    cirno_check_lanes(lanes, &tables, 5);
    const bool right = lanes->faults[fault] == wanted;
    uint16_t others = 0;
    for (int kind = 0; kind < CIRNO_FAULT_KINDS; kind++)
        others |= lanes->faults[kind];
    free(lanes);
    return right && (others & ~wanted) == 0;
}

static void a_fault_among_sixteen_tables_is_seen_in_its_lane_alone(void **state)
{
    (void)state;
    if (!cirno_checking_avx512.supported())
        skip();
    assert_true(only_these(sound_lanes(), CIRNO_FAULTLESS, 0));
    for (int i = 0; i < CIRNO_CHECKED_LANES; i++) {
        const uint16_t here = (uint16_t)(1u << i);
        struct cirno_checked_lanes *lanes = sound_lanes();
        lanes->seat[i] = 5;
        assert_true(only_these(lanes, CIRNO_FAULT_SEAT, here));
        lanes = sound_lanes();
        lanes->seat[i] = UINT32_MAX;
        assert_true(only_these(lanes, CIRNO_FAULT_SEAT, here));
        lanes = sound_lanes();
        lanes->step[i] = 6;
        assert_true(only_these(lanes, CIRNO_FAULT_SEAT, here));
        lanes = sound_lanes();
        lanes->p[i] = CIRNO_LIMIT + 1;
        assert_true(only_these(lanes, CIRNO_FAULT_VALUE, here));
        lanes = sound_lanes();
        lanes->p[i] = -CIRNO_P_BOUND;
        assert_true(only_these(lanes, CIRNO_FAULT_VALUE, here));
        lanes = sound_lanes();
        lanes->kept[i]++;
        assert_true(only_these(lanes, CIRNO_FAULT_CARDS, here));
    }
}

static void a_hand_among_sixteen_tables_that_is_none_is_seen(void **state)
{
    (void)state;
    if (!cirno_checking_avx512.supported())
        skip();
    for (uint32_t place = 0; place < 4; place++)
        for (uint32_t byte = place < 3 ? CIRNO_CARDS : 1; byte < 256; byte++) {
            struct cirno_checked_lanes *const lanes = sound_lanes();
            const uint32_t i = byte % CIRNO_CHECKED_LANES;
            /* Whether it is her turn soon, or not before the block is over. */
            lanes->hands[byte / 16 % 5][i] &= ~(0xffu << 8 * place);
            lanes->hands[byte / 16 % 5][i] |= byte << 8 * place;
            assert_true(only_these(lanes, CIRNO_FAULT_HAND, (uint16_t)(1u << i)));
        }
}

static void cards_among_sixteen_tables_that_change_are_seen(void **state)
{
    (void)state;
    if (!cirno_checking_avx512.supported())
        skip();
    for (uint32_t seat = 0; seat < 5; seat++)
        for (uint32_t place = 0; place < CIRNO_HAND; place++)
            for (uint32_t i = 0; i < CIRNO_CHECKED_LANES; i++) {
                struct cirno_checked_lanes *const lanes = sound_lanes();
                const uint32_t card = lanes->hands[seat][i] >> 8 * place & 0xff;
                lanes->hands[seat][i] ^= (card ^ (card + 1) % CIRNO_CARDS) << 8 * place;
                assert_true(only_these(lanes, CIRNO_FAULT_CARDS, (uint16_t)(1u << i)));
            }
}

/* Has the first lane's player take `card`, at `place` of her hand, for one that she cannot play;
 * her others are such cards. True if she is said to have lost without need. */
static bool loses_without_need(const struct cirno_lane_tables *tables, uint32_t card, int place,
                               int32_t p)
{
    struct cirno_checked_lanes *const lanes = sound_lanes();
    struct cirno_lane_tables mistaken = *tables;
    mistaken.effect[card] = 2 * 1000 * 65536;
    lanes->hands[0][0] = CIRNO_A99 * 0x10101;
    lanes->hands[0][0] ^= (CIRNO_A99 ^ card) << 8 * place;
    lanes->p[0] = p;
    lanes->doubled[0] = 0;
    cirno_check_lanes(lanes, &mistaken, 5);
    assert_int_equal(lanes->lost[0] & 1, 1);
    const bool seen = (lanes->faults[CIRNO_FAULT_LOSER] & 1) != 0;
    free(lanes);
    return seen;
}

static void a_loser_among_sixteen_tables_who_could_have_played_is_seen(void **state)
{
    (void)state;
    if (!cirno_checking_avx512.supported())
        skip();
    struct cirno_lane_tables tables;
    cirno_lane_tables_fill(&tables);
    for (uint32_t card = 0; card < CIRNO_CARDS; card++)
        for (int32_t p = 1; p <= CIRNO_LIMIT; p++)
            for (int place = 0; place < CIRNO_HAND; place++)
                if (cirno_choose(cirno_one(card), p, false) != CIRNO_LOSES)
                    assert_true(loses_without_need(&tables, card, place, p));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_plays_the_games_of_the_reference),
        cmocka_unit_test(a_deck_that_is_used_up_is_enough_and_one_card_less_is_not),
        cmocka_unit_test(it_gives_up_where_the_reference_does),
        cmocka_unit_test(a_card_that_is_none_is_found_with_game_round_and_turn),
        cmocka_unit_test(a_seat_or_a_direction_that_is_none_is_seen),
        cmocka_unit_test(a_hand_without_three_cards_is_seen),
        cmocka_unit_test(a_p_outside_its_bounds_is_seen),
        cmocka_unit_test(a_loser_who_could_have_played_is_seen),
        cmocka_unit_test(cards_that_vanish_appear_or_change_are_seen),
        cmocka_unit_test(a_fault_among_sixteen_tables_is_seen_in_its_lane_alone),
        cmocka_unit_test(a_hand_among_sixteen_tables_that_is_none_is_seen),
        cmocka_unit_test(a_loser_among_sixteen_tables_who_could_have_played_is_seen),
        cmocka_unit_test(cards_among_sixteen_tables_that_change_are_seen),
    };
    return cmocka_run_group_tests_name("checking player", tests, NULL, NULL);
}
