#include "core/tables.h"

#include "base/shown.h"
#include "core/figures.h"
#include <ctype.h>
#include <stdbool.h>

#include <string.h>

json_t *nf_tables_add(json_t *tables, const char *name, const char *title,
                      const char *const *columns)
{
    json_t *const names = json_array(), *const rows = json_array();
    for (; *columns != NULL; columns++)
        json_array_append_new(names, json_string(*columns));
    json_t *const table = json_pack("{s:s, s:s, s:o, s:o}", "name", name, "title", title, "columns",
                                    names, "rows", rows);
    return json_array_append_new(tables, table) == 0 ? rows : NULL;
}

static const char *text_of(const json_t *table, const char *member)
{
    const char *const text = json_string_value(json_object_get(table, member));
    return text != NULL ? text : "";
}

/* A number as short as it is exact, nothing for what is no number. */
static void put_number(struct nf_text *text, const json_t *cell)
{
    if (json_is_integer(cell))
        nf_text_format(text, "%" JSON_INTEGER_FORMAT, json_integer_value(cell));
    else if (json_is_real(cell))
        nf_text_format(text, "%.9g", json_real_value(cell));
}

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

static void put_cell(struct nf_text *text, const json_t *cell)
{
    if (json_is_string(cell))
        put_field(text, json_string_value(cell));
    else
        put_number(text, cell);
}

void nf_tables_csv(struct nf_text *text, const json_t *tables, const char *run)
{
    if (text->size == 0)
        nf_text_string(text, "run,table,row,column,value\n");
    for (size_t t = 0; t < json_array_size(tables); t++) {
        const json_t *const table = json_array_get(tables, t);
        const json_t *const columns = json_object_get(table, "columns");
        const json_t *const rows = json_object_get(table, "rows");
        for (size_t r = 0; r < json_array_size(rows); r++) {
            const json_t *const row = json_array_get(rows, r);
            for (size_t c = 1; c < json_array_size(row); c++) {
                put_field(text, run);
                nf_text_format(text, ",%s,", text_of(table, "name"));
                put_cell(text, json_array_get(row, 0));
                nf_text_string(text, ",");
                put_cell(text, json_array_get(columns, c));
                nf_text_string(text, ",");
                put_cell(text, json_array_get(row, c));
                nf_text_string(text, "\n");
            }
        }
    }
}

bool nf_tables_hardly(const json_t *column, const json_t *cell)
{
    return json_is_string(column) && strcmp(json_string_value(column), "p") == 0 &&
           json_is_real(cell) && json_real_value(cell) < NF_HARDLY;
}

void nf_tables_markdown_text(struct nf_text *text, const char *words)
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

static void put_markdown_row(struct nf_text *text, const json_t *columns, const json_t *row)
{
    for (size_t c = 0; c < json_array_size(row); c++) {
        nf_text_string(text, "| ");
        const json_t *const cell = json_array_get(row, c);
        if (nf_tables_hardly(json_array_get(columns, c), cell))
            nf_report_chance(text, json_real_value(cell));
        else if (json_is_string(cell))
            nf_tables_markdown_text(text, json_string_value(cell));
        else
            put_number(text, cell);
        nf_text_string(text, " ");
    }
    nf_text_string(text, "|\n");
}

void nf_tables_markdown(struct nf_text *text, const json_t *tables)
{
    for (size_t t = 0; t < json_array_size(tables); t++) {
        const json_t *const table = json_array_get(tables, t);
        const json_t *const columns = json_object_get(table, "columns");
        const json_t *const rows = json_object_get(table, "rows");
        nf_text_format(text, "%s## %s\n\n", text->size > 0 ? "\n" : "", text_of(table, "title"));
        put_markdown_row(text, columns, columns);
        for (size_t c = 0; c < json_array_size(columns); c++)
            nf_text_string(text, c == 0 ? "|---|" : "---:|");
        nf_text_string(text, "\n");
        for (size_t r = 0; r < json_array_size(rows); r++)
            put_markdown_row(text, columns, json_array_get(rows, r));
    }
}
