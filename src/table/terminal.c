/* Tables in the terminal. */
#include "base/lang.h"
#include "base/shown.h"
#include "table/figures.h"
#include "table/forms.h"
#include "table/grid.h"

#include <stdlib.h>
#include <string.h>

static void put_notes(struct nf_text *text, const struct nf_table *table)
{
    for (size_t i = 0; i < table->notes_count; i++)
        nf_text_wrapped(text, table->notes[i].shown, strlen(table->notes[i].shown), 0, 0);
}

/* ---- blocks: lines that stand together ---- */

static void put_blanks(struct nf_text *text, size_t count)
{
    nf_text_format(text, "%*s", (int)count, "");
}

/* Ends a line without blanks at its end. */
static void end_line(struct nf_text *text)
{
    while (text->size > 0 && text->data[text->size - 1] == ' ')
        text->size--;
    nf_text_string(text, "\n");
}

static size_t next_line(const struct nf_text *block, size_t at)
{
    const char *const end =
        at < block->size ? memchr(block->data + at, '\n', block->size - at) : NULL;
    return end == NULL ? at : (size_t)(end - block->data);
}

/* Columns of a line without what makes its colours, "ESC [ ... m". */
static size_t columns_of(const struct nf_text *block, size_t from, size_t end)
{
    size_t columns = 0;
    for (bool plain = true; from < end; plain = !plain) {
        const char *const at = block->data + from;
        const char *const stop = memchr(at, plain ? '\033' : 'm', end - from);
        const size_t size = stop == NULL ? end - from : (size_t)(stop - at) + !plain;
        columns += plain ? nf_shown_columns_of(at, size) : 0;
        from += size;
    }
    return columns;
}

static size_t width_of(const struct nf_text *block)
{
    size_t widest = 0;
    for (size_t at = 0; at < block->size; at = next_line(block, at) + 1) {
        const size_t columns = columns_of(block, at, next_line(block, at));
        widest = columns > widest ? columns : widest;
    }
    return widest;
}

/* Appends two blocks, one beside the other. */
static void put_beside(struct nf_text *text, const struct nf_text *left,
                       const struct nf_text *right)
{
    const size_t width = width_of(left);
    for (size_t i = 0, j = 0; i < left->size || j < right->size;) {
        const size_t left_end = next_line(left, i), right_end = next_line(right, j);
        nf_text_bytes(text, left->data + i, left_end - i);
        put_blanks(text, width - columns_of(left, i, left_end));
        nf_text_string(text, " | ");
        nf_text_bytes(text, right->data + j, right_end - j);
        end_line(text);
        i = left_end + (i < left->size);
        j = right_end + (j < right->size);
    }
}

/* ---- a table ---- */

enum { GAP = 2, LONG = 20 };

static void column_widths(const struct nf_grid *grid, size_t widths[NF_GRID_COLUMNS])
{
    for (size_t column = 0; column < grid->columns; column++) {
        widths[column] = 0;
        for (size_t row = 0; row < grid->rows; row++) {
            const size_t length = nf_shown_columns(nf_grid_cell(grid, row, column));
            widths[column] = length > widths[column] ? length : widths[column];
        }
    }
}

/* A row of the first `columns` columns. */
static void print_grid_row(struct nf_text *text, const struct nf_grid *grid, size_t row,
                           size_t columns, const size_t widths[NF_GRID_COLUMNS])
{
    for (size_t column = 0; column < columns; column++) {
        const char *const cell = nf_grid_cell(grid, row, column);
        const size_t blanks = widths[column] - nf_shown_columns(cell);
        put_blanks(text, (column > 0 ? GAP : 0) + (grid->left[column] ? 0 : blanks));
        if (grid->noted[column] && *cell != '\0')
            nf_screen_put(text, NF_NOTED, 0, cell);
        else
            nf_text_string(text, cell);
        put_blanks(text, grid->left[column] ? blanks : 0);
    }
}

/* A grid as it is. Of a wide cross those columns that there is room for; returns how many. */
static size_t put_grid(struct nf_text *text, const struct nf_grid *grid, bool cross)
{
    size_t widths[NF_GRID_COLUMNS], width = 0, columns = 0;
    column_widths(grid, widths);
    for (; columns < grid->columns; columns++) {
        width += widths[columns] + (columns > 0 ? GAP : 0);
        if (cross && width > nf_screen_width())
            break;
    }
    for (size_t row = 0; row < grid->rows; row++) {
        print_grid_row(text, grid, row, columns, widths);
        end_line(text);
    }
    return columns;
}

/* A long and narrow grid in several columns, to be read down each; false if there is no room. */
static bool put_wrapped(struct nf_text *text, const struct nf_grid *grid)
{
    size_t widths[NF_GRID_COLUMNS], width = 0;
    column_widths(grid, widths);
    for (size_t column = 0; column < grid->columns; column++)
        width += widths[column] + (column > 0 ? GAP : 0);
    const size_t rows = grid->rows - 1, blocks = (nf_screen_width() + 3) / (width + 3);
    if (rows <= LONG || blocks < 2)
        return false;
    const size_t height = (rows + blocks - 1) / blocks;
    for (size_t line = 0; line <= height; line++) {
        for (size_t block = 0; block < blocks; block++) {
            const size_t row = line == 0 ? 0 : block * height + line;
            if (row > rows)
                break;
            nf_text_string(text, block > 0 ? " | " : "");
            print_grid_row(text, grid, row, grid->columns, widths);
        }
        end_line(text);
    }
    return true;
}

static void put_more(struct nf_text *text, size_t count, const char *format)
{
    struct nf_text number = {0};
    if (count == 0)
        return;
    nf_report_count(&number, count);
    nf_text_format(text, format, (int)number.size, number.data);
    nf_text_free_part(&number, text);
}

static void put_block(struct nf_text *text, const struct nf_table *table, bool may_wrap,
                      enum nf_form form)
{
    struct nf_grid grid;
    nf_grid_make(&grid, table, form);
    nf_text_format(text, "%s\n", table->about.title);
    if (!may_wrap || !put_wrapped(text, &grid))
        put_more(text, grid.columns - put_grid(text, &grid, table->about.layout == NF_CROSS),
                 _("... and %.*s more columns\n"));
    put_more(text, grid.rows_left, _("... and %.*s more\n"));
    text->failed |= grid.cells == NULL;
    nf_grid_free(&grid);
}

/* "turns a round  mean 34.18  sd 30.35  p50 26". */
static void print_distribution_line(struct nf_text *text, const struct nf_table *table)
{
    struct nf_grid grid;
    nf_grid_make(&grid, table, NF_ON_TERMINAL);
    nf_text_padded(text, table->about.title, 16);
    size_t width = 16;
    for (size_t i = 0; grid.rows > 1 && i < grid.columns; i++) {
        const char *const title = nf_grid_cell(&grid, 0, i), *const cell =
                                                                 nf_grid_cell(&grid, 1, i);
        const size_t more = GAP + nf_shown_columns(title) + 1 + nf_shown_columns(cell);
        if (width + more > nf_screen_width()) {
            nf_text_format(text, "\n%16s", "");
            width = 16;
        }
        nf_text_format(text, "%*s%s %s", GAP, "", title, cell);
        width += more;
    }
    for (size_t i = 0; i < table->notes_count; i++) {
        const char *const note = table->notes[i].shown;
        const size_t more = GAP + nf_shown_columns(note);
        if (width + more > nf_screen_width()) {
            nf_text_format(text, "\n%*s", 16 + GAP, "");
            width = 16;
        } else
            nf_text_string(text, i > 0 || grid.rows > 1 ? _("; ") : "  ");
        nf_text_string(text, note);
        width += more;
    }
    nf_text_string(text, "\n");
    text->failed |= grid.cells == NULL;
    nf_grid_free(&grid);
}

static bool is_table_shown(const struct nf_table *table)
{
    return !table->about.aside && (table->count > 0 || table->notes_count > 0);
}

/* Puts a table, and `next` beside it unless that is NULL, if both fit; returns whether they do. The
 * last form is put in any case, but for `next`. */
static bool put_pair(struct nf_text *text, const struct nf_table *table,
                     const struct nf_table *next, enum nf_form form)
{
    const bool last = form == NF_ON_TERMINAL;
    struct nf_text left = {0}, right = {0};
    put_block(&left, table, next == NULL, form);
    if (next != NULL)
        put_block(&right, next, false, form);
    const bool fits =
        width_of(&left) + (next != NULL ? 3 + width_of(&right) : 0) <= nf_screen_width();
    if (fits && next != NULL)
        put_beside(text, &left, &right);
    else if (fits || last)
        nf_text_bytes(text, left.data, left.size);
    nf_text_free_part(&left, text);
    nf_text_free_part(&right, text);
    return fits;
}

/* Puts table `i` and who stands beside it; returns how many tables that were. */
static size_t put_table(struct nf_text *text, const struct nf_tables *tables, size_t i)
{
    const struct nf_table *const table = &tables->list[i];
    const bool pair = i + 1 < tables->count && table[1].about.beside && is_table_shown(&table[1]);
    const struct nf_table *const next = pair ? table + 1 : NULL;
    if (table->count == 0) {
        put_notes(text, table);
        return 1;
    }
    const bool wide = nf_screen_width() > NF_TERMINAL;
    const bool fits = (wide && put_pair(text, table, next, NF_ON_WIDE_TERMINAL)) ||
                      put_pair(text, table, next, NF_ON_TERMINAL);
    put_notes(text, table);
    if (fits && pair)
        put_notes(text, next);
    return fits && pair ? 2 : 1;
}

void nf_tables_terminal(struct nf_text *text, const struct nf_tables *tables)
{
    bool first = true, line_before = false;
    for (size_t i = 0; i < tables->count;) {
        const struct nf_table *const table = &tables->list[i];
        const bool line = table->about.layout == NF_LINE_OF_TEXT;
        if (!is_table_shown(table)) {
            i++;
            continue;
        }
        nf_text_string(text, first || (line && line_before) ? "" : "\n");
        if (line)
            print_distribution_line(text, table);
        i += line ? 1 : put_table(text, tables, i);
        line_before = line;
        first = false;
    }
    text->failed |= tables->failed;
}
