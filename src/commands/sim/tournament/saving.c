/* Tournaments that are saved. DIR/I.json has what shard I has played, DIR/0.json what was played
 * without --shard and all that was there then. The sums are whole numbers, so those of any games
 * add up to the same tournament. A file is JSON, schema ninefold.tournament.saved/1:
 *
 *     schema, version, game, strategies [{name, params}..], seed, games, gauntlet   what is played
 *     ranges [[first, games]..]   of the games of each seat
 *     trials                      in a game
 *     losses, squares [..]        of each pairing, row by row
 *     products [..]               of the losses of two strategies in a game, below the diagonal too
 *     checksum                    as in all documents (sim/runs/document.h) */
#include "base/owned.h"
#include "base/version.h"
#include "commands/parts/common.h"
#include "commands/sim/shard.h"
#include "commands/sim/tournament/contest.h"
#include "sim/runs/state.h"

#include <stdlib.h>

static const char *const names[] = {
    "schema", "version", "game",   "strategies", "seed",     "games", "gauntlet",
    "ranges", "trials",  "losses", "squares",    "products", NULL,
};
static const struct nf_document_kind kind = {"ninefold.tournament.saved/1", N_("tournament"),
                                             names};

/* ---- what it is ---- */

static enum nf_status identify(struct nf_contest *contest, struct nf_error *err)
{
    const struct nf_tournament_options *const options = contest->options;
    json_t *const strategies = json_array();
    enum nf_status status = NF_OK;
    for (uint32_t i = 0; status == NF_OK && i < contest->of.count; i++) {
        struct nf_paired_side side;
        struct nf_setup *setup = NULL;
        status = nf_tournament_prepare(&contest->plan, contest->plan.names[i], &side, &setup, err);
        if (status == NF_OK)
            json_array_append_new(strategies,
                                  json_pack("{s:s, s:o}", "name", contest->plan.names[i], "params",
                                            nf_report_params(&setup->params)));
        if (setup != NULL)
            nf_release(setup);
    }
    contest->identity =
        json_pack("{s:s, s:s, s:s, s:o, s:o, s:o, s:b}", "schema", kind.schema, "version",
                  nf_version, "game", nf_common_game(&options->common)->name, "strategies",
                  strategies, "seed", nf_json_count(options->common.params.seed), "games",
                  nf_json_count(options->games), "gauntlet", (int)options->gauntlet);
    return status == NF_OK && contest->identity == NULL
               ? nf_fail(err, NF_IO, "out of memory for a saved tournament")
               : status;
}

/* ---- sums ---- */

enum list { LOSSES, SQUARES, PRODUCTS, LISTS };
static const char *const lists[LISTS] = {"losses", "squares", "products"};

/* A number of the sums, by its place in the lists of a file. */
static uint64_t *sum_at(struct nf_contest *contest, size_t list, uint32_t i, uint32_t j)
{
    uint64_t *const sums[LISTS] = {
        [LOSSES] = &contest->of.pairings[i][j].losses,
        [SQUARES] = &contest->of.pairings[i][j].squares,
        [PRODUCTS] = &contest->of.products[i][j],
    };
    return sums[list];
}

static json_t *document_of(struct nf_contest *contest)
{
    const struct nf_spans *const played = &contest->played;
    json_t *const document = json_copy(contest->identity), *const ranges = json_array();
    for (size_t i = 0; i < played->count; i++)
        if (played->list[i].games > 0)
            json_array_append_new(ranges, json_pack("[o, o]", nf_json_count(played->list[i].first),
                                                    nf_json_count(played->list[i].games)));
    json_object_set_new(document, "ranges", ranges);
    json_object_set_new(document, "trials", nf_json_count(contest->of.trials));
    for (size_t list = 0; list < LISTS; list++) {
        json_t *const sums = json_array();
        for (uint32_t i = 0; i < contest->of.count; i++)
            for (uint32_t j = 0; j < contest->of.count; j++)
                json_array_append_new(sums, nf_json_count(*sum_at(contest, list, i, j)));
        json_object_set_new(document, lists[list], sums);
    }
    return document;
}

enum nf_status nf_contest_save(struct nf_contest *contest, struct nf_error *err)
{
    return contest->file.open ? nf_state_save(&contest->file, document_of(contest), err) : NF_OK;
}

/* ---- reading ---- */

/* The member that is not as it must be; NULL: all are. */
static const char *odd_member(const struct nf_contest *contest, json_t *document)
{
    uint64_t number;
    for (size_t list = 0; list < LISTS; list++) {
        const json_t *const sums = json_object_get(document, lists[list]);
        const size_t count = (size_t)contest->of.count * contest->of.count;
        for (size_t i = 0; i < count; i++)
            if (json_array_size(sums) != count ||
                !nf_document_count(json_array_get(sums, i), &number))
                return lists[list];
    }
    return nf_document_count(json_object_get(document, "trials"), &number) ? NULL : "trials";
}

/* Adds the games of a file, unless they are there already. */
static enum nf_status add_pairing(struct nf_contest *contest, const struct nf_state *state,
                                  struct nf_error *err)
{
    const json_t *const document = state->document;
    const json_t *const ranges = json_object_get(document, "ranges");
    const uint32_t players = contest->options->common.params.players;
    uint64_t common = 0, games = 0;
    for (int adding = 0; adding < 2; adding++) {
        for (size_t i = 0; i < json_array_size(ranges); i++) {
            const json_t *const pair = json_array_get(ranges, i);
            struct nf_span span;
            if (!nf_document_count(json_array_get(pair, 0), &span.first) ||
                !nf_document_count(json_array_get(pair, 1), &span.games) || span.games == 0 ||
                span.first < contest->played.list[0].first || span.first > contest->played.end ||
                span.games > contest->played.end - span.first)
                return nf_document_fail_at(&state->input, "ranges", err,
                                           "\"ranges\": expected games of this shard");
            games += adding ? 0 : span.games;
            common += adding ? 0 : nf_spans_common(&contest->played, &span);
            if (adding)
                NF_TRY(nf_spans_add(&contest->played, &span, err));
        }
        if (games > 0 && common == games)
            return NF_OK;
        if (common > 0 && !adding)
            return nf_fail(err, NF_INVALID,
                           "%.300s: found games that another file has, too: remove one of them",
                           state->path);
    }
    for (size_t list = 0; list < LISTS; list++)
        for (uint32_t i = 0; i < contest->of.count; i++)
            for (uint32_t j = 0; j < contest->of.count; j++)
                *sum_at(contest, list, i, j) += (uint64_t)json_integer_value(json_array_get(
                    json_object_get(document, lists[list]), i * contest->of.count + j));
    contest->of.games += games * players;
    contest->of.trials = (uint32_t)json_integer_value(json_object_get(document, "trials"));
    return NF_OK;
}

/* Adds what was read, if there is a file. */
static enum nf_status take_pairing(struct nf_contest *contest, const struct nf_state *state,
                                   struct nf_error *err)
{
    if (state->document == NULL)
        return NF_OK;
    const char *const odd = odd_member(contest, state->document);
    return odd == NULL ? add_pairing(contest, state, err)
                       : nf_document_fail_at(&state->input, odd, err,
                                             "\"%s\": expected numbers of this tournament", odd);
}

/* Reads the files of all shards. */
static enum nf_status read_shards(struct nf_contest *contest, struct nf_error *err)
{
    const char *const folder = contest->options->save;
    NF_OWNED size_t *numbers = NULL;
    size_t count;
    NF_TRY(nf_numbered_list(folder, &numbers, &count, err));
    for (size_t i = 0; i < count; i++) {
        NF_FREED_BY(nf_state_close) struct nf_state state = {0};
        NF_TRY(nf_state_read(&state, folder, numbers[i], &kind, contest->identity, err));
        NF_TRY(take_pairing(contest, &state, err));
    }
    return NF_OK;
}

/* ---- opening ---- */

static enum nf_status open_saved(struct nf_contest *contest, uint64_t number, struct nf_error *err)
{
    const char *const folder = contest->options->save;
    NF_FREED_BY(nf_state_close) struct nf_state state = {0};
    NF_TRY(nf_common_make_folder(folder, err));
    NF_TRY(identify(contest, err));
    NF_TRY(nf_state_open(&contest->file, &state, folder, number, &kind, contest->identity, err));
    NF_TRY(take_pairing(contest, &state, err));
    return number == 0 ? read_shards(contest, err) : NF_OK;
}

enum nf_status nf_contest_open(struct nf_contest *contest, struct nf_error *err)
{
    const struct nf_tournament_options *const options = contest->options;
    const uint64_t each = options->games / options->common.params.players;
    struct nf_span part = {0, each};
    struct nf_shard shard = {0, 1}; /* without --shard the number is 0 */
    if ((options->save != NULL || options->shard != NULL) && options->sprt != NULL)
        return nf_fail(err, NF_USAGE, "--save, --shard: expected no --sprt with them");
    if (options->shard != NULL)
        NF_TRY(nf_shard_read(options->shard, &shard, err));
    if (options->shard != NULL)
        part = nf_shard_part(&shard, &part);
    NF_TRY(nf_spans_open(&contest->played, part.first, part.first + part.games, err));
    if (options->save != NULL)
        NF_TRY(open_saved(contest, shard.number, err));
    return NF_OK;
}

void nf_contest_close(struct nf_contest *contest)
{
    nf_checkpoint_close(&contest->file);
    nf_spans_close(&contest->played);
    json_decref(contest->identity);
    contest->identity = NULL;
}
