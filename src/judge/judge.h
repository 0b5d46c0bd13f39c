/* What is done with an instance of any problem: it is checked, measured, compared with and told,
 * where the problem has the parts for it. All functions return NF_INVALID with line
 * and column for an instance that is not valid, and NF_IO without memory. Thread-safe. */
#ifndef NF_JUDGE_H
#define NF_JUDGE_H

#include "base/format/format.h"
#include "base/text.h"
#include "judge/problem.h"

#include <stdio.h>

/* The strict validator: appends warnings, and a summary of a valid instance, to `report`. */
enum nf_status nf_verify(const struct nf_problem *problem, const struct nf_input *input,
                         struct nf_text *report, struct nf_error *err);

/* Appends how large an instance is, in a few words. */
enum nf_status nf_describe_size(const struct nf_problem *problem, const struct nf_input *input,
                                struct nf_text *words, struct nf_error *err);

/* Measures a valid instance: ranges[i] is that of judge->measures[i]. */
enum nf_status nf_measure(const struct nf_problem *problem, const struct nf_input *input,
                          struct nf_measured ranges[NF_MAX_MEASURES], struct nf_error *err);

/* Appends the right output of an instance, and adds to `reached`, unless it is NULL, how often each
 * event happened. NF_BUDGET: a reference program takes too long. */
enum nf_status nf_answer(const struct nf_problem *problem, const struct nf_input *input,
                         struct nf_text *answer, uint64_t *reached, struct nf_error *err);

/* Finds where `output`, any bytes, leaves what the rules say of `input`, and why; or, where it does
 * not, where its white space is another. `right` is the right output if it is known, else NULL. */
enum nf_status nf_check_output(const struct nf_problem *problem, const struct nf_input *input,
                               const struct nf_text *right, const struct nf_input *output,
                               struct nf_difference *difference, struct nf_error *err);

/* Tells the story of an instance from line `first` of its transcript on, in order, one step a
 * line. */
enum nf_status nf_write_story(const struct nf_problem *problem, const struct nf_input *input,
                              uint64_t first, const struct nf_listener *listener,
                              struct nf_error *err);

/* ---- players who make mistakes ---- */

/* What such a player made of an instance. */
struct nf_played_as {
    char *bytes; /* NULL: no memory; the caller frees it */
    size_t size; /* of what is common to all programs with these mistakes */
    bool whole;  /* which is all that was printed */
};

/* Plays a valid instance by `play_as` (nf_fuzz_ops.play_as). Thread-safe. */
struct nf_played_as nf_played_as(size_t (*play_as)(uint64_t mistakes,
                                                   const struct nf_input *instance, FILE *out),
                                 uint64_t mistakes, const struct nf_text *instance);

#endif
