/* ninefold tournament: plays every strategy against every other one. */
#include "sim/runs/tournament.h"
#include "base/lang.h"
#include "base/owned.h"
#include "base/shown.h"
#include "base/signals.h"
#include "base/threads.h"
#include "base/version.h"
#include "commands/commands.h"
#include "commands/parts/common.h"
#include "commands/sim/long_run.h"
#include "commands/sim/outputs.h"
#include "sim/plan.h"
#include "sim/runner.h"
#include "sim/runs/checkpoint.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tournament_options {
    struct nf_common common;
    uint64_t games;   /* per pairing */
    const char *sprt; /* as typed, or NULL */
    struct nf_outputs outputs;
    bool gauntlet;     /* only the first strategy plays against all others */
    const char *save;  /* folder for what is played, or NULL */
    const char *shard; /* as typed, or NULL */
};

struct contest {
    const struct tournament_options *options;
    struct nf_sprt sprt;            /* with options->sprt */
    struct nf_tournament_plan plan; /* as the options have it */
    struct nf_tournament of;
    struct nf_spans played;    /* of the games of a seat, from the first to the last to be played */
    struct nf_checkpoint file; /* for --save */
    json_t *identity;          /* what a saved tournament must be to be this one */
    struct nf_progress progress;
    char estimate[80]; /* what progress shows of the chunks that are counted */
};

/* ---- saving ---- */

/* Tournaments that are saved. DIR/I.json has what shard I has played, DIR/0.json what was played
 * without --shard and all that was there then. The sums are whole numbers, so those of any games
 * add up to the same tournament. A file is JSON, schema ninefold.tournament.saved/1:
 *
 *     schema, version, game, strategies [{name, params}..], seed, games, gauntlet   what is played
 *     ranges [[first, games]..]   of the games of each seat
 *     trials                      in a game
 *     losses, squares [..]        of each pairing, row by row
 *     products [..]               of the losses of two strategies in a game, below the diagonal too
 *     checksum                    as in all documents (sim/runs/document.h) */
static const char *const names[] = {
    "schema", "version", "game",   "strategies", "seed",     "games", "gauntlet",
    "ranges", "trials",  "losses", "squares",    "products", NULL,
};
static const struct nf_document_kind kind = {"ninefold.tournament.saved/1", N_("tournament"), names,
                                             7};

/* ---- what it is ---- */

static enum nf_status identify(struct contest *contest, struct nf_error *err)
{
    const struct tournament_options *const options = contest->options;
    json_auto_t *strategies = json_array();
    for (uint32_t i = 0; i < contest->of.count; i++) {
        const char *const name = contest->plan.names[i];
        struct nf_paired_side side;
        NF_OWNED_SETUP struct nf_setup *setup = NULL;
        NF_TRY(nf_tournament_prepare(&contest->plan, name, &side, &setup, err));
        json_array_append_new(strategies, json_pack("{s:s, s:o}", "name", name, "params",
                                                    nf_report_params(&setup->params)));
    }
    contest->identity =
        json_pack("{s:s, s:s, s:s, s:O, s:o, s:o, s:b}", "schema", kind.schema, "version",
                  nf_version, "game", nf_common_game(&options->common)->name, "strategies",
                  strategies, "seed", nf_json_count(options->common.params.seed), "games",
                  nf_json_count(options->games), "gauntlet", (int)options->gauntlet);
    NF_TRY_MEMORY(contest->identity != NULL, err);
    return NF_OK;
}

/* ---- sums ---- */

enum list { LOSSES, SQUARES, PRODUCTS, LISTS };
static const char *const lists[LISTS] = {"losses", "squares", "products"};

/* A number of the sums, by its place in the lists of a file. */
static uint64_t *sum_at(struct contest *contest, size_t list, uint32_t i, uint32_t j)
{
    uint64_t *const sums[LISTS] = {
        [LOSSES] = &contest->of.pairings[i][j].losses,
        [SQUARES] = &contest->of.pairings[i][j].squares,
        [PRODUCTS] = &contest->of.products[i][j],
    };
    return sums[list];
}

static json_t *document_of(struct contest *contest)
{
    json_t *const document = json_copy(contest->identity);
    json_object_set_new(document, "ranges",
                        nf_document_ranges(contest->played.list, contest->played.count));
    json_object_set_new(document, "trials", nf_json_count(contest->of.trials));
    for (size_t list = 0; list < LISTS; list++) {
        json_t *const sums = json_array();
        for (uint32_t i = 0; i < contest->of.count; i++)
            for (uint32_t j = 0; j < contest->of.count; j++)
                json_array_append_new(sums, nf_json_count(*sum_at(contest, list, i, j)));
        json_object_set_new(document, lists[list], sums);
    }
    return document;
}

static enum nf_status save_contest(struct contest *contest, struct nf_error *err)
{
    return contest->file.open ? nf_state_save(&contest->file, document_of(contest), err) : NF_OK;
}

/* ---- reading ---- */

/* The member that is not as it must be; NULL: all are. */
static const char *odd_member(const struct contest *contest, json_t *document)
{
    uint64_t number;
    for (size_t list = 0; list < LISTS; list++) {
        const json_t *const sums = json_object_get(document, lists[list]);
        const size_t count = (size_t)contest->of.count * contest->of.count;
        for (size_t i = 0; i < count; i++)
            if (json_array_size(sums) != count ||
                !nf_document_count(json_array_get(sums, i), &number))
                return lists[list];
    }
    return nf_document_count(json_object_get(document, "trials"), &number) ? NULL : "trials";
}

/* Adds the games of a file, unless they are there already. */
static enum nf_status add_pairing(struct contest *contest, const struct nf_state *state,
                                  struct nf_error *err)
{
    const json_t *const document = state->document;
    const json_t *const ranges = json_object_get(document, "ranges");
    const uint32_t players = contest->options->common.params.players;
    uint64_t common = 0, games = 0;
    for (int adding = 0; adding < 2; adding++) {
        for (size_t i = 0; i < json_array_size(ranges); i++) {
            struct nf_span span;
            if (!nf_document_range(json_array_get(ranges, i), &span) ||
                span.first < contest->played.list[0].first || span.first > contest->played.end ||
                span.games > contest->played.end - span.first)
                return nf_document_fail_at(&state->input, "ranges", err,
                                           "\"ranges\": expected games of this shard");
            games += adding ? 0 : span.games;
            common += adding ? 0 : nf_spans_common(&contest->played, span);
            if (adding)
                NF_TRY(nf_spans_add(&contest->played, span, err));
        }
        if (games > 0 && common == games)
            return NF_OK;
        if (common > 0 && !adding)
            return nf_fail(err, NF_INVALID,
                           "%.300s: found games that another file has, too: remove one of them",
                           state->path);
    }
    for (size_t list = 0; list < LISTS; list++)
        for (uint32_t i = 0; i < contest->of.count; i++)
            for (uint32_t j = 0; j < contest->of.count; j++)
                *sum_at(contest, list, i, j) += (uint64_t)json_integer_value(json_array_get(
                    json_object_get(document, lists[list]), i * contest->of.count + j));
    contest->of.games += games * players;
    contest->of.trials = (uint32_t)json_integer_value(json_object_get(document, "trials"));
    return NF_OK;
}

/* Adds what was read, if there is a file. */
static enum nf_status take_pairing(struct contest *contest, const struct nf_state *state,
                                   struct nf_error *err)
{
    if (state->document == NULL)
        return NF_OK;
    const char *const odd = odd_member(contest, state->document);
    return odd == NULL ? add_pairing(contest, state, err)
                       : nf_document_fail_at(&state->input, odd, err,
                                             "\"%s\": expected numbers of this tournament", odd);
}

/* Reads the files of all shards. */
static enum nf_status read_shards(struct contest *contest, struct nf_error *err)
{
    const char *const folder = contest->options->save;
    NF_OWNED size_t *numbers = NULL;
    size_t count;
    NF_TRY(nf_numbered_list(folder, &numbers, &count, err));
    for (size_t i = 0; i < count; i++) {
        NF_FREED_BY(nf_state_close) struct nf_state state = {0};
        NF_TRY(nf_state_read(&state, folder, numbers[i], &kind, contest->identity, err));
        NF_TRY(take_pairing(contest, &state, err));
    }
    return NF_OK;
}

/* ---- opening ---- */

static enum nf_status open_saved(struct contest *contest, uint64_t number, struct nf_error *err)
{
    const char *const folder = contest->options->save;
    NF_FREED_BY(nf_state_close) struct nf_state state = {0};
    NF_TRY(nf_common_make_folder(folder, err));
    NF_TRY(identify(contest, err));
    NF_TRY(nf_state_open(&contest->file, &state, folder, number, &kind, contest->identity, err));
    NF_TRY(take_pairing(contest, &state, err));
    return number == 0 ? read_shards(contest, err) : NF_OK;
}

/* Prepares the games to be played: all, or those of options->shard; with options->save, less those
 * that are saved, whose sums are added. */
static enum nf_status open_contest(struct contest *contest, struct nf_error *err)
{
    const struct tournament_options *const options = contest->options;
    const uint64_t each = options->games / options->common.params.players;
    struct nf_span part = {0, each};
    struct nf_shard shard = {0, 1}; /* without --shard the number is 0 */
    if ((options->save != NULL || options->shard != NULL) && options->sprt != NULL)
        return nf_fail(err, NF_USAGE, "--save, --shard: expected no --sprt with them");
    if (options->shard != NULL)
        NF_TRY(nf_shard_read(options->shard, &shard, err));
    if (options->shard != NULL)
        part = nf_shard_part(&shard, part);
    NF_TRY(nf_spans_open(&contest->played, part.first, nf_span_end(part), err));
    if (options->save != NULL)
        NF_TRY(open_saved(contest, shard.number, err));
    return NF_OK;
}

static void close_contest(struct contest *contest)
{
    nf_checkpoint_close(&contest->file);
    nf_spans_close(&contest->played);
    json_decref(contest->identity);
    contest->identity = NULL;
}

/* ---- playing ---- */

/* The first chunk of a seat is short, so that there is something to show soon; and so are those
 * that are saved after each chunk of all seats. */
enum { FIRST_CHUNK = 1024, SAVED_CHUNK = 4096 };

static bool show_pairings(void *owner, uint64_t done, double seconds)
{
    struct contest *const contest = owner;
    nf_progress_part(&contest->progress, done, seconds);
    return contest->file.open && nf_signals_caught() != 0;
}

/* A signal came in the midst of a chunk. */
static enum nf_status fail_stopped(const struct contest *contest, struct nf_error *err)
{
    const int signal = nf_signals_caught();
    return nf_fail(err, (enum nf_status)(128 + signal),
                   "stopped by signal %d (%s); %" PRIu64 " games per pairing are saved, the same "
                   "command goes on",
                   signal, strsignal(signal), contest->of.games);
}

/* Who leads, and by how much: what progress shows. */
static void estimate(struct contest *contest)
{
    const struct nf_tournament_entry *const leader =
        &contest->of.ranking[contest->options->gauntlet];
    const double width = 50 * (leader->to_next.high - leader->to_next.low);
    char name[NF_TOURNAMENT_NAME];
    nf_shown_copy(name, sizeof name, contest->plan.names[leader->strategy]);
    if (isnan(width))
        return;
    snprintf(contest->estimate, sizeof contest->estimate, _("%s leads by %.3f +-%.3f points"), name,
             100 * leader->to_next.mean, width);
    contest->progress.estimate = contest->estimate;
}

/* How many games a seat plays next. A sequential test looks often, after small parts of what there
 * is, so that it ends not long after it could. */
static uint64_t next_games(const struct contest *contest, uint64_t done)
{
    const uint64_t least = NF_SPRT_LEAST / contest->plan.params.players + 1;
    const uint64_t most = NF_TOURNAMENT_CHUNK;
    if (contest->file.open)
        return SAVED_CHUNK;
    if (contest->options->sprt == NULL)
        return done < FIRST_CHUNK ? FIRST_CHUNK : done < most ? done : most;
    return done < 8 * least ? least : done < 8 * most ? done / 8 : most;
}

/* The seats rotate: the lone player sits at each for an equal share of the games. */
static enum nf_status play_all(struct contest *contest, struct nf_error *err)
{
    const uint32_t players = contest->plan.params.players;
    const uint64_t each = contest->plan.games / players;
    for (struct nf_span gap; contest->of.verdict == NF_SPRT_OPEN;) {
        gap = nf_spans_gap(&contest->played);
        const uint64_t next = next_games(contest, contest->of.games / players);
        gap.games = gap.games < next ? gap.games : next;
        if (gap.games == 0)
            break;
        for (uint32_t seat = 0; seat < players; seat++) {
            const struct nf_span chunk = {seat * each + gap.first, gap.games};
            NF_TRY(nf_tournament_chunk(&contest->of, seat, chunk, err));
            estimate(contest);
        }
        nf_spans_played(&contest->played, gap.games);
        nf_tournament_decide(&contest->of);
        NF_TRY(save_contest(contest, err));
    }
    return NF_OK;
}

/* Plays all pairings and ranks the strategies. With options->save it fails with 128+n where signal
 * n stopped it, with what was saved before. */
static enum nf_status play_contest(struct contest *contest, struct nf_error *err)
{
    const struct nf_spans *const played = &contest->played;
    const uint32_t players = contest->plan.params.players;
    const struct nf_span all = {played->list[0].first, played->end - played->list[0].first};
    const uint64_t missing = all.games - nf_spans_common(played, all);
    contest->progress =
        (struct nf_progress){.what = N_("games"),
                             .total = missing * players * nf_tournament_pairings(&contest->of),
                             .quiet = contest->options->common.quiet,
                             .start = nf_now()};
    contest->plan.progress = show_pairings;
    contest->plan.progress_owner = contest;
    nf_tournament_rank(&contest->of); /* where all is saved already */
    enum nf_status status = play_all(contest, err);
    nf_progress_end(&contest->progress);
    if (status == NF_BUDGET)
        status = fail_stopped(contest, err);
    return status;
}

/* ---- the command ---- */

/* What the options ask for. */
static enum nf_status plan(struct contest *contest, char **operands, struct nf_error *err)
{
    const struct tournament_options *const options = contest->options;
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
    NF_TRY(nf_tournament_open(&contest->of, &contest->plan, err));
    return nf_outputs_check(&options->outputs, &saved, 1, contest->plan.names, err);
}

static enum nf_status write_ranking(const struct contest *contest, struct nf_error *err)
{
    const struct tournament_options *const options = contest->options;
    struct nf_made made = {.title = _(contest->plan.game->title)};
    NF_OWNED_TEXT struct nf_text words = {0};
    nf_tournament_words(&words, &contest->of);
    made.name = nf_text_terminated(&words);
    made.tables.failed |= words.failed;
    nf_tournament_table(&made.table, &contest->of);
    made.document = nf_tournament_document(&contest->of);
    nf_tournament_tables(&made.tables, &contest->of);
    return nf_outputs_write_made(&options->outputs, &made, err);
}

static void free_contest(struct contest **contest)
{
    if (*contest == NULL)
        return;
    close_contest(*contest);
    nf_tournament_close(&(*contest)->of);
    free(*contest);
}

static enum nf_status run_tournament(void *given, char **operands, struct nf_error *err)
{
    NF_FREED_BY(free_contest) struct contest *contest = calloc(1, sizeof *contest);
    NF_TRY_MEMORY(contest != NULL, err);
    contest->options = given;
    NF_TRY(plan(contest, operands, err));
    NF_TRY(open_contest(contest, err));
    NF_TRY(play_contest(contest, err));
    NF_TRY(write_ranking(contest, err));
    if (contest->options->sprt != NULL && contest->of.verdict == NF_SPRT_OPEN)
        return nf_fail(err, NF_BUDGET, "--sprt: not decided after %" PRIu64 " games, raise --games",
                       contest->of.games);
    return NF_OK;
}

static const struct nf_option rows[] = {
    {"games", 'g', NF_NUMBER, "N", NF_INTO(struct tournament_options, games),
     N_("games per pairing, an equal share at each seat"), .low = 1, .high = 1000000000000,
     .normal = 3000},
    {"sprt", 0, NF_STRING, "LOW,HIGH", NF_INTO(struct tournament_options, sprt),
     /* xgettext:no-c-format */
     N_("with two strategies: stop as soon as a sequential test tells whether one player of the "
        "first, where all others play the second, loses LOW points (H0) or HIGH points (H1) less "
        "than one who plays as they do, each with at most 5% of wrong answers, or as "
        "LOW,HIGH,ALPHA,BETA says; --games is then the most")},
    {"gauntlet", 0, NF_FLAG, NULL, NF_INTO(struct tournament_options, gauntlet),
     N_("only the first strategy, a new one, plays against all others, and they against it")},
    {"save", 0, NF_STRING, "DIR", NF_INTO(struct tournament_options, save),
     N_("save what is played to DIR, created if missing: the same command goes on after a kill, "
        "and "
        "has the games that shards have saved there")},
    {"shard", 0, NF_STRING, "I/N", NF_INTO(struct tournament_options, shard),
     N_("play the I-th of N parts of the games of each pairing; the same command without --shard "
        "has all that is saved. auto: the scheduler's array says which; auto/N: the number alone")},
    NF_ROWS_FORMS(
        struct tournament_options, NF_FORM_CSV, NF_FORM_HTML,
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
    .options_size = sizeof(struct tournament_options),
    .run = run_tournament,
};
