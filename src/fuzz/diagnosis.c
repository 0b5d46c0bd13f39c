#include "fuzz/diagnosis.h"

#include "base/signals.h"
#include "base/threads.h"
#include "core/runner.h"
#include "fuzz/diagnosis_internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t second = 1000000000;

/* Further cases come in batches: `run` of `made` ones, those that tell the candidates apart best.
 */
static const struct batch {
    uint32_t made, run;
} batches[] = {{32, 4}, {32, 8}, {32, 16}, {48, 32}, {64, 64}, {128, 128}};
enum { BATCHES = sizeof batches / sizeof *batches, MOST_MADE = 128, MOST_RUN = 252 };

/* ---- work side by side ---- */

struct labour {
    struct nf_crew crew;
    const struct nf_diagnosing *diagnosing;
    enum nf_status (*job)(void *owner, uint32_t slot, uint32_t item, struct nf_error *err);
    void *owner;
    bool *done;
    uint32_t count;
    bool timed;
    _Atomic uint32_t next;
};

static enum nf_status labour(void *owner, uint32_t worker, struct nf_error *err)
{
    struct labour *const all = owner;
    for (;;) {
        const uint32_t item = atomic_fetch_add(&all->next, 1);
        const bool late = all->timed && nf_now() >= all->diagnosing->deadline;
        if (item >= all->count || late || atomic_load(&all->crew.stop) || nf_signals_caught() != 0)
            return NF_OK;
        const enum nf_status status = all->job(all->owner, worker, item, err);
        if (status != NF_OK)
            return nf_signals_caught() != 0 ? NF_OK : status;
        if (all->done != NULL)
            all->done[item] = true;
    }
}

static double watch(void *owner)
{
    (void)owner;
    return 1;
}

enum nf_status nf_diagnosing_each(struct nf_diagnosing *diagnosing, uint32_t count, bool timed,
                                  enum nf_status (*job)(void *owner, uint32_t slot, uint32_t item,
                                                        struct nf_error *err),
                                  void *owner, bool *done, struct nf_error *err)
{
    struct labour all = {
        .crew = {.size = diagnosing->options->jobs, .work = labour, .watch = watch},
        .diagnosing = diagnosing,
        .job = job,
        .owner = owner,
        .done = done,
        .count = count,
        .timed = timed};
    all.crew.owner = &all;
    return nf_crew_work(&all.crew, err);
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
                            const struct nf_evidence *evidence, struct nf_printed *scratch,
                            enum nf_agreement *agreement, struct nf_error *err)
{
    const enum nf_status status =
        nf_printed_by(scratch, diagnosing->ops, mistakes, &evidence->run->instance, err);
    if (status == NF_OK)
        *agreement = nf_printed_agree(&evidence->printed, scratch);
    return status;
}

/* The candidates held against the evidence from `first` on. */
struct sieve {
    const struct nf_diagnosing *diagnosing;
    uint32_t first;
};

static enum nf_status sift(void *owner, uint32_t slot, uint32_t item, struct nf_error *err)
{
    const struct sieve *const sieve = owner;
    const struct nf_diagnosing *const diagnosing = sieve->diagnosing;
    struct nf_printed scratch = {{0}, false};
    enum nf_agreement agreement = NF_AGREES;
    enum nf_status status = NF_OK;
    (void)slot;
    for (uint32_t i = sieve->first;
         status == NF_OK && agreement != NF_DIFFERS && i < diagnosing->evidence_count; i++)
        status = agree(diagnosing, diagnosing->candidates[item], &diagnosing->evidence[i], &scratch,
                       &agreement, err);
    if (agreement == NF_DIFFERS)
        diagnosing->candidates[item] = 0;
    nf_text_free(&scratch.words);
    return status;
}

static enum nf_status filter(struct nf_diagnosing *diagnosing, uint32_t first, struct nf_error *err)
{
    struct sieve sieve = {diagnosing, first};
    const enum nf_status status = nf_diagnosing_each(diagnosing, diagnosing->candidates_count,
                                                     false, sift, &sieve, NULL, err);
    uint32_t left = 0;
    for (uint32_t i = 0; i < diagnosing->candidates_count; i++)
        if (diagnosing->candidates[i] != 0)
            diagnosing->candidates[left++] = diagnosing->candidates[i];
    diagnosing->candidates_count = left;
    return status;
}

static void take_singles(struct nf_diagnosing *diagnosing)
{
    diagnosing->candidates_count = 0;
    for (unsigned k = 1; k <= diagnosing->mistakes; k++)
        diagnosing->candidates[diagnosing->candidates_count++] = UINT64_C(1) << k;
}

static void take_pairs(struct nf_diagnosing *diagnosing)
{
    diagnosing->candidates_count = 0;
    for (unsigned k = 2; k <= diagnosing->mistakes; k++)
        for (unsigned j = 1; j < k; j++)
            diagnosing->candidates[diagnosing->candidates_count++] = UINT64_C(1) << k | UINT64_C(1)
                                                                                            << j;
}

/* ---- further cases ---- */

struct choosing {
    const struct nf_diagnosing *diagnosing;
    struct nf_trial_case made[MOST_MADE];
    uint32_t scores[MOST_MADE];
    bool done[MOST_MADE];
    uint32_t chosen[MOST_RUN]; /* items of `made`, ascending */
};

/* Into how many kinds the candidates and the rules fall by what they print; most are looked at. */
static enum nf_status score(const struct nf_diagnosing *diagnosing, const struct nf_text *instance,
                            uint32_t *kinds, struct nf_error *err)
{
    enum { LOOKED_AT = 24 };
    struct nf_printed printed[LOOKED_AT + 1] = {{{0}, false}};
    enum nf_status status = NF_OK;
    *kinds = 0;
    for (uint32_t i = 0; status == NF_OK && i <= diagnosing->candidates_count && i <= LOOKED_AT;
         i++) {
        status = nf_printed_by(&printed[i], diagnosing->ops,
                               i == 0 ? 1 : diagnosing->candidates[i - 1], instance, err);
        bool known = status != NF_OK;
        for (uint32_t j = 0; !known && j < i; j++)
            known = !nf_printed_differ(&printed[i], &printed[j]);
        *kinds += !known;
    }
    for (uint32_t i = 0; i <= LOOKED_AT; i++)
        nf_text_free(&printed[i].words);
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
    struct nf_text guided = {0};
    uint32_t added = 0;
    (void)slot;
    made->index = diagnosing->next + item;
    enum nf_status status =
        diagnosing->ops->guide(trials->seed, made->index, &diagnosing->limits, &guided, err);
    const struct nf_input input = nf_text_input(&guided, "case");
    if (status == NF_OK && diagnosing->ops->pad != NULL && diagnosing->limits.deck == 0)
        status = diagnosing->ops->pad(&input, NF_PADDING, &made->instance, &added, err);
    if (status == NF_OK && added == 0) {
        nf_text_free(&made->instance);
        made->instance = guided;
        guided = (struct nf_text){0};
    }
    if (status == NF_OK && made->instance.failed)
        status = nf_fail(err, NF_IO, "out of memory for a case");
    if (status == NF_OK)
        status = score(diagnosing, &made->instance, &choosing->scores[item], err);
    nf_text_free(&guided);
    return status;
}

/* Chooses the `run` cases with the best scores, the first of those that are alike. */
static uint32_t choose(struct choosing *choosing, const struct batch *batch)
{
    uint32_t better = 0, count = 0, least = UINT32_MAX;
    /* `least` becomes the lowest score that is chosen, `better` how many have more. */
    for (uint32_t left = batch->run; left > 0 && least > 0;) {
        uint32_t next = 0, alike = 0;
        for (uint32_t i = 0; i < batch->made; i++)
            if (choosing->done[i] && choosing->scores[i] < least && choosing->scores[i] > next)
                next = choosing->scores[i];
        for (uint32_t i = 0; i < batch->made; i++)
            alike += choosing->done[i] && choosing->scores[i] == next;
        least = next;
        if (alike >= left || next == 0)
            break;
        better += alike;
        left -= alike;
    }
    uint32_t just = batch->run - better;
    for (uint32_t i = 0; i < batch->made && count < batch->run; i++)
        if (choosing->done[i] &&
            (choosing->scores[i] > least || (choosing->scores[i] == least && just > 0))) {
            just -= choosing->scores[i] == least;
            choosing->chosen[count++] = i;
        }
    return count;
}

enum nf_status nf_diagnosing_run(const struct nf_diagnosing *diagnosing, uint32_t slot,
                                 struct nf_trial_case *run, bool timed, struct nf_error *err)
{
    const struct nf_trials *const trials = &diagnosing->options->trials;
    uint64_t wall_ns = diagnosing->wall_ns;
    enum nf_status status = nf_trial_answer(trials, run, 1, err);
    /* Out of time may mean that the machine was busy, the more so where the program was not before.
     */
    const int most = diagnosing->hangs ? 2 : 3;
    for (int tries = 0; status == NF_OK && tries < most; tries++, wall_ns *= 4) {
        const double left = timed ? diagnosing->deadline - nf_now() : 1e9;
        const uint64_t left_ns = left > 0 ? (uint64_t)(left * (double)second) + 1 : 1;
        status = nf_trial_run_once(trials, slot, left_ns < wall_ns ? left_ns : wall_ns, run, err);
        if (run->result.ending != NF_OUT_OF_TIME)
            break;
    }
    return status;
}

static enum nf_status run(void *owner, uint32_t slot, uint32_t item, struct nf_error *err)
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
    bool done[MOST_RUN] = {false};
    enum nf_status status = nf_diagnosing_each(diagnosing, count, true, run, diagnosing, done, err);
    *failing = true;
    for (uint32_t i = 0; status == NF_OK && i < count; i++) {
        const struct nf_trial_case *const own = &diagnosing->own[diagnosing->own_count + i];
        const bool late = nf_now() >= diagnosing->deadline && own->result.ending == NF_OUT_OF_TIME;
        if (!done[i] || late)
            continue;
        *failing &= own->result.ending != NF_ENDED || own->result.code != 0;
        status = nf_diagnosing_add(diagnosing, own, err);
    }
    diagnosing->own_count += count;
    return status;
}

/* Finds further cases, and runs the program on them. */
static enum nf_status try_batch(struct nf_diagnosing *diagnosing, const struct batch *batch,
                                bool *failing, struct nf_error *err)
{
    struct choosing *const choosing = calloc(1, sizeof *choosing);
    if (choosing == NULL)
        return nf_fail(err, NF_IO, "out of memory for cases");
    choosing->diagnosing = diagnosing;
    enum nf_status status =
        nf_diagnosing_each(diagnosing, batch->made, true, make, choosing, choosing->done, err);
    const uint32_t count = status == NF_OK ? choose(choosing, batch) : 0;
    for (uint32_t i = 0; i < count; i++) {
        struct nf_trial_case *const made = &choosing->made[choosing->chosen[i]];
        diagnosing->own[diagnosing->own_count + i] = *made;
        *made = (struct nf_trial_case){0};
    }
    for (uint32_t i = 0; i < batch->made; i++)
        nf_trial_free(&choosing->made[i]);
    free(choosing);
    diagnosing->next += batch->made;
    return status == NF_OK ? run_batch(diagnosing, count, failing, err) : status;
}

/* ---- the whole ---- */

static enum nf_status take_findings(struct nf_diagnosing *diagnosing,
                                    const struct nf_finding *findings, uint32_t count,
                                    struct nf_error *err)
{
    enum nf_status status = NF_OK;
    enum { LARGE = 1 << 16 }; /* bytes; all variants play the case */
    for (uint32_t i = 0; status == NF_OK && i < count; i++) {
        if (findings[i].shrunk && findings[i].smallest.instance.size < LARGE)
            status = nf_diagnosing_add(diagnosing, &findings[i].smallest, err);
        if (status == NF_OK && findings[i].found.instance.size < LARGE)
            status = nf_diagnosing_add(diagnosing, &findings[i].found, err);
    }
    return status;
}

/* Keeps the candidates that agree with the evidence from `first` on; where no single mistake is
 * left, those of all pairs that agree with all evidence. */
static enum nf_status narrow(struct nf_diagnosing *diagnosing, uint32_t first, bool *pairs,
                             struct nf_error *err)
{
    enum nf_status status = filter(diagnosing, first, err);
    if (status == NF_OK && diagnosing->candidates_count == 0 && !*pairs &&
        nf_signals_caught() == 0) {
        *pairs = true;
        take_pairs(diagnosing);
        status = filter(diagnosing, 0, err);
    }
    return status;
}

static enum nf_status search(struct nf_diagnosing *diagnosing, bool *pairs, struct nf_error *err)
{
    take_singles(diagnosing);
    enum nf_status status = narrow(diagnosing, 0, pairs, err);
    bool failing = false;
    for (uint32_t i = 0; status == NF_OK && !failing && i < BATCHES; i++) {
        const uint32_t before = diagnosing->evidence_count;
        if (nf_now() >= diagnosing->deadline || nf_signals_caught() != 0)
            break;
        status = try_batch(diagnosing, &batches[i], &failing, err);
        if (status == NF_OK)
            status = narrow(diagnosing, before, pairs, err);
        failing &= diagnosing->candidates_count == 0;
    }
    diagnosing->diagnosis->stopped = nf_now() >= diagnosing->deadline;
    return status;
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
    struct nf_printed scratch = {{0}, false};
    enum nf_status status = NF_OK;
    (void)slot;
    for (uint32_t i = 0; status == NF_OK && i < diagnosing->evidence_count; i++) {
        enum nf_agreement agreement = NF_DIFFERS;
        status = agree(diagnosing, counting->sets[item], &diagnosing->evidence[i], &scratch,
                       &agreement, err);
        counting->agreed[item] += agreement == NF_AGREES;
        counting->open[item] += agreement == NF_OPEN;
    }
    nf_text_free(&scratch.words);
    return status;
}

/* Fills in what the evidence says. */
static enum nf_status conclude(struct nf_diagnosing *diagnosing, struct nf_error *err)
{
    struct nf_diagnosis *const diagnosis = diagnosing->diagnosis;
    uint64_t sets[NF_MAX_MISTAKES + 1];
    uint32_t agreed[NF_MAX_MISTAKES + 1] = {0}, open[NF_MAX_MISTAKES + 1] = {0};
    diagnosis->fitting = diagnosing->candidates_count;
    diagnosis->cases = diagnosing->evidence_count;
    for (uint32_t i = 0; i < diagnosing->evidence_count; i++)
        diagnosis->wrong += diagnosing->evidence[i].run->judgement.verdict != NF_AC;
    for (uint32_t i = 0; i < diagnosis->fitting && i < NF_MAX_NAMED; i++)
        diagnosis->named[i] = diagnosing->candidates[i];
    const bool fits = diagnosis->fitting > 0;
    for (unsigned k = 0; k <= diagnosing->mistakes; k++)
        sets[k] = fits ? diagnosing->candidates[0] : UINT64_C(1) << k;
    struct counting counting = {diagnosing, sets, agreed, open};
    const enum nf_status status =
        nf_diagnosing_each(diagnosing, fits ? 1 : diagnosing->mistakes + 1, false, count_agreeing,
                           &counting, NULL, err);
    if (fits) {
        diagnosis->cases = agreed[0];
        diagnosis->wrong -= open[0]; /* there it failed */
        diagnosis->certain = diagnosis->fitting == 1 && diagnosis->cases >= NF_CERTAIN_CASES &&
                             diagnosis->wrong >= NF_CERTAIN_WRONG;
        return status;
    }
    for (unsigned k = 1; k <= diagnosing->mistakes; k++)
        if (agreed[k] > agreed[diagnosis->nearest])
            diagnosis->nearest = k;
    diagnosis->nearest_agrees = agreed[diagnosis->nearest];
    return status;
}

static enum nf_status allocate(struct nf_diagnosing *diagnosing, uint32_t findings,
                               struct nf_error *err)
{
    const unsigned mistakes = diagnosing->mistakes;
    assert(mistakes >= 1 && mistakes <= NF_MAX_MISTAKES);
    diagnosing->evidence =
        calloc(2 * (size_t)findings + MOST_RUN + 1, sizeof *diagnosing->evidence);
    diagnosing->own = calloc(MOST_RUN, sizeof *diagnosing->own);
    diagnosing->candidates = calloc(mistakes * mistakes, sizeof *diagnosing->candidates);
    return diagnosing->evidence != NULL && diagnosing->own != NULL && diagnosing->candidates != NULL
               ? NF_OK
               : nf_fail(err, NF_IO, "out of memory for a diagnosis");
}

static void release(struct nf_diagnosing *diagnosing)
{
    for (uint32_t i = 0; i < diagnosing->evidence_count; i++)
        nf_text_free(&diagnosing->evidence[i].printed.words);
    for (uint32_t i = 0; diagnosing->own != NULL && i < MOST_RUN; i++)
        nf_trial_free(&diagnosing->own[i]);
    free(diagnosing->evidence);
    free(diagnosing->own);
    free(diagnosing->candidates);
}

/* Limits for the further cases: those of the user as far as guided cases can keep them. */
static void find_limits(struct nf_diagnosing *diagnosing)
{
    const struct nf_trials *const trials = &diagnosing->options->trials;
    struct nf_text text = {0};
    struct nf_error none;
    diagnosing->limits = trials->limits;
    if (trials->setup != NULL)
        diagnosing->limits.deck = 0;
    if (diagnosing->ops->guide(trials->seed, diagnosing->next, &diagnosing->limits, &text, &none) !=
        NF_OK)
        diagnosing->limits = (struct nf_case_limits){0};
    nf_text_free(&text);
}

bool nf_diagnosis_fits(const struct nf_fuzz_options *options, const struct nf_finding *findings,
                       uint32_t count)
{
    if (options->diagnosis_seconds <= 0 || options->trials.kernel != NULL ||
        options->trials.game->fuzz->mistakes == NULL)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (findings[i].found.judgement.verdict != NF_PE)
            return true;
    return false;
}

enum nf_status nf_diagnose(const struct nf_fuzz_options *options, const struct nf_finding *findings,
                           uint32_t count, struct nf_diagnosis *diagnosis, struct nf_error *err)
{
    const double start = nf_now();
    const struct nf_fuzz_ops *const ops = options->trials.game->fuzz;
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
    while (ops->mistakes[diagnosing.mistakes + 1].name != NULL)
        diagnosing.mistakes++;
    find_limits(&diagnosing);
    bool pairs = false;
    enum nf_status status = allocate(&diagnosing, count, err);
    if (status == NF_OK)
        status = take_findings(&diagnosing, findings, count, err);
    if (status == NF_OK)
        status = search(&diagnosing, &pairs, err);
    if (status == NF_OK && diagnosing.candidates_count == 1)
        status = nf_diagnosing_tell(&diagnosing, &findings[0], err);
    if (status == NF_OK)
        status = conclude(&diagnosing, err);
    diagnosis->made = status == NF_OK && nf_signals_caught() == 0;
    diagnosis->seconds = nf_now() - start;
    release(&diagnosing);
    return nf_signals_caught() != 0 ? NF_OK : status;
}

void nf_diagnosis_free(struct nf_diagnosis *diagnosis)
{
    nf_trial_free(&diagnosis->telling);
    nf_text_free(&diagnosis->telling_size);
}
