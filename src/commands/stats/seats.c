#include "commands/stats/seats.h"

#include "base/json_text.h"
#include "base/lang.h"
#include "base/machine.h"
#include "base/shown.h"
#include "commands/parts/common.h"
#include "core/runner.h"
#include "core/version.h"
#include "report/forms.h"
#include "runs/comparing.h"

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

/* A comparison to be shown. */
struct shown {
    const struct nf_report *runs;
    const char *const *names;
    const struct nf_comparison *comparison;
    const char *event;
};

static void put_comparison(struct nf_text *text, const struct shown *shown,
                           const struct nf_tables *tables)
{
    const struct nf_comparison *const comparison = shown->comparison;
    for (int side = 0; side < 2; side++) {
        const struct nf_tally *const tally = shown->runs[side].tally;
        nf_text_format(text, "%c: ", 'A' + side);
        nf_shown(text, shown->names[side]);
        nf_text_string(text, ", ");
        nf_report_count(text, tally->games);
        nf_text_string(text, _(" games"));
        if (tally->setup->params.strategy != NULL) {
            nf_text_string(text, _(", strategy "));
            nf_shown(text, tally->setup->params.strategy);
        }
        nf_text_string(text, "\n");
    }
    nf_text_wrapped(text, comparison->why.data, comparison->why.size, 0, 0);
    if (comparison->warning.size > 0) {
        const char *const careful = _("careful: ");
        nf_text_string(text, careful);
        nf_text_wrapped(text, comparison->warning.data, comparison->warning.size,
                        nf_shown_columns(careful), 0);
    }
    nf_text_string(text, "\n");
    nf_tables_terminal(text, tables);
}

/* The seat that differs most; how many differ for sure. */
static uint32_t find_most(const struct nf_comparison *comparison, uint32_t *sure)
{
    uint32_t most = 0;
    *sure = 0;
    for (uint32_t seat = 0; seat < comparison->seats; seat++) {
        const struct nf_estimate *const differences = comparison->differences;
        *sure += is_sure(&differences[seat]);
        if (fabs(differences[seat].mean) > fabs(differences[most].mean))
            most = seat;
    }
    return most;
}

/* What the page leads with. */
static void tell_found(struct nf_tables *tables, const struct shown *shown)
{
    const struct nf_comparison *const comparison = shown->comparison;
    uint32_t sure;
    const uint32_t most = find_most(comparison, &sure);
    const struct nf_estimate *const found = &comparison->differences[most];
    const bool fewer = found->mean < 0;
    const double low = fewer ? -found->high : found->low, high = fewer ? -found->low : found->high;
    if (comparison->paired && comparison->apart == 0)
        tables->answer = _("A and B play all games that they have in common alike.");
    else if (!is_sure(found))
        tables->answer = nf_tables_text(
            tables,
            _("A and B may be alike: the seat that differs most, %u, does so by %.3f points of %s, "
              "which may be chance."),
            most + 1, 100 * fabs(found->mean), _(shown->event));
    else
        tables->answer = nf_tables_text(
            tables,
            fewer ? _("Seat %u differs most: %.3f points fewer %s in B than in A (95%% interval "
                      "%.3f to %.3f).")
                  : _("Seat %u differs most: %.3f points more %s in B than in A (95%% interval "
                      "%.3f to %.3f)."),
            most + 1, 100 * fabs(found->mean), _(shown->event), 100 * low, 100 * high);
    for (int side = 0; side < 2; side++)
        nf_tables_headline(
            tables, nf_tables_text(tables, "%.3f%%", 100 * comparison->shares[side][most].mean),
            nf_tables_text(tables, _("%s of seat %u in %c"), _(shown->event), most + 1,
                           'A' + side));
    nf_tables_headline(tables, nf_tables_text(tables, _("%u of %u"), sure, comparison->seats),
                       _("seats whose interval excludes no difference"));
}

static void tell_comparison(struct nf_tables *tables, const struct shown *shown)
{
    const struct nf_comparison *const comparison = shown->comparison;
    const struct nf_about about = {
        .name = "comparison",
        .title =
            nf_tables_text(tables, _("%s in percent of trials, B - A (*: the interval excludes 0)"),
                           _(shown->event)),
        .charts = {{.kind = NF_DOTS,
                    .title = N_("What differs, seat by seat"),
                    .x = N_("seat"),
                    .y = N_("B minus A, in percentage points"),
                    .values = {"difference"},
                    .reference = 0,
                    .reference_is = N_("no difference"),
                    .about = nf_tables_text(
                        tables, _("The differences are %.*s. %.*s"), (int)comparison->why.size,
                        comparison->why.data, (int)comparison->warning.size,
                        comparison->warning.size > 0 ? comparison->warning.data : "")}},
    };
    static const struct nf_column columns[] = {
        NF_COLUMN("seat", "seat", NULL, NF_KEY),
        OF_TWO("A", "B", "B - A"),
        {.name = NULL},
    };
    tell_found(tables, shown);
    nf_tables_begin(tables, &about, columns);
    for (uint32_t seat = 0; seat < comparison->seats; seat++) {
        nf_cell_count(tables, seat + 1);
        tell_two(tables, comparison->shares[0][seat].mean, comparison->shares[1][seat].mean,
                 &comparison->differences[seat]);
    }
    if (comparison->paired)
        nf_tables_note(tables, "%" PRIu64 " of %" PRIu64 " games differ", comparison->apart,
                       comparison->games);
    if (comparison->seats >= 10)
        nf_tables_note(tables,
                       "about one in twenty of these %u intervals misses the true value by chance",
                       comparison->seats);
}

static json_t *comparison_document(const struct shown *shown, const struct nf_tables *tables)
{
    const struct nf_comparison *const comparison = shown->comparison;
    json_t *const runs = json_array();
    for (int side = 0; side < 2; side++) {
        const struct nf_setup *const setup = shown->runs[side].tally->setup;
        json_array_append_new(runs, json_pack("{s:s, s:o, s:o, s:o}", "name", shown->names[side],
                                              "params", nf_report_params(&setup->params), "seed",
                                              nf_json_count(setup->params.seed), "games",
                                              nf_json_count(shown->runs[side].tally->games)));
    }
    json_t *const document = json_pack(
        "{s:s, s:s, s:s, s:o, s:s, s:s, s:o, s:o}", "schema", "ninefold.comparison/2", "version",
        nf_version, "game", shown->runs[0].tally->setup->game->name, "runs", runs, "what",
        shown->event, "method", comparison->paired ? "paired" : "independent", "why",
        nf_json_text(&comparison->why), "tables", nf_tables_json(tables));
    if (comparison->warning.size > 0)
        json_object_set_new(document, "warning", nf_json_text(&comparison->warning));
    if (comparison->paired) {
        json_object_set_new(document, "games", nf_json_count(comparison->games));
        json_object_set_new(document, "games_apart", nf_json_count(comparison->apart));
    }
    return document;
}

enum nf_status nf_stats_compare(const struct nf_outputs *outputs, const struct nf_report runs[2],
                                const char *const names[2], struct nf_error *err)
{
    const uint32_t cpus = nf_machine_cpus();
    struct nf_progress progress = {
        .what = N_("games"), .total = nf_common_games(&runs[0], &runs[1]), .quiet = outputs->quiet};
    const struct nf_comparing_options options = {
        .runs = {&runs[0], &runs[1]},
        .threads = cpus < NF_MAX_THREADS ? cpus : NF_MAX_THREADS,
        .progress = nf_progress_show,
        .progress_owner = &progress,
    };
    struct nf_comparison comparison;
    enum nf_status status = nf_compare(&options, &comparison, err);
    nf_progress_end(&progress);
    if (status == NF_OK) {
        const struct shown shown = {runs, names, &comparison,
                                    nf_tally_ops_of(runs[0].tally->setup)->event};
        struct nf_made made = {.name = "comparison", .reports = runs, .names = names, .count = 2};
        tell_comparison(&made.tables, &shown);
        made.document = comparison_document(&shown, &made.tables);
        put_comparison(&made.table, &shown, &made.tables);
        status = nf_outputs_write_made(outputs, &made, err);
    }
    nf_comparison_close(&comparison);
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
        const struct nf_tally_ops *const ops = nf_tally_ops_of(tally->setup);
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
