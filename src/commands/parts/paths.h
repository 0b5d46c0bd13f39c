/* Checks for conflicts between the files of a command, before a long job. */
#ifndef NF_COMMANDS_PATHS_H
#define NF_COMMANDS_PATHS_H

#include "base/error.h"

#include <stddef.h>

enum nf_path_use {
    NF_PATH_READ,       /* read; only checked if it is a file */
    NF_PATH_STRATEGIES, /* the LIST of --strategy: its files are read */
    NF_PATH_WRITTEN,    /* created or replaced */
    NF_PATH_JOINED,     /* likewise, but it may replace a file that is read */
    NF_PATH_SAVED,      /* a checkpoint (sim/runs/checkpoint.h), likewise; FILE.1 goes with it */
    NF_PATH_DATABASE,   /* a history (sim/runs/history.h) that gets a new run */
    NF_PATH_FOLDER,     /* gets files under names that are free there */
};

/* A path and its use; `path` is NULL if the option was not given. */
struct nf_path {
    const char *path;
    enum nf_path_use use;
};

/* Checks `count` paths and `read`, a list of further input files ended by NULL, or NULL. Returns
 * NF_USAGE if two outputs are standard output or, by any spelling or link, the same file; if an
 * input would be replaced; or if one is the backup FILE.1 of a saved run.
 * Returns NF_IO if an output cannot be written: a directory, a missing folder, a write-protected
 * file. The content of databases is checked by nf_history_check(). */
enum nf_status nf_paths_check(const struct nf_path *paths, size_t count, const char *const *read,
                              struct nf_error *err);

#endif
