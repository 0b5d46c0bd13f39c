/* The parts of HTML reports: markup, drawings, comparisons. */
/* valgrind: quick enough to be run under it as well */
/* both: pages of both */
#include "judge/story/story.h"
#include "sim/report/page.h"
#include "table/html/draw.h"
#include "table/html/markup.h"
#include "tests/unit/said.h"
#include "tests/unit/test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *finish(struct nf_text *text)
{
    assert_false(text->failed);
    return nf_text_terminated(text);
}

/* The tables of a test, those of runs, and of several runs joined; released after it. */
enum { RUNS = NF_MOST_COMPARED + 5 };
static struct nf_tables shown, compared[RUNS], joined;

static int end(void **state)
{
    (void)state;
    nf_tables_free(&shown);
    nf_tables_free(&joined);
    for (int run = 0; run < RUNS; run++)
        nf_tables_free(&compared[run]);
    return 0;
}

static void assert_near(double value, double expected)
{
    if (!(fabs(value - expected) < 1e-12))
        fail_msg("%.17g is not %.17g", value, expected);
}

static void assert_escaped(const char *words, const char *expected)
{
    struct nf_text text = {0};
    nf_html_text(&text, words);
    assert_text(&text, expected);
}

#define ODD "\xef\xbf\xbd"

TEST(text_of_any_bytes_is_text_in_html)
{
    assert_escaped("<b a='1' c=\"2\">&", "&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp;");
    assert_escaped("S\xc3\xa4tze \xe7\x90\x83 \xf0\x9f\x83\x81",
                   "S\xc3\xa4tze \xe7\x90\x83 \xf0\x9f\x83\x81");
    assert_escaped("a\x01\x1b\x7f"
                   "b\tc\n",
                   "a" ODD ODD ODD "b\tc\n");
    assert_escaped("\xc2\x85", ODD);
    /* Not UTF-8: a lone byte, a cut sequence, longer than needed, a surrogate, beyond Unicode. */
    assert_escaped("\xff<", ODD "&lt;");
    assert_escaped("\xe7\x90", ODD ODD);
    assert_escaped("\xc0\xbc", ODD ODD);
    assert_escaped("\xe0\x80\xbc", ODD ODD ODD);
    assert_escaped("\xed\xa0\x80", ODD ODD ODD);
    assert_escaped("\xf4\x90\x80\x80", ODD ODD ODD ODD);
}

/* Counts how often `words` are in `text`. */
static unsigned count(const char *text, const char *words)
{
    unsigned found = 0;
    for (const char *at = text; (at = strstr(at, words)) != NULL; at++)
        found++;
    return found;
}

TEST(every_class_of_series_and_cells_has_a_colour_in_light_and_in_dark)
{
    FREED_BY(nf_text_free) struct nf_text style = {0};
    nf_html_style(&style);
    finish(&style);
    assert_int_equal(count(style.data, "@media screen and (prefers-color-scheme:dark){:root{"), 1);
    for (unsigned i = 0; i < NF_MAX_SERIES + NF_HEAT_LEVELS; i++) {
        const bool series = i < NF_MAX_SERIES;
        const unsigned number = series ? i + 1 : i - NF_MAX_SERIES;
        char variable[32], rule[64];
        snprintf(variable, sizeof variable, series ? "--series-%u:" : "--heat-%u:", number);
        snprintf(rule, sizeof rule,
                 series ? ".s%u{color:var(--series-%u)}" : ".h%u{color:var(--heat-%u)}", number,
                 number);
        /* For light screens and paper, and for dark screens alone. */
        assert_int_equal(count(style.data, variable), 2);
        assert_int_equal(count(style.data, rule), 1);
    }
}

/* ---- sources ---- */

/* Makes the page of a source of `lines` lines, all `line`, of which some are blamed, in `said`. */
static void show_source(uint32_t lines, const char *line, struct nf_story_source source)
{
    struct nf_text text = {0}, page = {0};
    for (uint32_t i = 0; i < lines; i++)
        nf_text_string(&text, line);
    const struct nf_input input = nf_text_input(&text, "<mine>.c");
    source.text = &input;
    nf_html_source(&page, &source);
    nf_text_free(&text);
    nf_said_take(&page);
}

TEST(a_small_source_is_shown_as_a_whole_and_the_note_on_a_line_below_it)
{
    show_source(40, "\ta < b;\x01\xff \r\n",
                (struct nf_story_source){.blamed = {{3, "<b>wrong", NULL}, {3, "with &", "a & b"}},
                                         .blamed_count = 2});
    assert_int_equal(count(said, "<li>"), 39);
    assert_int_equal(count(said, "<details>"), 0);
    assert_int_equal(count(said, "<code>\ta &lt; b;" ODD ODD "</code>"), 40);
    says("&lt;mine&gt;.c</p>\n<ol start=\"1\">\n<li><code>");
    says("<li class=\"blamed\"><code>\ta &lt; b;" ODD ODD "</code>\n"
         "<p>&lt;b&gt;wrong</p>\n"
         "<p>with &amp;</p>\n<code>a &amp; b</code>\n</li>\n");
}

TEST(of_a_long_source_the_lines_around_those_blamed_are_shown_and_others_folded_away)
{
    char *at = said;
    show_source(100, "x\n",
                (struct nf_story_source){.blamed = {{30, "one", NULL}, {60, "two", NULL}},
                                         .blamed_count = 2});
    static const struct {
        bool folded;
        unsigned first, lines;
    } parts[] = {{true, 1, 21}, {false, 22, 17}, {true, 39, 13}, {false, 52, 17}, {true, 69, 32}};
    assert_int_equal(count(at, "<ol start="), 5);
    for (size_t i = 0; i < 5; i++) {
        char begins[100];
        snprintf(begins, sizeof begins,
                 "<details><summary>%u more lines</summary>\n<ol start=\"%u\">", parts[i].lines,
                 parts[i].first);
        at = strstr(at, parts[i].folded ? begins : strstr(begins, "<ol"));
        assert_non_null(at);
        char *const last = strstr(at, "</ol>\n");
        assert_int_equal(strncmp(last, "</ol>\n</details>\n", 17) == 0, parts[i].folded);
        *last = '\0';
        assert_int_equal(count(at, "<li"), parts[i].lines);
        assert_int_equal(count(at, "blamed"), !parts[i].folded);
        at = last + 1;
    }
}

TEST(the_note_on_a_line_that_is_missing_is_shown_without_it)
{
    for (uint32_t lines = 0; lines < 3; lines++) {
        show_source(lines, "x\n",
                    (struct nf_story_source){.blamed = {{3, "wrong", NULL}}, .blamed_count = 1});
        assert_int_equal(count(said, "<p>wrong</p>"), 1);
        assert_int_equal(count(said, "<li>"), lines);
    }
}

/* ---- charts and what becomes of them ---- */

/* Begins a table of dots for shares, or what `chart` says, with columns a and b. */
static void begin(struct nf_tables *tables, enum nf_chart_kind kind, double reference, bool cross,
                  enum nf_kind values)
{
    const struct nf_about about = {
        .name = "odd",
        .title = "Odd's \"<&>\" % \\n \xc3\xa4",
        .layout = cross ? NF_CROSS : NF_ROWS,
        .charts = {{.kind = kind,
                    .x = "x's",
                    .y = "y \\ {a}_b",
                    .values = {"a", kind == NF_HEAT || cross ? NULL : "b"},
                    .reference = reference,
                    .reference_is = isnan(reference) ? NULL : "half"}},
    };
    const struct nf_column columns[] = {
        {.name = "row", .title = "row", .kind = NF_KEY},
        {.name = "column", .title = "column", .kind = NF_KEY},
        {.name = "a", .title = "a<", .kind = values, .interval = NF_INTERVAL},
        {.name = "b", .title = "b'", .kind = values, .interval = NF_INTERVAL},
        {.name = NULL},
    };
    nf_tables_begin(tables, &about, columns);
}

static void add_dots(struct nf_tables *tables, const char *prefix, double value, double below,
                     double above)
{
    static const struct nf_about about = {
        .name = "dots",
        .title = "Dots",
        .charts = {{.kind = NF_DOTS,
                    .x = "x",
                    .y = "y",
                    .values = {"share"},
                    .reference = 0.5,
                    .reference_is = "half"}},
    };
    static const struct nf_column columns[] = {
        {.name = "key", .title = "key", .kind = NF_KEY},
        {.name = "share", .title = "share", .kind = NF_SHARE, .interval = NF_INTERVAL},
        {.name = NULL},
    };
    nf_tables_begin(tables, &about, columns);
    for (int i = 0; i < 4; i++) {
        nf_cell_text(tables, nf_tables_text(tables, "%s%d", prefix, i));
        nf_cell_estimate(tables, (struct nf_estimate){
                                     .mean = value, .low = value - below, .high = value + above});
    }
}

/* What runs are called. */
static const char *const labels[RUNS] = {"one", "two", "three"};

TEST(runs_are_called_as_their_files_where_that_is_short_and_distinguishes_them)
{
    static const struct {
        const char *names[3], *labels[3];
    } cases[] = {
        {{"a.json", "b.json", "c"}, {"a", "b", "c"}},
        {{"x/a.json", "/y/z/b.json", "a.json.gz"}, {"a", "b", "a.json.gz"}},
        {{"x/a.json", "y/a.json", "b"}, {"run 1", "run 2", "run 3"}},
        {{"x/.json", "y/", "b"}, {"run 1", "run 2", "run 3"}},
        {{"a", "b", "a-name-of-more-than-24-letters.json"}, {"run 1", "run 2", "run 3"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        FREED_BY(nf_tables_free) struct nf_tables owner = {0};
        const char *found[3];
        nf_html_labels(&owner, cases[i].names, 3, found);
        for (size_t run = 0; run < 3; run++)
            assert_string_equal(found[run], cases[i].labels[run]);
    }
}

TEST(differences_come_with_the_interval_of_square_and_add)
{
    add_dots(&compared[0], "a", 0.5, 0.05, 0.04);
    add_dots(&compared[1], "a", 0.6, 0.03, 0.12);
    assert_int_equal(nf_compare_tables(&joined, compared, labels, 2, true), 0);
    assert_int_equal(joined.count, 2);
    assert_int_equal(joined.list[0].width, 3);
    const struct nf_table *const table = &joined.list[1];
    assert_int_equal(table->columns[1].kind, NF_DIFFERENCE);
    assert_string_equal(table->columns[1].title, "two minus one");
    assert_int_equal(table->width, 2);
    assert_int_equal(nf_table_rows(table), 4);
    assert_string_equal(nf_table_cell(table, 3, 0)->text, "a3");
    /* Downwards the lower half of the one and the upper half of the other, 3 and 4; upwards 12 and
     * 5. */
    const struct nf_cell *const cell = nf_table_cell(table, 3, 1);
    assert_near(cell->number, 0.1);
    assert_near(cell->low, 0.1 - 0.05);
    assert_near(cell->high, 0.1 + 0.13);
}

TEST(runs_whose_keys_differ_are_not_compared_but_counted)
{
    add_dots(&compared[0], "a", 0.5, 0.05, 0.04);
    add_dots(&compared[1], "a", 0.6, 0.03, 0.12);
    add_dots(&compared[2], "b", 0.6, 0.03, 0.12);
    assert_int_equal(nf_compare_tables(&joined, compared, labels, 3, true), 1);
    assert_int_equal(joined.count, 0);
    nf_tables_free(&compared[2]);
    assert_int_equal(nf_compare_tables(&joined, compared, labels, 3, true), 1);
}

TEST(lines_of_several_lengths_are_compared_as_far_as_each_reaches)
{
    for (unsigned run = 0; run < 2; run++) {
        begin(&compared[run], NF_LINE, NAN, true, NF_SHARE);
        for (unsigned i = 0; i < 2 + run; i++) {
            nf_cell_count(&compared[run], i);
            nf_cell_count(&compared[run], i);
            nf_cell_number(&compared[run], i);
            nf_cell_number(&compared[run], i);
        }
    }
    assert_int_equal(nf_compare_tables(&joined, compared, labels, 2, true), 0);
    assert_int_equal(nf_table_rows(&joined.list[0]), 3);
    assert_int_equal(nf_table_cell(&joined.list[0], 2, 2)->is, NF_CELL_UNKNOWN);
    assert_near(nf_table_cell(&joined.list[0], 2, 3)->number, 2);
}

/* More runs than a drawing has marks for, and than are compared. */
TEST(many_runs_are_compared_as_far_as_there_is_room)
{
    for (int run = 0; run < RUNS; run++)
        add_dots(&compared[run], "a", 0.5, 0.05, 0.04);
    assert_int_equal(nf_compare_tables(&joined, compared, labels, RUNS, true), 0);
    assert_int_equal(joined.list[0].width, 1 + NF_MOST_COMPARED);
    assert_int_equal(joined.list[0].notes_count, 1);
    assert_string_equal(joined.list[0].notes[0].plain,
                        "Drawn are the first 6 of 20; the table has all.");
}

/* A chart of every kind, with values that are missing, equal, negative, alone, hardly apart. */
TEST(whatever_a_table_holds_is_drawn_in_numbers_and_as_text)
{
    static const double values[][3] = {{NAN, 0.5, 0.5}, {0, 0, 0},           {1, 1, 1},
                                       {-1e-9, 1e9, 3}, {1e-12, 2e-12, NAN}, {1e9, 1e9 + 1e-6, 1e9},
                                       {-5, -4, -3}};
    for (int kind = NF_DOTS; kind <= NF_HEAT; kind++)
        for (size_t v = 0; v < sizeof values / sizeof *values; v++)
            for (unsigned rows = 1; rows <= 61; rows += 20) {
                FREED_BY(nf_tables_free) struct nf_tables tables = {0};
                FREED_BY(nf_text_free) struct nf_text page = {0};
                struct nf_drawn drawn;
                begin(&tables, (enum nf_chart_kind)kind, rows == 1 ? NAN : 0.5, kind == NF_HEAT,
                      v % 2 == 0 ? NF_SHARE
                      : v == 3   ? NF_DIFFERENCE
                                 : NF_REAL);
                for (unsigned row = 0; row < rows; row++)
                    for (unsigned i = 0; i < 3; i++) {
                        if (kind == NF_HISTOGRAM || kind == NF_LINE || kind == NF_AREAS)
                            nf_cell_count(&tables, row);
                        else
                            nf_cell_text(&tables, row == 0 ? "it's" : "<&\n\"$x `\\");
                        nf_cell_count(&tables, i);
                        nf_cell_estimate(&tables, (struct nf_estimate){.mean = values[v][i],
                                                                       .low = i == 1 ? 0 : NAN,
                                                                       .high = i == 1 ? 7 : NAN});
                        nf_cell_number(&tables, values[v][i]);
                    }
                assert_true(nf_drawn_of(&drawn, &tables.list[0], 0));
                assert_false(nf_drawn_of(&drawn, &tables.list[0], 1));
                assert_true(nf_drawn_of(&drawn, &tables.list[0], 0));
                nf_figure_put(&page, &drawn, "f", true);
                finish(&page);
                assert_int_equal(count(page.data, "<svg id="), 2);
                assert_int_equal(count(page.data, "<text"), count(page.data, "</text>"));
                /* No text became markup, and no number is none. */
                assert_null(strstr(page.data, "<&"));
                assert_null(strstr(page.data, "it's"));
                assert_null(strstr(page.data, "nan"));
                assert_null(strstr(page.data, "inf"));
            }
}

/* Bars of 0.5, 0.05 and nothing, with what was expected and a kink. */
static void add_tail(bool log)
{
    const struct nf_about about = {
        .name = "tail",
        .title = "Tail",
        .charts = {{.kind = log ? NF_HISTOGRAM : NF_BARS,
                    .x = "x",
                    .y = "y",
                    .values = {"share"},
                    .expected = log ? NULL : "wanted",
                    .expected_is = log ? NULL : "as wanted",
                    .kink = 1.5,
                    .kink_is = log ? "half" : NULL,
                    .log = log}},
    };
    static const struct nf_column columns[] = {
        {.name = "key", .title = "key", .kind = NF_KEY},
        {.name = "share", .title = "share", .kind = NF_SHARE, .interval = NF_INTERVAL},
        {.name = "wanted", .title = "wanted", .kind = NF_SHARE},
        {.name = NULL},
    };
    static const double shares[] = {0.5, 0.05, 0};
    nf_tables_begin(&shown, &about, columns);
    for (unsigned i = 0; i < 3; i++) {
        nf_cell_count(&shown, i + 1);
        nf_cell_estimate(&shown, (struct nf_estimate){.mean = shares[i], .low = 0, .high = 0.6});
        nf_cell_number(&shown, 0.25);
    }
}

/* Makes the drawing, in `said`. */
static void draw_tail(bool log)
{
    struct nf_drawn drawn;
    struct nf_text page = {0};
    add_tail(log);
    assert_true(nf_drawn_of(&drawn, &shown.list[0], 0));
    nf_draw(&page, &drawn, &(struct nf_canvas){720, 330, 13});
    nf_said_take(&page);
}

TEST(a_logarithmic_axis_has_powers_of_ten_and_no_bar_for_nothing)
{
    draw_tail(true);
    says(">100%</text>");
    says(">10%</text>");
    says(">1%</text>");
    says_not(">0%</text>");
    says_not("nan");
    says_not("inf");
    /* The way of the bars closes once for each; the kink has its line and its words. */
    const char *const bars = strstr(said, "class=\"bar\" d=\"");
    assert_non_null(bars);
    char way[400];
    snprintf(way, sizeof way, "%.*s", (int)strcspn(bars, "\n"), bars);
    assert_int_equal(count(way, "z"), 2);
    assert_int_equal(count(said, "class=\"reference\""), 1);
    assert_int_equal(count(said, ">half</text>"), 1);
}

TEST(a_bar_shows_what_it_was_expected_to_be)
{
    draw_tail(false);
    assert_int_equal(count(said, "class=\"reference\""), 1);
    assert_int_equal(count(said, "\nas wanted 25.000%</title>"), 3);
    assert_int_equal(count(said, "<title>key 2: 5.000% (0.000 .. 60.000%)"), 1);
}

TEST(a_chart_without_a_value_is_not_drawn)
{
    struct nf_drawn drawn;
    begin(&shown, NF_DOTS, NAN, false, NF_SHARE);
    assert_false(nf_drawn_of(&drawn, &shown.list[0], 0));
    for (unsigned i = 0; i < 2; i++) {
        nf_cell_count(&shown, i);
        nf_cell_count(&shown, i);
        nf_cell_number(&shown, NAN);
        nf_cell_number(&shown, i == 0 ? NAN : 1);
        assert_int_equal(nf_drawn_of(&drawn, &shown.list[0], 0), i == 1);
    }
}

TEST(what_is_no_estimate_stands_on_zero)
{
    struct nf_drawn drawn;
    add_dots(&shown, "a", 0.5, 0.05, 0.04);
    assert_true(nf_drawn_of(&drawn, &shown.list[0], 0));
    assert_int_equal(drawn.kind, NF_DOTS);
    shown.list[0].about.exact = true;
    assert_true(nf_drawn_of(&drawn, &shown.list[0], 0));
    assert_int_equal(drawn.kind, NF_BARS);
}

/* How far from the top the first line of a class is. */
static double height_of(const char *page, const char *class)
{
    double left, y;
    const char *const at = strstr(page, class);
    assert_non_null(at);
    assert_int_equal(sscanf(at + strlen(class), "\" d=\"M%lf %lf", &left, &y), 2);
    return y;
}

/* The room that dots have below them would reach below 0, where no share can be. */
TEST(an_axis_of_what_is_never_negative_begins_at_zero_and_does_not_go_below)
{
    static const double lows[] = {0, 0.01};
    for (int i = 0; i < 2; i++) {
        FREED_BY(nf_text_free) struct nf_text page = {0};
        struct nf_drawn drawn;
        add_dots(&shown, "a", 0.02, 0.02 - lows[i], 0.01);
        assert_true(nf_drawn_of(&drawn, &shown.list[i], 0));
        nf_draw(&page, &drawn, &(struct nf_canvas){720, 330, 13});
        const char *const text = finish(&page);
        assert_non_null(strstr(text, ">0%</text>"));
        /* The line of the first tick is that of the axis. */
        assert_near(height_of(text, "class=\"grid"), height_of(text, "class=\"axis"));
    }
}

TEST(colours_of_a_heat_map_reach_all_its_values_around_the_middle)
{
    struct nf_drawn drawn;
    begin(&shown, NF_HEAT, 0.2, true, NF_SHARE);
    for (unsigned i = 0; i < 2; i++) {
        nf_cell_count(&shown, 1);
        nf_cell_count(&shown, i);
        nf_cell_number(&shown, i == 0 ? 0.141 : 0.225);
        nf_cell_number(&shown, 0);
    }
    assert_true(nf_drawn_of(&drawn, &shown.list[0], 0));
    const struct nf_heat_scale scale = nf_heat_scale_of(&drawn);
    assert_near(scale.middle, 0.2);
    assert_near(scale.step, 0.015); /* 0.059 / 4 made round */
}

int main(void)
{
    return nf_run_tests(NULL, end);
}
