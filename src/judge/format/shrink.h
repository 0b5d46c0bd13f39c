/* Makes a failing instance smaller until it can be read, by what its format says: lines and parts
 * of lists are left out, then words become simpler, then numbers smaller. A game adds what it alone
 * knows (struct nf_smaller).
 *
 * The size of an instance is what there is to read: each value of a line that may be missing, each
 * item of a list that may be shorter, and as much as a line for each one of a number that counts
 * nothing in the text, such as rounds. Of instances of equal size the one with simpler words is
 * smaller, then the one with simpler names, which are A, B, C, ... by line. A list with `copies`
 * always has the same words; its size is how many are not where they stand in order of simplicity.
 * Each step makes the instance smaller in this order, so shrinking ends.
 *
 * Where lines are games of their own (`by_size` of a format), the order is that of shrink_lines.c.
 */
#ifndef NF_SHRINK_H
#define NF_SHRINK_H

#include "base/format/format.h"
#include "judge/problem.h"

/* Compared from the first to the last. */
struct nf_size {
    uint64_t weight; /* values to read */
    uint64_t ranks;  /* sum over the words, 0 for the simplest */
    uint64_t names;  /* letters of those that are not simple */
};

struct nf_size nf_instance_size(const struct nf_instance *instance);

/* Whether `a` is smaller than `b`. */
bool nf_size_less(const struct nf_size *a, const struct nf_size *b);

/* Appends to `smallest` the smallest instance found that fails as `trier` says; no candidate is
 * tried twice. If the program only fails because of the layout, it is the instance unchanged. The
 * order of the trials depends on the instance and the answers alone. NF_INVALID for an instance
 * that is not valid, NF_IO without memory; then `smallest` is unchanged. Thread-safe. */
enum nf_status nf_shrink(const struct nf_problem *problem, const struct nf_input *instance,
                         const struct nf_trier *trier, struct nf_text *smallest,
                         struct nf_error *err);

#endif
