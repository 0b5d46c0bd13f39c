#include "commands/parts/stats_seats.h"

#include "base/json_text.h"
#include "base/machine.h"
#include "base/shown.h"
#include "commands/parts/common.h"
#include "core/runner.h"
#include "core/tables.h"
#include "core/version.h"
#include "runs/comparing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Whether an interval leaves out 0. */
static bool is_sure(const struct nf_estimate *difference)
{
    return difference->low > 0 || difference->high < 0;
}

static json_t *json_interval(const struct nf_estimate *estimate)
{
    return json_pack("[o, o]", nf_json_number(estimate->low), nf_json_number(estimate->high));
}

/* Appends a difference in percentage points with its interval. */
static void put_difference(struct nf_text *text, const struct nf_estimate *difference)
{
    nf_text_format(text, "%+12.4f", 100 * difference->mean);
    if (isnan(difference->low))
        nf_text_format(text, "%22s\n", "-");
    else
        nf_text_format(text, "%+12.4f .. %+.4f%s\n", 100 * difference->low, 100 * difference->high,
                       is_sure(difference) ? "  *" : "");
}

/* ---- runs ---- */

/* A comparison to be shown. */
struct shown {
    const struct nf_report *runs;
    const char *const *names;
    const struct nf_comparison *comparison;
    const char *event;
};

/* Appends words in lines of at most 80 columns, from this one on. */
static void put_wrapped(struct nf_text *text, size_t column, const struct nf_text *words)
{
    for (size_t at = 0; at < words->size;) {
        const char *const word = words->data + at;
        const char *const blank = memchr(word, ' ', words->size - at);
        const size_t length = blank == NULL ? words->size - at : (size_t)(blank - word);
        if (column > 0)
            nf_text_string(text, column + 1 + length > NF_HELP_WIDTH ? "\n" : " ");
        column = column > 0 && column + 1 + length <= NF_HELP_WIDTH ? column + 1 + length : length;
        nf_text_bytes(text, word, length);
        at += length + (blank != NULL);
    }
    nf_text_string(text, "\n");
}

static void put_comparison(struct nf_text *text, const struct shown *shown)
{
    const struct nf_comparison *const comparison = shown->comparison;
    for (int side = 0; side < 2; side++) {
        const struct nf_tally *const tally = shown->runs[side].tally;
        nf_text_format(text, "%c: ", 'A' + side);
        nf_shown(text, shown->names[side]);
        nf_text_string(text, ", ");
        nf_report_count(text, tally->games);
        nf_text_string(text, " games");
        if (tally->setup->params.strategy != NULL) {
            nf_text_string(text, ", strategy ");
            nf_shown(text, tally->setup->params.strategy);
        }
        nf_text_string(text, "\n");
    }
    put_wrapped(text, 0, &comparison->why);
    if (comparison->warning.size > 0) {
        nf_text_string(text, "careful:");
        put_wrapped(text, strlen("careful:"), &comparison->warning);
    }
    nf_text_format(text, "\n%s in percent of the chances, B less A in points (*: 0 is outside)\n",
                   shown->event);
    nf_text_string(text, "seat         A          B     B less A        95% interval\n");
    for (uint32_t seat = 0; seat < comparison->seats; seat++) {
        nf_text_format(text, "%4u%10.4f%%%10.4f%%", seat + 1,
                       100 * comparison->shares[0][seat].mean,
                       100 * comparison->shares[1][seat].mean);
        put_difference(text, &comparison->differences[seat]);
    }
    if (comparison->paired) {
        nf_text_string(text, "\n");
        nf_report_count(text, comparison->apart);
        nf_text_string(text, " of ");
        nf_report_count(text, comparison->games);
        nf_text_string(text, " games went otherwise\n");
    }
    if (comparison->seats >= 10)
        nf_text_format(text,
                       "of %u such intervals about one in twenty misses the truth by chance\n",
                       comparison->seats);
}

static json_t *comparison_document(const struct shown *shown)
{
    const struct nf_comparison *const comparison = shown->comparison;
    json_t *const runs = json_array(), *const seats = json_array();
    for (int side = 0; side < 2; side++) {
        const struct nf_setup *const setup = shown->runs[side].tally->setup;
        json_array_append_new(runs, json_pack("{s:s, s:o, s:o, s:o}", "name", shown->names[side],
                                              "params", nf_report_params(&setup->params), "seed",
                                              nf_json_count(setup->params.seed), "games",
                                              nf_json_count(shown->runs[side].tally->games)));
    }
    for (uint32_t seat = 0; seat < comparison->seats; seat++)
        json_array_append_new(
            seats, json_pack("{s:o, s:[o, o], s:o, s:o}", "seat", nf_json_count(seat + 1), "shares",
                             nf_json_number(comparison->shares[0][seat].mean),
                             nf_json_number(comparison->shares[1][seat].mean), "difference",
                             nf_json_number(comparison->differences[seat].mean), "ci95",
                             json_interval(&comparison->differences[seat])));
    json_t *const document = json_pack(
        "{s:s, s:s, s:s, s:o, s:s, s:s, s:o, s:o}", "schema", "ninefold.comparison/1", "version",
        nf_version, "game", shown->runs[0].tally->setup->game->name, "runs", runs, "what",
        shown->event, "method", comparison->paired ? "paired" : "independent", "why",
        nf_json_text(&comparison->why), "seats", seats);
    if (comparison->warning.size > 0)
        json_object_set_new(document, "warning", nf_json_text(&comparison->warning));
    if (comparison->paired) {
        json_object_set_new(document, "games", nf_json_count(comparison->games));
        json_object_set_new(document, "games_apart", nf_json_count(comparison->apart));
    }
    return document;
}

static json_t *comparison_tables(const struct shown *shown)
{
    static const char *const columns[] = {"seat",    "share A",  "share B", "difference",
                                          "low 95%", "high 95%", NULL};
    const struct nf_comparison *const comparison = shown->comparison;
    json_t *const tables = json_array();
    json_t *const rows =
        nf_tables_add(tables, comparison->paired ? "comparison_paired" : "comparison_independent",
                      "Differences by seat", columns);
    for (uint32_t seat = 0; seat < comparison->seats; seat++) {
        const struct nf_estimate *const difference = &comparison->differences[seat];
        json_array_append_new(rows, json_pack("[o, o, o, o, o, o]", nf_json_count(seat + 1),
                                              nf_json_number(comparison->shares[0][seat].mean),
                                              nf_json_number(comparison->shares[1][seat].mean),
                                              nf_json_number(difference->mean),
                                              nf_json_number(difference->low),
                                              nf_json_number(difference->high)));
    }
    return tables;
}

enum nf_status nf_stats_compare(const struct nf_outputs *outputs, const struct nf_report runs[2],
                                const char *const names[2], struct nf_error *err)
{
    const uint32_t cpus = nf_machine_cpus();
    struct nf_progress progress = {
        .what = "games", .total = nf_common_games(&runs[0], &runs[1]), .quiet = outputs->quiet};
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
        struct nf_made made = {.name = "comparison",
                               .document = comparison_document(&shown),
                               .tables = comparison_tables(&shown)};
        put_comparison(&made.table, &shown);
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

static void add_gap(struct nf_made *made, json_t *rows, const struct nf_tally *tally,
                    const char *name, const uint32_t pair[2])
{
    const struct nf_tally_ops *const ops = nf_tally_ops_of(tally->setup);
    uint64_t times;
    const double a = ops->share(tally, pair[0] - 1, &times).mean;
    const double b = ops->share(tally, pair[1] - 1, &times).mean;
    const struct nf_estimate gap = ops->gap(tally, pair[0] - 1, pair[1] - 1);
    nf_text_format(&made->table, "%s: %s of seat %u %.4f%%, of seat %u %.4f%%\n%u less %u, points",
                   name, ops->event, pair[0], 100 * a, pair[1], 100 * b, pair[0], pair[1]);
    put_difference(&made->table, &gap);
    json_array_append_new(made->document,
                          json_pack("{s:s, s:s, s:[o, o], s:[o, o], s:o, s:o}", "run", name, "what",
                                    ops->event, "seats", nf_json_count(pair[0]),
                                    nf_json_count(pair[1]), "shares", nf_json_number(a),
                                    nf_json_number(b), "difference", nf_json_number(gap.mean),
                                    "ci95", json_interval(&gap)));
    json_array_append_new(rows, json_pack("[s, o, o, o, o, o, o, o]", name, nf_json_count(pair[0]),
                                          nf_json_count(pair[1]), nf_json_number(a),
                                          nf_json_number(b), nf_json_number(gap.mean),
                                          nf_json_number(gap.low), nf_json_number(gap.high)));
}

enum nf_status nf_stats_seats(const struct nf_outputs *outputs, const struct nf_report *runs,
                              const char *const *names, size_t count, const char *seats,
                              struct nf_error *err)
{
    static const char *const columns[] = {"run",        "seat a",  "seat b",   "share a", "share b",
                                          "difference", "low 95%", "high 95%", NULL};
    struct nf_made made = {.name = "seats", .document = json_array(), .tables = json_array()};
    json_t *const rows =
        nf_tables_add(made.tables, "seats_compared", "Two seats of a run", columns);
    enum nf_status status = NF_OK;
    for (size_t i = 0; status == NF_OK && i < count; i++) {
        const struct nf_setup *const setup = runs[i].tally->setup;
        uint32_t pair[2] = {1, 1};
        if (nf_tally_ops_of(setup)->gap == NULL || nf_tally_ops_of(setup)->share == NULL)
            status =
                nf_fail(err, NF_USAGE, "--seats: %s has no seats to compare", setup->game->title);
        else
            status = read_pair(seats, setup->params.players, pair, err);
        if (status == NF_OK)
            add_gap(&made, rows, runs[i].tally, names[i], pair);
    }
    if (status == NF_OK && count > 0)
        nf_text_string(&made.table, "95% intervals from the difference within each game; *: 0 is "
                                    "outside\n");
    if (status == NF_OK)
        return nf_outputs_write_made(outputs, &made, err);
    nf_made_close(&made);
    return status;
}
