/* What problem packages ask of a judge, and files that are no such thing. */
#include "judge/judging/package_settings.h"
#include "tests/unit/folder.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct nf_package_settings problem;

static int end(void **state)
{
    nf_package_settings_free(&problem);
    return nf_folder_end(state);
}

static void reads(const char *folder)
{
    nf_package_settings_free(&problem);
    assert_ok(nf_package_settings_read, &problem, folder);
}

static void refused(const char *message)
{
    nf_package_settings_free(&problem);
    assert_ends(NF_INVALID, message, nf_package_settings_read, &problem, ".");
}

static void limited(const struct nf_package_limit *limit, uint64_t value, const char *from)
{
    assert_int_equal(limit->value, value);
    if (from == NULL)
        assert_null(limit->from);
    else
        assert_string_equal(limit->from, from);
}

static const uint64_t ms = 1000000, mib = 1 << 20;

TEST(limits_of_version_2025_09_stand_in_problem_yaml)
{
    nf_folder_put("problem.yaml",
                  "problem_format_version: 2025-09\nname: {en: One, de: 'Eins'}\nlimits:\n"
                  "  memory: 512\n  output: 8\n  time_multipliers:\n    ac_to_time_limit: 3\n"
                  "  time_limit: 2.5\n",
                  0600);
    reads(".");
    limited(&problem.cpu_ns, 2500 * ms, "problem.yaml");
    limited(&problem.memory, 512 * mib, "problem.yaml");
    limited(&problem.output, 8 * mib, "problem.yaml");
    assert_false(problem.own_validator);
}

TEST(a_legacy_package_has_its_time_in_files_beside_problem_yaml)
{
    nf_folder_put("problem.yaml", "name: One\nlimits:\n  time_multiplier: 5\n  memory: 64\n", 0600);
    reads(".");
    limited(&problem.cpu_ns, 0, NULL);
    nf_folder_put(".timelimit", " 3\n", 0600);
    reads(".");
    limited(&problem.cpu_ns, 3000 * ms, ".timelimit");
    limited(&problem.memory, 64 * mib, "problem.yaml");
    nf_folder_put("domjudge-problem.ini", "; DOMjudge\nname='One'\r\ntimelimit = '6.5'\r\n", 0600);
    reads(".");
    limited(&problem.cpu_ns, 6500 * ms, "domjudge-problem.ini");
    nf_folder_put("domjudge-problem.ini", "timelimit=7", 0600);
    reads(".");
    limited(&problem.cpu_ns, 7000 * ms, "domjudge-problem.ini");
}

TEST(of_tests_that_luogu_and_hydro_limit_one_by_one_the_greatest_limit_counts)
{
    assert_int_equal(mkdir("data", 0700), 0);
    nf_folder_put("data/config.yml",
                  "01.in:\n  timeLimit: 1000\n  memoryLimit: 131072\n"
                  "02.in:\n  timeLimit: 6000\n  memoryLimit: 262144\n"
                  "03.in: {timeLimit: 2000, memoryLimit: 1024, score: 3}\n",
                  0600);
    reads(".");
    limited(&problem.cpu_ns, 6000 * ms, "data/config.yml");
    limited(&problem.memory, 256 * mib, "data/config.yml");
    reads("data");
    limited(&problem.cpu_ns, 6000 * ms, "config.yml");
    nf_folder_put("config.yaml",
                  "time: 1500ms\nmemory: 1g\nsubtasks:\n  - time: 2s\n    cases: []\n", 0600);
    reads(".");
    limited(&problem.cpu_ns, 2000 * ms, "config.yaml");
    limited(&problem.memory, 1024 * mib, "config.yaml");
}

TEST(a_folder_below_data_belongs_to_the_package_and_any_other_is_its_own)
{
    assert_int_equal(mkdir("data", 0700), 0);
    assert_int_equal(mkdir("data/secret", 0700), 0);
    assert_int_equal(mkdir("other", 0700), 0);
    reads("data/secret");
    limited(&problem.cpu_ns, 0, NULL);
    nf_folder_put("problem.yaml", "limits: {time_limit: 4}\n", 0600);
    reads("data/secret");
    limited(&problem.cpu_ns, 4000 * ms, "problem.yaml");
    reads("data");
    limited(&problem.cpu_ns, 4000 * ms, "problem.yaml");
    reads("other");
    limited(&problem.cpu_ns, 0, NULL);
}

TEST(a_limit_that_is_none_is_named_by_line_and_column)
{
    static const struct {
        const char *content, *message;
    } cases[] = {
        {"limits:\n  time_limit: soon\n",
         "./problem.yaml:2:15: found 'soon', expected a time from 1 ms to one day"},
        {"limits:\n  time_limit: 0\n",
         "./problem.yaml:2:15: found '0', expected a time from 1 ms to one day"},
        {"limits: {time_limit: -1}\n",
         "./problem.yaml:1:22: found '-1', expected a time from 1 ms to one day"},
        {"limits: {time_limit: inf}\n",
         "./problem.yaml:1:22: found 'inf', expected a time from 1 ms to one day"},
        {"limits: {time_limit: 0x10}\n",
         "./problem.yaml:1:22: found '0x10', expected a time from 1 ms to one day"},
        {"limits: {time_limit: 1e9}\n",
         "./problem.yaml:1:22: found '1e9', expected a time from 1 ms to one day"},
        {"limits:\n  memory: 2 GB\n", "./problem.yaml:2:11: found '2 GB', expected an amount of "
                                      "memory from 1 MiB to 1 TiB"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        nf_folder_put("problem.yaml", cases[i].content, 0600);
        refused(cases[i].message);
    }
    nf_folder_put("problem.yaml", "", 0600);
    nf_folder_put("domjudge-problem.ini", "name = x\ntimelimit = fast\n", 0600);
    refused("./domjudge-problem.ini:2:13: found 'fast', expected a time from 1 ms to one day");
}

TEST(problems_whose_programs_talk_to_the_judge_or_are_none_are_refused)
{
    static const struct {
        const char *file, *content, *message;
    } cases[] = {
        {"problem.yaml", "name: One\nvalidation: custom interactive\n",
         "./problem.yaml:2:13: found 'custom interactive', expected a problem whose programs read "
         "an "
         "input and print an answer"},
        {"problem.yaml", "type: interactive\n",
         "./problem.yaml:1:7: found 'interactive', expected "
         "a problem whose programs read an input and print an answer"},
        {"problem.yaml", "type: [scoring, multi-pass]\n",
         "./problem.yaml:1:17: found 'multi-pass', expected "
         "a problem whose programs read an input and print an answer"},
        {"problem.yaml", "type:\n- submit-answer\n",
         "./problem.yaml:2:3: found 'submit-answer', expected "
         "a problem whose programs read an input and print an answer"},
        {"data/config.yml", "type: communication\n",
         "./data/config.yml:1:7: found 'communication', expected "
         "a problem whose programs read an input and print an answer"},
    };
    assert_int_equal(mkdir("data", 0700), 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        nf_folder_put(cases[i].file, cases[i].content, 0600);
        refused(cases[i].message);
        nf_folder_put(cases[i].file, "", 0600);
    }
    nf_folder_put("problem.yaml", "type: [pass-fail, scoring]\n", 0600);
    reads(".");
}

TEST(what_is_not_yaml_nests_deeply_or_has_aliases_is_refused_by_line_and_column)
{
    char deep[200] = "a: ";
    nf_folder_put("problem.yaml", "name: One\nlimits: [1, 2\nmore: x\n", 0600);
    refused("./problem.yaml:3:5: not a YAML file: did not find expected ',' or ']' while parsing a "
            "flow sequence");
    nf_folder_put("problem.yaml", "name: One\n\tlimits: 1\n", 0600);
    refused("./problem.yaml:2:1: not a YAML file: found a tab character that "
            "violates indentation while scanning a plain scalar");
    nf_folder_put("problem.yaml", "name: One\nother: \377\n", 0600);
    refused("./problem.yaml:2:8: not a YAML file: invalid leading UTF-8 octet");
    nf_folder_put("problem.yaml", "a: &a [x, x]\nb: [*a, *a]\n", 0600);
    refused("./problem.yaml:2:5: found an alias, expected the value itself");
    nf_folder_put("problem.yaml", "limits:\n  time_limit: \"6\\0\"\n", 0600);
    refused("./problem.yaml:2:15: found a NUL byte, expected text");
    nf_folder_put("problem.yaml", "? [a, b]\n: c\n", 0600);
    refused("./problem.yaml:1:3: found a collection, expected a key");
    memset(deep + 3, '[', 31);
    memset(deep + 34, ']', 31);
    nf_folder_put("problem.yaml", deep, 0600);
    reads(".");
    memset(deep + 3, '[', 100);
    nf_folder_put("problem.yaml", deep, 0600);
    refused("./problem.yaml:1:35: nested too deeply, expected at most 32 levels");
}

TEST(files_that_are_too_long_no_files_or_out_of_the_package_are_refused)
{
    char *const outside = strdup(nf_folder_path("outside"));
    nf_folder_put("outside", "limits: {time_limit: 4}\n", 0600);
    assert_int_equal(mkdir("package", 0700), 0);
    assert_int_equal(chdir("package"), 0);
    assert_int_equal(symlink(outside, "problem.yaml"), 0);
    refused("./problem.yaml: a link that leads out of the package");
    assert_int_equal(unlink("problem.yaml"), 0);
    nf_folder_put("real.yaml", "limits: {time_limit: 4}\n", 0600);
    assert_int_equal(symlink("real.yaml", "problem.yaml"), 0);
    reads(".");
    limited(&problem.cpu_ns, 4000 * ms, "problem.yaml");
    assert_int_equal(truncate("real.yaml", NF_PROBLEM_FILE + 1), 0);
    refused("./problem.yaml: found 262145 bytes, expected at most 262144");
    assert_int_equal(unlink("problem.yaml"), 0);
    assert_int_equal(mkfifo("problem.yaml", 0600), 0);
    refused("./problem.yaml: expected a file");
    assert_int_equal(unlink("problem.yaml"), 0);
    assert_int_equal(symlink("nowhere", "problem.yaml"), 0);
    nf_package_settings_free(&problem);
    assert_ends(NF_IO, "./problem.yaml: No such file or directory", nf_package_settings_read,
                &problem, ".");
    assert_int_equal(chdir(".."), 0);
    free(outside);
}

/* ---- how outputs are compared ---- */

static void flags_are(const char *test, const char *expected)
{
    struct nf_text flags = {0};
    assert_ok(nf_package_settings_flags, &problem, test, &flags);
    assert_string_equal(nf_text_terminated(&flags), expected);
    nf_text_free(&flags);
}

TEST(arguments_of_the_legacy_format_are_those_of_the_problem_and_the_innermost_group)
{
    nf_folder_put("problem.yaml", "validator_flags: case_sensitive  float_tolerance 1e-6\n", 0600);
    assert_int_equal(mkdir("data", 0700), 0);
    assert_int_equal(mkdir("data/secret", 0700), 0);
    reads(".");
    flags_are("data/secret/01.in", "case_sensitive  float_tolerance 1e-6");
    nf_folder_put("data/testdata.yaml", "output_validator_flags: space_change_sensitive\n", 0600);
    flags_are("data/secret/01.in", "space_change_sensitive\ncase_sensitive  float_tolerance 1e-6");
    nf_folder_put("data/secret/testdata.yaml", "output_validator_flags: ''\n", 0600);
    flags_are("data/secret/01.in", "\ncase_sensitive  float_tolerance 1e-6");
    flags_are("data/01.in", "space_change_sensitive\ncase_sensitive  float_tolerance 1e-6");
}

TEST(arguments_of_version_2025_09_are_those_of_the_test_else_of_the_innermost_group)
{
    nf_folder_put("problem.yaml", "problem_format_version: 2025-09\n", 0600);
    assert_int_equal(mkdir("data", 0700), 0);
    assert_int_equal(mkdir("data/secret", 0700), 0);
    reads(".");
    flags_are("data/secret/01.in", "");
    nf_folder_put("data/secret/test_group.yaml",
                  "output_validator_args: [case_sensitive, float_absolute_tolerance, 0.5]\n", 0600);
    flags_are("data/secret/01.in", "case_sensitive\nfloat_absolute_tolerance\n0.5\n");
    nf_folder_put("data/secret/01.yaml",
                  "output_validator_args:\n- float_relative_tolerance\n- 1E-4\n", 0600);
    flags_are("data/secret/01.in", "float_relative_tolerance\n1E-4\n");
    flags_are("data/secret/02.in", "case_sensitive\nfloat_absolute_tolerance\n0.5\n");
}

TEST(a_package_with_an_own_validator_says_so)
{
    nf_folder_put("problem.yaml", "validation: custom\n", 0600);
    reads(".");
    assert_true(problem.own_validator);
    nf_folder_put("problem.yaml", "", 0600);
    reads(".");
    assert_false(problem.own_validator);
    assert_int_equal(mkdir("output_validator", 0700), 0);
    reads(".");
    assert_true(problem.own_validator);
}

int main(void)
{
    return nf_run_tests(nf_folder_begin, end);
}
