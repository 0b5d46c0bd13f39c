/* Forms: what the language means, what is told of inputs that differ and of forms that are wrong,
 * and that every form and input ends. That repository's own tests were run besides: it accepts and
 * refuses as these say. */
#include "judge/forms/form.h"

#include "tests/unit/said.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct nf_input input_of(const char *name, const char *text)
{
    return (struct nf_input){.name = name, .data = text, .size = strlen(text)};
}

/* Checks an input by a form. */
static enum nf_status check(const char *form, const char *text, struct nf_error *err)
{
    const struct nf_input source = input_of("p.ctd", form), input = input_of("case.in", text);
    struct nf_form_spec *parsed;
    err->text[0] = '\0';
    enum nf_status status = nf_form_parse(&parsed, &source, NULL, err);
    if (status != NF_OK)
        return status;
    struct nf_form_machine *const machine = nf_form_machine_new(parsed);
    assert_non_null(machine);
    status = nf_form_check(machine, &input, err);
    /* A machine is as new after each input. */
    struct nf_error again = {""};
    if (strstr(err->text, "the most that are") == NULL) {
        assert_int_equal(nf_form_check(machine, &input, &again), status);
        assert_string_equal(again.text, err->text);
    }
    nf_form_machine_free(machine);
    nf_form_free(parsed);
    return status;
}

struct example {
    const char *form, *text, *message; /* NULL: accepted */
};

static void assert_examples(const struct example *examples, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct nf_error err;
        const enum nf_status status = check(examples[i].form, examples[i].text, &err);
        const char *const wanted = examples[i].message;
        if (wanted == NULL && status != NF_OK)
            fail_msg("%s on '%s': %s", examples[i].form, examples[i].text, err.text);
        if (wanted != NULL && (status != NF_INVALID || strcmp(err.text, wanted) != 0))
            fail_msg("%s on '%s':\n%d %s, not\n%s", examples[i].form, examples[i].text, status,
                     err.text, wanted);
    }
}

#define ASSERT_EXAMPLES(...)                                                                       \
    do {                                                                                           \
        static const struct example examples[] = {__VA_ARGS__};                                    \
        assert_examples(examples, sizeof examples / sizeof *examples);                             \
    } while (0)

TEST(operators_bind_as_in_checktestdata)
{
    ASSERT_EXAMPLES({"ASSERT(2+3*4==14 && (2+3)*4==20 && 7-2-1==4)", "", NULL},
                    {"ASSERT(-7/2==-3 && -7%2==-1 && 7%(-2)==1)", "", NULL},
                    {"ASSERT(2^3^2==64 && -2^2==-4 && 0^0==1 && 1.5^2==2.25)", "", NULL},
                    {"ASSERT(1/2==0 && 1/2.==0.5 && 3.0==3)", "", NULL},
                    {"IF(1==1 || 1==1 && 1==2) STRING(\"y\") ELSE STRING(\"n\") END", "n", NULL},
                    {"IF(!1==2 && 1==2) STRING(\"y\") ELSE STRING(\"n\") END", "y", NULL},
                    {"IF((!1==2) && 1==2) STRING(\"y\") ELSE STRING(\"n\") END", "n", NULL},
                    {"ASSERT((((1)+1)<3))", "", NULL},
                    {"ASSERT(STRLEN(\"abc\")-1==2 && \"ab\"<\"b\" && \"a\"<\"ab\")", "", NULL});
}

TEST(numbers_are_read_as_in_checktestdata)
{
    ASSERT_EXAMPLES({"INT(0,9)", "0", NULL}, {"INT(-5,5)", "-5", NULL},
                    {"FLOAT(0,1)", "0.50", NULL}, {"FLOAT(-1,1)", "-0", NULL},
                    {"FLOAT(0,100)", "5e-1", NULL}, {"FLOAT(0,100)", "1E+1", NULL},
                    {"FLOAT(0,1,x,SCIENTIFIC)", "5e-1", NULL}, {"FLOATP(0,1,1,2)", "0.25", NULL},
                    {"FLOATP(0,9,1,2)", "2.5e0", NULL},
                    {"INT(1,9,n) INT(n,n)", "5",
                     "case.in:1:2: found the end of the input, "
                     "expected an integer from 5 to 5 (p.ctd:1)"},
                    {"INT(0,9)", "00",
                     "case.in:1:1: found 00, expected an integer from 0 to 9, "
                     "without leading zeros (p.ctd:1)"},
                    {"INT(-1,9)", "-0",
                     "case.in:1:1: found -0, expected an integer from -1 to 9, "
                     "and no -0 (p.ctd:1)"},
                    {"FLOAT(0,1)", ".5",
                     "case.in:1:1: found .5, expected a number from 0 to 1 "
                     "(p.ctd:1)"},
                    {"FLOAT(0,1)", "1.",
                     "case.in:1:1: found 1., expected a number from 0 to 1, "
                     "with digits behind the point (p.ctd:1)"},
                    {"FLOAT(0,1,x,SCIENTIFIC)", "1",
                     "case.in:1:1: found 1, expected x: 0 to 1, "
                     "with an exponent (p.ctd:1)"},
                    {"FLOATP(0,1,1,2)", "0.125",
                     "case.in:1:1: found 0.125, expected a number from "
                     "0 to 1, with 1 to 2 decimals (p.ctd:1)"},
                    {"FLOATP(0,99,1,2)", "25.0e0",
                     "case.in:1:1: found 25.0e0, expected a number from 0 to 99, with one digit "
                     "before the point that is not 0 (p.ctd:1)"},
                    {"INT(0,9) INT(0,9)", "12",
                     "case.in:1:1: found 12, expected an integer from 0 "
                     "to 9 (p.ctd:1)"});
}

TEST(what_an_input_has_in_place_of_a_value_is_told_with_the_variable_its_limits_and_the_line)
{
    ASSERT_EXAMPLES(
        {"# sizes\nINT(1,100,n) NEWLINE\n", "0\n",
         "case.in:1:1: found 0, expected n: 1 to 100 (p.ctd:2)"},
        {"INT(1,9,n) NEWLINE\nREPI(i,n,SPACE)\n INT(1,n,p[i]) END NEWLINE", "3\n1 2 4\n",
         "case.in:2:5: found 4, expected p[2]: 1 to 3 (p.ctd:3)"},
        {"REPI(i,1) REPI(j,2) REGEX(\"[ab]\",g[i,j]) END END", "ax",
         "case.in:1:2: found 'x', expected g[0,1]: a text as '[ab]' has it (p.ctd:1)"},
        {"INT(0,9) SPACE INT(0,9)", "1  2",
         "case.in:1:3: found a space, expected an integer from 0 to 9 (p.ctd:1)"},
        {"INT(0,9) NEWLINE", "1 \n",
         "case.in:1:2: found a space, expected the end of the line (p.ctd:1)"},
        {"STRING(\"ab\")", "ac\n", "case.in:1:1: found 'ac', expected 'ab' (p.ctd:1)"},
        {"STRING(\"a\")\n\n", "a\n",
         "case.in:1:2: found the end of the line, expected the end of the input (p.ctd:1)"});
}

TEST(an_assertion_that_does_not_hold_is_told_by_the_part_that_fails_with_its_values)
{
    ASSERT_EXAMPLES(
        {"INT(0,9,n) SPACE INT(1,9,m)\nASSERT(n>=0 && n%m==0)", "7 3",
         "case.in:1:3: the assertion n%m==0 does not hold, with n = 7, m = 3 (p.ctd:2)"},
        {"INT(0,9,n) SPACE INT(0,9,m)\nASSERT(m <= n*(n-1)/2)", "2 3",
         "case.in:1:3: the assertion m <= n*(n-1)/2 does not hold, with m = 3, n = 2 (p.ctd:2)"},
        {"REPI(i,3,SPACE) INT(0,9,a[i]) END\nASSERT(UNIQUE(a))", "5 1 5",
         "case.in:1:5: the assertion UNIQUE(a) does not hold: a[2] = 5 was there before (p.ctd:2)"},
        {"REPI(i,3,NEWLINE) INT(0,9,x[i]) SPACE INT(0,9,y[i]) END ASSERT(UNIQUE(x,y))",
         "1 2\n2 1\n1 2",
         "case.in:3:3: the assertion UNIQUE(x,y) does not hold: x[2] = 1, y[2] = 2 was there "
         "before "
         "(p.ctd:1)"},
        {"SET(a[1]=1,a[2]=2,b[1]=1) ASSERT(UNIQUE(a,b))", "",
         "case.in:1:1: the assertion UNIQUE(a,b) does not hold: not the same indices have values "
         "(p.ctd:1)"},
        {"SET(a[1]=1) ASSERT(INARRAY(2,a))", "",
         "case.in:1:1: the assertion INARRAY(2,a) does not hold (p.ctd:1)"});
}

TEST(arrays_have_values_by_indices_until_they_are_unset)
{
    ASSERT_EXAMPLES(
        {"SET(a=1,a[0]=2,a[-7]=3,a[10^12]=4,a[1,2]=5)"
         "ASSERT(a==1 && a[0]==2 && a[-7]==3 && a[10^12]==4 && a[1,2]==5 && UNIQUE(a))",
         "", NULL},
        {"REPI(i,500) SET(a[499-i]=i) END REPI(i,500) ASSERT(a[i]==499-i) END "
         "ASSERT(UNIQUE(a) && INARRAY(499,a) && !INARRAY(500,a))",
         "", NULL},
        {"REPI(t,9) REPI(i,9) SET(a[i]=i*t) END IF(t>0) ASSERT(UNIQUE(a)) END UNSET(a) END", "",
         NULL},
        {"SET(a[1]=1,a[2]=1) IF(!UNIQUE(a)) SET(a[2]=2) END ASSERT(UNIQUE(a))", "", NULL},
        {"SET(a=1)\nUNSET(a) ASSERT(a==1)", "", "p.ctd:2:17: a has no value here"},
        {"SET(a[1,2]=1) ASSERT(a[1,3]==1)", "", "p.ctd:1:22: a[1,3] has no value here"},
        {"ASSERT(UNIQUE(a))", "", "p.ctd:1:8: a has no value here"});
}

TEST(values_that_nothing_asks_for_are_not_kept_but_their_indices_must_have_values)
{
    ASSERT_EXAMPLES({"REPI(i,5000000) SET(a[i]=i) END", "", NULL},
                    {"SET(b[i]=1)", "", "p.ctd:1:7: i has no value here"},
                    {"INT(0,9,b[1,i])", "3", "p.ctd:1:13: i has no value here"},
                    {"REPI(i,9,SPACE) INT(1,5,b[i]) END", "1 2 7",
                     "case.in:1:5: found 7, expected b[2]: 1 to 5 (p.ctd:1)"});
}

TEST(loops_count_separate_and_end_where_the_input_says)
{
    ASSERT_EXAMPLES(
        {"REPI(i,2) SET(i=5) END ASSERT(i==2) REPI(j,0) END ASSERT(j==0)", "", NULL},
        {"REP(3,SPACE) STRING(\"a\") END", "a a a", NULL},
        {"WHILEI(i,!MATCH(\"\\n\"),SPACE) INT(0,1) END ASSERT(i==2) NEWLINE", "0 1\n", NULL},
        {"WHILE(!ISEOF,NEWLINE) WHILE(!(ISEOF || MATCH(\"\\n\")),SPACE) INT(1,99) END END",
         "1 2\n\n3", NULL},
        {"IF(MATCH(\"ab\")) REGEX(\"[ab]+\",s) ELSE STRING(\"c\") END", "abba", NULL},
        {"REP(-1) END", "",
         "p.ctd:1:5: found -1, expected a number of times from 0 to "
         "4,294,967,295"},
        {"REP(2.0) END", "", "p.ctd:1:5: found 2, expected an integer"});
}

TEST(strings_have_escapes)
{
    ASSERT_EXAMPLES({"STRING(\"\n#\\n\\\\n\\\n\\n\")", "\n#\n\\n\n", NULL},
                    {"STRING(\"\\040x\\409\\x\\\"\\f\")", " x 9\\x\"\f", NULL});
}

TEST(a_form_that_is_wrong_is_told_by_what_was_found_and_expected)
{
    ASSERT_EXAMPLES(
        {"INT(1,5) NEWLINE)", "",
         "p.ctd:1:17: found ')', expected a command, such as INT, SPACE, "
         "NEWLINE or REP"},
        {"INT(1 5)", "", "p.ctd:1:7: found '5', expected an operator or ','"},
        {"INT(1,)", "",
         "p.ctd:1:7: found ')', expected a value: a number, a string, a variable or "
         "STRLEN(...)"},
        {"INT(1,5,7)", "", "p.ctd:1:9: found '7', expected the name of a variable"},
        {"ASSERT(n)", "", "p.ctd:1:9: found ')', expected a comparison, such as '<' or '=='"},
        {"ASSERT(1 < 2 < 3)", "", "p.ctd:1:14: found '<', expected '&&', '||', ',' or ')'"},
        {"ASSERT(1 && 2==2)", "", "p.ctd:1:10: found '&&', expected a comparison before it"},
        {"ASSERT(!1)", "", "p.ctd:1:9: found '1', expected a test"},
        {"SET(x=(1==1))", "", "p.ctd:1:7: found '(', expected a value"},
        {"REP(2)\nSPACE", "",
         "p.ctd:2:6: found the end of the form, expected a command or END, for "
         "the block of line 1"},
        {"IF(1==1)\nELSE ELSE END", "",
         "p.ctd:2:6: found 'ELSE', expected a command or END, for "
         "the block of line 1"},
        {"END", "", "p.ctd:1:1: found 'END', expected a command or the end of the form"},
        {"REP(2,EOF) END", "",
         "p.ctd:1:7: found 'EOF', expected a command that may separate, such "
         "as SPACE or NEWLINE"},
        {"STRING(\"\\740\")", "", "p.ctd:1:12: expected an octal escape of at most \\377"},
        {"\nSTRING(\"ab", "", "p.ctd:2:8: this string has no end: expected '\"'"},
        {"INT(010,10)", "", "p.ctd:1:5: expected a number without leading zeros"},
        {"REGEX(\"a(b\")", "", "p.ctd:1:7: at character 4 of the regular expression: expected ')'"},
        {"REGEX(\"[b-a]\")", "",
         "p.ctd:1:7: at character 3 of the regular expression: expected a "
         "range of characters in ascending order"},
        {"UNSET(1)", "", "p.ctd:1:7: found '1', expected the name of a variable"});
}

TEST(a_caret_stands_below_what_is_wrong)
{
    const char *const form = "INT(1,9,n) NEWLINE\nREP(n SPACE) INT(1,5) END\n";
    const struct nf_input source = input_of("p.ctd", form);
    struct nf_form_spec *parsed;
    struct nf_error err;
    struct nf_text text = {0};
    size_t place;
    assert_int_equal(nf_form_parse(&parsed, &source, &place, &err), NF_INVALID);
    assert_null(parsed);
    nf_form_caret(&source, place, &text);
    assert_text(&text, "    REP(n SPACE) INT(1,5) END\n          ^\n");
}

TEST(what_goes_wrong_in_a_form_while_it_runs_is_told_by_its_place)
{
    ASSERT_EXAMPLES(
        {"ASSERT(1/0==1)", "", "p.ctd:1:8: a division by 0"},
        {"ASSERT(1.5%1==1)", "", "p.ctd:1:8: expected integers beside '%'"},
        {"ASSERT(2^-1==1)", "", "p.ctd:1:8: expected an exponent that is not negative"},
        {"ASSERT(\"a\"==1)", "", "p.ctd:1:8: expected two numbers or two strings to be compared"},
        {"SET(c=10) ASSERT(STRLEN(c)==2)", "",
         "p.ctd:1:25: found the number 10, expected a string"},
        {"INT(1.5,2)", "1", "p.ctd:1:5: found 1.5, expected an integer"},
        {"FLOATP(1,2,3,2)", "1",
         "p.ctd:1:12: expected numbers of decimals from 0 on, in ascending "
         "order"});
}

TEST(numbers_have_up_to_128_bits)
{
    ASSERT_EXAMPLES(
        {"SET(x=2^126) ASSERT(x+(x-1)==170141183460469231731687303715884105727)", "", NULL},
        {"INT(-10^38,10^38,x) ASSERT(x==10^38)", "100000000000000000000000000000000000000", NULL},
        {"SET(x=-2^126-2^126) ASSERT(x%-1==0)", "", NULL},
        {"SET(x=-2^126-2^126) SET(x=x/-1)", "",
         "p.ctd:1:27: the result has more than 128 bits, the most that are computed with"},
        {"ASSERT(2^127>1)", "",
         "p.ctd:1:8: the result has more than 128 bits, the most that are computed with"},
        {"INT(0,9)", "1000000000000000000000000000000000000000000000000000",
         "case.in:1:1: found 1000000000000000000000000000000000000000000000000000, expected an "
         "integer from 0 to 9 (p.ctd:1)"});
}

/* `count` copies of a text between two others. */
static char *repeated(const char *before, const char *text, size_t count, const char *after)
{
    struct nf_text all = {0};
    nf_text_string(&all, before);
    for (size_t i = 0; i < count; i++)
        nf_text_string(&all, text);
    nf_text_string(&all, after);
    assert_false(all.failed);
    nf_text_terminated(&all);
    return all.data;
}

static void assert_refused(char *form, const char *text, const char *words)
{
    FREED_BY(nf_test_free) char *const owned = form;
    struct nf_error err;
    assert_int_equal(check(owned, text, &err), NF_INVALID);
    if (strstr(err.text, words) == NULL)
        fail_msg("%.200s: %s, not %s", form, err.text, words);
}

/* UNIQUE of one list of three names after the other. */
static char *many_groups(int count)
{
    struct nf_text all = {0};
    for (int i = 0; i < count; i++)
        nf_text_format(&all, "ASSERT(UNIQUE(a%d,b%d,c%d))", i % 100, i / 100 % 100, i / 10000);
    assert_false(all.failed);
    nf_text_terminated(&all);
    return all.data;
}

TEST(forms_and_inputs_without_end_end_by_a_limit)
{
    assert_refused(many_groups(1001), "", "at most 1,000 different lists of variables");
    assert_refused(repeated("ASSERT(", "(", 10000, "1==1"), "", "more deeply than 200 levels");
    assert_refused(repeated("ASSERT(", "!", 10000, "1==1"), "", "more deeply than 200 levels");
    assert_refused(repeated("INT(0,", "-", 10000, "1)"), "", "more deeply than 200 levels");
    assert_refused(repeated("", "REP(1) ", 10000, ""), "", "more deeply than 200 levels");
    assert_refused(repeated("SET(x=", "a[", 100000, "0"), "", "more deeply than 200 levels");
    assert_refused(repeated("SET(x=", "STRLEN(", 100000, "1"), "", "more deeply than 200 levels");
    assert_refused(repeated("SET(x=", "1+", 100000, "1)"), "", "at most 500 operators");
    assert_refused(repeated("ASSERT(", "1==1||", 100000, "1==1)"), "", "at most 500 operators");
    assert_refused(repeated("SET(x=(1", "+1", 499, ")+a[1])"), "", "at most 500 operators");
    assert_refused(repeated("INT(0,", "9", 1000, ")"), "", "more than 128 bits");
    assert_refused(repeated("FLOAT(0,1.", "9", 1000, ")"), "", "at most 255 characters");
    assert_refused(repeated("REGEX(\"", "(", 100000, "\")"), "", "within each other at most 200");
    assert_refused(repeated("REGEX(\"", "((a{1000}){1000}){1000}", 1, "\")"), "",
                   "at most 1,048,576 steps");
    assert_refused(repeated("", "REP(10^9) END", 1, ""), "", "steps here, the most that are run");
    assert_refused(repeated("", "WHILE(1==1) SET(x=1) END", 1, ""), "", "the most that are run");
    assert_refused(repeated("", "REPI(i,10^8) SET(a[i*i]=1) END", 1, ""), "",
                   "values of variables, the most that are kept");
    assert_refused(repeated("INT(0,9", ",x[", 10000, ""), "", "");
}

TEST(a_byte_that_cannot_be_printed_is_told_by_its_number)
{
    const struct nf_input source = input_of("p.ctd", "INT(0,9)");
    const struct nf_input input = {.name = "case.in", .data = "\0\0\0", .size = 3};
    struct nf_form_spec *parsed;
    assert_ok(nf_form_parse, &parsed, &source, NULL);
    struct nf_form_machine *const machine = nf_form_machine_new(parsed);
    assert_ends_saying(NF_INVALID, "case.in:1:1: found '\\x00', expected an integer", nf_form_check,
                       machine, &input);
    nf_form_machine_free(machine);
    nf_form_free(parsed);
}

TEST(a_regular_expression_of_a_megabyte_is_no_trouble)
{
    struct nf_error err;
    FREED_BY(nf_test_free) char *const form = repeated("REGEX(\"", "a", 1000000, "\")");
    FREED_BY(nf_test_free) char *const text = repeated("", "a", 1000000, "");
    assert_int_equal(check(form, text, &err), NF_OK);
    FREED_BY(nf_test_free) char *const slow = repeated("REGEX(\"", "(a|a)*", 1000, "b\")");
    FREED_BY(nf_test_free) char *const many = repeated("", "a", 100000, "");
    assert_int_equal(check(slow, many, &err), NF_INVALID);
}
