#include "games/cirno/simulated/exact/values_internal.h"

#include "base/machine.h"
#include "base/owned.h"
#include "base/threads.h"
#include "games/cirno/simulated/exact/chain.h"
#include "games/cirno/simulated/exact/rows_template.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Rows of values by what every processor has; avx2.c has them by AVX2. */
const struct cirno_code cirno_code_portable = ROWS_CODE;

/* ---- making ---- */

static uint32_t columns_for(size_t pairs)
{
    return (uint32_t)((pairs + CIRNO_COLUMNS_STEP - 1) / CIRNO_COLUMNS_STEP * CIRNO_COLUMNS_STEP);
}

static const struct cirno_part *parts_of(enum cirno_sight sight)
{
    return sight == CIRNO_SEES_ALL ? cirno_sees_all : cirno_sees_own;
}

size_t cirno_values_level(enum cirno_sight sight, size_t kinds, size_t pairs, size_t hands)
{
    size_t rows = 0;
    for (const struct cirno_part *part = parts_of(sight); part->phase != 0; part++)
        rows += part->passing ? 0 : (part->by_hand ? hands : pairs) + (part->summed ? kinds : 0);
    return rows * columns_for(pairs) * sizeof(double) + 2 * hands * sizeof(uint32_t) +
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

/* Numbers of a batch of a table; none behind the last one. */
static size_t batch_size(const struct cirno_values *values, uint32_t table)
{
    const bool any = values->parts[table].phase != 0;
    return any ? (size_t)CIRNO_BATCH * cirno_rows_of(values, table) * values->columns : 0;
}

static uint32_t batches(const struct cirno_values *values)
{
    return cirno_batch_of(values, 0) + 1;
}

/* Rows of batches and new ones; what is passing has new ones alone. */
static bool open_tables(struct cirno_values *values)
{
    size_t size = 0;
    for (uint32_t i = 0; i < CIRNO_TABLES; i++)
        size += batch_size(values, i) * (values->parts[i].passing ? 1 : batches(values) + 1);
    double *next = cirno_pages(&values->memory, size * sizeof *next);
    for (uint32_t i = 0; i < CIRNO_TABLES && next != NULL; i++) {
        values->made[i] = next;
        for (uint32_t batch = 0; batch < batches(values); batch++) {
            next += values->parts[i].passing ? 0 : batch_size(values, i);
            values->table[i][batch] = next;
        }
        next += batch_size(values, i);
    }
    return next != NULL;
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
        values->code = nf_machine_has_avx2() ? &cirno_code_avx2 : &cirno_code_portable;
        values->at = malloc(((size_t)2 * chain->levels * chain->hands + 1) * sizeof *values->at);
        values->moves = calloc((size_t)2 * chain->levels, sizeof *values->moves);
        fits = values->at != NULL && values->moves != NULL && open_tables(values);
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
    free(values->memory);
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

/* The last phase makes sums of rows that there are then. */
enum { SUMS = CIRNO_PHASES + 1 };

/* The levels first .. first + count - 1 in one phase. */
struct batch {
    struct cirno_values *values;
    uint32_t phase, first, count, threads;
    double relax;
    struct nf_pool pool;           /* a job is an `info` of a table, or a kind it has sums for */
    struct cirno_scratch *scratch; /* by worker */
};

static uint32_t infos_of(const struct batch *batch, uint32_t table)
{
    const struct cirno_values *const values = batch->values;
    if (batch->phase == SUMS)
        return values->parts[table].summed ? values->chain->kinds : 0;
    return values->parts[table].phase == batch->phase ? cirno_infos(values, table) : 0;
}

static void make_sum(const struct cirno_values *values, uint32_t table, uint32_t level,
                     uint32_t kind)
{
    struct cirno_term terms[CIRNO_CARDS];
    for (uint32_t other = 0; other < values->chain->kinds; other++)
        terms[other] = (struct cirno_term){
            cirno_row_of(values, table, level, values->chain->joined[kind][other]),
            values->chain->chance[other]};
    values->code->sum(values, terms, values->chain->kinds,
                      cirno_row_of(values, table, level, cirno_sum_of(values, kind)));
}

/* Makes the rows of a table that are named by `info`. Levels that lie together read much the same
 * rows. */
static void make(const struct batch *batch, uint32_t table, uint32_t info,
                 struct cirno_scratch *scratch)
{
    const struct cirno_values *const values = batch->values;
    struct cirno_rows rows = {.doubled = values->parts[table].doubled, .info = info};
    for (uint32_t from = 0; from < batch->count; from += CIRNO_LANES) {
        const uint32_t most = batch->count - from, lanes = most < CIRNO_LANES ? most : CIRNO_LANES;
        for (uint32_t lane = 0; lane < CIRNO_LANES; lane++) {
            /* Behind the last level lanes repeat it, for nobody. */
            rows.level[lane] = batch->first + from + (lane < lanes ? lane : lanes - 1);
            rows.row[lane] = lane < lanes ? cirno_row_in(values, table, values->made[table],
                                                         rows.level[lane], info)
                                          : scratch->unused;
        }
        values->parts[table].make(values, &rows, scratch);
        for (uint32_t lane = 0; lane < lanes && !values->parts[table].passing; lane++)
            values->code->bring(values, cirno_row_of(values, table, rows.level[lane], info),
                                batch->relax, rows.row[lane], &scratch->change);
    }
}

static enum nf_status value_states(void *owner, uint32_t number, struct nf_error *err)
{
    struct batch *const batch = owner;
    uint64_t info;
    (void)err;
    while (nf_pool_take_one(&batch->pool, &info)) {
        uint32_t table = 0;
        for (; info >= infos_of(batch, table); table++)
            info -= infos_of(batch, table);
        if (batch->phase == SUMS)
            for (uint32_t i = 0; i < batch->count; i++)
                make_sum(batch->values, table, batch->first + i, (uint32_t)info);
        else
            make(batch, table, (uint32_t)info, &batch->scratch[number]);
    }
    return NF_OK;
}

/* Puts the new rows of a phase into the tables; sums are made there. */
static void commit(const struct batch *batch)
{
    struct cirno_values *const values = batch->values;
    for (uint32_t table = 0; table < CIRNO_TABLES; table++) {
        double **const place = &values->table[table][cirno_batch_of(values, batch->first)];
        double *const old = *place;
        if (values->parts[table].phase != batch->phase)
            continue;
        *place = values->made[table];
        values->made[table] = old;
    }
}

static enum nf_status sweep_batch(struct batch *batch, struct nf_error *err)
{
    for (batch->phase = 1; batch->phase <= SUMS; batch->phase++) {
        batch->pool =
            (struct nf_pool){.workers = batch->threads, .owner = batch, .work = value_states};
        for (uint32_t i = 0; i < CIRNO_TABLES; i++)
            batch->pool.end += infos_of(batch, i);
        if (batch->pool.end == 0)
            continue;
        NF_TRY(batch->threads > 1 ? nf_pool_run(&batch->pool, err) : value_states(batch, 0, err));
        commit(batch);
    }
    return NF_OK;
}

enum nf_status cirno_values_sweep(struct cirno_values *values, const struct cirno_ends *ends,
                                  double relax, uint32_t threads, struct cirno_change *change,
                                  struct nf_error *err)
{
    const uint32_t levels = values->chain->levels;
    NF_OWNED struct cirno_scratch *scratch =
        aligned_alloc(NF_CACHE_LINE, nf_cache_lines(threads * sizeof *scratch));
    NF_TRY_MEMORY(scratch != NULL, err);
    struct batch batch = {.values = values, .threads = threads, .relax = relax, .scratch = scratch};
    for (uint32_t i = 0; i < threads; i++)
        scratch[i].change = (struct cirno_change){0, 0};
    values->ends = *ends;
    memcpy(values->won, ends->won, sizeof ends->won);
    for (uint32_t top = levels; top > 0; top = batch.first) {
        batch.count = top < CIRNO_BATCH ? top : CIRNO_BATCH;
        batch.first = top - batch.count;
        NF_TRY(sweep_batch(&batch, err));
    }
    *change = (struct cirno_change){0, 0};
    for (uint32_t i = 0; i < threads; i++) {
        change->rise = fmax(change->rise, scratch[i].change.rise);
        change->fall = fmax(change->fall, scratch[i].change.fall);
    }
    return NF_OK;
}

void cirno_values_lower(struct cirno_values *values, double by)
{
    assert(by <= 0);
    for (uint32_t table = 0; table < CIRNO_TABLES; table++) {
        for (uint32_t batch = 0; batch < batches(values) && !values->parts[table].passing; batch++)
            for (size_t i = 0; i < batch_size(values, table); i++) {
                double *const value = &values->table[table][batch][i];
                *value = *value + by > 0 ? *value + by : 0;
            }
        const uint32_t kinds = values->parts[table].summed ? values->chain->kinds : 0;
        for (uint32_t i = 0; i < values->chain->levels * kinds; i++)
            make_sum(values, table, i / kinds, i % kinds);
    }
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
