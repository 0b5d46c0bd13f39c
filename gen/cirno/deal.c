#include "gen/cirno/deal.h"
#include "gen/cirno/setup.h"

#include <assert.h>

/* The four draws of a word, by two products of two chunks each: of 32 bits, since total <= 2^16. */
void cirno_deal_words(struct cirno_dealer *dealer, const struct cirno_setup *setup, uint8_t *cards,
                      uint32_t words)
{
    const uint64_t low_halves = 0x0000ffff0000ffff, carries = 0x0001000000010000;
    const uint64_t total = setup->total;
    const uint64_t not_below = (65536 - setup->reject_below) * UINT64_C(0x0000000100000001);
    const uint8_t *const ticket_card = setup->ticket_card;
    struct nf_rng rng = dealer->rng;
    assert(dealer->position % 4 == 0);
    for (uint32_t i = 0; i < words; i++, cards += 4) {
        const uint64_t word = nf_rng_next(&rng);
        const uint64_t a = (word & low_halves) * total, b = (word >> 16 & low_halves) * total;
        /* A sum carries where the chunk is not rejected, see nf_draw(). */
        const uint64_t accepted = ((a & low_halves) + not_below) & ((b & low_halves) + not_below);
        cards[0] = ticket_card[a >> 16 & 0xffff];
        cards[1] = ticket_card[b >> 16 & 0xffff];
        cards[2] = ticket_card[a >> 48];
        cards[3] = ticket_card[b >> 48];
        if (__builtin_expect((accepted & carries) == carries, 1))
            continue;
        for (uint32_t draw = 0; draw < 4; draw++) {
            uint32_t ticket;
            if (!nf_draw(word >> 16 * draw & 0xffff, setup->total, setup->reject_below, &ticket))
                cards[draw] = ticket_card[nf_redraw(
                    &dealer->key, dealer->position + 4 * (uint64_t)i + draw, setup->total)];
        }
    }
    dealer->position += 4 * (uint64_t)words;
    dealer->rng = rng;
}

/* No attempt has bits above the lowest 32, and the highest is that of dice. */
struct nf_key cirno_pile_key(const struct nf_key *key, uint32_t pile)
{
    assert(key->attempt >> 32 == 0 && pile < CIRNO_MAX_PILES);
    return (struct nf_key){key->seed, key->index, key->attempt | (uint64_t)(pile + 1) << 32};
}

void cirno_deal_piles(struct cirno_dealer *piles, const struct cirno_setup *setup,
                      const struct nf_key *key, uint8_t *hands)
{
    for (uint32_t pile = 0; pile < 2 * setup->base.params.players; pile++) {
        const struct nf_key own = cirno_pile_key(key, pile);
        piles[pile] = (struct cirno_dealer){.key = own, .rng = nf_rng_start(&own)};
    }
    for (uint32_t seat = 0; seat < setup->base.params.players; seat++)
        for (uint32_t i = 0; i < CIRNO_HAND; i++)
            *hands++ = cirno_deal_card(&piles[cirno_pile_of(seat, true)], setup);
}

void cirno_deal_hands(struct cirno_dealer *dealer, const struct cirno_setup *setup,
                      const struct nf_key *key, uint8_t *hands)
{
    const uint32_t players = setup->base.params.players;
    const uint32_t words = (CIRNO_HAND * players + 3) / 4; /* the deck starts with a new one */
    uint8_t cards[(CIRNO_HAND * CIRNO_MAX_PLAYERS + 3) / 4 * 4];
    *dealer = (struct cirno_dealer){.key = *key, .rng = nf_rng_start(key)};
    cirno_deal_words(dealer, setup, cards, words);
    for (uint32_t seat = 0; seat < players; seat++)
        for (uint32_t round = 0; round < CIRNO_HAND; round++)
            *hands++ = cards[round * players + seat];
}
