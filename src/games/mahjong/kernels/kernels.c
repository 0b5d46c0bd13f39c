/* A kernel is a file and a line here. */
#include "games/mahjong/kernels/kernels.h"

#include "gen/mahjong/deal.h"

#include <string.h>

const struct nf_kernel *const mahjong_kernels[] = {
    &mahjong_reference_kernel.base,
    &mahjong_fast_kernel.base,
    NULL,
};

void mahjong_wall(const struct mahjong_run *run, uint64_t index, uint8_t wall[MAHJONG_WALL])
{
    if (run->walls != NULL) {
        memcpy(wall, run->walls[index], MAHJONG_WALL);
        return;
    }
    const struct nf_key key = {.seed = run->seed, .index = index};
    mahjong_deal((enum mahjong_profile)run->profile, &key, wall);
}

size_t mahjong_kernel_memory(const struct nf_kernel *self, const struct nf_setup *setup)
{
    (void)setup;
    return ((const struct mahjong_kernel *)self)->bytes;
}

enum nf_status mahjong_kernel_play(const struct nf_kernel *self, const struct nf_setup *setup,
                                   void *memory, struct nf_feed *feed, struct nf_sink *sink,
                                   struct nf_error *err)
{
    const struct mahjong_kernel *const kernel = (const struct mahjong_kernel *)self;
    const struct mahjong_run *const run = &((const struct mahjong_setup *)setup)->run;
    uint32_t words[MAHJONG_WORDS];
    struct nf_outcome outcome = {.words = words};
    (void)err;
    kernel->open(memory);
    while (nf_feed_take(feed, &outcome.index)) {
        kernel->play_index(run, memory, outcome.index, words);
        sink->take(sink, &outcome);
    }
    return NF_OK;
}
