/* First forms from sample inputs: what is found in them, and that the form accepts them. */
#include "judge/forms/form.h"

#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <glob.h>
#include <string.h>

enum { MOST = 5 };

static struct nf_input sample_of(const char *text)
{
    return (struct nf_input){.name = "1.in", .data = text, .size = strlen(text)};
}

/* The form of samples, up to NULL, has these parts, up to NULL. */
static void infers(const char *const samples[], const char *const parts[])
{
    FREED_BY(nf_text_free) struct nf_text form = {0};
    struct nf_input inputs[MOST];
    size_t count = 0;
    for (; samples[count] != NULL; count++)
        inputs[count] = sample_of(samples[count]);
    assert_ok(nf_form_infer, inputs, count, &form);
    const char *const text = nf_text_terminated(&form);
    for (; *parts != NULL; parts++)
        if (strstr(text, *parts) == NULL)
            fail_msg("expected %s in:\n%s", *parts, text);
}

#define INFERS(samples, ...) infers(samples, (const char *const[]){__VA_ARGS__, NULL})
#define SAMPLES(...)         ((const char *const[]){__VA_ARGS__, NULL})

TEST(counts_are_integers_that_came_before_in_all_samples)
{
    INFERS(SAMPLES("3\n1 2 9\n", "1\n7\n"), "INT(1,100,n) NEWLINE\nREPI(i,n,SPACE) INT(1,10,a[i])");
    INFERS(SAMPLES("3 2\n1 2\n8 3\n", "9 0\n"), "SPACE INT(0,100,n) NEWLINE\nREPI(i,n) INT(1,10,");
    INFERS(SAMPLES("4\n1 2\n2 3\n2 4\n"), "REPI(i,n-1) INT(1,n,a[i]) SPACE INT(1,n,b[i]) NEWLINE");
    INFERS(SAMPLES("3\n2 4 5\n0\n3 1 2 3\n"),
           "REPI(i,n) INT(0,100,m) REPI(j,m) SPACE INT(1,10,a[i,j]) END NEWLINE END");
    INFERS(SAMPLES("3 4\n.#S.\n....\nT..#\n"),
           "REPI(i,n) REP(m) REGEX(\"[#.ST]\") END NEWLINE END");
}

TEST(tests_are_nested_and_each_has_its_own_counts)
{
    INFERS(SAMPLES("2\n3 2\n1 2\n2 3\n5 1\n2 5\n"), "INT(1,100,t) NEWLINE\nREP(t)\n",
           "    REPI(i,m) INT(1,n,a[i]) SPACE INT(1,n,b[i]) NEWLINE END\n", "END\nEOF\n");
    INFERS(SAMPLES("2\n\n3 1\n1 2\nabc\n\n4 2\n1 4\n2 2\nabcd\n"), "REP(t)\n    NEWLINE\n",
           "    REP(n) REGEX(\"[a-z]\") END NEWLINE\n");
}

TEST(limits_are_rounded_and_symmetrical_where_a_value_is_negative)
{
    INFERS(SAMPLES("-7 0 234\n"), "INT(-10,10,a) SPACE INT(0,10,b) SPACE INT(1,1000,c) NEWLINE");
    INFERS(SAMPLES("0.50 -1.5\n"), "FLOATP(0,10,2,2,a) SPACE FLOATP(-10,10,1,1,b) NEWLINE");
    INFERS(SAMPLES("1\n", "2.5\n"), "FLOAT(0,10,a) NEWLINE");
    INFERS(SAMPLES("-1.5e9 1e-20\n"), "FLOAT(-10000000000,");
    INFERS(SAMPLES("-9.9e835\n"), "REGEX(");
    INFERS(SAMPLES("170141183460469231731687303715884105727\n"), "REGEX(\"[0-9]{1,100}\",a)");
}

TEST(words_have_an_alphabet_or_are_listed_and_commands_have_operands_of_their_own)
{
    INFERS(SAMPLES("abc AB\n"), "REGEX(\"[a-z]{1,10}\",a) SPACE REGEX(\"[A-Z]{1,10}\",b) NEWLINE");
    INFERS(SAMPLES("[]()\n", "-^-\n"), "REGEX(\"[]()[^-]{1,10}\",a)");
    INFERS(SAMPLES("a\"\\b\n"), "REGEX(\"[!-~]{1,10}\",a)");
    INFERS(SAMPLES("5\npush 3\npush 4\ntop\npop\ntop\n"), "REGEX(\"push|top|pop\",a)\n",
           "IF(a == \"push\") SPACE INT(1,10,b) END\n");
    INFERS(SAMPLES("3\n+ 2\n?\n+ 9\n"), "REGEX(\"[+]|[?]\",a)");
}

TEST(values_that_are_a_permutation_are_different)
{
    INFERS(SAMPLES("4\n2 1 4 3\n", "5\n5 4 3 2 1\n"), "INT(1,n,a[i])", "ASSERT(UNIQUE(a))");
    FREED_BY(nf_text_free) struct nf_text form = {0};
    const struct nf_input two[] = {sample_of("4\n2 1 4 3\n"), sample_of("4\n2 2 4 3\n")};
    assert_ok(nf_form_infer, two, 2, &form);
    assert_null(strstr(nf_text_terminated(&form), "UNIQUE"));
}

TEST(samples_that_have_nothing_in_common_are_named_with_a_line)
{
    FREED_BY(nf_text_free) struct nf_text form = {0};
    struct nf_input inputs[] = {sample_of("3\n1 2 3\n"), sample_of("3 4\n.#S.\n....\nT..#\n")};
    inputs[1].name = "2.in";
    assert_ends_saying(NF_INVALID, "2.in:2: no form was found", nf_form_infer, inputs, 2, &form);
    inputs[0] = sample_of("");
    assert_ends_saying(NF_INVALID, "1.in: the file is empty", nf_form_infer, inputs, 1, &form);
    inputs[0] = sample_of("3\n1 2 \n");
    assert_ends_saying(NF_INVALID, "1.in:2:4: found a blank", nf_form_infer, inputs, 1, &form);
    inputs[0] = sample_of("3\n1 2\r\n");
    assert_ends_saying(NF_INVALID, "1.in:2:4: found '\\x0d'", nf_form_infer, inputs, 1, &form);
    inputs[0] = sample_of("3\n1 2");
    assert_ends_saying(NF_INVALID, "1.in:2:4: expected a newline", nf_form_infer, inputs, 1, &form);
    inputs[0] = (struct nf_input){.name = "1.in", .data = "1\n\0\n", .size = 4};
    assert_ends_saying(NF_INVALID, "1.in:2:1: found '\\x00'", nf_form_infer, inputs, 1, &form);
}

/* Whether a form accepts an input. */
static bool accepts(const struct nf_text *form, const struct nf_text *text, struct nf_error *err)
{
    const struct nf_input source = nf_text_input(form, "p.ctd"), input = nf_text_input(text, "in");
    struct nf_form_spec *parsed;
    size_t place;
    assert_ok(nf_form_parse, &parsed, &source, &place);
    struct nf_form_machine *const machine = nf_form_machine_new(parsed);
    assert_non_null(machine);
    const bool accepted = nf_form_check(machine, &input, err) == NF_OK;
    nf_form_machine_free(machine);
    nf_form_free(parsed);
    return accepted;
}

/* Some cases of a problem, of which the form is inferred. */
static void try_problem(const char *path, uint64_t seed)
{
    FREED_BY(nf_text_free) struct nf_text form = {0};
    struct nf_text texts[MOST] = {{0}};
    struct nf_input source, inputs[MOST];
    struct nf_form_spec *parsed;
    struct nf_error err;
    size_t place;
    assert_ok(nf_input_open, &source, path);
    assert_ok(nf_form_parse, &parsed, &source, &place);
    struct nf_form_machine *const machine = nf_form_machine_new(parsed);
    const size_t count = 3 + seed % (MOST - 2);
    for (size_t i = 0; i < count; i++) {
        assert_ok(nf_form_make, machine, seed, 250 + (seed / 7 + i * 131) % 500, &texts[i]);
        inputs[i] = nf_text_input(&texts[i], "case.in");
    }
    if (nf_form_infer(inputs, count, &form, &err) != NF_OK)
        fail_msg("%s, seed %llu: %s", path, (unsigned long long)seed, err.text);
    for (size_t i = 0; i < count; i++)
        if (!accepts(&form, &texts[i], &err))
            fail_msg("%s, seed %llu: %s", path, (unsigned long long)seed, err.text);
    for (size_t i = 0; i < count; i++)
        nf_text_free(&texts[i]);
    nf_form_machine_free(machine);
    nf_form_free(parsed);
    nf_input_close(&source);
}

TEST(the_form_accepts_the_samples_it_is_made_of)
{
    const uint64_t seed = nf_test_seed();
    glob_t problems;
    assert_int_equal(glob("tests/problems/*/problem.ctd", 0, NULL, &problems), 0);
    assert_true(problems.gl_pathc >= 20);
    for (size_t i = 0; i < problems.gl_pathc; i++)
        for (uint64_t k = 0; k < 5; k++)
            try_problem(problems.gl_pathv[i], seed + k);
    globfree(&problems);
}

/* Inputs with n = 2 to 50 that samples of n = 3 to 6 give a form of. */
TEST(the_form_accepts_other_sizes_where_it_found_a_count)
{
    static const char *const makers[] = {
        "INT(3,%d,n) SPACE INT(2,%d,m) NEWLINE REPI(i,m) INT(1,n) SPACE INT(1,n) NEWLINE END",
        "INT(3,%d,n) NEWLINE REPI(i,n,SPACE) INT(1,n,p[i]) END NEWLINE ASSERT(UNIQUE(p))",
        "INT(3,%d,n) SPACE INT(3,%d,m) NEWLINE REP(n) REP(m) REGEX(\"[.#]\") END NEWLINE END",
        "INT(2,%d,t) NEWLINE REP(t) INT(3,%d,n) NEWLINE REP(n,SPACE) INT(1,9) END NEWLINE END",
    };
    const uint64_t seed = nf_test_seed();
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++) {
        FREED_BY(nf_text_free) struct nf_text small = {0}, large = {0}, form = {0};
        struct nf_text texts[MOST] = {{0}};
        struct nf_input inputs[MOST];
        struct nf_form_spec *parsed;
        struct nf_error err;
        size_t place;
        for (int size = 0; size < 2; size++) {
            struct nf_text *const maker = size == 0 ? &small : &large;
            for (const char *at = makers[i]; *at != '\0'; at++)
                if (*at == '%' && at++ != NULL)
                    nf_text_string(maker, size == 0 ? "6" : "50");
                else
                    nf_text_bytes(maker, at, 1);
            const struct nf_input source = nf_text_input(maker, "maker");
            assert_ok(nf_form_parse, &parsed, &source, &place);
            struct nf_form_machine *const machine = nf_form_machine_new(parsed);
            for (size_t k = 0; k < MOST; k++) {
                texts[k].size = 0;
                assert_ok(nf_form_make, machine, seed, 300 + 17 * k, &texts[k]);
                inputs[k] = nf_text_input(&texts[k], "case.in");
                if (size == 1 && !accepts(&form, &texts[k], &err))
                    fail_msg("%s\n%s", err.text, nf_text_terminated(&form));
            }
            if (size == 0)
                assert_ok(nf_form_infer, inputs, MOST, &form);
            nf_form_machine_free(machine);
            nf_form_free(parsed);
        }
        for (size_t k = 0; k < MOST; k++)
            nf_text_free(&texts[k]);
    }
}
