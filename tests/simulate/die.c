/* Preloaded into a program, ends it by SIGKILL at a call of choice, or lets the call fail:
 * NF_DIE=CALL:N:HOW, CALL being write (to regular files), fsync, link, unlink or rename, N counting
 * its calls from 1, HOW one of before, after and full (ENOSPC). */
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Notes a call; what is to happen at it: 'b', 'a', 'f', or 0 for nothing. */
static int due(const char *call)
{
    static int calls;
    char name[16], how[16];
    int number;
    const char *const wish = getenv("NF_DIE");
    if (wish == NULL || sscanf(wish, "%15[a-z]:%d:%15s", name, &number, how) != 3)
        return 0;
    return strcmp(name, call) == 0 && ++calls == number ? how[0] : 0;
}

static int die(void)
{
    raise(SIGKILL);
    return -1;
}

#define AROUND(call, ...)                                                                          \
    const int what = due(#call);                                                                   \
    if (what == 'b')                                                                               \
        return die();                                                                              \
    if (what == 'f') {                                                                             \
        errno = ENOSPC;                                                                            \
        return -1;                                                                                 \
    }                                                                                              \
    __typeof__(call) *const real = (__typeof__(call) *)dlsym(RTLD_NEXT, #call);                    \
    __typeof__(real(__VA_ARGS__)) end = real(__VA_ARGS__);                                         \
    if (what == 'a')                                                                               \
        die();                                                                                     \
    return end

ssize_t write(int fd, const void *bytes, size_t count)
{
    struct stat found;
    if (fstat(fd, &found) != 0 || !S_ISREG(found.st_mode)) {
        __typeof__(write) *const real = (__typeof__(write) *)dlsym(RTLD_NEXT, "write");
        return real(fd, bytes, count);
    }
    AROUND(write, fd, bytes, count);
}

int fsync(int fd)
{
    AROUND(fsync, fd);
}

int link(const char *from, const char *to)
{
    AROUND(link, from, to);
}

int unlink(const char *path)
{
    AROUND(unlink, path);
}

int rename(const char *from, const char *to)
{
    AROUND(rename, from, to);
}
