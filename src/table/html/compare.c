#include "table/html/draw.h"

#include "base/lang.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A column of all runs. */
struct joint {
    const struct nf_tables *runs;
    const char *const *labels;
    size_t count;
    const struct nf_table *longest; /* of one run: the keys of all */
    size_t place;                   /* of the chart in its table */
    const struct nf_chart *chart;   /* of the first run */
};

static const struct nf_table *table_of(const struct joint *joint, size_t run)
{
    return nf_tables_find(&joint->runs[run], joint->longest->about.name);
}

/* The cell of a run, NULL where its rows have ended. */
static const struct nf_cell *cell_of(const struct joint *joint, size_t run, size_t row)
{
    const struct nf_table *const table = table_of(joint, run);
    return row < nf_table_rows(table)
               ? nf_table_cell(table, row, nf_table_column(table, joint->chart->values[0]))
               : NULL;
}

static bool same_keys(const struct nf_table *a, const struct nf_table *b)
{
    const size_t rows = nf_table_rows(a) < nf_table_rows(b) ? nf_table_rows(a) : nf_table_rows(b);
    for (size_t row = 0; row < rows; row++)
        for (size_t key = 0; key < a->keys; key++)
            if (!nf_cell_same(nf_table_cell(a, row, key), nf_table_cell(b, row, key)))
                return false;
    return rows > 0;
}

/* Whether rows are places on an axis of numbers. */
static bool is_on_numbers(const struct nf_chart *chart)
{
    return chart->kind == NF_LINE || chart->kind == NF_HISTOGRAM;
}

/* How runs are drawn side by side: bars would hide each other. */
static enum nf_chart_kind joint_kind(const struct nf_chart *chart)
{
    return is_on_numbers(chart) ? NF_LINE : chart->kind == NF_STRIPS ? NF_DOTS : chart->kind;
}

/* Whether all runs have the chart, and rows that fit together: then its table of the longest. Dots
 * and bars of other rows would be of other things. */
static bool find_joint(struct joint *joint)
{
    const struct nf_table *const first = joint->longest;
    for (size_t run = 1; run < joint->count; run++) {
        const struct nf_table *const table = nf_tables_find(&joint->runs[run], first->about.name);
        if (table == NULL || !same_keys(first, table) ||
            (!is_on_numbers(joint->chart) && nf_table_rows(table) != nf_table_rows(first)))
            return false;
        if (nf_table_rows(table) > nf_table_rows(joint->longest))
            joint->longest = table;
    }
    return true;
}

static void put_keys(struct nf_tables *joined, const struct nf_table *table, size_t row)
{
    for (size_t key = 0; key < table->keys; key++) {
        const struct nf_cell *const cell = nf_table_cell(table, row, key);
        if (cell->is == NF_CELL_TEXT)
            nf_cell_words(joined, cell->text, cell->shown);
        else
            nf_cell_count(joined, cell->count);
    }
}

enum { JOINED_NAME = 128 };

/* What the table of a joined chart is called. */
static const char *name_of(char name[JOINED_NAME], const struct nf_table *table,
                           const struct nf_chart *chart, bool differences)
{
    snprintf(name, JOINED_NAME, "%s-%s%s", table->about.name, chart->values[0],
             differences  ? "-differences"
             : chart->log ? "-log"
                          : "");
    return name;
}

bool nf_compare_has(const struct nf_tables *joined, const struct nf_table *table,
                    const struct nf_chart *chart)
{
    char name[JOINED_NAME];
    return nf_tables_find(joined, name_of(name, table, chart, false)) != NULL;
}

/* Begins a table with a column for each run from `from` on. */
static void begin(struct nf_tables *joined, const struct joint *joint, size_t from)
{
    const struct nf_table *const table = joint->longest;
    const struct nf_column *const value =
        &table->columns[nf_table_column(table, joint->chart->values[0])];
    const char *const title =
        joint->chart->title != NULL ? joint->chart->title : table->about.title;
    char name[JOINED_NAME];
    struct nf_about about = {
        .name = nf_tables_text(joined, "%s", name_of(name, table, joint->chart, from > 0)),
        .title = from > 0 ? nf_tables_text(joined, _("%s: differences"), title) : title,
        .exact = table->about.exact,
        .charts = {*joint->chart},
    };
    struct nf_chart *const chart = &about.charts[0];
    struct nf_column columns[NF_MAX_COLUMNS + 1];
    size_t width = table->keys;
    memcpy(columns, table->columns, width * sizeof *columns);
    for (size_t run = from; run < joint->count; run++) {
        struct nf_column *const column = &columns[width++];
        *column = *value;
        column->name = nf_tables_text(joined, "run_%zu", run + 1);
        column->title = from > 0 ? nf_tables_text(joined, _("%s minus %s"), joint->labels[run],
                                                  joint->labels[0])
                                 : joint->labels[run];
        if (from > 0)
            column->kind = NF_DIFFERENCE;
        if (run - from < NF_MAX_SERIES)
            chart->values[run - from] = column->name;
    }
    columns[width].name = NULL;
    chart->kind = joint_kind(chart);
    chart->title = NULL;
    chart->about = NULL;
    chart->expected = NULL;
    chart->expected_is = NULL;
    if (from > 0) {
        chart->y = N_("difference in percentage points");
        chart->reference = 0;
        chart->reference_is = N_("no difference");
        chart->about =
            /* xgettext:no-c-format */
            N_("By how much each run exceeds the first, with 95% intervals made of those of both "
               "(square and add, by Newcombe). Where nothing differs, about one interval in twenty "
               "misses zero all the same.");
    }
    for (size_t run = 0; run < joint->count; run++) {
        const struct nf_chart *const other = &table_of(joint, run)->about.charts[joint->place];
        if (from == 0 && !(fabs(other->reference - chart->reference) < 1e-12))
            chart->reference_is = NULL;
        if (chart->rows > 0 && other->rows > chart->rows)
            chart->rows = other->rows;
    }
    nf_tables_begin(joined, &about, columns);
    if (joint->count - from > NF_MAX_SERIES)
        nf_tables_note(joined, "Drawn are the first %d of %zu; the table has all.", NF_MAX_SERIES,
                       joint->count - from);
}

static void put_side_by_side(struct nf_tables *joined, const struct joint *joint)
{
    begin(joined, joint, 0);
    for (size_t row = 0; row < nf_table_rows(joint->longest); row++) {
        put_keys(joined, joint->longest, row);
        for (size_t run = 0; run < joint->count; run++) {
            const struct nf_cell *const cell = cell_of(joint, run, row);
            if (cell == NULL)
                nf_cell_unknown(joined);
            else
                nf_cell_estimate(joined, (struct nf_estimate){.mean = cell->number,
                                                              .low = cell->low,
                                                              .high = cell->high,
                                                              .method = cell->method});
        }
    }
}

static void put_differences(struct nf_tables *joined, const struct joint *joint)
{
    begin(joined, joint, 1);
    for (size_t row = 0; row < nf_table_rows(joint->longest); row++) {
        const struct nf_cell *const from = cell_of(joint, 0, row);
        put_keys(joined, joint->longest, row);
        for (size_t run = 1; run < joint->count; run++) {
            const struct nf_cell *const to = cell_of(joint, run, row);
            if (from == NULL || to == NULL) {
                nf_cell_unknown(joined);
                continue;
            }
            const double difference = to->number - from->number;
            nf_cell_estimate(
                joined,
                (struct nf_estimate){
                    .mean = difference,
                    .low = difference - hypot(to->number - to->low, from->high - from->number),
                    .high = difference + hypot(to->high - to->number, from->number - from->low),
                });
        }
    }
}

size_t nf_compare_tables(struct nf_tables *joined, const struct nf_tables *runs,
                         const char *const *labels, size_t count, bool differences)
{
    size_t unlike = 0;
    for (size_t i = 0; i < runs[0].count; i++)
        for (size_t c = 0; c < NF_MAX_CHARTS; c++) {
            const struct nf_table *const table = &runs[0].list[i];
            const struct nf_chart *const chart = &table->about.charts[c];
            struct joint joint = {
                runs, labels, count < NF_MOST_COMPARED ? count : NF_MOST_COMPARED, table, c, chart};
            if (chart->kind == NF_NO_CHART || chart->kind == NF_HEAT || chart->values[1] != NULL)
                continue;
            if (!find_joint(&joint)) {
                unlike++;
                continue;
            }
            put_side_by_side(joined, &joint);
            if (differences && nf_table_interval(table, nf_table_column(table, chart->values[0])) &&
                !is_on_numbers(chart))
                put_differences(joined, &joint);
        }
    return unlike;
}
