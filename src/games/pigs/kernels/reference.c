/* The rules in plain C as a kernel. */
#include "games/pigs/kernels/setup.h"
#include "games/pigs/rules/format.h"

#include <string.h>

enum nf_status pigs_play_index(const struct pigs_setup *setup, uint64_t index,
                               struct pigs_instance *instance, struct pigs_game *game,
                               uint32_t rejected[NF_REJECT_KINDS], struct nf_error *err)
{
    struct nf_key key = {.seed = setup->seed, .index = index};
    bool valid;
    if (setup->given != NULL) {
        memcpy(instance, &setup->given[index], sizeof *instance);
        valid = pigs_play(game, instance, NULL);
    } else {
        valid = pigs_deal_valid(&setup->deal, &key, instance, game);
    }
    memset(rejected, 0, NF_REJECT_KINDS * sizeof *rejected);
    rejected[0] = (uint32_t)key.attempt;
    return valid ? NF_OK
                 : nf_fail(err, NF_INVALID,
                           "game %llu: none of %d candidates has an end; try a larger --deck",
                           (unsigned long long)index, PIGS_ATTEMPTS);
}

static size_t memory(const struct nf_kernel *self, const struct nf_setup *setup)
{
    (void)self;
    (void)setup;
    return nf_cache_lines(sizeof(struct pigs_match));
}

static enum nf_status play(const struct nf_kernel *self, const struct nf_setup *setup, void *block,
                           struct nf_feed *feed, struct nf_sink *sink, struct nf_error *err)
{
    struct pigs_match *const match = block;
    uint32_t words[PIGS_WORDS];
    struct nf_outcome outcome = {.words = words};
    enum nf_status status = NF_OK;
    (void)self;
    while (status == NF_OK && nf_feed_take(feed, &outcome.index)) {
        status = pigs_play_index((const struct pigs_setup *)setup, outcome.index, &match->instance,
                                 &match->game, outcome.rejected, err);
        if (status != NF_OK)
            break;
        pigs_pack(&match->game, words);
        sink->take(sink, &outcome);
    }
    return status;
}

const struct nf_kernel pigs_reference = {"reference", nf_everywhere, memory, play, NULL};
