/* The harness of a benchmark: calibrates the amount of work of a repetition and runs the cases in
 * turns. It is independent of games. */
#ifndef NF_HARNESS_H
#define NF_HARNESS_H

#include "base/error.h"
#include "bench/clock.h"
#include "bench/samples.h"

#include <stddef.h>
#include <stdint.h>

enum {
    /* A case whose repetitions are still too short after this many calibrations is given up. */
    NF_BENCH_CALIBRATIONS = 20,
    /* A repetition may take this many times the least time to reach its wanted amount. */
    NF_BENCH_STRETCH = 5,
};

/* A case to measure. */
struct nf_bench_case {
    const char *name; /* for messages; borrowed */
    /* Does `amount` units of work; equal amounts are equal work. */
    enum nf_status (*work)(void *owner, uint64_t amount, struct nf_error *err);
    void *owner;
    uint64_t amount; /* units of a repetition; 0: to be calibrated; the result is stored here */
    /* Calibration continues up to this amount while a repetition takes less than about
     * NF_BENCH_STRETCH times the least time; 0: only time matters. */
    uint64_t wanted;
    uint64_t fewest; /* calibration starts with this amount; 0: with one unit */
    /* Arrays of the caller with plan->repeat elements: wall time and processor time (all threads
     * together) of the repetitions. */
    double *seconds, *cpu_seconds;
};

struct nf_bench_plan {
    struct nf_clock clock;
    double least_seconds; /* of a repetition; > 0 */
    uint32_t warmup;      /* repetitions before those that are counted */
    uint32_t repeat;      /* repetitions that are counted, 1..NF_SAMPLES_MAX */
    /* Called after every repetition with the number of repetitions done and the seconds since the
     * start; may be NULL. A new calibration may increase the remaining number. */
    void (*progress)(void *owner, uint64_t done, double seconds);
    void *progress_owner;
};

/* Measures all cases: calibrates those without an amount, then runs repetitions in turns (A B C A B
 * C ...), so that a slow phase of the machine affects all cases alike. Fills the times of every
 * case.
 *
 * A repetition that takes less than half of least_seconds is rejected: a calibrated case is
 * calibrated again and its repetitions start over; with a given amount the result is NF_USAGE.
 * Otherwise returns NF_OK, the failure of a case's work, or NF_IO for a case that no amount makes
 * long enough. */
enum nf_status nf_bench_measure(const struct nf_bench_plan *plan, struct nf_bench_case *cases,
                                size_t count, struct nf_error *err);

#endif
