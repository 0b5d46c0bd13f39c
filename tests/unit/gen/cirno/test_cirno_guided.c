/* Guided cases of Cirno's game: their sizes and names, what they stand for, and limits. What holds
 * of the cases of every game is in core/test_guided.c. */
#include "gen/cirno/guided.h"

#include "core/format/judge.h"
#include "games/cirno/judge/judge.h"
#include "games/cirno/module.h"
#include "gen/cirno/deal.h"
#include "gen/cirno/setup.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <string.h>

enum { CASES = 1000 };

static struct nf_text guide(uint64_t seed, uint64_t index, const struct nf_case_limits *limits)
{
    struct nf_text instance = {0};
    assert_ok(cirno_guide, seed, index, limits, &instance);
    return instance;
}

/* Parses a case; fails unless it is valid in all details. Close it. */
static void check_valid(const struct nf_text *instance, struct nf_match *match)
{
    const struct nf_input input = nf_text_input(instance, "case");
    FREED_BY(nf_text_free) struct nf_text report = {0};
    struct nf_error err;
    if (nf_verify(&cirno_game, &input, &report, &err) != NF_OK ||
        nf_match_open(match, &cirno_game, &input, &err) != NF_OK)
        fail_msg("%s\n%.*s", err.text, (int)instance->size, instance->data);
    nf_text_bytes(&report, "", 1);
    if (strstr(report.data, "warning") != NULL)
        fail_msg("%s%.*s", report.data, (int)instance->size, instance->data);
}

TEST(test_cases_are_valid_and_their_names_differ)
{
    const uint64_t seed = nf_test_seed();
    uint32_t small = 0, most_players = 0, most_rounds = 0, longest_name = 0;
    for (uint64_t index = 0; index < 5 * CASES; index++) {
        FREED_BY(nf_text_free) struct nf_text instance = guide(seed, index, NULL);
        FREED_BY(nf_match_close) struct nf_match match;
        check_valid(&instance, &match);
        const struct cirno_instance *const game = &cirno_parsed_of(&match)->instance;
        small += game->players <= 9 && game->rounds <= 4 && game->deck_size < 60;
        most_players = game->players > most_players ? game->players : most_players;
        most_rounds = game->rounds > most_rounds ? game->rounds : most_rounds;
        for (uint32_t seat = 0; seat < game->players; seat++)
            if (cirno_parsed_of(&match)->names[seat].length > longest_name)
                longest_name = cirno_parsed_of(&match)->names[seat].length;
    }
    assert_true(small > 4 * CASES);
    assert_true(most_players > 20 && most_rounds > 8);
    assert_int_equal(longest_name, CIRNO_MAX_NAME);
}

/* ---- what leads to a case ---- */

/* Dealt games have small attempts, dice and suites one of the two highest bits. */
TEST(test_no_stream_is_one_that_something_else_reads)
{
    const uint64_t taken = UINT64_C(3) << 62;
    for (uint64_t attempt = 0; attempt < 1000; attempt++) {
        const uint64_t guided = CIRNO_GUIDE_STREAM + attempt;
        assert_true(guided >= cirno_attempts(1));
        assert_int_equal(guided & taken, 0);
        assert_true(guided < CIRNO_ORDER_STREAM);
    }
    assert_int_equal(CIRNO_ORDER_STREAM & taken, 0);
}

TEST(test_each_run_of_targets_has_all_events_and_rare_ones_twice)
{
    const uint64_t seed = nf_test_seed();
    uint32_t same_order = 0;
    for (uint64_t run = 0; run < 50; run++) {
        uint32_t counts[CIRNO_EVENTS] = {0}, twice = 0;
        for (uint64_t place = 0; place < CIRNO_GUIDE_ROUND; place++) {
            const unsigned target = cirno_guide_target(seed, run * CIRNO_GUIDE_ROUND + place);
            counts[target]++;
            same_order += target == cirno_guide_target(seed, place);
        }
        for (unsigned event = 0; event < CIRNO_EVENTS; event++) {
            assert_in_range(counts[event], event < CIRNO_SMALLEST_TIES_END ? 2 : 1, 2);
            twice += counts[event] == 2;
        }
        assert_int_equal(twice, CIRNO_SMALLEST_TIES_END + CIRNO_RARE_OTHERS);
    }
    /* The first run agrees with itself; the others in few places. */
    assert_true(same_order < 6 * CIRNO_GUIDE_ROUND);
}

/* ---- limits ---- */

static void check_limits(uint64_t seed, const struct nf_case_limits *limits)
{
    for (uint64_t index = 0; index < 3 * CIRNO_GUIDE_ROUND; index++) {
        FREED_BY(nf_text_free) struct nf_text instance = guide(seed, index, limits);
        FREED_BY(nf_match_close) struct nf_match match;
        check_valid(&instance, &match);
        assert_true(limits->players == 0 ||
                    cirno_parsed_of(&match)->instance.players <= limits->players);
        assert_true(limits->rounds == 0 ||
                    cirno_parsed_of(&match)->instance.rounds <= limits->rounds);
        assert_true(limits->deck == 0 ||
                    cirno_parsed_of(&match)->instance.deck_size <= limits->deck);
    }
}

TEST(test_limits_are_kept)
{
    const uint64_t seed = nf_test_seed();
    static const struct nf_case_limits limits[] = {
        {1, 0, 0},  {2, 0, 0},  {0, 1, 0}, {0, 0, 4},   {0, 0, 5},          {0, 0, 7},
        {0, 0, 12}, {3, 2, 20}, {1, 1, 4}, {30, 12, 9}, {500, 500, 500000}, {2, 3, 12},
    };
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
        check_limits(seed, &limits[i]);
}

TEST(test_a_deck_that_no_game_can_do_with_is_a_usage_error)
{
    for (uint32_t deck = 1; deck < 4; deck++) {
        const struct nf_case_limits limits = {0, 0, deck};
        struct nf_text instance = {0};
        char expected[100];
        snprintf(expected, sizeof expected,
                 "a deck of at most %u cards: no round ends within that, expected at least 4",
                 deck);
        assert_ends(NF_USAGE, expected, cirno_guide, 1, 1, &limits, &instance);
        assert_int_equal(instance.size, 0);
    }
}
