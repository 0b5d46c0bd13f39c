#include "base/threads.h"

#include <sys/resource.h>

int nf_thread_start(pthread_t *thread, void *(*work)(void *), void *argument)
{
    pthread_attr_t attributes;
    int failed = pthread_attr_init(&attributes);
    if (failed != 0)
        return failed;
    failed = pthread_attr_setstacksize(&attributes, NF_STACK_BYTES);
    if (failed == 0)
        failed = pthread_create(thread, &attributes, work, argument);
    pthread_attr_destroy(&attributes);
    return failed;
}

bool nf_threads_fit(void)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= NF_STACK_BYTES;
}
