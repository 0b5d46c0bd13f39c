/* Mistakes that people make in programs for the pig game, and a player who makes them. */
#ifndef NF_PIGS_MISTAKES_H
#define NF_PIGS_MISTAKES_H

#include "judge/fuzz_ops.h"

/* nf_fuzz_ops.mistakes, .points and .play_as; a game that does not come to an end prints nothing.
 */
extern const struct nf_mistake pigs_mistakes[];
extern const struct nf_point pigs_points[];
size_t pigs_play_as(uint64_t mistakes, const struct nf_input *instance, FILE *out);

#endif
