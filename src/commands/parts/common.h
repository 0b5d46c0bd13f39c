/* Shared by several commands: rows of common options, and steps that need the chosen game. To be
 * called by the main thread. */
#ifndef NF_COMMANDS_COMMON_H
#define NF_COMMANDS_COMMON_H

#include "base/lang.h"
#include "base/stats/estimate.h"
#include "commands/cli/options.h"
#include "judge/problem.h"
#include "judge/sandbox/child.h"
#include "lib/ninefold.h"
#include "sim/game.h"

/* The common options: the first member of the options of every command that uses the rows below.
 * Members without a row stay zero. */
struct nf_common {
    const char *game; /* name of a game, or of a problem in the tester's commands; NULL before it is
                         parsed: the default */
    struct nf_params params;
    bool exhaustive; /* --exhaustive: params.profile is nf_numbered_ops.profile */
    uint32_t threads;
    const char *kernel; /* a kernel's name or "auto" */
    const char *json;   /* path, "-" for standard output, or NULL */
    bool quiet;
    /* Of programs that are run; rows in commands/judge/shared.h. */
    struct nf_child_limits limits;
    bool strict; /* white space matters */
    bool sandbox;
    const char *forkserver; /* "auto" or "no" */
    const char *build;      /* command that compiles sources; NULL: by the ending of their names */
    uint32_t jobs;
};

/* Option tables, ended by a NULL name. --game is the first row of the first four: of a game, or of
 * a problem. The first group of a command must be one of them. */
extern const struct nf_option nf_rows_game[], nf_rows_problem[];          /* --game */
extern const struct nf_option nf_rows_params[], nf_rows_problem_params[]; /* and struct nf_params */
extern const struct nf_option nf_rows_speed[];                            /* --threads, --kernel */

/* clang-format off */

/* The rows of the cards, the strategies and the sizes; --profile stands before those whose defaults
 * it changes. `players` adapts --players. */
#define NF_ROWS_CARDS(players_row)                                                                 \
    {"profile", 0, NF_CHOICE, "NAME", NF_INTO(struct nf_common, params.profile),                   \
     N_("how likely each card is"),                                                                \
     .word = nf_common_profile_word, .adapt = nf_common_profile_row},                              \
    {"weights", 0, NF_STRING, "LIST", NF_INTO(struct nf_common, params.weights),                   \
     N_("cards in exactly these proportions instead of a profile's, such as "                      \
        "A1=3,PASS=2,C2=1"),                                                                       \
     .adapt = nf_common_words},                                                                    \
    {"strategy", 0, NF_STRING, "LIST", NF_INTO(struct nf_common, params.strategy),                 \
     N_("how players choose: NAME for everybody, or per seat, such as "                            \
        "1=keep-e,2..5=lowest; a name is one of `ninefold strategies` or a file"),                 \
     .adapt = nf_common_words},                                                                    \
    {"players", 'n', NF_NUMBER, "N", NF_INTO(struct nf_common, params.players),                    \
     N_("players at the table"), .adapt = (players_row)},                                          \
    {"rounds", 'm', NF_NUMBER, "M", NF_INTO(struct nf_common, params.rounds),                      \
     N_("rounds of a game"), .adapt = nf_common_rounds}

/* The row of --threads. */
#define NF_ROW_THREADS                                                                             \
    {"threads", 'j', NF_NUMBER, "J", NF_INTO(struct nf_common, threads), N_("number of threads"),  \
     .low = 1, .high = NF_MAX_THREADS, .adapt = nf_common_threads}

/* The row of --quiet. */
#define NF_ROW_QUIET                                                                               \
    {"quiet", 'q', NF_FLAG, NULL, NF_INTO(struct nf_common, quiet),                                \
     N_("no progress and no headlines on standard error")}

/* The row of --json where JSON is no form of tables (NF_ROWS_FORMS). */
#define NF_ROW_JSON                                                                                \
    {"json", 0, NF_STRING, "FILE", NF_INTO(struct nf_common, json),                                \
     N_("write the results to FILE as JSON; - is standard output, instead of the table")}

/* clang-format on */

/* Returns the chosen game; before parsing, the default one. */
const struct nf_game *nf_common_game(const struct nf_common *common);

/* Returns the chosen problem; before parsing, the default one. */
const struct nf_problem *nf_common_problem(const struct nf_common *common);

/* Whether --game was typed for it: the default is the row's own string. */
bool nf_common_problem_typed(const struct nf_common *common);

/* Whether a game of that name can be simulated, so that cases can be dealt. */
bool nf_common_simulated(const struct nf_common *common);

/* Returns the chosen profile of the game; before parsing, its first one. */
const struct nf_profile *nf_common_profile(const struct nf_common *common);

/* Words of choices (nf_option.word): the games; the game's profiles; "auto" and the game's kernels.
 * `options` starts with a struct nf_common. */
bool nf_common_game_word(const void *options, size_t i, struct nf_word *word);
bool nf_common_profile_word(const void *options, size_t i, struct nf_word *word);
bool nf_common_kernel_word(const void *options, size_t i, struct nf_word *word);

/* An nf_option.adapt: replaces the help of --profile, --weights, --strategy, --players, --rounds,
 * --deck or --detail by that of the chosen game, or removes the row. */
void nf_common_words(struct nf_option *row, const void *options);
/* The same of --detail, which some games do not have. */
void nf_common_detail(struct nf_option *row, const void *options);

/* Reads the hypotheses of a sequential test in percentage points, "LOW,HIGH" or with the chances of
 * both errors "LOW,HIGH,ALPHA,BETA" (else 0.05 each), as shares. NF_USAGE for anything else. */
enum nf_status nf_common_sprt(const char *text, struct nf_sprt *sprt, struct nf_error *err);

/* The nf_option.adapt of --profile, --rounds and --threads: defaults and bounds. */
void nf_common_profile_row(struct nf_option *row, const void *options);
void nf_common_rounds(struct nf_option *row, const void *options);
void nf_common_threads(struct nf_option *row, const void *options);

/* How many threads a job has where nobody says so: one for each processor. */
uint32_t nf_common_cpus(void);

/* Makes the setup of the game for the chosen parameters. Release it with nf_release().
 * Returns NF_USAGE for --exhaustive with another profile than its own, or the result of the game's
 * `prepare`. */
enum nf_status nf_common_prepare(const struct nf_common *common, struct nf_setup **setup,
                                 struct nf_error *err);

/* Writes `text` to `path`, or to standard output, if `status` is NF_OK, and frees it in any case.
 * Returns `status`, the failure of the function that filled the text, or that of writing. */
enum nf_status nf_common_save(struct nf_text *text, enum nf_status status, const char *path,
                              struct nf_error *err);
enum nf_status nf_common_print(struct nf_text *text, enum nf_status status, struct nf_error *err);

/* Reads and parses a form (judge/forms/form.h). What is wrong with it is shown on standard error,
 * the line with a caret, before NF_INVALID. Release it with nf_form_free(). */
struct nf_form_spec;
enum nf_status nf_common_form(const char *path, struct nf_form_spec **form, struct nf_error *err);

/* Reads "1%" or "0.01" as a share above 0 and up to 1; false for anything else. */
bool nf_common_share(const char *text, double *share);

/* Whether `path`, which may be NULL, is standard input or output. */
bool nf_common_is_stream(const char *path);

/* Creates the folder `path` and missing parent folders. Returns NF_IO on failure, NF_USAGE for "-".
 */
enum nf_status nf_common_make_folder(const char *path, struct nf_error *err);

/* If an instance is invalid (NF_INVALID) in `game` but valid in another, says so at the end of
 * `err`. Returns `status`. */
enum nf_status nf_common_hint(const struct nf_problem *problem, const struct nf_input *instance,
                              enum nf_status status, struct nf_error *err);

/* Calls ninefold_play() or ninefold_verify() on the file `path` (NULL or "-": standard input) and
 * prints its output. Returns its result, or NF_IO. */
enum nf_status
nf_common_judge(const struct nf_common *common,
                enum ninefold_status (*read)(const char *, const struct ninefold_input *,
                                             struct ninefold_text *, struct ninefold_error *),
                const char *path, struct nf_error *err);

/* Progress of a long job: one line on standard error, rewritten about five times a second after the
 * first second; nothing if standard error is not a terminal. */
struct nf_progress {
    const char *what; /* "games", "files" */
    uint64_t total;
    double limit; /* time limit of the job in seconds; 0: none */
    bool quiet;
    bool visible;         /* the line is not empty */
    double next;          /* time of the next update, in seconds since the start */
    const char *estimate; /* what the job finds, as far as it is known; NULL: nothing */
    uint64_t before;      /* of nf_progress_part(): done in earlier parts, */
    double start;         /* and when the first one began, by nf_now() */
};

/* Whether it may be shown: standard error is a terminal, and --quiet is not given. */
bool nf_progress_shown(const struct nf_progress *progress);

/* Shows that `done` of progress->total are done after `seconds`: share, rate, time left. `progress`
 * is a struct nf_progress; it is a void * so that this can be nf_run_options.progress. */
void nf_progress_show(void *progress, uint64_t done, double seconds);

/* The same of a job in parts, of which `done` is of the current one. */
void nf_progress_part(void *progress, uint64_t done, double seconds);

/* Clears the line. */
void nf_progress_end(struct nf_progress *progress);

#endif
