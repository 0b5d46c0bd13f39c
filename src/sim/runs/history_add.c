/* Adds runs to a history. */
#include "sim/runs/history.h"

#include "base/json_text.h"
#include "base/machine.h"
#include "base/out_file.h"
#include "base/owned.h"
#include "base/version.h"
#include "sim/runs/history_db.h"
#include "sim/runs/saved.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char make_tables[] =
    "PRAGMA application_id = 1852205165;" /* NF_HISTORY_APPLICATION */
    "PRAGMA user_version = 1;"            /* NF_HISTORY_LAYOUT */
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
/* Histories of before have none; runs of theirs stay without. */
static const char make_statistics[] =
    "CREATE TABLE IF NOT EXISTS statistics (run INTEGER NOT NULL REFERENCES runs (id),"
    " statistic TEXT NOT NULL, row TEXT NOT NULL, measure TEXT NOT NULL, value, low REAL,"
    " high REAL, PRIMARY KEY (run, statistic, row, measure)) WITHOUT ROWID;";
_Static_assert(NF_HISTORY_APPLICATION == 1852205165 && NF_HISTORY_LAYOUT == 1,
               "as in the statements");

static void bind_run(struct nf_binder *binder, const struct nf_report *report)
{
    const struct nf_tally *const tally = report->tally;
    const struct nf_params *const params = &tally->setup->params;
    nf_bind_text(binder, ":version", nf_version);
    nf_bind_text(binder, ":game", tally->setup->game->name);
    nf_bind_count(binder, ":players", params->players);
    nf_bind_count(binder, ":rounds", params->rounds);
    if (params->deck > 0)
        nf_bind_count(binder, ":deck", params->deck);
    nf_bind_text(binder, ":profile", params->weights != NULL ? NULL : params->profile);
    nf_bind_text(binder, ":weights", params->weights);
    nf_bind_text(binder, ":strategy", params->strategy);
    nf_bind_count(binder, ":detail", params->detail);
    nf_bind_count(binder, ":seed", params->seed);
    nf_bind_count(binder, ":first", report->spans_count > 0 ? report->spans[0].first : 0);
    nf_bind_count(binder, ":games", tally->games);
    nf_bind_count(binder, ":rejected", nf_report_rejected(tally));
    nf_bind_count(binder, ":turns", nf_tally_turns(tally));
    nf_bind_number(binder, ":seconds", report->seconds);
    nf_bind_count(binder, ":threads", report->threads);
    nf_bind_text(binder, ":kernel", report->kernel);
}

/* Steps a statement that gives no rows. */
static enum nf_status run_statement(const struct nf_history *history, struct nf_binder *binder)
{
    if (binder->code == SQLITE_OK)
        binder->code = sqlite3_step(binder->statement);
    const enum nf_status status =
        binder->code == SQLITE_DONE ? NF_OK : nf_history_fail(history, binder->code);
    sqlite3_reset(binder->statement);
    sqlite3_clear_bindings(binder->statement);
    binder->code = SQLITE_OK;
    return status;
}

static enum nf_status insert_run(const struct nf_history *history, const struct nf_report *report,
                                 const char *saved)
{
    static const char sql[] =
        "INSERT INTO runs (written, version, game, players, rounds, deck, profile, weights,"
        " strategy, detail, seed, first, games, rejected, turns, digest, seconds, threads, kernel,"
        " machine, saved) VALUES (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), :version, :game, :players,"
        " :rounds, :deck, :profile, :weights, :strategy, :detail, :seed, :first, :games, :rejected,"
        " :turns, :digest, :seconds, :threads, :kernel, :machine, :saved)";
    char digest[NF_DIGEST_TEXT], machine[NF_MACHINE_NAME_BYTES];
    struct nf_binder binder = {0};
    const int code = sqlite3_prepare_v2(history->db, sql, -1, &binder.statement, NULL);
    if (code != SQLITE_OK)
        return nf_history_fail(history, code);
    nf_digest_print(&report->tally->digest, digest);
    nf_machine_name(machine);
    bind_run(&binder, report);
    nf_bind_text(&binder, ":digest", digest);
    nf_bind_text(&binder, ":machine", machine);
    nf_bind_text(&binder, ":saved", saved);
    const enum nf_status status = run_statement(history, &binder);
    sqlite3_finalize(binder.statement);
    return status;
}

static enum nf_status insert_seats(const struct nf_history *history, const struct nf_tally *tally,
                                   uint64_t id)
{
    static const char sql[] =
        "INSERT INTO seats VALUES (:run, :seat, :what, :times, :share, :low, :high)";
    const struct nf_tally_ops *const ops = tally->setup->game->tally;
    if (ops->share == NULL)
        return NF_OK;
    struct nf_binder binder = {0};
    const int code = sqlite3_prepare_v2(history->db, sql, -1, &binder.statement, NULL);
    if (code != SQLITE_OK)
        return nf_history_fail(history, code);
    enum nf_status status = NF_OK;
    for (uint32_t seat = 0; status == NF_OK && seat < tally->setup->params.players; seat++) {
        uint64_t times;
        const struct nf_estimate share = ops->share(tally, seat, &times);
        nf_bind_count(&binder, ":run", id);
        nf_bind_count(&binder, ":seat", seat + 1);
        nf_bind_text(&binder, ":what", ops->event);
        nf_bind_count(&binder, ":times", times);
        nf_bind_number(&binder, ":share", share.mean);
        nf_bind_number(&binder, ":low", share.low);
        nf_bind_number(&binder, ":high", share.high);
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
static enum nf_status insert_row(const struct nf_history *history, struct nf_binder *binder,
                                 uint64_t id, const struct nf_table *table, size_t row)
{
    NF_OWNED_TEXT struct nf_text keys = {0};
    put_keys(&keys, table, row);
    if (keys.failed)
        return nf_fail(history->err, NF_IO, "out of memory for a history of runs");
    for (size_t i = table->keys; i < table->width; i++) {
        const struct nf_cell *const cell = nf_table_cell(table, row, i);
        if (cell->is == NF_CELL_TEXT)
            continue;
        nf_bind_count(binder, ":run", id);
        nf_bind_text(binder, ":statistic", table->about.name);
        nf_bind_text(binder, ":row", keys.data);
        nf_bind_text(binder, ":measure", table->columns[i].name);
        if (cell->is == NF_CELL_COUNT)
            nf_bind_count(binder, ":value", cell->count);
        else
            nf_bind_number(binder, ":value", cell->number);
        nf_bind_number(binder, ":low", cell->low);
        nf_bind_number(binder, ":high", cell->high);
        NF_TRY(run_statement(history, binder));
    }
    return NF_OK;
}

static enum nf_status insert_statistics(const struct nf_history *history,
                                        const struct nf_tables *tables, uint64_t id)
{
    static const char sql[] = "INSERT INTO statistics VALUES (:run, :statistic, :row, :measure,"
                              " :value, :low, :high)";
    struct nf_binder binder = {0};
    const int code = sqlite3_prepare_v2(history->db, sql, -1, &binder.statement, NULL);
    enum nf_status status = code == SQLITE_OK ? NF_OK : nf_history_fail(history, code);
    for (size_t i = 0; status == NF_OK && i < tables->count; i++)
        for (size_t row = 0; status == NF_OK && row < nf_table_rows(&tables->list[i]); row++)
            status = insert_row(history, &binder, id, &tables->list[i], row);
    sqlite3_finalize(binder.statement);
    return status;
}

static enum nf_status execute(const struct nf_history *history, const char *sql)
{
    const int code = sqlite3_exec(history->db, sql, NULL, NULL, NULL);
    return code == SQLITE_OK ? NF_OK : nf_history_fail(history, code);
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
    return line->failed ? nf_fail(err, NF_IO, "out of memory for a saved run") : NF_OK;
}

/* What is one transaction. */
static enum nf_status insert_all(const struct nf_history *history, const struct nf_report *report,
                                 const struct nf_tables *tables, const char *saved, uint64_t *id)
{
    bool empty = false;
    NF_TRY(nf_history_check_content(history, &empty));
    if (empty)
        NF_TRY(execute(history, make_tables));
    NF_TRY(execute(history, make_statistics));
    NF_TRY(insert_run(history, report, saved));
    *id = (uint64_t)sqlite3_last_insert_rowid(history->db);
    NF_TRY(insert_seats(history, report->tally, *id));
    NF_TRY(insert_statistics(history, tables, *id));
    return execute(history, "COMMIT");
}

/* The write lock is taken at once: so what was looked at stays as it is, and no two transactions
 * wait for each other. */
static enum nf_status store_run(const struct nf_history *history, const struct nf_report *report,
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
    NF_FREED_BY(nf_history_close) struct nf_history history = {path, file, NULL, err};
    NF_FREED_BY(nf_tables_free) struct nf_tables tables = {0};
    if (report->tally->games > 0)
        nf_report_statistics(report->tally, &tables);
    if (tables.failed)
        return nf_fail(err, NF_IO, "out of memory for a history of runs");
    NF_TRY(nf_history_open(&history, true));
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
    enum nf_status status = journal.failed
                                ? nf_fail(err, NF_IO, "out of memory for a history of runs")
                                : add_to(path, file, report, saved, id, err);
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
