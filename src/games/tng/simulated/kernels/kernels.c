/* A kernel is a file and a line here. */
#include "games/tng/simulated/kernels/kernels.h"

#include "games/tng/rules/tng.h"

const struct nf_kernel *const tng_kernels[] = {
    &tng_reference.base, &tng_portable.base, &tng_avx2.base, &tng_avx512.base, NULL,
};

const struct tng_kernel *tng_best_kernel(void)
{
    const struct nf_kernel *best = tng_kernels[0];
    for (const struct nf_kernel *const *kernel = tng_kernels; *kernel != NULL; kernel++)
        if ((*kernel)->supported())
            best = *kernel;
    return (const struct tng_kernel *)best;
}

/* The statement's own recursion as a kernel. */

enum { WIDTH = 64 };

static void unpack(const struct tng_maps *maps, uint64_t packed, struct tng_game *game)
{
    *game = (struct tng_game){.n0 = (uint8_t)tng_packed_n0(packed), .e = maps->e, .p = maps->p};
    for (uint8_t n = 0; n < maps->p; n++)
        if ((packed >> n & 1) != 0)
            game->g[game->m++] = n;
}

static void solve_in_turn(const struct tng_maps *maps, uint32_t moves, uint64_t *games,
                          void *memory)
{
    (void)memory;
    for (uint32_t i = 0; i < WIDTH; i++) {
        struct tng_game game;
        unpack(maps, games[i], &game);
        const uint32_t own = 2 * tng_packed_r(games[i]);
        const uint64_t won = tng_moves_to_win(&game, game.n0, own < moves ? own : moves);
        games[i] |= won << TNG_MOVES_SHIFT;
    }
}

static void sweep(const struct tng_maps *maps, uint32_t moves, const uint64_t *goals,
                  uint64_t *planes, void *memory)
{
    (void)memory;
    for (uint32_t i = 0; i < WIDTH; i++) {
        struct tng_game game;
        unpack(maps, goals[i], &game);
        uint64_t bits[TNG_PLANES] = {0};
        for (uint32_t n0 = 0; n0 < maps->p; n0++) {
            const uint64_t won = tng_moves_to_win(&game, n0, moves);
            for (uint32_t b = 0; b < TNG_PLANES; b++)
                bits[b] |= (won >> b & 1) << n0;
        }
        for (uint32_t b = 0; b < TNG_PLANES; b++)
            planes[b * WIDTH + i] = bits[b];
    }
}

const struct tng_kernel tng_reference = {
    {"reference", nf_everywhere, tng_kernel_memory, tng_kernel_play, .unfit = NULL},
    WIDTH,
    0,
    solve_in_turn,
    sweep};
