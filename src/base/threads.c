#include "base/threads.h"

#include "base/owned.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

/* Returns the seconds until the next call. */
static double call_watch(const struct nf_pool *pool)
{
    return pool->watch == NULL ? 1 : pool->watch(pool->owner);
}

#ifdef __wasm__

/* Browsers give threads to pages with special headers only: the caller works herself, and watches
 * before and after. */
enum nf_status nf_pool_run(struct nf_pool *pool, struct nf_error *err)
{
    enum nf_status status = NF_OK;
    call_watch(pool);
    for (uint32_t i = 0; i < pool->workers && status == NF_OK; i++)
        status = pool->work(pool->owner, i, err);
    call_watch(pool);
    return status;
}

#else

/* State shared by the threads of a pool while it runs. */
struct running {
    struct nf_pool *pool;
    pthread_mutex_t lock; /* guards the following members */
    pthread_cond_t one_done;
    uint32_t working;
    enum nf_status status; /* the first failure of a worker */
    struct nf_error error;
};

struct worker {
    struct running *running;
    uint32_t number;
    pthread_t thread;
};

static void *run_worker(void *argument)
{
    const struct worker *const worker = argument;
    struct running *const running = worker->running;
    struct nf_error error = {""};
    const enum nf_status status = running->pool->work(running->pool->owner, worker->number, &error);
    pthread_mutex_lock(&running->lock);
    if (status != NF_OK && running->status == NF_OK) {
        running->status = status;
        running->error = error;
    }
    if (status != NF_OK)
        atomic_store(&running->pool->stop, true);
    running->working--;
    pthread_cond_signal(&running->one_done);
    pthread_mutex_unlock(&running->lock);
    return NULL;
}

/* Starts a thread. Returns 0, or an error number like pthread_create(). */
static int start_worker(struct worker *worker)
{
    pthread_attr_t attributes;
    int failed = pthread_attr_init(&attributes);
    if (failed != 0)
        return failed;
    failed = pthread_attr_setstacksize(&attributes, NF_STACK_BYTES);
    pthread_mutex_lock(&worker->running->lock);
    if (failed == 0)
        failed = pthread_create(&worker->thread, &attributes, run_worker, worker);
    worker->running->working += failed == 0;
    pthread_mutex_unlock(&worker->running->lock);
    pthread_attr_destroy(&attributes);
    return failed;
}

/* Waits until a worker is done or about this long, by CLOCK_MONOTONIC. */
static void wait_for_one(struct running *running, double seconds)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    const long nanoseconds = until.tv_nsec + (long)(seconds > 0 ? seconds * 1e9 : 1e6);
    until.tv_sec += nanoseconds / 1000000000;
    until.tv_nsec = nanoseconds % 1000000000;
    pthread_cond_timedwait(&running->one_done, &running->lock, &until);
}

/* Watches until all workers are done. */
static void watch_workers(struct running *running)
{
    double pause = call_watch(running->pool);
    pthread_mutex_lock(&running->lock);
    while (running->working > 0) {
        wait_for_one(running, pause);
        pthread_mutex_unlock(&running->lock);
        pause = call_watch(running->pool);
        pthread_mutex_lock(&running->lock);
    }
    pthread_mutex_unlock(&running->lock);
}

static enum nf_status run_workers(struct running *running, struct worker *workers,
                                  struct nf_error *err)
{
    const uint32_t count = running->pool->workers;
    uint32_t started = 0;
    int failed = 0;
    for (; started < count && failed == 0; started += failed == 0) {
        workers[started] = (struct worker){.running = running, .number = started};
        failed = start_worker(&workers[started]);
    }
    if (failed != 0)
        atomic_store(&running->pool->stop, true);
    watch_workers(running);
    for (uint32_t i = 0; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    if (failed != 0)
        return nf_fail(err, NF_IO, "cannot start thread %u of %u: %s", started + 1, count,
                       strerror(failed));
    if (running->status != NF_OK)
        *err = running->error;
    return running->status;
}

enum nf_status nf_pool_run(struct nf_pool *pool, struct nf_error *err)
{
    struct running running = {.pool = pool, .lock = PTHREAD_MUTEX_INITIALIZER, .status = NF_OK};
    NF_OWNED struct worker *workers = malloc(pool->workers * sizeof *workers);
    NF_TRY_MEMORY(workers != NULL, err);
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&running.one_done, &monotonic);
    pthread_condattr_destroy(&monotonic);
    const enum nf_status status = run_workers(&running, workers, err);
    pthread_cond_destroy(&running.one_done);
    pthread_mutex_destroy(&running.lock);
    return status;
}

#endif

bool nf_threads_fit(void)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= NF_STACK_BYTES;
}

double nf_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}
