/* The tables of values, and the choice of a card, for both ways of seeing. */
#ifndef NF_CIRNO_VALUES_INTERNAL_H
#define NF_CIRNO_VALUES_INTERNAL_H

#include "games/cirno/simulated/exact/values.h"

#include <math.h>
#include <string.h>

enum {
    CIRNO_TABLES = 5,
    CIRNO_PHASES = 3,
    CIRNO_MOST_STEPS = CIRNO_CARDS * CIRNO_HAND, /* of the other, with a pair */
    CIRNO_COLUMNS_STEP = 8,                      /* the length of rows is a multiple of this */
    CIRNO_COLUMNS =
        (CIRNO_CHAIN_PAIRS + CIRNO_COLUMNS_STEP - 1) / CIRNO_COLUMNS_STEP * CIRNO_COLUMNS_STEP,
};

/* A row has a value for each pair that she holds; her third card is yet to be drawn. Rows are
 * numbered by level and by what is known of the other. */
typedef double cirno_row[CIRNO_COLUMNS];

/* Rows of that many levels are made side by side. */
enum { CIRNO_LANES = 4 };
typedef double cirno_lanes[CIRNO_LANES];

/* Levels are taken from the highest p down, so many at once, a batch: p mostly rises within a
 * round, and what a level leads to is new already. */
enum { CIRNO_BATCH = 8, CIRNO_BATCHES = (CIRNO_LIMIT + CIRNO_P_BOUND) / CIRNO_BATCH + 1 };

/* A worker's. */
struct cirno_scratch {
    /* What it costs to play a card, by what she keeps: a row, maybe one of `sums`. */
    const double *costs[CIRNO_CARDS][CIRNO_LANES];
    cirno_row sums[CIRNO_CARDS][CIRNO_LANES];
    cirno_lanes lost;                               /* what it costs where none may be played */
    cirno_lanes turned[CIRNO_CARDS][CIRNO_COLUMNS]; /* the costs, side by side */
    cirno_lanes best[CIRNO_CHAIN_HANDS];            /* what her hands cost */
    cirno_lanes drawn[CIRNO_COLUMNS];               /* what her pairs cost */
    struct cirno_change change;                     /* of rows in this sweep */
    cirno_row unused;                               /* what a lane without a level makes */
};

/* A row, and how likely it is that it counts. */
struct cirno_term {
    const double *row;
    double chance;
};

/* Her moves at a level: what becomes of each kind of card; NULL: it may not be played. */
typedef const struct cirno_step *cirno_moves[CIRNO_CARDS];

struct cirno_part; /* see below */
struct cirno_code;

struct cirno_values {
    const struct cirno_chain *chain;
    uint32_t seat, other, infos;
    uint32_t columns; /* pairs, rounded up: the length of a row */
    const struct cirno_part *parts;
    void *memory;                               /* where all tables are */
    double *table[CIRNO_TABLES][CIRNO_BATCHES]; /* by batch */
    double *made[CIRNO_TABLES]; /* new rows of a batch, which then change places with old ones */
    uint32_t *at;               /* the other's first step by (DOUBLE, level, hand) */
    cirno_moves *moves;         /* hers by (DOUBLE, level) */
    const struct cirno_code *code;
    cirno_row nothing; /* zeros: what a p below the floor costs */
    cirno_row never;   /* what a card costs that may not be played: more than all others */
    /* Of the sweep that is made. */
    struct cirno_ends ends;
    cirno_row won; /* ends.won, as long as other rows */
};

/* Rows that are made: with DOUBLE or not, by `info` of the other, and one for each of the levels.
 */
struct cirno_rows {
    bool doubled;
    uint32_t info, level[CIRNO_LANES];
    double *row[CIRNO_LANES];
};

/* A table, and how rows of it are made from all tables. Parts of one phase do not see each other's
 * new rows. */
struct cirno_part {
    uint32_t phase; /* 1 to CIRNO_PHASES; 0 behind the last part */
    bool by_hand;   /* rows are those of the other's hands; else of her pairs */
    bool doubled;
    bool summed;  /* behind its rows by pair are sums of them, by kind: see cirno_sum_of */
    bool passing; /* kept for the levels of a batch alone, and not for the next sweep */
    void (*make)(const struct cirno_values *values, const struct cirno_rows *rows,
                 struct cirno_scratch *scratch);
};

extern const struct cirno_part cirno_sees_own[CIRNO_TABLES + 1], cirno_sees_all[CIRNO_TABLES + 1];

static inline uint32_t cirno_infos(const struct cirno_values *values, uint32_t table)
{
    return values->parts[table].by_hand ? values->chain->hands : values->chain->pairs;
}

/* The number of a sum among the rows of a level: of those of the pairs that have a card of `kind`,
 * each times how likely the other one is drawn. */
static inline uint32_t cirno_sum_of(const struct cirno_values *values, uint32_t kind)
{
    return values->chain->pairs + kind;
}

/* The rows of a level. */
static inline uint32_t cirno_rows_of(const struct cirno_values *values, uint32_t table)
{
    return cirno_infos(values, table) + (values->parts[table].summed ? values->chain->kinds : 0);
}

static inline uint32_t cirno_batch_of(const struct cirno_values *values, uint32_t level)
{
    return (values->chain->levels - 1 - level) / CIRNO_BATCH;
}

/* A row of a table's `batch`. */
static inline double *cirno_row_in(const struct cirno_values *values, uint32_t table, double *batch,
                                   uint32_t level, uint32_t info)
{
    const size_t place = (values->chain->levels - 1 - level) % CIRNO_BATCH;
    return batch + (place * cirno_rows_of(values, table) + info) * values->columns;
}

static inline double *cirno_row_of(const struct cirno_values *values, uint32_t table,
                                   uint32_t level, uint32_t info)
{
    double *const batch = values->table[table][cirno_batch_of(values, level)];
    return cirno_row_in(values, table, batch, level, info);
}

/* The other's steps with a hand: *end is behind the last. */
static inline const struct cirno_step *cirno_other_steps(const struct cirno_values *values,
                                                         bool doubled, uint32_t level,
                                                         uint32_t hand,
                                                         const struct cirno_step **end)
{
    const uint32_t *const at =
        &values
             ->at[(size_t)(doubled * values->chain->levels + level) * values->chain->hands + hand];
    *end = values->chain->steps + at[1];
    return values->chain->steps + at[0];
}

static inline const struct cirno_step *const *cirno_hers_at(const struct cirno_values *values,
                                                            bool doubled, uint32_t level)
{
    return values->moves[doubled * values->chain->levels + level];
}

static inline void cirno_clear_best(const struct cirno_values *values,
                                    struct cirno_scratch *scratch)
{
    memset(scratch->best, 0, values->chain->hands * sizeof scratch->best[0]);
}

/* What makes rows, for an instruction set; the results are the same. */
struct cirno_code {
    /* Fills sums[values->columns] with the sum of chance * row. */
    void (*sum)(const struct cirno_values *values, const struct cirno_term *terms, uint32_t count,
                double *sums);
    /* Adds to scratch->best what each of her hands costs if she plays its cheapest card by
     * scratch->costs and scratch->lost. */
    void (*choose)(const struct cirno_values *values, struct cirno_scratch *scratch);
    /* Makes rows of pairs from scratch->best: her third card is drawn. */
    void (*draw)(const struct cirno_values *values, struct cirno_scratch *scratch,
                 double *const rows[CIRNO_LANES]);
    /* Brings a new row to `relax` times as far from the old one, but not below 0, which is below
     * all. Adds to `change` by how much it rose and fell. */
    void (*bring)(const struct cirno_values *values, const double *old, double relax, double *row,
                  struct cirno_change *change);
};

extern const struct cirno_code cirno_code_portable, cirno_code_avx2;

/* The sum of chance * row: maybe in sums[values->columns], maybe a row that there is. */
static inline const double *cirno_sum(const struct cirno_values *values,
                                      const struct cirno_term *terms, uint32_t count, double *sums)
{
    if (count == 1 && terms->chance >= 1)
        return terms->row;
    values->code->sum(values, terms, count, sums);
    return sums;
}

#endif
