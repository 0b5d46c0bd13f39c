/* A kernel is a file and a line here. */
#include "games/cirno/simulated/kernels/kernels.h"

const struct nf_kernel *const cirno_kernels[] = {
    &cirno_reference.base, &cirno_portable, &cirno_wasm, &cirno_neon,
    &cirno_avx2,           &cirno_avx512,   NULL,
};
