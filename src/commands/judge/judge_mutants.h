/* judge --mutants: small changes of a package's accepted programs on its tests. */
#ifndef NF_JUDGE_MUTANTS_H
#define NF_JUDGE_MUTANTS_H

#include "commands/judge/problem_files.h"
#include "judge/judging/judging.h"

/* As typed. */
struct nf_mutants_typed {
    bool asked, strengthen;
    uint64_t count, time; /* cases; nanoseconds, 0: no limit */
};

/* Does all, and prints the report. `package` is that of `folder`, and `job` has its tests, opened
 * for judging; `game` says that a game's rules answer them. Returns NF_DIFFERENT if a mutant lives
 * that a case shows, or without a form any; NF_BUDGET if time is over before all are tried;
 * NF_USAGE if the package has no program to change, or with --strengthen no form; 128+n after
 * signal n; the errors of nf_mutants_make() and nf_problem_files_open(). From the main thread. */
enum nf_status nf_judge_mutants(const struct nf_compared *compared,
                                const struct nf_mutants_typed *typed, const char *folder, bool game,
                                struct nf_problem_package *package,
                                const struct nf_judging_options *job, struct nf_error *err);

#endif
