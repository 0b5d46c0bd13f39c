#include "report/html/markup.h"

#include "base/shown.h"
#include "core/tables.h"
#include "report/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What stands for the character at `bytes`; NULL: itself. */
static const char *entity(const char *bytes, bool clean)
{
    switch (bytes[0]) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    default: break;
    }
    const bool blank = bytes[0] == '\n' || bytes[0] == '\t';
    return !clean && !blank ? "\xef\xbf\xbd" : NULL;
}

void nf_html_bytes(struct nf_text *text, const char *words, size_t count)
{
    bool clean;
    for (size_t i = 0, length; i < count; i += length) {
        length = nf_shown_length(words + i, count - i, &clean);
        const char *const instead = entity(words + i, clean);
        if (instead != NULL)
            nf_text_string(text, instead);
        else
            nf_text_bytes(text, words + i, length);
    }
}

void nf_html_text(struct nf_text *text, const char *words)
{
    nf_html_bytes(text, words, strlen(words));
}

void nf_html_value(struct nf_text *text, double value, bool share, int decimals)
{
    if (!isfinite(value))
        nf_text_string(text, "\xe2\x80\x93");
    else if (share)
        nf_text_format(text, "%.*f%%", decimals, 100 * value);
    else
        nf_text_format(text, "%.6g", value);
}

void nf_html_table_begin(struct nf_text *text, const char *id, const char *caption)
{
    nf_text_format(text,
                   "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-labelledby=\"%s\">"
                   "<table>\n<caption id=\"%s\">",
                   id, id);
    nf_html_text(text, caption);
    nf_text_string(text, "</caption>\n");
}

void nf_html_table_end(struct nf_text *text)
{
    nf_text_string(text, "</tbody>\n</table></div>\n");
}

/* A whole number that is no name: one in groups of three digits. */
static void put_cell(struct nf_text *text, const json_t *cell, bool is_name)
{
    if (json_is_integer(cell) && !is_name && json_integer_value(cell) >= 0)
        nf_report_count(text, (uint64_t)json_integer_value(cell));
    else if (json_is_integer(cell))
        nf_text_format(text, "%" JSON_INTEGER_FORMAT, json_integer_value(cell));
    else if (json_is_real(cell))
        nf_text_format(text, "%.6g", json_real_value(cell));
    else if (json_is_string(cell))
        nf_html_text(text, json_string_value(cell));
    else
        nf_text_string(text, "\xe2\x80\x93");
}

static void put_row(struct nf_text *text, const json_t *columns, const json_t *row)
{
    for (size_t c = 0; c < json_array_size(row); c++) {
        const json_t *const cell = json_array_get(row, c);
        nf_text_string(text, c == 0 ? "<tr><th scope=\"row\">" : "<td>");
        if (nf_tables_hardly(json_array_get(columns, c), cell))
            nf_report_chance(text, json_real_value(cell));
        else
            put_cell(text, cell, c == 0);
        nf_text_string(text, c == 0 ? "</th>" : "</td>");
    }
    nf_text_string(text, "</tr>\n");
}

void nf_html_table(struct nf_text *text, const char *id, const json_t *table)
{
    const json_t *const columns = json_object_get(table, "columns");
    const json_t *const rows = json_object_get(table, "rows");
    const char *const title = json_string_value(json_object_get(table, "title"));
    nf_html_table_begin(text, id, title == NULL ? "" : title);
    nf_text_string(text, "<thead><tr>");
    for (size_t c = 0; c < json_array_size(columns); c++) {
        nf_text_string(text, "<th scope=\"col\">");
        nf_html_text(text, json_string_value(json_array_get(columns, c)));
        nf_text_string(text, "</th>");
    }
    nf_text_string(text, "</tr></thead>\n<tbody>\n");
    for (size_t r = 0; r < json_array_size(rows); r++)
        put_row(text, columns, json_array_get(rows, r));
    nf_html_table_end(text);
}
