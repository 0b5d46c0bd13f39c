/* What shrinking needs to know of Cirno's game. */
#ifndef NF_CIRNO_SHRINK_H
#define NF_CIRNO_SHRINK_H

#include "base/text.h"
#include "judge/fuzz_ops.h"

/* nf_fuzz_ops.smaller. */
extern const struct nf_smaller cirno_smaller;

/* nf_smaller.start. */
bool cirno_start(const struct nf_instance *from, uint64_t line, uint32_t way,
                 struct nf_instance *made);

/* nf_fuzz_ops.size: appends "2 players, 1 round, 7 deck cards". Thread-safe. */
void cirno_size(const struct nf_instance *read, struct nf_text *words);

#endif
