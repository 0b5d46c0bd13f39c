#include "sim/runs/saved.h"

#include "base/lang.h"
#include "base/shown.h"
#include "base/version.h"
#include "sim/runs/saved_internal.h"

#include <string.h>

static const char *const names[] = {
    "schema", "version",  "game",   "layout",   "params", "seed",   "plan", "ranges",
    "games",  "rejected", "digest", "extremes", "sums",   "blocks", NULL,
};
const struct nf_document_kind nf_saved_kind = {"ninefold.saved/1", N_("run"), names};

const uint64_t nf_saved_most_games = INT64_MAX / ((uint64_t)NF_MAX_ROUNDS * NF_MAX_ROUNDS);

static json_t *write_extremes(const struct nf_tally *tally)
{
    const struct nf_extreme_kind *const kinds = tally->setup->game->tally->extremes;
    json_t *const list = json_array();
    for (uint32_t i = 0; i < nf_tally_extremes(tally); i++)
        if (nf_extreme_known(&tally->extremes[i]))
            json_array_append_new(list, json_pack("{s:s, s:o, s:o}", "name", kinds[i].name, "value",
                                                  nf_json_count(tally->extremes[i].value), "index",
                                                  nf_json_count(tally->extremes[i].index)));
    return list;
}

static json_t *write_counts(const uint64_t *counts, size_t count)
{
    json_t *const list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, nf_json_count(counts[i]));
    return list;
}

/* Where some games are of a file of the layout before, all are written as there. */
static json_t *write_sums(const struct nf_tally *tally)
{
    const uint32_t details =
        tally->details == NULL ? 0 : tally->sums_count - (uint32_t)(tally->details - tally->sums);
    const uint32_t usual = tally->sums_count - details;
    json_t *const list =
        write_counts(tally->sums, usual - (tally->without_added ? nf_tally_added(tally) : 0));
    json_t *const more = write_counts(tally->details, details);
    json_array_extend(list, more);
    json_decref(more);
    return list;
}

/* NULL: they are not known. */
static json_t *write_blocks(const struct nf_blocks *blocks)
{
    json_t *const list = blocks->count > 0 ? json_array() : NULL;
    for (uint32_t i = 0; i < blocks->count; i++) {
        char digest[NF_DIGEST_TEXT];
        nf_digest_print(&blocks->list[i], digest);
        json_array_append_new(list, json_string(digest));
    }
    return list;
}

static json_t *write_ranges(const struct nf_report *report)
{
    json_t *const list = json_array();
    for (size_t i = 0; i < report->spans_count; i++)
        if (report->spans[i].games > 0)
            json_array_append_new(list, json_pack("[o, o]", nf_json_count(report->spans[i].first),
                                                  nf_json_count(report->spans[i].games)));
    return list;
}

/* Whether it is NULL or valid UTF-8. */
static bool is_text(const char *string)
{
    return string == NULL || nf_shown_valid(string, strlen(string)) == strlen(string);
}

/* Without a plan, the plan is the games played. */
static json_t *write_plan(const struct nf_report *report)
{
    const struct nf_plan played = {.first = report->spans_count > 0 ? report->spans[0].first : 0,
                                   .games = report->tally->games};
    const struct nf_plan *const plan = report->plan != NULL ? report->plan : &played;
    return json_pack("{s:o, s:o, s:s?}", "first", nf_json_count(plan->first), "games",
                     plan->open ? json_null() : nf_json_count(plan->games), "until_width",
                     plan->until_width);
}

/* Whether all numbers fit into the signed integers of JSON. Sums of forged files, once joined, may
 * not. */
static bool has_counts(const struct nf_tally *tally)
{
    uint64_t bits = 0;
    for (int kind = 0; kind < NF_REJECT_KINDS; kind++)
        bits |= tally->rejected[kind];
    for (uint32_t i = 0; i < tally->sums_count; i++)
        bits |= tally->sums[i];
    return tally->games <= nf_saved_most_games && bits <= INT64_MAX;
}

enum nf_status nf_saved_write(struct nf_text *text, const struct nf_report *report,
                              struct nf_error *err)
{
    const struct nf_tally *const tally = report->tally;
    const struct nf_setup *const setup = tally->setup;
    char digest[NF_DIGEST_TEXT];
    if (!has_counts(tally))
        return nf_fail(err, NF_INVALID, "the sums of the run are too large to be saved");
    if (!is_text(setup->params.strategy) || !is_text(setup->params.weights))
        return nf_fail(err, NF_INVALID,
                       "the name of a strategy file is not UTF-8, so the run cannot be saved");
    nf_digest_print(&tally->digest, digest);
    json_t *const document = json_pack(
        "{s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:s, s:o, s:o, s:o*}", "schema",
        nf_saved_kind.schema, "version", nf_version, "game", setup->game->name, "layout",
        tally->without_added ? nf_layout_before(setup->game, setup->params.detail)
                             : nf_layout_of(setup->game, setup->params.detail),
        "params", nf_report_params(&setup->params), "seed", nf_json_count(setup->params.seed),
        "plan", write_plan(report), "ranges", write_ranges(report), "games",
        nf_json_count(tally->games), "rejected", write_counts(tally->rejected, NF_REJECT_KINDS),
        "digest", digest, "extremes", write_extremes(tally), "sums", write_sums(tally), "blocks",
        write_blocks(tally->blocks));
    return nf_document_write(text, document, err);
}
