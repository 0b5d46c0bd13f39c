/* How strong a test set is: programs that it accepts are changed in small ways by system
 * (judge/fuzz/edits.h), and a good set notices every change that some input can show.
 *
 * The steps are called in their order: nf_mutants_make(), nf_mutants_judge(), and, where cases can
 * be made, nf_mutants_try() and nf_mutants_cover(). Each leaves off after the deadline or a signal
 * (base/signals.h), with what it has by then, and NF_OK. To be called by the main thread, while
 * signals are held. */
#ifndef NF_MUTANTS_H
#define NF_MUTANTS_H

#include "judge/fuzz/edits.h"
#include "judge/judging/judging.h"
#include "judge/sandbox/build.h"

enum nf_mutant_state {
    NF_MUTANT_UNTRIED, /* there was no time */
    NF_MUTANT_REFUSED, /* it does not compile */
    NF_MUTANT_EQUAL,   /* compiled, it is its program or a mutant before it */
    NF_MUTANT_KILLED,  /* a test of the set fails */
    NF_MUTANT_LIVES,
    NF_MUTANT_STATES
};

struct nf_mutant {
    size_t program; /* of which it is a mutant */
    const struct nf_edit *edit;
    char **command; /* that runs it; NULL: it is not compiled, or equal */
    enum nf_mutant_state state;
    size_t test;             /* KILLED: the first test that fails */
    enum nf_verdict verdict; /* KILLED: on that test; LIVES: on the case that shows it */
    uint64_t cases;          /* LIVES: cases of the form that were tried */
    size_t shown;            /* LIVES: by which of `cases` below; NF_MUTANT_UNSHOWN: by none */
    bool *kills;             /* LIVES and shown: for each of `cases`, whether it shows it */
    size_t kills_known;      /* the first so many of them */
};
#define NF_MUTANT_UNSHOWN SIZE_MAX

/* A program that is changed. */
struct nf_mutated {
    const char *name;      /* its source; borrowed */
    struct nf_built built; /* the mutants lie in its folder, too */
    struct nf_input source;
    struct nf_edits edits;
    bool python;
};

/* A case on which a mutant that lives differs from the right output. */
struct nf_mutant_case {
    struct nf_text instance, answer;
    uint64_t index; /* of the case that was found; it may have been made smaller since */
    bool chosen;    /* nf_mutants_cover() takes it, */
    size_t kills;   /* for so many mutants which those chosen before do not show */
};

/* Starts as {0}. */
struct nf_mutants {
    struct nf_mutated *programs;
    size_t programs_count;
    struct nf_mutant *list; /* by program, the likely changes first */
    size_t count;
    struct nf_mutant_case *cases;
    size_t cases_count;
    size_t fastest; /* of the programs, on the tests */
};

struct nf_mutants_options {
    /* set, trials, child and jobs; progress is called here, too, with mutants in place of tests by
     * all steps but nf_mutants_judge(). */
    struct nf_judging_options judging;
    struct nf_build build;
};

/* Compiles the `count` sources of `names`, which are in C, C++ or Python, and their mutants, all
 * those that differ in compiled code. The programs must be accepted on all tests: else NF_INVALID,
 * with the name. Errors of nf_build() and nf_judge(). Free `mutants` with nf_mutants_free() in any
 * case. */
enum nf_status nf_mutants_make(const struct nf_mutants_options *options, char *const *names,
                               size_t count, struct nf_mutants *mutants, struct nf_error *err);

/* Runs the mutants on the tests, each until one fails. */
enum nf_status nf_mutants_judge(const struct nf_mutants_options *options,
                                struct nf_mutants *mutants, struct nf_error *err);

/* Tries those that live on the first `count` cases of `trials`, a problem whose cases can be made,
 * until one shows a difference, which with `shrink` is made smaller. */
enum nf_status nf_mutants_try(const struct nf_mutants_options *options,
                              const struct nf_trials *trials, uint64_t count, bool shrink,
                              struct nf_mutants *mutants, struct nf_error *err);

/* Chooses a few cases that together show all mutants which any of them shows: again and again the
 * one that shows most of the rest. */
enum nf_status nf_mutants_cover(const struct nf_mutants_options *options,
                                const struct nf_trials *trials, struct nf_mutants *mutants,
                                struct nf_error *err);

void nf_mutants_free(struct nf_mutants *mutants);

/* ---- the report: text, JSON ---- */

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
