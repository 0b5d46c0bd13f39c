/* Files that ninefold writes.
 *
 * Each is written under a name of ninefold's own beside it, and gets its name when it is whole.
 * Such a side file is called .NAME.ninefold-ENDING. It is opened with O_EXCL and O_NOFOLLOW, so
 * nothing that is there already is written to, whatever it is called and wherever it leads. */
#ifndef NF_OUT_FILE_H
#define NF_OUT_FILE_H

#include "base/text.h"

#include <sys/stat.h>

/* The absolute path of the file that `path` leads to through symbolic links, those to files that
 * are not there yet among them; its folder is there. Free it. NULL with errno, ENOENT for a folder
 * that is not there. Any thread. */
char *nf_out_target(const char *path);

/* The folder of the absolute path `target`. Free it; NULL without memory. */
char *nf_out_folder(const char *target);

/* The name of the side file of `target` with that ending. Free it; NULL without memory. */
char *nf_out_side(const char *target, const char *ending);

/* NF_IO if the file that `found` is of must not be replaced or written: nobody may write to it (as
 * root, too), or we may not. `path` leads to it, and names it in the message. */
enum nf_status nf_out_permitted(const char *path, const struct stat *found, struct nf_error *err);

/* Makes an empty side file of `target` with a name that no other process makes: *side, which the
 * caller frees. Its descriptor, or -1 with errno. */
int nf_out_unique(const char *target, char **side);

/* The same for an empty folder; 0, or -1 with errno. */
int nf_out_unique_folder(const char *target, char **side);

/* Opens the new side file `side`, -1 with errno; EEXIST where there is anything of that name. */
int nf_out_new(const char *side);

/* Writes all of `text` to the new file `fd` of the name `side`, gives it the mode of the file
 * `target` where there is one, brings it to the disk and closes it. NF_IO; then `side` is removed.
 * `shown` names the file in messages. */
enum nf_status nf_out_fill(int fd, const char *side, const char *target, const struct nf_text *text,
                           const char *shown, struct nf_error *err);

/* Gives the finished file `side` the name `target`. NF_IO; then `side` is removed. */
enum nf_status nf_out_name(const char *side, const char *target, const char *shown,
                           struct nf_error *err);

#endif
