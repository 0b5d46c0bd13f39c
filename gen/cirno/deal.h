/* Deals Cirno's game from the random number stream of (seed, index, attempt).
 *
 * Hands: draw j (0 <= j < 3n) goes to seat j mod n, one card at a time round the table. Deck: card
 * d is draw B + d, where B is 3n rounded up to a multiple of 4, so that the deck starts with a new
 * 64-bit word. The chunk of a draw gives a ticket below the sum of the weights, and
 * setup->ticket_card maps it to a card.
 *
 * Paired runs (nf_params.paired) deal from piles instead: every seat has two of her own, one for
 * the cards she draws after a turn and one for her new hands, the first one included. Each pile is
 * a stream of its own. So cards are as independent as ever, and two games of the same index give a
 * seat the same cards in the same order even if other strategies have long made them other games.
 * Streams that begin anew with each round were tried too, see bench/NOTES.md. */
#ifndef NF_CIRNO_DEAL_H
#define NF_CIRNO_DEAL_H

#include "base/error.h"
#include "base/rng.h"
#include "games/cirno/rules/cirno.h"
#include "sim/game.h"

/* A prepared run of Cirno's game: what is dealt, and the strategies that play it. */
struct cirno_seating;

/* Returns the number of candidates tried for one index before the run fails: 1,000, but for long
 * decks only as many as have 30 million cards together, so that it fails within seconds. If a tenth
 * of the candidates are valid, an index with decks of 300,000 cards fails once in 38,000. */
static inline uint32_t cirno_attempts(uint32_t deck_limit)
{
    const uint32_t attempts = 30000000 / deck_limit;
    return attempts < 1000 ? attempts : 1000;
}

/* A prepared run. Cards are dealt from (seed, index), unless `instances` is set: then index i plays
 * instances[i]. Constant while games are played, so shared by all threads. */
struct cirno_setup {
    struct nf_setup base;
    uint32_t deck_limit;   /* most cards of a deck: params.deck, or CIRNO_MAX_DECK */
    uint32_t total;        /* sum of the weights, 1..NF_MAX_TOTAL */
    uint32_t reject_below; /* nf_reject_below(total) */
    const struct cirno_instance *instances; /* explicit games, each with params.players and
                                               params.rounds, owned by the caller; or NULL */
    struct cirno_seating *seating;          /* NULL: everybody plays the statement's strategy */
    uint32_t weights[CIRNO_CARDS];
    uint8_t ticket_card[NF_MAX_TOTAL]; /* ticket 0..total-1 -> card */
};

/* Reads a stream card by card, in order. Used by one thread at a time. */
struct cirno_dealer {
    struct nf_key key;
    struct nf_rng rng;
    uint64_t word;     /* unused chunks, the next one lowest */
    uint64_t position; /* of the next draw */
};

/* Starts the stream of `key`, whose seed is that of the setup, and deals the hands: seat s gets
 * hands[3*s .. 3*s+2]. The next cirno_deal_card() is the top of the deck. */
void cirno_deal_hands(struct cirno_dealer *dealer, const struct cirno_setup *setup,
                      const struct nf_key *key, uint8_t *hands);

/* Returns the next card of the stream. */
static inline uint8_t cirno_deal_card(struct cirno_dealer *dealer, const struct cirno_setup *setup)
{
    if (dealer->position % 4 == 0)
        dealer->word = nf_rng_next(&dealer->rng);
    uint32_t ticket;
    if (!nf_draw((uint32_t)(dealer->word & 0xffff), setup->total, setup->reject_below, &ticket))
        ticket = nf_redraw(&dealer->key, dealer->position, setup->total);
    dealer->word >>= 16;
    dealer->position++;
    return setup->ticket_card[ticket];
}

enum { CIRNO_MAX_PILES = 2 * CIRNO_MAX_PLAYERS };

/* The number of a seat's pile. */
static inline uint32_t cirno_pile_of(uint32_t seat, bool new_hand)
{
    return 2 * seat + (new_hand ? 1 : 0);
}

/* The key of a pile of the deck of `key`. */
struct nf_key cirno_pile_key(const struct nf_key *key, uint32_t pile);

/* Starts the piles of all seats, by cirno_pile_of(), and deals the hands from them, as
 * cirno_deal_hands() does. cirno_deal_card() then draws from a pile. */
void cirno_deal_piles(struct cirno_dealer *piles, const struct cirno_setup *setup,
                      const struct nf_key *key, uint8_t *hands);

/* Deals the next 4 * `words` cards, from the start, the top of the deck, or after as many. */
void cirno_deal_words(struct cirno_dealer *dealer, const struct cirno_setup *setup, uint8_t *cards,
                      uint32_t words);

/* The weights of cards in Cirno's game: named profiles and the user's weights. */

/* The profiles, ended by a NULL name; the first is the default. */
extern const struct nf_profile cirno_profiles[];

/* Fills `weights`, by enum cirno_card, from a profile or from a text like "A1=3,PASS=2" (other
 * cards get 0), divided by their greatest common divisor. If both are given, `text` is used.
 * Returns NF_USAGE for an unknown profile or card, an invalid number, no card at all, or a sum
 * above NF_MAX_TOTAL. Thread-safe. */
enum nf_status cirno_find_weights(const char *profile, const char *text,
                                  uint32_t weights[CIRNO_CARDS], struct nf_error *err);

/* Fills weights, total, reject_below and ticket_card of a setup from such weights. */
void cirno_set_weights(struct cirno_setup *setup, const uint32_t weights[CIRNO_CARDS]);

#endif
