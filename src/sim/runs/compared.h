/* What comparisons of runs found, for people and as JSON: what `ninefold stats --compare` tells. */
#ifndef NF_COMPARED_H
#define NF_COMPARED_H

#include "base/json_text.h"
#include "sim/runs/comparing.h"

/* Comparisons of run 1 .. count-1 with run 0, whose letter is A; everything is borrowed. */
struct nf_compared {
    const struct nf_report *runs;
    const char *const *names;
    size_t count;                   /* >= 2 */
    const struct nf_comparison *of; /* by run; of[0] is unused */
    uint32_t seats;
    const char *event;
};

/* How often the interval of each difference may miss where `count` runs of so many seats are
 * compared, for nf_comparing_options. */
double nf_compared_miss(size_t count, uint32_t seats);

/* Adds what was found: the answer, the table "comparison", and of more than two runs
 * "differences". */
void nf_compared_tables(struct nf_tables *tables, const struct nf_compared *compared);

/* Appends the same for a terminal. */
void nf_compared_table(struct nf_text *text, const struct nf_compared *compared,
                       const struct nf_tables *tables);

/* The same as a document; NULL without memory. A new reference. */
json_t *nf_compared_document(const struct nf_compared *compared, const struct nf_tables *tables);

/* The last columns of a table of two: their shares of trials, the difference, and whether its
 * interval excludes 0; and a row's cells there. */
#define NF_COMPARED_COLUMNS(a_, b_, difference_)                                                   \
    NF_COLUMN("share_a", a_, N_("share of trials"), NF_SHARE, .digits = 4),                        \
        NF_COLUMN("share_b", b_, N_("share of trials"), NF_SHARE, .digits = 4),                    \
        NF_COLUMN("difference", difference_, N_("share of trials"), NF_DIFFERENCE,                 \
                  .interval = NF_INTERVAL, .digits = 4),                                           \
        NF_COLUMN("sure", "", NULL, NF_TEXT, .noted = true)
void nf_compared_cells(struct nf_tables *tables, double a, double b,
                       const struct nf_estimate *difference);

#endif
