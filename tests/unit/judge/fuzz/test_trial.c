/* Cases and verdicts: which stage a case is of, what the program reads, and what is made of how it
 * ended and of what it printed. */
#include "base/format/format.h"
#include "judge/fuzz/trial.h"
#include "judge/problem.h"
#include "tests/unit/test.h"

#include <signal.h>
#include <string.h>

/* ---- cases ---- */

static const struct nf_stage stages[] = {
    {.name = "tens", .first = 10, .every = 10}, {.name = "fives", .first = 5, .every = 5}, {0}};
static const struct nf_fuzz_ops ops = {.stages = stages};
static const struct nf_problem problem = {.name = "toy", .fuzz = &ops};

static const char *stage_of(const struct nf_trials *trials, uint64_t index)
{
    const struct nf_stage *const stage = nf_trial_stage(trials, index);
    return stage != NULL ? stage->name : "none";
}

TEST(the_first_stage_that_claims_a_number_has_it)
{
    const struct nf_trials trials = {.problem = &problem};
    assert_string_equal(stage_of(&trials, 0), "none");
    assert_string_equal(stage_of(&trials, 4), "none");
    assert_string_equal(stage_of(&trials, 5), "fives");
    assert_string_equal(stage_of(&trials, 10), "tens");
    assert_string_equal(stage_of(&trials, 14), "none");
    assert_string_equal(stage_of(&trials, 15), "fives");
    assert_string_equal(stage_of(&trials, 20), "tens");
}

TEST(limits_and_dealt_games_leave_no_stage)
{
    struct nf_trials trials = {.problem = &problem};
    trials.limits.players = 1;
    assert_string_equal(stage_of(&trials, 10), "none");
    trials.limits = (struct nf_case_limits){.rounds = 1};
    assert_string_equal(stage_of(&trials, 10), "none");
    trials.limits = (struct nf_case_limits){.deck = 1};
    assert_string_equal(stage_of(&trials, 10), "none");
    trials.limits = (struct nf_case_limits){0};
    trials.dealer = &(struct nf_dealer){0}; /* any will do */
    assert_string_equal(stage_of(&trials, 10), "none");
}

TEST(line_ends_take_turns_where_they_are_asked_for)
{
    struct nf_trials trials = {.problem = &problem};
    for (uint64_t i = 0; i < 7; i++)
        assert_int_equal(nf_trial_ends(&trials, i), NF_LF);
    trials.line_ends = true;
    for (uint64_t i = 0; i < 7; i++)
        assert_int_equal(nf_trial_ends(&trials, i), i % 3);
}

static void reads(char *instance, enum nf_line_ends ends, const char *expected)
{
    const struct nf_trial_case run = {.instance = {.data = instance, .size = strlen(instance)},
                                      .ends = ends};
    FREED_BY(nf_text_free) struct nf_text input = {0};
    nf_trial_put_input(&run, &input);
    assert_int_equal(input.size, strlen(expected));
    assert_memory_equal(input.size > 0 ? input.data : "", expected, input.size);
}

TEST(a_program_reads_the_case_with_its_line_ends)
{
    reads("1 2\n\n3\n", NF_LF, "1 2\n\n3\n");
    reads("1 2\n\n3\n", NF_CRLF, "1 2\r\n\r\n3\r\n");
    reads("1 2\n\n3\n", NF_NO_FINAL_NEWLINE, "1 2\n\n3");
    reads("", NF_LF, "");
    reads("", NF_CRLF, "");
    reads("", NF_NO_FINAL_NEWLINE, "");
}

/* ---- more cards ---- */

TEST(a_case_that_takes_no_more_cards_is_run_with_none)
{
    enum { K, DECK };
    static const struct nf_vocabulary words = {
        .words = "A\0\0\0\0\0\0", .stride = NF_WORD_ROOM, .count = 1};
    static const struct nf_format_field full[] = {
        [K] = {.name = "k", .what = "k", .high = 1},
        [DECK] = {.name = "deck",
                  .kind = NF_IS_WORD,
                  .what = "card",
                  .words = &words,
                  .count = &full[K],
                  .pads = true},
        {.name = NULL},
    };
    static const struct nf_format_field none[] = {{.name = "k", .what = "k", .high = 1},
                                                  {.name = NULL}};
    static const struct nf_format_lines full_lines[] = {
        {.name = "deck", .first = full, .fields = 2}, {.name = NULL}};
    static const struct nf_format_lines none_lines[] = {
        {.name = "sizes", .first = none, .fields = 1}, {.name = NULL}};
    static const struct nf_format formats[] = {{.fields = full, .lines = full_lines},
                                               {.fields = none, .lines = none_lines}};
    for (int i = 0; i < 2; i++) {
        const struct nf_rules rules = {.format = &formats[i]};
        const struct nf_problem padding = {.name = "padding", .rules = &rules};
        const struct nf_trials trials = {.problem = &padding};
        FREED_BY(nf_trial_free) struct nf_trial_case run = {.index = 5};
        FREED_BY(nf_trial_free) struct nf_trial_case padded = {.index = 0};
        uint32_t cards = 9;
        nf_text_string(&run.instance, i == 0 ? "1 A\n" : "1\n");
        assert_ok(nf_trial_pad, &trials, 0, &run, &padded, &cards);
        assert_int_equal(cards, 0);
    }
}

/* ---- how it ended ---- */

static void ends(enum nf_ending ending, int code, enum nf_verdict verdict, int told,
                 const char *why)
{
    static const struct nf_child_limits limits = {.cpu_ns = 1500000000,
                                                  .wall_ns = 4000000000,
                                                  .memory = (uint64_t)64 << 20,
                                                  .output = (uint64_t)3 << 19};
    const struct nf_child_result result = {.ending = ending, .code = code};
    struct nf_judgement judgement = {.verdict = NF_OLE, .line = 9};
    char words[NF_VERDICT_BYTES], expected[NF_VERDICT_BYTES];
    nf_judge_ending(&result, &limits, &judgement);
    assert_int_equal(judgement.verdict, verdict);
    assert_int_equal(judgement.code, told);
    assert_int_equal(judgement.line, 0);
    assert_string_equal(judgement.why, why);
    snprintf(expected, sizeof expected, "%s%s%s", nf_verdict_name(verdict),
             verdict == NF_AC ? "" : ", ", why);
    assert_string_equal(nf_verdict_words(words, &judgement), expected);
}

TEST(every_ending_has_its_verdict_and_reason)
{
    ends(NF_ENDED, 0, NF_AC, 0, "");
    ends(NF_ENDED, 1, NF_RE, 1, "exit code 1");
    ends(NF_KILLED, SIGSEGV, NF_RE, -SIGSEGV, "signal 11 (Segmentation fault)");
    ends(NF_OUT_OF_TIME, 0, NF_TLE, 0, "more than 1.5 s of processor time");
    ends(NF_OUT_OF_TIME, 1, NF_TLE, 0, "more than 4 s of wall time");
    ends(NF_OUT_OF_MEMORY, 0, NF_MLE, 0, "more than 64 MiB of memory");
    ends(NF_OUT_OF_MEMORY, 1, NF_MLE, 0, "more than 256 processes and threads");
    ends(NF_OUT_OF_OUTPUT, 0, NF_OLE, 0, "more than 1.5 MiB of output");
}

/* ---- what it printed ---- */

TEST(a_difference_makes_a_program_that_ended_well_wrong)
{
    const struct nf_difference none = {0};
    const struct nf_difference card = {.line = 3, .kind = "other-card", .decision = "card"};
    const struct nf_difference blanks = {
        .line = 4, .only_blanks = true, .kind = NF_KIND_WHITE_SPACE};
    struct nf_judgement judgement = {.verdict = NF_AC};
    nf_judge_difference(&none, true, &judgement);
    assert_int_equal(judgement.verdict, NF_AC);
    assert_string_equal(judgement.why, "");
    assert_false(nf_judgement_decides(&judgement));
    nf_judge_difference(&card, false, &judgement);
    assert_int_equal(judgement.verdict, NF_WA);
    assert_int_equal(judgement.line, 3);
    assert_string_equal(judgement.kind, "other-card");
    assert_string_equal(judgement.why, "line 3 differs");
    assert_true(nf_judgement_decides(&judgement));
    judgement = (struct nf_judgement){.verdict = NF_AC};
    nf_judge_difference(&blanks, true, &judgement);
    assert_int_equal(judgement.verdict, NF_PE);
    assert_string_equal(judgement.why, "line 4 differs in white space");
}

TEST(a_checker_s_refusal_is_no_difference_of_a_line)
{
    const struct nf_difference refused = {.line = 1, .kind = NF_KIND_CHECKER};
    struct nf_judgement judgement = {.verdict = NF_AC};
    nf_judge_difference(&refused, true, &judgement);
    assert_int_equal(judgement.verdict, NF_WA);
    assert_int_equal(judgement.line, 1);
    assert_string_equal(judgement.why, "refused by the checker");
}

TEST(an_accepted_output_with_other_white_space_is_counted_and_the_first_is_named)
{
    struct nf_difference differences[] = {
        {.line = 2, .only_blanks = true, .kind = NF_KIND_LINE_ENDS},
        {.line = 0},
        {.line = 5, .only_blanks = true, .kind = NF_KIND_WHITE_SPACE},
        {.line = 1, .only_blanks = true, .kind = NF_KIND_WHITE_SPACE},
        {.line = 7, .kind = "other-card"}};
    struct nf_spacings spacings = {0};
    for (uint64_t i = 0; i < 5; i++) {
        struct nf_judgement judgement = {.verdict = NF_AC};
        nf_judge_difference(&differences[i], false, &judgement);
        assert_int_equal(judgement.verdict, i == 4 ? NF_WA : NF_AC);
        assert_int_equal(judgement.line, differences[i].line);
        nf_spacings_add(&spacings, 10 + i, &judgement);
    }
    assert_int_equal(spacings.of[NF_SPACING_LINES].count, 2);
    assert_int_equal(spacings.of[NF_SPACING_LINES].first, 12);
    assert_int_equal(spacings.of[NF_SPACING_LINES].line, 5);
    assert_int_equal(spacings.of[NF_SPACING_LINE_ENDS].count, 1);
    assert_int_equal(spacings.of[NF_SPACING_LINE_ENDS].first, 10);
    FREED_BY(nf_text_free) struct nf_text words = {0};
    nf_spacings_put(&words, &spacings, NF_SPACING_LINES, "case 12");
    nf_spacings_put(&words, &spacings, NF_SPACING_LINE_ENDS, "case 10");
    assert_string_equal(
        nf_text_terminated(&words),
        "2 accepted outputs have other white space than expected, first in case 12, "
        "line 5: judges that compare line by line refuse them (--strict: PE)"
        "1 accepted output has other white space at ends of lines, first in case 10, "
        "line 2: judges that compare byte by byte refuse it (--strict: PE)");
}

TEST(only_answers_may_be_wrong_by_a_mistake_in_the_rules)
{
    static const struct {
        struct nf_judgement judgement;
        bool answers, broke;
    } of[] = {
        {{.verdict = NF_WA, .kind = "other-card", .decision = "card"}, true, false},
        {{.verdict = NF_WA, .kind = "form"}, true, false},
        {{.verdict = NF_WA, .kind = NF_KIND_EMPTY}, false, false},
        {{.verdict = NF_WA, .kind = NF_KIND_BLANKS}, false, false},
        {{.verdict = NF_PE, .kind = NF_KIND_LINE_ENDS}, false, false},
        {{.verdict = NF_RE}, false, true},
        {{.verdict = NF_TLE}, false, true},
        {{.verdict = NF_OLE}, false, true},
        {{.verdict = NF_MLE, .kind = "other-card", .decision = "card"}, true, true},
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        assert_int_equal(nf_judgement_answers(&of[i].judgement), of[i].answers);
        assert_int_equal(nf_judgement_broke(&of[i].judgement), of[i].broke);
    }
}

/* The line counts where it shows a decision; that an output ends early says nothing then. */
TEST(a_program_that_ended_badly_keeps_its_verdict_and_shows_its_decision)
{
    const struct nf_difference card = {.line = 3, .kind = "other-card", .decision = "card"};
    const struct nf_difference early = {.line = 5, .unclear = true, .kind = "end"};
    struct nf_judgement judgement = {.verdict = NF_RE, .code = 3, .why = "exit code 3"};
    nf_judge_difference(&early, false, &judgement);
    assert_int_equal(judgement.line, 0);
    assert_string_equal(judgement.kind, "");
    nf_judge_difference(&card, false, &judgement);
    assert_int_equal(judgement.verdict, NF_RE);
    assert_int_equal(judgement.code, 3);
    assert_int_equal(judgement.line, 3);
    assert_string_equal(judgement.kind, "other-card");
    assert_string_equal(judgement.why, "exit code 3");
}

TEST(failures_are_the_same_by_their_decision_or_else_by_verdict_and_code)
{
    const struct nf_judgement three = {.verdict = NF_RE, .code = 3};
    const struct nf_judgement four = {.verdict = NF_RE, .code = 4};
    const struct nf_judgement late = {.verdict = NF_TLE, .code = 3};
    const struct nf_judgement card = {.verdict = NF_RE, .code = 3, .decision = "card"};
    const struct nf_judgement wrong = {.verdict = NF_WA, .decision = "card"};
    const struct nf_judgement loss = {.verdict = NF_WA, .decision = "loss"};
    assert_true(nf_judgement_same(&three, &three));
    assert_false(nf_judgement_same(&three, &four));
    assert_false(nf_judgement_same(&three, &late));
    assert_true(nf_judgement_same(&three, &card));
    assert_true(nf_judgement_same(&card, &wrong));
    assert_false(nf_judgement_same(&card, &three));
    assert_false(nf_judgement_same(&wrong, &loss));
}

TEST(a_bad_address_is_the_same_failure_by_either_signal_and_so_is_any_code_of_some)
{
    const struct nf_judgement segv = {.verdict = NF_RE, .code = -SIGSEGV},
                              bus = {.verdict = NF_RE, .code = -SIGBUS},
                              abort = {.verdict = NF_RE, .code = -SIGABRT},
                              some = {.verdict = NF_RE, .code = 0},
                              late = {.verdict = NF_TLE, .code = 0};
    assert_true(nf_judgement_same(&segv, &bus) && nf_judgement_same(&bus, &segv));
    assert_false(nf_judgement_same(&segv, &abort) || nf_judgement_same(&abort, &bus));
    assert_true(nf_judgement_same(&some, &abort) && nf_judgement_same(&abort, &some));
    assert_false(nf_judgement_same(&some, &late));
}
