/* Option tables: what is typed is checked and stored as they say, and help pages are made of them.
 */
#include "commands/cli/options.h"
#include "tests/unit/said.h"
#include "tests/unit/test.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct options {
    uint64_t count, seed, time, size;
    uint32_t narrow, fixed;
    const char *name, *choice;
    bool flag;
    const char *const *typed;
};

/* What the command was run with last. */
static struct options got;
static char *operands_got[4];

static enum nf_status run(void *options, char **operands, struct nf_error *err)
{
    (void)err;
    got = *(struct options *)options;
    for (int i = 0; i < 4; i++)
        operands_got[i] = NULL;
    for (int i = 0; operands[i] != NULL; i++)
        operands_got[i] = operands[i];
    return NF_OK;
}

static bool word(const void *options, size_t i, struct nf_word *to)
{
    static const struct nf_word words[] = {
        {"red", NULL}, {"green", NULL}, {"a-word-longer-than-its-column", "and what it means"}};
    (void)options;
    if (i >= sizeof words / sizeof words[0])
        return false;
    *to = words[i];
    return true;
}

static const struct nf_option rows[] = {
    {"count", 'c', NF_NUMBER, "N", NF_INTO(struct options, count), "how many", .low = 3,
     .normal = 7},
    {"narrow", 'n', NF_NUMBER, "N", NF_INTO(struct options, narrow), "a bound number", .low = 1,
     .high = 9, .normal = 2},
    {"fixed", 0, NF_NUMBER, "N", NF_INTO(struct options, fixed), "of which there is one", .low = 4,
     .high = 4, .normal = 4},
    {"an-option-with-a-very-long-name", 0, NF_SEED, "S", NF_INTO(struct options, seed),
     "its words stand below it, from their usual column on, and go on there when they "
     "are more than a line holds",
     .normal = 5},
    {"time", 0, NF_DURATION, "TIME", NF_INTO(struct options, time), "how long", .low = 1,
     .normal = 1000000000},
    {"size", 0, NF_SIZE, "SIZE", NF_INTO(struct options, size), "how large", .low = 10},
    {"name", 0, NF_STRING, "NAME", NF_INTO(struct options, name), "which", .normal_text = "nobody"},
    {"choice", 0, NF_CHOICE, "WORD", NF_INTO(struct options, choice), "one of these",
     .normal_text = "red", .word = word},
    {"flag", 'f', NF_FLAG, NULL, NF_INTO(struct options, flag), "do"},
    {.name = NULL},
};

static const struct nf_option_group groups[] = {{"Options", rows}, {NULL, NULL}};

static const struct nf_command command = {
    .name = "try",
    .summary = "try options",
    .operand = "FILE",
    .operands = 2,
    .groups = groups,
    .options_size = sizeof(struct options),
    .typed = offsetof(struct options, typed),
    .run = run,
};

enum { WORDS = 16 };

/* Runs the command with words divided by blanks; "_" stands for an empty word. */
static enum nf_status try_line(const char *line, struct nf_error *err)
{
    static char words[256];
    char *arguments[WORDS + 1] = {NULL};
    snprintf(words, sizeof words, "%s", line);
    int count = 0;
    for (char *at = strtok(words, " "); at != NULL; at = strtok(NULL, " ")) {
        assert_true(count < WORDS);
        arguments[count++] = strcmp(at, "_") == 0 ? at + 1 : at;
    }
    *err = (struct nf_error){""};
    got = (struct options){0};
    return nf_cli_run(&command, arguments, err);
}

static void check_refused(const char *line, const char *message)
{
    struct nf_error err;
    const enum nf_status status = try_line(line, &err);
    if (status != NF_USAGE || strcmp(err.text, message) != 0)
        fail_msg("%s: ended with %d, '%s', expected '%s'", line, (int)status, err.text, message);
}

TEST(what_is_not_typed_has_its_default)
{
    assert_ok(try_line, "");
    assert_int_equal(got.count, 7);
    assert_int_equal(got.narrow, 2);
    assert_int_equal(got.fixed, 4);
    assert_int_equal(got.seed, 5);
    assert_int_equal(got.time, 1000000000);
    assert_int_equal(got.size, 0);
    assert_string_equal(got.name, "nobody");
    assert_string_equal(got.choice, "red");
    assert_false(got.flag);
}

TEST(values_are_read_in_every_form_they_may_have)
{
    static const struct {
        const char *line;
        const uint64_t *place, value;
    } right[] = {
        {"-c 3", &got.count, 3},
        {"-fc12k", &got.count, 12000},
        {"--count 3M", &got.count, 3000000},
        {"--count=2G", &got.count, 2000000000},
        {"--count 18446744073709551615", &got.count, UINT64_MAX},
        {"--count 0000000000000000000000000000000000000012", &got.count, 12},
        {"--an-option-with-a-very-long-name 9223372036854775807", &got.seed, INT64_MAX},
        {"--an-option-with-a-very-long-name 0123", &got.seed, 123},
        {"--an-option-with-a-very-long-name 0xaF", &got.seed, 175},
        {"--an-option-with-a-very-long-name 0XfA9", &got.seed, 4009},
        {"--time 90ms", &got.time, 90000000},
        {"--time 10s", &got.time, UINT64_C(10000000000)},
        {"--time 2m", &got.time, UINT64_C(120000000000)},
        {"--time 1h", &got.time, UINT64_C(3600000000000)},
        {"--size 11", &got.size, 11},
        {"--size 64k", &got.size, 65536},
        {"--size 5K", &got.size, 5120},
        {"--size 3M", &got.size, 3 << 20},
        {"--size 2G", &got.size, UINT64_C(2) << 30},
        {"--size 2G --size 12", &got.size, 12}, /* given twice, the last one counts */
    };
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        assert_ok(try_line, right[i].line);
        if (*right[i].place != right[i].value)
            fail_msg("%s: %" PRIu64, right[i].line, *right[i].place);
    }
}

TEST(options_and_operands_may_stand_in_any_order)
{
    assert_ok(try_line, "one --narrow=9 -f --choice green two --name me");
    assert_int_equal(got.narrow, 9);
    assert_true(got.flag);
    assert_string_equal(got.choice, "green");
    assert_string_equal(got.name, "me");
    assert_string_equal(operands_got[0], "one");
    assert_string_equal(operands_got[1], "two");
    assert_ok(try_line, "-f -- --count -");
    assert_string_equal(operands_got[0], "--count");
    assert_string_equal(operands_got[1], "-");
}

TEST(an_invalid_value_is_refused_with_what_is_expected)
{
    static const struct {
        const char *option, *expected, *values[12]; /* "_": an empty one; "": none */
    } wrong[] = {
        {"--count",
         "expected a number from 3 up, such as 500, 10k or 3M",
         {"", "_", "2", "x", "1x", "k", "-5", "+5", "1.5", "0x10", "1kk", "99999999999G"}},
        {"--count",
         "expected a number from 3 up, such as 500, 10k or 3M",
         {"18446744073709551616", "18446744073709551615k"}},
        {"--narrow", "expected a number from 1 to 9", {"0", "10"}},
        {"--fixed", "expected 4", {"5"}},
        {"--an-option-with-a-very-long-name",
         "expected a number from 0 to 2^63-1, in decimal or 0x...",
         {"-1", "9223372036854775808", "18446744073709551616", "0x10000000000000000", "0x", "1k",
          "0xfg", "00x1", "x1"}},
        {"--time",
         "expected a duration such as 500ms, 10s, 2m or 1h",
         {"1", "10", "s", "10x", "1.5s", "-1s", "100us", "0s"}},
        {"--size",
         "expected a size in bytes such as 64k, 256M or 1G",
         {"", "5", "9", "1ms", "1T", "-1"}},
        {"--name", "expected a NAME", {"_"}},
        {"--choice", "expected one of red, green, a-word-longer-than-its-column", {"blue!"}},
        {"--choice", "unknown choice, did you mean red?", {"rde"}},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        for (size_t k = 0; k < 12 && wrong[i].values[k] != NULL; k++) {
            const char *const option = wrong[i].option, *const value = wrong[i].values[k];
            char line[100], message[200];
            snprintf(line, sizeof line, "%s %s", option, value);
            if (*value == '\0')
                snprintf(message, sizeof message, "%s: missing value, %s", option,
                         wrong[i].expected);
            else
                snprintf(message, sizeof message, "%s %s: %s", option,
                         strcmp(value, "_") == 0 ? "''" : value, wrong[i].expected);
            check_refused(line, message);
        }
}

TEST(an_error_in_words_comes_with_what_would_be_right)
{
    static const char *const wrong[][2] = {
        {"--count --flag", "--count: missing value, expected a number from 3 up, such as "
                           "500, 10k or 3M"},
        {"-n10", "--narrow 10: expected a number from 1 to 9"},
        {"--flag=1", "--flag=1: expected no value"},
        {"--falg", "--falg: unknown option, did you mean --flag?"},
        {"--quite-another", "--quite-another: unknown option, see ninefold try --help"},
        {"-fx", "-x in -fx: unknown option, see ninefold try --help"},
        {"-x", "-x: unknown option, see ninefold try --help"},
        {"one two three", "'three': expected at most 2 FILE"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        check_refused(wrong[i][0], wrong[i][1]);
}

TEST(the_help_page_keeps_its_columns_whatever_stands_in_them)
{
    static const char page[] =
        "usage: ninefold try [OPTION]... [FILE] [FILE]\n"
        "\n"
        "Try options.\n"
        "\n"
        "Options:\n"
        "  -c, --count N           how many (default 7)\n"
        "  -n, --narrow N          a bound number (1 to 9, default 2)\n"
        "      --fixed N           of which there is one (always 4)\n"
        "      --an-option-with-a-very-long-name S\n"
        "                          its words stand below it, from their usual column on,\n"
        "                          and go on there when they are more than a line holds\n"
        "                          (default 5)\n"
        "      --time TIME         how long\n"
        "      --size SIZE         how large\n"
        "      --name NAME         which (default nobody)\n"
        "      --choice WORD       one of these (default red):\n"
        "                          a-word-longer-than-its-column\n"
        "                                        and what it means\n"
        "                          red, green\n"
        "  -f, --flag              do\n"
        "\n"
        "      --lang NAME         language of help, messages and reports, instead of\n"
        "                          that of LANG:\n"
        "                          en            English\n"
        "                          zh            Chinese\n"
        "  -h, --help              print this page and exit\n";
    struct options options = {0};
    struct nf_text text = {0};
    nf_cli_help(&text, &command, &options);
    assert_text(&text, page);
}

TEST(an_option_that_a_command_does_not_have_was_not_typed)
{
    const char *const typed[NF_MAX_OPTIONS] = {"3k"};
    assert_string_equal(nf_cli_typed(&command, typed, "count"), "3k");
    assert_null(nf_cli_typed(&command, typed, "narrow"));
    assert_null(nf_cli_typed(&command, typed, "nothing-of-the-sort"));
}
