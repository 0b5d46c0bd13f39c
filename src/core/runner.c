#include "core/runner.h"

#include "base/signals.h"
#include "base/threads.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* What the workers of a run share. Nothing here is touched while a turn is played: a worker
 * comes by once a block. */
struct pool {
    const struct nf_run_options *options;
    uint64_t end;
    uint32_t block;
    atomic_uint_fast64_t next;       /* the first index nobody has taken */
    atomic_uint_fast64_t taken_back; /* games of finished blocks, for the progress display */
    atomic_bool stop;
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t one_done;
    uint32_t running;
    enum nf_status end_code;
    struct nf_error error;
};

struct worker {
    struct nf_sink sink; /* first, so that a sink is its worker */
    struct nf_feed feed;
    struct nf_tally tally;
    struct pool *pool;
    void *memory; /* the kernel's */
    pthread_t thread;
};

double nf_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

void nf_wait(pthread_cond_t *condition, pthread_mutex_t *lock, double seconds)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    const long nanoseconds = until.tv_nsec + (long)(seconds > 0 ? seconds * 1e9 : 1e6);
    until.tv_sec += nanoseconds / 1000000000;
    until.tv_nsec = nanoseconds % 1000000000;
    pthread_cond_clockwait(condition, lock, CLOCK_MONOTONIC, &until);
}

static struct worker *worker_of_feed(struct nf_feed *feed)
{
    return (struct worker *)(void *)((char *)feed - offsetof(struct worker, feed));
}

static bool take_block(struct nf_feed *feed)
{
    struct pool *const pool = worker_of_feed(feed)->pool;
    if (atomic_load_explicit(&pool->stop, memory_order_relaxed) || nf_signals_caught() != 0)
        return false;
    uint64_t first = atomic_load_explicit(&pool->next, memory_order_relaxed);
    uint64_t count;
    do {
        if (first == pool->end)
            return false;
        count = pool->end - first < pool->block ? pool->end - first : pool->block;
    } while (!atomic_compare_exchange_weak_explicit(&pool->next, &first, first + count,
                                                    memory_order_relaxed, memory_order_relaxed));
    feed->next = first;
    feed->end = first + count;
    return true;
}

static void take_outcome(struct nf_sink *sink, const struct nf_outcome *outcome)
{
    struct worker *const worker = (struct worker *)sink;
    nf_tally_game(&worker->tally, outcome);
    if (worker->tally.games % 16 == 0)
        atomic_fetch_add_explicit(&worker->pool->taken_back, 16, memory_order_relaxed);
}

static void *work(void *argument)
{
    struct worker *const worker = argument;
    struct pool *const pool = worker->pool;
    struct nf_error error = {""};
    const enum nf_status status =
        pool->options->kernel->play(pool->options->kernel, pool->options->setup, worker->memory,
                                    &worker->feed, &worker->sink, &error);
    nf_tally_settle(&worker->tally);
    pthread_mutex_lock(&pool->lock);
    if (status != NF_OK && pool->end_code == NF_OK) {
        pool->end_code = status;
        pool->error = error;
    }
    if (status != NF_OK)
        atomic_store(&pool->stop, true);
    pool->running--;
    pthread_cond_signal(&pool->one_done);
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* Waits until all workers are done; meanwhile watches the clock and shows progress. */
static void watch(struct pool *pool, double start)
{
    const struct nf_run_options *const options = pool->options;
    pthread_mutex_lock(&pool->lock);
    while (pool->running > 0) {
        double pause = 0.1;
        if (options->seconds > 0 && start + options->seconds - nf_now() < pause)
            pause = start + options->seconds - nf_now();
        nf_wait(&pool->one_done, &pool->lock, pause);
        if (options->seconds > 0 && nf_now() >= start + options->seconds)
            atomic_store(&pool->stop, true);
        if (options->progress != NULL)
            options->progress(options->progress_owner, atomic_load(&pool->taken_back),
                              nf_now() - start);
    }
    pthread_mutex_unlock(&pool->lock);
}

static uint32_t choose_block(const struct nf_run_options *options)
{
    if (options->block != 0)
        return options->block;
    /* Small enough that all workers end at about the same time, large enough that they rarely
     * meet at the counter. */
    const uint64_t share = options->games / options->threads / 16;
    return share < 1 ? 1 : share > 64 ? 64 : (uint32_t)share;
}

static size_t round_up(size_t bytes)
{
    return (bytes + NF_CACHE_LINE - 1) / NF_CACHE_LINE * NF_CACHE_LINE;
}

/* Starts the workers on one block of memory; those that started are in pool->running. */
static enum nf_status start_workers(struct pool *pool, char *memory, size_t each, uint32_t *started,
                                    struct nf_error *err)
{
    const struct nf_setup *const setup = pool->options->setup;
    for (*started = 0; *started < pool->options->threads; ++*started) {
        struct worker *const worker = (struct worker *)(void *)(memory + *started * each);
        worker->sink.take = take_outcome;
        worker->feed = (struct nf_feed){.more = take_block};
        worker->pool = pool;
        char *const sums = (char *)worker + round_up(sizeof *worker);
        nf_tally_place(&worker->tally, setup, sums);
        worker->memory = sums + nf_tally_bytes(setup);
        pthread_mutex_lock(&pool->lock);
        const int failed = nf_thread_start(&worker->thread, work, worker);
        pool->running += failed == 0;
        pthread_mutex_unlock(&pool->lock);
        if (failed != 0) {
            atomic_store(&pool->stop, true);
            return nf_fail(err, NF_IO, "cannot start thread %u of %u: %s", *started + 1,
                           pool->options->threads, strerror(failed));
        }
    }
    return NF_OK;
}

static void prepare_pool(struct pool *pool, const struct nf_run_options *options)
{
    memset(pool, 0, sizeof *pool);
    pool->options = options;
    pool->end = options->first + options->games;
    pool->block = choose_block(options);
    atomic_init(&pool->next, options->first);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->one_done, NULL);
}

static enum nf_status run_pool(struct pool *pool, struct nf_run_result *result,
                               struct nf_error *err)
{
    const struct nf_run_options *const options = pool->options;
    const size_t each = round_up(sizeof(struct worker)) + nf_tally_bytes(options->setup) +
                        round_up(options->kernel->memory(options->kernel, options->setup));
    char *const memory = aligned_alloc(NF_CACHE_LINE, each * options->threads);
    if (memory == NULL)
        return nf_fail(err, NF_IO, "out of memory for %u threads", options->threads);
    uint32_t started;
    const double start = nf_now();
    enum nf_status status = start_workers(pool, memory, each, &started, err);
    watch(pool, start);
    result->seconds = nf_now() - start;
    for (uint32_t i = 0; i < started; i++) {
        struct worker *const worker = (struct worker *)(void *)(memory + i * each);
        pthread_join(worker->thread, NULL);
        nf_tally_merge(&result->tally, &worker->tally);
    }
    free(memory);
    if (status == NF_OK && pool->end_code != NF_OK) {
        status = pool->end_code;
        *err = pool->error;
    }
    return status;
}

enum nf_status nf_run(const struct nf_run_options *options, struct nf_run_result *result,
                      struct nf_error *err)
{
    *result = (struct nf_run_result){0};
    const enum nf_status opened = nf_tally_open(&result->tally, options->setup, err);
    if (opened != NF_OK)
        return opened;
    nf_signals_hold(NULL);

    struct pool pool;
    prepare_pool(&pool, options);
    const enum nf_status status = run_pool(&pool, result, err);
    pthread_cond_destroy(&pool.one_done);
    pthread_mutex_destroy(&pool.lock);

    nf_signals_release();
    result->signal = nf_signals_caught();
    return status;
}
