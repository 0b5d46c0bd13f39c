#include "games/cirno/simulated/kernels/portable_hand.h"

#include "games/cirno/rules/cirno.h"

void cirno_open_piles(struct pile *piles, const struct cirno_lanes *job,
                      const struct cirno_lane *lane, uint8_t *hands)
{
    const struct nf_key key = cirno_lane_key(job, lane);
    const uint32_t players = job->setup->base.params.players;
    for (uint32_t pile = 0; pile < 2 * players; pile++) {
        const struct nf_key own = cirno_pile_key(&key, pile);
        piles[pile].rng = nf_rng_start(&own);
        piles[pile].position = 0;
        piles[pile].next = PILE_CARDS;
    }
    for (uint32_t seat = 0; seat < players; seat++)
        for (uint32_t i = 0; i < CIRNO_HAND; i++)
            *hands++ = cirno_draw_pile(piles, cirno_pile_of(seat, true), job, lane);
}

void cirno_fill_pile(struct pile *filled, uint32_t pile, const struct cirno_lanes *job,
                     const struct cirno_lane *lane)
{
    const struct nf_key key = cirno_lane_key(job, lane);
    struct cirno_dealer dealer = {
        .key = cirno_pile_key(&key, pile), .rng = filled->rng, .position = filled->position};
    cirno_deal_words(&dealer, job->setup, filled->cards, PILE_WORDS);
    filled->rng = dealer.rng;
    filled->position += PILE_CARDS;
    filled->next = 0;
}
