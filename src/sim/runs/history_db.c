#include "sim/runs/history_db.h"

#include "base/out_file.h"
#include "base/text.h"
#include "sim/runs/history.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum nf_status nf_history_fail(const struct nf_history *history, int code)
{
    switch (code & 0xff) {
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
    case SQLITE_ERROR: /* a table or column is missing */
        return nf_fail(history->err, NF_INVALID, "%.400s: not a history of runs: %s", history->path,
                       sqlite3_errmsg(history->db));
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return nf_fail(history->err, NF_IO,
                       "%.400s: locked by another program for more than %d seconds", history->path,
                       NF_HISTORY_WAIT_MS / 1000);
    default:
        return nf_fail(history->err, NF_IO, "%.400s: %s", history->path,
                       history->db == NULL ? "out of memory" : sqlite3_errmsg(history->db));
    }
}

/* SQLite has names that are no files; a path that begins with a letter or so is none of them. */
static int open_file(const char *path, int flags, sqlite3 **db)
{
    struct nf_text named = {0};
    nf_text_format(&named, "%s%s", path[0] == '/' ? "" : "./", path);
    const char *const name = nf_text_terminated(&named);
    const int code = named.failed ? SQLITE_NOMEM : sqlite3_open_v2(name, db, flags, NULL);
    nf_text_free(&named);
    return code;
}

enum nf_status nf_history_open(struct nf_history *history, bool write)
{
    struct stat found;
    const bool there = stat(history->file, &found) == 0;
    if (there) {
        const enum nf_status status = nf_out_regular(history->path, &found, history->err);
        if (status != NF_OK)
            return status;
    }
    if (!there && (!write || errno != ENOENT))
        return nf_fail(history->err, NF_IO, "%.400s: %s", history->path, strerror(errno));
    if (there && write) {
        const enum nf_status status = nf_out_permitted(history->file, &found, history->err);
        if (status != NF_OK)
            return status;
    }
    if (there && access(history->file, R_OK) != 0)
        return nf_fail(history->err, NF_IO, "%.400s: %s", history->path, strerror(errno));
    const int code = open_file(
        history->file, write ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY,
        &history->db);
    if (code != SQLITE_OK)
        return nf_history_fail(history, code);
    sqlite3_busy_timeout(history->db, NF_HISTORY_WAIT_MS);
    return NF_OK;
}

void nf_history_close(struct nf_history *history)
{
    sqlite3_close(history->db);
    history->db = NULL;
}

/* The one number that a statement asks for. */
static enum nf_status ask(const struct nf_history *history, const char *sql, int64_t *number)
{
    sqlite3_stmt *statement;
    int code = sqlite3_prepare_v2(history->db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK) {
        code = sqlite3_step(statement);
        *number = sqlite3_column_int64(statement, 0);
        sqlite3_finalize(statement);
    }
    return code == SQLITE_ROW ? NF_OK : nf_history_fail(history, code);
}

/* What tells a history from other databases, all of one moment: another process may be about to
 * make it one, so the three are read in one transaction. */
static enum nf_status ask_content(const struct nf_history *history, int64_t *application,
                                  int64_t *layout, int64_t *objects)
{
    const bool own = sqlite3_get_autocommit(history->db) != 0;
    if (own) {
        const int code = sqlite3_exec(history->db, "BEGIN", NULL, NULL, NULL);
        if (code != SQLITE_OK)
            return nf_history_fail(history, code);
    }
    enum nf_status status = ask(history, "SELECT count(*) FROM sqlite_master", objects);
    if (status == NF_OK)
        status = ask(history, "PRAGMA application_id", application);
    if (status == NF_OK)
        status = ask(history, "PRAGMA user_version", layout);
    if (own)
        sqlite3_exec(history->db, "ROLLBACK", NULL, NULL, NULL);
    return status;
}

enum nf_status nf_history_check_content(const struct nf_history *history, bool *empty)
{
    int64_t application = 0, layout = 0, objects = 0;
    const enum nf_status status = ask_content(history, &application, &layout, &objects);
    if (status != NF_OK)
        return status;
    *empty = application == 0 && layout == 0 && objects == 0;
    if (!*empty && application != NF_HISTORY_APPLICATION)
        return nf_fail(history->err, NF_INVALID,
                       "%.400s: not a history of runs: a database of another program (application "
                       "id %" PRId64 ", expected %d)",
                       history->path, application, NF_HISTORY_APPLICATION);
    if (!*empty && layout != NF_HISTORY_LAYOUT)
        return nf_fail(history->err, NF_INVALID,
                       "%.400s: a history of layout %" PRId64 ", expected %d: written by another "
                       "version of ninefold",
                       history->path, layout, NF_HISTORY_LAYOUT);
    return NF_OK;
}

static int index_of_parameter(struct nf_binder *binder, const char *name)
{
    const int place = sqlite3_bind_parameter_index(binder->statement, name);
    if (place == 0 && binder->code == SQLITE_OK)
        binder->code = SQLITE_RANGE;
    return place;
}

static void keep_code(struct nf_binder *binder, int code)
{
    if (binder->code == SQLITE_OK)
        binder->code = code;
}

void nf_bind_text(struct nf_binder *binder, const char *name, const char *text)
{
    keep_code(binder, sqlite3_bind_text(binder->statement, index_of_parameter(binder, name), text,
                                        -1, SQLITE_STATIC));
}

void nf_bind_count(struct nf_binder *binder, const char *name, uint64_t count)
{
    keep_code(binder, sqlite3_bind_int64(binder->statement, index_of_parameter(binder, name),
                                         (sqlite3_int64)count));
}

void nf_bind_number(struct nf_binder *binder, const char *name, double number)
{
    if (isfinite(number))
        keep_code(binder,
                  sqlite3_bind_double(binder->statement, index_of_parameter(binder, name), number));
}
