/* The parts of HTML reports: markup, drawings, comparisons. */
/* valgrind: quick enough to be run under it as well */
#include "core/charts.h"
#include "report/html/compare.h"
#include "report/html/figure.h"
#include "report/html/gnuplot.h"
#include "report/html/markup.h"
#include "report/html/plot.h"
#include "report/html/style.h"
#include "report/html/svg.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static char *finish(struct nf_text *text)
{
    nf_text_bytes(text, "", 1);
    assert_false(text->failed);
    return text->data;
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
    assert_string_equal(finish(&text), expected);
    nf_text_free(&text);
}

#define ODD "\xef\xbf\xbd"

static void text_of_any_bytes_is_text_in_html(void **state)
{
    (void)state;
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

static void assert_value(double value, bool share, const char *expected)
{
    struct nf_text text = {0};
    nf_html_value(&text, value, share, 3);
    assert_string_equal(finish(&text), expected);
    nf_text_free(&text);
}

static void values_are_percentages_of_shares_and_dashes_where_unknown(void **state)
{
    (void)state;
    assert_value(0.2, true, "20.000%");
    assert_value(12.5, false, "12.5");
    assert_value(NAN, true, "\xe2\x80\x93");
    assert_value(INFINITY, false, "\xe2\x80\x93");
}

static void every_ink_has_a_colour_in_light_and_in_dark(void **state)
{
    (void)state;
    struct nf_text style = {0};
    nf_html_style(&style);
    finish(&style);
    for (unsigned ink = 0; ink < NF_INKS; ink++) {
        struct nf_text name = {0};
        nf_ink_name(&name, ink);
        nf_text_string(&name, ":");
        finish(&name);
        unsigned count = 0;
        for (const char *at = style.data; (at = strstr(at, name.data)) != NULL; at++)
            count++;
        /* For light screens, dark ones, and paper. */
        if (count != 3)
            fail_msg("%s is in the style %u times", name.data, count);
        nf_text_free(&name);
    }
    nf_text_free(&style);
}

/* ---- drawings ---- */

static enum nf_status embed(const char *document, struct nf_text *text)
{
    struct nf_error err = {""};
    const struct nf_svg_words words = {"id", "wide", "a < b", "it's"};
    const char *next = document;
    return nf_svg_embed(text, &next, document + strlen(document), &words, &err);
}

static void a_drawing_keeps_what_shows_and_takes_the_page_s_colours(void **state)
{
    (void)state;
    struct nf_text text = {0};
    assert_int_equal(
        embed("<?xml version=\"1.0\"?>\n<svg \n viewBox=\"0 0 9 8\"\n xmlns=\"x\">\n"
              "<title>Gnuplot</title><defs><path id='a' d='M0,0'/></defs>"
              "<g id=\"c\" color=\"white\" stroke=\"currentColor\">\n</g>\n"
              "<g color=\"black\"><path stroke='rgb(  1,   1,   5)'  d='M1,2 \n\tL3,4  '/>"
              "<use xlink:href='#gpPt6' color='rgb(1,1,2)'/><text><tspan> a&lt;>b </tspan></text>"
              "</g></svg>",
              &text),
        NF_OK);
    assert_string_equal(finish(&text),
                        "<svg id=\"id\" class=\"wide\" role=\"img\" aria-labelledby=\"id-t id-d\" "
                        "viewBox=\"0 0 9 8\"><title id=\"id-t\">a &lt; b</title>"
                        "<desc id=\"id-d\">it&#39;s</desc>\n"
                        "<g><path stroke=\"var(--series-1)\" d=\"M1,2 L3,4\"/>"
                        "<use href=\"#mark-1\" color=\"var(--text)\"/><text>a&lt;>b</text>"
                        "</g></svg>\n");
    nf_text_free(&text);
}

static void what_is_no_drawing_of_ours_is_refused(void **state)
{
    (void)state;
    static const char *const documents[] = {
        "",
        "gnuplot> ",
        "<svg viewBox=\"0 0 1 1\">",
        "<svg><g></g>",
        "<svg",
        "<svg viewBox=\"0 0 1 1></svg>",
        "<svg viewBox=0></svg>",
        "<svg><path stroke=\"rgb(9,9,9)\"/></svg>", /* a colour that would not follow */
        "<svg><use xlink:href='#gpPt1'/></svg>",
    };
    for (size_t i = 0; i < sizeof documents / sizeof *documents; i++) {
        struct nf_text text = {0};
        if (embed(documents[i], &text) != NF_IO)
            fail_msg("taken: %s", documents[i]);
        nf_text_free(&text);
    }
}

/* ---- charts and what becomes of them ---- */

static const struct nf_chart_about about_dots = {
    NF_CHART_DOTS, "dots", "Dots's \"<&>\" % \\n \xc3\xa4", "x's", "y \\ {a}_b", true, false,
    0.5,           "half"};

static void add_dots(struct nf_charts *charts, const char *prefix, double value, double below,
                     double above)
{
    nf_charts_begin(charts, &about_dots);
    nf_charts_series(charts, "");
    for (int i = 0; i < 4; i++) {
        char label[24];
        snprintf(label, sizeof label, "%s%d", prefix, i);
        nf_charts_point(charts, label, NAN, value, value - below, value + above);
    }
}

static void differences_come_with_the_interval_of_square_and_add(void **state)
{
    (void)state;
    struct nf_charts runs[2] = {{0}, {0}}, joined = {0};
    add_dots(&runs[0], "a", 0.5, 0.05, 0.04);
    add_dots(&runs[1], "a", 0.6, 0.03, 0.12);
    assert_int_equal(nf_compare_charts(&joined, runs, 2), 0);
    assert_int_equal(joined.count, 2);
    assert_int_equal(joined.list[0].count, 2);
    const struct nf_chart *const chart = &joined.list[1];
    assert_true(chart->about.differences);
    assert_int_equal(chart->count, 1);
    assert_int_equal(chart->series[0].count, 4);
    const struct nf_chart_point *const point = &chart->series[0].points[3];
    assert_string_equal(point->label, "a3");
    /* Downwards the lower half of the one and the upper half of the other, 3 and 4; upwards 12 and
     * 5. */
    assert_near(point->value, 0.1);
    assert_near(point->low, 0.1 - 0.05);
    assert_near(point->high, 0.1 + 0.13);
    nf_charts_free(&joined);
    nf_charts_free(&runs[0]);
    nf_charts_free(&runs[1]);
}

static void runs_whose_labels_differ_are_not_compared_but_counted(void **state)
{
    (void)state;
    struct nf_charts runs[3] = {{0}, {0}, {0}}, joined = {0};
    add_dots(&runs[0], "a", 0.5, 0.05, 0.04);
    add_dots(&runs[1], "a", 0.6, 0.03, 0.12);
    add_dots(&runs[2], "b", 0.6, 0.03, 0.12);
    assert_int_equal(nf_compare_charts(&joined, runs, 3), 1);
    assert_int_equal(joined.count, 0);
    nf_charts_free(&runs[2]);
    assert_int_equal(nf_compare_charts(&joined, runs, 3), 1);
    for (int i = 0; i < 2; i++)
        nf_charts_free(&runs[i]);
    nf_charts_free(&joined);
}

/* A chart of every kind, with values that are missing, equal, negative, alone. */
static void add_odd_charts(struct nf_charts *charts)
{
    static const double values[][3] = {
        {NAN, 0.5, 0.5}, {0, 0, 0}, {1, 1, 1}, {-1e-9, 1e9, 3}, {1e-12, 2e-12, NAN}};
    for (int kind = NF_CHART_DOTS; kind <= NF_CHART_HEAT; kind++)
        for (size_t v = 0; v < sizeof values / sizeof *values; v++)
            for (int rows = 1; rows <= 7; rows += 2) {
                struct nf_chart_about about = about_dots;
                about.kind = (enum nf_chart_kind)kind;
                about.share = v % 2 == 0;
                about.differences = v == 3;
                about.reference = rows == 1 ? NAN : 0.5;
                nf_charts_begin(charts, &about);
                for (int row = 0; row < rows; row++) {
                    nf_charts_series(charts, row == 0 ? "r'<" : "\"$x `\\");
                    for (int i = 0; i < 3; i++)
                        nf_charts_point(charts, i == 0 ? "it's" : "<&\n\"", i, values[v][i], NAN,
                                        i == 1 ? 7 : NAN);
                }
            }
}

static void gnuplot_draws_whatever_a_chart_holds(void **state)
{
    (void)state;
    struct nf_charts charts = {0};
    struct nf_text script = {0}, drawn = {0}, page = {0};
    struct nf_error err = {""};
    add_odd_charts(&charts);
    assert_false(charts.failed);
    size_t figures = 0;
    for (size_t i = 0; i < charts.count; i++)
        if (nf_figure_drawable(&charts.list[i]))
            nf_figure_plot(&script, &charts.list[i]);
    if (nf_gnuplot_run(&script, &drawn, &err) != NF_OK)
        fail_msg("%s", err.text);
    const char *next = drawn.data;
    for (size_t i = 0; i < charts.count; i++)
        if (nf_figure_drawable(&charts.list[i])) {
            figures++;
            if (nf_figure_put(&page, &charts.list[i], "f", &next, drawn.data + drawn.size, &err) !=
                NF_OK)
                fail_msg("chart %zu: %s", i, err.text);
        }
    assert_true(figures == charts.count);
    /* Every drawing found its place, and no text of a chart became markup. */
    assert_null(memmem(next, (size_t)(drawn.data + drawn.size - next), "<svg", 4));
    finish(&page);
    assert_null(strstr(page.data, "<&"));
    assert_null(strstr(page.data, "r'<"));
    assert_non_null(strstr(page.data, ">it's</text>"));
    assert_non_null(strstr(page.data, ">it&#39;s</th>"));
    assert_non_null(strstr(page.data, "<p>Drawn are the first 6 of 7; the table has all.</p>"));
    nf_charts_free(&charts);
    nf_text_free(&script);
    nf_text_free(&drawn);
    nf_text_free(&page);
}

static void a_chart_without_a_value_is_not_drawn(void **state)
{
    (void)state;
    struct nf_charts charts = {0};
    nf_charts_begin(&charts, &about_dots);
    assert_false(nf_figure_drawable(&charts.list[0]));
    nf_charts_series(&charts, "");
    assert_false(nf_figure_drawable(&charts.list[0]));
    nf_charts_point(&charts, "1", NAN, NAN, NAN, NAN);
    assert_false(nf_figure_drawable(&charts.list[0]));
    nf_charts_point(&charts, "2", NAN, 1, NAN, NAN);
    assert_true(nf_figure_drawable(&charts.list[0]));
    nf_charts_free(&charts);
}

static void colours_of_a_heat_map_reach_all_its_values_around_the_middle(void **state)
{
    (void)state;
    struct nf_charts charts = {0};
    struct nf_chart_about about = about_dots;
    about.kind = NF_CHART_HEAT;
    about.reference = 0.2;
    nf_charts_begin(&charts, &about);
    nf_charts_series(&charts, "1");
    nf_charts_point(&charts, "1", NAN, 0.141, NAN, NAN);
    nf_charts_point(&charts, "2", NAN, 0.225, NAN, NAN);
    const struct nf_heat_scale scale = nf_heat_scale_of(&charts.list[0]);
    assert_near(scale.middle, 0.2);
    assert_near(scale.step, 0.015); /* 0.059 / 4 made round */
    nf_charts_free(&charts);
}

/* More than pipes hold, both ways, and what gnuplot has to say about nonsense. */
static void gnuplot_is_fed_and_read_at_the_same_time(void **state)
{
    (void)state;
    struct nf_text script = {0}, drawn = {0};
    struct nf_error err = {""};
    nf_text_string(&script, "set print '-'\n");
    for (int i = 0; i < 20000; i++)
        nf_text_format(&script, "print 'line %d of twenty thousand'\n", i);
    if (nf_gnuplot_run(&script, &drawn, &err) != NF_OK)
        fail_msg("%s", err.text);
    size_t lines = 0;
    for (size_t i = 0; i < drawn.size; i++)
        lines += drawn.data[i] == '\n';
    assert_int_equal(lines, 20000);
    script.size = 0;
    nf_text_string(&script, "plot nonsense ?\n");
    assert_int_equal(nf_gnuplot_run(&script, &drawn, &err), NF_IO);
    assert_non_null(strstr(err.text, "gnuplot ended with exit code"));
    nf_text_free(&script);
    nf_text_free(&drawn);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_of_any_bytes_is_text_in_html),
        cmocka_unit_test(values_are_percentages_of_shares_and_dashes_where_unknown),
        cmocka_unit_test(every_ink_has_a_colour_in_light_and_in_dark),
        cmocka_unit_test(a_drawing_keeps_what_shows_and_takes_the_page_s_colours),
        cmocka_unit_test(what_is_no_drawing_of_ours_is_refused),
        cmocka_unit_test(differences_come_with_the_interval_of_square_and_add),
        cmocka_unit_test(runs_whose_labels_differ_are_not_compared_but_counted),
        cmocka_unit_test(gnuplot_draws_whatever_a_chart_holds),
        cmocka_unit_test(a_chart_without_a_value_is_not_drawn),
        cmocka_unit_test(colours_of_a_heat_map_reach_all_its_values_around_the_middle),
        cmocka_unit_test(gnuplot_is_fed_and_read_at_the_same_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
