/* A table as people read it: a head and rows of short texts, which the terminal sets in columns,
 * Markdown between bars and HTML in cells. All functions are thread-safe for different grids. */
#ifndef NF_GRID_H
#define NF_GRID_H

#include "base/text.h"
#include "table/tables.h"

enum { NF_GRID_COLUMNS = 64 };

struct nf_grid {
    size_t rows, columns;        /* row 0 is the head */
    size_t rows_left;            /* how many rows of the table are not in it */
    bool left[NF_GRID_COLUMNS];  /* whether a column is one of texts, set at the left */
    bool code[NF_GRID_COLUMNS];  /* whether its texts are to be copied */
    bool noted[NF_GRID_COLUMNS]; /* whether they are shown in colour */
    struct nf_text bytes;        /* the cells, row by row, each ended by 0 */
    const char **cells;          /* where they are; NULL without memory */
};

/* What a grid is for: all columns; a page, without what is shown .again; the terminal, without what
 * is .aside and with bars, or with longer bars and all intervals as well. */
enum nf_form { NF_IN_FULL, NF_ON_PAGE, NF_ON_TERMINAL, NF_ON_WIDE_TERMINAL };

/* Makes the grid of a table, which must outlive it. Without memory its `cells` are NULL. Release it
 * with nf_grid_free() all the same. */
void nf_grid_make(struct nf_grid *grid, const struct nf_table *table, enum nf_form form);
void nf_grid_free(struct nf_grid *grid);

/* Returns the text of a cell, which the grid owns. */
const char *nf_grid_cell(const struct nf_grid *grid, size_t row, size_t column);

/* Appends the number of a cell as people read it: 1,234 or 19.960% or - for what is not known. */
void nf_grid_number(struct nf_text *text, const struct nf_column *column,
                    const struct nf_cell *cell);

/* Appends the interval of a cell that has one: 19.911 .. 20.009%. */
void nf_grid_interval(struct nf_text *text, const struct nf_column *column,
                      const struct nf_cell *cell);

#endif
