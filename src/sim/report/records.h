/* Outcome records as rows of text: CSV, or NDJSON, a JSON object a line. */
#ifndef NF_REPORT_RECORDS_H
#define NF_REPORT_RECORDS_H

#include "sim/game.h"

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

#endif
