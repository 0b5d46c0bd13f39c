/* The two ways to play the games of a run: play index -> record. */
#ifndef NF_MAHJONG_KERNELS_H
#define NF_MAHJONG_KERNELS_H

#include "games/mahjong/kernels/setup.h"

/* A way to play. */
struct mahjong_kernel {
    struct nf_kernel
        base;     /* its memory and play are mahjong_kernel_memory and mahjong_kernel_play */
    size_t bytes; /* that a worker needs, aligned to 64, a multiple of it */
    /* Makes a worker's memory ready; needed once before `play_index`. */
    void (*open)(void *memory);
    /* Plays game `index` and writes its outcome record (see struct mahjong_outcome). Allocates
     * nothing. Thread-safe with a memory of its own for each thread. */
    void (*play_index)(const struct mahjong_run *run, void *memory, uint64_t index,
                       uint32_t words[MAHJONG_WORDS]);
};

/* The rules in plain C, and the player that looks hands up. Both run on every machine. */
extern const struct mahjong_kernel mahjong_reference_kernel, mahjong_fast_kernel;

/* Both, ended by NULL, the reference first. */
extern const struct nf_kernel *const mahjong_kernels[];

/* What both have in common as kernels of the engine, for a `self` that is a struct mahjong_kernel.
 */
size_t mahjong_kernel_memory(const struct nf_kernel *self, const struct nf_setup *setup);
enum nf_status mahjong_kernel_play(const struct nf_kernel *self, const struct nf_setup *setup,
                                   void *memory, struct nf_feed *feed, struct nf_sink *sink,
                                   struct nf_error *err);

#endif
