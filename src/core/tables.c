#include "core/tables.h"

#include "core/figures.h"

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

/* A number as short as it is exact, a text as it is, nothing for null. */
static void put_plain(struct nf_text *text, const json_t *cell)
{
    if (json_is_integer(cell))
        nf_text_format(text, "%" JSON_INTEGER_FORMAT, json_integer_value(cell));
    else if (json_is_real(cell))
        nf_text_format(text, "%.9g", json_real_value(cell));
    else if (json_is_string(cell))
        nf_text_string(text, json_string_value(cell));
}

/* A field of CSV: in quotes where it holds what separates fields. */
static void put_field(struct nf_text *text, const char *field)
{
    if (strpbrk(field, ",\"\r\n") == NULL) {
        nf_text_string(text, field);
        return;
    }
    nf_text_string(text, "\"");
    for (; *field != '\0'; field++)
        nf_text_format(text, "%s%c", *field == '"' ? "\"" : "", *field);
    nf_text_string(text, "\"");
}

static void put_cell(struct nf_text *text, const json_t *cell)
{
    if (json_is_string(cell))
        put_field(text, json_string_value(cell));
    else
        put_plain(text, cell);
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

static void put_markdown_row(struct nf_text *text, const json_t *columns, const json_t *row)
{
    for (size_t c = 0; c < json_array_size(row); c++) {
        nf_text_string(text, "| ");
        if (nf_tables_hardly(json_array_get(columns, c), json_array_get(row, c)))
            nf_report_chance(text, json_real_value(json_array_get(row, c)));
        else
            put_plain(text, json_array_get(row, c));
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
