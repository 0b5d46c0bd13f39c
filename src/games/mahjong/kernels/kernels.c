#include "games/mahjong/kernels/kernels.h"

#include "games/mahjong/rules/fast.h"
#include "games/mahjong/rules/reference.h"
#include "gen/mahjong/deal.h"

#include <stdlib.h>

enum nf_exit mahjong_run_start(struct mahjong_run *run, unsigned profile, uint64_t seed,
                               struct nf_error *err)
{
    *run = (struct mahjong_run){.seed = seed, .profile = profile};
    struct mahjong_tables *tables = NULL;
    const enum nf_exit end = mahjong_tables_make(&tables, err);
    run->tables = tables;
    return end;
}

void mahjong_run_end(struct mahjong_run *run)
{
    free((void *)(uintptr_t)run->tables);
    run->tables = NULL;
}

void mahjong_wall(const struct mahjong_run *run, uint64_t index, uint8_t wall[MAHJONG_WALL])
{
    const struct nf_key key = {.seed = run->seed, .index = index};
    mahjong_deal((enum mahjong_profile)run->profile, &key, wall);
}

static void open_reference(void *memory)
{
    mahjong_memo_clear(memory);
}

static void play_reference(const struct mahjong_run *run, void *memory, uint64_t index,
                           uint32_t words[MAHJONG_WORDS])
{
    uint8_t wall[MAHJONG_WALL];
    struct mahjong_outcome outcome;
    mahjong_wall(run, index, wall);
    mahjong_play(memory, wall, NULL, &outcome);
    mahjong_pack(&outcome, words);
}

static void open_fast(void *memory)
{
    (void)memory;
}

static void play_fast(const struct mahjong_run *run, void *memory, uint64_t index,
                      uint32_t words[MAHJONG_WORDS])
{
    uint8_t wall[MAHJONG_WALL];
    (void)memory;
    mahjong_wall(run, index, wall);
    mahjong_fast_play(run->tables, wall, words);
}

_Static_assert(sizeof(struct mahjong_memo) % 64 == 0, "fills cache lines");

const struct mahjong_kernel mahjong_reference_kernel = {"reference", sizeof(struct mahjong_memo),
                                                        open_reference, play_reference};
const struct mahjong_kernel mahjong_fast_kernel = {"fast", 64, open_fast, play_fast};
