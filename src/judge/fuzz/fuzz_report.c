#include "judge/fuzz/fuzz_report.h"

#include "base/format/mismatch.h"
#include "base/lang.h"
#include "base/shown.h"
#include "judge/fuzz/fuzz_internal.h"
#include "judge/fuzz/fuzzer.h"
#include "judge/suspects.h"
#include "table/figures.h"

#include <stdio.h>
#include <string.h>

void nf_fuzz_again(struct nf_text *text, const struct nf_fuzz_report *report, uint64_t index)
{
    nf_text_format(text, "ninefold fuzz %s --first %llu --count 1 --", report->again,
                   (unsigned long long)index);
    for (char *const *word = report->command; *word != NULL; word++) {
        nf_text_string(text, " ");
        nf_text_word(text, *word);
    }
}

/* Long texts are cut here; the kept files are complete. */
enum { SHOWN_LINES = 40, SHOWN_COLUMNS = 78, SIDE_COLUMNS = 36 };

static void put_indented(struct nf_text *text, const struct nf_text *shown)
{
    const char *at = shown->data, *const end = at + shown->size;
    for (int line = 0; at < end; line++) {
        if (line == SHOWN_LINES) {
            nf_text_string(text, _("  ... (and more)\n"));
            return;
        }
        const char *const line_end = memchr(at, '\n', (size_t)(end - at));
        const size_t length = (size_t)((line_end != NULL ? line_end : end) - at);
        const bool cut = length > SHOWN_COLUMNS;
        nf_text_string(text, "  ");
        nf_text_bytes(text, at, cut ? SHOWN_COLUMNS - 4 : length);
        nf_text_string(text, cut ? " ...\n" : "\n");
        at = line_end != NULL ? line_end + 1 : end;
    }
}

/* The size of a case with line ends other than the usual ones. */
static void add_ends(struct nf_text *size, const struct nf_trial_case *run)
{
    if (run->ends != NF_LF)
        nf_text_format(size, "%s%s", _(", "), _(nf_line_ends_words[run->ends]));
}

/* Appends the next line of an output, cut to SIDE_COLUMNS, and with blanks to `columns`. False at
 * the end. */
static bool put_side(struct nf_text *text, const struct nf_input *output, size_t *at,
                     size_t columns, struct nf_line *line)
{
    struct nf_text shown = {0};
    const bool there = nf_next_line(output, at, line);
    if (there)
        nf_shown_bytes(&shown, line->text, line->length);
    if (shown.size > 0 && nf_shown_columns_of(shown.data, shown.size) > SIDE_COLUMNS) {
        shown.size = nf_shown_within(shown.data, shown.size, SIDE_COLUMNS - 4);
        nf_text_string(&shown, " ...");
    }
    nf_text_padded(text, nf_text_terminated(&shown), columns);
    nf_text_free_part(&shown, text);
    return there;
}

/* Shows what two programs print, side by side from a little above the first line that differs, as
 * diff -y does. */
static void put_sides(struct nf_text *text, const char *first, const char *second,
                      const struct nf_trial_case *run)
{
    enum { ABOVE = 5 };
    const struct nf_input left = nf_text_input(&run->answer, first),
                          right = nf_text_input(&run->result.output, second);
    const struct nf_input names[] = {{first, first, strlen(first)},
                                     {second, second, strlen(second)}};
    const uint64_t line = run->judgement.line, skipped = line > ABOVE + 1 ? line - ABOVE - 1 : 0;
    struct nf_line one, other;
    size_t at = 0, there = 0;
    nf_text_string(text, "\n  ");
    put_side(text, &names[0], &at, SIDE_COLUMNS, &one);
    nf_text_string(text, "   ");
    put_side(text, &names[1], &there, 0, &other);
    nf_text_string(text, "\n");
    at = there = 0;
    for (uint64_t i = 0; i < skipped && nf_next_line(&left, &at, &one); i++)
        nf_next_line(&right, &there, &other);
    nf_text_string(text, skipped > 0 ? "  ...\n" : "");
    for (int i = 0; at < left.size || there < right.size; i++) {
        struct nf_text second_half = {0};
        if (i == SHOWN_LINES) {
            nf_text_string(text, _("  ... (and more)\n"));
            return;
        }
        nf_text_string(text, "  ");
        const bool has_one = put_side(text, &left, &at, SIDE_COLUMNS, &one),
                   has_other = put_side(&second_half, &right, &there, 0, &other);
        const bool same = has_one && has_other && one.length == other.length &&
                          memcmp(one.text, other.text, one.length) == 0;
        nf_text_format(text, " %c%s%s\n",
                       same        ? ' '
                       : !has_one  ? '>'
                       : has_other ? '|'
                                   : '<',
                       second_half.size > 0 ? " " : "", nf_text_terminated(&second_half));
        nf_text_free_part(&second_half, text);
    }
}

static void put_shrunk(struct nf_text *text, const struct nf_fuzz_report *report,
                       const struct nf_finding *finding)
{
    const struct nf_judgement *const found = &finding->found.judgement;
    const struct nf_judgement *const smallest = &finding->smallest.judgement;
    struct nf_text size = {0};
    char word[NF_COLOURED];
    nf_text_bytes(&size, finding->smallest_size.data, finding->smallest_size.size);
    add_ends(&size, &finding->smallest);
    nf_text_format(text,
                   finding->stopped ? _("\nshrunk to %.*s (%u trials, %.1f s, stopped early):\n")
                                    : _("\nshrunk to %.*s (%u trials, %.1f s):\n"),
                   (int)size.size, size.data, finding->trials, finding->seconds);
    if (finding->growth.made) { /* nobody reads it */
        nf_growth_put(text, &finding->growth);
        nf_text_free_part(&size, text);
        return;
    }
    put_indented(text, &finding->smallest.instance);
    if (finding->flaky)
        nf_text_format(text, _("which failed %u of %d\n"), finding->shrunk_failed, NF_REPEATS);
    if (report->options->trials.differ != NULL) {
        nf_text_free_part(&size, text);
        return;
    }
    nf_text_string(text, nf_problem_has_stories(report->options->trials.problem)
                             ? _("\nits transcript by the rules:\n")
                             : _("\nthe reference prints:\n"));
    put_indented(text, &finding->smallest.answer);
    if (smallest->verdict != found->verdict || (found->code != 0 && smallest->code != found->code))
        nf_text_format(text, _("\nhere it gets %s, %s\n"),
                       nf_verdict_coloured(word, smallest->verdict), smallest->why);
    nf_text_free_part(&size, text);
}

static void put_finding(struct nf_text *text, const struct nf_fuzz_report *report,
                        const struct nf_finding *finding)
{
    const struct nf_judgement *const found = &finding->found.judgement;
    const char *const differ = report->options->trials.differ;
    struct nf_text size = {0};
    char word[NF_COLOURED];
    nf_text_bytes(&size, finding->size.data, finding->size.size);
    add_ends(&size, &finding->found);
    nf_text_format(text, _("case %llu (%.*s): "), (unsigned long long)finding->found.index,
                   (int)size.size, size.data);
    if (finding->flaky)
        nf_text_format(text, _("%s, failed %u of %u\nat first: "),
                       nf_screen_word(word, NF_NOTED, "FLAKY"), finding->failed, finding->runs);
    if (differ != NULL)
        nf_text_format(text, _("%s and %s differ in line %llu\n"), differ, report->command[0],
                       (unsigned long long)found->line);
    else
        nf_text_format(text, _("%s, %s\n"), nf_verdict_coloured(word, found->verdict), found->why);
    if (finding->shrunk)
        put_shrunk(text, report, finding);
    if (differ != NULL)
        put_sides(text, differ, report->command[0],
                  finding->shrunk ? &finding->smallest : &finding->found);
    if (finding->why.size > 0) {
        nf_text_string(text, "\n");
        nf_text_bytes(text, finding->why.data, finding->why.size);
    }
    nf_variations_put(text, finding);
    if (finding->flaky)
        nf_text_string(text,
                       _("\nThis is one of its answers: they differ from run to run. Look for "
                         "memory that\nnobody set, addresses, time, threads and random "
                         "numbers.\n"));
    text->failed |=
        size.failed || finding->size.failed || finding->smallest_size.failed || finding->why.failed;
    nf_text_free(&size);
    nf_text_string(text, _("\nagain: "));
    nf_fuzz_again(text, report, finding->found.index);
    nf_text_string(text, "\n");
}

/* The slowest case, whatever its verdict; its index says nothing, as it may be a variation. */
static void put_slowest(struct nf_text *text, const struct nf_fuzz_result *result,
                        const struct nf_finding *finding)
{
    enum { READABLE = 1000, START_NS = 20000000 }; /* an interpreter's start takes as long */
    const struct nf_trial_case *const found = &finding->found;
    char word[NF_COLOURED];
    nf_text_format(text,
                   P_("the slowest of %llu case (%.*s): %s, %.3f s of CPU time\n",
                      "the slowest of %llu cases (%.*s): %s, %.3f s of CPU time\n", result->cases),
                   (unsigned long long)result->cases, (int)finding->size.size, finding->size.data,
                   nf_verdict_coloured(word, found->judgement.verdict),
                   (double)found->result.cpu_ns * 1e-9);
    text->failed |= finding->size.failed;
    nf_growth_put(text, &finding->growth);
    if (finding->growth.twice <= 0 && found->result.cpu_ns < START_NS)
        nf_text_string(text, _("So short a time is mostly that of the program's start, and says "
                               "nothing of how\nit grows: for that the cases must be larger.\n"));
    if (found->instance.size <= READABLE)
        put_indented(text, &found->instance);
    if (found->left_out)
        nf_text_string(text, _("The reference gives no answer to it.\n"));
}

/* A list of stages in the making. */
struct stages {
    struct nf_text tried, untried;
};

static void add_stage(struct stages *stages, const char *name, uint64_t cases)
{
    struct nf_text *const list = cases > 0 ? &stages->tried : &stages->untried;
    nf_text_string(list, list->size > 0 ? _(", ") : "");
    nf_text_string(list, _(name));
    if (cases > 0) {
        struct nf_text number = {0};
        nf_report_count(&number, cases);
        nf_text_format(list, _(" (%.*s)"), (int)number.size, number.data);
        nf_text_free_part(&number, list);
    }
}

enum { TITLE = 9 }; /* columns of the words in front of a line */

static void put_list(struct nf_text *text, const char *title, struct nf_text *list)
{
    text->failed |= list->failed;
    if (list->size > 0) {
        nf_text_padded(text, title, TITLE);
        nf_text_wrapped(text, list->data, list->size, TITLE, TITLE);
    }
    nf_text_free(list);
}

/* Lists what was tried, and what was not. */
static void put_stages(struct nf_text *text, const struct nf_fuzz_report *report)
{
    const struct nf_fuzz_result *const result = report->result;
    const struct nf_trials *const trials = &report->options->trials;
    const struct nf_stage *const known = nf_problem_stages(trials->problem);
    struct stages stages = {{0}, {0}};
    add_stage(&stages,
              trials->problem->cases != NULL ? trials->problem->cases
              : trials->dealer == NULL       ? N_("guided cases")
                                             : N_("dealt games"),
              result->guided);
    for (int i = 0; trials->dealer == NULL && known[i].name != NULL; i++)
        add_stage(&stages, known[i].name, result->stages[i]);
    for (int ends = NF_LF + 1; trials->differ == NULL && ends < NF_LINE_ENDS; ends++)
        add_stage(&stages, nf_line_ends_words[ends], result->ends[ends]);
    if (!trials->line_ends && trials->differ == NULL)
        nf_text_string(&stages.untried, _(" (--line-ends)"));
    put_list(text, _("tried"), &stages.tried);
    put_list(text, _("untried"), &stages.untried);
}

enum { HELP = 45 }; /* the column of events in words */

static void put_coverage(struct nf_text *text, const struct nf_fuzz_report *report)
{
    const struct nf_event *const events = nf_problem_events(report->options->trials.problem);
    const struct nf_fuzz_result *const result = report->result;
    uint32_t count = 0, reached = 0;
    for (; events[count].name != NULL; count++)
        reached += result->cases_with[count] > 0;
    if (count == 0)
        return;
    nf_text_padded(text, _("rules"), TITLE);
    nf_text_format(text,
                   report->coverage || reached == count
                       ? _("%u of %u rule events reached\n")
                       : _("%u of %u rule events reached; --coverage lists them\n"),
                   reached, count);
    if (!report->coverage)
        return;
    nf_text_string(text, _("\n   cases     times  event\n"));
    for (uint32_t i = 0; i < count; i++) {
        const struct nf_event *const event = &events[i];
        struct nf_text help = {0};
        nf_text_format(&help, _(event->help), event->of[0], event->of[1]);
        nf_text_format(text, "%8llu%10llu  %-24s ", (unsigned long long)result->cases_with[i],
                       (unsigned long long)result->reached[i], event->name);
        nf_text_wrapped(text, help.data, help.size, HELP, HELP);
        nf_text_free_part(&help, text);
    }
}

static void put_totals(struct nf_text *text, const struct nf_fuzz_report *report)
{
    char word[NF_COLOURED];
    const struct nf_fuzz_result *const result = report->result;
    nf_text_padded(text, _("cases"), TITLE);
    nf_report_count(text, result->cases);
    for (int verdict = 0; verdict < NF_VERDICTS; verdict++)
        if (result->verdicts[verdict] > 0) {
            nf_text_string(text, _(", "));
            nf_report_count(text, result->verdicts[verdict]);
            nf_text_string(text, " ");
            if (report->options->trials.differ != NULL)
                nf_text_string(text, verdict == NF_AC ? _("alike") : _("different"));
            else
                nf_verdict_put(text, (enum nf_verdict)verdict, 0);
        }
    if (result->flaky > 0)
        nf_text_format(text, _(", %llu %s"), (unsigned long long)result->flaky,
                       nf_screen_word(word, NF_NOTED, "FLAKY"));
    nf_text_format(text,
                   P_("; %.2f s, %.0f cases/s, %u job\n", "; %.2f s, %.0f cases/s, %u jobs\n",
                      report->options->jobs),
                   result->seconds, (double)result->cases / result->seconds, report->options->jobs);
}

/* What says nothing of the program. */
static void put_left_out(struct nf_text *text, const struct nf_fuzz_result *result)
{
    if (result->left_out == 0)
        return;
    nf_text_padded(text, _("left out"), TITLE);
    nf_report_count(text, result->left_out);
    nf_text_string(text, P_(" case, on which the reference takes too much time or memory\n",
                            " cases, on which the reference takes too much time or memory\n",
                            result->left_out));
}

/* In how many cases it was started, for what it draws before it reads. */
static void put_starts(struct nf_text *text, const struct nf_fuzz_result *result)
{
    if (result->forked == 0)
        return;
    nf_text_padded(text, _("program"), TITLE);
    nf_text_string(text, _("started in "));
    nf_report_count(text, result->cases - result->left_out - result->forked);
    nf_text_string(text, _(" of the cases, else forked where it first reads\n"));
}

/* Says which accepted outputs other judges may refuse. */
static void put_spacings(struct nf_text *text, const struct nf_spacings *spacings)
{
    for (int i = 0; i < NF_SPACINGS; i++) {
        char first[48];
        struct nf_text words = {0};
        if (spacings->of[i].count == 0)
            continue;
        snprintf(first, sizeof first, _("case %llu"), (unsigned long long)spacings->of[i].first);
        nf_spacings_put(&words, spacings, (enum nf_spacing)i, first);
        put_list(text, _("layout"), &words);
    }
}

/* ---- the diagnosis ---- */

/* Appends words as a paragraph. */
static void put_paragraph(struct nf_text *text, struct nf_text *words)
{
    nf_text_wrapped(text, words->data, words->size, 0, 0);
    nf_text_free_part(words, text);
}

/* How sure that is, if it is not certain. */
static void put_doubt(struct nf_text *words, const struct nf_diagnosis *diagnosis)
{
    if (!diagnosis->certain && diagnosis->cases < NF_CERTAIN_CASES)
        nf_text_format(words,
                       _(" This is likely, not certain: that takes %d cases, for which --diagnose "
                         "had no time."),
                       NF_CERTAIN_CASES);
    else if (!diagnosis->certain && diagnosis->wrong < NF_CERTAIN_WRONG)
        nf_text_format(words,
                       _(" This is likely, not certain: it leaves the rules on %u of them only."),
                       diagnosis->wrong);
}

static void put_nearest(struct nf_text *words, const struct nf_fuzz_ops *ops,
                        const struct nf_diagnosis *diagnosis)
{
    if (diagnosis->nearest > 0)
        nf_text_format(words,
                       _(" Nearest, but not the same, is a player who %s (mistake %u): she agrees "
                         "on %u of %u cases."),
                       _(ops->mistakes[diagnosis->nearest].does), diagnosis->nearest,
                       diagnosis->nearest_agrees, diagnosis->cases);
}

/* The shrunk case, or one that was made for it, tells the mistake from others. */
static void put_distinguishing(struct nf_text *text, const struct nf_diagnosis *diagnosis,
                               bool many)
{
    struct nf_text words = {0}, others = {0};
    const struct nf_text *const size = &diagnosis->distinguishing_size;
    const bool own = diagnosis->distinguished == NF_DISTINGUISHED_BY_OWN;
    for (unsigned k = 1; k <= NF_MAX_MISTAKES; k++)
        if ((diagnosis->alike >> k & 1) != 0)
            nf_text_format(&others, "%s%u", others.size > 0 ? _(", ") : "", k);
    const int length = (int)others.size;
    if (own && length > 0)
        nf_text_format(&words, _("The case that tells it from all others but %.*s, %.*s:"), length,
                       others.data, (int)size->size, size->data);
    else if (own)
        nf_text_format(&words, _("The case that tells it from all others, %.*s:"), (int)size->size,
                       size->data);
    else if (length > 0)
        nf_text_format(&words,
                       many ? _("The first shrunk case tells it from all others but %.*s.")
                            : _("The shrunk case tells it from all others but %.*s."),
                       length, others.data);
    else
        nf_text_string(&words, many ? _("The first shrunk case tells it from all others.")
                                    : _("The shrunk case tells it from all others."));
    nf_text_free_part(&others, &words);
    put_paragraph(text, &words);
    if (own)
        put_indented(text, &diagnosis->distinguishing.instance);
}

/* Whether any failing case shows an answer that is wrong. */
static bool answers_wrong(const struct nf_fuzz_result *result)
{
    for (uint32_t i = 0; i < result->findings_count; i++) {
        const struct nf_finding *const finding = &result->findings[i];
        if (nf_judgement_answers(&finding->found.judgement) ||
            (finding->shrunk && nf_judgement_answers(&finding->smallest.judgement)))
            return true;
    }
    return false;
}

void nf_fuzz_mistake(struct nf_text *words, const struct nf_fuzz_report *report)
{
    const struct nf_diagnosis *const diagnosis = &report->result->diagnosis;
    const struct nf_fuzz_ops *const ops = report->options->trials.problem->fuzz;
    if (!diagnosis->made || (diagnosis->fitting == 0 &&
                             (!answers_wrong(report->result) || nf_hint_given(&report->hint))))
        return;
    nf_suspects_describe(words, ops, diagnosis->named, diagnosis->fitting, diagnosis->cases);
    if (diagnosis->fitting > 0)
        put_doubt(words, diagnosis);
    else
        put_nearest(words, ops, diagnosis);
}

static void put_kept(struct nf_text *text, const char *folder, uint32_t number)
{
    nf_text_string(text, _("kept:  "));
    nf_shown(text, folder);
    nf_text_format(text, "/%03u.*\n", number);
}

/* The faults for an editor. Where no line is known it is the first one. */
static void put_for_editor(struct nf_text *text, const struct nf_fuzz_report *report)
{
    const struct nf_fuzz_result *const result = report->result;
    for (uint32_t i = 0; i < report->warnings.count; i++)
        nf_fault_line_put_gcc(text, &report->warnings.list[i], report->source, "warning");
    if (report->fault.line > 0) {
        nf_fault_line_put_gcc(text, &report->fault, report->source, "error");
    } else if (report->hint.place.line > 0) {
        nf_fault_line_put_gcc(text, &report->hint.place, report->hint.source, "error");
    } else if (result->findings_count > 0 && report->options->trials.differ == NULL &&
               result->findings[0].found.judgement.verdict != NF_AC) {
        const struct nf_trial_case *const found = &result->findings[0].found;
        char verdict[NF_VERDICT_BYTES];
        struct nf_fault_line whole = {.line = 1};
        nf_text_format(&whole.what, _("case %llu"), (unsigned long long)found->index);
        nf_text_format(&whole.what, ": %s", nf_verdict_words(verdict, &found->judgement));
        nf_fault_line_put_gcc(text, &whole, report->source, "error");
        nf_fault_line_free(&whole);
    }
}

void nf_fuzz_table(struct nf_text *text, const struct nf_fuzz_report *report)
{
    const struct nf_fuzz_result *const result = report->result;
    struct nf_text mistake = {0};
    const bool for_editor = report->gcc && report->source != NULL;
    if (for_editor)
        put_for_editor(text, report);
    if (nf_hint_given(&report->hint) && !(for_editor && report->hint.place.line > 0)) {
        nf_hint_put(text, &report->hint);
        nf_text_string(text, "\n");
    }
    if (!for_editor && (report->fault.line > 0 || report->warnings.count > 0)) {
        nf_fault_line_put(text, &report->fault, report->command[0]);
        nf_warnings_put(text, &report->warnings, report->fault.line, report->command[0]);
        nf_text_string(text, "\n");
    }
    nf_fuzz_mistake(&mistake, report);
    if (mistake.size > 0) {
        put_paragraph(text, &mistake);
        nf_text_string(text, "\n");
    }
    if (report->repair.changes > 0) {
        nf_repair_put(text, &report->repair, report->command[0]);
        nf_text_string(text, "\n");
    }
    for (uint32_t i = 0; i < result->findings_count; i++) {
        if (report->options->slowest)
            put_slowest(text, result, &result->findings[i]);
        else
            put_finding(text, report, &result->findings[i]);
        if (report->keep != NULL)
            put_kept(text, report->keep, report->kept_before + i + 1);
        nf_text_string(text, "\n");
    }
    if (result->diagnosis.distinguished != NF_DISTINGUISHED_NOT) {
        put_distinguishing(text, &result->diagnosis, result->findings_count > 1);
        nf_text_string(text, "\n");
    }
    put_totals(text, report);
    if (report->options->slowest)
        return;
    put_left_out(text, report->result);
    put_spacings(text, &result->spacings);
    put_starts(text, result);
    put_stages(text, report);
    if (result->cases > 0)
        put_coverage(text, report);
}
