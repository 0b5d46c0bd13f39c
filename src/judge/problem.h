/* The contract between the tester and a problem: all that fuzz, judge, check, explain, verify and
 * test sets know of what programs are to solve.
 *
 * A problem is one const struct nf_problem. It says what an input looks like and what the right
 * output is (`rules`), and, where it has them, how an input is described (`summarise`,
 * `measures`), where cases come from and how a wrong output is explained (`fuzz`), and the
 * judge's test set (`suite`). Inputs and outputs are text. A game gives a problem, but a problem
 * needs no game: it has no setups, kernels or statistics. The shortest one that is whole is
 * tests/unit/commands/test_sums.c. Every function is thread-safe. */
#ifndef NF_PROBLEM_H
#define NF_PROBLEM_H

#include "base/error.h"
#include "base/format/match.h"
#include "base/text.h"
#include "judge/fuzz_ops.h"
#include "judge/suite.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct nf_problem;

/* What a problem does that is not made by tables: its instances are any text. All functions are
 * thread-safe and take the problem itself; texts are appended to. */
struct nf_problem_ops {
    /* Makes case `index` of `seed`. NF_INVALID if it cannot be made, NF_IO. */
    enum nf_status (*make)(const struct nf_problem *problem, uint64_t seed, uint64_t index,
                           struct nf_text *instance, struct nf_error *err);

    /* The right output. NF_BUDGET: it takes too long, and the case is to be left out; NF_INVALID if
     * the reference fails, NF_IO. */
    enum nf_status (*answer)(const struct nf_problem *problem, const struct nf_input *instance,
                             struct nf_text *answer, struct nf_error *err);

    /* Compares an output with `right`, the right one, as nf_check_output(). */
    enum nf_status (*compare)(const struct nf_problem *problem, const struct nf_input *instance,
                              const struct nf_text *right, const struct nf_input *output,
                              struct nf_difference *difference, struct nf_error *err);

    /* Makes variation `index` of a case, another valid one, of choice `choice` alone unless that is
     * UINT32_MAX; `*there` is false if it has no such choice. The case itself if no other is found.
     * NF_IO without memory. */
    enum nf_status (*vary)(const struct nf_problem *problem, const struct nf_text *instance,
                           uint32_t choice, uint64_t index, bool *there, struct nf_text *varied,
                           struct nf_error *err);

    /* As nf_shrink(). */
    enum nf_status (*shrink)(const struct nf_problem *problem, const struct nf_input *instance,
                             const struct nf_trier *trier, struct nf_text *smallest,
                             struct nf_error *err);
};

struct nf_problem {
    const char *name;  /* as --game takes it */
    const char *title; /* for people */

    const struct nf_rules *rules;     /* what an instance looks like, and the right transcript; NULL
                                         where there are: */
    const struct nf_problem_ops *ops; /* NULL: all follows from the rules */

    /* The parts that a problem may do without, each NULL then. */

    /* Appends what verify says of a valid instance behind its name: ": valid: 5 players ...". Else
     * that it is valid. */
    void (*summarise)(const struct nf_match *match, struct nf_text *report);

    /* What verify --bounds reports; ended by a NULL name, at most NF_MAX_MEASURES. */
    const struct nf_measure *measures;

    /* Measures what is the problem's own of games that were played: ranges[i] is that of
     * measures[i]. */
    void (*measure)(const struct nf_match *match, struct nf_measured ranges[NF_MAX_MEASURES]);

    const char *cases;              /* what its cases are, in a few words; else guided cases */
    const struct nf_fuzz_ops *fuzz; /* else, without `ops`, it cannot be fuzzed */
    const struct nf_suite *suite;   /* else gen --suite is refused */
};

/* The problems there are, ended by NULL, in the order of the games that give them. */
extern const struct nf_problem *const nf_problems[];

/* Problem number `i` of them, from 0; NULL behind the last one, however far. */
const struct nf_problem *nf_problem_at(size_t i);

/* The problem of that name, or NULL. */
const struct nf_problem *nf_find_problem(const char *name);

/* The events and the stages of a problem, ended by a NULL name: an empty list where it has none. */
const struct nf_event *nf_problem_events(const struct nf_problem *problem);
const struct nf_stage *nf_problem_stages(const struct nf_problem *problem);

/* Its catalogue of mistakes; NULL: it has none. */
const struct nf_mistake *nf_problem_mistakes(const struct nf_problem *problem);

/* Whether a case has a story, line by line. */
bool nf_problem_has_stories(const struct nf_problem *problem);

#endif
