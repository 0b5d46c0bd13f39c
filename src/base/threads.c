#include "base/threads.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#ifdef __wasm__

/* Browsers give threads to pages with special headers only: the caller works herself, and watches
 * before and after. */
enum nf_status nf_crew_work(struct nf_crew *crew, struct nf_error *err)
{
    enum nf_status status = NF_OK;
    crew->watch(crew->owner);
    for (uint32_t i = 0; i < crew->size && status == NF_OK; i++)
        status = crew->work(crew->owner, i, err);
    crew->watch(crew->owner);
    return status;
}

#else

/* State shared by the threads of a crew. */
struct shift {
    struct nf_crew *crew;
    pthread_mutex_t lock; /* guards the following members */
    pthread_cond_t one_done;
    uint32_t working;
    enum nf_status status; /* the first failure of a worker */
    struct nf_error error;
};

struct worker {
    struct shift *shift;
    uint32_t number;
    pthread_t thread;
};

static void *work(void *argument)
{
    const struct worker *const worker = argument;
    struct shift *const shift = worker->shift;
    struct nf_error error = {""};
    const enum nf_status status = shift->crew->work(shift->crew->owner, worker->number, &error);
    pthread_mutex_lock(&shift->lock);
    if (status != NF_OK && shift->status == NF_OK) {
        shift->status = status;
        shift->error = error;
    }
    if (status != NF_OK)
        atomic_store(&shift->crew->stop, true);
    shift->working--;
    pthread_cond_signal(&shift->one_done);
    pthread_mutex_unlock(&shift->lock);
    return NULL;
}

/* Starts a thread. Returns 0, or an error number like pthread_create(). */
static int start(struct worker *worker)
{
    pthread_attr_t attributes;
    int failed = pthread_attr_init(&attributes);
    if (failed != 0)
        return failed;
    failed = pthread_attr_setstacksize(&attributes, NF_STACK_BYTES);
    pthread_mutex_lock(&worker->shift->lock);
    if (failed == 0)
        failed = pthread_create(&worker->thread, &attributes, work, worker);
    worker->shift->working += failed == 0;
    pthread_mutex_unlock(&worker->shift->lock);
    pthread_attr_destroy(&attributes);
    return failed;
}

/* Waits until a worker is done or about this long, by CLOCK_MONOTONIC. */
static void wait_for_one(struct shift *shift, double seconds)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    const long nanoseconds = until.tv_nsec + (long)(seconds > 0 ? seconds * 1e9 : 1e6);
    until.tv_sec += nanoseconds / 1000000000;
    until.tv_nsec = nanoseconds % 1000000000;
    pthread_cond_timedwait(&shift->one_done, &shift->lock, &until);
}

/* Watches until all workers are done. */
static void watch(struct shift *shift)
{
    const struct nf_crew *const crew = shift->crew;
    double pause = crew->watch(crew->owner);
    pthread_mutex_lock(&shift->lock);
    while (shift->working > 0) {
        wait_for_one(shift, pause);
        pthread_mutex_unlock(&shift->lock);
        pause = crew->watch(crew->owner);
        pthread_mutex_lock(&shift->lock);
    }
    pthread_mutex_unlock(&shift->lock);
}

static enum nf_status work_shift(struct shift *shift, struct worker *workers, struct nf_error *err)
{
    const uint32_t size = shift->crew->size;
    uint32_t started = 0;
    int failed = 0;
    for (; started < size && failed == 0; started += failed == 0) {
        workers[started] = (struct worker){.shift = shift, .number = started};
        failed = start(&workers[started]);
    }
    if (failed != 0)
        atomic_store(&shift->crew->stop, true);
    watch(shift);
    for (uint32_t i = 0; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    if (failed != 0)
        return nf_fail(err, NF_IO, "cannot start thread %u of %u: %s", started + 1, size,
                       strerror(failed));
    if (shift->status != NF_OK)
        *err = shift->error;
    return shift->status;
}

enum nf_status nf_crew_work(struct nf_crew *crew, struct nf_error *err)
{
    struct shift shift = {.crew = crew, .lock = PTHREAD_MUTEX_INITIALIZER, .status = NF_OK};
    struct worker *const workers = malloc(crew->size * sizeof *workers);
    if (workers == NULL)
        return nf_fail(err, NF_IO, "out of memory for %u threads", crew->size);
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&shift.one_done, &monotonic);
    pthread_condattr_destroy(&monotonic);
    const enum nf_status status = work_shift(&shift, workers, err);
    free(workers);
    pthread_cond_destroy(&shift.one_done);
    pthread_mutex_destroy(&shift.lock);
    return status;
}

#endif

bool nf_threads_fit(void)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= NF_STACK_BYTES;
}
