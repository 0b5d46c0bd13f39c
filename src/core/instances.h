/* Explicit instances in the lanes of a kernel. */
#ifndef NF_INSTANCES_H
#define NF_INSTANCES_H

#include "core/contract/game.h"

/* Plays the games of `count` instances of any sizes by `kernel`, one of the game's that the machine
 * supports, those that can share a setup side by side. Appends to records[i] the outcome records of
 * the games of instances[i], in their order, as the bytes of their words, without what a transcript
 * does not tell of them. The caller frees the records in any case; on a failure nothing in them is
 * worth reading. NF_INVALID names the instance that is not valid, and the place in it; NF_IO is for
 * want of memory. Thread-safe. */
enum nf_status nf_play_instances(const struct nf_game *game, const struct nf_kernel *kernel,
                                 const struct nf_input *instances, size_t count,
                                 struct nf_text *records, struct nf_error *err);

#endif
