/* The rounds of Cirno's game for one or two players: who loses them, and how long they are. */
#ifndef NF_CIRNO_ROUNDS_H
#define NF_CIRNO_ROUNDS_H

#include "games/cirno/simulated/exact/chain.h"
#include "sim/exact_ops.h"

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
