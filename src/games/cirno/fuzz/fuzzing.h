/* What Cirno's game brings for fuzzing. */
#ifndef NF_CIRNO_FUZZING_H
#define NF_CIRNO_FUZZING_H

#include "core/contract/fuzz_ops.h"

extern const struct nf_fuzz_ops cirno_fuzz_ops;

#endif
