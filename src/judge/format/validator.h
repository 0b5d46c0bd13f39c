/* Validators of instances that need no ninefold, as source. */
#ifndef NF_FORMAT_VALIDATOR_H
#define NF_FORMAT_VALIDATOR_H

#include "base/format/format.h"

/* What a validator is written of. */
struct nf_validator {
    const struct nf_format *format;
    const char *title; /* of the game */
    bool cpp;          /* in C++17, else in Python */
    const char *start; /* the functions that all validators of the language share */
    /* Source of a function check(), which ends the program by fail() for what the format cannot
     * say. It gets the values of all fields in their order: a number, a word, or a list; of lines
     * that stand as often as a number says a list of these. NULL: there is none. */
    const char *check;
};

/* Appends the source: exit code 42 for a valid input and 43 with a message for others in Python, 0
 * and 3 in C++. The name of a subtask, for C++ behind `--group`, has its limits hold as well. Every
 * byte of the input must be as nf_instance_print() writes it. */
void nf_validator_write(struct nf_text *text, const struct nf_validator *validator);

/* Calls `each` with inputs that validators must refuse: `sample`, a valid instance with each
 * constraint of the format broken once. The name is lower case words joined by '-'; `each` frees
 * the text. */
void nf_format_break(const struct nf_format *format, const struct nf_input *sample, void *owner,
                     void (*each)(void *owner, const char *name, struct nf_text *text));

#endif
