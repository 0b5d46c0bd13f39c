/* What is counted of Cirno's games, on outcomes that are made up, not played: so who loses and how
 * long a round takes can be anything. */
#include "games/cirno/rules/cirno.h"
#include "games/cirno/simulated/module.h"
#include "games/cirno/simulated/stats/tallying.h"
#include "table/forms.h"
#include "tests/unit/played.h"
#include "tests/unit/said.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_cdf.h>

static void assert_near(double found, double wanted, double tolerance)
{
    if (!(fabs(found - wanted) <= tolerance))
        fail_msg("found %.15g, expected %.15g", found, wanted);
}

static struct nf_setup setup_of(uint32_t players, uint32_t rounds)
{
    return (struct nf_setup){&cirno_game,
                             {.players = players, .rounds = rounds, .profile = "uniform"}};
}

static void count_game(struct nf_tally *tally, uint64_t index, const uint32_t *records)
{
    nf_tally_game(tally, &(struct nf_outcome){.index = index, .words = records});
}

static uint32_t record(uint32_t turns, uint32_t loser)
{
    return turns << NF_SEAT_BITS | loser;
}

/* ---- figures ---- */

TEST(turns_are_exact_below_128_and_within_a_hundredth_above)
{
    const struct nf_setup setup = setup_of(1, 2);
    for (uint32_t turns = 1; turns <= 300000; turns = turns < 2000 ? turns + 1 : turns + 997) {
        FREED_BY(nf_tally_close) struct nf_tally tally = nf_test_tally(&setup);
        count_game(&tally, 0, (uint32_t[]){record(turns, 0), record(300000, 0)});
        const uint32_t told = cirno_turns_quantile(&tally, 0.5);
        if (turns < 128)
            assert_int_equal(told, turns);
        assert_true(told >= turns && told - turns <= turns / 100.0);
        assert_int_equal(cirno_turns_quantile(&tally, 1), 300000);
        assert_int_equal(nf_tally_turns(&tally), 300000 + turns);
    }
}

TEST(buckets_of_turns_join_without_gap_or_overlap)
{
    uint32_t next = 0, low, high;
    for (uint32_t bucket = 0; bucket < CIRNO_TURNS; bucket++) {
        cirno_turns_bucket(bucket, &low, &high);
        assert_int_equal(low, next);
        assert_true(high >= low && high - low <= low / 100.0);
        next = high + 1;
    }
    assert_true(next > CIRNO_MAX_DECK);
}

TEST(more_turns_than_any_deck_has_are_counted_last_and_harm_nothing)
{
    static const uint64_t lengths[] = {(1 << 19) - 1, 1 << 19, (1 << 27) - 1};
    const struct nf_setup setup = setup_of(1, 1);
    const struct cirno_layout layout = cirno_layout_of(&setup);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        FREED_BY(nf_tally_close) struct nf_tally tally = nf_test_tally(&setup);
        count_game(&tally, 0, (uint32_t[]){record((uint32_t)lengths[i], 0)});
        assert_int_equal(tally.sums[layout.turns + CIRNO_TURNS - 1], 1);
        assert_int_equal(tally.sums[layout.long_rounds], lengths[i]);
    }
}

TEST(squares_of_turns_do_not_overflow)
{
    const struct nf_setup setup = setup_of(1, 1);
    FREED_BY(nf_tally_close) struct nf_tally tally = nf_test_tally(&setup);
    FREED_BY(nf_tally_close) struct nf_tally copy = nf_test_tally(&setup);
    count_game(&tally, 0, (uint32_t[]){record(300000, 0)});
    nf_tally_settle(&tally);
    for (int doublings = 0; doublings < 40; doublings++) {
        memcpy(copy.sums, tally.sums, tally.sums_count * sizeof *tally.sums);
        copy.games = tally.games;
        nf_tally_merge(&tally, &copy);
    }
    assert_int_equal(tally.games, UINT64_C(1) << 40);
    assert_near(cirno_turns_mean(&tally), 300000, 1e-6);
    assert_true(cirno_turns_sd(&tally) < 1);
}

/* ---- what is shown ---- */

/* Counts games whose rounds are all the same, up to `games`. */
static void count_alike(struct nf_tally *tally, uint64_t games, uint32_t turns, uint32_t loser)
{
    uint32_t records[NF_MAX_ROUNDS];
    for (int i = 0; i < NF_MAX_ROUNDS; i++)
        records[i] = record(turns, loser);
    while (tally->games < games)
        count_game(tally, tally->games, records);
    nf_tally_settle(tally);
}

static void assert_shows(const struct nf_tally *tally, const char *words)
{
    struct nf_text text = {0};
    FREED_BY(nf_tables_free) struct nf_tables tables = {0};
    cirno_report(tally, &tables);
    nf_tables_terminal(&text, &tables);
    nf_said_take(&text);
    says(words);
}

TEST(why_seats_are_not_compared_is_reported)
{
    /* Of rounds that all are lost by one seat; a round a game is a trial, and no variance is
     * needed. */
    static const struct {
        uint32_t rounds, needed;
        const char *few, *enough;
    } cases[] = {
        {1, 20, "it takes 20\n",
         "alike?  chi-squared 20.00  p 0.0000077\n"
         "                  seats never are quite alike, for seat 1 starts "
         "each game\n"},
        {3, 34, "it takes 34\n", "alike?  cannot be told: some seats' losses never vary\n"},
        {9, 20, "it takes 20\n", "alike?  cannot be told: some seats' losses never vary\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct nf_setup setup = setup_of(2, cases[i].rounds);
        FREED_BY(nf_tally_close) struct nf_tally few = nf_test_tally(&setup);
        FREED_BY(nf_tally_close) struct nf_tally enough = nf_test_tally(&setup);
        count_alike(&few, cases[i].needed - 1, 9, 1);
        assert_shows(&few, cases[i].few);
        count_alike(&enough, cases[i].needed, 9, 1);
        assert_shows(&enough, cases[i].enough);
    }
}

/* With strategies, what makes seats differ is known. */
TEST(a_small_chance_of_seats_being_alike_is_explained_unless_strategies_differ)
{
    for (int differ = 0; differ < 2; differ++) {
        struct nf_setup setup = setup_of(2, 1);
        setup.params.strategy = differ ? "1=lowest" : NULL;
        FREED_BY(nf_tally_close) struct nf_tally tally = nf_test_tally(&setup);
        count_alike(&tally, 10, 9, 0);
        count_alike(&tally, 20, 9, 1);
        assert_shows(&tally, "p 1\n");
        count_alike(&tally, 40, 9, 1);
        assert_shows(&tally, differ ? "p 0.00157\nturns" : "p 0.00157\n  ");
    }
}

/* Two numbers of turns share a bucket from 256 on: the table says both, and gives each its half. */
TEST(a_table_of_turns_names_all_numbers_of_a_bucket)
{
    static const uint64_t wanted[][3] = {{255, 255, 254}, {256, 257, 255}, {300, 301, 277}};
    const struct nf_setup setup = setup_of(1, 1);
    FREED_BY(nf_tally_close) struct nf_tally tally = nf_test_tally(&setup);
    FREED_BY(nf_tables_free) struct nf_tables tables = {0};
    count_alike(&tally, 30, 301, 0);
    cirno_report(&tally, &tables);
    const struct nf_table *const turns = nf_tables_find(&tables, "turns");
    assert_int_equal(nf_table_rows(turns), 278);
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        for (size_t key = 0; key < 2; key++)
            assert_int_equal(nf_table_cell(turns, wanted[i][2], key)->count, wanted[i][key]);
    assert_near(nf_table_cell(turns, 277, nf_table_column(turns, "share"))->number, 0.5, 0);
}

/* In the sample of 100 games each number of turns from 64 to 127 came up in 25 of them, four times:
 * a variance of 300/99 where independent rounds have 0.99. */
TEST(shares_of_128_turns_and_more_have_the_design_effect_of_those_from_64_to_127)
{
    const struct nf_setup setup = setup_of(2, 100);
    const struct cirno_layout layout = cirno_layout_of(&setup);
    FREED_BY(nf_tally_close) struct nf_tally tally = nf_test_tally(&setup);
    tally.games = tally.sums[layout.sampled] = 100;
    for (uint32_t turns = 64; turns < CIRNO_TURNS_EXACT; turns++) {
        tally.sums[layout.turns + turns] = tally.sums[layout.lengths + 2 * turns] = 100;
        tally.sums[layout.lengths + 2 * turns + 1] = 400;
    }
    tally.sums[layout.turns + 200] = 500;
    const struct nf_estimate found = cirno_long_share(&tally, 200);
    const struct nf_estimate wanted = nf_share_by_effect(500, 10000, 300.0 / 99 / 0.99);
    assert_near(found.mean, 0.05, 1e-15);
    assert_near(found.low, wanted.low, 1e-12);
    assert_near(found.high, wanted.high, 1e-12);
    /* As a file of the layout before has no sample. */
    nf_tally_drop_added(&tally);
    const struct nf_estimate apart = cirno_long_share(&tally, 200);
    assert_near(apart.high, nf_share_exact(500, 10000).high, 1e-15);
}

TEST(the_longest_of_500_rounds_are_left_to_the_second_drawing_of_turns)
{
    const struct nf_setup setup = setup_of(1, 1);
    for (uint64_t long_ones = 1; long_ones <= 3; long_ones += 2) {
        FREED_BY(nf_tally_close) struct nf_tally tally = nf_test_tally(&setup);
        FREED_BY(nf_tables_free) struct nf_tables tables = {0};
        count_alike(&tally, 1000 - long_ones, 10, 0);
        count_alike(&tally, 1000, 130, 0);
        cirno_report(&tally, &tables);
        const struct nf_table *const turns = nf_tables_find(&tables, "turns");
        assert_int_equal(nf_table_rows(turns), 130);
        assert_int_equal(turns->about.charts[0].rows, long_ones == 1 ? 10 : 130);
        assert_int_equal(turns->about.charts[1].rows, 0);
        assert_true(turns->about.charts[1].log && !turns->about.charts[0].log);
    }
}

TEST(who_plays_alone_has_no_charts_but_those_of_turns)
{
    for (uint32_t players = 1; players <= 2; players++) {
        const struct nf_setup setup = setup_of(players, 2);
        FREED_BY(nf_tally_close) struct nf_tally tally = nf_test_tally(&setup);
        FREED_BY(nf_tables_free) struct nf_tables tables = {0};
        size_t charts = 0;
        cirno_report(&tally, &tables);
        for (size_t i = 0; i < tables.count; i++)
            for (size_t c = 0; c < NF_MAX_CHARTS; c++)
                charts += tables.list[i].about.charts[c].kind != NF_NO_CHART;
        assert_int_equal(charts, players == 1 ? 2 : 5);
        const struct nf_chart *const seats = nf_tables_find(&tables, "seats")->about.charts;
        const struct nf_chart *const places =
            nf_tables_find(&tables, "losses_from_starter")->about.charts;
        const struct nf_chart *const turns = nf_tables_find(&tables, "turns")->about.charts;
        assert_near(seats[0].reference, 1.0 / players, 0);
        assert_near(seats[1].reference, 1.0 / players, 0);
        assert_near(places[0].reference, 1.0 / players, 0);
        assert_near(turns[0].kink, players + 0.5, 0);
        assert_int_equal(turns[0].kink_is != NULL, players > 1);
    }
}

/* ---- random outcomes, counted once more in a plain way ---- */

static uint64_t state_of_test;

static uint32_t between(uint32_t low, uint32_t high)
{
    return nf_test_between(&state_of_test, low, high);
}

/* Counts a game by loops that are slow and plain; adds up the squares of turns. */
static void count_plainly(struct nf_tally *tally, uint64_t index, const uint32_t *records,
                          double *squares)
{
    const struct cirno_layout at = cirno_layout_of(tally->setup);
    uint64_t *const sums = tally->sums, *product = sums + at.products;
    uint32_t losses[NF_MAX_SEATS] = {0}, before = at.seats, starter = 0;
    uint64_t places[NF_MAX_SEATS] = {0}, lengths[128] = {0};
    for (uint32_t round = 0; round < at.rounds; round++) {
        const uint32_t loser = records[round] % 32;
        const uint64_t turns = records[round] / 32, square = turns * turns;
        uint32_t octave = 0;
        while (turns >> octave >= 256)
            octave++;
        sums[at.after + before * at.seats + loser]++;
        sums[at.turns + 128 * octave + (turns >> octave)]++;
        sums[at.long_rounds] += turns < 128 ? 0 : turns;
        sums[at.long_rounds + 1] += turns < 128 ? 0 : square % (1 << 20);
        sums[at.long_rounds + 2] += turns < 128 ? 0 : square >> 20;
        nf_extreme_offer(&tally->extremes[CIRNO_LONGEST_ROUND], false, turns, index);
        nf_extreme_offer(&tally->extremes[CIRNO_SHORTEST_ROUND], true, turns, index);
        losses[loser]++;
        places[(loser + at.seats - starter) % at.seats]++;
        if (turns < 128)
            lengths[turns]++;
        before = starter = loser;
        *squares += (double)square;
    }
    for (uint32_t a = 0; a < at.seats; a++) {
        sums[at.in_game + a * (at.rounds + 1) + losses[a]]++;
        nf_extreme_offer(&tally->extremes[CIRNO_MOST_LOSSES], false, losses[a], index);
        for (uint32_t b = a; b < at.seats; b++)
            *product++ += (uint64_t)losses[a] * losses[b];
    }
    const bool sampled = index < 1024 || index % 16 == 0;
    sums[at.sampled] += sampled;
    for (uint32_t i = 0; sampled && i < at.seats; i++) {
        sums[at.places + 2 * i] += places[i];
        sums[at.places + 2 * i + 1] += places[i] * places[i];
    }
    for (uint32_t i = 0; sampled && i < 128; i++) {
        sums[at.lengths + 2 * i] += lengths[i];
        sums[at.lengths + 2 * i + 1] += lengths[i] * lengths[i];
    }
    tally->games++;
}

/* Rounds of all lengths, or all short ones, or all long ones; two batches of games and a part of
 * one, backwards or forwards, and every third game in a tally of its own. */
TEST(every_sum_is_what_a_plain_count_comes_to_in_any_order_of_games)
{
    enum { GAMES = 150 };
    for (int turn = 0; turn < 60; turn++) {
        const struct nf_setup setup = setup_of(between(1, 30), between(1, NF_MAX_ROUNDS));
        const uint32_t low = between(0, 2) * 100 + 1, high = low + (1u << between(0, 17));
        FREED_BY(nf_tally_close) struct nf_tally tally = nf_test_tally(&setup);
        FREED_BY(nf_tally_close) struct nf_tally other = nf_test_tally(&setup);
        FREED_BY(nf_tally_close) struct nf_tally wanted = nf_test_tally(&setup);
        double squares = 0;
        for (uint32_t i = 0; i < GAMES; i++) {
            const uint32_t game = turn % 2 ? GAMES - 1 - i : i;
            uint32_t records[NF_MAX_ROUNDS];
            for (uint32_t round = 0; round < setup.params.rounds; round++)
                records[round] = record(between(low, high), between(0, setup.params.players - 1));
            count_game(game % 3 ? &tally : &other, game, records);
            count_plainly(&wanted, game, records, &squares);
        }
        nf_tally_settle(&tally);
        nf_tally_settle(&other);
        nf_tally_merge(&tally, &other);
        assert_memory_equal(tally.sums, wanted.sums, wanted.sums_count * sizeof *wanted.sums);
        assert_memory_equal(tally.extremes, wanted.extremes, 3 * sizeof *wanted.extremes);
        assert_true(nf_tally_consistent(&tally));
        const double count = (double)cirno_rounds(&tally), mean = cirno_turns_mean(&tally);
        const double deviation = sqrt((squares - count * mean * mean) / (count - 1));
        assert_near(cirno_turns_sd(&tally), deviation, 1e-6 * (1 + deviation));
    }
}

/* Adjusted residuals (see report.c) of rounds by who lost the one before and by the distance from
 * her to who loses. In later runs her next neighbour loses more often after the first seat alone.
 */
TEST(who_loses_after_whom_is_shown_in_standard_errors_and_drawn_where_it_is_beyond_chance)
{
    enum { SEATS = 3, GAMES = 200, RUNS = 300 };
    const struct nf_setup setup = setup_of(SEATS, 2);
    uint32_t drawn = 0;
    for (uint32_t run = 0; run < RUNS; run++) {
        FREED_BY(nf_tally_close) struct nf_tally tally = nf_test_tally(&setup);
        FREED_BY(nf_tables_free) struct nf_tables tables = {0};
        double count[SEATS][SEATS] = {{0}}, row[SEATS] = {0}, column[SEATS] = {0}, most = 0;
        for (uint32_t game = 0; game < GAMES; game++) {
            const uint32_t before = between(0, SEATS - 1), any = between(0, SEATS - 1);
            const uint32_t place = before == 0 && between(0, RUNS) < run ? 1 : any;
            count_game(&tally, game,
                       (uint32_t[]){record(9, before), record(9, (before + place) % SEATS)});
            count[before][place]++, row[before]++, column[place]++;
        }
        nf_tally_settle(&tally);
        cirno_report(&tally, &tables);
        const struct nf_table *const after = nf_tables_find(&tables, "losses_after");
        for (uint32_t before = 0; before < SEATS; before++)
            for (uint32_t place = 0; place < SEATS; place++) {
                const double expected = row[before] * column[place] / GAMES;
                const double error =
                    sqrt(expected * (1 - row[before] / GAMES) * (1 - column[place] / GAMES));
                const double deviation = (count[before][place] - expected) / error;
                const size_t pair = before * SEATS + (before + place) % SEATS;
                assert_near(nf_table_cell(after, pair, nf_table_column(after, "deviation"))->number,
                            deviation, 1e-9);
                most = fmax(most, fabs(deviation));
            }
        const bool beyond = most > gsl_cdf_ugaussian_Qinv(0.05 / 2 / (SEATS * SEATS));
        drawn += beyond;
        assert_int_equal(after->about.charts[0].kind, beyond ? NF_HEAT : NF_NO_CHART);
        assert_int_equal(after->notes_count, beyond ? 0 : 1);
    }
    assert_in_range(drawn, 1, RUNS - 1);
}

TEST(long_rounds_have_as_many_turns_as_their_buckets_at_least)
{
    const struct nf_setup setup = setup_of(1, 1);
    FREED_BY(nf_tally_close) struct nf_tally tally = nf_test_tally(&setup);
    count_game(&tally, 0, (uint32_t[]){record(200, 0)});
    nf_tally_settle(&tally);
    assert_true(nf_tally_consistent(&tally));
    tally.sums[cirno_layout_of(&setup).long_rounds] = CIRNO_TURNS_EXACT - 1;
    assert_false(nf_tally_consistent(&tally));
}

int main(void)
{
    state_of_test = nf_test_seed();
    return nf_run_tests(NULL, NULL);
}
