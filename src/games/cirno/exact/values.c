#include "games/cirno/exact/values_internal.h"

#include "base/threads.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Levels are taken from the highest p down, so many at once: p mostly rises within a round, and
 * what a level leads to is new already. */
enum { BATCH = 8 };

/* The largest gain that is kept, in units. */
enum { UNITS = INT8_MAX };

/* What units are made of where nothing was gained. */
#define LEAST_GAIN 1e-300

/* Hands are numbered by their cards a <= b <= c, and pairs as well, so those of all c lie behind
 * each other: hands at `best`, pairs of a and c from `ab` on, of b and c from `bb` on. */
void cirno_choose_cheapest(const struct cirno_values *values, double lost,
                           struct cirno_scratch *scratch)
{
    const uint32_t kinds = values->chain->kinds;
    const double *const *const costs = scratch->costs;
    double *best = scratch->best;
    for (uint32_t a = 0, ab = 0; a < kinds; a++)
        for (uint32_t b = a, bb = ab; b < kinds; best += kinds - b, bb += kinds - b, b++, ab++)
            for (uint32_t c = b; c < kinds; c++) {
                const double play_a = costs[a][bb + c - b], play_b = costs[b][ab + c - b];
                const double play_c = costs[c][ab], either = play_a < play_b ? play_a : play_b;
                const double least = either < play_c ? either : play_c;
                best[c - b] += least < INFINITY ? least : lost;
            }
}

void cirno_before_draw(const struct cirno_values *values, const double *best, double *row)
{
    const uint32_t kinds = values->chain->kinds;
    const double *const chance = values->chain->chance;
    cirno_clear_row(values, row);
    for (uint32_t a = 0, ab = 0; a < kinds; a++)
        for (uint32_t b = a, bb = ab; b < kinds; best += kinds - b, bb += kinds - b, b++, ab++) {
            double sum = 0;
            for (uint32_t c = b; c < kinds; c++)
                sum += chance[c] * best[c - b];
            row[ab] += sum;
            for (uint32_t c = b + 1; c < kinds; c++)
                row[ab + c - b] += chance[b] * best[c - b];
            for (uint32_t c = b; c < kinds && a < b; c++)
                row[bb + c - b] += chance[a] * best[c - b];
        }
}

/* ---- making ---- */

static uint32_t columns_for(size_t pairs)
{
    return (uint32_t)(pairs + 7) / 8 * 8;
}

static const struct cirno_part *parts_of(enum cirno_sight sight)
{
    return sight == CIRNO_SEES_ALL ? cirno_sees_all : cirno_sees_own;
}

size_t cirno_values_level(enum cirno_sight sight, size_t pairs, size_t hands)
{
    size_t rows = 0;
    for (const struct cirno_part *part = parts_of(sight); part->phase != 0; part++)
        rows += part->passing ? 0 : part->by_hand ? hands : pairs;
    return rows * columns_for(pairs) * (sizeof(double) + 1) + 2 * hands * sizeof(uint32_t) +
           2 * sizeof(cirno_moves);
}

static uint32_t kind_of(const struct cirno_chain *chain, uint8_t card)
{
    uint32_t kind = 0;
    while (chain->card[kind] != card) {
        kind++;
        assert(kind < chain->kinds);
    }
    return kind;
}

/* Where the other's steps are, and what becomes of a card of hers, which does not depend on the
 * rest of her hand. */
static void list_steps(struct cirno_values *values)
{
    const struct cirno_chain *const chain = values->chain;
    for (uint32_t half = 0; half < 2 * chain->levels; half++) {
        const bool doubled = half >= chain->levels;
        const uint32_t level = half % chain->levels;
        const uint32_t theirs = cirno_chain_block(chain, values->other, doubled, level);
        const uint32_t hers = cirno_chain_block(chain, values->seat, doubled, level);
        uint32_t *const at = values->at + (size_t)half * chain->hands;
        uint32_t hand = 0;
        for (uint32_t i = chain->first[theirs]; i < chain->first[theirs + 1]; i++)
            for (; hand <= chain->steps[i].hand; hand++)
                at[hand] = i;
        at[chain->hands] = chain->first[theirs + 1];
        for (uint32_t i = chain->first[hers]; i < chain->first[hers + 1]; i++)
            if (chain->steps[i].card != CIRNO_LOSES)
                values->moves[half][kind_of(chain, chain->steps[i].card)] = &chain->steps[i];
    }
}

enum nf_status cirno_values_open(struct cirno_values **opened, const struct cirno_chain *chain,
                                 uint32_t seat, enum cirno_sight sight, struct nf_error *err)
{
    assert(chain->players == 2 && seat < 2);
    struct cirno_values *const values = calloc(1, sizeof *values);
    bool fits = values != NULL;
    if (fits) {
        values->chain = chain;
        values->seat = seat;
        values->other = 1 - seat;
        values->parts = parts_of(sight);
        values->infos = sight == CIRNO_SEES_ALL ? chain->hands : chain->pairs;
        values->columns = columns_for(chain->pairs);
        values->at = malloc(((size_t)2 * chain->levels * chain->hands + 1) * sizeof *values->at);
        values->moves = calloc((size_t)2 * chain->levels, sizeof *values->moves);
        values->gained = 1;
        fits = values->at != NULL && values->moves != NULL;
        for (uint32_t i = 0; values->parts[i].phase != 0; i++) {
            const size_t levels = values->parts[i].passing ? BATCH : chain->levels;
            values->table[i] =
                calloc(levels * cirno_rows(values, i), values->columns * sizeof(double));
            values->gain[i] = calloc(levels * cirno_rows(values, i), values->columns);
            fits = fits && values->table[i] != NULL && values->gain[i] != NULL;
        }
    }
    if (!fits) {
        cirno_values_close(values);
        return nf_fail(err, NF_IO, "out of memory for all states of a round from p = %d on",
                       chain->floor);
    }
    for (uint32_t pair = 0; pair < values->columns; pair++)
        values->never[pair] = INFINITY;
    list_steps(values);
    *opened = values;
    return NF_OK;
}

void cirno_values_close(struct cirno_values *values)
{
    if (values == NULL)
        return;
    for (uint32_t i = 0; i < CIRNO_TABLES; i++) {
        free(values->table[i]);
        free(values->gain[i]);
    }
    free(values->at);
    free(values->moves);
    free(values);
}

uint32_t cirno_values_infos(const struct cirno_values *values)
{
    return values->infos;
}

uint32_t cirno_values_pairs(const struct cirno_values *values)
{
    return values->chain->pairs;
}

/* ---- a sweep ---- */

/* The levels first .. first + count - 1 in one phase. */
struct batch {
    struct cirno_values *values;
    uint32_t phase, first, count, threads;
    double ahead;                  /* what values were moved on by for a unit of their gain */
    double unit;                   /* of the gains of this sweep */
    double *rows;                  /* new ones, behind each other: by part, level, info */
    struct cirno_scratch *scratch; /* by worker */
};

static uint32_t rows_of(const struct batch *batch, uint32_t table)
{
    return batch->values->parts[table].phase == batch->phase
               ? batch->count * cirno_rows(batch->values, table)
               : 0;
}

static enum nf_status work(void *owner, uint32_t number, struct nf_error *err)
{
    const struct batch *const batch = owner;
    const struct cirno_values *const values = batch->values;
    double *rows = batch->rows;
    uint32_t turn = 0;
    (void)err;
    for (uint32_t table = 0; values->parts[table].phase != 0; table++) {
        const struct cirno_part *const part = &values->parts[table];
        const uint32_t infos = rows_of(batch, table) / batch->count;
        for (uint32_t info = 0; info < infos; info++) {
            if (turn++ % batch->threads != number)
                continue;
            /* One after the other, as they read much the same rows. */
            for (uint32_t level = 0; level < batch->count; level++)
                part->make(values, part->doubled, batch->first + level, info,
                           &batch->scratch[number],
                           rows + ((size_t)level * infos + info) * values->columns);
        }
        rows += (size_t)rows_of(batch, table) * values->columns;
    }
    return NF_OK;
}

/* Puts new values in the place of old ones, and what they gained. */
static void settle(const struct batch *batch, double *value, int8_t *gains, const double *made,
                   size_t count, struct cirno_change *change)
{
    const double ahead = batch->ahead, units = 1 / batch->unit;
    struct cirno_change most = *change;
    for (size_t i = 0; i < count; i++) {
        const double rise = made[i] - value[i], gain = rise + ahead * gains[i];
        const double size = fabs(gain), fit = gain * units;
        most.rise = rise > most.rise ? rise : most.rise;
        most.fall = -rise > most.fall ? -rise : most.fall;
        most.gain = size > most.gain ? size : most.gain;
        most.sum += fabs(rise);
        gains[i] = (int8_t)(fit < -UNITS ? -UNITS : fit > UNITS ? UNITS : fit);
        value[i] = made[i];
    }
    *change = most;
}

/* Puts the new rows into the tables. */
static void commit(const struct batch *batch, struct cirno_change *change)
{
    const struct cirno_values *const values = batch->values;
    const double *made = batch->rows;
    for (uint32_t table = 0; values->parts[table].phase != 0; table++) {
        const size_t size = (size_t)rows_of(batch, table) * values->columns;
        double *const value = cirno_row_of(values, table, batch->first, 0);
        if (values->parts[table].passing)
            memcpy(value, made, size * sizeof *value);
        else
            settle(batch, value, values->gain[table] + (value - values->table[table]), made, size,
                   change);
        made += size;
    }
}

static enum nf_status sweep_batch(struct batch *batch, struct cirno_change *change,
                                  struct nf_error *err)
{
    enum nf_status status = NF_OK;
    batch->values->lowest = batch->first;
    for (batch->phase = 1; batch->phase <= CIRNO_PHASES && status == NF_OK; batch->phase++) {
        struct nf_pool pool = {.workers = batch->threads, .owner = batch, .work = work};
        status = batch->threads > 1 ? nf_pool_run(&pool, err) : work(batch, 0, err);
        commit(batch, change);
    }
    return status;
}

/* Adds to each value that is kept, and is not to become negative, so much for a unit of its gain,
 * and so much for itself. */
static void add(struct cirno_values *values, double by_gain, double by)
{
    for (uint32_t table = 0; values->parts[table].phase != 0; table++) {
        const size_t size =
            (size_t)values->chain->levels * cirno_rows(values, table) * values->columns;
        double *const value = values->table[table];
        for (size_t i = 0; i < size && !values->parts[table].passing; i++) {
            const double sum = value[i] + by_gain * values->gain[table][i] + by;
            value[i] = sum > 0 ? sum : 0;
        }
    }
}

enum nf_status cirno_values_sweep(struct cirno_values *values, const struct cirno_ends *ends,
                                  double ahead, uint32_t threads, struct cirno_change *change,
                                  struct nf_error *err)
{
    size_t most = 0;
    struct batch batch = {.values = values,
                          .threads = threads,
                          .count = BATCH,
                          .ahead = ahead * values->unit,
                          .unit = fmax(values->gained, LEAST_GAIN) / UNITS};
    for (batch.phase = 1; batch.phase <= CIRNO_PHASES; batch.phase++) {
        size_t rows = 0;
        for (uint32_t i = 0; values->parts[i].phase != 0; i++)
            rows += rows_of(&batch, i);
        most = rows > most ? rows : most;
    }
    batch.rows = malloc(most * values->columns * sizeof(double));
    batch.scratch = malloc(threads * sizeof *batch.scratch);
    values->ends = *ends;
    *change = (struct cirno_change){.rise = 0};
    enum nf_status status = batch.rows == NULL || batch.scratch == NULL
                                ? nf_fail(err, NF_IO, "out of memory for %u threads", threads)
                                : NF_OK;
    if (ahead > 0)
        add(values, batch.ahead, 0);
    for (uint32_t top = values->chain->levels; top > 0 && status == NF_OK; top = batch.first) {
        batch.count = top < BATCH ? top : BATCH;
        batch.first = top - batch.count;
        status = sweep_batch(&batch, change, err);
    }
    values->unit = batch.unit;
    values->gained = change->gain;
    free(batch.rows);
    free(batch.scratch);
    return status;
}

void cirno_values_lower(struct cirno_values *values, double by)
{
    assert(by <= 0);
    add(values, 0, by);
}

double cirno_values_first(const struct cirno_values *values, const struct cirno_ends *starts)
{
    const struct cirno_chain *const chain = values->chain;
    double sum = 0;
    if (values->seat != 0)
        for (uint32_t pair = 0; pair < chain->pairs; pair++)
            sum += chain->dealt[pair] * starts->won[pair];
    else if (values->infos == chain->pairs)
        for (uint32_t pair = 0; pair < chain->pairs; pair++)
            sum += chain->dealt[pair] * starts->lost[pair];
    else
        for (uint32_t pair = 0; pair < chain->pairs; pair++)
            for (uint32_t kind = 0; kind < chain->kinds; kind++)
                sum += chain->dealt[pair] * chain->chance[kind] *
                       starts->lost[chain->completed[pair][kind]];
    return sum;
}

/* Table 0 has what it costs if she moves without DOUBLE, by what is known of the other; table 1, if
 * the other does, by her pair. */
void cirno_values_starts(const struct cirno_values *values, struct cirno_ends *starts)
{
    const struct cirno_chain *const chain = values->chain;
    const uint32_t level = (uint32_t)-chain->floor;
    memset(starts, 0, sizeof *starts);
    for (uint32_t info = 0; info < values->infos; info++)
        for (uint32_t pair = 0; pair < chain->pairs; pair++)
            starts->lost[info] += chain->dealt[pair] * cirno_row_of(values, 0, level, info)[pair];
    for (uint32_t theirs = 0; theirs < chain->pairs; theirs++)
        for (uint32_t pair = 0; pair < chain->pairs; pair++)
            starts->won[pair] +=
                chain->dealt[theirs] * cirno_row_of(values, 1, level, theirs)[pair];
}
