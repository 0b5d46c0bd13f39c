/* ninefold gen --suite: writes a judge's test set to a folder. */
#ifndef NF_GEN_SUITE_H
#define NF_GEN_SUITE_H

#include "commands/judge/package.h"
#include "judge/problem.h"

#include <stdbool.h>
#include <stdint.h>

/* ---- what is wished of a set ---- */

/* What a setter wants otherwise in the test set of a problem. */

/* NULL, 0: as the problem has it. */
struct nf_suite_wishes {
    const char *points; /* of the subtasks, "20,30,50" */
    const char *title;
    uint64_t seconds; /* the time limit */
    uint32_t tests;   /* how many */
};

enum { NF_MOST_SUITE_TESTS = 99 }; /* their files have two digits */

/* A copy of a problem with them. Starts as {0}; release it with nf_wished_free(). */
struct nf_wished {
    struct nf_problem problem; /* what it points to is here, or the original's */
    struct nf_suite suite;
    struct nf_package package;
    struct nf_suite_group *groups;
    struct nf_suite_test *tests;
    struct nf_text statements[NF_STATEMENTS];
    struct nf_text options; /* as typed: " --tests 30" */
};

/* Fulfils them. More tests than the problem has are others of the same plans; of fewer each subtask
 * keeps its last one. NF_USAGE for wishes that cannot be, NF_IO without memory. */
enum nf_status nf_wish(const struct nf_problem *problem, const struct nf_suite_wishes *wishes,
                       struct nf_wished *wished, struct nf_error *err);
void nf_wished_free(struct nf_wished *wished);

/* ---- the set ---- */

struct nf_gen_suite {
    const struct nf_problem *problem; /* its problem->suite is not NULL */
    const char *options;              /* that asked for what it has otherwise: " --tests 30" */
    uint64_t seed;
    const char *folder;
    const struct nf_pack_layout *layout;
    bool quiet; /* no progress, no notes */
};

/* Makes the set and prints one line per test to standard output. The folder must be new or empty.
 * It is filled after all files are written, so a set that fails leaves nothing. Returns NF_IO if
 * the folder is not empty or cannot be written. */
enum nf_status nf_gen_suite(const struct nf_gen_suite *order, struct nf_error *err);

#endif
