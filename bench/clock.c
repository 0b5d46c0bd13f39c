#include "bench/clock.h"
#include "base/threads.h"

#include "sim/runner.h"

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#include <stdint.h>
#endif
#include <time.h>

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

#if defined(__x86_64__) || defined(__i386__)

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
