/* The player that verifies the values of a game of The Number Game against each other, and plays
 * it. */
#include "games/tng/check/verifier.h"

#include "games/tng/kernels/setup.h"
#include "games/tng/module.h"
#include "games/tng/rules/reference.h"
#include "tests/unit/support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct nf_setup *prepare(const char *profile, uint32_t rounds, uint64_t seed)
{
    const struct nf_params params = {
        .players = 2, .rounds = rounds, .profile = profile, .seed = seed};
    struct nf_setup *setup;
    struct nf_error err;
    if (tng_game.prepare(&params, &setup, &err) != NF_OK)
        fail_msg("%s", err.text);
    return setup;
}

/* Takes records and holds each against the reference. */
struct comparison {
    struct nf_sink sink;
    const struct tng_deal *deal;
    uint64_t games;
};

static void compare(struct nf_sink *sink, const struct nf_outcome *outcome)
{
    struct comparison *const comparison = (struct comparison *)sink;
    const struct tng_game game = tng_deal_game(comparison->deal, outcome->index);
    assert_int_equal(outcome->words[0], tng_reference_record(&game));
    comparison->games++;
}

static bool no_more(struct nf_feed *feed)
{
    (void)feed;
    return false;
}

static void it_plays_the_games_of_the_reference(void **state)
{
    (void)state;
    static const char *const profiles[] = {"uniform", "small", "few", "many", "long", "every"};
    const uint64_t seed = nf_test_seed();
    for (size_t i = 0; i < sizeof profiles / sizeof *profiles; i++) {
        struct nf_setup *const setup = prepare(profiles[i], 6, seed);
        struct comparison comparison = {{compare}, &((struct tng_setup *)setup)->deal, 0};
        struct nf_feed feed = {seed % 7000, seed % 7000 + 300, no_more};
        _Alignas(NF_CACHE_LINE) unsigned char memory[NF_CACHE_LINE];
        struct nf_error err;
        assert_int_equal(tng_verifier.memory(&tng_verifier, setup), sizeof memory);
        if (tng_verifier.play(&tng_verifier, setup, memory, &feed, &comparison.sink, &err) != NF_OK)
            fail_msg("%s", err.text);
        assert_int_equal(comparison.games, 300);
        tng_game.release(setup);
    }
}

static void a_game_behind_the_last_numbered_one_is_refused(void **state)
{
    (void)state;
    struct nf_setup *const setup = prepare("every", 2, 1);
    const struct tng_deal *const deal = &((struct tng_setup *)setup)->deal;
    struct comparison comparison = {{compare}, deal, 0};
    struct nf_feed feed = {tng_count(deal) - 1, tng_count(deal) + 1, no_more};
    struct nf_error err;
    assert_int_equal(tng_verifier.play(&tng_verifier, setup, NULL, &feed, &comparison.sink, &err),
                     NF_INVALID);
    assert_int_equal(comparison.games, 1);
    tng_game.release(setup);
}

/* A game of p = 11, e = 7 and the goals 8 and 9, solved. */
static struct tng_checked solved(void)
{
    enum { PLACE = 3 }; /* of 11 among the primes */
    struct tng_checked checked = {.moves = tng_checked_moves(tng_pair(PLACE, 7)),
                                  .goals = (uint64_t)3 << 8};
    assert_int_equal(checked.moves->p, 11);
    assert_int_equal(checked.moves->e, 7);
    tng_checked_solve(&checked);
    return checked;
}

static void moves_that_are_not_those_of_the_rules_are_seen(void **state)
{
    (void)state;
    for (uint32_t pair = 0; pair < TNG_PAIRS; pair++)
        assert_null(tng_check_moves(tng_checked_moves(pair)));
    const struct tng_moves sound = *solved().moves;
    struct tng_moves moves = sound;
    moves.p = 9;
    assert_string_equal(tng_check_moves(&moves), "p is not a prime from 3 to 47");
    moves.p = 53;
    assert_string_equal(tng_check_moves(&moves), "p is not a prime from 3 to 47");
    for (uint32_t e = 0; e < 2; e++) {
        moves = sound;
        moves.e = (uint8_t)e;
        assert_string_equal(tng_check_moves(&moves), "e is not from 2 to p-1");
    }
    moves.e = 11;
    assert_string_equal(tng_check_moves(&moves), "e is not from 2 to p-1");
    for (uint32_t n = 0; n < 11; n++) {
        moves = sound;
        moves.plus[n] = 11;
        assert_string_equal(tng_check_moves(&moves), "a move leads out of the range of numbers");
        moves = sound;
        moves.minus[n] = (uint8_t)((moves.minus[n] + 1) % 11);
        assert_string_equal(tng_check_moves(&moves), "a move does not add or subtract e^n");
        moves = sound;
        moves.before[moves.plus[n]] &= ~((uint64_t)1 << n);
        assert_string_equal(tng_check_moves(&moves), "a move is not found from where it leads");
    }
}

static void a_value_that_is_not_what_its_moves_make_it_is_seen(void **state)
{
    (void)state;
    const struct tng_checked sound = solved();
    uint32_t n;
    assert_null(tng_check_ends(&sound, &n));
    for (uint32_t at = 0; at < 11; at++)
        for (uint32_t ends = 0; ends < 16; ends++) {
            struct tng_checked checked = sound;
            checked.ends[at] = (uint8_t)ends;
            const char *const fault = tng_check_ends(&checked, &n);
            if (ends == sound.ends[at])
                assert_null(fault);
            else if (ends > TNG_MAX_MOVES)
                assert_string_equal(fault, "it ends after more moves than a game has");
            else
                assert_string_equal(fault, "its value does not follow from its moves");
            if (fault != NULL && ends <= TNG_MAX_MOVES)
                assert_true(n == at || sound.moves->plus[n] == at || sound.moves->minus[n] == at);
        }
}

/* Whether some number is won in one move by the lowest goal and by no other. */
static bool lowest_goal_counts(const struct tng_checked *checked)
{
    const struct tng_moves *const moves = checked->moves;
    const uint64_t lowest = checked->goals & -checked->goals;
    for (uint32_t n = 0; n < moves->p; n++) {
        const uint64_t to = (uint64_t)1 << moves->plus[n] | (uint64_t)1 << moves->minus[n];
        if ((to & checked->goals) == lowest)
            return true;
    }
    return false;
}

static void values_of_other_goals_are_seen(void **state)
{
    (void)state;
    const uint64_t seed = nf_test_seed();
    struct nf_setup *const setup = prepare("many", 6, seed);
    uint32_t seen = 0;
    for (uint64_t index = 0; index < 2000; index++) {
        const struct tng_dealt dealt = tng_deal_index(&((struct tng_setup *)setup)->deal, index);
        struct tng_checked checked = {.moves = tng_checked_moves(dealt.pair),
                                      .goals = dealt.packed & TNG_GOAL_MASK};
        uint32_t n;
        tng_checked_solve(&checked);
        assert_null(tng_check_ends(&checked, &n));
        if (!lowest_goal_counts(&checked))
            continue;
        checked.goals &= checked.goals - 1;
        assert_string_equal(tng_check_ends(&checked, &n),
                            "its value does not follow from its moves");
        seen++;
    }
    assert_true(seen > 500);
    tng_game.release(setup);
}

static void a_record_that_the_game_played_does_not_come_to_is_seen(void **state)
{
    (void)state;
    const struct tng_checked checked = solved();
    for (uint32_t n0 = 0; n0 < 11; n0++)
        for (uint32_t r = 1; r <= TNG_MAX_ROUNDS; r++) {
            const uint32_t record = tng_record(0, n0, r, checked.ends[n0]);
            assert_null(tng_check_record(&checked, n0, r, record));
            for (uint32_t outcome = TNG_DRAW; outcome <= TNG_Y; outcome++)
                if (outcome != tng_record_outcome(record))
                    assert_string_equal(tng_check_record(&checked, n0, r, (record & ~3u) | outcome),
                                        "play gives another outcome");
            assert_string_equal(tng_check_record(&checked, n0, r, record ^ 1u << TNG_RECORD_MOVES),
                                "play gives another number of moves");
        }
    struct tng_checked other = checked;
    const uint32_t record = tng_record(0, 3, 2, checked.ends[3]);
    assert_string_equal(tng_check_record(&checked, 11, 2, record), "n0 or a goal is not below p");
    assert_string_equal(tng_check_record(&checked, 3, 7, record),
                        "it has too many rounds or goals, or no rounds");
    assert_string_equal(tng_check_record(&checked, 3, 0, record),
                        "it has too many rounds or goals, or no rounds");
    other.goals |= (uint64_t)1 << 11;
    assert_string_equal(tng_check_record(&other, 3, 2, record), "n0 or a goal is not below p");
    other.goals = 0x7ff;
    assert_string_equal(tng_check_record(&other, 3, 2, record),
                        "it has too many rounds or goals, or no rounds");
    other = checked;
    memset(other.ends, 5, sizeof other.ends);
    assert_string_equal(tng_check_record(&other, 3, 6, record), "no move keeps its value");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_plays_the_games_of_the_reference),
        cmocka_unit_test(a_game_behind_the_last_numbered_one_is_refused),
        cmocka_unit_test(moves_that_are_not_those_of_the_rules_are_seen),
        cmocka_unit_test(a_value_that_is_not_what_its_moves_make_it_is_seen),
        cmocka_unit_test(values_of_other_goals_are_seen),
        cmocka_unit_test(a_record_that_the_game_played_does_not_come_to_is_seen),
    };
    return cmocka_run_group_tests_name("The Number Game: checking", tests, NULL, NULL);
}
