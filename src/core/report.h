/* What a run found, as a table for people and as JSON for programs. */
#ifndef NF_REPORT_H
#define NF_REPORT_H

#include "core/runner.h"
#include "core/text.h"

/* Appends the table of a run, at most 80 columns wide, to `text`. */
void nf_report_table(struct nf_text *text, const struct nf_run_options *options,
                     const struct nf_run_result *result);

/* Appends the run as one JSON object, indented, with a final newline; its members are listed in
 * the README. NF_IO when memory runs out. */
enum nf_exit nf_report_json(struct nf_text *text, const struct nf_run_options *options,
                            const struct nf_run_result *result, struct nf_error *err);

/* Appends a whole number with commas between thousands: 1,234,567. */
void nf_report_count(struct nf_text *text, uint64_t number);

#endif
