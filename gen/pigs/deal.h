/* Deals a pig game from the stream of (seed, index, attempt).
 *
 * Chunk 0 of the stream (base/rng.h) is the draw of roles, chunk 1 that of the deck's length. From
 * word 1 on each word is sixteen cards of four bits, the lowest first, which choose among the
 * sixteen letters of the profile: the hands from seat to seat, then the deck. Nothing else is
 * drawn, so a game is the same whatever the length of its deck, as far as it goes.
 *
 * roles  A fair coin for each pig but the first, drawn again without a rebel: the rebels are a
 *        number below 2^(n-1) - 1, and 1. In `loyal` one pig is a rebel, in `rebels` all are.
 * deck   As many cards as asked for; else PIGS_DECK, in `short` 1 to 30, of which the used ones
 *        count. */
#ifndef NF_PIGS_DEAL_H
#define NF_PIGS_DEAL_H

#include "base/error.h"
#include "base/rng.h"
#include "games/pigs/rules/pigs.h"
#include "sim/game.h"

/* The profiles, in the order of pigs_profiles. */
enum pigs_profile {
    PIGS_UNIFORM,
    PIGS_SHORT,
    PIGS_JJ,
    PIGS_DUELS,
    PIGS_WEAPONS,
    PIGS_KILLS_LOYAL,
    PIGS_KILLS_REBELS,
    PIGS_MAX,
    PIGS_PROFILES,
};

/* What games to deal. */
struct pigs_deal {
    enum pigs_profile profile;
    uint32_t seats;
    uint32_t cards; /* of the deck; 0: as the profile says */
};

/* By enum pigs_profile, ended by a NULL name. */
extern const struct nf_profile pigs_profiles[PIGS_PROFILES + 1];

/* The cards of a game in the order in which they are dealt: the hands from seat to seat, then the
 * deck, without end. */
enum { PIGS_STREAM_WORD = 16 }; /* cards of a word */
struct pigs_stream {
    uint32_t rebels;     /* by seat */
    uint32_t cards;      /* of the deck */
    const char *letters; /* PIGS_STREAM_WORD cards to choose among */
    struct nf_rng rng;
    uint64_t word; /* what is left of the last one */
    uint32_t left; /* cards in it */
};

/* Starts with the first card; rebels and cards are drawn. Thread-safe. */
struct pigs_stream pigs_stream_start(const struct pigs_deal *deal, const struct nf_key *key);

/* The number of each card by its letter. */
extern const uint8_t pigs_numbers['Z' + 1];

/* Draws the next card. */
static inline uint8_t pigs_stream_next(struct pigs_stream *stream)
{
    if (stream->left == 0) {
        stream->word = nf_rng_next(&stream->rng);
        stream->left = PIGS_STREAM_WORD;
    }
    const uint8_t card = pigs_numbers[(uint8_t)stream->letters[stream->word & 15]];
    stream->word >>= 4;
    stream->left--;
    return card;
}

/* Fills `instance`. A pure function of its arguments; the game may have no end. Thread-safe. */
void pigs_deal(const struct pigs_deal *deal, const struct nf_key *key,
               struct pigs_instance *instance);

/* Deals the first game of key->seed and key->index that ends, from key->attempt on, plays it, and
 * leaves in key->attempt what was thrown away. Decks whose length was not asked for are cut after
 * the last card that was drawn. Returns false if PIGS_ATTEMPTS have no end. Thread-safe. */
enum { PIGS_ATTEMPTS = 1000 };
bool pigs_deal_valid(const struct pigs_deal *deal, struct nf_key *key,
                     struct pigs_instance *instance, struct pigs_game *game);

#endif
