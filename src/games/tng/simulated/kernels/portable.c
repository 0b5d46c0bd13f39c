/* Slices of 128 games in plain C, with the vector extension that gcc and clang share: two words
 * that any processor with vectors of 16 bytes adds at once, and others one after the other. */
#define TNG_WORDS 2
#include "games/tng/simulated/kernels/slice_template.h"

const struct tng_kernel tng_portable = {
    {"portable", nf_everywhere, tng_kernel_memory, tng_kernel_play, .unfit = NULL},
    SLICE_WIDTH,
    sizeof(struct slice_space),
    slice_solve,
    slice_sweep,
};
