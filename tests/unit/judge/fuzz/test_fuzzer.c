/* How far the jobs of a fuzz run ahead of a case that takes long: a toy game whose cases are their
 * numbers, and a program whose first case waits for the others. */
#include "base/format/format.h"
#include "judge/fuzz/fuzzer.h"
#include "judge/problem.h"
#include "tests/unit/folder.h"
#include "tests/unit/test.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { JOBS = 2, CASES = 300, AHEAD = 128 * JOBS };

/* ---- the program ---- */

static long size_of(const char *path)
{
    struct stat file;
    return stat(path, &file) == 0 ? (long)file.st_size : 0;
}

static void wait_ms(long ms)
{
    const struct timespec time = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&time, NULL);
}

/* `PROGRAM STARTED SEEN`: adds a byte to the file STARTED. Case 0 waits until as many are started
 * as may be, and some time more; then it adds a byte to SEEN for each. */
static int play(char **arguments)
{
    unsigned number;
    FILE *const started = fopen(arguments[1], "a");
    if (started == NULL || fputc('.', started) == EOF || fclose(started) != 0 ||
        scanf("%u", &number) != 1)
        return 1;
    if (number == 0) {
        for (int ms = 0; ms < 60000 && size_of(arguments[1]) < AHEAD; ms += 10)
            wait_ms(10);
        wait_ms(300);
        FILE *const seen = fopen(arguments[2], "w");
        for (long i = size_of(arguments[1]); seen != NULL && i > 0; i--)
            fputc('.', seen);
        if (seen == NULL || fclose(seen) != 0)
            return 1;
    }
    printf("%u\n", number);
    return 0;
}

/* ---- the game ---- */

static enum nf_status guide(uint64_t seed, uint64_t index, const struct nf_case_limits *limits,
                            struct nf_text *instance, struct nf_error *err)
{
    (void)seed, (void)limits, (void)err;
    nf_text_format(instance, "%llu\n", (unsigned long long)index);
    return NF_OK;
}

static const struct nf_format_field fields[] = {
    {.name = "number", .what = "a number", .high = CASES}, {.name = NULL}};
static const struct nf_format_lines lines[] = {{.name = "number", .first = fields, .fields = 1},
                                               {.name = NULL}};
static const struct nf_format format = {.fields = fields, .lines = lines};

static enum nf_status answer(const struct nf_match *match, struct nf_text *transcript,
                             uint64_t *reached, struct nf_error *err)
{
    (void)reached, (void)err;
    nf_text_bytes(transcript, match->input->data, match->input->size);
    return NF_OK;
}

static const struct nf_stage no_stages[] = {{0}};
static const struct nf_fuzz_ops ops = {.guide = guide, .stages = no_stages};
static const struct nf_rules rules = {.format = &format, .play = answer};
static const struct nf_problem problem = {.name = "toy", .rules = &rules, .fuzz = &ops};

TEST(at_most_128_cases_a_job_are_started_from_the_oldest_unfinished_one_on)
{
    char self[4096] = "", *command[] = {self, "started", "seen", NULL};
    assert_true(readlink("/proc/self/exe", self, sizeof self - 1) > 0);
    const struct nf_child_options child = {.command = command};
    struct nf_fuzz_options options = {.trials.problem = &problem, .count = CASES, .jobs = JOBS};
    FREED_BY(nf_fuzz_free) struct nf_fuzz_result result;
    assert_ok(nf_child_open, &child, JOBS, &options.trials.child);
    assert_ok(nf_fuzz, &options, &result);
    nf_child_close(options.trials.child);
    assert_int_equal(result.cases, CASES);
    assert_int_equal(result.verdicts[NF_AC], CASES);
    assert_int_equal(size_of("started"), CASES);
    assert_int_equal(size_of("seen"), AHEAD);
}

/* ---- another player under test ---- */

enum { WRONG = 7 }; /* the case that she plays otherwise */

/* nf_second_player.compare: her outcome is another one where `owner` says so. */
static enum nf_status compare(const void *owner, const struct nf_input *instances, size_t count,
                              struct nf_text *const *differs, struct nf_error *err)
{
    const bool *const wrong = owner;
    (void)err;
    for (size_t i = 0; i < count; i++)
        if (*wrong && instances[i].size == 2 && instances[i].data[0] == '0' + WRONG)
            nf_text_string(differs[i], "1 of 1 words; word 0: 9 and 7");
    return NF_OK;
}

static void size(const struct nf_instance *read, struct nf_text *words)
{
    (void)read;
    nf_text_string(words, "a number");
}

/* The first case that is not as it should be, of 20 that the other player plays and that are given
 * to `program`. */
static struct nf_fuzz_result fuzz_other(bool wrong, char *program)
{
    static const struct nf_fuzz_ops with_size = {.guide = guide, .stages = no_stages, .size = size};
    static const struct nf_problem played = {.name = "toy", .fuzz = &with_size, .rules = &rules};
    const struct nf_second_player other = {"other", "right", compare, &wrong};
    char *command[] = {program, NULL};
    const struct nf_child_options child = {.command = command};
    struct nf_fuzz_options options = {
        .trials = {.problem = &played, .other = &other}, .count = 20, .jobs = 1};
    struct nf_fuzz_result result;
    assert_ok(nf_child_open, &child, 1, &options.trials.child);
    assert_ok(nf_fuzz, &options, &result);
    nf_child_close(options.trials.child);
    return result;
}

TEST(another_player_whose_outcome_is_not_the_reference_s_is_found_with_a_right_program)
{
    FREED_BY(nf_fuzz_free) struct nf_fuzz_result result = fuzz_other(false, "cat");
    assert_int_equal(result.verdicts[NF_AC], 20);
    nf_fuzz_free(&result);
    result = fuzz_other(true, "cat");
    assert_int_equal(result.findings_count, 1);
    const struct nf_finding *const finding = &result.findings[0];
    assert_int_equal(finding->found.index, WRONG);
    assert_int_equal(finding->found.judgement.verdict, NF_WA);
    assert_string_equal(finding->found.judgement.why,
                        "the kernel's outcome differs from the reference's");
    static const char words[] = "other and right differ in 1 of 1 words; word 0: 9 and 7\n";
    assert_int_equal(finding->why.size, sizeof words - 1);
    assert_memory_equal(finding->why.data, words, sizeof words - 1);
}

int main(int count, char **arguments)
{
    if (count > 1)
        return play(arguments);
    signal(SIGPIPE, SIG_IGN);
    return nf_run_tests(nf_folder_begin, nf_folder_end);
}
