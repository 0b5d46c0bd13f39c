#include "gen/cirno/guide_dice.h"

struct cirno_guide_dice cirno_guide_dice_start(const struct nf_key *key)
{
    return (struct cirno_guide_dice){.key = *key, .rng = nf_rng_start(key)};
}
