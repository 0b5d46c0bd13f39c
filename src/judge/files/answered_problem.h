/* A problem whose right outputs are the stored answers of a test set: judge's, where no game knows
 * them. Each test has its comparison, by the arguments that its package gives for it. */
#ifndef NF_ANSWERED_PROBLEM_H
#define NF_ANSWERED_PROBLEM_H

#include "judge/files/checker.h"
#include "judge/judging/package_settings.h"
#include "judge/judging/test_set.h"
#include "judge/problem.h"

struct nf_answered_options {
    const char *name;                          /* for people: the folder */
    const struct nf_test_set *set;             /* each test must have an answer */
    const char *folder;                        /* of the set */
    const struct nf_package_settings *package; /* that the set is of */
    const char *flags;                 /* of all tests, in place of the package's; or NULL */
    struct nf_checker_options checker; /* .command NULL: there is none; .flags not used */
};

struct nf_answered_problem;

/* Opens the problem; `options` and what it points to must outlive it. NF_INVALID for a test without
 * an answer, arguments that are not understood, or too many different ones with a checker; the
 * errors of nf_checker_open(). Release it with nf_answered_close() in any case. From the main
 * thread. */
enum nf_status nf_answered_open(const struct nf_answered_options *options,
                                struct nf_answered_problem **problem, struct nf_error *err);
void nf_answered_close(struct nf_answered_problem *problem);

/* The problem as the tester takes it: instances are named by their paths in the set. Valid until it
 * is closed; thread-safe. */
const struct nf_problem *nf_answered_of(const struct nf_answered_problem *problem);

#endif
