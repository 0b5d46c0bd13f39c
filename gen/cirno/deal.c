#include "gen/cirno/deal.h"
#include "gen/cirno/setup.h"

void cirno_deal_hands(struct cirno_dealer *dealer, const struct cirno_setup *setup,
                      const struct nf_key *key, uint8_t *hands)
{
    const uint32_t players = setup->base.params.players;
    dealer->key = *key;
    dealer->rng = nf_rng_start(key);
    dealer->word = 0;
    dealer->position = 0;
    for (uint32_t round = 0; round < CIRNO_HAND; round++)
        for (uint32_t seat = 0; seat < players; seat++)
            hands[seat * CIRNO_HAND + round] = cirno_deal_card(dealer, setup);
    dealer->position = (dealer->position + 3) / 4 * 4; /* the deck starts with a new word */
}
