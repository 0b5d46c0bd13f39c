/* What judge says of programs on a test set: results made by hand. */
#include "judge/judging/judging.h"
#include "tests/unit/said.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <string.h>

enum { TESTS = 7, PROGRAMS = 2 };

static struct nf_test tests[TESTS];
static struct nf_test_set set;
static char *first_command[] = {"./first", "it's", NULL}, *second_command[] = {"./second", NULL};
static char *const *commands[PROGRAMS] = {first_command, second_command};
static struct nf_test_result results[PROGRAMS][TESTS];
static struct nf_program_result programs[PROGRAMS];
static uint64_t differs[TESTS], returns[TESTS];
static struct nf_judging_options options;
static struct nf_judging_result result;
static struct nf_judge_report report;

/* Two programs that are accepted on all tests, the first of which is the slower one. */
static int begin(void **state)
{
    static const char *const names[TESTS] = {"1", "2", "3", "4", "5", "6", "7"};
    static const char *const answers[TESTS] = {"set/1.ans", "set/2.ans", "set/3.ans", "set/4.ans",
                                               "set/5.ans", "set/6.ans", "set/7.ans"};
    (void)state;
    memset(results, 0, sizeof results);
    memset(programs, 0, sizeof programs);
    memset(differs, 0, sizeof differs);
    memset(returns, 0, sizeof returns);
    for (int i = 0; i < TESTS; i++)
        tests[i] = (struct nf_test){.name = (char *)(uintptr_t)names[i],
                                    .ans = (char *)(uintptr_t)answers[i]};
    set = (struct nf_test_set){.tests = tests, .count = TESTS};
    for (int p = 0; p < PROGRAMS; p++) {
        for (int i = 0; i < TESTS; i++)
            results[p][i] = (struct nf_test_result){
                .done = true, .cpu_ns = 100000000, .memory = (uint64_t)1 << 20};
        results[p][3].cpu_ns = p == 0 ? 3250000000 : 2000000000;
        results[p][5].memory = (uint64_t)5 << 19;
        programs[p] = (struct nf_program_result){.tests = results[p],
                                                 .done = TESTS,
                                                 .verdicts = {TESTS},
                                                 .first = TESTS,
                                                 .slowest = 3,
                                                 .largest = 5,
                                                 .accepted = true};
    }
    options = (struct nf_judging_options){
        .set = &set, .programs = commands, .programs_count = 1, .jobs = 1};
    result = (struct nf_judging_result){
        .differs = differs, .returns = returns, .programs = programs, .seconds = 1.5};
    report = (struct nf_judge_report){.options = &options,
                                      .result = &result,
                                      .folder = "set",
                                      .factor = 4,
                                      .cpu_ns = {6000000000, "domjudge-problem.ini"},
                                      .memory = {256 << 20, "problem.yaml"},
                                      .output = {32 << 20, "problem.yaml"}};
    return 0;
}

/* Makes the report, in `said`: no line is longer than 80 columns, if its characters have a byte. */
static void tell(void)
{
    struct nf_text told = {0};
    nf_judge_table(&told, &report);
    nf_said_take(&told);
    for (const char *line = said; *line != '\0'; line += strcspn(line, "\n") + 1)
        if (strcspn(line, "\n") > 80)
            fail_msg("a long line: %s", line);
}

/* Test `test` of a program fails, and its first failure is explained. */
static void failing(int program, int test, enum nf_verdict verdict, const char *why,
                    const char *explanation)
{
    struct nf_program_result *const bad = &programs[program];
    results[program][test].judgement = (struct nf_judgement){.verdict = verdict};
    snprintf(results[program][test].judgement.why, sizeof results[0][0].judgement.why, "%s", why);
    bad->verdicts[NF_AC]--;
    bad->verdicts[verdict]++;
    bad->accepted = false;
    if (bad->first == TESTS) {
        bad->first = (size_t)test;
        bad->why =
            (struct nf_text){.data = (char *)(uintptr_t)explanation, .size = strlen(explanation)};
    }
}

/* ---- one program ---- */

TEST(a_program_has_a_row_for_each_test_and_a_limit)
{
    tell();
    says("test  verdict  CPU time      memory\n1     AC        0.100 s     1.0 MiB\n");
    says("4     AC        3.250 s     1.0 MiB\n");
    says("6     AC        0.100 s     2.5 MiB\n");
    says("tests      7 in set, 7 AC; 1.50 s, 1 job\n");
    says("limits     6 s of CPU time (domjudge-problem.ini), 256 MiB (problem.yaml)\n");
    says("limit      13 s suggested: 4 * 3.250 s of CPU time (4) in steps of 1 s\n");
    report.cpu_ns.from = "problem.yaml";
    tell();
    says("limits     6 s of CPU time, 256 MiB (problem.yaml)\n");
    says_not("first failing");
    says_not("answers");
    results[0][6].done = false;
    tell();
    says_not("7     AC");
}

TEST(the_first_failing_test_is_explained_below_the_table)
{
    failing(0, 1, NF_WA, "line 3 differs", "line 3: the words\n");
    failing(0, 4, NF_RE, "exit code 1", "");
    result.slowest = 1;
    tell();
    says("2     WA        0.100 s     1.0 MiB  line 3 differs\n");
    says("5     RE        0.100 s     1.0 MiB  exit code 1\n");
    says("\nfirst failing: 2, WA\nline 3: the words\n");
    says("tests      7 in set, 5 AC, 1 WA, 1 RE; ");
    says("limit      none suggested: no program was accepted on all tests\n");
}

TEST(of_a_long_name_the_end_is_shown_and_no_character_is_cut)
{
    tests[0].name = "abcdefghijklmnopqrstuvwx";
    tell();
    says("abcdefghijklmnopqrstuvwx  AC   ");
    says("test                      verdict");
    says("2                         AC   ");
    tests[0].name = "0abcdefghijklmnopqrstuvwx";
    tell();
    says("...defghijklmnopqrstuvwx  AC   ");
    says_not("bcdefghij");
    says("test                      verdict");
    /* A letter of two bytes is one column, and one of three is two of them. */
    tests[0].name = "0123456789abcdefghijk\303\266\303\266\303\266";
    tell();
    says("0123456789abcdefghijk\303\266\303\266\303\266  AC   ");
    tests[0].name = "0123456789abcdefghijkl\303\266\347\220\203";
    tell();
    says("...456789abcdefghijkl\303\266\347\220\203  AC   ");
    tests[0].name = "0123\347\220\203abcdefghijklmnopqrst";
    tell();
    says("...abcdefghijklmnopqrst  AC   ");
}

TEST(a_long_reason_ends_in_dots_at_the_edge)
{
    /* 37 columns stand before it. */
    failing(0, 1, NF_WA, "a reason of the 43 columns that have room -", "");
    tell();
    says("MiB  a reason of the 43 columns that have room -\n");
    failing(0, 1, NF_WA, "a reason of the 43 columns that have room --", "");
    tell();
    says("MiB  a reason of the 43 columns that have roo...\n");
}

/* ---- several programs ---- */

TEST(several_programs_have_a_row_each_with_counts_of_verdicts_that_occur)
{
    options.programs_count = 2;
    options.jobs = 2;
    tell();
    says("   AC   CPU time      memory  program, first failing test\n");
    says("    7    3.250 s     2.5 MiB  ./first 'it'\\''s'\n");
    says("    7    2.000 s     2.5 MiB  ./second\n");
    says("tests      7 in set; 1.50 s, 2 jobs\n");
    says("4 * 3.250 s of CPU time (./first 'it'\\''s' on 4) in\nsteps of 1 s\n");
    result.slowest = 1;
    tell();
    says("limit      8 s suggested: 4 * 2.000 s of CPU time (./second on 4) in steps of\n0.5 s\n");
    programs[1].done = 0;
    tell();
    says_not("  ./second\n");
}

TEST(a_failing_program_tells_its_first_test_and_why)
{
    options.programs_count = 2;
    failing(0, 1, NF_WA, "line 3 differs", "line 3: the words\nand more\n");
    failing(1, 2, NF_RE, "exit code 1", "its output is correct\n");
    result.slowest = 2;
    tell();
    says("   AC   WA   RE   CPU time");
    says("    6    1    0    3.250 s     2.5 MiB  ./first 'it'\\''s'\n       2: WA, line 3: the "
         "words\n");
    says("    6    0    1    2.000 s     2.5 MiB  ./second\n       3: RE, exit code 1\n");
    says_not("and more");
    /* White space is in what is said of the line, too; an explanation without a line has none. */
    results[0][1].judgement.verdict = NF_PE;
    tell();
    says("       2: PE, line 3: the words\n");
    programs[0].why.size = 0;
    tell();
    says("       2: PE, line 3 differs\n");
}

TEST(of_a_checker_s_refusal_a_row_has_the_first_words)
{
    options.programs_count = 2;
    failing(0, 1, NF_WA, "refused by the checker",
            "the checker refuses the output:\n  a is 2\n  b is 3\n  found    '5'\n");
    failing(1, 2, NF_WA, "refused by the checker", "the checker refuses the output\n");
    snprintf(results[0][1].judgement.kind, sizeof results[0][1].judgement.kind, NF_KIND_CHECKER);
    snprintf(results[1][2].judgement.kind, sizeof results[1][2].judgement.kind, NF_KIND_CHECKER);
    tell();
    says("       2: WA, the checker refuses the output: a is 2\n");
    says("       3: WA, the checker refuses the output\n");
    says_not("b is");
}

TEST(long_words_on_a_failing_program_stay_in_the_line)
{
    options.programs_count = 2;
    /* Behind 14 columns. */
    failing(0, 1, NF_WA, "line 3 differs",
            "an explanation of the first difference in the 66 columns it has --\nmore\n");
    tell();
    says(" WA, an explanation of the first difference in the 66 columns it has --\n");
    failing(1, 2, NF_WA, "line 3 differs",
            "an explanation of the first difference in the 66 columns it has ---\n");
    tell();
    says(" WA, an explanation of the first difference in the 66 columns it has...\n");
    /* And so does a command, whose end is shown. */
    first_command[1] = "0123456789012345678901234567890123456789end";
    tell();
    first_command[1] = "it's";
    says("...");
    says("789end\n");
}

TEST(counts_of_many_tests_have_their_columns)
{
    static struct nf_test many[10000];
    for (int i = 0; i < 10000; i++)
        many[i] = tests[0];
    options.programs_count = 2;
    set = (struct nf_test_set){.tests = many, .count = 9999};
    for (int p = 0; p < PROGRAMS; p++) {
        programs[p].first = set.count;
        programs[p].verdicts[NF_AC] = set.count;
    }
    tell();
    says("   AC   CPU");
    says("\n 9999    3.250 s");
    programs[0].first = programs[1].first = set.count = 10000;
    tell();
    says("    AC   CPU");
    says("\n  9999    3.250 s");
}

/* ---- answers ---- */

TEST(the_first_five_wrong_answers_are_listed)
{
    differs[1] = 4;
    result.wrong_answers = 1;
    tell();
    says("answers    1 of 7 are not the reference's, which was used instead: set/2.ans:4\n");
    for (int i = 0; i < 5; i++)
        differs[i] = 10;
    result.wrong_answers = 5;
    tell();
    says("set/5.ans:10\n");
    differs[6] = 1;
    result.wrong_answers = 6;
    tell();
    says("set/5.ans:10, ...\n");
    says_not("set/7.ans");
}

int main(void)
{
    return nf_run_tests(begin, NULL);
}
