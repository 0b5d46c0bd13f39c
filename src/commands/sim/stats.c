/* ninefold stats: the statistics of saved runs. */
#include "commands/sim/stats/stats.h"
#include "base/lang.h"
#include "base/owned.h"
#include "commands/commands.h"
#include "commands/parts/common.h"
#include "commands/sim/outputs.h"
#include "sim/runs/saved.h"

#include <stdlib.h>

enum { MOST_FILES = 1000 };

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
        NF_TRY(db != NULL ? nf_stats_load(db, paths[files->count], run, err)
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
    if (options->compare && (count < 2 || count > NF_STATS_MOST || options->seats != NULL))
        return nf_fail(err, NF_USAGE, "--compare: expected 2 to %d runs%s, found %zu",
                       NF_STATS_MOST, options->seats != NULL ? _(" and no --seats") : "", count);
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
        return nf_stats_compare(&options->outputs, files->reports, names, files->count, err);
    if (options->seats != NULL)
        return nf_stats_seats(&options->outputs, files->reports, names, files->count,
                              options->seats, err);
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
        return nf_stats_list(&options->outputs, options->db, &options->filter, err);
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
