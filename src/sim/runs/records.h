/* Outcome records as rows of text: CSV, or NDJSON, a JSON object a line. */
#ifndef NF_RUNS_RECORDS_H
#define NF_RUNS_RECORDS_H

#include "base/out_file.h"
#include "sim/game.h"
#include "sim/plan.h"

enum nf_record_form { NF_RECORDS_CSV, NF_RECORDS_NDJSON };

/* A short text, copied as a whole. */
enum { NF_PIECE = 32 };
struct nf_piece {
    char text[NF_PIECE];
    uint32_t length;
};

/* How the records of a setup are written; constant once it is made. */
struct nf_record_style {
    const struct nf_setup *setup;
    enum nf_record_form form;
    uint32_t rows, columns;
    size_t most; /* bytes of a game */
    struct nf_piece index, before[NF_MAX_RECORD_COLUMNS], end, none;
    const struct nf_piece *words[NF_MAX_RECORD_COLUMNS]; /* by value; NULL: numbers */
    struct nf_piece *owned;                              /* all of `words` */
};

/* Prepares writing games of `setup`, whose game has records; `setup` must outlive `style`. NF_IO
 * without memory. Release with nf_record_style_free(), also after a failure. */
enum nf_status nf_record_style_make(struct nf_record_style *style, const struct nf_setup *setup,
                                    enum nf_record_form form, struct nf_error *err);
void nf_record_style_free(struct nf_record_style *style);

/* Appends what stands before the first row: the names of the columns in CSV, nothing in NDJSON. */
void nf_record_head(const struct nf_record_style *style, struct nf_text *text);

/* Writes the rows of game `index`, whose outcome record is `words`, to `to`, which has room for
 * style->most bytes. Returns their end; bytes behind it may have changed. Thread-safe. */
char *nf_record_put(const struct nf_record_style *style, uint64_t index, const uint32_t *words,
                    char *to);

/* ---- the file of them ---- */

/* Outcomes are written in the order of their indices, while the run is played: a part of the games
 * is played and kept (nf_run_options.kept), then written by all threads. So the bytes depend on the
 * games alone, and the memory on the number of threads. */

/* {0} can be closed. One thread. */
struct nf_records {
    struct nf_out_stream out;
    struct nf_record_style style;
    uint32_t threads, words; /* of a record */
    uint64_t most;           /* games of a part */
    uint32_t *kept;          /* their records */
};

/* Finds the form by the ending of `path`: .csv, .ndjson, or "-" for CSV. NF_USAGE for another. */
enum nf_status nf_records_form(const char *path, enum nf_record_form *form, struct nf_error *err);

/* Opens the file for games of `setup`; both are borrowed. Signals are held as
 * nf_out_stream_open() says. NF_USAGE, NF_IO. Close it with nf_records_close() after success. */
enum nf_status nf_records_open(struct nf_records *records, const char *path,
                               const struct nf_setup *setup, uint32_t threads,
                               struct nf_error *err);

/* Writes games, at most records->most, whose records are kept. NF_IO if the file cannot be written,
 * or without memory or threads. */
enum nf_status nf_records_write(const struct nf_records *records, struct nf_span span,
                                struct nf_error *err);

/* Completes the file if `status`, the result of the run, is NF_OK, and removes it if not. Returns
 * `status`, or NF_IO. */
enum nf_status nf_records_close(struct nf_records *records, enum nf_status status,
                                struct nf_error *err);

#endif
