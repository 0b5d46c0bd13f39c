#include "bench/bench_suite.h"

#include "base/format/match.h"
#include "base/owned.h"
#include "sim/runner.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    PROBE_GAMES = 16, /* to estimate the length of games */
    CHECK_TURNS = 2000000,
    MOST_CHECKED = 1024,
    AHEAD_BYTES = 16 << 20, /* one byte per card */
    MOST_AHEAD = 4096,
};

/* The result of some games. */
struct played {
    uint64_t turns;
    struct nf_digest digest;
};

/* Plays games and adds the results. */
static enum nf_status run_part(const struct nf_setup *setup, const struct nf_kernel *kernel,
                               uint64_t games, uint32_t threads, struct played *played,
                               struct nf_error *err)
{
    const struct nf_run_options options = {
        .setup = setup, .kernel = kernel, .span = {0, games}, .threads = threads};
    NF_FREED_BY(nf_run_result_close) struct nf_run_result result;
    NF_TRY(nf_run(&options, &result, err));
    played->turns += nf_tally_turns(&result.tally);
    nf_digest_merge(&played->digest, &result.tally.digest);
    if (result.signal != 0)
        return nf_fail(err, (enum nf_status)(128 + result.signal),
                       "stopped by signal %d (%s); no measurement was completed", result.signal,
                       strsignal(result.signal));
    return NF_OK;
}

/* Plays the games from index 0 on. If their number is finite, they are repeated. */
static enum nf_status run_games(const struct nf_setup *setup, const struct nf_kernel *kernel,
                                uint64_t games, uint32_t threads, struct played *played,
                                struct nf_error *err)
{
    const struct nf_game *const game = setup->game;
    const uint64_t count = game->numbered != NULL ? game->numbered->count(&setup->params) : 0;
    *played = (struct played){0};
    while (games > 0) {
        const uint64_t part = count != 0 && count < games ? count : games;
        NF_TRY(run_part(setup, kernel, part, threads, played, err));
        games -= part;
    }
    return NF_OK;
}

/* ---- playing games dealt in advance, repeatedly ---- */

struct loop_feed {
    struct nf_feed feed; /* first, so that a feed is its loop */
    uint64_t left;
    uint32_t dealt;
};

static bool once_more(struct nf_feed *feed)
{
    struct loop_feed *const loop = (struct loop_feed *)feed;
    if (loop->left == 0)
        return false;
    feed->next = 0;
    feed->end = loop->left < loop->dealt ? loop->left : loop->dealt;
    loop->left -= feed->end;
    return true;
}

struct tally_sink {
    struct nf_sink sink; /* first, so that a sink is its tally */
    struct nf_tally tally;
};

static void close_tally_sink(struct tally_sink *counter)
{
    nf_tally_close(&counter->tally);
}

static void count_game(struct nf_sink *sink, const struct nf_outcome *outcome)
{
    nf_tally_game(&((struct tally_sink *)sink)->tally, outcome);
}

static enum nf_status simulate(const struct nf_bench_job *job, uint64_t amount,
                               struct played *played, struct nf_error *err)
{
    struct loop_feed loop = {.feed.more = once_more, .left = amount, .dealt = job->games->dealt};
    NF_FREED_BY(close_tally_sink) struct tally_sink counter = {.sink.take = count_game};
    NF_TRY(nf_tally_open(&counter.tally, job->games->ahead, err));
    NF_TRY(job->kernel->play(job->kernel, job->games->ahead, job->memory, &loop.feed, &counter.sink,
                             err));
    nf_tally_settle(&counter.tally);
    *played = (struct played){nf_tally_turns(&counter.tally), counter.tally.digest};
    return NF_OK;
}

/* ---- the games of a set of parameters ---- */

struct turns_sink {
    struct nf_sink sink; /* first, so that a sink is its list */
    struct nf_tally tally;
    uint64_t *turns; /* by index */
};

/* Records how much a game adds to the turns of a tally, because only the game can read its
 * record. */
static void note_turns(struct nf_sink *sink, const struct nf_outcome *outcome)
{
    struct turns_sink *const list = (struct turns_sink *)sink;
    nf_tally_settle(&list->tally);
    const uint64_t before = nf_tally_turns(&list->tally);
    nf_tally_game(&list->tally, outcome);
    nf_tally_settle(&list->tally);
    list->turns[outcome->index] = nf_tally_turns(&list->tally) - before;
}

static void close_turns_sink(struct turns_sink *list)
{
    nf_tally_close(&list->tally);
}

/* Fills turns_before by playing with the reference. */
static enum nf_status sum_turns(struct nf_bench_games *games, struct nf_error *err)
{
    const struct nf_kernel *const reference = games->setup->game->kernels[0];
    NF_OWNED void *memory =
        aligned_alloc(NF_CACHE_LINE, reference->memory(reference, games->ahead));
    games->turns_before = calloc((size_t)games->dealt + 1, sizeof *games->turns_before);
    NF_TRY_MEMORY(memory != NULL && games->turns_before != NULL, err);
    struct loop_feed once = {.feed.more = once_more, .left = games->dealt, .dealt = games->dealt};
    NF_FREED_BY(close_turns_sink)
    struct turns_sink list = {.sink.take = note_turns, .turns = games->turns_before + 1};
    NF_TRY(nf_tally_open(&list.tally, games->ahead, err));
    NF_TRY(reference->play(reference, games->ahead, memory, &once.feed, &list.sink, err));
    for (uint32_t i = 0; i < games->dealt; i++)
        games->turns_before[i + 1] += games->turns_before[i];
    return NF_OK;
}

static enum nf_status predeal(struct nf_bench_games *games, uint64_t turns, struct nf_error *err)
{
    const struct nf_bench_ops *const ops = games->setup->game->bench;
    const uint64_t cards =
        ops->cards_per_turn * turns + (uint64_t)ops->cards_per_round * games->setup->params.rounds;
    uint64_t dealt = AHEAD_BYTES / (cards + 1);
    dealt = dealt > MOST_AHEAD ? MOST_AHEAD : dealt < games->check ? games->check : dealt;
    games->dealt = (uint32_t)dealt;
    NF_TRY(ops->predeal(games->setup, games->dealt, &games->ahead, err));
    return sum_turns(games, err);
}

enum nf_status nf_bench_games_make(struct nf_bench_games *games, const struct nf_params *params,
                                   const struct nf_game *game, bool ahead, struct nf_error *err)
{
    struct played played = {0};
    *games = (struct nf_bench_games){0};
    NF_TRY(nf_prepare(game, params, &games->setup, err));
    NF_TRY(run_games(games->setup, game->kernels[0], PROBE_GAMES, 1, &played, err));
    const uint64_t turns = played.turns / PROBE_GAMES;
    games->check = CHECK_TURNS / (turns + 1);
    games->check = games->check > MOST_CHECKED ? MOST_CHECKED : games->check;
    games->check = games->check < PROBE_GAMES ? PROBE_GAMES : games->check;
    NF_TRY(run_games(games->setup, game->kernels[0], games->check, 1, &played, err));
    games->digest = played.digest;
    if (ahead && nf_bench_predeals(game->bench))
        NF_TRY(predeal(games, turns, err));
    return NF_OK;
}

enum nf_status nf_bench_games_instance(struct nf_bench_games *games, struct nf_error *err)
{
    const struct nf_game *const game = games->setup->game;
    struct played played = {0};
    const bool many = game->deals->deal_many != NULL;
    NF_TRY(
        run_games(games->setup, game->kernels[0], many ? NF_BENCH_INSTANCE : 1, 1, &played, err));
    games->instance_turns = played.turns;
    NF_TRY(many ? game->deals->deal_many(games->setup, 0, NF_BENCH_INSTANCE, &games->instance, NULL,
                                         err)
                : game->deals->deal(games->setup, 0, &games->instance, NULL, err));
    NF_TRY_MEMORY(!games->instance.failed, err);
    return NF_OK;
}

void nf_bench_games_free(struct nf_bench_games *games)
{
    if (games->ahead != NULL)
        nf_release(games->ahead);
    if (games->setup != NULL)
        nf_release(games->setup);
    free(games->turns_before);
    nf_text_free(&games->instance);
    *games = (struct nf_bench_games){0};
}

/* ---- jobs ---- */

enum nf_status nf_bench_job_open(struct nf_bench_job *job, struct nf_error *err)
{
    job->memory = NULL;
    job->null_fd = -1;
    if (job->part == NF_BENCH_SIMULATE) {
        job->memory =
            aligned_alloc(NF_CACHE_LINE, job->kernel->memory(job->kernel, job->games->ahead));
        NF_TRY_MEMORY(job->memory != NULL, err);
    }
    if (job->part == NF_BENCH_PLAY && (job->null_fd = open("/dev/null", O_WRONLY | O_CLOEXEC)) < 0)
        return nf_fail(err, NF_IO, "/dev/null: %s", strerror(errno));
    return NF_OK;
}

void nf_bench_job_close(struct nf_bench_job *job)
{
    free(job->memory);
    if (job->null_fd >= 0)
        close(job->null_fd);
    job->memory = NULL;
    job->null_fd = -1;
}

static void deal_job(const struct nf_bench_job *job, uint64_t amount, struct played *played)
{
    const struct nf_bench_games *const games = job->games;
    uint32_t index = 0;
    for (uint64_t i = 0; i < amount; i++) {
        games->setup->game->bench->redeal(games->ahead, index);
        index = index + 1 == games->dealt ? 0 : index + 1;
    }
    played->turns = amount / games->dealt * games->turns_before[games->dealt] +
                    games->turns_before[amount % games->dealt];
}

/* Like the command, with a new transcript each time, but the instance is already in memory. */
static enum nf_status judge_job(const struct nf_bench_job *job, uint64_t amount,
                                struct played *played, struct nf_error *err)
{
    const struct nf_bench_games *const games = job->games;
    const struct nf_input input = {"game 0", games->instance.data, games->instance.size};
    for (uint64_t i = 0; i < amount; i++) {
        NF_OWNED_TEXT struct nf_text transcript = {0};
        NF_TRY(nf_play(games->setup->game->rules, &input, &transcript, err));
        NF_TRY(nf_text_write(&transcript, job->null_fd, "/dev/null", err));
    }
    played->turns = amount * games->instance_turns;
    return NF_OK;
}

static enum nf_status run_job(const struct nf_bench_job *job, uint64_t amount,
                              struct played *played, struct nf_error *err)
{
    switch (job->part) {
    case NF_BENCH_RUN:
        return run_games(job->games->setup, job->kernel, amount, job->threads, played, err);
    case NF_BENCH_SIMULATE: return simulate(job, amount, played, err);
    case NF_BENCH_DEAL: deal_job(job, amount, played); return NF_OK;
    case NF_BENCH_PLAY: return judge_job(job, amount, played, err);
    default: return nf_fail(err, NF_INTERNAL, "no such part of a bench: %d", (int)job->part);
    }
}

static bool same_digest(const struct nf_digest *a, const struct nf_digest *b)
{
    return a->low == b->low && a->high == b->high;
}

static enum nf_status fail_digest(const struct nf_bench_job *job, uint64_t games,
                                  const struct nf_digest *found, const struct nf_digest *expected,
                                  const char *whose, struct nf_error *err)
{
    const struct nf_params *const params = &job->games->setup->params;
    char a[NF_DIGEST_TEXT], b[NF_DIGEST_TEXT];
    nf_digest_print(found, a);
    nf_digest_print(expected, b);
    return nf_fail(err, NF_DIFFERENT,
                   "kernel %s, %s: the first %" PRIu64 " games of profile %s, %u players, %u "
                   "rounds, seed %" PRIu64 ", %u %s: found digest %s, expected %s, %s",
                   job->kernel->name, nf_bench_part_names[job->part], games, params->profile,
                   params->players, params->rounds, params->seed, job->threads,
                   job->threads == 1 ? "thread" : "threads", a, b, whose);
}

enum nf_status nf_bench_job_work(void *owner, uint64_t amount, struct nf_error *err)
{
    struct nf_bench_job *const job = owner;
    struct played played = {0};
    NF_TRY(run_job(job, amount, &played, err));
    if (job->kernel != NULL && job->amount == amount && !same_digest(&job->digest, &played.digest))
        return fail_digest(job, amount, &played.digest, &job->digest, "as the time before", err);
    job->amount = amount;
    job->turns = played.turns;
    job->digest = played.digest;
    return NF_OK;
}

enum nf_status nf_bench_job_check(struct nf_bench_job *job, struct nf_error *err)
{
    if (job->kernel == NULL)
        return NF_OK;
    struct played played = {0};
    NF_TRY(run_job(job, job->games->check, &played, err));
    if (!same_digest(&played.digest, &job->games->digest))
        return fail_digest(job, job->games->check, &played.digest, &job->games->digest,
                           "the reference's", err);
    return NF_OK;
}
