/* Typed tables: what their cells, columns and notes are, row by row. */
#include "table/tables.h"

#include "base/lang.h"
#include "tests/unit/test.h"

#include <math.h>
#include <stdio.h>

static const struct nf_about about = {.name = "table", .title = "Table"};

TEST(lengths_are_a_row_of_six_numbers)
{
    static const char *const names[] = {"mean", "sd", "p50", "p90", "p99", "longest"};
    struct nf_tables tables = {0};
    const struct nf_lengths lengths = {1.5, 2.5, 3, 4, 5, 6};
    nf_tables_lengths(&tables, "lengths", "Lengths", "rounds", &lengths);
    const struct nf_table *const table = nf_tables_find(&tables, "lengths");
    assert_non_null(table);
    assert_null(nf_tables_find(&tables, "length"));
    assert_int_equal(nf_table_rows(table), 1);
    assert_int_equal(table->width, 6);
    for (size_t i = 0; i < 6; i++) {
        const struct nf_cell *const cell = nf_table_cell(table, 0, i);
        assert_int_equal(nf_table_column(table, names[i]), i);
        assert_string_equal(table->columns[i].unit, "rounds");
        assert_int_equal(table->columns[i].aside, i == 5);
        assert_true(nf_cell_value(cell, NF_VALUE) == (i < 2 ? 1.5 + (double)i : (double)i + 1));
        assert_int_equal(cell->is, i < 2 ? NF_CELL_NUMBER : NF_CELL_COUNT);
    }
    nf_tables_free(&tables);
    assert_int_equal(tables.count, 0);
}

TEST(many_rows_of_all_kinds_keep_their_cells)
{
    enum { ROWS = 1000 };
    static const struct nf_column columns[] = {
        NF_COLUMN("key", "key", NULL, NF_KEY),
        NF_COLUMN("other", "other", NULL, NF_KEY),
        NF_COLUMN("text", "text", NULL, NF_TEXT),
        NF_COLUMN("share", "share", "share", NF_SHARE, .interval = NF_INTERVAL),
        NF_COLUMN("part", "part", "share", NF_SHARE),
        {.name = NULL},
    };
    FREED_BY(nf_tables_free) struct nf_tables tables = {0};
    nf_tables_begin(&tables, &about, columns);
    for (uint64_t i = 0; i < ROWS; i++) {
        char text[32];
        nf_cell_count(&tables, i / 7);
        nf_cell_count(&tables, i % 7);
        snprintf(text, sizeof text, "row %u", (unsigned)i);
        nf_cell_shown(&tables, text, 5);
        nf_cell_estimate(&tables, (struct nf_estimate){.mean = (double)i,
                                                       .low = i % 2 == 0 ? -1 : NAN,
                                                       .high = i % 3 == 0 ? 2 : NAN,
                                                       .method = NF_SCORE});
        nf_cell_share(&tables, i, i % 5 == 0 ? 0 : 8);
        nf_tables_note(&tables, "note %u", (unsigned)i);
    }
    const struct nf_table *const table = &tables.list[0];
    assert_false(tables.failed);
    assert_int_equal(nf_table_rows(table), ROWS);
    assert_int_equal(table->keys, 2);
    assert_int_equal(table->notes_count, ROWS);
    assert_int_equal(nf_table_across(table), 7);
    assert_true(nf_table_interval(table, 3) && !nf_table_interval(table, 4));
    for (size_t i = 0; i < ROWS; i++) {
        char text[32];
        assert_int_equal(nf_table_cell(table, i, 0)->count, i / 7);
        assert_int_equal(nf_table_cell(table, i, 1)->count, i % 7);
        snprintf(text, sizeof text, "row %u", (unsigned)i);
        assert_string_equal(nf_table_cell(table, i, 2)->text, text);
        if (i >= 10)
            snprintf(text, sizeof text, "...%02u", (unsigned)i % 100);
        assert_string_equal(nf_table_cell(table, i, 2)->shown, text);
        const struct nf_cell *const cell = nf_table_cell(table, i, 3);
        assert_true(cell->number == (double)i && cell->method == NF_SCORE);
        /* An interval has both ends or none. */
        assert_true(i % 6 == 0 ? cell->low == -1 && cell->high == 2
                               : isnan(nf_cell_value(cell, NF_LOW)) &&
                                     isnan(nf_cell_value(cell, NF_HIGH)));
        const struct nf_cell *const part = nf_table_cell(table, i, 4);
        assert_int_equal(part->is, i % 5 == 0 ? NF_CELL_UNKNOWN : NF_CELL_NUMBER);
        assert_true(i % 5 == 0 || part->number == (double)i / 8);
        snprintf(text, sizeof text, "note %u", (unsigned)i);
        assert_string_equal(table->notes[i].plain, text);
    }
}

TEST(fields_are_the_columns_with_both_ends_of_their_intervals)
{
    static const struct nf_column columns[] = {
        NF_COLUMN("a", "a", NULL, NF_COUNT),
        NF_COLUMN("b", "b", NULL, NF_SHARE, .interval = NF_INTERVAL_ASIDE),
        NF_COLUMN("c", "c", NULL, NF_REAL, .interval = NF_INTERVAL),
        {.name = NULL},
    };
    static const char *const wanted[] = {"a", "b", "b_low", "b_high", "c", "c_low", "c_high"};
    FREED_BY(nf_tables_free) struct nf_tables tables = {0};
    struct nf_field fields[NF_MAX_FIELDS];
    struct nf_about exact = about;
    exact.exact = true;
    nf_tables_begin(&tables, &about, columns);
    nf_tables_begin(&tables, &exact, columns);
    assert_int_equal(nf_table_fields(&tables.list[0], fields), 7);
    for (size_t i = 0; i < 7; i++) {
        char name[16];
        snprintf(name, sizeof name, "%s%s", columns[fields[i].column].name,
                 nf_end_name(fields[i].end));
        assert_string_equal(name, wanted[i]);
    }
    assert_true(nf_table_interval(&tables.list[0], 1) && nf_table_interval(&tables.list[0], 2));
    assert_false(nf_table_interval(&tables.list[1], 1) || nf_table_interval(&tables.list[1], 2));
    assert_int_equal(nf_table_rows(&tables.list[0]), 0);
}

TEST(how_sure_it_is_that_seats_differ_follows_from_p)
{
    static const struct {
        double p;
        bool known;
        const char *words;
    } rows[] = {
        {0.5, false, "Whether seats differ cannot be told from these games."},
        {0.5, true, "Seats may be alike: 50% of runs would differ as much by chance alone."},
        {0.05, true, "Seats may be alike: 5% of runs would differ as much by chance alone."},
        {0.04, true, "Seats differ: about 1 in 25 by chance."},
        {1e-6, true, "Seats differ: about 1 in 1000000 by chance."},
        {0.9e-6, true, "Seats differ: less than 1 in a million by chance."},
    };
    assert_true(nf_lang_choose("en"));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        FREED_BY(nf_tables_free) struct nf_tables tables = {0};
        const struct nf_alike alike = {.known = rows[i].known, .p = rows[i].p};
        assert_string_equal(nf_tables_differ(&tables, &alike), rows[i].words);
    }
}

TEST(likeness_is_five_numbers_or_why_there_are_none)
{
    FREED_BY(nf_tables_free) struct nf_tables tables = {0};
    const struct nf_alike alike = {.known = true, .t2 = 1, .f = 2, .over = 3, .under = 4, .p = 0.5};
    nf_tables_alike(&tables, &alike, "needs %u games", 30);
    nf_tables_alike(&tables, &(struct nf_alike){.known = false}, "needs %u games", 30);
    assert_int_equal(nf_table_rows(&tables.list[0]), 1);
    assert_int_equal(tables.list[0].notes_count, 0);
    for (size_t i = 0; i < 5; i++)
        assert_true(nf_table_cell(&tables.list[0], 0, i)->number == (i < 4 ? (double)i + 1 : 0.5));
    assert_int_equal(nf_table_rows(&tables.list[1]), 0);
    assert_int_equal(tables.list[1].notes_count, 1);
    assert_string_equal(tables.list[1].notes[0].plain, "needs 30 games");
}

/* ---- languages ---- */

TEST(all_words_of_a_chart_are_in_the_language_chosen)
{
    /* A text that the catalogue has. */
    static const char text[] = N_("share of rounds");
    static const struct nf_column columns[] = {
        NF_COLUMN("a", text, NULL, NF_COUNT),
        {.name = NULL},
    };
    const struct nf_chart chart = {NF_BARS,         .title = text,        .x = text,
                                   .y = text,       .reference_is = text, .expected_is = text,
                                   .kink_is = text, .about = text};
    const struct nf_about charted = {.name = "t", .title = text, .charts = {chart, chart}};
    FREED_BY(nf_tables_free) struct nf_tables tables = {0};
    if (!nf_lang_choose("zh"))
        skip(); /* built without msgfmt */
    nf_tables_begin(&tables, &charted, columns);
    const char *const translated = nf_lang_text(text);
    assert_string_not_equal(translated, text);
    const struct nf_table *const table = &tables.list[0];
    assert_string_equal(table->about.title, translated);
    assert_string_equal(table->about.plain, text);
    assert_string_equal(table->columns[0].title, translated);
    assert_string_equal(table->columns[0].plain, text);
    for (size_t i = 0; i < NF_MAX_CHARTS; i++) {
        const struct nf_chart *const drawn = &table->about.charts[i];
        const char *const words[] = {drawn->title,        drawn->x,           drawn->y,
                                     drawn->reference_is, drawn->expected_is, drawn->kink_is,
                                     drawn->about};
        for (size_t k = 0; k < sizeof words / sizeof *words; k++)
            assert_string_equal(words[k], translated);
    }
    assert_true(nf_lang_choose("en"));
}
