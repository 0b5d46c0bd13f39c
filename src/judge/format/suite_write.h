/* The tests of a judge's set, from what a game says of them (judge/suite.h). */
#ifndef NF_SUITE_WRITE_H
#define NF_SUITE_WRITE_H

#include "base/format/format.h"
#include "judge/problem.h"
#include "judge/suite.h"

/* How many tests, or samples, a list has that a game gives. Thread-safe. */
static inline uint32_t nf_suite_count(const struct nf_suite_test *tests)
{
    uint32_t count = 0;
    while (tests[count].group != NULL)
        count++;
    return count;
}

/* Appends test `number` (from 0, then the samples) and its answer: of the candidates that the game
 * deals the first one that exposes all that the test is to expose, else the first one that exposes
 * most. A pure function of seed and number, unless a signal is caught (base/signals.h): then the
 * search ends. Thread-safe. NF_IO without memory, NF_INTERNAL if no candidate is a game. */
enum nf_status nf_suite_write(const struct nf_problem *problem, uint64_t seed, uint32_t number,
                              struct nf_text *instance, struct nf_text *answer,
                              struct nf_error *err);

/* ---- validators ---- */

/* Validators of instances that need no ninefold, as source. */

/* Appends the form of inputs of a format, in the language of checktestdata (.ctd). It accepts what
 * nf_instance_read() and nf_instance_check_form() do, and 1 to `most` of lines with an end. Limits
 * of subtasks and what a game asks beside the format are not in it. */
void nf_validator_form(struct nf_text *text, const struct nf_format *format, const char *title);

/* What a validator in C++17 is written of. */
struct nf_validator {
    const struct nf_format *format;
    const char *title;  /* of the game */
    int valid, invalid; /* its exit codes: testlib's 0 and 3, or 42 and 43 */
    const char *start;  /* the functions that all validators share */
    /* Source of a function check(), which ends the program by fail() for what the format cannot
     * say. It gets the values of all fields in their order: a number, a word, or a list; of lines
     * that stand as often as a number says a list of these. NULL: there is none. */
    const char *check;
};

/* Appends the source. With `--group NAME` the limits of that subtask must hold as well. Every byte
 * of the input must be as nf_instance_print() writes it. */
void nf_validator_write(struct nf_text *text, const struct nf_validator *validator);

/* Calls `each` with inputs that validators must refuse: `sample`, a valid instance with each
 * constraint of the format broken once. The name is lower case words joined by '-'; `each` frees
 * the text. */
void nf_format_break(const struct nf_format *format, const struct nf_input *sample, void *owner,
                     void (*each)(void *owner, const char *name, struct nf_text *text));

#endif
