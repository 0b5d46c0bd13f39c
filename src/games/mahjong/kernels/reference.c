/* The rules in plain C as a kernel; what it finds of a hand it keeps in a memo. */
#include "games/mahjong/rules/reference.h"

#include "games/mahjong/kernels/kernels.h"

static void open(void *memory)
{
    mahjong_memo_clear(memory);
}

static void play_index(const struct mahjong_run *run, void *memory, uint64_t index,
                       uint32_t words[MAHJONG_WORDS])
{
    uint8_t wall[MAHJONG_WALL];
    struct mahjong_outcome outcome;
    mahjong_wall(run, index, wall);
    mahjong_play(memory, wall, NULL, &outcome);
    mahjong_pack(&outcome, words);
}

/* Whole cache lines. */
enum { MEMORY = (sizeof(struct mahjong_memo) + NF_CACHE_LINE - 1) / NF_CACHE_LINE * NF_CACHE_LINE };

const struct mahjong_kernel mahjong_reference_kernel = {
    {"reference", nf_everywhere, mahjong_kernel_memory, mahjong_kernel_play, NULL},
    MEMORY,
    open,
    play_index,
};
