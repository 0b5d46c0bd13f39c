/* A slice: TNG_WORDS * 64 games of one p and e, a bit a game, solved backwards. The files that
 * include this (portable.c, avx2.c, avx512.c) differ in TNG_WORDS and in their instruction set.
 *
 * Let W be the n from which who is to move wins, and L those from which she loses, with k moves
 * left; both are empty for k = 0, and with G the goals
 *
 *     n in W(k)  if plus(n) or minus(n) is in G or L(k-1)
 *     n in L(k)  if plus(n) and minus(n) are in W(k-1) and not in G
 *
 * Both only grow with k, and by induction W changes at odd k alone and L at even k alone (a win by
 * force takes an odd number of moves of the winner and the other). So a move is one of two steps,
 * each of which reads what the step before it wrote: from A = G or L an odd move makes
 * B = W and not G, from B an even move makes the next A.
 *
 * W, L and so on are kept as one vector for each n, in which a bit stands for a game: a step is two
 * loads, at the addresses that the maps name, and a few operations, for TNG_WORDS * 64 games.
 * Which game: the one at place 64 bits * i + word w, that is i * TNG_WORDS + w, is bit i of word w.
 * So games one after the other in memory are rows of TNG_WORDS matrices of 64 x 64 bits, which are
 * transposed side by side.
 *
 * What it costs, for p = 47 and 12 moves on a Zen 4 server with AVX-512 at 2.6 GHz (time-stamp
 * counter): 7.3 ns a game in plain C with 16-byte vectors, 3.4 with AVX2, 3.0 with AVX-512; a sweep
 * of one goal set from all n0 13.6, 6.8 and 6.3 ns. Drawing a game takes 35 to 50 ns, so kernels
 * wait for games. One game a register, the 47 residues as bytes, would take two byte permutes a
 * move, but without VBMI each is six instructions, and a register holds one game, not 512.
 * Counting the moves of games not yet won, instead of noting each win once, made sweeps 1.2
 * (AVX2) to 1.4 times (AVX-512) slower.
 *
 * In how many moves a game is won is written into planes when it is found, bit b into plane b:
 * once, by a vector that holds which games were won before. */
#ifndef NF_TNG_SLICE_TEMPLATE_H
#define NF_TNG_SLICE_TEMPLATE_H

#include "games/tng/simulated/kernels/kernels.h"

#include <string.h>

#ifndef TNG_WORDS
#define TNG_WORDS 2
#endif

enum { ROWS = 64, PLANES = TNG_PLANES, SLICE_WIDTH = TNG_WORDS * ROWS };

/* May lie over the packed games, which are uint64_t. */
typedef uint64_t slice __attribute__((vector_size(8 * TNG_WORDS), may_alias));

/* What a slice is solved in. */
struct slice_space {
    slice goals[ROWS], starts[ROWS];
    slice to_win[TNG_MAX_P + 1];  /* A above: who moves there wins, or the next cannot but lose */
    slice to_lose[TNG_MAX_P + 1]; /* B above */
    slice won[TNG_MAX_P + 1];     /* by who is to move first or second, within the moves so far */
    slice moves[PLANES][ROWS];    /* to the win, as numbers: bit b in moves[b] */
};

/* Transposes TNG_WORDS matrices: bit i of word w of row j, and bit j of word w of row i. */
static inline void transpose(slice rows[ROWS])
{
    uint64_t mask = 0x00000000ffffffffu;
    for (unsigned step = 32; step > 0; step /= 2, mask ^= mask << step) {
        const slice masks = mask - (slice){0};
        for (unsigned block = 0; block < ROWS; block += 2 * step)
            for (unsigned i = block; i < block + step; i++) {
                const slice swap = (rows[i] >> step ^ rows[i + step]) & masks;
                rows[i] ^= swap << step;
                rows[i + step] ^= swap;
            }
    }
}

/* Notes that `found` are won in `move` moves, but for those that were won before. */
static inline void note_wins(slice *planes, size_t stride, slice *won, slice found, uint32_t move)
{
    const slice news = found & ~*won;
    *won |= found;
    for (unsigned b = 0; b < PLANES; b++)
        if ((move >> b & 1) != 0)
            planes[b * stride] |= news;
}

/* Move `move`, an odd one. Calls are inlined with `sweep` constant: then what is found is noted for
 * every n, else it is returned for each game's own n0. */
static inline slice step_odd(struct slice_space *space, const struct tng_maps *maps, uint32_t move,
                             bool sweep)
{
    slice found = {0};
    for (uint32_t n = 0; n < maps->p; n++) {
        const slice wins = space->to_win[maps->plus[n]] | space->to_win[maps->minus[n]];
        space->to_lose[n] = wins & ~space->goals[n];
        if (sweep)
            note_wins(&space->moves[0][n], ROWS, &space->won[n], wins, move);
        else
            found |= wins & space->starts[n];
    }
    return found;
}

/* Move `move`, an even one. */
static inline slice step_even(struct slice_space *space, const struct tng_maps *maps, uint32_t move,
                              bool sweep)
{
    slice found = {0};
    for (uint32_t n = 0; n < maps->p; n++) {
        const slice loses = space->to_lose[maps->plus[n]] & space->to_lose[maps->minus[n]];
        space->to_win[n] = loses | space->goals[n];
        if (sweep)
            note_wins(&space->moves[0][n], ROWS, &space->won[n], loses, move);
        else
            found |= loses & space->starts[n];
    }
    return found;
}

static inline void slice_solve(const struct tng_maps *maps, uint32_t moves, uint64_t *games,
                               void *memory)
{
    struct slice_space *const space = memory;
    slice *const packed = (slice *)games;
    const slice one = 1 - (slice){0};
    for (unsigned i = 0; i < ROWS; i++) {
        space->goals[i] = packed[i] & TNG_GOAL_MASK;
        space->starts[i] = one << (packed[i] >> TNG_N0_SHIFT & 63);
    }
    transpose(space->goals);
    transpose(space->starts);
    memcpy(space->to_win, space->goals, maps->p * sizeof(slice));

    slice won = {0}, planes[PLANES] = {{0}};
    for (uint32_t move = 1; move < moves; move += 2) {
        note_wins(planes, 1, &won, step_odd(space, maps, move, false), move);
        note_wins(planes, 1, &won, step_even(space, maps, move + 1, false), move + 1);
    }
    for (unsigned i = 0; i < ROWS; i++) {
        slice number = {0};
        for (unsigned b = 0; b < PLANES; b++)
            number |= (planes[b] >> i & 1) << (TNG_MOVES_SHIFT + b);
        packed[i] |= number;
    }
}

static inline void slice_sweep(const struct tng_maps *maps, uint32_t moves, const uint64_t *goals,
                               uint64_t *planes, void *memory)
{
    struct slice_space *const space = memory;
    memcpy(space->goals, goals, sizeof space->goals);
    transpose(space->goals);
    memcpy(space->to_win, space->goals, maps->p * sizeof(slice));
    memset(space->won, 0, sizeof space->won);
    memset(space->moves, 0, sizeof space->moves);
    for (uint32_t move = 1; move < moves; move += 2) {
        step_odd(space, maps, move, true);
        step_even(space, maps, move + 1, true);
    }
    for (unsigned b = 0; b < PLANES; b++)
        transpose(space->moves[b]);
    memcpy(planes, space->moves, sizeof space->moves);
}

#endif
