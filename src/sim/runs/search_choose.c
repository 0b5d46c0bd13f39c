#include "base/owned.h"
#include "sim/runs/search_internal.h"

/* Other games than those of searches, so that what is found does not depend on these. */
static uint64_t apart(const struct nf_search_options *options, uint64_t by)
{
    return (options->params.seed ^ by) & INT64_MAX;
}

/* Plays all games with strategies at the seat, a first one only if it is not NULL. */
static enum nf_status play_strategies(const struct nf_search_options *options, uint64_t seed,
                                      const char *const texts[2], struct nf_paired *played,
                                      struct nf_error *err)
{
    NF_FREED_BY(nf_search_release) struct nf_player first = {0};
    NF_FREED_BY(nf_search_release) struct nf_player second = {0};
    if (texts[0] != NULL)
        NF_TRY(nf_search_prepare(options, texts[0], seed, &first, err));
    NF_TRY(nf_search_prepare(options, texts[1], seed, &second, err));
    const struct nf_paired_options job = {
        .sides = {{first.setup, first.kernel}, {second.setup, second.kernel}},
        .games = options->verifying,
        .threads = options->threads};
    return nf_paired_run(&job, played, err);
}

enum nf_status nf_search_choose(const struct nf_search_options *options,
                                struct nf_search_found *found, size_t count,
                                struct nf_search_result *result, struct nf_error *err)
{
    const char *const usual = options->game->strategies->list[0].text;
    const uint32_t seat = options->seat;
    *result = (struct nf_search_result){.chosen_seed = apart(options, UINT64_C(0x5eed0000)),
                                        .played_seed = apart(options, UINT64_C(0x5eed))};
    for (size_t i = 0; count > 1 && i < count; i++) {
        const char *const texts[] = {NULL, found[i].best.data};
        NF_TRY(play_strategies(options, result->chosen_seed, texts, &found[i].chosen, err));
        if (found[i].chosen.counts[1][seat] < found[result->best].chosen.counts[1][seat])
            result->best = i;
    }
    const char *const texts[] = {usual, found[result->best].best.data};
    return play_strategies(options, result->played_seed, texts, &result->played, err);
}
