/* The player of `run --check`: solves each game from its goals backwards, with moves of its own
 * reckoning, and then verifies from every number the other way: that its value is what the two
 * moves from it make it. That is a proof of the values, since they follow from each other down to
 * the last move. At last the game is played move by move. */
#ifndef NF_TNG_CHECKING_H
#define NF_TNG_CHECKING_H

#include "core/contract/game.h"
#include "games/tng/rules/tng.h"

/* Both moves from every n, and where moves to n come from, for one p and e. */
struct tng_moves {
    uint8_t p, e;
    uint8_t plus[TNG_MAX_P], minus[TNG_MAX_P];
    uint64_t before[TNG_MAX_P]; /* bit k of before[n]: a move takes k to n */
};

/* The goals of games of one p and e, and how these games end. */
struct tng_checked {
    const struct tng_moves *moves;
    uint64_t goals;
    uint8_t ends[TNG_MAX_P]; /* from n: moves to the forced end, won by who makes the last one; 0:
                                TNG_MAX_MOVES do not suffice */
};

/* The moves of tng_pair() number `pair`. Computed at the first call; thread-safe. */
const struct tng_moves *tng_checked_moves(uint32_t pair);

/* What is wrong with them: p or e is out of range, or a move does not lead to (n + e^n) mod p or
 * (n - e^n) mod p, or not to where kernels think; or NULL. */
const char *tng_check_moves(const struct tng_moves *moves);

/* Fills `ends` from moves and goals. */
void tng_checked_solve(struct tng_checked *checked);

/* What is wrong with the ends, and from which *n; or NULL. */
const char *tng_check_ends(const struct tng_checked *checked, uint32_t *n);

/* What is wrong with `record` as that of a game begun at n0: plays it by best moves, r rounds at
 * most. Or NULL. */
const char *tng_check_record(const struct tng_checked *checked, uint32_t n0, uint32_t r,
                             uint32_t record);

/* struct nf_game's verifier. */
extern const struct nf_kernel tng_verifier;

#endif
