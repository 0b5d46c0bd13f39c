/* The two ways to play the games of a run: play index -> record. */
#ifndef NF_MAHJONG_KERNELS_H
#define NF_MAHJONG_KERNELS_H

#include "base/error.h"
#include "games/mahjong/rules/mahjong.h"

#include <stddef.h>

struct mahjong_tables;

/* What all games of a run share; constant while they are played. */
struct mahjong_run {
    uint64_t seed;
    unsigned profile; /* enum mahjong_profile */
    const struct mahjong_tables *tables;
};

/* Prepares a run: computes the tables. NF_IO without memory. */
enum nf_exit mahjong_run_start(struct mahjong_run *run, unsigned profile, uint64_t seed,
                               struct nf_error *err);

/* Frees what mahjong_run_start() made. */
void mahjong_run_end(struct mahjong_run *run);

/* The wall of game `index`, the first tile drawn first. Every wall is a valid game. */
void mahjong_wall(const struct mahjong_run *run, uint64_t index, uint8_t wall[MAHJONG_WALL]);

/* A way to play. */
struct mahjong_kernel {
    const char *name;
    size_t memory; /* bytes a worker needs, aligned to 64, a multiple of it */
    /* Makes a worker's memory ready; needed once before `play`. */
    void (*open)(void *memory);
    /* Plays game `index` and writes its outcome record (see struct mahjong_outcome). Allocates
     * nothing. Thread-safe with a memory of its own for each thread. */
    void (*play)(const struct mahjong_run *run, void *memory, uint64_t index,
                 uint32_t words[MAHJONG_WORDS]);
};

/* The rules in plain C, and the player that looks hands up. Both run on every machine. */
extern const struct mahjong_kernel mahjong_reference_kernel, mahjong_fast_kernel;

#endif
