/* What several commands share: the rows of the common options, and the steps around a game. */
#ifndef NF_COMMANDS_COMMON_H
#define NF_COMMANDS_COMMON_H

#include "cli/options.h"
#include "core/contract/game.h"

/* The common options. It comes first in the options of every command that uses the rows below;
 * what a command has no rows for stays zero. */
struct nf_common {
    const char *game; /* a name in nf_games; NULL, before it is parsed: the default game */
    struct nf_params params;
    bool exhaustive; /* --exhaustive: params.profile is nf_numbered_ops.profile */
    uint32_t threads;
    const char *kernel; /* a kernel's name or "auto" */
    const char *json;   /* path, "-" for standard output, or NULL */
    bool quiet;
};

/* Tables to make groups of, ended by a NULL name. --game comes first in each of them that has it,
 * and the first group of a command must be one of these two. */
extern const struct nf_option nf_rows_game[];   /* --game */
extern const struct nf_option nf_rows_params[]; /* --game and all of struct nf_params */
extern const struct nf_option nf_rows_speed[];  /* --threads, --kernel */

/* The row of --quiet, for tables of a command's own output options. */
#define NF_ROW_QUIET                                                                               \
    {                                                                                              \
        .name = "quiet", .letter = 'q', .type = NF_FLAG, NF_INTO(struct nf_common, quiet),         \
        .help = "no progress and no headlines on standard error"                                   \
    }

/* The chosen game; the default one before anything is chosen. */
const struct nf_game *nf_common_game(const struct nf_common *common);

/* The chosen profile of the game; its first one before anything is chosen. */
const struct nf_profile *nf_common_profile(const struct nf_common *common);

/* The words of choices, see struct nf_option: the games; the game's profiles; "auto", then the
 * game's kernels. */
bool nf_common_game_word(const void *options, size_t i, struct nf_word *word);
bool nf_common_profile_word(const void *options, size_t i, struct nf_word *word);
bool nf_common_kernel_word(const void *options, size_t i, struct nf_word *word);

/* An nf_option.adapt: puts what --profile, --weights, --strategy, --players, --rounds, --deck or
 * --detail mean in the chosen game in place of the row's own words, or takes the row away. */
void nf_common_words(struct nf_option *row, const void *options);
/* The same of --detail, which some games do not have. */
void nf_common_detail(struct nf_option *row, const void *options);

/* The game's setup for the chosen parameters. Release it with setup->game->release. NF_USAGE for
 * --exhaustive with another profile than its own, and what the game's `prepare` returns. */
enum nf_status nf_common_prepare(const struct nf_common *common, struct nf_setup **setup,
                                 struct nf_error *err);

/* Writes `text` to standard output, or passes on the failure `end` of whatever filled it; frees
 * the text in both cases. Returns the code for the command to end with. */
enum nf_status nf_common_print(struct nf_text *text, enum nf_status status, struct nf_error *err);

/* Makes folder `path` with the folders above it, where they are missing. NF_IO. */
enum nf_status nf_common_make_folder(const char *path, struct nf_error *err);

/* Runs the judge function `read` (a game's play or verify) over the file `path` (NULL or "-":
 * standard input) and prints what it made. */
enum nf_status nf_common_judge(enum nf_status (*read)(const struct nf_input *, struct nf_text *,
                                                      struct nf_error *),
                               const char *path, struct nf_error *err);

/* Progress of a long job: one line on standard error that is written over, about five times a
 * second and from the second second on; nothing where standard error is not a terminal. */
struct nf_progress {
    const char *what; /* "games", "files" */
    uint64_t total;
    double limit; /* seconds after which the job ends anyway; 0: none */
    bool quiet;
    bool visible; /* something stands in the line */
    double next;  /* time of the next change, in seconds since the start */
};

/* Shows that `done` of progress->total are done after `seconds`: share, rate, time left. The
 * first argument is a void * so that this can be nf_run_options.progress. */
void nf_progress_show(void *progress, uint64_t done, double seconds);

/* Clears the line. */
void nf_progress_end(struct nf_progress *progress);

#endif
