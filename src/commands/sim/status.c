/* ninefold status: which shards of a folder are finished, and what they found so far. */
#include "base/json_text.h"
#include "base/lang.h"
#include "base/owned.h"
#include "base/shown.h"
#include "base/version.h"
#include "commands/commands.h"
#include "commands/parts/common.h"
#include "commands/sim/outputs.h"
#include "sim/runs/merge.h"
#include "table/forms.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct status_options {
    struct nf_outputs outputs;
    uint64_t shards; /* 0: the folder tells */
};

static const struct {
    const char *name, *shown;
} states[NF_SHARD_STATES] = {
    [NF_SHARD_DAMAGED] = {"damaged", N_("damaged")},
    [NF_SHARD_MISSING] = {"missing", N_("missing")},
    [NF_SHARD_STOPPED] = {"stopped", N_("stopped")},
    [NF_SHARD_RUNNING] = {"running", N_("running")},
    [NF_SHARD_FINISHED] = {"finished", N_("finished")},
};

/* What is reported of a folder. */
struct overview {
    const char *folder;
    struct nf_shards shards;
    size_t of[NF_SHARD_STATES]; /* how many are in each state */
    struct nf_text rest;        /* those that are to be submitted again, as 3,7-9 */
    struct nf_text again;       /* the command that does so, as the folder has it; may be empty */
};

/* ---- what is to be done ---- */

/* Lists the shards that nobody plays and that can be gone on with. */
static void list_rest(struct overview *overview)
{
    const struct nf_shards *const shards = &overview->shards;
    for (size_t i = 0; i < shards->count; i++) {
        size_t last = i;
        while (last < shards->count && (shards->files[last].state == NF_SHARD_MISSING ||
                                        shards->files[last].state == NF_SHARD_STOPPED))
            last++;
        if (last == i)
            continue;
        nf_text_format(&overview->rest, overview->rest.size > 0 ? ",%zu" : "%zu", i + 1);
        if (last > i + 1)
            nf_text_format(&overview->rest, "-%zu", last);
        i = last;
    }
}

/* Reads the command that was left in FOLDER/again, and puts the shards in the place of its {}. */
static enum nf_status read_again(struct overview *overview, struct nf_error *err)
{
    static const char place[] = "{}";
    NF_OWNED_TEXT struct nf_text path = {0};
    NF_OWNED_INPUT struct nf_input input = {0};
    struct nf_error none;
    nf_text_format(&path, "%s/again", overview->folder);
    const enum nf_status status = nf_input_open(&input, nf_text_terminated(&path), &none);
    if (status == NF_OK && overview->rest.size > 0) {
        const char *const end = memchr(input.data, '\n', input.size);
        const size_t size = end != NULL ? (size_t)(end - input.data) : input.size;
        const char *const gap = memmem(input.data, size, place, sizeof place - 1);
        const size_t before = gap != NULL ? (size_t)(gap - input.data) : size;
        nf_shown_bytes(&overview->again, input.data, before);
        if (gap != NULL) {
            nf_text_bytes(&overview->again, overview->rest.data, overview->rest.size);
            nf_shown_bytes(&overview->again, gap + sizeof place - 1,
                           size - before - sizeof place + 1);
        }
    }
    return path.failed || overview->again.failed || overview->rest.failed ? nf_fail_memory(err)
                                                                          : NF_OK;
}

/* ---- tables ---- */

static void put_state(struct nf_tables *tables, enum nf_shard_state state)
{
    nf_cell_words(tables, states[state].name, _(states[state].shown));
}

static void put_counts(struct nf_tables *tables, const struct overview *overview)
{
    static const struct nf_about about = {.name = "states", .title = N_("Shards"), .exact = true};
    static const struct nf_column columns[] = {
        NF_COLUMN("state", "state", NULL, NF_KEY),
        NF_COLUMN("shards", "shards", "shards", NF_COUNT),
        NF_COLUMN("played", "played", "games", NF_COUNT),
        NF_COLUMN("asked", "of games", "games", NF_COUNT),
        {.name = NULL},
    };
    nf_tables_begin(tables, &about, columns);
    for (int state = NF_SHARD_STATES - 1; state >= 0; state--) {
        uint64_t played = 0, asked = 0;
        for (size_t i = 0; i < overview->shards.count; i++)
            if ((int)overview->shards.files[i].state == state) {
                played += overview->shards.files[i].played;
                asked += overview->shards.files[i].asked.games;
            }
        put_state(tables, (enum nf_shard_state)state);
        nf_cell_count(tables, overview->of[state]);
        nf_cell_count(tables, played);
        nf_cell_count(tables, asked);
    }
}

static void put_shard(struct nf_tables *tables, const struct overview *overview, size_t number,
                      int64_t now)
{
    const struct nf_shard_file *const file = &overview->shards.files[number];
    nf_cell_count(tables, number + 1);
    put_state(tables, file->state);
    if (file->asked.games > 0)
        nf_cell_count(tables, file->asked.first);
    else
        nf_cell_unknown(tables);
    nf_cell_count(tables, file->asked.games);
    nf_cell_share(tables, file->played, file->asked.games);
    if (file->saved != 0)
        nf_cell_count(tables, (uint64_t)(now > file->saved ? now - file->saved : 0));
    else
        nf_cell_unknown(tables);
    if (file->why != NULL)
        nf_cell_text(tables, file->why);
    else
        nf_cell_unknown(tables);
}

/* Those that want something done first; people see the finished ones only as a number. */
static void put_shards(struct nf_tables *tables, const struct overview *overview)
{
    const struct nf_about about = {
        .name = "shards",
        .title = N_("Shard by shard"),
        .exact = true,
        .aside = overview->of[NF_SHARD_FINISHED] == overview->shards.count,
        .top = overview->shards.count - overview->of[NF_SHARD_FINISHED] < 20
                   ? overview->shards.count - overview->of[NF_SHARD_FINISHED]
                   : 20};
    static const struct nf_column columns[] = {
        NF_COLUMN("shard", "shard", NULL, NF_KEY),
        NF_COLUMN("state", "state", NULL, NF_TEXT),
        NF_COLUMN("first", "first index", NULL, NF_NAME),
        NF_COLUMN("asked", "games", "games", NF_COUNT),
        NF_COLUMN("played", "played", "share of games", NF_SHARE),
        NF_COLUMN("saved", "saved, s ago", "seconds ago", NF_COUNT),
        NF_COLUMN("why", "why", NULL, NF_TEXT, .aside = true),
        {.name = NULL},
    };
    const int64_t now = time(NULL);
    nf_tables_begin(tables, &about, columns);
    for (int state = 0; state < NF_SHARD_STATES; state++)
        for (size_t i = 0; i < overview->shards.count; i++)
            if ((int)overview->shards.files[i].state == state)
                put_shard(tables, overview, i, now);
}

/* The lines below the tables: what is wrong, and what to do. */
static void put_rest(struct nf_text *text, const struct overview *overview)
{
    nf_text_string(text, overview->of[NF_SHARD_DAMAGED] > 0 || overview->rest.size > 0 ? "\n" : "");
    for (size_t i = 0; i < overview->shards.count; i++)
        if (overview->shards.files[i].why != NULL)
            nf_text_format(text, _("damaged  %s\n"), overview->shards.files[i].why);
    if (overview->again.size > 0)
        nf_text_format(text, _("again    %.*s\n"), (int)overview->again.size, overview->again.data);
    else if (overview->rest.size > 0)
        nf_text_format(text, _("to be submitted again: %.*s\n"), (int)overview->rest.size,
                       overview->rest.data);
}

static json_t *text_or_null(const struct nf_text *text)
{
    return text->size > 0 ? nf_json_text(text) : json_null();
}

static enum nf_status write_status(const struct nf_outputs *outputs,
                                   const struct overview *overview, const struct nf_report *found,
                                   struct nf_error *err)
{
    struct nf_made made = {.name = overview->folder, .title = _("Shards")};
    put_counts(&made.tables, overview);
    put_shards(&made.tables, overview);
    nf_tables_terminal(&made.table, &made.tables);
    nf_text_string(&made.table, "\n");
    if (found != NULL) {
        nf_report_table(&made.table, found);
        nf_report_tables(found, &made.tables);
    }
    put_rest(&made.table, overview);
    made.document =
        json_pack("{s:s, s:s, s:o, s:o, s:o}", "schema", "ninefold.status/1", "version", nf_version,
                  "rest", text_or_null(&overview->rest), "again", text_or_null(&overview->again),
                  "tables", nf_tables_json(&made.tables));
    return nf_outputs_write_made(outputs, &made, err);
}

/* ---- the command ---- */

static enum nf_status conclude_status(const struct overview *overview, struct nf_error *err)
{
    const size_t count = overview->shards.count;
    for (size_t i = 0; i < count; i++)
        if (overview->shards.files[i].foreign)
            return nf_fail(
                err, NF_INVALID,
                "%.300s/%zu.json is no saved run: expected a folder of the shards of run",
                overview->folder, i + 1);
    if (overview->of[NF_SHARD_DAMAGED] > 0)
        return nf_fail(err, NF_INVALID,
                       "%zu of %zu shards are damaged: remove their files, N.json and N.json.1, to "
                       "play them again",
                       overview->of[NF_SHARD_DAMAGED], count);
    if (overview->of[NF_SHARD_FINISHED] < count)
        return nf_fail(err, NF_BUDGET, "%zu of %zu shards are finished",
                       overview->of[NF_SHARD_FINISHED], count);
    return NF_OK;
}

static void free_overview(struct overview *overview)
{
    nf_text_free(&overview->rest);
    nf_text_free(&overview->again);
    nf_shards_close(&overview->shards);
}

static enum nf_status run_status(void *given, char **operands, struct nf_error *err)
{
    const struct status_options *const options = given;
    NF_FREED_BY(free_overview) struct overview overview = {.folder = operands[0]};
    struct nf_report found;
    NF_TRY(nf_outputs_check(&options->outputs, NULL, 0, NULL, err));
    NF_TRY(nf_shards_read(&overview.shards, overview.folder, options->shards, err));
    for (size_t i = 0; i < overview.shards.count; i++)
        overview.of[overview.shards.files[i].state]++;
    list_rest(&overview);
    NF_TRY(read_again(&overview, err));
    const bool any = overview.shards.merge.count > 0;
    if (any)
        NF_TRY(nf_merge_finish(&overview.shards.merge, &found, err));
    NF_TRY(write_status(&options->outputs, &overview, any ? &found : NULL, err));
    return conclude_status(&overview, err);
}

static const struct nf_option rows[] = {
    {"shards", 0, NF_NUMBER, "N", NF_INTO(struct status_options, shards),
     N_("how many shards there are; by default what the file FOLDER/shards says, as the scripts "
        "for clusters leave it, else the highest number of a file"),
     .low = 1, .high = NF_MOST_SHARDS},
    NF_ROWS_FORMS(struct status_options, NF_FORM_CSV, NF_FORM_HTML, NF_FORM_JSON),
    {.name = NULL},
};

static const struct nf_option_group groups[] = {{N_("Output"), rows}, {NULL, NULL}};

const struct nf_command nf_command_status = {
    .name = "status",
    .summary = N_("show which shards of a folder are finished"),
    .details = N_(
        "FOLDER has the files 1.json, 2.json and so on that run --shard I/N --save FOLDER/I.json "
        "writes. Shows which are finished, running, stopped, damaged or missing, the statistics "
        "of all their games so far, and which shards are to be submitted again: by the command "
        "in FOLDER/again, where the scripts for clusters leave it, with the numbers in the place "
        "of its {}. Exit code 0: all are finished; 6: some are not; 3: some are damaged. See "
        "`ninefold help --man cluster`."),
    .operand = "FOLDER",
    .operands = 1,
    .needed = 1,
    .groups = groups,
    .options_size = sizeof(struct status_options),
    .run = run_status,
};
