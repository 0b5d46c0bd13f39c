/* The kernels of Cirno's game, each in the file of its name. */
#ifndef NF_CIRNO_KERNELS_H
#define NF_CIRNO_KERNELS_H

#include "base/error.h"
#include "games/cirno/rules/cirno.h"
#include "games/cirno/rules/walk.h"
#include "gen/cirno/setup.h"
#include "sim/game.h"

extern const struct nf_each_kernel cirno_reference;
extern const struct nf_kernel cirno_portable, cirno_wasm, cirno_neon, cirno_avx2, cirno_avx512;

/* All of them, ended by NULL, the reference first, then ever faster. */
extern const struct nf_kernel *const cirno_kernels[];

/* The reference: games played by rules.h, one after the other, from hands as counts. What every
 * other way to play is compared with. */

/* The word of a round in an outcome record, where a walk has just come to its end. */
static inline uint32_t cirno_round_word(const struct cirno_walk *walk)
{
    return walk->turn << NF_SEAT_BITS | walk->table.seat;
}

/* Plays one candidate: the deal of `attempt` at `index`, or an explicit instance. Writes one
 * record a round to `rounds` (complete only if CIRNO_COMPLETE is returned). Thread-safe. */
enum cirno_end cirno_play_candidate(const struct cirno_setup *setup, uint64_t index,
                                    uint64_t attempt, uint32_t *rounds);

/* Plays game `index`: the first candidate that is valid. Fills `rejected` with the number thrown
 * away before it by reason; its sum is the attempt of the valid one. NF_INVALID when there is
 * none among cirno_attempts(), or when an explicit instance is not valid. Thread-safe. */
enum nf_status cirno_play_index(const struct cirno_setup *setup, uint64_t index, uint32_t *rounds,
                                uint32_t rejected[NF_REJECT_KINDS], struct nf_error *err);

/* Plays the deal of `attempt` at `index`, or an explicit instance; `client` is the caller's.
 * CIRNO_STOPPED where it found a fault. */
typedef enum cirno_end cirno_candidate(void *client, const struct cirno_setup *setup,
                                       uint64_t index, uint64_t attempt);

/* Goes through the candidates of game `index` until `play` completes one; `rejected`, errors and
 * thread safety as cirno_play_index. NF_INTERNAL, with `err` left as it is, when `play` stopped. */
enum nf_status cirno_first_valid(const struct cirno_setup *setup, uint64_t index,
                                 cirno_candidate *play, void *client,
                                 uint32_t rejected[NF_REJECT_KINDS], struct nf_error *err);

/* Plays attempt `attempt` at game `index` of a paired run, which is valid, for its cards: fills
 * `hands` and the cards of `deck` that are drawn, in their order, and leaves the rest. */
void cirno_record_paired(const struct cirno_setup *setup, uint64_t index, uint64_t attempt,
                         uint8_t *hands, uint8_t *deck);

/* Games dealt before they are played, so that dealing and playing can be timed apart. */

/* struct nf_bench_ops's predeal. Plays every game once, with the reference, to know its cards. */
enum nf_status cirno_predeal(const struct nf_setup *base, uint32_t games, struct nf_setup **ahead,
                             struct nf_error *err);

/* struct nf_bench_ops's redeal. `ahead` comes from cirno_predeal. */
void cirno_redeal(struct nf_setup *ahead, uint32_t index);

#endif
