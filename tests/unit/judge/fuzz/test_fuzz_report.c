/* What a fuzz says of its findings, on the terminal and as JSON: results made by hand. */
#include "judge/fuzz/fuzz_internal.h"
#include "judge/fuzz/fuzz_report.h"
#include "judge/problem.h"
#include "tests/unit/folder.h"
#include "tests/unit/said.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <string.h>

static const struct nf_event events[] = {
    {"first", "the first %s of %s", {"card", "all"}}, {"second", "another", {NULL, NULL}}, {0}};
static const struct nf_stage stages[] = {{.name = "many players", .first = 3, .every = 9},
                                         {.name = "long decks", .first = 4, .every = 9},
                                         {0}};
static const struct nf_mistake mistakes[] = {
    {"none", ""},          {"one", "does one"},   {"two", "does two"}, {"three", "does three"},
    {"four", "does four"}, {"five", "does five"}, {"six", "does six"}, {0}};

/* Games have stories; no report asks for one. */
static bool no_story(const struct nf_match *match, struct nf_narration *narration)
{
    (void)match, (void)narration;
    return true;
}

static const struct nf_fuzz_ops ops = {
    .events = events, .stages = stages, .write_story = no_story, .mistakes = mistakes};
static const struct nf_problem problem = {.name = "toy", .fuzz = &ops};

static char *command[] = {"./mine", "two words", NULL};
static struct nf_fuzz_options options;
static struct nf_finding findings[2];
static struct nf_fuzz_result result;
static struct nf_fuzz_report report;

static struct nf_text words(const char *bytes)
{
    return (struct nf_text){.data = (char *)(uintptr_t)bytes, .size = strlen(bytes)};
}

/* A wrong answer to a small case and nothing else; tests change what they are about. */
static int begin(void **state)
{
    (void)state;
    options = (struct nf_fuzz_options){.trials.problem = &problem, .jobs = 1};
    memset(findings, 0, sizeof findings);
    findings[0].found.index = 7;
    findings[0].found.judgement = (struct nf_judgement){.verdict = NF_WA, .why = "line 3 differs"};
    findings[0].size = words("2 players");
    result = (struct nf_fuzz_result){.findings = findings,
                                     .findings_count = 1,
                                     .cases = 8,
                                     .verdicts = {7, 1},
                                     .guided = 8,
                                     .seconds = 2};
    report = (struct nf_fuzz_report){.options = &options,
                                     .result = &result,
                                     .command = command,
                                     .profile = "guided",
                                     .again = "--seed 3"};
    return 0;
}

/* Makes the report on the terminal, in `said`. */
static void tell(void)
{
    struct nf_text told = {0};
    nf_fuzz_table(&told, &report);
    nf_said_take(&told);
}

/* The same with each line's end a blank, as texts are wrapped. */
static void write_flat(void)
{
    tell();
    for (char *at = said; (at = strchr(at, '\n')) != NULL;)
        *at = ' ';
}

/* The document has that value at the path. */
static void json_has(const char *path, const char *expected)
{
    FREED_BY(nf_text_free) struct nf_text told = {0};
    assert_ok(nf_fuzz_json, &told, &report);
    json_auto_t *document = json_loadb(told.data, told.size, 0, NULL);
    assert_non_null(document);
    has(document, path, expected);
}

/* ---- findings ---- */

TEST(a_finding_tells_case_verdict_and_how_to_run_it_again)
{
    tell();
    says("case 7 (2 players): WA, line 3 differs\n");
    says("\nagain: ninefold fuzz --seed 3 --first 7 --count 1 -- ./mine 'two words'\n");
    says_not("FLAKY");
    says_not("shrunk");
    says_not("kept");
    findings[0].found.ends = NF_CRLF;
    report.keep = "bad";
    findings[1] = findings[0];
    result.findings_count = 2;
    tell();
    says("case 7 (2 players, CR LF line ends): WA");
    says("kept:  bad/001.*\n");
    says("kept:  bad/002.*\n");
}

/* Shows a smallest case of one line of so many columns. */
static void write_wide(int columns, char line[81])
{
    snprintf(line, 81, "%0*d", columns, 0);
    findings[0].smallest.instance = words(line);
    tell();
}

TEST(a_long_case_is_shown_by_40_lines_of_78_columns)
{
    char lines[41 * 80 + 1] = "", wide[81];
    struct nf_finding *const finding = &findings[0];
    finding->shrunk = true;
    finding->smallest.answer = words("an answer\n");
    write_wide(78, wide);
    says(wide);
    says_not("...");
    says("its transcript by the rules:\n  an answer\n");
    write_wide(79, wide);
    says("  00000000000000000000000000000000000000000000000000000000000000000000000000 ...\n");
    for (int i = 0; i < 40; i++)
        strcat(lines, "row\n");
    finding->smallest.instance = words(lines);
    tell();
    says("row\n\nits transcript");
    says_not("(and more)");
    strcat(lines, "more\n");
    finding->smallest.instance = words(lines);
    tell();
    says("row\n  ... (and more)\n\nits transcript");
}

TEST(a_shrunk_case_tells_its_size_trials_and_what_else_it_gets)
{
    struct nf_finding *const finding = &findings[0];
    finding->shrunk = true;
    finding->smallest.instance = finding->smallest.answer = words("1\n");
    finding->smallest.judgement = finding->found.judgement;
    finding->smallest_size = words("1 player");
    finding->smallest.ends = NF_NO_FINAL_NEWLINE;
    finding->trials = 12;
    finding->seconds = 0.5;
    tell();
    says("shrunk to 1 player, no final newline (12 trials, 0.5 s):\n  1\n");
    says_not("here it gets");
    says_not("which failed");
    finding->stopped = true;
    finding->found.judgement =
        (struct nf_judgement){.verdict = NF_RE, .code = 1, .why = "exit code 1"};
    finding->smallest.judgement =
        (struct nf_judgement){.verdict = NF_RE, .code = 2, .why = "exit code 2"};
    tell();
    says("(12 trials, 0.5 s, stopped early):\n");
    says("\nhere it gets RE, exit code 2\n");
    finding->smallest.judgement =
        (struct nf_judgement){.verdict = NF_WA, .code = 1, .why = "line 1 differs"};
    tell();
    says("\nhere it gets WA, line 1 differs\n");
}

TEST(of_a_large_case_that_is_too_slow_the_growth_is_told_and_not_the_case)
{
    struct nf_finding *const finding = &findings[0];
    finding->shrunk = true;
    finding->smallest.instance = finding->smallest.answer = words("1\n");
    finding->smallest.judgement = finding->found.judgement;
    finding->smallest_size = words("99 cards");
    json_has("findings.0.growth", "null");
    finding->growth.made = true;
    tell();
    says("shrunk to 99 cards (0 trials, 0.0 s):\n\n");
    says_not("transcript");
    finding->growth.twice = 3.96;
    finding->growth.seconds[0] = 0.25;
    finding->growth.seconds[1] = 0.99;
    finding->growth.size[0] = words("25 cards");
    finding->growth.size[1] = words("50 cards");
    tell();
    says("With twice the input it takes about 4.0 times as long: 0.25 s for 25 cards, and\n"
         "0.99 s for 50 cards.\n");
    json_has("findings.0.growth.for_twice", "3.96");
    json_has("findings.0.growth.cases.1.size", "\"50 cards\"");
    json_has("findings.0.growth.cases.0.seconds", "0.25");
    json_has("findings.0.smallest", "\"99 cards\"");
}

TEST(a_flaky_program_is_told_how_often_it_failed)
{
    struct nf_finding *const finding = &findings[0];
    finding->flaky = finding->shrunk = true;
    finding->runs = 9;
    finding->failed = 3;
    finding->shrunk_failed = 4;
    finding->smallest.instance = finding->smallest.answer = words("1\n");
    result.flaky = 1;
    result.verdicts[NF_WA] = 0;
    tell();
    says("): FLAKY, failed 3 of 9\nat first: WA, line 3 differs\n");
    says("which failed 4 of 10\n");
    says("they differ from run to run");
    says("cases    8, 7 AC, 1 FLAKY; 2.00 s, 4 cases/s, 1 job\n");
    json_has("findings.0.verdict", "\"FLAKY\"");
    json_has("findings.0.first_verdict", "\"WA\"");
    json_has("findings.0.smallest_failed", "4");
    finding->flaky = false;
    json_has("findings.0.smallest_failed", "null");
}

TEST(json_has_what_a_case_with_more_cards_got_and_null_without)
{
    json_has("findings.0.padded", "null");
    json_has("findings.0.smallest", "null");
    json_has("findings.0.smallest_verdict", "null");
    findings[0].padding = 1;
    findings[0].padded.judgement = (struct nf_judgement){.verdict = NF_RE, .code = 3};
    findings[0].padded.instance = words("1\n");
    json_has("findings.0.padded.cards", "1");
    json_has("findings.0.padded.code", "3");
}

/* ---- what was tried ---- */

TEST(what_was_tried_is_counted_and_what_was_not_is_listed)
{
    result.stages[0] = 1200;
    result.reached[1] = 5;
    result.cases_with[1] = 1;
    tell();
    says("tried    guided cases (8), many players (1,200)\n");
    says("untried  long decks, CR LF line ends, no final newline (--line-ends)\n");
    says("rules    1 of 2 rule events reached; --coverage lists them\n");
    says_not("event\n");
    options.trials.line_ends = true;
    result.ends[NF_CRLF] = 2;
    result.cases_with[0] = 1;
    tell();
    says("tried    guided cases (8), many players (1,200), CR LF line ends (2)\n");
    says("untried  long decks, no final newline\n");
    says("rules    2 of 2 rule events reached\n");
    report.coverage = true;
    result.cases_with[0] = 0;
    tell();
    says("rules    1 of 2 rule events reached\n");
    says("       0         0  first                    the first card of all\n");
    says("       1         5  second                   another\n");
    result.cases = 0;
    tell();
    says_not("rule events");
}

TEST(dealt_games_have_no_stages)
{
    options.trials.dealer = &(struct nf_dealer){0}; /* any will do */
    tell();
    says("tried    dealt games (8)\n");
    says("untried  CR LF line ends");
}

/* ---- the diagnosis ---- */

/* One mistake fits, for certain. */
static struct nf_diagnosis *diagnose(void)
{
    result.diagnosis = (struct nf_diagnosis){.made = true,
                                             .cases = NF_CERTAIN_CASES,
                                             .wrong = NF_CERTAIN_WRONG,
                                             .fitting = 1,
                                             .named = {1u << 2},
                                             .certain = true};
    return &result.diagnosis;
}

TEST(a_mistake_is_named_and_what_is_not_certain_is_called_likely)
{
    struct nf_diagnosis *const diagnosis = diagnose();
    write_flat();
    says("On 200 of 200 cases your program does what a player would do who does two (mistake 2). ");
    says_not("likely");
    says_not("tells it from");
    diagnosis->named[0] = 1u << 2 | 1u << 5;
    diagnosis->certain = false;
    diagnosis->wrong = NF_CERTAIN_WRONG - 1;
    write_flat();
    says("who does two (mistake 2), and does five (mistake 5). This is likely, not certain: it "
         "leaves the rules on 4 of them only. ");
    diagnosis->cases = NF_CERTAIN_CASES - 1;
    write_flat();
    says("This is likely, not certain: that takes 200 cases, for which --diagnose had no time. ");
    diagnosis->made = false;
    write_flat();
    says_not("mistake");
}

TEST(of_many_mistakes_that_fit_four_are_named)
{
    struct nf_diagnosis *const diagnosis = diagnose();
    diagnosis->certain = false;
    diagnosis->fitting = NF_MAX_NAMED;
    for (unsigned i = 0; i < NF_MAX_NAMED; i++)
        diagnosis->named[i] = UINT64_C(1) << (i + 1);
    write_flat();
    says("one of these mistakes, which no case told apart: she does one (mistake 1); or she does "
         "two (mistake 2); or she does three (mistake 3); or she does four (mistake 4). ");
    says_not("others");
    says_not("likely");
    diagnosis->fitting = NF_MAX_NAMED + 3;
    write_flat();
    says("(mistake 4); or 3 others. ");
    json_has("diagnosis.fitting", "7");
    json_has("diagnosis.mistakes.3.0.number", "4");
    json_has("diagnosis.mistakes.4", "");
}

TEST(where_none_fits_the_nearest_is_told)
{
    struct nf_diagnosis *const diagnosis = diagnose();
    diagnosis->fitting = 0;
    write_flat();
    says("None of the 6 mistakes known does what your program does on all of 200 cases. ");
    says_not("Nearest");
    diagnosis->nearest = 1;
    diagnosis->nearest_agrees = 150;
    write_flat();
    says(" Nearest, but not the same, is a player who does one (mistake 1): she agrees on 150 of "
         "200 cases. ");
    json_has("diagnosis.nearest.0.name", "\"one\"");
    json_has("diagnosis.nearest.1", "");
}

TEST(a_telling_case_is_shown_with_those_it_does_not_tell_apart)
{
    struct nf_diagnosis *const diagnosis = diagnose();
    diagnosis->distinguished = NF_DISTINGUISHED_BY_SMALLEST;
    write_flat();
    says("The shrunk case tells it from all others. ");
    diagnosis->alike = 1u << 1 | 1u << 6;
    write_flat();
    says("The shrunk case tells it from all others but 1, 6. ");
    result.findings_count = 2;
    write_flat();
    says("The first shrunk case tells it from all others but 1, 6. ");
    diagnosis->alike = 0;
    write_flat();
    says("The first shrunk case tells it from all others. ");
    diagnosis->distinguished = NF_DISTINGUISHED_BY_OWN;
    diagnosis->distinguishing.instance = words("9 9\n");
    diagnosis->distinguishing_size = words("3 players");
    tell();
    says("The case that tells it from all others, 3 players:\n  9 9\n");
    diagnosis->alike = 1u << 3;
    tell();
    says("The case that tells it from all others but 3, 3 players:\n  9 9\n");
}

TEST(json_has_the_case_that_tells_whichever_it_is)
{
    static const char *const expected[] = {"null", "\"small\\n\"", "\"own\\n\""};
    struct nf_diagnosis *const diagnosis = diagnose();
    findings[0].smallest.instance = words("small\n");
    diagnosis->distinguishing.instance = words("own\n");
    for (int distinguished = NF_DISTINGUISHED_NOT; distinguished <= NF_DISTINGUISHED_BY_OWN;
         distinguished++) {
        diagnosis->distinguished = (enum nf_distinguishing)distinguished;
        json_has("diagnosis.telling_instance", expected[distinguished]);
    }
}

TEST(json_has_the_weights_of_dealt_cases_where_there_are_some)
{
    json_has("weights", "");
    report.weights = "A1=3,B9=1";
    json_has("weights", "\"A1=3,B9=1\"");
}

/* ---- the source ---- */

TEST(the_line_and_what_the_compiler_warns_of_stand_before_the_mistake_and_in_json)
{
    struct nf_fault_line *const warned = report.warnings.list;
    diagnose();
    command[0] = "mine.cpp";
    json_has("fault", "null");
    json_has("warnings", "[]");
    report.fault = (struct nf_fault_line){9, words("uses what nobody set"), words("if (best)"), 1};
    warned[0] = (struct nf_fault_line){9, words("'best' is not set"), words("if (best)"), 1};
    warned[1] = (struct nf_fault_line){12, words("no return"), words("}"), 1};
    report.warnings.count = 2;
    tell();
    command[0] = "./mine";
    says("mine.cpp:9: uses what nobody set\n"
         "     9 | if (best)\n"
         "mine.cpp:9: the compiler warns: 'best' is not set\n"
         "mine.cpp:12: the compiler warns: no return\n"
         "    12 | }\n"
         "\n"
         "On 200 of 200 cases");
    json_has("fault.what", "\"uses what nobody set\"");
    json_has("warnings.1.line", "12");
}

/* ---- kept files ---- */

/* Expects these files to be kept, with a blank behind each. */
static void keeps(const char *expected)
{
    struct nf_out_set files = {0};
    void *none = NULL;
    assert_int_equal(nf_folder_begin(&none), 0);
    report.keep = ".";
    assert_ok(nf_fuzz_keep, &report, &files);
    assert_ok(nf_out_set_close, &files, NF_OK);
    report.keep = NULL;
    nf_folder_lists("", expected);
    assert_int_equal(nf_folder_end(&none), 0);
}

TEST(what_there_is_of_a_finding_is_kept_and_nothing_else)
{
    keeps("001.ans 001.in 001.json 001.out ");
    diagnose()->distinguished = NF_DISTINGUISHED_BY_SMALLEST;
    findings[0].shrunk = true;
    keeps("001.ans 001.in 001.json 001.min.ans 001.min.in 001.min.out 001.out ");
    findings[0].shrunk = false;
    findings[0].padding = 1;
    keeps("001.ans 001.in 001.json 001.out 001.pad.ans 001.pad.in 001.pad.out ");
    findings[0].padding = 0;
    diagnose()->distinguished = NF_DISTINGUISHED_BY_OWN;
    keeps("001.ans 001.in 001.json 001.out 001.tell.ans 001.tell.in 001.tell.out ");
}

TEST(files_in_a_folder_whose_path_is_too_long_are_an_error)
{
    char folder[5000];
    struct nf_error err;
    memset(folder, 'k', sizeof folder - 1);
    folder[sizeof folder - 1] = '\0';
    report.keep = folder;
    struct nf_out_set files = {0};
    assert_int_equal(nf_fuzz_keep(&report, &files, &err), NF_IO);
    assert_int_equal(nf_out_set_close(&files, NF_IO, &err), NF_IO);
    assert_string_equal(err.text, "--keep: the path is too long");
}

/* ---- repeats ---- */

/* A smaller case of a flaky program shall fail three quarters as often as the one found. */
TEST(a_smaller_flaky_case_fails_three_quarters_as_often)
{
    assert_int_equal(nf_flaky_needed(10, 10), 7);
    assert_int_equal(nf_flaky_needed(4, 10), 3);
    assert_int_equal(nf_flaky_needed(1, 10), 1);
    assert_int_equal(nf_flaky_needed(4, 4), 7);
    assert_int_equal(nf_flaky_needed(1, 4), 1);
    assert_int_equal(nf_flaky_needed(3, 4), 5);
}

int main(void)
{
    return nf_run_tests(begin, NULL);
}
