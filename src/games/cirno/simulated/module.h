/* Cirno's game as the engine sees it. */
#ifndef NF_CIRNO_MODULE_H
#define NF_CIRNO_MODULE_H

#include "sim/game.h"
#include "sim/kernel.h"

/* Parameters: `players` 1 to 30, `rounds` 1 to 100, `deck` up to 300,000 or 0; profiles and weights
 * as in gen/cirno/deal.h, strategies as in games/cirno/simulated/strategy/strategy.h. */
extern const struct nf_game cirno_game;

/* nf_deal_ops.prepare_instances: those with the same numbers of players and rounds share
 * a setup, one block of memory. Kernels want decks that cover the last loser's draw. */
enum nf_status cirno_prepare_instances(const struct nf_match *matches, size_t count,
                                       struct nf_setup **setups, struct nf_place *places,
                                       struct nf_error *err);

/* Games dealt before they are played, so that dealing and playing can be timed apart. */

/* struct nf_bench_ops's predeal. Plays every game once, with the reference, to know its cards. */
enum nf_status cirno_predeal(const struct nf_setup *base, uint32_t games, struct nf_setup **ahead,
                             struct nf_error *err);

/* struct nf_bench_ops's redeal. `ahead` comes from cirno_predeal. */
void cirno_redeal(struct nf_setup *ahead, uint32_t index);

/* The promises of run --check: nf_game.promises. */

extern const struct nf_promise_ops cirno_promises;

/* Exact results of Cirno's game. */

/* nf_game.exact: for one and two players, with any cards and strategies. Decks have no end, as far
 * as a game goes: games that a run would throw away are in. */
extern const struct nf_exact_ops cirno_exact_ops;

#endif
