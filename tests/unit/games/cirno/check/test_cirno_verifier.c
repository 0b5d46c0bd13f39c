/* The player that verifies the rules on every turn: it plays the games the reference plays, and
 * sees each thing it is there to see. */
#include "games/cirno/check/verifier.h"

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
static enum nf_status check_games(const struct nf_setup *setup, uint64_t first, uint64_t games,
                                  uint64_t *played, struct nf_error *err)
{
    const struct nf_kernel *const player = &cirno_verifier;
    struct nf_feed feed = {first, first + games, no_more};
    struct comparison comparison = {{compare}, (const struct cirno_setup *)setup, 0};
    void *const memory = aligned_alloc(NF_CACHE_LINE, player->memory(player, setup));
    const enum nf_status status = player->play(player, setup, memory, &feed, &comparison.sink, err);
    free(memory);
    *played = comparison.games;
    return status;
}

static void play_as_the_reference_does(const struct nf_params *params, uint64_t first,
                                       uint64_t games)
{
    struct nf_setup *setup;
    struct nf_error err = {""};
    assert_int_equal(cirno_game.prepare(params, &setup, &err), NF_OK);
    uint64_t played;
    if (check_games(setup, first, games, &played, &err) != NF_OK)
        fail_msg("%s", err.text);
    assert_int_equal(played, games);
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
    const enum nf_status status = cirno_play_index((const struct cirno_setup *)setup, index, rounds,
                                                   rejected, &reference_err);
    uint64_t played;
    assert_int_equal(check_games(setup, index, 1, &played, &err), status);
    assert_int_equal(played, status == NF_OK);
    if (status != NF_OK)
        assert_string_equal(err.text, reference_err.text);
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
    assert_int_equal(check_games(setup, 5, 1, &played, &err), NF_INVALID);
    assert_int_equal(played, 0);
    assert_string_equal(err.text, reference_err.text);
    cirno_game.release(setup);
}

/* A table of three in the middle of a round, with nothing wrong, and where all cards are. */
static struct cirno_table sound_table(struct cirno_census *census)
{
    struct cirno_table table = {.players = 3, .seat = 1, .step = 2, .p = 98};
    static const char *const hands[] = {"A1 B9 PASS", "A2 A5 A99", "C2 E0 DOUBLE"};
    *census = (struct cirno_census){{0}, {0}};
    for (int seat = 0; seat < 3; seat++) {
        uint8_t cards[CIRNO_HAND];
        cirno_test_cards(hands[seat], cards, CIRNO_HAND);
        table.hands[seat] = cirno_hand_of(cards);
        for (int i = 0; i < CIRNO_HAND; i++)
            census->dealt[cards[i]]++;
    }
    census->dealt[CIRNO_B1]++;
    census->gone[CIRNO_B1]++;
    return table;
}

static void a_seat_or_a_direction_that_is_none_is_seen(void **state)
{
    (void)state;
    struct cirno_census census;
    struct cirno_table table = sound_table(&census);
    assert_int_equal(cirno_verify_turn(&table, CIRNO_LOSES), CIRNO_FAULTLESS);
    table.seat = 3;
    assert_int_equal(cirno_verify_turn(&table, CIRNO_LOSES), CIRNO_FAULT_SEAT);
    for (uint32_t step = 0; step < 6; step++) {
        table = sound_table(&census);
        table.step = step;
        assert_int_equal(cirno_verify_turn(&table, CIRNO_LOSES),
                         step == 1 || step == 2 ? CIRNO_FAULTLESS : CIRNO_FAULT_SEAT);
    }
    table = (struct cirno_table){.players = 1, .hands = {sound_table(&census).hands[1]}, .p = 98};
    assert_int_equal(cirno_verify_turn(&table, CIRNO_LOSES), CIRNO_FAULTLESS);
}

static void a_hand_without_three_cards_is_seen(void **state)
{
    (void)state;
    struct cirno_census census;
    for (unsigned card = 0; card < 32; card++) {
        struct cirno_table table = sound_table(&census);
        table.hands[1] -= cirno_one(CIRNO_A99);
        assert_int_equal(cirno_verify_turn(&table, CIRNO_LOSES), CIRNO_FAULT_HAND);
        table.hands[1] += cirno_one(card); /* some of them are no cards of the game */
        assert_int_equal(cirno_verify_turn(&table, CIRNO_LOSES) == CIRNO_FAULT_HAND,
                         card >= CIRNO_CARDS);
        table.hands[1] += cirno_one(card);
        assert_int_equal(cirno_verify_turn(&table, CIRNO_LOSES), CIRNO_FAULT_HAND);
    }
}

static void a_p_outside_its_bounds_is_seen(void **state)
{
    (void)state;
    struct cirno_census census;
    for (int32_t p = -10100; p < 300; p++) {
        struct cirno_table table = sound_table(&census);
        table.p = p;
        const enum cirno_fault fault = cirno_verify_turn(&table, CIRNO_A99);
        assert_int_equal(fault == CIRNO_FAULT_VALUE, p > 99 || p <= -10000);
    }
}

static void a_card_that_is_not_held_or_makes_p_too_large_is_seen(void **state)
{
    (void)state;
    struct cirno_census census;
    struct cirno_table table = sound_table(&census);
    for (unsigned card = 0; card < CIRNO_CARDS; card++) {
        table.hands[1] = cirno_hand_of((const uint8_t[]){CIRNO_A1, CIRNO_B9, (uint8_t)card});
        const bool loses = cirno_choose(cirno_one(card), 98, false) == CIRNO_LOSES;
        assert_int_equal(cirno_verify_turn(&table, card),
                         loses ? CIRNO_FAULT_CHOICE : CIRNO_FAULTLESS);
        table.hands[1] = 3 * cirno_one((card + 1) % CIRNO_CARDS);
        assert_int_equal(cirno_verify_turn(&table, card), CIRNO_FAULT_CHOICE);
    }
    assert_int_equal(cirno_verify_turn(&table, CIRNO_CARDS + 1), CIRNO_FAULT_CHOICE);
}

static void a_loser_who_could_have_played_is_seen(void **state)
{
    (void)state;
    struct cirno_census census;
    struct cirno_table table = sound_table(&census);
    table.p = 97; /* A2 can be played */
    assert_int_equal(cirno_verify_turn(&table, CIRNO_LOSES), CIRNO_FAULT_LOSER);
    for (unsigned card = 0; card < CIRNO_CARDS; card++) {
        table = sound_table(&census);
        table.hands[1] = cirno_hand_of((const uint8_t[]){CIRNO_A2, CIRNO_A99, (uint8_t)card});
        const bool loses = cirno_choose(cirno_one(card), 98, false) == CIRNO_LOSES;
        assert_int_equal(cirno_verify_turn(&table, CIRNO_LOSES),
                         loses ? CIRNO_FAULTLESS : CIRNO_FAULT_LOSER);
    }
}

static void cards_that_vanish_appear_or_change_are_seen(void **state)
{
    (void)state;
    struct cirno_census census;
    struct cirno_table table = sound_table(&census);
    assert_int_equal(cirno_verify_cards(&table, &census), CIRNO_FAULTLESS);
    for (unsigned card = 0; card < CIRNO_CARDS; card++) {
        table = sound_table(&census);
        census.gone[card]++; /* played, but still in a hand */
        assert_int_equal(cirno_verify_cards(&table, &census), CIRNO_FAULT_CARDS);
        table = sound_table(&census);
        census.dealt[card]++; /* drawn, but in no hand */
        assert_int_equal(cirno_verify_cards(&table, &census), CIRNO_FAULT_CARDS);
        table = sound_table(&census);
        table.hands[2] += cirno_one(card) - cirno_one(CIRNO_C2); /* turned into another */
        assert_int_equal(cirno_verify_cards(&table, &census),
                         card == CIRNO_C2 ? CIRNO_FAULTLESS : CIRNO_FAULT_CARDS);
    }
    table = sound_table(&census);
    table.hands[0] -= cirno_one(CIRNO_B9);
    assert_int_equal(cirno_verify_cards(&table, &census), CIRNO_FAULT_HAND);
}

static void thirty_hands_of_the_same_card_are_counted(void **state)
{
    (void)state;
    for (unsigned card = 0; card < CIRNO_CARDS; card++) {
        struct cirno_table table = {.players = CIRNO_MAX_PLAYERS};
        struct cirno_census census = {{0}, {0}};
        for (uint32_t seat = 0; seat < CIRNO_MAX_PLAYERS; seat++)
            table.hands[seat] = 3 * cirno_one(card);
        census.dealt[card] = CIRNO_MAX_PLAYERS * CIRNO_HAND;
        assert_int_equal(cirno_verify_cards(&table, &census), CIRNO_FAULTLESS);
        census.dealt[card]++;
        assert_int_equal(cirno_verify_cards(&table, &census), CIRNO_FAULT_CARDS);
    }
}

static void every_fault_is_told_in_words_with_the_hand(void **state)
{
    (void)state;
    static const struct {
        enum cirno_fault fault;
        const char *words;
    } told[] = {
        {CIRNO_FAULT_SEAT, "the turn is at seat 2 of 3, the step is 2"},
        {CIRNO_FAULT_HAND, "a hand does not hold three cards of the game; hers is A2 A5 A99"},
        {CIRNO_FAULT_VALUE, "p is 98, expected at most 99 and above -10000"},
        {CIRNO_FAULT_CHOICE, "plays B1 at p = 98, expected a card that she can play of A2 A5 A99"},
        {CIRNO_FAULT_LOSER, "lost at p = 98, although she could play one of A2 A5 A99"},
        {CIRNO_FAULT_CARDS, "the cards dealt are not those played, discarded and in hands"},
    };
    struct cirno_census census;
    const struct cirno_table table = sound_table(&census);
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        struct nf_text text = {0};
        cirno_fault_text(&text, told[i].fault, &table, CIRNO_B1);
        nf_text_bytes(&text, "", 1);
        assert_string_equal(text.data, told[i].words);
        nf_text_free(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_plays_the_games_of_the_reference),
        cmocka_unit_test(a_deck_that_is_used_up_is_enough_and_one_card_less_is_not),
        cmocka_unit_test(it_gives_up_where_the_reference_does),
        cmocka_unit_test(a_seat_or_a_direction_that_is_none_is_seen),
        cmocka_unit_test(a_hand_without_three_cards_is_seen),
        cmocka_unit_test(a_p_outside_its_bounds_is_seen),
        cmocka_unit_test(a_card_that_is_not_held_or_makes_p_too_large_is_seen),
        cmocka_unit_test(a_loser_who_could_have_played_is_seen),
        cmocka_unit_test(cards_that_vanish_appear_or_change_are_seen),
        cmocka_unit_test(thirty_hands_of_the_same_card_are_counted),
        cmocka_unit_test(every_fault_is_told_in_words_with_the_hand),
    };
    return cmocka_run_group_tests_name("verifier", tests, NULL, NULL);
}
