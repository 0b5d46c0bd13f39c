#include "fuzz/flaky.h"

#include "base/signals.h"
#include "core/runner.h"
#include "fuzz/fuzzer.h"

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

/* Whether two runs ended alike, and where no limit stopped them, with the same output. */
static bool same_answer(const struct nf_child_result *a, const struct nf_child_result *b)
{
    const size_t size = a->output.size;
    if (a->ending != b->ending || (a->ending != NF_ENDED && a->ending != NF_KILLED))
        return a->ending == b->ending;
    return a->code == b->code && size == b->output.size &&
           (size == 0 || memcmp(a->output.data, b->output.data, size) == 0);
}

enum nf_status nf_flaky_check(const struct nf_trials *trials, struct nf_finding *finding,
                              struct nf_error *err)
{
    static const double most_seconds = 2;
    const struct nf_trial_case *const found = &finding->found;
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
        finding->flaky |= !same_answer(&found->result, &again.result);
    }
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
