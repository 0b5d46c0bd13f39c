/* What shrinking needs to know of mahjong. A wall always has all 148 tiles, so its size is how many
 * of them are out of order. In order every player is dealt one tile of each 1, 9 and honour, which
 * are far from winning, and the others follow: 2M 2M 2M 2M 3M .. 8S, then the special tiles. */
#ifndef NF_MAHJONG_SHRINK_H
#define NF_MAHJONG_SHRINK_H

#include "base/text.h"
#include "judge/fuzz_ops.h"

/* nf_fuzz_ops.smaller: the game can start with any turn before which everybody has 13 tiles, if
 * melds are taken back into the hands. */
extern const struct nf_smaller mahjong_smaller;

/* nf_fuzz_ops.size: appends "17 tiles out of order". Thread-safe. */
void mahjong_size(const struct nf_instance *read, struct nf_text *words);

#endif
