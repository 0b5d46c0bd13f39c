/* What the commands of the tester share: how programs are run, compared and answered for, problems
 * and cases as they are typed, what is left beside a report. */
#ifndef NF_COMMANDS_JUDGE_SHARED_H
#define NF_COMMANDS_JUDGE_SHARED_H

#include "base/error.h"
#include "commands/cli/options.h"
#include "commands/parts/common.h"
#include "judge/files/file_problem.h"
#include "judge/files/problem_package.h"
#include "judge/fuzz/fuzz_report.h"
#include "judge/fuzz/trial.h"
#include "judge/judging/judging.h"
#include "judge/sandbox/build.h"

/* ---- running programs ---- */

/* Rows of the commands that run programs of others: what they may use, and how they are run. The
 * values go to struct nf_common. */

/* The default limits of a case. */
#define NF_USUAL_CPU_NS  UINT64_C(1000000000)
#define NF_USUAL_WALL_NS UINT64_C(5000000000)
enum { NF_USUAL_MEMORY = 256 << 20, NF_USUAL_OUTPUT = 64 << 20, NF_MAX_JOBS = 256 };

/* Option tables, ended by a NULL name. */
extern const struct nf_option nf_rows_verdicts[];     /* --tl, --wall, --ml, --ol, --strict */
extern const struct nf_option nf_rows_of_package[];   /* the same; what is not given is 0 */
extern const struct nf_option nf_rows_running[];      /* --jobs, --forkserver, --build, --sandbox */
extern const struct nf_option nf_rows_fuzzing[];      /* the same, with a job more */
extern const struct nf_option nf_rows_running_once[]; /* --build, --sandbox */

/* Sets the ways of running `command` that the options of a command with --forkserver ask for. */
void nf_running_child(const struct nf_common *common, char *const *command,
                      struct nf_child_options *child);

/* Prints on standard error, unless --quiet is given, why `program` was started for each case, and
 * why the processor time of its processes was estimated; nothing for "". */
void nf_running_report(const struct nf_common *common, const char *program, const char *restarted,
                       const char *estimated);

/* How a command with these options compiles sources: within 30 s, 1 GiB, and 128 MiB of output. */
struct nf_build nf_running_how(const struct nf_common *common);

/* nf_build() in that way. */
enum nf_status nf_running_build(const struct nf_common *common, char *const *command,
                                struct nf_built *built, struct nf_error *err);

/* ---- exit codes of a judge's program ---- */

/* Exit codes of a judge's program, by judging system. All functions are thread-safe. */

/* Results of judging. */
enum nf_judged {
    NF_JUDGED_RIGHT,
    NF_JUDGED_WRONG,
    NF_JUDGED_BLANKS, /* wrong in white space only */
    NF_JUDGED_UNABLE, /* cannot be judged, and the contestant is not to blame */
};

/* The words of --exit-style (nf_option.word). The first one is the default. */
bool nf_exit_style_word(const void *options, size_t i, struct nf_word *word);

/* Whether --exit-style `style` is `name`. `style` NULL: the default. */
bool nf_exit_style_is(const char *style, const char *name);

/* Flags of Kattis's default checker, which judging systems pass to every checker and validator as
 * operands. Tolerances have no effect, as there are no decimal fractions; case always matters. */
enum { NF_KATTIS_FLAGS = 16 }; /* room for all of them, with their values */
#define NF_KATTIS_FLAGS_HELP                                                                       \
    "case_sensitive, space_change_sensitive, float_tolerance E, float_relative_tolerance E, "      \
    "float_absolute_tolerance E"

/* Whether `word` is the name of such a flag. */
bool nf_exit_style_is_flag(const char *word);

/* Checks a list of flags, ended by NULL; sets `*spaces` if white space matters. Returns NF_USAGE
 * for anything else, or for a tolerance without its number. */
enum nf_status nf_exit_style_flags(char *const *flags, bool *spaces, struct nf_error *err);

/* The exit code of a checker, of `judged`; `unable` is what was wrong if it is NF_JUDGED_UNABLE.
 *                    right  wrong  white space  unable
 *   ninefold             0      1            1  the program's usual code
 *   testlib              0      1            2  3
 *   kattis              42     43           43  the program's usual code, never one of these
 * Codes that are not those of enum nf_status go through main as they are. */
enum nf_status nf_exit_style_check(const char *style, enum nf_judged judged, enum nf_status unable);

/* Returns the exit code of a validator whose default exit code is `status`.
 *                    valid  invalid  unable
 *   testlib              0        3       3
 *   kattis              42       43       the program's usual code */
enum nf_status nf_exit_style_verify(const char *style, enum nf_status status);

/* ---- problems of files ---- */

/* Problems of files as they are typed: --format, --reference, --checker and so on, or the folder of
 * a problem that has them. To be called by the main thread. */

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

/* ---- what the simulator does for a fuzz of a game ---- */

/* What the simulator does for a fuzz of a game: it deals cases by a profile or by weights, and a
 * kernel plays them. To be called by the main thread. */

/* Starts as {0}. */
struct nf_fuzz_game {
    struct nf_setup *setup; /* NULL: cases are guided */
    const struct nf_game *game;
    const struct nf_kernel *kernel; /* NULL: none is tried */
    struct nf_dealer dealer;
    struct nf_second_player player;
};

/* --profile, --weights, --players, --rounds, --deck, --kernel, into struct nf_common. */
extern const struct nf_option nf_rows_fuzz_game[];

/* What cases are made of that nobody deals: the default of --profile. */
extern const char nf_profile_guided[];

/* Whether cases are guided; else they are dealt. */
bool nf_fuzz_game_guided(const struct nf_common *common);

/* Whether any option of these rows was given. */
bool nf_fuzz_game_given(const struct nf_common *common);

/* Sets what the trials take from the game; they keep pointers into `game`. NF_USAGE if no case fits
 * the limits, or the errors of nf_choose_kernel() and nf_common_prepare(). Release it with
 * nf_fuzz_game_close() in any case. */
enum nf_status nf_fuzz_game_open(const struct nf_common *common, uint64_t first,
                                 struct nf_trials *trials, struct nf_fuzz_game *game,
                                 struct nf_error *err);
void nf_fuzz_game_close(struct nf_fuzz_game *game);

/* ---- what fuzz leaves ---- */

/* What ninefold fuzz leaves besides its report: tests in a test set (--add-to), pages of the cases
 * that it keeps (--keep). To be called by the main thread. */

/* Makes sure, before a long job, that `where` is a folder and can be read as a test set, and
 * creates it if it is missing; or that it is an editor (judge/judging/test_set.h) and `source`
 * not NULL. Returns NF_USAGE, NF_IO, or the errors of nf_test_set_open(). */
enum nf_status nf_add_tests_open(const char *where, const char *source, struct nf_error *err);

/* Adds every finding, shrunk if it is, to the test set or to what the editor has of `source`, and
 * appends a line on each to `report`. See nf_test_set_add() and nf_editor_test_add() for errors;
 * tests added before one stay. */
enum nf_status nf_add_tests(const char *where, const char *source,
                            const struct nf_fuzz_result *result, struct nf_text *report,
                            struct nf_error *err);

/* Prints these lines: to standard error if `json`, the value of --json or NULL, is standard output.
 * Returns NF_IO on failure. */
enum nf_status nf_add_tests_report(const struct nf_text *report, const char *json,
                                   struct nf_error *err);

/* Keeps other processes from keeping files in `folder`, until the descriptor `*lock` is closed, and
 * sets `*before` to the last number in use there, so that no file is replaced. Returns NF_IO if the
 * folder cannot be read; `*lock` is -1 then. */
enum nf_status nf_keep_begin(const char *folder, int *lock, uint32_t *before, struct nf_error *err);

/* Adds NNN.html for each finding, in the folder report->keep, to `files`: what explain --html shows
 * of the case, as shrunk if it was, with the cards that were added to it; or, where the problem has
 * no stories, the case and both outputs (judge/story/story.h). NF_IO if one fails. */
enum nf_status nf_keep_pages(const struct nf_fuzz_report *report, struct nf_out_set *files,
                             struct nf_error *err);

/* ---- judge --mutants ---- */

/* judge --mutants: small changes of a package's accepted programs on its tests. */

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
