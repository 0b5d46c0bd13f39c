#include "runs/checkpoint.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static enum nf_exit fail(const struct nf_checkpoint *file, struct nf_error *err)
{
    return nf_fail(err, NF_IO, "%.400s: %s", file->path, strerror(errno));
}

static char *joined(const char *path, const char *end)
{
    char *made;
    return asprintf(&made, "%s%s", path, end) < 0 ? NULL : made;
}

static bool name_files(struct nf_checkpoint *file)
{
    file->before = joined(file->path, ".1");
    file->spare = joined(file->path, ".1.tmp");
    file->temporary = joined(file->path, ".tmp");
    file->lock_path = joined(file->path, ".lock");
    const char *const slash = strrchr(file->path, '/');
    file->folder = slash == NULL         ? strdup(".")
                   : slash == file->path ? strdup("/")
                                         : strndup(file->path, (size_t)(slash - file->path));
    return file->before != NULL && file->spare != NULL && file->temporary != NULL &&
           file->lock_path != NULL && file->folder != NULL;
}

/* Locks the lock file unless it has meanwhile been removed by the job that held it. */
static enum nf_exit try_lock(struct nf_checkpoint *file, bool *locked, struct nf_error *err)
{
    struct stat held, named;
    *locked = false;
    file->lock = open(file->lock_path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file->lock < 0)
        return fail(file, err);
    /* A file system without locks has nothing to tell us. */
    if (flock(file->lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return nf_fail(err, NF_IO, "%.400s: another run is writing to it", file->path);
    if (fstat(file->lock, &held) != 0)
        return fail(file, err);
    const bool there = stat(file->lock_path, &named) == 0;
    if (!there && errno != ENOENT)
        return fail(file, err);
    *locked = there && held.st_dev == named.st_dev && held.st_ino == named.st_ino;
    if (!*locked) {
        close(file->lock);
        file->lock = -1;
    }
    return NF_OK;
}

static enum nf_exit lock(struct nf_checkpoint *file, struct nf_error *err)
{
    enum nf_exit end = NF_OK;
    for (bool locked = false; end == NF_OK && !locked;)
        end = try_lock(file, &locked, err);
    return end;
}

enum nf_exit nf_checkpoint_open(struct nf_checkpoint *file, const char *path, struct nf_error *err)
{
    *file = (struct nf_checkpoint){.lock = -1, .open = true};
    struct stat found;
    const bool there = strcmp(path, "-") != 0 && stat(path, &found) == 0;
    if (strcmp(path, "-") != 0 && !there && errno != ENOENT) {
        nf_fail(err, NF_IO, "%.400s: %s", path, strerror(errno));
        nf_checkpoint_close(file);
        return NF_IO;
    }
    file->in_place =
        strcmp(path, "-") == 0 || (there && !S_ISREG(found.st_mode) && !S_ISDIR(found.st_mode));
    file->path = there && !file->in_place ? realpath(path, NULL) : strdup(path);
    enum nf_exit end = NF_OK;
    if (file->path == NULL)
        end = nf_fail(err, NF_IO, "%.400s: %s", path, strerror(errno));
    else if (there && S_ISDIR(found.st_mode))
        end = nf_fail(err, NF_IO, "%.400s: is a directory, expected a file", path);
    else if (!name_files(file))
        end = nf_fail(err, NF_IO, "out of memory");
    else if (!file->in_place)
        end = lock(file, err);
    if (end != NF_OK)
        nf_checkpoint_close(file);
    return end;
}

void nf_checkpoint_take_up(struct nf_checkpoint *file)
{
    file->ours = true;
}

/* Writes the whole of `state` to the temporary file and brings it to the disk. */
static enum nf_exit write_temporary(const struct nf_checkpoint *file, const struct nf_text *state,
                                    struct nf_error *err)
{
    struct stat before;
    const bool there = stat(file->path, &before) == 0;
    if (!there && errno != ENOENT)
        return fail(file, err);
    const int fd = open(file->temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0)
        return fail(file, err);
    enum nf_exit end = nf_text_write(state, fd, file->path, err);
    if (end == NF_OK && there && fchmod(fd, before.st_mode & 0777) != 0)
        end = fail(file, err);
    if (end == NF_OK && fsync(fd) != 0)
        end = fail(file, err);
    if (close(fd) != 0 && end == NF_OK)
        end = fail(file, err);
    return end;
}

/* Makes FILE.1 what FILE is. By a second name for the same file, so that FILE is never missing; by
 * renaming it only where a file system has no second names. */
static enum nf_exit keep_before(const struct nf_checkpoint *file, struct nf_error *err)
{
    unlink(file->spare);
    if (link(file->path, file->spare) == 0) {
        const bool kept = rename(file->spare, file->before) == 0;
        if (!kept)
            fail(file, err);
        unlink(file->spare); /* rename leaves it where both are names of one file already */
        return kept ? NF_OK : NF_IO;
    }
    if (errno == ENOENT)
        return NF_OK; /* somebody removed FILE; it comes back now */
    return rename(file->path, file->before) == 0 ? NF_OK : fail(file, err);
}

/* Brings the names in the folder to the disk. */
static enum nf_exit sync_folder(const struct nf_checkpoint *file, struct nf_error *err)
{
    const int fd = open(file->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return errno == EACCES ? NF_OK : fail(file, err); /* a folder one may write but not read */
    /* Some file systems cannot, and say so by EINVAL. */
    const enum nf_exit end = fsync(fd) == 0 || errno == EINVAL ? NF_OK : fail(file, err);
    close(fd);
    return end;
}

enum nf_exit nf_checkpoint_save(struct nf_checkpoint *file, const struct nf_text *state, bool last,
                                struct nf_error *err)
{
    if (state->failed)
        return nf_fail(err, NF_IO, "%.400s: out of memory for the state", file->path);
    enum nf_exit end = write_temporary(file, state, err);
    if (end == NF_OK && (file->ours || !last))
        end = keep_before(file, err);
    if (end == NF_OK && rename(file->temporary, file->path) != 0)
        end = fail(file, err);
    if (end != NF_OK) {
        unlink(file->temporary);
        return end;
    }
    file->ours = true;
    return sync_folder(file, err);
}

void nf_checkpoint_close(struct nf_checkpoint *file)
{
    if (file->open && file->lock >= 0) {
        unlink(file->lock_path); /* while it is locked: nobody else can be holding it */
        close(file->lock);
    }
    free(file->path);
    free(file->before);
    free(file->spare);
    free(file->temporary);
    free(file->lock_path);
    free(file->folder);
    *file = (struct nf_checkpoint){.lock = -1};
}
