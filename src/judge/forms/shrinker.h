/* What the files of shrinking share: the smallest case so far, and how another one is tried. */
#ifndef NF_FORM_SHRINKER_H
#define NF_FORM_SHRINKER_H

#include "judge/forms/maker.h"

/* How large a case is: the first that differs decides. */
struct form_measure {
    uint64_t tokens, length, digits, ranks;
};

struct shrinker {
    struct nf_form_machine *m;
    const struct nf_form_trier *trier;
    struct form_record best;
    struct nf_text text, *smallest;
    struct form_measure measure;
    uint64_t *tried; /* hashes of texts */
    uint32_t tried_size, tried_count;
    uint64_t work;
    bool stopped;
    bool *gone; /* entries that are left out of a candidate */
    uint32_t gone_capacity;
};

/* The candidate, maker->old, begins as the best; NULL without memory. */
struct form_record *nf_form_shrink_begin(struct shrinker *s);

/* Plays the candidate and tries it if it is smaller; true: it is the best now. */
bool nf_form_shrink_try(struct shrinker *s);

/* Of a case that has many parts, numbers or iterations, each trial takes long, and where some of
 * them in a row can't be left out or made simpler it hardly matters which others can. */
static inline bool nf_form_shrink_is_large(uint32_t parts)
{
    return parts > 400;
}

static inline uint32_t nf_form_shrink_patience(uint32_t parts)
{
    return nf_form_shrink_is_large(parts) ? 8 : UINT32_MAX;
}

/* ---- shrink_loops.c: whether anything became smaller; `steps` has room for those of the form ----
 */

/* Leaves out iterations, of all loops that share a count, and lowers it; of a large case first half
 * of all. */
bool nf_form_shrink_iterations(struct shrinker *s, bool *steps);

/* Leaves out two iterations that are no neighbours. */
bool nf_form_shrink_pairs(struct shrinker *s, bool *steps);

/* Gives the labels that are used the lowest numbers, and lowers their count. */
bool nf_form_shrink_labels(struct shrinker *s, bool *steps);

#endif
