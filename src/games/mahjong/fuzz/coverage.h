/* The rule events that an instance reaches. */
#ifndef NF_MAHJONG_COVERAGE_H
#define NF_MAHJONG_COVERAGE_H

#include "base/text.h"
#include "core/contract/fuzz_ops.h"

/* nf_fuzz_ops.coverage: plays an instance with the reference, appends the transcript to `answer`
 * and adds events to `reached`; either may be NULL. Returns the errors of mahjong_judge().
 * Thread-safe. */
enum nf_status mahjong_coverage(const struct nf_input *instance, struct nf_text *answer,
                                uint64_t reached[NF_MAX_EVENTS], struct nf_error *err);

#endif
