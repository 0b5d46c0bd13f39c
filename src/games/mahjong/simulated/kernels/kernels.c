/* A kernel is a file and a line here. */
#include "games/mahjong/simulated/kernels/kernels.h"

#include "games/mahjong/rules/fast.h"
#include "games/mahjong/rules/reference.h"
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

/* The rules in plain C as a kernel; what it finds of a hand it keeps in a memo. */

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

/* The player that looks hands up (games/mahjong/rules/fast.h) as a kernel. */

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
