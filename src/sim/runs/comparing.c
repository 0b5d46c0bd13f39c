#include "sim/runs/comparing.h"

#include "base/json_text.h"
#include "base/lang.h"
#include "base/owned.h"
#include "base/shown.h"
#include "base/threads.h"
#include "base/version.h"
#include "sim/runner.h"
#include "table/forms.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

/* ---- which games can be paired ---- */

/* Finds the next common range, starting at range `*i` of `a` and `*j` of `b`; returns false if
 * there is none. */
static bool next_common(const struct nf_report *a, const struct nf_report *b, size_t *i, size_t *j,
                        struct nf_span *common)
{
    while (*i < a->spans_count && *j < b->spans_count) {
        const struct nf_span x = a->spans[*i], y = b->spans[*j];
        const uint64_t x_end = nf_span_end(x), y_end = nf_span_end(y);
        *common = nf_span_shared(x, y);
        *i += x_end <= y_end;
        *j += y_end <= x_end;
        if (common->games > 0)
            return true;
    }
    return false;
}

uint64_t nf_common_games(const struct nf_report *a, const struct nf_report *b)
{
    struct nf_span common;
    uint64_t games = 0;
    for (size_t i = 0, j = 0; next_common(a, b, &i, &j, &common);)
        games += common.games;
    return games;
}

static bool same_string(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

/* The profile does not matter if weights are given. */
static bool same_cards(const struct nf_params *a, const struct nf_params *b)
{
    return same_string(a->weights, b->weights) &&
           (a->weights != NULL || same_string(a->profile, b->profile));
}

/* Whether games of the same index have the same deal in both runs, so that they can be paired. If
 * not, appends the reason to `why`. */
static bool can_pair(const struct nf_report *a, const struct nf_report *b, struct nf_text *why)
{
    const struct nf_params *const x = &a->tally->setup->params, *const y = &b->tally->setup->params;
    if (!same_cards(x, y))
        nf_text_string(why, _("their cards differ, so their deals differ"));
    else if (x->seed != y->seed)
        nf_text_format(why, _("their seeds, %llu and %llu, differ"), (unsigned long long)x->seed,
                       (unsigned long long)y->seed);
    else if (x->paired != y->paired)
        nf_text_string(why, _("one of them is --paired, so their deals differ"));
    else if (x->rounds != y->rounds)
        nf_text_format(why, _("their games have %u and %u rounds"), x->rounds, y->rounds);
    else if (x->deck != y->deck)
        nf_text_string(why, _("their decks are not of the same size"));
    else if (nf_common_games(a, b) < 2)
        nf_text_string(why, _("they have no two indices in common"));
    else
        return true;
    return false;
}

static bool same_play(const struct nf_params *a, const struct nf_params *b)
{
    if (!same_string(a->strategy, b->strategy))
        return false;
    json_t *const x = nf_report_params(a), *const y = nf_report_params(b);
    const bool same =
        json_equal(json_object_get(x, "strategies"), json_object_get(y, "strategies")) ||
        (a->texts == NULL && b->texts == NULL);
    json_decref(x);
    json_decref(y);
    return same;
}

/* ---- paired ---- */

/* With fewer games that differ, a Student t interval of the difference is unreliable, because it
 * assumes that these games are typical. A game with one trial has another interval, which is valid
 * for any number. */
enum { FEW_APART = 20 };

struct watcher {
    const struct nf_comparing_options *options;
    uint64_t before; /* number of games in earlier ranges */
    double start;
};

static bool watch_comparison(void *owner, uint64_t done, double seconds)
{
    const struct watcher *const watcher = owner;
    (void)seconds;
    if (watcher->options->progress != NULL)
        watcher->options->progress(watcher->options->progress_owner, watcher->before + done,
                                   nf_now() - watcher->start);
    return false;
}

static enum nf_status play_common(const struct nf_comparing_options *options,
                                  struct nf_paired *total, struct nf_error *err)
{
    struct watcher watcher = {options, 0, nf_now()};
    struct nf_paired_options job = {
        .threads = options->threads, .progress = watch_comparison, .progress_owner = &watcher};
    for (int side = 0; side < 2; side++) {
        struct nf_paired_side *const played = &job.sides[side];
        played->setup = options->runs[side]->tally->setup;
        NF_TRY(nf_choose_kernel(played->setup->game, "auto", &played->kernel, err));
        NF_TRY(nf_fit_kernel(played->setup, "auto", &played->kernel, err));
    }
    *total = (struct nf_paired){0};
    for (size_t i = 0, j = 0; next_common(options->runs[0], options->runs[1], &i, &j, &job.span);) {
        struct nf_paired part;
        NF_TRY(nf_paired_run(&job, &part, err));
        nf_paired_merge(total, &part);
        watcher.before += job.span.games;
    }
    return NF_OK;
}

static enum nf_status compare_paired(const struct nf_comparing_options *options,
                                     struct nf_comparison *comparison, struct nf_error *err)
{
    struct nf_paired paired;
    if (options->paired != NULL)
        paired = *options->paired;
    else
        NF_TRY(play_common(options, &paired, err));
    const bool same =
        same_play(&options->runs[0]->tally->setup->params, &options->runs[1]->tally->setup->params);
    comparison->paired = true;
    comparison->games = paired.games;
    comparison->apart = paired.games_apart;
    for (uint32_t seat = 0; seat < comparison->seats; seat++) {
        for (uint32_t side = 0; side < 2; side++)
            comparison->shares[side][seat] = (struct nf_estimate){
                .mean = nf_paired_share(&paired, side, seat), .low = NAN, .high = NAN};
        comparison->differences[seat] =
            nf_estimate_at(nf_paired_difference(&paired, seat), options->miss);
        if (same) /* certain, nothing to estimate */
            comparison->differences[seat].low = comparison->differences[seat].high = NAN;
    }
    nf_text_format(&comparison->why,
                   _("paired: seed, cards and %llu indices are common to both runs, so these games "
                     "were played again with both and compared pair by pair"),
                   (unsigned long long)paired.games);
    if (same)
        nf_text_string(&comparison->warning,
                       _("both runs play alike, so their common games are identical and there is "
                         "no interval"));
    else if (paired.games_apart < FEW_APART && paired.trials > 1)
        nf_text_format(&comparison->warning,
                       _("only %llu games differ, too few for reliable intervals: rare games that "
                         "matter may be missing"),
                       (unsigned long long)paired.games_apart);
    return NF_OK;
}

/* ---- not paired ---- */

static enum nf_status compare_apart(const struct nf_comparing_options *options,
                                    const struct nf_text *reason, struct nf_comparison *comparison,
                                    struct nf_error *err)
{
    const struct nf_report *const *const runs = options->runs;
    for (int side = 0; side < 2; side++) {
        const struct nf_tally *const tally = runs[side]->tally;
        const struct nf_tally_ops *const ops = tally->setup->game->tally;
        if (ops->share == NULL)
            return nf_fail(err, NF_USAGE,
                           "--compare: seats of %s can only be compared by common games",
                           tally->setup->game->title);
        uint64_t times;
        for (uint32_t seat = 0; seat < comparison->seats; seat++)
            comparison->shares[side][seat] = ops->share(tally, seat, &times);
    }
    for (uint32_t seat = 0; seat < comparison->seats; seat++)
        comparison->differences[seat] = nf_difference_apart(
            &comparison->shares[0][seat], &comparison->shares[1][seat], options->miss);
    nf_text_format(
        &comparison->why,
        _("not paired: %.*s; so the intervals of the differences treat the runs as independent"),
        (int)reason->size, reason->data);
    if (runs[0]->tally->setup->params.seed == runs[1]->tally->setup->params.seed &&
        nf_common_games(runs[0], runs[1]) > 0)
        nf_text_string(&comparison->warning,
                       _("they share a seed and indices, so they are not independent and the "
                         "intervals are not exact; use another --seed or --first for one of them"));
    return NF_OK;
}

enum nf_status nf_can_compare(const struct nf_setup *a, const struct nf_setup *b,
                              struct nf_error *err)
{
    if (a->game != b->game)
        return nf_fail(err, NF_USAGE, "--compare: the runs are of %s and of %s", a->game->title,
                       b->game->title);
    if (a->params.players != b->params.players)
        return nf_fail(err, NF_USAGE,
                       "--compare: the runs have %u and %u players; expected equal numbers",
                       a->params.players, b->params.players);
    if (a->game->tally->per_seat == NULL)
        return nf_fail(err, NF_USAGE, "--compare: %s has no seats to compare", a->game->title);
    return NF_OK;
}

enum nf_status nf_compare(const struct nf_comparing_options *options,
                          struct nf_comparison *comparison, struct nf_error *err)
{
    const struct nf_setup *const a = options->runs[0]->tally->setup;
    const struct nf_setup *const b = options->runs[1]->tally->setup;
    NF_OWNED_TEXT struct nf_text reason = {0};
    *comparison = (struct nf_comparison){.seats = a->params.players};
    NF_TRY(nf_can_compare(a, b, err));
    if (can_pair(options->runs[0], options->runs[1], &reason))
        NF_TRY(compare_paired(options, comparison, err));
    else
        NF_TRY(compare_apart(options, &reason, comparison, err));
    NF_TRY_MEMORY(!reason.failed && !comparison->why.failed && !comparison->warning.failed, err);
    return NF_OK;
}

void nf_comparison_close(struct nf_comparison *comparison)
{
    nf_text_free(&comparison->why);
    nf_text_free(&comparison->warning);
}

/* ---- what was found ---- */

/* Whether the interval excludes 0. */
static bool is_sure(const struct nf_estimate *difference)
{
    return difference->low > 0 || difference->high < 0;
}

void nf_compared_cells(struct nf_tables *tables, double a, double b,
                       const struct nf_estimate *difference)
{
    nf_cell_number(tables, a);
    nf_cell_number(tables, b);
    nf_cell_estimate(tables, *difference);
    nf_cell_text(tables, is_sure(difference) ? "*" : "");
}

static char letter(size_t run)
{
    return (char)('A' + run);
}

/* How many intervals there are. */
static uint32_t intervals(const struct nf_compared *compared)
{
    return (uint32_t)(compared->count - 1) * compared->seats;
}

/* How often each interval may miss: of two runs it is one of its own. Those of several hold all at
 * once, by Bonferroni's inequality: O. J. Dunn, Multiple comparisons among means, Journal of the
 * American Statistical Association 56 (1961) 52-64. How often they do, see
 * tests/unit/base/stats/test_intervals.c. */
double nf_compared_miss(size_t count, uint32_t seats)
{
    return count == 2 ? NF_MISS : NF_MISS / (double)((count - 1) * seats);
}

/* Why a run was compared as it was. */
static void put_why(struct nf_text *text, const struct nf_compared *compared, size_t run)
{
    const struct nf_comparison *const comparison = &compared->of[run];
    struct nf_text why = {0};
    if (compared->count > 2)
        nf_text_format(&why, "%c: ", letter(run));
    nf_text_bytes(&why, comparison->why.data, comparison->why.size);
    nf_text_wrapped(text, why.data, why.size, 0, 0);
    nf_text_free_part(&why, text);
    if (comparison->warning.size > 0) {
        const char *const careful = _("careful: ");
        nf_text_string(text, careful);
        nf_text_wrapped(text, comparison->warning.data, comparison->warning.size,
                        nf_shown_columns(careful), 0);
    }
}

void nf_compared_table(struct nf_text *text, const struct nf_compared *compared,
                       const struct nf_tables *tables)
{
    for (size_t run = 0; run < compared->count; run++) {
        const struct nf_tally *const tally = compared->runs[run].tally;
        nf_text_format(text, "%c: ", letter(run));
        nf_shown(text, compared->names[run]);
        nf_text_string(text, ", ");
        nf_report_count(text, tally->games);
        nf_text_string(text, _(" games"));
        if (tally->setup->params.strategy != NULL) {
            nf_text_string(text, _(", strategy "));
            nf_shown(text, tally->setup->params.strategy);
        }
        nf_text_string(text, "\n");
    }
    for (size_t run = 1; run < compared->count; run++)
        put_why(text, compared, run);
    nf_text_string(text, "\n");
    nf_tables_terminal(text, tables);
}

/* The run and the seat that differ most; how many intervals are sure. */
static uint32_t find_most(const struct nf_compared *compared, size_t *most_run, uint32_t *sure)
{
    uint32_t most = 0;
    *most_run = 1;
    *sure = 0;
    for (size_t run = 1; run < compared->count; run++)
        for (uint32_t seat = 0; seat < compared->seats; seat++) {
            const struct nf_estimate *const found = &compared->of[run].differences[seat];
            *sure += is_sure(found);
            if (fabs(found->mean) > fabs(compared->of[*most_run].differences[most].mean)) {
                most = seat;
                *most_run = run;
            }
        }
    return most;
}

/* Whether all games that runs have in common were played alike. */
static bool all_alike(const struct nf_compared *compared)
{
    bool alike = true;
    for (size_t run = 1; run < compared->count; run++)
        alike &= compared->of[run].paired && compared->of[run].apart == 0;
    return alike;
}

/* What the page leads with. */
static void report_found(struct nf_tables *tables, const struct nf_compared *compared)
{
    uint32_t sure;
    size_t run;
    const uint32_t most = find_most(compared, &run, &sure);
    const struct nf_estimate *const found = &compared->of[run].differences[most];
    const bool fewer = found->mean < 0;
    const double low = fewer ? -found->high : found->low, high = fewer ? -found->low : found->high;
    if (all_alike(compared))
        tables->answer = compared->count == 2
                             ? _("A and B play all games that they have in common alike.")
                             : _("All runs play the games that they have in common with A alike.");
    else if (!is_sure(found))
        tables->answer = nf_tables_text(
            tables,
            _("A and %c may be alike: the seat that differs most, %u, does so by %.3f points of "
              "%s, which may be chance."),
            letter(run), most + 1, 100 * fabs(found->mean), _(compared->event));
    else
        tables->answer = nf_tables_text(
            tables,
            fewer ? _("Seat %u differs most: %.3f points fewer %s in %c than in A (95%% interval "
                      "%.3f to %.3f).")
                  : _("Seat %u differs most: %.3f points more %s in %c than in A (95%% interval "
                      "%.3f to %.3f)."),
            most + 1, 100 * fabs(found->mean), _(compared->event), letter(run), 100 * low,
            100 * high);
    for (size_t side = 0; side < 2; side++)
        nf_tables_headline(
            tables,
            nf_tables_text(tables, "%.3f%%", 100 * compared->of[run].shares[side][most].mean),
            nf_tables_text(tables, _("%s of seat %u in %c"), _(compared->event), most + 1,
                           letter(side == 0 ? 0 : run)));
    nf_tables_headline(tables, nf_tables_text(tables, _("%u of %u"), sure, intervals(compared)),
                       compared->count == 2 ? _("seats whose interval excludes no difference")
                                            : _("differences whose interval excludes none"));
}

static void report_notes(struct nf_tables *tables, const struct nf_compared *compared)
{
    for (size_t run = 1; run < compared->count; run++)
        if (compared->of[run].paired && compared->count == 2)
            nf_tables_note(tables, "%" PRIu64 " of %" PRIu64 " games differ",
                           compared->of[run].apart, compared->of[run].games);
        else if (compared->of[run].paired)
            nf_tables_note(tables, "%" PRIu64 " of %" PRIu64 " games differ in %c",
                           compared->of[run].apart, compared->of[run].games, letter(run));
    if (compared->count > 2)
        nf_tables_note(tables,
                       "simultaneous intervals: all %u hold the true values at once in 95%% of "
                       "comparisons or more, each for itself in %.6g%% (Bonferroni)",
                       intervals(compared),
                       100 * (1 - nf_compared_miss(compared->count, compared->seats)));
    else if (compared->seats >= 10)
        nf_tables_note(tables,
                       "about one in twenty of these %u intervals misses the true value by chance",
                       compared->seats);
}

/* A row for each run and seat. */
static void report_rows(struct nf_tables *tables, const struct nf_compared *compared)
{
    const struct nf_comparison *const first = &compared->of[1];
    const struct nf_about about = {
        .name = "comparison",
        .title = nf_tables_text(
            tables,
            compared->count == 2
                ? _("%s in percent of trials, B - A (*: the interval excludes 0)")
                : _("%s in percent of trials, each run - A (*: the interval excludes 0)"),
            _(compared->event)),
        .charts = {{.kind = compared->count == 2 ? NF_DOTS : NF_NO_CHART,
                    .title = N_("What differs, seat by seat"),
                    .x = N_("seat"),
                    .y = N_("B minus A, in percentage points"),
                    .values = {"difference"},
                    .reference = 0,
                    .reference_is = N_("no difference"),
                    .about = nf_tables_text(tables, _("The differences are %.*s. %.*s"),
                                            (int)first->why.size, first->why.data,
                                            (int)first->warning.size,
                                            first->warning.size > 0 ? first->warning.data : "")}},
    };
    static const struct nf_column of_one[] = {
        NF_COLUMN("seat", "seat", NULL, NF_KEY),
        NF_COMPARED_COLUMNS("A", "B", "B - A"),
        {.name = NULL},
    };
    static const struct nf_column of_several[] = {
        NF_COLUMN("run", "run", NULL, NF_KEY),
        NF_COLUMN("seat", "seat", NULL, NF_KEY),
        NF_COLUMN("name", "name", NULL, NF_TEXT, .aside = true),
        NF_COMPARED_COLUMNS("A", "share", "run - A"),
        {.name = NULL},
    };
    nf_tables_begin(tables, &about, compared->count == 2 ? of_one : of_several);
    for (size_t run = 1; run < compared->count; run++)
        for (uint32_t seat = 0; seat < compared->seats; seat++) {
            const struct nf_comparison *const comparison = &compared->of[run];
            if (compared->count > 2)
                nf_cell_text(tables, (char[]){letter(run), '\0'});
            nf_cell_count(tables, seat + 1);
            if (compared->count > 2)
                nf_cell_text(tables, compared->names[run]);
            nf_compared_cells(tables, comparison->shares[0][seat].mean,
                              comparison->shares[1][seat].mean, &comparison->differences[seat]);
        }
    report_notes(tables, compared);
}

/* The same of several runs with a column for each, to be drawn. */
static void report_side_by_side(struct nf_tables *tables, const struct nf_compared *compared)
{
    struct nf_about about = {
        .name = "differences",
        .title = N_("What differs, seat by seat"),
        .aside = true,
        .charts = {{.kind = NF_DOTS,
                    .x = N_("seat"),
                    .y = N_("run minus A, in percentage points"),
                    .reference = 0,
                    .reference_is = N_("no difference"),
                    .about = N_("The intervals are simultaneous: they hold all at once.")}},
    };
    struct nf_column columns[NF_MAX_COLUMNS + 1] = {NF_COLUMN("seat", "seat", NULL, NF_KEY)};
    assert(compared->count <= NF_MAX_COLUMNS);
    for (size_t run = 1; run < compared->count; run++) {
        columns[run] = (struct nf_column)NF_COLUMN(
            nf_tables_text(tables, "%c_minus_a", tolower(letter(run))),
            nf_tables_text(tables, "%c - A", letter(run)), N_("share of trials"), NF_DIFFERENCE,
            .interval = NF_INTERVAL, .digits = 4);
        if (run <= NF_MAX_SERIES)
            about.charts[0].values[run - 1] = columns[run].name;
    }
    nf_tables_begin(tables, &about, columns);
    for (uint32_t seat = 0; seat < compared->seats; seat++) {
        nf_cell_count(tables, seat + 1);
        for (size_t run = 1; run < compared->count; run++)
            nf_cell_estimate(tables, compared->of[run].differences[seat]);
    }
    if (compared->count - 1 > NF_MAX_SERIES)
        nf_tables_note(tables, "Drawn are the first %d of %zu; the table has all.", NF_MAX_SERIES,
                       compared->count - 1);
}

void nf_compared_tables(struct nf_tables *tables, const struct nf_compared *compared)
{
    report_found(tables, compared);
    report_rows(tables, compared);
    if (compared->count > 2)
        report_side_by_side(tables, compared);
}

/* Adds to `object` how a run was compared; `games` is what it calls the games in common. */
static void add_method(json_t *object, const struct nf_comparison *comparison, const char *games)
{
    json_object_set_new(object, "method",
                        json_string(comparison->paired ? "paired" : "independent"));
    json_object_set_new(object, "why", nf_json_text(&comparison->why));
    if (comparison->warning.size > 0)
        json_object_set_new(object, "warning", nf_json_text(&comparison->warning));
    if (comparison->paired) {
        json_object_set_new(object, games, nf_json_count(comparison->games));
        json_object_set_new(object, "games_apart", nf_json_count(comparison->apart));
    }
}

json_t *nf_compared_document(const struct nf_compared *compared, const struct nf_tables *tables)
{
    json_t *const runs = json_array();
    for (size_t run = 0; run < compared->count; run++) {
        const struct nf_setup *const setup = compared->runs[run].tally->setup;
        json_t *const object =
            json_pack("{s:s, s:o, s:o, s:o}", "name", compared->names[run], "params",
                      nf_report_params(&setup->params), "seed", nf_json_count(setup->params.seed),
                      "games", nf_json_count(compared->runs[run].tally->games));
        if (compared->count > 2) {
            json_object_set_new(object, "letter", json_stringn((char[]){letter(run)}, 1));
            if (run > 0)
                add_method(object, &compared->of[run], "common_games");
        }
        json_array_append_new(runs, object);
    }
    json_t *const document =
        json_pack("{s:s, s:s, s:s, s:o, s:s, s:o}", "schema",
                  compared->count == 2 ? "ninefold.comparison/2" : "ninefold.comparisons/1",
                  "version", nf_version, "game", compared->runs[0].tally->setup->game->name, "runs",
                  runs, "what", compared->event, "tables", nf_tables_json(tables));
    if (compared->count == 2)
        add_method(document, &compared->of[1], "games");
    else
        json_object_set_new(document, "simultaneous",
                            json_pack("{s:s, s:o, s:f, s:f}", "method", "bonferroni", "intervals",
                                      nf_json_count(intervals(compared)), "together", 1 - NF_MISS,
                                      "each",
                                      1 - nf_compared_miss(compared->count, compared->seats)));
    return document;
}
