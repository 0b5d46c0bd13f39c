#include "sim/runs/history.h"

#include "base/embed.h"
#include "base/json_text.h"
#include "base/machine.h"
#include "base/out_file.h"
#include "base/owned.h"
#include "base/version.h"
#include "sim/runs/saved.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the database ---- */

enum { APPLICATION = 0x6e66686d, LAYOUT = 1 };
_Static_assert(APPLICATION == 1852205165 && LAYOUT == 1, "as in history.sql");
NF_EMBED(nf_history_sql, "src/sim/runs/history.sql");
NF_EMBED(nf_history_add_sql, "src/sim/runs/history_add.sql");
NF_EMBED(nf_history_list_sql, "src/sim/runs/history_list.sql");

/* A database being used. */
struct history {
    const char *path; /* for messages */
    const char *file; /* where it is: path, but for one that is being made */
    sqlite3 *db;
    struct nf_error *err;
};

/* A statement whose parameters are bound by name; the first failure stays. */
struct binder {
    sqlite3_stmt *statement;
    int code;
};

/* Fails with what SQLite says of `code`: NF_INVALID for what is no history, else NF_IO. */
static enum nf_status fail_history(const struct history *history, int code)
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

/* Opens history->file, to be closed even after a failure; to write it is made if it is not there.
 */
static enum nf_status open_history(struct history *history, bool write)
{
    struct stat found;
    const bool there = stat(history->file, &found) == 0;
    if (there)
        NF_TRY(nf_out_regular(history->path, &found, history->err));
    if (!there && (!write || errno != ENOENT))
        return nf_fail(history->err, NF_IO, "%.400s: %s", history->path, strerror(errno));
    if (there && write)
        NF_TRY(nf_out_permitted(history->file, &found, history->err));
    if (there && access(history->file, R_OK) != 0)
        return nf_fail(history->err, NF_IO, "%.400s: %s", history->path, strerror(errno));
    const int code = open_file(
        history->file, write ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY,
        &history->db);
    if (code != SQLITE_OK)
        return fail_history(history, code);
    sqlite3_busy_timeout(history->db, NF_HISTORY_WAIT_MS);
    return NF_OK;
}

static void close_history(struct history *history)
{
    sqlite3_close(history->db);
    history->db = NULL;
}

/* The one number that a statement asks for. */
static enum nf_status ask(const struct history *history, const char *sql, int64_t *number)
{
    sqlite3_stmt *statement;
    int code = sqlite3_prepare_v2(history->db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK) {
        code = sqlite3_step(statement);
        *number = sqlite3_column_int64(statement, 0);
        sqlite3_finalize(statement);
    }
    return code == SQLITE_ROW ? NF_OK : fail_history(history, code);
}

/* What tells a history from other databases, all of one moment: another process may be about to
 * make it one, so the three are read in one transaction. */
static enum nf_status ask_content(const struct history *history, int64_t *application,
                                  int64_t *layout, int64_t *objects)
{
    const bool own = sqlite3_get_autocommit(history->db) != 0;
    if (own) {
        const int code = sqlite3_exec(history->db, "BEGIN", NULL, NULL, NULL);
        if (code != SQLITE_OK)
            return fail_history(history, code);
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

/* Whether it is a history, or an *empty database. Anything else is refused: NF_INVALID. */
static enum nf_status check_history(const struct history *history, bool *empty)
{
    int64_t application = 0, layout = 0, objects = 0;
    NF_TRY(ask_content(history, &application, &layout, &objects));
    *empty = application == 0 && layout == 0 && objects == 0;
    if (!*empty && application != APPLICATION)
        return nf_fail(history->err, NF_INVALID,
                       "%.400s: not a history of runs: a database of another program (application "
                       "id %" PRId64 ", expected %d)",
                       history->path, application, APPLICATION);
    if (!*empty && layout != LAYOUT)
        return nf_fail(history->err, NF_INVALID,
                       "%.400s: a history of layout %" PRId64 ", expected %d: written by another "
                       "version of ninefold",
                       history->path, layout, LAYOUT);
    return NF_OK;
}

static int index_of_parameter(struct binder *binder, const char *name)
{
    const int place = sqlite3_bind_parameter_index(binder->statement, name);
    if (place == 0 && binder->code == SQLITE_OK)
        binder->code = SQLITE_RANGE;
    return place;
}

static void keep_code(struct binder *binder, int code)
{
    if (binder->code == SQLITE_OK)
        binder->code = code;
}

/* Strings are borrowed until the statement is stepped; NULL is NULL, and so is a number that is
 * not finite. */
static void bind_text(struct binder *binder, const char *name, const char *text)
{
    keep_code(binder, sqlite3_bind_text(binder->statement, index_of_parameter(binder, name), text,
                                        -1, SQLITE_STATIC));
}

static void bind_count(struct binder *binder, const char *name, uint64_t count)
{
    keep_code(binder, sqlite3_bind_int64(binder->statement, index_of_parameter(binder, name),
                                         (sqlite3_int64)count));
}

static void bind_number(struct binder *binder, const char *name, double number)
{
    if (isfinite(number))
        keep_code(binder,
                  sqlite3_bind_double(binder->statement, index_of_parameter(binder, name), number));
}

/* ---- adding runs ---- */

static void bind_run(struct binder *binder, const struct nf_report *report)
{
    const struct nf_tally *const tally = report->tally;
    const struct nf_params *const params = &tally->setup->params;
    bind_text(binder, ":version", nf_version);
    bind_text(binder, ":game", tally->setup->game->name);
    bind_count(binder, ":players", params->players);
    bind_count(binder, ":rounds", params->rounds);
    if (params->deck > 0)
        bind_count(binder, ":deck", params->deck);
    bind_text(binder, ":profile", params->weights != NULL ? NULL : params->profile);
    bind_text(binder, ":weights", params->weights);
    bind_text(binder, ":strategy", params->strategy);
    bind_count(binder, ":detail", params->detail);
    bind_count(binder, ":seed", params->seed);
    bind_count(binder, ":first", report->spans_count > 0 ? report->spans[0].first : 0);
    bind_count(binder, ":games", tally->games);
    bind_count(binder, ":rejected", nf_report_rejected(tally));
    bind_count(binder, ":turns", nf_tally_turns(tally));
    bind_number(binder, ":seconds", report->seconds);
    bind_count(binder, ":threads", report->threads);
    bind_text(binder, ":kernel", report->kernel);
}

/* Steps a statement that gives no rows. */
static enum nf_status run_statement(const struct history *history, struct binder *binder)
{
    if (binder->code == SQLITE_OK)
        binder->code = sqlite3_step(binder->statement);
    const enum nf_status status =
        binder->code == SQLITE_DONE ? NF_OK : fail_history(history, binder->code);
    sqlite3_reset(binder->statement);
    sqlite3_clear_bindings(binder->statement);
    binder->code = SQLITE_OK;
    return status;
}

static enum nf_status insert_run(const struct history *history, const struct nf_report *report,
                                 const char *saved)
{
    char digest[NF_DIGEST_TEXT], machine[NF_MACHINE_NAME_BYTES];
    struct binder binder = {0};
    const int code =
        sqlite3_prepare_v2(history->db, nf_history_add_sql, -1, &binder.statement, NULL);
    if (code != SQLITE_OK)
        return fail_history(history, code);
    nf_digest_print(&report->tally->digest, digest);
    nf_machine_name(machine);
    bind_run(&binder, report);
    bind_text(&binder, ":digest", digest);
    bind_text(&binder, ":machine", machine);
    bind_text(&binder, ":saved", saved);
    const enum nf_status status = run_statement(history, &binder);
    sqlite3_finalize(binder.statement);
    return status;
}

static enum nf_status insert_seats(const struct history *history, const struct nf_tally *tally,
                                   uint64_t id)
{
    static const char sql[] =
        "INSERT INTO seats VALUES (:run, :seat, :what, :times, :share, :low, :high)";
    const struct nf_tally_ops *const ops = tally->setup->game->tally;
    if (ops->share == NULL)
        return NF_OK;
    struct binder binder = {0};
    const int code = sqlite3_prepare_v2(history->db, sql, -1, &binder.statement, NULL);
    if (code != SQLITE_OK)
        return fail_history(history, code);
    enum nf_status status = NF_OK;
    for (uint32_t seat = 0; status == NF_OK && seat < tally->setup->params.players; seat++) {
        uint64_t times;
        const struct nf_estimate share = ops->share(tally, seat, &times);
        bind_count(&binder, ":run", id);
        bind_count(&binder, ":seat", seat + 1);
        bind_text(&binder, ":what", ops->event);
        bind_count(&binder, ":times", times);
        bind_number(&binder, ":share", share.mean);
        bind_number(&binder, ":low", share.low);
        bind_number(&binder, ":high", share.high);
        status = run_statement(history, &binder);
    }
    sqlite3_finalize(binder.statement);
    return status;
}

/* The keys of a row: "3", or "3, 5". */
static void put_keys(struct nf_text *text, const struct nf_table *table, size_t row)
{
    for (size_t key = 0; key < table->keys; key++) {
        const struct nf_cell *const cell = nf_table_cell(table, row, key);
        nf_text_string(text, key > 0 ? ", " : "");
        if (cell->is == NF_CELL_TEXT)
            nf_text_string(text, cell->text);
        else
            nf_text_format(text, "%" PRIu64, cell->count);
    }
    nf_text_bytes(text, "", 1);
}

/* Inserts the numbers of a row. */
static enum nf_status insert_row(const struct history *history, struct binder *binder, uint64_t id,
                                 const struct nf_table *table, size_t row)
{
    NF_OWNED_TEXT struct nf_text keys = {0};
    put_keys(&keys, table, row);
    NF_TRY_MEMORY(!keys.failed, history->err);
    for (size_t i = table->keys; i < table->width; i++) {
        const struct nf_cell *const cell = nf_table_cell(table, row, i);
        if (cell->is == NF_CELL_TEXT)
            continue;
        bind_count(binder, ":run", id);
        bind_text(binder, ":statistic", table->about.name);
        bind_text(binder, ":row", keys.data);
        bind_text(binder, ":measure", table->columns[i].name);
        if (cell->is == NF_CELL_COUNT)
            bind_count(binder, ":value", cell->count);
        else
            bind_number(binder, ":value", cell->number);
        bind_number(binder, ":low", cell->low);
        bind_number(binder, ":high", cell->high);
        NF_TRY(run_statement(history, binder));
    }
    return NF_OK;
}

static enum nf_status insert_statistics(const struct history *history,
                                        const struct nf_tables *tables, uint64_t id)
{
    static const char sql[] = "INSERT INTO statistics VALUES (:run, :statistic, :row, :measure,"
                              " :value, :low, :high)";
    struct binder binder = {0};
    const int code = sqlite3_prepare_v2(history->db, sql, -1, &binder.statement, NULL);
    enum nf_status status = code == SQLITE_OK ? NF_OK : fail_history(history, code);
    for (size_t i = 0; status == NF_OK && i < tables->count; i++)
        for (size_t row = 0; status == NF_OK && row < nf_table_rows(&tables->list[i]); row++)
            status = insert_row(history, &binder, id, &tables->list[i], row);
    sqlite3_finalize(binder.statement);
    return status;
}

static enum nf_status execute(const struct history *history, const char *sql)
{
    const int code = sqlite3_exec(history->db, sql, NULL, NULL, NULL);
    return code == SQLITE_OK ? NF_OK : fail_history(history, code);
}

/* Appends the saved run on one line, which is shorter without the digests of blocks. */
static enum nf_status saved_line(const struct nf_report *report, struct nf_text *line,
                                 struct nf_error *err)
{
    NF_OWNED_TEXT struct nf_text text = {0};
    struct nf_blocks none = {0};
    struct nf_tally tally = *report->tally;
    struct nf_report shorter = *report;
    tally.blocks = &none;
    shorter.tally = &tally;
    NF_TRY(nf_saved_write(&text, &shorter, err));
    json_auto_t *document = text.failed ? NULL : json_loadb(text.data, text.size, 0, NULL);
    nf_json_dump(line, document, JSON_COMPACT);
    nf_text_terminated(line);
    return line->failed ? nf_fail_memory(err) : NF_OK;
}

/* What is one transaction. */
static enum nf_status insert_all(const struct history *history, const struct nf_report *report,
                                 const struct nf_tables *tables, const char *saved, uint64_t *id)
{
    bool empty = false;
    NF_TRY(check_history(history, &empty));
    NF_TRY(execute(history, nf_history_sql));
    NF_TRY(insert_run(history, report, saved));
    *id = (uint64_t)sqlite3_last_insert_rowid(history->db);
    NF_TRY(insert_seats(history, report->tally, *id));
    NF_TRY(insert_statistics(history, tables, *id));
    return execute(history, "COMMIT");
}

/* The write lock is taken at once: so what was looked at stays as it is, and no two transactions
 * wait for each other. */
static enum nf_status store_run(const struct history *history, const struct nf_report *report,
                                const struct nf_tables *tables, const char *saved, uint64_t *id)
{
    NF_TRY(execute(history, "BEGIN IMMEDIATE"));
    const enum nf_status status = insert_all(history, report, tables, saved, id);
    if (status != NF_OK)
        sqlite3_exec(history->db, "ROLLBACK", NULL, NULL, NULL);
    return status;
}

/* Adds a run to the database `file`, which is made if there is none. */
static enum nf_status add_to(const char *path, const char *file, const struct nf_report *report,
                             const char *saved, uint64_t *id, struct nf_error *err)
{
    NF_FREED_BY(close_history) struct history history = {path, file, NULL, err};
    NF_FREED_BY(nf_tables_free) struct nf_tables own = {0};
    struct nf_tables tables = {0};
    if (report->tally->games > 0)
        tables = nf_report_found(report, &own);
    NF_TRY_MEMORY(!tables.failed, err);
    NF_TRY(open_history(&history, true));
    return store_run(&history, report, &tables, saved, id);
}

/* Gives a finished database its name. Somebody else may have been faster: then *late. */
static enum nf_status give_name(const char *path, const char *target, const char *file, bool *late,
                                struct nf_error *err)
{
    if (nf_out_link(file, target) == 0)
        return NF_OK;
    *late = errno == EEXIST;
    return *late ? NF_OK : nf_fail(err, NF_IO, "%.400s: %s", path, strerror(errno));
}

/* Makes a database with its first run beside `path`: so that there is none, or a whole one. With
 * *late nothing was done, for there is one now. */
static enum nf_status add_first(const char *path, const struct nf_report *report, const char *saved,
                                uint64_t *id, bool *late, struct nf_error *err)
{
    NF_OWNED char *file = NULL, *target = nf_out_target(path);
    NF_OWNED_TEXT struct nf_text journal = {0};
    const int fd = target == NULL ? -1 : nf_out_unique(target, &file);
    if (fd < 0)
        return nf_fail(err, NF_IO, "%.400s: %s", path, strerror(errno));
    close(fd); /* an empty file is a database without anything in it */
    nf_text_format(&journal, "%s-journal", file);
    nf_text_terminated(&journal);
    enum nf_status status =
        journal.failed ? nf_fail_memory(err) : add_to(path, file, report, saved, id, err);
    if (status == NF_OK)
        status = give_name(path, target, file, late, err);
    unlink(file);
    if (!journal.failed)
        unlink(journal.data);
    return status;
}

enum nf_status nf_history_add(const char *path, const struct nf_report *report, uint64_t *id,
                              struct nf_error *err)
{
    struct stat found;
    NF_OWNED_TEXT struct nf_text line = {0};
    NF_TRY(saved_line(report, &line, err));
    const char *const saved = line.data;
    if (stat(path, &found) != 0 && errno == ENOENT) {
        bool late = false;
        sigset_t signals;
        nf_out_shield(&signals);
        const enum nf_status status = add_first(path, report, saved, id, &late, err);
        nf_out_unshield(&signals);
        if (status != NF_OK || !late)
            return status;
    }
    return add_to(path, path, report, saved, id, err);
}

/* ---- reading them ---- */

static enum nf_status open_to_read(struct history *history)
{
    bool empty;
    NF_TRY(open_history(history, false));
    NF_TRY(check_history(history, &empty));
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
    NF_FREED_BY(close_history) struct history history = {path, path, NULL, err};
    bool empty;
    NF_TRY(open_history(&history, false));
    NF_TRY(nf_out_permitted(path, &found, err));
    return check_history(&history, &empty);
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

static enum nf_status list_runs(const struct history *history,
                                const struct nf_history_filter *filter, json_t *runs)
{
    struct binder binder = {0};
    int code = sqlite3_prepare_v2(history->db, nf_history_list_sql, -1, &binder.statement, NULL);
    if (code != SQLITE_OK)
        return fail_history(history, code);
    bind_text(&binder, ":game", filter->game);
    bind_count(&binder, ":players", filter->players);
    while ((code = sqlite3_step(binder.statement)) == SQLITE_ROW)
        json_array_append_new(runs, row_json(binder.statement));
    enum nf_status status = code == SQLITE_DONE ? NF_OK : fail_history(history, code);
    if (status == NF_OK && nf_json_failed())
        status = nf_fail_memory(history->err);
    sqlite3_finalize(binder.statement);
    return status;
}

enum nf_status nf_history_list(const char *path, const struct nf_history_filter *filter,
                               json_t **runs, struct nf_error *err)
{
    NF_FREED_BY(close_history) struct history history = {path, path, NULL, err};
    json_auto_t *made = json_array();
    NF_TRY_MEMORY(made != NULL, err);
    NF_TRY(open_to_read(&history));
    NF_TRY(list_runs(&history, filter, made));
    *runs = json_incref(made);
    return NF_OK;
}

enum nf_status nf_history_load(const char *path, uint64_t id, struct nf_text *saved,
                               struct nf_error *err)
{
    NF_FREED_BY(close_history) struct history history = {path, path, NULL, err};
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
        status = fail_history(&history, code);
    sqlite3_finalize(statement);
    return status == NF_OK && saved->failed ? nf_fail_memory(err) : status;
}
