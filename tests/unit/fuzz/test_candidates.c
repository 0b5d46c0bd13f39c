/* What those who make a case smaller are told: a toy game whose program, cat, is wrong in the first
 * line that has an x. */
#include "core/contract/game.h"
#include "core/runner.h"
#include "fuzz/candidates.h"
#include "tests/unit/test.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The right output: the instance with y for x. */
static enum nf_status answer(const struct nf_input *instance, struct nf_text *transcript,
                             uint64_t *reached, struct nf_error *err)
{
    (void)reached, (void)err;
    for (size_t i = 0; i < instance->size; i++)
        nf_text_bytes(transcript, instance->data[i] == 'x' ? "y" : instance->data + i, 1);
    return NF_OK;
}

static enum nf_status compare(const struct nf_input *instance, const struct nf_input *output,
                              bool strict, struct nf_difference *difference, struct nf_error *err)
{
    (void)instance, (void)strict, (void)err;
    *difference = (struct nf_difference){.kind = "x", .decision = "x"};
    for (size_t i = 0, line = 1; i < output->size && difference->line == 0; i++) {
        difference->line = output->data[i] == 'x' ? line : 0;
        line += output->data[i] == '\n';
    }
    return NF_OK;
}

/* What is proposed, and where the output leaves the rules in what failed last. */
static const struct proposal {
    const char *instance;
    enum nf_trial trial;
    uint64_t line;
} proposals[] = {
    {"a\nb\nx\n", NF_TRIAL_FAILS, 3}, {"a\nb\nc\n", NF_TRIAL_PASSES, 3},
    {"a\nx\nb\n", NF_TRIAL_FAILS, 2}, {"a\nb\nc\n", NF_TRIAL_PASSES, 2},
    {"x\nb\nb\n", NF_TRIAL_FAILS, 1}, {"a\n", NF_TRIAL_PASSES, 1},
    {"a\nb\nx\n", NF_TRIAL_FAILS, 3}, /* its answer is known */
};

static enum nf_status propose(const struct nf_input *instance, const struct nf_trier *trier,
                              struct nf_text *smallest, struct nf_error *err)
{
    (void)instance, (void)smallest, (void)err;
    assert_int_equal(trier->wrong_line(trier->owner), 4);
    for (size_t i = 0; i < sizeof proposals / sizeof *proposals; i++) {
        struct nf_text candidate = {0};
        nf_text_string(&candidate, proposals[i].instance);
        assert_int_equal(trier->try(trier->owner, &candidate), proposals[i].trial);
        assert_int_equal(trier->wrong_line(trier->owner), proposals[i].line);
        nf_text_free(&candidate);
    }
    return NF_OK;
}

/* Has the candidates of a program, whose fuzzer found `from`, tried as `game` says. */
static void shrink(const struct nf_game *game, char *const command[], uint64_t wall_ns,
                   const struct nf_trial_case *from, struct nf_candidates *candidates)
{
    const struct nf_child_options child = {.command = command, .limits.wall_ns = wall_ns};
    struct nf_fuzz_options options = {.trials.game = game, .jobs = 1, .shrink_trials = 100};
    struct nf_text smallest = {0};
    struct nf_error err;
    *candidates = (struct nf_candidates){.options = &options,
                                         .from = from,
                                         .deadline = nf_now() + 300,
                                         .wall_ns = UINT64_C(60000000000)};
    signal(SIGPIPE, SIG_IGN);
    if (nf_child_open(&child, 1, &options.trials.child, &err) != NF_OK)
        fail_msg("%s", err.text);
    if (nf_candidates_shrink(candidates, &smallest, &err) != NF_OK)
        fail_msg("%s", err.text);
    nf_candidates_free(candidates);
    nf_child_close(options.trials.child);
    nf_text_free(&smallest);
}

TEST(the_wrong_line_is_that_of_the_last_case_that_failed)
{
    static const struct nf_fuzz_ops ops = {
        .coverage = answer, .compare = compare, .shrink = propose};
    static const struct nf_game game = {.name = "toy", .fuzz = &ops};
    static char program[] = "cat", *command[] = {program, NULL}, found[] = "a\nb\nc\nx\n";
    const struct nf_trial_case from = {
        .instance = {.data = found, .size = sizeof found - 1},
        .judgement = {.verdict = NF_WA, .line = 4, .kind = "x", .decision = "x"}};
    struct nf_candidates candidates;
    shrink(&game, command, 0, &from, &candidates);
    assert_int_equal(candidates.trials, sizeof proposals / sizeof *proposals);
    assert_int_equal(candidates.needed, 0); /* it is not taken for a flaky program */
}

static enum nf_status propose_one(const struct nf_input *instance, const struct nf_trier *trier,
                                  struct nf_text *smallest, struct nf_error *err)
{
    struct nf_text candidate = {0};
    (void)instance, (void)smallest, (void)err;
    nf_text_string(&candidate, "a\n");
    assert_int_equal(trier->try(trier->owner, &candidate), NF_TRIAL_PASSES);
    nf_text_free(&candidate);
    return NF_OK;
}

/* The machine may have been busy: the program is late once, at the first case it gets. */
TEST(a_case_that_takes_too_long_once_and_not_again_passes)
{
    static const struct nf_fuzz_ops ops = {
        .coverage = answer, .compare = compare, .shrink = propose_one};
    static const struct nf_game game = {.name = "toy", .fuzz = &ops};
    char folder[] = "/tmp/candidates-XXXXXX", was[sizeof folder + 4], script[120];
    char sh[] = "sh", c[] = "-c", *command[] = {sh, c, script, NULL}, found[] = "a\nb\n";
    const struct nf_trial_case from = {.instance = {.data = found, .size = sizeof found - 1},
                                       .judgement = {.verdict = NF_TLE}};
    struct nf_candidates candidates;
    assert_non_null(mkdtemp(folder));
    snprintf(was, sizeof was, "%s/was", folder);
    snprintf(script, sizeof script, "mkdir %s 2>/dev/null && exec sleep 100; exec cat", was);
    shrink(&game, command, UINT64_C(2000000000), &from, &candidates);
    assert_int_equal(candidates.trials, 1);
    assert_int_equal(rmdir(was), 0);
    assert_int_equal(rmdir(folder), 0);
}
