#include "core/history.h"

#include "core/json_text.h"
#include "core/machine.h"
#include "core/saved.h"
#include "version.h"

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

enum { APPLICATION_ID = 0x6e66686d, LAYOUT = 1 };

/* A database being used. */
struct history {
    const char *path; /* for messages */
    const char *file; /* where it is: path, but for one that is being made */
    sqlite3 *db;
    struct nf_error *err;
};

static const char make_tables[] =
    "PRAGMA application_id = 1852205165;" /* APPLICATION_ID */
    "PRAGMA user_version = 1;"            /* LAYOUT */
    "CREATE TABLE runs (id INTEGER PRIMARY KEY AUTOINCREMENT, written TEXT NOT NULL,"
    " version TEXT NOT NULL, game TEXT NOT NULL, players INTEGER NOT NULL,"
    " rounds INTEGER NOT NULL, deck INTEGER, profile TEXT, weights TEXT, strategy TEXT,"
    " detail INTEGER NOT NULL, seed INTEGER NOT NULL, first INTEGER NOT NULL,"
    " games INTEGER NOT NULL, rejected INTEGER NOT NULL, turns INTEGER NOT NULL,"
    " digest TEXT NOT NULL, seconds REAL NOT NULL, threads INTEGER NOT NULL,"
    " kernel TEXT NOT NULL, machine TEXT NOT NULL, saved TEXT NOT NULL);"
    "CREATE TABLE seats (run INTEGER NOT NULL REFERENCES runs (id), seat INTEGER NOT NULL,"
    " what TEXT NOT NULL, times INTEGER NOT NULL, share REAL, low REAL, high REAL,"
    " PRIMARY KEY (run, seat)) WITHOUT ROWID;";
_Static_assert(APPLICATION_ID == 1852205165 && LAYOUT == 1, "as in the statements");

/* The columns of runs but `saved`. */
#define LISTED                                                                                     \
    "id, written, version, game, players, rounds, deck, profile, weights, strategy, detail, seed," \
    " first, games, rejected, turns, digest, seconds, threads, kernel, machine"

/* ---- the database ---- */

/* Fails with what SQLite says. */
static enum nf_exit fail(const struct history *history, int code)
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
    nf_text_bytes(&named, "", 1);
    const int code = named.failed ? SQLITE_NOMEM : sqlite3_open_v2(named.data, db, flags, NULL);
    nf_text_free(&named);
    return code;
}

static enum nf_exit open_history(struct history *history, bool write)
{
    struct stat found;
    const bool there = stat(history->file, &found) == 0;
    if (there && !S_ISREG(found.st_mode))
        return nf_fail(history->err, NF_IO, "%.400s: not a regular file", history->path);
    if (!there && (!write || errno != ENOENT))
        return nf_fail(history->err, NF_IO, "%.400s: %s", history->path, strerror(errno));
    if (there && access(history->file, write ? W_OK | R_OK : R_OK) != 0)
        return nf_fail(history->err, NF_IO, "%.400s: %s", history->path, strerror(errno));
    const int code = open_file(
        history->file, write ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY,
        &history->db);
    if (code != SQLITE_OK)
        return fail(history, code);
    sqlite3_busy_timeout(history->db, NF_HISTORY_WAIT_MS);
    return NF_OK;
}

static void close_history(struct history *history)
{
    sqlite3_close(history->db);
    history->db = NULL;
}

/* The one number that a statement asks for. */
static enum nf_exit ask(const struct history *history, const char *sql, int64_t *number)
{
    sqlite3_stmt *statement;
    int code = sqlite3_prepare_v2(history->db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK) {
        code = sqlite3_step(statement);
        *number = sqlite3_column_int64(statement, 0);
        sqlite3_finalize(statement);
    }
    return code == SQLITE_ROW ? NF_OK : fail(history, code);
}

/* What tells a history from other databases, all of one moment: another process may be about to
 * make it one, so the three are read in one transaction. */
static enum nf_exit ask_content(const struct history *history, int64_t *application,
                                int64_t *layout, int64_t *objects)
{
    const bool own = sqlite3_get_autocommit(history->db) != 0;
    if (own) {
        const int code = sqlite3_exec(history->db, "BEGIN", NULL, NULL, NULL);
        if (code != SQLITE_OK)
            return fail(history, code);
    }
    enum nf_exit end = ask(history, "SELECT count(*) FROM sqlite_master", objects);
    if (end == NF_OK)
        end = ask(history, "PRAGMA application_id", application);
    if (end == NF_OK)
        end = ask(history, "PRAGMA user_version", layout);
    if (own)
        sqlite3_exec(history->db, "ROLLBACK", NULL, NULL, NULL);
    return end;
}

/* Whether it is a history, or an empty database. Anything else is refused. */
static enum nf_exit check_content(const struct history *history, bool *empty)
{
    int64_t application = 0, layout = 0, objects = 0;
    const enum nf_exit end = ask_content(history, &application, &layout, &objects);
    if (end != NF_OK)
        return end;
    *empty = application == 0 && layout == 0 && objects == 0;
    if (!*empty && application != APPLICATION_ID)
        return nf_fail(history->err, NF_INVALID,
                       "%.400s: not a history of runs: a database of another program (application "
                       "id %" PRId64 ", expected %d)",
                       history->path, application, APPLICATION_ID);
    if (!*empty && layout != LAYOUT)
        return nf_fail(history->err, NF_INVALID,
                       "%.400s: a history of layout %" PRId64 ", expected %d: written by another "
                       "version of ninefold",
                       history->path, layout, LAYOUT);
    return NF_OK;
}

static enum nf_exit open_to_read(struct history *history)
{
    bool empty;
    enum nf_exit end = open_history(history, false);
    if (end == NF_OK)
        end = check_content(history, &empty);
    if (end == NF_OK && empty)
        end = nf_fail(history->err, NF_INVALID, "%.400s: not a history of runs: it is empty",
                      history->path);
    return end;
}

/* A relative path's folder is the one we are in. */
static enum nf_exit check_folder(const char *path, struct nf_error *err)
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

enum nf_exit nf_history_check(const char *path, struct nf_error *err)
{
    struct stat found;
    if (strcmp(path, "-") == 0)
        return nf_fail(err, NF_USAGE, "--db -: expected a file, which standard output is not");
    /* SQLite keeps its journal beside the file. */
    enum nf_exit end = check_folder(path, err);
    if (end != NF_OK || (stat(path, &found) != 0 && errno == ENOENT))
        return end;
    struct history history = {path, path, NULL, err};
    bool empty;
    end = open_history(&history, false);
    if (end == NF_OK && access(path, W_OK) != 0)
        end = nf_fail(err, NF_IO, "%.400s: %s", path, strerror(errno));
    if (end == NF_OK)
        end = check_content(&history, &empty);
    close_history(&history);
    return end;
}

/* ---- writing ---- */

static uint64_t rejected(const struct nf_tally *tally)
{
    uint64_t sum = 0;
    for (int kind = 0; kind < NF_REJECT_KINDS; kind++)
        sum += tally->rejected[kind];
    return sum;
}

/* A statement whose parameters are bound by name; the first failure stays. */
struct binder {
    sqlite3_stmt *statement;
    int code;
};

static int place_of(struct binder *binder, const char *name)
{
    const int place = sqlite3_bind_parameter_index(binder->statement, name);
    if (place == 0 && binder->code == SQLITE_OK)
        binder->code = SQLITE_RANGE;
    return place;
}

static void settle(struct binder *binder, int code)
{
    if (binder->code == SQLITE_OK)
        binder->code = code;
}

/* Strings stay until the statement is stepped. NULL is NULL. */
static void bind_text(struct binder *binder, const char *name, const char *text)
{
    settle(binder,
           sqlite3_bind_text(binder->statement, place_of(binder, name), text, -1, SQLITE_STATIC));
}

static void bind_count(struct binder *binder, const char *name, uint64_t count)
{
    settle(binder,
           sqlite3_bind_int64(binder->statement, place_of(binder, name), (sqlite3_int64)count));
}

/* NAN is NULL. */
static void bind_number(struct binder *binder, const char *name, double number)
{
    if (isfinite(number))
        settle(binder, sqlite3_bind_double(binder->statement, place_of(binder, name), number));
}

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
    bind_count(binder, ":rejected", rejected(tally));
    bind_count(binder, ":turns", nf_tally_turns(tally));
    bind_number(binder, ":seconds", report->seconds);
    bind_count(binder, ":threads", report->threads);
    bind_text(binder, ":kernel", report->kernel);
}

/* Steps a statement that gives no rows. */
static enum nf_exit run_statement(const struct history *history, struct binder *binder)
{
    if (binder->code == SQLITE_OK)
        binder->code = sqlite3_step(binder->statement);
    const enum nf_exit end = binder->code == SQLITE_DONE ? NF_OK : fail(history, binder->code);
    sqlite3_reset(binder->statement);
    sqlite3_clear_bindings(binder->statement);
    binder->code = SQLITE_OK;
    return end;
}

static enum nf_exit insert_run(const struct history *history, const struct nf_report *report,
                               const char *saved)
{
    static const char sql[] =
        "INSERT INTO runs (written, version, game, players, rounds, deck, profile, weights,"
        " strategy, detail, seed, first, games, rejected, turns, digest, seconds, threads, kernel,"
        " machine, saved) VALUES (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), :version, :game, :players,"
        " :rounds, :deck, :profile, :weights, :strategy, :detail, :seed, :first, :games, :rejected,"
        " :turns, :digest, :seconds, :threads, :kernel, :machine, :saved)";
    char digest[NF_DIGEST_TEXT], machine[NF_MACHINE_NAME_BYTES];
    struct binder binder = {0};
    const int code = sqlite3_prepare_v2(history->db, sql, -1, &binder.statement, NULL);
    if (code != SQLITE_OK)
        return fail(history, code);
    nf_digest_print(&report->tally->digest, digest);
    nf_machine_name(machine);
    bind_run(&binder, report);
    bind_text(&binder, ":digest", digest);
    bind_text(&binder, ":machine", machine);
    bind_text(&binder, ":saved", saved);
    const enum nf_exit end = run_statement(history, &binder);
    sqlite3_finalize(binder.statement);
    return end;
}

static enum nf_exit insert_seats(const struct history *history, const struct nf_tally *tally,
                                 uint64_t id)
{
    static const char sql[] =
        "INSERT INTO seats VALUES (:run, :seat, :what, :times, :share, :low, :high)";
    const struct nf_tallying *const tallying = nf_tallying_of(tally->setup);
    if (tallying->share == NULL)
        return NF_OK;
    struct binder binder = {0};
    const int code = sqlite3_prepare_v2(history->db, sql, -1, &binder.statement, NULL);
    if (code != SQLITE_OK)
        return fail(history, code);
    enum nf_exit end = NF_OK;
    for (uint32_t seat = 0; end == NF_OK && seat < tally->setup->params.players; seat++) {
        uint64_t times;
        const struct nf_estimate share = tallying->share(tally, seat, &times);
        bind_count(&binder, ":run", id);
        bind_count(&binder, ":seat", seat + 1);
        bind_text(&binder, ":what", tallying->befalls);
        bind_count(&binder, ":times", times);
        bind_number(&binder, ":share", share.mean);
        bind_number(&binder, ":low", share.low);
        bind_number(&binder, ":high", share.high);
        end = run_statement(history, &binder);
    }
    sqlite3_finalize(binder.statement);
    return end;
}

static enum nf_exit execute(const struct history *history, const char *sql)
{
    const int code = sqlite3_exec(history->db, sql, NULL, NULL, NULL);
    return code == SQLITE_OK ? NF_OK : fail(history, code);
}

/* The saved run on one line. Free it. */
static enum nf_exit saved_line(const struct nf_report *report, char **line, struct nf_error *err)
{
    struct nf_text text = {0};
    const enum nf_exit end = nf_saved_write(&text, report, err);
    if (end != NF_OK) {
        nf_text_free(&text);
        return end;
    }
    json_t *const document = text.failed ? NULL : json_loadb(text.data, text.size, 0, NULL);
    *line = json_dumps(document, JSON_COMPACT);
    json_decref(document);
    nf_text_free(&text);
    return *line != NULL && !nf_json_failed()
               ? NF_OK
               : nf_fail(err, NF_IO, "out of memory for a saved run");
}

/* What is one transaction. The write lock is taken at once: so what was looked at stays as it is,
 * and no two of them wait for each other. */
static enum nf_exit add(const struct history *history, const struct nf_report *report,
                        const char *saved, uint64_t *id)
{
    bool empty = false;
    enum nf_exit end = execute(history, "BEGIN IMMEDIATE");
    if (end != NF_OK)
        return end;
    end = check_content(history, &empty);
    if (end == NF_OK && empty)
        end = execute(history, make_tables);
    if (end == NF_OK)
        end = insert_run(history, report, saved);
    *id = (uint64_t)sqlite3_last_insert_rowid(history->db);
    if (end == NF_OK)
        end = insert_seats(history, report->tally, *id);
    if (end == NF_OK)
        end = execute(history, "COMMIT");
    if (end != NF_OK)
        sqlite3_exec(history->db, "ROLLBACK", NULL, NULL, NULL);
    return end;
}

/* Adds a run to the database `file`, which is made if there is none. */
static enum nf_exit add_to(const char *path, const char *file, const struct nf_report *report,
                           const char *saved, uint64_t *id, struct nf_error *err)
{
    struct history history = {path, file, NULL, err};
    enum nf_exit end = open_history(&history, true);
    if (end == NF_OK)
        end = add(&history, report, saved, id);
    close_history(&history);
    return end;
}

/* Gives a finished database its name. Somebody else may have been faster: then *late. */
static enum nf_exit give_name(const char *path, const char *file, bool *late, struct nf_error *err)
{
    if (link(file, path) == 0)
        return NF_OK;
    *late = errno == EEXIST;
    /* A file system without second names. */
    if (!*late && renameat2(AT_FDCWD, file, AT_FDCWD, path, RENAME_NOREPLACE) == 0)
        return NF_OK;
    *late |= errno == EEXIST;
    return *late ? NF_OK : nf_fail(err, NF_IO, "%.400s: %s", path, strerror(errno));
}

/* Makes a database with its first run beside `path`: so that there is none, or a whole one. With
 * *late nothing was done, for there is one now. */
static enum nf_exit add_first(const char *path, const struct nf_report *report, const char *saved,
                              uint64_t *id, bool *late, struct nf_error *err)
{
    char *file, *journal;
    if (asprintf(&file, "%s.%ld.tmp", path, (long)getpid()) < 0)
        return nf_fail(err, NF_IO, "out of memory for a history of runs");
    if (asprintf(&journal, "%s-journal", file) < 0) {
        free(file);
        return nf_fail(err, NF_IO, "out of memory for a history of runs");
    }
    unlink(file); /* of a process of that number that was killed */
    unlink(journal);
    enum nf_exit end = add_to(path, file, report, saved, id, err);
    if (end == NF_OK)
        end = give_name(path, file, late, err);
    unlink(file);
    unlink(journal);
    free(file);
    free(journal);
    return end;
}

enum nf_exit nf_history_add(const char *path, const struct nf_report *report, uint64_t *id,
                            struct nf_error *err)
{
    struct stat found;
    char *saved = NULL;
    enum nf_exit end = saved_line(report, &saved, err);
    if (end != NF_OK)
        return end;
    bool there = lstat(path, &found) == 0;
    if (!there && errno == ENOENT)
        end = add_first(path, report, saved, id, &there, err);
    else
        there = true;
    if (end == NF_OK && there)
        end = add_to(path, path, report, saved, id, err);
    free(saved);
    return end;
}

/* ---- reading ---- */

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

static enum nf_exit list(const struct history *history, const struct nf_history_filter *filter,
                         json_t *runs)
{
    static const char sql[] = "SELECT " LISTED " FROM runs WHERE (:game IS NULL OR game = :game)"
                              " AND (:players = 0 OR players = :players) ORDER BY id";
    struct binder binder = {0};
    int code = sqlite3_prepare_v2(history->db, sql, -1, &binder.statement, NULL);
    if (code != SQLITE_OK)
        return fail(history, code);
    bind_text(&binder, ":game", filter->game);
    bind_count(&binder, ":players", filter->players);
    while ((code = sqlite3_step(binder.statement)) == SQLITE_ROW)
        json_array_append_new(runs, row_json(binder.statement));
    enum nf_exit end = code == SQLITE_DONE ? NF_OK : fail(history, code);
    if (end == NF_OK && nf_json_failed())
        end = nf_fail(history->err, NF_IO, "out of memory for the list of runs");
    sqlite3_finalize(binder.statement);
    return end;
}

enum nf_exit nf_history_list(const char *path, const struct nf_history_filter *filter,
                             json_t **runs, struct nf_error *err)
{
    struct history history = {path, path, NULL, err};
    json_t *const made = json_array();
    enum nf_exit end = made == NULL ? nf_fail(err, NF_IO, "out of memory for the list of runs")
                                    : open_to_read(&history);
    if (end == NF_OK)
        end = list(&history, filter, made);
    close_history(&history);
    if (end == NF_OK)
        *runs = made;
    else
        json_decref(made);
    return end;
}

enum nf_exit nf_history_load(const char *path, uint64_t id, struct nf_text *saved,
                             struct nf_error *err)
{
    struct history history = {path, path, NULL, err};
    sqlite3_stmt *statement = NULL;
    enum nf_exit end = open_to_read(&history);
    int code = SQLITE_OK;
    if (end == NF_OK) {
        code = sqlite3_prepare_v2(history.db, "SELECT saved FROM runs WHERE id = ?", -1, &statement,
                                  NULL);
        if (code == SQLITE_OK)
            code = sqlite3_bind_int64(statement, 1, (sqlite3_int64)id);
        if (code == SQLITE_OK)
            code = sqlite3_step(statement);
        if (code == SQLITE_ROW)
            nf_text_bytes(saved, sqlite3_column_blob(statement, 0),
                          (size_t)sqlite3_column_bytes(statement, 0));
        else if (code == SQLITE_DONE)
            end = nf_fail(err, NF_USAGE, "%.400s: there is no run %" PRIu64, path, id);
        else
            end = fail(&history, code);
    }
    sqlite3_finalize(statement);
    close_history(&history);
    return end == NF_OK && saved->failed ? nf_fail(err, NF_IO, "out of memory for a saved run")
                                         : end;
}
