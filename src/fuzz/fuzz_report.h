/* Shows what a fuzz found: text for people, JSON, files to keep. */
#ifndef NF_FUZZ_REPORT_H
#define NF_FUZZ_REPORT_H

#include "fuzz/fuzzer.h"

/* What there is to tell. */
struct nf_fuzz_story {
    const struct nf_fuzz_options *options;
    const struct nf_fuzz_result *result;
    char *const *command; /* the program and its arguments, ended by NULL */
    const char *profile;  /* "guided" or a profile of the game; NULL: cards by weights */
    const char *weights;  /* these weights, or NULL */
    const char *again;    /* the options that make the same cases: "--seed 3 --strict" */
    const char *keep;     /* folder of the kept files, or NULL */
    bool coverage;        /* the table of all events, not just how many */
};

/* Appends the line to paste that runs case `index` alone, without its end of line. */
void nf_fuzz_again(struct nf_text *text, const struct nf_fuzz_story *story, uint64_t index);

/* Appends the report, in 80 columns. */
void nf_fuzz_table(struct nf_text *text, const struct nf_fuzz_story *story);

/* Appends the report as JSON, schema "ninefold.fuzz/1". NF_IO without memory. */
enum nf_status nf_fuzz_json(struct nf_text *text, const struct nf_fuzz_story *story,
                            struct nf_error *err);

/* Writes the files of every finding to story->keep: NNN.in, .ans, .out as found, NNN.min.in,
 * .min.ans, .min.out as shrunk, NNN.pad.in, .pad.ans, .pad.out with more cards where it was run
 * with them, NNN.json. NF_IO, with some files written. */
enum nf_status nf_fuzz_keep(const struct nf_fuzz_story *story, struct nf_error *err);

#endif
