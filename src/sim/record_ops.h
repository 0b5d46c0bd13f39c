/* What a game brings for writing down its outcomes: a part of the contract (nf_game.records). It
 * says once which columns the rows of a record file have, and reads them from outcome records. */
#ifndef NF_RECORD_OPS_H
#define NF_RECORD_OPS_H

#include <stdint.h>

struct nf_setup;

/* A value that a row does not have: the winner of a drawn game. */
#define NF_RECORD_NONE UINT32_MAX

enum { NF_MAX_RECORD_COLUMNS = 24, NF_MAX_RECORD_ROWS = 100 };

struct nf_record_column {
    const char *name; /* lower case letters, digits and '_'; unique, and none is "index" */
    const char *help; /* what it is, in a few words */
    /* The texts that the values 0 .. count-1 stand for, of letters, digits, ' ' and '-'; NULL: the
     * values are numbers. */
    const char *const *words;
    uint32_t count;
};

/* Every function is thread-safe. */
struct nf_record_ops {
    /* Those behind the index of the game; ended by a NULL name, at most NF_MAX_RECORD_COLUMNS. */
    const struct nf_record_column *columns;
    /* How many rows a game has, 1 .. NF_MAX_RECORD_ROWS: one for each round. NULL: one. */
    uint32_t (*rows)(const struct nf_setup *setup);
    /* Reads the outcome record `words`: fills values[row * columns + column] for all rows. Seats
     * count from 1. */
    void (*fill)(const struct nf_setup *setup, const uint32_t *words, uint32_t *values);
};

#endif
