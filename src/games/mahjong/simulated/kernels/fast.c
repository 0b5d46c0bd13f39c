/* The player that looks hands up (games/mahjong/rules/fast.h) as a kernel. */
#include "games/mahjong/rules/fast.h"

#include "games/mahjong/simulated/kernels/kernels.h"

static enum nf_status play_mahjong_fast(const struct nf_setup *setup, void *words,
                                        struct nf_outcome *outcome, struct nf_error *err)
{
    const struct mahjong_run *const run = &((const struct mahjong_setup *)setup)->run;
    uint8_t wall[MAHJONG_WALL];
    (void)err;
    mahjong_wall(run, outcome->index, wall);
    mahjong_fast_play(run->tables, wall, words);
    outcome->words = words;
    return NF_OK;
}

const struct nf_each_kernel mahjong_fast_kernel = {
    {"fast", nf_everywhere, nf_each_memory, nf_each_play, .unfit = NULL},
    {MAHJONG_WORDS * sizeof(uint32_t), play_mahjong_fast},
};
