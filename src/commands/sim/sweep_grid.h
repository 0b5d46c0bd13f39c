/* The grid of a sweep: axes of options, and the cells between them. */
#ifndef NF_SWEEP_GRID_H
#define NF_SWEEP_GRID_H

#include "commands/cli/options.h"
#include "table/tables.h"

enum { NF_SWEEP_AXES = 6, NF_SWEEP_CELLS = 1000 };

/* An option and the values that it takes, as they would be typed. */
struct nf_sweep_axis {
    const struct nf_option *row;
    size_t number; /* of the row, as nf_cli_row() counts */
    char **values; /* owned, as are the texts */
    size_t count;
};

/* {0} can be freed. One thread. */
struct nf_sweep_grid {
    struct nf_sweep_axis axes[NF_SWEEP_AXES];
    size_t count; /* axes */
    size_t cells; /* the product of all counts */
};

/* Reads operands such as players=2..30, ended by NULL. Numbers and words may be lists, A,B and
 * A..B; other values, which have commas of their own, are one each, and the same name may come
 * again. Axes are the options of the command's first group but its first. NF_USAGE, NF_IO without
 * memory. Release with nf_sweep_grid_free(), also after a failure. */
enum nf_status nf_sweep_grid_read(struct nf_sweep_grid *grid, const struct nf_command *command,
                                  char *const *operands, struct nf_error *err);
void nf_sweep_grid_free(struct nf_sweep_grid *grid);

/* Which value of axis `axis` cell `cell` has: the last axis changes fastest. */
size_t nf_sweep_place(const struct nf_sweep_grid *grid, size_t cell, size_t axis);

/* ---- its table ---- */

/* A run of the grid that was played. */
struct nf_sweep_cell {
    struct nf_tables tables; /* what was found; the first one goes into the sweep */
    uint64_t games;
    char digest[33];
    char *command; /* that plays it again */
};

/* Adds the table "sweep": for each cell the rows of its first table, behind its values of the axes.
 * The cells are of one game, one for each of the grid; they must outlive the tables. */
void nf_sweep_rows(const struct nf_sweep_grid *grid, const struct nf_sweep_cell *cells,
                   struct nf_tables *tables);

/* Adds tables with charts: one for each of up to six rows of a cell, or one of all where there is
 * one axis. */
void nf_sweep_drawings(const struct nf_sweep_grid *grid, const struct nf_sweep_cell *cells,
                       struct nf_tables *tables);

#endif
