#include "report/html/page.h"

#include "base/json_text.h"
#include "core/charts.h"
#include "core/version.h"
#include "report/html/compare.h"
#include "report/html/figure.h"
#include "report/html/gnuplot.h"
#include "report/html/markup.h"
#include "report/html/style.h"
#include "report/html/svg.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A report being written. */
struct page {
    struct nf_text *text;
    const struct nf_report *reports;
    const char *const *names;
    size_t count;
    struct nf_charts *charts; /* of each run */
    struct nf_charts joined;
    size_t unlike; /* charts that could not be joined */
    struct nf_text drawn;
    const char *next; /* in `drawn`, the drawing not yet in the page */
};

/* ---- what is drawn ---- */

static bool same_game(const struct page *page)
{
    for (size_t run = 1; run < page->count; run++)
        if (page->reports[run].tally->setup->game != page->reports[0].tally->setup->game)
            return false;
    return true;
}

static bool collect(struct page *page)
{
    page->charts = calloc(page->count, sizeof *page->charts);
    if (page->charts == NULL)
        return false;
    for (size_t run = 0; run < page->count; run++) {
        const struct nf_tally *const tally = page->reports[run].tally;
        const struct nf_tally_ops *const ops = nf_tally_ops_of(tally->setup);
        if (ops->charts != NULL && tally->games > 0)
            ops->charts(tally, &page->charts[run]);
        if (page->charts[run].failed)
            return false;
    }
    if (page->count > 1 && same_game(page))
        page->unlike = nf_compare_charts(&page->joined, page->charts, page->count);
    return !page->joined.failed;
}

static void plot_all(struct nf_text *script, const struct nf_charts *charts)
{
    for (size_t i = 0; i < charts->count; i++)
        if (nf_figure_drawable(&charts->list[i]))
            nf_figure_plot(script, &charts->list[i]);
}

/* Draws everything at one go, in the order in which it goes into the page. */
static enum nf_status draw(struct page *page, struct nf_error *err)
{
    struct nf_text script = {0};
    plot_all(&script, &page->joined);
    for (size_t run = 0; run < page->count; run++)
        plot_all(&script, &page->charts[run]);
    enum nf_status status = NF_OK;
    if (script.size > 0 || script.failed)
        status = nf_gnuplot_run(&script, &page->drawn, err);
    page->next = page->drawn.data;
    nf_text_free(&script);
    return status;
}

static enum nf_status put_figures(struct page *page, const struct nf_charts *charts,
                                  const char *prefix, struct nf_error *err)
{
    enum nf_status status = NF_OK;
    for (size_t i = 0; i < charts->count && status == NF_OK; i++) {
        char numbered[64];
        snprintf(numbered, sizeof numbered, "%s-%zu", prefix, i + 1);
        if (nf_figure_drawable(&charts->list[i]))
            status = nf_figure_put(page->text, &charts->list[i], numbered, &page->next,
                                   page->drawn.data + page->drawn.size, err);
    }
    return status;
}

/* ---- words ---- */

/* "TITLE: 20,000 games of 100 rounds, 5 players" without its first part. */
static void put_games(struct nf_text *text, const struct nf_tally *tally)
{
    struct nf_text words = {0};
    nf_report_count(&words, tally->games);
    nf_text_string(&words, tally->games == 1 ? " game" : " games");
    nf_tally_ops_of(tally->setup)->describe(tally->setup, &words);
    nf_html_bytes(text, words.data, words.size);
    text->failed |= words.failed;
    nf_text_free(&words);
}

static void put_head(const struct page *page)
{
    struct nf_text *const text = page->text;
    const struct nf_tally *const tally = page->reports[0].tally;
    const char *const title = same_game(page) ? tally->setup->game->title : "Several games";
    nf_text_string(text, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                         "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
                         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
                         "'none'; style-src 'unsafe-inline'\">\n"
                         "<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
    nf_html_text(text, title);
    nf_text_string(text, "</title>\n<style>\n");
    nf_html_style(text);
    nf_text_string(text, "</style>\n</head>\n<body>\n");
    nf_svg_marks(text);
    nf_text_string(text, "<header><h1>");
    nf_html_text(text, title);
    nf_text_string(text, "</h1>\n<p>");
    if (page->count == 1)
        put_games(text, tally);
    else
        nf_text_format(text, "%zu runs compared", page->count);
    nf_text_string(text, "</p></header>\n<main>\n");
}

/* Numbers as people read them, but not those that name something. */
static void put_cell(struct nf_text *text, const char *name, const json_t *value)
{
    const bool is_name = strcmp(name, "seed") == 0 || strcmp(name, "first") == 0;
    if (json_is_string(value) && strcmp(name, "digest") == 0) {
        nf_text_string(text, "<code>");
        nf_html_text(text, json_string_value(value));
        nf_text_string(text, "</code>");
    } else if (json_is_string(value)) {
        nf_html_text(text, json_string_value(value));
    } else if (is_name) {
        nf_text_format(text, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    } else {
        nf_report_count(text, (uint64_t)json_integer_value(value));
    }
}

static void put_spans(struct nf_text *text, const struct nf_report *report)
{
    if (report->spans_count == 0)
        return;
    nf_text_string(text, "<tr><th scope=\"row\">indices</th><td>");
    for (size_t i = 0; i < report->spans_count && i < 5; i++)
        nf_text_format(text, "%s%" PRIu64 " to %" PRIu64, i > 0 ? ", " : "", report->spans[i].first,
                       report->spans[i].first + report->spans[i].games - 1);
    if (report->spans_count > 5)
        nf_text_format(text, " and %zu more ranges", report->spans_count - 5);
    nf_text_string(text, "</td></tr>\n");
}

/* What was run: the table "run" without what was not given, with its indices. A saved run does not
 * tell how it was played. */
static void put_facts(struct nf_text *text, const struct nf_report *report, const json_t *table,
                      const char *id)
{
    const json_t *const rows = json_object_get(table, "rows");
    nf_text_string(text, "<div class=\"facts\">");
    nf_html_table_begin(text, id, "What was run");
    nf_text_string(text, "<tbody>\n");
    for (size_t r = 0; r < json_array_size(rows); r++) {
        const char *const name = json_string_value(json_array_get(json_array_get(rows, r), 0));
        const json_t *const value = json_array_get(json_array_get(rows, r), 1);
        if (name == NULL || json_is_null(value) || strcmp(name, "first") == 0 ||
            (strcmp(name, "rejected") == 0 && !nf_report_rejects(report->tally)))
            continue;
        nf_text_string(text, "<tr><th scope=\"row\">");
        nf_html_text(text, name);
        nf_text_string(text, "</th><td>");
        put_cell(text, name, value);
        nf_text_string(text, "</td></tr>\n");
        if (strcmp(name, "seed") == 0)
            put_spans(text, report);
    }
    nf_html_table_end(text);
    nf_text_string(text, "</div>\n");
}

static void put_extremes(struct nf_text *text, const struct nf_tally *tally)
{
    const struct nf_extreme_kind *const kinds = nf_tally_ops_of(tally->setup)->extremes;
    bool any = false;
    for (uint32_t i = 0; i < nf_tally_extremes(tally); i++) {
        if (!nf_extreme_known(&tally->extremes[i]))
            continue;
        nf_text_string(text, any ? "" : "<h3>Extremes</h3>\n<ul class=\"extremes\">\n");
        any = true;
        struct nf_text replay = {0};
        nf_report_replay(&replay, tally->setup, tally->extremes[i].index);
        nf_text_string(text, "<li>");
        nf_html_text(text, kinds[i].title);
        nf_text_string(text, ": <strong>");
        nf_report_count(text, tally->extremes[i].value);
        nf_text_string(text, " ");
        nf_html_bytes(text, kinds[i].unit,
                      (size_t)nf_extreme_unit(&kinds[i], tally->extremes[i].value));
        nf_text_format(text, "</strong>, in game %" PRIu64 "\n<code>", tally->extremes[i].index);
        nf_html_bytes(text, replay.data, replay.size);
        nf_text_string(text, "</code></li>\n");
        text->failed |= replay.failed;
        nf_text_free(&replay);
    }
    nf_text_string(text, any ? "</ul>\n" : "");
}

/* The game's tables, folded: they are long. */
static void put_tables(struct nf_text *text, const json_t *tables, const char *prefix)
{
    bool any = false;
    for (size_t t = 0; t < json_array_size(tables); t++) {
        const json_t *const table = json_array_get(tables, t);
        const char *const name = json_string_value(json_object_get(table, "name"));
        const char *const title = json_string_value(json_object_get(table, "title"));
        if (name == NULL || title == NULL || strcmp(name, "run") == 0 ||
            strcmp(name, "extremes") == 0)
            continue;
        nf_text_string(text, any ? "" : "<h3>All counts</h3>\n");
        any = true;
        char id[128];
        snprintf(id, sizeof id, "%s-table-%s", prefix, name);
        nf_text_string(text, "<details class=\"tables\"><summary>");
        nf_html_text(text, title);
        const size_t rows = json_array_size(json_object_get(table, "rows"));
        nf_text_format(text, " (%zu row%s)</summary>\n", rows, rows == 1 ? "" : "s");
        nf_html_table(text, id, table);
        nf_text_string(text, "</details>\n");
    }
}

/* ---- sections ---- */

static enum nf_status put_run(struct page *page, size_t run, struct nf_error *err)
{
    struct nf_text *const text = page->text;
    const struct nf_report *const report = &page->reports[run];
    char prefix[32], id[64];
    snprintf(prefix, sizeof prefix, "run-%zu", run + 1);
    snprintf(id, sizeof id, "%s-facts", prefix);
    json_t *const tables = nf_report_tables(report);
    if (tables == NULL)
        return nf_fail(err, NF_IO, "out of memory for the report");
    nf_text_format(text, "<section id=\"%s\">\n", prefix);
    if (page->count > 1) {
        nf_text_format(text, "<h2>Run %zu: ", run + 1);
        nf_html_text(text, page->names[run]);
        nf_text_string(text, "</h2>\n");
    }
    put_facts(text, report, json_array_get(tables, 0), id);
    if (report->tally->games == 0)
        nf_text_string(text, "<p>No game was finished.</p>\n");
    const enum nf_status status = put_figures(page, &page->charts[run], prefix, err);
    put_extremes(text, report->tally);
    put_tables(text, tables, prefix);
    nf_text_string(text, "</section>\n");
    json_decref(tables);
    return status;
}

/* Whether two runs may have dealt the same cards in some games. */
static bool share_games(const struct nf_report *a, const struct nf_report *b)
{
    if (a->tally->setup->params.seed != b->tally->setup->params.seed)
        return false;
    for (size_t i = 0; i < a->spans_count; i++)
        for (size_t j = 0; j < b->spans_count; j++)
            if (a->spans[i].first < b->spans[j].first + b->spans[j].games &&
                b->spans[j].first < a->spans[i].first + a->spans[i].games)
                return true;
    return false;
}

static void put_list_of_runs(const struct page *page)
{
    struct nf_text *const text = page->text;
    nf_html_table_begin(text, "runs", "The runs");
    nf_text_string(text, "<thead><tr><th scope=\"col\">run</th><th scope=\"col\">file</th><th "
                         "scope=\"col\">games</th><th scope=\"col\">seed</th></tr></thead>\n"
                         "<tbody>\n");
    for (size_t run = 0; run < page->count; run++) {
        const struct nf_tally *const tally = page->reports[run].tally;
        nf_text_format(text, "<tr><th scope=\"row\"><a href=\"#run-%zu\">%zu</a></th><td>", run + 1,
                       run + 1);
        nf_html_text(text, page->names[run]);
        nf_text_string(text, "</td><td>");
        put_games(text, tally);
        nf_text_format(text, "</td><td>%" PRIu64 "</td></tr>\n", tally->setup->params.seed);
    }
    nf_html_table_end(text);
}

static enum nf_status put_comparison(struct page *page, struct nf_error *err)
{
    struct nf_text *const text = page->text;
    bool shared = false;
    for (size_t run = 1; run < page->count; run++)
        shared |= share_games(&page->reports[0], &page->reports[run]);
    nf_text_string(text, "<section id=\"comparison\">\n<div class=\"runs\">");
    put_list_of_runs(page);
    nf_text_string(text, "</div>\n");
    if (!same_game(page))
        nf_text_string(text, "<p class=\"note\">The runs are of several games, so they are not "
                             "compared.</p>\n");
    if (page->unlike > 0)
        nf_text_string(text, "<p class=\"note\">What not all runs count by the same seats or names "
                             "is not compared.</p>\n");
    if (shared && page->joined.count > 0)
        nf_text_string(text, "<p class=\"note\">Some runs share a seed and indices with run 1, so "
                             "their cards may be the same. The intervals of the differences take "
                             "the runs as independent and are not exact then.</p>\n");
    const enum nf_status status = put_figures(page, &page->joined, "comparison", err);
    nf_text_string(text, "</section>\n");
    return status;
}

static enum nf_status put_page(struct page *page, struct nf_error *err)
{
    enum nf_status status = NF_OK;
    put_head(page);
    if (page->count > 1)
        status = put_comparison(page, err);
    for (size_t run = 0; run < page->count && status == NF_OK; run++)
        status = put_run(page, run, err);
    nf_text_format(page->text,
                   "</main>\n<footer class=\"note\"><p>Made by ninefold %s (%s).</p>"
                   "</footer>\n</body>\n</html>\n",
                   nf_version, nf_commit);
    return status;
}

static void close_page(struct page *page)
{
    for (size_t run = 0; page->charts != NULL && run < page->count; run++)
        nf_charts_free(&page->charts[run]);
    free(page->charts);
    nf_charts_free(&page->joined);
    nf_text_free(&page->drawn);
}

enum nf_status nf_html_report(struct nf_text *text, const struct nf_report *reports,
                              const char *const *names, size_t count, struct nf_error *err)
{
    struct page page = {.text = text, .reports = reports, .names = names, .count = count};
    enum nf_status status = NF_OK;
    if (!collect(&page))
        status = nf_fail(err, NF_IO, "out of memory for the report");
    if (status == NF_OK)
        status = draw(&page, err);
    if (status == NF_OK)
        status = put_page(&page, err);
    if (status == NF_OK && nf_json_failed()) /* what it shows comes by way of JSON */
        status = nf_fail(err, NF_IO, "out of memory for the report");
    close_page(&page);
    return status;
}
