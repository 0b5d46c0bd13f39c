/* A kernel is a file and a line here. */
#include "games/mahjong/simulated/kernels/kernels.h"

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
