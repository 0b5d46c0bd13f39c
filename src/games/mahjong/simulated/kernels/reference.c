/* The rules in plain C as a kernel; what it finds of a hand it keeps in a memo. */
#include "games/mahjong/rules/reference.h"

#include "games/mahjong/simulated/kernels/kernels.h"

struct worker {
    struct mahjong_memo memo;
    uint32_t words[MAHJONG_WORDS];
};

static enum nf_status play_mahjong_reference(const struct nf_setup *setup, void *memory,
                                             struct nf_outcome *outcome, struct nf_error *err)
{
    struct worker *const worker = memory;
    uint8_t wall[MAHJONG_WALL];
    struct mahjong_outcome played;
    (void)err;
    mahjong_wall(&((const struct mahjong_setup *)setup)->run, outcome->index, wall);
    mahjong_play(&worker->memo, wall, NULL, &played);
    mahjong_pack(&played, worker->words);
    outcome->words = worker->words;
    return NF_OK;
}

const struct nf_each_kernel mahjong_reference_kernel = {
    {"reference", nf_everywhere, nf_each_memory, nf_each_play, .unfit = NULL},
    {sizeof(struct worker), play_mahjong_reference},
};
