/* Smaller cases: the smallest that still fails, found on the record of any text the form reads. */
#include "judge/forms/form.h"

#include "tests/unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A wrong program: whether it fails on a case. */
struct wrong {
    bool (*fails)(const char *text);
    int trials, most;
};

static enum nf_form_trial try_case(void *owner, const struct nf_text *candidate)
{
    struct wrong *const wrong = owner;
    FREED_BY(nf_test_free) char *const text = strndup(candidate->data, candidate->size);
    if (wrong->most > 0 && wrong->trials >= wrong->most)
        return NF_FORM_STOP;
    wrong->trials++;
    return wrong->fails(text) ? NF_FORM_FAILS : NF_FORM_PASSES;
}

static void shrink(const char *form, const char *text, struct wrong *wrong, char smallest[2000])
{
    const struct nf_input source = {.name = "p.ctd", .data = form, .size = strlen(form)};
    const struct nf_form_trier trier = {.try = try_case, .owner = wrong};
    FREED_BY(nf_text_free) struct nf_text from = {0}, found = {0};
    struct nf_form_spec *parsed;
    assert_ok(nf_form_parse, &parsed, &source, NULL);
    struct nf_form_machine *const machine = nf_form_machine_new(parsed);
    nf_text_string(&from, text);
    assert_ok(nf_form_shrink, machine, &from, &trier, &found);
    const struct nf_input input = nf_text_input(&found, "case.in");
    assert_ok(nf_form_check, machine, &input);
    snprintf(smallest, 2000, "%s", nf_text_terminated(&found));
    nf_form_machine_free(machine);
    nf_form_free(parsed);
}

/* To `wanted`, in at most so many trials: each of them runs a program and its reference. */
static void assert_shrinks(const char *form, const char *text, bool (*fails)(const char *),
                           const char *wanted, int trials)
{
    char smallest[2000];
    struct wrong wrong = {.fails = fails};
    shrink(form, text, &wrong, smallest);
    if (strcmp(smallest, wanted) != 0)
        fail_msg("found\n%snot\n%s", smallest, wanted);
    assert_in_range(wrong.trials, 1, trials);
}

static const char list[] = "INT(1,100,n) NEWLINE REPI(i,n,SPACE) INT(-100,100,a[i]) END NEWLINE";

/* Fails where a number above 10 stands somewhere before one below -3. */
static bool order_matters(const char *text)
{
    char *end;
    long count = strtol(text, &end, 10);
    bool high = false;
    for (; count > 0; count--) {
        const long value = strtol(end, &end, 10);
        if (high && value < -3)
            return true;
        high |= value > 10;
    }
    return false;
}

TEST(a_list_loses_what_does_not_matter_and_its_numbers_come_near_0)
{
    assert_shrinks(list, "9\n3 -7 99 5 12 -50 44 -9 0\n", order_matters, "2\n11 -4\n", 60);
}

/* Fails by its size, as where an array is too small. */
static bool is_long(const char *text)
{
    return strtol(text, NULL, 10) > 640;
}

TEST(a_large_case_that_fails_by_its_size_takes_few_trials)
{
    enum { NUMBERS = 1000, LEAST = 641 };
    FREED_BY(nf_text_free) struct nf_text text = {0}, wanted = {0};
    nf_text_format(&text, "%d\n%d", NUMBERS, 99);
    nf_text_format(&wanted, "%d\n0", LEAST);
    for (int i = 1; i < NUMBERS; i++)
        nf_text_format(&text, " %d", i % 100);
    for (int i = 1; i < LEAST; i++)
        nf_text_string(&wanted, " 0");
    nf_text_string(&text, "\n");
    nf_text_string(&wanted, "\n");
    assert_shrinks("INT(1,1000,n) NEWLINE REPI(i,n,SPACE) INT(-100,100,a[i]) END NEWLINE",
                   nf_text_terminated(&text), is_long, nf_text_terminated(&wanted), 40);
}

/* Fails where its two lists are equally long. */
static bool is_as_long(const char *text)
{
    char *end;
    return strtol(text, &end, 10) == strtol(end, NULL, 10);
}

TEST(a_large_case_loses_half_of_all_its_lists_at_once)
{
    enum { NUMBERS = 1000, FEW = 200 };
    FREED_BY(nf_text_free) struct nf_text text = {0};
    struct wrong wrong = {.fails = is_as_long};
    char smallest[2000];
    nf_text_format(&text, "%d %d\n", NUMBERS, NUMBERS);
    for (int i = 0; i < 2 * NUMBERS; i++)
        nf_text_format(&text, "%d%c", i % 100, i % NUMBERS == NUMBERS - 1 ? '\n' : ' ');
    shrink("INT(1,1000,n) SPACE INT(1,1000,q) NEWLINE REPI(i,n,SPACE) INT(0,100,a[i]) END NEWLINE "
           "REPI(i,q,SPACE) INT(0,100,b[i]) END NEWLINE",
           nf_text_terminated(&text), &wrong, smallest);
    assert_in_range(strtol(smallest, NULL, 10), 1, FEW);
}

/* Fails where two words have the same sum of letters, but not the same letters. */
static bool sums_equal(const char *text)
{
    int sums[2] = {0}, counts[26] = {0};
    bool same = true;
    for (int word = 0; *text != '\n'; text++) {
        word += *text == ' ';
        sums[word] += *text == ' ' ? 0 : *text;
        if (*text != ' ')
            counts[*text - 'a'] += word == 0 ? 1 : -1;
    }
    for (int i = 0; i < 26; i++)
        same &= counts[i] == 0;
    return sums[0] == sums[1] && !same;
}

TEST(two_words_that_fail_by_what_they_have_in_common_become_smaller_together)
{
    assert_shrinks("REGEX(\"[a-z]{1,1000}\",a) SPACE REGEX(\"[a-z]{1,1000}\",b) NEWLINE",
                   "abdxlkz aceyklx\n", sums_equal, "ac bb\n", 200);
}

/* Fails where two values are equal modulo 2^16, but not equal. */
static bool equal_modulo(const char *text)
{
    char *end;
    long values[100] = {0};
    const long n = strtol(text, &end, 10);
    for (long i = 0; i < n; i++) {
        values[i] = strtol(end, &end, 10);
        for (long k = 0; k < i; k++)
            if (values[k] != values[i] && (values[k] - values[i]) % 65536 == 0)
                return true;
    }
    return false;
}

TEST(two_numbers_that_fail_by_their_difference_become_smaller_together)
{
    assert_shrinks("INT(1,50,n) NEWLINE REPI(i,n,SPACE) INT(0,1000000000,a[i]) END NEWLINE",
                   "3\n7 999999999 505661951\n", equal_modulo, "2\n0 65536\n", 130);
}

/* Fails on half of all pairs of large numbers: where an odd product needs more than 53 bits. */
static bool large_and_odd(const char *text)
{
    char *end;
    const long n = strtol(text, &end, 10);
    const long a = strtol(end, &end, 10), b = n > 1 ? strtol(end, &end, 10) : 0;
    return (a & b & 1) != 0 && labs(a * b) >> 53 != 0;
}

TEST(numbers_of_which_one_in_two_fails_are_not_lowered_for_ever)
{
    assert_shrinks("INT(1,50,n) NEWLINE REPI(i,n,SPACE) INT(-1000000000,1000000000,a[i]) END "
                   "NEWLINE",
                   "3\n999999999 -123456789 7\n", large_and_odd, "2\n166223055 -54194399\n", 400);
}

/* Fails where an S is beside a T, in a grid of two columns or of three rows. */
static bool beside(const char *text)
{
    int h = 0, w = 0, from = 0;
    sscanf(text, "%d %d\n%n", &h, &w, &from);
    const char *const s = strchr(text + from, 'S'), *const t = strchr(text + from, 'T');
    return (w == 2 || h == 3) && (s - t == 1 || t - s == 1 || s - t == w + 1 || t - s == w + 1);
}

TEST(a_smaller_case_that_is_no_part_of_the_first_is_found)
{
    assert_shrinks("INT(1,60,h) SPACE INT(1,60,w) NEWLINE ASSERT(h * w > 1) SET(s = 0, t = 0) "
                   "REP(h) REP(w) REGEX(\"[.#ST]\",c) IF(c == \"S\") SET(s = s + 1) END "
                   "IF(c == \"T\") SET(t = t + 1) END END NEWLINE END ASSERT(s == 1 && t == 1)",
                   "3 1\n#\nT\nS\n", beside, "1 2\nST\n", 5);
}

/* Fails where three values are equal. */
static bool three_equal(const char *text)
{
    char *end;
    int count[201] = {0};
    for (long n = strtol(text, &end, 10); n > 0; n--)
        if (++count[strtol(end, &end, 10) + 100] == 3)
            return true;
    return false;
}

TEST(equal_values_stay_equal)
{
    assert_shrinks(list, "8\n7 1 7 2 3 7 4 5\n", three_equal, "3\n0 0 0\n", 35);
}

static const char tree[] = "INT(2,50,n) NEWLINE REPI(i,n-1,NEWLINE) INT(1,i+1,p[i]) END NEWLINE";

/* Fails where a path goes down three edges: depth of a node 3. */
static bool deep(const char *text)
{
    char *end;
    int depth[60] = {0};
    const long n = strtol(text, &end, 10);
    for (long i = 2; i <= n; i++) {
        depth[i] = depth[strtol(end, &end, 10)] + 1;
        if (depth[i] == 3)
            return true;
    }
    return false;
}

TEST(nodes_of_a_tree_are_renumbered)
{
    assert_shrinks(tree, "9\n1\n1\n2\n1\n4\n5\n6\n3\n", deep, "4\n1\n2\n3\n", 12);
}

static const char graph[] =
    "INT(1,30,n) SPACE INT(0,60,m) NEWLINE REPI(i,m) INT(1,n,u[i]) SPACE INT(1,n,v[i]) NEWLINE "
    "ASSERT(u[i] != v[i]) END";

/* Fails on a cycle of two edges, there and back. */
static bool there_and_back(const char *text)
{
    char *end;
    bool edge[40][40] = {{false}};
    strtol(text, &end, 10);
    for (long m = strtol(end, &end, 10); m > 0; m--) {
        const long u = strtol(end, &end, 10), v = strtol(end, &end, 10);
        edge[u][v] = true;
        if (edge[v][u])
            return true;
    }
    return false;
}

TEST(a_graph_loses_its_nodes_with_their_labels)
{
    assert_shrinks(graph, "20 5\n3 4\n17 9\n5 6\n9 17\n1 2\n", there_and_back, "2 2\n2 1\n1 2\n",
                   26);
}

static bool has_ab(const char *text)
{
    return strstr(text, "ab") != NULL;
}

TEST(texts_get_shorter_and_their_letters_lower)
{
    assert_shrinks("REGEX(\"[a-z]{1,50}\",s) SPACE REGEX(\"[a-z]{3,9}\") NEWLINE",
                   "xyabzzq hello\n", has_ab, "ab aaa\n", 36);
}

static bool two_lines_of_two(const char *text)
{
    int lines = 0;
    for (const char *line = text; line != NULL && *line != '\0';) {
        lines += strchr(line, ' ') != NULL && strchr(line, ' ') < strchr(line, '\n');
        line = strchr(line, '\n') + 1;
    }
    return lines >= 2;
}

TEST(loops_that_end_where_the_input_says_get_shorter)
{
    assert_shrinks("WHILE(!ISEOF) INT(0,9) WHILE(!MATCH(\"\\n\")) SPACE INT(0,9) END NEWLINE END",
                   "1\n2 3 4\n5\n6 7\n8\n", two_lines_of_two, "0 0\n0 0\n", 36);
}

static bool always(const char *text)
{
    (void)text;
    return true;
}

TEST(what_always_fails_becomes_the_smallest_there_is)
{
    assert_shrinks(list, "3\n5 6 7\n", always, "1\n0\n", 1);
    assert_shrinks(tree, "5\n1\n2\n3\n4\n", always, "2\n1\n", 1);
    assert_shrinks("FLOATP(-5,5,1,4) NEWLINE", "3.1415\n", always, "0.0\n", 4);
}

static bool never(const char *text)
{
    (void)text;
    return false;
}

TEST(a_case_of_which_nothing_smaller_fails_stays_as_it_is)
{
    assert_shrinks(list, "3\n5 6 7\n", never, "3\n5 6 7\n", 50);
}

TEST(a_trier_stops_the_search)
{
    char smallest[2000];
    struct wrong wrong = {.fails = never, .most = 5};
    shrink(list, "3\n5 6 7\n", &wrong, smallest);
    assert_int_equal(wrong.trials, 5);
    assert_string_equal(smallest, "3\n5 6 7\n");
}

TEST(words_are_counted_also_where_tabs_part_them)
{
    assert_shrinks("INT(0,1,k) IF(k == 0) STRING(\"\\ta\\tb\") ELSE STRING(\"aaaaaaaa\") END "
                   "NEWLINE INT(0,9) NEWLINE",
                   "1aaaaaaaa\n7\n", always, "1aaaaaaaa\n0\n", 9);
}
