#include "sim/report/page.h"

#include "base/lang.h"
#include "table/html/draw.h"
#include "table/html/markup.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A report being written. */
struct page {
    struct nf_text *text;
    const struct nf_report *reports;
    const char *const *names;
    size_t count;
    const struct nf_tables *compared; /* or NULL */
    struct nf_tables *tables;         /* of each run; its own or its report's */
    const char **labels;              /* what each is called in charts and tables */
    struct nf_tables joined;
    size_t unlike; /* charts that could not be joined */
};

/* ---- figures ---- */

static bool same_game(const struct page *page)
{
    for (size_t run = 1; run < page->count; run++)
        if (page->reports[run].tally->setup->game != page->reports[0].tally->setup->game)
            return false;
    return true;
}

static bool collect_tables(struct page *page)
{
    page->tables = calloc(page->count, sizeof *page->tables);
    page->labels = calloc(page->count, sizeof *page->labels);
    if (page->tables == NULL || page->labels == NULL)
        return false;
    nf_html_labels(&page->joined, page->names, page->count, page->labels);
    for (size_t run = 0; page->compared != NULL && run < page->count; run++)
        page->labels[run] =
            nf_tables_text(&page->joined, "%c: %s", (char)('A' + run), page->labels[run]);
    for (size_t run = 0; run < page->count; run++) {
        if (page->reports[run].tables != NULL)
            page->tables[run] = *page->reports[run].tables;
        else
            nf_report_tables(&page->reports[run], &page->tables[run]);
        if (page->tables[run].failed)
            return false;
    }
    if (page->count > 1 && same_game(page))
        page->unlike = nf_compare_tables(&page->joined, page->tables, page->labels, page->count,
                                         page->compared == NULL);
    return !page->joined.failed;
}

/* Looks up a chart that is drawn here; `joined`, or NULL, has those that are drawn elsewhere. */
static bool find_chart(struct nf_drawn *drawn, const struct nf_table *table, size_t c,
                       const struct nf_tables *joined)
{
    return nf_drawn_of(drawn, table, c) &&
           !(joined != NULL && nf_compare_has(joined, table, drawn->chart));
}

static bool is_drawn(const struct nf_table *table, const struct nf_tables *joined)
{
    struct nf_drawn drawn;
    for (size_t c = 0; c < NF_MAX_CHARTS; c++)
        if (find_chart(&drawn, table, c, joined))
            return true;
    return false;
}

static void put_figures(struct nf_text *text, const struct nf_tables *tables,
                        const struct nf_tables *joined, const char *prefix)
{
    for (size_t i = 0; i < tables->count; i++) {
        bool numbers = true; /* with the first chart of a table */
        for (size_t c = 0; c < NF_MAX_CHARTS; c++) {
            struct nf_drawn drawn;
            if (!find_chart(&drawn, &tables->list[i], c, joined))
                continue;
            nf_figure_put(text, &drawn, prefix, numbers);
            numbers = false;
        }
    }
}

/* ---- words ---- */

/* "TITLE: 20,000 games of 100 rounds, 5 players" without its first part. */
static void put_games(struct nf_text *text, const struct nf_tally *tally)
{
    struct nf_text words = {0};
    nf_report_games(&words, tally);
    nf_html_bytes(text, words.data, words.size);
    nf_text_free_part(&words, text);
}

static void print_page_head(const struct page *page)
{
    struct nf_text *const text = page->text;
    const struct nf_tally *const tally = page->reports[0].tally;
    const char *const title = same_game(page) ? _(tally->setup->game->title) : _("Several games");
    nf_html_page_begin(text, title, NULL);
    nf_draw_marks(text);
    nf_html_head_begin(text, title);
    if (page->count == 1)
        put_games(text, tally);
    else
        nf_text_format(text, _("%zu runs compared"), page->count);
    nf_html_head_end(text);
}

static void put_spans(struct nf_text *text, const struct nf_report *report)
{
    if (report->spans_count == 0)
        return;
    nf_text_format(text, "<tr><th scope=\"row\">%s</th><td>", _("indices"));
    for (size_t i = 0; i < report->spans_count && i < 5; i++)
        nf_text_format(text, i > 0 ? _(", %llu to %llu") : _("%llu to %llu"),
                       (unsigned long long)report->spans[i].first,
                       (unsigned long long)(report->spans[i].first + report->spans[i].games - 1));
    if (report->spans_count > 5)
        nf_text_format(text, _(" and %zu more ranges"), report->spans_count - 5);
    nf_text_string(text, "</td></tr>\n");
}

/* Facts of a page of one run, which its head does not tell; those that several runs have in common;
 * and those of one of these, besides what the list of runs tells. */
enum facts { OF_THE_RUN, IN_COMMON, OF_ONE };

static bool is_described(const struct page *page, size_t run, size_t column, enum facts facts)
{
    static const char *const in_the_head[] = {"game", "players", "rounds", "games"};
    const struct nf_table *const table = &page->tables[run].list[0];
    const char *const name = table->columns[column].name;
    const bool parameter = nf_html_is_parameter(name);
    if (table->cells[column].is == NF_CELL_UNKNOWN || strcmp(name, "game") == 0 ||
        (strcmp(name, "rejected") == 0 && !nf_report_rejects(page->reports[run].tally)))
        return false;
    if (facts == IN_COMMON)
        return parameter && !nf_html_differs(page->tables, page->count, column);
    if (facts == OF_ONE)
        return !parameter && strcmp(name, "games") != 0;
    for (size_t i = 0; i < sizeof in_the_head / sizeof *in_the_head; i++)
        if (strcmp(name, in_the_head[i]) == 0)
            return false;
    return true;
}

/* What was run: the table "run" without what was not given, with indices in place of the first. A
 * saved run does not tell how it was played. */
static void put_facts(const struct page *page, size_t run, enum facts facts, const char *title,
                      const char *id)
{
    struct nf_text *const text = page->text;
    const struct nf_table *const table = &page->tables[run].list[0];
    struct nf_grid grid;
    nf_grid_make(&grid, table, NF_IN_FULL);
    nf_text_string(text, "<div class=\"facts\">");
    nf_html_table_begin(text, id, title);
    nf_text_string(text, "<tbody>\n");
    for (size_t c = 0; c < table->width; c++) {
        if (!is_described(page, run, c, facts))
            continue;
        if (strcmp(table->columns[c].name, "first") == 0) {
            put_spans(text, &page->reports[run]);
            continue;
        }
        nf_text_format(text, "<tr><th scope=\"row\">%s</th><td>", table->columns[c].title);
        nf_html_cell(text, &grid, 1, c);
        nf_text_string(text, "</td></tr>\n");
    }
    nf_html_table_end(text);
    nf_text_string(text, "</div>\n");
    text->failed |= grid.cells == NULL;
    nf_grid_free(&grid);
}

/* What was found, in a sentence or two and some numbers. */
static void put_answer(struct nf_text *text, const struct nf_tables *tables)
{
    if (tables->answer == NULL)
        return;
    nf_text_string(text, "<p class=\"answer\">");
    nf_html_text(text, tables->answer);
    nf_text_string(text, "</p>\n");
    if (tables->headlines_count == 0)
        return;
    nf_text_string(text, "<ul class=\"headlines\">\n");
    for (size_t i = 0; i < tables->headlines_count; i++) {
        nf_text_string(text, "<li><strong>");
        nf_html_text(text, tables->headlines[i].number);
        nf_text_string(text, "</strong> ");
        nf_html_text(text, tables->headlines[i].words);
        nf_text_string(text, "</li>\n");
    }
    nf_text_string(text, "</ul>\n");
}

/* The games that stand out, which one may want to look at. */
static void put_extremes(struct nf_text *text, const struct nf_tables *tables, const char *prefix)
{
    const struct nf_table *const extremes = nf_tables_find(tables, "extremes");
    char id[128];
    if (extremes == NULL || nf_table_rows(extremes) == 0)
        return;
    snprintf(id, sizeof id, "%s-table-extremes", prefix);
    nf_html_table(text, id, extremes);
}

/* Tables without a drawing here, folded. */
static void put_tables(struct nf_text *text, const struct nf_tables *tables,
                       const struct nf_tables *joined, const char *prefix)
{
    bool any = false;
    for (size_t t = 1; t < tables->count; t++) {
        const struct nf_table *const table = &tables->list[t];
        char id[128];
        if (is_drawn(table, joined) || strcmp(table->about.name, "extremes") == 0)
            continue;
        snprintf(id, sizeof id, "%s-table-%s", prefix, table->about.name);
        nf_text_string(text, any ? "" : _("<h3>More tables</h3>\n"));
        any = true;
        nf_text_string(text, "<details class=\"tables\"><summary>");
        nf_html_text(text, table->about.title);
        const size_t rows = nf_table_rows(table);
        nf_text_format(text, P_(" (%zu row)", " (%zu rows)", rows), rows);
        nf_text_string(text, "</summary>\n");
        nf_html_table(text, id, table);
        nf_text_string(text, "</details>\n");
    }
}

/* ---- sections ---- */

static void put_run(const struct page *page, size_t run)
{
    struct nf_text *const text = page->text;
    const struct nf_report *const report = &page->reports[run];
    const struct nf_tables *const tables = &page->tables[run];
    const bool several = page->count > 1;
    char prefix[32], id[64];
    snprintf(prefix, sizeof prefix, "run-%zu", run + 1);
    snprintf(id, sizeof id, "%s-facts", prefix);
    nf_text_format(text, "<section id=\"%s\">\n", prefix);
    if (several) {
        nf_text_format(text, _("<h2>Run %zu: "), run + 1);
        nf_html_text(text, page->names[run]);
        nf_text_string(text, "</h2>\n");
    }
    put_answer(text, tables);
    if (report->tally->games == 0)
        nf_text_string(text, _("<p>No game was finished.</p>\n"));
    put_figures(text, tables, &page->joined, prefix);
    put_extremes(text, tables, prefix);
    put_tables(text, tables, &page->joined, prefix);
    put_facts(page, run, several ? OF_ONE : OF_THE_RUN, _("What was run"), id);
    nf_text_string(text, "</section>\n");
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

/* What keeps runs from being compared, or makes it less exact. */
static void put_warnings(const struct page *page)
{
    bool shared = false;
    for (size_t run = 1; run < page->count; run++)
        shared |= share_games(&page->reports[0], &page->reports[run]);
    if (!same_game(page))
        nf_html_note(page->text, _("The runs are of several games, so they are not compared."));
    if (page->unlike > 0)
        nf_html_note(page->text,
                     _("What not all runs count by the same seats or names is not compared."));
    if (shared && page->joined.count > 0 && page->compared == NULL)
        nf_html_note(
            page->text,
            _("Some runs share a seed and indices with run 1, so their cards may be the same. "
              "The intervals of the differences take the runs as independent and are not exact "
              "then; stats --compare plays the games of two runs that they share."));
    if (page->count > NF_MOST_COMPARED)
        nf_text_format(page->text, _("<p class=\"note\">The first %d runs are compared.</p>\n"),
                       NF_MOST_COMPARED);
}

static void put_comparison(const struct page *page)
{
    struct nf_text *const text = page->text;
    nf_text_string(text, "<section id=\"comparison\">\n");
    if (page->compared != NULL)
        put_answer(text, page->compared);
    nf_text_string(text, "<div class=\"runs\">");
    nf_html_runs(text, page->tables, page->labels, page->count);
    nf_text_string(text, "</div>\n");
    if (page->compared != NULL)
        put_figures(text, page->compared, NULL, "compared");
    put_warnings(page);
    put_figures(text, &page->joined, NULL, "comparison");
    if (same_game(page))
        put_facts(page, 0, IN_COMMON, _("What all runs have in common"), "in-common");
    nf_text_string(text, "</section>\n");
}

static void put_page(const struct page *page)
{
    print_page_head(page);
    if (page->count > 1)
        put_comparison(page);
    for (size_t run = 0; run < page->count; run++)
        put_run(page, run);
    nf_text_string(page->text, "</main>\n");
    nf_html_page_end(page->text);
}

enum nf_status nf_html_report(struct nf_text *text, const struct nf_report *reports,
                              const char *const *names, size_t count,
                              const struct nf_tables *compared, struct nf_error *err)
{
    struct page page = {
        .text = text, .reports = reports, .names = names, .count = count, .compared = compared};
    const bool collected = collect_tables(&page);
    if (collected)
        put_page(&page);
    for (size_t run = 0; page.tables != NULL && run < count; run++)
        if (reports[run].tables == NULL)
            nf_tables_free(&page.tables[run]);
    free(page.tables);
    free(page.labels);
    nf_tables_free(&page.joined);
    return collected && !text->failed ? NF_OK : nf_fail_memory(err);
}

enum nf_status nf_html_tables(struct nf_text *text, const char *title, const char *words,
                              const struct nf_tables *tables, struct nf_error *err)
{
    nf_html_page_begin(text, title, NULL);
    nf_draw_marks(text);
    nf_html_head_begin(text, title);
    nf_html_text(text, words);
    nf_html_head_end(text);
    put_figures(text, tables, NULL, "of");
    for (size_t i = 0; i < tables->count; i++) {
        if (is_drawn(&tables->list[i], NULL))
            continue;
        nf_html_table(text, tables->list[i].about.name, &tables->list[i]);
    }
    nf_text_string(text, "</main>\n");
    nf_html_page_end(text);
    return text->failed ? nf_fail_memory(err) : NF_OK;
}

/* ---- the runs of a page ---- */

enum { LONGEST_LABEL = 24 };

static const char *label_of(struct nf_tables *owner, const char *name)
{
    static const char ending[] = ".json";
    const char *const slash = strrchr(name, '/');
    const char *const base = slash != NULL ? slash + 1 : name;
    const size_t length = strlen(base), tail = sizeof ending - 1;
    const bool ends = length > tail && strcmp(base + length - tail, ending) == 0;
    return nf_tables_text(owner, "%.*s", (int)(ends ? length - tail : length), base);
}

void nf_html_labels(struct nf_tables *owner, const char *const *names, size_t count,
                    const char **labels)
{
    bool good = true;
    for (size_t run = 0; run < count; run++) {
        labels[run] = label_of(owner, names[run]);
        good &= labels[run][0] != '\0' && strlen(labels[run]) <= LONGEST_LABEL;
        for (size_t other = 0; other < run; other++)
            good &= strcmp(labels[run], labels[other]) != 0;
    }
    for (size_t run = 0; run < count && !good; run++)
        labels[run] = nf_tables_text(owner, _("run %zu"), run + 1);
}

bool nf_html_is_parameter(const char *name)
{
    static const char *const found[] = {"first", "games", "turns", "rejected", "digest"};
    for (size_t i = 0; i < sizeof found / sizeof *found; i++)
        if (strcmp(name, found[i]) == 0)
            return false;
    return true;
}

bool nf_html_differs(const struct nf_tables *runs, size_t count, size_t column)
{
    const struct nf_table *const first = &runs[0].list[0];
    for (size_t run = 1; run < count; run++)
        if (!nf_cell_same(nf_table_cell(first, 0, column),
                          nf_table_cell(&runs[run].list[0], 0, column)))
            return true;
    return false;
}

static void print_runs_row(struct nf_text *text, const struct nf_table *table, const bool *shown)
{
    struct nf_grid grid;
    nf_grid_make(&grid, table, NF_IN_FULL);
    for (size_t column = 0; column < table->width; column++) {
        if (!shown[column])
            continue;
        nf_text_string(text, "<td>");
        nf_html_cell(text, &grid, 1, column);
        nf_text_string(text, "</td>");
    }
    text->failed |= grid.cells == NULL;
    nf_grid_free(&grid);
}

void nf_html_runs(struct nf_text *text, const struct nf_tables *runs, const char *const *labels,
                  size_t count)
{
    const struct nf_table *const first = &runs[0].list[0];
    bool shown[NF_MAX_COLUMNS];
    nf_html_table_begin(text, "runs", _("The runs"));
    nf_text_format(text, "<thead><tr><th scope=\"col\">%s</th>", _("run"));
    for (size_t column = 0; column < first->width; column++) {
        shown[column] = strcmp(first->columns[column].name, "games") == 0 ||
                        (nf_html_is_parameter(first->columns[column].name) &&
                         nf_html_differs(runs, count, column));
        if (shown[column])
            nf_text_format(text, "<th scope=\"col\">%s</th>", first->columns[column].title);
    }
    nf_text_string(text, "</tr></thead>\n<tbody>\n");
    for (size_t run = 0; run < count; run++) {
        nf_text_format(text, "<tr><th scope=\"row\"><a href=\"#run-%zu\">", run + 1);
        nf_html_text(text, labels[run]);
        nf_text_string(text, "</a></th>");
        print_runs_row(text, &runs[run].list[0], shown);
        nf_text_string(text, "</tr>\n");
    }
    nf_html_table_end(text);
}
