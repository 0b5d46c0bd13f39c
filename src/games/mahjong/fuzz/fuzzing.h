/* Mahjong for the fuzzer: nf_game.fuzz. */
#ifndef NF_MAHJONG_FUZZING_H
#define NF_MAHJONG_FUZZING_H

#include "core/contract/fuzz_ops.h"

extern const struct nf_fuzz_ops mahjong_fuzz_ops;

#endif
