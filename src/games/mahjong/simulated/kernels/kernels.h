/* A prepared run of the mahjong simulator. */
#ifndef NF_MAHJONG_KERNELS_H
#define NF_MAHJONG_KERNELS_H

#include "games/mahjong/rules/mahjong.h"
#include "sim/game.h"

struct mahjong_tables;

/* What all games of a run share; constant while they are played. */
struct mahjong_run {
    uint64_t seed;
    unsigned profile;                     /* enum mahjong_profile */
    const struct mahjong_tables *tables;  /* those that all of the process share */
    const uint8_t (*walls)[MAHJONG_WALL]; /* explicit games by index; NULL: walls are dealt */
};

struct mahjong_setup {
    struct nf_setup base;
    struct mahjong_run run;
};

/* The wall of game `index`, the first tile drawn first. Every wall is a valid game. Thread-safe. */
void mahjong_wall(const struct mahjong_run *run, uint64_t index, uint8_t wall[MAHJONG_WALL]);

/* The two ways to play the games of a run. */

/* The rules in plain C, and the player that looks hands up. Both run on every machine. */
extern const struct nf_each_kernel mahjong_reference_kernel, mahjong_fast_kernel;

/* Both, ended by NULL, the reference first. */
extern const struct nf_kernel *const mahjong_kernels[];

#endif
