/* The cases of a bench on real games: every kernel has to play the games of the reference, in
 * every part and repetition. No test here depends on how long anything takes. */
#include "bench/bench_suite.h"
#include "games/cirno/rules/cirno.h"
#include "games/cirno/simulated/kernels/kernels.h"
#include "games/cirno/simulated/module.h"
#include "gen/cirno/deal.h"
#include "tests/unit/played.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <string.h>

/* ---- a kernel that plays wrongly ---- */

/* Passes games on with their last record changed. */
struct liar {
    struct nf_sink sink; /* first, so that a sink is its liar */
    struct nf_sink *to;
    uint32_t rounds;
};

static void lie(struct nf_sink *sink, const struct nf_outcome *outcome)
{
    struct liar *const liar = (struct liar *)sink;
    uint32_t rounds[NF_MAX_ROUNDS];
    struct nf_outcome changed = *outcome;
    memcpy(rounds, outcome->words, liar->rounds * sizeof *rounds);
    rounds[liar->rounds - 1] ^= 1;
    changed.words = rounds;
    liar->to->take(liar->to, &changed);
}

static size_t memory(const struct nf_kernel *self, const struct nf_setup *setup)
{
    (void)self;
    return cirno_reference.base.memory(&cirno_reference.base, setup);
}

static uint32_t good_calls; /* so many first are right */
static bool lies_ahead;     /* right unless the games were dealt beforehand */

static enum nf_status play_wrongly(const struct nf_kernel *self, const struct nf_setup *setup,
                                   void *block, struct nf_feed *feed, struct nf_sink *sink,
                                   struct nf_error *err)
{
    (void)self;
    struct liar liar = {{lie}, sink, setup->params.rounds};
    const bool dealt = ((const struct cirno_setup *)setup)->instances == NULL;
    const bool right = good_calls > 0 || (lies_ahead && dealt);
    good_calls -= good_calls > 0;
    return cirno_reference.base.play(&cirno_reference.base, setup, block, feed,
                                     right ? sink : &liar.sink, err);
}

static const struct nf_kernel wrong = {"wrong", nf_everywhere, memory, play_wrongly, .unfit = NULL};

/* ---- benches of little work ---- */

static double ticks;

/* A second passes between any two looks at it, so every repetition is long enough. */
static double ticking(void *owner)
{
    (void)owner;
    return ticks += 1;
}

static struct nf_bench_order small_order(const struct nf_kernel *second)
{
    struct nf_bench_order order = {
        .game = &cirno_game,
        .seed = 3,
        .profiles = {&cirno_game.profiles[0]},
        .rounds = {3},
        .players = {4},
        .threads = {1, 2},
        .profile_count = 1,
        .kernel_count = 1,
        .player_count = 1,
        .round_count = 1,
        .thread_count = 2,
        .run = true,
        .apart = true,
        .games = 50,
    };
    order.kernels[0] = &cirno_reference.base;
    if (second != NULL)
        order.kernels[order.kernel_count++] = second;
    return order;
}

static enum nf_status bench(const struct nf_bench_order *order, struct nf_bench_result *result,
                            struct nf_error *err)
{
    const struct nf_bench_plan plan = {
        .clock = {ticking, ticking, NULL}, .least_seconds = 0.5, .warmup = 1, .repeat = 3};
    return nf_bench_run(order, &plan, result, err);
}

TEST(an_order_makes_its_rows_of_the_same_games)
{
    struct nf_bench_order order = small_order(NULL);
    FREED_BY(nf_bench_result_free) struct nf_bench_result result;
    order.judge = true;
    assert_int_equal(nf_bench_count(&order), 5);
    assert_ok(bench, &order, &result);
    assert_int_equal(result.count, 5);
    static const enum nf_bench_part parts[] = {NF_BENCH_RUN, NF_BENCH_RUN, NF_BENCH_SIMULATE,
                                               NF_BENCH_DEAL, NF_BENCH_PLAY};
    for (size_t i = 0; i < 5; i++) {
        const struct nf_bench_row *const row = &result.rows[i];
        assert_int_equal(row->part, parts[i]);
        assert_int_equal(row->games, i < 4 ? 50 : 1);
        assert_int_equal(row->repeat, 3);
        assert_true(row->turns > row->games);
        if (row->part != NF_BENCH_PLAY)
            assert_int_equal(row->turns, result.rows[0].turns);
        if (row->part != NF_BENCH_PLAY && row->part != NF_BENCH_DEAL)
            assert_string_equal(row->digest, result.rows[0].digest);
    }
    assert_int_equal(result.rows[1].threads, 2);
    assert_int_equal(result.rows[4].players, 30);
    assert_int_equal(result.rows[4].deck, 300000);
}

TEST(more_games_than_were_dealt_ahead_are_played_over_and_over)
{
    struct nf_bench_order order = small_order(NULL);
    FREED_BY(nf_bench_result_free) struct nf_bench_result result;
    order.run = false;
    order.players[0] = order.rounds[0] = 1;
    order.games = 10000; /* 4,096 are dealt ahead, so each about 2.4 times */
    assert_ok(bench, &order, &result);
    assert_int_equal(result.count, 2);
    assert_int_equal(result.rows[0].turns, result.rows[1].turns);
}

static void assert_different(const struct nf_bench_order *order, const char *beginning,
                             const char *end)
{
    FREED_BY(nf_bench_result_free) struct nf_bench_result result;
    struct nf_error err = {""};
    assert_int_equal(bench(order, &result, &err), NF_DIFFERENT);
    if (strncmp(err.text, beginning, strlen(beginning)) != 0 || strstr(err.text, end) == NULL)
        fail_msg("found '%s', expected '%s...%s'", err.text, beginning, end);
}

TEST(a_kernel_with_another_digest_than_the_reference_is_named)
{
    struct nf_bench_order order = small_order(&wrong);
    assert_different(&order, "kernel wrong, run: the first ", ", the reference's");
    order.kernels[0] = &wrong; /* also without the reference in the bench */
    order.kernel_count = 1;
    assert_different(&order, "kernel wrong, run: the first ", ", the reference's");
}

TEST(a_kernel_that_plays_games_dealt_ahead_wrongly_is_named)
{
    const struct nf_bench_order order = small_order(&wrong);
    lies_ahead = true;
    assert_different(&order, "kernel wrong, simulate: the first ", ", the reference's");
    lies_ahead = false;
}

TEST(a_kernel_whose_repetitions_differ_is_named)
{
    struct nf_bench_order order = small_order(&wrong);
    order.thread_count = 1;
    order.apart = false;
    good_calls = 3; /* the check and two repetitions */
    assert_different(&order,
                     "kernel wrong, run: the first 50 games of profile uniform, 4 players, "
                     "3 rounds, seed 3, 1 thread: ",
                     ", as the time before");
}

/* ---- dealing ahead ---- */

static struct nf_setup *setup_of(const char *profile, uint32_t players, uint32_t deck)
{
    const struct nf_params params = {
        .players = players, .rounds = 20, .deck = deck, .profile = profile, .seed = 11};
    return nf_test_prepare(&cirno_game, &params);
}

static void assert_digest(const struct nf_setup *setup, uint64_t games,
                          const struct nf_digest *wanted)
{
    FREED_BY(nf_test_close_run)
    struct nf_run_result result = nf_test_run(setup, &cirno_reference.base, 0, games, 1, 0);
    const struct nf_digest *const found = &result.tally.digest;
    assert_true(wanted->low == found->low && wanted->high == found->high);
}

/* Overwrites the cards of a game. */
static void forget(const struct nf_setup *ahead, uint32_t index, uint32_t players)
{
    const struct cirno_instance *const game =
        &((const struct cirno_setup *)ahead)->instances[index];
    memset((void *)(uintptr_t)game->hands, 0xff, (size_t)players * CIRNO_HAND);
    memset((void *)(uintptr_t)game->deck, 0xff, game->deck_size);
}

TEST(games_dealt_ahead_and_again_have_the_outcomes_of_games_dealt_while_played)
{
    enum { GAMES = 100 };
    for (const struct nf_profile *profile = cirno_game.profiles; profile->name != NULL; profile++)
        for (uint32_t players = 1; players <= 30; players += 29) {
            /* A deck that some candidates run out of, so that attempts differ. */
            FREED_BY(nf_test_release)
            struct nf_setup *const setup =
                setup_of(profile->name, players, strcmp(profile->name, "uniform") == 0 ? 800 : 0);
            FREED_BY(nf_test_release) struct nf_setup *made = NULL;
            FREED_BY(nf_test_close_run)
            struct nf_run_result played = nf_test_run(setup, &cirno_reference.base, 0, GAMES, 1, 0);
            assert_ok(cirno_game.bench->predeal, setup, GAMES, &made);
            assert_digest(made, GAMES, &played.tally.digest);
            for (uint32_t index = 0; index < GAMES; index++) {
                forget(made, index, players);
                cirno_game.bench->redeal(made, index);
            }
            assert_digest(made, GAMES, &played.tally.digest);
        }
}

TEST(hopeless_parameters_end_dealing_ahead_with_the_reason)
{
    FREED_BY(nf_test_release) struct nf_setup *const setup = setup_of("uniform", 30, 1);
    struct nf_setup *made = NULL;
    assert_ends_saying(NF_INVALID, "--deck", cirno_game.bench->predeal, setup, 3, &made);
}
