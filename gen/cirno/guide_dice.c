#include "gen/cirno/guide_dice.h"

#include <assert.h>

struct cirno_guide_dice cirno_guide_dice_start(const struct nf_key *key)
{
    return (struct cirno_guide_dice){.key = *key, .rng = nf_rng_start(key)};
}

uint32_t cirno_guide_roll(struct cirno_guide_dice *dice, uint32_t total)
{
    assert(total >= 1 && total <= NF_MAX_TOTAL);
    if (dice->position % 4 == 0)
        dice->word = nf_rng_next(&dice->rng);
    uint32_t number;
    if (!nf_draw((uint32_t)(dice->word & 0xffff), total, nf_reject_below(total), &number))
        number = nf_redraw(&dice->key, dice->position, total);
    dice->word >>= 16;
    dice->position++;
    return number;
}
