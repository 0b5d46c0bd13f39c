#include "sim/runs/history.h"

#include "base/json_text.h"
#include "base/out_file.h"
#include "base/owned.h"
#include "sim/runs/history_db.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The columns of runs but `saved`. */
#define LISTED                                                                                     \
    "id, written, version, game, players, rounds, deck, profile, weights, strategy, detail, seed," \
    " first, games, rejected, turns, digest, seconds, threads, kernel, machine"

static enum nf_status open_to_read(struct nf_history *history)
{
    bool empty;
    NF_TRY(nf_history_open(history, false));
    NF_TRY(nf_history_check_content(history, &empty));
    return empty ? nf_fail(history->err, NF_INVALID, "%.400s: not a history of runs: it is empty",
                           history->path)
                 : NF_OK;
}

/* A relative path's folder is the one we are in. */
static enum nf_status check_folder(const char *path, struct nf_error *err)
{
    const char *const slash = strrchr(path, '/');
    struct nf_text folder = {0};
    if (slash == NULL)
        nf_text_string(&folder, ".");
    else
        nf_text_bytes(&folder, path, (size_t)(slash - path) + 1);
    nf_text_bytes(&folder, "", 1);
    const bool there = !folder.failed && access(folder.data, W_OK | X_OK) == 0;
    nf_text_free(&folder);
    return there ? NF_OK
                 : nf_fail(err, NF_IO, "%.400s: its folder cannot be written: %s", path,
                           strerror(errno));
}

enum nf_status nf_history_check(const char *path, struct nf_error *err)
{
    struct stat found;
    if (strcmp(path, "-") == 0)
        return nf_fail(err, NF_USAGE, "--db -: expected a file, which standard output is not");
    /* SQLite keeps its journal beside the file. */
    NF_TRY(check_folder(path, err));
    if (stat(path, &found) != 0 && errno == ENOENT)
        return NF_OK;
    NF_FREED_BY(nf_history_close) struct nf_history history = {path, path, NULL, err};
    bool empty;
    NF_TRY(nf_history_open(&history, false));
    NF_TRY(nf_out_permitted(path, &found, err));
    return nf_history_check_content(&history, &empty);
}

static json_t *column_json(sqlite3_stmt *statement, int column)
{
    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER: return json_integer(sqlite3_column_int64(statement, column));
    case SQLITE_FLOAT: return nf_json_number(sqlite3_column_double(statement, column));
    case SQLITE_NULL: return json_null();
    default: return json_string((const char *)sqlite3_column_text(statement, column));
    }
}

static json_t *row_json(sqlite3_stmt *statement)
{
    json_t *const row = json_object();
    for (int column = 0; column < sqlite3_column_count(statement); column++)
        json_object_set_new(row, sqlite3_column_name(statement, column),
                            column_json(statement, column));
    return row;
}

static enum nf_status list_runs(const struct nf_history *history,
                                const struct nf_history_filter *filter, json_t *runs)
{
    static const char sql[] = "SELECT " LISTED " FROM runs WHERE (:game IS NULL OR game = :game)"
                              " AND (:players = 0 OR players = :players) ORDER BY id";
    struct nf_binder binder = {0};
    int code = sqlite3_prepare_v2(history->db, sql, -1, &binder.statement, NULL);
    if (code != SQLITE_OK)
        return nf_history_fail(history, code);
    nf_bind_text(&binder, ":game", filter->game);
    nf_bind_count(&binder, ":players", filter->players);
    while ((code = sqlite3_step(binder.statement)) == SQLITE_ROW)
        json_array_append_new(runs, row_json(binder.statement));
    enum nf_status status = code == SQLITE_DONE ? NF_OK : nf_history_fail(history, code);
    if (status == NF_OK && nf_json_failed())
        status = nf_fail(history->err, NF_IO, "out of memory for the list of runs");
    sqlite3_finalize(binder.statement);
    return status;
}

enum nf_status nf_history_list(const char *path, const struct nf_history_filter *filter,
                               json_t **runs, struct nf_error *err)
{
    NF_FREED_BY(nf_history_close) struct nf_history history = {path, path, NULL, err};
    json_auto_t *made = json_array();
    if (made == NULL)
        return nf_fail(err, NF_IO, "out of memory for the list of runs");
    NF_TRY(open_to_read(&history));
    NF_TRY(list_runs(&history, filter, made));
    *runs = json_incref(made);
    return NF_OK;
}

enum nf_status nf_history_load(const char *path, uint64_t id, struct nf_text *saved,
                               struct nf_error *err)
{
    NF_FREED_BY(nf_history_close) struct nf_history history = {path, path, NULL, err};
    sqlite3_stmt *statement = NULL;
    NF_TRY(open_to_read(&history));
    enum nf_status status = NF_OK;
    int code =
        sqlite3_prepare_v2(history.db, "SELECT saved FROM runs WHERE id = ?", -1, &statement, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_bind_int64(statement, 1, (sqlite3_int64)id);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        nf_text_bytes(saved, sqlite3_column_blob(statement, 0),
                      (size_t)sqlite3_column_bytes(statement, 0));
    else if (code == SQLITE_DONE)
        status = nf_fail(err, NF_USAGE, "%.400s: there is no run %" PRIu64, path, id);
    else
        status = nf_history_fail(&history, code);
    sqlite3_finalize(statement);
    return status == NF_OK && saved->failed ? nf_fail(err, NF_IO, "out of memory for a saved run")
                                            : status;
}
