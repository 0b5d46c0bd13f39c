/* Shrinks a failing wall of mahjong until it can be read.
 *
 * A wall always has all 148 tiles, so its size is how many of them a reader has to look at. In the
 * plain wall every player is dealt one tile of each 1, 9 and honour, which are far from winning,
 * and the others follow in order: 2M 2M 2M 2M 3M .. 8S, then the special tiles. The size of a wall
 * is the number of tiles that differ from the plain wall. Shrinking also starts the game as late as
 * the failure allows, so that it comes soon. */
#ifndef NF_MAHJONG_SHRINK_H
#define NF_MAHJONG_SHRINK_H

#include "base/text.h"
#include "core/contract/fuzz_ops.h"

/* nf_fuzz_ops.shrink. The lines may have any layout; if the program only fails because of the
 * layout, the instance is returned unchanged. No candidate is tried twice; some hundreds are
 * typical. Returns NF_INVALID with line and column, or NF_IO without memory; then `smallest` is
 * unchanged. Thread-safe. */
enum nf_status mahjong_shrink(const struct nf_input *instance, const struct nf_trier *trier,
                              struct nf_text *smallest, struct nf_error *err);

/* nf_fuzz_ops.size: appends "17 tiles out of order". Returns NF_INVALID for an invalid wall.
 * Thread-safe. */
enum nf_status mahjong_size(const struct nf_input *instance, struct nf_text *words,
                            struct nf_error *err);

#endif
