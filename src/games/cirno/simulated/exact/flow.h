/* The distribution of the states of a round, followed turn by turn. */
#ifndef NF_CIRNO_FLOW_H
#define NF_CIRNO_FLOW_H

#include "games/cirno/simulated/exact/chain.h"

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

#endif
