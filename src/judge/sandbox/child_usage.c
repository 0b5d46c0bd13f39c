#include "judge/sandbox/child_usage.h"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int nf_usage_open(void)
{
    struct perf_event_attr event = {
        .type = PERF_TYPE_SOFTWARE,
        .size = sizeof event,
        .config = PERF_COUNT_SW_TASK_CLOCK,
        .inherit = 1,
        .exclude_kernel = 1, /* a user may not do without; this clock counts all the same */
    };
    return (int)syscall(SYS_perf_event_open, &event, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

/* What the counter shows, without the caller's own time. */
static uint64_t usage_counted_ns(int counter)
{
    struct timespec own;
    uint64_t all = 0;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &own);
    if (read(counter, &all, sizeof all) != sizeof all)
        return 0;
    const uint64_t own_ns = (uint64_t)own.tv_sec * 1000000000 + (uint64_t)own.tv_nsec;
    return all > own_ns ? all - own_ns : 0;
}

void nf_usage_begin(struct nf_usage *usage, uint64_t now_ns)
{
    *usage =
        (struct nf_usage){.counter = usage->counter,
                          .base_ns = usage->counter >= 0 ? usage_counted_ns(usage->counter) : 0,
                          .last_ns = now_ns};
}

void nf_usage_look(struct nf_usage *usage, const struct nf_tree *tree, uint64_t now_ns,
                   uint64_t seen_ns, uint32_t cpus)
{
    const uint64_t running = tree->running < cpus ? tree->running : cpus;
    const uint64_t most = tree->count > 1 ? running * (now_ns - usage->last_ns) : 0;
    const uint64_t more = seen_ns > usage->last_seen ? seen_ns - usage->last_seen : 0;
    usage->sampled_ns += most > more ? most : more;
    usage->estimated |= tree->count > 1 && (usage->counter < 0 || tree->undumpable);
    usage->last_ns = now_ns;
    usage->last_seen = seen_ns > usage->last_seen ? seen_ns : usage->last_seen;
}

uint64_t nf_usage_ns(const struct nf_usage *usage)
{
    const uint64_t now = usage->counter >= 0 ? usage_counted_ns(usage->counter) : 0;
    const uint64_t counted = now > usage->base_ns ? now - usage->base_ns : 0;
    return usage->estimated && usage->sampled_ns > counted ? usage->sampled_ns : counted;
}
