/* What one seat can still reach in a round: the least chance of losing it, whatever she plays,
 * against the strategy of the other one.
 *
 * Who sees all there is solves a Markov decision process; values are found by value iteration from
 * below (Puterman, Markov Decision Processes, 1994, chapters 6 and 7). Here two ways of seeing:
 *
 * CIRNO_SEES_ALL: both hands, p and DOUBLE, but no card that is yet to be drawn. All of the state,
 * so the values are those of the best player there can be.
 *
 * CIRNO_SEES_OWN: what a strategy sees, her hand, p and DOUBLE. That is a process observed in part
 * (Smallwood and Sondik, Operations Research 21, 1973), and to find the best function of what is
 * seen, without memory, is NP-hard in general (Littman, "Memoryless policies", 1994). So she is
 * shown more than a strategy sees, but not all: after each move the pair that the other held before
 * it. She has to choose the same card for all pairs that the other may have kept now. This is the
 * fast informed bound (Hauskrecht, Journal of Artificial Intelligence Research 13, 2000). As a
 * strategy may leave what it is shown aside, none loses less often than this bound, with or without
 * memory; and as the bound sees less than all hands, it is not below the values of who sees them.
 *
 * A p below the floor costs nothing. What is said of values holds for all ways to play with which
 * rounds end. None of them costs less than values w which are nowhere above T w, where T w is what
 * a state can expect to cost at least if the next one costs w: T is monotone, and by a way to play,
 * which makes T' w >= T w of them, it costs T' T' T' ... w >= w. A sweep with relax = 1 in which no
 * value falls leaves such values, for each is made of values that are not above those it leaves. */
#ifndef NF_CIRNO_VALUES_H
#define NF_CIRNO_VALUES_H

#include "games/cirno/simulated/exact/chain.h"
#include "sim/game.h"

enum cirno_sight { CIRNO_SEES_OWN, CIRNO_SEES_ALL };

/* What the ends of a round cost, or what a round costs by how it starts. The index is what is known
 * of who keeps her cards: of the other, a pair (CIRNO_SEES_OWN) or a hand (CIRNO_SEES_ALL); of her,
 * the pair that waits for its third card. */
struct cirno_ends {
    double lost[CIRNO_CHAIN_HANDS]; /* she has lost, or starts: by what the other keeps */
    double won[CIRNO_CHAIN_PAIRS];  /* the other has lost, or starts: by what she keeps */
};

struct cirno_values;

/* The bytes that one level of p takes. */
size_t cirno_values_level(enum cirno_sight sight, size_t kinds, size_t pairs, size_t hands);

/* Makes the values of `seat`, all 0, by a chain of two players made with free_seat = seat, which
 * must outlive them. Close with cirno_values_close. NF_IO without memory. */
enum nf_status cirno_values_open(struct cirno_values **values, const struct cirno_chain *chain,
                                 uint32_t seat, enum cirno_sight sight, struct nf_error *err);
void cirno_values_close(struct cirno_values *values);

/* How many lost[] and won[] there are: pairs or hands, and pairs. */
uint32_t cirno_values_infos(const struct cirno_values *values);
uint32_t cirno_values_pairs(const struct cirno_values *values);

/* By how much values rose and fell at most, or would have where `relax` is 1. */
struct cirno_change {
    double rise, fall; /* not negative */
};

/* Iterates once, on `threads` threads: every state gets the least it can expect to cost if rounds
 * end as `ends` says, which must not be negative, or goes `relax` times as far (over-relaxation:
 * Young, Iterative Solution of Large Linear Systems, 1971). Sets `change`. The result does not
 * depend on the number of threads. NF_IO without memory or threads. */
enum nf_status cirno_values_sweep(struct cirno_values *values, const struct cirno_ends *ends,
                                  double relax, uint32_t threads, struct cirno_change *change,
                                  struct nf_error *err);

/* Adds `by`, which is not positive, to all values that stay positive, and makes the others 0. Where
 * no end costs less than before plus `by`, values that were not too high are not too high now. */
void cirno_values_lower(struct cirno_values *values, double by);

/* Fills `starts`: what a round costs by how it starts. */
void cirno_values_starts(const struct cirno_values *values, struct cirno_ends *starts);

/* What a game's first round costs, of starts: all hands are new, and seat 1 starts. */
double cirno_values_first(const struct cirno_values *values, const struct cirno_ends *starts);

/* The least share of rounds that one of two players can lose against the other one's strategy. */

/* Shares of rounds that nobody who sees so much can stay below, if rounds end as she plays. */
struct cirno_best {
    double first;    /* in the first round */
    double mean;     /* in the rounds 1 to `rounds` of a game */
    double long_run; /* in the long run */
    uint32_t sweeps; /* that were made */
    double left;     /* by how much the shares of a round may still grow: an estimate */
};

/* Fills `best` for games of `rounds` rounds, by a chain as cirno_values_open wants it. Iteration
 * goes on until it seems to be within options->tolerance of its limit; where it is very slow it
 * ends before, and `left` says so. On its way it may be above the limit, but not where it ends: the
 * last sweeps lead up from below.
 *
 * Rounds are put before those that there are, one after the other, until each way to start gains
 * the same by two more, but for the tolerance. The least of these gains bounds the long run, and
 * all rounds more that are put before (Puterman, chapters 8.5 and 9.4).
 *
 * options->progress is called after every sweep. NF_IO without memory or threads, NF_BUDGET where
 * progress ended it. */
enum nf_status cirno_best_solve(struct cirno_best *best, const struct cirno_chain *chain,
                                uint32_t seat, enum cirno_sight sight, uint32_t rounds,
                                const struct nf_exact_options *options, struct nf_error *err);

#endif
