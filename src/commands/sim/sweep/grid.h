/* The grid of a sweep: axes of options, and the cells between them. */
#ifndef NF_SWEEP_GRID_H
#define NF_SWEEP_GRID_H

#include "commands/cli/options.h"

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

#endif
