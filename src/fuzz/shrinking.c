/* Shrinks and explains a finding. */
#include "base/signals.h"
#include "core/runner.h"
#include "fuzz/fuzzer.h"

#include <string.h>

static const uint64_t second = 1000000000;

struct shrinking {
    const struct nf_fuzz_options *options;
    struct nf_finding *finding;
    struct nf_trial_case candidate;
    struct nf_trial_case least; /* the last candidate that failed, with its result */
    uint64_t wall_ns;           /* limit of a trial; 0: that of the options */
    double deadline;
    enum nf_status failed; /* an error of ninefold itself while trying */
    struct nf_error *err;
};

static bool copy_text(struct nf_text *to, const struct nf_text *from)
{
    to->size = 0;
    nf_text_bytes(to, from->data, from->size);
    return !to->failed;
}

/* `to` is empty. False without memory. */
static bool copy_case(struct nf_trial_case *to, const struct nf_trial_case *from)
{
    *to = *from;
    to->instance = to->answer = to->record = to->result.output = (struct nf_text){0};
    return copy_text(&to->instance, &from->instance) && copy_text(&to->answer, &from->answer) &&
           copy_text(&to->record, &from->record) &&
           copy_text(&to->result.output, &from->result.output);
}

static bool is_cut_short(const struct nf_child_result *result)
{
    return result->ending == NF_OUT_OF_TIME && result->code == 2;
}

/* The time limit of one trial, so that a candidate that hangs does not use up the time of many. A
 * smaller case should hardly take longer than the original one. */
static uint64_t trial_wall_ns(const struct nf_fuzz_options *options,
                              const struct nf_finding *finding)
{
    const uint64_t most = options->trials.allowed.wall_ns;
    const uint64_t some = 4 * finding->found.result.wall_ns + second / 2;
    return most == 0 || some < most ? some : most;
}

/* Runs the candidate; NF_TRIAL_STOP if the time for shrinking is over. */
static enum nf_trial run_candidate(struct shrinking *shrinking)
{
    struct nf_trial_case *const run = &shrinking->candidate;
    const double left = shrinking->deadline - nf_now();
    if (left <= 0)
        return NF_TRIAL_STOP;
    const bool last = left * (double)second < (double)shrinking->wall_ns;
    const uint64_t wall_ns = last ? (uint64_t)(left * (double)second) + 1 : shrinking->wall_ns;
    shrinking->failed =
        nf_trial_run_once(&shrinking->options->trials, 0, wall_ns, run, shrinking->err);
    if (shrinking->failed != NF_OK || (last && is_cut_short(&run->result)))
        return NF_TRIAL_STOP;
    return !is_cut_short(&run->result) &&
                   nf_judgement_same(&run->judgement, &shrinking->finding->found.judgement)
               ? NF_TRIAL_FAILS
               : NF_TRIAL_PASSES;
}

static enum nf_trial try_candidate(void *owner, const struct nf_text *candidate)
{
    struct shrinking *const shrinking = owner;
    struct nf_finding *const finding = shrinking->finding;
    const struct nf_trials *const trials = &shrinking->options->trials;
    struct nf_trial_case *const run = &shrinking->candidate;
    if (finding->trials == shrinking->options->shrink_trials || nf_signals_caught() != 0 ||
        nf_now() > shrinking->deadline) {
        finding->stopped = true;
        return NF_TRIAL_STOP;
    }
    finding->trials++;
    run->index = finding->found.index;
    if (!copy_text(&run->instance, candidate))
        shrinking->failed = nf_fail(shrinking->err, NF_IO, "out of memory while shrinking");
    if (shrinking->failed == NF_OK)
        shrinking->failed = nf_trial_answer(trials, run, 1, shrinking->err);
    if (shrinking->failed != NF_OK)
        return NF_TRIAL_STOP;
    enum nf_trial trial = run_candidate(shrinking);
    /* A timeout counts only if it happens twice, because the machine may have been busy. */
    if (trial == NF_TRIAL_FAILS && run->judgement.verdict == NF_TLE)
        trial = run_candidate(shrinking);
    finding->stopped |= trial == NF_TRIAL_STOP;
    if (trial == NF_TRIAL_FAILS) {
        const struct nf_trial_case least = *run;
        *run = shrinking->least;
        shrinking->least = least;
    }
    return trial;
}

static bool same_bytes(const struct nf_text *a, const struct nf_text *b)
{
    return a->size == b->size && (a->size == 0 || memcmp(a->data, b->data, a->size) == 0);
}

/* Fills in the result of the smallest case. It is usually known, because that case was the last to
 * fail or none was smaller; else the program is run once more. */
static enum nf_status settle(struct shrinking *shrinking)
{
    struct nf_finding *const finding = shrinking->finding;
    struct nf_trial_case *const smallest = &finding->smallest;
    const struct nf_trials *const trials = &shrinking->options->trials;
    if (same_bytes(&shrinking->least.instance, &smallest->instance)) {
        nf_trial_free(smallest);
        *smallest = shrinking->least;
        shrinking->least = (struct nf_trial_case){0};
        finding->shrunk = true;
        return NF_OK;
    }
    if (same_bytes(&finding->found.instance, &smallest->instance)) {
        nf_trial_free(smallest);
        finding->shrunk = copy_case(smallest, &finding->found);
        return finding->shrunk ? NF_OK
                               : nf_fail(shrinking->err, NF_IO, "out of memory while shrinking");
    }
    smallest->index = finding->found.index;
    enum nf_status status = nf_trial_answer(trials, smallest, 1, shrinking->err);
    if (status == NF_OK)
        status = nf_trial_run_once(trials, 0, shrinking->wall_ns, smallest, shrinking->err);
    if (status == NF_OK)
        finding->shrunk = nf_judgement_same(&smallest->judgement, &finding->found.judgement) &&
                          !is_cut_short(&smallest->result);
    return status;
}

static enum nf_status tell_size(const struct nf_fuzz_options *options,
                                const struct nf_trial_case *measured, struct nf_text *words,
                                struct nf_error *err)
{
    const struct nf_input instance = nf_text_input(&measured->instance, "case");
    return options->trials.game->fuzz->size(&instance, words, err);
}

/* Explains what the program does when it does not run out of cards, if that differs. */
static enum nf_status explain_padded(const struct nf_fuzz_options *options,
                                     struct nf_finding *finding, struct nf_error *err)
{
    const struct nf_judgement *const judgement = &finding->padded.judgement;
    const enum nf_verdict verdict = judgement->verdict;
    struct nf_text *const why = &finding->why, words = {0};
    bool unclear = false;
    enum nf_status status = NF_OK;
    if (verdict != NF_AC)
        status = nf_trial_explain(&options->trials, &finding->padded, &unclear, &words, err);
    nf_text_format(why, "\nwith %u cards appended to its deck, which the rules never draw, it ",
                   finding->padding);
    if (verdict == NF_AC) {
        nf_text_string(why, "is accepted\n");
    } else if (unclear && nf_judgement_same(judgement, &finding->found.judgement)) {
        nf_text_string(why, "fails again\n");
    } else {
        nf_text_string(why, "shows:\n");
        if (verdict != NF_WA)
            nf_text_format(why, "%s, %s\n", nf_verdict_name(verdict), judgement->why);
        nf_text_bytes(why, words.data, words.size);
    }
    why->failed |= words.failed;
    nf_text_free(&words);
    return status;
}

/* Explains the smallest known case. If the output does not show the fault, because the program died
 * or ran out of cards first, a longer deck may reveal it. */
static enum nf_status explain(const struct nf_fuzz_options *options, struct nf_finding *finding,
                              struct nf_error *err)
{
    const struct nf_trials *const trials = &options->trials;
    const struct nf_trial_case *const shown =
        finding->shrunk ? &finding->smallest : &finding->found;
    bool unclear;
    enum nf_status status = nf_trial_explain(trials, shown, &unclear, &finding->why, err);
    if (status == NF_OK && unclear)
        status = nf_trial_pad(trials, 0, shown, &finding->padded, &finding->padding, err);
    if (status == NF_OK && finding->padding > 0)
        status = explain_padded(options, finding, err);
    return status == NF_OK && finding->why.failed
               ? nf_fail(err, NF_IO, "out of memory for an explanation")
               : status;
}

enum nf_status nf_shrink_finding(const struct nf_fuzz_options *options, struct nf_finding *finding,
                                 struct nf_error *err)
{
    const double start = nf_now();
    const struct nf_input found = nf_text_input(&finding->found.instance, "case");
    struct shrinking shrinking = {.options = options,
                                  .finding = finding,
                                  .deadline = start + options->shrink_seconds,
                                  .wall_ns = trial_wall_ns(options, finding),
                                  .err = err};
    const struct nf_trier trier = {try_candidate, &shrinking};
    enum nf_status status = tell_size(options, &finding->found, &finding->size, err);
    if (status == NF_OK && options->shrink_trials > 0) {
        status =
            options->trials.game->fuzz->shrink(&found, &trier, &finding->smallest.instance, err);
        if (shrinking.failed != NF_OK)
            status = shrinking.failed;
        if (status == NF_OK && nf_signals_caught() == 0)
            status = settle(&shrinking);
    }
    if (status == NF_OK && finding->shrunk)
        status = tell_size(options, &finding->smallest, &finding->smallest_size, err);
    if (status == NF_OK)
        status = explain(options, finding, err);
    nf_trial_free(&shrinking.candidate);
    nf_trial_free(&shrinking.least);
    finding->seconds = nf_now() - start;
    return status;
}
