/* Slices of 256 games with AVX2. Compiled with its own flags; where it is not, a stub. */
#define TNG_WORDS 4
#include "base/machine.h"
#include "games/tng/simulated/kernels/kernels.h"

#if defined(__AVX2__)

#include "games/tng/simulated/kernels/slice_template.h"

const struct tng_kernel tng_avx2 = {
    {"avx2", nf_machine_has_avx2, tng_kernel_memory, tng_kernel_play, .unfit = NULL},
    SLICE_WIDTH,
    sizeof(struct slice_space),
    slice_solve,
    slice_sweep,
};

#else

static bool tng_avx2_supported(void)
{
    return false;
}

const struct tng_kernel tng_avx2 = {
    {"avx2", tng_avx2_supported, tng_kernel_memory, tng_kernel_play, .unfit = NULL},
    64,
    0,
    NULL,
    NULL};

#endif
