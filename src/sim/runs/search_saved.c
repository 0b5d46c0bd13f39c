#include "base/lang.h"
#include "base/owned.h"
#include "base/signals.h"
#include "base/threads.h"
#include "base/version.h"
#include "sim/report/report.h"
#include "sim/runner.h"
#include "sim/runs/search_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {
    "schema", "version", "game",   "params",   "seed",    "seat",   "steps",
    "games",  "sprt",    "tried",  "accepted", "dropped", "random", "next_game",
    "trials", "start",   "climbs", "part",     NULL,
};
static const struct nf_document_kind kind = {"ninefold.search/1", N_("search"), names, 9};

/* ---- what it is ---- */

/* Its strategy is in the parameters, if it is not the default one. */
static enum nf_status identify(struct nf_searching *search)
{
    const struct nf_search_options *const options = search->options;
    const struct nf_sprt *const sprt = &options->sprt;
    const uint64_t seed = options->params.seed;
    NF_FREED_BY(nf_search_release) struct nf_player player = {0};
    NF_TRY(nf_search_prepare(options, options->start, seed, &player, search->err));
    search->job = json_pack(
        "{s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o}", "schema", kind.schema, "version",
        nf_version, "game", options->game->name, "params", nf_report_params(&player.setup->params),
        "seed", nf_json_count(seed), "seat", nf_json_count(options->seat + 1), "steps",
        nf_json_count(options->steps), "games", nf_json_count(options->games), "sprt",
        sprt->low < sprt->high
            ? json_pack("[f, f, f, f]", sprt->low, sprt->high, sprt->alpha, sprt->beta)
            : json_null());
    NF_TRY_MEMORY(search->job != NULL, search->err);
    return NF_OK;
}

/* ---- writing ---- */

static json_t *write_known(const struct nf_searching *search, const struct nf_paired *known)
{
    const uint32_t seat = search->options->seat;
    return json_pack("[o, o, o]", nf_json_count(known->games),
                     nf_json_count(known->counts[1][seat]), nf_json_count(known->squares[seat]));
}

/* One whose strategy does not sit at its seat has not played its first games. */
static json_t *write_climb(const struct nf_searching *search, const struct nf_climb *climb)
{
    const bool seated = climb->player.setup != NULL;
    return json_pack("{s:s, s:o, s:o}", "text", climb->text.data, "first",
                     seated ? nf_json_count(climb->first) : json_null(), "known",
                     write_known(search, &climb->known));
}

static enum nf_status save_search(struct nf_searching *search)
{
    const struct nf_search_found *const found = search->found;
    char random[17];
    json_t *const climbs = json_array();
    for (uint32_t i = 0; i < search->count; i++)
        json_array_append_new(climbs, write_climb(search, &search->climbs[i]));
    snprintf(random, sizeof random, "%016" PRIx64, search->random);
    json_t *const document = json_copy(search->job);
    json_t *const done = json_pack(
        "{s:o, s:o, s:o, s:s, s:o, s:o, s:o, s:o, s:o}", "tried", nf_json_count(found->steps),
        "accepted", nf_json_count(found->accepted), "dropped", nf_json_count(found->dropped),
        "random", random, "next_game", nf_json_count(search->next_game), "trials",
        nf_json_count(search->start.trials), "start", write_known(search, &search->start), "climbs",
        climbs, "part", search->simplifying ? nf_json_count(search->part) : json_null());
    json_object_update(document, done);
    json_decref(done);
    return nf_state_save(&search->file, document, search->err);
}

enum nf_status nf_search_save(struct nf_searching *search, bool at_once)
{
    search->unsaved |= !at_once;
    if (!search->file.open || !search->unsaved ||
        (!at_once && nf_now() < search->next_save && nf_signals_caught() == 0))
        return NF_OK;
    const enum nf_status status = save_search(search);
    search->next_save = nf_now() + search->options->save_every;
    search->saved_steps = search->found->steps;
    search->unsaved = false;
    return status;
}

/* ---- reading ---- */

static enum nf_status fail_at(const struct nf_searching *search, const struct nf_state *state,
                              const char *member, const char *expected)
{
    return nf_document_fail_at(&state->input, member, search->err, "\"%s\": expected %s", member,
                               expected);
}

/* Reads the games of a strategy. */
static bool read_known(const struct nf_searching *search, const json_t *list, uint64_t trials,
                       struct nf_paired *known)
{
    const uint32_t seat = search->options->seat;
    *known =
        (struct nf_paired){.seats = search->options->params.players, .trials = (uint32_t)trials};
    return json_array_size(list) == 3 &&
           nf_document_count(json_array_get(list, 0), &known->games) &&
           nf_document_count(json_array_get(list, 1), &known->counts[1][seat]) &&
           nf_document_count(json_array_get(list, 2), &known->squares[seat]) && known->games > 0 &&
           known->counts[1][seat] / known->games <= trials;
}

static enum nf_status read_climb(struct nf_searching *search, const struct nf_state *state,
                                 const json_t *object, struct nf_climb *climb)
{
    const char *const text = json_string_value(json_object_get(object, "text"));
    const json_t *const first = json_object_get(object, "first");
    struct nf_paired again = {0};
    struct nf_error why = {""};
    if (text == NULL || json_object_size(object) != 3 ||
        !(json_is_null(first) || (nf_document_count(first, &climb->first) &&
                                  climb->first <= search->next_game - NF_FIRST_GAMES)) ||
        !read_known(search, json_object_get(object, "known"), search->start.trials, &climb->known))
        return fail_at(search, state, "climbs", "{text, first, known} of each");
    nf_text_free(&climb->text);
    nf_text_string(&climb->text, text);
    nf_text_terminated(&climb->text);
    NF_TRY_MEMORY(!climb->text.failed, search->err);
    if (json_is_null(first))
        return NF_OK;
    struct nf_error *const err = search->err;
    search->err = &why;
    const enum nf_status status = nf_search_seat(search, climb, &again);
    search->err = err;
    if (status == NF_OK)
        return NF_OK;
    if (status == NF_USAGE || status == NF_INVALID)
        return nf_document_fail_at(&state->input, "climbs", err, "%.300s", why.text);
    *err = why;
    return status;
}

/* Climbs go on until one is left. */
static bool is_count(const struct nf_searching *search, size_t count)
{
    return count > 0 && count <= search->count && (count & (count - 1)) == 0;
}

static enum nf_status read_state(struct nf_searching *search, const struct nf_state *state)
{
    struct nf_search_found *const found = search->found;
    const json_t *const document = state->document;
    const json_t *const climbs = json_object_get(document, "climbs");
    const json_t *const part = json_object_get(document, "part");
    const char *const random = json_string_value(json_object_get(document, "random"));
    uint64_t trials, next_part = 0;
    if (!nf_document_count(json_object_get(document, "tried"), &found->steps) ||
        found->steps == 0 || found->steps > search->options->steps)
        return fail_at(search, state, "tried", "steps of this search");
    if (!nf_document_count(json_object_get(document, "accepted"), &found->accepted) ||
        found->accepted > found->steps)
        return fail_at(search, state, "accepted", "steps that were tried");
    if (!nf_document_count(json_object_get(document, "dropped"), &found->dropped))
        return fail_at(search, state, "dropped", "a number of parts");
    if (random == NULL || strlen(random) != 16 || strspn(random, "0123456789abcdef") != 16)
        return fail_at(search, state, "random", "16 hexadecimal digits");
    search->random = strtoull(random, NULL, 16);
    search->saved_steps = found->steps;
    if (!nf_document_count(json_object_get(document, "next_game"), &search->next_game) ||
        search->next_game < NF_FIRST_GAMES)
        return fail_at(search, state, "next_game", "the index of a game");
    if (!nf_document_count(json_object_get(document, "trials"), &trials) || trials == 0 ||
        trials > UINT32_MAX)
        return fail_at(search, state, "trials", "those of a game");
    if (!read_known(search, json_object_get(document, "start"), trials, &search->start))
        return fail_at(search, state, "start", "games, losses and squares");
    if (!is_count(search, json_array_size(climbs)))
        return fail_at(search, state, "climbs", "those that are left");
    if (!json_is_null(part) && (json_array_size(climbs) > 1 ||
                                !nf_document_count(part, &next_part) || next_part > UINT32_MAX))
        return fail_at(search, state, "part", "a number, or null while there are several climbs");
    search->simplifying = !json_is_null(part);
    search->part = (uint32_t)next_part;
    search->count = (uint32_t)json_array_size(climbs);
    for (uint32_t i = 0; i < search->count; i++)
        NF_TRY(read_climb(search, state, json_array_get(climbs, i), &search->climbs[i]));
    return NF_OK;
}

enum nf_status nf_search_open(struct nf_searching *search)
{
    const struct nf_search_options *const options = search->options;
    NF_FREED_BY(nf_state_close) struct nf_state state = {0};
    NF_TRY(identify(search));
    NF_TRY(nf_state_open(&search->file, &state, options->folder, options->number, &kind,
                         search->job, search->err));
    return state.document != NULL ? read_state(search, &state) : NF_OK;
}

void nf_search_close(struct nf_searching *search)
{
    nf_checkpoint_close(&search->file);
    json_decref(search->job);
}
