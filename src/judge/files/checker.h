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

#include "judge/fuzz_ops.h"
#include "judge/sandbox/child.h"

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

#endif
