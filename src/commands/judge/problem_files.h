/* Problems of files as they are typed: --format, --reference, --checker and so on, or the folder of
 * a problem that has them. To be called by the main thread. */
#ifndef NF_PROBLEM_FILES_H
#define NF_PROBLEM_FILES_H

#include "commands/parts/common.h"
#include "judge/files/answered_problem.h"
#include "judge/files/file_problem.h"
#include "judge/files/problem_package.h"
#include "judge/sandbox/build.h"

/* How outputs are compared, as typed; NULL: not given. */
struct nf_comparing {
    const char *checker, *style, *flags;
};

/* How the options of a command begin that has nf_rows_comparing. */
struct nf_compared {
    struct nf_common common;
    struct nf_comparing comparing;
};

extern const struct nf_option
    nf_rows_comparing[]; /* --checker, --checker-style, --validator-flags */

/* Whether any of these options is given. */
bool nf_comparing_given(const struct nf_comparing *comparing);

/* Limits, and where they come from. */
struct nf_limits {
    struct nf_package_limit cpu_ns, memory, output;
};

/* Sets the limits that are 0: to the package's, else to the usual ones; the wall time to 4 s above
 * the processor time. `limits` gets where all of them come from. */
void nf_problem_limits(struct nf_child_limits *allowed, const struct nf_package_settings *package,
                       struct nf_limits *limits);

/* What is typed for fuzz; NULL: not given. `differ` is a program in place of a reference. */
struct nf_problem_files_typed {
    const char *folder, *form, *reference, *second, *generator, *from, *differ;
};

/* A problem of files for fuzz. Starts as {0}, but for options.game, of which the cases then are. */
struct nf_problem_files {
    struct nf_problem_package package; /* of --problem */
    struct nf_form_spec *form;
    const char *form_path, *reference_path; /* as typed, or in the package */
    struct nf_built reference, second, generator, checker;
    struct nf_checker_options checking;
    struct nf_text flags;     /* of the output validator */
    struct nf_text *existing; /* the cases of `from` */
    size_t existing_count;
    struct nf_file_problem_options options;
    struct nf_file_problem *problem;
};

/* Opens it: what is typed goes before what the folder has. NF_USAGE if there is no form or no
 * reference; the errors of nf_common_form(), nf_build(), nf_problem_package_open(),
 * nf_checker_open() and nf_file_problem_open(). Release it with nf_problem_files_close() in any
 * case. */
enum nf_status nf_problem_files_open(const struct nf_problem_files_typed *typed,
                                     const struct nf_compared *compared,
                                     struct nf_problem_files *files, struct nf_error *err);
void nf_problem_files_close(struct nf_problem_files *files);

/* A problem of files for judge: a test set with its answers. Starts as {0}. */
struct nf_answered_files {
    struct nf_problem_package package;
    struct nf_built checker;
    struct nf_answered_options options;
    struct nf_answered_problem *problem;
};

/* Opens it for the set of `folder`; its package has been opened already. Errors as above and of
 * nf_answered_open(). Release it with nf_answered_files_close() in any case. */
enum nf_status nf_answered_files_open(const struct nf_compared *compared, const char *folder,
                                      const struct nf_test_set *set,
                                      struct nf_answered_files *files, struct nf_error *err);
void nf_answered_files_close(struct nf_answered_files *files);

#endif
