#include "fuzz_saved.h"

#include "base/json_text.h"
#include "fuzz_target.h"
#include "sim/runner.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* ---- runs ---- */

/* Those of a game that names none: of its smallest and its usual games. */
static const struct nf_params *usual_runs(const struct nf_game *game)
{
    static struct nf_params runs[3];
    size_t last = 0;
    while (game->profiles[last + 1].name != NULL)
        last++;
    runs[0] = (struct nf_params){.players = game->players.low,
                                 .rounds = game->rounds.low,
                                 .profile = game->profiles[0].name,
                                 .seed = INT64_MAX};
    runs[1] = (struct nf_params){.players = game->players.normal,
                                 .rounds = game->rounds.normal,
                                 .profile = game->profiles[last].name,
                                 .detail = game->details != NULL,
                                 .seed = 3};
    return runs;
}

static const struct nf_params *runs_of(const struct nf_game *game)
{
    for (const struct nf_fuzz_more *const *more = nf_fuzz_more; *more != NULL; more++)
        if ((*more)->game == game)
            return (*more)->runs;
    return usual_runs(game);
}

/* The run of a number from 0, the games' one after the other; NULL behind the last. */
static const struct nf_params *find_run(unsigned number, const struct nf_game **game)
{
    for (const struct nf_game *const *each = nf_games; *each != NULL; each++)
        for (const struct nf_params *run = runs_of(*each); run->players != 0; run++)
            if (number-- == 0) {
                *game = *each;
                return run;
            }
    return NULL;
}

static json_t *make_run(unsigned kind, unsigned part)
{
    const struct nf_game *game = NULL;
    const struct nf_params *const params = find_run(kind, &game);
    const struct nf_span span = {(uint64_t)part * NF_FUZZ_RUN_GAMES, NF_FUZZ_RUN_GAMES};
    FREED_BY(nf_text_free) struct nf_text text = {0};
    struct nf_run_result run;
    struct nf_setup *setup;
    struct nf_error err;
    nf_fuzz_require(nf_prepare(game, params, &setup, &err) == NF_OK, "run %u: %s", kind, err.text);
    const struct nf_run_options options = {
        .setup = setup, .kernel = game->kernels[0], .span = span, .threads = 1};
    nf_fuzz_require(nf_run(&options, &run, &err) == NF_OK, "run %u: %s", kind, err.text);
    const struct nf_report report = {.tally = &run.tally, .spans = &span, .spans_count = 1};
    nf_fuzz_require(nf_saved_write(&text, &report, &err) == NF_OK, "run %u: %s", kind, err.text);
    json_t *const document = json_loadb(text.data, text.size, 0, NULL);
    nf_fuzz_require(document != NULL, "run %u is no JSON", kind);
    nf_tally_close(&run.tally);
    nf_release(setup);
    return document;
}

json_t *nf_fuzz_run(unsigned kind, unsigned part)
{
    enum { MOST = 32 };
    static json_t *made[MOST][2]; /* kept to the end of the program */
    const struct nf_game *game;
    unsigned runs = 0;
    while (find_run(runs, &game) != NULL)
        runs++;
    assert(runs > 0 && runs <= MOST);
    json_t **const run = &made[kind % runs][part % 2];
    if (*run == NULL)
        *run = make_run(kind % runs, part % 2);
    return json_deep_copy(*run);
}

/* ---- changes ---- */

/* The step of a path at `*at`, cut off by a zero byte; NULL behind the last one. */
static char *next_step(char **at)
{
    char *const step = strsep(at, ".");
    return step != NULL && *step != '\0' ? step : NULL;
}

static json_t *step_into(json_t *value, const char *step)
{
    if (json_is_array(value))
        return json_array_get(value, strtoul(step, NULL, 10));
    return json_object_get(value, step);
}

/* Puts `put`, which may be NULL, in the place of a member. */
static void replace(json_t *parent, const char *step, json_t *put)
{
    const size_t place = strtoul(step, NULL, 10), size = json_array_size(parent);
    if (json_is_array(parent) && put == NULL)
        json_array_remove(parent, place);
    else if (json_is_array(parent) && place == size)
        json_array_append(parent, put);
    else if (json_is_array(parent))
        json_array_set(parent, place, put);
    else if (json_is_object(parent) && put == NULL)
        json_object_del(parent, step);
    else if (json_is_object(parent))
        json_object_set(parent, step, put);
}

void nf_fuzz_edit(json_t *document, const char *line, size_t length)
{
    FREED_BY(nf_test_free) char *const copy = nf_fuzz_string(line, length);
    char *value = copy, *path = strsep(&value, " ");
    json_t *parent = document;
    json_auto_t *put =
        value == NULL ? NULL : json_loads(value, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, NULL);
    char *step = next_step(&path);
    for (char *next; step != NULL && (next = next_step(&path)) != NULL; step = next)
        parent = step_into(parent, step);
    if (step != NULL && (put != NULL || value == NULL))
        replace(parent, step, put);
}

void nf_fuzz_seal(json_t *document, struct nf_text *text)
{
    char checksum[NF_DIGEST_TEXT];
    struct nf_error err;
    json_object_del(document, "checksum");
    FREED_BY(nf_test_free)
    char *const dump = json_dumps(document, JSON_COMPACT | JSON_SORT_KEYS | JSON_ENSURE_ASCII);
    nf_fuzz_require(dump != NULL, "a document is not written");
    const XXH128_hash_t hash = XXH3_128bits(dump, strlen(dump));
    nf_digest_print(&(struct nf_digest){hash.low64, hash.high64}, checksum);
    json_object_set_new(document, "checksum", json_string(checksum));
    nf_fuzz_require(nf_text_json(text, json_incref(document), &err) == NF_OK, "out of memory");
}

/* ---- what must hold ---- */

/* Its games: ranges in ascending order that do not overlap, where the extremes are too. */
static void check_spans(const struct nf_saved *saved)
{
    uint64_t games = 0, next = 0;
    uint32_t inside = 0, known = 0;
    for (uint32_t j = 0; j < nf_tally_extremes(&saved->tally); j++)
        known += nf_extreme_known(&saved->tally.extremes[j]);
    for (size_t i = 0; i < saved->spans_count; i++) {
        const struct nf_span *const span = &saved->spans[i];
        nf_fuzz_require(span->games > 0 && span->first >= next, "range %zu overlaps", i + 1);
        next = span->first + span->games;
        games += span->games;
        for (uint32_t j = 0; j < nf_tally_extremes(&saved->tally); j++)
            inside += saved->tally.extremes[j].index >= span->first &&
                      saved->tally.extremes[j].index < next;
    }
    nf_fuzz_require(games == saved->tally.games, "other games than the ranges have");
    nf_fuzz_require(inside == known, "an extreme of a game that was not played");
}

/* Reports that stats makes of it. */
static void check_reports(const struct nf_saved *saved)
{
    const struct nf_report report = nf_saved_report(saved);
    FREED_BY(nf_text_free) struct nf_text text = {0};
    nf_report_table(&text, &report);
    nf_fuzz_require(!text.failed && text.size > 0, "there is no table");
    json_auto_t *document = nf_report_document(&report);
    FREED_BY(nf_tables_free) struct nf_tables tables = {0};
    nf_report_tables(&report, &tables);
    nf_fuzz_require(document != NULL && !tables.failed, "there is no report");
}

/* All but the version, which is that of who writes. */
static bool same_but_version(const json_t *a, const json_t *b)
{
    json_auto_t *one = json_copy((json_t *)(uintptr_t)a);
    json_auto_t *other = json_copy((json_t *)(uintptr_t)b);
    json_object_del(one, "version");
    json_object_del(other, "version");
    return json_equal(one, other);
}

/* The run written, read again, and written once more: the same run, then the same bytes. */
static void check_rewritten(const struct nf_saved *saved)
{
    const struct nf_report report = nf_saved_report(saved);
    FREED_BY(nf_text_free) struct nf_text text = {0}, again = {0};
    FREED_BY(nf_saved_close) struct nf_saved other;
    struct nf_error err;
    nf_fuzz_require(nf_saved_write(&text, &report, &err) == NF_OK, "read, but not written: %s",
                    err.text);
    const struct nf_input input = nf_fuzz_reread(&text);
    nf_fuzz_require(nf_saved_read(&input, &other, &err) == NF_OK, "written, but not read: %s",
                    err.text);
    nf_fuzz_require(same_but_version(saved->document, other.document),
                    "written and read again it is another run");
    const struct nf_report rereport = nf_saved_report(&other);
    nf_fuzz_require(nf_saved_write(&again, &rereport, &err) == NF_OK && nf_fuzz_same(&text, &again),
                    "written twice it has other bytes");
}

bool nf_fuzz_check_saved(const struct nf_input *input)
{
    struct nf_saved saved;
    struct nf_error err;
    const enum nf_status status = nf_saved_read(input, &saved, &err);
    if (status != NF_OK) {
        nf_fuzz_require(status == NF_INVALID, "reading ends with %d: %s", status, err.text);
        nf_fuzz_place(input, &err);
        return false;
    }
    check_spans(&saved);
    check_rewritten(&saved);
    check_reports(&saved);
    nf_saved_close(&saved);
    return true;
}
