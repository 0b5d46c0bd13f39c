/* What The Number Game brings for fuzzing. */
#ifndef NF_TNG_FUZZING_H
#define NF_TNG_FUZZING_H

#include "core/contract/fuzz_ops.h"

extern const struct nf_fuzz_ops tng_fuzz_ops;

#endif
