/* What `verify --bounds` tells of the mahjong simulator. */
#include "base/lang.h"
#include "games/mahjong/rules/judge.h"

enum { DRAWS, DISCARDS, MELDS };

const struct nf_measure mahjong_measures[] = {
    [DRAWS] = {.name = N_("draws after the deal"), .low = 0, .high = MAHJONG_WALL - MAHJONG_DEALT},
    [DISCARDS] = {.name = N_("discards"), .high = 0},
    [MELDS] = {.name = N_("melds of a player"), .low = 0, .high = MAHJONG_MAX_MELDS},
    {.name = NULL},
};

void mahjong_measure(const struct nf_match *match, struct nf_measured ranges[NF_MAX_MEASURES])
{
    const struct mahjong_outcome *const outcome = match->course;
    ranges[DRAWS] = (struct nf_measured){outcome->draws, outcome->draws};
    ranges[DISCARDS] = (struct nf_measured){outcome->discards, outcome->discards};
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++) {
        const uint64_t melds = outcome->pongs[seat] + outcome->chows[seat];
        struct nf_measured *const range = &ranges[MELDS];
        range->low = melds < range->low ? melds : range->low;
        range->high = melds > range->high ? melds : range->high;
    }
}
