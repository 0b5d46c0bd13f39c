/* ninefold tournament: plays every strategy against every other one. */
#include "base/lang.h"
#include "commands/commands.h"
#include "commands/parts/outputs.h"
#include "commands/tournament/playing.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static enum nf_status check(struct nf_tournament *tournament, struct nf_error *err)
{
    const struct nf_params *const params = &tournament->options->common.params;
    const struct nf_game *const game = nf_common_game(&tournament->options->common);
    if (game->strategies == NULL)
        return nf_fail(err, NF_USAGE, "--game %s: its players have no choice of strategy",
                       game->name);
    if (params->strategy != NULL)
        return nf_fail(err, NF_USAGE, "--strategy: expected none, the operands are the strategies");
    while (tournament->names[tournament->count] != NULL)
        if (++tournament->count > NF_TOURNAMENT_MOST)
            return nf_fail(err, NF_USAGE, "expected at most %d strategies", NF_TOURNAMENT_MOST);
    if (tournament->options->sprt != NULL) {
        const enum nf_status status =
            nf_common_sprt(tournament->options->sprt, &tournament->sprt, err);
        if (status != NF_OK)
            return status;
        if (tournament->count != 2)
            return nf_fail(err, NF_USAGE, "--sprt: expected two strategies, found %u",
                           tournament->count);
    }
    if (tournament->options->games < params->players)
        return nf_fail(err, NF_USAGE, "--games %" PRIu64 ": expected at least one per seat, %u",
                       tournament->options->games, params->players);
    /* Reads every strategy before anything is played. */
    for (uint32_t i = 0; i < tournament->count; i++) {
        struct nf_paired_side side;
        struct nf_setup *setup = NULL;
        if (strpbrk(tournament->names[i], ",=") != NULL)
            return nf_fail(err, NF_USAGE, "'%.100s': expected a name without ',' and '='",
                           tournament->names[i]);
        const enum nf_status status =
            nf_tournament_prepare(tournament, tournament->names[i], &side, &setup, err);
        if (setup != NULL)
            nf_release(setup);
        if (status != NF_OK)
            return status;
    }
    const struct nf_outputs outputs = {.json = tournament->options->common.json,
                                       .csv = tournament->options->csv,
                                       .html = tournament->options->html};
    const struct nf_path saved = {tournament->options->save, NF_PATH_NUMBERED};
    return nf_outputs_check(&outputs, &saved, 1, (const char *const *)tournament->names, err);
}

static enum nf_status run(void *given, char **operands, struct nf_error *err)
{
    struct nf_tournament *const tournament = calloc(1, sizeof *tournament);
    if (tournament == NULL)
        return nf_fail(err, NF_IO, "out of memory");
    tournament->options = given;
    tournament->names = operands;
    enum nf_status status = check(tournament, err);
    if (status == NF_OK)
        status = nf_tournament_open(tournament, err);
    if (status == NF_OK)
        status = nf_tournament_play(tournament, err);
    if (status == NF_OK)
        status = nf_tournament_report(tournament, err);
    if (status == NF_OK && tournament->options->sprt != NULL && tournament->verdict == NF_SPRT_OPEN)
        status =
            nf_fail(err, NF_BUDGET, "--sprt: not decided after %" PRIu64 " games, raise --games",
                    tournament->games);
    nf_tournament_close(tournament);
    free(tournament);
    return status;
}

static const struct nf_option rows[] = {
    {"games", 'g', NF_NUMBER, "N", NF_INTO(struct nf_tournament_options, games),
     N_("games per pairing, an equal share at each seat"), .low = 1, .high = 1000000000000,
     .normal = 3000},
    {"sprt", 0, NF_STRING, "LOW,HIGH", NF_INTO(struct nf_tournament_options, sprt),
     /* xgettext:no-c-format */
     N_("with two strategies: stop as soon as a sequential test tells whether the first "
        "loses LOW points less than the second (H0) or HIGH points (H1), each with at most "
        "5% of wrong answers, or as LOW,HIGH,ALPHA,BETA says; --games is then the most")},
    {"gauntlet", 0, NF_FLAG, NULL, NF_INTO(struct nf_tournament_options, gauntlet),
     N_("only the first strategy, a new one, plays against all others, and they against it")},
    {"save", 0, NF_STRING, "DIR", NF_INTO(struct nf_tournament_options, save),
     N_("save what is played to DIR, created if missing: the same command goes on after a kill, "
        "and "
        "has the games that shards have saved there")},
    {"shard", 0, NF_STRING, "I/N", NF_INTO(struct nf_tournament_options, shard),
     N_("play the I-th of N parts of the games of each pairing; the same command without --shard "
        "has all that is saved. auto: the scheduler's array says which; auto/N: the number alone")},
    {"json", 0, NF_STRING, "FILE", NF_INTO(struct nf_common, json),
     N_("write the results to FILE as JSON; - is standard output, instead of the table")},
    {"csv", 0, NF_STRING, "DIR", NF_INTO(struct nf_tournament_options, csv),
     N_("write each table to DIR/TABLE.csv, created if missing; - is standard output")},
    {"html", 0, NF_STRING, "FILE", NF_INTO(struct nf_tournament_options, html),
     N_("write a page with charts to FILE, self-contained")},
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
    .run = run,
};
