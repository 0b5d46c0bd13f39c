#include "commands/sim/sweep/grid.h"

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
        return nf_fail(err, NF_IO, "out of memory");
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
