/* The cases that a diagnosis makes, chooses and runs the program on. */
#include "base/format/format.h"
#include "base/owned.h"
#include "base/threads.h"
#include "judge/fuzz/diagnosis_internal.h"

#include <stdlib.h>

/* `run` of `made` cases, those that tell the candidates apart best. */
static const struct batch {
    uint32_t made, run;
} batches[NF_DIAGNOSIS_BATCHES] = {{32, 4}, {32, 8}, {32, 16}, {48, 32}, {64, 64}, {128, 128}};
enum { MOST_MADE = 128 };

struct choosing {
    const struct nf_diagnosing *diagnosing;
    struct nf_trial_case made[MOST_MADE];
    uint32_t scores[MOST_MADE];
    bool done[MOST_MADE];
    uint32_t chosen[NF_DIAGNOSIS_CASES]; /* items of `made`, ascending */
};

/* Into how many kinds the candidates and the rules fall by what they print; most are looked at. */
static enum nf_status score(const struct nf_diagnosing *diagnosing, const struct nf_text *instance,
                            uint32_t *kinds, struct nf_error *err)
{
    enum { LOOKED_AT = 24 };
    struct nf_printed printed[LOOKED_AT + 1] = {{{0}, false}};
    enum nf_status status = NF_OK;
    *kinds = 0;
    for (uint32_t i = 0; status == NF_OK && i <= diagnosing->suspects.count && i <= LOOKED_AT;
         i++) {
        status = nf_printed_by(&printed[i], diagnosing->ops,
                               i == 0 ? 1 : diagnosing->suspects.sets[i - 1], instance, err);
        bool known = status != NF_OK;
        for (uint32_t j = 0; !known && j < i; j++)
            known = !nf_printed_differ(&printed[i], &printed[j]);
        *kinds += !known;
    }
    for (uint32_t i = 0; i <= LOOKED_AT; i++)
        nf_printed_free(&printed[i]);
    return status;
}

/* Makes a guided case with more cards than it needs, so that a wrong program does not come to the
 * end of its deck. */
static enum nf_status make(void *owner, uint32_t slot, uint32_t item, struct nf_error *err)
{
    struct choosing *const choosing = owner;
    const struct nf_diagnosing *const diagnosing = choosing->diagnosing;
    const struct nf_trials *const trials = &diagnosing->options->trials;
    struct nf_trial_case *const made = &choosing->made[item];
    NF_OWNED_TEXT struct nf_text guided = {0};
    uint32_t added = 0;
    (void)slot;
    made->index = diagnosing->next + item;
    NF_TRY(diagnosing->ops->guide(trials->seed, made->index, &diagnosing->limits, &guided, err));
    const struct nf_input input = nf_text_input(&guided, "case");
    if (diagnosing->limits.deck == 0)
        NF_TRY(nf_instance_pad(trials->problem->rules->format, &input, NF_PADDING, &made->instance,
                               &added, err));
    if (added == 0) {
        nf_text_free(&made->instance);
        made->instance = guided;
        guided = (struct nf_text){0};
    }
    if (made->instance.failed)
        return nf_fail(err, NF_IO, "out of memory for a case");
    return score(diagnosing, &made->instance, &choosing->scores[item], err);
}

/* Chooses the `run` cases with the best scores, of those that are alike the first. */
static uint32_t choose(struct choosing *choosing, const struct batch *batch)
{
    const uint32_t *const scores = choosing->scores;
    uint32_t count = 0;
    for (uint32_t i = 0; i < batch->made; i++) {
        uint32_t better = 0;
        for (uint32_t j = 0; j < batch->made; j++)
            better +=
                choosing->done[j] && (scores[j] > scores[i] || (scores[j] == scores[i] && j < i));
        if (choosing->done[i] && better < batch->run)
            choosing->chosen[count++] = i;
    }
    return count;
}

enum nf_status nf_diagnosing_run(const struct nf_diagnosing *diagnosing, uint32_t slot,
                                 struct nf_trial_case *run, bool timed, struct nf_error *err)
{
    const struct nf_trials *const trials = &diagnosing->options->trials;
    uint64_t wall_ns = diagnosing->wall_ns;
    NF_TRY(nf_trial_answer(trials, run, 1, err));
    /* Out of time may mean that the machine was busy, the more so where the program was not before.
     */
    const int most = diagnosing->hangs ? 2 : 3;
    for (int tries = 0; tries < most; tries++, wall_ns *= 4) {
        const double left = timed ? diagnosing->deadline - nf_now() : 1e9;
        if (!timed) /* it is told */
            nf_child_renew(trials->child, slot);
        const uint64_t left_ns = left > 0 ? (uint64_t)(left * 1e9) + 1 : 1;
        NF_TRY(nf_trial_run_once(trials, slot, left_ns < wall_ns ? left_ns : wall_ns, run, err));
        if (run->result.ending != NF_OUT_OF_TIME)
            break;
    }
    return NF_OK;
}

static enum nf_status run_case(void *owner, uint32_t slot, uint32_t item, struct nf_error *err)
{
    struct nf_diagnosing *const diagnosing = owner;
    return nf_diagnosing_run(diagnosing, slot, &diagnosing->own[diagnosing->own_count + item], true,
                             err);
}

/* Runs the program on the `count` cases behind those there are; `*failing` if it came to a regular
 * end on none. */
static enum nf_status run_batch(struct nf_diagnosing *diagnosing, uint32_t count, bool *failing,
                                struct nf_error *err)
{
    bool done[NF_DIAGNOSIS_CASES] = {false};
    const uint32_t first = diagnosing->own_count;
    NF_TRY(nf_diagnosing_each(diagnosing, count, true, run_case, diagnosing, done, err));
    diagnosing->own_count += count;
    *failing = true;
    for (uint32_t i = first; i < diagnosing->own_count; i++) {
        const struct nf_trial_case *const own = &diagnosing->own[i];
        const bool late = nf_now() >= diagnosing->deadline && own->result.ending == NF_OUT_OF_TIME;
        if (!done[i - first] || late)
            continue;
        *failing &= own->result.ending != NF_ENDED || own->result.code != 0;
        NF_TRY(nf_diagnosing_add(diagnosing, own, err));
    }
    return NF_OK;
}

static void free_choosing(struct choosing **choosing)
{
    for (uint32_t i = 0; *choosing != NULL && i < MOST_MADE; i++)
        nf_trial_free(&(*choosing)->made[i]);
    free(*choosing);
}

enum nf_status nf_diagnosing_batch(struct nf_diagnosing *diagnosing, uint32_t number, bool *failing,
                                   struct nf_error *err)
{
    const struct batch *const batch = &batches[number];
    NF_FREED_BY(free_choosing) struct choosing *choosing = calloc(1, sizeof *choosing);
    if (choosing == NULL)
        return nf_fail(err, NF_IO, "out of memory for cases");
    choosing->diagnosing = diagnosing;
    NF_TRY(nf_diagnosing_each(diagnosing, batch->made, true, make, choosing, choosing->done, err));
    diagnosing->next += batch->made;
    const uint32_t count = choose(choosing, batch);
    for (uint32_t i = 0; i < count; i++) {
        struct nf_trial_case *const made = &choosing->made[choosing->chosen[i]];
        diagnosing->own[diagnosing->own_count + i] = *made;
        *made = (struct nf_trial_case){0};
    }
    return run_batch(diagnosing, count, failing, err);
}
