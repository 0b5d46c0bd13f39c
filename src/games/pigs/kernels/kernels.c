#include "games/pigs/kernels/setup.h"

const struct nf_kernel *const pigs_kernels[] = {&pigs_reference, &pigs_portable, NULL};
