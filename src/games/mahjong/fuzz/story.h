/* The story of a game of mahjong, line by line of its transcript. */
#ifndef NF_MAHJONG_STORY_H
#define NF_MAHJONG_STORY_H

#include "core/contract/fuzz_ops.h"

/* nf_fuzz_ops.tell_story. */
enum nf_status mahjong_tell_story(const struct nf_input *instance, uint64_t first,
                                  const struct nf_listener *listener, struct nf_error *err);

#endif
