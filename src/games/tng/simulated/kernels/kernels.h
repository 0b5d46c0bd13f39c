/* Kernels of The Number Game, and what feeds them.
 *
 * A kernel solves a slice: `width` games of the same p and e side by side, a bit of a vector a
 * game. What is drawn or enumerated is brought into slices, and records out of them, by tng_play(),
 * which is the same for all kernels. */
#ifndef NF_TNG_KERNELS_H
#define NF_TNG_KERNELS_H

#include "base/text.h"
#include "games/tng/rules/format.h"
#include "games/tng/rules/tng.h"
#include "gen/tng/deal.h"
#include "sim/game.h"

#include <stddef.h>

enum {
    TNG_PLANES = 4,      /* bits of a number of moves */
    TNG_MAX_WIDTH = 512, /* of a slice */
};

struct tng_kernel {
    struct nf_kernel base; /* its memory and play are tng_kernel_memory and tng_kernel_play */
    uint32_t width;        /* games of a slice, a multiple of 64 and at most TNG_MAX_WIDTH */
    size_t memory;         /* bytes of work space, a multiple of NF_CACHE_LINE */

    /* Solves `width` packed games for up to `moves` moves (2 .. TNG_MAX_MOVES, even): puts into the
     * bits of each from TNG_MOVES_SHIFT, which are 0 before, in how many moves it is won by force
     * if its rounds allow as many; 0 if not within `moves`. Where the game's own 2r moves do not
     * suffice it may be either. `games` and `memory` are aligned to NF_CACHE_LINE. */
    void (*solve)(const struct tng_maps *maps, uint32_t moves, uint64_t *games, void *memory);

    /* Solves `width` goal sets from every n0 at once: bit n0 of planes[b * width + i] is bit b of
     * the number of moves, as above, of goal set i begun at n0 < p. */
    void (*sweep)(const struct tng_maps *maps, uint32_t moves, const uint64_t *goals,
                  uint64_t *planes, void *memory);
};

/* In plain C as the statement says; in plain C for any processor; with vectors. */
extern const struct tng_kernel tng_reference, tng_portable, tng_avx2, tng_avx512;

/* All of them, ended by NULL, the reference first, then ever faster. */
extern const struct nf_kernel *const tng_kernels[];

/* Memory and play of struct nf_kernel, for a `self` that is a struct tng_kernel. */
size_t tng_kernel_memory(const struct nf_kernel *self, const struct nf_setup *setup);
enum nf_status tng_kernel_play(const struct nf_kernel *self, const struct nf_setup *setup,
                               void *memory, struct nf_feed *feed, struct nf_sink *sink,
                               struct nf_error *err);

/* The fastest kernel the machine supports. */
const struct tng_kernel *tng_best_kernel(void);

/* ---- many games ---- */

/* Where records go: record i is that of game indices[i]. Games arrive in any order. The arrays are
 * only valid during the call. */
struct tng_sink {
    void (*take)(struct tng_sink *sink, const uint64_t *indices, const uint32_t *records,
                 uint32_t count);
};

enum { TNG_BATCH = TNG_MAX_WIDTH }; /* records a sink takes at most at once */

/* Bytes that tng_play() works in, a multiple of NF_CACHE_LINE. */
size_t tng_play_memory(const struct tng_kernel *kernel, const struct tng_deal *deal);

/* Plays every game of `feed` into `sink`. `memory` is aligned to NF_CACHE_LINE, not cleared, and
 * the worker's own. Allocates nothing. Of an enumeration, the feed's indices are below its count.
 */
void tng_play(const struct tng_kernel *kernel, const struct tng_deal *deal, void *memory,
              struct nf_feed *feed, struct tng_sink *sink);

/* A prepared run of The Number Game. */

struct tng_setup {
    struct nf_setup base;
    struct tng_deal deal;
};

/* Solves `count` games with the fastest kernel: records[i] is the outcome record of games[i].
 * Returns NF_IO without memory. Thread-safe. */
enum nf_status tng_solve_games(const struct tng_game *games, size_t count, uint32_t *records,
                               struct nf_error *err);

#endif
