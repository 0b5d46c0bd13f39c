/* What programs made of a test set, as JSON. */
#include "base/json_text.h"
#include "base/shown.h"
#include "base/version.h"
#include "judge/judging/judge_report.h"
#include "table/figures.h"

static json_t *seconds(uint64_t ns)
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
                      judgement->why, "cpu_seconds", seconds(test->cpu_ns), "wall_seconds",
                      seconds(test->wall_ns), "memory", nf_json_count(test->memory)));
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
    json_object_set_new(object, "tests", nf_json_count(program->done));
    json_object_set_new(object, "verdicts", nf_json_verdicts(program->verdicts));
    json_object_set_new(object, "layout", nf_json_spacings(&program->spacings, spacings_first));
    json_object_set_new(object, "forked", nf_json_count(program->forked));
    json_object_set_new(object, "cpu_estimated", json_boolean(program->estimate_reason[0] != '\0'));
    json_object_set_new(object, "cpu_seconds",
                        some ? seconds(program->tests[program->slowest].cpu_ns) : json_null());
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
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "seconds", seconds(limit), "factor",
                     nf_json_count(report->factor), "step_seconds", seconds(step), "cpu_seconds",
                     seconds(cpu_ns), "program", nf_json_count(slowest), "slowest",
                     name_of(report, program->slowest));
}

static json_t *json_allowed(const struct nf_judge_report *report)
{
    const struct nf_child_limits *const limits = &report->options->trials.allowed;
    return json_pack("{s:o, s:o, s:o, s:o, s:{s:s, s:s, s:s}}", "cpu_seconds",
                     seconds(limits->cpu_ns), "wall_seconds", seconds(limits->wall_ns), "memory",
                     nf_json_count(limits->memory), "output", nf_json_count(limits->output), "from",
                     "cpu_seconds", report->cpu_ns.from, "memory", report->memory.from, "output",
                     report->output.from);
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
