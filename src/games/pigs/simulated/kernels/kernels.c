#include "games/pigs/simulated/kernels/setup.h"

const struct nf_kernel *const pigs_kernels[] = {&pigs_reference.base, &pigs_portable.base, NULL};
