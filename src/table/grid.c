#include "table/grid.h"

#include "base/lang.h"
#include "base/shown.h"
#include "table/figures.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- numbers for people ---- */

static bool is_percent(const struct nf_column *column)
{
    return column->kind == NF_SHARE || column->kind == NF_DIFFERENCE;
}

static int digits_of(const struct nf_column *column)
{
    return column->digits > 0 ? column->digits : is_percent(column) ? 3 : 2;
}

/* A number in `width` columns without its percent sign. */
static void put_plain(struct nf_text *text, const struct nf_column *column, double number,
                      int width)
{
    const double shown = is_percent(column) ? 100 * number : number;
    const bool sign = column->kind == NF_DIFFERENCE;
    /* No -0.000. */
    const double near = 0.5 * pow(10, -digits_of(column));
    nf_text_format(text, sign ? "%+*.*f" : "%*.*f", width, digits_of(column),
                   fabs(shown) < near ? 0 : shown);
}

void nf_grid_number(struct nf_text *text, const struct nf_column *column,
                    const struct nf_cell *cell)
{
    if (cell->is == NF_CELL_TEXT) {
        nf_shown(text, cell->shown);
    } else if (cell->is == NF_CELL_UNKNOWN) {
        nf_text_string(text, "-");
    } else if (column->kind == NF_CHANCE) {
        nf_report_chance(text, cell->number);
    } else if (cell->is == NF_CELL_NUMBER) {
        put_plain(text, column, cell->number, 0);
        nf_text_string(text, is_percent(column) ? "%" : "");
    } else if (column->kind == NF_COUNT) {
        nf_report_count(text, cell->count);
    } else {
        nf_text_format(text, "%" PRIu64, cell->count);
    }
}

/* How wide the ends of a column's intervals are. */
static void interval_widths(const struct nf_table *table, size_t column, int widths[2])
{
    widths[0] = widths[1] = 0;
    for (size_t row = 0; row < nf_table_rows(table); row++)
        for (int end = 0; end < 2; end++) {
            const double value =
                nf_cell_value(nf_table_cell(table, row, column), end == 0 ? NF_LOW : NF_HIGH);
            struct nf_text text = {0};
            if (isnan(value))
                continue;
            put_plain(&text, &table->columns[column], value, 0);
            widths[end] = (int)text.size > widths[end] ? (int)text.size : widths[end];
            nf_text_free(&text);
        }
}

static void put_interval(struct nf_text *text, const struct nf_column *column,
                         const struct nf_cell *cell, const int widths[2])
{
    if (isnan(cell->low)) {
        nf_text_string(text, "-");
        return;
    }
    put_plain(text, column, cell->low, widths[0]);
    nf_text_string(text, " .. ");
    put_plain(text, column, cell->high, widths[1]);
    nf_text_string(text, is_percent(column) ? "%" : "");
}

void nf_grid_interval(struct nf_text *text, const struct nf_column *column,
                      const struct nf_cell *cell)
{
    put_interval(text, column, cell, (const int[2]){0, 0});
}

/* A number as a part of the largest one of its column. */
static void put_bar(struct nf_text *text, const struct nf_table *table, size_t row, size_t column,
                    bool wide)
{
    static const char bar[] = "################################";
    const int longest = wide ? (int)sizeof bar - 1 : 8;
    double most = 0;
    for (size_t i = 0; i < nf_table_rows(table); i++)
        most = fmax(most, nf_table_cell(table, i, column)->number);
    const double part = nf_table_cell(table, row, column)->number / most;
    nf_text_format(text, "%.*s", most > 0 ? (int)(longest * part + 0.5) : 0, bar);
}

/* ---- grids ---- */

/* A grid being made. */
struct builder {
    struct nf_grid *grid;
    const struct nf_table *table;
    enum nf_form form;
};

static bool on_terminal(const struct builder *builder)
{
    return builder->form >= NF_ON_TERMINAL;
}

static void end_cell(const struct builder *builder)
{
    nf_text_bytes(&builder->grid->bytes, "", 1);
}

static bool is_column_shown(const struct builder *builder, size_t column)
{
    const struct nf_column *const of = &builder->table->columns[column];
    return !(on_terminal(builder) && of->aside) && !(builder->form == NF_ON_PAGE && of->again);
}

static bool has_interval(const struct builder *builder, size_t column)
{
    return nf_table_interval(builder->table, column) &&
           !(builder->form == NF_ON_TERMINAL &&
             builder->table->columns[column].interval == NF_INTERVAL_ASIDE);
}

static bool is_zero(const struct nf_table *table, size_t row)
{
    for (size_t column = table->keys; column < table->width; column++)
        if (nf_table_cell(table, row, column)->is == NF_CELL_COUNT &&
            nf_table_cell(table, row, column)->count > 0)
            return false;
    return true;
}

static void add_grid_head(const struct builder *builder)
{
    struct nf_grid *const grid = builder->grid;
    for (size_t i = 0; i < builder->table->width; i++) {
        const struct nf_column *const column = &builder->table->columns[i];
        if (!is_column_shown(builder, i))
            continue;
        const bool texts = builder->table->count > 0 && builder->table->cells[i].is == NF_CELL_TEXT;
        grid->code[grid->columns] = column->kind == NF_CODE;
        grid->noted[grid->columns] = column->noted;
        grid->left[grid->columns++] = column->kind == NF_TEXT || column->kind == NF_CODE || texts;
        nf_text_string(&grid->bytes, column->title);
        end_cell(builder);
        if (has_interval(builder, i)) {
            grid->columns++;
            nf_text_string(&grid->bytes, /* xgettext:no-c-format */ _("95% interval"));
            end_cell(builder);
        }
        if (on_terminal(builder) && column->bar) {
            grid->left[grid->columns++] = true;
            end_cell(builder);
        }
    }
    grid->rows = 1;
}

static void add_grid_row(const struct builder *builder, size_t row, int widths[NF_MAX_COLUMNS][2])
{
    struct nf_text *const bytes = &builder->grid->bytes;
    for (size_t i = 0; i < builder->table->width; i++) {
        const struct nf_column *const column = &builder->table->columns[i];
        const struct nf_cell *const cell = nf_table_cell(builder->table, row, i);
        if (!is_column_shown(builder, i))
            continue;
        nf_grid_number(bytes, column, cell);
        end_cell(builder);
        if (has_interval(builder, i)) {
            put_interval(bytes, column, cell, widths[i]);
            end_cell(builder);
        }
        if (on_terminal(builder) && column->bar) {
            put_bar(bytes, builder->table, row, i, builder->form == NF_ON_WIDE_TERMINAL);
            end_cell(builder);
        }
    }
    builder->grid->rows++;
}

static void make_rows(const struct builder *builder)
{
    const struct nf_about *const about = &builder->table->about;
    int widths[NF_MAX_COLUMNS][2];
    for (size_t i = 0; i < builder->table->width; i++)
        interval_widths(builder->table, i, widths[i]);
    add_grid_head(builder);
    for (size_t row = 0; row < nf_table_rows(builder->table); row++)
        if (on_terminal(builder) && about->nonzero && is_zero(builder->table, row))
            continue;
        else if (on_terminal(builder) && about->top > 0 && builder->grid->rows > about->top)
            builder->grid->rows_left++;
        else
            add_grid_row(builder, row, widths);
}

static void make_cross(const struct builder *builder, size_t count)
{
    const struct nf_table *const table = builder->table;
    struct nf_grid *const grid = builder->grid;
    const size_t rows = nf_table_rows(table) / count, value = table->width - 1;
    grid->columns = 1 + count;
    grid->left[0] = table->cells[0].is == NF_CELL_TEXT;
    nf_text_format(&grid->bytes, "%s \\ %s", table->columns[0].title, table->columns[1].title);
    end_cell(builder);
    for (size_t i = 0; i < count; i++) {
        nf_grid_number(&grid->bytes, &table->columns[1], nf_table_cell(table, i, 1));
        end_cell(builder);
    }
    grid->rows = 1;
    for (size_t row = 0; row < rows; row++) {
        if (on_terminal(builder) && table->about.top > 0 && row >= table->about.top) {
            grid->rows_left++;
            continue;
        }
        nf_grid_number(&grid->bytes, &table->columns[0], nf_table_cell(table, row * count, 0));
        end_cell(builder);
        for (size_t i = 0; i < count; i++) {
            nf_grid_number(&grid->bytes, &table->columns[value],
                           nf_table_cell(table, row * count + i, value));
            end_cell(builder);
        }
        grid->rows++;
    }
}

void nf_grid_make(struct nf_grid *grid, const struct nf_table *table, enum nf_form form)
{
    *grid = (struct nf_grid){0};
    const struct builder builder = {grid, table, form};
    const size_t count = table->about.layout == NF_CROSS ? nf_table_across(table) : 0;
    if (count > 0 && count < NF_GRID_COLUMNS && nf_table_rows(table) % count == 0)
        make_cross(&builder, count);
    else
        make_rows(&builder);
    if (!grid->bytes.failed)
        grid->cells = calloc(grid->rows * grid->columns, sizeof *grid->cells);
    const char *at = grid->bytes.data;
    for (size_t i = 0; grid->cells != NULL && i < grid->rows * grid->columns; i++) {
        grid->cells[i] = at;
        at += strlen(at) + 1;
    }
}

void nf_grid_free(struct nf_grid *grid)
{
    nf_text_free(&grid->bytes);
    free(grid->cells);
    *grid = (struct nf_grid){0};
}

const char *nf_grid_cell(const struct nf_grid *grid, size_t row, size_t column)
{
    return grid->cells == NULL ? "" : grid->cells[row * grid->columns + column];
}
