/* The distribution of the states of a round, followed turn by turn. */
#ifndef NF_CIRNO_ROUNDS_H
#define NF_CIRNO_ROUNDS_H

#include "games/cirno/simulated/exact/chain.h"
#include "sim/game.h"

/* Where a round starts, and where it ends: how likely it is that this seat starts, or has lost, and
 * the other one holds this pair. Who starts holds any three cards. A player alone has no other: her
 * chance is at pair 0. */
typedef double cirno_handover[CIRNO_CHAIN_SEATS][CIRNO_CHAIN_PAIRS];

struct cirno_flow;

/* The bytes that one level of p takes. */
size_t cirno_flow_level(uint32_t players, size_t pairs, size_t hands);

/* Makes a flow without any states. The chain must outlive it. NF_IO without memory. */
enum nf_status cirno_flow_open(struct cirno_flow **flow, const struct cirno_chain *chain,
                               struct nf_error *err);
void cirno_flow_close(struct cirno_flow *flow);

/* Forgets all states, and starts rounds. Chances may be negative: the flow is linear. `lowest`: the
 * level, at most that of p = 0, that they are followed down to; it takes in what falls below. */
void cirno_flow_start(struct cirno_flow *flow, cirno_handover start, uint32_t lowest);

/* What a turn did. */
struct cirno_turn {
    cirno_handover lost; /* chance that the round ends with this turn */
    double flying;       /* sum of all absolute chances before the turn */
    double cut;          /* of those that were dropped, or put at the lowest level */
};

/* Plays a turn on `threads` threads. Parts with chances below `least` in all are dropped. The
 * result does not depend on the number of threads. */
enum nf_status cirno_flow_turn(struct cirno_flow *flow, uint32_t threads, double least,
                               struct cirno_turn *turn, struct nf_error *err);

/* The rest of a long round, from how it went so far.
 *
 * After a while every turn is nearly a fixed linear combination of the turns before: the states
 * that live longest are all that is left. The combination is fitted by least squares over the last
 * turns (vector autoregression; as in the minimal polynomial extrapolation of Cabay and Jackson,
 * SIAM J. Numer. Anal. 13, 1976), and continued for ever. What it predicts is compared with what is
 * known, the chance that the round is not over yet, and with what the turns before had predicted.
 */

enum {
    CIRNO_TAIL_SIZE = CIRNO_CHAIN_SEATS * CIRNO_CHAIN_PAIRS,
    CIRNO_TAIL_ORDER = 24, /* turns that the next one is made of, at most */
    CIRNO_TAIL_FITTED = 6,
    CIRNO_TAIL_KEPT = CIRNO_TAIL_ORDER + CIRNO_TAIL_FITTED,
};

/* The last turns: that of turn t is last[t % CIRNO_TAIL_KEPT], 0 before the first. */
struct cirno_tail {
    cirno_handover last[CIRNO_TAIL_KEPT];
    uint32_t turns;
    /* Of the fit: a column for each turn before, then what they are to make. */
    double columns[CIRNO_TAIL_ORDER + 1][CIRNO_TAIL_FITTED * CIRNO_TAIL_SIZE];
};

/* What follows after tail->turns turns: the chances in all that the round ends so, and the sums of
 * them times the number of the turn and its square. */
struct cirno_rest {
    cirno_handover lost;
    double turns, squares;
};

/* Appends a turn. */
void cirno_tail_add(struct cirno_tail *tail, cirno_handover lost);

/* Fills `rest`; false where that is not known yet. */
bool cirno_tail_rest(struct cirno_tail *tail, struct cirno_rest *rest);

/* The rounds of Cirno's game for one or two players: who loses them, and how long they are. */

/* A round, of all games. */
struct cirno_exact_round {
    double loses[CIRNO_CHAIN_SEATS];
    double turns, squares; /* the means of the number of turns and of its square */
};

struct cirno_exact {
    struct cirno_exact_round rounds[NF_MAX_ROUNDS];
    uint32_t count; /* rounds that were followed */
    bool settled;   /* all others are like the last of them; else there are NF_MAX_ROUNDS */
    /* By how much a chance may be wrong. In the first round: what went below the floor or was too
     * small to be followed, which is a bound, and the ends of rounds that were foreseen, which is
     * an estimate. In any round: the same, with what errors in the hands of the rounds before add.
     */
    double cut, foreseen, later;
    uint32_t turns; /* that were played */
};

/* Fills `exact`. Who loses starts the next round with three new cards, the other one keeps her
 * hand: so all that a round leaves to the next is who lost, and that hand. Rounds are followed
 * until the next one is the same but for options->tolerance, or to the last of NF_MAX_ROUNDS. NF_IO
 * without memory or threads. */
enum nf_status cirno_exact_solve(struct cirno_exact *exact, const struct cirno_chain *chain,
                                 const struct nf_exact_options *options, struct nf_error *err);

#endif
