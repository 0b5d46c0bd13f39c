/* Explicit instances in the lanes of a kernel. */
#include "games/cirno/fuzz/explain.h"
#include "games/cirno/judge/judge.h"
#include "gen/cirno/setup.h"

#include <stdlib.h>
#include <string.h>

/* An instance as read, and where its record goes. */
struct job {
    struct cirno_parsed *parsed;
    size_t number; /* in the caller's list */
};

/* The jobs sorted into groups that share a setup, and all records in the order of the list. */
struct batch {
    const struct nf_kernel *kernel;
    const struct nf_input *inputs;
    size_t count;
    struct cirno_parsed *parsed;
    struct job *jobs;
    struct cirno_instance *instances; /* of the group that is played */
    uint32_t (*records)[NF_MAX_ROUNDS];
};

struct lane_sink {
    struct nf_sink sink;
    const struct job *jobs; /* of the group */
    uint32_t (*records)[NF_MAX_ROUNDS];
    uint32_t rounds;
};

static void take(struct nf_sink *sink, const struct nf_outcome *outcome)
{
    const struct lane_sink *const lanes = (const struct lane_sink *)sink;
    memcpy(lanes->records[lanes->jobs[outcome->index].number], outcome->words,
           lanes->rounds * sizeof lanes->records[0][0]);
}

static bool no_more(struct nf_feed *feed)
{
    (void)feed;
    return false;
}

static int by_size(const void *left, const void *right)
{
    const struct job *const a = left, *const b = right;
    const struct cirno_instance *const x = &a->parsed->instance, *const y = &b->parsed->instance;
    if (x->players != y->players)
        return x->players < y->players ? -1 : 1;
    if (x->rounds != y->rounds)
        return x->rounds < y->rounds ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

/* A kernel says which index of the group it could not play, not whose instance that was and where
 * its fault is; the validator does. */
static enum nf_status name_the_fault(const struct batch *batch, const struct job *jobs,
                                     size_t count, struct nf_error *err)
{
    for (size_t i = 0; i < count; i++) {
        struct nf_error found;
        struct cirno_course course;
        const struct cirno_parsed *const parsed = jobs[i].parsed;
        const enum cirno_end end = cirno_narrate(&parsed->instance, parsed->names, NULL, &course);
        if (end == CIRNO_COMPLETE && course.missing == 0)
            continue;
        cirno_fail_course(&batch->inputs[jobs[i].number], parsed, end, &course, &found);
        *err = found;
        return NF_INVALID;
    }
    return nf_fail(err, NF_INTERNAL, "kernel %s refuses instances that are valid",
                   batch->kernel->name);
}

static enum nf_status play_group(const struct batch *batch, const struct job *jobs, size_t count,
                                 struct nf_error *err)
{
    const struct cirno_instance *const first = &jobs[0].parsed->instance;
    /* The cards come from the instances; a profile is what a setup has to have. */
    const struct nf_params params = {
        .players = first->players, .rounds = first->rounds, .profile = "uniform"};
    struct nf_setup *setup;
    const struct nf_game *const game = nf_find_game("cirno");
    enum nf_status status = game->prepare(&params, &setup, err);
    if (status != NF_OK)
        return status;
    for (size_t i = 0; i < count; i++)
        batch->instances[i] = jobs[i].parsed->instance;
    ((struct cirno_setup *)setup)->instances = batch->instances;
    void *const memory = aligned_alloc(NF_CACHE_LINE, batch->kernel->memory(batch->kernel, setup));
    struct nf_feed feed = {.next = 0, .end = count, .more = no_more};
    struct lane_sink sink = {{take}, jobs, batch->records, first->rounds};
    if (memory == NULL)
        status = nf_fail(err, NF_IO, "out of memory for kernel %s", batch->kernel->name);
    else
        status = batch->kernel->play(batch->kernel, setup, memory, &feed, &sink.sink, err);
    if (status == NF_INVALID)
        status = name_the_fault(batch, jobs, count, err);
    free(memory);
    game->release(setup);
    return status;
}

static enum nf_status play_groups(const struct batch *batch, struct nf_error *err)
{
    enum nf_status status = NF_OK;
    qsort(batch->jobs, batch->count, sizeof *batch->jobs, by_size);
    for (size_t start = 0, next; status == NF_OK && start < batch->count; start = next) {
        const struct cirno_instance *const first = &batch->jobs[start].parsed->instance;
        for (next = start + 1; next < batch->count; next++) {
            const struct cirno_instance *const other = &batch->jobs[next].parsed->instance;
            if (other->players != first->players || other->rounds != first->rounds)
                break;
        }
        status = play_group(batch, batch->jobs + start, next - start, err);
    }
    return status;
}

static enum nf_status read_and_play(struct batch *batch, struct nf_text *records,
                                    struct nf_error *err)
{
    enum nf_status status = NF_OK;
    for (size_t i = 0; status == NF_OK && i < batch->count; i++) {
        status = cirno_parse(&batch->inputs[i], &batch->parsed[i], err);
        batch->jobs[i] = (struct job){&batch->parsed[i], i};
    }
    if (status == NF_OK)
        status = play_groups(batch, err);
    for (size_t i = 0; status == NF_OK && i < batch->count; i++)
        nf_text_bytes(&records[i], (const char *)batch->records[i],
                      batch->parsed[i].instance.rounds * sizeof batch->records[0][0]);
    return status;
}

enum nf_status cirno_play_lanes(const struct nf_kernel *kernel, const struct nf_input *instances,
                                size_t count, struct nf_text *records, struct nf_error *err)
{
    if (count == 0)
        return NF_OK;
    struct batch batch = {.kernel = kernel, .inputs = instances, .count = count};
    batch.parsed = calloc(count, sizeof *batch.parsed); /* decks NULL until they are read */
    batch.jobs = calloc(count, sizeof *batch.jobs);
    batch.instances = calloc(count, sizeof *batch.instances);
    batch.records = calloc(count, sizeof *batch.records);
    enum nf_status status;
    if (batch.parsed == NULL || batch.jobs == NULL || batch.instances == NULL ||
        batch.records == NULL)
        status = nf_fail(err, NF_IO, "out of memory for %zu instances", count);
    else
        status = read_and_play(&batch, records, err);
    for (size_t i = 0; batch.parsed != NULL && i < count; i++)
        cirno_parsed_free(&batch.parsed[i]);
    free(batch.parsed);
    free(batch.jobs);
    free(batch.instances);
    free(batch.records);
    return status;
}
