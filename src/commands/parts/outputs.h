/* Where commands write what runs found: the table, and files for programs. */
#ifndef NF_COMMANDS_OUTPUTS_H
#define NF_COMMANDS_OUTPUTS_H

#include "commands/parts/paths.h"
#include "report/report.h"

/* Paths, "-" for standard output, or NULL for what is not wanted. */
struct nf_outputs {
    const char *json, *markdown;
    const char *csv;  /* a folder that gets a file for each table; "-": all of them */
    const char *html; /* of reports only, see report/html/page.h */
    const char *save;
    const char *db; /* the database that the run is added to, see runs/history.h; or NULL */
    bool chosen; /* any of json, csv, markdown and html comes in place of the tables, as when it is
                    standard output: the games were not played for the tables' sake */
    bool quiet;  /* no progress */
};

/* Asked before a long job: holds the outputs against each other, against the `count` <=
 * NF_OTHER_PATHS paths `others` and against the files `read`, see nf_paths_check; `save` is one
 * that may take the place of a file that is read, as joined runs may that of a part. The database
 * is looked into as well. NF_USAGE, NF_IO, NF_INVALID. */
enum { NF_OTHER_PATHS = 3 };
enum nf_status nf_outputs_check(const struct nf_outputs *outputs, const struct nf_path *others,
                                size_t count, const char *const *read, struct nf_error *err);

/* Writes `count` >= 1 reports: their tables to standard output, unless something else goes there
 * or was chosen; then the files. With several reports the JSON document is a list of theirs,
 * Markdown has one after the other, and rows of CSV say whose they are, so they are of one game;
 * `save` and `db` take a single one. All files are tried even if one fails; the first failure is
 * returned. */
enum nf_status nf_outputs_write(const struct nf_outputs *outputs, const struct nf_report *reports,
                                const char *const *names, size_t count, struct nf_error *err);

/* Something else than reports, in all its forms; {0} and what is made of it can be closed. */
struct nf_made {
    const char *name;        /* whose tables they are */
    struct nf_text table;    /* for people */
    json_t *document;        /* for --json; NULL: memory did not suffice */
    struct nf_tables tables; /* for --csv and --markdown; may have failed */
};
void nf_made_close(struct nf_made *made);

/* Writes it as nf_outputs_write does, `save` and `db` aside, and closes it. */
enum nf_status nf_outputs_write_made(const struct nf_outputs *outputs, struct nf_made *made,
                                     struct nf_error *err);

#endif
