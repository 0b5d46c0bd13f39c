#include "table/html/markup.h"

#include "base/embed.h"
#include "base/lang.h"
#include "base/shown.h"
#include "base/version.h"

#include <string.h>

NF_EMBED(nf_html_css, "src/table/html/style.css" NF_EMBED_AND "src/judge/story/view.css");

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

void nf_html_page_begin(struct nf_text *text, const char *title, const char *script)
{
    nf_text_format(text, "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n",
                   _("en")); /* as HTML names languages */
    nf_text_string(text, "<meta charset=\"utf-8\">\n"
                         "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
                         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
                         "'none'; style-src 'unsafe-inline'");
    if (script != NULL)
        nf_text_format(text, "; script-src %s", script);
    nf_text_string(text, "\">\n<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
    nf_html_text(text, title);
    nf_text_string(text, "</title>\n<style>\n");
    nf_html_style(text);
    nf_text_string(text, "</style>\n</head>\n<body>\n");
}

void nf_html_head_begin(struct nf_text *text, const char *title)
{
    nf_text_string(text, "<header><h1>");
    nf_html_text(text, title);
    nf_text_string(text, "</h1>\n<p>");
}

void nf_html_head_end(struct nf_text *text)
{
    nf_text_string(text, "</p></header>\n<main>\n");
}

void nf_html_page_end(struct nf_text *text)
{
    nf_text_format(text, _("<footer class=\"note\"><p>Made by ninefold %s (%s).</p></footer>\n"),
                   nf_version, nf_commit);
    nf_text_string(text, "</body>\n</html>\n");
}

void nf_html_table_begin(struct nf_text *text, const char *id, const char *caption)
{
    nf_text_format(text,
                   "<div class=\"scroll\" role=\"group\" tabindex=\"0\" aria-labelledby=\"%s\">"
                   "<table>\n<caption id=\"%s\">",
                   id, id);
    nf_html_text(text, caption);
    nf_text_string(text, "</caption>\n");
}

void nf_html_table_end(struct nf_text *text)
{
    nf_text_string(text, "</tbody>\n</table></div>\n");
}

void nf_html_cell(struct nf_text *text, const struct nf_grid *grid, size_t row, size_t column)
{
    const bool code = row > 0 && grid->code[column];
    nf_text_string(text, code ? "<code>" : "");
    nf_html_text(text, nf_grid_cell(grid, row, column));
    nf_text_string(text, code ? "</code>" : "");
}

void nf_html_note(struct nf_text *text, const char *words)
{
    nf_text_string(text, "<p class=\"note\">");
    nf_html_text(text, words);
    nf_text_string(text, "</p>\n");
}

void nf_html_table(struct nf_text *text, const char *id, const struct nf_table *table)
{
    struct nf_grid grid;
    nf_grid_make(&grid, table, NF_ON_PAGE);
    nf_html_table_begin(text, id, table->about.title);
    for (size_t row = 0; row < grid.rows; row++) {
        nf_text_string(text, row == 0 ? "<thead><tr>" : "<tr>");
        for (size_t column = 0; column < grid.columns; column++) {
            const bool head = row == 0 || column == 0;
            nf_text_format(text, "<%s%s%s>", head ? "th scope=" : "td",
                           row == 0      ? "\"col\""
                           : column == 0 ? "\"row\""
                                         : "",
                           grid.left[column] ? " class=\"text\"" : "");
            nf_html_cell(text, &grid, row, column);
            nf_text_string(text, head ? "</th>" : "</td>");
        }
        nf_text_string(text, row == 0 ? "</tr></thead>\n<tbody>\n" : "</tr>\n");
    }
    nf_html_table_end(text);
    for (size_t i = 0; i < table->notes_count; i++)
        nf_html_note(text, table->notes[i].shown);
    text->failed |= grid.cells == NULL;
    nf_grid_free(&grid);
}

void nf_html_style(struct nf_text *text)
{
    nf_text_string(text, nf_html_css);
}
