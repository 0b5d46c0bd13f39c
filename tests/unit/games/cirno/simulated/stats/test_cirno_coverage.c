/* How often intervals of shares of rounds hold the truth where games are unlike each other. */
#include "base/stats/estimate.h"
#include "games/cirno/simulated/kernels/kernels.h"
#include "games/cirno/simulated/module.h"
#include "games/cirno/simulated/stats/tallying.h"
#include "sim/kernel.h"
#include "tests/unit/played.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SHARES = 2, GAMES = 50, TRUTH = 20000 };

static const struct nf_kernel *fast_kernel(void)
{
    return cirno_avx2.supported() ? &cirno_avx2 : &cirno_portable;
}

/* That who sits next to the starter loses, and that a round has three turns. */
static void shares_of(const struct nf_params *params, uint64_t games,
                      struct nf_estimate shares[SHARES])
{
    FREED_BY(nf_test_played_close)
    struct nf_test_played played = nf_test_play(&cirno_game, params, fast_kernel(), 0, games);
    shares[0] = cirno_relative_share(&played.tally, 1);
    shares[1] = cirno_turns_share(&played.tally, 3);
}

/* Intervals of 95% miss these bounds, 5.3 standard errors, in one test of 10^6. */
static void check_hits(const char *what, int share, uint32_t hits, uint32_t runs)
{
    printf("note: %s, share %d: %.2f%% covered\n", what, share, 100.0 * hits / runs);
    if (!(fabs(hits - 0.95 * runs) <= 5.3 * sqrt(0.95 * 0.05 * runs)))
        fail_msg("%s, share %d: %u of %u", what, share, hits, runs);
}

/* Intervals that took rounds as independent held the truth in 90 to 91% of runs. */
TEST(intervals_of_shares_hold_the_truth_where_strategies_differ)
{
    static const char *const seats[] = {"1=random,2=last-e", "1=random", "1=lowest"};
    uint64_t random = nf_test_seed();
    for (uint32_t i = 0; i < nf_test_often(1, 3, 3); i++) {
        struct nf_params params = {.players = i == 2 ? 3 : 2,
                                   .rounds = 100,
                                   .profile = "uniform",
                                   .strategy = seats[i],
                                   .seed = nf_test_random(&random) >> 1};
        const uint32_t runs = nf_test_often(600, 2500, 2500);
        uint32_t hits[SHARES] = {0};
        struct nf_estimate truth[SHARES], found[SHARES];
        shares_of(&params, TRUTH, truth);
        for (uint32_t run = 0; run < runs; run++) {
            params.seed = nf_test_random(&random) >> 1;
            shares_of(&params, GAMES, found);
            for (int k = 0; k < SHARES; k++)
                hits[k] += found[k].low <= truth[k].mean && truth[k].mean <= found[k].high;
        }
        for (int k = 0; k < SHARES; k++)
            check_hits(seats[i], k, hits[k], runs);
    }
}

/* ---- of details ---- */

/* A share of the details: of cards played, or of rounds lost at ten p. */
struct detail_share {
    const char *strategy, *weights;
    bool of_cards;
    uint32_t row;
};

/* A run of GAMES games: how often it came about, of how many. */
struct detail_run {
    uint64_t events, trials;
    double effect;
};

static struct detail_run details_so_far(const struct detail_share *share,
                                        const struct nf_tally *tally)
{
    const struct cirno_details *const details = cirno_details_of(tally);
    struct detail_run run = {0};
    for (int doubled = 0; doubled < 2; doubled++) {
        run.events += share->of_cards
                          ? details->played[doubled][share->row]
                          : nf_counts_total(details->loss_p[doubled] + 10 * share->row, 10);
        run.trials += share->of_cards ? NF_TOTAL(details->played[doubled])
                                      : NF_TOTAL(details->loss_p[doubled]);
    }
    return run;
}

/* Plays `count` runs of one seed. */
static void play_runs(const struct detail_share *share, const struct nf_params *params,
                      struct detail_run *runs, uint32_t count)
{
    FREED_BY(nf_test_release) struct nf_setup *const setup = nf_test_prepare(&cirno_game, params);
    FREED_BY(nf_tally_close) struct nf_tally tally = nf_test_tally(setup);
    const struct cirno_effects effects = cirno_measure_effects(setup);
    uint32_t *const records = nf_test_records(setup, fast_kernel(), 0, (uint64_t)count * GAMES);
    struct detail_run before = {0};
    for (uint32_t i = 0; i < count; i++) {
        for (uint64_t index = i * GAMES; index < (i + 1) * GAMES; index++) {
            const struct nf_outcome outcome = {.index = index,
                                               .words = records + index * params->rounds};
            nf_tally_game(&tally, &outcome);
        }
        nf_tally_settle(&tally);
        const struct detail_run now = details_so_far(share, &tally);
        runs[i] = (struct detail_run){now.events - before.events, now.trials - before.trials,
                                      share->of_cards ? effects.cards[share->row]
                                                      : effects.tens[share->row]};
        before = now;
    }
    assert_int_equal(cirno_details_of(&tally)->astray, 0);
    free(records);
}

/* Taken as independent, the cards had intervals that held the truth in 73% of runs. With these
 * weights p never falls below 0, so that no candidate of a game is thrown away. */
TEST(intervals_of_details_hold_the_truth_where_games_are_unlike_each_other)
{
    static const struct detail_share shares[] = {
        {"1=keep-e,2=last-e", "A1=1,A5=19,A49=16,A99=17", true, CIRNO_A5},
        {"1=statement,2=hold-bd", "A1=1,A99=17,C2=14,PASS=15,DOUBLE=17", false, 0},
    };
    enum { SEEDS = 20, RUNS_OF_SEED = 50 };
    const uint32_t seeds = nf_test_often(6, SEEDS, SEEDS), all = seeds * RUNS_OF_SEED;
    uint64_t random = nf_test_seed();
    for (int i = 0; i < 2; i++) {
        struct nf_params params = {.players = 2,
                                   .rounds = 100,
                                   .weights = shares[i].weights,
                                   .strategy = shares[i].strategy,
                                   .detail = true};
        static struct detail_run runs[SEEDS * RUNS_OF_SEED];
        double events = 0, trials = 0;
        uint32_t hits = 0;
        for (uint32_t seed = 0; seed < seeds; seed++) {
            params.seed = nf_test_random(&random) >> 1;
            play_runs(&shares[i], &params, runs + seed * RUNS_OF_SEED, RUNS_OF_SEED);
        }
        for (uint32_t run = 0; run < all; run++) {
            events += (double)runs[run].events;
            trials += (double)runs[run].trials;
        }
        for (uint32_t run = 0; run < all; run++) {
            const struct nf_estimate found =
                nf_share_by_effect(runs[run].events, runs[run].trials, runs[run].effect);
            hits += found.low <= events / trials && events / trials <= found.high;
        }
        check_hits(shares[i].strategy, i, hits, all);
    }
}
