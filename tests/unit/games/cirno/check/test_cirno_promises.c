/* The player of run --check plays the games of the reference, also where candidates are thrown away
 * or none is left. That promises notice what breaks them is in tests/promises. */
#include "core/promises.h"
#include "games/cirno/kernels/reference.h"
#include "games/cirno/module.h"
#include "gen/cirno/setup.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <stdlib.h>
#include <string.h>

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
    const struct nf_kernel *const player = &nf_checking;
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
    assert_int_equal(nf_prepare(&cirno_game, params, &setup, &err), NF_OK);
    uint64_t played;
    if (check_games(setup, first, games, &played, &err) != NF_OK)
        fail_msg("%s", err.text);
    assert_int_equal(played, games);
    nf_release(setup);
}

TEST(it_plays_the_games_of_the_reference)
{
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
    assert_int_equal(nf_prepare(&cirno_game, params, &setup, &err), NF_OK);
    const enum nf_status status = cirno_play_index((const struct cirno_setup *)setup, index, rounds,
                                                   rejected, &reference_err);
    uint64_t played;
    assert_int_equal(check_games(setup, index, 1, &played, &err), status);
    assert_int_equal(played, status == NF_OK);
    if (status != NF_OK)
        assert_string_equal(err.text, reference_err.text);
    nf_release(setup);
}

TEST(a_deck_that_is_used_up_is_enough_and_one_card_less_is_not)
{
    const uint64_t seed = nf_test_seed() >> 1;
    for (uint64_t index = 0; index < 20; index++) {
        struct nf_params params = {.players = 3, .rounds = 10, .profile = "uniform", .seed = seed};
        struct nf_setup *setup;
        struct nf_error err;
        uint32_t rounds[CIRNO_MAX_ROUNDS], rejected[NF_REJECT_KINDS];
        assert_int_equal(nf_prepare(&cirno_game, &params, &setup, &err), NF_OK);
        assert_int_equal(
            cirno_play_index((const struct cirno_setup *)setup, index, rounds, rejected, &err),
            NF_OK);
        nf_release(setup);
        for (uint32_t round = 0; round < params.rounds; round++)
            params.deck += (rounds[round] >> NF_SEAT_BITS) + CIRNO_HAND - 1;
        play_as_the_reference_does(&params, index, 1);
        params.deck--; /* for short games of which hardly another one is found */
        end_as_the_reference_does(&params, index);
    }
}

TEST(it_gives_up_where_the_reference_does)
{
    struct nf_setup *setup;
    struct nf_error err = {""}, reference_err = {""};
    uint32_t rounds[CIRNO_MAX_ROUNDS], rejected[NF_REJECT_KINDS];
    uint64_t played;
    const struct nf_params params = {
        .players = 2, .rounds = 50, .deck = 20, .profile = "uniform", .seed = 3};
    assert_int_equal(nf_prepare(&cirno_game, &params, &setup, &err), NF_OK);
    assert_int_equal(
        cirno_play_index((const struct cirno_setup *)setup, 5, rounds, rejected, &reference_err),
        NF_INVALID);
    assert_int_equal(check_games(setup, 5, 1, &played, &err), NF_INVALID);
    assert_int_equal(played, 0);
    assert_string_equal(err.text, reference_err.text);
    nf_release(setup);
}
