/* ninefold tournament: plays every strategy against every other one. */
#include "base/json_text.h"
#include "base/lang.h"
#include "base/screen.h"
#include "base/shown.h"
#include "commands/commands.h"
#include "commands/parts/common.h"
#include "commands/parts/paths.h"
#include "core/runner.h"
#include "core/version.h"
#include "report/report.h"
#include "runs/paired.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ENTRIES = 32 };

struct tournament_options {
    struct nf_common common;
    uint64_t games; /* per pairing */
    const char *sprt;
};

/* The number of games whose gains are kept at a time; the first chunk of a seat is shorter, so that
 * there is something to show soon. */
enum { FIRST_CHUNK = 1024, CHUNK = 65536 };

/* Letters of a name that is shown. */
enum { NAME_COLUMN = 16 };

struct entry {
    uint32_t strategy;
    struct nf_estimate difference; /* of the lone player's losses at all tables, to her losses there
                                      if she played as the others do */
    struct nf_estimate to_next;    /* how much more the next in the ranking loses */
};

struct tournament {
    const struct tournament_options *options;
    char **names; /* the entries' strategies */
    uint32_t count;
    /* [alone][the others]: one player with one strategy at a table where everybody else plays
     * another, compared with the same games with all players alike. Her seat is the first place. */
    struct nf_paired pairings[MAX_ENTRIES][MAX_ENTRIES];
    /* All tables have the same games, so gains are added up over the tables of a strategy for each
     * game. The sums of these and of their products give the variance between games of each gain
     * and of each difference of two. */
    int32_t *gains; /* [strategy][game in the chunk] */
    double totals[MAX_ENTRIES], products[MAX_ENTRIES][MAX_ENTRIES];
    struct entry ranking[MAX_ENTRIES]; /* best first */
    struct nf_sprt sprt;               /* of the first strategy's gain on the second */
    enum nf_sprt_verdict verdict;
    struct nf_progress progress;
    char estimate[80]; /* what progress shows of the chunks that are counted */
    double start;
    uint64_t played;
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

static enum nf_status prepare(const struct tournament *tournament, const char *strategy,
                              struct nf_paired_side *side, struct nf_setup **setup,
                              struct nf_error *err)
{
    struct nf_common common = tournament->options->common;
    common.params.strategy = strategy;
    enum nf_status status =
        nf_choose_kernel(nf_common_game(&common), common.kernel, &side->kernel, err);
    if (status == NF_OK)
        status = nf_common_prepare(&common, setup, err);
    if (status == NF_OK)
        status = nf_fit_kernel(*setup, common.kernel, &side->kernel, err);
    side->setup = *setup;
    return status;
}

/* Plays strategy `i` alone at `seat`; all others play `j`. */
static enum nf_status play_pairing(struct tournament *tournament, uint32_t i, uint32_t j,
                                   uint32_t seat, uint64_t first, uint64_t games,
                                   struct nf_error *err)
{
    const char *const alone = tournament->names[i], *const others = tournament->names[j];
    const uint32_t players = tournament->options->common.params.players;
    struct nf_setup *setups[2] = {NULL, NULL};
    struct nf_paired_options job = {.first = first,
                                    .games = games,
                                    .threads = tournament->options->common.threads,
                                    .progress = show_progress,
                                    .progress_owner = tournament,
                                    .gains = tournament->gains + (size_t)i * CHUNK,
                                    .gains_seat = seat};
    struct nf_paired result;
    struct nf_text list = {0};
    if (seat > 0)
        nf_text_format(&list, "1..%u=%s,", seat, others);
    nf_text_format(&list, "%u=%s", seat + 1, alone);
    if (seat + 1 < players)
        nf_text_format(&list, ",%u..%u=%s", seat + 2, players, others);
    nf_text_bytes(&list, "", 1); /* ends the string */
    enum nf_status status = list.failed
                                ? nf_fail(err, NF_IO, "out of memory")
                                : prepare(tournament, others, &job.sides[0], &setups[0], err);
    if (status == NF_OK)
        status = prepare(tournament, list.data, &job.sides[1], &setups[1], err);
    if (status == NF_OK)
        status = nf_paired_run(&job, &result, err);
    if (status == NF_OK) {
        struct nf_paired *const pairing = &tournament->pairings[i][j];
        pairing->trials = result.trials;
        pairing->games += result.games;
        pairing->counts[0][0] += result.counts[0][seat];
        pairing->counts[1][0] += result.counts[1][seat];
        pairing->squares[0] += result.squares[seat];
    }
    for (int side = 0; side < 2; side++)
        if (setups[side] != NULL)
            setups[side]->game->release(setups[side]);
    nf_text_free(&list);
    tournament->played += games;
    return status;
}

static void add_gains(struct tournament *tournament, uint64_t games)
{
    for (uint64_t game = 0; game < games; game++)
        for (uint32_t i = 0; i < tournament->count; i++) {
            const double gain = tournament->gains[i * CHUNK + game];
            tournament->totals[i] += gain;
            for (uint32_t j = 0; j <= i; j++)
                tournament->products[i][j] += gain * tournament->gains[j * CHUNK + game];
        }
}

static int by_mean(const void *a, const void *b)
{
    const struct entry *const x = a, *const y = b;
    return (x->difference.mean > y->difference.mean) - (x->difference.mean < y->difference.mean);
}

static void rank(struct tournament *tournament)
{
    const struct nf_paired *const any = &tournament->pairings[0][1];
    const double tables = tournament->count - 1, chances = tables * any->trials;
    /* A game with one player is always lost. */
    const double most = tournament->options->common.params.players == 1 ? 0 : 1;
    const double least = 0 - most; /* -most would be a zero with a minus */
    for (uint32_t i = 0; i < tournament->count; i++)
        tournament->ranking[i] = (struct entry){
            .strategy = i,
            .difference = nf_mean_between_games(any->games, chances, tournament->totals[i],
                                                tournament->products[i][i], least, most)};
    qsort(tournament->ranking, tournament->count, sizeof *tournament->ranking, by_mean);
    for (uint32_t i = 0; i + 1 < tournament->count; i++) {
        const uint32_t a = tournament->ranking[i].strategy, b = tournament->ranking[i + 1].strategy;
        const double product = tournament->products[a > b ? a : b][a > b ? b : a];
        tournament->ranking[i].to_next = nf_mean_between_games(
            any->games, chances, tournament->totals[b] - tournament->totals[a],
            tournament->products[a][a] + tournament->products[b][b] - 2 * product, 2 * least,
            2 * most);
    }
}

/* Who leads, and by how much: what progress shows. */
static void estimate(struct tournament *tournament)
{
    rank(tournament);
    const struct entry *const leader = &tournament->ranking[0];
    const double width = 50 * (leader->to_next.high - leader->to_next.low);
    char name[NAME_COLUMN];
    nf_shown_copy(name, sizeof name, tournament->names[leader->strategy]);
    if (isnan(width))
        return;
    snprintf(tournament->estimate, sizeof tournament->estimate, _("%s leads by %.3f +-%.3f points"),
             name, 100 * leader->to_next.mean, width);
    tournament->progress.estimate = tournament->estimate;
}

/* Plays a range of games at every table, with the lone player at `seat`. */
static enum nf_status play_chunk(struct tournament *tournament, uint32_t seat, uint64_t first,
                                 uint64_t games, struct nf_error *err)
{
    enum nf_status status = NF_OK;
    for (uint32_t i = 0; i < tournament->count; i++)
        memset(tournament->gains + (size_t)i * CHUNK, 0, games * sizeof *tournament->gains);
    for (uint32_t i = 0; status == NF_OK && i < tournament->count; i++)
        for (uint32_t j = 0; status == NF_OK && j < tournament->count; j++)
            if (i != j)
                status = play_pairing(tournament, i, j, seat, first, games, err);
    if (status == NF_OK) {
        add_gains(tournament, games);
        estimate(tournament);
    }
    return status;
}

/* Looks whether the gain of the first strategy on the second is decided; all seats have had equal
 * numbers of games. */
static void decide(struct tournament *tournament)
{
    const struct nf_paired *const any = &tournament->pairings[0][1];
    if (tournament->options->sprt != NULL)
        tournament->verdict =
            nf_sprt_verdict(&tournament->sprt, any->games, any->trials, 0 - tournament->totals[0],
                            tournament->products[0][0]);
}

static double ratio(const struct tournament *tournament)
{
    const struct nf_paired *const any = &tournament->pairings[0][1];
    return nf_sprt_ratio(&tournament->sprt, any->games, any->trials, 0 - tournament->totals[0],
                         tournament->products[0][0]);
}

/* ---- showing ---- */

/* Games per pairing, as they are told. */
static uint64_t games_each(const struct tournament *tournament)
{
    return tournament->options->sprt != NULL ? tournament->pairings[0][1].games
                                             : tournament->options->games;
}

static void put_interval(struct nf_text *text, double low, double high)
{
    if (isnan(low))
        nf_text_format(text, "%22s", "-");
    else
        nf_text_format(text, "  %+8.3f .. %+8.3f", 100 * low, 100 * high);
}

static void put_ranking(struct nf_text *text, const struct tournament *tournament)
{
    nf_text_string(
        text, /* xgettext:no-c-format */
        _("rank  strategy     fewer losses        95% interval         next loses more\n"));
    for (uint32_t i = 0; i < tournament->count; i++) {
        const struct entry *const entry = &tournament->ranking[i];
        char name[13];
        nf_text_format(text, _("%4u  %-12s%+9.3f points"), i + 1,
                       nf_shown_copy(name, sizeof name, tournament->names[entry->strategy]),
                       0 - 100 * entry->difference.mean);
        put_interval(text, 0 - entry->difference.high, 0 - entry->difference.low);
        if (i + 1 < tournament->count)
            put_interval(text, entry->to_next.low, entry->to_next.high);
        const bool apart = entry->to_next.low > 0 || entry->to_next.high < 0;
        if (i + 1 < tournament->count && !apart) {
            nf_text_string(text, " ");
            nf_screen_put(text, NF_NOTED, 0, "~");
        }
        nf_text_string(text, "\n");
    }
}

static void put_verdict(struct nf_text *text, const struct tournament *tournament)
{
    const struct nf_sprt *const sprt = &tournament->sprt;
    char names[2][NAME_COLUMN];
    for (int i = 0; i < 2; i++)
        nf_shown_copy(names[i], sizeof names[i], tournament->names[i]);
    nf_text_format(text, _("\nIs %s better than %s by %g points (H0) or by %g (H1)? "), names[0],
                   names[1], 100 * sprt->low, 100 * sprt->high);
    nf_text_string(text, tournament->verdict == NF_SPRT_HIGH  ? _("H1 is accepted.\n")
                         : tournament->verdict == NF_SPRT_LOW ? _("H0 is accepted.\n")
                                                              : _("Not decided.\n"));
    nf_text_format(text,
                   _("log likelihood ratio %.2f; H0 from %.2f, H1 from %.2f (SPRT, alpha %g, beta "
                     "%g)\nIntervals after a sequential test are too narrow, and the gain looks "
                     "larger than it is.\n"),
                   ratio(tournament), nf_sprt_lower(sprt), nf_sprt_upper(sprt), sprt->alpha,
                   sprt->beta);
}

static json_t *json_verdict(const struct tournament *tournament)
{
    static const char *const words[] = {
        [NF_SPRT_OPEN] = "open", [NF_SPRT_LOW] = "low", [NF_SPRT_HIGH] = "high"};
    const struct nf_sprt *const sprt = &tournament->sprt;
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:s}", "low", nf_json_number(sprt->low), "high",
                     nf_json_number(sprt->high), "alpha", nf_json_number(sprt->alpha), "beta",
                     nf_json_number(sprt->beta), "log_ratio", nf_json_number(ratio(tournament)),
                     "accepted", words[tournament->verdict]);
}

enum { COLUMN = 7 };

static void put_cross_table(struct nf_text *text, const struct tournament *tournament)
{
    char name[NAME_COLUMN];
    if (NAME_COLUMN + COLUMN * tournament->count > nf_screen_width()) {
        nf_text_format(text, _("\n(the cross table is wider than %zu columns; --json has it)\n"),
                       nf_screen_width());
        return;
    }
    nf_text_string(text, _("\nalone at a table of ...\n                "));
    for (uint32_t j = 0; j < tournament->count; j++)
        nf_text_format(text, "%*s", COLUMN, nf_shown_copy(name, COLUMN, tournament->names[j]));
    nf_text_string(text, "\n");
    for (uint32_t i = 0; i < tournament->count; i++) {
        nf_text_format(text, "%-*s", NAME_COLUMN,
                       nf_shown_copy(name, NAME_COLUMN, tournament->names[i]));
        for (uint32_t j = 0; j < tournament->count; j++)
            if (j == i)
                nf_text_format(text, "%*s", COLUMN, "-");
            else
                nf_text_format(text, "%*.2f", COLUMN,
                               100 * nf_paired_share(&tournament->pairings[i][j], 1, 0));
        nf_text_string(text, "\n");
    }
}

static void put_table(struct nf_text *text, const struct tournament *tournament)
{
    const struct nf_params *const params = &tournament->options->common.params;
    nf_text_format(text, _("%u strategies, "), tournament->count);
    nf_text_format(text, P_("%u player, ", "%u players, ", params->players), params->players);
    nf_text_format(text, P_("%u round; ", "%u rounds; ", params->rounds), params->rounds);
    nf_report_count(text, games_each(tournament));
    nf_text_format(text, _(" games per pairing, seed %" PRIu64 "\n\n"), params->seed);
    put_ranking(text, tournament);
    if (tournament->options->sprt != NULL)
        put_verdict(text, tournament);
    nf_text_string(text,
                   _("\n"
                     "Points are percentage points of the lone player's loss rate, compared with\n"
                     "playing as the others do, over the tables of all other strategies. All "
                     "tables\n"
                     "have the same games, so strategies are compared game by game; ~: the "
                     "difference\n"
                     "may be chance. The cross table has loss rates in percent.\n"));
    put_cross_table(text, tournament);
}

static json_t *json_interval(const struct nf_estimate *estimate)
{
    return json_pack("[o, o]", nf_json_number(estimate->low), nf_json_number(estimate->high));
}

static json_t *json_pairings(const struct tournament *tournament)
{
    json_t *const list = json_array();
    for (uint32_t i = 0; i < tournament->count; i++)
        for (uint32_t j = 0; j < tournament->count; j++) {
            const struct nf_paired *const pairing = &tournament->pairings[i][j];
            const struct nf_estimate difference = nf_paired_difference(pairing, 0);
            if (i != j)
                json_array_append_new(
                    list,
                    json_pack("{s:s, s:s, s:o, s:o, s:o}", "alone", tournament->names[i], "others",
                              tournament->names[j], "loss_rate",
                              nf_json_number(nf_paired_share(pairing, 1, 0)), "difference",
                              nf_json_number(difference.mean), "ci95", json_interval(&difference)));
        }
    return list;
}

static json_t *json_ranking(const struct tournament *tournament)
{
    json_t *const ranking = json_array();
    for (uint32_t i = 0; i < tournament->count; i++) {
        const struct entry *const entry = &tournament->ranking[i];
        json_t *const next =
            i + 1 == tournament->count
                ? json_null()
                : json_pack("{s:o, s:o}", "difference", nf_json_number(entry->to_next.mean), "ci95",
                            json_interval(&entry->to_next));
        json_array_append_new(ranking,
                              json_pack("{s:s, s:o, s:o, s:o}", "strategy",
                                        tournament->names[entry->strategy], "difference",
                                        nf_json_number(entry->difference.mean), "ci95",
                                        json_interval(&entry->difference), "to_next", next));
    }
    return ranking;
}

static enum nf_status put_json(struct nf_text *text, const struct tournament *tournament,
                               struct nf_error *err)
{
    const struct nf_params *const params = &tournament->options->common.params;
    json_t *const object = json_pack(
        "{s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:o, s:o}", "schema", "ninefold.tournament/1",
        "version", nf_version, "game", nf_common_game(&tournament->options->common)->name,
        "players", (json_int_t)params->players, "rounds", (json_int_t)params->rounds, "games",
        (json_int_t)games_each(tournament), "seed", (json_int_t)params->seed, "ranking",
        json_ranking(tournament), "pairings", json_pairings(tournament));
    if (tournament->options->sprt != NULL)
        json_object_set_new(object, "sprt", json_verdict(tournament));
    return nf_text_json(text, object, err);
}

static enum nf_status report(const struct tournament *tournament, struct nf_error *err)
{
    const char *const json = tournament->options->common.json;
    struct nf_text text = {0};
    enum nf_status status = NF_OK;
    if (json == NULL || strcmp(json, "-") != 0) {
        put_table(&text, tournament);
        status = nf_common_print(&text, NF_OK, err);
    }
    if (status != NF_OK || json == NULL)
        return status;
    text = (struct nf_text){0};
    status = put_json(&text, tournament, err);
    if (status == NF_OK)
        status = nf_text_save(&text, json, err);
    nf_text_free(&text);
    return status;
}

/* ---- the command ---- */

static enum nf_status check(struct tournament *tournament, struct nf_error *err)
{
    const struct nf_params *const params = &tournament->options->common.params;
    const struct nf_game *const game = nf_common_game(&tournament->options->common);
    if (game->strategies == NULL)
        return nf_fail(err, NF_USAGE, "--game %s: its players have no choice of strategy",
                       game->name);
    if (params->strategy != NULL)
        return nf_fail(err, NF_USAGE, "--strategy: expected none, the operands are the strategies");
    while (tournament->names[tournament->count] != NULL)
        if (++tournament->count > MAX_ENTRIES)
            return nf_fail(err, NF_USAGE, "expected at most %d strategies", MAX_ENTRIES);
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
        const enum nf_status status = prepare(tournament, tournament->names[i], &side, &setup, err);
        if (setup != NULL)
            setup->game->release(setup);
        if (status != NF_OK)
            return status;
    }
    const struct nf_path json = {tournament->options->common.json, NF_PATH_WRITTEN};
    return nf_paths_check(&json, 1, (const char *const *)tournament->names, err);
}

/* How many games a seat plays next. A sequential test looks often, after small parts of what there
 * is, so that it ends not long after it could. */
static uint64_t next_games(const struct tournament *tournament, uint64_t done)
{
    const uint64_t least = NF_SPRT_LEAST / tournament->options->common.params.players + 1;
    if (tournament->options->sprt == NULL)
        return done < FIRST_CHUNK ? FIRST_CHUNK : done < CHUNK ? done : CHUNK;
    return done < 8 * least ? least : done < 8 * (uint64_t)CHUNK ? done / 8 : CHUNK;
}

/* The seats rotate: the lone player sits at each for an equal share of the games. */
static enum nf_status play_all(struct tournament *tournament, struct nf_error *err)
{
    const uint32_t players = tournament->options->common.params.players;
    const uint64_t each = tournament->options->games / players;
    enum nf_status status = NF_OK;
    tournament->start = nf_now();
    tournament->progress =
        (struct nf_progress){.what = N_("games"),
                             .total = each * players * tournament->count * (tournament->count - 1),
                             .quiet = tournament->options->common.quiet};
    for (uint64_t done = 0, next; status == NF_OK && done < each; done += next) {
        next = next_games(tournament, done);
        next = each - done < next ? each - done : next;
        for (uint32_t seat = 0; status == NF_OK && seat < players; seat++)
            status = play_chunk(tournament, seat, seat * each + done, next, err);
        if (status == NF_OK)
            decide(tournament);
        if (tournament->verdict != NF_SPRT_OPEN)
            break;
    }
    nf_progress_end(&tournament->progress);
    return status;
}

static enum nf_status run(void *given, char **operands, struct nf_error *err)
{
    struct tournament *const tournament = calloc(1, sizeof *tournament);
    if (tournament == NULL)
        return nf_fail(err, NF_IO, "out of memory");
    tournament->options = given;
    tournament->names = operands;
    enum nf_status status = check(tournament, err);
    if (status == NF_OK) {
        tournament->gains = calloc((size_t)tournament->count * CHUNK, sizeof *tournament->gains);
        if (tournament->gains == NULL)
            status = nf_fail(err, NF_IO, "out of memory for %u strategies", tournament->count);
    }
    if (status == NF_OK)
        status = play_all(tournament, err);
    if (status == NF_OK) {
        rank(tournament);
        status = report(tournament, err);
    }
    if (status == NF_OK && tournament->options->sprt != NULL && tournament->verdict == NF_SPRT_OPEN)
        status =
            nf_fail(err, NF_BUDGET, "--sprt: not decided after %" PRIu64 " games, raise --games",
                    tournament->pairings[0][1].games);
    free(tournament->gains);
    free(tournament);
    return status;
}

static const struct nf_option rows[] = {
    {.name = "games",
     .letter = 'g',
     .type = NF_NUMBER,
     .argument = "N",
     NF_INTO(struct tournament_options, games),
     .help = N_("games per pairing, an equal share at each seat"),
     .low = 1,
     .high = 1000000000000,
     .normal = 3000},
    {.name = "sprt",
     .type = NF_STRING,
     .argument = "LOW,HIGH",
     NF_INTO(struct tournament_options, sprt),
     /* xgettext:no-c-format */
     .help = N_("with two strategies: stop as soon as a sequential test tells whether the first "
                "loses LOW points less than the second (H0) or HIGH points (H1), each with at most "
                "5% of wrong answers, or as LOW,HIGH,ALPHA,BETA says; --games is then the most")},
    {.name = "json",
     .type = NF_STRING,
     .argument = "FILE",
     NF_INTO(struct nf_common, json),
     .help = N_("write the results to FILE as JSON; - is standard output, instead of the table")},
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
        "plays one strategy and all others another. The same games are also played with all "
        "players alike, and her gain is counted game by game. The seats rotate."),
    .operand = "STRATEGY",
    .usage = "STRATEGY STRATEGY...",
    .operands = 10000,
    .needed = 2,
    .groups = groups,
    .options_size = sizeof(struct tournament_options),
    .run = run,
};
