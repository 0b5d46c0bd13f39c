/* The database of a history of runs, for the files that add runs to it and read them; see history.h
 * for what is in it. None of this may be used by two threads at once for the same database. */
#ifndef NF_HISTORY_DB_H
#define NF_HISTORY_DB_H

#include "base/error.h"

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

enum { NF_HISTORY_APPLICATION = 0x6e66686d, NF_HISTORY_LAYOUT = 1 };

/* A database being used. */
struct nf_history {
    const char *path; /* for messages */
    const char *file; /* where it is: path, but for one that is being made */
    sqlite3 *db;
    struct nf_error *err;
};

/* Fails with what SQLite says of `code`: NF_INVALID for what is no history, else NF_IO. */
enum nf_status nf_history_fail(const struct nf_history *history, int code);

/* Opens history->file, to be closed even after a failure; to write it is made if it is not there.
 * NF_IO. */
enum nf_status nf_history_open(struct nf_history *history, bool write);
void nf_history_close(struct nf_history *history);

/* Whether it is a history, or an *empty database. Anything else is refused: NF_INVALID; NF_IO. */
enum nf_status nf_history_check_content(const struct nf_history *history, bool *empty);

/* A statement whose parameters are bound by name; the first failure stays. */
struct nf_binder {
    sqlite3_stmt *statement;
    int code;
};

/* Binds the parameter `name`. Strings are borrowed until the statement is stepped; NULL is NULL,
 * and so is a number that is not finite. */
void nf_bind_text(struct nf_binder *binder, const char *name, const char *text);
void nf_bind_count(struct nf_binder *binder, const char *name, uint64_t count);
void nf_bind_number(struct nf_binder *binder, const char *name, double number);

#endif
