/* ninefold exact: what a run without end would find, without playing. */
#include "base/lang.h"
#include "base/owned.h"
#include "base/threads.h"
#include "commands/commands.h"
#include "commands/parts/common.h"
#include "commands/sim/outputs.h"
#include "sim/report/report.h"
#include "sim/runner.h"

#include <stdio.h>
#include <stdlib.h>

struct exact_options {
    struct nf_common common;
    struct nf_outputs outputs;
    uint64_t memory;
    uint32_t best;
};

struct watch {
    struct nf_progress progress;
    struct nf_exact_course course;
    uint32_t threads;
    double start;
    char bounds[80];
};

/* What takes long says so before it starts, to who waits. */
static void announce(const struct watch *watch)
{
    enum { LONG = 5 };
    if (watch->course.seconds >= LONG && nf_progress_shown(&watch->progress))
        fprintf(stderr, _("takes about %.0f s with -j %u, and %.0f MB of memory (--memory)\n"),
                watch->course.seconds, watch->threads, (double)watch->course.memory / (1 << 20));
}

static bool show_sweep(void *owner, uint64_t turns, uint64_t expected)
{
    struct watch *const watch = owner;
    if (turns == 0)
        announce(watch);
    if (watch->course.memory > 0)
        snprintf(watch->bounds, sizeof watch->bounds, _("seat 1 loses %.4g to %.4g%% of round 1"),
                 100 * watch->course.low, 100 * watch->course.high);
    watch->progress.estimate = watch->bounds;
    watch->progress.total = expected;
    nf_progress_show(&watch->progress, turns, nf_now() - watch->start);
    return true;
}

static enum nf_status solve(const struct exact_options *options, const struct nf_setup *setup,
                            struct nf_tables *tables, struct nf_error *err)
{
    struct watch watch = {.progress = {.what = options->best > 0 ? N_("sweeps") : N_("turns"),
                                       .quiet = options->common.quiet},
                          .threads = options->common.threads,
                          .start = nf_now()};
    const struct nf_exact_options job = {.threads = options->common.threads,
                                         .memory = options->memory,
                                         .tolerance = nf_exact_tolerance(options->best),
                                         .best = options->best,
                                         .progress = show_sweep,
                                         .course = &watch.course,
                                         .progress_owner = &watch};
    const enum nf_status status = setup->game->exact->solve(setup, &job, tables, err);
    nf_progress_end(&watch.progress);
    return status;
}

static enum nf_status run_exact(void *given, char **operands, struct nf_error *err)
{
    const struct exact_options *const options = given;
    NF_FREED_BY(nf_made_close) struct nf_made made = {.name = NULL};
    NF_OWNED_TEXT struct nf_text words = {0};
    NF_OWNED_SETUP struct nf_setup *setup = NULL;
    (void)operands;
    if (options->best > options->common.params.players)
        return nf_fail(err, NF_USAGE, "--best %u: expected a seat from 1 to %u", options->best,
                       options->common.params.players);
    NF_TRY(nf_outputs_check(&options->outputs, NULL, 0, NULL, err));
    NF_TRY(nf_common_prepare(&options->common, &setup, err));
    NF_TRY(solve(options, setup, &made.tables, err));
    nf_exact_words(&words, setup);
    made.title = _(setup->game->title);
    made.name = nf_text_terminated(&words);
    made.tables.failed |= words.failed;
    nf_exact_table(&made.table, setup, &made.tables);
    made.document = nf_exact_document(setup, &made.tables);
    return nf_outputs_write_made(&options->outputs, &made, err);
}

/* The games that it can be calculated of. */
static bool game_word(const void *options, size_t i, struct nf_word *word)
{
    struct nf_word found;
    for (size_t j = 0; nf_common_game_word(options, j, &found); j++)
        if (nf_games[j]->exact != NULL && i-- == 0) {
            *word = found;
            return true;
        }
    return false;
}

static void adapt_game(struct nf_option *row, const void *options)
{
    struct nf_word word;
    if (game_word(options, 0, &word))
        row->normal_text = word.name;
}

static void adapt_players(struct nf_option *row, const void *options)
{
    const struct nf_game *const game = nf_common_game(options);
    row->low = game->players.low;
    row->high = row->normal = game->exact->players;
}

static const struct nf_option game_rows[] = {
    {"game", 0, NF_CHOICE, "NAME", NF_INTO(struct nf_common, game), N_("what is played"),
     .word = game_word, .adapt = adapt_game},
    NF_ROWS_CARDS(adapt_players),
    {.name = NULL},
};

static void adapt_best(struct nf_option *row, const void *options)
{
    row->high = nf_common_game(options)->exact->players;
}

static const struct nf_option best_rows[] = {
    {"best", 0, NF_NUMBER, "SEAT", NF_INTO(struct exact_options, best),
     N_("instead, how little SEAT could lose, whatever she plays: bounds for whoever sees "
        "what strategies see, and for whoever sees both hands"),
     .low = 1, /* the default is 0, none */
     .adapt = adapt_best},
    {.name = NULL},
};

static const struct nf_option output_rows[] = {
    NF_ROW_THREADS,
    {"memory", 0, NF_SIZE, "SIZE", NF_INTO(struct exact_options, memory),
     N_("memory to use, default 960M; more of it makes the error smaller"),
     .low = NF_EXACT_LEAST_MEMORY, .high = UINT64_C(1) << 40, .normal = NF_EXACT_MEMORY},
    NF_ROWS_FORMS(
        struct exact_options, NF_FORM_CSV, NF_FORM_HTML,
        N_("write the results to FILE as JSON; - is standard output, instead of the table")),
    NF_ROW_QUIET,
    {.name = NULL},
};

static const struct nf_option_group groups[] = {{N_("The games"), game_rows},
                                                {N_("How much is left"), best_rows},
                                                {N_("Speed and output"), output_rows},
                                                {NULL, NULL}};

const struct nf_command nf_command_exact = {
    .name = "exact",
    .summary = N_("calculate what one or two players lose, without playing"),
    .details =
        N_("Follows the chance of every situation turn by turn, with decks that do not end: who "
           "loses the first round, any later one, and rounds in the long run, and how long they "
           "are. There is no statistical error; other errors that the numbers may have are given "
           "below them. With three and more players there are too many situations. Where games can "
           "be numbered, `ninefold run --exhaustive` goes through them one by one."),
    .groups = groups,
    .options_size = sizeof(struct exact_options),
    .run = run_exact,
};
