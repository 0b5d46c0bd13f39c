#include "base/owned.h"
#include "commands/sim/stats/stats.h"

#include "base/lang.h"
#include "base/shown.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *text_of(const json_t *run, const char *name)
{
    const char *const text = json_string_value(json_object_get(run, name));
    return text != NULL ? text : "";
}

static uint64_t count_of(const json_t *run, const char *name)
{
    return (uint64_t)json_integer_value(json_object_get(run, name));
}

static void put_run(struct nf_text *text, const json_t *run)
{
    const char *const weights = text_of(run, "weights"), *const strategy = text_of(run, "strategy");
    char written[20], game[32], digest[9];
    nf_shown_copy(written, sizeof written, text_of(run, "written"));
    if (strlen(written) > 10)
        written[10] = ' '; /* a T in the database */
    nf_text_format(text, "%5" PRIu64 "  %-19s  %-8s%8" PRIu64 "%7" PRIu64, count_of(run, "id"),
                   written, nf_shown_copy(game, sizeof game, text_of(run, "game")),
                   count_of(run, "players"), count_of(run, "rounds"));
    nf_report_column(text, count_of(run, "games"), 17);
    nf_text_format(text, "  %s\n         ",
                   nf_shown_copy(digest, sizeof digest, text_of(run, "digest")));
    nf_shown(text, weights[0] != '\0' ? weights : text_of(run, "profile"));
    nf_text_format(text, _(", seed %" PRIu64 ", from index %" PRIu64 "%s%s"), count_of(run, "seed"),
                   count_of(run, "first"), count_of(run, "detail") != 0 ? _(", details") : "",
                   strategy[0] != '\0' ? _(", strategy ") : "");
    nf_shown(text, strategy);
    nf_text_string(text, "\n");
}

static void put_list(struct nf_text *text, const json_t *runs)
{
    const json_t *run;
    size_t i;
    nf_text_string(text, _("   id  written (UTC)        game     players rounds            games  "
                           "digest\n"));
    json_array_foreach(runs, i, run) put_run(text, run);
    if (json_array_size(runs) == 0)
        nf_text_string(text, _("no such run\n"));
}

static const struct nf_column columns[] = {
    NF_COLUMN("id", "id", NULL, NF_KEY),
    NF_COLUMN("written", "written", "UTC", NF_TEXT),
    NF_COLUMN("version", "version", NULL, NF_TEXT),
    NF_COLUMN("game", "game", NULL, NF_TEXT),
    NF_COLUMN("players", "players", "players", NF_COUNT),
    NF_COLUMN("rounds", "rounds", "rounds a game", NF_COUNT),
    NF_COLUMN("deck", "deck", "cards a game", NF_COUNT),
    NF_COLUMN("profile", "profile", NULL, NF_TEXT),
    NF_COLUMN("weights", "weights", NULL, NF_TEXT),
    NF_COLUMN("strategy", "strategy", NULL, NF_TEXT),
    NF_COLUMN("detail", "detail", NULL, NF_COUNT),
    NF_COLUMN("seed", "seed", NULL, NF_NAME),
    NF_COLUMN("first", "first index", NULL, NF_NAME),
    NF_COLUMN("games", "games", "games", NF_COUNT),
    NF_COLUMN("rejected", "thrown away", "candidates", NF_COUNT),
    NF_COLUMN("turns", "turns", "turns", NF_COUNT),
    NF_COLUMN("digest", "digest", NULL, NF_TEXT),
    NF_COLUMN("seconds", "seconds", "seconds", NF_REAL, .digits = 3),
    NF_COLUMN("threads", "threads", "threads", NF_COUNT),
    NF_COLUMN("kernel", "kernel", NULL, NF_TEXT),
    NF_COLUMN("machine", "machine", NULL, NF_TEXT),
    {.name = NULL},
};

/* What a column is for, if `value` is not that; else NULL. SQLite stores any value in any column,
 * and people may edit the database. */
static const char *unfit(const struct nf_column *column, const json_t *value)
{
    if (json_is_null(value))
        return NULL;
    if (column->kind == NF_TEXT)
        return json_is_string(value) ? NULL : _("a text");
    if (column->kind == NF_REAL)
        return json_is_number(value) ? NULL : _("a number");
    return json_is_integer(value) && json_integer_value(value) >= 0 ? NULL
                                                                    : _("a whole number from 0 on");
}

static enum nf_status refuse(const char *path, const json_t *run, const char *name,
                             const char *expected, struct nf_error *err)
{
    struct nf_text found = {0};
    char quoted[NF_QUOTED];
    nf_json_dump(&found, json_object_get(run, name), JSON_ENCODE_ANY);
    const enum nf_status status =
        nf_fail(err, NF_INVALID, "%.400s: run %" PRIu64 ": %s: expected %s, found %s", path,
                count_of(run, "id"), name, expected, nf_quote(quoted, found.data, found.size));
    nf_text_free(&found);
    return status;
}

static enum nf_status check_list(const char *path, const json_t *runs, struct nf_error *err)
{
    const json_t *run;
    size_t i;
    json_array_foreach(runs, i, run) for (const struct nf_column *column = columns;
                                          column->name != NULL; column++)
    {
        const char *const expected = unfit(column, json_object_get(run, column->name));
        if (expected != NULL)
            return refuse(path, run, column->name, expected, err);
    }
    return NF_OK;
}

static void report_runs(struct nf_tables *tables, const json_t *runs)
{
    static const struct nf_about about = {.name = "history", .title = N_("Runs")};
    const json_t *run;
    size_t i;
    nf_tables_begin(tables, &about, columns);
    json_array_foreach(runs, i, run) for (const struct nf_column *column = columns;
                                          column->name != NULL; column++)
    {
        const json_t *const value = json_object_get(run, column->name);
        if (json_is_string(value))
            nf_cell_text(tables, json_string_value(value));
        else if (json_is_integer(value) && column->kind != NF_REAL)
            nf_cell_count(tables, (uint64_t)json_integer_value(value));
        else
            nf_cell_number(tables, json_is_number(value) ? json_number_value(value) : NAN);
    }
}

enum nf_status nf_stats_list(const struct nf_outputs *outputs, const char *path,
                             const struct nf_history_filter *filter, struct nf_error *err)
{
    json_t *runs;
    enum nf_status status = nf_history_list(path, filter, &runs, err);
    if (status != NF_OK)
        return status;
    status = check_list(path, runs, err);
    if (status != NF_OK) {
        json_decref(runs);
        return status;
    }
    struct nf_made made = {.name = path, .document = runs};
    report_runs(&made.tables, runs);
    put_list(&made.table, runs);
    return nf_outputs_write_made(outputs, &made, err);
}

enum nf_status nf_stats_load(const char *path, const char *id, struct nf_saved *saved,
                             struct nf_error *err)
{
    char *id_end, name[512], quoted[NF_QUOTED];
    errno = 0;
    const unsigned long long number = strtoull(id, &id_end, 10);
    if (strspn(id, "0123456789") != strlen(id) || *id == '\0' || errno != 0 || number > INT64_MAX)
        return nf_fail(err, NF_USAGE, "%s: expected the id of a run in %.200s, a number",
                       nf_quote(quoted, id, strlen(id)), path);
    NF_OWNED_TEXT struct nf_text text = {0};
    NF_TRY(nf_history_load(path, number, &text, err));
    snprintf(name, sizeof name, "%.400s, run %llu", path, number);
    return nf_saved_read(&(struct nf_input){name, text.data, text.size}, saved, err);
}
