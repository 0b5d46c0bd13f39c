#include "sim/runs/paired.h"

#include "base/owned.h"
#include "base/threads.h"
#include "sim/runner.h"

#include <stdatomic.h>
#include <stdlib.h>

/* Games that a worker plays with one side before it plays them with the other: enough to make a
 * kernel's start-up negligible, few enough to keep the counts in the core's cache. */
enum { CHUNK = 2048 };

struct run {
    struct nf_pool pool; /* a job is an index */
    const struct nf_paired_options *options;
    double start;
    atomic_uint_fast64_t done;
    char *workers; /* all in one block of memory */
    size_t each;   /* bytes of a worker */
};

struct worker {
    struct nf_sink sink; /* first, so that a sink is its worker */
    const struct run *run;
    uint64_t first; /* of the current chunk */
    uint32_t side;
    void *memory[2];
    uint16_t counts[2][CHUNK * NF_MAX_SEATS]; /* of each game, seat by seat */
    struct nf_paired paired;                  /* what was counted of all its chunks */
};

static struct worker *worker_of(const struct run *run, uint32_t number)
{
    return (struct worker *)(void *)(run->workers + number * run->each);
}

static void take_outcome(struct nf_sink *sink, const struct nf_outcome *outcome)
{
    struct worker *const worker = (struct worker *)(void *)sink;
    const struct nf_setup *const setup = worker->run->options->sides[worker->side].setup;
    setup->game->tally->per_seat(setup, outcome,
                                 worker->counts[worker->side] +
                                     (outcome->index - worker->first) * worker->paired.seats);
}

static enum nf_status play_chunk(struct worker *worker, uint64_t games, struct nf_error *err)
{
    for (worker->side = 0; worker->side < 2; worker->side++) {
        const struct nf_paired_side *const side = &worker->run->options->sides[worker->side];
        if (side->setup == NULL)
            continue;
        struct nf_feed feed = {worker->first, worker->first + games, nf_no_more};
        NF_TRY(side->kernel->play(side->kernel, side->setup, worker->memory[worker->side], &feed,
                                  &worker->sink, err));
    }
    return NF_OK;
}

/* Workers have different games, so they write different elements. */
static void add_gains(const struct worker *worker, uint64_t games)
{
    const struct nf_paired_options *const options = worker->run->options;
    int32_t *const gains = options->gains + (worker->first - options->span.first);
    for (uint64_t game = 0; game < games; game++) {
        const uint64_t at = game * worker->paired.seats + options->gains_seat;
        gains[game] += worker->counts[1][at] - worker->counts[0][at];
    }
}

void nf_paired_add(struct nf_paired *paired, const uint16_t *before, const uint16_t *after,
                   uint64_t games)
{
    for (uint64_t game = 0; game < games; game++) {
        bool apart = false;
        for (uint32_t seat = 0; seat < paired->seats; seat++, before++, after++) {
            const int64_t difference = (int64_t)*after - *before;
            paired->counts[0][seat] += *before;
            paired->counts[1][seat] += *after;
            paired->squares[seat] += (uint64_t)(difference * difference);
            apart |= difference != 0;
        }
        paired->games_apart += apart;
    }
    paired->games += games;
}

static void take_chunk(struct worker *worker, uint64_t games)
{
    nf_paired_add(&worker->paired, worker->counts[0], worker->counts[1], games);
    if (worker->run->options->gains != NULL)
        add_gains(worker, games);
}

static void close_kernels(const struct worker *worker, uint32_t sides)
{
    for (uint32_t side = 0; side < sides; side++)
        if (worker->run->options->sides[side].setup != NULL)
            nf_kernel_close(worker->run->options->sides[side].kernel, worker->memory[side]);
}

static enum nf_status open_kernels(struct worker *worker, struct nf_error *err)
{
    for (uint32_t i = 0; i < 2; i++) {
        const struct nf_paired_side *const side = &worker->run->options->sides[i];
        if (side->setup == NULL)
            continue;
        const enum nf_status status =
            nf_kernel_open(side->kernel, side->setup, worker->memory[i], err);
        if (status != NF_OK) {
            close_kernels(worker, i);
            return status;
        }
    }
    return NF_OK;
}

static enum nf_status play_pairs(void *owner, uint32_t number, struct nf_error *err)
{
    struct run *const run = owner;
    struct worker *const worker = worker_of(run, number);
    enum nf_status status = open_kernels(worker, err);
    uint64_t games;
    if (status != NF_OK)
        return status;
    while (status == NF_OK && nf_pool_take(&run->pool, CHUNK, &worker->first, &games)) {
        status = play_chunk(worker, games, err);
        if (status == NF_OK)
            take_chunk(worker, games);
        atomic_fetch_add(&run->done, games);
    }
    close_kernels(worker, 2);
    return status;
}

static double watch_pairs(void *owner)
{
    struct run *const run = owner;
    const struct nf_paired_options *const options = run->options;
    if (options->progress != NULL &&
        options->progress(options->progress_owner, atomic_load(&run->done), nf_now() - run->start))
        atomic_store(&run->pool.stop, true);
    return 0.1;
}

static size_t side_bytes(const struct nf_paired_side *side)
{
    return side->setup == NULL ? 0
                               : nf_cache_lines(side->kernel->memory(side->kernel, side->setup));
}

static enum nf_status run_workers(struct run *run, struct nf_paired *result, struct nf_error *err)
{
    const struct nf_paired_options *const options = run->options;
    const size_t first = nf_cache_lines(sizeof(struct worker));
    const size_t second = first + side_bytes(&options->sides[0]);
    run->each = second + side_bytes(&options->sides[1]);
    NF_OWNED void *block = calloc(1, run->each * options->threads + NF_CACHE_LINE);
    if (block == NULL)
        return nf_fail(err, NF_IO, "out of memory for %u threads", options->threads);
    run->workers = nf_first_cache_line(block);
    for (uint32_t i = 0; i < options->threads; i++) {
        struct worker *const worker = worker_of(run, i);
        worker->sink.take = take_outcome;
        worker->run = run;
        worker->paired = *result;
        worker->memory[0] = (char *)worker + first;
        worker->memory[1] = (char *)worker + second;
    }
    const enum nf_status status = nf_pool_run(&run->pool, err);
    for (uint32_t i = 0; i < options->threads; i++)
        nf_paired_merge(result, &worker_of(run, i)->paired);
    return status;
}

enum nf_status nf_paired_run(const struct nf_paired_options *options, struct nf_paired *result,
                             struct nf_error *err)
{
    const struct nf_setup *const setup = options->sides[1].setup;
    *result = (struct nf_paired){.seats = setup->params.players, .trials = nf_trials_of(setup)};
    struct run run = {.pool = {.workers = options->threads,
                               .work = play_pairs,
                               .watch = watch_pairs,
                               .next = options->span.first,
                               .end = nf_span_end(options->span)},
                      .options = options,
                      .start = nf_now()};
    run.pool.owner = &run;
    return run_workers(&run, result, err);
}

void nf_paired_merge(struct nf_paired *paired, const struct nf_paired *other)
{
    paired->seats = other->seats;
    paired->trials = other->trials;
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
