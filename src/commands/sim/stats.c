/* ninefold stats: the statistics of saved runs. */
#include "base/lang.h"
#include "base/owned.h"
#include "base/shown.h"
#include "base/threads.h"
#include "base/version.h"
#include "commands/commands.h"
#include "commands/parts/common.h"
#include "commands/sim/outputs.h"
#include "sim/runner.h"
#include "sim/runs/comparing.h"
#include "sim/runs/history.h"
#include "sim/runs/saved.h"
#include "table/forms.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FILES = 1000, MOST_COMPARED = 20 };

/* ---- runs of a history ---- */

static const char *text_of(const json_t *run, const char *name)
{
    const char *const text = json_string_value(json_object_get(run, name));
    return text != NULL ? text : "";
}

static uint64_t count_of(const json_t *run, const char *name)
{
    return (uint64_t)json_integer_value(json_object_get(run, name));
}

static void put_run(struct nf_text *text, const json_t *run)
{
    const char *const weights = text_of(run, "weights"), *const strategy = text_of(run, "strategy");
    char written[20], game[32], digest[9];
    nf_shown_copy(written, sizeof written, text_of(run, "written"));
    if (strlen(written) > 10)
        written[10] = ' '; /* a T in the database */
    nf_text_format(text, "%5" PRIu64 "  %-19s  %-8s%8" PRIu64 "%7" PRIu64, count_of(run, "id"),
                   written, nf_shown_copy(game, sizeof game, text_of(run, "game")),
                   count_of(run, "players"), count_of(run, "rounds"));
    nf_report_column(text, count_of(run, "games"), 17);
    nf_text_format(text, "  %s\n         ",
                   nf_shown_copy(digest, sizeof digest, text_of(run, "digest")));
    nf_shown(text, weights[0] != '\0' ? weights : text_of(run, "profile"));
    nf_text_format(text, _(", seed %" PRIu64 ", from index %" PRIu64 "%s%s"), count_of(run, "seed"),
                   count_of(run, "first"), count_of(run, "detail") != 0 ? _(", details") : "",
                   strategy[0] != '\0' ? _(", strategy ") : "");
    nf_shown(text, strategy);
    nf_text_string(text, "\n");
}

static void put_list(struct nf_text *text, const json_t *runs)
{
    const json_t *run;
    size_t i;
    nf_text_string(text, _("   id  written (UTC)        game     players rounds            games  "
                           "digest\n"));
    json_array_foreach(runs, i, run) put_run(text, run);
    if (json_array_size(runs) == 0)
        nf_text_string(text, _("no such run\n"));
}

static const struct nf_column history_columns[] = {
    NF_COLUMN("id", "id", NULL, NF_KEY),
    NF_COLUMN("written", "written", "UTC", NF_TEXT),
    NF_COLUMN("version", "version", NULL, NF_TEXT),
    NF_COLUMN("game", "game", NULL, NF_TEXT),
    NF_COLUMN("players", "players", "players", NF_COUNT),
    NF_COLUMN("rounds", "rounds", "rounds a game", NF_COUNT),
    NF_COLUMN("deck", "deck", "cards a game", NF_COUNT),
    NF_COLUMN("profile", "profile", NULL, NF_TEXT),
    NF_COLUMN("weights", "weights", NULL, NF_TEXT),
    NF_COLUMN("strategy", "strategy", NULL, NF_TEXT),
    NF_COLUMN("detail", "detail", NULL, NF_COUNT),
    NF_COLUMN("seed", "seed", NULL, NF_NAME),
    NF_COLUMN("first", "first index", NULL, NF_NAME),
    NF_COLUMN("games", "games", "games", NF_COUNT),
    NF_COLUMN("rejected", "thrown away", "candidates", NF_COUNT),
    NF_COLUMN("turns", "turns", "turns", NF_COUNT),
    NF_COLUMN("digest", "digest", NULL, NF_TEXT),
    NF_COLUMN("seconds", "seconds", "seconds", NF_REAL, .digits = 3),
    NF_COLUMN("threads", "threads", "threads", NF_COUNT),
    NF_COLUMN("kernel", "kernel", NULL, NF_TEXT),
    NF_COLUMN("machine", "machine", NULL, NF_TEXT),
    {.name = NULL},
};

/* What a column is for, if `value` is not that; else NULL. SQLite stores any value in any column,
 * and people may edit the database. */
static const char *unfit(const struct nf_column *column, const json_t *value)
{
    if (json_is_null(value))
        return NULL;
    if (column->kind == NF_TEXT)
        return json_is_string(value) ? NULL : _("a text");
    if (column->kind == NF_REAL)
        return json_is_number(value) ? NULL : _("a number");
    return json_is_integer(value) && json_integer_value(value) >= 0 ? NULL
                                                                    : _("a whole number from 0 on");
}

static enum nf_status refuse(const char *path, const json_t *run, const char *name,
                             const char *expected, struct nf_error *err)
{
    struct nf_text found = {0};
    char quoted[NF_QUOTED];
    nf_json_dump(&found, json_object_get(run, name), JSON_ENCODE_ANY);
    const enum nf_status status =
        nf_fail(err, NF_INVALID, "%.400s: run %" PRIu64 ": %s: expected %s, found %s", path,
                count_of(run, "id"), name, expected, nf_quote(quoted, found.data, found.size));
    nf_text_free(&found);
    return status;
}

static enum nf_status check_list(const char *path, const json_t *runs, struct nf_error *err)
{
    const json_t *run;
    size_t i;
    json_array_foreach(runs, i, run) for (const struct nf_column *column = history_columns;
                                          column->name != NULL; column++)
    {
        const char *const expected = unfit(column, json_object_get(run, column->name));
        if (expected != NULL)
            return refuse(path, run, column->name, expected, err);
    }
    return NF_OK;
}

static void report_runs(struct nf_tables *tables, const json_t *runs)
{
    static const struct nf_about about = {.name = "history", .title = N_("Runs")};
    const json_t *run;
    size_t i;
    nf_tables_begin(tables, &about, history_columns);
    json_array_foreach(runs, i, run) for (const struct nf_column *column = history_columns;
                                          column->name != NULL; column++)
    {
        const json_t *const value = json_object_get(run, column->name);
        if (json_is_string(value))
            nf_cell_text(tables, json_string_value(value));
        else if (json_is_integer(value) && column->kind != NF_REAL)
            nf_cell_count(tables, (uint64_t)json_integer_value(value));
        else
            nf_cell_number(tables, json_is_number(value) ? json_number_value(value) : NAN);
    }
}

static enum nf_status list_history(const struct nf_outputs *outputs, const char *path,
                                   const struct nf_history_filter *filter, struct nf_error *err)
{
    NF_FREED_BY(nf_made_close) struct nf_made made = {.name = path};
    NF_TRY(nf_history_list(path, filter, &made.document, err));
    NF_TRY(check_list(path, made.document, err));
    report_runs(&made.tables, made.document);
    put_list(&made.table, made.document);
    return nf_outputs_write_made(outputs, &made, err);
}

static enum nf_status load_of_history(const char *path, const char *id, struct nf_saved *saved,
                                      struct nf_error *err)
{
    char *id_end, name[512], quoted[NF_QUOTED];
    errno = 0;
    const unsigned long long number = strtoull(id, &id_end, 10);
    if (strspn(id, "0123456789") != strlen(id) || *id == '\0' || errno != 0 || number > INT64_MAX)
        return nf_fail(err, NF_USAGE, "%s: expected the id of a run in %.200s, a number",
                       nf_quote(quoted, id, strlen(id)), path);
    NF_OWNED_TEXT struct nf_text text = {0};
    NF_TRY(nf_history_load(path, number, &text, err));
    snprintf(name, sizeof name, "%.400s, run %llu", path, number);
    return nf_saved_read(&(struct nf_input){name, text.data, text.size}, saved, err);
}

/* ---- runs compared ---- */

static enum nf_status write_comparison(const struct nf_outputs *outputs,
                                       const struct nf_compared *compared, struct nf_error *err)
{
    struct nf_made made = {.name = "comparison",
                           .reports = compared->runs,
                           .names = compared->names,
                           .count = compared->count};
    nf_compared_tables(&made.tables, compared);
    nf_compared_table(&made.table, compared, &made.tables);
    made.document = nf_compared_document(compared, &made.tables);
    return nf_outputs_write_made(outputs, &made, err);
}

/* Compares the first run with each of the others. The intervals of more than one comparison are
 * simultaneous. */
static enum nf_status compare_runs(const struct nf_outputs *outputs, const struct nf_report *runs,
                                   const char *const *names, size_t count, struct nf_error *err)
{
    const uint32_t seats = runs[0].tally->setup->params.players;
    struct nf_progress progress = {
        .what = N_("games"), .quiet = outputs->quiet, .start = nf_now()}; /* of all comparisons */
    for (size_t run = 1; run < count; run++)
        progress.total += nf_common_games(&runs[0], &runs[run]);
    struct nf_comparison *const of = calloc(count, sizeof *of);
    enum nf_status status = of != NULL ? NF_OK : nf_fail_memory(err);
    for (size_t run = 1; status == NF_OK && run < count; run++) {
        const struct nf_comparing_options options = {
            .runs = {&runs[0], &runs[run]},
            .threads = nf_common_cpus(),
            .miss = nf_compared_miss(count, seats),
            .progress = nf_progress_part,
            .progress_owner = &progress,
        };
        status = nf_compare(&options, &of[run], err);
        progress.before += nf_common_games(&runs[0], &runs[run]);
    }
    nf_progress_end(&progress);
    if (status == NF_OK)
        status = write_comparison(outputs,
                                  &(struct nf_compared){runs, names, count, of, seats,
                                                        runs[0].tally->setup->game->tally->event},
                                  err);
    for (size_t run = 1; of != NULL && run < count; run++)
        nf_comparison_close(&of[run]);
    free(of);
    return status;
}

/* ---- seats compared ---- */

static enum nf_status read_pair(const char *text, uint32_t players, uint32_t pair[2],
                                struct nf_error *err)
{
    char *comma, *end;
    const unsigned long a = strtoul(text, &comma, 10);
    const unsigned long b = *comma == ',' ? strtoul(comma + 1, &end, 10) : 0;
    char quoted[NF_QUOTED];
    if (strspn(text, "0123456789,") != strlen(text) || *comma != ',' || comma == text ||
        *end != '\0' || a < 1 || a > players || b < 1 || b > players || a == b)
        return nf_fail(err, NF_USAGE, "--seats %s: expected two of the seats 1 to %u, such as 1,2",
                       nf_quote(quoted, text, strlen(text)), players);
    pair[0] = (uint32_t)a;
    pair[1] = (uint32_t)b;
    return NF_OK;
}

/* Compares two seats, `seats` such as "2,30", within each run. */
static enum nf_status compare_seats(const struct nf_outputs *outputs, const struct nf_report *runs,
                                    const char *const *names, size_t count, const char *seats,
                                    struct nf_error *err)
{
    static const struct nf_about about = {
        .name = "seats_compared",
        .title = N_("in percent of trials, seat A - seat B (*: the interval excludes 0)"),
    };
    static const struct nf_column columns[] = {
        NF_COLUMN("run", "run", NULL, NF_KEY),
        NF_COLUMN("seat_a", "seat A", NULL, NF_KEY),
        NF_COLUMN("seat_b", "seat B", NULL, NF_KEY),
        NF_COMPARED_COLUMNS("A", "B", "A - B"),
        {.name = NULL},
    };
    NF_FREED_BY(nf_made_close) struct nf_made made = {.name = "seats"};
    nf_tables_begin(&made.tables, &about, columns);
    for (size_t i = 0; i < count; i++) {
        const struct nf_tally *const tally = runs[i].tally;
        const struct nf_tally_ops *const ops = tally->setup->game->tally;
        uint32_t pair[2] = {1, 1};
        if (ops->gap == NULL || ops->share == NULL)
            return nf_fail(err, NF_USAGE, "--seats: %s has no seats to compare",
                           tally->setup->game->title);
        NF_TRY(read_pair(seats, tally->setup->params.players, pair, err));
        const struct nf_estimate gap = ops->gap(tally, pair[0] - 1, pair[1] - 1);
        uint64_t times;
        nf_cell_text(&made.tables, names[i]);
        nf_cell_count(&made.tables, pair[0]);
        nf_cell_count(&made.tables, pair[1]);
        nf_compared_cells(&made.tables, ops->share(tally, pair[0] - 1, &times).mean,
                          ops->share(tally, pair[1] - 1, &times).mean, &gap);
    }
    nf_tables_note(&made.tables, "95%% intervals from the differences within games");
    nf_tables_terminal(&made.table, &made.tables);
    made.document = json_pack("{s:s, s:s, s:o}", "schema", "ninefold.seats/2", "version",
                              nf_version, "tables", nf_tables_json(&made.tables));
    return nf_outputs_write_made(outputs, &made, err);
}

/* ---- the command ---- */

struct stats_options {
    struct nf_outputs outputs;
    bool compare;
    const char *seats; /* as typed, or NULL */
    const char *db;
    struct nf_history_filter filter; /* of the runs to list */
};

/* The runs that were read. */
struct files {
    struct nf_saved *runs;
    struct nf_report *reports;
    size_t count; /* number of runs read */
};

/* Reads files or, if `db` is not NULL, runs of the history `db`. */
static enum nf_status read_files(struct files *files, const char *db, char **paths,
                                 struct nf_error *err)
{
    for (; paths[files->count] != NULL; files->count++) {
        struct nf_saved *const run = &files->runs[files->count];
        NF_TRY(db != NULL ? load_of_history(db, paths[files->count], run, err)
                          : nf_saved_read_file(paths[files->count], run, err));
        files->reports[files->count] = nf_saved_report(run);
    }
    return NF_OK;
}

static enum nf_status check_stats(const struct stats_options *options, const char *const *operands,
                                  size_t count, struct nf_error *err)
{
    if (count == 0 && (options->db == NULL || options->compare || options->seats != NULL))
        return nf_fail(err, NF_USAGE, "expected %s",
                       options->db == NULL ? _("a FILE written by run --save, or --db FILE")
                                           : _("the ID of a run"));
    if ((count > 0 || options->db == NULL) &&
        (options->filter.game != NULL || options->filter.players != 0))
        return nf_fail(err, NF_USAGE,
                       "--game, --players: these choose which runs --db FILE lists, expected no %s",
                       options->db == NULL ? "FILE" : "ID");
    if (options->compare && (count < 2 || count > MOST_COMPARED || options->seats != NULL))
        return nf_fail(err, NF_USAGE, "--compare: expected 2 to %d runs%s, found %zu",
                       MOST_COMPARED, options->seats != NULL ? _(" and no --seats") : "", count);
    if (options->outputs.html != NULL && (count == 0 || options->seats != NULL))
        return nf_fail(err, NF_USAGE, "--html: expected runs to report on, without %s",
                       options->seats != NULL ? "--seats" : _("a list"));
    const struct nf_path database = {options->db, NF_PATH_READ};
    return nf_outputs_check(&options->outputs, &database, 1, options->db != NULL ? NULL : operands,
                            err);
}

static enum nf_status write_files(const struct stats_options *options, const struct files *files,
                                  const char *const *names, struct nf_error *err)
{
    for (size_t i = 1; options->outputs.csv != NULL && i < files->count; i++)
        if (files->reports[i].tally->setup->game != files->reports[0].tally->setup->game)
            return nf_fail(err, NF_USAGE, "--csv: the runs are of %s and of %s, expected one game",
                           files->reports[0].tally->setup->game->title,
                           files->reports[i].tally->setup->game->title);
    if (options->compare)
        return compare_runs(&options->outputs, files->reports, names, files->count, err);
    if (options->seats != NULL)
        return compare_seats(&options->outputs, files->reports, names, files->count, options->seats,
                             err);
    return nf_outputs_write(&options->outputs, files->reports, names, files->count, err);
}

static void free_files(struct files *files)
{
    for (size_t i = 0; i < files->count; i++)
        nf_saved_close(&files->runs[i]);
    free(files->runs);
    free(files->reports);
}

static enum nf_status run_stats(void *given, char **operands, struct nf_error *err)
{
    struct stats_options *const options = given;
    size_t count = 0;
    options->outputs.chosen = true;
    while (operands[count] != NULL)
        count++;
    NF_TRY(check_stats(options, (const char *const *)operands, count, err));
    if (count == 0)
        return list_history(&options->outputs, options->db, &options->filter, err);
    NF_FREED_BY(free_files)
    struct files files = {calloc(count, sizeof *files.runs), calloc(count, sizeof *files.reports),
                          0};
    if (files.runs == NULL || files.reports == NULL)
        return nf_fail(err, NF_IO, "out of memory for %zu files", count);
    NF_TRY(read_files(&files, options->db, operands, err));
    return write_files(options, &files, (const char *const *)operands, err);
}

static const struct nf_option run_rows[] = {
    {"compare", 0, NF_FLAG, NULL, NF_INTO(struct stats_options, compare),
     N_("compare runs with the first one: differences per seat with intervals, of three and "
        "more runs simultaneous ones; if seed, cards and indices agree, by replaying their "
        "common games")},
    {"seats", 0, NF_STRING, "A,B", NF_INTO(struct stats_options, seats),
     N_("difference of seats A and B of a run, with an interval")},
    {"db", 0, NF_STRING, "FILE", NF_INTO(struct stats_options, db),
     N_("read runs by ID from FILE, written by run --db; without an ID list them, newest "
        "last")},
    {"game", 0, NF_CHOICE, "NAME", NF_INTO(struct stats_options, filter.game),
     N_("list only runs of this game"), .word = nf_common_game_word},
    {"players", 'n', NF_NUMBER, "N", NF_INTO(struct stats_options, filter.players),
     N_("list only runs with this many players"), .low = 1, .high = NF_MAX_SEATS},
    {.name = NULL},
};

static const struct nf_option output_rows[] = {
    NF_ROWS_FORMS(
        struct stats_options,
        N_("write each table to DIR/TABLE.csv, created if missing: one line per row, shares "
           "from 0 to 1, interval bounds as NAME_low and NAME_high; for several runs the first "
           "column names the run; columns.csv has the units. - is standard output: all tables, "
           "each line starting with the name of its table, with empty lines between tables"),
        N_("write a report with charts to FILE, one self-contained page; with --compare it "
           "begins with what differs"),
        N_("write the results to FILE as JSON, like run --json; a list for several runs")),
    {"quiet", 'q', NF_FLAG, NULL, NF_INTO(struct stats_options, outputs.quiet),
     N_("no progress on standard error")},
    {.name = NULL},
};

static const struct nf_option_group groups[] = {
    {N_("Runs and comparisons"), run_rows}, {N_("Output"), output_rows}, {NULL, NULL}};

const struct nf_command nf_command_stats = {
    .name = "stats",
    .summary = N_("show and compare saved runs: tables, CSV, Markdown, HTML, JSON"),
    .details = N_(
        "Prints the table of each FILE written by run --save. With --csv, --markdown, --html or "
        "--json, writes only those. Refuses files that are truncated, altered or of another "
        "version. A history of runs (--db) is an SQLite database with the tables runs, seats and "
        "statistics, which the sqlite3 shell can read, too."),
    .operand = "FILE",
    .usage = "FILE... | --db FILE [ID...]",
    .operands = MOST_FILES,
    .page = nf_manual_stats,
    .groups = groups,
    .options_size = sizeof(struct stats_options),
    .run = run_stats,
};
