/* A checker: a program that says whether an output is right, where more than one is. It is run as
 * programs under test are, by the convention of one of two judging systems:
 *
 *   kattis   CHECKER INPUT ANSWER FEEDBACK/ [FLAG]... < OUTPUT; exit code 42: accepted, 43: wrong
 *            answer; why stands in FEEDBACK/judgemessage.txt (the problem package format of Kattis
 *            and the ICPC, versions legacy and 2025-09)
 *   testlib  CHECKER INPUT OUTPUT ANSWER; exit code 0: accepted, 1, 2, 4, 7 and 8: not, 3: the
 *            judge's answer is wrong; why stands on standard error (testlib.h)
 *
 * Every other end is the checker's fault, never that of the program under test. */
#ifndef NF_CHECKER_H
#define NF_CHECKER_H

#include "base/error.h"
#include "base/format/tokens.h"
#include "base/shown.h"
#include "base/text.h"
#include "judge/fuzz_ops.h"
#include "judge/sandbox/child.h"

/* ---- how a program failed ---- */

/* A reference, generator or checker that fails: it is at fault itself, never the program under
 * test.
 */

/* Writes "the case that begins with ...", translated. Thread-safe, as is the function below. */
enum { NF_FAULTY_CASE = NF_QUOTED + 80 };
void nf_faulty_case(char words[NF_FAULTY_CASE], const struct nf_input *instance);

/* Fails with NF_INVALID: "the reference brute.py ends with exit code 1, on ...; it wrote to
 * standard error ...". `what` is "reference", to be translated, `name` as it was typed; `expected`
 * says which exit codes are, translated, or is NULL; `on` is what it was run on, translated. */
enum nf_status nf_program_fault(const char *what, const char *name,
                                const struct nf_child_result *result, const char *expected,
                                const char *on, struct nf_error *err);

enum nf_checker_style { NF_CHECKER_KATTIS, NF_CHECKER_TESTLIB };

struct nf_checker_options {
    const char *name;     /* for people: as typed, or its path in a package */
    char *const *command; /* what is run, ended by NULL */
    const char *flags;    /* words behind the arguments of a case; NULL: none */
    enum nf_checker_style style;
    uint32_t jobs; /* how many outputs are checked at a time */
    bool sandbox;  /* as in struct nf_child_options */
};

struct nf_checker;

/* Opens a checker, with a temporary folder for the files of a case. `options` and what it points to
 * must outlive it. NF_USAGE if the program does not exist, NF_IO if it cannot be run or there is no
 * room for files. Call it from the main thread, which must live until nf_checker_close(), also to
 * be called after a failure. */
enum nf_status nf_checker_open(const struct nf_checker_options *options,
                               struct nf_checker **checker, struct nf_error *err);

/* Closes a checker and removes its files; does nothing with NULL. Call it from the main thread. */
void nf_checker_close(struct nf_checker *checker);

/* Checks `output`: difference->line is 0 if it is right; else it is the first line that is not the
 * answer's, or 1, and difference->why is the checker's message. NF_INVALID with a message that
 * begins with the checker's name if it is at fault, NF_IO if it cannot be run. Thread-safe; it
 * waits while as many outputs are checked as there are jobs. */
enum nf_status nf_checker_check(struct nf_checker *checker, const struct nf_input *instance,
                                const struct nf_text *answer, const struct nf_input *output,
                                struct nf_difference *difference, struct nf_error *err);

/* ---- comparing ---- */

/* How an output of a problem of files is compared with the right one: token by token, or by a
 * checker. */

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
