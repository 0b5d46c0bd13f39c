#include "commands/sim/long_run.h"

#include "base/lang.h"
#include "base/owned.h"
#include "base/signals.h"
#include "base/text.h"
#include "sim/kernel.h"
#include "sim/runs/audit.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- a part of the range ---- */

enum { MOST_SHARDS = 1000000 };

/* How the environment of a task names its index, the first and the last index of its array, what
 * lies between two of them and how many there are; NULL: it does not say. Sources: sbatch(1),
 * qsub(1) of Grid Engine and of PBS, Kubernetes' documentation of indexed jobs, AWS Batch's of job
 * environment variables. */
static const struct scheduler {
    const char *name, *index, *first, *last, *step, *count;
    uint64_t from; /* the first index where the environment does not say it */
} schedulers[] = {
    {"Slurm", "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX",
     "SLURM_ARRAY_TASK_STEP", "SLURM_ARRAY_TASK_COUNT", 1},
    {"SGE", "SGE_TASK_ID", "SGE_TASK_FIRST", "SGE_TASK_LAST", "SGE_TASK_STEPSIZE", NULL, 1},
    {"PBS", "PBS_ARRAY_INDEX", NULL, NULL, NULL, NULL, 1},
    {"AWS Batch", "AWS_BATCH_JOB_ARRAY_INDEX", NULL, NULL, NULL, "AWS_BATCH_JOB_ARRAY_SIZE", 0},
    {"Kubernetes", "JOB_COMPLETION_INDEX", NULL, NULL, NULL, NULL, 0},
};

static bool read_number(const char *text, const char **end, uint64_t *value)
{
    const size_t zeros = strspn(text, "0"), digits = strspn(text + zeros, "0123456789");
    *value = strtoull(text, NULL, 10);
    *end = text + zeros + digits;
    return zeros + digits > 0 && digits < 19;
}

/* A number of the environment. */
static bool read_environment(const char *name, uint64_t *value)
{
    const char *const text = name != NULL ? getenv(name) : NULL, *end;
    return text != NULL && read_number(text, &end, value) && *end == '\0';
}

/* Grid Engine says "undefined" to what is no task of an array. */
static const struct scheduler *find_scheduler(uint64_t *index)
{
    for (size_t i = 0; i < sizeof schedulers / sizeof *schedulers; i++)
        if (read_environment(schedulers[i].index, index))
            return &schedulers[i];
    return NULL;
}

/* The count of an array, and its first index, as the environment has them. An array with gaps is
 * no run: tasks that are submitted again would play other games. */
static enum nf_status read_array(const struct scheduler *with, uint64_t *first, uint64_t *count,
                                 struct nf_error *err)
{
    uint64_t last = 0, step = 1;
    *first = with->from;
    const bool bounded =
        read_environment(with->first, first) && read_environment(with->last, &last);
    if (!read_environment(with->count, count)) {
        if (!bounded || last < *first)
            return nf_fail(err, NF_USAGE,
                           "--shard auto: %s does not tell how many tasks there are; expected "
                           "auto/N such as auto/64",
                           with->name);
        *count = last - *first + 1;
    }
    if (bounded && (*first > 1 || (read_environment(with->step, &step) && step != 1) ||
                    *count != last - *first + 1))
        return nf_fail(err, NF_USAGE,
                       "--shard auto: the tasks of %s's array are %" PRIu64 " of %" PRIu64
                       " to %" PRIu64 "; expected all from 0 or 1 on, or auto/N such as auto/64",
                       with->name, *count, *first, last);
    return NF_OK;
}

static enum nf_status read_scheduler(uint64_t asked, struct nf_shard *shard, struct nf_error *err)
{
    uint64_t index, first, count = asked;
    const struct scheduler *const with = find_scheduler(&index);
    if (with == NULL)
        return nf_fail(err, NF_USAGE,
                       "--shard auto: expected the environment of a task of a job array of Slurm, "
                       "SGE or PBS, or of an indexed job of Kubernetes or AWS Batch");
    first = with->from;
    if (asked == 0)
        NF_TRY(read_array(with, &first, &count, err));
    if (index < first || index - first >= count || count > MOST_SHARDS)
        return nf_fail(err, NF_USAGE,
                       "--shard auto: %s=%" PRIu64 ": expected %" PRIu64 " to %" PRIu64
                       ", at most %d tasks",
                       with->index, index, first, first + count - 1, MOST_SHARDS);
    *shard = (struct nf_shard){index - first + 1, count};
    fprintf(stderr, _("ninefold: shard %" PRIu64 "/%" PRIu64 " by %s\n"), shard->number, count,
            with->name);
    return NF_OK;
}

enum nf_status nf_shard_read(const char *text, struct nf_shard *shard, struct nf_error *err)
{
    const bool automatic = strncmp(text, "auto", 4) == 0;
    const char *end = text + 4;
    uint64_t number = 1, count = 0;
    char quoted[NF_QUOTED];
    if (strcmp(text, "auto") == 0)
        return read_scheduler(0, shard, err);
    if ((automatic || read_number(text, &end, &number)) && *end == '/' &&
        read_number(end + 1, &end, &count) && *end == '\0' && number >= 1 && number <= count &&
        count <= MOST_SHARDS) {
        if (automatic)
            return read_scheduler(count, shard, err);
        *shard = (struct nf_shard){number, count};
        return NF_OK;
    }
    return nf_fail(err, NF_USAGE,
                   "--shard %s: expected I/N such as 2/7, 1 <= I <= N <= %d, auto or auto/N",
                   nf_quote(quoted, text, strlen(text)), MOST_SHARDS);
}

struct nf_span nf_shard_part(const struct nf_shard *shard, struct nf_span whole)
{
    /* The first shards get the remainder. There is no product that could overflow. */
    const uint64_t each = whole.games / shard->count, left = whole.games % shard->count;
    const uint64_t before = shard->number - 1;
    return (struct nf_span){whole.first + each * before + (before < left ? before : left),
                            each + (before < left)};
}

/* Narrows the range to a shard such as "2/7". */
static enum nf_status take_shard(const char *text, struct nf_plan *plan, struct nf_error *err)
{
    struct nf_shard shard;
    NF_TRY(nf_shard_read(text, &shard, err));
    if (plan->open || plan->until_width != NULL)
        return nf_fail(err, NF_USAGE, "--shard %s: expected --games, and no --until-width", text);
    plan->span = nf_shard_part(&shard, plan->span);
    return NF_OK;
}

/* ---- resuming ---- */

static bool is_directory(const char *path)
{
    struct stat found;
    return stat(path, &found) == 0 && S_ISDIR(found.st_mode);
}

/* Whether a list of strategies is the default one for everybody, which a run does not name. */
static bool is_usual(const char *strategies, const struct nf_setup *begun)
{
    struct nf_params params = begun->params;
    NF_OWNED_SETUP struct nf_setup *setup = NULL;
    struct nf_error why;
    params.strategy = strategies;
    return nf_prepare(begun->game, &params, &setup, &why) == NF_OK &&
           setup->params.strategy == NULL;
}

/* Reads the saved run, whose games are fixed: options may repeat what it says of them. */
static enum nf_status read_before(struct nf_long *job, const struct nf_common *common,
                                  nf_state_typed *typed, const void *owner, struct nf_error *err)
{
    const char *const path = job->options->resume;
    struct nf_saved *const before = &job->before;
    struct nf_setup asked = {nf_common_game(common), common->params};
    NF_OWNED_INPUT struct nf_input input = {0};
    if (strcmp(path, "-") != 0 && access(path, F_OK) != 0)
        return nf_state_fail_missing(path, err);
    NF_TRY(nf_input_open(&input, path, err));
    NF_TRY(nf_saved_read(&input, before, err));
    if (job->options->shard != NULL)
        NF_TRY(take_shard(job->options->shard, &job->plan, err));
    if (is_usual(asked.params.strategy, before->setup))
        asked.params.strategy = NULL;
    json_auto_t *wanted = nf_saved_job(&asked, &job->plan);
    return nf_state_check_job(&input, &nf_saved_kind, before->document, wanted, typed, owner, err);
}

static enum nf_status take_up(struct nf_long *job, struct nf_common *common, nf_state_typed *typed,
                              const void *owner, struct nf_error *err)
{
    NF_TRY(read_before(job, common, typed, owner, err));
    const struct nf_setup *const setup = job->before.setup;
    job->plan = job->before.plan;
    if (job->plan.open)
        job->plan.span.games = INT64_MAX / 4; /* practically unlimited, and sums do not overflow */
    common->game = setup->game->name;
    common->params = setup->params;
    return NF_OK;
}

/* Refuses to overwrite a stopped run, so that repeating a command does not lose it; nor a file that
 * cannot be read. */
static enum nf_status check_overwritten(const char *path, struct nf_error *err)
{
    NF_FREED_BY(nf_saved_close) struct nf_saved there = {0};
    NF_OWNED_INPUT struct nf_input input = {0};
    struct nf_error why;
    if (strcmp(path, "-") == 0 || access(path, F_OK) != 0)
        return NF_OK;
    NF_TRY(nf_input_open(&input, path, err));
    const enum nf_status read = nf_saved_read(&input, &there, &why);
    if (read == NF_IO)
        return nf_fail(err, NF_IO, "%s", why.text);
    return read == NF_OK ? nf_saved_check_finished(&input, &there, err) : NF_OK;
}

/* ---- opening and saving ---- */

static enum nf_status open_played(struct nf_long *job, struct nf_error *err)
{
    const struct nf_plan *const plan = &job->plan;
    const struct nf_saved *const before = &job->before;
    NF_TRY(nf_spans_open(&job->played, plan->span.first,
                         plan->open ? UINT64_MAX : nf_span_end(plan->span), err));
    for (size_t i = 0; i < before->spans_count; i++)
        NF_TRY(nf_spans_add(&job->played, before->spans[i], err));
    return NF_OK;
}

/* Returns the path to save to, or NULL. */
static const char *target(const struct nf_long_options *options)
{
    return options->save != NULL ? options->save : options->resume;
}

static enum nf_status open_file(struct nf_long *job, struct nf_error *err)
{
    const struct nf_long_options *const options = job->options;
    job->saving = true;
    if (options->resume != NULL && is_directory(options->resume))
        return nf_fail(err, NF_INVALID, "%.400s: is a directory, expected a saved run",
                       options->resume);
    return nf_checkpoint_open(&job->file, target(options), err);
}

/* Opens the file of a run that goes on. */
static enum nf_status open_resumed(struct nf_long *job, struct nf_common *common,
                                   nf_state_typed *typed, const void *owner, struct nf_error *err)
{
    const struct nf_long_options *const options = job->options;
    NF_TRY(open_file(job, err));
    NF_TRY(take_up(job, common, typed, owner, err));
    nf_checkpoint_take_up(&job->file, options->resume);
    return nf_state_check_before(&job->file, &nf_saved_kind, NULL, err);
}

/* Opens the file of a run that begins. */
static enum nf_status open_saved(struct nf_long *job, struct nf_error *err)
{
    NF_TRY(open_file(job, err));
    NF_TRY(check_overwritten(job->options->save, err));
    return nf_state_check_before(&job->file, &nf_saved_kind, NULL, err);
}

enum nf_status nf_long_open(struct nf_long *job, const struct nf_long_options *options,
                            const struct nf_plan *asked, struct nf_common *common,
                            nf_state_typed *typed, const void *owner, struct nf_error *err)
{
    *job = (struct nf_long){.options = options, .plan = *asked};
    if (options->save == NULL && options->resume == NULL && typed(owner, "save-every"))
        return nf_fail(err, NF_USAGE, "--save-every: expected --save or --resume with it");
    if (options->resume != NULL) {
        NF_TRY(open_resumed(job, common, typed, owner, err));
        return open_played(job, err);
    }
    if (options->save != NULL)
        NF_TRY(open_saved(job, err));
    if (options->shard != NULL)
        NF_TRY(take_shard(options->shard, &job->plan, err));
    return open_played(job, err);
}

void nf_long_close(struct nf_long *job)
{
    nf_checkpoint_close(&job->file);
    nf_spans_close(&job->played);
    if (nf_long_resumed(job))
        nf_saved_close(&job->before);
}

void nf_long_done(struct nf_long *job)
{
    nf_checkpoint_unlock(&job->file);
}

const char *nf_long_rest(const struct nf_long *job)
{
    return job->saving && job->file.in_place ? target(job->options) : NULL;
}

enum nf_status nf_long_save(struct nf_long *job, const struct nf_tally *tally, struct nf_error *err)
{
    if (!job->saving || job->file.in_place)
        return NF_OK;
    const struct nf_report report = {.tally = tally,
                                     .spans = job->played.list,
                                     .spans_count = job->played.count,
                                     .plan = &job->plan};
    NF_OWNED_TEXT struct nf_text text = {0};
    NF_TRY(nf_saved_write(&text, &report, err));
    return nf_checkpoint_save(&job->file, &text, err);
}

/* ---- checking games ---- */

/* Returns the kernel to compare with `played`: the reference, or for the reference the fastest
 * other one. */
static const struct nf_kernel *choose_other(const struct nf_setup *setup,
                                            const struct nf_kernel *played)
{
    const struct nf_game *const game = setup->game;
    const struct nf_kernel *other = NULL;
    if (played != game->kernels[0])
        return game->kernels[0];
    for (size_t i = 1; game->kernels[i] != NULL; i++)
        if (nf_kernel_fits(game->kernels[i], setup))
            other = game->kernels[i];
    return other;
}

/* The kernel that plays games twice. */
static struct nf_audit audit;

enum nf_status nf_long_choose_kernel(const struct nf_long_options *options,
                                     const struct nf_setup *setup, const struct nf_kernel **kernel,
                                     struct nf_error *err)
{
    double share = 1;
    char quoted[NF_QUOTED];
    if (options->audit != NULL && options->check)
        return nf_fail(err, NF_USAGE, "--check: expected no --audit with it, which adds nothing");
    if (options->audit != NULL && !nf_common_share(options->audit, &share))
        return nf_fail(
            err, NF_USAGE,
            "--audit %s: expected a share such as 1%% or 0.01, above 0 and at most 100%%",
            nf_quote(quoted, options->audit, strlen(options->audit)));
    if (options->check && setup->game->promises == NULL)
        return nf_fail(err, NF_USAGE, "--check: %s promises nothing", setup->game->name);
    const struct nf_kernel *const second =
        options->check ? &nf_checking : choose_other(setup, *kernel);
    if (second == NULL)
        return nf_fail(err, NF_USAGE, "--audit: there is no second kernel for these games");
    nf_audit_open(&audit, *kernel, second, share);
    *kernel = &audit.kernel;
    return NF_OK;
}

void nf_long_report(const struct nf_long *job, struct nf_report *report)
{
    const struct nf_spans *const played = &job->played;
    const bool empty = played->count > 1 && played->list[0].games == 0;
    report->plan = &job->plan;
    report->spans = played->list + empty;
    report->spans_count = played->count - empty;
    if (job->options->audit == NULL && !job->options->check)
        return;
    report->replayed = nf_audit_games(&audit);
    report->replayed_by = audit.other->name;
}
