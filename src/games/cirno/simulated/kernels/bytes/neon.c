/* The byte-lane kernel with NEON of AArch64: 16 games at a time. */
#include "games/cirno/simulated/kernels/kernels.h"
#include "games/cirno/simulated/kernels/lanes.h"

#if defined(__AARCH64EL__)

#include "games/cirno/simulated/kernels/bytes/kernel.h"

/* Every processor of this architecture has it. */
static bool cirno_neon_supported(void)
{
    return true;
}

const struct nf_kernel cirno_neon = {"neon", cirno_neon_supported, cirno_bytes_memory,
                                     play_cirno_bytes, .unfit = cirno_byte_plans_only};

#else

const struct nf_kernel cirno_neon = {"neon", cirno_absent, cirno_absent_memory, cirno_absent_play,
                                     .unfit = cirno_byte_plans_only};

#endif
