#include "base/out_file.h"

#include "base/owned.h"

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
    if (leads[0] == '/')
        return strdup(leads);
    NF_OWNED char *folder = nf_out_folder(path);
    char *made;
    return folder != NULL && asprintf(&made, "%s/%s", folder, leads) >= 0 ? made : NULL;
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

static enum nf_status fail_out(const char *shown, struct nf_error *err)
{
    return nf_fail(err, NF_IO, "%.400s: %s", shown, strerror(errno));
}

/* Gives a side file the mode of the file that it replaces, and has it on the disk. */
static enum nf_status settle_out(int fd, const char *target, const char *shown,
                                 struct nf_error *err)
{
    struct stat before;
    if (stat(target, &before) == 0) {
        if (fchmod(fd, before.st_mode & 0777) != 0)
            return fail_out(shown, err);
    } else if (errno != ENOENT)
        return fail_out(shown, err);
    return fsync(fd) == 0 ? NF_OK : fail_out(shown, err);
}

static enum nf_status finish_out(int fd, const char *side, const char *target,
                                 enum nf_status status, const char *shown, struct nf_error *err)
{
    if (status == NF_OK)
        status = settle_out(fd, target, shown, err);
    if (close(fd) != 0 && status == NF_OK)
        status = fail_out(shown, err);
    if (status != NF_OK)
        unlink(side);
    return status;
}

enum nf_status nf_out_fill(int fd, const char *side, const char *target, const struct nf_text *text,
                           const char *shown, struct nf_error *err)
{
    return finish_out(fd, side, target, nf_text_write(text, fd, shown, err), shown, err);
}

enum nf_status nf_out_name(const char *side, const char *target, const char *shown,
                           struct nf_error *err)
{
    if (rename(side, target) == 0)
        return NF_OK;
    const enum nf_status status = fail_out(shown, err);
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

/* ---- an output ---- */

static enum nf_status open_out_side(struct nf_out_stream *stream, struct nf_error *err)
{
    stream->target = nf_out_target(stream->path);
    stream->fd = stream->target == NULL ? -1 : nf_out_unique(stream->target, &stream->side);
    return stream->fd < 0 ? fail_out(stream->path, err) : NF_OK;
}

/* Opens what has the name already: a file is replaced, a device or a pipe written in place. */
static enum nf_status open_out_there(struct nf_out_stream *stream, const struct stat *there,
                                     struct nf_error *err)
{
    if (S_ISREG(there->st_mode)) {
        NF_TRY(nf_out_permitted(stream->path, there, err));
        return open_out_side(stream, err);
    }
    if (S_ISDIR(there->st_mode))
        return nf_out_regular(stream->path, there, err);
    stream->fd = open(stream->path, O_WRONLY | O_CLOEXEC);
    return stream->fd < 0 ? fail_out(stream->path, err) : NF_OK;
}

enum nf_status nf_out_stream_open(struct nf_out_stream *stream, const char *path,
                                  struct nf_error *err)
{
    struct stat there;
    *stream = (struct nf_out_stream){.path = path, .fd = STDOUT_FILENO};
    if (strcmp(path, "-") == 0)
        return NF_OK;
    const enum nf_status status = stat(path, &there) == 0 ? open_out_there(stream, &there, err)
                                  : errno == ENOENT       ? open_out_side(stream, err)
                                                          : fail_out(path, err);
    if (status != NF_OK) {
        free(stream->target);
        *stream = (struct nf_out_stream){0};
    }
    return status;
}

enum nf_status nf_out_stream_write(const struct nf_out_stream *stream, const struct nf_text *text,
                                   struct nf_error *err)
{
    const char *const name = stream->fd == STDOUT_FILENO ? "standard output" : stream->path;
    return nf_text_write(text, stream->fd, name, err);
}

enum nf_status nf_out_stream_close(struct nf_out_stream *stream, enum nf_status status,
                                   struct nf_error *err)
{
    if (stream->side != NULL) {
        status = finish_out(stream->fd, stream->side, stream->target, status, stream->path, err);
        if (status == NF_OK)
            status = nf_out_name(stream->side, stream->target, stream->path, err);
    } else if (stream->path != NULL && stream->fd != STDOUT_FILENO) {
        if (close(stream->fd) != 0 && status == NF_OK)
            status = fail_out(stream->path, err);
    }
    free(stream->side);
    free(stream->target);
    *stream = (struct nf_out_stream){0};
    return status;
}

/* ---- several ---- */

static enum nf_status check_output_path(const char *path, struct nf_error *err)
{
    struct stat found;
    if (lstat(path, &found) != 0)
        return errno == ENOENT ? NF_OK : nf_fail(err, NF_IO, "%.400s: %s", path, strerror(errno));
    if (S_ISLNK(found.st_mode))
        return nf_fail(err, NF_IO, "%.400s: found a symbolic link, expected a file or none", path);
    return nf_out_permitted(path, &found, err);
}

/* Makes room for a member; false without memory. */
static bool grow_out_set(struct nf_out_set *set)
{
    if (set->count < set->capacity)
        return true;
    const size_t capacity = set->capacity > 0 ? 2 * set->capacity : 16;
    struct nf_out_member *const members = realloc(set->members, capacity * sizeof *members);
    if (members == NULL)
        return false;
    if (set->members == NULL)
        nf_out_shield(&set->signals);
    set->members = members;
    set->capacity = capacity;
    return true;
}

static void free_out_member(struct nf_out_member *member)
{
    free(member->shown);
    free(member->side);
    free(member->target);
}

enum nf_status nf_out_set_add(struct nf_out_set *set, const char *path, const struct nf_text *text,
                              struct nf_error *err)
{
    NF_TRY(check_output_path(path, err));
    struct nf_out_member member = {.shown = strdup(path)};
    if (text->failed || member.shown == NULL || !grow_out_set(set)) {
        free(member.shown);
        return nf_fail_memory(err);
    }
    member.target = nf_out_target(path);
    const int fd = member.target == NULL ? -1 : nf_out_unique(member.target, &member.side);
    const enum nf_status status =
        fd < 0 ? nf_fail(err, NF_IO, "%.400s: %s", path, strerror(errno))
               : nf_out_fill(fd, member.side, member.target, text, path, err);
    if (status == NF_OK)
        set->members[set->count++] = member;
    else
        free_out_member(&member);
    return status;
}

enum nf_status nf_out_set_close(struct nf_out_set *set, enum nf_status status, struct nf_error *err)
{
    for (size_t i = 0; i < set->count; i++) {
        struct nf_out_member *const member = &set->members[i];
        if (status == NF_OK)
            status = nf_out_name(member->side, member->target, member->shown, err);
        else
            unlink(member->side);
        free_out_member(member);
    }
    if (set->members != NULL)
        nf_out_unshield(&set->signals);
    free(set->members);
    *set = (struct nf_out_set){0};
    return status;
}
