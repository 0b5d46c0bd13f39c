#include "runs/paired.h"

#include "base/threads.h"
#include "core/runner.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Games a worker plays by one side before it plays them by the other: so many that a kernel's start
 * does not show, and the counts stay in the cache of the core. */
enum { CHUNK = 2048 };

struct pool {
    const struct nf_paired_options *options;
    uint64_t end;
    atomic_uint_fast64_t next; /* the first index nobody has taken */
    atomic_uint_fast64_t done;
    atomic_bool stop;
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t one_done;
    uint32_t running;
    enum nf_status end_code;
    struct nf_error *err;
    struct nf_paired *result;
};

struct worker {
    struct nf_sink sink; /* first, so that a sink is its worker */
    struct pool *pool;
    pthread_t thread;
    uint64_t first; /* of the chunk in play */
    uint32_t side;
    void *memory[2];
    uint16_t counts[2][CHUNK][NF_MAX_SEATS];
};

static bool no_more(struct nf_feed *feed)
{
    (void)feed;
    return false;
}

static void take_outcome(struct nf_sink *sink, const struct nf_outcome *outcome)
{
    struct worker *const worker = (struct worker *)(void *)sink;
    const struct nf_setup *const setup = worker->pool->options->sides[worker->side].setup;
    nf_tally_ops_of(setup)->per_seat(setup, outcome,
                                     worker->counts[worker->side][outcome->index - worker->first]);
}

static enum nf_status play_chunk(struct worker *worker, uint64_t games, struct nf_error *err)
{
    enum nf_status status = NF_OK;
    for (worker->side = 0; status == NF_OK && worker->side < 2; worker->side++) {
        const struct nf_paired_side *const side = &worker->pool->options->sides[worker->side];
        struct nf_feed feed = {worker->first, worker->first + games, no_more};
        status = side->kernel->play(side->kernel, side->setup, worker->memory[worker->side], &feed,
                                    &worker->sink, err);
    }
    return status;
}

/* No two workers have the same games, so each writes places of its own. */
static void add_gains(const struct worker *worker, uint64_t games)
{
    const struct nf_paired_options *const options = worker->pool->options;
    int32_t *const gains = options->gains + (worker->first - options->first);
    const uint32_t seat = options->gains_seat;
    for (uint64_t game = 0; game < games; game++)
        gains[game] += worker->counts[1][game][seat] - worker->counts[0][game][seat];
}

static void count_chunk(const struct worker *worker, uint64_t games, struct nf_paired *paired)
{
    for (uint64_t game = 0; game < games; game++) {
        bool apart = false;
        for (uint32_t seat = 0; seat < paired->seats; seat++) {
            const uint32_t before = worker->counts[0][game][seat];
            const uint32_t after = worker->counts[1][game][seat];
            const int64_t difference = (int64_t)after - before;
            paired->counts[0][seat] += before;
            paired->counts[1][seat] += after;
            paired->squares[seat] += (uint64_t)(difference * difference);
            apart |= difference != 0;
        }
        paired->games_apart += apart;
    }
    paired->games += games;
    if (worker->pool->options->gains != NULL)
        add_gains(worker, games);
}

static bool take_chunk(struct pool *pool, uint64_t *first, uint64_t *games)
{
    *first = atomic_load(&pool->next);
    do {
        if (*first == pool->end || atomic_load(&pool->stop))
            return false;
        *games = pool->end - *first < CHUNK ? pool->end - *first : CHUNK;
    } while (!atomic_compare_exchange_weak(&pool->next, first, *first + *games));
    return true;
}

static void *work(void *argument)
{
    struct worker *const worker = argument;
    struct pool *const pool = worker->pool;
    struct nf_paired paired = {.seats = pool->result->seats, .trials = pool->result->trials};
    struct nf_error error = {""};
    enum nf_status status = NF_OK;
    uint64_t games;
    while (status == NF_OK && take_chunk(pool, &worker->first, &games)) {
        status = play_chunk(worker, games, &error);
        if (status == NF_OK)
            count_chunk(worker, games, &paired);
        atomic_fetch_add(&pool->done, games);
    }
    pthread_mutex_lock(&pool->lock);
    nf_paired_merge(pool->result, &paired);
    if (status != NF_OK && pool->end_code == NF_OK) {
        pool->end_code = status;
        *pool->err = error;
        atomic_store(&pool->stop, true);
    }
    pool->running--;
    pthread_cond_signal(&pool->one_done);
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

static void watch(struct pool *pool)
{
    const struct nf_paired_options *const options = pool->options;
    const double start = nf_now();
    pthread_mutex_lock(&pool->lock);
    while (pool->running > 0) {
        nf_wait(&pool->one_done, &pool->lock, 0.1);
        if (options->progress != NULL &&
            options->progress(options->progress_owner, atomic_load(&pool->done), nf_now() - start))
            atomic_store(&pool->stop, true);
    }
    pthread_mutex_unlock(&pool->lock);
}

static void free_workers(struct worker **workers, uint32_t count)
{
    for (uint32_t i = 0; workers != NULL && i < count; i++) {
        if (workers[i] != NULL)
            for (int side = 0; side < 2; side++)
                free(workers[i]->memory[side]);
        free(workers[i]);
    }
    free(workers);
}

static struct worker *new_worker(struct pool *pool)
{
    struct worker *const worker = calloc(1, sizeof *worker);
    for (int side = 0; worker != NULL && side < 2; side++) {
        const struct nf_paired_side *const played = &pool->options->sides[side];
        worker->memory[side] =
            aligned_alloc(NF_CACHE_LINE, played->kernel->memory(played->kernel, played->setup));
        if (worker->memory[side] == NULL) {
            free(worker->memory[0]);
            free(worker);
            return NULL;
        }
    }
    if (worker != NULL) {
        worker->sink.take = take_outcome;
        worker->pool = pool;
    }
    return worker;
}

static enum nf_status run_workers(struct pool *pool, struct worker **workers)
{
    const uint32_t threads = pool->options->threads;
    uint32_t started = 0;
    enum nf_status status = NF_OK;
    for (; status == NF_OK && started < threads; started++) {
        workers[started] = new_worker(pool);
        if (workers[started] == NULL)
            status = nf_fail(pool->err, NF_IO, "out of memory for %u threads", threads);
        pthread_mutex_lock(&pool->lock);
        const int failed = status == NF_OK
                               ? nf_thread_start(&workers[started]->thread, work, workers[started])
                               : 0;
        pool->running += status == NF_OK && failed == 0;
        pthread_mutex_unlock(&pool->lock);
        if (failed != 0)
            status = nf_fail(pool->err, NF_IO, "cannot start thread %u of %u: %s", started + 1,
                             threads, strerror(failed));
        if (status != NF_OK) {
            atomic_store(&pool->stop, true);
            break;
        }
    }
    watch(pool);
    for (uint32_t i = 0; i < started; i++)
        pthread_join(workers[i]->thread, NULL);
    return status != NF_OK ? status : pool->end_code;
}

enum nf_status nf_paired_run(const struct nf_paired_options *options, struct nf_paired *result,
                             struct nf_error *err)
{
    const struct nf_setup *const setup = options->sides[0].setup;
    *result = (struct nf_paired){.seats = setup->params.players,
                                 .trials = nf_tally_ops_of(setup)->trials(setup)};
    struct pool pool = {.options = options,
                        .end = options->first + options->games,
                        .lock = PTHREAD_MUTEX_INITIALIZER,
                        .one_done = PTHREAD_COND_INITIALIZER,
                        .err = err,
                        .result = result};
    atomic_init(&pool.next, options->first);
    struct worker **const workers = calloc(options->threads, sizeof *workers);
    if (workers == NULL)
        return nf_fail(err, NF_IO, "out of memory for %u threads", options->threads);
    const enum nf_status status = run_workers(&pool, workers);
    free_workers(workers, options->threads);
    return status;
}

void nf_paired_merge(struct nf_paired *paired, const struct nf_paired *other)
{
    paired->games += other->games;
    paired->games_apart += other->games_apart;
    for (uint32_t seat = 0; seat < NF_MAX_SEATS; seat++) {
        paired->counts[0][seat] += other->counts[0][seat];
        paired->counts[1][seat] += other->counts[1][seat];
        paired->squares[seat] += other->squares[seat];
    }
}

struct nf_estimate nf_paired_difference(const struct nf_paired *paired, uint32_t seat)
{
    return nf_gap_between_games(paired->games, paired->trials, paired->counts[1][seat],
                                paired->counts[0][seat], paired->squares[seat]);
}

double nf_paired_share(const struct nf_paired *paired, uint32_t side, uint32_t seat)
{
    return (double)paired->counts[side][seat] / ((double)paired->games * (double)paired->trials);
}
