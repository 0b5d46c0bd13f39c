#include "judge/fuzz/flaky.h"

#include "base/lang.h"
#include "base/signals.h"
#include "base/threads.h"
#include "judge/fuzz/fuzzer.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* Runs the program on `run` from its start, with other addresses; the result goes to `again`. */
static enum nf_status run_again(const struct nf_trials *trials, uint32_t slot, uint64_t wall_ns,
                                const struct nf_trial_case *run, struct nf_trial_case *again,
                                struct nf_error *err)
{
    const struct nf_child_result kept = again->result; /* its memory is used again */
    *again = *run;
    again->result = kept;
    nf_child_renew(trials->child, slot);
    return nf_trial_run_once(trials, slot, wall_ns, again, err);
}

/* Whether two failing runs say the same. Where a limit or a crash ended them, they may have printed
 * more or less of it; and how a crash ends, address layout may decide: SIGSEGV or SIGBUS. */
static bool same_answer(const struct nf_trial_case *a, const struct nf_trial_case *b)
{
    const struct nf_text *const one = &a->result.output, *const other = &b->result.output;
    const size_t common = one->size < other->size ? one->size : other->size;
    const enum nf_verdict verdict = a->judgement.verdict;
    if (verdict != b->judgement.verdict)
        return false;
    if (verdict == NF_TLE || verdict == NF_MLE || verdict == NF_OLE)
        return true;
    return strcmp(a->judgement.decision, b->judgement.decision) == 0 &&
           (verdict == NF_RE || one->size == other->size) &&
           (common == 0 || memcmp(one->data, other->data, common) == 0);
}

/* The signals and exit codes of the runs so far. */
struct codes {
    int seen[NF_REPEATS];
    uint32_t count;
    bool full; /* the reason has no room for more */
};

/* Adds how `again` ended to the reason of `judgement` if that is new, or "..." for want of room. */
static void add_code(struct codes *codes, const struct nf_judgement *again,
                     struct nf_judgement *judgement)
{
    const size_t used = strlen(judgement->why), room = sizeof judgement->why - used;
    for (uint32_t i = 0; i < codes->count; i++)
        if (codes->seen[i] == again->code)
            return;
    assert(codes->count < NF_REPEATS);
    codes->seen[codes->count++] = again->code;
    judgement->code = 0;
    if (codes->full)
        return;
    const size_t comma = strlen(_(", "));
    codes->full = comma + strlen(again->why) + comma + sizeof "..." > room;
    snprintf(judgement->why + used, room, "%s%s", _(", "), codes->full ? "..." : again->why);
}

enum nf_status nf_flaky_check(const struct nf_trials *trials, struct nf_finding *finding,
                              struct nf_error *err)
{
    static const double most_seconds = 2;
    struct nf_trial_case *const found = &finding->found;
    struct nf_judgement together = found->judgement; /* of all runs, if they say the same */
    struct codes codes = {.seen = {together.code}, .count = 1};
    const double start = nf_now(), seconds = 1e-9 * (double)found->result.wall_ns;
    struct nf_trial_case again = {0};
    enum nf_status status = NF_OK;
    finding->runs = finding->failed = 1;
    while (finding->runs < NF_REPEATS && nf_now() + seconds < start + most_seconds &&
           nf_signals_caught() == 0) {
        status = run_again(trials, 0, 0, found, &again, err);
        if (status != NF_OK)
            break;
        finding->runs++;
        finding->failed += again.judgement.verdict != NF_AC;
        finding->flaky |= !same_answer(found, &again);
        add_code(&codes, &again.judgement, &together);
    }
    if (!finding->flaky)
        found->judgement = together;
    nf_child_result_free(&again.result);
    return status;
}

enum nf_status nf_flaky_run(const struct nf_trials *trials, uint32_t slot, uint64_t wall_ns,
                            uint32_t needed, struct nf_trial_case *run, uint32_t *failed,
                            struct nf_error *err)
{
    struct nf_trial_case again = {0};
    enum nf_status status = NF_OK;
    *failed = 0;
    for (uint32_t left = NF_REPEATS; left > 0 && *failed + left >= needed; left--) {
        status = run_again(trials, slot, wall_ns, run, &again, err);
        if (status != NF_OK)
            break;
        if (again.judgement.verdict == NF_AC)
            continue;
        ++*failed;
        const struct nf_child_result kept = run->result;
        run->result = again.result;
        run->judgement = again.judgement;
        again.result = kept;
    }
    nf_child_result_free(&again.result);
    return status;
}

uint32_t nf_flaky_needed(uint32_t failed, uint32_t runs)
{
    const uint32_t share = NF_REPEATS * failed * 3 / (runs * 4);
    return share > 0 ? share : 1;
}
