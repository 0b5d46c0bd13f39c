/* What Cirno's game brings for fuzzing. */
#ifndef NF_CIRNO_FUZZING_H
#define NF_CIRNO_FUZZING_H

#include "core/fuzzing.h"

extern const struct nf_fuzzing cirno_fuzzing;

#endif
