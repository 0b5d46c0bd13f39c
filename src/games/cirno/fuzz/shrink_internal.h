/* What the steps that make an instance smaller share: the smallest one known and the next
 * candidate. A step copies `best` to `next`, changes it and tries it. */
#ifndef NF_CIRNO_SHRINKER_H
#define NF_CIRNO_SHRINKER_H

#include "base/text.h"
#include "core/contract/fuzz_ops.h"
#include "games/cirno/fuzz/draft.h"

struct cirno_shrinker {
    const struct nf_trier *trier;
    struct cirno_draft best;      /* still fails */
    struct cirno_measure measure; /* of `best` */
    struct cirno_draft next;
    bool exact;     /* candidates have no cards left over, because the fault does not need them */
    bool plain;     /* candidates have the simple names */
    bool stopped;   /* the trier has had enough, or memory has run out: nothing is tried any more */
    bool failed;    /* memory has run out */
    uint64_t *seen; /* hashes of all candidates tried, by open addressing; 0: free */
    size_t seen_count, seen_room;
    struct nf_text text; /* the candidate */
};

/* Makes `next` equal to `best`. */
void cirno_shrinker_copy(struct cirno_shrinker *shrinker);

/* Makes `next` valid and, if it is smaller than `best` and was not tried before, asks the trier.
 * True if it fails: then it is `best` now. */
bool cirno_shrinker_try(struct cirno_shrinker *shrinker);

/* Lets the game begin later: at a later round, or in the middle of one after a few cards that bring
 * p where it was; with all players or with those only who move soon. */
void cirno_shrink_start(struct cirno_shrinker *shrinker);

/* Takes cards out of the deck and puts simpler ones in place of others. */
void cirno_shrink_deck(struct cirno_shrinker *shrinker);
void cirno_shrink_cards(struct cirno_shrinker *shrinker);

#endif
