/* What `run --detail` counts of mahjong besides the usual sums: how far hands are from winning in
 * the course of games. Each game that a kernel hands in is played once more by the reference.
 *
 * The sums of a detailed tally are the usual ones, then those of struct mahjong_details. */
#ifndef NF_MAHJONG_DETAIL_TALLYING_H
#define NF_MAHJONG_DETAIL_TALLYING_H

#include "games/mahjong/stats/details.h"
#include "games/mahjong/stats/tallying.h"

enum { MAHJONG_DETAILED_SUMS = MAHJONG_SUMS + sizeof(struct mahjong_details) / sizeof(uint64_t) };

extern const struct nf_tally_ops mahjong_detail_tally;

/* The details of a tally of mahjong_detail_tally. */
static inline struct mahjong_details *mahjong_details_of(const struct nf_tally *tally)
{
    return (struct mahjong_details *)(tally->sums + MAHJONG_SUMS);
}

#endif
