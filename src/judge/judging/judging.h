/* Runs programs on the tests of a set, one program after the other, every one on every test.
 *
 * The output that counts is the reference's; of a problem without rules, the stored answer. The
 * order of the tests, and with it what is reported, does not depend on the number of jobs. */
#ifndef NF_JUDGING_H
#define NF_JUDGING_H

#include "judge/files/problem_package.h"
#include "judge/fuzz/trial.h"
#include "judge/judging/test_set.h"
#include "judge/problem.h"
#include "table/tables.h"

struct nf_judging_options {
    struct nf_trials trials; /* game, strict, allowed; the rest is not used */
    const struct nf_test_set *set;
    char *const *const *programs; /* each a command ended by NULL, as typed; at least one */
    char *const *const *commands; /* what is run for each of them */
    size_t programs_count;
    uint32_t jobs;                 /* tests run in parallel */
    bool first_failure;            /* a program that fails a test is not run on later ones */
    double deadline;               /* of nf_now(): begin no test after it; 0: none */
    struct nf_child_options child; /* how they are run; .command is not used */
    /* Called a few times a second from the thread of nf_judge(); may be NULL. `done` counts tests
     * of all programs. */
    void (*progress)(void *owner, uint64_t done, double seconds);
    void *progress_owner;
};

/* A program on a test. */
struct nf_test_result {
    bool done, forked;
    struct nf_judgement judgement;
    uint64_t cpu_ns, wall_ns, memory; /* as in struct nf_child_result */
};

/* A program on all tests. */
struct nf_program_result {
    struct nf_test_result *tests;   /* one for each test of the set */
    size_t done;                    /* how many of them are */
    uint64_t verdicts[NF_VERDICTS]; /* how many have each verdict */
    struct nf_spacings spacings;    /* accepted tests with other white space, by their numbers */
    size_t first;                   /* the first test that failed; set->count: none */
    struct nf_text why;             /* explanation of that failure */
    size_t slowest, largest;        /* tests with the most processor time and memory; of `done` */
    bool accepted;                  /* all tests are done and accepted */
    size_t forked;                  /* tests for which it was not started, but forked */
    char restart_reason[NF_CHILD_REASON], estimate_reason[NF_CHILD_REASON]; /* of nf_child */
};

struct nf_judging_result {
    uint64_t *returns; /* by test: the first line of the instance with a carriage return; 0: none */
    uint64_t *differs; /* by test: the first line of the stored answer that is not the reference's,
                          white space aside; 0: none */
    size_t wrong_answers;               /* how many are not 0 */
    size_t with_returns;                /* and of `returns` */
    struct nf_program_result *programs; /* one for each, in their order */
    size_t slowest;                     /* the accepted program with the most processor time on a
                                           test; programs_count: none is accepted */
    double seconds;
    int signal; /* signal (base/signals.h) that stopped it, or 0 */
};

/* Plays all tests by the reference, then runs the programs. Catches the signals of base/signals.h
 * meanwhile. Only one call at a time per process. Returns NF_OK whatever the programs did;
 * NF_INVALID, with file and line, for a test that is not valid; NF_USAGE for a program that does
 * not exist, before any is run; NF_IO. Free `result` with nf_judging_free() in any
 * case. */
enum nf_status nf_judge(const struct nf_judging_options *options, struct nf_judging_result *result,
                        struct nf_error *err);

/* Whether the deadline has passed or a signal was caught. Thread-safe. */
bool nf_judging_over(const struct nf_judging_options *options);

void nf_judging_free(const struct nf_judging_options *options, struct nf_judging_result *result);

/* Returns `factor` times `cpu_ns`, rounded up to whole `*step`s of 0.1 s, above 1 s of 0.5 s and
 * above 10 s of 1 s; at least one. */
uint64_t nf_suggest_limit(uint64_t cpu_ns, uint32_t factor, uint64_t *step);

/* ---- the report: text, JSON; the functions are thread-safe ---- */

/* The content of a report. All pointers are borrowed. */
struct nf_judge_report {
    const struct nf_judging_options *options;
    const struct nf_judging_result *result;
    const char *folder;   /* of the set */
    uint32_t factor;      /* of the suggested time limit */
    const char *compared; /* how, if by the stored answers: "": by tokens, else the checker */
    struct nf_package_limit cpu_ns, memory, output; /* the limits, with where they come from */
    const struct nf_expected *const *expected;      /* of each program; NULL: nothing is */
};

/* Appends the report, in 80 columns: of one program a row for each test, of several a row for each
 * program. */
void nf_judge_table(struct nf_text *text, const struct nf_judge_report *report);

/* Appends the report as JSON, schema "ninefold.judge/1". Returns NF_IO if memory runs out. */
enum nf_status nf_judge_json(struct nf_text *text, const struct nf_judge_report *report,
                             struct nf_error *err);

/* ---- which tests find which programs ---- */

/* Which mistakes of a game's catalogue tests expose, found out by playing in this process. */

/* Sets bit k of `*killed` for each mistake k of the game's catalogue (nf_fuzz_ops.mistakes) that
 * shows in what a program with it prints: every such program is refused on this test, however it is
 * written. Bit 0 is set if the catalogue's right player herself leaves the rules. White space makes
 * no difference. NF_INVALID for an instance that is not valid, NF_IO without memory. Thread-safe.
 */
enum nf_status nf_kills(const struct nf_problem *problem, const struct nf_input *instance,
                        uint64_t *killed, struct nf_error *err);

/* Fills killed[i], one for each test of the set, with `jobs` threads. Stops early, with NF_OK, when
 * a signal of base/signals.h was caught. NF_INVALID with file and line, or NF_IO. */
enum nf_status nf_kills_of_set(const struct nf_problem *problem, const struct nf_test_set *set,
                               uint32_t jobs, uint64_t *killed, struct nf_error *err);

/* Adds the matrix as tables: "mistakes", each with the tests it dies on, "tests", each with the
 * mistakes that die on no other test, and "kills", mistakes by tests. Returns how many mistakes die
 * on no test. */
size_t nf_kills_tables(struct nf_tables *tables, const struct nf_problem *problem,
                       const struct nf_test_set *set, const uint64_t *killed);

#endif
