/* "did you mean": finds the name nearest to what the user typed. The functions are thread-safe for
 * different searches. */
#ifndef NF_SUGGEST_H
#define NF_SUGGEST_H

/* A search for the nearest name. Start with {.typed = word} and offer every name. Then `name` is
 * the nearest one, borrowed from its offer, or NULL if none is near enough. */
struct nf_nearest {
    const char *typed;
    const char *name;
    unsigned distance;
};

/* Offers one name. A name is near if its optimal string alignment distance (insertions, deletions,
 * changes, swaps of neighbours) is at most a third of the letters, at least one and at most three,
 * or if `typed` is a prefix of it. Of equally near names the first one offered wins. */
void nf_nearest_offer(struct nf_nearest *nearest, const char *name);

/* Writes ", did you mean <dashes><name>?" into `to`, or "" if no name is near. `dashes` is "--",
 * "-" or "". Returns `to`. */
const char *nf_nearest_question(const struct nf_nearest *nearest, const char *dashes, char to[64]);

#endif
