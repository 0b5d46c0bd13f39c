/* How far the jobs of a fuzz run ahead of a case that takes long: a toy game whose cases are their
 * numbers, and a program whose first case waits for the others. */
#include "core/contract/game.h"
#include "fuzz/fuzzer.h"
#include "tests/unit/test.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { JOBS = 2, CASES = 600, AHEAD = 128 * JOBS };

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

static enum nf_status answer(const struct nf_input *instance, struct nf_text *transcript,
                             uint64_t *reached, struct nf_error *err)
{
    (void)reached, (void)err;
    nf_text_bytes(transcript, instance->data, instance->size);
    return NF_OK;
}

static const struct nf_stage no_stages[] = {{0}};
static const struct nf_fuzz_ops ops = {.guide = guide, .coverage = answer, .stages = no_stages};
static const struct nf_game game = {.name = "toy", .fuzz = &ops};

TEST(at_most_128_cases_a_job_are_started_from_the_oldest_unfinished_one_on)
{
    char folder[] = "/tmp/ninefold-fuzzer-XXXXXX", self[4096] = "", started[64], seen[64];
    char *command[] = {self, started, seen, NULL};
    assert_true(mkdtemp(folder) != NULL && readlink("/proc/self/exe", self, sizeof self - 1) > 0);
    snprintf(started, sizeof started, "%s/started", folder);
    snprintf(seen, sizeof seen, "%s/seen", folder);
    const struct nf_child_options child = {.command = command};
    struct nf_fuzz_options options = {.trials.game = &game, .count = CASES, .jobs = JOBS};
    struct nf_fuzz_result result;
    struct nf_error err;
    if (nf_child_open(&child, JOBS, &options.trials.child, &err) != NF_OK ||
        nf_fuzz(&options, &result, &err) != NF_OK)
        fail_msg("%s", err.text);
    nf_child_close(options.trials.child);
    assert_int_equal(result.cases, CASES);
    assert_int_equal(result.verdicts[NF_AC], CASES);
    assert_int_equal(size_of(started), CASES);
    assert_int_equal(size_of(seen), AHEAD);
    nf_fuzz_free(&result);
    unlink(started);
    unlink(seen);
    rmdir(folder);
}

int main(int count, char **arguments)
{
    if (count > 1)
        return play(arguments);
    signal(SIGPIPE, SIG_IGN);
    return nf_run_tests(NULL, NULL);
}
