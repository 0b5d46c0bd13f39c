/* Validators of instances that need no ninefold, as source. */
#ifndef NF_FORMAT_VALIDATOR_H
#define NF_FORMAT_VALIDATOR_H

#include "base/format/format.h"

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
