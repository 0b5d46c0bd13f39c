/* How figures are written, for people and for programs: the same in every table and form. All
 * functions are thread-safe for different texts. */
#ifndef NF_FIGURES_H
#define NF_FIGURES_H

#include "base/json_text.h"
#include "base/text.h"

#include <stdint.h>

/* Append a whole number with commas between thousands: 1,234,567; right-aligned in `width`
 * columns. */
void nf_report_count(struct nf_text *text, uint64_t number);
void nf_report_column(struct nf_text *text, uint64_t number, int width);

/* Chances below it are given in words, for nobody has a feeling for them. */
#define NF_HARDLY 1e-6

/* Appends how probable chance makes what was found: "0.251", "less than 1 in a million". */
void nf_report_chance(struct nf_text *text, double p);

/* Return a number as a new JSON value, null for NAN and infinity; NULL without memory (see
 * nf_json_failed). */
json_t *nf_json_number(double number);
json_t *nf_json_count(uint64_t number);

#endif
