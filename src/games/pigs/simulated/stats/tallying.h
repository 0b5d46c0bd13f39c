/* What is counted of the pig game. The share of games that the side of a seat loses is what the
 * game is played for; games are independent of each other, so its interval is exact.
 *
 * The sums of a tally, each but the last ones a number of games:
 *
 *     ends     512 * 2  by the rebels among pigs 2 to 10, by whether the main side won
 *     deaths   10 * 2   in which a seat died, by whether the main side won
 *     living   11       by pigs living at the end
 *     turns    256      by turns; the last place has all with more
 *     drawn    256      by cards drawn, likewise
 *     totals   5        turns, their squares, cards drawn, cards used in own turns, J used */
#ifndef NF_PIGS_TALLYING_H
#define NF_PIGS_TALLYING_H

#include "games/pigs/rules/pigs.h"
#include "sim/tally.h"
#include "table/tables.h"

enum {
    PIGS_SIDES = 1 << (PIGS_SEATS - 1),
    PIGS_LENGTHS = 256,
    PIGS_SUM_ENDS = 0,
    PIGS_SUM_DEATHS = PIGS_SUM_ENDS + PIGS_SIDES * 2,
    PIGS_SUM_LIVING = PIGS_SUM_DEATHS + PIGS_SEATS * 2,
    PIGS_SUM_TURNS = PIGS_SUM_LIVING + PIGS_SEATS + 1,
    PIGS_SUM_DRAWN = PIGS_SUM_TURNS + PIGS_LENGTHS,
    PIGS_SUM_TOTALS = PIGS_SUM_DRAWN + PIGS_LENGTHS,
    PIGS_TURNS = PIGS_SUM_TOTALS,
    PIGS_TURNS_SQUARED,
    PIGS_DRAWN,
    PIGS_USED,
    PIGS_STOPPED,
    PIGS_SUMS,
};

enum { PIGS_LONGEST_GAME, PIGS_MOST_DRAWN }; /* extremes */

extern const struct nf_tally_ops pigs_tally;
extern const struct nf_record_ops pigs_records;

/* Games with that many loyal pigs, all for PIGS_EACH, that the main side won, or lost. */
enum { PIGS_EACH = -1 };
uint64_t pigs_ended(const struct nf_tally *tally, int loyal, bool main_wins);

/* Games in which the side of a seat lost; in which she died and the main side won, or lost. */
uint64_t pigs_losses(const struct nf_tally *tally, unsigned seat);
uint64_t pigs_deaths(const struct nf_tally *tally, unsigned seat, bool main_wins);

void pigs_report(const struct nf_tally *tally, struct nf_tables *tables);

#endif
