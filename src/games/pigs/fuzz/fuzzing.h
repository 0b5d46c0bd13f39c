/* What fuzz, check and pages need of the pig game. */
#ifndef NF_PIGS_FUZZING_H
#define NF_PIGS_FUZZING_H

#include "core/contract/fuzz_ops.h"

extern const struct nf_fuzz_ops pigs_fuzz_ops;

/* nf_fuzz_ops.tell_story, and how its frames are drawn. */
extern const struct nf_panel pigs_panels[];
enum { PIGS_MAX_FRAMES = 1000 };
enum nf_status pigs_tell_story(const struct nf_input *instance, uint64_t first,
                               const struct nf_listener *listener, struct nf_error *err);

/* nf_fuzz_ops.compare. */
enum nf_status pigs_compare(const struct nf_input *instance, const struct nf_input *output,
                            bool strict, struct nf_difference *difference, struct nf_error *err);

#endif
