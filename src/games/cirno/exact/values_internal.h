/* The tables of values, and the choice of a card, for both ways of seeing. */
#ifndef NF_CIRNO_VALUES_INTERNAL_H
#define NF_CIRNO_VALUES_INTERNAL_H

#include "games/cirno/exact/values.h"

#include <math.h>
#include <string.h>

enum { CIRNO_TABLES = 5, CIRNO_PHASES = 3, CIRNO_COLUMNS = (CIRNO_CHAIN_PAIRS + 7) / 8 * 8 };

/* A row has a value for each pair that she holds; her third card is yet to be drawn. Rows are
 * numbered by level and by what is known of the other. */
typedef double cirno_row[CIRNO_COLUMNS];

/* A worker's. */
struct cirno_scratch {
    cirno_row costs[CIRNO_CARDS];   /* what it costs to play a card, by what she keeps */
    double best[CIRNO_CHAIN_HANDS]; /* what her hands cost */
};

/* Her moves at a level: what becomes of each kind of card; NULL: it may not be played. */
typedef const struct cirno_step *cirno_moves[CIRNO_CARDS];

/* Where the costs of playing each card of a hand are in cirno_scratch.costs. */
typedef uint16_t cirno_options[CIRNO_HAND];

struct cirno_part; /* see below */

struct cirno_values {
    const struct cirno_chain *chain;
    uint32_t seat, other, infos;
    uint32_t columns; /* pairs, rounded up: the length of a row */
    const struct cirno_part *parts;
    double *table[CIRNO_TABLES];
    uint32_t lowest;    /* level of the batch that is made */
    uint32_t *at;       /* the other's first step by (DOUBLE, level, hand) */
    cirno_moves *moves; /* hers by (DOUBLE, level) */
    cirno_options options[CIRNO_CHAIN_HANDS];
    cirno_row nothing;      /* zeros: what a p below the floor costs */
    struct cirno_ends ends; /* of the sweep that is made */
};

/* A table, and how a row of it is made from all tables: with DOUBLE or not, of level `level`, by
 * `info` of the other. Parts of one phase do not see each other's new rows. */
struct cirno_part {
    uint32_t phase; /* 1 to CIRNO_PHASES; 0 behind the last part */
    bool by_hand;   /* rows are those of the other's hands; else of her pairs */
    bool doubled;
    bool passing; /* kept for the levels of a batch alone, and not for the next sweep */
    void (*make)(const struct cirno_values *values, bool doubled, uint32_t level, uint32_t info,
                 struct cirno_scratch *scratch, double *row);
};

extern const struct cirno_part cirno_sees_own[CIRNO_TABLES + 1], cirno_sees_all[CIRNO_TABLES + 1];

static inline uint32_t cirno_rows(const struct cirno_values *values, uint32_t table)
{
    return values->parts[table].by_hand ? values->chain->hands : values->chain->pairs;
}

static inline double *cirno_row_of(const struct cirno_values *values, uint32_t table,
                                   uint32_t level, uint32_t info)
{
    const size_t place = values->parts[table].passing ? level - values->lowest : level;
    return values->table[table] + (place * cirno_rows(values, table) + info) * values->columns;
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

static inline void cirno_clear_row(const struct cirno_values *values, double *row)
{
    memset(row, 0, values->columns * sizeof *row);
}

static inline void cirno_clear_best(const struct cirno_values *values,
                                    struct cirno_scratch *scratch)
{
    memset(scratch->best, 0, values->chain->hands * sizeof scratch->best[0]);
}

/* sums = chance * row */
static inline void cirno_set_row(double *sums, const double *row, double chance, uint32_t columns)
{
    for (uint32_t i = 0; i < columns; i++)
        sums[i] = chance * row[i];
}

/* sums += chance * row */
static inline void cirno_add_row(double *sums, const double *row, double chance, uint32_t columns)
{
    for (uint32_t i = 0; i < columns; i++)
        sums[i] += chance * row[i];
}

/* Sets a card's costs to those of what may not be played. */
void cirno_cannot_play(const struct cirno_values *values, uint32_t kind,
                       struct cirno_scratch *scratch);

/* Adds to scratch->best what each of her hands costs if she plays its cheapest card by
 * scratch->costs. `lost` is the cost where none may be played. */
void cirno_choose_cheapest(const struct cirno_values *values, double lost,
                           struct cirno_scratch *scratch);

/* Makes the row of pairs from costs of hands: her third card is drawn. */
void cirno_before_draw(const struct cirno_values *values, const double *best, double *row);

#endif
