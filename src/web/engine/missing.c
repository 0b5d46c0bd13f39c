/* What the C library of emscripten 3.1.6 does not have. */
#include <errno.h>
#include <stdlib.h>

void *reallocarray(void *array, size_t count, size_t size)
{
    size_t bytes;
    if (!__builtin_mul_overflow(count, size, &bytes))
        return realloc(array, bytes);
    errno = ENOMEM;
    return NULL;
}
