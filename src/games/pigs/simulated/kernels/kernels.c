/* The rules in plain C as a kernel. */
#include "games/pigs/simulated/kernels/kernels.h"

#include <string.h>

enum nf_status pigs_play_index(const struct pigs_setup *setup, uint64_t index,
                               struct pigs_match *match, uint32_t *rejected, struct nf_error *err)
{
    struct nf_key key = {.seed = setup->seed, .index = index};
    bool valid;
    if (setup->given != NULL) {
        memcpy(&match->instance, &setup->given[index], sizeof match->instance);
        valid = pigs_play(&match->game, &match->instance, NULL);
    } else {
        valid = pigs_deal_valid(&setup->deal, &key, &match->instance, &match->game);
    }
    *rejected = (uint32_t)key.attempt;
    return valid ? NF_OK
                 : nf_fail(err, NF_INVALID,
                           "game %llu: none of %d candidates has an end; try a larger --deck",
                           (unsigned long long)index, PIGS_ATTEMPTS);
}

static enum nf_status play_pigs_reference(const struct nf_setup *setup, void *memory,
                                          struct nf_outcome *outcome, struct nf_error *err)
{
    struct pigs_worker *const worker = memory;
    NF_TRY(pigs_play_index((const struct pigs_setup *)setup, outcome->index, &worker->match,
                           outcome->rejected, err));
    pigs_pack(&worker->match.game, worker->words);
    outcome->words = worker->words;
    return NF_OK;
}

const struct nf_each_kernel pigs_reference = {
    {"reference", nf_everywhere, nf_each_memory, nf_each_play, .unfit = NULL},
    {sizeof(struct pigs_worker), play_pigs_reference},
};

const struct nf_kernel *const pigs_kernels[] = {&pigs_reference.base, &pigs_portable.base, NULL};
