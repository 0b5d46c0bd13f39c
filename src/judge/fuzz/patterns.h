/* What wrong outputs have in common: a hint at why a program is wrong, where nothing is known of
 * its problem. */
#ifndef NF_PATTERNS_H
#define NF_PATTERNS_H

#include "base/json_text.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct nf_finding;
struct nf_fuzz_options;

enum { NF_PATTERN_WORD = 24 };

/* What holds of all outputs so far. Starts as {0}. */
struct nf_patterns {
    uint32_t wrong, right; /* outputs that were added */
    /* Each is true from the first output on that shows it. */
    bool not_empty, not_cut, not_first, not_numbers, not_modulo_32, not_modulo_64, not_constant;
    bool not_more, not_less, not_same;
    bool any_difference;
    int64_t difference;              /* of the numbers that differ, if it is constant */
    char printed[NF_PATTERN_WORD];   /* the only word of all outputs, if it is the same */
    char answered[NF_PATTERN_WORD];  /* the first right answer that is one word */
    bool several_answers;            /* the right ones differ */
    int64_t least_wrong, most_right; /* the first number of inputs on which it is wrong, right */
    bool unnumbered;                 /* an input does not begin with a number */
};

/* Adds an output that is wrong; tokens are what white space separates. */
void nf_patterns_add_wrong(struct nf_patterns *patterns, const struct nf_text *instance,
                           const struct nf_text *answer, const struct nf_text *output);

/* Adds an output that is right. */
void nf_patterns_add_right(struct nf_patterns *patterns, const struct nf_text *instance);

/* Appends what they have in common, translated, in lines of a terminal; nothing if that is nothing,
 * or if fewer than NF_PATTERN_LEAST outputs were wrong. */
enum { NF_PATTERN_LEAST = 10 };
void nf_patterns_describe(const struct nf_patterns *patterns, struct nf_text *words);

/* Returns the same as a new JSON object, in words that are not translated: {"variations": 100,
 * "wrong": 47, "outputs": "more-by", "by": 2, "printed": null, "right_up_to": null}; null if fewer
 * outputs were wrong. */
json_t *nf_patterns_json(const struct nf_patterns *patterns);

/* ---- variations of a failing case ---- */

/* A failing case of a problem whose inputs can be varied, explained by how the program does on
 * variations of it. */

/* Finds which words of the shrunk case may be any other valid ones, so that the program fails
 * likewise (finding->free_words), and what wrong outputs on variations have in common
 * (finding->common). Takes some seconds at most, less with less time for shrinking; does nothing of
 * a program that is not wrong but fails otherwise, and where inputs cannot be varied. Errors are
 * those of nf_trial_run_once(). */
enum nf_status nf_variations_explain(const struct nf_fuzz_options *options,
                                     struct nf_finding *finding, struct nf_error *err);

/* Appends what was found: the case with question marks for the words that are free, and what
 * outputs have in common. Nothing if nothing was. */
void nf_variations_put(struct nf_text *text, const struct nf_finding *finding);

#endif
