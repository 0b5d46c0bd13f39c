#include "judge/fuzz/fuzzer.h"

#include "base/format/format.h"
#include "base/owned.h"
#include "base/signals.h"
#include "base/threads.h"
#include "judge/fuzz/fuzz_internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- further cases ---- */

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
    NF_TRY_MEMORY(!made->instance.failed, err);
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
    NF_TRY_MEMORY(choosing != NULL, err);
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

static const uint64_t second = 1000000000;

/* ---- work side by side ---- */

struct jobs {
    struct nf_pool pool;
    const struct nf_diagnosing *diagnosing;
    enum nf_status (*job)(void *owner, uint32_t slot, uint32_t item, struct nf_error *err);
    void *owner;
    bool *done;
    bool timed;
};

static enum nf_status weigh_suspects(void *owner, uint32_t worker, struct nf_error *err)
{
    struct jobs *const jobs = owner;
    enum nf_status status = NF_OK;
    uint64_t item;
    while (status == NF_OK && nf_signals_caught() == 0 &&
           !(jobs->timed && nf_now() >= jobs->diagnosing->deadline) &&
           nf_pool_take_one(&jobs->pool, &item)) {
        status = jobs->job(jobs->owner, worker, (uint32_t)item, err);
        if (status == NF_OK && jobs->done != NULL)
            jobs->done[item] = true;
    }
    return nf_signals_caught() != 0 ? NF_OK : status;
}

enum nf_status nf_diagnosing_each(struct nf_diagnosing *diagnosing, uint32_t count, bool timed,
                                  enum nf_status (*job)(void *owner, uint32_t slot, uint32_t item,
                                                        struct nf_error *err),
                                  void *owner, bool *done, struct nf_error *err)
{
    struct jobs jobs = {
        .pool = {.workers = diagnosing->options->jobs, .work = weigh_suspects, .end = count},
        .diagnosing = diagnosing,
        .job = job,
        .owner = owner,
        .done = done,
        .timed = timed};
    jobs.pool.owner = &jobs;
    return nf_pool_run(&jobs.pool, err);
}

/* ---- evidence ---- */

enum nf_status nf_diagnosing_add(struct nf_diagnosing *diagnosing, const struct nf_trial_case *run,
                                 struct nf_error *err)
{
    struct nf_evidence *const evidence = &diagnosing->evidence[diagnosing->evidence_count++];
    const struct nf_child_result *const result = &run->result;
    *evidence = (struct nf_evidence){.run = run};
    return nf_printed_set(&evidence->printed, result->output.data, result->output.size,
                          result->ending == NF_ENDED && result->code == 0, err);
}

/* How a set of mistakes agrees with a piece of evidence. */
static enum nf_status agree(const struct nf_diagnosing *diagnosing, uint64_t mistakes,
                            const struct nf_evidence *evidence, enum nf_agreement *agreement,
                            struct nf_error *err)
{
    return nf_suspect_agree(diagnosing->ops, mistakes, &evidence->run->instance, &evidence->printed,
                            agreement, err);
}

/* The candidates held against the evidence from `first` on. */
struct filtering {
    const struct nf_diagnosing *diagnosing;
    uint32_t first;
};

static enum nf_status filter_one(void *owner, uint32_t slot, uint32_t item, struct nf_error *err)
{
    const struct filtering *const filtering = owner;
    const struct nf_diagnosing *const diagnosing = filtering->diagnosing;
    enum nf_agreement agreement = NF_AGREES;
    (void)slot;
    for (uint32_t i = filtering->first; agreement != NF_DIFFERS && i < diagnosing->evidence_count;
         i++)
        NF_TRY(agree(diagnosing, diagnosing->suspects.sets[item], &diagnosing->evidence[i],
                     &agreement, err));
    if (agreement == NF_DIFFERS)
        diagnosing->suspects.sets[item] = 0;
    return NF_OK;
}

static enum nf_status filter(struct nf_diagnosing *diagnosing, uint32_t first, struct nf_error *err)
{
    struct filtering filtering = {diagnosing, first};
    const enum nf_status status = nf_diagnosing_each(diagnosing, diagnosing->suspects.count, false,
                                                     filter_one, &filtering, NULL, err);
    nf_suspects_close_up(&diagnosing->suspects);
    return status;
}

static void prefer_named(struct nf_diagnosing *diagnosing)
{
    bool wrong = false;
    for (uint32_t i = 0; i < diagnosing->evidence_count; i++)
        wrong |= diagnosing->evidence[i].run->judgement.verdict != NF_AC;
    nf_suspects_prefer_named(&diagnosing->suspects, wrong);
}

/* ---- the whole ---- */

static enum nf_status take_findings(struct nf_diagnosing *diagnosing,
                                    const struct nf_finding *findings, uint32_t count,
                                    struct nf_error *err)
{
    enum { LARGE = 1 << 16 }; /* bytes; all variants play the case */
    for (uint32_t i = 0; i < count; i++) {
        if (findings[i].shrunk && findings[i].smallest.instance.size < LARGE)
            NF_TRY(nf_diagnosing_add(diagnosing, &findings[i].smallest, err));
        if (findings[i].found.instance.size < LARGE)
            NF_TRY(nf_diagnosing_add(diagnosing, &findings[i].found, err));
    }
    return NF_OK;
}

/* Keeps the candidates that agree with the evidence from `first` on; where no single mistake is
 * left, those of all pairs that agree with all evidence. */
static enum nf_status narrow(struct nf_diagnosing *diagnosing, uint32_t first, bool *pairs,
                             struct nf_error *err)
{
    NF_TRY(filter(diagnosing, first, err));
    if (diagnosing->suspects.count > 0 || *pairs || nf_signals_caught() != 0)
        return NF_OK;
    *pairs = true;
    nf_suspects_take_pairs(&diagnosing->suspects);
    return filter(diagnosing, 0, err);
}

static enum nf_status search(struct nf_diagnosing *diagnosing, bool *pairs, struct nf_error *err)
{
    NF_TRY(narrow(diagnosing, 0, pairs, err));
    bool failing = false;
    for (uint32_t i = 0; !failing && i < NF_DIAGNOSIS_BATCHES; i++) {
        const uint32_t before = diagnosing->evidence_count;
        if (nf_now() >= diagnosing->deadline || nf_signals_caught() != 0)
            break;
        NF_TRY(nf_diagnosing_batch(diagnosing, i, &failing, err));
        NF_TRY(narrow(diagnosing, before, pairs, err));
        failing &= diagnosing->suspects.count == 0;
    }
    diagnosing->diagnosis->stopped = nf_now() >= diagnosing->deadline;
    return NF_OK;
}

struct counting {
    const struct nf_diagnosing *diagnosing;
    const uint64_t *sets;
    uint32_t *agreed, *open;
};

static enum nf_status count_agreeing(void *owner, uint32_t slot, uint32_t item,
                                     struct nf_error *err)
{
    const struct counting *const counting = owner;
    const struct nf_diagnosing *const diagnosing = counting->diagnosing;
    (void)slot;
    for (uint32_t i = 0; i < diagnosing->evidence_count; i++) {
        enum nf_agreement agreement = NF_DIFFERS;
        NF_TRY(agree(diagnosing, counting->sets[item], &diagnosing->evidence[i], &agreement, err));
        counting->agreed[item] += agreement == NF_AGREES;
        counting->open[item] += agreement == NF_OPEN;
    }
    return NF_OK;
}

/* Fills in what the evidence says. */
static enum nf_status conclude_diagnosis(struct nf_diagnosing *diagnosing, struct nf_error *err)
{
    struct nf_diagnosis *const diagnosis = diagnosing->diagnosis;
    uint64_t sets[NF_MAX_MISTAKES + 1];
    uint32_t agreed[NF_MAX_MISTAKES + 1] = {0}, open[NF_MAX_MISTAKES + 1] = {0};
    diagnosis->fitting = diagnosing->suspects.count;
    diagnosis->cases = diagnosing->evidence_count;
    for (uint32_t i = 0; i < diagnosing->evidence_count; i++)
        diagnosis->wrong += diagnosing->evidence[i].run->judgement.verdict != NF_AC;
    for (uint32_t i = 0; i < diagnosis->fitting && i < NF_MAX_NAMED; i++)
        diagnosis->named[i] = diagnosing->suspects.sets[i];
    const bool fits = diagnosis->fitting > 0;
    for (unsigned k = 0; k <= diagnosing->suspects.mistakes; k++)
        sets[k] = fits ? diagnosing->suspects.sets[0] : UINT64_C(1) << k;
    struct counting counting = {diagnosing, sets, agreed, open};
    NF_TRY(nf_diagnosing_each(diagnosing, fits ? 1 : diagnosing->suspects.mistakes + 1, false,
                              count_agreeing, &counting, NULL, err));
    /* Of a program that always hangs nothing is known that could agree. */
    if (fits && agreed[0] == 0)
        diagnosis->fitting = 0;
    else if (fits) {
        diagnosis->cases = agreed[0];
        diagnosis->wrong -= open[0]; /* there it failed */
        diagnosis->certain = diagnosis->fitting == 1 && diagnosis->cases >= NF_CERTAIN_CASES &&
                             diagnosis->wrong >= NF_CERTAIN_WRONG;
        return NF_OK;
    }
    for (unsigned k = 1; k <= diagnosing->suspects.mistakes; k++)
        if (agreed[k] > agreed[diagnosis->nearest])
            diagnosis->nearest = k;
    /* Who agrees less often has another mistake. */
    if (NF_NEAR_OF * (uint64_t)agreed[diagnosis->nearest] < NF_NEAR * (uint64_t)diagnosis->cases)
        diagnosis->nearest = 0;
    diagnosis->nearest_agrees = agreed[diagnosis->nearest];
    return NF_OK;
}

static enum nf_status allocate(struct nf_diagnosing *diagnosing, uint32_t findings,
                               struct nf_error *err)
{
    NF_TRY(nf_suspects_open(&diagnosing->suspects, diagnosing->ops, false, err));
    diagnosing->evidence =
        calloc(2 * (size_t)findings + NF_DIAGNOSIS_CASES + 1, sizeof *diagnosing->evidence);
    diagnosing->own = calloc(NF_DIAGNOSIS_CASES, sizeof *diagnosing->own);
    return diagnosing->evidence != NULL && diagnosing->own != NULL ? NF_OK : nf_fail_memory(err);
}

static void release(struct nf_diagnosing *diagnosing)
{
    for (uint32_t i = 0; i < diagnosing->evidence_count; i++)
        nf_printed_free(&diagnosing->evidence[i].printed);
    for (uint32_t i = 0; diagnosing->own != NULL && i < NF_DIAGNOSIS_CASES; i++)
        nf_trial_free(&diagnosing->own[i]);
    free(diagnosing->evidence);
    free(diagnosing->own);
    nf_suspects_free(&diagnosing->suspects);
}

/* Limits for the further cases: those of the user as far as guided cases can keep them. */
static void find_limits(struct nf_diagnosing *diagnosing)
{
    const struct nf_trials *const trials = &diagnosing->options->trials;
    struct nf_text text = {0};
    struct nf_error none;
    diagnosing->limits = trials->limits;
    if (trials->dealer != NULL)
        diagnosing->limits.deck = 0;
    if (diagnosing->ops->guide(trials->seed, diagnosing->next, &diagnosing->limits, &text, &none) !=
        NF_OK)
        diagnosing->limits = (struct nf_case_limits){0};
    nf_text_free(&text);
}

bool nf_diagnosis_fits(const struct nf_fuzz_options *options, const struct nf_finding *findings,
                       uint32_t count)
{
    if (options->diagnosis_seconds <= 0 || options->trials.other != NULL ||
        nf_problem_mistakes(options->trials.problem) == NULL)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (findings[i].flaky)
            return false;
    for (uint32_t i = 0; i < count; i++)
        if (findings[i].found.judgement.verdict != NF_PE &&
            strcmp(findings[i].found.judgement.kind, NF_KIND_BLANKS) != 0 &&
            (findings[i].shrunk ? findings[i].smallest.ends : findings[i].found.ends) == NF_LF)
            return true;
    return false;
}

static enum nf_status find_mistakes(struct nf_diagnosing *diagnosing,
                                    const struct nf_finding *findings, uint32_t count,
                                    struct nf_error *err)
{
    bool pairs = false;
    NF_TRY(allocate(diagnosing, count, err));
    NF_TRY(take_findings(diagnosing, findings, count, err));
    NF_TRY(search(diagnosing, &pairs, err));
    prefer_named(diagnosing);
    if (diagnosing->suspects.count == 1)
        NF_TRY(nf_diagnosing_distinguish(diagnosing, &findings[0], err));
    return conclude_diagnosis(diagnosing, err);
}

enum nf_status nf_diagnose(const struct nf_fuzz_options *options, const struct nf_finding *findings,
                           uint32_t count, struct nf_diagnosis *diagnosis, struct nf_error *err)
{
    const double start = nf_now();
    const struct nf_fuzz_ops *const ops = options->trials.problem->fuzz;
    const struct nf_child_result *const found = &findings[0].found.result;
    /* A program that hangs shall not use up the time. */
    const uint64_t some =
        found->ending == NF_OUT_OF_TIME ? second : 4 * found->wall_ns + second / 2;
    struct nf_diagnosing diagnosing = {
        .options = options,
        .ops = ops,
        .diagnosis = diagnosis,
        .next = options->first + options->count,
        .wall_ns = some,
        .hangs = found->ending == NF_OUT_OF_TIME,
        .deadline = start + options->diagnosis_seconds,
    };
    find_limits(&diagnosing);
    const enum nf_status status = find_mistakes(&diagnosing, findings, count, err);
    diagnosis->made = status == NF_OK && nf_signals_caught() == 0;
    diagnosis->seconds = nf_now() - start;
    release(&diagnosing);
    return nf_signals_caught() != 0 ? NF_OK : status;
}

void nf_diagnosis_free(struct nf_diagnosis *diagnosis)
{
    nf_trial_free(&diagnosis->distinguishing);
    nf_text_free(&diagnosis->distinguishing_size);
}
