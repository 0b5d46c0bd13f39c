/* Takes memory and uses it: `hog` without end, `hog MB` once and ends, `hog MB COUNT` in so many
 * processes at a time, which stay; `hog reserve MB` asks for memory and does not use it. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const size_t megabyte = (size_t)1 << 20;

static char *take(size_t bytes)
{
    char *const memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        _exit(99);
    return memory;
}

static void use(size_t bytes)
{
    memset(take(bytes), 1, bytes);
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "reserve") == 0)
        return take((size_t)atol(argv[2]) * megabyte) == NULL;
    const size_t bytes = argc > 1 ? (size_t)atol(argv[1]) * megabyte : 0;
    for (int left = argc > 2 ? atoi(argv[2]) : 0; left > 0; left--) {
        if (fork() != 0)
            continue;
        use(bytes);
        pause();
    }
    if (argc > 2)
        pause();
    if (argc == 2)
        use(bytes);
    while (argc == 1)
        use(64 * megabyte);
    return 0;
}
