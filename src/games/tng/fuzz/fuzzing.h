/* The Number Game for the fuzzer: nf_game.fuzz. */
#ifndef NF_TNG_FUZZING_H
#define NF_TNG_FUZZING_H

#include "core/contract/fuzz_ops.h"

extern const struct nf_fuzz_ops tng_fuzz_ops;

#endif
