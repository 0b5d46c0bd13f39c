/* What fuzz, check and pages need of mahjong: nf_game.fuzz. All functions are thread-safe. */
#ifndef NF_MAHJONG_FUZZING_H
#define NF_MAHJONG_FUZZING_H

#include "core/contract/fuzz_ops.h"

extern const struct nf_fuzz_ops mahjong_fuzz_ops;

/* nf_fuzz_ops.coverage. */
enum nf_status mahjong_coverage(const struct nf_input *instance, struct nf_text *answer,
                                uint64_t reached[NF_MAX_EVENTS], struct nf_error *err);

/* nf_fuzz_ops.tell_story. */
enum nf_status mahjong_tell_story(const struct nf_input *instance, uint64_t first,
                                  const struct nf_listener *listener, struct nf_error *err);

/* nf_fuzz_ops.compare. The explanation has the player, the turn, her hand and the rule that
 * applies. */
enum nf_status mahjong_compare(const struct nf_input *instance, const struct nf_input *output,
                               bool strict, struct nf_difference *difference, struct nf_error *err);

/* nf_fuzz_ops.mistakes, points and play_as. The player is written as contestants write such
 * programs, and shares nothing with the rules: without mistakes it is a second opinion on them.
 * tests/mutants makes programs of it. */
extern const struct nf_mistake mahjong_mistakes[];
extern const struct nf_point mahjong_points[];
size_t mahjong_play_as(uint64_t mistakes, const struct nf_input *instance, FILE *out);

#endif
