/* The forms of tables. */
/* valgrind: quick enough to be run under it as well */
#include "table/forms.h"
#include "table/grid.h"
#include "tests/unit/said.h"
#include "tests/unit/test.h"

#include <math.h>
#include <string.h>

static const struct nf_column odd_columns[] = {
    {.name = "name", .title = "name", .kind = NF_KEY},
    {.name = "text", .title = "a,b", .kind = NF_TEXT},
    {.name = "share",
     .title = "share",
     .unit = "share of x",
     .kind = NF_SHARE,
     .interval = NF_INTERVAL},
    {.name = "count", .title = "count", .unit = "x", .kind = NF_COUNT},
    {.name = NULL},
};

static void add_odd(struct nf_tables *tables)
{
    static const struct nf_about about = {.name = "odd", .title = "Odd *things*"};
    nf_tables_begin(tables, &about, odd_columns);
    nf_cell_text(tables, "say \"x\"");
    nf_cell_text(tables, "two\nlines");
    nf_cell_estimate(tables, (struct nf_estimate){.mean = 0.25, .low = 0.125, .high = 0.5});
    nf_cell_count(tables, 1234567);
    nf_cell_text(tables, "=1+1,\"");
    nf_cell_text(tables, "@x");
    nf_cell_number(tables, NAN);
    nf_cell_unknown(tables);
    nf_tables_note(tables, "A | note of %d.", 7);
}

/* The same of the tables on the terminal, which are released. */
static void assert_terminal(struct nf_tables *tables, const char *wanted)
{
    struct nf_text text = {0};
    nf_tables_terminal(&text, tables);
    assert_text(&text, wanted);
    nf_tables_free(tables);
}

TEST(csv_quotes_what_separates_fields_and_keeps_texts_from_being_formulas)
{
    static const struct nf_lead lead[] = {{"run", "my,run"}, {NULL, NULL}};
    FREED_BY(nf_tables_free) struct nf_tables tables = {0};
    struct nf_text text = {0};
    add_odd(&tables);
    nf_table_csv(&text, &tables.list[0], lead, true);
    nf_table_csv(&text, &tables.list[0], NULL, false);
    assert_text(&text, "run,name,text,share,share_low,share_high,count\n"
                       "\"my,run\",\"say \"\"x\"\"\",two\\x0alines,0.25,0.125,0.5,1234567\n"
                       "\"my,run\",\"'=1+1,\"\"\",'@x,,,,\n"
                       "\"say \"\"x\"\"\",two\\x0alines,0.25,0.125,0.5,1234567\n"
                       "\"'=1+1,\"\"\",'@x,,,,\n");
}

TEST(csv_has_tables_of_units_and_notes)
{
    FREED_BY(nf_tables_free) struct nf_tables tables = {0};
    struct nf_text text = {0};
    add_odd(&tables);
    nf_tables_about(&tables);
    nf_table_csv(&text, nf_tables_find(&tables, "columns"), NULL, true);
    nf_table_csv(&text, nf_tables_find(&tables, "notes"), NULL, true);
    assert_text(&text, "of,column,title,unit,kind\n"
                       "odd,name,name,,key\n"
                       "odd,text,\"a,b\",,text\n"
                       "odd,share,share,share of x,share\n"
                       "odd,share_low,share,share of x,share\n"
                       "odd,share_high,share,share of x,share\n"
                       "odd,count,count,x,count\n"
                       "of,note\n"
                       "odd,A | note of 7.\n");
}

TEST(markdown_has_a_headline_a_line_a_row_and_the_notes)
{
    FREED_BY(nf_tables_free) struct nf_tables tables = {0};
    struct nf_text text = {0};
    add_odd(&tables);
    nf_tables_markdown(&text, &tables);
    assert_text(&text, "## Odd \\*things\\*\n\n"
                       "| name | a,b | share | 95% interval | count |\n"
                       "|---|---|---:|---:|---:|\n"
                       "| say \"x\" | two\\\\x0alines | 25.000% | 12.500 .. 50.000% | 1,234,567 |\n"
                       "| =1+1,\" | @x | - | - | - |\n"
                       "\nA \\| note of 7.\n");
}

TEST(the_terminal_sets_columns_below_their_titles)
{
    struct nf_tables tables = {0};
    add_odd(&tables);
    assert_terminal(&tables, "Odd *things*\n"
                             "name     a,b             share       95% interval      count\n"
                             "say \"x\"  two\\x0alines  25.000%  12.500 .. 50.000%  1,234,567\n"
                             "=1+1,\"   @x                  -                  -          -\n"
                             "A | note of 7.\n");
}

/* What is no estimate has no interval to show, but programs find the same columns. */
TEST(exact_tables_have_no_interval_for_people_and_the_same_columns_for_programs)
{
    FREED_BY(nf_tables_free) struct nf_tables tables = {0};
    struct nf_text text = {0};
    static const struct nf_about about = {
        .name = "exact", .title = "Exact", .exact = true, .nonzero = true, .top = 1};
    nf_tables_begin(&tables, &about, odd_columns + 2);
    for (uint64_t i = 0; i < 4; i++) {
        nf_cell_number(&tables, (double)i / 4);
        nf_cell_count(&tables, i);
    }
    nf_tables_terminal(&text, &tables);
    assert_text(&text, "Exact\n  share  count\n25.000%      1\n... and 2 more\n");
    nf_table_csv(&text, &tables.list[0], NULL, true);
    assert_text(&text, "share,share_low,share_high,count\n0,,,0\n0.25,,,1\n0.5,,,2\n0.75,,,3\n");
}

static void add_cells(struct nf_tables *tables, enum nf_layout layout, unsigned down,
                      unsigned across)
{
    const struct nf_about about = {.name = "cells", .title = "Cells", .layout = layout};
    static const struct nf_column columns[] = {
        {.name = "row", .title = "row", .kind = NF_KEY},
        {.name = "column", .title = "column", .kind = NF_KEY},
        {.name = "count", .title = "count", .kind = NF_COUNT},
        {.name = "mean", .title = "mean", .kind = NF_REAL},
        {.name = NULL},
    };
    nf_tables_begin(tables, &about, columns);
    for (unsigned i = 1; i <= down; i++)
        for (unsigned j = 1; j <= across; j++) {
            nf_cell_count(tables, i);
            nf_cell_count(tables, j);
            nf_cell_count(tables, 0);
            nf_cell_number(tables, 10 * i + j);
        }
}

TEST(a_cross_has_its_second_key_across_and_is_cut_at_80_columns)
{
    FREED_BY(nf_tables_free) struct nf_tables tables = {0};
    struct nf_text text = {0};
    add_cells(&tables, NF_CROSS, 2, 3);
    assert_terminal(&tables, "Cells\nrow \\ column      1      2      3\n"
                             "           1  11.00  12.00  13.00\n"
                             "           2  21.00  22.00  23.00\n");
    add_cells(&tables, NF_CROSS, 1, 30);
    nf_tables_terminal(&text, &tables);
    nf_said_take(&text);
    says("\n... and 21 more columns\n");
    for (const char *line = said; *line != '\0'; line += strcspn(line, "\n") + 1)
        assert_true(strcspn(line, "\n") <= NF_TERMINAL);
}

TEST(long_tables_are_read_down_several_columns_and_pairs_stand_side_by_side)
{
    struct nf_tables tables = {0};
    struct nf_text text = {0};
    add_cells(&tables, NF_ROWS, 21, 1);
    nf_tables_terminal(&text, &tables);
    nf_said_take(&text);
    says("\n  1       1      0   11.00 |  12       1      0  121.00\n");
    says("\n 11       1      0  111.00\n");
    nf_tables_free(&tables);
    add_cells(&tables, NF_ROWS, 1, 1);
    add_cells(&tables, NF_ROWS, 2, 1);
    tables.list[1].about.beside = true;
    assert_terminal(&tables, "Cells                     | Cells\n"
                             "row  column  count   mean | row  column  count   mean\n"
                             "  1       1      0  11.00 |   1       1      0  11.00\n"
                             "                          |   2       1      0  21.00\n");
}

TEST(json_has_kinds_units_and_how_intervals_were_made)
{
    FREED_BY(nf_tables_free) struct nf_tables tables = {0};
    add_odd(&tables);
    json_auto_t *list = nf_tables_json(&tables);
    has(list, "0.columns.2.unit", "\"share of x\"");
    has(list, "0.columns.2.kind", "\"share\"");
    has(list, "0.columns.2.methods.0", "\"between-games\"");
    has(list, "0.columns.3.name", "\"share_low\"");
    has(list, "0.columns.3.end", "\"low\"");
    has(list, "0.columns.6", "");
    has(list, "0.rows.0", "[\"say \\\"x\\\"\",\"two\\nlines\",0.25,0.125,0.5,1234567]");
    has(list, "0.rows.1.2", "null");
}
