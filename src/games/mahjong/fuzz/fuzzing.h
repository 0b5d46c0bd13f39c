/* What mahjong brings for fuzzing. */
#ifndef NF_MAHJONG_FUZZING_H
#define NF_MAHJONG_FUZZING_H

#include "core/fuzzing.h"

extern const struct nf_fuzzing mahjong_fuzzing;

#endif
