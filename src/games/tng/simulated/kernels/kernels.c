/* A kernel is a file and a line here. */
#include "games/tng/simulated/kernels/kernels.h"

const struct nf_kernel *const tng_kernels[] = {
    &tng_reference.base, &tng_portable.base, &tng_avx2.base, &tng_avx512.base, NULL,
};

const struct tng_kernel *tng_best_kernel(void)
{
    const struct nf_kernel *best = tng_kernels[0];
    for (const struct nf_kernel *const *kernel = tng_kernels; *kernel != NULL; kernel++)
        if ((*kernel)->supported())
            best = *kernel;
    return (const struct tng_kernel *)best;
}
