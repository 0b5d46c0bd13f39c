#include "bench/harness.h"

#include "base/owned.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

/* The progress of a case. */
struct course {
    bool calibrated; /* its amount was calibrated, so it may change */
    uint32_t calibrations;
    uint32_t done; /* repetitions including the warm-up */
};

/* The times of a repetition. */
struct times {
    double wall, cpu;
};

/* Seconds between two moments in whole nanoseconds, which is what clocks tell, and all that a saved
 * bench keeps. */
static double between(double start, double end)
{
    return rint((end - start) * 1e9) / 1e9;
}

static enum nf_status time_once(const struct nf_bench_plan *plan, const struct nf_bench_case *one,
                                struct times *times, struct nf_error *err)
{
    const struct nf_clock *const clock = &plan->clock;
    const double cpu_start = clock->cpu(clock->owner), start = clock->now(clock->owner);
    const enum nf_status status = one->work(one->owner, one->amount, err);
    times->wall = between(start, clock->now(clock->owner));
    times->cpu = between(cpu_start, clock->cpu(clock->owner));
    return status;
}

/* Returns the next amount to try if `amount` was too short. */
static uint64_t larger(const struct nf_bench_plan *plan, const struct nf_bench_case *one,
                       double seconds)
{
    const uint64_t most = one->amount * 10; /* a very short time is unreliable */
    const double rate = (double)one->amount / seconds;
    double next = 1.2 * plan->least_seconds * rate;
    const double stretched = NF_BENCH_STRETCH * plan->least_seconds * rate;
    if (next < (double)one->wanted)
        next = stretched < (double)one->wanted ? stretched : (double)one->wanted;
    if (!(next < (double)most)) /* also if no time passed */
        return most;
    return (uint64_t)next > one->amount ? (uint64_t)next : one->amount + 1;
}

static bool long_enough(const struct nf_bench_plan *plan, const struct nf_bench_case *one,
                        double seconds)
{
    /* Three quarters of the stretch are enough; otherwise noise could require another round. */
    return seconds >= plan->least_seconds &&
           (one->amount >= one->wanted || seconds >= 0.75 * NF_BENCH_STRETCH * plan->least_seconds);
}

static enum nf_status fail_short(const struct nf_bench_case *one, struct nf_error *err)
{
    return nf_fail(err, NF_IO, "%s: %" PRIu64 " games take no time that can be measured", one->name,
                   one->amount);
}

/* Raises the amount until a repetition is long enough. */
static enum nf_status calibrate(const struct nf_bench_plan *plan, struct nf_bench_case *one,
                                struct course *course, struct nf_error *err)
{
    const uint64_t highest = UINT64_C(1000000000000000);
    if (course->calibrations++ == NF_BENCH_CALIBRATIONS)
        return nf_fail(err, NF_IO,
                       "%s: after %d calibrations a repetition still takes less than half of %g"
                       " ms: the machine's speed changes too much to measure",
                       one->name, NF_BENCH_CALIBRATIONS, plan->least_seconds * 1e3);
    if (one->amount == 0)
        one->amount = one->fewest > 0 ? one->fewest : 1;
    for (;;) {
        struct times times;
        const enum nf_status status = time_once(plan, one, &times, err);
        if (status != NF_OK || long_enough(plan, one, times.wall))
            return status;
        if (one->amount >= highest)
            return fail_short(one, err);
        one->amount = larger(plan, one, times.wall);
    }
}

/* Runs a repetition of a case, or calibrates it again if it was too short. */
static enum nf_status repeat_once(const struct nf_bench_plan *plan, struct nf_bench_case *one,
                                  struct course *course, struct nf_error *err)
{
    struct times times;
    NF_TRY(time_once(plan, one, &times, err));
    if (times.wall >= plan->least_seconds / 2) {
        if (course->done >= plan->warmup) {
            one->seconds[course->done - plan->warmup] = times.wall;
            one->cpu_seconds[course->done - plan->warmup] = times.cpu;
        }
        course->done++;
        return NF_OK;
    }
    if (!course->calibrated)
        return nf_fail(err, NF_USAGE,
                       "%s: %" PRIu64 " games took %.3g ms, expected at least half of %g ms:"
                       " raise --games or lower --min-time",
                       one->name, one->amount, times.wall * 1e3, plan->least_seconds * 1e3);
    course->done = 0;
    one->amount =
        larger(plan, one, times.wall); /* so that it grows, even if noise hides the need */
    return calibrate(plan, one, course, err);
}

/* Runs repetitions in turns until every case has all of its own. */
static enum nf_status take_turns(const struct nf_bench_plan *plan, struct nf_bench_case *cases,
                                 struct course *courses, size_t count, struct nf_error *err)
{
    const double start = plan->clock.now(plan->clock.owner);
    uint64_t done = 0;
    for (bool lacking = true; lacking;) {
        lacking = false;
        for (size_t i = 0; i < count; i++) {
            if (courses[i].done == plan->warmup + plan->repeat)
                continue;
            NF_TRY(repeat_once(plan, &cases[i], &courses[i], err));
            lacking = true;
            if (plan->progress != NULL)
                plan->progress(plan->progress_owner, ++done,
                               plan->clock.now(plan->clock.owner) - start);
        }
    }
    return NF_OK;
}

enum nf_status nf_bench_measure(const struct nf_bench_plan *plan, struct nf_bench_case *cases,
                                size_t count, struct nf_error *err)
{
    assert(plan->repeat >= 1 && plan->repeat <= NF_SAMPLES_MAX && plan->least_seconds > 0);
    NF_OWNED struct course *courses = calloc(count > 0 ? count : 1, sizeof *courses);
    if (courses == NULL)
        return nf_fail(err, NF_IO, "out of memory for %zu cases", count);
    for (size_t i = 0; i < count; i++)
        if (cases[i].amount == 0) {
            courses[i].calibrated = true;
            NF_TRY(calibrate(plan, &cases[i], &courses[i], err));
        }
    return take_turns(plan, cases, courses, count, err);
}
