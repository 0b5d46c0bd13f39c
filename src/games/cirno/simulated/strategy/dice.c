#include "games/cirno/simulated/strategy/dice.h"

#include "games/cirno/simulated/strategy/strategy.h"

static struct nf_key dice_key(const struct nf_key *key)
{
    return (struct nf_key){key->seed, key->index, key->attempt | UINT64_C(1) << 63};
}

struct cirno_dice cirno_dice_start(const struct nf_key *key)
{
    struct cirno_dice dice = {.key = *key};
    const struct nf_key own = dice_key(key);
    dice.rng = nf_rng_start(&own);
    return dice;
}

uint32_t cirno_dice_redraw(const struct nf_key *key, uint64_t position)
{
    const struct nf_key own = dice_key(key);
    return nf_redraw(&own, position, CIRNO_DIE_FACES);
}

uint32_t cirno_dice_throw(struct cirno_dice *dice, uint64_t position)
{
    while (dice->next_word <= position / 4) {
        dice->word = nf_rng_next(&dice->rng);
        dice->next_word++;
    }
    uint32_t face;
    const uint32_t chunk = (uint32_t)(dice->word >> 16 * (position % 4)) & 0xffff;
    if (nf_draw(chunk, CIRNO_DIE_FACES, nf_reject_below(CIRNO_DIE_FACES), &face))
        return face;
    return cirno_dice_redraw(&dice->key, position);
}
