/* Reports the result of a fuzz: text, JSON, kept files. The functions are thread-safe. */
#ifndef NF_FUZZ_REPORT_H
#define NF_FUZZ_REPORT_H

#include "base/out_file.h"
#include "judge/fuzz/fault_line.h"
#include "judge/fuzz/fuzzer.h"
#include "judge/fuzz/hint.h"
#include "judge/fuzz/repair.h"

/* The content of a report. All pointers are borrowed. */
struct nf_fuzz_report {
    const struct nf_fuzz_options *options;
    const struct nf_fuzz_result *result;
    char *const *command;        /* the program and its arguments, ended by NULL */
    struct nf_hint hint;         /* why it passes no case, where that is known */
    struct nf_fault_line fault;  /* where the source command[0] breaks down on the first finding */
    struct nf_warnings warnings; /* of the compiler about that source */
    struct nf_repair repair;     /* a change of that source with which it passes */
    const char *profile;         /* "guided" or a profile of the game; NULL: cards by weights */
    const char *weights;         /* value of --weights, or NULL */
    const char *again;           /* the options that reproduce the cases: "--seed 3 --strict" */
    const char *keep;            /* folder of the kept files, or NULL */
    uint32_t kept_before;        /* the last number in use there; 0: none */
    const char *source;          /* command[0], if it is a source file; else NULL */
    bool gcc;                    /* faults of it in the form that editors parse */
    bool coverage;               /* list all events, not only their number */
};

/* Appends the command line that runs case `index` alone, without a newline. */
void nf_fuzz_again(struct nf_text *text, const struct nf_fuzz_report *report, uint64_t index);

/* Appends the sentence that names the mistake of the program, or says that it is none of those
 * known, in one line; nothing if there is no diagnosis. */
void nf_fuzz_mistake(struct nf_text *words, const struct nf_fuzz_report *report);

/* Appends the report, in 80 columns: the mistake, the failing cases, what was tried. */
void nf_fuzz_table(struct nf_text *text, const struct nf_fuzz_report *report);

/* Appends the report as JSON, schema "ninefold.fuzz/1". Returns NF_IO if memory runs out. */
enum nf_status nf_fuzz_json(struct nf_text *text, const struct nf_fuzz_report *report,
                            struct nf_error *err);

/* Adds the files of every finding, in the folder report->keep, to `files`: NNN.in, .ans, .out as
 * found; NNN.min.in, .min.ans, .min.out as shrunk; NNN.pad.in, .pad.ans, .pad.out if it was run
 * with more cards; NNN.json. Returns NF_IO if one fails. */
enum nf_status nf_fuzz_keep(const struct nf_fuzz_report *report, struct nf_out_set *files,
                            struct nf_error *err);

#endif
