#include "bench/harness.h"

#include "base/owned.h"
#include "base/rng.h"
#include "base/threads.h"

#include <assert.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- clocks ---- */

static double monotonic(void *owner)
{
    (void)owner;
    return nf_now();
}

static double process_time(void *owner)
{
    struct timespec time;
    (void)owner;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

const struct nf_clock nf_clock_monotonic = {monotonic, process_time, 0};

#if defined(__x86_64__)

struct moment {
    double seconds;
    uint64_t ticks;
};

/* Reads both clocks at one moment: of several readings, takes the one with the least time between
 * its two reads of the counter, so that no interrupt came in between. */
static struct moment read_both(void)
{
    struct moment best = {0, 0};
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < 32; i++) {
        const uint64_t before = __builtin_ia32_rdtsc();
        const double seconds = nf_now();
        const uint64_t after = __builtin_ia32_rdtsc();
        if (after - before < least) {
            least = after - before;
            best = (struct moment){seconds, before + (after - before) / 2};
        }
    }
    return best;
}

double nf_clock_tsc_hz(void)
{
    const uint32_t constant_rate = 1u << 8;
    uint32_t eax, ebx, ecx, edx;
    if (!__get_cpuid(0x80000007u, &eax, &ebx, &ecx, &edx) || (edx & constant_rate) == 0)
        return 0;
    const struct moment start = read_both();
    const struct timespec pause = {.tv_nsec = 30000000};
    nanosleep(&pause, NULL);
    const struct moment end = read_both();
    return (double)(end.ticks - start.ticks) / (end.seconds - start.seconds);
}

#else

double nf_clock_tsc_hz(void)
{
    return 0;
}

#endif

/* ---- statistics ---- */

enum { RESAMPLES = 2000, LEAST_FOR_INTERVAL = 3 };

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Returns the median; sorts the values in place. */
static double median_of(double *values, size_t count)
{
    qsort(values, count, sizeof *values, ascending);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

struct nf_spread nf_samples_spread(const double *values, size_t count)
{
    double sorted[NF_SAMPLES_MAX];
    assert(count >= 1 && count <= NF_SAMPLES_MAX);
    memcpy(sorted, values, count * sizeof *values);
    const double median = median_of(sorted, count);
    return (struct nf_spread){sorted[0], median, sorted[count - 1]};
}

bool nf_samples_busy(const struct nf_spread *times)
{
    return times->median > 1.05 * times->least || times->most > 1.25 * times->least;
}

/* Returns the median of `count` values drawn from `values` with replacement. */
static double resampled_median(struct nf_rng *rng, const double *values, size_t count)
{
    double drawn[NF_SAMPLES_MAX];
    for (size_t i = 0; i < count; i++)
        drawn[i] = values[(nf_rng_next(rng) >> 32) * count >> 32];
    return median_of(drawn, count);
}

struct nf_ratio nf_samples_ratio(const double *over, size_t over_count, const double *under,
                                 size_t under_count)
{
    struct nf_ratio result = {.low = NAN, .high = NAN};
    result.ratio =
        nf_samples_spread(over, over_count).median / nf_samples_spread(under, under_count).median;
    if (over_count < LEAST_FOR_INTERVAL || under_count < LEAST_FOR_INTERVAL)
        return result;
    double ratios[RESAMPLES];
    const struct nf_key key = {.seed = 0};
    struct nf_rng rng = nf_rng_start(&key);
    for (size_t i = 0; i < RESAMPLES; i++)
        ratios[i] =
            resampled_median(&rng, over, over_count) / resampled_median(&rng, under, under_count);
    qsort(ratios, RESAMPLES, sizeof *ratios, ascending);
    result.low = ratios[RESAMPLES / 40];
    result.high = ratios[RESAMPLES - 1 - RESAMPLES / 40];
    return result;
}

/* ---- measuring ---- */

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

/* Seconds between two moments in whole nanoseconds, which is what clocks give, and all that a saved
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
    NF_TRY_MEMORY(courses != NULL, err);
    for (size_t i = 0; i < count; i++)
        if (cases[i].amount == 0) {
            courses[i].calibrated = true;
            NF_TRY(calibrate(plan, &cases[i], &courses[i], err));
        }
    return take_turns(plan, cases, courses, count, err);
}
