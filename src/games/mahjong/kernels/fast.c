/* The player that looks hands up (games/mahjong/rules/fast.h) as a kernel. */
#include "games/mahjong/rules/fast.h"

#include "games/mahjong/kernels/kernels.h"

static void open(void *memory)
{
    (void)memory;
}

static void play_index(const struct mahjong_run *run, void *memory, uint64_t index,
                       uint32_t words[MAHJONG_WORDS])
{
    uint8_t wall[MAHJONG_WALL];
    (void)memory;
    mahjong_wall(run, index, wall);
    mahjong_fast_play(run->tables, wall, words);
}

const struct mahjong_kernel mahjong_fast_kernel = {
    {"fast", nf_everywhere, mahjong_kernel_memory, mahjong_kernel_play, NULL},
    NF_CACHE_LINE,
    open,
    play_index,
};
