/* The story of a game of Cirno's, line by line of its transcript. */
#ifndef NF_CIRNO_STORY_H
#define NF_CIRNO_STORY_H

#include "core/contract/fuzz_ops.h"

/* nf_fuzz_ops.tell_story. */
enum nf_status cirno_tell_story(const struct nf_input *instance, uint64_t first,
                                const struct nf_listener *listener, struct nf_error *err);

#endif
