/* Plays some games of a saved run again, and compares: for runs of machines that are not trusted.
 */
#ifndef NF_SPOT_CHECK_H
#define NF_SPOT_CHECK_H

#include "sim/runner.h"
#include "sim/runs/saved.h"

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
