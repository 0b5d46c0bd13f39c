/* Small random games of the pig game, which the engine steers towards rare rules
 * (judge/fuzz_ops.h): of the profiles but `max`, with 2 to 8 pigs, one in 16 with up to 10. */
#ifndef NF_PIGS_GUIDED_H
#define NF_PIGS_GUIDED_H

#include "gen/pigs/deal.h"
#include "judge/fuzz_ops.h"

/* nf_fuzz_ops.guide and .stages. */
enum nf_status pigs_guide(uint64_t seed, uint64_t index, const struct nf_case_limits *limits,
                          struct nf_text *instance, struct nf_error *err);
extern const struct nf_stage pigs_stages[];

#endif
