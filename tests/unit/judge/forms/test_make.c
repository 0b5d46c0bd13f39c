/* Cases made from forms: each feature of the language that problems use, valid every time, and the
 * same again. */
#include "judge/forms/maker.h"

#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct nf_form_machine *machine;
static struct nf_form_spec *parsed;

static void open_form(const char *form)
{
    const struct nf_input source = {.name = "p.ctd", .data = form, .size = strlen(form)};
    assert_ok(nf_form_parse, &parsed, &source, NULL);
    machine = nf_form_machine_new(parsed);
    assert_non_null(machine);
}

static void close_form(void)
{
    nf_form_machine_free(machine);
    nf_form_free(parsed);
}

/* Makes every `step`-th case of the plan; each is valid. Returns how many bytes the largest has. */
static size_t make_cases(const char *form, uint64_t step)
{
    const uint64_t seed = nf_test_seed();
    size_t largest = 0;
    open_form(form);
    for (uint64_t i = 0; i < NF_FORM_PLAN; i += step) {
        FREED_BY(nf_text_free) struct nf_text text = {0};
        struct nf_error err;
        const enum nf_status status = nf_form_make(machine, seed, i, &text, &err);
        if (status != NF_OK)
            fail_msg("case %d of seed %llu: %s", (int)i, (unsigned long long)seed, err.text);
        const struct nf_input made = nf_text_input(&text, "case.in");
        assert_ok(nf_form_check, machine, &made);
        largest = text.size > largest ? text.size : largest;
    }
    close_form();
    return largest;
}

TEST(the_last_case_of_the_plan_has_the_largest_sizes)
{
    FREED_BY(nf_text_free) struct nf_text text = {0};
    open_form(
        "INT(3,3,t) NEWLINE REP(t) INT(1,50,n) NEWLINE REP(n,SPACE) INT(1,9) END NEWLINE END");
    assert_ok(nf_form_make, machine, nf_test_seed(), NF_FORM_PLAN - 1, &text);
    assert_int_equal(text.size, strlen("3\n") + 3 * (strlen("50\n") + 2 * 50));
    close_form();
}

TEST(graphs_without_double_edges)
{
    make_cases("INT(1,100,n) SPACE INT(0,200,m) NEWLINE ASSERT(m <= n*(n-1)/2) "
               "REPI(i,m) INT(1,n,u[i]) SPACE INT(1,n,v[i]) NEWLINE ASSERT(u[i] < v[i]) END "
               "IF(m > 0) ASSERT(UNIQUE(u,v)) END",
               3);
}

TEST(no_value_more_often_than_a_loop_that_counts_it_allows)
{
#define COUNTED                                                                                    \
    "SET(same = 0) REPI(j,i) IF(t[j] == t[i]) SET(same = same + 1) END END ASSERT(same < 4) END "  \
    "NEWLINE"
    /* Exactly four of each. */
    make_cases("REPI(i,148,SPACE) INT(1,37,t[i]) " COUNTED, 97);
    make_cases("REPI(i,64,SPACE) REGEX(\"A|B|C|D|E|F|G|H|I|J|K|L|M|N|O|P\",t[i]) " COUNTED, 97);
#undef COUNTED
}

TEST(trees_by_parents_and_values_in_order)
{
    make_cases("INT(2,500,n) NEWLINE REPI(i,n-1,SPACE) INT(1,i+1,p[i]) END NEWLINE "
               "REPI(i,n,SPACE) INT(0,10^9,a[i]) IF(i>0) ASSERT(a[i] >= a[i-1]) END END NEWLINE",
               7);
}

TEST(permutations_also_large_ones)
{
    assert_true(make_cases("INT(1,20000,n) NEWLINE REPI(i,n,SPACE) INT(1,n,p[i]) END NEWLINE "
                           "ASSERT(UNIQUE(p))",
                           19) > 100000);
}

TEST(several_tests_whose_sizes_have_a_bounded_sum)
{
    make_cases("INT(1,100,t) NEWLINE SET(sum=0) REP(t) INT(1,2000,n) NEWLINE SET(sum=sum+n) "
               "ASSERT(sum <= 2000) REP(n,SPACE) INT(-5,5) END NEWLINE END",
               7);
}

/* What the last case of the plan begins with. */
static void assert_last_case_begins(const char *form, const char *expected)
{
    FREED_BY(nf_text_free) struct nf_text text = {0};
    open_form(form);
    assert_ok(nf_form_make, machine, nf_test_seed(), NF_FORM_PLAN - 1, &text);
    assert_memory_equal(nf_text_terminated(&text), expected, strlen(expected));
    close_form();
}

TEST(as_many_values_in_strict_order_are_made_as_a_form_allows)
{
    assert_last_case_begins("INT(1,200000,n) NEWLINE REPI(i,n,SPACE) INT(1,1000000000,a[i]) "
                            "IF(i > 0) ASSERT(a[i] > a[i-1]) END END NEWLINE",
                            "200000\n");
    assert_last_case_begins("INT(1,1000,n) NEWLINE REPI(i,n,SPACE) INT(1,1000000000,a[i]) "
                            "IF(i > 0) ASSERT(a[i-1] > a[i]) END END NEWLINE",
                            "1000\n");
}

TEST(a_value_that_others_determine_is_met_at_once)
{
    assert_last_case_begins("INT(1,1000,n) NEWLINE REP(n,SPACE) INT(1,9) END NEWLINE "
                            "INT(1,1000000000,b) ASSERT(b == 3 * n + 7) NEWLINE",
                            "1000\n");
}

TEST(a_limit_that_depends_on_the_value_itself_is_met)
{
    make_cases("REP(3,SPACE) INT(-1000,1000,x) ASSERT(x >= 2*x - 50) ASSERT(x < 60) END NEWLINE",
               9);
    make_cases("INT(1,9,n) NEWLINE REPI(i,n,SPACE) INT(1,1000,x) SET(s = 2 * x) "
               "ASSERT(x <= 700 - s) ASSERT(s > 5) END NEWLINE",
               9);
}

TEST(grids_with_one_start_and_one_goal)
{
    make_cases("INT(2,9,n) SPACE INT(2,9,m) NEWLINE SET(s=0,g=0) REPI(i,n) REPI(j,m) "
               "REGEX(\"[.#SG]\",c[i,j]) IF(c[i,j]==\"S\") SET(s=s+1) END "
               "IF(c[i,j]==\"G\") SET(g=g+1) END END NEWLINE END ASSERT(s==1 && g==1)",
               9);
}

TEST(words_and_commands)
{
    make_cases("INT(1,50,n) NEWLINE REPI(i,n) REGEX(\"[a-z]{1,10}\",w[i]) NEWLINE END "
               "ASSERT(UNIQUE(w)) INT(1,90,q) NEWLINE REP(q) "
               "IF(MATCH(\"+\")) STRING(\"+ \") INT(1,99) NEWLINE ELSE "
               "IF(MATCH(\"-\")) STRING(\"- \") INT(-5,5) NEWLINE ELSE STRING(\"?\") NEWLINE END "
               "END END",
               3);
}

enum { SMALL = 250, LARGER = 964 };

/* How many cases from `first` to before `end` `holds` of. */
static int count_cases(const char *form, uint64_t first, uint64_t end,
                       bool (*holds)(const struct nf_text *text))
{
    const uint64_t seed = nf_test_seed();
    int count = 0;
    open_form(form);
    for (uint64_t i = first; i < end; i++) {
        FREED_BY(nf_text_free) struct nf_text text = {0};
        assert_ok(nf_form_make, machine, seed, i, &text);
        count += holds(&text);
    }
    close_form();
    return count;
}

/* Brackets of two kinds whose numbers agree everywhere, of at least four. */
static bool is_balanced(const struct nf_text *text)
{
    int open[2] = {0, 0};
    for (size_t i = 0; i + 1 < text->size; i++) {
        const char byte = text->data[i];
        open[byte == '[' || byte == ']'] += byte == '(' || byte == '[' ? 1 : -1;
        if (open[0] < 0 || open[1] < 0)
            return false;
    }
    return open[0] == 0 && open[1] == 0 && text->size > 4;
}

/* Two words of the same length and the same sum of letters, of at least three. */
static bool is_related(const struct nf_text *text)
{
    const char *const blank = memchr(text->data, ' ', text->size);
    const size_t length = (size_t)(blank - text->data);
    int difference = 0;
    for (size_t i = 0; i < length && 2 * length + 2 == text->size; i++)
        difference += text->data[i] - blank[1 + i];
    return length >= 3 && 2 * length + 2 == text->size && difference == 0;
}

/* By chance it would be one in a hundred brackets, and one in a thousand pairs of words. */
TEST(words_are_nested_and_like_the_one_before_more_often_than_chance_has_it)
{
    assert_true(count_cases("REGEX(\"(\\(|\\)|\\[|\\]){1,2000}\") NEWLINE", SMALL, LARGER,
                            is_balanced) > 20);
    assert_true(count_cases("REGEX(\"[a-z]{1,99}\") SPACE REGEX(\"[a-z]{1,99}\") NEWLINE", SMALL,
                            LARGER, is_related) > 20);
}

/* Three asked for in a row that are different. */
static bool is_list(const struct nf_text *text)
{
    char asked[3][16] = {"", "", ""};
    bool numbered = false; /* the number of names, then that of those asked for */
    int since = -1;
    for (size_t at = 0; at < text->size; at++) {
        const char *const end = memchr(text->data + at, '\n', text->size - at);
        const size_t length = (size_t)(end - (text->data + at));
        const bool number = text->data[at] <= '9';
        since = number && numbered ? 0 : since < 0 ? since : since + 1;
        numbered |= number;
        if (since > 0 && since <= 3)
            snprintf(asked[since - 1], sizeof asked[0], "%.*s", (int)length, text->data + at);
        at += length;
    }
    return since >= 3 && strcmp(asked[0], asked[1]) != 0 && strcmp(asked[1], asked[2]) != 0 &&
           strcmp(asked[0], asked[2]) != 0;
}

TEST(what_has_to_be_in_an_array_is_any_of_it)
{
    assert_true(
        count_cases("INT(1,30,n) NEWLINE REPI(i,n) REGEX(\"[a-z]{9,11}\",name[i]) NEWLINE END "
                    "ASSERT(UNIQUE(name)) INT(1,30,q) NEWLINE REP(q) "
                    "REGEX(\"[a-z]{9,11}\",asked) ASSERT(INARRAY(asked,name)) NEWLINE END",
                    SMALL, LARGER, is_list) > 100);
}

/* A value that was looked at before another one was chosen is not in the array. */
TEST(what_must_not_be_in_an_array_is_not_in_it_though_others_were_tried)
{
    make_cases("INT(1,9,x) SPACE REPI(i,5,SPACE) INT(1,9,a[i]) ASSERT(!INARRAY(x,a)) "
               "ASSERT(a[i] > 3) END NEWLINE",
               7);
    make_cases("INT(1,9,x) SPACE REP(5,SPACE) INT(1,9,a[0]) ASSERT(!INARRAY(x,a)) "
               "ASSERT(a[0] > 3) END NEWLINE",
               7);
}

static bool is_large(const struct nf_text *text)
{
    return text->size > strlen("1000000\n");
}

/* One in twenty numbers is a prime. */
TEST(the_first_choice_is_drawn_again_until_a_rare_condition_holds)
{
    const char *const prime = "INT(2,1000000000,p) NEWLINE SET(d=2) WHILE(d*d <= p) "
                              "ASSERT(p % d != 0) SET(d=d+1) END";
    assert_true(count_cases(prime, SMALL, LARGER, is_large) > 200);
    /* What bounds another value need not be a size. */
    assert_true(count_cases("INT(2,1000000000,p) SPACE INT(1,p-1,a) NEWLINE", SMALL, LARGER,
                            is_large) > 15);
}

TEST(inputs_that_end_where_they_end)
{
    make_cases("WHILE(!ISEOF) INT(1,100) WHILE(!MATCH(\"\\n\")) SPACE INT(1,100) END NEWLINE END",
               27);
}

TEST(numbers_that_nothing_parts_are_made_so_that_they_can_be_read)
{
    make_cases("INT(1,20,a) IF(a!=7) SPACE END INT(0,9)", 27);
}

TEST(numbers_with_decimals)
{
    make_cases("FLOAT(-1,1,x) SPACE FLOATP(0,100,2,4,y) SPACE FLOAT(1,9,z,SCIENTIFIC) NEWLINE", 9);
}

TEST(conditions_that_few_values_meet)
{
    make_cases(
        "INT(1,1000,d) SPACE INT(0,10^18,x) NEWLINE ASSERT(d % 7 == 3 && x <= 10^9*d && x > d/2) "
        "INT(0,50,a) SPACE INT(0,50,b) SPACE INT(0,100,c) NEWLINE ASSERT(a + b == c)",
        3);
}

TEST(what_random_numbers_do_not_meet_one_of_the_smallest_cases_does)
{
    make_cases("WHILEI(i,!MATCH(\"\\n\"),SPACE) INT(0,1) END NEWLINE ASSERT(i==2)", 90);
    make_cases("INT(1,20,n) NEWLINE REPI(i,n,SPACE) INT(0,9,a[i]) END NEWLINE "
               "REPI(i,n,SPACE) INT(0,9,b[i]) END NEWLINE REPI(i,10) SET(c[i]=0) END "
               "REPI(i,n) SET(c[a[i]]=c[a[i]]+1) SET(c[b[i]]=c[b[i]]-1) END "
               "REPI(i,10) ASSERT(c[i]==0) END",
               90);
}

TEST(a_case_is_the_same_from_a_new_machine_and_in_any_order)
{
    static const uint64_t indices[] = {700, 3, 249, 990, 0, 400};
    const uint64_t seed = nf_test_seed();
    const char *const form = "INT(1,60,n) NEWLINE REPI(i,n,SPACE) INT(1,n,a[i]) END NEWLINE "
                             "ASSERT(UNIQUE(a))";
    struct nf_text first[6] = {{0}};
    open_form(form);
    for (int i = 0; i < 6; i++)
        assert_ok(nf_form_make, machine, seed, indices[i], &first[i]);
    close_form();
    for (int i = 5; i >= 0; i--) {
        FREED_BY(nf_text_free) struct nf_text again = {0};
        open_form(form);
        assert_ok(nf_form_make, machine, seed, indices[i], &again);
        assert_int_equal(again.size, first[i].size);
        assert_memory_equal(again.data, first[i].data, again.size);
        close_form();
    }
    for (int i = 0; i < 6; i++)
        nf_text_free(&first[i]);
}

TEST(the_first_cases_are_the_smallest_in_order)
{
    static const char *const wanted[] = {"1\n0\n", "1\n1\n", "1\n-5\n", "1\n5\n", "1\n-1\n"};
    open_form("INT(1,9,n) NEWLINE REP(n,SPACE) INT(-5,5) END NEWLINE");
    bool found[5] = {false};
    for (uint64_t i = 0; i < 30; i++) {
        FREED_BY(nf_text_free) struct nf_text text = {0};
        assert_ok(nf_form_make, machine, 1, i, &text);
        for (int k = 0; k < 5; k++)
            found[k] |= strcmp(nf_text_terminated(&text), wanted[k]) == 0;
        assert_true(i > 0 || found[0]);
    }
    for (int k = 0; k < 5; k++)
        assert_true(found[k]);
    close_form();
}

TEST(variations_of_a_case_are_valid_mostly_others_and_the_same_again)
{
    const struct nf_text text = {.data = (char *)(uintptr_t) "4 3 (()\n1 2\n2 3\n3 4\n",
                                 .size = strlen("4 3 (()\n1 2\n2 3\n3 4\n")};
    const uint64_t seed = nf_test_seed();
    int others = 0;
    open_form("INT(1,100,n) SPACE INT(0,200,m) SPACE REGEX(\"[()]{1,9}\") NEWLINE "
              "SET(d=2) WHILE(d < n) SET(d=d+1) END "
              "REPI(i,m) INT(1,n,u[i]) SPACE INT(1,n,v[i]) NEWLINE ASSERT(u[i] < v[i]) END "
              "IF(m > 0) ASSERT(UNIQUE(u,v)) END");
    for (uint64_t i = 0; i < 200; i++) {
        FREED_BY(nf_text_free) struct nf_text varied = {0}, again = {0};
        assert_ok(nf_form_vary, machine, &text, seed, i, &varied);
        const struct nf_input made = nf_text_input(&varied, "case.in");
        assert_ok(nf_form_check, machine, &made);
        others += varied.size != text.size || memcmp(varied.data, text.data, text.size) != 0;
        assert_ok(nf_form_vary, machine, &text, seed, i, &again);
        assert_int_equal(varied.size, again.size);
        assert_memory_equal(varied.data, again.data, again.size);
    }
    assert_in_range(others, 190, 200);
    close_form();
}

TEST(a_text_is_drawn_anew_also_after_one_that_an_assertion_refused)
{
    const struct nf_text text = {.data = "zzzzzz\n", .size = 7};
    int others = 0;
    open_form("REGEX(\"[a-z]{6}\",s) NEWLINE ASSERT(s >= \"v\")");
    for (uint64_t index = 0; index < 300; index++) {
        FREED_BY(nf_text_free) struct nf_text varied = {0};
        assert_ok(nf_form_vary, machine, &text, 1, index, &varied);
        others += memcmp(varied.data, text.data, text.size) != 0;
    }
    assert_in_range(others, 195, 300);
    close_form();
}

TEST(some_variations_sort_all_numbers_of_a_place_and_some_make_them_multiples)
{
    const char given[] = "6 400000 99 3000000 4000000 5 700001\n";
    const struct nf_text text = {.data = (char *)(uintptr_t)given, .size = strlen(given)};
    const uint64_t seed = nf_test_seed();
    int sorted = 0, turned = 0, multiples = 0;
    open_form("INT(6,6,n) REP(n) SPACE INT(1,9000000) END NEWLINE");
    for (uint64_t i = 0; i < 2000; i++) {
        FREED_BY(nf_text_free) struct nf_text varied = {0};
        long a[6];
        assert_ok(nf_form_vary, machine, &text, seed, i, &varied);
        assert_int_equal(sscanf(nf_text_terminated(&varied), "6 %ld %ld %ld %ld %ld %ld", &a[0],
                                &a[1], &a[2], &a[3], &a[4], &a[5]),
                         6);
        bool up = a[0]<a[1], down = a[0]> a[1];
        long divisor = 0; /* of all */
        for (int k = 0; k < 6; k++) {
            up &= k == 0 || a[k - 1] <= a[k];
            down &= k == 0 || a[k - 1] >= a[k];
            for (long rest = a[k]; rest != 0;) {
                const long last = divisor;
                divisor = rest;
                rest = last % rest;
            }
        }
        sorted += up;
        turned += down;
        multiples += a[0] != a[1] && divisor >= 16;
    }
    assert_true(sorted > 0 && turned > 0 && multiples > 0);
    close_form();
}

/* Also where loops that always run as often follow. */
TEST(the_first_cases_have_the_smallest_counts)
{
    open_form("INT(1,20,n) NEWLINE REPI(i,n,SPACE) INT(0,9,a[i]) END NEWLINE REPI(i,30) "
              "SET(c[i]=0) END REPI(i,n) SET(c[a[i]]=c[a[i]]+1) END REPI(i,30) ASSERT(c[i]<3) END");
    for (uint64_t i = 0; i < 4; i++) {
        FREED_BY(nf_text_free) struct nf_text text = {0};
        assert_ok(nf_form_make, machine, nf_test_seed(), i, &text);
        assert_int_equal(text.size, strlen("1\n0\n"));
    }
    close_form();
}

/* Trying the cheapest texts has an end. */
TEST(a_text_of_very_many_parts_is_made_within_a_bounded_number_of_steps)
{
    FREED_BY(nf_text_free) struct nf_text form = {0}, text = {0};
    nf_text_string(&form, "REGEX(\"");
    for (int i = 0; i < 50000; i++)
        nf_text_string(&form, "(a|b)*");
    nf_text_string(&form, "c\")");
    open_form(nf_text_terminated(&form));
    assert_ok(nf_form_make, machine, nf_test_seed(), 995, &text);
    assert_true(machine->maker->enumerated_runs < 1000);
    close_form();
}

TEST(a_form_of_very_many_steps_makes_a_case_within_seconds)
{
    enum { MOST_SECONDS = 15 };
    FREED_BY(nf_text_free) struct nf_text form = {0}, text = {0};
    for (int i = 0; i < 60000; i++)
        nf_text_string(&form, "INT(1,9,a) SPACE ");
    const clock_t before = clock();
    open_form(nf_text_terminated(&form));
    assert_ok(nf_form_make, machine, nf_test_seed(), 700, &text);
    assert_true((clock() - before) / CLOCKS_PER_SEC < MOST_SECONDS);
    close_form();
}

TEST(one_choice_is_made_anew_and_the_others_stay)
{
    const struct nf_text text = {.data = (char *)(uintptr_t) "3 4 x\n", .size = strlen("3 4 x\n")};
    open_form("INT(1,9) SPACE INT(1,9) SPACE REGEX(\"[a-z]{1,3}\") NEWLINE");
    for (uint32_t choice = 0; choice < 4; choice++)
        for (uint64_t i = 0; i < 20; i++) {
            FREED_BY(nf_text_free) struct nf_text varied = {0};
            char words[3][8];
            bool there;
            assert_ok(nf_form_vary_choice, machine, &text, choice, i, &there, &varied);
            assert_int_equal(there, choice < 3);
            assert_int_equal(
                sscanf(nf_text_terminated(&varied), "%7s %7s %7s", words[0], words[1], words[2]),
                3);
            assert_int_equal(strcmp(words[0], "3") != 0, choice == 0);
            assert_int_equal(strcmp(words[1], "4") != 0, choice == 1);
            assert_int_equal(strcmp(words[2], "x") != 0, choice == 2);
        }
    close_form();
}

TEST(what_no_case_meets_is_told_by_its_place)
{
    FREED_BY(nf_text_free) struct nf_text text = {0};
    open_form("INT(1,9,n)\nASSERT(n > 9)");
    assert_ends_saying(NF_INVALID, "no case was found that meets this", nf_form_make, machine, 1, 0,
                       &text);
    close_form();
    open_form("INT(1,9,n) SPACE INT(1,9,m) ASSERT(n > n || m > m)");
    assert_ends_saying(NF_INVALID, "no case was found that meets this", nf_form_make, machine, 1, 0,
                       &text);
    close_form();
    open_form("INT(1,9,n)\nASSERT(n > n)");
    assert_ends_saying(NF_INVALID, "no case was found that meets this", nf_form_make, machine, 1, 0,
                       &text);
    close_form();
    open_form("INT(1,9,n) ASSERT(x > 9)");
    assert_ends_saying(NF_INVALID, "x has no value here", nf_form_make, machine, 1, 0, &text);
    close_form();
    open_form("REP(10^9) END");
    assert_ends_saying(NF_INVALID, "steps here, the most that are run", nf_form_make, machine, 1,
                       300, &text);
    close_form();
    open_form("WHILE(1==1) SPACE END");
    assert_ends_saying(NF_INVALID, "p.ctd:1:", nf_form_make, machine, 1, 300, &text);
    close_form();
}
