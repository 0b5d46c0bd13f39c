#include "sim/runs/saved.h"

#include "base/json_text.h"
#include "base/lang.h"
#include "base/owned.h"
#include "base/shown.h"
#include "base/version.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A file being read. */
struct reader {
    const struct nf_input *input;
    struct nf_saved *saved;
    struct nf_error *err;
    struct nf_strategy *texts; /* until the setup has copies */
    bool before;               /* the sums are of the layout before */
};

__attribute__((format(printf, 3, 4))) static enum nf_status
fail_at(const struct reader *reader, const char *member, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const enum nf_status status =
        nf_document_fail_list(reader->input, member, reader->err, format, arguments);
    va_end(arguments);
    return status;
}

static json_t *member(const struct reader *reader, const char *name)
{
    return json_object_get(reader->saved->document, name);
}

static enum nf_status read_member_count(const struct reader *reader, const char *name,
                                        uint64_t most, uint64_t *count)
{
    if (!nf_document_count(member(reader, name), count) || *count > most)
        return fail_at(reader, name, "\"%s\": expected an integer from 0 to %" PRIu64, name, most);
    return NF_OK;
}

static enum nf_status read_member_counts(const struct reader *reader, const char *name,
                                         uint64_t *counts, size_t count)
{
    const json_t *const list = member(reader, name);
    if (!json_is_array(list) || json_array_size(list) != count)
        return fail_at(reader, name, "\"%s\": expected a list of %zu numbers, found %zu", name,
                       count, json_array_size(list));
    for (size_t i = 0; i < count; i++)
        if (!nf_document_count(json_array_get(list, i), &counts[i]))
            return fail_at(reader, name, "\"%s\": number %zu is not a non-negative integer", name,
                           i + 1);
    return NF_OK;
}

static enum nf_status read_member_text(const struct reader *reader, const char *name,
                                       const char **text)
{
    *text = json_string_value(member(reader, name));
    return *text != NULL ? NF_OK : fail_at(reader, name, "\"%s\": expected a text", name);
}

/* Reads {name: text} into a list; the document still owns the strings. */
static enum nf_status read_texts(struct reader *reader, json_t *strategies,
                                 struct nf_params *params)
{
    const size_t count = json_object_size(strategies);
    const char *name;
    json_t *text;
    size_t i = 0;
    reader->texts = calloc(count + 1, sizeof *reader->texts);
    NF_TRY_MEMORY(reader->texts != NULL, reader->err);
    if (!json_is_object(strategies) || count == 0 || params->strategy == NULL)
        return fail_at(reader, "strategies", "\"strategies\": expected the texts of \"strategy\"");
    json_object_foreach(strategies, name, text)
    {
        if (!json_is_string(text))
            return fail_at(reader, "strategies", "\"strategies\": expected texts by name");
        reader->texts[i++] = (struct nf_strategy){name, NULL, json_string_value(text)};
    }
    params->texts = reader->texts;
    return NF_OK;
}

static enum nf_status read_params(struct reader *reader, struct nf_params *params)
{
    uint64_t players, rounds, deck = 0;
    json_t *const object = member(reader, "params");
    const json_t *const given = json_object_get(object, "deck");
    const json_t *const profile = json_object_get(object, "profile");
    const json_t *const weights = json_object_get(object, "weights");
    const json_t *const strategy = json_object_get(object, "strategy");
    const json_t *const detail = json_object_get(object, "detail");
    const json_t *const paired = json_object_get(object, "paired");
    json_t *const strategies = json_object_get(object, "strategies");
    if (!nf_document_count(json_object_get(object, "players"), &players) || players > UINT32_MAX ||
        !nf_document_count(json_object_get(object, "rounds"), &rounds) || rounds > UINT32_MAX ||
        !(json_is_null(given) ||
          (nf_document_count(given, &deck) && deck > 0 && deck <= UINT32_MAX)) ||
        !(weights == NULL ? json_is_string(profile)
                          : json_is_string(weights) && json_is_null(profile)) ||
        !(strategy == NULL || json_is_string(strategy)) ||
        !(detail == NULL || json_is_true(detail)) || !(paired == NULL || json_is_true(paired)) ||
        json_object_size(object) != 4u + (weights != NULL) + (strategy != NULL) +
                                        (strategies != NULL) + (detail != NULL) + (paired != NULL))
        return fail_at(reader, "params",
                       "\"params\": expected players, rounds, deck, and profile or weights");
    *params = (struct nf_params){
        .players = (uint32_t)players,
        .rounds = (uint32_t)rounds,
        .deck = (uint32_t)deck,
        .profile = json_string_value(profile),
        .weights = json_string_value(weights),
        .strategy = json_string_value(strategy),
        .detail = detail != NULL,
        .paired = paired != NULL,
    };
    if (strategies != NULL)
        NF_TRY(read_texts(reader, strategies, params));
    return read_member_count(reader, "seed", INT64_MAX, &params->seed);
}

static bool has_strategy(const struct nf_strategy *list, const char *name, size_t length)
{
    for (; list != NULL && list->name != NULL; list++)
        if (strlen(list->name) == length && memcmp(list->name, name, length) == 0)
            return true;
    return false;
}

/* Whether all named strategies are built in or in the file; other files are never read. The game
 * reports any other error in the list. */
static bool has_strategies(const struct nf_game *game, const struct nf_params *params)
{
    const char *item = params->strategy;
    const bool list = item != NULL && strchr(item, '=') != NULL;
    while (item != NULL) {
        const size_t length = list ? strcspn(item, ",") : strlen(item);
        const char *const equals = list ? memchr(item, '=', length) : NULL;
        const char *const name = equals != NULL ? equals + 1 : item;
        const size_t name_length = length - (size_t)(name - item);
        if ((!list || equals != NULL) && !has_strategy(params->texts, name, name_length) &&
            (game->strategies == NULL || !has_strategy(game->strategies->list, name, name_length)))
            return false;
        item = list && item[length] == ',' ? item + length + 1 : NULL;
    }
    return true;
}

static enum nf_status fail_strategies(const struct reader *reader)
{
    return fail_at(reader, "params",
                   "\"params\": expected \"strategies\" with the text of each strategy in "
                   "\"strategy\" that is not built in");
}

/* Checks that the setup has exactly the parameters of the file, which may have texts of further
 * strategies. If the file names the default strategy for everybody, it is removed, as setups do. */
static enum nf_status check_params(struct reader *reader)
{
    json_t *const params = nf_report_params(&reader->saved->setup->params);
    json_t *const found = json_object_get(reader->saved->document, "params");
    if (reader->saved->setup->params.strategy == NULL) {
        json_object_del(found, "strategy");
        json_object_del(found, "strategies");
    }
    const bool same = json_equal(params, found);
    json_decref(params);
    return same ? NF_OK : fail_strategies(reader);
}

static enum nf_status read_setup(struct reader *reader)
{
    struct nf_params params;
    const char *name = NULL, *layout = NULL;
    NF_TRY(read_member_text(reader, "game", &name));
    NF_TRY(read_member_text(reader, "layout", &layout));
    NF_TRY(read_params(reader, &params));
    char quoted[NF_QUOTED];
    const struct nf_game *const game = nf_find_game(name);
    if (game == NULL)
        return fail_at(reader, "game", "found game %s, which this program does not know",
                       nf_quote(quoted, name, strlen(name)));
    if (params.detail && game->details == NULL)
        return fail_at(reader, "params", "\"params\": this game has no details");
    if (params.paired && game->strategies == NULL)
        return fail_at(reader, "params", "\"params\": this game has no paired runs");
    const char *const expected = nf_layout_of(game, params.detail);
    const char *const before = nf_layout_before(game, params.detail);
    reader->before = before != NULL && strcmp(layout, before) == 0;
    if (!reader->before && strcmp(layout, expected) != 0)
        return fail_at(reader, "layout", "found sums %s, expected '%s'",
                       nf_quote(quoted, layout, strlen(layout)), expected);
    if (!has_strategies(game, &params))
        return fail_strategies(reader);
    struct nf_error why = {""};
    const enum nf_status status = nf_prepare(game, &params, &reader->saved->setup, &why);
    if (status == NF_IO)
        *reader->err = why;
    if (status != NF_OK)
        return status == NF_IO ? status : fail_at(reader, "params", "%.300s", why.text);
    return check_params(reader);
}

/* Reads the ranges, which must contain tally.games games. */
static enum nf_status read_spans(struct reader *reader)
{
    struct nf_saved *const saved = reader->saved;
    const json_t *const list = member(reader, "ranges");
    if (!json_is_array(list))
        return fail_at(reader, "ranges", "\"ranges\": expected a list");
    saved->spans = calloc(json_array_size(list) + 1, sizeof *saved->spans);
    NF_TRY_MEMORY(saved->spans != NULL, reader->err);
    saved->spans_count = json_array_size(list);
    uint64_t games = 0, next = 0;
    for (size_t i = 0; i < saved->spans_count; i++) {
        struct nf_span *const span = &saved->spans[i];
        if (!nf_document_range(json_array_get(list, i), span) || span->first < next)
            return fail_at(reader, "ranges",
                           "\"ranges\": expected [first, games], disjoint and in ascending order");
        next = nf_span_end(*span); /* both below 2^63 */
        games += span->games;
    }
    return games == saved->tally.games
               ? NF_OK
               : fail_at(reader, "ranges", "\"ranges\": hold %" PRIu64 " games, not %" PRIu64,
                         games, saved->tally.games);
}

static bool in_spans(const struct nf_saved *saved, uint64_t index)
{
    for (size_t i = 0; i < saved->spans_count; i++)
        if (index >= saved->spans[i].first && index - saved->spans[i].first < saved->spans[i].games)
            return true;
    return false;
}

static bool is_of(const json_t *extreme, const struct nf_extreme_kind *kind)
{
    const char *const name = json_string_value(json_object_get(extreme, "name"));
    return name != NULL && strcmp(name, kind->name) == 0;
}

/* Reads the extremes, in the order of the game's kinds; optional ones may be missing. */
static enum nf_status read_extremes(struct reader *reader)
{
    struct nf_saved *const saved = reader->saved;
    const struct nf_extreme_kind *const kinds = saved->setup->game->tally->extremes;
    const json_t *const list = member(reader, "extremes");
    const uint32_t count = saved->tally.games > 0 ? nf_tally_extremes(&saved->tally) : 0;
    size_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        const json_t *const entry = json_array_get(list, found);
        struct nf_extreme *const extreme = &saved->tally.extremes[i];
        if (kinds[i].optional && !is_of(entry, &kinds[i]))
            continue;
        found++;
        if (entry == NULL)
            break; /* one is missing: `found` exceeds the count */
        if (!is_of(entry, &kinds[i]) || json_object_size(entry) != 3 ||
            !nf_document_count(json_object_get(entry, "value"), &extreme->value) ||
            !nf_document_count(json_object_get(entry, "index"), &extreme->index) ||
            !in_spans(saved, extreme->index))
            return fail_at(reader, "extremes",
                           "\"extremes\": expected {name, value, index} of %s as number %zu, with "
                           "an index of the run",
                           kinds[i].name, found);
    }
    return json_is_array(list) && json_array_size(list) == found
               ? NF_OK
               : fail_at(reader, "extremes", "\"extremes\": expected a list of %u", count);
}

static enum nf_status read_digest(struct reader *reader)
{
    const char *text;
    struct nf_digest *const digest = &reader->saved->tally.digest;
    NF_TRY(read_member_text(reader, "digest", &text));
    if (!nf_digest_scan(digest, text))
        return fail_at(reader, "digest", "\"digest\": expected 32 hexadecimal digits");
    return NF_OK;
}

/* Reads the digests of blocks, which must be those of the ranges and add up to the digest. */
static enum nf_status read_blocks(struct reader *reader)
{
    struct nf_saved *const saved = reader->saved;
    struct nf_tally *const tally = &saved->tally;
    const json_t *const list = member(reader, "blocks");
    struct nf_digest sum = {0};
    if (list == NULL)
        return NF_OK;
    if (saved->spans_count > 0) {
        const uint64_t end = nf_span_end(saved->spans[saved->spans_count - 1]);
        nf_blocks_reach(tally->blocks, saved->spans[0].first, end - 1);
    }
    bool read = json_is_array(list) && json_array_size(list) == tally->blocks->count;
    for (uint32_t i = 0; read && i < tally->blocks->count; i++) {
        const char *const text = json_string_value(json_array_get(list, i));
        read = text != NULL && nf_digest_scan(&tally->blocks->list[i], text);
        nf_digest_merge(&sum, &tally->blocks->list[i]);
    }
    return read && memcmp(&sum, &tally->digest, sizeof sum) == 0
               ? NF_OK
               : fail_at(reader, "blocks",
                         "\"blocks\": expected %" PRIu32 " digests that add up to \"digest\"",
                         tally->blocks->count);
}

/* Reads the sums; a file of the layout before lacks some, which are then cleared. */
static enum nf_status read_sums(struct reader *reader)
{
    struct nf_tally *const tally = &reader->saved->tally;
    const uint32_t added = reader->before ? nf_tally_added(tally) : 0;
    NF_TRY(read_member_counts(reader, "sums", tally->sums, tally->sums_count - added));
    if (!reader->before)
        return NF_OK;
    if (tally->details != NULL)
        memmove(tally->details, tally->details - added,
                (tally->sums_count - (size_t)(tally->details - tally->sums)) * sizeof *tally->sums);
    nf_tally_drop_added(tally);
    return NF_OK;
}

/* Reads the plan, which must contain the ranges. */
static enum nf_status read_plan(struct reader *reader)
{
    struct nf_saved *const saved = reader->saved;
    struct nf_plan *const plan = &saved->plan;
    const json_t *const object = member(reader, "plan");
    const json_t *const games = json_object_get(object, "games");
    const json_t *const width = json_object_get(object, "until_width");
    plan->open = json_is_null(games);
    plan->until_width = json_string_value(width);
    if (!nf_document_count(json_object_get(object, "first"), &plan->span.first) ||
        !(plan->open || nf_document_count(games, &plan->span.games)) ||
        !(json_is_null(width) || json_is_string(width)) || json_object_size(object) != 3)
        return fail_at(reader, "plan", "\"plan\": expected first, games and until_width");
    for (size_t i = 0; i < saved->spans_count; i++) {
        const struct nf_span *const span = &saved->spans[i];
        if (span->first < plan->span.first ||
            (!plan->open && span->first - plan->span.first + span->games > plan->span.games))
            return fail_at(reader, "plan", "\"plan\": does not contain the indices of \"ranges\"");
    }
    return NF_OK;
}

static enum nf_status read_tally(struct reader *reader)
{
    struct nf_saved *const saved = reader->saved;
    struct nf_tally *const tally = &saved->tally;
    NF_TRY(nf_tally_open(tally, saved->setup, reader->err));
    NF_TRY(read_member_count(reader, "games", nf_saved_most_games, &tally->games));
    NF_TRY(read_member_counts(reader, "rejected", tally->rejected, NF_REJECT_KINDS));
    NF_TRY(read_digest(reader));
    NF_TRY(read_spans(reader));
    NF_TRY(read_blocks(reader));
    NF_TRY(read_extremes(reader));
    NF_TRY(read_sums(reader));
    if (!nf_tally_consistent(tally))
        return fail_at(reader, "sums", "\"sums\": no %" PRIu64 " games can have these numbers",
                       tally->games);
    return read_plan(reader);
}

static enum nf_status read_saved(struct reader *reader)
{
    NF_TRY(nf_document_read(reader->input, &nf_saved_kind, &reader->saved->document, reader->err));
    NF_TRY(read_setup(reader));
    return read_tally(reader);
}

enum nf_status nf_saved_read(const struct nf_input *input, struct nf_saved *saved,
                             struct nf_error *err)
{
    *saved = (struct nf_saved){0};
    struct reader reader = {.input = input, .saved = saved, .err = err};
    const enum nf_status status = read_saved(&reader);
    free(reader.texts);
    if (status != NF_OK)
        nf_saved_close(saved);
    return status;
}

enum nf_status nf_saved_read_file(const char *path, struct nf_saved *saved, struct nf_error *err)
{
    NF_OWNED_INPUT struct nf_input input = {0};
    NF_TRY(nf_input_open(&input, path, err));
    return nf_saved_read(&input, saved, err);
}

void nf_saved_close(struct nf_saved *saved)
{
    nf_tally_close(&saved->tally);
    if (saved->setup != NULL)
        nf_release(saved->setup);
    free(saved->spans);
    json_decref(saved->document);
    *saved = (struct nf_saved){0};
}

enum nf_status nf_saved_check_version(const struct nf_input *input, const struct nf_saved *saved,
                                      struct nf_error *err)
{
    const char *const found = json_string_value(json_object_get(saved->document, "version"));
    char quoted[NF_QUOTED];
    if (found != NULL && strcmp(found, nf_version) == 0)
        return NF_OK;
    return nf_document_fail_at(
        input, "version", err, "found a run of version %s, expected '%s', this program's",
        found == NULL ? "none" : nf_quote(quoted, found, strlen(found)), nf_version);
}

enum nf_status nf_saved_check_finished(const struct nf_input *input, const struct nf_saved *saved,
                                       struct nf_error *err)
{
    if (!nf_plan_unfinished(&saved->plan, saved->tally.games))
        return NF_OK;
    return nf_document_fail_at(input, "plan", err,
                               _("the run has played %" PRIu64 " of its %" PRIu64
                                 " games: finish it with ninefold run --resume %.200s"),
                               saved->tally.games, saved->plan.span.games, input->name);
}

struct nf_report nf_saved_report(const struct nf_saved *saved)
{
    return (struct nf_report){
        .tally = &saved->tally,
        .spans = saved->spans,
        .spans_count = saved->spans_count,
        .plan = &saved->plan,
    };
}

/* ---- writing ---- */

static const char *const names[] = {
    "schema", "version",  "game",   "layout",   "params", "seed",   "plan", "ranges",
    "games",  "rejected", "digest", "extremes", "sums",   "blocks", NULL,
};
const struct nf_document_kind nf_saved_kind = {"ninefold.saved/1", N_("run"), names, 7};

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

/* Whether it is NULL or valid UTF-8. */
static bool is_text(const char *string)
{
    return string == NULL || nf_shown_valid(string, strlen(string)) == strlen(string);
}

json_t *nf_saved_job(const struct nf_setup *setup, const struct nf_plan *plan)
{
    const struct nf_params *const params = &setup->params;
    return json_pack("{s:s, s:s, s:s, s:s, s:o, s:o, s:{s:o, s:o, s:s?}}", "schema",
                     nf_saved_kind.schema, "version", nf_version, "game", setup->game->name,
                     "layout", nf_layout_of(setup->game, params->detail), "params",
                     nf_report_params(params), "seed", nf_json_count(params->seed), "plan", "first",
                     nf_json_count(plan->span.first), "games",
                     plan->open ? json_null() : nf_json_count(plan->span.games), "until_width",
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
    /* Without a plan, the plan is the games played. */
    const struct nf_plan played = {
        .span = {report->spans_count > 0 ? report->spans[0].first : 0, tally->games}};
    char digest[NF_DIGEST_TEXT];
    if (!has_counts(tally))
        return nf_fail(err, NF_INVALID, "the sums of the run are too large to be saved");
    if (!is_text(setup->params.strategy) || !is_text(setup->params.weights))
        return nf_fail(err, NF_INVALID,
                       "the name of a strategy file is not UTF-8, so the run cannot be saved");
    nf_digest_print(&tally->digest, digest);
    json_t *const document = nf_saved_job(setup, report->plan != NULL ? report->plan : &played);
    if (tally->without_added)
        json_object_set_new(document, "layout",
                            json_string(nf_layout_before(setup->game, setup->params.detail)));
    json_t *const done = json_pack("{s:o, s:o, s:o, s:s, s:o, s:o, s:o*}", "ranges",
                                   nf_document_ranges(report->spans, report->spans_count), "games",
                                   nf_json_count(tally->games), "rejected",
                                   write_counts(tally->rejected, NF_REJECT_KINDS), "digest", digest,
                                   "extremes", write_extremes(tally), "sums", write_sums(tally),
                                   "blocks", write_blocks(tally->blocks));
    json_object_update(document, done);
    json_decref(done);
    return nf_document_write(text, document, err);
}
