/* The clockwork of a benchmark: how much work a repetition holds, and in which order cases take
 * their turns. It knows nothing of games. */
#ifndef NF_HARNESS_H
#define NF_HARNESS_H

#include "base/error.h"
#include "bench/clock.h"
#include "bench/samples.h"

#include <stddef.h>
#include <stdint.h>

enum {
    /* A case whose repetitions keep getting too short is given up after so many calibrations. */
    NF_BENCH_CALIBRATIONS = 20,
    /* How many times the least time a repetition may take to reach its wanted amount. */
    NF_BENCH_STRETCH = 5,
};

/* One thing to measure. */
struct nf_bench_case {
    const char *name; /* for messages; borrowed */
    /* Does `amount` units of work, the same at every call with the same amount. */
    enum nf_status (*work)(void *owner, uint64_t amount, struct nf_error *err);
    void *owner;
    uint64_t amount; /* of a repetition; 0: calibrated, and then found here */
    /* Calibration goes on up to this amount while a repetition takes less than about
     * NF_BENCH_STRETCH times the least time; 0: only time counts. */
    uint64_t wanted;
    uint64_t fewest; /* calibration starts with this amount; 0: with one unit */
    /* Room for plan->repeat times each, the caller's: what the repetitions took, and what they
     * used of the processors (all threads together). */
    double *seconds, *cpu_seconds;
};

struct nf_bench_plan {
    struct nf_clock clock;
    double least_seconds; /* of a repetition; > 0 */
    uint32_t warmup;      /* repetitions before those that count */
    uint32_t repeat;      /* repetitions that count, 1..NF_SAMPLES_MAX */
    /* Called after every repetition with how many have been made, and the seconds since the
     * start; or NULL. A calibration in between may raise what remains. */
    void (*progress)(void *owner, uint64_t done, double seconds);
    void *progress_owner;
};

/* Measures all cases: calibrates those without an amount, then lets each do one repetition after
 * the other in turns (A B C A B C ...), so that a slow spell of the machine falls on all alike.
 * Fills the times of every case.
 *
 * A repetition that takes less than half of least_seconds is refused: a calibrated case is
 * calibrated again and its repetitions start over; for a given amount the result is NF_USAGE.
 * Otherwise NF_OK, or what a case's work failed with, or NF_IO for a case that no amount makes
 * long enough. */
enum nf_status nf_bench_measure(const struct nf_bench_plan *plan, struct nf_bench_case *cases,
                                size_t count, struct nf_error *err);

#endif
