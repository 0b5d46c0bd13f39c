#include "sim/runs/checkpoint.h"

#include "base/lang.h"
#include "base/out_file.h"
#include "base/owned.h"
#include "base/signals.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

static enum nf_status fail(const struct nf_checkpoint *file, struct nf_error *err)
{
    return nf_fail(err, NF_IO, "%.400s: %s", file->shown, strerror(errno));
}

/* Fails with a message that names the side file. */
static enum nf_status fail_side(const struct nf_checkpoint *file, const char *what,
                                const char *side, struct nf_error *err)
{
    return nf_fail(err, NF_IO, "%.200s: cannot make %s %.300s: %s", file->shown, what, side,
                   strerror(errno));
}

static enum nf_status fail_unrelated(const char *side, struct nf_error *err)
{
    return nf_fail(err, NF_IO,
                   "%.400s: found a file that is not ninefold's, expected none of that name", side);
}

static bool same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Whether it is the same file, unchanged; inode numbers are reused. */
static bool same_content(const struct stat *a, const struct stat *b)
{
    return same_file(a, b) && a->st_size == b->st_size && a->st_mtim.tv_sec == b->st_mtim.tv_sec &&
           a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

static bool name_files(struct nf_checkpoint *file)
{
    if (asprintf(&file->before, "%s.1", file->path) < 0)
        file->before = NULL;
    file->temporary = nf_out_side(file->path, "new");
    file->lock_path = nf_out_side(file->path, "lock");
    file->folder = nf_out_folder(file->path);
    return file->before != NULL && file->temporary != NULL && file->lock_path != NULL &&
           file->folder != NULL;
}

/* ---- the lock ---- */

/* Opens the lock file: a new one (`*made`), or the remains of a killed job. Sets `*unrelated` if
 * the existing file is neither. */
static int open_lock(const char *path, bool *made, bool *unrelated)
{
    enum { ATTEMPTS = 100 };
    struct stat found;
    *unrelated = false;
    int fd = -1;
    /* The job that holds the lock may end between the two attempts to open. */
    for (int attempt = 0; fd < 0 && attempt < ATTEMPTS; attempt++) {
        fd = nf_out_new(path);
        *made = fd >= 0;
        if (*made || errno != EEXIST)
            return fd;
        fd = open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
        if (fd < 0 && errno != ENOENT)
            break;
    }
    if (fd < 0) {
        *unrelated = errno == ELOOP;
        return -1;
    }
    *unrelated = fstat(fd, &found) == 0 && (!S_ISREG(found.st_mode) || found.st_size != 0);
    return fd;
}

/* Whether another job has the lock; else takes it. Who only looks (nf_checkpoint_held()) has it for
 * a moment. A file system without locks is accepted. */
static bool is_locked(int fd)
{
    const struct timespec moment = {.tv_nsec = 10000000};
    for (int attempt = 0; attempt < 5; attempt++) {
        if (flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
            return false;
        nanosleep(&moment, NULL);
    }
    return true;
}

/* Locks the lock file, unless the job that held it has removed it meanwhile. */
static enum nf_status try_lock(struct nf_checkpoint *file, bool *locked, struct nf_error *err)
{
    struct stat *const held = &file->lock_file;
    struct stat named;
    bool made = false, unrelated;
    *locked = false;
    const int fd = open_lock(file->lock_path, &made, &unrelated);
    if (unrelated) {
        if (fd >= 0)
            close(fd);
        return fail_unrelated(file->lock_path, err);
    }
    if (fd < 0)
        return fail_side(file, "its lock", file->lock_path, err);
    enum nf_status status = NF_OK;
    if (is_locked(fd))
        status = nf_fail(err, NF_IO, "%.400s: another run is writing to it", file->shown);
    else if (fstat(fd, held) != 0)
        status = fail(file, err);
    else if (lstat(file->lock_path, &named) == 0)
        *locked = same_file(held, &named);
    else if (errno != ENOENT)
        status = fail(file, err);
    if (*locked) {
        file->lock = fd;
        return status;
    }
    /* Do not leave a lock file that we made and cannot stat. */
    if (status != NF_OK && made)
        unlink(file->lock_path);
    close(fd);
    return status;
}

static enum nf_status lock(struct nf_checkpoint *file, struct nf_error *err)
{
    enum nf_status status = NF_OK;
    nf_signals_hold(NULL); /* so that the lock file is removed */
    for (bool locked = false; status == NF_OK && !locked;)
        status = try_lock(file, &locked, err);
    if (status != NF_OK)
        nf_signals_release();
    return status;
}

void nf_checkpoint_unlock(struct nf_checkpoint *file)
{
    struct stat named;
    if (!file->open || file->lock < 0)
        return;
    /* Remove it while it is locked, so that no other job can hold it. If lstat() fails, assume that
     * it is unchanged. */
    if (lstat(file->lock_path, &named) != 0 || same_file(&file->lock_file, &named))
        unlink(file->lock_path);
    close(file->lock);
    file->lock = -1;
    nf_signals_release();
}

bool nf_checkpoint_held(const char *path)
{
    char *const target = nf_out_target(path);
    char *const lock_path = target != NULL ? nf_out_side(target, "lock") : NULL;
    const int fd =
        lock_path != NULL ? open(lock_path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) : -1;
    const bool held = fd >= 0 && flock(fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (fd >= 0)
        close(fd);
    free(lock_path);
    free(target);
    return held;
}

/* ---- existing files ---- */

/* Whether `path` can be the remains of a killed job: a regular file with one hard link that starts
 * like every document of ninefold, as far as it goes. */
static bool is_left_over(const char *path)
{
    static const char head[] = "{\n  \"schema\": \"ninefold.";
    char start[sizeof head - 1];
    struct stat found;
    const int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return false;
    const bool plain = fstat(fd, &found) == 0 && S_ISREG(found.st_mode) && found.st_nlink == 1;
    const ssize_t size = plain ? read(fd, start, sizeof start) : -1;
    close(fd);
    return size >= 0 && memcmp(start, head, (size_t)size) == 0;
}

/* Removes the remains of a killed job. The lock is held. */
static enum nf_status clear(const struct nf_checkpoint *file, struct nf_error *err)
{
    struct stat found;
    if (lstat(file->temporary, &found) != 0)
        return errno == ENOENT ? NF_OK : fail_side(file, "its side file", file->temporary, err);
    if (!is_left_over(file->temporary))
        return fail_unrelated(file->temporary, err);
    return unlink(file->temporary) == 0 ? NF_OK
                                        : fail_side(file, "its side file", file->temporary, err);
}

/* For a FILE.1 that cannot be looked at: it may be missing. */
static enum nf_status unseen_before(const struct nf_checkpoint *file, struct nf_error *err)
{
    return errno == ENOENT ? NF_OK
                           : nf_fail(err, NF_IO, "%.400s: %s", file->before, strerror(errno));
}

/* Checks an existing FILE.1. */
static enum nf_status look_before(struct nf_checkpoint *file, struct nf_error *err)
{
    file->kept = lstat(file->before, &file->kept_file) == 0;
    if (!file->kept)
        return unseen_before(file, err);
    if (!S_ISREG(file->kept_file.st_mode))
        return nf_fail(err, NF_IO,
                       "%.400s: found no regular file, expected one or none: the previous state "
                       "goes there",
                       file->before);
    return nf_out_permitted(file->before, &file->kept_file, err);
}

static enum nf_status open_path(struct nf_checkpoint *file, const char *path, struct nf_error *err)
{
    struct stat found;
    file->in_place = strcmp(path, "-") == 0;
    file->shown = strdup(path);
    NF_TRY_MEMORY(file->shown != NULL, err);
    if (file->in_place)
        return NF_OK;
    const bool there = stat(path, &found) == 0;
    if (!there && errno != ENOENT)
        return fail(file, err);
    if (there)
        NF_TRY(nf_out_permitted(path, &found, err));
    file->path = nf_out_target(path);
    return file->path != NULL ? NF_OK : fail(file, err);
}

static enum nf_status open_checkpoint(struct nf_checkpoint *file, const char *path,
                                      struct nf_error *err)
{
    NF_TRY(open_path(file, path, err));
    if (file->in_place)
        return NF_OK;
    NF_TRY_MEMORY(name_files(file), err);
    NF_TRY(lock(file, err));
    NF_TRY(clear(file, err));
    return look_before(file, err);
}

enum nf_status nf_checkpoint_open(struct nf_checkpoint *file, const char *path,
                                  struct nf_error *err)
{
    *file = (struct nf_checkpoint){.lock = -1, .open = true};
    const enum nf_status status = open_checkpoint(file, path, err);
    if (status != NF_OK)
        nf_checkpoint_close(file);
    return status;
}

void nf_checkpoint_take_up(struct nf_checkpoint *file, const char *from)
{
    struct stat one, other;
    file->ours =
        !file->in_place &&
        (strcmp(from, file->shown) == 0 ||
         (stat(from, &one) == 0 && stat(file->path, &other) == 0 && same_file(&one, &other)));
}

/* ---- saving ---- */

/* Removes FILE.1 if it may be replaced. */
static enum nf_status remove_before(struct nf_checkpoint *file, struct nf_error *err)
{
    struct stat found;
    if (lstat(file->before, &found) != 0)
        return unseen_before(file, err);
    if (!file->kept || !same_content(&found, &file->kept_file))
        return nf_fail(err, NF_IO, "%.400s: found a new file where the previous state goes",
                       file->before);
    return unlink(file->before) == 0 ? NF_OK : fail(file, err);
}

/* Makes FILE.1 from FILE. */
static enum nf_status keep_before(struct nf_checkpoint *file, struct nf_error *err)
{
    file->kept = lstat(file->path, &file->kept_file) == 0;
    if (!file->kept)
        return errno == ENOENT
                   ? NF_OK
                   : fail(file, err); /* somebody removed FILE; it will be written again */
    if (nf_out_link(file->path, file->before) == 0)
        return NF_OK;
    return nf_fail(err, NF_IO, "%.400s: cannot make it: %s", file->before, strerror(errno));
}

/* Syncs the folder to disk. */
static enum nf_status sync_folder(const struct nf_checkpoint *file, struct nf_error *err)
{
    const int fd = open(file->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return errno == EACCES ? NF_OK
                               : fail(file, err); /* a folder with write but no read permission */
    /* Some file systems cannot sync folders: EINVAL. */
    const enum nf_status status = fsync(fd) == 0 || errno == EINVAL ? NF_OK : fail(file, err);
    close(fd);
    return status;
}

enum nf_status nf_checkpoint_save(struct nf_checkpoint *file, const struct nf_text *state,
                                  struct nf_error *err)
{
    NF_TRY_MEMORY(!state->failed, err);
    const int fd = nf_out_new(file->temporary);
    if (fd < 0)
        return errno == EEXIST ? fail_unrelated(file->temporary, err)
                               : fail_side(file, "its side file", file->temporary, err);
    NF_TRY(nf_out_fill(fd, file->temporary, file->path, state, file->shown, err));
    enum nf_status status = remove_before(file, err);
    if (status == NF_OK && file->ours)
        status = keep_before(file, err);
    if (status != NF_OK) {
        unlink(file->temporary);
        return status;
    }
    status = nf_out_name(file->temporary, file->path, file->shown, err);
    if (status != NF_OK) {
        /* Where files have one name only, FILE.1 took that of FILE. */
        if (file->ours && file->kept)
            (void)nf_out_link(file->before, file->path);
        return status;
    }
    file->ours = true;
    return sync_folder(file, err);
}

void nf_checkpoint_close(struct nf_checkpoint *file)
{
    nf_checkpoint_unlock(file);
    free(file->shown);
    free(file->path);
    free(file->before);
    free(file->temporary);
    free(file->lock_path);
    free(file->folder);
    *file = (struct nf_checkpoint){.lock = -1};
}

/* ---- states ---- */

enum nf_status nf_state_check_job(const struct nf_input *input, const struct nf_document_kind *kind,
                                  const json_t *saved, const json_t *job, nf_state_typed *typed,
                                  const void *owner, struct nf_error *err)
{
    struct nf_document_difference found = {.counts = typed, .owner = owner};
    if (!nf_document_differs(kind->names, kind->job, saved, job, &found))
        return NF_OK;
    return nf_document_fail_at(
        input, found.place, err,
        _("\"%s\": this %s was started with %.100s, not with %.100s; expected "
          "the same, or another file"),
        found.member, _(kind->what), found.found, found.expected);
}

/* Reads the file `path` if it is there. */
static enum nf_status read_document(struct nf_state *state, const char *path,
                                    const struct nf_document_kind *kind, struct nf_error *err)
{
    if (access(path, F_OK) != 0 && errno == ENOENT)
        return NF_OK;
    NF_TRY(nf_input_open(&state->input, path, err));
    return nf_document_read(&state->input, kind, &state->document, err);
}

/* Reads the file state->path if it is there, which must be of the job. */
static enum nf_status read_state(struct nf_state *state, const struct nf_document_kind *kind,
                                 const json_t *job, struct nf_error *err)
{
    NF_TRY(read_document(state, state->path, kind, err));
    return state->document == NULL
               ? NF_OK
               : nf_state_check_job(&state->input, kind, state->document, job, NULL, NULL, err);
}

static enum nf_status name_state(struct nf_state *state, const char *folder, size_t number,
                                 struct nf_error *err)
{
    *state = (struct nf_state){.path = nf_numbered_path(folder, number)};
    NF_TRY_MEMORY(state->path != NULL, err);
    return NF_OK;
}

enum nf_status nf_state_read(struct nf_state *state, const char *folder, size_t number,
                             const struct nf_document_kind *kind, const json_t *job,
                             struct nf_error *err)
{
    NF_TRY(name_state(state, folder, number, err));
    return read_state(state, kind, job, err);
}

void nf_state_close(struct nf_state *state)
{
    nf_input_close(&state->input);
    json_decref(state->document);
    free(state->path);
    *state = (struct nf_state){0};
}

enum nf_status nf_state_check_before(const struct nf_checkpoint *file,
                                     const struct nf_document_kind *kind, const json_t *job,
                                     struct nf_error *err)
{
    NF_FREED_BY(nf_state_close) struct nf_state before = {0};
    NF_FREED_BY(nf_state_close) struct nf_state now = {0};
    struct nf_document_difference none = {.counts = NULL};
    struct nf_error why = {""};
    if (!file->kept)
        return NF_OK;
    enum nf_status status = read_document(&before, file->before, kind, &why);
    if (status == NF_OK && job == NULL)
        status = read_document(&now, file->path, kind, &why);
    if (status == NF_OK && !nf_document_differs(kind->names, kind->job, before.document,
                                                job != NULL ? job : now.document, &none))
        return NF_OK;
    if (status == NF_IO)
        return nf_fail(err, NF_IO, "%s", why.text);
    return nf_fail(err, NF_INVALID,
                   "%.200s: found a file that is not the state before %.200s, which is saved under "
                   "this name: rename or remove it",
                   file->before, file->shown);
}

enum nf_status nf_state_fail_missing(const char *path, struct nf_error *err)
{
    NF_OWNED_TEXT struct nf_text before = {0};
    nf_text_format(&before, "%s.1", path);
    NF_TRY_MEMORY(nf_text_terminated(&before) != NULL && !before.failed, err);
    if (access(before.data, F_OK) != 0)
        return nf_fail(err, NF_IO, "%.400s: %s", path, strerror(ENOENT));
    return nf_fail(err, NF_IO,
                   "%.200s: %s; its previous state exists: copy %.200s to that name to continue "
                   "from it",
                   path, strerror(ENOENT), before.data);
}

enum nf_status nf_state_open(struct nf_checkpoint *file, struct nf_state *state, const char *folder,
                             size_t number, const struct nf_document_kind *kind, const json_t *job,
                             struct nf_error *err)
{
    NF_TRY(name_state(state, folder, number, err));
    NF_TRY(nf_checkpoint_open(file, state->path, err));
    NF_TRY(read_state(state, kind, job, err));
    NF_TRY(nf_state_check_before(file, kind, job, err));
    if (state->document == NULL && file->kept)
        return nf_state_fail_missing(state->path, err);
    if (state->document != NULL)
        nf_checkpoint_take_up(file, state->path);
    return NF_OK;
}

enum nf_status nf_state_save(struct nf_checkpoint *file, json_t *document, struct nf_error *err)
{
    NF_OWNED_TEXT struct nf_text text = {0};
    NF_TRY(nf_document_write(&text, document, err));
    return nf_checkpoint_save(file, &text, err);
}

/* ---- folders ---- */

long nf_numbered_read(const char *text, const char *rest)
{
    const size_t digits = strspn(text, "0123456789");
    return digits > 0 && digits < 10 && (text[0] != '0' || digits == 1) &&
                   strcmp(text + digits, rest) == 0
               ? strtol(text, NULL, 10)
               : -1;
}

char *nf_numbered_path(const char *folder, size_t number)
{
    char *path;
    return asprintf(&path, "%s/%zu.json", folder, number) < 0 ? NULL : path;
}

static int ascending(const void *a, const void *b)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return (x > y) - (x < y);
}

/* The same with the folder open. */
static enum nf_status list_open(DIR *folder, size_t **numbers, size_t *count, struct nf_error *err)
{
    size_t room = 0;
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        const long number = nf_numbered_read(entry->d_name, ".json");
        if (number < 0)
            continue;
        if (*count == room) {
            room = 2 * room + 16;
            size_t *const more = realloc(*numbers, room * sizeof *more);
            NF_TRY_MEMORY(more != NULL, err);
            *numbers = more;
        }
        (*numbers)[(*count)++] = (size_t)number;
    }
    if (*count > 0)
        qsort(*numbers, *count, sizeof **numbers, ascending);
    return NF_OK;
}

enum nf_status nf_numbered_list(const char *folder, size_t **numbers, size_t *count,
                                struct nf_error *err)
{
    *numbers = NULL;
    *count = 0;
    DIR *const opened = opendir(folder);
    if (opened == NULL)
        return nf_fail(err, NF_IO, "%.400s: %s", folder, strerror(errno));
    const enum nf_status status = list_open(opened, numbers, count, err);
    closedir(opened);
    return status;
}
