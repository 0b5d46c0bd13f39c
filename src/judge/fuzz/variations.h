/* A failing case of a problem whose inputs can be varied, explained by how the program does on
 * variations of it. */
#ifndef NF_VARIATIONS_H
#define NF_VARIATIONS_H

#include "judge/fuzz/fuzzer.h"

/* Finds which words of the shrunk case may be any other valid ones, so that the program fails
 * likewise (finding->free_words), and what wrong outputs on variations have in common (patterns.h;
 * finding->common). Takes some seconds at most, less with less time for shrinking; does nothing of
 * a program that is not wrong but fails otherwise, and where inputs cannot be varied. Errors are
 * those of nf_trial_run_once(). */
enum nf_status nf_variations_explain(const struct nf_fuzz_options *options,
                                     struct nf_finding *finding, struct nf_error *err);

/* Appends what was found: the case with question marks for the words that are free, and what
 * outputs have in common. Nothing if nothing was. */
void nf_variations_put(struct nf_text *text, const struct nf_finding *finding);

#endif
