#include "judge/judging/judging.h"

#include "base/json_text.h"
#include "base/lang.h"
#include "base/owned.h"
#include "base/shown.h"
#include "base/version.h"
#include "table/figures.h"

#include <string.h>

enum {
    NAME = 24,  /* most columns of a test's name */
    PATH = 64,  /* and of a program below the table */
    TITLE = 11, /* columns of the words in front of a line below the table */
};

/* Seconds and mebibytes, as tables show them. */
static double seconds(uint64_t ns)
{
    return 1e-9 * (double)ns;
}

static double mebibytes(uint64_t bytes)
{
    return (double)bytes / (1024.0 * 1024.0);
}

/* Appends the start of `shown` in at most `most` columns. */
static void put_start(struct nf_text *text, const char *shown, size_t size, size_t most)
{
    const bool whole = nf_shown_within(shown, size, most) == size;
    const size_t to = whole ? size : nf_shown_within(shown, size, most - 3);
    nf_text_bytes(text, shown, to);
    nf_text_string(text, whole ? "" : "...");
}

static void put_name(struct nf_text *text, const struct nf_judge_report *report, size_t test)
{
    struct nf_text shown = {0};
    nf_shown(&shown, report->options->set->tests[test].name);
    nf_shown_end(text, shown.data, shown.size, NAME);
    nf_text_free_part(&shown, text);
}

/* Appends a command as it is typed or, if that takes more than `most` columns, the end of its words
 * without quotes, of which some would be left out. */
static void put_command(struct nf_text *text, char *const *command, size_t most)
{
    struct nf_text typed = {0}, plain = {0};
    for (char *const *word = command; *word != NULL; word++) {
        nf_text_string(&typed, word > command ? " " : "");
        nf_text_word(&typed, *word);
        nf_text_string(&plain, word > command ? " " : "");
        nf_shown(&plain, *word);
    }
    const bool fits = nf_shown_columns_of(typed.data, typed.size) <= most;
    nf_shown_end(text, fits ? typed.data : plain.data, fits ? typed.size : plain.size, most);
    nf_text_free_part(&typed, text);
    nf_text_free_part(&plain, text);
}

/* Columns that are left of the line that begins at byte `start`, in which `unseen` bytes take none.
 */
static size_t columns_left(const struct nf_text *text, size_t start, size_t unseen)
{
    return nf_screen_width() -
           (nf_shown_columns_of(text->data + start, text->size - start) - unseen);
}

/* Appends the first line of a checker's words, which are indented, if it has any. */
static void put_checker_words(struct nf_text *line, const char *words, const char *end)
{
    const char *const stop = words < end ? memchr(words, '\n', (size_t)(end - words)) : NULL;
    if (stop != NULL && stop - words > 2 && memcmp(words, "  ", 2) == 0) {
        nf_text_string(line, " ");
        nf_text_bytes(line, words + 2, (size_t)(stop - words) - 2);
    }
}

/* Appends why a program failed its first test, on the `columns` that are left of a line. */
static void put_why(struct nf_text *text, const struct nf_program_result *program, size_t columns)
{
    const struct nf_judgement *const judgement = &program->tests[program->first].judgement;
    const bool output = judgement->verdict == NF_WA || judgement->verdict == NF_PE;
    const char *const end =
        output && program->why.size > 0 ? memchr(program->why.data, '\n', program->why.size) : NULL;
    const char *const why = end != NULL ? program->why.data : judgement->why;
    NF_OWNED_TEXT struct nf_text line = {0};
    nf_text_bytes(&line, why, end != NULL ? (size_t)(end - why) : strlen(why));
    if (end != NULL && strcmp(judgement->kind, NF_KIND_CHECKER) == 0)
        put_checker_words(&line, end + 1, why + program->why.size);
    put_start(text, line.data, line.size, columns);
    nf_text_string(text, "\n");
}

/* Appends which accepted outputs of a program other judges may refuse, each kind behind a title. */
static void put_spacings(struct nf_text *text, const struct nf_judge_report *report,
                         const struct nf_program_result *program, const char *title, size_t indent)
{
    for (int i = 0; i < NF_SPACINGS; i++) {
        struct nf_text words = {0}, first = {0};
        if (program->spacings.of[i].count == 0)
            continue;
        put_name(&first, report, program->spacings.of[i].first);
        nf_spacings_put(&words, &program->spacings, (enum nf_spacing)i, nf_text_terminated(&first));
        nf_text_padded(text, title, indent);
        nf_text_wrapped(text, words.data, words.size, indent, indent);
        nf_text_free_part(&first, &words);
        nf_text_free_part(&words, text);
    }
}

/* ---- one program ---- */

static void put_tests(struct nf_text *text, const struct nf_judge_report *report)
{
    const struct nf_program_result *const program = &report->result->programs[0];
    const struct nf_test_set *const set = report->options->set;
    const char *const title = _("test");
    size_t width = nf_shown_columns(title);
    for (size_t i = 0; i < set->count; i++) {
        NF_OWNED_TEXT struct nf_text name = {0};
        put_name(&name, report, i);
        const size_t columns = nf_shown_columns_of(name.data, name.size);
        width = columns > width ? columns : width;
    }
    nf_text_padded(text, title, width);
    nf_text_string(text, _("  verdict  CPU time      memory\n"));
    for (size_t i = 0; i < set->count; i++) {
        const struct nf_test_result *const test = &program->tests[i];
        if (!test->done)
            continue;
        const size_t start = text->size;
        put_name(text, report, i);
        const size_t used = nf_shown_columns_of(text->data + start, text->size - start);
        nf_text_format(text, "%*s  ", (int)(used < width ? width - used : 0), "");
        nf_verdict_put(text, test->judgement.verdict, -7);
        nf_text_format(text, " %7.3f s %7.1f MiB", seconds(test->cpu_ns), mebibytes(test->memory));
        const char *const why = test->judgement.why;
        nf_text_string(text, why[0] != '\0' ? "  " : "");
        put_start(text, why, strlen(why), columns_left(text, start, nf_screen_unseen()));
        nf_text_string(text, "\n");
    }
    if (program->first < set->count) {
        nf_text_string(text, _("\nfirst failing: "));
        put_name(text, report, program->first);
        nf_text_string(text, _(", "));
        nf_verdict_put(text, program->tests[program->first].judgement.verdict, 0);
        nf_text_string(text, "\n");
        nf_text_bytes(text, program->why.data, program->why.size);
    }
    nf_text_string(text, "\n");
}

/* ---- several programs ---- */

static bool occurs(const struct nf_judge_report *report, int verdict)
{
    for (size_t i = 0; i < report->options->programs_count; i++)
        if (report->result->programs[i].verdicts[verdict] > 0)
            return true;
    return verdict == NF_AC;
}

static void put_program(struct nf_text *text, const struct nf_judge_report *report, size_t number,
                        int width)
{
    const struct nf_program_result *const program = &report->result->programs[number];
    const size_t count = report->options->set->count, start = text->size;
    for (int verdict = 0; verdict < NF_VERDICTS; verdict++)
        if (occurs(report, verdict))
            nf_text_format(text, "%*llu", width, (unsigned long long)program->verdicts[verdict]);
    nf_text_format(text, "  %7.3f s %7.1f MiB  ", seconds(program->tests[program->slowest].cpu_ns),
                   mebibytes(program->tests[program->largest].memory));
    put_command(text, report->options->programs[number], columns_left(text, start, 0));
    nf_text_string(text, "\n");
    put_spacings(text, report, program, "", (size_t)width + 2);
    if (program->first == count)
        return;
    const size_t line = text->size;
    nf_text_format(text, "%*s", width + 2, "");
    put_name(text, report, program->first);
    char verdict[NF_COLOURED];
    nf_text_format(text, _(": %s, "),
                   nf_verdict_coloured(verdict, program->tests[program->first].judgement.verdict));
    put_why(text, program, columns_left(text, line, nf_screen_unseen()));
}

static void put_programs(struct nf_text *text, const struct nf_judge_report *report)
{
    int width = 5;
    for (size_t most = report->options->set->count; most >= 10000; most /= 10)
        width++;
    for (int verdict = 0; verdict < NF_VERDICTS; verdict++)
        if (occurs(report, verdict))
            nf_verdict_put(text, (enum nf_verdict)verdict, width);
    nf_text_string(text, _("   CPU time      memory  program, first failing test\n"));
    for (size_t i = 0; i < report->options->programs_count; i++)
        if (report->result->programs[i].done > 0)
            put_program(text, report, i, width);
    nf_text_string(text, "\n");
}

/* ---- below the table ---- */

/* Appends a line `label WORDS`, wrapped; frees `words`. */
static void put_labelled(struct nf_text *text, const char *label, struct nf_text *words)
{
    nf_text_padded(text, label, TITLE);
    nf_text_wrapped(text, words->data, words->size, TITLE, 0);
    nf_text_free_part(words, text);
}

static void put_totals(struct nf_text *text, const struct nf_judge_report *report)
{
    const struct nf_judging_options *const options = report->options;
    struct nf_text words = {0};
    struct nf_text folder = {0};
    nf_shown(&folder, report->folder);
    nf_text_format(&words, _("%zu in %.*s"), options->set->count, (int)folder.size, folder.data);
    nf_text_free_part(&folder, &words);
    if (options->programs_count == 1) {
        const struct nf_program_result *const program = &report->result->programs[0];
        for (int verdict = 0; verdict < NF_VERDICTS; verdict++)
            if (program->verdicts[verdict] > 0)
                nf_text_format(&words, "%s%llu %s", _(", "),
                               (unsigned long long)program->verdicts[verdict],
                               nf_verdict_name((enum nf_verdict)verdict));
    }
    nf_text_format(&words, P_("; %.2f s, %u job", "; %.2f s, %u jobs", options->jobs),
                   report->result->seconds, options->jobs);
    put_labelled(text, _("tests"), &words);
    if (options->programs_count == 1)
        put_spacings(text, report, &report->result->programs[0], _("layout"), TITLE);
}

/* Lists the first of the files of tests for which `lines` has a line, behind `words`; frees them.
 */
static void put_files(struct nf_text *text, const char *label, struct nf_text *words,
                      const struct nf_test_set *set, const uint64_t *lines, bool answers)
{
    enum { MOST = 5 };
    size_t shown = 0;
    for (size_t i = 0; i < set->count && shown <= MOST; i++) {
        if (lines[i] == 0)
            continue;
        if (shown++ == MOST) {
            nf_text_string(words, _(", ..."));
            break;
        }
        nf_text_string(words, shown > 1 ? _(", ") : " ");
        nf_shown(words, answers ? nf_test_answer(&set->tests[i]) : set->tests[i].instance);
        nf_text_format(words, ":%llu", (unsigned long long)lines[i]);
    }
    put_labelled(text, label, words);
}

/* Lists the first stored answers that are not the reference's. */
static void put_answers(struct nf_text *text, const struct nf_judge_report *report)
{
    const struct nf_test_set *const set = report->options->set;
    struct nf_text words = {0};
    nf_text_format(&words, _("%zu of %zu are not the reference's, which was used instead:"),
                   report->result->wrong_answers, set->count);
    put_files(text, _("answers"), &words, set, report->result->differs, true);
}

/* Lists the first tests with carriage returns. */
static void put_returns(struct nf_text *text, const struct nf_judge_report *report)
{
    const struct nf_test_set *const set = report->options->set;
    struct nf_text words = {0};
    const size_t count = report->result->with_returns;
    nf_text_format(&words,
                   P_("%zu of %zu tests has a carriage return, which validators refuse:",
                      "%zu of %zu tests have a carriage return, which validators refuse:", count),
                   count, set->count);
    put_files(text, _("returns"), &words, set, report->result->returns, false);
}

/* How outputs were compared where no rules give the right one. */
static void put_comparison(struct nf_text *text, const struct nf_judge_report *report)
{
    struct nf_text words = {0};
    if (report->compared[0] == '\0') {
        nf_text_string(&words, _("the stored ones, compared token by token"));
    } else {
        nf_text_string(&words, _("the stored ones, by the checker "));
        nf_shown(&words, report->compared);
    }
    put_labelled(text, _("answers"), &words);
}

/* Where the limits came from. */
static void put_limits(struct nf_text *text, const struct nf_judge_report *report)
{
    const char *const time = report->cpu_ns.from, *const memory = report->memory.from;
    struct nf_text words = {0};
    nf_text_format(&words, _("%g s of CPU time"), seconds(report->cpu_ns.value));
    if (strcmp(time, memory) != 0)
        nf_text_format(&words, " (%s)", _(time));
    nf_text_format(&words, _(", %g MiB"), mebibytes(report->memory.value));
    nf_text_format(&words, " (%s)", _(memory));
    put_labelled(text, _("limits"), &words);
}

static void put_limit(struct nf_text *text, const struct nf_judge_report *report)
{
    const size_t slowest = report->result->slowest;
    struct nf_text words = {0};
    uint64_t step;
    if (slowest == report->options->programs_count) {
        nf_text_string(&words, _("none suggested: no program was accepted on all tests"));
    } else {
        const struct nf_program_result *const program = &report->result->programs[slowest];
        const uint64_t cpu_ns = program->tests[program->slowest].cpu_ns;
        const uint64_t limit = nf_suggest_limit(cpu_ns, report->factor, &step);
        struct nf_text command = {0}, name = {0};
        put_command(&command, report->options->programs[slowest], NAME);
        put_name(&name, report, program->slowest);
        if (report->options->programs_count > 1)
            nf_text_format(&words,
                           _("%g s suggested: %u * %.3f s of CPU time (%.*s on %.*s) in steps of "
                             "%g s"),
                           seconds(limit), report->factor, seconds(cpu_ns), (int)command.size,
                           command.data, (int)name.size, name.data, seconds(step));
        else
            nf_text_format(&words,
                           _("%g s suggested: %u * %.3f s of CPU time (%.*s) in steps of %g s"),
                           seconds(limit), report->factor, seconds(cpu_ns), (int)name.size,
                           name.data, seconds(step));
        nf_text_free_part(&command, &words);
        nf_text_free_part(&name, &words);
    }
    put_labelled(text, _("limit"), &words);
}

/* Appends "AC, WA or RE". */
static void put_verdicts(struct nf_text *text, uint32_t verdicts)
{
    for (uint32_t i = 0; i < NF_VERDICTS; i++) {
        const uint32_t later = verdicts >> i >> 1;
        if ((verdicts >> i & 1) == 0)
            continue;
        nf_text_string(text, nf_verdict_name(i));
        if (later != 0)
            nf_text_string(text, (later & (later - 1)) != 0 ? ", " : _(" or "));
    }
}

/* A program that got other verdicts than its folder promises. */
static void put_unexpected(struct nf_text *text, const struct nf_judge_report *report, size_t i)
{
    const struct nf_expected *const expected = report->expected[i];
    const uint32_t others = expected->permitted & ~expected->required;
    struct nf_text words = {0};
    put_command(&words, report->options->programs[i], PATH);
    nf_text_string(&words, ": ");
    put_verdicts(&words, expected->required);
    if (others != 0) {
        nf_text_string(&words, _(" at least once, else "));
        put_verdicts(&words, others);
    } else {
        nf_text_string(&words, _(" on every test"));
    }
    put_labelled(text, _("expected"), &words);
}

static void put_expected(struct nf_text *text, const struct nf_judge_report *report)
{
    const size_t count = report->options->programs_count;
    struct nf_text words = {0};
    size_t good = 0;
    for (size_t i = 0; i < count; i++) {
        if (nf_is_expected(report->expected[i], report->result->programs[i].verdicts))
            good++;
        else
            put_unexpected(text, report, i);
    }
    nf_text_format(&words, _("%zu of %zu programs have the verdicts that their folders promise"),
                   good, count);
    put_labelled(text, _("expected"), &words);
}

void nf_judge_table(struct nf_text *text, const struct nf_judge_report *report)
{
    if (report->options->programs_count == 1)
        put_tests(text, report);
    else
        put_programs(text, report);
    put_totals(text, report);
    if (report->compared != NULL)
        put_comparison(text, report);
    if (report->result->wrong_answers > 0)
        put_answers(text, report);
    if (report->result->with_returns > 0)
        put_returns(text, report);
    put_limits(text, report);
    put_limit(text, report);
    if (report->expected != NULL)
        put_expected(text, report);
}

/* ---- JSON ---- */

static json_t *json_seconds(uint64_t ns)
{
    return json_real(1e-9 * (double)ns);
}

/* A name from outside, safe to print; null for NULL. */
static json_t *shown(const char *name)
{
    struct nf_text text = {0};
    if (name == NULL)
        return json_null();
    nf_shown(&text, name);
    json_t *const string = nf_json_text(&text);
    nf_text_free(&text);
    return string;
}

static json_t *name_of(const struct nf_judge_report *report, size_t test)
{
    return test < report->options->set->count ? shown(report->options->set->tests[test].name)
                                              : json_null();
}

static json_t *json_tests(const struct nf_judge_report *report)
{
    const struct nf_test_set *const set = report->options->set;
    json_t *const list = json_array();
    for (size_t i = 0; i < set->count; i++) {
        const uint64_t line = report->result->differs[i], returns = report->result->returns[i];
        json_array_append_new(
            list, json_pack("{s:o, s:o, s:o, s:o, s:o}", "name", name_of(report, i), "instance",
                            shown(set->tests[i].instance), "answer",
                            shown(nf_test_answer(&set->tests[i])), "answer_differs",
                            line > 0 ? nf_json_count(line) : json_null(), "carriage_return",
                            returns > 0 ? nf_json_count(returns) : json_null()));
    }
    return list;
}

static json_t *json_runs(const struct nf_judge_report *report,
                         const struct nf_program_result *program)
{
    json_t *const list = json_array();
    for (size_t i = 0; i < report->options->set->count; i++) {
        const struct nf_test_result *const test = &program->tests[i];
        const struct nf_judgement *const judgement = &test->judgement;
        if (!test->done)
            continue;
        json_array_append_new(
            list,
            json_pack("{s:o, s:s, s:i, s:o, s:s, s:s, s:o, s:o, s:o}", "test", name_of(report, i),
                      "verdict", nf_verdict_name(judgement->verdict), "code", judgement->code,
                      "line", nf_json_count(judgement->line), "kind", judgement->kind, "reason",
                      judgement->why, "cpu_seconds", json_seconds(test->cpu_ns), "wall_seconds",
                      json_seconds(test->wall_ns), "memory", nf_json_count(test->memory)));
    }
    return list;
}

static json_t *json_program(const struct nf_judge_report *report, size_t number)
{
    const struct nf_program_result *const program = &report->result->programs[number];
    const bool some = program->done > 0, failed = program->first < report->options->set->count;
    json_t *spacings_first[NF_SPACINGS];
    for (int i = 0; i < NF_SPACINGS; i++)
        spacings_first[i] = name_of(report, program->spacings.of[i].first);
    json_t *const object = json_object();
    json_object_set_new(object, "command", nf_json_words(report->options->programs[number]));
    json_object_set_new(object, "accepted", json_boolean(program->accepted));
    if (report->expected != NULL)
        json_object_set_new(
            object, "as_expected",
            json_boolean(nf_is_expected(report->expected[number], program->verdicts)));
    json_object_set_new(object, "tests", nf_json_count(program->done));
    json_object_set_new(object, "verdicts", nf_json_verdicts(program->verdicts));
    json_object_set_new(object, "layout", nf_json_spacings(&program->spacings, spacings_first));
    json_object_set_new(object, "forked", nf_json_count(program->forked));
    json_object_set_new(object, "cpu_estimated", json_boolean(program->estimate_reason[0] != '\0'));
    json_object_set_new(object, "cpu_seconds",
                        some ? json_seconds(program->tests[program->slowest].cpu_ns) : json_null());
    json_object_set_new(object, "slowest", name_of(report, program->slowest));
    json_object_set_new(object, "memory",
                        some ? nf_json_count(program->tests[program->largest].memory)
                             : json_null());
    json_object_set_new(object, "largest", name_of(report, program->largest));
    json_object_set_new(object, "first_failing", name_of(report, program->first));
    json_object_set_new(object, "explanation", failed ? nf_json_text(&program->why) : json_null());
    json_object_set_new(object, "runs", json_runs(report, program));
    return object;
}

static json_t *json_limit(const struct nf_judge_report *report)
{
    const size_t slowest = report->result->slowest;
    uint64_t step;
    if (slowest == report->options->programs_count)
        return json_null();
    const struct nf_program_result *const program = &report->result->programs[slowest];
    const uint64_t cpu_ns = program->tests[program->slowest].cpu_ns;
    const uint64_t limit = nf_suggest_limit(cpu_ns, report->factor, &step);
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "seconds", json_seconds(limit), "factor",
                     nf_json_count(report->factor), "step_seconds", json_seconds(step),
                     "cpu_seconds", json_seconds(cpu_ns), "program", nf_json_count(slowest),
                     "slowest", name_of(report, program->slowest));
}

static json_t *json_allowed(const struct nf_judge_report *report)
{
    const struct nf_child_limits *const limits = &report->options->trials.allowed;
    return json_pack("{s:o, s:o, s:o, s:o, s:{s:s, s:s, s:s}}", "cpu_seconds",
                     json_seconds(limits->cpu_ns), "wall_seconds", json_seconds(limits->wall_ns),
                     "memory", nf_json_count(limits->memory), "output",
                     nf_json_count(limits->output), "from", "cpu_seconds", report->cpu_ns.from,
                     "memory", report->memory.from, "output", report->output.from);
}

enum nf_status nf_judge_json(struct nf_text *text, const struct nf_judge_report *report,
                             struct nf_error *err)
{
    const struct nf_judging_options *const options = report->options;
    json_t *const object = json_object(), *const programs = json_array();
    for (size_t i = 0; i < options->programs_count; i++)
        json_array_append_new(programs, json_program(report, i));
    json_object_set_new(object, "schema", json_string("ninefold.judge/1"));
    json_object_set_new(object, "version", json_string(nf_version));
    const bool game = report->compared == NULL;
    json_object_set_new(object, game ? "game" : "problem", shown(options->trials.problem->name));
    if (!game)
        json_object_set_new(object, "checker",
                            report->compared[0] != '\0' ? shown(report->compared) : json_null());
    json_object_set_new(object, "folder", shown(report->folder));
    json_object_set_new(object, "strict", json_boolean(options->trials.strict));
    json_object_set_new(object, "limits", json_allowed(report));
    json_object_set_new(object, "jobs", nf_json_count(options->jobs));
    json_object_set_new(object, "seconds", json_real(report->result->seconds));
    json_object_set_new(object, "tests", json_tests(report));
    json_object_set_new(object, "programs", programs);
    json_object_set_new(object, "time_limit", json_limit(report));
    return nf_text_json(text, object, err);
}
