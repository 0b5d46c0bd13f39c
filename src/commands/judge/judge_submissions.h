/* judge DIR alone: the programs that a package has in submissions, each with the verdicts that its
 * folder promises. */
#ifndef NF_JUDGE_SUBMISSIONS_H
#define NF_JUDGE_SUBMISSIONS_H

#include "judge/files/problem_package.h"
#include "judge/judging/judging.h"

/* Programs to be judged. Starts as {0}; release it with nf_submitted_free(). */
struct nf_submitted {
    char *(*words)[2];                   /* of the commands */
    char *const **programs;              /* commands, as in struct nf_judging_options */
    const struct nf_expected **expected; /* what the folder of each promises */
    size_t count;
    size_t broken; /* how many were taken out, since they do not compile */
};

/* Finds them in `package`, which must outlive them, and prints on standard error, unless `quiet`,
 * what is left out, since it is not one source in a known language. NF_USAGE if there is none; the
 * errors of nf_problem_package_find_submissions(). */
enum nf_status nf_submitted_open(struct nf_problem_package *package, bool quiet,
                                 struct nf_submitted *submitted, struct nf_error *err);
void nf_submitted_free(struct nf_submitted *submitted);

/* Takes out program `i`, which does not compile: prints `why` on standard error and clears it. The
 * later ones move up. */
void nf_submitted_break(struct nf_submitted *submitted, size_t i, struct nf_error *why);

/* Whether all have the verdicts that their folders promise, and none was taken out. */
bool nf_submitted_all_expected(const struct nf_submitted *submitted,
                               const struct nf_judging_result *result);

#endif
