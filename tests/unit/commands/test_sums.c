/* The smallest whole problem, and one that is no game: sums of numbers. All that it may do without
 * it does without, and each command of the tester takes it. */
#include "base/rng.h"
#include "commands/commands.h"
#include "games/tng/simulated/module.h"
#include "judge/problem.h"
#include "lib/ninefold.h"
#include "sim/game.h"
#include "tests/unit/folder.h"
#include "tests/unit/test.h"
#include "tests/unit/whole.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- the problem ---- */

enum { COUNT, NUMBER, MOST_NUMBERS = 20, MOST = 100 };

static const struct nf_format_field fields[] = {
    [COUNT] = {.name = "n", .what = "n", .low = 1, .high = MOST_NUMBERS},
    [NUMBER] = {.name = "a", .what = "number {item}", .high = MOST, .count = &fields[COUNT]},
    {.name = NULL},
};
static const struct nf_format_field *const by_size[] = {&fields[COUNT], &fields[NUMBER], NULL};
static const struct nf_format_lines lines[] = {
    {.name = "list",
     .what = "list {row}",
     .first = fields,
     .fields = 2,
     .end = "-1",
     .most = 9,
     .by_size = by_size},
    {.name = NULL},
};
static const struct nf_format format = {.fields = fields, .lines = lines, .by_lines = true};

static enum nf_status play(const struct nf_match *match, struct nf_text *transcript,
                           uint64_t *reached, struct nf_error *err)
{
    const uint32_t *number = match->read.numbers;
    (void)reached, (void)err;
    for (size_t list = 0; list < match->read.rows; list++) {
        uint32_t sum = 0;
        for (uint32_t left = *number++; left > 0; left--)
            sum += *number++;
        if (transcript != NULL)
            nf_text_format(transcript, "%u\n", sum);
    }
    return NF_OK;
}
static const struct nf_rules rules = {.format = &format, .play = play};

static void write_lists(const struct nf_key *key, struct nf_text *instance)
{
    struct nf_dice dice = nf_dice_start(key);
    struct nf_instance made = {.format = &format, .rows = nf_roll_between(&dice, 1, 3)};
    for (size_t list = 0; list < made.rows; list++) {
        const uint32_t count = nf_roll_between(&dice, 1, MOST_NUMBERS);
        nf_instance_number(&made, count);
        for (uint32_t i = 0; i < count; i++)
            nf_instance_number(&made, nf_roll_between(&dice, 0, MOST));
    }
    nf_instance_print(instance, &made);
    nf_instance_free(&made);
}

static enum nf_status guide(uint64_t seed, uint64_t index, const struct nf_case_limits *limits,
                            struct nf_text *instance, struct nf_error *err)
{
    const struct nf_key key = {seed, index, 0};
    (void)limits, (void)err;
    write_lists(&key, instance);
    return NF_OK;
}
static const struct nf_fuzz_ops fuzz = {.guide = guide};

static enum nf_status deal(const struct nf_suite_test *test, struct nf_key *key,
                           struct nf_text *instance, struct nf_error *err)
{
    (void)test, (void)err;
    write_lists(key, instance);
    key->attempt++;
    return NF_OK;
}
static const struct nf_suite_group groups[] = {{"all", 100, {"none", "无"}}, {.name = NULL}};
static const struct nf_suite_test tests[] = {
    {"all", "some lists", {0}, NULL}, {"all", "others", {0}, NULL}, {.group = NULL}};
static const struct nf_suite_test samples[] = {{"sample", "small", {0}, NULL}, {.group = NULL}};

#define STATEMENT "# Sums\n\nAdd.\n\n## Input\n\nLists.\n\n## Output\n\nSums.\n"
#define PROGRAM   "while read n list && [ $n != -1 ]; do echo $(($(echo $list | tr ' ' +)%s)); done\n"
static const struct nf_package package = {
    .statements = {STATEMENT, STATEMENT},
    .solution_py = "for line in open(0):\n    print(sum(map(int, line.split()[1:])))\n",
    .solution_cpp = "int main() {}\n",
    .seconds = 1,
    .seconds_from = "chosen",
};
static const struct nf_suite suite = {groups, tests, samples, &package, .tries = 1, .deal = deal};

static const struct nf_problem sums = {
    .name = "sums", .title = "Sums", .rules = &rules, .fuzz = &fuzz, .suite = &suite};

/* ---- what the commands make of it ---- */

const struct nf_problem *const nf_problems[] = {&sums, NULL};

/* The games have nothing to do with it. */
const struct nf_game *const nf_games[] = {&tng_game, NULL};

/* Runs a command as main() does, its output in the file "out". */
static enum nf_status run(const char *typed, struct nf_error *err)
{
    char line[200], *arguments[16] = {NULL}, *left = NULL;
    size_t count = 0;
    snprintf(line, sizeof line, "%s", typed);
    for (char *word = strtok_r(line, " ", &left); word != NULL; word = strtok_r(NULL, " ", &left))
        arguments[count++] = word;
    const struct nf_command *const command = nf_cli_find(nf_commands, arguments[0], err);
    assert_non_null(command);
    fflush(stdout);
    const int kept = dup(STDOUT_FILENO), out = open("out", O_WRONLY | O_CREAT | O_TRUNC, 0666);
    assert_true(kept >= 0 && out >= 0);
    dup2(out, STDOUT_FILENO);
    const enum nf_status status = nf_cli_run(command, arguments + 1, err);
    fflush(stdout);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    close(out);
    return status;
}

/* Whether a file has these words. */
static bool has_words(const char *name, const char *words)
{
    char text[8000] = "";
    FILE *const file = fopen(name, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return strstr(text, words) != NULL;
}

/* The last output has these words. */
static void assert_printed(const char *words)
{
    if (!has_words("out", words))
        fail_msg("expected '%s' in the output", words);
}

TEST(a_problem_that_is_no_game_lacks_nothing)
{
    assert_null(nf_problem_lacks(&sums));
}

TEST(its_inputs_are_verified_by_the_form_alone)
{
    nf_folder_put("valid", "2 1 20\n-1\n", 0666);
    nf_folder_put("invalid", "2 1 200\n-1\n", 0666);
    assert_ok(run, "verify valid");
    assert_ends_saying(NF_INVALID, "invalid:1:5", run, "verify invalid");
}

TEST(a_right_program_passes_its_guided_cases)
{
    char program[200];
    snprintf(program, sizeof program, PROGRAM, "");
    nf_folder_put("right.sh", program, 0666);
    assert_ok(run, "fuzz --quiet --count 30 --jobs 1 -- sh right.sh");
    assert_printed("30 AC");
}

TEST(a_wrong_program_fails_the_smallest_list)
{
    nf_folder_put("wrong.sh",
                  "while read n list && [ $n != -1 ]; do set -- $list; s=0\n"
                  "for a; do [ $a -gt 50 ] || s=$((s + a)); done; echo $s; done\n",
                  0666);
    assert_ends(NF_DIFFERENT, "", run, "fuzz --quiet --jobs 1 --keep kept -- sh wrong.sh");
    assert_printed("1 51\n  -1\n\nthe reference prints:\n  51\n");
    nf_folder_has("kept/001.min.in", "1 51\n-1\n");
    nf_folder_has("kept/001.min.ans", "51\n");
    assert_ends(NF_DIFFERENT, "", run, "fuzz --quiet --jobs 1 --json - -- sh wrong.sh");
    assert_printed("\"events\": []");
}

TEST(an_output_is_checked_by_its_lines_alone)
{
    nf_folder_put("in", "2 1 20\n-1\n", 0666);
    nf_folder_put("good", "21\n", 0666);
    nf_folder_put("bad", "22\n", 0666);
    assert_ok(run, "check in good");
    assert_ends(NF_DIFFERENT, "", run, "check in bad");
    assert_printed("22");
}

TEST(its_test_set_is_made_and_judged_and_packed_for_each_system)
{
    char program[200];
    snprintf(program, sizeof program, PROGRAM, "");
    nf_folder_put("right.sh", program, 0666);
    snprintf(program, sizeof program, PROGRAM, "+1");
    nf_folder_put("wrong.sh", program, 0666);
    assert_ok(run, "gen --quiet --suite set");
    assert_ok(run, "judge --quiet --game sums set -- sh right.sh");
    assert_ends(NF_DIFFERENT, "", run, "judge --quiet --game sums set -- sh wrong.sh");
    assert_ok(run, "check set");
    static const char *const layouts[] = {"kattis", "icpc", "polygon", "luogu", "hydro"};
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
        char line[80];
        snprintf(line, sizeof line, "gen --quiet --suite %s --format %s", layouts[i], layouts[i]);
        assert_ok(run, line);
        snprintf(line, sizeof line, "%s/README.md", layouts[i]);
        assert_true(has_words(line, "right programs"));
        assert_false(has_words(line, "wrong programs") || has_words(line, "wrong on purpose"));
    }
}

TEST(what_it_does_not_have_is_refused)
{
    nf_folder_put("in", "2 1 20\n-1\n", 0666);
    assert_ends_saying(NF_USAGE, "stories", run, "explain in");
    assert_ends_saying(NF_USAGE, "not simulated", run, "fuzz -n 2 -- sh right.sh");
    assert_ends_saying(NF_USAGE, "not simulated", run, "fuzz --profile default -- sh right.sh");
    assert_ends_saying(NF_USAGE, "--suite", run, "gen --game sums");
    assert_ends_saying(NF_USAGE, "catalogue", run, "judge --mistakes .");
    assert_ends_saying(NF_USAGE, "measures", run, "verify --bounds .");
    static const char text[] = "2 1 20\n-1\n";
    const struct ninefold_input instance = {.data = text, .size = sizeof text - 1};
    struct ninefold_text story = {0};
    struct ninefold_error err;
    assert_int_equal(ninefold_story("sums", &instance, 9, &story, &err), NINEFOLD_USAGE);
    assert_string_equal(err.text, "game sums: it has no stories");
}

int main(void)
{
    return nf_run_tests(nf_folder_begin, nf_folder_end);
}
