/* "did you mean": the nearest of some names to what a user typed. */
#ifndef NF_SUGGEST_H
#define NF_SUGGEST_H

/* A search for the nearest name. Start with {.typed = word}, offer every name there is, then read
 * `name`: the nearest, borrowed from the offer, or NULL while none was near enough. */
struct nf_nearest {
    const char *typed;
    const char *name;
    unsigned distance;
};

/* Offers one name. Near is: at most a third of the letters (at least one, at most three) have to be
 * inserted, deleted, changed or swapped with their neighbour (optimal string alignment distance),
 * or `typed` is the beginning of `name`. Of equally near names the first one offered stays. */
void nf_nearest_offer(struct nf_nearest *nearest, const char *name);

/* Writes ", did you mean <dashes><name>?" into `to`, or "" if no name is near. Returns `to`. */
const char *nf_nearest_question(const struct nf_nearest *nearest, const char *dashes, char to[64]);

#endif
