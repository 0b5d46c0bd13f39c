/* The byte-lane kernel with the vectors of WebAssembly: 16 games at a time. */
#include "games/cirno/simulated/kernels/kernels.h"
#include "games/cirno/simulated/kernels/lanes.h"

#if defined(__wasm_simd128__)

#include "games/cirno/simulated/kernels/bytes/kernel.h"

const struct nf_kernel cirno_wasm = {"wasm", nf_everywhere, cirno_bytes_memory, play_cirno_bytes,
                                     .unfit = cirno_byte_plans_only};

#else

const struct nf_kernel cirno_wasm = {"wasm", cirno_absent, cirno_absent_memory, cirno_absent_play,
                                     .unfit = cirno_byte_plans_only};

#endif
