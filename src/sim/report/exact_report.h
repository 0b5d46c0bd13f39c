/* What was calculated without playing, for people and as JSON. */
#ifndef NF_EXACT_REPORT_H
#define NF_EXACT_REPORT_H

#include "base/json_text.h"
#include "base/text.h"
#include "sim/setup.h"
#include "table/tables.h"

/* Appends what was calculated, in a sentence. */
void nf_exact_words(struct nf_text *text, const struct nf_setup *setup);

/* Appends what was calculated of, and the tables of nf_exact_ops.solve, in the language chosen. */
void nf_exact_table(struct nf_text *text, const struct nf_setup *setup,
                    const struct nf_tables *tables);

/* The same as exact.schema.json has it. A new reference; NULL without memory. */
json_t *nf_exact_document(const struct nf_setup *setup, const struct nf_tables *tables);

#endif
