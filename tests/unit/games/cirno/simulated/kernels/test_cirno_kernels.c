/* Every kernel of Cirno's game against the rules in plain C: game by game, field by field.
 * NF_TEST_TURNS=N goes on with random parameters until N turns were compared of each kernel. */
#include "games/cirno/rules/format.h"
#include "games/cirno/rules/rules.h"
#include "games/cirno/simulated/kernels/kernels.h"
#include "games/cirno/simulated/module.h"
#include "games/cirno/simulated/strategy/strategy.h"
#include "judge/judge.h"
#include "sim/instances.h"
#include "sim/kernel.h"
#include "tests/unit/games/cirno/strategies.h"
#include "tests/unit/kernels.h"
#include "tests/unit/played.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROFILES = 5, MOST_GAMES = 1000 };

static const char *const profiles[PROFILES] = {"uniform", "basic", "no-turn-pass", "no-double",
                                               "max"};

/* ---- dealt games -------------------------------------------------------------------------- */

/* What is compared next, and the state of all random choices. */
static struct cirno_setup compare_setup;
static uint64_t compare_random, compared_turns;

static uint32_t compare_between(uint32_t low, uint32_t high)
{
    return nf_test_between(&compare_random, low, high);
}

static void count_turns(const struct nf_setup *setup, uint64_t index, const uint32_t *rounds)
{
    (void)index;
    for (uint32_t round = 0; round < setup->params.rounds; round++)
        compared_turns += rounds[round] >> NF_SEAT_BITS;
}

/* By all kernels; and by the player of run --check, which takes longer, only the first of them.
 * That its promises notice what breaks them is in tests/promises. */
static void compare_games(uint64_t first, uint64_t games)
{
    nf_test_compare_kernels(&compare_setup.base, first, games, count_turns);
    nf_test_compare_kernel(&nf_checking, &compare_setup.base, first, games > 0);
}

static void deal_setup(uint32_t players, uint32_t rounds, uint32_t deck, const char *profile,
                       const char *weights)
{
    cirno_test_setup(&compare_setup, players, rounds, deck, profile, weights,
                     nf_test_random(&compare_random));
}

/* The turns of a game of the setup, or 0 if games are too often thrown away to be worth the time.
 */
static uint32_t turns_of_a_game(void)
{
    uint32_t rounds[NF_MAX_ROUNDS], turns = 0;
    for (uint64_t attempt = 0; attempt < 3; attempt++)
        if (cirno_play_candidate(&compare_setup, 0, attempt, rounds) == CIRNO_COMPLETE) {
            for (uint32_t round = 0; round < compare_setup.base.params.rounds; round++)
                turns += rounds[round] >> NF_SEAT_BITS;
            return turns;
        }
    return 0;
}

/* Gives the players of the setup strategies: one time in eight as many and as large ones as there
 * can be, else such as most kernels can play. */
static void seat_at_random(struct random_seats *seats)
{
    struct nf_params *const params = &compare_setup.base.params;
    const bool large = compare_between(0, 7) == 0;
    random_seats_make(seats, &compare_random, params->players,
                      large ? params->players : compare_between(1, 4), large ? 20 : 5,
                      compare_between(0, 3) == 0);
    assert_ok(cirno_seating_make, seats->list, seats->strategies, params->players,
              &compare_setup.seating);
    params->strategy = seats->list;
    params->texts = cirno_seating_texts(compare_setup.seating);
}

static void unseat(struct random_seats *seats)
{
    cirno_seating_free(compare_setup.seating);
    random_seats_free(seats);
    compare_setup.seating = NULL;
    compare_setup.base.params.strategy = NULL;
    compare_setup.base.params.texts = NULL;
}

static void strategies_agree(uint32_t games)
{
    static struct random_seats seats;
    seat_at_random(&seats);
    const uint32_t turns = turns_of_a_game();
    const uint32_t most = 300000 / (turns + 1) + 1;
    if (turns != 0)
        compare_games(compare_between(0, 1u << 30),
                      compare_between(1, most < games ? most : games));
    unseat(&seats);
}

/* Decks of the cards that the first game takes, of which others are rejected; piles of a paired
 * run; strategies. */
TEST(every_number_of_players_agrees_in_every_profile_however_games_are_played)
{
    enum { USUAL, SHORT_DECKS, PAIRED, SEATED, WAYS };
    for (uint32_t number = 0; number < CIRNO_MAX_PLAYERS * PROFILES * WAYS; number++) {
        const uint32_t players = 1 + number / (PROFILES * WAYS), way = number % WAYS;
        const char *const profile = profiles[number / WAYS % PROFILES];
        const bool longer = strcmp(profile, "max") == 0;
        if (!nf_test_tries(nf_test_random(&compare_random) % 3, 3) || (longer && way != USUAL))
            continue;
        deal_setup(players, longer ? 2 : compare_between(1, 20), 0, profile, NULL);
        compare_setup.base.params.paired = way == PAIRED;
        if (way == SHORT_DECKS || (way == PAIRED && players % 2 == 0))
            compare_setup.deck_limit = turns_of_a_game() + 2 * compare_setup.base.params.rounds;
        if (way == SEATED)
            strategies_agree(100);
        else
            compare_games(compare_between(0, 1000000), longer ? 33 : 75);
    }
}

/* One and two players, any number, a paired run, and twice with strategies. */
TEST(any_weights_and_any_number_of_games_agree)
{
    static const uint32_t counts[] = {0,  1,  2,  3,  7,  8,  15, 16, 17,  31,  32,
                                      33, 47, 48, 49, 63, 64, 65, 95, 127, 128, 129};
    enum { COUNTS = sizeof counts / sizeof *counts };
    static const char *const weights[] = {
        "A99=1",                           /* one ticket */
        "A99=1,DOUBLE=1,PASS=1,TURN=1",    /* a power of two: nothing is redrawn */
        "A1=40000,A99=1000,B1=7,DOUBLE=9", /* nearly half of the chunks are redrawn */
        "A49=32768,A99=1",                 /* nearly all that can be */
        "A99=65520,DOUBLE=15,TURN=1",      /* every chunk as it is */
        "A99=20001,DOUBLE=15000,PASS=10000,B9=10535,TURN=10000", /* again, of a mixture */
        "A99=30000,B19=20000,C2=10000,D2=5520,E0=1",             /* a prime total, 65521 */
        "A1=1,A2=2,A5=3,A9=4,A19=5,A49=6,A99=7,B1=8,B9=9,C2=2,D2=3,E0=4,E99=1,PASS=2,DOUBLE=4",
        "A19=3,A99=6,B19=9,C2=6,DOUBLE=6,PASS=2", /* p far below zero */
        "A99=16,B19=8,C2=4,DOUBLE=5",             /* 33 tickets */
        "A99=16,B19=8,C2=4,DOUBLE=4",             /* 32 */
        "A99=32,B19=16,C2=8,DOUBLE=9",            /* 65 */
        "A99=130,B19=60,C2=32,DOUBLE=34",         /* 256 */
        "A99=130,B19=60,C2=32,DOUBLE=35",
        "B19=4,B9=2,C2=3,DOUBLE=3,B1=1,PASS=1,D2=1,A99=1",          /* p down to its bound */
        "DOUBLE=6,TURN=6,PASS=3,A49=1,A99=2,E99=1,B1=1,A1=1",       /* chains of counter cards */
        "A1=3,A2=2,A5=1,A49=2,A99=2,DOUBLE=3,E99=1",                /* lost on the second card */
        "A99=30,A49=1,TURN=1,DOUBLE=1",                             /* rounds of two turns */
        "PASS=4,TURN=2,E0=4,E49=2,D2=4,B19=3,A19=2,A99=1,DOUBLE=1", /* of hundreds */
        "A1=2,A2=2,B1=3,C2=3,D2=4,E0=4,E49=2,E99=2,A49=1,A99=1,DOUBLE=3,B9=1,A9=1,A19=1,B19=1",
        "A99=2,B19=9,C2=9,PASS=2", /* p falls without end */
        "A99=9,B9=2,C2=9,D2=2,TURN=1",
    };
    for (size_t i = 0; i < sizeof weights / sizeof *weights; i++)
        for (int repeat = 0; repeat < 6; repeat++) {
            deal_setup(repeat < 2 ? (uint32_t)repeat + 1 : compare_between(3, 30),
                       compare_between(1, 12), 0, NULL, weights[i]);
            compare_setup.base.params.paired = repeat == 3;
            if (repeat < 4)
                compare_games(compare_between(0, 1000000), counts[compare_between(0, COUNTS - 1)]);
            else
                strategies_agree(50);
        }
}

static void compare_hopeless(uint32_t rounds, uint32_t deck, const char *weights)
{
    deal_setup(compare_between(1, 30), rounds, deck, weights == NULL ? "uniform" : NULL, weights);
    const uint64_t first = compare_between(0, 1000);
    assert_int_equal(nf_test_compare_kernels(&compare_setup.base, first, 1, NULL), 0);
    assert_int_equal(nf_test_compare_kernel(&nf_checking, &compare_setup.base, first, 1), 0);
}

TEST(parameters_no_game_can_be_made_of_are_refused_alike)
{
    compare_hopeless(10, 29, NULL);             /* each round takes four cards or more */
    compare_hopeless(1, 2000, "B19=1");         /* p falls to -10^4 */
    compare_hopeless(1, 1000, "PASS=3,TURN=2"); /* nobody ever loses */
}

/* ---- explicit games ----------------------------------------------------------------------- */

/* Every kernel refuses the instance in the words of the reference, also while it plays others. */
static void compare_refused(const struct nf_text *bad, const struct nf_text *good)
{
    const struct nf_input inputs[] = {nf_text_input(good, "good"), nf_text_input(bad, "bad"),
                                      nf_text_input(good, "good")};
    struct nf_error right = {""}, err;
    for (const struct nf_kernel *const *kernel = cirno_game.kernels; *kernel != NULL; kernel++)
        for (int among = 0; among < 2 && (*kernel)->supported(); among++) {
            struct nf_text records[3] = {{0}};
            assert_int_equal(nf_play_instances(&cirno_game, *kernel, among ? inputs : &inputs[1],
                                               among ? 3 : 1, records, &err),
                             NF_INVALID);
            if (right.text[0] == '\0')
                right = err;
            assert_string_equal(err.text, right.text);
            assert_memory_equal(err.text, "bad:", 4);
            for (int i = 0; i < 3; i++)
                nf_text_free(&records[i]);
        }
}

/* Deals a game, and takes the last card away that it draws. */
TEST(an_explicit_game_without_its_last_card_is_refused_alike)
{
    for (int repeat = 0; repeat < 30; repeat++) {
        const struct nf_params params = {.players = compare_between(1, 30),
                                         .rounds = compare_between(1, 5),
                                         .profile = profiles[compare_between(0, 3)],
                                         .seed = nf_test_random(&compare_random) >> 1};
        FREED_BY(nf_test_release)
        struct nf_setup *const setup = nf_test_prepare(&cirno_game, &params);
        FREED_BY(nf_text_free) struct nf_text text = {0}, shorter = {0};
        FREED_BY(nf_match_close) struct nf_match match;
        assert_ok(cirno_game.deals->deal, setup, 0, &text, NULL);
        const struct nf_input input = nf_text_input(&text, "game");
        assert_ok(nf_match_open, &match, cirno_game.rules, &input);
        struct cirno_instance game = cirno_parsed_of(&match)->instance;
        game.deck_size--;
        cirno_print(&shorter, &game, cirno_parsed_of(&match)->names);
        compare_refused(&shorter, &text);
    }
}

/* A game of one round for one player, with so many of a card and then 20 of another. */
static struct nf_text alone(uint32_t count, const char *card, const char *last)
{
    struct nf_text text = {0};
    nf_text_format(&text, "1 1 %u\nCirno %s %s %s\n", count + 20, card, card, card);
    for (uint32_t i = 0; i < count + 20; i++)
        nf_text_format(&text, "%s%s", i < count ? card : last, i < count + 19 ? " " : "\n");
    return text;
}

TEST(an_explicit_game_whose_deck_runs_out_or_whose_p_leaves_its_bounds_is_refused_alike)
{
    FREED_BY(nf_text_free)
    struct nf_text good = alone(310, "B1", "A99"), runs_out = alone(0, "B1", "C2"),
                   falls = alone(980, "B19", "B19");
    compare_refused(&runs_out, &good);
    compare_refused(&falls, &good);
}

/* Plays games of one player and one round, dealt as `instances`, by the statement or a strategy. */
static uint64_t compare_dealt_by_hand(const struct cirno_instance *instances, uint64_t games,
                                      bool seated)
{
    static const struct nf_strategy own[] = {{"own", "", "normal\n  max E99\ndoubled\n  max E99\n"},
                                             {NULL, NULL, NULL}};
    uint64_t played;
    deal_setup(1, 1, 0, "uniform", NULL);
    compare_setup.instances = instances;
    if (seated)
        assert_ok(cirno_seating_make, "own", own, 1, &compare_setup.seating);
    played = nf_test_compare_kernels(&compare_setup.base, 0, games, NULL);
    cirno_seating_free(compare_setup.seating);
    compare_setup.seating = NULL;
    compare_setup.instances = NULL;
    return played;
}

/* p falls by 1 a turn as far as to be told, and then E99 makes it rise: what is one too low was so
 * for one turn only, and nothing that follows shows it. */
TEST(p_may_fall_to_one_above_its_bound_and_not_to_the_bound_itself)
{
    enum { FALL = CIRNO_P_BOUND, RISEN = 20, DECK = FALL + RISEN, BAD = 40 };
    static const uint8_t hand[CIRNO_HAND] = {CIRNO_B1, CIRNO_B1, CIRNO_B1};
    static uint8_t decks[2][DECK];
    struct cirno_instance instances[1 + BAD];
    for (int bad = 0; bad < 2; bad++) {
        const int last = FALL - 2 + bad; /* the card that makes p rise */
        for (int i = 0; i < DECK; i++)
            decks[bad][i] = i < last ? CIRNO_B1 : i == last ? CIRNO_E99 : CIRNO_A99;
    }
    for (int i = 0; i < 1 + BAD; i++)
        instances[i] = (struct cirno_instance){1, 1, DECK, hand, decks[i > 0]};
    for (int seated = 0; seated < 2; seated++)
        assert_int_equal(compare_dealt_by_hand(instances, 2, seated), 1);
}

/* ---- random parameters, as long as one likes ---------------------------------------------- */

static void random_weights(char *text, size_t size)
{
    static const uint32_t largest[] = {1, 3, 10, 100, 3000};
    const uint32_t most = largest[compare_between(0, 4)];
    size_t used = 0;
    for (int card = 0; card < CIRNO_CARDS; card++)
        if (card == CIRNO_A99 || compare_between(0, 3) != 0)
            used += (size_t)snprintf(text + used, size - used, "%s%s=%u", used == 0 ? "" : ",",
                                     cirno_cards[card].name, compare_between(1, most));
}

static void random_setup(void)
{
    char weights[300];
    random_weights(weights, sizeof weights);
    const bool own = compare_between(0, 1) != 0;
    deal_setup(compare_between(1, 30), compare_between(1, compare_between(0, 1) ? 100 : 5),
               compare_between(0, 2) != 0 ? 0 : compare_between(100, 20000),
               profiles[compare_between(0, PROFILES - 1)], own ? weights : NULL);
    compare_setup.base.params.weights = NULL; /* does not outlive this call, and is used no more */
}

/* Decks as short as a round can be: from one candidate in two to none is valid. */
TEST(games_whose_candidates_are_hardly_ever_valid_agree)
{
    for (int repeat = 0; repeat < (int)nf_test_often(15, 60, 60); repeat++) {
        char weights[300];
        const uint32_t rounds = compare_between(1, 3);
        random_weights(weights, sizeof weights);
        deal_setup(compare_between(1, 30), rounds, rounds * compare_between(4, 12), NULL, weights);
        compare_setup.base.params.weights = NULL; /* as in random_setup() */
        compare_games(compare_between(0, 1u << 30), 60);
    }
}

TEST(random_parameters_agree)
{
    const char *const wish = getenv("NF_TEST_TURNS");
    const uint64_t goal = wish != NULL ? strtoull(wish, NULL, 10) : 0,
                   least = nf_test_often(3000000, 10000000, 10000000);
    const uint64_t before = compared_turns;
    while (compared_turns < goal || compared_turns - before < least) {
        random_setup();
        if (compare_between(0, 1) != 0) {
            strategies_agree(MOST_GAMES);
            continue;
        }
        const uint32_t turns = turns_of_a_game();
        if (turns == 0)
            continue;
        const uint32_t most = 600000 / turns + 1;
        compare_games(compare_between(0, 1u << 30),
                      compare_between(1, most < MOST_GAMES ? most : MOST_GAMES));
    }
}

int main(void)
{
    compare_random = nf_test_seed();
    const int failed = nf_run_tests(NULL, NULL);
    printf("note: %" PRIu64 " turns compared\n", compared_turns);
    return failed;
}
