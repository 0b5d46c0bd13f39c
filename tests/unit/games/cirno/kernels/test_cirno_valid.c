/* Properties of whole dealt games: that they are valid, that cards are conserved, that candidates
 * are thrown away for the right reasons, and that hopeless parameters are refused.
 *
 * Instances are read back here as text, and played by the naive player. */
#include "games/cirno/kernels/reference.h"
#include "games/cirno/module.h"
#include "gen/cirno/profiles.h"
#include "gen/cirno/setup.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- setups ---- */

/* As `run` makes them. To be released. */
static struct nf_setup *prepare(uint32_t players, uint32_t rounds, uint32_t deck,
                                const char *profile, const char *weights, uint64_t seed)
{
    const struct nf_params params = {.players = players,
                                     .rounds = rounds,
                                     .deck = deck,
                                     .profile = profile,
                                     .weights = weights,
                                     .seed = seed};
    struct nf_setup *setup;
    struct nf_error err;
    if (nf_prepare(&cirno_game, &params, &setup, &err) != NF_OK)
        fail_msg("prepare: %s", err.text);
    return setup;
}

static const struct cirno_setup *as_cirno(const struct nf_setup *setup)
{
    return (const struct cirno_setup *)setup;
}

/* ---- the judge's format, read back ---- */

/* One instance as text, taken apart. */
struct text_game {
    uint32_t players, rounds, deck_size;
    char names[CIRNO_MAX_PLAYERS][CIRNO_MAX_NAME + 1];
    uint8_t hands[CIRNO_MAX_PLAYERS * CIRNO_HAND];
    uint8_t *deck;
};

/* The next token, copied; fails where there is none or it is longer than any card or name. */
static const char *token(const char **text, char *copy)
{
    const char *const start = *text + strspn(*text, " \n");
    const size_t length = strcspn(start, " \n");
    assert_in_range(length, 1, CIRNO_MAX_NAME);
    memcpy(copy, start, length);
    copy[length] = '\0';
    *text = start + length;
    return copy;
}

static uint32_t number(const char **text)
{
    char copy[CIRNO_MAX_NAME + 1];
    token(text, copy);
    assert_int_equal(strspn(copy, "0123456789"), strlen(copy));
    return (uint32_t)strtoul(copy, NULL, 10);
}

static void read_text(struct text_game *game, const char *text)
{
    char copy[CIRNO_MAX_NAME + 1];
    game->players = number(&text);
    game->rounds = number(&text);
    game->deck_size = number(&text);
    assert_in_range(game->players, 1, CIRNO_MAX_PLAYERS);
    assert_in_range(game->rounds, 1, CIRNO_MAX_ROUNDS);
    assert_in_range(game->deck_size, 1, CIRNO_MAX_DECK);
    for (uint32_t seat = 0; seat < game->players; seat++) {
        token(&text, game->names[seat]);
        for (uint32_t i = 0; i < CIRNO_HAND; i++)
            game->hands[seat * CIRNO_HAND + i] = cirno_test_card(token(&text, copy));
    }
    game->deck = malloc(game->deck_size);
    assert_non_null(game->deck);
    for (uint32_t i = 0; i < game->deck_size; i++)
        game->deck[i] = cirno_test_card(token(&text, copy));
    assert_string_equal(text, "\n"); /* as many cards as announced, and no more */
}

static void check_names(const struct text_game *game)
{
    for (uint32_t seat = 0; seat < game->players; seat++) {
        const char *const name = game->names[seat];
        assert_int_equal(strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"),
                         strlen(name));
        for (uint32_t other = 0; other < seat; other++)
            assert_string_not_equal(name, game->names[other]);
    }
}

/* The naive player's transcript as the statement wants it printed. */
static char *judge_transcript(const struct text_game *game, const struct cirno_naive_result *naive)
{
    size_t size;
    char *text;
    FILE *const out = open_memstream(&text, &size);
    assert_non_null(out);
    int round = 1;
    fprintf(out, "Round 1:\n");
    for (size_t i = 0; i < naive->line_count; i++) {
        const struct cirno_naive_line *const line = &naive->lines[i];
        const char *const name = game->names[line->player - 1];
        if (line->card != NULL)
            fprintf(out, "%s used %s,now p=%d.\n", name, line->card->name, line->p);
        else
            fprintf(out, "%s lost the game.\n", name);
        if (line->card == NULL && round < (int)game->rounds)
            fprintf(out, "Round %d:\n", ++round);
    }
    assert_int_equal(fclose(out), 0);
    return text;
}

/* ---- valid, and conserving cards ---- */

/* Deals game `index` as text and holds it to the rules of a valid instance. */
static void check_dealt_text(const struct nf_setup *setup, uint64_t index)
{
    struct nf_text instance = {0}, answer = {0};
    struct nf_error err;
    if (cirno_game.judge->deal(setup, index, &instance, &answer, &err) != NF_OK)
        fail_msg("game %" PRIu64 ": %s", index, err.text);
    nf_text_bytes(&instance, "", 1); /* terminated, for the functions of string.h */
    nf_text_bytes(&answer, "", 1);
    assert_false(instance.failed || answer.failed);

    struct text_game game;
    read_text(&game, instance.data);
    assert_int_equal(game.players, setup->params.players);
    assert_int_equal(game.rounds, setup->params.rounds);
    check_names(&game);

    struct cirno_naive_result naive;
    const struct cirno_instance played = {game.players, game.rounds, game.deck_size, game.hands,
                                          game.deck};
    cirno_test_play_naive(&played, &naive);
    assert_int_equal((int)naive.end, NAIVE_COMPLETE);
    assert_true(naive.lowest_p > -CIRNO_P_BOUND);
    /* Without --deck just what the game draws, or else exactly what was asked for. */
    assert_int_equal(game.deck_size, setup->params.deck != 0 ? setup->params.deck : naive.drawn);
    char *const expected = judge_transcript(&game, &naive);
    assert_string_equal(answer.data, expected);

    free(expected);
    free(game.deck);
    cirno_naive_free(&naive);
    nf_text_free(&instance);
    nf_text_free(&answer);
}

TEST(test_every_dealt_game_is_valid_for_all_profiles)
{
    uint64_t random = nf_test_seed();
    for (int profile = 0; cirno_profiles[profile].name != NULL; profile++) {
        const bool is_max = strcmp(cirno_profiles[profile].name, "max") == 0;
        for (int i = 0; i < 60; i++) {
            const uint32_t players = nf_test_between(&random, 1, CIRNO_MAX_PLAYERS);
            const uint32_t rounds = nf_test_between(&random, 1, is_max ? 3 : 30);
            struct nf_setup *const setup = prepare(players, rounds, 0, cirno_profiles[profile].name,
                                                   NULL, nf_test_random(&random));
            check_dealt_text(setup, nf_test_random(&random));
            check_dealt_text(setup, (uint64_t)i);
            nf_release(setup);
        }
    }
}

/* Weights under which p falls low and rounds are long. */
TEST(test_every_dealt_game_is_valid_for_unusual_weights)
{
    static const char *const weights[] = {"C2=2,B19=2,B9=2,A1=3,A99=12,E49=2,DOUBLE=3",
                                          "A1=3,PASS=2", "A99=1",
                                          "TURN=5,PASS=1,DOUBLE=3,A49=3,A99=3,E99=1"};
    for (size_t w = 0; w < sizeof weights / sizeof *weights; w++)
        for (uint32_t players = 1; players <= CIRNO_MAX_PLAYERS; players += 7) {
            struct nf_setup *const setup = prepare(players, 10, 0, "uniform", weights[w], 5);
            for (uint64_t index = 0; index < 20; index++)
                check_dealt_text(setup, index);
            nf_release(setup);
        }
}

/* Weights under which p of many candidates falls out of its bound: what is written must be the
 * candidate that was taken, thrown away ones of both kinds counted. */
TEST(test_the_text_is_that_of_the_candidate_taken)
{
    static const uint32_t decks[] = {0, 250};
    for (int i = 0; i < 2; i++) {
        struct nf_setup *const setup =
            prepare(4, 20, decks[i], "uniform", "C2=5,B19=4,A1=1,A99=3,DOUBLE=4", 8);
        uint32_t thrown_away[NF_REJECT_KINDS] = {0};
        for (uint64_t index = 0; index < 50; index++) {
            uint32_t rounds[NF_MAX_ROUNDS], rejected[NF_REJECT_KINDS];
            struct nf_error err;
            assert_int_equal(cirno_play_index(as_cirno(setup), index, rounds, rejected, &err),
                             NF_OK);
            thrown_away[CIRNO_REJECT_DECK] += rejected[CIRNO_REJECT_DECK];
            thrown_away[CIRNO_REJECT_VALUE] += rejected[CIRNO_REJECT_VALUE];
            check_dealt_text(setup, index);
        }
        assert_true(thrown_away[CIRNO_REJECT_VALUE] > 10); /* or there was nothing to see */
        assert_true(decks[i] == 0 || thrown_away[CIRNO_REJECT_DECK] > 10);
        nf_release(setup);
    }
}

TEST(test_with_a_deck_size_the_deck_has_exactly_that_many_cards)
{
    static const struct {
        uint32_t players, rounds, deck;
        const char *profile;
    } rows[] = {
        {30, 3, 150, "uniform"},   {5, 1, 40, "basic"},        {1, 1, 300000, "uniform"},
        {2, 10, 450, "no-double"}, {9, 2, 77, "no-turn-pass"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct nf_setup *const setup =
            prepare(rows[i].players, rows[i].rounds, rows[i].deck, rows[i].profile, NULL, 77 + i);
        for (uint64_t index = 0; index < 20; index++)
            check_dealt_text(setup, index);
        nf_release(setup);
    }
}

/* A hand holds three cards whenever a turn begins (cirno_test_follow looks), and what left the
 * deck is a card a play, two more for each loser. */
static void check_conservation(const struct cirno_setup *setup, uint64_t index)
{
    static uint8_t hands[CIRNO_MAX_PLAYERS * CIRNO_HAND], deck[CIRNO_MAX_DECK];
    uint32_t rounds[NF_MAX_ROUNDS], rejected[NF_REJECT_KINDS];
    struct nf_error err;
    const struct nf_params *const params = &setup->base.params;
    assert_int_equal(cirno_play_index(setup, index, rounds, rejected, &err), NF_OK);
    uint32_t turns = 0;
    for (uint32_t round = 0; round < params->rounds; round++)
        turns += rounds[round] >> NF_SEAT_BITS;
    const uint32_t cards = turns + 2 * params->rounds;
    cirno_test_deal(setup, index, (uint64_t)rejected[0] + rejected[1], hands, deck, cards);

    struct cirno_naive_result naive;
    char what[512];
    struct cirno_instance instance = {params->players, params->rounds, cards, hands, deck};
    cirno_test_play_naive(&instance, &naive);
    assert_int_equal((int)naive.end, NAIVE_COMPLETE);
    assert_int_equal(naive.line_count, turns);
    assert_int_equal(naive.drawn, cards);
    if (cirno_test_follow(&instance, &naive, what, sizeof what) != naive.line_count)
        fail_msg("%s", what);
    cirno_naive_free(&naive);

    instance.deck_size--; /* one card fewer is not enough */
    cirno_test_play_naive(&instance, &naive);
    assert_int_equal((int)naive.end, NAIVE_DECK_OUT);
    assert_int_equal(naive.rounds_done, params->rounds - 1);
    cirno_naive_free(&naive);
}

TEST(test_cards_drawn_are_turns_and_two_a_round_and_hands_keep_three_cards)
{
    for (int profile = 0; cirno_profiles[profile].name != NULL; profile++)
        for (uint32_t players = 1; players <= CIRNO_MAX_PLAYERS; players += 4) {
            static struct cirno_setup setup;
            cirno_test_setup(&setup, players, players % 8 + 1, 0, cirno_profiles[profile].name,
                             NULL, 31);
            for (uint64_t index = 0; index < 10; index++)
                check_conservation(&setup, index);
        }
}

/* ---- thrown away ---- */

/* Every candidate before the one taken is invalid for the reason it was counted under, and the
 * one taken is valid. Returns how many were thrown away. */
static uint32_t check_rejected(const struct cirno_setup *setup, uint64_t index,
                               uint32_t by_reason[NF_REJECT_KINDS])
{
    static uint8_t hands[CIRNO_MAX_PLAYERS * CIRNO_HAND], deck[CIRNO_MAX_DECK];
    uint32_t rounds[NF_MAX_ROUNDS], rejected[NF_REJECT_KINDS], counted[NF_REJECT_KINDS] = {0};
    struct nf_error err;
    const struct nf_params *const params = &setup->base.params;
    assert_int_equal(cirno_play_index(setup, index, rounds, rejected, &err), NF_OK);
    const uint32_t sum = rejected[CIRNO_REJECT_DECK] + rejected[CIRNO_REJECT_VALUE];
    for (uint32_t attempt = 0; attempt <= sum; attempt++) {
        struct cirno_naive_result naive;
        const struct cirno_instance candidate = {params->players, params->rounds, params->deck,
                                                 hands, deck};
        cirno_test_deal(setup, index, attempt, hands, deck, params->deck);
        cirno_test_play_naive(&candidate, &naive);
        assert_true((naive.end == NAIVE_COMPLETE) == (attempt == sum));
        counted[CIRNO_REJECT_DECK] += naive.end == NAIVE_DECK_OUT;
        counted[CIRNO_REJECT_VALUE] += naive.end == NAIVE_P_OUT;
        cirno_naive_free(&naive);
    }
    assert_int_equal(rejected[CIRNO_REJECT_DECK], counted[CIRNO_REJECT_DECK]);
    assert_int_equal(rejected[CIRNO_REJECT_VALUE], counted[CIRNO_REJECT_VALUE]);
    by_reason[CIRNO_REJECT_DECK] += counted[CIRNO_REJECT_DECK];
    by_reason[CIRNO_REJECT_VALUE] += counted[CIRNO_REJECT_VALUE];
    return sum;
}

TEST(test_invalid_candidates_are_thrown_away_and_counted_by_reason)
{
    static struct cirno_setup setup;
    uint32_t by_reason[NF_REJECT_KINDS] = {0}, most = 0;
    cirno_test_setup(&setup, 4, 20, 250, "uniform", "C2=5,B19=4,A1=1,A99=3,DOUBLE=4", 8);
    for (uint64_t index = 0; index < 200; index++) {
        const uint32_t sum = check_rejected(&setup, index, by_reason);
        most = sum > most ? sum : most;
    }
    assert_true(by_reason[CIRNO_REJECT_DECK] > 50); /* or there was nothing to see */
    assert_true(by_reason[CIRNO_REJECT_VALUE] > 50);
    assert_true(most > 1);
}

/* A game is a function of its index: not of those played before it. */
TEST(test_games_do_not_depend_on_the_order_they_are_played_in)
{
    enum { GAMES = 200, ROUNDS = 5 };
    static struct cirno_setup setup;
    static uint32_t first[GAMES][ROUNDS], first_rejected[GAMES][NF_REJECT_KINDS];
    struct nf_error err;
    cirno_test_setup(&setup, 6, ROUNDS, 180, "uniform", NULL, 12);
    for (uint64_t i = 0; i < GAMES; i++)
        assert_int_equal(cirno_play_index(&setup, i, first[i], first_rejected[i], &err), NF_OK);
    for (uint64_t i = 0; i < GAMES; i++) {
        const uint64_t index = i * 77 % GAMES; /* 77 and 200 share no divisor: every game once */
        uint32_t again[ROUNDS], rejected[NF_REJECT_KINDS];
        assert_int_equal(cirno_play_index(&setup, index, again, rejected, &err), NF_OK);
        assert_memory_equal(again, first[index], sizeof again);
        assert_memory_equal(rejected, first_rejected[index], sizeof rejected);
    }
}

/* ---- hopeless ---- */

/* No candidate is valid: NF_INVALID, and the message names each of the two options. */
static void check_hopeless(uint32_t rounds, uint32_t deck, const char *profile, const char *weights,
                           const char *option, const char *other)
{
    struct nf_setup *const setup = prepare(3, rounds, deck, profile, weights, 3);
    uint32_t records[NF_MAX_ROUNDS], rejected[NF_REJECT_KINDS];
    struct nf_error err = {""};
    struct nf_text text = {0};
    assert_int_equal(cirno_play_index(as_cirno(setup), 41, records, rejected, &err), NF_INVALID);
    assert_int_equal(rejected[CIRNO_REJECT_DECK] + rejected[CIRNO_REJECT_VALUE],
                     cirno_attempts(as_cirno(setup)->deck_limit));
    const char *const named[] = {"game 41", option, other};
    for (int i = 0; i < 3; i++)
        if (strstr(err.text, named[i]) == NULL)
            fail_msg("'%s' does not name %s", err.text, named[i]);
    assert_int_equal(cirno_game.judge->deal(setup, 41, &text, NULL, &err), NF_INVALID);
    assert_int_equal(text.size, 0);
    nf_text_free(&text);
    nf_release(setup);
}

TEST(test_hopeless_parameters_are_refused_with_the_option_to_change)
{
    check_hopeless(100, 299, "uniform", NULL, "--deck", "--rounds"); /* 3 cards a round at least */
    check_hopeless(100, 50, "max", NULL, "--deck", "--profile");
    check_hopeless(1, 1000, "uniform", "PASS=1,TURN=1,DOUBLE=1", "--deck", "--weights");
    check_hopeless(1, 0, "uniform", "B19=1,C2=1", "--weights", "p fell");
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

TEST(test_numbers_out_of_range_are_refused_with_their_option)
{
    static const struct {
        uint32_t players, rounds, deck;
        const char *option;
    } rows[] = {
        {0, 1, 0, "--players"},  {31, 1, 0, "--players"},  {1, 0, 0, "--rounds"},
        {1, 101, 0, "--rounds"}, {1, 1, 300001, "--deck"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct nf_params params = {.players = rows[i].players,
                                         .rounds = rows[i].rounds,
                                         .deck = rows[i].deck,
                                         .profile = "uniform"};
        struct nf_setup *setup;
        struct nf_error err = {""};
        assert_int_equal(nf_prepare(&cirno_game, &params, &setup, &err), NF_USAGE);
        assert_non_null(strstr(err.text, rows[i].option));
    }
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
        struct nf_error err;
        assert_int_equal(cirno_play_index(&setup, index, rounds, rejected, &err), NF_OK);
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
