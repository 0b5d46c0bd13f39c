/* The story of games of The Number Game: a line of the transcript is a game, its rows the moves. */
#ifndef NF_TNG_STORY_H
#define NF_TNG_STORY_H

#include "core/contract/fuzz_ops.h"

/* nf_fuzz_ops.tell_story. */
enum nf_status tng_tell_story(const struct nf_input *instance, uint64_t first,
                              const struct nf_listener *listener, struct nf_error *err);

#endif
