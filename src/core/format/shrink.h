/* What shrinking a failing instance has in common in all games: candidates are asked about, none
 * twice, until there is no time or memory left. What is tried, and in which order, is the game's.
 *
 * A candidate is the text of an instance, written to `text`:
 *
 *     struct nf_shrinker shrinker = {.trier = trier};
 *     print(&shrinker.text, best);
 *     if (nf_shrinker_start(&shrinker, instance)) {
 *         ... print(&shrinker.text, next); if (nf_shrinker_try(&shrinker)) best = next; ...
 *         print(&shrinker.text, best);
 *     }
 *     return nf_shrinker_end(&shrinker, instance, smallest, err);
 */
#ifndef NF_SHRINK_H
#define NF_SHRINK_H

#include "base/text.h"
#include "core/contract/fuzz_ops.h"
#include "core/format/format.h"

struct nf_shrinker {
    const struct nf_trier *trier;
    struct nf_text text; /* the candidate, or the result */
    bool stopped;        /* the trier said stop, or memory ran out: nothing more is tried */
    bool failed;         /* memory ran out */
    uint64_t *seen;      /* private: hashes of all candidates; open addressing, 0: free */
    size_t seen_count, seen_room;
};

/* Starts with `instance`, which fails; `text` has it as the game prints it. Asks if that is other
 * text, and returns whether it fails, with `text` empty. If it does not, the result is the instance
 * unchanged, for the program fails because of its layout. */
bool nf_shrinker_start(struct nf_shrinker *shrinker, const struct nf_input *instance);

/* Whether the candidate in `text` fails; false if it was tried before, or nothing more is tried.
 * `text` is empty then. */
bool nf_shrinker_try(struct nf_shrinker *shrinker);

/* Returns the line at which the output for what failed last leaves the rules; 0: unknown. */
uint64_t nf_shrinker_wrong_line(const struct nf_shrinker *shrinker);

/* Nothing more is tried, and nf_shrinker_end() fails: memory ran out. */
void nf_shrinker_fail(struct nf_shrinker *shrinker);

/* Appends the result, which `text` has, to `smallest`, and frees the shrinker. NF_IO if memory ran
 * out; then `smallest` is unchanged. */
enum nf_status nf_shrinker_end(struct nf_shrinker *shrinker, const struct nf_input *instance,
                               struct nf_text *smallest, struct nf_error *err);

/* nf_fuzz_ops.shrink of a format that is lines of numbers up to an `end`, with `by_size`; each is a
 * game of its own, and line i of an output is that of line i.
 *
 * First the number of lines is reduced, to one if a line fails alone. That line is then replaced by
 * the smallest one that fails: many small lines are tried as one instance, and an instance that
 * fails is halved. If no small line fails, or if lines fail only together, each line is reduced, a
 * number or an item at a time. So a trial may have more lines than the instance; the result never
 * has. */
enum nf_status nf_shrink_lines(const struct nf_format *format, const struct nf_input *instance,
                               const struct nf_trier *trier, struct nf_text *smallest,
                               struct nf_error *err);

#endif
