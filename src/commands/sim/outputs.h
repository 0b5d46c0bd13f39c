/* Writing results: the table and the output files. */
#ifndef NF_COMMANDS_OUTPUTS_H
#define NF_COMMANDS_OUTPUTS_H

#include "base/lang.h"
#include "commands/cli/options.h"
#include "commands/parts/paths.h"
#include "sim/report/report.h"

/* Output paths; "-" is standard output, NULL means not wanted. */
struct nf_outputs {
    const char *json, *markdown;
    const char *csv;  /* a folder that gets a file for each table; "-": all of them */
    const char *html; /* only for reports, see sim/report/page.h */
    const char *save;
    const char *records; /* written while games are played, see sim/runs/records.h */
    const char *db;      /* database to add the run to, see sim/runs/history.h */
    bool chosen; /* json, csv, markdown and html replace the tables, even if they go to files */
    bool quiet;  /* no progress */
};

/* clang-format off */

/* The rows of the forms of tables, for options of `type` that have `outputs`. A new form is a path
 * above, a row here and one of `forms` in outputs.c. */
#define NF_ROWS_FORMS(type, csv_help, html_help, json_help)                                        \
    {"csv", 0, NF_STRING, "DIR", NF_INTO(type, outputs.csv), csv_help},                            \
    {"markdown", 0, NF_STRING, "FILE", NF_INTO(type, outputs.markdown),                            \
     N_("write all tables to FILE as Markdown")},                                                  \
    {"html", 0, NF_STRING, "FILE", NF_INTO(type, outputs.html), html_help},                        \
    {"json", 0, NF_STRING, "FILE", NF_INTO(type, outputs.json), json_help}

/* clang-format on */

/* What the forms are where a command has no more to say of them. */
#define NF_FORM_CSV                                                                                \
    N_("write each table to DIR/TABLE.csv, created if missing; - is standard output")
#define NF_FORM_HTML N_("write a page with charts to FILE, self-contained")
#define NF_FORM_JSON                                                                               \
    N_("write the tables to FILE as JSON; - is standard output, instead of the table")

/* Checks the outputs before a long job, with the `count` <= NF_OTHER_PATHS paths `others` and the
 * files `read`; see nf_paths_check(). `save` may replace a file that is read, as a joined run may
 * replace one of its parts. Also checks the database. Returns NF_USAGE, NF_IO or NF_INVALID. */
enum { NF_OTHER_PATHS = 3 };
enum nf_status nf_outputs_check(const struct nf_outputs *outputs, const struct nf_path *others,
                                size_t count, const char *const *read, struct nf_error *err);

/* Whether a form of tables is asked for: one of NF_ROWS_FORMS. */
bool nf_outputs_forms(const struct nf_outputs *outputs);

/* Writes `count` >= 1 reports with their names: tables to standard output, unless another output
 * goes there or replaces them; then the files. With several reports, the JSON document is a list,
 * Markdown contains one after the other, and rows of CSV name their run, so the reports must be of
 * one game; `save` and `db` take a single report. Tries all files even if one fails, and returns
 * the first failure. */
enum nf_status nf_outputs_write(const struct nf_outputs *outputs, const struct nf_report *reports,
                                const char *const *names, size_t count, struct nf_error *err);

/* Results that are not reports, in all formats. Start with {0}; release with nf_made_close(). */
struct nf_made {
    const char *name;                /* name of the tables; borrowed */
    struct nf_text table;            /* for people */
    json_t *document;                /* for --json; NULL: out of memory */
    struct nf_tables tables;         /* for --csv, --markdown and --html; may have failed */
    const struct nf_report *reports; /* the `count` runs that it is about, with their names; */
    const char *const *names;        /* borrowed, for --html, which takes these or a title */
    size_t count;
    const char *title;     /* of a page of tables alone; NULL: it is of the runs */
    struct nf_tables page; /* these tables; none: `tables` */
};
void nf_made_close(struct nf_made *made);

/* Writes `made` like nf_outputs_write(), except `save` and `db`, and closes it. */
enum nf_status nf_outputs_write_made(const struct nf_outputs *outputs, struct nf_made *made,
                                     struct nf_error *err);

#endif
