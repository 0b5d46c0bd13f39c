/* How often 95% intervals hold the truth: by simulation where games count anything, by summing over
 * all that can come about where they count one of three outcomes. */
/* both: they are tried on runs */
#include "base/stats/estimate.h"
#include "sim/runs/paired.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <math.h>
#include <stdlib.h>

static uint64_t state_of_test;

/* How many of 64 chances came about, each with probability 2^-halvings. */
static uint32_t times(unsigned halvings)
{
    uint64_t bits = UINT64_MAX;
    for (unsigned i = 0; i < halvings; i++)
        bits &= nf_test_random(&state_of_test);
    return (uint32_t)__builtin_popcountll(bits);
}

static bool holds(const struct nf_estimate *estimate, double truth)
{
    return estimate->low <= truth && truth <= estimate->high;
}

/* Whether `hits` of `runs` are between the shares `least` and `most`, which are wider than chance
 * by four standard errors. */
static bool covers(const char *what, uint64_t games, uint32_t hits, uint32_t runs, double least,
                   double most)
{
    const double share = (double)hits / runs;
    const bool within = least <= share && share <= most;
    if (!within)
        print_message("%s, %u games: %.2f%% of %u intervals hold the truth\n", what,
                      (unsigned)games, 100 * share, runs);
    return within;
}

/* Adds a game of 64 chances at a seat, played twice. */
static void add_game(struct nf_paired *paired, uint32_t before, uint32_t after)
{
    const int64_t gain = (int64_t)after - before;
    paired->counts[0][0] += before;
    paired->counts[1][0] += after;
    paired->squares[0] += (uint64_t)(gain * gain);
}

static const uint32_t sizes[] = {2, 5, 10, 50, 2000};
enum { SIZES = sizeof sizes / sizeof *sizes };

/* ---- the same games played twice ---- */

static bool differences_hold(uint32_t games)
{
    const uint32_t runs = games > 100 ? 800 : nf_test_often(1000, 4000, 4000);
    uint32_t hits = 0;
    for (uint32_t run = 0; run < runs; run++) {
        struct nf_paired paired = {.games = games, .seats = 1, .trials = 64};
        for (uint32_t game = 0; game < games; game++)
            add_game(&paired, times(1), times(2));
        const struct nf_estimate difference = nf_paired_difference(&paired, 0);
        hits += holds(&difference, -0.25);
    }
    return covers("differences", games, hits, runs, runs < 4000 ? 0.915 : 0.935, 1);
}

TEST(differences_hold_the_truth_from_two_games_to_thousands)
{
    for (int i = 0; i < SIZES; i++)
        assert_beyond_luck(differences_hold(sizes[i]));
}

TEST(games_that_never_differ_leave_open_what_unseen_ones_do)
{
    for (uint64_t games = 2; games < 1000000; games *= 3) {
        const struct nf_paired paired = {.games = games, .seats = 1, .trials = 10};
        const struct nf_estimate difference = nf_paired_difference(&paired, 0);
        /* The exact bound on a share that was never seen. */
        const double most = 1 - pow(0.025, 1 / (double)games);
        assert_true(difference.mean == 0);
        assert_true(fabs(difference.high - most) < 1e-9 && fabs(difference.low + most) < 1e-9);
    }
}

/* ---- of two runs apart ---- */

static struct nf_estimate simulated_share(uint32_t games, unsigned halvings)
{
    uint64_t events = 0, squares = 0;
    for (uint32_t game = 0; game < games; game++) {
        const uint64_t count = times(halvings);
        events += count;
        squares += count * count;
    }
    return nf_share_between_games(games, 64, events, squares);
}

static bool differences_apart_hold(uint32_t games, uint32_t others)
{
    const uint32_t runs = nf_test_often(1000, 4000, 4000);
    const double chance = runs < 4000 ? 0.015 : 0; /* has more of a say in fewer runs */
    uint32_t hits = 0;
    for (uint32_t run = 0; run < runs; run++) {
        const struct nf_estimate a = simulated_share(games, 1), b = simulated_share(others, 2);
        const struct nf_estimate apart = nf_difference_apart(&a, &b, NF_MISS);
        hits += holds(&apart, -0.25);
    }
    /* Counts of two games are often alike by chance, and whole degrees of freedom coarse. */
    return covers("two runs", games, hits, runs, (games == 2 ? 0.92 : 0.935) - chance,
                  (games == 2 ? 0.995 : 0.97) + chance);
}

TEST(differences_of_two_runs_hold_the_truth_and_are_no_wider_than_that)
{
    static const uint32_t pairs[][2] = {{2, 2}, {5, 5}, {2, 50}, {10, 5}, {50, 50}, {300, 10}};
    const size_t count = sizeof pairs / sizeof *pairs;
    for (size_t i = 0; i < nf_test_often(count - 1, count, count); i++)
        assert_beyond_luck(differences_apart_hold(pairs[i][0], pairs[i][1]));
}

/* ---- several runs against the first ---- */

enum { OTHERS = 4, SIMULATED_SEATS = 3, TOGETHER = OTHERS * SIMULATED_SEATS };

/* Which of the others' intervals at a seat hold that nothing differs: runs apart, or game by game.
 */
static uint32_t held_at_seat(uint32_t games, unsigned halvings, bool paired)
{
    struct nf_paired pairs[OTHERS] = {{0}};
    const struct nf_estimate first = simulated_share(games, halvings);
    uint32_t held = 0;
    for (uint32_t game = 0; paired && game < games; game++) {
        const uint32_t before = times(halvings);
        for (int other = 0; other < OTHERS; other++)
            add_game(&pairs[other], before, times(halvings));
    }
    for (int other = 0; other < OTHERS; other++) {
        pairs[other].games = games;
        pairs[other].trials = 64;
        const struct nf_estimate share = simulated_share(games, halvings);
        const struct nf_estimate found =
            paired ? nf_estimate_at(nf_paired_difference(&pairs[other], 0), NF_MISS / TOGETHER)
                   : nf_difference_apart(&first, &share, NF_MISS / TOGETHER);
        held += holds(&found, 0);
    }
    return held;
}

static bool all_hold(uint32_t games, bool paired)
{
    static const unsigned halvings[SIMULATED_SEATS] = {1, 2, 5}; /* of a seat's share */
    const uint32_t runs = games > 100 ? nf_test_often(0, 50, 1000) : nf_test_often(150, 1000, 4000);
    uint32_t hits = 0, each = 0;
    for (uint32_t run = 0; run < runs; run++) {
        uint32_t held = 0;
        for (int seat = 0; seat < SIMULATED_SEATS; seat++)
            held += held_at_seat(games, halvings[seat], paired);
        hits += held == TOGETHER;
        each += held;
    }
    print_message("note: %u games%s: %.2f%% of %u comparisons hold all, %.3f%% of intervals\n",
                  games, paired ? ", paired" : "", 100.0 * hits / runs, runs,
                  100.0 * each / TOGETHER / runs);
    return covers("all of several", games, hits, runs, runs < 1000 ? 0.82 : 0.92, 1);
}

/* Bonferroni's, as stats --compare makes them. */
TEST(simultaneous_differences_hold_all_truths_at_once)
{
    for (int i = 1; i < (int)nf_test_often(SIZES - 1, SIZES, SIZES); i++)
        for (int paired = 0; paired < 2; paired++)
            assert_beyond_luck(all_hold(sizes[i], paired));
}

TEST(intervals_widen_with_what_is_asked_of_them)
{
    const struct nf_estimate made[] = {
        nf_share_exact(3, 40),
        nf_share_exact(0, 7),
        nf_share_exact(7, 7),
        nf_share_between_games(50, 10, 100, 300),
        nf_gap_between_games(30, 1, 9, 4, 13),
        nf_mean_between_games(20, 1, 10, 5, -1, 1),
    };
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        const struct nf_estimate same = nf_estimate_at(made[i], NF_MISS);
        assert_true(same.low == made[i].low && same.high == made[i].high);
        struct nf_estimate before = nf_estimate_at(made[i], 0.5);
        for (double miss = 0.05; miss > 1e-6; miss /= 10) {
            const struct nf_estimate wider = nf_estimate_at(made[i], miss);
            assert_true(wider.mean == made[i].mean && wider.low <= wider.mean);
            assert_true(wider.low <= before.low && wider.high >= before.high);
            assert_true(wider.high - wider.low > before.high - before.low);
            before = wider;
        }
    }
}

/* ---- shares ---- */

static bool shares_hold(uint32_t games, unsigned halvings)
{
    const uint32_t runs = games > 100 ? 400 : nf_test_often(1000, 2000, 2000);
    uint32_t hits = 0;
    for (uint32_t run = 0; run < runs; run++) {
        const struct nf_estimate share = simulated_share(games, halvings);
        hits += holds(&share, ldexp(1, -(int)halvings));
    }
    return covers("shares", games, hits, runs, runs < 2000 ? 0.90 : 0.925, 1);
}

TEST(shares_hold_the_truth_from_two_games_to_thousands)
{
    for (int i = 0; i < SIZES; i++)
        for (unsigned halvings = 1; halvings <= 5; halvings += 2)
            assert_beyond_luck(shares_hold(sizes[i], halvings));
}

/* Chances that were computed: certain in nine games of ten, else even. */
static bool computed_chances_hold(uint32_t games)
{
    enum { UNITS = 4096 };
    const uint32_t runs = games > 100 ? 400 : nf_test_often(1000, 2000, 2000);
    const double least = runs < 2000 ? 0.90 : 0.925;
    uint32_t hits = 0, gaps = 0;
    for (uint32_t run = 0; run < runs; run++) {
        uint64_t x = 0, squares = 0, y = 0, apart = 0;
        for (uint32_t game = 0; game < games; game++) {
            const uint64_t won = nf_test_between(&state_of_test, 0, 9) > 0 ? UNITS : UNITS / 2;
            const uint64_t lost = UNITS - won;
            x += won;
            y += lost;
            squares += won * won;
            apart += (won - lost) * (won - lost);
        }
        const struct nf_estimate share = nf_chance_between_games(games, UNITS, x, squares);
        const struct nf_estimate gap = nf_chance_gap_between_games(games, UNITS, x, y, apart);
        hits += holds(&share, 0.95);
        gaps += holds(&gap, 0.9);
    }
    return covers("chances", games, hits, runs, least, 1) &&
           covers("gaps of chances", games, gaps, runs, least, 1);
}

TEST(computed_chances_hold_the_truth_from_two_games_to_thousands)
{
    for (int i = 0; i < SIZES; i++)
        assert_beyond_luck(computed_chances_hold(sizes[i]));
}

/* ---- X ahead of Y ---- */

static double log_times(uint32_t count, double chance)
{
    return count == 0 ? 0 : count * log(chance) - lgamma(count + 1.0);
}

/* Of `games` games X wins with chance x, Y with y: how often the interval of the gap holds x - y.
 */
static double coverage_of_gap(uint32_t games, const struct nf_estimate *estimates, double x,
                              double y)
{
    double covered = 0;
    for (uint32_t ups = 0; ups <= games; ups++)
        for (uint32_t downs = 0; ups + downs <= games; downs++) {
            const double chance =
                exp(lgamma(games + 1.0) + log_times(ups, x) + log_times(downs, y) +
                    log_times(games - ups - downs, 1 - x - y));
            if (holds(&estimates[ups * (games + 1) + downs], x - y))
                covered += chance;
        }
    return covered;
}

TEST(who_is_ahead_holds_the_truth_in_cells_of_any_size)
{
    static const uint32_t cells[] = {2, 3, 5, 10, 20, 50};
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        const uint32_t games = cells[i];
        FREED_BY(nf_test_free)
        struct nf_estimate *const estimates = calloc((games + 1) * (games + 1), sizeof *estimates);
        assert_non_null(estimates);
        for (uint32_t ups = 0; ups <= games; ups++)
            for (uint32_t downs = 0; ups + downs <= games; downs++)
                estimates[ups * (games + 1) + downs] =
                    nf_gap_between_games(games, 1, ups, downs, ups + downs);
        for (double x = 0.015; x < 1; x += 0.12)
            for (double y = 0.015; x + y < 1; y += 0.12) {
                const double covered = coverage_of_gap(games, estimates, x, y);
                /* Where nearly all games are alike, 5 tell little of the others. */
                if (covered < (x > 0.9 || y > 0.9 ? 0.92 : 0.935))
                    fail_msg("%u games, X wins %.3f, Y %.3f: %.2f%% hold the truth", games, x, y,
                             100 * covered);
            }
    }
}

TEST(who_is_ahead_of_many_games_is_judged_by_the_variance_between_them)
{
    for (uint64_t games = 10000; games <= UINT64_C(10000000000000); games *= 1000) {
        const uint64_t x = games / 3, y = games / 7;
        const struct nf_estimate gap = nf_gap_between_games(games, 1, x, y, x + y);
        const struct nf_estimate back = nf_gap_between_games(games, 1, y, x, x + y);
        const double n = (double)games, mean = ((double)x - (double)y) / n;
        const double half = NF_Z95 * sqrt((((double)x + (double)y) / n - mean * mean) / n);
        assert_true(fabs(gap.mean - mean) < 1e-12);
        assert_true(fabs(gap.high - mean - half) < half * 0.02 + 1e-14);
        assert_true(fabs(mean - gap.low - half) < half * 0.02 + 1e-14);
        assert_true(back.low == -gap.high && back.high == -gap.low);
    }
}

/* ---- ending when intervals are narrow ---- */

/* Looks of run --until-width, where every game is one chance. */
enum { FIRST_LOOK = 1024, LAST_LOOK = 4096 };

/* Places of the shares of a look of so many games in a list of all looks. */
static size_t place_of(uint32_t games)
{
    return games - FIRST_LOOK + games / FIRST_LOOK;
}

static double chance_of(uint32_t games, uint32_t events, double truth)
{
    return exp(lgamma(games + 1.0) + log_times(events, truth) +
               log_times(games - events, 1 - truth));
}

/* The share of runs whose last interval holds the truth, where the first look that finds it as
 * narrow as `width` ends the run. */
static double coverage_of_ending(const struct nf_estimate *shares, double truth, double width)
{
    static double now[LAST_LOOK + 1], then[LAST_LOOK + 1], chances[LAST_LOOK + 1];
    double covered = 0;
    for (uint32_t i = 0; i <= LAST_LOOK; i++)
        now[i] = i == 0;
    for (uint32_t games = FIRST_LOOK, more = FIRST_LOOK; games <= LAST_LOOK;
         more = games, games *= 2) {
        for (uint32_t k = 0; k <= more; k++)
            chances[k] = chance_of(more, k, truth);
        for (uint32_t i = 0; i <= games; i++)
            then[i] = 0;
        for (uint32_t i = 0; i <= games - more; i++)
            for (uint32_t k = 0; now[i] > 1e-9 && k <= more; k++)
                then[i + k] += now[i] * chances[k];
        for (uint32_t i = 0; i <= games; i++) {
            const struct nf_estimate *const share = &shares[place_of(games) + i];
            const bool ends = games == LAST_LOOK || share->high - share->low <= width;
            now[i] = ends ? 0 : then[i];
            covered += ends && holds(share, truth) ? then[i] : 0;
        }
    }
    return covered;
}

TEST(ending_when_an_interval_is_narrow_costs_hardly_any_coverage)
{
    static const double truths[] = {0.01, 0.03, 0.06, 0.1483, 0.2229, 0.4};
    static struct nf_estimate shares[2 * LAST_LOOK + 3];
    for (uint32_t games = FIRST_LOOK; games <= LAST_LOOK; games *= 2)
        for (uint32_t i = 0; i <= games; i++)
            shares[place_of(games) + i] = nf_share_between_games(games, 1, i, i);
    for (size_t i = 0; i < sizeof truths / sizeof *truths; i++)
        for (double width = 0.05; nf_test_tries(i % 3, 3) && width > 0.02; width -= 0.02) {
            const double covered = coverage_of_ending(shares, truths[i], width);
            if (covered < 0.935)
                fail_msg("share %.3f: %.2f%% hold the truth", truths[i], 100 * covered);
        }
}

int main(void)
{
    state_of_test = nf_test_seed();
    return nf_run_tests(NULL, NULL);
}

/* ---- design effects ---- */

TEST(games_that_are_all_or_nothing_have_as_many_times_the_variance_as_they_have_chances)
{
    struct nf_clusters clusters = {0};
    assert_true(nf_design_effect(&clusters) == 1);
    for (int game = 0; game < 100; game++)
        nf_clusters_add(&clusters, game % 2 == 0 ? 10 : 0, 10);
    const double wider = nf_student(99, NF_MISS) / nf_normal_quantile(1 - NF_MISS / 2);
    assert_true(fabs(nf_design_effect(&clusters) - 10 * wider * wider * 100 / 99) < 1e-9);
}

TEST(games_of_one_share_whatever_their_chances_do_not_differ)
{
    struct nf_clusters same = {0}, more = {0};
    for (int game = 1; game <= 100; game++) {
        nf_clusters_add(&same, game, 2 * game);
        nf_clusters_add(&more, game + game % 2, 2 * game);
    }
    assert_true(nf_design_effect(&same) == 1); /* it cannot be told */
    assert_true(nf_design_effect(&more) > 0 && nf_design_effect(&more) < 0.1);
}

TEST(chances_with_a_design_effect_count_as_so_many_times_fewer)
{
    const struct nf_estimate exact = nf_share_exact(30, 100);
    const struct nf_estimate found = nf_share_by_effect(120, 400, 4);
    assert_true(found.mean == exact.mean && found.low == exact.low && found.high == exact.high);
    assert_true(isnan(nf_share_by_effect(0, 0, 4).mean));
}
