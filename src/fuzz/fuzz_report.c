#include "fuzz/fuzz_report.h"

#include "base/shown.h"
#include "fuzz/flaky.h"
#include "report/report.h"

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
enum { SHOWN_LINES = 40, SHOWN_COLUMNS = 78 };

static void put_indented(struct nf_text *text, const struct nf_text *shown)
{
    const char *at = shown->data, *const end = at + shown->size;
    for (int line = 0; at < end; line++) {
        if (line == SHOWN_LINES) {
            nf_text_string(text, "  ... (and more)\n");
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

/* Line ends other than the usual ones. */
static void put_ends(struct nf_text *text, const struct nf_trial_case *run)
{
    if (run->ends != NF_LF)
        nf_text_format(text, ", %s", nf_line_ends_words[run->ends]);
}

static void put_finding(struct nf_text *text, const struct nf_fuzz_report *report,
                        const struct nf_finding *finding)
{
    const struct nf_judgement *const found = &finding->found.judgement;
    const struct nf_judgement *const smallest = &finding->smallest.judgement;
    nf_text_format(text, "case %llu (%.*s", (unsigned long long)finding->found.index,
                   (int)finding->size.size, finding->size.data);
    put_ends(text, &finding->found);
    nf_text_string(text, "): ");
    if (finding->flaky)
        nf_text_format(text, "FLAKY, failed %u of %u\nat first: ", finding->failed, finding->runs);
    nf_text_format(text, "%s, %s\n", nf_verdict_name(found->verdict), found->why);
    if (finding->shrunk) {
        nf_text_format(text, "\nshrunk to %.*s", (int)finding->smallest_size.size,
                       finding->smallest_size.data);
        put_ends(text, &finding->smallest);
        nf_text_format(text, " (%u trials, %.1f s%s):\n", finding->trials, finding->seconds,
                       finding->stopped ? ", stopped early" : "");
        put_indented(text, &finding->smallest.instance);
        if (finding->flaky)
            nf_text_format(text, "which failed %u of %d\n", finding->shrunk_failed, NF_REPEATS);
        nf_text_string(text, "\nits transcript by the rules:\n");
        put_indented(text, &finding->smallest.answer);
        if (smallest->verdict != found->verdict || smallest->code != found->code)
            nf_text_format(text, "\nhere it gets %s, %s\n", nf_verdict_name(smallest->verdict),
                           smallest->why);
    }
    if (finding->why.size > 0) {
        nf_text_string(text, "\n");
        nf_text_bytes(text, finding->why.data, finding->why.size);
    }
    if (finding->flaky)
        nf_text_string(text, "\nThis is one of its answers: they differ from run to run. Look for "
                             "memory that\nnobody set, addresses, time, threads and random "
                             "numbers.\n");
    text->failed |= finding->size.failed || finding->smallest_size.failed || finding->why.failed;
    nf_text_string(text, "\nagain: ");
    nf_fuzz_again(text, report, finding->found.index);
    nf_text_string(text, "\n");
}

/* Appends words wrapped at `width` columns; all lines but the first are indented. */
static void put_wrapped(struct nf_text *text, const char *words, int indent, size_t width)
{
    for (size_t left = strlen(words); left > 0;) {
        size_t length = left;
        if (left > width)
            for (length = width; length > 0 && words[length] != ' ';)
                length--;
        length = length > 0 ? length : width;
        nf_text_bytes(text, words, length);
        words += length + (words[length] == ' ');
        left = strlen(words);
        nf_text_format(text, "\n%*s", left > 0 ? indent : 0, "");
    }
}

/* A list of stages in the making. */
struct stages {
    struct nf_text tried, untried;
};

static void add_stage(struct stages *stages, const char *name, uint64_t cases)
{
    struct nf_text *const list = cases > 0 ? &stages->tried : &stages->untried;
    nf_text_string(list, list->size > 0 ? ", " : "");
    nf_text_string(list, name);
    if (cases > 0) {
        nf_text_string(list, " (");
        nf_report_count(list, cases);
        nf_text_string(list, ")");
    }
}

static void put_list(struct nf_text *text, const char *title, struct nf_text *list)
{
    nf_text_bytes(list, "", 1); /* ends the string */
    text->failed |= list->failed;
    if (!list->failed && list->size > 1) {
        nf_text_format(text, "%-9s", title);
        put_wrapped(text, list->data, 9, 71);
    }
    nf_text_free(list);
}

/* Lists what was tried, and what was not. */
static void put_stages(struct nf_text *text, const struct nf_fuzz_report *report)
{
    const struct nf_fuzz_result *const result = report->result;
    const struct nf_trials *const trials = &report->options->trials;
    const struct nf_stage *const known = trials->game->fuzz->stages;
    struct stages stages = {{0}, {0}};
    add_stage(&stages, trials->setup == NULL ? "guided cases" : "dealt games", result->guided);
    for (int i = 0; trials->setup == NULL && known[i].name != NULL; i++)
        add_stage(&stages, known[i].name, result->stages[i]);
    for (int ends = NF_LF + 1; ends < NF_LINE_ENDS; ends++)
        add_stage(&stages, nf_line_ends_words[ends], result->ends[ends]);
    if (!trials->line_ends)
        nf_text_string(&stages.untried, " (--line-ends)");
    put_list(text, "tried", &stages.tried);
    put_list(text, "untried", &stages.untried);
}

static void put_coverage(struct nf_text *text, const struct nf_fuzz_report *report)
{
    const struct nf_event *const events = report->options->trials.game->fuzz->events;
    const struct nf_fuzz_result *const result = report->result;
    uint32_t count = 0, reached = 0;
    for (; events[count].name != NULL; count++)
        reached += result->cases_with[count] > 0;
    nf_text_format(text, "rules    %u of %u rule events reached%s\n", reached, count,
                   report->coverage || reached == count ? "" : "; --coverage lists them");
    if (!report->coverage)
        return;
    nf_text_string(text, "\n   cases     times  event\n");
    for (uint32_t i = 0; i < count; i++) {
        nf_text_format(text, "%8llu%10llu  %-24s ", (unsigned long long)result->cases_with[i],
                       (unsigned long long)result->reached[i], events[i].name);
        put_wrapped(text, events[i].help, 45, 35);
    }
}

static void put_totals(struct nf_text *text, const struct nf_fuzz_report *report)
{
    const struct nf_fuzz_result *const result = report->result;
    nf_text_string(text, "cases    ");
    nf_report_count(text, result->cases);
    for (int verdict = 0; verdict < NF_VERDICTS; verdict++)
        if (result->verdicts[verdict] > 0) {
            nf_text_string(text, ", ");
            nf_report_count(text, result->verdicts[verdict]);
            nf_text_format(text, " %s", nf_verdict_name((enum nf_verdict)verdict));
        }
    if (result->flaky > 0)
        nf_text_format(text, ", %llu FLAKY", (unsigned long long)result->flaky);
    nf_text_format(text, "; %.2f s, %.0f cases/s, %u %s\n", result->seconds,
                   (double)result->cases / result->seconds, report->options->jobs,
                   report->options->jobs == 1 ? "job" : "jobs");
}

/* ---- the diagnosis ---- */

/* Appends words as a paragraph. */
static void put_paragraph(struct nf_text *text, struct nf_text *words)
{
    nf_text_bytes(words, "", 1); /* ends the string */
    if (!words->failed)
        put_wrapped(text, words->data, 0, 80);
    text->failed |= words->failed;
    nf_text_free(words);
}

/* Appends "finds the next player too early (mistake 9) and rounds D2 up (mistake 2)". */
static void put_mistakes(struct nf_text *words, const struct nf_fuzz_ops *ops, uint64_t mistakes)
{
    const char *between = "";
    for (unsigned k = 1; k <= NF_MAX_MISTAKES; k++)
        if ((mistakes >> k & 1) != 0) {
            nf_text_format(words, "%s%s (mistake %u)", between, ops->mistakes[k].does, k);
            between = ", and ";
        }
}

static void put_named(struct nf_text *words, const struct nf_fuzz_ops *ops,
                      const struct nf_diagnosis *diagnosis)
{
    nf_text_format(
        words, "On %u of %u cases your program does what a player would do who %s",
        diagnosis->cases, diagnosis->cases,
        diagnosis->fitting > 1 ? "makes one of these mistakes, which no case told apart: " : "");
    for (uint32_t i = 0; i < diagnosis->fitting && i < NF_MAX_NAMED; i++) {
        nf_text_string(words, i > 0 ? "; or she " : diagnosis->fitting > 1 ? "she " : "");
        put_mistakes(words, ops, diagnosis->named[i]);
    }
    if (diagnosis->fitting > NF_MAX_NAMED)
        nf_text_format(words, "; or %u others", diagnosis->fitting - NF_MAX_NAMED);
    nf_text_string(words, ".");
    if (!diagnosis->certain && diagnosis->cases < NF_CERTAIN_CASES)
        nf_text_format(words, " This is likely, not certain: it takes %d cases.", NF_CERTAIN_CASES);
    else if (!diagnosis->certain && diagnosis->wrong < NF_CERTAIN_WRONG)
        nf_text_format(words,
                       " This is likely, not certain: it leaves the rules on %u of them only.",
                       diagnosis->wrong);
}

static void put_nearest(struct nf_text *words, const struct nf_fuzz_ops *ops,
                        const struct nf_diagnosis *diagnosis)
{
    unsigned count = 0;
    while (ops->mistakes[count + 1].name != NULL)
        count++;
    nf_text_format(words,
                   "None of the %u mistakes in the catalogue, nor two of them together, does what "
                   "your program does on all of %u cases.",
                   count, diagnosis->cases);
    if (diagnosis->nearest > 0)
        nf_text_format(words,
                       " Nearest, but not the same, is a player who %s (mistake %u): she agrees on "
                       "%u of %u cases.",
                       ops->mistakes[diagnosis->nearest].does, diagnosis->nearest,
                       diagnosis->nearest_agrees, diagnosis->cases);
}

static void put_telling(struct nf_text *text, const struct nf_diagnosis *diagnosis, bool many)
{
    struct nf_text words = {0};
    const bool own = diagnosis->tells == NF_TELLS_OWN;
    nf_text_format(&words, "%s tells it from all others",
                   own    ? "The case that"
                   : many ? "The first shrunk case"
                          : "The shrunk case");
    const char *between = " but ";
    for (unsigned k = 1; k <= NF_MAX_MISTAKES; k++)
        if ((diagnosis->alike >> k & 1) != 0) {
            nf_text_format(&words, "%s%u", between, k);
            between = ", ";
        }
    if (own) {
        nf_text_string(&words, ", ");
        nf_text_bytes(&words, diagnosis->telling_size.data, diagnosis->telling_size.size);
    }
    nf_text_string(&words, own ? ":" : ".");
    put_paragraph(text, &words);
    if (own)
        put_indented(text, &diagnosis->telling.instance);
}

static void put_diagnosis(struct nf_text *text, const struct nf_fuzz_report *report)
{
    const struct nf_diagnosis *const diagnosis = &report->result->diagnosis;
    const struct nf_fuzz_ops *const ops = report->options->trials.game->fuzz;
    struct nf_text words = {0};
    if (diagnosis->fitting > 0)
        put_named(&words, ops, diagnosis);
    else
        put_nearest(&words, ops, diagnosis);
    put_paragraph(text, &words);
    if (diagnosis->tells != NF_TELLS_NOT)
        put_telling(text, diagnosis, report->result->findings_count > 1);
    nf_text_string(text, "\n");
}

static void put_kept(struct nf_text *text, const char *folder, uint32_t number)
{
    nf_text_string(text, "kept:  ");
    nf_shown(text, folder);
    nf_text_format(text, "/%03u.*\n", number);
}

void nf_fuzz_table(struct nf_text *text, const struct nf_fuzz_report *report)
{
    for (uint32_t i = 0; i < report->result->findings_count; i++) {
        put_finding(text, report, &report->result->findings[i]);
        if (report->keep != NULL)
            put_kept(text, report->keep, i + 1);
        nf_text_string(text, "\n");
    }
    if (report->result->diagnosis.made)
        put_diagnosis(text, report);
    put_totals(text, report);
    put_stages(text, report);
    if (report->result->cases > 0)
        put_coverage(text, report);
}
