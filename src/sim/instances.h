/* Explicit instances in the lanes of a kernel. */
#ifndef NF_INSTANCES_H
#define NF_INSTANCES_H

#include "sim/game.h"

/* Plays the games of `count` instances of any sizes by `kernel`, one of the game's that the machine
 * supports, those that can share a setup side by side. Appends to records[i] the outcome records of
 * the games of instances[i], in their order, as the bytes of their words. The caller frees the
 * records in any case; on a failure nothing in them is worth reading. NF_INVALID names the instance
 * that is not valid, and the place in it; NF_IO is for want of memory. Thread-safe. */
enum nf_status nf_play_instances(const struct nf_game *game, const struct nf_kernel *kernel,
                                 const struct nf_input *instances, size_t count,
                                 struct nf_text *records, struct nf_error *err);

/* Appends where two outcome records of `words` words each differ: "2 of 5 words; word 0: 4 and 5;
 * word 3: 1 and 0". Thread-safe. */
void nf_describe_records(const void *ours, const void *theirs, uint32_t words,
                         struct nf_text *text);

/* Plays the games of `count` instances by `kernel` and by the reference, and appends to *differs[i]
 * where their records of instances[i] differ; nothing where they are the same. Errors as of
 * nf_play_instances(). Thread-safe. */
enum nf_status nf_compare_kernel(const struct nf_game *game, const struct nf_kernel *kernel,
                                 const struct nf_input *instances, size_t count,
                                 struct nf_text *const *differs, struct nf_error *err);

#endif
