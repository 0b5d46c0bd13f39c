/* Reports which small changes of programs a test set notices: text, JSON. */
#ifndef NF_MUTANTS_REPORT_H
#define NF_MUTANTS_REPORT_H

#include "judge/judging/mutants.h"

/* A case that was added to the set. */
struct nf_mutant_added {
    char *path; /* of its instance */
    bool known; /* it was in the set already */
    size_t kills;
};

/* The content of a report. All pointers are borrowed. */
struct nf_mutants_report {
    const struct nf_mutants_options *options;
    const struct nf_mutants *mutants;
    const char *folder;
    uint64_t cases; /* by which those that live are tried; 0: the package has no form */
    const struct nf_mutant_added *added;
    size_t added_count;
    double seconds;
};

/* How many mutants of a program, or with `program` SIZE_MAX of all, came to something: by their
 * states, and of those that live how many a case shows. Thread-safe. */
struct nf_mutants_count {
    size_t all, states[NF_MUTANT_STATES], shown;
};
struct nf_mutants_count nf_mutants_count(const struct nf_mutants *mutants, size_t program);

/* Appends the report: a row for each program, the tests that kill, and what lives as diffs, of
 * which no case shows the first few. Thread-safe, as the next. */
void nf_mutants_table(struct nf_text *text, const struct nf_mutants_report *report);

/* Appends it as JSON, schema "ninefold.mutants/1". Returns NF_IO if memory runs out. */
enum nf_status nf_mutants_json(struct nf_text *text, const struct nf_mutants_report *report,
                               struct nf_error *err);

#endif
