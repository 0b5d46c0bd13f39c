#include "games/cirno/simulated/kernels/portable_internal.h"

#include "games/cirno/rules/cirno.h"
#include "games/cirno/simulated/strategy/strategy.h"

#include <string.h>

void cirno_open_stream(struct stream *stream, uint32_t total, uint32_t reject_below, bool dice)
{
    memset(stream, 0, sizeof *stream); /* lanes never used draw cards too: always ticket 0 */
    stream->total = total;
    stream->reject_below = reject_below;
    stream->dice = dice;
    for (uint32_t i = 0; i < LANES * STEPS; i++)
        stream->totals[i] = (uint16_t)total;
}

/* Replaces the rejected tickets of the four steps to come. */
__attribute__((noinline)) static void redraw(struct stream *stream, const struct cirno_lanes *job,
                                             const struct cirno_lane games[LANES], uint32_t time,
                                             const uint16_t *chunks)
{
    for (uint32_t i = 0; i < LANES * STEPS; i++) {
        const struct cirno_lane *const game = &games[i / STEPS];
        uint32_t ticket;
        if (!game->busy || nf_draw(chunks[i], stream->total, stream->reject_below, &ticket))
            continue;
        const uint32_t place = time - game->first + i % STEPS;
        if (stream->dice) {
            const struct nf_key key = cirno_lane_key(job, game);
            stream->tickets[i] = (uint16_t)cirno_dice_redraw(&key, place);
        } else {
            stream->tickets[i] = (uint16_t)cirno_lane_redraw(job, game, place);
        }
    }
}

/* Chunk c of a word is its bits 16*c .. 16*c+15. */
static inline void split_words(uint16_t chunks[LANES * STEPS], const uint64_t words[LANES])
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(chunks, words, LANES * sizeof *words); /* the same, and stays in vector registers */
#else
    for (uint32_t i = 0; i < LANES * STEPS; i++)
        chunks[i] = (uint16_t)(words[i / STEPS] >> 16 * (i % STEPS));
#endif
}

void cirno_draw_tickets(struct stream *stream, const struct cirno_lanes *job,
                        const struct cirno_lane games[LANES], uint32_t time)
{
    const uint16_t reject_below = (uint16_t)stream->reject_below;
    uint64_t words[LANES];
    uint16_t chunks[LANES * STEPS];
    for (uint32_t i = 0; i < LANES; i++) {
        struct nf_rng rng = {stream->s0[i], stream->s1[i]};
        words[i] = nf_rng_next(&rng);
        stream->s0[i] = rng.s0;
        stream->s1[i] = rng.s1;
    }
    split_words(chunks, words);
    uint16_t rejected = 0;
    for (uint32_t i = 0; i < LANES * STEPS; i++)
        stream->tickets[i] = (uint16_t)((uint32_t)chunks[i] * (uint32_t)stream->totals[i] >> 16);
    for (uint32_t i = 0; i < LANES * STEPS; i++)
        rejected |= (uint16_t)(chunks[i] * (uint32_t)stream->totals[i]) < reject_below;
    if (stream->total == NF_MAX_TOTAL) /* which is 0 in 16 bits; the chunk is the ticket */
        memcpy(stream->tickets, chunks, sizeof chunks);
    if (rejected)
        redraw(stream, job, games, time, chunks);
}

void cirno_read_tickets(struct stream *stream, const struct cirno_lane games[LANES], uint32_t time)
{
    for (uint32_t i = 0; i < LANES; i++) {
        const struct cirno_lane *const game = &games[i];
        for (uint32_t step = 0; step < STEPS; step++) {
            const uint32_t next = time - game->first + step;
            const bool there = game->busy && next < game->limit;
            stream->tickets[i * STEPS + step] = there ? game->deck[next] : 0;
        }
    }
}

/* ---- piles of paired runs ---- */

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
