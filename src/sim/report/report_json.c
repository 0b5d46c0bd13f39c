/* The report of a run as JSON. */
#include "base/json_text.h"
#include "base/machine.h"
#include "base/version.h"
#include "sim/report/report.h"
#include "table/forms.h"

#include <math.h>

/* Strategies that do not come with the program: {name: text}. */
static json_t *json_texts(const struct nf_strategy *texts)
{
    json_t *const object = json_object();
    for (; texts->name != NULL; texts++)
        json_object_set_new(object, texts->name, json_string(texts->text));
    return object;
}

json_t *nf_report_params(const struct nf_params *params)
{
    json_t *const object = json_pack("{s:o, s:o}", "players", nf_json_count(params->players),
                                     "rounds", nf_json_count(params->rounds));
    json_object_set_new(object, "deck",
                        params->deck > 0 ? nf_json_count(params->deck) : json_null());
    if (params->weights != NULL)
        json_object_set_new(object, "weights", json_string(params->weights));
    json_object_set_new(object, "profile",
                        params->weights != NULL ? json_null() : json_string(params->profile));
    if (params->strategy != NULL)
        json_object_set_new(object, "strategy", json_string(params->strategy));
    if (params->texts != NULL && params->texts->name != NULL)
        json_object_set_new(object, "strategies", json_texts(params->texts));
    if (params->paired)
        json_object_set_new(object, "paired", json_true());
    if (params->detail)
        json_object_set_new(object, "detail", json_true());
    return object;
}

static json_t *json_machine(void)
{
    char name[NF_MACHINE_NAME_BYTES];
    nf_machine_name(name);
    return json_pack("{s:s, s:o}", "processor", name, "cpus", nf_json_count(nf_machine_cpus()));
}

static void set(json_t *object, const char *name, json_t *value)
{
    json_object_set_new(object, name, value);
}

/* [[first, games]..] */
static json_t *json_ranges(const struct nf_report *report)
{
    json_t *const list = json_array();
    for (size_t i = 0; i < report->spans_count; i++)
        json_array_append_new(list, json_pack("[o, o]", nf_json_count(report->spans[i].first),
                                              nf_json_count(report->spans[i].games)));
    return list;
}

json_t *nf_report_document(const struct nf_report *report)
{
    const struct nf_tally *const tally = report->tally;
    const struct nf_setup *const setup = tally->setup;
    const double turns = (double)nf_tally_turns(tally), games = (double)tally->games;
    char digest[NF_DIGEST_TEXT];
    nf_digest_print(&tally->digest, digest);
    json_t *const run = json_object();
    set(run, "schema", json_string("ninefold.run/2"));
    set(run, "version", json_string(nf_version));
    set(run, "game", json_string(setup->game->name));
    set(run, "params", nf_report_params(&setup->params));
    set(run, "seed", nf_json_count(setup->params.seed));
    set(run, "first", nf_json_count(report->spans_count > 0 ? report->spans[0].first : 0));
    if (report->spans_count > 1)
        set(run, "ranges", json_ranges(report));
    set(run, "games", nf_json_count(tally->games));
    set(run, "rejected", nf_json_count(nf_report_rejected(tally)));
    set(run, "digest", json_string(digest));
    set(run, "turns", nf_json_count(nf_tally_turns(tally)));
    const bool timed = report->threads > 0;
    set(run, "seconds", timed ? json_real(report->seconds) : json_null());
    set(run, "turns_per_second", nf_json_number(timed ? turns / report->seconds : NAN));
    set(run, "games_per_second", nf_json_number(timed ? games / report->seconds : NAN));
    set(run, "threads", timed ? nf_json_count(report->threads) : json_null());
    set(run, "kernel", timed ? json_string(report->kernel) : json_null());
    set(run, "machine", timed ? json_machine() : json_null());
    if (report->replayed_by != NULL)
        set(run, "compared",
            json_pack("{s:o, s:s}", "games", nf_json_count(report->replayed), "kernel",
                      report->replayed_by));
    struct nf_tables tables = {0};
    nf_report_statistics(tally, &tables);
    const bool failed = tables.failed;
    if (!failed)
        set(run, "tables", nf_tables_json(&tables));
    nf_tables_free(&tables);
    if (!failed)
        return run;
    json_decref(run);
    return NULL;
}

enum nf_status nf_report_json(struct nf_text *text, const struct nf_report *report,
                              struct nf_error *err)
{
    return nf_text_json(text, nf_report_document(report), err);
}
