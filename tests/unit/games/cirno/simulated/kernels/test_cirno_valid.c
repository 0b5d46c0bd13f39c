/* Whole dealt games: which candidate is taken, that the others are thrown away for the right
 * reasons, and that hopeless parameters are refused. That dealt games are valid is tested of every
 * game in sim/test_games.c. */
#include "games/cirno/rules/format.h"
#include "games/cirno/simulated/kernels/kernels.h"
#include "games/cirno/simulated/module.h"
#include "gen/cirno/deal.h"
#include "judge/judge.h"
#include "sim/instances.h"
#include "tests/unit/games/cirno/strategies.h"
#include "tests/unit/played.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <string.h>

/* Every candidate before the one taken is invalid for the reason it was counted under; that one is
 * dealt as text, with so many cards, and what is played of it by itself is its record. */
static void check_dealt(const struct cirno_setup *setup, uint64_t index,
                        uint32_t thrown_away[NF_REJECT_KINDS])
{
    FREED_BY(nf_text_free) struct nf_text instance = {0}, record = {0};
    uint32_t rounds[NF_MAX_ROUNDS], rejected[NF_REJECT_KINDS], counted[NF_REJECT_KINDS] = {0};
    uint32_t cards = 0, attempt = 0;
    FREED_BY(nf_match_close) struct nf_match match;
    for (enum cirno_end end;
         (end = cirno_play_candidate(setup, index, attempt, rounds)) != CIRNO_COMPLETE; attempt++)
        counted[end == CIRNO_DECK_OUT ? CIRNO_REJECT_DECK : CIRNO_REJECT_VALUE]++;
    assert_ok(cirno_play_index, setup, index, rounds, rejected);
    assert_memory_equal(rejected, counted, sizeof counted);
    for (uint32_t kind = 0; kind < NF_REJECT_KINDS; kind++)
        thrown_away[kind] += counted[kind];
    for (uint32_t round = 0; round < setup->base.params.rounds; round++)
        cards += (rounds[round] >> NF_SEAT_BITS) + CIRNO_CARDS_PER_ROUND;
    assert_ok(cirno_game.deals->deal, &setup->base, index, &instance, NULL);
    const struct nf_input input = nf_text_input(&instance, "game");
    assert_ok(nf_match_open, &match, cirno_game.rules, &input);
    /* Without --deck just what the game draws, or else exactly what was asked for. */
    assert_int_equal(cirno_parsed_of(&match)->instance.deck_size,
                     setup->base.params.deck != 0 ? setup->base.params.deck : cards);
    assert_ok(nf_play_instances, &cirno_game, cirno_game.kernels[0], &input, 1, &record);
    assert_int_equal(record.size, setup->base.params.rounds * sizeof *rounds);
    assert_memory_equal(record.data, rounds, record.size);
}

/* Among them weights under which p of many candidates falls out of its bound. */
TEST(test_invalid_candidates_are_counted_by_reason_and_the_text_is_that_of_the_one_taken)
{
    static const char falling[] = "C2=5,B19=4,A1=1,A99=3,DOUBLE=4";
    static const struct {
        uint32_t players, rounds, deck;
        const char *profile, *weights;
        uint32_t deck_out, p_out; /* candidates thrown away at the least */
    } rows[] = {
        {4, 20, 0, "uniform", falling, 0, 10},  {4, 20, 250, "uniform", falling, 50, 50},
        {30, 3, 150, "uniform", NULL, 0, 0},    {5, 1, 40, "basic", NULL, 0, 0},
        {1, 1, 300000, "uniform", NULL, 0, 0},  {2, 10, 450, "no-double", NULL, 0, 0},
        {9, 2, 77, "no-turn-pass", NULL, 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        static struct cirno_setup setup;
        uint32_t thrown_away[NF_REJECT_KINDS] = {0};
        cirno_test_setup(&setup, rows[i].players, rows[i].rounds, rows[i].deck, rows[i].profile,
                         rows[i].weights, 8);
        for (uint64_t index = 0; index < (rows[i].weights != NULL ? 200 : 20); index++)
            check_dealt(&setup, index, thrown_away);
        assert_true(thrown_away[CIRNO_REJECT_DECK] >= rows[i].deck_out);
        assert_true(thrown_away[CIRNO_REJECT_VALUE] >= rows[i].p_out);
    }
}

/* ---- hopeless ---- */

/* No candidate is valid, and the message names each of the options to change. */
TEST(test_hopeless_parameters_are_refused_with_the_option_to_change)
{
    static const struct {
        uint32_t rounds, deck;
        const char *profile, *weights, *option, *other;
    } rows[] = {
        {100, 299, "uniform", NULL, "--deck", "--rounds"}, /* 3 cards a round at least */
        {100, 50, "max", NULL, "--deck", "--profile"},
        {1, 1000, "uniform", "PASS=1,TURN=1,DOUBLE=1", "--deck", "--weights"},
        {1, 0, "uniform", "B19=1,C2=1", "--weights", "p fell"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        static struct cirno_setup setup;
        uint32_t records[NF_MAX_ROUNDS], rejected[NF_REJECT_KINDS];
        FREED_BY(nf_text_free) struct nf_text text = {0};
        cirno_test_setup(&setup, 3, rows[i].rounds, rows[i].deck, rows[i].profile, rows[i].weights,
                         3);
        const char *const named[] = {"game 41", rows[i].option, rows[i].other};
        for (int k = 0; k < 3; k++)
            assert_ends_saying(NF_INVALID, named[k], cirno_play_index, &setup, 41, records,
                               rejected);
        assert_int_equal(rejected[CIRNO_REJECT_DECK] + rejected[CIRNO_REJECT_VALUE],
                         cirno_attempts(setup.deck_limit));
        assert_ends_saying(NF_INVALID, "game 41", cirno_game.deals->deal, &setup.base, 41, &text,
                           NULL);
        assert_int_equal(text.size, 0);
    }
}

static enum cirno_end run_out(void *client, const struct cirno_setup *setup, uint64_t index,
                              uint64_t attempt)
{
    (void)client;
    (void)setup;
    (void)index;
    (void)attempt;
    return CIRNO_DECK_OUT;
}

/* Where the deck is the longest there is, a longer one is no advice. */
TEST(test_a_longer_deck_is_not_advised_beyond_the_longest)
{
    static struct cirno_setup setup;
    struct nf_error err;
    uint32_t rejected[NF_REJECT_KINDS];
    cirno_test_setup(&setup, 3, 100, CIRNO_MAX_DECK, "uniform", NULL, 3);
    assert_int_equal(cirno_first_valid(&setup, 0, run_out, NULL, rejected, &err), NF_INVALID);
    assert_null(strstr(err.text, "--deck"));
    assert_non_null(strstr(err.text, "--rounds"));
    assert_non_null(strstr(err.text, "--profile"));
}

/* ---- the profile of the largest games ---- */

/* Their use of the deck has a standard deviation of 7% of it, so of 160 games the mean has a
 * standard error of 0.6%; that of the rate is 3%. Of 40 both have twice as much. */
TEST(test_profile_max_uses_85_per_cent_of_the_deck_and_throws_away_one_in_five)
{
    static struct cirno_setup setup;
    const uint32_t games = nf_test_often(40, 160, 160);
    uint64_t used = 0, thrown_away = 0;
    cirno_test_setup(&setup, CIRNO_MAX_PLAYERS, CIRNO_MAX_ROUNDS, CIRNO_MAX_DECK, "max", NULL, 9);
    for (uint64_t index = 0; index < games; index++) {
        uint32_t rounds[NF_MAX_ROUNDS], rejected[NF_REJECT_KINDS];
        assert_ok(cirno_play_index, &setup, index, rounds, rejected);
        for (int round = 0; round < CIRNO_MAX_ROUNDS; round++)
            used += (rounds[round] >> NF_SEAT_BITS) + 2;
        thrown_away += rejected[CIRNO_REJECT_DECK] + rejected[CIRNO_REJECT_VALUE];
    }
    const double use = (double)used / games / CIRNO_MAX_DECK;
    const double rate = (double)thrown_away / (double)(thrown_away + games);
    printf("note: profile max uses %.1f%% of the deck, %.1f%% of the candidates thrown away\n",
           100 * use, 100 * rate);
    assert_true(use >= 0.85 && use <= 1);
    assert_true(rate < 0.2);
}
