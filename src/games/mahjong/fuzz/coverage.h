/* Which rule events an instance reaches. */
#ifndef NF_MAHJONG_SURVEY_H
#define NF_MAHJONG_SURVEY_H

#include "base/text.h"
#include "core/contract/fuzz_ops.h"

/* nf_fuzz_ops.coverage: plays an instance by the reference, appends the transcript to
 * `answer` and adds to `reached`, each where not NULL. NF_INVALID as mahjong_judge, or NF_IO.
 * Thread-safe. */
enum nf_status mahjong_coverage(const struct nf_input *instance, struct nf_text *answer,
                                uint64_t reached[NF_MAX_EVENTS], struct nf_error *err);

#endif
