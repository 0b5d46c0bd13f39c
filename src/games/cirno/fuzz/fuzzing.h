/* Cirno's game for the fuzzer: nf_game.fuzz. */
#ifndef NF_CIRNO_FUZZING_H
#define NF_CIRNO_FUZZING_H

#include "core/contract/fuzz_ops.h"

extern const struct nf_fuzz_ops cirno_fuzz_ops;

#endif
