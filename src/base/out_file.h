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

/* The end of it, for a side file that was written otherwise, with the result `status`: on failure
 * returns that and removes `side`. */
enum nf_status nf_out_finish(int fd, const char *side, const char *target, enum nf_status status,
                             const char *shown, struct nf_error *err);

/* Renames the finished file `side` to `target`. On failure returns NF_IO and removes `side`. */
enum nf_status nf_out_name(const char *side, const char *target, const char *shown,
                           struct nf_error *err);

/* Gives the file `from` the name `to`, which nothing may have: by a hard link, so that it is never
 * missing; where the file system has none, by renaming it. Returns 0, or -1 with errno: EEXIST if
 * the name is in use. Thread-safe. */
int nf_out_link(const char *from, const char *to);

#endif
