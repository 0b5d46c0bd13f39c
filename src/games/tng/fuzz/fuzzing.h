/* What The Number Game brings for fuzzing. */
#ifndef NF_TNG_FUZZING_H
#define NF_TNG_FUZZING_H

#include "core/fuzzing.h"

extern const struct nf_fuzzing tng_fuzzing;

#endif
