/* Plays the same games twice, by two setups that share seed, players and rounds but not, say, the
 * strategies of the seats, and compares them game by game: what is chance in both alike drops out
 * of the difference. */
#ifndef NF_PAIRED_H
#define NF_PAIRED_H

#include "core/contract/game.h"
#include "stats/estimate.h"

struct nf_paired_side {
    const struct nf_setup *setup;
    const struct nf_kernel *kernel;
};

struct nf_paired_options {
    struct nf_paired_side sides[2]; /* setups of one game, with the same players */
    uint64_t first, games;          /* the indices first .. first+games-1 */
    uint32_t threads;               /* 1 .. NF_MAX_THREADS */
    /* Called now and then from the calling thread, or NULL; true ends the work early, with the
     * games of a prefix of the range counted. */
    bool (*progress)(void *owner, uint64_t games_done, double seconds);
    void *progress_owner;
    /* Or NULL: to gains[index - first] is added by how many more events `gains_seat` had on the
     * second side than on the first; for who holds several jobs over the same indices together. */
    int32_t *gains;
    uint32_t gains_seat;
};

/* Sums over games of each seat's events; see nf_tally_ops.per_seat. Two results of different
 * games add up, see nf_paired_merge. */
struct nf_paired {
    uint64_t games;
    uint32_t seats, trials;
    uint64_t counts[2][NF_MAX_SEATS];
    uint64_t squares[NF_MAX_SEATS]; /* of the difference, second side less first */
    uint64_t games_apart;           /* in which any seat's counts differ */
};

/* Plays them. NF_INVALID from a kernel, NF_IO without memory or threads. */
enum nf_status nf_paired_run(const struct nf_paired_options *options, struct nf_paired *result,
                             struct nf_error *err);

void nf_paired_merge(struct nf_paired *paired, const struct nf_paired *other);

/* How much larger a seat's share is on the second side than on the first, with a 95% interval from
 * how the difference varies between games: that of nf_gap_between_games. */
struct nf_estimate nf_paired_difference(const struct nf_paired *paired, uint32_t seat);

/* The seat's share on side 0 or 1, without an interval. */
double nf_paired_share(const struct nf_paired *paired, uint32_t side, uint32_t seat);

#endif
