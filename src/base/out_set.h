/* Output files that belong together, written all or none: each to a side file (see out_file.h),
 * which get their names when all are complete. */
#ifndef NF_OUT_SET_H
#define NF_OUT_SET_H

#include "base/text.h"

#include <signal.h>
#include <stddef.h>

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
