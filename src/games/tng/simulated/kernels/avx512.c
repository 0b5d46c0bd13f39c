/* Slices of 512 games with AVX-512. Compiled with its own flags; where it is not, a stub.
 *
 * Nothing but loads, stores, logic and shifts of whole registers is needed, so AVX-512 F would do;
 * the maps are addresses, not permutes. */
#define TNG_WORDS 8
#include "base/machine.h"
#include "games/tng/simulated/kernels/kernels.h"

#if defined(__AVX512F__)

#include "games/tng/simulated/kernels/slice_template.h"

const struct tng_kernel tng_avx512 = {
    {"avx512", nf_machine_has_avx512, tng_kernel_memory, tng_kernel_play, .unfit = NULL},
    SLICE_WIDTH,
    sizeof(struct slice_space),
    slice_solve,
    slice_sweep,
};

#else

static bool tng_avx512_supported(void)
{
    return false;
}

const struct tng_kernel tng_avx512 = {
    {"avx512", tng_avx512_supported, tng_kernel_memory, tng_kernel_play, .unfit = NULL},
    64,
    0,
    NULL,
    NULL};

#endif
