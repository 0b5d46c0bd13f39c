#include "commands/parts/bounds.h"

#include "base/lang.h"
#include "commands/parts/common.h"
#include "core/format/format.h"
#include "report/forms.h"

/* The values of a measure over the set. */
struct extent {
    struct nf_measured range;
    size_t low_in, high_in; /* the first tests that have them */
};

static enum nf_status measure(const struct nf_game *game, const struct nf_test_set *set,
                              size_t number, struct extent extents[NF_MAX_MEASURES],
                              struct nf_error *err)
{
    struct nf_measured ranges[NF_MAX_MEASURES];
    struct nf_input input;
    for (size_t i = 0; i < NF_MAX_MEASURES; i++)
        ranges[i] = (struct nf_measured){UINT64_MAX, 0};
    enum nf_status status = nf_input_open(&input, set->tests[number].instance, err);
    if (status != NF_OK)
        return status;
    status = nf_measure_instance(game->judge, &input, ranges, err);
    nf_input_close(&input);
    for (size_t i = 0; status == NF_OK && i < NF_MAX_MEASURES; i++) {
        if (number == 0 || ranges[i].low < extents[i].range.low) {
            extents[i].range.low = ranges[i].low;
            extents[i].low_in = number;
        }
        if (number == 0 || ranges[i].high > extents[i].range.high) {
            extents[i].range.high = ranges[i].high;
            extents[i].high_in = number;
        }
    }
    return status;
}

enum { LONGEST_NAME = 23 }; /* of a test, as it is shown */

static void put_row(struct nf_tables *tables, const struct nf_test_set *set,
                    const struct nf_measure *measure, const struct extent *extent)
{
    const struct nf_measured limits = nf_measure_limits(measure);
    const bool limited = limits.high > 0, any = extent->range.low <= extent->range.high;
    const bool low = any && limited && extent->range.low == limits.low;
    const bool high = any && limited && extent->range.high == limits.high;
    nf_cell_words(tables, measure->name, _(measure->name));
    nf_cell_text(tables,
                 limited ? nf_tables_text(tables, "%llu .. %llu", (unsigned long long)limits.low,
                                          (unsigned long long)limits.high)
                         : "");
    if (any) {
        nf_cell_count(tables, extent->range.low);
        nf_cell_shown(tables, set->tests[extent->low_in].name, LONGEST_NAME);
        nf_cell_count(tables, extent->range.high);
        nf_cell_shown(tables, set->tests[extent->high_in].name, LONGEST_NAME);
    } else {
        for (int i = 0; i < 4; i++)
            nf_cell_unknown(tables);
    }
    const char *const reached = low && high ? N_("both")
                                : low       ? N_("lower")
                                : high      ? N_("upper")
                                : limited   ? N_("none")
                                            : "";
    nf_cell_words(tables, reached, _(reached));
}

enum nf_status nf_bounds(const struct nf_game *game, const struct nf_test_set *set,
                         struct nf_error *err)
{
    static const struct nf_about about = {
        .name = "bounds", .title = N_("How far the tests go"), .exact = true};
    static const struct nf_column columns[] = {
        NF_COLUMN("measure", "", NULL, NF_KEY),
        NF_COLUMN("limits", "limits", NULL, NF_TEXT),
        NF_COLUMN("smallest", "smallest", NULL, NF_COUNT),
        NF_COLUMN("smallest_in", "in", NULL, NF_TEXT),
        NF_COLUMN("largest", "largest", NULL, NF_COUNT),
        NF_COLUMN("largest_in", "in", NULL, NF_TEXT),
        NF_COLUMN("reached", "reached", NULL, NF_TEXT),
        {.name = NULL},
    };
    struct extent extents[NF_MAX_MEASURES] = {0};
    struct nf_tables tables = {0};
    struct nf_text text = {0};
    enum nf_status status = NF_OK;
    for (size_t i = 0; status == NF_OK && i < set->count; i++)
        status = measure(game, set, i, extents, err);
    if (status == NF_OK) {
        nf_tables_begin(&tables, &about, columns);
        for (size_t i = 0; game->judge->measures[i].name != NULL; i++)
            put_row(&tables, set, &game->judge->measures[i], &extents[i]);
        if (tables.failed)
            status = nf_fail(err, NF_IO, "out of memory for the table");
        nf_tables_terminal(&text, &tables);
    }
    nf_tables_free(&tables);
    return nf_common_print(&text, status, err);
}
