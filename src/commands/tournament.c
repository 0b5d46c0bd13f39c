/* ninefold tournament: every strategy against every other one. */
#include "commands/commands.h"
#include "commands/common.h"
#include "core/json_text.h"
#include "core/paired.h"
#include "core/report.h"
#include "core/runner.h"
#include "version.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ENTRIES = 32 };

struct tournament_options {
    struct nf_common common;
    uint64_t games; /* of a pairing */
};

/* One strategy alone at a table where everybody else plays another one. */
struct pairing {
    struct nf_estimate rate;       /* her share of losses */
    struct nf_estimate difference; /* to what she would lose if she played as the others do */
};

struct entry {
    const char *name;
    double mean, half; /* of her differences over all tables, and half its interval */
};

struct tournament {
    const struct tournament_options *options;
    char **names; /* the entries' strategies */
    uint32_t count;
    struct pairing pairings[MAX_ENTRIES][MAX_ENTRIES]; /* [alone][the others] */
    struct entry ranking[MAX_ENTRIES];                 /* the best first */
    struct nf_progress progress;
    double start;
    uint64_t played, chunk_played;
};

/* ---- playing ---- */

static bool show_progress(void *owner, uint64_t done, double seconds)
{
    struct tournament *const tournament = owner;
    (void)seconds;
    nf_progress_show(&tournament->progress, tournament->played + done,
                     nf_now() - tournament->start);
    return false;
}

static enum nf_exit prepare(const struct tournament *tournament, const char *strategy,
                            struct nf_paired_side *side, struct nf_setup **setup,
                            struct nf_error *err)
{
    struct nf_common common = tournament->options->common;
    common.params.strategy = strategy;
    enum nf_exit end = nf_choose_kernel(nf_common_game(&common), common.kernel, &side->kernel, err);
    if (end == NF_OK)
        end = nf_common_prepare(&common, setup, err);
    if (end == NF_OK)
        end = nf_fit_kernel(*setup, common.kernel, &side->kernel, err);
    side->setup = *setup;
    return end;
}

/* One seat of the pairing: so many games of its own indices. */
static enum nf_exit play_seat(struct tournament *tournament, const char *alone, const char *others,
                              uint32_t seat, uint64_t first, uint64_t games,
                              struct nf_paired *result, struct nf_error *err)
{
    const uint32_t players = tournament->options->common.params.players;
    struct nf_setup *setups[2] = {NULL, NULL};
    struct nf_paired_options job = {.first = first,
                                    .games = games,
                                    .threads = tournament->options->common.threads,
                                    .progress = show_progress,
                                    .progress_owner = tournament};
    struct nf_text list = {0};
    if (seat > 0)
        nf_text_format(&list, "1..%u=%s,", seat, others);
    nf_text_format(&list, "%u=%s", seat + 1, alone);
    if (seat + 1 < players)
        nf_text_format(&list, ",%u..%u=%s", seat + 2, players, others);
    nf_text_bytes(&list, "", 1); /* ends the string */
    enum nf_exit end = list.failed ? nf_fail(err, NF_IO, "out of memory")
                                   : prepare(tournament, others, &job.sides[0], &setups[0], err);
    if (end == NF_OK)
        end = prepare(tournament, list.data, &job.sides[1], &setups[1], err);
    if (end == NF_OK)
        end = nf_paired_run(&job, result, err);
    for (int side = 0; side < 2; side++)
        if (setups[side] != NULL)
            setups[side]->game->release(setups[side]);
    nf_text_free(&list);
    tournament->played += games;
    return end;
}

/* The seats are rotated: the strategy that is alone sits at each for an equal share of the games.
 */
static enum nf_exit play_pairing(struct tournament *tournament, uint32_t alone, uint32_t others,
                                 struct nf_error *err)
{
    const uint32_t players = tournament->options->common.params.players;
    const uint64_t each = tournament->options->games / players;
    struct nf_paired turned = {0}; /* her seat moved to the first place */
    for (uint32_t seat = 0; seat < players; seat++) {
        struct nf_paired result;
        const enum nf_exit end =
            play_seat(tournament, tournament->names[alone], tournament->names[others], seat,
                      seat * each, each, &result, err);
        if (end != NF_OK)
            return end;
        turned.chances = result.chances;
        turned.games += result.games;
        turned.counts[0][0] += result.counts[0][seat];
        turned.counts[1][0] += result.counts[1][seat];
        turned.squares[0] += result.squares[seat];
    }
    struct pairing *const pairing = &tournament->pairings[alone][others];
    pairing->difference = nf_paired_difference(&turned, 0);
    pairing->rate.mean = nf_paired_share(&turned, 1, 0);
    return NF_OK;
}

static int by_mean(const void *a, const void *b)
{
    const struct entry *const x = a, *const y = b;
    return x->mean < y->mean ? -1 : x->mean > y->mean;
}

/* The tables of a strategy share their indices, so their chance errors may go together: half widths
 * are added, which is the worst that can be. */
static void rank(struct tournament *tournament)
{
    const double tables = tournament->count - 1;
    for (uint32_t i = 0; i < tournament->count; i++) {
        struct entry *const entry = &tournament->ranking[i];
        entry->name = tournament->names[i];
        for (uint32_t j = 0; j < tournament->count; j++) {
            const struct nf_estimate *const difference = &tournament->pairings[i][j].difference;
            if (j == i)
                continue;
            entry->mean += difference->mean / tables;
            entry->half += (difference->high - difference->mean) / tables;
        }
    }
    qsort(tournament->ranking, tournament->count, sizeof *tournament->ranking, by_mean);
}

/* ---- showing ---- */

static void put_ranking(struct nf_text *text, const struct tournament *tournament)
{
    nf_text_string(text, "rank  strategy          less often lost   95% interval\n");
    for (uint32_t i = 0; i < tournament->count; i++) {
        const struct entry *const entry = &tournament->ranking[i];
        const struct entry *const next = i + 1 < tournament->count ? entry + 1 : NULL;
        nf_text_format(
            text, "%4u  %-16.16s %+11.3f points  %+7.3f .. %+7.3f%s\n", i + 1, entry->name,
            0 - 100 * entry->mean, 0 - 100 * (entry->mean + entry->half),
            0 - 100 * (entry->mean - entry->half),
            next != NULL && entry->mean + entry->half > next->mean - next->half ? "  ~ next" : "");
    }
}

enum { COLUMN = 7, NAME_COLUMN = 16, MOST_COLUMNS = (80 - NAME_COLUMN) / COLUMN };

static void put_cross_table(struct nf_text *text, const struct tournament *tournament)
{
    if (tournament->count > MOST_COLUMNS) {
        nf_text_string(text, "\n(the cross table is wider than 80 columns; --json has it)\n");
        return;
    }
    nf_text_string(text, "\nalone at a table of ...\n                ");
    for (uint32_t j = 0; j < tournament->count; j++)
        nf_text_format(text, "%*.*s", COLUMN, COLUMN - 1, tournament->names[j]);
    nf_text_string(text, "\n");
    for (uint32_t i = 0; i < tournament->count; i++) {
        nf_text_format(text, "%-*.*s", NAME_COLUMN, NAME_COLUMN - 1, tournament->names[i]);
        for (uint32_t j = 0; j < tournament->count; j++)
            if (j == i)
                nf_text_format(text, "%*s", COLUMN, "-");
            else
                nf_text_format(text, "%*.2f", COLUMN, 100 * tournament->pairings[i][j].rate.mean);
        nf_text_string(text, "\n");
    }
}

static void put_table(struct nf_text *text, const struct tournament *tournament)
{
    const struct nf_params *const params = &tournament->options->common.params;
    nf_text_format(text, "%u strategies, %u player%s, %u round%s; ", tournament->count,
                   params->players, params->players == 1 ? "" : "s", params->rounds,
                   params->rounds == 1 ? "" : "s");
    nf_report_count(text, tournament->options->games);
    nf_text_format(text, " games a pairing, seed %" PRIu64 "\n\n", params->seed);
    put_ranking(text, tournament);
    nf_text_string(text, "\nPoints are percentage points of her loss rate, against playing as the "
                         "others do,\nat tables of each other strategy in turn. ~ next: the "
                         "intervals of neighbours\noverlap. The cross table has loss rates in "
                         "percent.\n");
    put_cross_table(text, tournament);
}

static json_t *json_pairings(const struct tournament *tournament)
{
    json_t *const list = json_array();
    for (uint32_t i = 0; i < tournament->count; i++)
        for (uint32_t j = 0; j < tournament->count; j++) {
            const struct pairing *const pairing = &tournament->pairings[i][j];
            if (i != j)
                json_array_append_new(
                    list, json_pack("{s:s, s:s, s:f, s:f, s:[f, f]}", "alone", tournament->names[i],
                                    "others", tournament->names[j], "loss_rate", pairing->rate.mean,
                                    "difference", pairing->difference.mean, "ci95",
                                    pairing->difference.low, pairing->difference.high));
        }
    return list;
}

static enum nf_exit put_json(struct nf_text *text, const struct tournament *tournament,
                             struct nf_error *err)
{
    const struct nf_params *const params = &tournament->options->common.params;
    json_t *const ranking = json_array();
    for (uint32_t i = 0; i < tournament->count; i++) {
        const struct entry *const entry = &tournament->ranking[i];
        json_array_append_new(ranking,
                              json_pack("{s:s, s:f, s:[f, f]}", "strategy", entry->name,
                                        "difference", entry->mean, "ci95",
                                        entry->mean - entry->half, entry->mean + entry->half));
    }
    json_t *const object = json_pack(
        "{s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:o, s:o}", "schema", "ninefold.tournament/1",
        "version", nf_version, "game", nf_common_game(&tournament->options->common)->name,
        "players", (json_int_t)params->players, "rounds", (json_int_t)params->rounds, "games",
        (json_int_t)tournament->options->games, "seed", (json_int_t)params->seed, "ranking",
        ranking, "pairings", json_pairings(tournament));
    return nf_text_json(text, object, err);
}

static enum nf_exit report(const struct tournament *tournament, struct nf_error *err)
{
    const char *const json = tournament->options->common.json;
    struct nf_text text = {0};
    enum nf_exit end = NF_OK;
    if (json == NULL || strcmp(json, "-") != 0) {
        put_table(&text, tournament);
        end = nf_common_print(&text, NF_OK, err);
    }
    if (end != NF_OK || json == NULL)
        return end;
    text = (struct nf_text){0};
    end = put_json(&text, tournament, err);
    if (end == NF_OK)
        end = nf_text_save(&text, json, err);
    nf_text_free(&text);
    return end;
}

/* ---- the command ---- */

static enum nf_exit check(struct tournament *tournament, struct nf_error *err)
{
    const struct nf_params *const params = &tournament->options->common.params;
    const struct nf_game *const game = nf_common_game(&tournament->options->common);
    if (game->strategies == NULL)
        return nf_fail(err, NF_USAGE, "--game %s: its players have no choice", game->name);
    if (params->strategy != NULL)
        return nf_fail(err, NF_USAGE,
                       "--strategy: expected none, since the operands say who plays");
    while (tournament->names[tournament->count] != NULL)
        if (++tournament->count > MAX_ENTRIES)
            return nf_fail(err, NF_USAGE, "expected at most %d strategies", MAX_ENTRIES);
    if (tournament->options->games < params->players)
        return nf_fail(err, NF_USAGE, "--games %" PRIu64 ": expected at least one a seat, %u",
                       tournament->options->games, params->players);
    /* Every strategy is read once before anything is played. */
    for (uint32_t i = 0; i < tournament->count; i++) {
        struct nf_paired_side side;
        struct nf_setup *setup = NULL;
        if (strpbrk(tournament->names[i], ",=") != NULL)
            return nf_fail(err, NF_USAGE, "'%.100s': expected a name without ',' and '='",
                           tournament->names[i]);
        const enum nf_exit end = prepare(tournament, tournament->names[i], &side, &setup, err);
        if (setup != NULL)
            setup->game->release(setup);
        if (end != NF_OK)
            return end;
    }
    return nf_common_check_target(tournament->options->common.json, err);
}

static enum nf_exit play_all(struct tournament *tournament, struct nf_error *err)
{
    enum nf_exit end = NF_OK;
    tournament->start = nf_now();
    tournament->progress = (struct nf_progress){
        .what = "games",
        .total = tournament->options->games * tournament->count * (tournament->count - 1),
        .quiet = tournament->options->common.quiet};
    for (uint32_t i = 0; end == NF_OK && i < tournament->count; i++)
        for (uint32_t j = 0; end == NF_OK && j < tournament->count; j++)
            if (i != j)
                end = play_pairing(tournament, i, j, err);
    nf_progress_end(&tournament->progress);
    return end;
}

static enum nf_exit run(void *given, char **operands, struct nf_error *err)
{
    struct tournament *const tournament = calloc(1, sizeof *tournament);
    if (tournament == NULL)
        return nf_fail(err, NF_IO, "out of memory");
    tournament->options = given;
    tournament->names = operands;
    enum nf_exit end = check(tournament, err);
    if (end == NF_OK)
        end = play_all(tournament, err);
    if (end == NF_OK) {
        rank(tournament);
        end = report(tournament, err);
    }
    free(tournament);
    return end;
}

static const struct nf_option rows[] = {
    {.name = "games",
     .letter = 'g',
     .type = NF_NUMBER,
     .argument = "N",
     NF_INTO(struct tournament_options, games),
     .help = "games of a pairing, an equal share at each seat",
     .low = 1,
     .high = 1000000000000,
     .normal = 3000},
    {.name = "json",
     .type = NF_STRING,
     .argument = "FILE",
     NF_INTO(struct nf_common, json),
     .help = "write the results to FILE as JSON; - is standard output, in place of the table"},
    NF_ROW_QUIET,
    {.name = NULL},
};

static const struct nf_option_group groups[] = {{"The games", nf_rows_params},
                                                {"Speed", nf_rows_speed},
                                                {"How many of them, and output", rows},
                                                {NULL, NULL}};

const struct nf_command nf_command_tournament = {
    .name = "tournament",
    .summary = "every strategy against every other one, seats rotated, ranked",
    .details =
        "STRATEGY is a name that `ninefold strategies` lists, or a file. One player has the "
        "one strategy, everybody else at the table the other; the same games are played with "
        "all players alike, and what changes for her is counted game by game.",
    .operand = "STRATEGY",
    .usage = "STRATEGY STRATEGY...",
    .operands = 10000,
    .needed = 2,
    .groups = groups,
    .options_size = sizeof(struct tournament_options),
    .run = run,
};
