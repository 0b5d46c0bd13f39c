#include "table/tables.h"

#include "base/lang.h"
#include "base/owned.h"
#include "base/shown.h"
#include "table/figures.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Makes room for one more of `size` bytes in a list of `count`; false without memory. */
static bool grow_table_list(struct nf_tables *tables, void **list, size_t count, size_t *capacity,
                            size_t size)
{
    if (tables->failed || count < *capacity)
        return !tables->failed;
    const size_t more = *capacity == 0 ? 8 : 2 * *capacity;
    void *const larger = reallocarray(*list, more, size);
    tables->failed = larger == NULL;
    if (tables->failed)
        return false;
    *list = larger;
    *capacity = more;
    return true;
}

void nf_tables_free(struct nf_tables *tables)
{
    for (size_t i = 0; i < tables->count; i++) {
        free(tables->list[i].cells);
        free(tables->list[i].notes);
    }
    for (size_t i = 0; i < tables->texts_count; i++)
        free(tables->texts[i]);
    free(tables->list);
    free(tables->texts);
    *tables = (struct nf_tables){0};
}

static const char *format_text(struct nf_tables *tables, const char *format, va_list arguments)
{
    void *texts = tables->texts;
    char *text = NULL;
    if (!grow_table_list(tables, &texts, tables->texts_count, &tables->texts_capacity,
                         sizeof *tables->texts))
        return "";
    tables->texts = texts;
    if (vasprintf(&text, format, arguments) < 0) {
        tables->failed = true;
        return "";
    }
    tables->texts[tables->texts_count++] = text;
    return text;
}

const char *nf_tables_text(struct nf_tables *tables, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *const text = format_text(tables, format, arguments);
    va_end(arguments);
    return text;
}

static void translate(const char **words)
{
    if (*words != NULL)
        *words = _(*words);
}

static void translate_about(struct nf_about *about)
{
    about->plain = about->title;
    translate(&about->title);
    for (size_t i = 0; i < NF_MAX_CHARTS; i++) {
        struct nf_chart *const chart = &about->charts[i];
        translate(&chart->title);
        translate(&chart->x);
        translate(&chart->y);
        translate(&chart->reference_is);
        translate(&chart->expected_is);
        translate(&chart->kink_is);
        translate(&chart->about);
    }
}

void nf_tables_begin(struct nf_tables *tables, const struct nf_about *about,
                     const struct nf_column *columns)
{
    void *list = tables->list;
    if (!grow_table_list(tables, &list, tables->count, &tables->capacity, sizeof *tables->list))
        return;
    tables->list = list;
    struct nf_table *const table = &tables->list[tables->count++];
    *table = (struct nf_table){.about = *about};
    translate_about(&table->about);
    for (; columns->name != NULL; columns++) {
        assert(table->width < NF_MAX_COLUMNS);
        assert(columns->kind != NF_KEY || table->keys == table->width);
        struct nf_column *const column = &table->columns[table->width++];
        *column = *columns;
        column->plain = columns->title;
        translate(&column->title);
        table->keys += columns->kind == NF_KEY;
    }
    assert(table->width > 0);
}

static void add_cell(struct nf_tables *tables, struct nf_cell cell)
{
    if (tables->failed)
        return;
    struct nf_table *const table = &tables->list[tables->count - 1];
    void *cells = table->cells;
    if (!grow_table_list(tables, &cells, table->count, &table->capacity, sizeof *table->cells))
        return;
    const struct nf_column *const column = &table->columns[table->count % table->width];
    const bool texts = column->kind == NF_TEXT || column->kind == NF_CODE;
    assert((cell.is == NF_CELL_TEXT) == texts || column->kind == NF_KEY ||
           cell.is == NF_CELL_UNKNOWN);
    assert(column->interval != NF_NO_INTERVAL || isnan(cell.low));
    table->cells = cells;
    table->cells[table->count++] = cell;
}

void nf_cell_unknown(struct nf_tables *tables)
{
    add_cell(tables, (struct nf_cell){.number = NAN, .low = NAN, .high = NAN});
}

void nf_cell_words(struct nf_tables *tables, const char *text, const char *shown)
{
    add_cell(tables, (struct nf_cell){.is = NF_CELL_TEXT,
                                      .text = nf_tables_text(tables, "%s", text),
                                      .shown = nf_tables_text(tables, "%s", shown),
                                      .number = NAN,
                                      .low = NAN,
                                      .high = NAN});
}

void nf_cell_text(struct nf_tables *tables, const char *text)
{
    nf_cell_words(tables, text, text);
}

void nf_cell_count(struct nf_tables *tables, uint64_t count)
{
    add_cell(
        tables,
        (struct nf_cell){
            .is = NF_CELL_COUNT, .count = count, .number = (double)count, .low = NAN, .high = NAN});
}

void nf_cell_estimate(struct nf_tables *tables, struct nf_estimate estimate)
{
    const bool known = isfinite(estimate.low) && isfinite(estimate.high);
    if (!isfinite(estimate.mean))
        nf_cell_unknown(tables);
    else
        add_cell(tables, (struct nf_cell){.is = NF_CELL_NUMBER,
                                          .number = estimate.mean,
                                          .low = known ? estimate.low : NAN,
                                          .high = known ? estimate.high : NAN,
                                          .method = estimate.method});
}

void nf_cell_number(struct nf_tables *tables, double number)
{
    nf_cell_estimate(tables, (struct nf_estimate){.mean = number, .low = NAN, .high = NAN});
}

void nf_cell_share(struct nf_tables *tables, uint64_t part, uint64_t whole)
{
    nf_cell_number(tables, whole == 0 ? NAN : (double)part / (double)whole);
}

void nf_tables_note(struct nf_tables *tables, const char *format, ...)
{
    struct nf_note note;
    va_list arguments;
    va_start(arguments, format);
    note.plain = format_text(tables, format, arguments);
    va_end(arguments);
    va_start(arguments, format);
    note.shown = format_text(tables, _(format), arguments);
    va_end(arguments);
    if (tables->failed)
        return;
    struct nf_table *const table = &tables->list[tables->count - 1];
    void *notes = table->notes;
    if (!grow_table_list(tables, &notes, table->notes_count, &table->notes_capacity,
                         sizeof *table->notes))
        return;
    table->notes = notes;
    table->notes[table->notes_count++] = note;
}

void nf_tables_alike(struct nf_tables *tables, const struct nf_alike *alike, const char *why_not,
                     uint32_t needed)
{
    static const struct nf_about about = {
        .name = "seats_alike", .title = N_("all seats alike?"), .layout = NF_LINE_OF_TEXT};
    static const struct nf_column by_chi2[] = {
        NF_COLUMN("chi2", "chi-squared", NULL, NF_REAL),
        NF_COLUMN("degrees", "degrees", "degrees of freedom", NF_COUNT, .aside = true),
        NF_COLUMN("p", "p", NULL, NF_CHANCE),
        {.name = NULL},
    };
    static const struct nf_column by_f[] = {
        NF_COLUMN("t2", "Hotelling T2", NULL, NF_REAL),
        NF_COLUMN("f", "F", NULL, NF_REAL),
        NF_COLUMN("degrees_over", "degrees", "degrees of freedom", NF_COUNT, .aside = true),
        NF_COLUMN("degrees_under", "and", "degrees of freedom", NF_COUNT, .aside = true),
        NF_COLUMN("p", "p", NULL, NF_CHANCE),
        {.name = NULL},
    };
    nf_tables_begin(tables, &about, alike->one_each ? by_chi2 : by_f);
    if (!alike->known) {
        nf_tables_note(tables, why_not, needed);
        return;
    }
    if (alike->one_each) {
        nf_cell_number(tables, alike->chi2);
        nf_cell_count(tables, alike->over);
        nf_cell_number(tables, alike->p);
        return;
    }
    nf_cell_number(tables, alike->t2);
    nf_cell_number(tables, alike->f);
    nf_cell_count(tables, alike->over);
    nf_cell_count(tables, alike->under);
    nf_cell_number(tables, alike->p);
}

void nf_tables_games(struct nf_tables *tables, const struct nf_about *about, const char *key,
                     const char *unit, const uint64_t *games, uint32_t low, uint32_t count,
                     const char *(*name_of)(unsigned i))
{
    const struct nf_column columns[] = {
        NF_COLUMN(key, key, NULL, NF_KEY),
        NF_COLUMN("games", "games", "games", NF_COUNT),
        NF_COLUMN("share", "share", unit, NF_SHARE, .interval = NF_INTERVAL_ASIDE),
        {.name = NULL},
    };
    const uint64_t all = nf_counts_total(games, count);
    nf_tables_begin(tables, about, columns);
    for (uint32_t i = low; i < count; i++) {
        if (name_of != NULL)
            nf_cell_text(tables, name_of(i));
        else
            nf_cell_count(tables, i);
        nf_cell_count(tables, games[i]);
        nf_cell_estimate(tables, nf_share_exact(games[i], all));
    }
}

void nf_tables_lengths(struct nf_tables *tables, const char *name, const char *title,
                       const char *unit, const struct nf_lengths *lengths)
{
    const struct nf_about about = {.name = name, .title = title, .layout = NF_LINE_OF_TEXT};
    const struct nf_column columns[] = {
        NF_COLUMN("mean", "mean", unit, NF_REAL),
        NF_COLUMN("sd", "sd", unit, NF_REAL),
        NF_COLUMN("p50", "p50", unit, NF_COUNT),
        NF_COLUMN("p90", "p90", unit, NF_COUNT),
        NF_COLUMN("p99", "p99", unit, NF_COUNT),
        NF_COLUMN("longest", "longest", unit, NF_COUNT, .aside = true),
        {.name = NULL},
    };
    nf_tables_begin(tables, &about, columns);
    nf_cell_number(tables, lengths->mean);
    nf_cell_number(tables, lengths->sd);
    nf_cell_count(tables, lengths->p50);
    nf_cell_count(tables, lengths->p90);
    nf_cell_count(tables, lengths->p99);
    nf_cell_count(tables, lengths->most);
}

void nf_cell_shown(struct nf_tables *tables, const char *name, size_t most)
{
    NF_OWNED_TEXT struct nf_text whole = {0}, end = {0};
    nf_shown(&whole, name);
    nf_shown_end(&end, whole.data, whole.size, most);
    nf_cell_words(tables, nf_text_terminated(&whole), nf_text_terminated(&end));
    tables->failed |= whole.failed || end.failed;
}

void nf_tables_headline(struct nf_tables *tables, const char *number, const char *words)
{
    assert(tables->headlines_count < NF_MAX_HEADLINES);
    tables->headlines[tables->headlines_count++] = (struct nf_headline){number, words};
}

const char *nf_tables_differ(struct nf_tables *tables, const struct nf_alike *alike)
{
    if (!alike->known)
        return _("Whether seats differ cannot be told from these games.");
    if (alike->p >= 0.05)
        return nf_tables_text(
            tables, _("Seats may be alike: %.0f%% of runs would differ as much by chance alone."),
            100 * alike->p);
    if (alike->p < NF_HARDLY)
        return _("Seats differ: less than 1 in a million by chance.");
    return nf_tables_text(tables, _("Seats differ: about 1 in %.0f by chance."), 1 / alike->p);
}

/* ---- reading ---- */

size_t nf_table_rows(const struct nf_table *table)
{
    return table->count / table->width;
}

const struct nf_cell *nf_table_cell(const struct nf_table *table, size_t row, size_t column)
{
    assert(row < nf_table_rows(table) && column < table->width);
    return &table->cells[row * table->width + column];
}

const struct nf_table *nf_tables_find(const struct nf_tables *tables, const char *name)
{
    for (size_t i = 0; i < tables->count; i++)
        if (strcmp(tables->list[i].about.name, name) == 0)
            return &tables->list[i];
    return NULL;
}

size_t nf_table_column(const struct nf_table *table, const char *name)
{
    size_t column = 0;
    while (column < table->width && strcmp(table->columns[column].name, name) != 0)
        column++;
    assert(column < table->width);
    return column;
}

bool nf_table_interval(const struct nf_table *table, size_t column)
{
    return table->columns[column].interval != NF_NO_INTERVAL && !table->about.exact;
}

bool nf_cell_same(const struct nf_cell *a, const struct nf_cell *b)
{
    return a->is == b->is &&
           (a->is == NF_CELL_TEXT ? strcmp(a->text, b->text) == 0 : a->count == b->count);
}

size_t nf_table_across(const struct nf_table *table)
{
    size_t count = 0;
    while (count < nf_table_rows(table) &&
           nf_cell_same(nf_table_cell(table, 0, 0), nf_table_cell(table, count, 0)))
        count++;
    return count;
}

size_t nf_table_fields(const struct nf_table *table, struct nf_field fields[NF_MAX_FIELDS])
{
    size_t count = 0;
    for (size_t column = 0; column < table->width; column++) {
        const bool interval = table->columns[column].interval != NF_NO_INTERVAL;
        for (int end = NF_VALUE; end <= (interval ? NF_HIGH : NF_VALUE); end++)
            fields[count++] = (struct nf_field){column, (enum nf_end)end};
    }
    return count;
}

const char *nf_end_name(enum nf_end end)
{
    return end == NF_LOW ? "_low" : end == NF_HIGH ? "_high" : "";
}

double nf_cell_value(const struct nf_cell *cell, enum nf_end end)
{
    return end == NF_LOW ? cell->low : end == NF_HIGH ? cell->high : cell->number;
}

const char *nf_kind_name(enum nf_kind kind)
{
    static const char *const names[] = {
        [NF_CODE] = "code",
        [NF_KEY] = "key",
        [NF_TEXT] = "text",
        [NF_NAME] = "name",
        [NF_COUNT] = "count",
        [NF_SHARE] = "share",
        [NF_DIFFERENCE] = "difference",
        [NF_REAL] = "number",
        [NF_CHANCE] = "chance",
    };
    return names[kind];
}

const char *nf_method_name(enum nf_method method)
{
    static const char *const names[] = {
        [NF_BETWEEN_GAMES] = "between-games",
        [NF_CLOPPER_PEARSON] = "clopper-pearson",
        [NF_SCORE] = "score",
        [NF_WELCH] = "welch",
        [NF_ZOU_DONNER] = "zou-donner",
    };
    return names[method];
}
