/* What those who make a case smaller are told: a toy game whose program, cat, is wrong in the first
 * line that has an x. */
#include "base/format/format.h"
#include "base/format/transcript.h"
#include "base/threads.h"
#include "judge/compare.h"
#include "judge/fuzz/fuzz_internal.h"
#include "sim/runner.h"
#include "tests/unit/folder.h"
#include "tests/unit/test.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

/* The right output: the instance with y for x. */
static enum nf_status answer(const struct nf_match *match, struct nf_text *transcript,
                             uint64_t *reached, struct nf_error *err)
{
    (void)reached, (void)err;
    for (size_t i = 0; transcript != NULL && i < match->input->size; i++)
        nf_text_bytes(transcript, match->input->data[i] == 'x' ? "y" : match->input->data + i, 1);
    return NF_OK;
}

static const struct nf_transcript transcript = {
    .lines = (const char *const[]){"a", "c", "x", "y", NULL}};

static bool is_deed(const struct nf_explanation *explanation)
{
    (void)explanation;
    return true;
}

static void explain(const struct nf_explanation *explanation)
{
    nf_explanation_headline(explanation, "x", "x for y");
}

static void tell(const struct nf_explanation *explanation, bool full)
{
    (void)explanation, (void)full;
}

static const struct nf_comparer comparer = {
    .transcript = &transcript, .is_deed = is_deed, .explain = explain, .describe = tell};

/* Six words on a line each. */
static const char words[][NF_WORD_ROOM] = {"a", "c", "x"};
static const struct nf_vocabulary letters = {
    .words = words[0], .stride = NF_WORD_ROOM, .count = 3, .list = "a c x", .name = "LETTERS"};
static const struct nf_format_field fields[] = {
    {.name = "word",
     .kind = NF_IS_WORD,
     .what = "a word",
     .words = &letters,
     .times = 6,
     .down = true},
    {.name = NULL},
};
static const struct nf_format_lines lines[] = {{.name = "words", .first = fields, .fields = 1},
                                               {.name = NULL}};
static const struct nf_format format = {.fields = fields, .lines = lines};

static void summarise(const struct nf_match *match, struct nf_text *report)
{
    (void)match, (void)report;
}

/* The lines from which a later start was asked for. */
static char asked[100];

static bool start(const struct nf_instance *from, uint64_t line, uint32_t way,
                  struct nf_instance *made)
{
    (void)from, (void)way, (void)made;
    const size_t used = strlen(asked);
    snprintf(asked + used, sizeof asked - used, " %u", (unsigned)line);
    return false;
}

/* Shrinks what the fuzzer of a program found to what is expected; a second time all answers are
 * known. */
static void shrink(const struct nf_problem *problem, char *const command[], uint64_t wall_ns,
                   const struct nf_trial_case *from, const char *expected,
                   struct nf_candidates *candidates)
{
    const struct nf_child_options child = {.command = command, .limits.wall_ns = wall_ns};
    struct nf_fuzz_options options = {.trials.problem = problem, .jobs = 1, .shrink_trials = 100};
    FREED_BY(nf_text_free) struct nf_text smallest = {0};
    *candidates = (struct nf_candidates){.options = &options,
                                         .from = from,
                                         .deadline = nf_now() + 300,
                                         .wall_ns = UINT64_C(60000000000)};
    signal(SIGPIPE, SIG_IGN);
    assert_ok(nf_child_open, &child, 1, &options.trials.child);
    for (int i = 0; i < 2; i++) {
        asked[0] = '\0';
        smallest.size = 0;
        assert_ok(nf_candidates_shrink, candidates, &smallest);
        assert_int_equal(smallest.size, strlen(expected));
        assert_memory_equal(smallest.data, expected, smallest.size);
    }
    nf_candidates_free(candidates);
    nf_child_close(options.trials.child);
}

static const struct nf_rules rules = {.format = &format, .play = answer};

/* Each x may become an a but the last one, which is then where the output is wrong. */
TEST(the_wrong_line_is_that_of_the_last_case_that_failed)
{
    static const struct nf_smaller smaller = {.start = start};
    static const struct nf_fuzz_ops ops = {.comparer = &comparer, .smaller = &smaller};
    static const struct nf_problem problem = {
        .name = "toy", .rules = &rules, .summarise = summarise, .fuzz = &ops};
    static char program[] = "cat", *command[] = {program, NULL}, found[] = "c\nc\nc\nx\nx\nx\n";
    const struct nf_trial_case from = {
        .instance = {.data = found, .size = sizeof found - 1},
        .judgement = {.verdict = NF_WA, .line = 4, .kind = "x", .decision = "x"}};
    struct nf_candidates candidates;
    shrink(&problem, command, 0, &from, "a\na\na\na\na\nx\n", &candidates);
    assert_string_equal(asked, " 4 3 2 1 6 5 4 3 2");
    assert_int_equal(candidates.needed, 0); /* it is not taken for a flaky program */
}

/* The machine may have been busy: the program is late once, at the first case it gets. */
TEST(a_case_that_takes_too_long_once_and_not_again_passes)
{
    static const struct nf_fuzz_ops ops = {.comparer = &comparer};
    static const struct nf_problem problem = {
        .name = "toy", .rules = &rules, .summarise = summarise, .fuzz = &ops};
    char script[] = "mkdir was 2>/dev/null && exec sleep 100; exec cat";
    char *command[] = {"sh", "-c", script, NULL}, found[] = "c\na\na\na\na\na\n";
    const struct nf_trial_case from = {.instance = {.data = found, .size = sizeof found - 1},
                                       .judgement = {.verdict = NF_TLE}};
    struct nf_candidates candidates;
    shrink(&problem, command, UINT64_C(2000000000), &from, found, &candidates);
    assert_int_equal(candidates.trials, 2);
    nf_folder_lists("", "was ");
}

int main(void)
{
    return nf_run_tests(nf_folder_begin, nf_folder_end);
}
