/* The report of a fuzz as JSON, and the kept files. */
#include "base/json_text.h"
#include "base/owned.h"
#include "base/version.h"
#include "judge/fuzz/fuzz_internal.h"
#include "judge/fuzz/fuzz_report.h"
#include "judge/suspects.h"
#include "table/figures.h"

#include <inttypes.h>
#include <stdio.h>

/* Returns the run with more cards, or null if there was none. */
static json_t *json_padded(const struct nf_finding *finding)
{
    const struct nf_judgement *const judgement = &finding->padded.judgement;
    if (finding->padding == 0)
        return json_null();
    return json_pack("{s:o, s:s, s:i, s:o, s:s, s:s, s:o}", "cards",
                     nf_json_count(finding->padding), "verdict",
                     nf_verdict_name(judgement->verdict), "code", judgement->code, "line",
                     nf_json_count(judgement->line), "kind", judgement->kind, "reason",
                     judgement->why, "instance", nf_json_text(&finding->padded.instance));
}

/* Returns how the time of a program grows that is too slow, or null if that is not known. */
static json_t *json_growth(const struct nf_growth *growth)
{
    json_t *const cases = json_array();
    if (growth->twice <= 0) {
        json_decref(cases);
        return json_null();
    }
    for (int i = 0; i < 2; i++)
        json_array_append_new(cases, json_pack("{s:o, s:f}", "size", nf_json_text(&growth->size[i]),
                                               "seconds", growth->seconds[i]));
    return json_pack("{s:f, s:o}", "for_twice", growth->twice, "cases", cases);
}

/* Returns the numbers of the words, from 0, that do not matter in the smallest case. */
static json_t *json_free_words(const struct nf_finding *finding)
{
    json_t *const words = json_array();
    for (unsigned i = 0; i < 64; i++)
        if ((finding->free_words >> i & 1) != 0)
            json_array_append_new(words, nf_json_count(i));
    return words;
}

/* Of two programs none is wrong. */
static const char *json_verdict(const struct nf_fuzz_report *report, enum nf_verdict verdict)
{
    return report->options->trials.differ == NULL ? nf_verdict_name(verdict)
           : verdict == NF_AC                     ? "alike"
                                                  : "different";
}

static json_t *json_verdicts(const struct nf_fuzz_report *report)
{
    const uint64_t *const verdicts = report->result->verdicts;
    if (report->options->trials.differ == NULL)
        return nf_json_verdicts(verdicts);
    return json_pack("{s:o, s:o}", "alike", nf_json_count(verdicts[NF_AC]), "different",
                     nf_json_count(verdicts[NF_WA] + verdicts[NF_PE]));
}

static json_t *json_finding(const struct nf_fuzz_report *report, const struct nf_finding *finding)
{
    const struct nf_judgement *const found = &finding->found.judgement;
    struct nf_text again = {0}, why = {0};
    nf_fuzz_again(&again, report, finding->found.index);
    nf_text_bytes(&why, finding->why.data, finding->why.size);
    nf_variations_put(&why, finding);
    json_t *const object = json_object();
    json_object_set_new(object, "schema", json_string("ninefold.finding/1"));
    json_object_set_new(object, "version", json_string(nf_version));
    json_object_set_new(object, report->options->trials.problem->ops != NULL ? "problem" : "game",
                        json_string(report->options->trials.problem->name));
    json_object_set_new(object, "case", nf_json_count(finding->found.index));
    json_object_set_new(
        object, "verdict",
        json_string(finding->flaky ? "FLAKY" : json_verdict(report, found->verdict)));
    json_object_set_new(object, "first_verdict", json_string(json_verdict(report, found->verdict)));
    json_object_set_new(object, "runs", nf_json_count(finding->runs));
    json_object_set_new(object, "failed", nf_json_count(finding->failed));
    json_object_set_new(object, "code", json_integer(found->code));
    json_object_set_new(object, "line", nf_json_count(found->line));
    json_object_set_new(object, "kind", json_string(found->kind));
    json_object_set_new(object, "reason", json_string(found->why));
    json_object_set_new(object, "cpu_seconds",
                        json_real((double)finding->found.result.cpu_ns * 1e-9));
    json_object_set_new(object, "line_ends", json_string(nf_line_ends_words[finding->found.ends]));
    json_object_set_new(object, "size", nf_json_text(&finding->size));
    json_object_set_new(object, "smallest",
                        finding->shrunk ? nf_json_text(&finding->smallest_size) : json_null());
    json_object_set_new(object, "smallest_instance",
                        finding->shrunk ? nf_json_text(&finding->smallest.instance) : json_null());
    json_object_set_new(object, "smallest_verdict",
                        finding->shrunk
                            ? json_string(json_verdict(report, finding->smallest.judgement.verdict))
                            : json_null());
    json_object_set_new(object, "smallest_failed",
                        finding->shrunk && finding->flaky ? nf_json_count(finding->shrunk_failed)
                                                          : json_null());
    json_object_set_new(object, "growth", json_growth(&finding->growth));
    json_object_set_new(object, "trials", nf_json_count(finding->trials));
    json_object_set_new(object, "stopped", json_boolean(finding->stopped));
    json_object_set_new(object, "padded", json_padded(finding));
    json_object_set_new(object, "free_words", json_free_words(finding));
    json_object_set_new(object, "common", nf_patterns_json(&finding->patterns));
    json_object_set_new(object, "explanation", nf_json_text(&why));
    json_object_set_new(object, "again",
                        report->options->slowest ? json_null() : nf_json_text(&again));
    nf_text_free(&again);
    nf_text_free(&why);
    return object;
}

static json_t *json_stage(const char *name, uint64_t cases)
{
    return json_pack("{s:s, s:o}", "stage", name, "cases", nf_json_count(cases));
}

/* What was tried, and with 0 cases what was not. */
static json_t *json_stages(const struct nf_fuzz_report *report)
{
    const struct nf_fuzz_result *const result = report->result;
    const struct nf_stage *const stages = nf_problem_stages(report->options->trials.problem);
    json_t *const list = json_array();
    json_array_append_new(list, json_stage("guided or dealt cases", result->guided));
    for (int i = 0; stages[i].name != NULL; i++)
        json_array_append_new(list, json_stage(stages[i].name, result->stages[i]));
    for (int ends = NF_LF + 1; ends < NF_LINE_ENDS; ends++)
        json_array_append_new(list, json_stage(nf_line_ends_words[ends], result->ends[ends]));
    return list;
}

static json_t *json_events(const struct nf_fuzz_report *report)
{
    const struct nf_event *event = nf_problem_events(report->options->trials.problem);
    json_t *const list = json_array();
    for (int i = 0; event[i].name != NULL; i++)
        json_array_append_new(list, json_pack("{s:s, s:o, s:o}", "event", event[i].name, "cases",
                                              nf_json_count(report->result->cases_with[i]), "times",
                                              nf_json_count(report->result->reached[i])));
    return list;
}

/* The numbers and names of a set of mistakes; an alternative has no number, for it may change. */
static json_t *json_mistakes(const struct nf_fuzz_ops *ops, uint64_t mistakes)
{
    json_t *const list = json_array();
    if ((mistakes & NF_BY_SYSTEM) != 0) {
        const struct nf_alternative alternative = nf_alternative(ops->points, mistakes);
        struct nf_text name = {0};
        nf_alternative_name(&name, &alternative);
        json_array_append_new(list, json_pack("{s:n, s:o}", "number", "name", nf_json_text(&name)));
        nf_text_free(&name);
        return list;
    }
    for (unsigned k = 1; k <= NF_MAX_MISTAKES; k++)
        if ((mistakes >> k & 1) != 0)
            json_array_append_new(list, json_pack("{s:o, s:s}", "number", nf_json_count(k), "name",
                                                  ops->mistakes[k].name));
    return list;
}

static json_t *json_diagnosis(const struct nf_fuzz_report *report)
{
    const struct nf_fuzz_ops *const ops = report->options->trials.problem->fuzz;
    const struct nf_diagnosis *const diagnosis = &report->result->diagnosis;
    if (!diagnosis->made)
        return json_null();
    json_t *const named = json_array();
    for (uint32_t i = 0; i < diagnosis->fitting && i < NF_MAX_NAMED; i++)
        json_array_append_new(named, json_mistakes(ops, diagnosis->named[i]));
    const uint64_t nearest = diagnosis->nearest > 0 ? UINT64_C(1) << diagnosis->nearest : 0;
    const bool own = diagnosis->distinguished == NF_DISTINGUISHED_BY_OWN;
    return json_pack("{s:o, s:o, s:b, s:o, s:o, s:o, s:o, s:o, s:o, s:b}", "cases",
                     nf_json_count(diagnosis->cases), "wrong", nf_json_count(diagnosis->wrong),
                     "certain", diagnosis->certain, "fitting", nf_json_count(diagnosis->fitting),
                     "mistakes", named, "nearest", json_mistakes(ops, nearest), "nearest_agrees",
                     nf_json_count(diagnosis->nearest_agrees), "telling_instance",
                     own ? nf_json_text(&diagnosis->distinguishing.instance)
                     : diagnosis->distinguished == NF_DISTINGUISHED_BY_SMALLEST
                         ? nf_json_text(&report->result->findings[0].smallest.instance)
                         : json_null(),
                     "alike", json_mistakes(ops, diagnosis->alike), "stopped", diagnosis->stopped);
}

static json_t *json_place(const char *source, const struct nf_fault_line *place)
{
    const bool known = place->line > 0;
    return json_pack("{s:o, s:o, s:o, s:o}", "file", known ? nf_json_string(source) : json_null(),
                     "line", known ? nf_json_count(place->line) : json_null(), "what",
                     nf_json_text(&place->what), "code",
                     known ? nf_json_text(&place->code) : json_null());
}

static json_t *json_hint(const struct nf_hint *hint)
{
    return nf_hint_given(hint) ? json_place(hint->source, &hint->place) : json_null();
}

static json_t *json_fault(const struct nf_fuzz_report *report, const struct nf_fault_line *fault)
{
    return fault->line > 0 ? json_place(report->command[0], fault) : json_null();
}

static json_t *json_warnings(const struct nf_fuzz_report *report)
{
    json_t *const list = json_array();
    for (uint32_t i = 0; i < report->warnings.count; i++)
        json_array_append_new(list, json_fault(report, &report->warnings.list[i]));
    return list;
}

static json_t *json_repair(const struct nf_fuzz_report *report)
{
    static const char *const kinds[] = {"replaced", "left out", "before the one above"};
    const struct nf_repair *const repair = &report->repair;
    if (repair->changes == 0)
        return json_null();
    return json_pack("{s:b, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "found", repair->found,
                     "file", nf_json_string(report->command[0]), "line",
                     repair->found ? nf_json_count(repair->line) : json_null(), "how",
                     repair->found ? json_string(kinds[repair->kind]) : json_null(), "was",
                     nf_json_text(&repair->was), "now", nf_json_text(&repair->now), "code",
                     nf_json_text(&repair->code), "cases", nf_json_count(repair->cases), "tried",
                     nf_json_count(repair->tried), "changes", nf_json_count(repair->changes));
}

/* The accepted cases whose white space differs. */
static json_t *json_spacings(const struct nf_spacings *spacings)
{
    json_t *first[NF_SPACINGS];
    for (int i = 0; i < NF_SPACINGS; i++)
        first[i] = nf_json_count(spacings->of[i].first);
    return nf_json_spacings(spacings, first);
}

enum nf_status nf_fuzz_json(struct nf_text *text, const struct nf_fuzz_report *report,
                            struct nf_error *err)
{
    const struct nf_fuzz_options *const options = report->options;
    const struct nf_fuzz_result *const result = report->result;
    json_t *const object = json_object(), *const findings = json_array();
    for (uint32_t i = 0; i < result->findings_count; i++)
        json_array_append_new(findings, json_finding(report, &result->findings[i]));
    json_object_set_new(object, "schema", json_string("ninefold.fuzz/1"));
    json_object_set_new(object, "version", json_string(nf_version));
    json_object_set_new(object, options->trials.problem->ops != NULL ? "problem" : "game",
                        json_string(options->trials.problem->name));
    json_object_set_new(object, "command", nf_json_words(report->command));
    if (options->trials.differ != NULL)
        json_object_set_new(object, "differ", nf_json_string(options->trials.differ));
    json_object_set_new(object, "profile",
                        report->profile == NULL ? json_null() : json_string(report->profile));
    if (report->weights != NULL)
        json_object_set_new(object, "weights", json_string(report->weights));
    json_object_set_new(object, "seed", nf_json_count(options->trials.seed));
    json_object_set_new(object, "first", nf_json_count(options->first));
    json_object_set_new(object, "cases", nf_json_count(result->cases));
    if (options->trials.problem->ops != NULL)
        json_object_set_new(object, "left_out", nf_json_count(result->left_out));
    json_object_set_new(object, "verdicts", json_verdicts(report));
    json_object_set_new(object, "layout", json_spacings(&result->spacings));
    json_object_set_new(object, "flaky", nf_json_count(result->flaky));
    json_object_set_new(object, "forked", nf_json_count(result->forked));
    json_object_set_new(object, "cpu_estimated", json_boolean(result->estimated));
    json_object_set_new(object, "seconds", json_real(result->seconds));
    json_object_set_new(object, "own_seconds", json_real(result->own_seconds));
    json_object_set_new(object, "cases_per_second",
                        json_real((double)result->cases / result->seconds));
    json_object_set_new(object, "jobs", nf_json_count(options->jobs));
    json_object_set_new(object, "stages", json_stages(report));
    json_object_set_new(object, "events", json_events(report));
    json_object_set_new(object, "findings", findings);
    json_object_set_new(object, "diagnosis", json_diagnosis(report));
    json_object_set_new(object, "hint", json_hint(&report->hint));
    json_object_set_new(object, "fault", json_fault(report, &report->fault));
    json_object_set_new(object, "warnings", json_warnings(report));
    json_object_set_new(object, "repair", json_repair(report));
    return nf_text_json(text, object, err);
}

/* ---- kept files ---- */

/* The files of a report that are kept. */
struct kept {
    const struct nf_fuzz_report *report;
    struct nf_out_set *files;
};

static enum nf_status add_file(const struct kept *kept, uint32_t number, const char *ending,
                               const struct nf_text *text, struct nf_error *err)
{
    char path[4096];
    const int length = snprintf(path, sizeof path, "%s/%03" PRIu32 "%s", kept->report->keep,
                                kept->report->kept_before + number, ending);
    if ((size_t)length >= sizeof path)
        return nf_fail(err, NF_IO, "--keep: the path is too long");
    return nf_out_set_add(kept->files, path, text, err);
}

static enum nf_status keep_case(const struct kept *kept, uint32_t number, const char *in,
                                const char *ans, const char *out, const struct nf_trial_case *run,
                                struct nf_error *err)
{
    NF_OWNED_TEXT struct nf_text input = {0};
    nf_trial_put_input(run, &input);
    NF_TRY(add_file(kept, number, in, &input, err));
    if (!run->left_out)
        NF_TRY(add_file(kept, number, ans, &run->answer, err));
    return add_file(kept, number, out, &run->result.output, err);
}

static enum nf_status keep_finding(const struct kept *kept, uint32_t number,
                                   const struct nf_finding *finding, struct nf_error *err)
{
    NF_OWNED_TEXT struct nf_text document = {0};
    NF_TRY(keep_case(kept, number, ".in", ".ans", ".out", &finding->found, err));
    if (finding->shrunk)
        NF_TRY(keep_case(kept, number, ".min.in", ".min.ans", ".min.out", &finding->smallest, err));
    if (finding->padding > 0)
        NF_TRY(keep_case(kept, number, ".pad.in", ".pad.ans", ".pad.out", &finding->padded, err));
    NF_TRY(nf_text_json(&document, json_finding(kept->report, finding), err));
    return add_file(kept, number, ".json", &document, err);
}

enum nf_status nf_fuzz_keep(const struct nf_fuzz_report *report, struct nf_out_set *files,
                            struct nf_error *err)
{
    const struct kept kept = {report, files};
    for (uint32_t i = 0; i < report->result->findings_count; i++)
        NF_TRY(keep_finding(&kept, i + 1, &report->result->findings[i], err));
    if (report->result->diagnosis.distinguished != NF_DISTINGUISHED_BY_OWN)
        return NF_OK;
    return keep_case(&kept, 1, ".tell.in", ".tell.ans", ".tell.out",
                     &report->result->diagnosis.distinguishing, err);
}
