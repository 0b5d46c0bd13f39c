/* Regular expressions of forms: the longest match, as the C library's own finds it. */
#include "judge/forms/regex.h"

#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The length of the longest match at the beginning; -1: none. */
static ptrdiff_t longest(const char *pattern, const char *text)
{
    size_t wrong;
    const char *expected;
    uint64_t steps = 0;
    struct form_regex *const regex =
        nf_form_regex_parse(pattern, strlen(pattern), &wrong, &expected);
    if (regex == NULL)
        fail_msg("%s at %zu: expected %s", pattern, wrong, expected);
    struct form_matcher *const matcher = nf_form_matcher_new(regex);
    assert_non_null(matcher);
    const ptrdiff_t length =
        nf_form_matcher_longest(matcher, text, strlen(text), &steps, UINT64_MAX);
    assert_int_equal(nf_form_matcher_longest(matcher, text, strlen(text), &steps, UINT64_MAX),
                     length);
    nf_form_matcher_free(matcher);
    nf_form_regex_free(regex);
    return length;
}

TEST(the_longest_text_matches)
{
    assert_int_equal(longest("a|ab", "ab"), 2);
    assert_int_equal(longest("(a|ab)(c|bcd)", "abcd"), 4);
    assert_int_equal(longest("[^\n]*", "ab c\nd"), 4);
    assert_int_equal(longest(".*", "ab\nc"), 4);
    assert_int_equal(longest("a{2,3}", "aaaa"), 3);
    assert_int_equal(longest("a{2,}", "a"), -1);
    assert_int_equal(longest("", "a"), 0);
    assert_int_equal(longest("(|a)b", "b"), 1);
    assert_int_equal(longest("[]a]+", "a]b"), 2);
    assert_int_equal(longest("[a-]+", "a-b"), 2);
    assert_int_equal(longest("[\\d]+", "\\d1"), 2); /* a backslash in brackets is one */
    assert_int_equal(longest("\\({1,5}\\.{1,5}", "((.."), 4);
    assert_int_equal(longest("[[:upper:][:digit:]_]+", "A1_b"), 3);
    assert_int_equal(longest("a]}", "a]}"), 3);
    assert_int_equal(longest("^a", "a"), 1);
    assert_int_equal(longest("((a*)*)*b", "aaab"), 4);
}

TEST(more_states_than_are_kept_are_no_trouble)
{
    char text[20001];
    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    assert_int_equal(longest("a{1,15000}", text), 15000);
    assert_int_equal(longest("(a|b){20000}", text), 20000);
    assert_int_equal(longest("(a|b){20001}", text), -1);
}

/* Appends a random expression over a and b. `copied`: how many groups around it the C library makes
 * copies of. With three within each other some take it minutes. */
static void invent(char *to, size_t size, int depth, int copied)
{
    enum { REPEATS = 9, COPYING = 5, MOST_COPIED = 2 };
    static const char *const atoms[] = {"a", "b", "[ab]", "[^a]", ".", "ab"};
    static const char *const repeats[REPEATS] = {"",  "",    "",      "*",    "?",
                                                 "+", "{2}", "{1,3}", "{0,2}"};
    const size_t used = strlen(to);
    const int kind = rand() % 6;
    if (depth == 0 || kind < 2) {
        snprintf(to + used, size - used, "%s%s", atoms[rand() % 4], repeats[rand() % REPEATS]);
        return;
    }
    if (kind < 4) {
        invent(to, size, depth - 1, copied);
        invent(to, size, depth - 1, copied);
        return;
    }
    const int repeat = rand() % (copied < MOST_COPIED ? REPEATS : COPYING);
    copied += repeat >= COPYING;
    snprintf(to + used, size - used, "(");
    invent(to, size, depth - 1, copied);
    if (kind == 4)
        snprintf(to + strlen(to), size - strlen(to), "|");
    if (kind == 4)
        invent(to, size, depth - 1, copied);
    snprintf(to + strlen(to), size - strlen(to), ")%s", repeats[repeat]);
}

TEST(it_matches_as_the_c_library_does)
{
    srand((unsigned)nf_test_seed());
    for (int i = 0; i < 3000; i++) {
        char pattern[600] = "", anchored[620], text[16];
        regex_t compiled;
        regmatch_t match;
        invent(pattern, sizeof pattern, 3, 0);
        snprintf(anchored, sizeof anchored, "^(%s)", pattern);
        if (strlen(pattern) > 120)
            continue;
        assert_int_equal(regcomp(&compiled, anchored, REG_EXTENDED), 0);
        for (int k = 0; k < 5; k++) {
            const int length = rand() % 12;
            for (int c = 0; c < length; c++)
                text[c] = "aab"[rand() % 3];
            text[length] = '\0';
            const ptrdiff_t wanted = regexec(&compiled, text, 1, &match, 0) == 0 ? match.rm_eo : -1;
            if (longest(pattern, text) != wanted)
                fail_msg("%s on %s: %td, not %td", pattern, text, longest(pattern, text), wanted);
        }
        regfree(&compiled);
    }
}
