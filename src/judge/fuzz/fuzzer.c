#include "judge/fuzz/fuzzer.h"

#include "base/signals.h"
#include "base/threads.h"
#include "judge/fuzz/fuzz_internal.h"
#include "judge/fuzz/fuzz_report.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- cases in flight ---- */

/* A worker takes `block` cases at once: one, or with a kernel enough to fill its lanes. Blocks
 * finish in any order, but at most WINDOW blocks per job may be ahead of the oldest unfinished
 * one. */
enum { LANES = 64, WINDOW = 128 };

/* A finished case that waits for earlier ones. */
struct pending_case {
    uint32_t reached[NF_MAX_EVENTS];
    struct nf_judgement judgement;
    bool forked, left_out;
    struct nf_finding *finding; /* of a failing case, or NULL */
};

struct block {
    bool finished;
    uint32_t cases;
    struct pending_case *pending; /* array of `fuzz->block` */
};

struct fuzz {
    struct nf_pool pool;
    const struct nf_fuzz_options *options;
    struct nf_fuzz_result *result;
    pthread_mutex_t lock;
    pthread_cond_t block_settled; /* a block was settled, or all work is over */
    struct block *ring;
    uint32_t ring_size, block;
    /* Counted in blocks. Where one fails, the blocks end before it: those of a smaller number are
     * still settled, for a case that fails among them is found whatever the number of jobs. */
    uint64_t blocks, taken, settled;
    bool over; /* take and settle no more blocks */
    enum nf_status status;
    struct nf_error error; /* of the block that failed, of several the first */
    double start;
    struct nf_trial_case **cases; /* by worker, array of one block */
};

static void finding_free(struct nf_finding *finding)
{
    nf_trial_free(&finding->found);
    nf_trial_free(&finding->smallest);
    nf_trial_free(&finding->padded);
    nf_text_free(&finding->why);
    nf_text_free(&finding->size);
    nf_text_free(&finding->smallest_size);
    nf_growth_free(&finding->growth);
}

static bool known_kind(const struct nf_fuzz_result *result, const struct nf_judgement *judgement)
{
    for (uint32_t i = 0; i < result->findings_count; i++) {
        const struct nf_judgement *const known = &result->findings[i].found.judgement;
        if (nf_judgement_same(known, judgement) && strcmp(known->kind, judgement->kind) == 0)
            return true;
    }
    return false;
}

/* Keeps a failing case, unless one of its kind is known. */
static void collect(struct fuzz *fuzz, struct nf_finding *finding)
{
    struct nf_fuzz_result *const result = fuzz->result;
    if (!known_kind(result, &finding->found.judgement)) {
        result->findings[result->findings_count++] = *finding;
        *finding = (struct nf_finding){0};
    }
    fuzz->over = !fuzz->options->keep_going || result->findings_count == NF_MAX_FINDINGS;
}

static void settle_case(struct fuzz *fuzz, struct pending_case *pending)
{
    struct nf_fuzz_result *const result = fuzz->result;
    const struct nf_trials *const trials = &fuzz->options->trials;
    const uint64_t index = fuzz->options->first + result->cases;
    const struct nf_stage *const stage = nf_trial_stage(trials, index);
    result->cases++;
    result->left_out += pending->left_out;
    result->verdicts[pending->judgement.verdict] += !pending->left_out;
    nf_spacings_add(&result->spacings, index, &pending->judgement);
    result->forked += pending->forked;
    *(stage == NULL ? &result->guided
                    : &result->stages[stage - nf_problem_stages(trials->problem)]) += 1;
    result->ends[nf_trial_ends(trials, index)]++;
    for (int event = 0; event < NF_MAX_EVENTS; event++) {
        result->reached[event] += pending->reached[event];
        result->cases_with[event] += pending->reached[event] > 0;
    }
    if (pending->finding != NULL)
        collect(fuzz, pending->finding);
}

static void drop_finding(struct pending_case *pending)
{
    if (pending->finding != NULL)
        finding_free(pending->finding);
    free(pending->finding);
    pending->finding = NULL;
}

/* Settles finished blocks in order, up to the first gap. */
static void settle_block(struct fuzz *fuzz)
{
    for (;;) {
        struct block *const block = &fuzz->ring[fuzz->settled % fuzz->ring_size];
        if (!block->finished)
            break;
        for (uint32_t i = 0; i < block->cases; i++) {
            if (!fuzz->over)
                settle_case(fuzz, &block->pending[i]);
            drop_finding(&block->pending[i]);
        }
        block->finished = false;
        fuzz->settled++;
    }
    pthread_cond_broadcast(&fuzz->block_settled);
}

/* Takes the next block; returns false if there is none left. */
static bool take_case(struct fuzz *fuzz, uint64_t *number)
{
    pthread_mutex_lock(&fuzz->lock);
    while (!fuzz->over && fuzz->taken < fuzz->blocks &&
           fuzz->taken - fuzz->settled >= fuzz->ring_size)
        pthread_cond_wait(&fuzz->block_settled, &fuzz->lock);
    const double limit = fuzz->options->seconds;
    const bool late = limit > 0 && nf_now() - fuzz->start >= limit;
    const bool taken = !fuzz->over && !atomic_load(&fuzz->pool.stop) && !late &&
                       nf_signals_caught() == 0 && fuzz->taken < fuzz->blocks;
    if (taken)
        *number = fuzz->taken++;
    pthread_mutex_unlock(&fuzz->lock);
    return taken;
}

/* ---- work ---- */

static struct nf_finding *keep_failing(struct nf_trial_case *failing)
{
    struct nf_finding *const finding = calloc(1, sizeof *finding);
    if (finding == NULL)
        return NULL;
    /* Moves the buffers; the worker starts its next case with empty ones. */
    finding->found = *failing;
    *failing = (struct nf_trial_case){0};
    return finding;
}

static enum nf_status play_block(const struct fuzz *fuzz, uint32_t number, struct block *block,
                                 uint64_t first, struct nf_error *err)
{
    const struct nf_trials *const trials = &fuzz->options->trials;
    struct nf_trial_case *const cases = fuzz->cases[number];
    for (uint32_t i = 0; i < block->cases; i++)
        NF_TRY(nf_trial_make(trials, first + i, &cases[i], err));
    NF_TRY(nf_trial_answer(trials, cases, block->cases, err));
    for (uint32_t i = 0; i < block->cases; i++) {
        struct nf_trial_case *const run = &cases[i];
        struct pending_case *const pending = &block->pending[i];
        NF_TRY(nf_trial_run(trials, number, run, err));
        pending->judgement = run->judgement;
        pending->forked = run->result.forked;
        pending->left_out = run->left_out;
        for (int event = 0; event < NF_MAX_EVENTS; event++)
            pending->reached[event] = (uint32_t)run->reached[event];
        if (nf_fuzz_finds(fuzz->options, &run->judgement) &&
            (pending->finding = keep_failing(run)) == NULL)
            return nf_fail_memory(err);
    }
    return NF_OK;
}

static uint32_t cases_of(const struct fuzz *fuzz, uint64_t number)
{
    const uint64_t left = fuzz->options->count - number * fuzz->block;
    return left < fuzz->block ? (uint32_t)left : fuzz->block;
}

static void finish_block(struct fuzz *fuzz, uint64_t number, enum nf_status status,
                         const struct nf_error *why)
{
    struct block *const block = &fuzz->ring[number % fuzz->ring_size];
    pthread_mutex_lock(&fuzz->lock);
    if (status == NF_OK) {
        block->finished = true;
        settle_block(fuzz);
    } else {
        for (uint32_t i = 0; i < block->cases; i++)
            drop_finding(&block->pending[i]);
        if (number < fuzz->blocks) {
            fuzz->blocks = number;
            fuzz->status = status;
            fuzz->error = *why;
        }
        pthread_cond_broadcast(&fuzz->block_settled);
    }
    pthread_mutex_unlock(&fuzz->lock);
}

static enum nf_status fuzz_cases(void *owner, uint32_t worker, struct nf_error *err)
{
    struct fuzz *const fuzz = owner;
    uint64_t number;
    while (take_case(fuzz, &number)) {
        struct block *const block = &fuzz->ring[number % fuzz->ring_size];
        block->cases = cases_of(fuzz, number);
        const enum nf_status status =
            play_block(fuzz, worker, block, fuzz->options->first + number * fuzz->block, err);
        finish_block(fuzz, number, status, err);
    }
    return NF_OK;
}

/* Shows progress. */
static double watch_cases(void *owner)
{
    struct fuzz *const fuzz = owner;
    pthread_mutex_lock(&fuzz->lock);
    const uint64_t cases = fuzz->result->cases;
    pthread_mutex_unlock(&fuzz->lock);
    if (fuzz->options->progress != NULL)
        fuzz->options->progress(fuzz->options->progress_owner, cases, nf_now() - fuzz->start);
    return 0.2;
}

/* ---- setting up ---- */

static bool allocate(struct fuzz *fuzz)
{
    const uint32_t jobs = fuzz->options->jobs;
    fuzz->ring = calloc(fuzz->ring_size, sizeof *fuzz->ring);
    fuzz->cases = calloc(jobs, sizeof *fuzz->cases);
    fuzz->result->findings = calloc(NF_MAX_FINDINGS, sizeof *fuzz->result->findings);
    if (fuzz->ring == NULL || fuzz->cases == NULL || fuzz->result->findings == NULL)
        return false;
    for (uint32_t i = 0; i < fuzz->ring_size; i++)
        if ((fuzz->ring[i].pending = calloc(fuzz->block, sizeof *fuzz->ring[i].pending)) == NULL)
            return false;
    for (uint32_t i = 0; i < jobs; i++)
        if ((fuzz->cases[i] = calloc(fuzz->block, sizeof *fuzz->cases[i])) == NULL)
            return false;
    return true;
}

static void release(struct fuzz *fuzz)
{
    for (uint32_t i = 0; fuzz->cases != NULL && i < fuzz->options->jobs; i++) {
        for (uint32_t j = 0; fuzz->cases[i] != NULL && j < fuzz->block; j++)
            nf_trial_free(&fuzz->cases[i][j]);
        free(fuzz->cases[i]);
    }
    free(fuzz->cases);
    for (uint32_t i = 0; fuzz->ring != NULL && i < fuzz->ring_size; i++) {
        for (uint32_t j = 0; fuzz->ring[i].pending != NULL && j < fuzz->block; j++)
            drop_finding(&fuzz->ring[i].pending[j]);
        free(fuzz->ring[i].pending);
    }
    free(fuzz->ring);
}

/* Processor time of this process, supervisors and programs apart. */
static double own_seconds(void)
{
    struct timespec time = {0};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static enum nf_status run_cases(struct fuzz *fuzz, struct nf_error *err)
{
    if (!allocate(fuzz))
        return nf_fail(err, NF_IO, "out of memory for %u jobs", fuzz->options->jobs);
    const double own = own_seconds();
    const enum nf_status status = nf_pool_run(&fuzz->pool, err);
    fuzz->result->seconds = nf_now() - fuzz->start;
    fuzz->result->own_seconds = own_seconds() - own;
    /* A case stopped by a signal is not an error; it is not settled. */
    if (status != NF_OK || fuzz->status == NF_OK || fuzz->over || nf_signals_caught() != 0)
        return status;
    *err = fuzz->error;
    return fuzz->status;
}

/* Runs the failing cases again. */
static enum nf_status check_findings(const struct nf_fuzz_options *options,
                                     struct nf_fuzz_result *result, struct nf_error *err)
{
    enum nf_status status = NF_OK;
    for (uint32_t i = 0; status == NF_OK && nf_signals_caught() == 0 && i < result->findings_count;
         i++) {
        struct nf_finding *const finding = &result->findings[i];
        status = nf_flaky_check(&options->trials, finding, err);
        result->flaky += finding->flaky;
        result->verdicts[finding->found.judgement.verdict] -= finding->flaky;
    }
    return nf_signals_caught() != 0 ? NF_OK : status;
}

/* A program that fails every case may be meant for another problem. */
static enum nf_status find_solved(const struct nf_fuzz_options *options,
                                  struct nf_fuzz_result *result, struct nf_error *err)
{
    if (options->trials.problem->ops != NULL || result->verdicts[NF_AC] > 0 ||
        result->findings_count == 0 || result->flaky > 0 || nf_signals_caught() != 0)
        return NF_OK;
    const enum nf_status status = nf_hint_solves(&options->trials, &result->solves, err);
    return nf_signals_caught() != 0 ? NF_OK : status;
}

static enum nf_status shrink_findings(const struct nf_fuzz_options *options,
                                      struct nf_fuzz_result *result, struct nf_error *err)
{
    enum nf_status status = NF_OK;
    for (uint32_t i = 0; status == NF_OK && nf_signals_caught() == 0 && i < result->findings_count;
         i++)
        status = nf_shrink_finding(options, &result->findings[i], err);
    return nf_signals_caught() != 0 ? NF_OK : status;
}

/* All that is found out about the findings. */
static enum nf_status judge_findings(const struct nf_fuzz_options *options,
                                     struct nf_fuzz_result *result, struct nf_error *err)
{
    NF_TRY(check_findings(options, result, err));
    NF_TRY(find_solved(options, result, err));
    NF_TRY(shrink_findings(options, result, err));
    if (nf_signals_caught() != 0 || result->solves != NULL ||
        !nf_diagnosis_fits(options, result->findings, result->findings_count))
        return NF_OK;
    return nf_diagnose(options, result->findings, result->findings_count, &result->diagnosis, err);
}

bool nf_fuzz_finds(const struct nf_fuzz_options *options, const struct nf_judgement *judgement)
{
    return judgement->verdict != NF_AC &&
           (options->only == NF_AC || judgement->verdict == options->only);
}

enum nf_status nf_fuzz(const struct nf_fuzz_options *options, struct nf_fuzz_result *result,
                       struct nf_error *err)
{
    *result = (struct nf_fuzz_result){0};
    struct fuzz fuzz = {
        .pool = {.workers = options->jobs, .work = fuzz_cases, .watch = watch_cases},
        .options = options,
        .result = result,
        .lock = PTHREAD_MUTEX_INITIALIZER,
        .block_settled = PTHREAD_COND_INITIALIZER,
        .ring_size = WINDOW * options->jobs,
        .block = options->trials.other != NULL ? LANES : 1,
        .start = nf_now()};
    fuzz.pool.owner = &fuzz;
    fuzz.blocks = (options->count - 1) / fuzz.block + 1;
    nf_child_hold_signals();
    enum nf_status status =
        options->slowest ? nf_slowest_find(options, result, err) : run_cases(&fuzz, err);
    if (status == NF_OK && !options->slowest)
        status = judge_findings(options, result, err);
    result->signal = nf_signals_caught();
    nf_signals_release();
    release(&fuzz);
    return status;
}

void nf_fuzz_free(struct nf_fuzz_result *result)
{
    for (uint32_t i = 0; i < result->findings_count; i++)
        finding_free(&result->findings[i]);
    nf_diagnosis_free(&result->diagnosis);
    free(result->findings);
    result->findings = NULL;
}
