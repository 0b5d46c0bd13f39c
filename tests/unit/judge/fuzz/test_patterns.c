/* What wrong outputs have in common. */
#include "judge/fuzz/fuzz_internal.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <string.h>

static struct nf_patterns patterns;

static struct nf_text text_of(const char *string)
{
    return (struct nf_text){.data = (char *)(uintptr_t)string, .size = strlen(string)};
}

static void add(const char *instance, const char *answer, const char *output)
{
    const struct nf_text input = text_of(instance), right = text_of(answer), own = text_of(output);
    if (strcmp(answer, output) == 0)
        nf_patterns_add_right(&patterns, &input);
    else
        nf_patterns_add_wrong(&patterns, &input, &right, &own);
}

/* Holds of five outputs of the same kind, each on two inputs, and not any more of a sixth one. */
static void common(const char *const outputs[6][2], const char *sentence)
{
    patterns = (struct nf_patterns){0};
    for (int i = 0; i < 6; i++) {
        struct nf_text words = {0};
        add("0\n", outputs[i][0], outputs[i][1]);
        add("3\n", outputs[i][0], outputs[i][1]);
        nf_patterns_describe(&patterns, &words);
        for (size_t k = 0; k < words.size; k++) /* wherever its lines end */
            words.data[k] = words.data[k] == '\n' ? ' ' : words.data[k];
        const bool told = strstr(nf_text_terminated(&words), sentence) != NULL;
        assert_int_equal(told, i == 4);
        nf_text_free(&words);
    }
}

TEST(numbers_that_are_equal_modulo_2_to_32)
{
    common((const char *const[6][2]){{"4294967296", "0"},
                                     {"1 3000000000 x", "1 -1294967296 x"},
                                     {"-4294967297", "-1"},
                                     {"8589934599", "7"},
                                     {"2147483648", "-2147483648"},
                                     {"5", "6"}},
           "equal to the right ones modulo 2^32: an integer of 32 bits overflows.");
}

TEST(numbers_that_are_equal_modulo_2_to_64)
{
    common((const char *const[6][2]){{"18446744073709551616", "0"},
                                     {"1 -9223372036854775809 x", "1 9223372036854775807 x"},
                                     {"18446744073709551615", "-1"},
                                     {"-36893488147419103239", "-7"},
                                     {"18446744073709551617", "1"},
                                     {"4294967296", "0"}},
           "equal to the right ones modulo 2^64: an integer of 64 bits overflows.");
}

TEST(several_tests_of_which_the_first_is_right)
{
    struct nf_text words = {0};
    patterns = (struct nf_patterns){0};
    for (int i = 0; i < 10; i++) {
        add("2 7 8", "7\n8\n", "7\n15\n");
        add("3 1 1 1", "1\n1\n1\n", "1\n2\n4\n");
    }
    nf_patterns_describe(&patterns, &words);
    assert_non_null(strstr(nf_text_terminated(&words), " Of several tests the first one is"));
    nf_text_free(&words);
    add("2 7 8", "7\n8\n", "8\n8\n");
    nf_patterns_describe(&patterns, &words);
    assert_null(strstr(nf_text_terminated(&words), "tests"));
    nf_text_free(&words);
    patterns = (struct nf_patterns){0}; /* three lines are not those of two tests */
    for (int i = 0; i < 10; i++)
        add("2 7 8", "7\n8\n9\n", "7\n15\n9\n");
    nf_patterns_describe(&patterns, &words);
    assert_null(strstr(nf_text_terminated(&words), "tests"));
    nf_text_free(&words);
}

TEST(numbers_that_are_as_much_off_each_time)
{
    common((const char *const[6][2]){{"1", "3"},
                                     {"7 7 7", "7 9 7"},
                                     {"-5", "-3"},
                                     {"0 1", "2 3"},
                                     {"100", "102"},
                                     {"1", "4"}},
           "Its numbers are always 2 more than the right ones.");
    common(
        (const char *const[6][2]){
            {"1", "0"}, {"7", "6"}, {"-5", "-6"}, {"0", "-1"}, {"100", "99"}, {"1", "3"}},
        "Its numbers are always 1 less than the right ones.");
}

TEST(numbers_that_are_off_to_the_same_side)
{
    common(
        (const char *const[6][2]){
            {"1", "3"}, {"7", "8"}, {"-5", "0"}, {"0", "1"}, {"1", "9"}, {"4", "3"}},
        "Its numbers are always too large.");
    common(
        (const char *const[6][2]){
            {"1", "0"}, {"7", "1"}, {"-5", "-9"}, {"0", "-1"}, {"1", "0"}, {"4", "x"}},
        "Its numbers are always too small.");
}

TEST(outputs_that_are_empty_that_end_too_early_and_that_are_always_the_same)
{
    common(
        (const char *const[6][2]){
            {"1", ""}, {"7", ""}, {"x y", ""}, {"z", ""}, {"1", ""}, {"4", "5"}},
        "It prints nothing.");
    common((const char *const[6][2]){{"1 2", "1"},
                                     {"7 8 9", "7 8"},
                                     {"x y", "x"},
                                     {"1 2", "1 "},
                                     {"1 2", "1\n"},
                                     {"4", "5"}},
           "What it prints is right, but it ends too early.");
    common(
        (const char *const[6][2]){
            {"1", "NO"}, {"2", "NO"}, {"2", "NO"}, {"3", "NO"}, {"4", "NO"}, {"4", "YES"}},
        "It prints NO whatever is right.");
}

TEST(inputs_whose_first_number_is_small_may_all_be_right)
{
    struct nf_text words = {0};
    patterns = (struct nf_patterns){0};
    for (int i = 0; i < 10; i++) {
        char instance[16];
        snprintf(instance, sizeof instance, "%d 7\n", i + 2);
        add("1 5\n", "a", "a");
        add(instance, "a", i % 2 == 0 ? "b" : "c");
    }
    nf_patterns_describe(&patterns, &words);
    assert_string_equal(
        nf_text_terminated(&words),
        "It fails 10 of 20 variations of this case. It is right whenever the first number\n"
        "is at most 1.\n");
    nf_text_free(&words);
    add("1 9\n", "a", "b");
    nf_patterns_describe(&patterns, &words);
    assert_int_equal(words.size, 0);
    nf_text_free(&words);
}

int main(void)
{
    return nf_run_tests(NULL, NULL);
}
