/* How an output of a problem of files is compared with the right one: token by token, or by a
 * checker. */
#ifndef NF_COMPARISON_H
#define NF_COMPARISON_H

#include "base/format/tokens.h"
#include "judge/files/checker.h"

/* {0}: the tokens must be the same to the byte. */
struct nf_comparison {
    struct nf_token_rule tokens;
    bool spaces;                /* white space must be the same as well */
    struct nf_checker *checker; /* in place of tokens; NULL: none */
};

/* Reads the arguments of Kattis' default output validator: case_sensitive, space_change_sensitive,
 * float_tolerance E, float_absolute_tolerance E, float_relative_tolerance E, in any order, with
 * white space between them. Without them letters agree in upper and lower case. NF_INVALID for any
 * other word. Thread-safe. */
enum nf_status nf_comparison_parse(const char *flags, struct nf_comparison *comparison,
                                   struct nf_error *err);

/* Fills `difference`, whose `why` the caller frees. Returns the errors of nf_checker_check(), or
 * NF_IO without memory. Thread-safe. */
enum nf_status nf_comparison_check(const struct nf_comparison *comparison,
                                   const struct nf_input *instance, const struct nf_text *answer,
                                   const struct nf_input *output, struct nf_difference *difference,
                                   struct nf_error *err);

#endif
