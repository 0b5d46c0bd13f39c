/* State shared by the steps of shrinking: the smallest known instance and the next candidate. A
 * step copies `best` to `next`, changes it and tries it. */
#ifndef NF_CIRNO_SHRINK_INTERNAL_H
#define NF_CIRNO_SHRINK_INTERNAL_H

#include "core/format/shrink.h"
#include "games/cirno/fuzz/draft.h"

struct cirno_shrinker {
    struct nf_shrinker trials;
    struct cirno_draft best;      /* still fails */
    struct cirno_measure measure; /* of `best` */
    struct cirno_draft next;
    bool exact; /* candidates have no unused cards, because the failure does not need them */
    bool plain; /* candidates have the simple names */
};

/* Copies `best` to `next`. */
void cirno_shrinker_copy(struct cirno_shrinker *shrinker);

/* Makes `next` valid and, if it is smaller than `best` and new, tries it. Returns true if it fails;
 * then it is the new `best`. */
bool cirno_shrinker_try(struct cirno_shrinker *shrinker);

/* Replaces the end of the deck. */
void cirno_shrink_end(struct cirno_shrinker *shrinker);

/* Starts the game at the wrong decision, if the trier knows where it is, or a few turns before it.
 */
void cirno_shrink_to_decision(struct cirno_shrinker *shrinker);

/* Starts the game later: at a later round, or in the middle of one after a few cards that restore
 * p; with all players or only those who move soon. */
void cirno_shrink_start(struct cirno_shrinker *shrinker);

/* Remove cards from the deck, and replace cards by simpler ones. */
void cirno_shrink_deck(struct cirno_shrinker *shrinker);
void cirno_shrink_cards(struct cirno_shrinker *shrinker);

#endif
