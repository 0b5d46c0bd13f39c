/* ninefold tournament: plays every strategy against every other one. */
#include "base/lang.h"
#include "base/owned.h"
#include "commands/commands.h"
#include "commands/sim/tournament/contest.h"

#include <inttypes.h>
#include <stdlib.h>

/* What the options ask for. */
static enum nf_status plan(struct nf_contest *contest, char **operands, struct nf_error *err)
{
    const struct nf_tournament_options *const options = contest->options;
    const struct nf_common *const common = &options->common;
    if (common->params.strategy != NULL)
        return nf_fail(err, NF_USAGE, "--strategy: expected none, the operands are the strategies");
    contest->plan = (struct nf_tournament_plan){
        .game = nf_common_game(common),
        .params = common->params,
        .kernel = common->kernel,
        .threads = common->threads,
        .names = (const char *const *)operands,
        .games = options->games,
        .gauntlet = options->gauntlet,
        .partly = options->sprt != NULL || options->shard != NULL,
        .sprt = options->sprt != NULL ? &contest->sprt : NULL,
    };
    if (options->sprt != NULL)
        NF_TRY(nf_common_sprt(options->sprt, &contest->sprt, err));
    const struct nf_path saved = {options->save, NF_PATH_FOLDER};
    const enum nf_status opened = nf_tournament_open(&contest->of, &contest->plan, err);
    return opened == NF_OK
               ? nf_outputs_check(&options->outputs, &saved, 1, contest->plan.names, err)
               : opened;
}

static enum nf_status write_ranking(const struct nf_contest *contest, struct nf_error *err)
{
    const struct nf_tournament_options *const options = contest->options;
    struct nf_made made = {.title = _(contest->plan.game->title)};
    struct nf_text words = {0};
    nf_tournament_words(&words, &contest->of);
    made.name = nf_text_terminated(&words);
    made.tables.failed |= words.failed;
    nf_tournament_table(&made.table, &contest->of);
    made.document = nf_tournament_document(&contest->of);
    nf_tournament_tables(&made.tables, &contest->of);
    const enum nf_status status = nf_outputs_write_made(&options->outputs, &made, err);
    nf_text_free(&words);
    return status;
}

static void close_contest(struct nf_contest **contest)
{
    if (*contest == NULL)
        return;
    nf_contest_close(*contest);
    nf_tournament_close(&(*contest)->of);
    free(*contest);
}

static enum nf_status run_tournament(void *given, char **operands, struct nf_error *err)
{
    NF_FREED_BY(close_contest) struct nf_contest *contest = calloc(1, sizeof *contest);
    if (contest == NULL)
        return nf_fail(err, NF_IO, "out of memory");
    contest->options = given;
    NF_TRY(plan(contest, operands, err));
    NF_TRY(nf_contest_open(contest, err));
    NF_TRY(nf_contest_play(contest, err));
    NF_TRY(write_ranking(contest, err));
    if (contest->options->sprt != NULL && contest->of.verdict == NF_SPRT_OPEN)
        return nf_fail(err, NF_BUDGET, "--sprt: not decided after %" PRIu64 " games, raise --games",
                       contest->of.games);
    return NF_OK;
}

static const struct nf_option rows[] = {
    {"games", 'g', NF_NUMBER, "N", NF_INTO(struct nf_tournament_options, games),
     N_("games per pairing, an equal share at each seat"), .low = 1, .high = 1000000000000,
     .normal = 3000},
    {"sprt", 0, NF_STRING, "LOW,HIGH", NF_INTO(struct nf_tournament_options, sprt),
     /* xgettext:no-c-format */
     N_("with two strategies: stop as soon as a sequential test tells whether one player of the "
        "first, where all others play the second, loses LOW points (H0) or HIGH points (H1) less "
        "than one who plays as they do, each with at most 5% of wrong answers, or as "
        "LOW,HIGH,ALPHA,BETA says; --games is then the most")},
    {"gauntlet", 0, NF_FLAG, NULL, NF_INTO(struct nf_tournament_options, gauntlet),
     N_("only the first strategy, a new one, plays against all others, and they against it")},
    {"save", 0, NF_STRING, "DIR", NF_INTO(struct nf_tournament_options, save),
     N_("save what is played to DIR, created if missing: the same command goes on after a kill, "
        "and "
        "has the games that shards have saved there")},
    {"shard", 0, NF_STRING, "I/N", NF_INTO(struct nf_tournament_options, shard),
     N_("play the I-th of N parts of the games of each pairing; the same command without --shard "
        "has all that is saved. auto: the scheduler's array says which; auto/N: the number alone")},
    NF_ROWS_FORMS(
        struct nf_tournament_options, NF_FORM_CSV, NF_FORM_HTML,
        N_("write the results to FILE as JSON; - is standard output, instead of the table")),
    NF_ROW_QUIET,
    {.name = NULL},
};

static const struct nf_option_group groups[] = {{N_("The games"), nf_rows_params},
                                                {N_("Speed"), nf_rows_speed},
                                                {N_("Size and output"), rows},
                                                {NULL, NULL}};

const struct nf_command nf_command_tournament = {
    .name = "tournament",
    .summary = N_("play every strategy against every other one and rank them"),
    .details = N_(
        "STRATEGY is a name that `ninefold strategies` lists, or a file. At each table one player "
        "plays one strategy and all others another. The seats rotate, so she would lose one in as "
        "many rounds as there are players if she played as they do; her gain is what she loses "
        "less."),
    .operand = "STRATEGY",
    .usage = "STRATEGY STRATEGY...",
    .operands = 10000,
    .needed = 2,
    .groups = groups,
    .options_size = sizeof(struct nf_tournament_options),
    .run = run_tournament,
};
