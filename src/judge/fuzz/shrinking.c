/* Shrinks and explains a finding. */
#include "base/lang.h"
#include "base/owned.h"
#include "base/shown.h"
#include "base/signals.h"
#include "base/threads.h"
#include "judge/fuzz/fuzz_internal.h"
#include "judge/fuzz/fuzzer.h"
#include "judge/judge.h"

#include <assert.h>
#include <string.h>

static bool copy_text(struct nf_text *to, const struct nf_text *from)
{
    nf_text_bytes(to, from->data, from->size);
    return !to->failed;
}

/* `to` is empty. False without memory. */
static bool copy_case(struct nf_trial_case *to, const struct nf_trial_case *from)
{
    *to = *from;
    to->instance = to->answer = to->differs = to->result.output = (struct nf_text){0};
    return copy_text(&to->instance, &from->instance) && copy_text(&to->answer, &from->answer) &&
           copy_text(&to->differs, &from->differs) &&
           copy_text(&to->result.output, &from->result.output);
}

static bool is_cut_short(const struct nf_child_result *result)
{
    return result->ending == NF_OUT_OF_TIME && result->code == 2;
}

static bool same_bytes(const struct nf_text *a, const struct nf_text *b)
{
    return a->size == b->size && (a->size == 0 || memcmp(a->data, b->data, a->size) == 0);
}

/* The time limit of one trial, so that a candidate that hangs does not use up the time of many. A
 * smaller case should hardly take longer than the original one; `hasty` is more than most programs
 * need that do not hang. */
static uint64_t trial_wall_ns(const struct nf_fuzz_options *options,
                              const struct nf_trial_case *from, bool hasty)
{
    enum { HASTY_NS = 400000000, MORE_NS = 500000000 };
    const uint64_t most = options->trials.allowed.wall_ns;
    const uint64_t some = hasty ? HASTY_NS : 4 * from->result.wall_ns + MORE_NS;
    return most == 0 || some < most ? some : most;
}

/* Gives a case with other line ends the usual ones, in `plain`. */
static enum nf_status try_plain(const struct nf_fuzz_options *options,
                                const struct nf_trial_case *found, struct nf_trial_case *plain,
                                struct nf_error *err)
{
    if (found->ends == NF_LF)
        return NF_OK;
    NF_TRY_MEMORY(copy_case(plain, found), err);
    plain->ends = NF_LF;
    return nf_trial_run(&options->trials, 0, plain, err);
}

/* Whether cards could change nothing, for the output differs in white space. */
static bool is_in_blanks(const struct nf_judgement *judgement)
{
    return judgement->verdict == NF_PE || strcmp(judgement->kind, NF_KIND_BLANKS) == 0;
}

/* If the output does not show a wrong decision, because the program ran out of cards first, a
 * longer deck may reveal it: then that is the case to be made smaller. */
static enum nf_status reveal(const struct nf_fuzz_options *options,
                             const struct nf_trial_case *found, struct nf_trial_case *revealed,
                             struct nf_error *err)
{
    uint32_t cards;
    if (nf_judgement_decides(&found->judgement) || is_in_blanks(&found->judgement))
        return NF_OK;
    return nf_trial_pad(&options->trials, 0, found, revealed, &cards, err);
}

/* Runs the smallest case once more where only a fork of the program failed it: the program as it is
 * started has to. */
static enum nf_status confirm(const struct nf_candidates *candidates, struct nf_finding *finding,
                              struct nf_error *err)
{
    struct nf_trial_case *const smallest = &finding->smallest;
    const struct nf_trials *const trials = &candidates->options->trials;
    if (!finding->shrunk || !smallest->result.forked)
        return NF_OK;
    finding->shrunk = false;
    if (nf_signals_caught() != 0)
        return NF_OK;
    nf_child_renew(trials->child, 0);
    NF_TRY(nf_trial_run_once(trials, 0, 0, smallest, err));
    finding->shrunk = nf_candidates_same(candidates, &smallest->judgement);
    return NF_OK;
}

/* Fills in the result of the smallest case. It is usually known, because that case was the last to
 * fail or none was smaller; else the program is run once more. */
static enum nf_status settle_finding(struct nf_candidates *candidates, struct nf_finding *finding,
                                     struct nf_error *err)
{
    struct nf_trial_case *const smallest = &finding->smallest, *const least = &candidates->least;
    const struct nf_trials *const trials = &candidates->options->trials;
    if (same_bytes(&least->instance, &smallest->instance) && !is_cut_short(&least->result)) {
        nf_trial_free(smallest);
        *smallest = *least;
        *least = (struct nf_trial_case){0};
        finding->shrunk = true;
        finding->shrunk_failed = candidates->least_failed;
        return NF_OK;
    }
    if (same_bytes(&candidates->from->instance, &smallest->instance)) {
        nf_trial_free(smallest);
        finding->shrunk = copy_case(smallest, candidates->from);
        finding->shrunk_failed = NF_REPEATS * finding->failed / finding->runs;
        return finding->shrunk ? NF_OK : nf_fail_memory(err);
    }
    if (nf_signals_caught() != 0)
        return NF_OK;
    assert(!finding->flaky); /* no answer is remembered */
    smallest->index = finding->found.index;
    smallest->ends = candidates->from->ends;
    NF_TRY(nf_trial_answer(trials, smallest, 1, err));
    NF_TRY(nf_trial_run_once(trials, 0, 0, smallest, err));
    finding->shrunk = nf_candidates_same(candidates, &smallest->judgement);
    return NF_OK;
}

static enum nf_status shrink_steps(struct nf_candidates *candidates, struct nf_finding *finding,
                                   struct nf_error *err)
{
    NF_TRY(nf_candidates_shrink(candidates, &finding->smallest.instance, err));
    if (candidates->hasty && candidates->near > 0)
        return NF_OK;
    NF_TRY(settle_finding(candidates, finding, err));
    return confirm(candidates, finding, err);
}

static enum nf_status shrink_within(struct nf_candidates *candidates, struct nf_finding *finding,
                                    struct nf_error *err)
{
    const enum nf_status status = shrink_steps(candidates, finding, err);
    finding->trials += candidates->trials;
    finding->stopped |= candidates->stopped && !(candidates->hasty && candidates->near > 0);
    nf_candidates_free(candidates);
    return status;
}

/* Shrinks `from`, the case as found or a longer one that shows more. A program that seems to hang
 * is first given little time for each candidate, in two thirds of the time, and then as much as it
 * has. */
static enum nf_status shrink_finding(const struct nf_fuzz_options *options,
                                     const struct nf_trial_case *from, double start,
                                     struct nf_finding *finding, struct nf_error *err)
{
    const bool hangs = from->judgement.verdict == NF_TLE && !finding->flaky;
    const bool hasty = hangs && !nf_judgement_decides(&from->judgement);
    struct nf_candidates candidates = {
        .options = options,
        .from = from,
        .start = start,
        .deadline = start + options->shrink_seconds,
        .needed = finding->flaky ? nf_flaky_needed(finding->failed, finding->runs) : 0,
        .wall_ns = trial_wall_ns(options, from, hangs)};
    if (hasty) {
        struct nf_candidates first = candidates;
        first.hasty = true;
        first.deadline = start + options->shrink_seconds * 2 / 3;
        const enum nf_status status = shrink_within(&first, finding, err);
        if (status != NF_OK || finding->shrunk)
            return status;
        nf_trial_free(&finding->smallest);
        finding->smallest = (struct nf_trial_case){0};
        candidates.wall_ns = trial_wall_ns(options, from, false);
    }
    return shrink_within(&candidates, finding, err);
}

static enum nf_status describe_size(const struct nf_fuzz_options *options,
                                    const struct nf_trial_case *measured, struct nf_text *words,
                                    struct nf_error *err)
{
    const struct nf_input instance = nf_text_input(&measured->instance, "case");
    return nf_describe_size(options->trials.problem, &instance, words, err);
}

/* Explains what the program does when it does not run out of cards, if that differs. */
static enum nf_status explain_padded(const struct nf_fuzz_options *options,
                                     struct nf_finding *finding, struct nf_error *err)
{
    const struct nf_judgement *const judgement = &finding->padded.judgement;
    const enum nf_verdict verdict = judgement->verdict;
    struct nf_text *const why = &finding->why;
    NF_OWNED_TEXT struct nf_text words = {0};
    bool unclear = false;
    if (verdict != NF_AC)
        NF_TRY(nf_trial_explain(&options->trials, &finding->padded, &unclear, &words, err));
    const bool again = unclear && nf_judgement_same(judgement, &finding->found.judgement);
    if (again && !nf_judgement_answers(judgement)) /* its answers are not to blame */
        return NF_OK;
    nf_text_format(why,
                   verdict == NF_AC ? _("\nwith %u cards appended to its deck, which the rules "
                                        "never draw, it is accepted\n")
                   : again          ? _("\nwith %u cards appended to its deck, which the rules "
                                                 "never draw, it fails again\n")
                                    : _("\nwith %u cards appended to its deck, which the rules "
                                                 "never draw, it shows:\n"),
                   finding->padding);
    if (verdict != NF_AC && !again) {
        if (verdict != NF_WA)
            nf_text_format(why, _("%s, %s\n"), nf_verdict_name(verdict), judgement->why);
        nf_text_bytes(why, words.data, words.size);
    }
    why->failed |= words.failed;
    return NF_OK;
}

/* Where the smallest case fails in another way, what the program wrote to standard error when it
 * failed first may be all that there is to say of that. */
static void put_first_errors(struct nf_finding *finding, const struct nf_trial_case *shown)
{
    const struct nf_trial_case *const found = &finding->found;
    if (shown == found || shown->judgement.verdict == found->judgement.verdict ||
        found->result.errors[0] == '\0' || strcmp(found->result.errors, shown->result.errors) == 0)
        return;
    nf_text_format(&finding->why, _("in case %llu it wrote to standard error:\n"),
                   (unsigned long long)found->index);
    nf_shown_lines(&finding->why, found->result.errors);
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
    const enum nf_status status = nf_trial_explain(trials, shown, &unclear, &finding->why, err);
    put_first_errors(finding, shown);
    NF_TRY(status);
    unclear &= !is_in_blanks(&shown->judgement);
    if (unclear && !finding->flaky && nf_signals_caught() == 0)
        NF_TRY(nf_trial_pad(trials, 0, shown, &finding->padded, &finding->padding, err));
    if (finding->padding > 0)
        NF_TRY(explain_padded(options, finding, err));
    return finding->why.failed ? nf_fail_memory(err) : NF_OK;
}

/* Makes a large case that is too slow smaller by halves, in `halved`; where it is still large,
 * that is the smallest. */
static enum nf_status shrink_by_halves(const struct nf_fuzz_options *options,
                                       const struct nf_trial_case *from, double start,
                                       struct nf_finding *finding, struct nf_trial_case *halved,
                                       struct nf_error *err)
{
    NF_TRY(nf_growth_shrink(options, from, start, finding, halved, err));
    if (!finding->growth.made)
        return NF_OK;
    finding->shrunk = true;
    if (halved->instance.size == 0)
        return copy_case(&finding->smallest, from) ? NF_OK : nf_fail_memory(err);
    finding->smallest = *halved;
    *halved = (struct nf_trial_case){0};
    return NF_OK;
}

static enum nf_status shrink_from_found(const struct nf_fuzz_options *options,
                                        struct nf_finding *finding, double start,
                                        struct nf_error *err)
{
    NF_FREED_BY(nf_trial_free) struct nf_trial_case plain = {0}, revealed = {0}, halved = {0};
    const struct nf_trial_case *from = &finding->found;
    const bool shrinks = options->shrink_trials > 0;
    NF_TRY(describe_size(options, from, &finding->size, err));
    if (shrinks && !finding->flaky)
        NF_TRY(try_plain(options, from, &plain, err));
    if (plain.instance.size > 0 && nf_judgement_same(&from->judgement, &plain.judgement) &&
        nf_fuzz_finds(options, &plain.judgement)) {
        plain.judgement.code = from->judgement.code; /* 0, where runs differ in it */
        from = &plain;
    }
    if (shrinks && !finding->flaky && nf_growth_fits(from)) {
        NF_TRY(shrink_by_halves(options, from, start, finding, &halved, err));
        if (halved.instance.size > 0)
            from = &halved;
    }
    const bool large = finding->growth.made;
    if (shrinks && !finding->flaky && !large)
        NF_TRY(reveal(options, from, &revealed, err));
    if (shrinks && !large)
        NF_TRY(shrink_finding(options,
                              nf_judgement_decides(&revealed.judgement) &&
                                      nf_fuzz_finds(options, &revealed.judgement)
                                  ? &revealed
                                  : from,
                              start, finding, err));
    if (finding->shrunk)
        NF_TRY(describe_size(options, &finding->smallest, &finding->smallest_size, err));
    return NF_OK;
}

enum nf_status nf_shrink_finding(const struct nf_fuzz_options *options, struct nf_finding *finding,
                                 struct nf_error *err)
{
    const double start = nf_now();
    NF_TRY(shrink_from_found(options, finding, start, err));
    finding->seconds = nf_now() - start;
    NF_TRY(explain(options, finding, err));
    return nf_variations_explain(options, finding, err);
}
