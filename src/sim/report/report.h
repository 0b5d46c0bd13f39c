/* What a run found: its tables, and as a whole for people and as JSON. */
#ifndef NF_REPORT_H
#define NF_REPORT_H

#include "base/json_text.h"
#include "base/text.h"
#include "sim/plan.h"
#include "sim/setup.h"
#include "sim/tally.h"
#include "table/figures.h"
#include "table/tables.h"

/* A run to report on; everything is borrowed. */
struct nf_report {
    const struct nf_tally *tally; /* settled */
    const struct nf_span *spans;  /* its games: disjoint ranges in ascending order */
    size_t spans_count;
    double seconds;     /* how long it took */
    uint32_t threads;   /* 0: seconds, threads and kernel are not known, as of a saved run */
    const char *kernel; /* that played it, or NULL */
    const struct nf_plan *plan;     /* what was asked for; NULL: just the games there are */
    uint64_t replayed;              /* games that a second kernel played as well, to compare; and */
    const char *replayed_by;        /* its name; NULL: that was not asked for */
    const struct nf_tables *tables; /* of nf_report_tables(), for several forms; NULL: each form */
                                    /* makes its own */
};

/* Appends the table of a run, at most 80 columns wide but for what users make long:
 * weights, strategies. */
void nf_report_table(struct nf_text *text, const struct nf_report *report);

/* Appends the run as one JSON object, indented, with a final newline, as run.schema.json has it.
 * NF_IO when memory runs out. */
enum nf_status nf_report_json(struct nf_text *text, const struct nf_report *report,
                              struct nf_error *err);

/* The same as a document; NULL without memory. A new reference. */
json_t *nf_report_document(const struct nf_report *report);

/* Adds the tables of what was found: the game's own, then "extremes". */
void nf_report_statistics(const struct nf_tally *tally, struct nf_tables *tables);

/* The tables of what was found: those of report->tables, or else made in `own`, which is {0} before
 * and to be freed. The result is borrowed from either. */
struct nf_tables nf_report_found(const struct nf_report *report, struct nf_tables *own);

/* Adds the table "run", a row with what was run, and those of what was found. */
void nf_report_tables(const struct nf_report *report, struct nf_tables *tables);

/* Parameters as the JSON of runs has them. A new reference. */
json_t *nf_report_params(const struct nf_params *params);

/* Appends the command that shows game `index` of a setup: "ninefold replay --players 5 ...". */
void nf_report_replay(struct nf_text *text, const struct nf_setup *setup, uint64_t index);

/* The same of the one that plays games of a setup: "ninefold run --players 5 ...". */
void nf_report_run(struct nf_text *text, const struct nf_setup *setup, struct nf_span span);

/* The same of the one that plays strategies off against each other; `names` are ended by NULL. */
void nf_report_tournament(struct nf_text *text, const struct nf_setup *setup,
                          const char *const *names, uint64_t games);

/* Appends "20,000 games of 100 rounds, 5 players", in the language chosen. */
void nf_report_games(struct nf_text *text, const struct nf_tally *tally);

/* Candidates thrown away, of all kinds; and whether people are shown them: where some were, or
 * where a deck of a chosen size may have run out. A deck that holds what the game needs does not,
 * nor does a game that throws none away. */
uint64_t nf_report_rejected(const struct nf_tally *tally);
bool nf_report_rejects(const struct nf_tally *tally);

/* ---- what was calculated without playing ---- */

/* Appends what was calculated, in a sentence. */
void nf_exact_words(struct nf_text *text, const struct nf_setup *setup);

/* Appends what was calculated of, and the tables of nf_exact_ops.solve, in the language chosen. */
void nf_exact_table(struct nf_text *text, const struct nf_setup *setup,
                    const struct nf_tables *tables);

/* The same as exact.schema.json has it. A new reference; NULL without memory. */
json_t *nf_exact_document(const struct nf_setup *setup, const struct nf_tables *tables);

#endif
