/* Plays some or all games a second time and compares: those of a run as they are played, with
 * another kernel; those of a saved run, for machines that are not trusted. */
#ifndef NF_AUDIT_H
#define NF_AUDIT_H

#include "sim/game.h"
#include "sim/runner.h"
#include "sim/runs/saved.h"

#include <stdatomic.h>

/* ---- games as they are played ---- */

/* A kernel that plays like `played`, and a share of the games also with `other`. */
struct nf_audit {
    struct nf_kernel kernel; /* the kernel to use */
    const struct nf_kernel *played, *other;
    double share;
    atomic_uint_fast64_t games; /* played with both */
};

/* Initialises `audit`. Each game is played again with probability `share`, 0 < share <= 1; the
 * choice depends only on the index. play() of the kernel returns NF_DIFFERENT at the first
 * difference, with the index and the words of both records. Both kernels must be supported by this
 * machine and the setup. The audit owns no memory; it must outlive the run. */
void nf_audit_open(struct nf_audit *audit, const struct nf_kernel *played,
                   const struct nf_kernel *other, double share);

/* Returns how many games both kernels played so far, all with equal records. Thread-safe. */
uint64_t nf_audit_games(const struct nf_audit *audit);

/* Whether game `index` belongs to this share of all games. Thread-safe. */
bool nf_audit_picks(uint64_t index, double share);

/* ---- games of a saved run ---- */

/* Set the first members, all else 0. One thread. */
struct nf_spot_check {
    double share; /* of the blocks of each run, above 0 and up to 1; one block at least */
    uint32_t threads;
    uint64_t games;     /* played again so far, all of them as they were saved */
    const char *kernel; /* that played them */
};

/* Plays blocks of the run again that chance picks, by the fastest kernel and for nobody to foresee,
 * and compares their digests with those in the file `input`; where these are all, also the sums.
 * Returns NF_DIFFERENT with the games that are wrong; NF_INVALID for a run of another version or
 * without digests of blocks; 128+n if signal n ended it; NF_IO. */
enum nf_status nf_spot_check_run(struct nf_spot_check *check, const struct nf_input *input,
                                 const struct nf_saved *saved, struct nf_error *err);

#endif
