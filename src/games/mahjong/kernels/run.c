#include "games/mahjong/kernels/run.h"

#include "games/mahjong/rules/tables.h"
#include "gen/mahjong/deal.h"

#include <stdlib.h>
#include <string.h>

enum nf_status mahjong_run_start(struct mahjong_run *run, unsigned profile, uint64_t seed,
                                 struct nf_error *err)
{
    *run = (struct mahjong_run){.seed = seed, .profile = profile};
    struct mahjong_tables *tables = NULL;
    const enum nf_status status = mahjong_tables_make(&tables, err);
    run->tables = tables;
    return status;
}

void mahjong_run_end(struct mahjong_run *run)
{
    free((void *)(uintptr_t)run->tables);
    run->tables = NULL;
}

void mahjong_wall(const struct mahjong_run *run, uint64_t index, uint8_t wall[MAHJONG_WALL])
{
    if (run->walls != NULL) {
        memcpy(wall, run->walls[index], MAHJONG_WALL);
        return;
    }
    const struct nf_key key = {.seed = run->seed, .index = index};
    mahjong_deal((enum mahjong_profile)run->profile, &key, wall);
}
