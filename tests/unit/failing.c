#include "failing.h"

#include <errno.h>
#include <stdbool.h>

enum { MOST_LIVE = 4096 };

static uint32_t calls;                   /* of allocating functions */
static uint32_t failing = NF_NONE_FAILS; /* the call that fails, from 0 */
static const void *live[MOST_LIVE];      /* what was given out and not back */
static size_t live_count;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
char *__real_strdup(const char *text);
void *__real_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *old);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
char *__wrap_strdup(const char *text);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void __wrap_free(void *old);

/* Whether this call is to fail, as for want of memory. */
static bool fails(void)
{
    if (calls++ != failing)
        return false;
    errno = ENOMEM;
    return true;
}

static void *give(void *made)
{
    if (made != NULL && live_count < MOST_LIVE)
        live[live_count++] = made;
    return made;
}

/* What the library has allocated by itself is not known here. */
static void take_back(const void *old)
{
    for (size_t i = 0; old != NULL && i < live_count; i++)
        if (live[i] == old) {
            live[i] = live[--live_count];
            return;
        }
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : give(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : give(__real_calloc(count, size));
}

void *__wrap_realloc(void *old, size_t size)
{
    if (fails())
        return NULL;
    take_back(old);
    return give(__real_realloc(old, size));
}

char *__wrap_strdup(const char *text)
{
    return fails() ? NULL : give(__real_strdup(text));
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return fails() ? NULL : give(__real_aligned_alloc(alignment, size));
}

void __wrap_free(void *old)
{
    take_back(old);
    __real_free(old);
}

void nf_fail_allocation(uint32_t number)
{
    calls = 0;
    failing = number;
}

uint32_t nf_allocations(void)
{
    return calls;
}

size_t nf_blocks(void)
{
    return live_count;
}
