/* Games played twice and compared one by one. */
/* threads: run under ThreadSanitizer as well */
#include "games/cirno/simulated/kernels/kernels.h"
#include "games/cirno/simulated/module.h"
#include "sim/runs/paired.h"
#include "tests/unit/played.h"
#include "tests/unit/test.h"

#include <math.h>
#include <stdatomic.h>
#include <time.h>

struct table {
    struct nf_setup *setups[2];
    struct nf_paired_options job;
};

static void open_table_of(struct table *table, uint32_t players, uint32_t rounds, const char *first,
                          const char *second, uint64_t games)
{
    const char *const lists[2] = {first, second};
    *table = (struct table){.job = {.span = {0, games}, .threads = 1}};
    for (int side = 0; side < 2; side++) {
        const struct nf_params params = {.players = players,
                                         .rounds = rounds,
                                         .profile = "uniform",
                                         .strategy = lists[side],
                                         .seed = 9};
        table->setups[side] = nf_test_prepare(&cirno_game, &params);
        table->job.sides[side] = (struct nf_paired_side){table->setups[side], &cirno_portable};
    }
}

static void open_table(struct table *table, const char *first, const char *second, uint64_t games)
{
    open_table_of(table, 3, 20, first, second, games);
}

static void close_table(struct table *table)
{
    for (int side = 0; side < 2; side++)
        nf_release(table->setups[side]);
}

static void play(struct table *table, struct nf_paired *paired)
{
    assert_ok(nf_paired_run, &table->job, paired);
}

enum { GAMES = 7000, FIRST = 7 }; /* more than three workers play at a time */

/* A kernel whose openings are counted. */
static int opened, closed;

static enum nf_status open_counted(const struct nf_kernel *self, const struct nf_setup *setup,
                                   void *memory, struct nf_error *err)
{
    (void)self, (void)setup, (void)memory, (void)err;
    opened++;
    return NF_OK;
}

static void close_counted(const struct nf_kernel *self, void *memory)
{
    (void)self, (void)memory;
    closed++;
}

static enum nf_status play_counted(const struct nf_kernel *self, const struct nf_setup *setup,
                                   void *memory, struct nf_feed *feed, struct nf_sink *sink,
                                   struct nf_error *err)
{
    (void)self;
    assert_true(opened > closed);
    return cirno_portable.play(&cirno_portable, setup, memory, feed, sink, err);
}

TEST(the_kernel_of_each_side_is_opened_once_for_all_games_of_a_worker)
{
    struct nf_kernel counted = cirno_portable;
    counted.open = open_counted;
    counted.close = close_counted;
    counted.play = play_counted;
    FREED_BY(close_table) struct table table;
    struct nf_paired paired;
    open_table(&table, NULL, "1=lowest", GAMES);
    table.job.sides[0].kernel = table.job.sides[1].kernel = &counted;
    play(&table, &paired);
    assert_int_equal(paired.games, GAMES);
    assert_int_equal(opened, 2);
    assert_int_equal(closed, 2);
}

/* How often each seat lost in each game of a side, by its records. */
static void count_side(const struct nf_setup *setup, uint16_t counts[GAMES][NF_MAX_SEATS])
{
    FREED_BY(nf_test_free)
    uint32_t *const words = nf_test_records(setup, &cirno_portable, FIRST, GAMES);
    for (uint64_t game = 0; game < GAMES; game++) {
        const struct nf_outcome outcome = {.index = FIRST + game,
                                           .words = words + game * nf_words_of(setup)};
        cirno_game.tally->per_seat(setup, &outcome, counts[game]);
    }
}

/* Whatever the threads are, and of two parts as of the whole. */
TEST(test_sums_and_gains_are_those_of_the_games_one_by_one)
{
    static int32_t gains[3][GAMES];
    static uint16_t counts[2][GAMES][NF_MAX_SEATS];
    FREED_BY(close_table) struct table table;
    struct nf_paired paired, part, parts = {0}, sum = {.seats = 3, .trials = 20, .games = GAMES};
    open_table(&table, NULL, "1=lowest", GAMES);
    table.job.span.first = FIRST;
    for (uint32_t seat = 0; seat < 3; seat++) {
        table.job.gains = gains[seat];
        table.job.gains_seat = seat;
        table.job.threads = 1 + 2 * seat;
        play(&table, &paired);
        play(&table, &paired); /* adds to them */
    }
    for (int side = 0; side < 2; side++)
        count_side(table.setups[side], counts[side]);
    for (int game = 0; game < GAMES; game++) {
        uint64_t squares = 0;
        for (uint32_t seat = 0; seat < 3; seat++) {
            const int more = counts[1][game][seat] - counts[0][game][seat];
            sum.counts[0][seat] += counts[0][game][seat];
            sum.counts[1][seat] += counts[1][game][seat];
            sum.squares[seat] += (uint64_t)(more * more);
            squares += (uint64_t)(more * more);
            assert_int_equal(gains[seat][game], 2 * more);
        }
        sum.games_apart += squares > 0;
    }
    assert_memory_equal(&paired, &sum, sizeof sum);
    table.job.gains = NULL;
    table.job.span.games = GAMES / 2;
    for (; table.job.span.first < FIRST + GAMES; table.job.span.first += GAMES / 2) {
        play(&table, &part);
        nf_paired_merge(&parts, &part);
    }
    assert_memory_equal(&parts, &sum, sizeof sum);
    assert_true(nf_paired_difference(&sum, 0).low > 0.05); /* playing low is a clear mistake */
}

/* Playing E cards last lowers her share by a half of a percent of the rounds, keep-e by a quarter;
 * here with fewer games and so with wider bounds, which two runs apart would not keep by far. */
TEST(test_keeping_e_cards_lowers_losses)
{
    static const struct {
        const char *strategy;
        double least, most;
    } cases[] = {{"1=keep-e", 0.0015, 0.0045}, {"1=last-e", 0.004, 0.007}};
    for (int i = 0; i < 2; i++) {
        FREED_BY(close_table) struct table table;
        struct nf_paired paired;
        open_table_of(&table, 30, 100, NULL, cases[i].strategy, 5000);
        for (int side = 0; side < 2; side++) {
            const struct nf_kernel **const kernel = &table.job.sides[side].kernel;
            assert_ok(nf_choose_kernel, &cirno_game, "auto", kernel);
            assert_ok(nf_fit_kernel, table.setups[side], "auto", kernel);
        }
        play(&table, &paired);
        const struct nf_estimate difference = nf_paired_difference(&paired, 0);
        assert_true(difference.high < 0);
        assert_true(-difference.mean > cases[i].least && -difference.mean < cases[i].most);
    }
}

static bool interrupt(void *owner, uint64_t games, double seconds)
{
    (void)owner, (void)games, (void)seconds;
    return true;
}

TEST(test_a_run_ended_early_counts_a_whole_number_of_games_on_both_sides)
{
    FREED_BY(close_table) struct table table;
    struct nf_paired paired;
    open_table(&table, NULL, "1=keep-e", 100000000);
    table.job.progress = interrupt;
    play(&table, &paired);
    assert_true(paired.games < 100000000);
    for (int side = 0; side < 2; side++)
        assert_int_equal(paired.counts[side][0] + paired.counts[side][1] + paired.counts[side][2],
                         paired.games * 20);
}

/* Its second chunk of games waits until the first one was told, for 10 s at most. */
static atomic_uint_fast64_t told;

static enum nf_status play_when_told(const struct nf_kernel *self, const struct nf_setup *setup,
                                     void *block, struct nf_feed *feed, struct nf_sink *sink,
                                     struct nf_error *err)
{
    for (int i = 0; feed->next > 0 && atomic_load(&told) == 0 && i < 10000; i++)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    return cirno_portable.play(self, setup, block, feed, sink, err);
}

static bool hear(void *owner, uint64_t games, double seconds)
{
    uint64_t *const before = owner;
    assert_in_range(games, *before, 4000);
    assert_true(seconds >= 0 && seconds < 600);
    *before = games;
    atomic_store(&told, games);
    return false;
}

TEST(test_progress_tells_the_games_that_were_played)
{
    FREED_BY(close_table) struct table table;
    struct nf_paired paired;
    struct nf_kernel patient = cirno_portable;
    uint64_t last = 0;
    patient.play = play_when_told;
    open_table(&table, NULL, "1=lowest", 4000);
    table.job.sides[1].kernel = &patient;
    table.job.progress = hear;
    table.job.progress_owner = &last;
    play(&table, &paired);
    assert_in_range(last, 1, 4000);
}

TEST(test_a_side_alone_counts_what_it_counts_beside_another)
{
    FREED_BY(close_table) struct table table;
    struct nf_paired both, alone;
    open_table(&table, NULL, "1=lowest", 2500);
    play(&table, &both);
    table.job.sides[0] = (struct nf_paired_side){NULL, NULL};
    play(&table, &alone);
    assert_int_equal(alone.games, 2500);
    for (uint32_t seat = 0; seat < 3; seat++) {
        assert_int_equal(alone.counts[0][seat], 0);
        assert_int_equal(alone.counts[1][seat], both.counts[1][seat]);
        assert_true(fabs(nf_paired_difference(&alone, seat).mean -
                         nf_paired_share(&both, 1, seat)) < 1e-12);
    }
}

static enum nf_status play_badly(const struct nf_kernel *self, const struct nf_setup *setup,
                                 void *block, struct nf_feed *feed, struct nf_sink *sink,
                                 struct nf_error *err)
{
    uint64_t index;
    (void)self, (void)setup, (void)block, (void)sink;
    while (nf_feed_take(feed, &index)) {
    }
    return nf_fail(err, NF_INVALID, "these games are hopeless");
}

TEST(test_a_kernel_that_fails_on_either_side_ends_it_with_its_error)
{
    struct nf_kernel bad = cirno_portable;
    bad.play = play_badly;
    for (int side = 0; side < 2; side++)
        for (uint32_t threads = 1; threads <= 3; threads += 2) {
            FREED_BY(close_table) struct table table;
            struct nf_paired paired;
            open_table(&table, NULL, "1=lowest", 5000);
            table.job.sides[side].kernel = &bad;
            table.job.threads = threads;
            assert_ends(NF_INVALID, "these games are hopeless", nf_paired_run, &table.job, &paired);
        }
}
