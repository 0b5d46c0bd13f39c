/* The mistakes that people make in programs that play the mahjong simulator, as a player who makes
 * them. */
#ifndef NF_MAHJONG_MISTAKES_H
#define NF_MAHJONG_MISTAKES_H

#include "core/contract/fuzz_ops.h"

/* nf_fuzz_ops.mistakes, points and play_as. The player is written as contestants write such
 * programs, and shares nothing with the rules: without mistakes it is a second opinion on them.
 * tests/mutants makes programs of it. */
extern const struct nf_mistake mahjong_mistakes[];
extern const struct nf_point mahjong_points[];
size_t mahjong_play_as(uint64_t mistakes, const struct nf_input *instance, FILE *out);

#endif
