/* The tables of a sweep: one with all rows, and those that are drawn. */
#ifndef NF_SWEEP_TABLE_H
#define NF_SWEEP_TABLE_H

#include "commands/sim/sweep/grid.h"
#include "table/tables.h"

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
