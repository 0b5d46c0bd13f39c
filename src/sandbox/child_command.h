/* What exactly is executed for a program: found in PATH, put under bubblewrap, checked for the fork
 * server. */
#ifndef NF_CHILD_COMMAND_H
#define NF_CHILD_COMMAND_H

#include "base/error.h"
#include "sandbox/child.h"

#include <stdbool.h>

struct nf_command {
    char *path;     /* what is executed */
    char **argv;    /* its arguments, ended by NULL */
    char *preload;  /* the fork server's library, or NULL: no fork server */
    bool sandboxed; /* `path` is bubblewrap, which says 128+n of a program killed by signal n */
};

/* Prepares the command of `options`. NF_USAGE when there is no such program or it does not go with
 * the options, NF_IO when bubblewrap does not work here, the fork server's library is missing, or
 * memory. */
enum nf_status nf_command_prepare(const struct nf_child_options *options,
                                  struct nf_command *command, struct nf_error *err);
void nf_command_free(struct nf_command *command);

/* Finds `name` as the shell would: as a path where it has a slash, or in PATH. Returns an allocated
 * path, or NULL with errno. */
char *nf_find_program(const char *name);

#endif
