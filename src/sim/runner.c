#include "sim/runner.h"

#include "base/signals.h"
#include "base/threads.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* What the workers of a run share. Nothing here is touched while a turn is played: a worker
 * comes by once a block. */
struct run {
    struct nf_pool pool; /* a job is an index */
    const struct nf_run_options *options;
    double start;
    uint32_t block;
    atomic_uint_fast64_t taken_back; /* games of finished blocks, for the progress display */
    char *workers;                   /* all in one block of memory */
    size_t each;                     /* bytes of a worker */
};

struct worker {
    struct nf_sink sink; /* first, so that a sink is its worker */
    struct nf_feed feed;
    struct nf_tally tally;
    struct run *run;
    void *memory; /* the kernel's */
};

static struct worker *worker_of_feed(struct nf_feed *feed)
{
    return (struct worker *)(void *)((char *)feed - offsetof(struct worker, feed));
}

static bool take_block(struct nf_feed *feed)
{
    struct run *const run = worker_of_feed(feed)->run;
    uint64_t count;
    if ((run->options->stop == NULL && nf_signals_caught() != 0) ||
        !nf_pool_take(&run->pool, run->block, &feed->next, &count))
        return false;
    feed->end = feed->next + count;
    return true;
}

static void take_outcome(struct nf_sink *sink, const struct nf_outcome *outcome)
{
    struct worker *const worker = (struct worker *)sink;
    const struct nf_run_options *const options = worker->run->options;
    const size_t words = worker->tally.words;
    nf_tally_game(&worker->tally, outcome);
    if (options->kept != NULL)
        memcpy(options->kept + (outcome->index - options->span.first) * words, outcome->words,
               words * sizeof *outcome->words);
    if (worker->tally.games % 16 == 0)
        atomic_fetch_add_explicit(&worker->run->taken_back, 16, memory_order_relaxed);
}

static struct worker *worker_of(const struct run *run, uint32_t number)
{
    return (struct worker *)(void *)(run->workers + number * run->each);
}

static enum nf_status run_kernel(void *owner, uint32_t number, struct nf_error *err)
{
    const struct run *const run = owner;
    const struct nf_kernel *const kernel = run->options->kernel;
    struct worker *const worker = worker_of(run, number);
    const enum nf_status status = nf_kernel_play(kernel, run->options->setup, worker->memory,
                                                 &worker->feed, &worker->sink, err);
    nf_tally_settle(&worker->tally);
    return status;
}

/* Watches the clock and shows progress. */
static double watch_run(void *owner)
{
    struct run *const run = owner;
    const struct nf_run_options *const options = run->options;
    const double seconds = nf_now() - run->start;
    if (options->progress != NULL)
        options->progress(options->progress_owner, atomic_load(&run->taken_back), seconds);
    if ((options->seconds > 0 && seconds >= options->seconds) ||
        (options->stop != NULL && atomic_load(options->stop)))
        atomic_store(&run->pool.stop, true);
    const double left = options->seconds - seconds, pause = 0.1;
    return options->seconds > 0 && left < pause ? left : pause;
}

static uint32_t choose_block(const struct nf_run_options *options)
{
    if (options->block != 0)
        return options->block;
    if (options->kernel->block != 0)
        return options->kernel->block;
    /* Small enough that all workers end at about the same time, large enough that they rarely
     * meet at the counter. */
    const uint64_t share = options->span.games / options->threads / 16;
    return share < 1 ? 1 : share > 64 ? 64 : (uint32_t)share;
}

static void place_workers(struct run *run)
{
    for (uint32_t i = 0; i < run->options->threads; i++) {
        struct worker *const worker = worker_of(run, i);
        worker->sink.take = take_outcome;
        worker->feed = (struct nf_feed){.more = take_block};
        worker->run = run;
        char *const sums = (char *)worker + nf_cache_lines(sizeof *worker);
        nf_tally_place(&worker->tally, run->options->setup, sums);
        worker->memory = sums + nf_tally_bytes(run->options->setup);
    }
}

static enum nf_status run_workers(struct run *run, struct nf_run_result *result,
                                  struct nf_error *err)
{
    const struct nf_run_options *const options = run->options;
    run->each = nf_cache_lines(sizeof(struct worker)) + nf_tally_bytes(options->setup) +
                nf_cache_lines(options->kernel->memory(options->kernel, options->setup));
    void *const block = calloc(1, run->each * options->threads + NF_CACHE_LINE);
    if (block == NULL)
        return nf_fail(err, NF_IO, "out of memory for %u threads", options->threads);
    run->workers = nf_first_cache_line(block);
    place_workers(run);
    run->start = nf_now();
    const enum nf_status status = nf_pool_run(&run->pool, err);
    result->seconds = nf_now() - run->start;
    for (uint32_t i = 0; i < options->threads; i++)
        nf_tally_merge(&result->tally, &worker_of(run, i)->tally);
    free(block);
    return status;
}

enum nf_status nf_run(const struct nf_run_options *options, struct nf_run_result *result,
                      struct nf_error *err)
{
    *result = (struct nf_run_result){0};
    NF_TRY(nf_tally_open(&result->tally, options->setup, err));
    if (options->stop == NULL)
        nf_signals_hold(NULL);

    struct run run = {.pool = {.workers = options->threads,
                               .work = run_kernel,
                               .watch = watch_run,
                               .next = options->span.first,
                               .end = nf_span_end(options->span)},
                      .options = options,
                      .block = choose_block(options)};
    run.pool.owner = &run;
    const enum nf_status status = run_workers(&run, result, err);

    if (options->stop == NULL) {
        nf_signals_release();
        result->signal = nf_signals_caught();
    }
    return status;
}
