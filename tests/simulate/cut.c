/* Preloaded into ninefold, writes down what it asks the file system to do, so that a power cut can
 * be simulated afterwards (cut.py). NF_CUT_LOG=FILE gets a record for each call that succeeded:
 *
 *     made INODE PATH             a new file, by open()
 *     write INODE OFFSET SIZE     followed by the bytes
 *     size INODE SIZE             by ftruncate() or O_TRUNC
 *     link INODE FROM TO          FROM is the old name
 *     rename INODE FROM TO
 *     unlink INODE PATH
 *     sync INODE SITE             of a file or a folder; SITE tells the calls in the code apart
 *
 * Paths are absolute; they and SITE end at a NUL. A lock serialises the calls. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define REAL(call) ((__typeof__(call) *)dlsym(RTLD_NEXT, #call))

/* The log, opened once. */
static int log_fd(void)
{
    static int fd = -2;
    const char *const path = getenv("NF_CUT_LOG");
    if (fd == -2)
        fd = path == NULL ? -1 : REAL(open)(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    return fd;
}

static void put(const void *bytes, size_t size)
{
    if (log_fd() >= 0 && REAL(write)(log_fd(), bytes, size) != (ssize_t)size)
        abort();
}

__attribute__((format(printf, 1, 2))) static void note(const char *format, ...)
{
    char line[2 * PATH_MAX + 100];
    va_list args;
    va_start(args, format);
    const int length = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    put(line, (size_t)length + 1);
}

static const char *absolute(const char *path, char whole[PATH_MAX])
{
    if (path[0] == '/' || getcwd(whole, PATH_MAX) == NULL)
        return path;
    const size_t length = strlen(whole);
    snprintf(whole + length, PATH_MAX - length, "/%s", path);
    return whole;
}

static unsigned long inode_of(int fd)
{
    struct stat found;
    return fstat(fd, &found) == 0 && (S_ISREG(found.st_mode) || S_ISDIR(found.st_mode))
               ? found.st_ino
               : 0;
}

static unsigned long inode_at(const char *path)
{
    struct stat found;
    return lstat(path, &found) == 0 ? found.st_ino : 0;
}

int open(const char *path, int flags, ...)
{
    char whole[PATH_MAX];
    va_list args;
    va_start(args, flags);
    const mode_t mode = flags & O_CREAT ? va_arg(args, mode_t) : 0;
    va_end(args);
    if (!(flags & (O_CREAT | O_TRUNC)))
        return REAL(open)(path, flags, mode);
    pthread_mutex_lock(&lock);
    const unsigned long before = inode_at(path);
    const int fd = REAL(open)(path, flags, mode);
    const int error = errno;
    if (fd >= 0 && inode_of(fd) != 0 && before == 0)
        note("made %lu %s", inode_of(fd), absolute(path, whole));
    else if (fd >= 0 && inode_of(fd) != 0 && flags & O_TRUNC)
        note("size %lu 0", inode_of(fd));
    pthread_mutex_unlock(&lock);
    errno = error;
    return fd;
}

int open64(const char *path, int flags, ...) __attribute__((alias("open")));

ssize_t write(int fd, const void *bytes, size_t size)
{
    if (inode_of(fd) == 0)
        return REAL(write)(fd, bytes, size);
    pthread_mutex_lock(&lock);
    const off_t offset = lseek(fd, 0, SEEK_CUR);
    const ssize_t wrote = REAL(write)(fd, bytes, size);
    const int error = errno;
    if (wrote > 0) {
        note("write %lu %ld %ld", inode_of(fd), (long)offset, (long)wrote);
        put(bytes, (size_t)wrote);
    }
    pthread_mutex_unlock(&lock);
    errno = error;
    return wrote;
}

/* SITE: the return addresses that lead to a call, within the program. */
static void note_sync(int fd)
{
    enum { MOST = 6 };
    void *frames[MOST];
    char site[200] = "";
    Dl_info found;
    const int count = backtrace(frames, MOST);
    for (int i = 2; i < count; i++)
        if (dladdr(frames[i], &found) != 0)
            snprintf(site + strlen(site), sizeof site - strlen(site), "%s%lx", i > 2 ? "<" : "",
                     (unsigned long)((char *)frames[i] - (char *)found.dli_fbase));
    note("sync %lu %s", inode_of(fd), site);
}

int fsync(int fd)
{
    pthread_mutex_lock(&lock);
    const int end = REAL(fsync)(fd);
    if (end == 0)
        note_sync(fd);
    pthread_mutex_unlock(&lock);
    return end;
}

/* Renames and links alike. */
static int name_anew(const char *how, int (*real)(const char *, const char *), const char *from,
                     const char *to)
{
    char whole_from[PATH_MAX], whole_to[PATH_MAX];
    pthread_mutex_lock(&lock);
    const unsigned long inode = inode_at(from);
    const int end = real(from, to), error = errno;
    if (end == 0)
        note("%s %lu %s\t%s", how, inode, absolute(from, whole_from), absolute(to, whole_to));
    pthread_mutex_unlock(&lock);
    errno = error;
    return end;
}

int rename(const char *from, const char *to)
{
    return name_anew("rename", REAL(rename), from, to);
}

int link(const char *from, const char *to)
{
    return name_anew("link", REAL(link), from, to);
}

int unlink(const char *path)
{
    char whole[PATH_MAX];
    pthread_mutex_lock(&lock);
    const unsigned long inode = inode_at(path);
    const int end = REAL(unlink)(path), error = errno;
    if (end == 0)
        note("unlink %lu %s", inode, absolute(path, whole));
    pthread_mutex_unlock(&lock);
    errno = error;
    return end;
}
