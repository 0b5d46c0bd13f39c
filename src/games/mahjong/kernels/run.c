#include "games/mahjong/kernels/run.h"

#include "gen/mahjong/deal.h"

#include <string.h>

void mahjong_wall(const struct mahjong_run *run, uint64_t index, uint8_t wall[MAHJONG_WALL])
{
    if (run->walls != NULL) {
        memcpy(wall, run->walls[index], MAHJONG_WALL);
        return;
    }
    const struct nf_key key = {.seed = run->seed, .index = index};
    mahjong_deal((enum mahjong_profile)run->profile, &key, wall);
}
