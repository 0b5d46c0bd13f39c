/* The runner, the tally and the digest on a game without rules. */
/* threads: run under ThreadSanitizer as well */
/* valgrind: quick enough to be run under it as well */
#include "base/rng.h"
#include "sim/runner.h"
#include "sim/runs/audit.h"
#include "tests/unit/null_game.h"
#include "tests/unit/played.h"
#include "tests/unit/test.h"

#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>
#include <xxhash.h>

static const struct nf_setup setup = {&null_game, {.players = 7, .rounds = 1, .profile = "none"}};

static struct nf_run_options options_for(const struct nf_kernel *kernel, uint64_t first,
                                         uint64_t games, uint32_t threads, uint32_t block)
{
    return (struct nf_run_options){.setup = &setup,
                                   .kernel = kernel,
                                   .span = {first, games},
                                   .threads = threads,
                                   .block = block};
}

static struct nf_run_result run(const struct nf_run_options *options)
{
    struct nf_run_result result;
    assert_ok(nf_run, options, &result);
    return result;
}

/* What the games [first, first+games) come to, one after the other in this thread. Extremes tell
 * the lowest index that has them. */
static struct nf_tally expected(uint64_t first, uint64_t games)
{
    struct nf_tally tally = nf_test_tally(&setup);
    struct nf_extreme most = tally.extremes[NULL_MOST_TURNS],
                      least = tally.extremes[NULL_LEAST_MOOD];
    for (uint64_t index = first; index < first + games; index++) {
        uint32_t words[NF_MAX_SEATS + 1];
        null_words(index, setup.params.players, words);
        struct nf_outcome outcome = {.index = index, .words = words};
        outcome.rejected[0] = index % 10 == 0;
        nf_tally_game(&tally, &outcome);
        for (uint32_t i = 0; i < setup.params.players; i++)
            if (index == first || words[i] > most.value)
                most = (struct nf_extreme){words[i], index};
        if (index == first || words[setup.params.players] < least.value)
            least = (struct nf_extreme){words[setup.params.players], index};
    }
    nf_tally_settle(&tally);
    tally.extremes[NULL_MOST_TURNS] = most;
    tally.extremes[NULL_LEAST_MOOD] = least;
    return tally;
}

/* A run has played so many games from `first` on, and tells what they come to; closes it. */
static void assert_played(struct nf_run_result *result, uint64_t first, uint64_t games)
{
    FREED_BY(nf_tally_close) struct nf_tally wanted = expected(first, games);
    assert_int_equal(result->tally.sums_count, wanted.sums_count);
    nf_test_same_tally(&result->tally, &wanted);
    nf_tally_close(&result->tally);
}

TEST(threads_and_blocks_do_not_change_any_count)
{
    static const uint32_t threads[] = {1, 2, 7, 64}, blocks[] = {0, 1, 3, 64, 10000};
    for (size_t t = 0; t < 4; t++)
        for (size_t b = 0; b < 5; b++) {
            const struct nf_run_options options = options_for(
                t % 2 ? &null_kernel : &null_late_kernel, 123, 5000, threads[t], blocks[b]);
            struct nf_run_result result = run(&options);
            assert_played(&result, 123, 5000);
        }
}

/* None at all, and the last indices there are. */
TEST(a_run_may_have_no_game_and_end_at_the_last_index)
{
    static const uint64_t ranges[][2] = {{9, 0}, {UINT64_MAX - 100, 100}};
    for (size_t i = 0; i < 2; i++) {
        const struct nf_run_options options =
            options_for(&null_kernel, ranges[i][0], ranges[i][1], 2, 7);
        struct nf_run_result result = run(&options);
        assert_played(&result, ranges[i][0], ranges[i][1]);
    }
}

TEST(a_run_that_time_ends_has_played_a_prefix)
{
    struct nf_run_options options = options_for(&null_slow_kernel, 50, 1000000, 3, 4);
    options.seconds = 0.15;
    struct nf_run_result result = run(&options);
    assert_true(result.tally.games > 0 && result.tally.games < 1000000);
    assert_played(&result, 50, result.tally.games);
    assert_int_equal(result.signal, 0);
}

static void raise_signal(void *owner, uint64_t games, double seconds)
{
    (void)games, (void)seconds;
    int *const number = owner;
    if (*number != 0)
        kill(getpid(), *number);
    *number = 0;
}

TEST(a_signal_ends_a_run_with_a_prefix_and_is_told)
{
    static const int signals[] = {SIGINT,  SIGTERM, SIGHUP,  SIGQUIT,
                                  SIGXCPU, SIGUSR1, SIGUSR2, SIGALRM};
    for (int i = 0; i < 8; i++) {
        signal(signals[i], SIG_DFL); /* who started the test may have had it ignored */
        int to_raise = signals[i];
        struct nf_run_options options = options_for(&null_slow_kernel, 0, 1000000, 2, 4);
        options.progress = raise_signal;
        options.progress_owner = &to_raise;
        struct nf_run_result result = run(&options);
        assert_played(&result, 0, result.tally.games);
        assert_int_equal(result.signal, signals[i]);
    }
}

/* Ends the run when it has gone on for a moment. */
static void stop_soon(void *owner, uint64_t games, double seconds)
{
    (void)games;
    if (seconds > 0.01)
        atomic_store((atomic_bool *)owner, true);
}

TEST(a_run_that_may_take_an_hour_is_watched_all_the_time)
{
    atomic_bool stop = false;
    struct nf_run_options options = options_for(&null_slow_kernel, 0, 20000, 2, 4);
    options.seconds = 3600;
    options.stop = &stop;
    options.progress = stop_soon;
    options.progress_owner = &stop;
    FREED_BY(nf_test_close_run) struct nf_run_result result = run(&options);
    assert_true(result.tally.games < 20000);
}

/* The most games that were told. */
static void note_progress(void *owner, uint64_t games, double seconds)
{
    uint64_t *const most = owner;
    assert_true(games >= *most && seconds >= 0);
    *most = games;
}

TEST(progress_tells_the_games_that_are_played_and_no_more)
{
    for (uint32_t threads = 1; threads <= 4; threads++) {
        uint64_t most = 0;
        struct nf_run_options options = options_for(&null_kernel, 0, 1000, threads, 8);
        options.progress = note_progress;
        options.progress_owner = &most;
        FREED_BY(nf_test_close_run) struct nf_run_result result = run(&options);
        /* Each worker tells them by 16. */
        assert_true(most <= 1000 && most >= 1000 - 16 * threads && most % 16 == 0);
    }
}

/* And the others at once: base/test_process.c. */
TEST(a_kernel_that_fails_ends_the_run_with_its_error)
{
    for (uint32_t threads = 1; threads <= 4; threads++) {
        const struct nf_run_options options = options_for(&null_bad_kernel, 0, 100000, threads, 16);
        FREED_BY(nf_test_close_run) struct nf_run_result result;
        assert_ends(NF_INVALID, "game 1000 is hopeless", nf_run, &options, &result);
    }
}

TEST(a_kernel_gets_blocks_of_the_size_it_asks_for)
{
    null_largest_feed = 0;
    const struct nf_run_options options = options_for(&null_device_kernel, 0, 250000, 2, 0);
    FREED_BY(nf_test_close_run) struct nf_run_result result = run(&options);
    assert_int_equal(result.tally.games, 250000);
    assert_int_equal(null_largest_feed, 100000);
}

TEST(a_kernel_is_closed_once_for_each_open_whether_it_plays_or_fails)
{
    for (uint64_t first = 0; first <= 450000; first += 450000) {
        null_opened = null_closed = 0;
        const struct nf_run_options options = options_for(&null_device_kernel, first, 200000, 2, 0);
        FREED_BY(nf_test_close_run) struct nf_run_result result;
        struct nf_error err = {0};
        assert_int_equal(nf_run(&options, &result, &err), first == 0 ? NF_OK : NF_INVALID);
        assert_true(null_opened >= 1 && null_opened <= 2);
        assert_int_equal(null_closed, null_opened);
    }
}

TEST(a_kernel_that_cannot_open_ends_the_run_and_is_not_closed)
{
    null_opened = null_closed = 0;
    const struct nf_run_options options = options_for(&null_unplugged_kernel, 0, 1000, 2, 0);
    FREED_BY(nf_test_close_run) struct nf_run_result result;
    assert_ends(NF_IO, "no device", nf_run, &options, &result);
    assert_int_equal(null_closed, 0);
}

TEST(the_second_kernel_of_an_audit_is_opened_once_for_all_its_games)
{
    struct nf_audit audit;
    null_opened = null_closed = 0;
    nf_audit_open(&audit, &null_kernel, &null_device_kernel, 1);
    const struct nf_run_options options = options_for(&audit.kernel, 0, 1000, 1, 0);
    FREED_BY(nf_test_close_run) struct nf_run_result result = run(&options);
    assert_int_equal(result.tally.games, 1000);
    assert_int_equal(nf_audit_games(&audit), 1000);
    assert_int_equal(null_opened, 1);
    assert_int_equal(null_closed, 1);
}

TEST(a_digest_is_the_sum_of_the_hashes_of_its_games)
{
    /* XXH3-128 of the 16 bytes 01 00.. | 65 00 00 00 | 83 00 00 00, by xxhsum -H128. */
    const uint32_t records[] = {3 << NF_SEAT_BITS | 5, 4 << NF_SEAT_BITS | 3};
    struct nf_digest digest = {0, 0};
    nf_digest_game(&digest, 1, records, 2);
    char text[NF_DIGEST_TEXT];
    nf_digest_print(&digest, text);
    assert_string_equal(text, "2e007c25f64fb18d67e3f8507955c44e");
    const struct nf_digest one = digest;
    nf_digest_merge(&digest, &one);
    assert_true(digest.low == one.low * 2);
    assert_true(digest.high == one.high * 2 + (one.low >> 63));
}

TEST(a_game_of_the_most_words_has_the_hash_of_its_bytes)
{
    uint32_t words[NF_MAX_WORDS];
    unsigned char bytes[8 + 4 * NF_MAX_WORDS];
    for (uint32_t i = 0; i < NF_MAX_WORDS; i++)
        words[i] = i * UINT32_C(0x9e3779b9);
    nf_put_u64(bytes, 7);
    nf_put_u32s(bytes + 8, words, NF_MAX_WORDS);
    const XXH128_hash_t hash = XXH3_128bits(bytes, sizeof bytes);
    struct nf_digest digest = {0, 0};
    nf_digest_game(&digest, 7, words, NF_MAX_WORDS);
    assert_true(digest.low == hash.low64 && digest.high == hash.high64);
}
