/* The player of `run --check`: solves each game backwards from its goals, with independently
 * computed moves. Then it verifies forwards that the value of every number follows from its two
 * moves, which proves the values by induction. Finally it plays the game move by move. All
 * functions are thread-safe. */
#ifndef NF_TNG_VERIFIER_H
#define NF_TNG_VERIFIER_H

#include "core/contract/game.h"
#include "games/tng/rules/tng.h"

/* Both moves from every n, and the moves to every n, for one p and e. */
struct tng_moves {
    uint8_t p, e;
    uint8_t plus[TNG_MAX_P], minus[TNG_MAX_P];
    uint64_t before[TNG_MAX_P]; /* bit k of before[n]: a move leads from k to n */
};

/* The goals of games with one p and e, and how these games end. */
struct tng_checked {
    const struct tng_moves *moves;
    uint64_t goals;
    uint8_t ends[TNG_MAX_P]; /* from n: moves to the forced end, won by the last mover; 0: none
                                within TNG_MAX_MOVES */
};

/* Returns the moves of tng_pair() number `pair`. Computed by the first call. */
const struct tng_moves *tng_checked_moves(uint32_t pair);

/* Returns what is wrong with the moves, or NULL: p or e is out of range, or a move does not lead to
 * (n + e^n) mod p or (n - e^n) mod p, or differs from that of the kernels. */
const char *tng_check_moves(const struct tng_moves *moves);

/* Fills `ends` from moves and goals. */
void tng_checked_solve(struct tng_checked *checked);

/* Returns what is wrong with the ends, and sets `*n`; or NULL. */
const char *tng_check_ends(const struct tng_checked *checked, uint32_t *n);

/* Plays the game from n0 by best moves, for at most r rounds. Returns what is wrong with `record`,
 * or NULL. */
const char *tng_check_record(const struct tng_checked *checked, uint32_t n0, uint32_t r,
                             uint32_t record);

/* nf_game.verifier. */
extern const struct nf_kernel tng_verifier;

#endif
