/* What becomes of a failing case that is run again: a program that ends as a plan says, run by run,
 * and a toy game whose right answer is always the same. */
#include "base/format/format.h"
#include "base/format/transcript.h"
#include "judge/compare.h"
#include "judge/fuzz/fuzz_internal.h"
#include "judge/fuzz/fuzzer.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char right[] = "one\ntwo\nthree\n";

/* A run of the program. */
struct run {
    char output[16];
    int code; /* exit code, or minus a signal, or: */
};

enum { HANGS = 1000, GROWS, PRINTS };

static const uint64_t second = 1000000000;

/* ---- the program ---- */

/* Uses all the memory it gets. */
static void grow(void)
{
    enum { BLOCK = 1 << 20 };
    for (char *block; (block = malloc(BLOCK)) != NULL;)
        for (size_t i = 0; i < BLOCK; i += 64)
            ((volatile char *)block)[i] = 1;
}

/* `PROGRAM COUNTER CODE OUTPUT CODE OUTPUT ...`: run number n, as the size of the file COUNTER has
 * it, prints the n-th output and ends with the n-th code, or the last of them. */
static int play_plan(int count, char **arguments)
{
    FILE *const counter = fopen(arguments[1], "a");
    if (counter == NULL || fputc('.', counter) == EOF || fflush(counter) != 0)
        return 99;
    const long planned = 2 * ftell(counter), last = count - 2;
    const long number = planned < last ? planned : last;
    fclose(counter);
    const int code = atoi(arguments[number]);
    fputs(arguments[number + 1], stdout);
    fflush(stdout);
    if (code < 0) {
        signal(-code, SIG_DFL); /* a sanitizer would make an exit code of it */
        raise(-code);
    }
    if (code == HANGS)
        pause();
    if (code == GROWS)
        grow();
    while (code == PRINTS)
        puts("");
    return code;
}

/* ---- the game ---- */

static const struct nf_format_field fields[] = {{.name = "number", .what = "a number", .high = 1},
                                                {.name = NULL}};
static const struct nf_format_lines lines[] = {{.name = "number", .first = fields, .fields = 1},
                                               {.name = NULL}};
static const struct nf_format format = {.fields = fields, .lines = lines};

static enum nf_status answer(const struct nf_match *match, struct nf_text *transcript,
                             uint64_t *reached, struct nf_error *err)
{
    (void)match, (void)reached, (void)err;
    nf_text_string(transcript, right);
    return NF_OK;
}

/* A line that is not right is a wrong decision, but for one that starts with '?', which shows
 * nothing. */
static const struct nf_transcript transcript = {
    .lines = (const char *const[]){"one", "two", "three", "four", NULL}};

static bool is_deed(const struct nf_explanation *explanation)
{
    (void)explanation;
    return false;
}

static void explain(const struct nf_explanation *explanation)
{
    nf_explanation_headline(explanation, "other", "another line");
}

static void tell(const struct nf_explanation *explanation, bool full)
{
    (void)explanation, (void)full;
}

static const struct nf_comparer comparer = {
    .transcript = &transcript, .is_deed = is_deed, .explain = explain, .describe = tell};
static const struct nf_rules rules = {.format = &format, .play = answer};
static const struct nf_fuzz_ops ops = {.comparer = &comparer};
static const struct nf_problem problem = {.name = "toy", .rules = &rules, .fuzz = &ops};

/* ---- plans ---- */

/* Runs a program that does as `plan` says within `limits`, and if it fails, checks that again.
 * Returns what was found, whose case is to be freed. */
static struct nf_finding check_within(struct nf_child_limits limits,
                                      const struct run plan[NF_REPEATS])
{
    char counter[] = "/tmp/ninefold-flaky-XXXXXX", self[4096] = "", codes[NF_REPEATS][16];
    char *command[2 + 2 * NF_REPEATS + 1] = {self, counter};
    const int file = mkstemp(counter);
    assert_true(file >= 0 && readlink("/proc/self/exe", self, sizeof self - 1) > 0);
    close(file);
    for (int i = 0; i < NF_REPEATS; i++) {
        snprintf(codes[i], sizeof codes[i], "%d", plan[i].code);
        command[2 + 2 * i] = codes[i];
        command[3 + 2 * i] = (char *)(uintptr_t)plan[i].output;
    }
    const struct nf_child_options child = {.command = command, .limits = limits};
    struct nf_trials trials = {.problem = &problem, .allowed = child.limits};
    struct nf_finding finding = {0};
    nf_text_string(&finding.found.answer, right);
    nf_text_string(&finding.found.instance, "1\n");
    assert_ok(nf_child_open, &child, 1, &trials.child);
    assert_ok(nf_trial_run, &trials, 0, &finding.found);
    if (finding.found.judgement.verdict != NF_AC)
        assert_ok(nf_flaky_check, &trials, &finding);
    nf_child_close(trials.child);
    unlink(counter);
    return finding;
}

static struct nf_finding check(const struct run plan[NF_REPEATS])
{
    return check_within((struct nf_child_limits){0}, plan);
}

/* For FREED_BY. */
static void forget(struct nf_finding *finding)
{
    nf_trial_free(&finding->found);
}

/* An ending that is an RE. */
static int failing_code(uint64_t *random)
{
    static const int codes[] = {-SIGSEGV, -SIGBUS, -SIGABRT, -SIGFPE, -SIGILL, -SIGTERM, 1, 3, 134};
    return codes[nf_test_between(random, 0, sizeof codes / sizeof *codes - 1)];
}

/* A plan whose runs all end with an RE, in one to three ways, after some of the right output. */
static void plan_crashes(uint64_t *random, struct run plan[NF_REPEATS])
{
    int codes[3];
    const uint32_t ways = nf_test_between(random, 1, 3);
    const bool silent = nf_test_between(random, 0, 1) != 0;
    for (uint32_t i = 0; i < ways; i++)
        codes[i] = failing_code(random);
    for (int i = 0; i < NF_REPEATS; i++) {
        plan[i] = (struct run){.code = codes[nf_test_between(random, 0, ways - 1)]};
        if (!silent)
            snprintf(plan[i].output, sizeof plan[i].output, "%.*s",
                     (int)nf_test_between(random, 0, sizeof right - 1), right);
    }
}

static uint32_t rounds;

static uint64_t begin_random(void)
{
    rounds = nf_test_often(16, 40, 400);
    return nf_test_seed();
}

/* Whether the reason names how this run ended. */
static bool names(const char *why, int code)
{
    char words[64];
    if (code < 0)
        snprintf(words, sizeof words, "signal %d (%s)", -code, strsignal(-code));
    else
        snprintf(words, sizeof words, "exit code %d", code);
    return strstr(why, words) != NULL;
}

/* ---- the rules ---- */

TEST(who_fails_each_time_gets_re_with_all_signals_and_codes_named)
{
    uint64_t random = begin_random();
    for (uint32_t round = 0; round < rounds; round++) {
        struct run plan[NF_REPEATS];
        bool differ = false;
        plan_crashes(&random, plan);
        FREED_BY(forget) struct nf_finding finding = check(plan);
        assert_false(finding.flaky);
        assert_int_equal(finding.failed, finding.runs);
        assert_int_equal(finding.found.judgement.verdict, NF_RE);
        for (uint32_t i = 0; i < finding.runs; i++) { /* on a slow machine fewer than planned */
            if (!names(finding.found.judgement.why, plan[i].code))
                fail_msg("%d is not named: %s", plan[i].code, finding.found.judgement.why);
            differ |= plan[i].code != plan[0].code;
        }
        assert_int_equal(finding.found.judgement.code, differ ? 0 : plan[0].code);
    }
}

TEST(who_makes_the_same_wrong_decision_each_time_is_not_flaky_however_it_ends)
{
    uint64_t random = begin_random();
    for (uint32_t round = 0; round < rounds / 4; round++) {
        struct run plan[NF_REPEATS];
        plan_crashes(&random, plan);
        for (int i = 0; i < NF_REPEATS; i++)
            strcpy(plan[i].output, "one\nfour\n");
        FREED_BY(forget) struct nf_finding finding = check(plan);
        assert_false(finding.flaky);
        assert_string_equal(finding.found.judgement.decision, "other");
    }
}

TEST(a_program_whose_verdict_or_output_differs_is_flaky)
{
    static const struct run odd[] = {
        {"one\ntwo\nthree\n", 0}, /* accepted */
        {"one\n", 0},             /* ends early: another verdict */
        {"one\nfour\n", 1},       /* shows a decision */
        {"? 12345\n", -SIGSEGV},  /* prints what is no start of the others' output */
    };
    uint64_t random = begin_random();
    for (uint32_t round = 0; round < rounds; round++) {
        struct run plan[NF_REPEATS];
        plan_crashes(&random, plan);
        strcpy(plan[0].output, "one\n");
        const uint32_t place = nf_test_between(&random, 1, NF_REPEATS - 1);
        plan[place] = odd[nf_test_between(&random, 0, sizeof odd / sizeof *odd - 1)];
        FREED_BY(forget) struct nf_finding finding = check(plan);
        assert_int_equal(finding.flaky, finding.runs > place);
        if (finding.flaky) { /* the first run is told alone */
            assert_int_equal(finding.found.judgement.code, plan[0].code);
            assert_true(names(finding.found.judgement.why, plan[0].code));
            assert_null(strstr(finding.found.judgement.why, ", "));
        }
    }
}

TEST(of_many_codes_those_that_fit_are_named_and_dots_stand_for_the_rest)
{
    static const int signals[NF_REPEATS] = {SIGSEGV, SIGBUS,  SIGFPE,  SIGILL,  SIGABRT,
                                            SIGTERM, SIGUSR1, SIGUSR2, SIGALRM, SIGHUP};
    struct run plan[NF_REPEATS];
    for (int i = 0; i < NF_REPEATS; i++)
        plan[i] = (struct run){.code = -signals[i]};
    FREED_BY(forget) struct nf_finding finding = check(plan);
    const char *const why = finding.found.judgement.why;
    assert_true(names(why, -SIGSEGV) && names(why, -SIGBUS));
    if (finding.runs == NF_REPEATS)
        assert_string_equal(why + strlen(why) - 5, ", ...");
}

TEST(a_time_limit_exceeded_once_and_not_again_is_no_tle)
{
    const struct run plan[NF_REPEATS] = {{"one\n", HANGS}, {"one\ntwo\nthree\n", 0}};
    FREED_BY(forget)
    struct nf_finding finding = check_within((struct nf_child_limits){.wall_ns = second}, plan);
    assert_int_equal(finding.found.judgement.verdict, NF_AC);
}

TEST(a_limit_ends_a_program_after_more_or_less_output_which_is_not_flaky)
{
    static const struct {
        int code;
        enum nf_verdict verdict;
        struct nf_child_limits limits;
    } ends[] = {{HANGS, NF_TLE, {.wall_ns = 100000000}},
                {GROWS, NF_MLE, {.memory = 128 << 20}},
                {PRINTS, NF_OLE, {.output = 1 << 16}}};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct run plan[NF_REPEATS];
        for (int k = 0; k < NF_REPEATS; k++) {
            plan[k].code = ends[i].code;
            snprintf(plan[k].output, sizeof plan[k].output, "%.*s", 4 * (k / 2 % 2), right);
        }
        FREED_BY(forget) struct nf_finding finding = check_within(ends[i].limits, plan);
        assert_int_equal(finding.found.judgement.verdict, ends[i].verdict);
        assert_false(finding.flaky);
        assert_int_equal(finding.failed, finding.runs);
        assert_true(finding.runs > 1);
    }
}

int main(int count, char **arguments)
{
    if (count > 1)
        return play_plan(count, arguments);
    signal(SIGPIPE, SIG_IGN);
    return nf_run_tests(NULL, NULL);
}
