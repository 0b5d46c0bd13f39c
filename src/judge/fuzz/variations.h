/* A failing case of a problem whose inputs can be varied, explained by how the program does on
 * variations of it. */
#ifndef NF_VARIATIONS_H
#define NF_VARIATIONS_H

#include "judge/fuzz/fuzzer.h"

/* Appends to finding->why what wrong outputs on variations have in common (patterns.h), and the
 * shrunk case with a question mark in place of each word that may be any other valid one, so that
 * the program fails likewise. Takes some seconds at most, less with less time for shrinking; does
 * nothing of a program that is not wrong but fails otherwise, and where inputs cannot be varied.
 * Errors are those of nf_trial_run_once(). */
enum nf_status nf_variations_explain(const struct nf_fuzz_options *options,
                                     struct nf_finding *finding, struct nf_error *err);

#endif
