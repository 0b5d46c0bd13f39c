/* The files that a command is given, held against each other before a long job. */
#ifndef NF_COMMANDS_PATHS_H
#define NF_COMMANDS_PATHS_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

enum nf_path_use {
    NF_PATH_READ,       /* read; what is no file is none of our business */
    NF_PATH_STRATEGIES, /* the LIST of --strategy: its files are read */
    NF_PATH_WRITTEN,    /* made or replaced */
    NF_PATH_JOINED,     /* likewise, but it may take the place of a file that is read */
    NF_PATH_SAVED,      /* a checkpoint (runs/checkpoint.h), likewise; FILE.1 goes with it */
    NF_PATH_DATABASE,   /* a history (runs/history.h) that is added to */
    NF_PATH_DATABASE_READ,
    NF_PATH_NUMBERED, /* a folder that gets files of the names 001.ANYTHING and so on */
    NF_PATH_TABLES,   /* a folder that gets files of the names ANYTHING.csv */
};

/* What the command line says; NULL for what it does not. */
struct nf_path {
    const char *path;
    enum nf_path_use use;
};

/* Looks at all of them, and at `read`, further files that are read: NULL at the end, or NULL for
 * none. NF_USAGE if two outputs are standard output or, by whatever spelling and links, one file;
 * if a file that is read would be replaced; or if one is a file that ninefold or SQLite keeps
 * beside another. NF_IO if an output could hardly be written: a directory, a folder that is not
 * there, a file that is write-protected. Databases are looked into by nf_history_check. */
enum nf_status nf_paths_check(const struct nf_path *paths, size_t count, const char *const *read,
                              struct nf_error *err);

/* Whether two paths lead to one file. */
bool nf_paths_same(const char *a, const char *b);

#endif
