/* The case that tells a mistake from all others. */
#include "base/signals.h"
#include "judge/format/shrink.h"
#include "judge/fuzz/fuzz_internal.h"
#include "judge/judge.h"

enum { MOST_PLAYS = 20000, MOST_LOOKED_AT = 64 };

struct search {
    const struct nf_diagnosing *diagnosing;
    uint64_t meant;   /* the candidate */
    uint64_t apart;   /* the mistakes that a smaller case has to tell it from; bit 0: the rules */
    unsigned closest; /* the one that the last case did not tell it from */
    uint32_t plays;   /* so far */
    struct nf_printed own, other; /* what the candidate and another one print */
    enum nf_status failed;
    struct nf_error *err;
};

/* Whether the candidate prints something else than mistake `k` does. */
static bool differs(struct search *search, unsigned k, const struct nf_text *instance)
{
    if (search->failed == NF_OK)
        search->failed = nf_printed_by(&search->other, search->diagnosing->ops, UINT64_C(1) << k,
                                       instance, search->err);
    search->plays++;
    return search->failed == NF_OK && nf_printed_differ(&search->own, &search->other);
}

/* Plays the candidate. False if parts of what it prints are not common to all such programs. */
static bool play_own(struct search *search, const struct nf_text *instance)
{
    if (search->failed == NF_OK)
        search->failed = nf_printed_by(&search->own, search->diagnosing->ops, search->meant,
                                       instance, search->err);
    search->plays++;
    return search->failed == NF_OK && search->own.whole;
}

/* Of the mistakes in `apart` those that an instance tells the candidate from. */
static uint64_t distinguished_set(struct search *search, const struct nf_text *instance)
{
    uint64_t distinguished = 0;
    if (!play_own(search, instance))
        return 0;
    for (unsigned k = 0; k <= search->diagnosing->suspects.mistakes; k++)
        if ((search->apart >> k & 1) != 0 && differs(search, k, instance))
            distinguished |= UINT64_C(1) << k;
    return distinguished;
}

static unsigned count_bits(uint64_t set)
{
    unsigned count = 0;
    for (; set != 0; set &= set - 1)
        count++;
    return count;
}

/* A smaller case is as good if it tells the candidate from all of `apart`. */
static enum nf_trial try_smaller(void *owner, const struct nf_text *instance)
{
    struct search *const search = owner;
    if (search->failed != NF_OK || search->plays > MOST_PLAYS || nf_signals_caught() != 0)
        return NF_TRIAL_STOP;
    if (!play_own(search, instance) || !differs(search, search->closest, instance))
        return NF_TRIAL_PASSES;
    for (unsigned k = 0; k <= search->diagnosing->suspects.mistakes; k++)
        if ((search->apart >> k & 1) != 0 && !differs(search, k, instance)) {
            search->closest = k;
            return NF_TRIAL_PASSES;
        }
    return NF_TRIAL_FAILS;
}

/* The case of the evidence that tells the candidate from most; `*told` gets from which. */
static const struct nf_trial_case *find_case(struct search *search, uint64_t *distinguished)
{
    const struct nf_diagnosing *const diagnosing = search->diagnosing;
    const struct nf_trial_case *best = NULL;
    uint32_t looked_at = 0;
    *distinguished = 0;
    for (uint32_t i = 0; i < diagnosing->evidence_count && looked_at < MOST_LOOKED_AT; i++) {
        const struct nf_trial_case *const run = diagnosing->evidence[i].run;
        if (run->judgement.verdict == NF_AC || *distinguished == search->apart)
            continue;
        looked_at++;
        const uint64_t from = distinguished_set(search, &run->instance);
        if (count_bits(from) > count_bits(*distinguished)) {
            *distinguished = from;
            best = run;
        }
    }
    return best;
}

/* Makes the case small and runs the program on it. */
static enum nf_status distinguish_by(struct search *search, struct nf_diagnosing *diagnosing,
                                     const struct nf_trial_case *best, struct nf_error *err)
{
    struct nf_diagnosis *const diagnosis = diagnosing->diagnosis;
    struct nf_trial_case *const smaller = &diagnosis->distinguishing;
    const struct nf_input found = nf_text_input(&best->instance, "case");
    const struct nf_trier trier = {try_smaller, search, NULL, NULL};
    search->plays = 0;
    smaller->index = best->index;
    NF_TRY(nf_shrink(diagnosing->options->trials.problem, &found, &trier, &smaller->instance, err));
    NF_TRY(search->failed);
    NF_TRY(nf_diagnosing_run(diagnosing, 0, smaller, false, err));
    const struct nf_input small = nf_text_input(&smaller->instance, "case");
    NF_TRY(nf_describe_size(diagnosing->options->trials.problem, &small,
                            &diagnosis->distinguishing_size, err));
    NF_TRY(nf_diagnosing_add(diagnosing, smaller, err));
    if (!play_own(search, &smaller->instance))
        return search->failed;
    const struct nf_evidence *const last = &diagnosing->evidence[diagnosing->evidence_count - 1];
    diagnosis->distinguished = NF_DISTINGUISHED_BY_OWN;
    if (nf_printed_agree(&last->printed, &search->own) == NF_DIFFERS) {
        diagnosing->suspects.count = 0;
        diagnosis->distinguished = NF_DISTINGUISHED_NOT;
    }
    return NF_OK;
}

enum nf_status nf_diagnosing_distinguish(struct nf_diagnosing *diagnosing,
                                         const struct nf_finding *finding, struct nf_error *err)
{
    struct nf_diagnosis *const diagnosis = diagnosing->diagnosis;
    struct search search = {
        .diagnosing = diagnosing, .meant = diagnosing->suspects.sets[0], .err = err};
    const uint64_t all = (UINT64_C(2) << diagnosing->suspects.mistakes) - 1;
    uint64_t distinguished = 0;
    search.apart = all & ~search.meant;
    if (count_bits(search.meant) > 1 || (search.meant & NF_BY_SYSTEM) != 0)
        /* of two mistakes each alone is another one */
        search.apart = all;
    if (finding->shrunk &&
        distinguished_set(&search, &finding->smallest.instance) == search.apart) {
        diagnosis->distinguished = NF_DISTINGUISHED_BY_SMALLEST;
        distinguished = search.apart;
    }
    enum nf_status status = NF_OK;
    if (diagnosis->distinguished == NF_DISTINGUISHED_NOT) {
        const uint64_t wanted = search.apart;
        const struct nf_trial_case *const best = find_case(&search, &distinguished);
        search.apart = distinguished;
        if (best != NULL && (distinguished & 1) != 0 && search.failed == NF_OK)
            status = distinguish_by(&search, diagnosing, best, err);
        search.apart = wanted;
    }
    diagnosis->alike = search.apart & ~distinguished & ~UINT64_C(1);
    nf_printed_free(&search.own);
    nf_printed_free(&search.other);
    return search.failed != NF_OK ? search.failed : status;
}
