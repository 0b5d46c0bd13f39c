#include "commands/sim/shard.h"

#include "base/lang.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
