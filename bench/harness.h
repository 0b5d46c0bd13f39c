/* The harness of a benchmark: clocks, cases that are calibrated and run in turns, and statistics of
 * their times. It is independent of games. */
#ifndef NF_HARNESS_H
#define NF_HARNESS_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- clocks ---- */

/* A clock for the harness; tests use a fake one. */
struct nf_clock {
    double (*now)(void *owner); /* seconds since some moment; monotonic */
    double (*cpu)(void *owner); /* processor seconds used by this process so far */
    void *owner;
};

/* CLOCK_MONOTONIC and CLOCK_PROCESS_CPUTIME_ID. */
extern const struct nf_clock nf_clock_monotonic;

/* Returns the ticks per second of the processor's time-stamp counter, measured against
 * CLOCK_MONOTONIC for about 30 ms. 0 if there is no counter with a constant rate (CPUID 0x80000007,
 * EDX bit 8). */
double nf_clock_tsc_hz(void);

/* ---- statistics of repeated measurements; all functions are thread-safe ---- */

enum { NF_SAMPLES_MAX = 1000 };

struct nf_spread {
    double least, median, most;
};

/* Returns minimum, median (for an even number the mean of the middle two) and maximum of `count`
 * values, 1 <= count <= NF_SAMPLES_MAX. */
struct nf_spread nf_samples_spread(const double *values, size_t count);

/* Whether times vary so much that something else must have used the machine: the median is more
 * than 5% above the minimum, or the maximum more than 25% above it. */
bool nf_samples_busy(const struct nf_spread *times);

struct nf_ratio {
    double ratio;
    double low, high; /* 95% interval; NAN with fewer than 3 values on a side */
};

/* Returns the median of the `over` values divided by the median of the `under` values (all
 * positive, 1 to NF_SAMPLES_MAX each). The interval is a percentile bootstrap: both sides are
 * resampled 2,000 times, always with the same random numbers (Efron and Tibshirani, An Introduction
 * to the Bootstrap, 1993, chapter 13). It covers the noise within a series, not a machine that was
 * slower during a whole series. */
struct nf_ratio nf_samples_ratio(const double *over, size_t over_count, const double *under,
                                 size_t under_count);

/* ---- measuring ---- */

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
