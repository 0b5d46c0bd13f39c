/* The byte-lane kernel with AVX2: 32 games at a time. */
#include "base/machine.h"
#include "games/cirno/simulated/kernels/kernels.h"
#include "games/cirno/simulated/kernels/lanes.h"

#if defined(__AVX2__)

#include "games/cirno/simulated/kernels/bytes/kernel.h"

const struct nf_kernel cirno_avx2 = {"avx2", nf_machine_has_avx2, cirno_bytes_memory,
                                     play_cirno_bytes, .unfit = cirno_byte_plans_only};

#else

const struct nf_kernel cirno_avx2 = {"avx2", cirno_absent, cirno_absent_memory, cirno_absent_play,
                                     .unfit = cirno_byte_plans_only};

#endif
