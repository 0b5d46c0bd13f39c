#include "base/out_file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <inttypes.h>
#include <limits.h>
#include <linux/fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* ---- names ---- */

char *nf_out_folder(const char *target)
{
    const char *const slash = strrchr(target, '/');
    assert(slash != NULL);
    return slash == target ? strdup("/") : strndup(target, (size_t)(slash - target));
}

/* Resolves all links in the folder of `path`; keeps the last component as it is. */
static char *in_folder(const char *path)
{
    const char *const slash = strrchr(path, '/');
    const char *const name = slash == NULL ? path : slash + 1;
    if (*name == '\0') {
        errno = ENOENT;
        return NULL;
    }
    char *const given = slash == NULL ? strdup(".") : strndup(path, (size_t)(slash - path) + 1);
    char *const folder = given == NULL ? NULL : realpath(given, NULL);
    char *made = NULL;
    if (folder != NULL &&
        asprintf(&made, "%s/%s", strcmp(folder, "/") == 0 ? "" : folder, name) < 0)
        made = NULL;
    const int error = errno;
    free(folder);
    free(given);
    errno = error;
    return made;
}

/* Returns the target of the symbolic link `path`, relative to its folder. */
static char *link_target(const char *path, const char *leads)
{
    char *const folder = nf_out_folder(path);
    char *made = NULL;
    if (folder == NULL || leads[0] == '/')
        made = folder == NULL ? NULL : strdup(leads);
    else if (asprintf(&made, "%s/%s", folder, leads) < 0)
        made = NULL;
    free(folder);
    return made;
}

void nf_out_shield(sigset_t *before)
{
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
    sigset_t kept;
    sigfillset(&kept);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        sigdelset(&kept, faults[i]);
    pthread_sigmask(SIG_BLOCK, &kept, before);
}

void nf_out_unshield(const sigset_t *before)
{
    pthread_sigmask(SIG_SETMASK, before, NULL);
}

char *nf_out_target(const char *path)
{
    enum { MOST_LINKS = 40 }; /* the system's own limit */
    char *here = strdup(path);
    for (int links = 0; here != NULL && links < MOST_LINKS; links++) {
        char leads[PATH_MAX];
        char *const whole = realpath(here, NULL);
        char *const named = whole == NULL && errno == ENOENT ? in_folder(here) : NULL;
        const int error = errno;
        free(here);
        errno = error;
        if (named == NULL)
            return whole;
        const ssize_t length = readlink(named, leads, sizeof leads - 1);
        if (length < 0)
            return named; /* not a link: a file that does not exist yet */
        leads[length] = '\0';
        here = link_target(named, leads);
        free(named);
    }
    if (here != NULL)
        errno = ELOOP;
    free(here);
    return NULL;
}

char *nf_out_side(const char *target, const char *ending)
{
    const char *const slash = strrchr(target, '/');
    char *made;
    assert(slash != NULL);
    return asprintf(&made, "%.*s.%s.ninefold-%s", (int)(slash + 1 - target), target, slash + 1,
                    ending) < 0
               ? NULL
               : made;
}

/* ---- files ---- */

enum nf_status nf_out_regular(const char *path, const struct stat *found, struct nf_error *err)
{
    const mode_t mode = found->st_mode;
    if (S_ISREG(mode))
        return NF_OK;
    if (S_ISDIR(mode))
        return nf_fail(err, NF_IO, "%.400s: is a directory, expected a file", path);
    if (S_ISFIFO(mode))
        return nf_fail(err, NF_IO, "%.400s: found a FIFO, expected a regular file or none", path);
    if (S_ISSOCK(mode))
        return nf_fail(err, NF_IO, "%.400s: found a socket, expected a regular file or none", path);
    return nf_fail(err, NF_IO, "%.400s: found a device, expected a regular file or none", path);
}

enum nf_status nf_out_permitted(const char *path, const struct stat *found, struct nf_error *err)
{
    NF_TRY(nf_out_regular(path, found, err));
    if ((found->st_mode & 0222) == 0)
        return nf_fail(err, NF_IO,
                       "%.400s: found a write-protected file (mode %03o), expected one that may be "
                       "replaced",
                       path, (unsigned)found->st_mode & 0777);
    return faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0
               ? NF_OK
               : nf_fail(err, NF_IO, "%.400s: %s", path, strerror(errno));
}

int nf_out_new(const char *side)
{
    return open(side, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
}

/* Calls `make` with new names until one is free. `make` returns -1 with EEXIST for a name in
 * use. */
static int make_unique(const char *target, char **side, int (*make)(const char *))
{
    enum { ATTEMPTS = 100 };
    for (unsigned attempt = 0;; attempt++) {
        /* The time keeps files of a killed process out of the way, even if its process id is used
         * again. */
        struct timespec now;
        char ending[80];
        clock_gettime(CLOCK_REALTIME, &now);
        snprintf(ending, sizeof ending, "%ld-%" PRIx64 "-%u", (long)getpid(),
                 (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec, attempt);
        *side = nf_out_side(target, ending);
        const int made = *side == NULL ? -1 : make(*side);
        if (made >= 0)
            return made;
        const int error = *side == NULL ? ENOMEM : errno;
        free(*side);
        *side = NULL;
        errno = error;
        if (error != EEXIST || attempt == ATTEMPTS)
            return -1;
    }
}

int nf_out_unique(const char *target, char **side)
{
    return make_unique(target, side, nf_out_new);
}

static int make_folder(const char *path)
{
    return mkdir(path, 0777);
}

int nf_out_unique_folder(const char *target, char **side)
{
    return make_unique(target, side, make_folder);
}

static int remove_entry(const char *path, const struct stat *found, int kind, struct FTW *place)
{
    (void)found, (void)kind, (void)place;
    remove(path);
    return 0;
}

bool nf_out_remove_folder(const char *path)
{
    /* rmdir() first: it needs no memory, which may have run out. */
    return rmdir(path) == 0 ||
           (nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS) == 0 && access(path, F_OK) != 0);
}

static enum nf_status fail(const char *shown, struct nf_error *err)
{
    return nf_fail(err, NF_IO, "%.400s: %s", shown, strerror(errno));
}

enum nf_status nf_out_fill(int fd, const char *side, const char *target, const struct nf_text *text,
                           const char *shown, struct nf_error *err)
{
    return nf_out_finish(fd, side, target, nf_text_write(text, fd, shown, err), shown, err);
}

enum nf_status nf_out_finish(int fd, const char *side, const char *target, enum nf_status status,
                             const char *shown, struct nf_error *err)
{
    struct stat before;
    const bool there = stat(target, &before) == 0;
    if (status == NF_OK && !there && errno != ENOENT)
        status = fail(shown, err);
    if (status == NF_OK && there && fchmod(fd, before.st_mode & 0777) != 0)
        status = fail(shown, err);
    if (status == NF_OK && fsync(fd) != 0)
        status = fail(shown, err);
    if (close(fd) != 0 && status == NF_OK)
        status = fail(shown, err);
    if (status != NF_OK)
        unlink(side);
    return status;
}

enum nf_status nf_out_name(const char *side, const char *target, const char *shown,
                           struct nf_error *err)
{
    if (rename(side, target) == 0)
        return NF_OK;
    const enum nf_status status = fail(shown, err);
    unlink(side);
    return status;
}

int nf_out_link(const char *from, const char *to)
{
    if (link(from, to) == 0)
        return 0;
    /* musl has no renameat2() before 1.2.4. */
    return errno == EEXIST
               ? -1
               : (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}
