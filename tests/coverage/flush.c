/* Linked into what is built for coverage, with --wrap of _exit and execve: keeps the counts of
 * processes that end by the one or become another program by the other, which gcov loses. */
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

void __gcov_dump(void);
void __gcov_reset(void);
void __real__exit(int code) __attribute__((noreturn));
void __wrap__exit(int code) __attribute__((noreturn));
int __real_execve(const char *path, char *const arguments[], char *const environment[]);
int __wrap_execve(const char *path, char *const arguments[], char *const environment[]);

/* The process whose memory this is: a child of vfork() has its parent's, and is not to write the
 * parent's counts, for that is done once. */
static pid_t owner;

/* What the parent has counted is not counted once more. */
static void begin_child(void)
{
    owner = getpid();
    __gcov_reset();
}

__attribute__((constructor)) static void begin_program(void)
{
    owner = getpid();
    pthread_atfork(NULL, NULL, begin_child);
}

/* Far more than the counts of one source file take. */
static const rlim_t enough = 1 << 20;

/* Writes the counts, unless the process may not write as much to a file: a part of them would spoil
 * what is there. */
static void flush_counts(void)
{
    struct rlimit sizes;
    if (owner != getpid() || getrlimit(RLIMIT_FSIZE, &sizes) != 0 || sizes.rlim_cur < enough)
        return;
    __gcov_dump();
    __gcov_reset();
}

int __wrap_execve(const char *path, char *const arguments[], char *const environment[])
{
    flush_counts();
    return __real_execve(path, arguments, environment);
}

void __wrap__exit(int code)
{
    flush_counts();
    __real__exit(code);
}
