/* The page of a failing case: both outputs side by side, and the case. */
/* valgrind: quick enough to be run under it as well */
#include "judge/compare.h"
#include "judge/story/story.h"
#include "tests/unit/said.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <string.h>

static struct nf_text page;
static uint64_t free_words;

/* Makes the page of an output that is refused by `difference`, and holds that `part` is on it. */
static void shows_difference(const char *instance, const struct nf_text *right, const char *found,
                             const struct nf_difference *difference, const char *part)
{
    struct nf_text none = {0};
    const struct nf_case_page shown = {.title = "p.ctd",
                                       .size = &none,
                                       .instance = {"", instance, strlen(instance)},
                                       .free_words = free_words,
                                       .expected = nf_text_input(right, ""),
                                       .found = {"", found, strlen(found)},
                                       .difference = difference,
                                       .verdict = "WA",
                                       .remarks = &none,
                                       .again = "ninefold fuzz"};
    page.size = 0;
    nf_html_case(&page, &shown);
    assert_false(page.failed);
    if (strstr(nf_text_terminated(&page), part) == NULL)
        fail_msg("not on the page: %s\n%s", part, nf_text_terminated(&page));
}

/* Makes the page of an output, and holds that `part` is on it. */
static void shows(const char *instance, const char *expected, const char *found, const char *part)
{
    struct nf_text right = {0};
    struct nf_difference difference = {0};
    const struct nf_input output = {"", found, strlen(found)};
    nf_text_string(&right, expected);
    assert_ok(nf_compare_plainly, &right, &output, NULL, &difference);
    shows_difference(instance, &right, found, &difference, part);
    nf_text_free(&difference.why);
    nf_text_free(&right);
}

static const char *text(void)
{
    return nf_text_terminated(&page);
}

TEST(the_word_that_differs_first_is_marked_on_both_sides)
{
    shows("1\n", "a\nb 12 c\nd\n", "a\nb 17 c\n",
          "<tr><th scope=\"row\">1</th><td><code>a</code></td><td><code>a</code></td></tr>\n"
          "<tr class=\"now\"><th scope=\"row\">2</th><td><code>b <mark>12</mark> c</code></td>"
          "<td><code>b <mark>17</mark> c</code></td></tr>\n"
          "<tr><th scope=\"row\">3</th><td><code>d</code></td><td></td></tr>\n</tbody>");
    /* Once split by a blank, and in a text of one line without its end. */
    shows("1\n", "12 3", "1 2 3", "<code><mark>12</mark> 3</code>");
    assert_non_null(strstr(text(), "<code>1 <mark>2</mark> 3</code>"));
}

TEST(what_is_missing_is_marked_where_it_should_be)
{
    shows("1\n", "1 2\n3\n", "1\n3\n",
          "<td><code>1 <mark>2</mark></code></td><td><code>1<mark></mark></code></td>");
    shows("1\n", "1\n2\n", "1\n",
          "<td><code><mark>2</mark></code></td><td><mark>nothing more</mark></td>");
    shows("1\n", "1\n", "1\n2\n",
          "<td><mark>nothing more</mark></td><td><code><mark>2</mark></code></td>");
    shows("1\n", "7\n", "",
          "<td><code><mark>7</mark></code></td><td><mark>nothing more</mark></td>");
}

TEST(lines_that_differ_first_stand_in_one_row_and_few_lines_above_them)
{
    char expected[8 * 400] = "", found[8 * 400] = "\n\n";
    for (int i = 1; i < 400; i++) {
        snprintf(expected + strlen(expected), 16, "%d\n", i);
        snprintf(found + strlen(found), 16, "%d\n", i < 100 ? i : -i);
    }
    shows("1\n", expected, found,
          "<tr class=\"now\"><th scope=\"row\">102</th><td><code><mark>100</mark></code></td>"
          "<td><code><mark>-100</mark></code></td></tr>\n");
    assert_null(strstr(text(), "<code>91</code>"));
    assert_non_null(strstr(text(), "</tr>\n<tr><th scope=\"row\">94</th><td><code>92</code>"));
    assert_non_null(strstr(text(), "<code>300</code>"));
    assert_null(strstr(text(), "<code>301</code>"));
}

TEST(of_a_long_line_what_is_around_the_difference_is_shown)
{
    char expected[3000], found[3000];
    for (int i = 0; i < 2999; i++)
        expected[i] = i % 2 == 0 ? 'x' : ' ';
    expected[2999] = '\0';
    memcpy(found, expected, sizeof found);
    found[1500] = 'y';
    shows("1\n", expected, found, " x <mark>y</mark> x ");
    assert_non_null(strstr(text(), "… <code>x x"));
    assert_true(page.size < 20000 + strlen(expected));
}

TEST(what_a_checker_says_is_shown_line_by_line_and_never_as_rows)
{
    struct nf_text right = {0};
    struct nf_difference difference = {.line = 1, .kind = "checker"};
    nf_text_string(&right, "none\n");
    nf_text_string(&difference.why, "the checker refuses the output:\n  no divisor of 2\n");
    shows_difference("2\n", &right, "2\n", &difference,
                     "<pre>\nthe checker refuses the output:\n  no divisor of 2\n</pre>");
    assert_non_null(strstr(text(), "<th scope=\"col\">the reference</th>"));
    nf_text_free(&difference.why);
    nf_text_free(&right);
}

TEST(words_that_may_be_any_are_grey)
{
    free_words = 0x6;
    shows("3 <\n7  8\n", "1\n", "2\n",
          "<pre id=\"case\">\n3 <span class=\"any\">&lt;</span>\n<span class=\"any\">7</span>  8\n"
          "</pre>");
    free_words = 0;
    shows("3\n", "1\n", "2\n", "<pre id=\"case\">\n3\n</pre>");
    assert_null(strstr(text(), "grey word"));
}

static int free_page(void **unused)
{
    (void)unused;
    nf_text_free(&page);
    return 0;
}

int main(void)
{
    return nf_run_tests(NULL, free_page);
}
