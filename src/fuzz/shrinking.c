/* Makes a finding as small as it gets. */
#include "base/signals.h"
#include "core/runner.h"
#include "fuzz/fuzzer.h"

struct shrinking {
    const struct nf_fuzz_options *options;
    struct nf_finding *finding;
    struct nf_trial_case candidate;
    double deadline;
    enum nf_exit failed; /* an error of ninefold itself while trying */
    struct nf_error *err;
};

static bool copy_text(struct nf_text *to, const struct nf_text *from)
{
    to->size = 0;
    nf_text_bytes(to, from->data, from->size);
    return !to->failed;
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
    if (shrinking->failed == NF_OK)
        shrinking->failed = nf_trial_run(trials, 0, run, shrinking->err);
    if (shrinking->failed != NF_OK)
        return NF_TRIAL_STOP;
    return nf_judgement_same(&run->judgement, &finding->found.judgement) ? NF_TRIAL_FAILS
                                                                         : NF_TRIAL_PASSES;
}

/* Runs the smallest case once more, for its output, verdict and explanation. */
static enum nf_exit settle(const struct nf_fuzz_options *options, struct nf_finding *finding,
                           struct nf_error *err)
{
    const struct nf_trials *const trials = &options->trials;
    struct nf_trial_case *const smallest = &finding->smallest;
    smallest->index = finding->found.index;
    enum nf_exit end = nf_trial_answer(trials, smallest, 1, err);
    if (end == NF_OK)
        end = nf_trial_run(trials, 0, smallest, err);
    if (end == NF_OK)
        finding->shrunk = nf_judgement_same(&smallest->judgement, &finding->found.judgement);
    return end;
}

static enum nf_exit tell_size(const struct nf_fuzz_options *options,
                              const struct nf_trial_case *measured, struct nf_text *words,
                              struct nf_error *err)
{
    const struct nf_input instance = nf_text_input(&measured->instance, "case");
    return options->trials.game->fuzzing->size(&instance, words, err);
}

enum nf_exit nf_shrink_finding(const struct nf_fuzz_options *options, struct nf_finding *finding,
                               struct nf_error *err)
{
    const double start = nf_now();
    const struct nf_input found = nf_text_input(&finding->found.instance, "case");
    struct shrinking shrinking = {.options = options,
                                  .finding = finding,
                                  .deadline = start + options->shrink_seconds,
                                  .err = err};
    const struct nf_trier trier = {try_candidate, &shrinking};
    enum nf_exit end = tell_size(options, &finding->found, &finding->size, err);
    if (end == NF_OK && options->shrink_trials > 0) {
        end =
            options->trials.game->fuzzing->shrink(&found, &trier, &finding->smallest.instance, err);
        if (shrinking.failed != NF_OK)
            end = shrinking.failed;
        if (end == NF_OK && nf_signals_caught() == 0)
            end = settle(options, finding, err);
    }
    if (end == NF_OK && finding->shrunk)
        end = tell_size(options, &finding->smallest, &finding->smallest_size, err);
    if (end == NF_OK)
        end = nf_trial_explain(&options->trials,
                               finding->shrunk ? &finding->smallest : &finding->found,
                               &finding->why, err);
    nf_trial_free(&shrinking.candidate);
    finding->seconds = nf_now() - start;
    return end;
}
