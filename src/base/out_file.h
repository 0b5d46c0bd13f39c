/* Output files, written completely or not at all.
 *
 * An output is written to a side file in the same folder, which is renamed when it is complete. The
 * side file is called .NAME.ninefold-ENDING. It is opened with O_EXCL and O_NOFOLLOW, so ninefold
 * never writes to an existing file, nor through a link. All functions are thread-safe. */
#ifndef NF_OUT_FILE_H
#define NF_OUT_FILE_H

#include "base/text.h"

#include <signal.h>
#include <sys/stat.h>

/* Keeps signals from the calling thread as long as a side file is there, so that none ends the
 * program before the file has its name or is gone; they come with nf_out_unshield(), which gets
 * what this has stored in `*before`. Signals of faults in the program come at once. Thread-safe. */
void nf_out_shield(sigset_t *before);
void nf_out_unshield(const sigset_t *before);

/* Returns the absolute path of the file that `path` leads to through symbolic links; the file need
 * not exist, its folder must. The caller frees it. NULL with errno on failure: ENOENT if the folder
 * does not exist. */
char *nf_out_target(const char *path);

/* Returns the folder of the absolute path `target`, which the caller frees; NULL if memory runs
 * out. */
char *nf_out_folder(const char *target);

/* Returns the path of the side file of `target` with that ending, which the caller frees; NULL if
 * memory runs out. */
char *nf_out_side(const char *target, const char *ending);

/* Checks that what has the name of an output may be replaced. Returns NF_IO if it is no regular
 * file but a folder, a FIFO, a socket or a device. `found` is its status; `path` names it in the
 * message. */
enum nf_status nf_out_regular(const char *path, const struct stat *found, struct nf_error *err);

/* Checks that an existing file may be written or replaced. Returns NF_IO as nf_out_regular() does,
 * and if it is write-protected for everybody (which holds for root, too) or for this process.
 * `found` is its status; `path` names it in the message. */
enum nf_status nf_out_permitted(const char *path, const struct stat *found, struct nf_error *err);

/* Creates an empty side file of `target` with a unique name, stored in `*side`, which the caller
 * frees. Returns its descriptor, or -1 with errno. */
int nf_out_unique(const char *target, char **side);

/* The same for an empty folder. Returns 0, or -1 with errno. */
int nf_out_unique_folder(const char *target, char **side);

/* Removes a folder with all that is in it; links are not followed. Returns whether it is gone. */
bool nf_out_remove_folder(const char *path);

/* Creates and opens the side file `side`. Returns its descriptor, or -1 with errno: EEXIST if the
 * name is in use. */
int nf_out_new(const char *side);

/* Writes all of `text` to the new file `side`, open as `fd`, copies the mode of `target` if that
 * exists, calls fsync and closes `fd`. On failure returns NF_IO and removes `side`. `shown` names
 * the file in messages. */
enum nf_status nf_out_fill(int fd, const char *side, const char *target, const struct nf_text *text,
                           const char *shown, struct nf_error *err);

/* Renames the finished file `side` to `target`. On failure returns NF_IO and removes `side`. */
enum nf_status nf_out_name(const char *side, const char *target, const char *shown,
                           struct nf_error *err);

/* Gives the file `from` the name `to`, which nothing may have: by a hard link, so that it is never
 * missing; where the file system has none, by renaming it. Returns 0, or -1 with errno: EEXIST if
 * the name is in use. Thread-safe. */
int nf_out_link(const char *from, const char *to);

/* ---- an output ---- */

/* {0} can be closed. One thread at a time. */
struct nf_out_stream {
    const char *path; /* NULL: not open */
    int fd;
    char *side, *target; /* NULL: written in place */
};

/* Opens the output. `path` is borrowed. The caller holds signals (base/signals.h) until it is
 * closed, so that none ends the program while the side file is there. Returns NF_IO on failure;
 * `stream` is then {0}. */
enum nf_status nf_out_stream_open(struct nf_out_stream *stream, const char *path,
                                  struct nf_error *err);

/* Writes all of `text`. Returns NF_IO on failure. */
enum nf_status nf_out_stream_write(const struct nf_out_stream *stream, const struct nf_text *text,
                                   struct nf_error *err);

/* Closes the output and gives the file its name; unless `status`, the result so far, is a failure:
 * then the file is removed. Returns `status`, or NF_IO. */
enum nf_status nf_out_stream_close(struct nf_out_stream *stream, enum nf_status status,
                                   struct nf_error *err);

/* ---- several ---- */

struct nf_out_member {
    char *shown, *side, *target; /* path as given; the side file and the file it becomes */
};

/* Start with {0}; end with nf_out_set_close(). Used by one thread, from which signals are kept from
 * the first file on (nf_out_shield()). */
struct nf_out_set {
    struct nf_out_member *members;
    size_t count, capacity;
    sigset_t signals; /* of the thread before */
};

/* Writes the side file of `path`. The user named the folder and not the file, so a link in its
 * place is not followed. Returns NF_IO if that fails, if the text ran out of memory, or if what is
 * there is no regular file or write-protected. `path` and `text` are only read during the call. */
enum nf_status nf_out_set_add(struct nf_out_set *set, const char *path, const struct nf_text *text,
                              struct nf_error *err);

/* Gives all files their names; if `status`, the result so far, is a failure, removes the side
 * files. Returns `status`, or NF_IO if a file cannot get its name: it and those after it are
 * removed. */
enum nf_status nf_out_set_close(struct nf_out_set *set, enum nf_status status,
                                struct nf_error *err);

#endif
