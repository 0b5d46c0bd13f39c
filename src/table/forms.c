/* Tables as CSV, Markdown and JSON. */
#include "table/forms.h"

#include "base/json_text.h"
#include "base/shown.h"
#include "table/figures.h"
#include "table/grid.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

/* ---- CSV ---- */

/* Whether spreadsheets take a text for a formula. A number with a sign is harmless. */
static bool is_formula(const char *field)
{
    const bool sign = *field == '+' || *field == '-';
    return *field == '=' || *field == '@' ||
           (sign && strspn(field + 1, "0123456789.") != strlen(field + 1));
}

/* A field of CSV: in quotes where it holds what separates fields. */
static void put_field(struct nf_text *text, const char *field)
{
    const bool quoted = strpbrk(field, ",\"") != NULL;
    nf_text_string(text, quoted ? "\"" : "");
    nf_text_string(text, is_formula(field) ? "'" : "");
    while (*field != '\0') {
        const size_t length = strcspn(field, "\"");
        nf_shown_bytes(text, field, length);
        field += length;
        if (*field == '"') {
            nf_text_string(text, "\"\"");
            field++;
        }
    }
    nf_text_string(text, quoted ? "\"" : "");
}

/* A number as short as it is exact, nothing for what is not known. */
static void put_value(struct nf_text *text, const struct nf_cell *cell, enum nf_end end)
{
    const double value = nf_cell_value(cell, end);
    if (cell->is == NF_CELL_TEXT)
        put_field(text, cell->text);
    else if (cell->is == NF_CELL_COUNT && end == NF_VALUE)
        nf_text_format(text, "%" PRIu64, cell->count);
    else if (!isnan(value))
        nf_text_format(text, "%.12g", value);
}

void nf_table_csv(struct nf_text *text, const struct nf_table *table, const struct nf_lead *lead,
                  bool head)
{
    struct nf_field fields[NF_MAX_FIELDS];
    const size_t count = nf_table_fields(table, fields);
    for (size_t i = 0; head && lead != NULL && lead[i].name != NULL; i++)
        nf_text_format(text, "%s,", lead[i].name);
    for (size_t i = 0; head && i < count; i++)
        nf_text_format(text, "%s%s%s", table->columns[fields[i].column].name,
                       nf_end_name(fields[i].end), i + 1 < count ? "," : "\n");
    for (size_t row = 0; row < nf_table_rows(table); row++) {
        for (size_t i = 0; lead != NULL && lead[i].name != NULL; i++) {
            put_field(text, lead[i].value);
            nf_text_string(text, ",");
        }
        for (size_t i = 0; i < count; i++) {
            put_value(text, nf_table_cell(table, row, fields[i].column), fields[i].end);
            nf_text_string(text, i + 1 < count ? "," : "\n");
        }
    }
}

void nf_tables_about(struct nf_tables *tables)
{
    static const struct nf_about columns = {.name = "columns", .title = "Columns of the tables"};
    static const struct nf_column of_columns[] = {
        {.name = "of", .kind = NF_KEY},     {.name = "column", .kind = NF_KEY},
        {.name = "title", .kind = NF_TEXT}, {.name = "unit", .kind = NF_TEXT},
        {.name = "kind", .kind = NF_TEXT},  {.name = NULL}};
    static const struct nf_about notes = {.name = "notes", .title = "Notes on the tables"};
    static const struct nf_column of_notes[] = {
        {.name = "of", .kind = NF_KEY}, {.name = "note", .kind = NF_TEXT}, {.name = NULL}};
    const size_t count = tables->count;
    nf_tables_begin(tables, &columns, of_columns);
    for (size_t i = 0; i < count; i++) {
        const struct nf_table *const table = &tables->list[i];
        struct nf_field fields[NF_MAX_FIELDS];
        const size_t width = nf_table_fields(table, fields);
        for (size_t f = 0; f < width; f++) {
            const struct nf_column *const column = &table->columns[fields[f].column];
            nf_cell_text(tables, table->about.name);
            nf_cell_text(tables,
                         nf_tables_text(tables, "%s%s", column->name, nf_end_name(fields[f].end)));
            nf_cell_text(tables, column->plain);
            nf_cell_text(tables, column->unit != NULL ? column->unit : "");
            nf_cell_text(tables, nf_kind_name(column->kind));
        }
    }
    nf_tables_begin(tables, &notes, of_notes);
    for (size_t i = 0; i < count; i++)
        for (size_t n = 0; n < tables->list[i].notes_count; n++) {
            nf_cell_text(tables, tables->list[i].about.name);
            nf_cell_text(tables, tables->list[i].notes[n].plain);
        }
}

/* ---- Markdown ---- */

void nf_markdown_text(struct nf_text *text, const char *words)
{
    for (const char *at = words; *at != '\0'; at++) {
        const size_t length = strcspn(at, "\\`*_[]<>&|~");
        nf_shown_bytes(text, at, length);
        at += length;
        if (*at == '\0')
            return;
        /* Inside a word it means nothing. */
        const bool inside = *at == '_' && at > words && isalnum((unsigned char)at[-1]) &&
                            isalnum((unsigned char)at[1]);
        nf_text_format(text, "%s%c", inside ? "" : "\\", *at);
    }
}

static void put_markdown(struct nf_text *text, const struct nf_table *table)
{
    struct nf_grid grid;
    nf_grid_make(&grid, table, NF_IN_FULL);
    for (size_t row = 0; row < grid.rows; row++) {
        for (size_t column = 0; column < grid.columns; column++) {
            nf_text_string(text, "| ");
            nf_markdown_text(text, nf_grid_cell(&grid, row, column));
            nf_text_string(text, " ");
        }
        nf_text_string(text, "|\n");
        for (size_t column = 0; row == 0 && column < grid.columns; column++)
            nf_text_string(text, grid.left[column] ? "|---" : "|---:");
        nf_text_string(text, row == 0 ? "|\n" : "");
    }
    text->failed |= grid.cells == NULL;
    nf_grid_free(&grid);
}

void nf_tables_markdown(struct nf_text *text, const struct nf_tables *tables)
{
    for (size_t i = 0; i < tables->count; i++) {
        const struct nf_table *const table = &tables->list[i];
        nf_text_format(text, "%s## ", text->size > 0 ? "\n" : "");
        nf_markdown_text(text, table->about.title);
        nf_text_string(text, "\n\n");
        if (table->count > 0)
            put_markdown(text, table);
        for (size_t n = 0; n < table->notes_count; n++) {
            nf_text_string(text, n > 0 || table->count > 0 ? "\n" : "");
            nf_markdown_text(text, table->notes[n].shown);
            nf_text_string(text, "\n");
        }
    }
    text->failed |= tables->failed;
}

/* ---- JSON ---- */

static json_t *text_or_null(const char *text)
{
    return text != NULL ? json_string(text) : json_null();
}

/* The methods that made a column's intervals. */
static json_t *json_methods(const struct nf_table *table, size_t column)
{
    json_t *const methods = json_array();
    for (int method = NF_BETWEEN_GAMES; method <= NF_ZOU_DONNER; method++) {
        bool used = false;
        for (size_t row = 0; row < nf_table_rows(table); row++) {
            const struct nf_cell *const cell = nf_table_cell(table, row, column);
            used |= !isnan(cell->low) && (int)cell->method == method;
        }
        if (used)
            json_array_append_new(methods, json_string(nf_method_name((enum nf_method)method)));
    }
    return methods;
}

static json_t *json_column(const struct nf_table *table, const struct nf_field *field)
{
    const struct nf_column *const column = &table->columns[field->column];
    json_t *const object = json_object();
    struct nf_text name = {0};
    nf_text_format(&name, "%s%s", column->name, nf_end_name(field->end));
    json_object_set_new(object, "name", nf_json_text(&name));
    nf_text_free(&name);
    json_object_set_new(object, "title", json_string(column->plain));
    json_object_set_new(object, "unit", text_or_null(column->unit));
    json_object_set_new(object, "kind", json_string(nf_kind_name(column->kind)));
    if (field->end != NF_VALUE)
        json_object_set_new(object, "end", json_string(nf_end_name(field->end) + 1));
    else if (column->interval)
        json_object_set_new(object, "methods", json_methods(table, field->column));
    return object;
}

static json_t *json_cell(const struct nf_cell *cell, enum nf_end end)
{
    if (cell->is == NF_CELL_TEXT)
        return json_string(cell->text);
    if (cell->is == NF_CELL_COUNT && end == NF_VALUE)
        return nf_json_count(cell->count);
    return nf_json_number(nf_cell_value(cell, end));
}

static json_t *json_table(const struct nf_table *table)
{
    struct nf_field fields[NF_MAX_FIELDS];
    const size_t count = nf_table_fields(table, fields);
    json_t *const notes = json_array(), *const columns = json_array(), *const rows = json_array();
    for (size_t i = 0; i < table->notes_count; i++)
        json_array_append_new(notes, json_string(table->notes[i].plain));
    for (size_t i = 0; i < count; i++)
        json_array_append_new(columns, json_column(table, &fields[i]));
    for (size_t r = 0; r < nf_table_rows(table); r++) {
        json_t *const row = json_array();
        for (size_t i = 0; i < count; i++)
            json_array_append_new(
                row, json_cell(nf_table_cell(table, r, fields[i].column), fields[i].end));
        json_array_append_new(rows, row);
    }
    return json_pack("{s:s, s:s, s:o, s:o, s:o}", "name", table->about.name, "title",
                     table->about.plain, "notes", notes, "columns", columns, "rows", rows);
}

json_t *nf_tables_json(const struct nf_tables *tables)
{
    json_t *const list = json_array();
    for (size_t i = 0; i < tables->count; i++)
        json_array_append_new(list, json_table(&tables->list[i]));
    return list;
}
