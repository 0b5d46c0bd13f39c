/* Makes a failing wall of mahjong small enough to read.
 *
 * A wall always has all 148 tiles, so what is small is how much of it a reader has to look at. In
 * the plain wall everybody is dealt one tile of each 1, 9 and honour, which are far from winning,
 * and the others follow in order: 2M 2M 2M 2M 3M .. 8S, then the special tiles. A wall is the
 * smaller the fewer of its tiles differ from that. The steps before also let the game begin as late
 * as the fault allows, so that it comes soon. */
#ifndef NF_MAHJONG_SHRINK_H
#define NF_MAHJONG_SHRINK_H

#include "base/text.h"
#include "core/contract/fuzz_ops.h"

/* struct nf_fuzz_ops's shrink. The wall's lines may be laid out anyhow; where the program only
 * fails on that layout the instance comes back as it was. No candidate is tried twice; some
 * hundreds are usual. NF_INVALID with line and column, or NF_IO without memory; `smallest` is then
 * as before. Thread-safe. */
enum nf_status mahjong_shrink(const struct nf_input *instance, const struct nf_trier *trier,
                              struct nf_text *smallest, struct nf_error *err);

/* struct nf_fuzz_ops's size: appends "17 tiles out of order". NF_INVALID. Thread-safe. */
enum nf_status mahjong_size(const struct nf_input *instance, struct nf_text *words,
                            struct nf_error *err);

#endif
