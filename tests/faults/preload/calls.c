/* The functions of the C library that can be made to fail. Each asks first whether it is struck;
 * else it is the next one of its name: the C library's, or that of a sanitizer. */
#include "inject.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <spawn.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

/* The next function of that name. */
#define NEXT(name) ((__typeof__(&(name)))(uintptr_t)next_of(#name, &next_##name))
#define KNOW(name) static void *next_##name

static void *next_of(const char *name, void **known)
{
    void *found = __atomic_load_n(known, __ATOMIC_RELAXED);
    if (found == NULL) {
        found = dlsym(RTLD_NEXT, name);
        __atomic_store_n(known, found, __ATOMIC_RELAXED);
    }
    return found;
}

/* Whether a call fails; errno tells how. */
static bool fails(enum nf_fault_kind kind, const char *function)
{
    const int error = nf_fault_strikes(kind, function);
    if (error > 0)
        errno = error;
    return error > 0;
}

/* ---- memory ---- */

/* Looking up a name may itself take memory: it comes from here, and is never given back. */
static char early[1 << 14] __attribute__((aligned(64)));
static size_t early_used;
static _Thread_local bool looking_up __attribute__((tls_model("initial-exec")));

static void *take_early(size_t size)
{
    const size_t at = (early_used + 63) / 64 * 64;
    if (size > sizeof early - at)
        return NULL;
    early_used = at + size;
    return early + at;
}

static bool is_early(const void *block)
{
    return (const char *)block >= early && (const char *)block < early + sizeof early;
}

KNOW(malloc);
KNOW(calloc);
KNOW(realloc);
KNOW(free);

static void know_memory(void)
{
    if (next_free != NULL)
        return;
    looking_up = true;
    (void)NEXT(malloc);
    (void)NEXT(calloc);
    (void)NEXT(realloc);
    (void)NEXT(free);
    looking_up = false;
}

void *malloc(size_t size)
{
    if (looking_up)
        return take_early(size);
    know_memory();
    return fails(NF_FAULT_MEMORY, "malloc") ? NULL : NEXT(malloc)(size);
}

void *calloc(size_t count, size_t size)
{
    if (looking_up)
        return take_early(count * size); /* of zeros, as it has been since the beginning */
    know_memory();
    return fails(NF_FAULT_MEMORY, "calloc") ? NULL : NEXT(calloc)(count, size);
}

void *realloc(void *block, size_t size)
{
    know_memory();
    return fails(NF_FAULT_MEMORY, "realloc") ? NULL : NEXT(realloc)(block, size);
}

void free(void *block)
{
    if (block == NULL || is_early(block))
        return;
    know_memory();
    NEXT(free)(block);
}

/* ---- calls that tell their failure by one value and errno ---- */

/* A function of that kind, its parameters and what it is called with. */
#define CALL(kind, result, bad, name, parameters, arguments)                                       \
    KNOW(name);                                                                                    \
    result name parameters                                                                         \
    {                                                                                              \
        return fails(kind, #name) ? (bad) : NEXT(name) arguments;                                  \
    }

CALL(NF_FAULT_MEMORY, void *, NULL, reallocarray, (void *block, size_t count, size_t size),
     (block, count, size))
CALL(NF_FAULT_MEMORY, void *, NULL, aligned_alloc, (size_t alignment, size_t size),
     (alignment, size))
CALL(NF_FAULT_MEMORY, void *, MAP_FAILED, mmap,
     (void *at, size_t length, int protection, int flags, int file, off_t offset),
     (at, length, protection, flags, file, offset))
CALL(NF_FAULT_MEMORY, void *, MAP_FAILED, mmap64,
     (void *at, size_t length, int protection, int flags, int file, off64_t offset),
     (at, length, protection, flags, file, offset))
CALL(NF_FAULT_OPEN, DIR *, NULL, opendir, (const char *path), (path))
CALL(NF_FAULT_OPEN, FILE *, NULL, fopen, (const char *path, const char *mode), (path, mode))
CALL(NF_FAULT_SYNC, int, -1, fsync, (int file), (file))
CALL(NF_FAULT_SYNC, int, -1, fdatasync, (int file), (file))
CALL(NF_FAULT_NAME, int, -1, rename, (const char *from, const char *to), (from, to))
CALL(NF_FAULT_NAME, int, -1, link, (const char *from, const char *to), (from, to))
CALL(NF_FAULT_NAME, int, -1, mkdir, (const char *path, mode_t mode), (path, mode))
CALL(NF_FAULT_REMOVE, int, -1, unlink, (const char *path), (path))
CALL(NF_FAULT_REMOVE, int, -1, rmdir, (const char *path), (path))
CALL(NF_FAULT_REMOVE, int, -1, remove, (const char *path), (path))
CALL(NF_FAULT_LOOK, int, -1, stat, (const char *path, struct stat *to), (path, to))
CALL(NF_FAULT_LOOK, int, -1, lstat, (const char *path, struct stat *to), (path, to))
CALL(NF_FAULT_LOOK, int, -1, fstat, (int file, struct stat *to), (file, to))
CALL(NF_FAULT_LOOK, int, -1, stat64, (const char *path, struct stat64 *to), (path, to))
CALL(NF_FAULT_LOOK, int, -1, lstat64, (const char *path, struct stat64 *to), (path, to))
CALL(NF_FAULT_LOOK, int, -1, fstat64, (int file, struct stat64 *to), (file, to))
CALL(NF_FAULT_LOOK, int, -1, access, (const char *path, int mode), (path, mode))
CALL(NF_FAULT_LOOK, char *, NULL, realpath, (const char *path, char *to), (path, to))
CALL(NF_FAULT_LOOK, ssize_t, -1, readlink, (const char *path, char *to, size_t size),
     (path, to, size))
CALL(NF_FAULT_LOOK, char *, NULL, getcwd, (char *to, size_t size), (to, size))
CALL(NF_FAULT_ADJUST, int, -1, ftruncate, (int file, off_t size), (file, size))
CALL(NF_FAULT_ADJUST, int, -1, ftruncate64, (int file, off64_t size), (file, size))
CALL(NF_FAULT_ADJUST, off_t, -1, lseek, (int file, off_t by, int from), (file, by, from))
CALL(NF_FAULT_ADJUST, off64_t, -1, lseek64, (int file, off64_t by, int from), (file, by, from))
CALL(NF_FAULT_ADJUST, int, -1, fchmod, (int file, mode_t mode), (file, mode))
CALL(NF_FAULT_ADJUST, int, -1, chmod, (const char *path, mode_t mode), (path, mode))
CALL(NF_FAULT_ADJUST, int, -1, flock, (int file, int what), (file, what))
CALL(NF_FAULT_PROCESS, pid_t, -1, fork, (void), ())
CALL(NF_FAULT_PROCESS, int, -1, pipe, (int ends[2]), (ends))
CALL(NF_FAULT_PROCESS, int, -1, pipe2, (int ends[2], int flags), (ends, flags))
CALL(NF_FAULT_PROCESS, int, -1, socketpair, (int family, int type, int protocol, int ends[2]),
     (family, type, protocol, ends))
CALL(NF_FAULT_PROCESS, int, -1, eventfd, (unsigned value, int flags), (value, flags))
CALL(NF_FAULT_WAIT, int, -1, poll, (struct pollfd * list, nfds_t count, int wait),
     (list, count, wait))

/* A vfork cannot be wrapped: the child would return from the wrapper and leave its parent a stack
 * that is gone. What a child of vfork may do, a child of fork may as well. */
pid_t vfork(void)
{
    return fork();
}

KNOW(close);
int close(int file)
{
    const int error = nf_fault_strikes(NF_FAULT_CLOSE, "close");
    const int end = NEXT(close)(file);
    if (error > 0 && end == 0) {
        errno = error;
        return -1;
    }
    return end;
}

/* ---- calls that return their error ---- */

#define RETURNING(kind, name, parameters, arguments)                                               \
    KNOW(name);                                                                                    \
    int name parameters                                                                            \
    {                                                                                              \
        const int error = nf_fault_strikes(kind, #name);                                           \
        return error > 0 ? error : NEXT(name) arguments;                                           \
    }

RETURNING(NF_FAULT_MEMORY, posix_memalign, (void **block, size_t alignment, size_t size),
          (block, alignment, size))
RETURNING(NF_FAULT_THREAD, pthread_create,
          (pthread_t * thread, const pthread_attr_t *attributes, void *(*start)(void *),
           void *argument),
          (thread, attributes, start, argument))
RETURNING(NF_FAULT_PROCESS, posix_spawn,
          (pid_t * pid, const char *path, const posix_spawn_file_actions_t *actions,
           const posix_spawnattr_t *attributes, char *const arguments[], char *const variables[]),
          (pid, path, actions, attributes, arguments, variables))
RETURNING(NF_FAULT_PROCESS, posix_spawnp,
          (pid_t * pid, const char *name, const posix_spawn_file_actions_t *actions,
           const posix_spawnattr_t *attributes, char *const arguments[], char *const variables[]),
          (pid, name, actions, attributes, arguments, variables))

/* ---- calls with an argument that may be missing ---- */

static mode_t mode_of(int flags, va_list arguments)
{
    return (flags & (O_CREAT | __O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0;
}

#define OPEN(name)                                                                                 \
    KNOW(name);                                                                                    \
    int name(const char *path, int flags, ...)                                                     \
    {                                                                                              \
        va_list arguments;                                                                         \
        va_start(arguments, flags);                                                                \
        const mode_t mode = mode_of(flags, arguments);                                             \
        va_end(arguments);                                                                         \
        return fails(NF_FAULT_OPEN, #name) ? -1 : NEXT(name)(path, flags, mode);                   \
    }
OPEN(open)
OPEN(open64)

#define FCNTL(name)                                                                                \
    KNOW(name);                                                                                    \
    int name(int file, int what, ...)                                                              \
    {                                                                                              \
        va_list arguments;                                                                         \
        va_start(arguments, what);                                                                 \
        void *const argument = va_arg(arguments, void *);                                          \
        va_end(arguments);                                                                         \
        return fails(NF_FAULT_ADJUST, #name) ? -1 : NEXT(name)(file, what, argument);              \
    }
FCNTL(fcntl)
FCNTL(fcntl64)

/* ---- reading and writing, which may be cut short ---- */

/* One of the parameters is `size`. */
#define TRANSFER(kind, name, parameters, arguments)                                                \
    KNOW(name);                                                                                    \
    ssize_t name parameters                                                                        \
    {                                                                                              \
        const int error = nf_fault_strikes(kind, #name);                                           \
        if (error > 0) {                                                                           \
            errno = error;                                                                         \
            return -1;                                                                             \
        }                                                                                          \
        if (error == NF_FAULT_SHORT && size > 1)                                                   \
            size /= 2;                                                                             \
        return NEXT(name) arguments;                                                               \
    }

TRANSFER(NF_FAULT_READ, read, (int file, void *to, size_t size), (file, to, size))
TRANSFER(NF_FAULT_READ, pread, (int file, void *to, size_t size, off_t at), (file, to, size, at))
TRANSFER(NF_FAULT_READ, pread64, (int file, void *to, size_t size, off64_t at),
         (file, to, size, at))
TRANSFER(NF_FAULT_WRITE, write, (int file, const void *from, size_t size), (file, from, size))
TRANSFER(NF_FAULT_WRITE, pwrite, (int file, const void *from, size_t size, off_t at),
         (file, from, size, at))
TRANSFER(NF_FAULT_WRITE, pwrite64, (int file, const void *from, size_t size, off64_t at),
         (file, from, size, at))

/* Messages, which come and go as a whole. */
CALL(NF_FAULT_READ, ssize_t, -1, recv, (int file, void *to, size_t size, int flags),
     (file, to, size, flags))
CALL(NF_FAULT_READ, ssize_t, -1, recvmsg, (int file, struct msghdr *message, int flags),
     (file, message, flags))
CALL(NF_FAULT_WRITE, ssize_t, -1, send, (int file, const void *from, size_t size, int flags),
     (file, from, size, flags))
CALL(NF_FAULT_WRITE, ssize_t, -1, sendmsg, (int file, const struct msghdr *message, int flags),
     (file, message, flags))
