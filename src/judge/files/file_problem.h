/* A problem of files: its inputs are what a form describes (judge/forms/form.h), and the right
 * output is what a reference program prints. Cases are made by the form, smaller ones too, and
 * outputs are compared token by token.
 *
 * Reference and generator run as programs under test do, in slots of its own: as many cases at a
 * time as there are slots, which is what the functions of the problem wait for. */
#ifndef NF_FILE_PROBLEM_H
#define NF_FILE_PROBLEM_H

#include "judge/files/checker.h"
#include "judge/forms/form.h"
#include "judge/fuzz/trial.h"
#include "judge/judging/package_settings.h"
#include "judge/judging/test_set.h"
#include "judge/problem.h"
#include "judge/sandbox/child.h"

#include <stdint.h>

/* A program of the problem. */
struct nf_file_program {
    const char *name;              /* for people: as typed; NULL: there is none */
    struct nf_child_options child; /* how it is run, with its limits */
};

enum { NF_REFERENCES = 2 };

struct nf_file_problem_options {
    const char *name;                /* for people: the form's */
    const struct nf_form_spec *form; /* borrowed; NULL: cases are those of: */
    const struct nf_trials *game;    /* a game, in their seed and limits */
    bool differ; /* the reference need not be right, see nf_trials.differ: it may fail */
    /* The first one answers; the second one, if there is one, must agree. */
    struct nf_file_program references[NF_REFERENCES];
    /* Makes the cases in place of the form: it gets a number, the case's, as its last argument, and
     * prints an input that the form accepts. */
    struct nf_file_program generator;
    /* Cases that exist: they come first, and those after them are variations of them, in place of
     * the form's. Each must be what the form describes. */
    const struct nf_text *existing;
    size_t existing_count;
    struct nf_comparison comparison; /* of outputs */
    uint32_t jobs;                   /* how many cases are in work at a time */
};

struct nf_file_problem;

/* Opens a problem; `options` and what it points to must outlive it. NF_IO if the reference cannot
 * be run, or without memory. Release it with nf_file_problem_close(). The functions of the problem
 * are thread-safe, and as long as it is open the calling thread must live. */
enum nf_status nf_file_problem_open(const struct nf_file_problem_options *options,
                                    struct nf_file_problem **problem, struct nf_error *err);
void nf_file_problem_close(struct nf_file_problem *problem);

/* The problem as the tester takes it; valid until it is closed. */
const struct nf_problem *nf_file_problem_of(const struct nf_file_problem *problem);

/* ---- the stored answers of a test set ---- */

/* A problem whose right outputs are the stored answers of a test set: judge's, where no game knows
 * them. Each test has its comparison, by the arguments that its package gives for it. */

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
