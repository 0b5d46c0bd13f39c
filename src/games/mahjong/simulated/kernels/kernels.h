/* The two ways to play the games of a run. */
#ifndef NF_MAHJONG_KERNELS_H
#define NF_MAHJONG_KERNELS_H

#include "games/mahjong/simulated/kernels/setup.h"

/* The rules in plain C, and the player that looks hands up. Both run on every machine. */
extern const struct nf_each_kernel mahjong_reference_kernel, mahjong_fast_kernel;

/* Both, ended by NULL, the reference first. */
extern const struct nf_kernel *const mahjong_kernels[];

#endif
