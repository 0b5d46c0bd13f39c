#include "commands/stats/stats.h"

#include "base/json_text.h"
#include "base/lang.h"
#include "base/shown.h"
#include "commands/parts/common.h"
#include "core/runner.h"
#include "core/version.h"
#include "report/forms.h"
#include "runs/comparing.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Whether the interval excludes 0. */
static bool is_sure(const struct nf_estimate *difference)
{
    return difference->low > 0 || difference->high < 0;
}

/* The last columns of both comparisons: two shares of trials, and their difference. */
#define OF_TWO(a_, b_, difference_)                                                                \
    NF_COLUMN("share_a", a_, of_chances, NF_SHARE, .digits = 4),                                   \
        NF_COLUMN("share_b", b_, of_chances, NF_SHARE, .digits = 4),                               \
        NF_COLUMN("difference", difference_, of_chances, NF_DIFFERENCE, .interval = NF_INTERVAL,   \
                  .digits = 4),                                                                    \
        NF_COLUMN("sure", "", NULL, NF_TEXT, .noted = true)
static const char of_chances[] = N_("share of trials");

static void tell_two(struct nf_tables *tables, double a, double b,
                     const struct nf_estimate *difference)
{
    nf_cell_number(tables, a);
    nf_cell_number(tables, b);
    nf_cell_estimate(tables, *difference);
    nf_cell_text(tables, is_sure(difference) ? "*" : "");
}

/* ---- runs ---- */

/* A comparison to be shown: of run 1 .. count-1 with run 0, whose letter is A. */
struct shown {
    const struct nf_report *runs;
    const char *const *names;
    size_t count;
    const struct nf_comparison *of; /* by run; of[0] is unused */
    uint32_t seats;
    const char *event;
};

static char letter(size_t run)
{
    return (char)('A' + run);
}

/* How many intervals there are. */
static uint32_t intervals(const struct shown *shown)
{
    return (uint32_t)(shown->count - 1) * shown->seats;
}

/* How often each interval may miss: of two runs it is one of its own. Those of several hold all at
 * once, by Bonferroni's inequality: O. J. Dunn, Multiple comparisons among means, Journal of the
 * American Statistical Association 56 (1961) 52-64. How often they do, see
 * tests/unit/stats/test_intervals.c. */
static double miss_of(size_t count, uint32_t seats)
{
    return count == 2 ? NF_MISS : NF_MISS / (double)((count - 1) * seats);
}

/* Why a run was compared as it was. */
static void put_why(struct nf_text *text, const struct shown *shown, size_t run)
{
    const struct nf_comparison *const comparison = &shown->of[run];
    struct nf_text why = {0};
    if (shown->count > 2)
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

static void put_comparison(struct nf_text *text, const struct shown *shown,
                           const struct nf_tables *tables)
{
    for (size_t run = 0; run < shown->count; run++) {
        const struct nf_tally *const tally = shown->runs[run].tally;
        nf_text_format(text, "%c: ", letter(run));
        nf_shown(text, shown->names[run]);
        nf_text_string(text, ", ");
        nf_report_count(text, tally->games);
        nf_text_string(text, _(" games"));
        if (tally->setup->params.strategy != NULL) {
            nf_text_string(text, _(", strategy "));
            nf_shown(text, tally->setup->params.strategy);
        }
        nf_text_string(text, "\n");
    }
    for (size_t run = 1; run < shown->count; run++)
        put_why(text, shown, run);
    nf_text_string(text, "\n");
    nf_tables_terminal(text, tables);
}

/* The run and the seat that differ most; how many intervals are sure. */
static uint32_t find_most(const struct shown *shown, size_t *most_run, uint32_t *sure)
{
    uint32_t most = 0;
    *most_run = 1;
    *sure = 0;
    for (size_t run = 1; run < shown->count; run++)
        for (uint32_t seat = 0; seat < shown->seats; seat++) {
            const struct nf_estimate *const found = &shown->of[run].differences[seat];
            *sure += is_sure(found);
            if (fabs(found->mean) > fabs(shown->of[*most_run].differences[most].mean)) {
                most = seat;
                *most_run = run;
            }
        }
    return most;
}

/* Whether all games that runs have in common were played alike. */
static bool all_alike(const struct shown *shown)
{
    bool alike = true;
    for (size_t run = 1; run < shown->count; run++)
        alike &= shown->of[run].paired && shown->of[run].apart == 0;
    return alike;
}

/* What the page leads with. */
static void tell_found(struct nf_tables *tables, const struct shown *shown)
{
    uint32_t sure;
    size_t run;
    const uint32_t most = find_most(shown, &run, &sure);
    const struct nf_estimate *const found = &shown->of[run].differences[most];
    const bool fewer = found->mean < 0;
    const double low = fewer ? -found->high : found->low, high = fewer ? -found->low : found->high;
    if (all_alike(shown))
        tables->answer = shown->count == 2
                             ? _("A and B play all games that they have in common alike.")
                             : _("All runs play the games that they have in common with A alike.");
    else if (!is_sure(found))
        tables->answer = nf_tables_text(
            tables,
            _("A and %c may be alike: the seat that differs most, %u, does so by %.3f points of "
              "%s, which may be chance."),
            letter(run), most + 1, 100 * fabs(found->mean), _(shown->event));
    else
        tables->answer = nf_tables_text(
            tables,
            fewer ? _("Seat %u differs most: %.3f points fewer %s in %c than in A (95%% interval "
                      "%.3f to %.3f).")
                  : _("Seat %u differs most: %.3f points more %s in %c than in A (95%% interval "
                      "%.3f to %.3f)."),
            most + 1, 100 * fabs(found->mean), _(shown->event), letter(run), 100 * low, 100 * high);
    for (size_t side = 0; side < 2; side++)
        nf_tables_headline(
            tables, nf_tables_text(tables, "%.3f%%", 100 * shown->of[run].shares[side][most].mean),
            nf_tables_text(tables, _("%s of seat %u in %c"), _(shown->event), most + 1,
                           letter(side == 0 ? 0 : run)));
    nf_tables_headline(tables, nf_tables_text(tables, _("%u of %u"), sure, intervals(shown)),
                       shown->count == 2 ? _("seats whose interval excludes no difference")
                                         : _("differences whose interval excludes none"));
}

static void tell_notes(struct nf_tables *tables, const struct shown *shown)
{
    for (size_t run = 1; run < shown->count; run++)
        if (shown->of[run].paired && shown->count == 2)
            nf_tables_note(tables, "%" PRIu64 " of %" PRIu64 " games differ", shown->of[run].apart,
                           shown->of[run].games);
        else if (shown->of[run].paired)
            nf_tables_note(tables, "%" PRIu64 " of %" PRIu64 " games differ in %c",
                           shown->of[run].apart, shown->of[run].games, letter(run));
    if (shown->count > 2)
        nf_tables_note(tables,
                       "simultaneous intervals: all %u hold the true values at once in 95%% of "
                       "comparisons or more, each for itself in %.6g%% (Bonferroni)",
                       intervals(shown), 100 * (1 - miss_of(shown->count, shown->seats)));
    else if (shown->seats >= 10)
        nf_tables_note(tables,
                       "about one in twenty of these %u intervals misses the true value by chance",
                       shown->seats);
}

/* A row for each run and seat. */
static void tell_rows(struct nf_tables *tables, const struct shown *shown)
{
    const struct nf_comparison *const first = &shown->of[1];
    const struct nf_about about = {
        .name = "comparison",
        .title = nf_tables_text(
            tables,
            shown->count == 2
                ? _("%s in percent of trials, B - A (*: the interval excludes 0)")
                : _("%s in percent of trials, each run - A (*: the interval excludes 0)"),
            _(shown->event)),
        .charts = {{.kind = shown->count == 2 ? NF_DOTS : NF_NO_CHART,
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
        OF_TWO("A", "B", "B - A"),
        {.name = NULL},
    };
    static const struct nf_column of_several[] = {
        NF_COLUMN("run", "run", NULL, NF_KEY),
        NF_COLUMN("seat", "seat", NULL, NF_KEY),
        NF_COLUMN("name", "name", NULL, NF_TEXT, .aside = true),
        OF_TWO("A", "share", "run - A"),
        {.name = NULL},
    };
    nf_tables_begin(tables, &about, shown->count == 2 ? of_one : of_several);
    for (size_t run = 1; run < shown->count; run++)
        for (uint32_t seat = 0; seat < shown->seats; seat++) {
            const struct nf_comparison *const comparison = &shown->of[run];
            if (shown->count > 2)
                nf_cell_text(tables, (char[]){letter(run), '\0'});
            nf_cell_count(tables, seat + 1);
            if (shown->count > 2)
                nf_cell_text(tables, shown->names[run]);
            tell_two(tables, comparison->shares[0][seat].mean, comparison->shares[1][seat].mean,
                     &comparison->differences[seat]);
        }
    tell_notes(tables, shown);
}

/* The same of several runs with a column for each, to be drawn. */
static void tell_side_by_side(struct nf_tables *tables, const struct shown *shown)
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
    assert(shown->count <= NF_MAX_COLUMNS);
    for (size_t run = 1; run < shown->count; run++) {
        columns[run] =
            (struct nf_column)NF_COLUMN(nf_tables_text(tables, "%c_minus_a", tolower(letter(run))),
                                        nf_tables_text(tables, "%c - A", letter(run)), of_chances,
                                        NF_DIFFERENCE, .interval = NF_INTERVAL, .digits = 4);
        if (run <= NF_MAX_SERIES)
            about.charts[0].values[run - 1] = columns[run].name;
    }
    nf_tables_begin(tables, &about, columns);
    for (uint32_t seat = 0; seat < shown->seats; seat++) {
        nf_cell_count(tables, seat + 1);
        for (size_t run = 1; run < shown->count; run++)
            nf_cell_estimate(tables, shown->of[run].differences[seat]);
    }
    if (shown->count - 1 > NF_MAX_SERIES)
        nf_tables_note(tables, "Drawn are the first %d of %zu; the table has all.", NF_MAX_SERIES,
                       shown->count - 1);
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

static json_t *comparison_document(const struct shown *shown, const struct nf_tables *tables)
{
    json_t *const runs = json_array();
    for (size_t run = 0; run < shown->count; run++) {
        const struct nf_setup *const setup = shown->runs[run].tally->setup;
        json_t *const object =
            json_pack("{s:s, s:o, s:o, s:o}", "name", shown->names[run], "params",
                      nf_report_params(&setup->params), "seed", nf_json_count(setup->params.seed),
                      "games", nf_json_count(shown->runs[run].tally->games));
        if (shown->count > 2) {
            json_object_set_new(object, "letter", json_stringn((char[]){letter(run)}, 1));
            if (run > 0)
                add_method(object, &shown->of[run], "common_games");
        }
        json_array_append_new(runs, object);
    }
    json_t *const document =
        json_pack("{s:s, s:s, s:s, s:o, s:s, s:o}", "schema",
                  shown->count == 2 ? "ninefold.comparison/2" : "ninefold.comparisons/1", "version",
                  nf_version, "game", shown->runs[0].tally->setup->game->name, "runs", runs, "what",
                  shown->event, "tables", nf_tables_json(tables));
    if (shown->count == 2)
        add_method(document, &shown->of[1], "games");
    else
        json_object_set_new(document, "simultaneous",
                            json_pack("{s:s, s:o, s:f, s:f}", "method", "bonferroni", "intervals",
                                      nf_json_count(intervals(shown)), "together", 1 - NF_MISS,
                                      "each", 1 - miss_of(shown->count, shown->seats)));
    return document;
}

static enum nf_status write_comparison(const struct nf_outputs *outputs, const struct shown *shown,
                                       struct nf_error *err)
{
    struct nf_made made = {
        .name = "comparison", .reports = shown->runs, .names = shown->names, .count = shown->count};
    tell_found(&made.tables, shown);
    tell_rows(&made.tables, shown);
    if (shown->count > 2)
        tell_side_by_side(&made.tables, shown);
    made.document = comparison_document(shown, &made.tables);
    put_comparison(&made.table, shown, &made.tables);
    return nf_outputs_write_made(outputs, &made, err);
}

enum nf_status nf_stats_compare(const struct nf_outputs *outputs, const struct nf_report *runs,
                                const char *const *names, size_t count, struct nf_error *err)
{
    const uint32_t seats = runs[0].tally->setup->params.players;
    struct nf_progress progress = {
        .what = N_("games"), .quiet = outputs->quiet, .start = nf_now()}; /* of all comparisons */
    for (size_t run = 1; run < count; run++)
        progress.total += nf_common_games(&runs[0], &runs[run]);
    struct nf_comparison *const of = calloc(count, sizeof *of);
    enum nf_status status = of != NULL ? NF_OK : nf_fail(err, NF_IO, "out of memory");
    for (size_t run = 1; status == NF_OK && run < count; run++) {
        const struct nf_comparing_options options = {
            .runs = {&runs[0], &runs[run]},
            .threads = nf_common_cpus(),
            .miss = miss_of(count, seats),
            .progress = nf_progress_part,
            .progress_owner = &progress,
        };
        status = nf_compare(&options, &of[run], err);
        progress.before += nf_common_games(&runs[0], &runs[run]);
    }
    nf_progress_end(&progress);
    if (status == NF_OK) {
        const struct shown shown = {runs, names, count,
                                    of,   seats, runs[0].tally->setup->game->tally->event};
        status = write_comparison(outputs, &shown, err);
    }
    for (size_t run = 1; of != NULL && run < count; run++)
        nf_comparison_close(&of[run]);
    free(of);
    return status;
}

/* ---- seats ---- */

static enum nf_status read_pair(const char *text, uint32_t players, uint32_t pair[2],
                                struct nf_error *err)
{
    char *comma, *end;
    const unsigned long a = strtoul(text, &comma, 10);
    const unsigned long b = *comma == ',' ? strtoul(comma + 1, &end, 10) : 0;
    char quoted[NF_QUOTED];
    if (strspn(text, "0123456789,") != strlen(text) || *comma != ',' || comma == text ||
        *end != '\0' || a < 1 || a > players || b < 1 || b > players || a == b)
        return nf_fail(err, NF_USAGE, "--seats %s: expected two of the seats 1 to %u, such as 1,2",
                       nf_quote(quoted, text, strlen(text)), players);
    pair[0] = (uint32_t)a;
    pair[1] = (uint32_t)b;
    return NF_OK;
}

enum nf_status nf_stats_seats(const struct nf_outputs *outputs, const struct nf_report *runs,
                              const char *const *names, size_t count, const char *seats,
                              struct nf_error *err)
{
    static const struct nf_about about = {
        .name = "seats_compared",
        .title = N_("in percent of trials, seat A - seat B (*: the interval excludes 0)"),
    };
    static const struct nf_column columns[] = {
        NF_COLUMN("run", "run", NULL, NF_KEY),
        NF_COLUMN("seat_a", "seat A", NULL, NF_KEY),
        NF_COLUMN("seat_b", "seat B", NULL, NF_KEY),
        OF_TWO("A", "B", "A - B"),
        {.name = NULL},
    };
    struct nf_made made = {.name = "seats"};
    enum nf_status status = NF_OK;
    nf_tables_begin(&made.tables, &about, columns);
    for (size_t i = 0; status == NF_OK && i < count; i++) {
        const struct nf_tally *const tally = runs[i].tally;
        const struct nf_tally_ops *const ops = tally->setup->game->tally;
        uint32_t pair[2] = {1, 1};
        if (ops->gap == NULL || ops->share == NULL)
            status = nf_fail(err, NF_USAGE, "--seats: %s has no seats to compare",
                             tally->setup->game->title);
        else
            status = read_pair(seats, tally->setup->params.players, pair, err);
        if (status != NF_OK)
            break;
        const struct nf_estimate gap = ops->gap(tally, pair[0] - 1, pair[1] - 1);
        uint64_t times;
        nf_cell_text(&made.tables, names[i]);
        nf_cell_count(&made.tables, pair[0]);
        nf_cell_count(&made.tables, pair[1]);
        tell_two(&made.tables, ops->share(tally, pair[0] - 1, &times).mean,
                 ops->share(tally, pair[1] - 1, &times).mean, &gap);
    }
    if (status != NF_OK) {
        nf_made_close(&made);
        return status;
    }
    nf_tables_note(&made.tables, "95%% intervals from the differences within games");
    nf_tables_terminal(&made.table, &made.tables);
    made.document = json_pack("{s:s, s:s, s:o}", "schema", "ninefold.seats/2", "version",
                              nf_version, "tables", nf_tables_json(&made.tables));
    return nf_outputs_write_made(outputs, &made, err);
}
