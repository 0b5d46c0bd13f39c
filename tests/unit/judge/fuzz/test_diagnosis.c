/* What a diagnosis makes of programs that crash now and then, and how sure it is: by a game of one
 * number, and a shell that plays it. */
#include "base/format/format.h"
#include "base/format/transcript.h"
#include "judge/compare.h"
#include "judge/fuzz/fuzz_internal.h"
#include "tests/unit/test.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

/* ---- the game ---- */

/* The answer is right, whatever the number. Mistake 1 is to be wrong at multiples of `step`, and to
 * lead to what nobody can foresee at those above them of `odd`, where programs may crash. */
static uint32_t step, odd;

static const struct nf_format_field fields[] = {
    {.name = "number", .what = "a number", .high = 100000}, {.name = NULL}};
static const struct nf_format_lines lines[] = {{.name = "number", .first = fields, .fields = 1},
                                               {.name = NULL}};
static const struct nf_format format = {.fields = fields, .lines = lines};

static enum nf_status guide(uint64_t seed, uint64_t index, const struct nf_case_limits *limits,
                            struct nf_text *instance, struct nf_error *err)
{
    (void)seed, (void)limits, (void)err;
    nf_text_format(instance, "%u\n", (unsigned)index);
    return NF_OK;
}

static enum nf_status answer(const struct nf_match *match, struct nf_text *transcript,
                             uint64_t *reached, struct nf_error *err)
{
    (void)match, (void)reached, (void)err;
    nf_text_string(transcript, "right\n");
    return NF_OK;
}

static size_t play_as(uint64_t set, const struct nf_input *instance, FILE *out)
{
    unsigned number = 0;
    sscanf(instance->data, "%u", &number);
    const bool mistaken = (set >> 1 & 1) != 0;
    fputs(mistaken && number % step == 0 ? "wrong\n" : "right\n", out);
    return mistaken && number % odd == 1 ? 2 : SIZE_MAX;
}

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

static const struct nf_transcript transcript = {.lines =
                                                    (const char *const[]){"right", "wrong", NULL}};
static const struct nf_comparer comparer = {
    .transcript = &transcript, .is_deed = is_deed, .explain = explain, .describe = tell};
static const struct nf_rules rules = {.format = &format, .play = answer};
static const struct nf_mistake mistakes[] = {{"none", ""}, {"one", "does one"}, {0}};
static const struct nf_stage stages[] = {{0}};
static const struct nf_fuzz_ops ops = {.guide = guide,
                                       .stages = stages,
                                       .play_as = play_as,
                                       .comparer = &comparer,
                                       .mistakes = mistakes};
static const struct nf_problem problem = {.name = "toy", .rules = &rules, .fuzz = &ops};

/* ---- the program ---- */

/* The diagnosis of a program that makes mistake 1 and is wrong each `wrong` numbers; each `crashes`
 * it prints nothing and ends with exit code 3. Case 0 is the finding, found and as the smallest. */
static struct nf_diagnosis diagnose(uint32_t wrong, uint32_t crashes)
{
    char script[200];
    step = wrong;
    odd = crashes;
    snprintf(script, sizeof script,
             "read n; [ $((n %% %u)) = 1 ] && exit 3; [ $((n %% %u)) = 0 ] && echo wrong || echo "
             "right",
             odd, step);
    char *command[] = {"sh", "-c", script, NULL};
    const struct nf_child_options child = {.command = command};
    struct nf_fuzz_options options = {
        .trials = {.problem = &problem}, .count = 1, .jobs = 1, .diagnosis_seconds = 600};
    struct nf_finding finding = {.shrunk = true};
    struct nf_diagnosis diagnosis = {0};
    assert_ok(nf_child_open, &child, 1, &options.trials.child);
    for (int i = 0; i < 2; i++) {
        struct nf_trial_case *const run = i == 0 ? &finding.found : &finding.smallest;
        assert_ok(nf_trial_make, &options.trials, 0, run);
        assert_ok(nf_trial_answer, &options.trials, run, 1);
        assert_ok(nf_trial_run, &options.trials, 0, run);
    }
    assert_ok(nf_diagnose, &options, &finding, 1, &diagnosis);
    nf_child_close(options.trials.child);
    nf_trial_free(&finding.found);
    nf_trial_free(&finding.smallest);
    assert_true(diagnosis.made && !diagnosis.stopped);
    return diagnosis;
}

/* ---- the rules ---- */

/* The cases that tell the mistake from the rules are run first, the multiples of `step` among the
 * 336 that are made; with the finding's own two. */
enum { MADE = 336, RUN = 254, NEVER = 1 };

TEST(a_mistake_is_certain_that_explains_200_cases_and_five_wrong_ones)
{
    FREED_BY(nf_diagnosis_free) struct nf_diagnosis often = diagnose(80, NEVER);
    assert_int_equal(often.fitting, 1);
    assert_int_equal(often.cases, RUN);
    assert_int_equal(often.wrong, 2 + MADE / 80);
    assert_true(often.certain);
    FREED_BY(nf_diagnosis_free) struct nf_diagnosis rarely = diagnose(150, NEVER);
    assert_int_equal(rarely.wrong, 2 + MADE / 150);
    assert_false(rarely.certain);
}

TEST(cases_on_which_the_program_crashed_and_printed_nothing_make_no_mistake_certain)
{
    /* Neither are they wrong ones that it explains ... */
    FREED_BY(nf_diagnosis_free) struct nf_diagnosis rarely = diagnose(150, 20);
    assert_int_equal(rarely.fitting, 1);
    assert_in_range(rarely.cases, NF_CERTAIN_CASES, RUN - 1);
    assert_int_equal(rarely.wrong, 2 + MADE / 150);
    assert_false(rarely.certain);
    /* ... nor are they among the 200. */
    FREED_BY(nf_diagnosis_free) struct nf_diagnosis half = diagnose(10, 2);
    assert_int_equal(half.fitting, 1);
    assert_in_range(half.cases, 1, NF_CERTAIN_CASES - 1);
    assert_false(half.certain);
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    return nf_run_tests(NULL, NULL);
}
