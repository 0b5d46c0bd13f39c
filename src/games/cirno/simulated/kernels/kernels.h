/* The kernels of Cirno's game, each in the file of its name. */
#ifndef NF_CIRNO_KERNELS_H
#define NF_CIRNO_KERNELS_H

#include "sim/game.h"

extern const struct nf_each_kernel cirno_reference;
extern const struct nf_kernel cirno_portable, cirno_wasm, cirno_neon, cirno_avx2, cirno_avx512;

/* All of them, ended by NULL, the reference first, then ever faster. */
extern const struct nf_kernel *const cirno_kernels[];

#endif
