/* Tournaments that are saved. DIR/I.json has what shard I has played, DIR/0.json what was played
 * without --shard and all that was there then. The sums are whole numbers, so those of any games
 * add up to the same tournament. A file is JSON, schema ninefold.tournament.saved/1:
 *
 *     schema, version, game, strategies [{name, params}..], seed, games, gauntlet   what is played
 *     ranges [[first, games]..]   of the games of each seat
 *     trials                      in a game
 *     losses, squares [..]        of each pairing, row by row
 *     products [..]               of the losses of two strategies in a game, below the diagonal too
 *     checksum                    as in saved runs */
#include "base/json_text.h"
#include "commands/parts/common.h"
#include "commands/parts/shard.h"
#include "commands/tournament/playing.h"
#include "core/version.h"
#include "runs/saved.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char schema[] = "ninefold.tournament.saved/1";

/* ---- what it is ---- */

static enum nf_status identify(struct nf_tournament *tournament, struct nf_error *err)
{
    const struct nf_tournament_options *const options = tournament->options;
    json_t *const strategies = json_array();
    enum nf_status status = NF_OK;
    for (uint32_t i = 0; status == NF_OK && i < tournament->count; i++) {
        struct nf_paired_side side;
        struct nf_setup *setup = NULL;
        status = nf_tournament_prepare(tournament, tournament->names[i], &side, &setup, err);
        if (status == NF_OK)
            json_array_append_new(strategies,
                                  json_pack("{s:s, s:o}", "name", tournament->names[i], "params",
                                            nf_report_params(&setup->params)));
        if (setup != NULL)
            nf_release(setup);
    }
    tournament->identity =
        json_pack("{s:s, s:s, s:s, s:o, s:o, s:o, s:b}", "schema", schema, "version", nf_version,
                  "game", nf_common_game(&options->common)->name, "strategies", strategies, "seed",
                  nf_json_count(options->common.params.seed), "games",
                  nf_json_count(options->games), "gauntlet", (int)options->gauntlet);
    return status == NF_OK && tournament->identity == NULL
               ? nf_fail(err, NF_IO, "out of memory for a saved tournament")
               : status;
}

/* ---- sums ---- */

/* A number of the sums, by its place in the lists of a file. */
static uint64_t *sum_at(struct nf_tournament *tournament, const char *list, uint32_t i, uint32_t j)
{
    return list[0] == 'l'   ? &tournament->pairings[i][j].losses
           : list[0] == 's' ? &tournament->pairings[i][j].squares
                            : &tournament->products[i][j];
}

static const char *const lists[] = {"losses", "squares", "products"};
enum { LISTS = sizeof lists / sizeof *lists };

static json_t *document_of(struct nf_tournament *tournament)
{
    const struct nf_spans *const played = &tournament->played;
    json_t *const document = json_copy(tournament->identity), *const ranges = json_array();
    for (size_t i = 0; i < played->count; i++)
        if (played->list[i].games > 0)
            json_array_append_new(ranges, json_pack("[o, o]", nf_json_count(played->list[i].first),
                                                    nf_json_count(played->list[i].games)));
    json_object_set_new(document, "ranges", ranges);
    json_object_set_new(document, "trials", nf_json_count(tournament->trials));
    for (size_t list = 0; list < LISTS; list++) {
        json_t *const sums = json_array();
        for (uint32_t i = 0; i < tournament->count; i++)
            for (uint32_t j = 0; j < tournament->count; j++)
                json_array_append_new(sums, nf_json_count(*sum_at(tournament, lists[list], i, j)));
        json_object_set_new(document, lists[list], sums);
    }
    return document;
}

enum nf_status nf_tournament_save(struct nf_tournament *tournament, struct nf_error *err)
{
    if (!tournament->file.open)
        return NF_OK;
    struct nf_text text = {0};
    char checksum[NF_DIGEST_TEXT];
    json_t *const document = document_of(tournament);
    if (nf_saved_checksum(document, checksum))
        json_object_set_new(document, "checksum", json_string(checksum));
    enum nf_status status = nf_text_json(&text, document, err);
    if (status == NF_OK)
        status = nf_checkpoint_save(&tournament->file, &text, err);
    nf_text_free(&text);
    return status;
}

/* ---- reading ---- */

static bool read_count(const json_t *value, uint64_t *count)
{
    *count = (uint64_t)json_integer_value(value);
    return json_is_integer(value) && json_integer_value(value) >= 0;
}

/* The member that is not as it must be; NULL: all are. */
static const char *odd_member(const struct nf_tournament *tournament, json_t *document)
{
    char checksum[NF_DIGEST_TEXT];
    const char *name;
    json_t *value;
    uint64_t number;
    json_object_foreach(tournament->identity, name, value)
    {
        if (!json_equal(json_object_get(document, name), value))
            return name;
    }
    json_t *const found = json_incref(json_object_get(document, "checksum"));
    json_object_del(document, "checksum");
    const bool same = json_is_string(found) && nf_saved_checksum(document, checksum) &&
                      strcmp(json_string_value(found), checksum) == 0;
    json_decref(found);
    if (!same)
        return "checksum";
    for (size_t list = 0; list < LISTS; list++) {
        const json_t *const sums = json_object_get(document, lists[list]);
        const size_t count = (size_t)tournament->count * tournament->count;
        for (size_t i = 0; i < count; i++)
            if (json_array_size(sums) != count || !read_count(json_array_get(sums, i), &number))
                return lists[list];
    }
    return read_count(json_object_get(document, "trials"), &number) ? NULL : "trials";
}

/* Adds the games of a file, unless they are there already. */
static enum nf_status add(struct nf_tournament *tournament, const json_t *document,
                          const char *path, struct nf_error *err)
{
    const json_t *const ranges = json_object_get(document, "ranges");
    const uint32_t players = tournament->options->common.params.players;
    uint64_t common = 0, games = 0;
    enum nf_status status = NF_OK;
    for (int adding = 0; status == NF_OK && adding < 2; adding++) {
        for (size_t i = 0; status == NF_OK && i < json_array_size(ranges); i++) {
            const json_t *const pair = json_array_get(ranges, i);
            struct nf_span span;
            if (!read_count(json_array_get(pair, 0), &span.first) ||
                !read_count(json_array_get(pair, 1), &span.games) || span.games == 0 ||
                span.first < tournament->played.list[0].first ||
                span.first > tournament->played.end ||
                span.games > tournament->played.end - span.first)
                return nf_fail(err, NF_INVALID, "%.300s: \"ranges\": expected games of this shard",
                               path);
            games += adding ? 0 : span.games;
            common += adding ? 0 : nf_spans_common(&tournament->played, &span);
            if (adding)
                status = nf_spans_add(&tournament->played, &span, err);
        }
        if (status == NF_OK && games > 0 && common == games)
            return NF_OK;
        if (status == NF_OK && common > 0 && !adding)
            return nf_fail(err, NF_INVALID,
                           "%.300s: found games that another file has, too: remove one of them",
                           path);
    }
    for (size_t list = 0; status == NF_OK && list < LISTS; list++)
        for (uint32_t i = 0; i < tournament->count; i++)
            for (uint32_t j = 0; j < tournament->count; j++)
                *sum_at(tournament, lists[list], i, j) +=
                    (uint64_t)json_integer_value(json_array_get(
                        json_object_get(document, lists[list]), i * tournament->count + j));
    tournament->games += games * players;
    tournament->trials = (uint32_t)json_integer_value(json_object_get(document, "trials"));
    return status;
}

static enum nf_status read_file(struct nf_tournament *tournament, const char *path,
                                struct nf_error *err)
{
    struct nf_input input;
    json_error_t why;
    enum nf_status status = nf_input_open(&input, path, err);
    if (status != NF_OK)
        return status;
    json_t *const document = json_loadb(input.data, input.size, JSON_REJECT_DUPLICATES, &why);
    const char *const odd = json_is_object(document) ? odd_member(tournament, document) : "schema";
    if (odd != NULL)
        status = nf_json_failed()
                     ? nf_fail(err, NF_IO, "out of memory for a saved tournament")
                     : nf_saved_fail_at(&input, odd, err,
                                        "\"%s\" is not that of this tournament; expected a file "
                                        "that it has saved, by the same options",
                                        odd);
    else
        status = add(tournament, document, path, err);
    json_decref(document);
    nf_input_close(&input);
    return status;
}

/* Reads DIR/NUMBER.json if it is there. */
static enum nf_status read_number(struct nf_tournament *tournament, unsigned long number,
                                  struct nf_error *err)
{
    char *path;
    if (asprintf(&path, "%s/%lu.json", tournament->options->save, number) < 0)
        return nf_fail(err, NF_IO, "out of memory for a saved tournament");
    const enum nf_status status =
        access(path, F_OK) == 0 ? read_file(tournament, path, err) : NF_OK;
    free(path);
    return status;
}

/* Reads the files of all shards. */
static enum nf_status read_shards(struct nf_tournament *tournament, struct nf_error *err)
{
    DIR *const folder = opendir(tournament->options->save);
    enum nf_status status = NF_OK;
    if (folder == NULL)
        return nf_fail(err, NF_IO, "%.400s: %s", tournament->options->save, strerror(errno));
    for (const struct dirent *entry; status == NF_OK && (entry = readdir(folder)) != NULL;) {
        const size_t digits = strspn(entry->d_name, "0123456789");
        if (digits > 0 && digits < 10 && strcmp(entry->d_name + digits, ".json") == 0)
            status = read_number(tournament, strtoul(entry->d_name, NULL, 10), err);
    }
    closedir(folder);
    return status;
}

/* ---- opening ---- */

static enum nf_status open_saved(struct nf_tournament *tournament, uint64_t number,
                                 struct nf_error *err)
{
    char *path;
    enum nf_status status = nf_common_make_folder(tournament->options->save, err);
    if (status == NF_OK)
        status = identify(tournament, err);
    if (status != NF_OK)
        return status;
    if (asprintf(&path, "%s/%" PRIu64 ".json", tournament->options->save, number) < 0)
        return nf_fail(err, NF_IO, "out of memory for a saved tournament");
    const bool there = access(path, F_OK) == 0;
    status = nf_checkpoint_open(&tournament->file, path, err);
    free(path);
    if (status == NF_OK)
        status = read_number(tournament, number, err);
    if (status == NF_OK && there)
        nf_checkpoint_take_up(&tournament->file);
    return status == NF_OK && number == 0 ? read_shards(tournament, err) : status;
}

enum nf_status nf_tournament_open(struct nf_tournament *tournament, struct nf_error *err)
{
    const struct nf_tournament_options *const options = tournament->options;
    const uint64_t each = options->games / options->common.params.players;
    struct nf_span part = {0, each};
    struct nf_shard shard = {0, 1}; /* without --shard the number is 0 */
    enum nf_status status = NF_OK;
    if ((options->save != NULL || options->shard != NULL) && options->sprt != NULL)
        return nf_fail(err, NF_USAGE, "--save, --shard: expected no --sprt with them");
    if (options->shard != NULL)
        status = nf_shard_read(options->shard, &shard, err);
    if (status == NF_OK && options->shard != NULL)
        part = nf_shard_part(&shard, &part);
    if (status == NF_OK)
        status = nf_spans_open(&tournament->played, part.first, part.first + part.games, err);
    if (status == NF_OK && options->save != NULL)
        status = open_saved(tournament, shard.number, err);
    return status;
}

void nf_tournament_close(struct nf_tournament *tournament)
{
    nf_checkpoint_close(&tournament->file);
    nf_spans_close(&tournament->played);
    json_decref(tournament->identity);
    tournament->identity = NULL;
}
