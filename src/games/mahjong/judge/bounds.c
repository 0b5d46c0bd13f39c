/* What `verify --bounds` tells of the mahjong simulator. */
#include "base/lang.h"
#include "games/mahjong/judge/judge.h"
#include "games/mahjong/rules/format.h"

enum { DRAWS, DISCARDS, MELDS };

const struct nf_measure mahjong_measures[] = {
    [DRAWS] = {.name = N_("draws after the deal"), .low = 0, .high = MAHJONG_WALL - MAHJONG_DEALT},
    [DISCARDS] = {.name = N_("discards"), .high = 0},
    [MELDS] = {.name = N_("melds of a player"), .low = 0, .high = MAHJONG_MAX_MELDS},
    {.name = NULL},
};

enum nf_status mahjong_measure(const struct nf_input *instance,
                               struct nf_measured ranges[NF_MAX_MEASURES], struct nf_error *err)
{
    uint8_t wall[MAHJONG_WALL];
    struct mahjong_outcome outcome;
    enum nf_status status = mahjong_parse(instance, wall, err);
    if (status == NF_OK)
        status = mahjong_narrate(wall, NULL, &outcome, err);
    if (status != NF_OK)
        return status;
    ranges[DRAWS] = (struct nf_measured){outcome.draws, outcome.draws};
    ranges[DISCARDS] = (struct nf_measured){outcome.discards, outcome.discards};
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++) {
        const uint64_t melds = outcome.pongs[seat] + outcome.chows[seat];
        struct nf_measured *const range = &ranges[MELDS];
        range->low = melds < range->low ? melds : range->low;
        range->high = melds > range->high ? melds : range->high;
    }
    return NF_OK;
}
