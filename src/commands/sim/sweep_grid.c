#include "commands/sim/sweep_grid.h"

#include "base/lang.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum nf_status add_value(struct nf_sweep_axis *axis, const char *text, size_t length,
                                struct nf_error *err)
{
    char **const values = realloc(axis->values, (axis->count + 1) * sizeof *values);
    char *const value = strndup(text, length);
    if (values != NULL)
        axis->values = values;
    if (values == NULL || value == NULL) {
        free(value);
        return nf_fail_memory(err);
    }
    for (size_t i = 0; i < axis->count; i++)
        if (strcmp(values[i], value) == 0) {
            const enum nf_status status =
                nf_fail(err, NF_USAGE, "%s=%.100s: found this value twice", axis->row->name, value);
            free(value);
            return status;
        }
    values[axis->count++] = value;
    return axis->count <= NF_SWEEP_CELLS ? NF_OK
                                         : nf_fail(err, NF_USAGE, "%s: expected at most %d values",
                                                   axis->row->name, NF_SWEEP_CELLS);
}

/* Adds one item of a list: a value, or numbers "2..30". */
static enum nf_status add_item(struct nf_sweep_axis *axis, const char *text, size_t length,
                               struct nf_error *err)
{
    uint64_t low, high;
    int end = 0;
    char item[48];
    snprintf(item, sizeof item, "%.*s", (int)(length < sizeof item ? length : 0), text);
    const bool numbers = axis->row->type == NF_NUMBER || axis->row->type == NF_SEED;
    if (!numbers || strstr(item, "..") == NULL)
        return add_value(axis, text, length, err);
    char quoted[NF_QUOTED];
    if (strspn(item, "0123456789.") != strlen(item) ||
        sscanf(item, "%18" SCNu64 "..%18" SCNu64 "%n", &low, &high, &end) != 2 ||
        item[end] != '\0' || low > high)
        return nf_fail(err, NF_USAGE, "%s=%s: expected numbers such as 2..30", axis->row->name,
                       nf_quote(quoted, text, length));
    for (uint64_t value = low; value <= high; value++) {
        snprintf(item, sizeof item, "%" PRIu64, value);
        NF_TRY(add_value(axis, item, strlen(item), err));
    }
    return NF_OK;
}

/* Finds the axis of an option, or begins it. */
static enum nf_status find_axis(struct nf_sweep_grid *grid, const struct nf_command *command,
                                const char *name, size_t length, struct nf_sweep_axis **axis,
                                struct nf_error *err)
{
    size_t number, rows = 0;
    while (command->groups[0].rows[rows].name != NULL)
        rows++;
    char quoted[NF_QUOTED];
    const struct nf_option *const row =
        name[length] == '=' ? nf_cli_find_row(command, name, length, 0, &number) : NULL;
    if (row == NULL || number == 0 || number >= rows || row->type == NF_FLAG)
        return nf_fail(err, NF_USAGE,
                       "%s: expected an option and its values, such as players=2..30",
                       nf_quote(quoted, name, strlen(name)));
    for (size_t i = 0; i < grid->count; i++)
        if (grid->axes[i].row == row) {
            *axis = &grid->axes[i];
            return NF_OK;
        }
    if (grid->count == NF_SWEEP_AXES)
        return nf_fail(err, NF_USAGE, "%s: expected at most %d options", row->name, NF_SWEEP_AXES);
    *axis = &grid->axes[grid->count++];
    **axis = (struct nf_sweep_axis){.row = row, .number = number};
    return NF_OK;
}

static enum nf_status read_operand(struct nf_sweep_grid *grid, const struct nf_command *command,
                                   const char *operand, struct nf_error *err)
{
    const size_t length = strcspn(operand, "=");
    struct nf_sweep_axis *axis = NULL;
    NF_TRY(find_axis(grid, command, operand, length, &axis, err));
    const char *list = operand + length + 1;
    if (axis->row->type == NF_STRING)
        return add_value(axis, list, strlen(list), err);
    for (;;) {
        const size_t item = strcspn(list, ",");
        NF_TRY(add_item(axis, list, item, err));
        if (list[item] == '\0')
            return NF_OK;
        list += item + 1;
    }
}

enum nf_status nf_sweep_grid_read(struct nf_sweep_grid *grid, const struct nf_command *command,
                                  char *const *operands, struct nf_error *err)
{
    *grid = (struct nf_sweep_grid){.cells = 1};
    for (; *operands != NULL; operands++)
        NF_TRY(read_operand(grid, command, *operands, err));
    for (size_t i = 0; i < grid->count; i++) {
        grid->cells *= grid->axes[i].count;
        if (grid->cells > NF_SWEEP_CELLS)
            return nf_fail(err, NF_USAGE, "expected a grid of at most %d runs", NF_SWEEP_CELLS);
    }
    return NF_OK;
}

void nf_sweep_grid_free(struct nf_sweep_grid *grid)
{
    for (size_t i = 0; i < grid->count; i++) {
        for (size_t j = 0; j < grid->axes[i].count; j++)
            free(grid->axes[i].values[j]);
        free(grid->axes[i].values);
    }
    *grid = (struct nf_sweep_grid){0};
}

size_t nf_sweep_place(const struct nf_sweep_grid *grid, size_t cell, size_t axis)
{
    for (size_t i = grid->count; i-- > axis + 1;)
        cell /= grid->axes[i].count;
    return cell % grid->axes[axis].count;
}

/* ---- its table ---- */

/* ---- all rows ---- */

static bool is_number(const struct nf_sweep_axis *axis)
{
    return axis->row->type == NF_NUMBER || axis->row->type == NF_SEED;
}

/* Values of numbers were checked; "10k" is one, too. */
static void put_place(struct nf_tables *tables, const struct nf_sweep_axis *axis, size_t place)
{
    uint64_t number = 0;
    const struct nf_option row = {.type = NF_NUMBER, .size = sizeof number, .high = INT64_MAX};
    if (!is_number(axis))
        nf_cell_text(tables, axis->values[place]);
    else if (nf_cli_store(&row, axis->values[place], &number))
        nf_cell_count(tables, number);
    else
        nf_cell_unknown(tables);
}

static void copy_cell(struct nf_tables *tables, const struct nf_cell *cell)
{
    switch (cell->is) {
    case NF_CELL_TEXT: nf_cell_words(tables, cell->text, cell->shown); break;
    case NF_CELL_COUNT: nf_cell_count(tables, cell->count); break;
    case NF_CELL_NUMBER:
        nf_cell_estimate(tables, (struct nf_estimate){.mean = cell->number,
                                                      .low = cell->low,
                                                      .high = cell->high,
                                                      .method = cell->method});
        break;
    default: nf_cell_unknown(tables); break;
    }
}

static const struct nf_table *main_table(const struct nf_sweep_cell *cell)
{
    return &cell->tables.list[0];
}

static void begin_rows(const struct nf_sweep_grid *grid, const struct nf_table *first,
                       struct nf_tables *tables)
{
    static const struct nf_about about = {.name = "sweep", .title = N_("All runs")};
    static const struct nf_column last[] = {
        NF_COLUMN("run_games", "games", "games", NF_COUNT, .aside = true),
        NF_COLUMN("digest", "digest", NULL, NF_CODE, .aside = true, .again = true),
        NF_COLUMN("command", "again", NULL, NF_CODE, .aside = true),
    };
    enum { LAST = sizeof last / sizeof *last };
    struct nf_column columns[NF_MAX_COLUMNS + 1];
    size_t width = 0;
    assert(grid->count + first->width + LAST <= NF_MAX_COLUMNS);
    for (size_t i = 0; i < grid->count; i++) {
        const char *const name = grid->axes[i].row->name;
        columns[width++] = (struct nf_column)NF_COLUMN(name, name, NULL, NF_KEY);
    }
    for (size_t i = 0; i < first->width; i++) {
        columns[width] = first->columns[i];
        columns[width].title = first->columns[i].plain;
        columns[width++].bar = false;
    }
    memcpy(&columns[width], last, sizeof last);
    columns[width + LAST].name = NULL;
    nf_tables_begin(tables, &about, columns);
}

void nf_sweep_rows(const struct nf_sweep_grid *grid, const struct nf_sweep_cell *cells,
                   struct nf_tables *tables)
{
    begin_rows(grid, main_table(&cells[0]), tables);
    for (size_t i = 0; i < grid->cells; i++) {
        const struct nf_table *const table = main_table(&cells[i]);
        assert(table->width == main_table(&cells[0])->width);
        for (size_t row = 0; row < nf_table_rows(table); row++) {
            for (size_t axis = 0; axis < grid->count; axis++)
                put_place(tables, &grid->axes[axis], nf_sweep_place(grid, i, axis));
            for (size_t column = 0; column < table->width; column++)
                copy_cell(tables, nf_table_cell(table, row, column));
            nf_cell_count(tables, cells[i].games);
            nf_cell_text(tables, cells[i].digest);
            nf_cell_text(tables, cells[i].command);
        }
    }
}

/* ---- drawings ---- */

/* What is drawn over the values of one axis: a series for each row of a cell, or for each choice of
 * values of the other axes. */
struct drawing {
    const struct nf_sweep_grid *grid;
    const struct nf_sweep_cell *cells;
    const struct nf_table *longest; /* of one cell: the names of its rows */
    size_t axis;                    /* that is drawn over */
    size_t row;                     /* that is drawn, where there are more axes */
    size_t value;                   /* column */
    bool differences; /* from what it is if all rows of a cell are alike, which cells differ in */
};

/* The axis with most numbers, else the first. */
static size_t choose_axis(const struct nf_sweep_grid *grid)
{
    size_t best = 0;
    for (size_t i = 1; i < grid->count; i++) {
        const struct nf_sweep_axis *const axis = &grid->axes[i], *const now = &grid->axes[best];
        if (is_number(axis) && (!is_number(now) || axis->count > now->count))
            best = i;
    }
    return best;
}

/* Cell number `place` of the axis in series `series` of the others. */
static size_t cell_of(const struct drawing *drawing, size_t place, size_t series)
{
    const struct nf_sweep_grid *const grid = drawing->grid;
    size_t cell = 0, left = series;
    size_t places[NF_SWEEP_AXES];
    for (size_t i = grid->count; i-- > 0;) {
        if (i == drawing->axis) {
            places[i] = place;
            continue;
        }
        places[i] = left % grid->axes[i].count;
        left /= grid->axes[i].count;
    }
    for (size_t i = 0; i < grid->count; i++)
        cell = cell * grid->axes[i].count + places[i];
    return cell;
}

static const char *row_name(struct nf_tables *tables, const struct nf_table *table, size_t row)
{
    const struct nf_cell *const key = nf_table_cell(table, row, 0);
    const char *const title = _(table->columns[0].plain);
    return key->is == NF_CELL_TEXT ? nf_tables_text(tables, "%s %s", title, key->shown)
                                   : nf_tables_text(tables, "%s %.0f", title, key->number);
}

static const char *series_name(const struct drawing *drawing, struct nf_tables *tables,
                               size_t series)
{
    const struct nf_sweep_grid *const grid = drawing->grid;
    if (grid->count == 1)
        return row_name(tables, drawing->longest, series);
    const size_t cell = cell_of(drawing, 0, series);
    const char *name = "";
    for (size_t i = 0; i < grid->count; i++)
        if (i != drawing->axis)
            name = nf_tables_text(tables, "%s%s%s %s", name, *name != '\0' ? ", " : "",
                                  grid->axes[i].row->name,
                                  grid->axes[i].values[nf_sweep_place(grid, cell, i)]);
    return name;
}

static void put_point(const struct drawing *drawing, struct nf_tables *tables, size_t place,
                      size_t series)
{
    const bool one = drawing->grid->count == 1;
    const size_t cell = cell_of(drawing, place, one ? 0 : series);
    const struct nf_table *const table = main_table(&drawing->cells[cell]);
    const size_t row = one ? series : drawing->row;
    if (row >= nf_table_rows(table)) {
        nf_cell_unknown(tables);
        return;
    }
    struct nf_cell point = *nf_table_cell(table, row, drawing->value);
    const double alike = drawing->differences ? table->about.charts[0].reference : 0;
    point.number -= alike;
    point.low -= alike;
    point.high -= alike;
    copy_cell(tables, &point);
}

static void put_drawing(const struct drawing *drawing, struct nf_tables *tables)
{
    const struct nf_sweep_grid *const grid = drawing->grid;
    const struct nf_sweep_axis *const axis = &grid->axes[drawing->axis];
    const struct nf_column *const value = &drawing->longest->columns[drawing->value];
    const size_t all =
        grid->count == 1 ? nf_table_rows(drawing->longest) : grid->cells / axis->count;
    const size_t series = all < NF_MAX_SERIES ? all : NF_MAX_SERIES;
    struct nf_about about = {
        .name = nf_tables_text(tables, "drawn_%zu", drawing->row + 1),
        .title = grid->count == 1
                     ? drawing->longest->about.plain
                     : nf_tables_text(tables, "%s: %s", _(drawing->longest->about.plain),
                                      row_name(tables, drawing->longest, drawing->row)),
        .aside = true,
        .charts = {{.kind = is_number(axis) && axis->count > 2 ? NF_LINE : NF_DOTS,
                    .x = axis->row->name,
                    .y = value->unit}},
    };
    if (drawing->differences) {
        about.title =
            nf_tables_text(tables, _("%s: differences from an equal share"), _(about.title));
        about.charts[0].kind = NF_DOTS;
        about.charts[0].y = N_("percentage points");
        about.charts[0].reference_is = drawing->longest->about.charts[0].reference_is;
    }
    struct nf_column columns[NF_MAX_SERIES + 2] = {
        NF_COLUMN(axis->row->name, axis->row->name, NULL, NF_KEY)};
    for (size_t i = 0; i < series; i++) {
        columns[i + 1] = *value;
        columns[i + 1].name = nf_tables_text(tables, "series_%zu", i + 1);
        columns[i + 1].title = series_name(drawing, tables, i);
        columns[i + 1].bar = false;
        if (drawing->differences)
            columns[i + 1].kind = NF_DIFFERENCE;
        about.charts[0].values[i] = columns[i + 1].name;
    }
    nf_tables_begin(tables, &about, columns);
    for (size_t place = 0; place < axis->count; place++) {
        put_place(tables, axis, place);
        for (size_t i = 0; i < series; i++)
            put_point(drawing, tables, place, i);
    }
    if (all > series)
        nf_tables_note(tables, "Drawn are the first %d of %zu; the table has all.", NF_MAX_SERIES,
                       all);
}

void nf_sweep_drawings(const struct nf_sweep_grid *grid, const struct nf_sweep_cell *cells,
                       struct nf_tables *tables)
{
    struct drawing drawing = {
        .grid = grid, .cells = cells, .longest = main_table(&cells[0]), .axis = choose_axis(grid)};
    for (size_t i = 1; i < grid->cells; i++)
        if (nf_table_rows(main_table(&cells[i])) > nf_table_rows(drawing.longest))
            drawing.longest = main_table(&cells[i]);
    const char *const drawn = drawing.longest->about.charts[0].values[0];
    if (drawn == NULL)
        return;
    drawing.value = nf_table_column(drawing.longest, drawn);
    drawing.differences = drawing.longest->columns[drawing.value].kind == NF_SHARE &&
                          drawing.longest->about.charts[0].reference_is != NULL;
    const size_t rows = grid->count == 1 ? 1 : nf_table_rows(drawing.longest);
    for (; drawing.row < rows && drawing.row < NF_MAX_SERIES; drawing.row++)
        put_drawing(&drawing, tables);
}
