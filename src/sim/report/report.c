#include "sim/report/report.h"

#include "base/json_text.h"
#include "base/lang.h"
#include "base/machine.h"
#include "base/owned.h"
#include "base/shown.h"
#include "base/version.h"
#include "sim/game.h"
#include "table/forms.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* A rate in three or four digits with its unit's prefix: 1.25 G. */
static void put_rate(struct nf_text *text, double rate, const char *unit)
{
    static const char prefixes[] = {' ', 'k', 'M', 'G', 'T'};
    size_t prefix = 0;
    while (rate >= 999.5 && prefix + 1 < sizeof prefixes) {
        rate /= 1000;
        prefix++;
    }
    const int decimals = rate < 9.995 ? 2 : rate < 99.95 ? 1 : 0;
    nf_text_format(text, "%.*f %.*s%s", decimals, rate, prefix > 0, &prefixes[prefix], unit);
}

/* The ranges of a run that has gaps, on lines of their own; where there are many, the first. */
static void put_ranges(struct nf_text *text, const struct nf_report *report)
{
    enum { SHOWN = 5 };
    struct nf_text words = {0};
    nf_text_format(&words, "%s ", _("indices"));
    for (size_t i = 0; i < report->spans_count && i < SHOWN; i++)
        nf_text_format(&words, i > 0 ? _(", %llu to %llu") : _("%llu to %llu"),
                       (unsigned long long)report->spans[i].first,
                       (unsigned long long)(nf_span_end(report->spans[i]) - 1));
    if (report->spans_count > SHOWN)
        nf_text_format(&words, _(" and %zu more ranges"), report->spans_count - SHOWN);
    nf_text_string(text, "\n");
    nf_text_wrapped(text, words.data, words.size, 0, 0);
    text->size -= text->size > 0; /* the end of its last line */
    nf_text_free_part(&words, text);
}

static void put_spans(struct nf_text *text, const struct nf_report *report)
{
    const struct nf_span *const spans = report->spans;
    if (report->tally->games == 1)
        nf_text_format(text, _(", index %llu"), (unsigned long long)spans[0].first);
    else if (report->spans_count == 1)
        nf_text_format(text, _(", indices %llu to %llu"), (unsigned long long)spans[0].first,
                       (unsigned long long)(nf_span_end(spans[0]) - 1));
    else
        put_ranges(text, report);
}

void nf_report_games(struct nf_text *text, const struct nf_tally *tally)
{
    struct nf_text number = {0};
    nf_report_count(&number, tally->games);
    nf_text_format(text, P_("%.*s game", "%.*s games", tally->games), (int)number.size,
                   number.data);
    nf_text_free_part(&number, text);
    tally->setup->game->tally->describe(tally->setup, text);
}

static void put_headline(struct nf_text *text, const struct nf_report *report)
{
    const struct nf_tally *const tally = report->tally;
    const struct nf_game *const game = tally->setup->game;
    const struct nf_params *const params = &tally->setup->params;
    nf_text_format(text, _("%s: "), _(game->title));
    nf_report_games(text, tally);
    nf_text_string(text, "\n");
    nf_text_string(text, params->weights != NULL ? _("weights ") : _("profile "));
    nf_shown(text, params->weights != NULL ? params->weights : params->profile);
    if (params->paired)
        nf_text_string(text, _(", paired"));
    nf_text_format(text, _(", seed %llu"), (unsigned long long)params->seed);
    if (tally->games > 0)
        put_spans(text, report);
    if (params->strategy != NULL) {
        nf_text_string(text, _("\nstrategy "));
        nf_shown(text, params->strategy);
    }
    nf_text_string(text, "\n\n");
}

/* What users type may have blanks in it, as names of files do. */
static void put_option(struct nf_text *text, const char *name, const char *value)
{
    nf_text_format(text, " --%s ", name);
    nf_text_word(text, value);
}

/* Appends the command and what tells games of the setup from others. */
static void put_command(struct nf_text *text, const char *command, const struct nf_setup *setup)
{
    const struct nf_params *const params = &setup->params;
    const struct nf_game *const game = setup->game;
    nf_text_format(text, "ninefold %s", command);
    if (game != nf_games[0])
        nf_text_format(text, " --game %s", game->name);
    if (params->weights != NULL)
        put_option(text, "weights", params->weights);
    else if (params->profile != NULL)
        put_option(text, "profile", params->profile);
    if (params->strategy != NULL)
        put_option(text, "strategy", params->strategy);
    if (params->paired)
        nf_text_string(text, " --paired");
    /* Defaults depend on the profile, so numbers are told wherever there is a choice. */
    if (game->players.low < game->players.high)
        nf_text_format(text, " -n %u", params->players);
    if (game->rounds.low < game->rounds.high)
        nf_text_format(text, " -m %u", params->rounds);
    if (params->deck != 0)
        nf_text_format(text, " -k %u", params->deck);
    nf_text_format(text, " --seed %" PRIu64, params->seed);
}

void nf_report_replay(struct nf_text *text, const struct nf_setup *setup, uint64_t index)
{
    put_command(text, "replay", setup);
    nf_text_format(text, " --index %" PRIu64, index);
}

void nf_report_run(struct nf_text *text, const struct nf_setup *setup, struct nf_span span)
{
    put_command(text, "run", setup);
    if (span.first != 0)
        nf_text_format(text, " --first %" PRIu64, span.first);
    if (setup->params.detail)
        nf_text_string(text, " --detail");
    nf_text_format(text, " --games %" PRIu64, span.games);
}

void nf_report_tournament(struct nf_text *text, const struct nf_setup *setup,
                          const char *const *names, uint64_t games)
{
    put_command(text, "tournament", setup);
    nf_text_format(text, " --games %" PRIu64, games);
    for (; *names != NULL; names++) {
        nf_text_string(text, " ");
        nf_text_word(text, *names);
    }
}

uint64_t nf_report_rejected(const struct nf_tally *tally)
{
    uint64_t sum = 0;
    for (int kind = 0; kind < NF_REJECT_KINDS; kind++)
        sum += tally->rejected[kind];
    return sum;
}

bool nf_report_rejects(const struct nf_tally *tally)
{
    return tally->setup->game->reject_reasons != NULL &&
           (nf_report_rejected(tally) > 0 || tally->setup->params.deck != 0);
}

enum { TITLE = 15 }; /* columns of the words in front of a line */

static void put_thrown_away(struct nf_text *text, const struct nf_tally *tally)
{
    const uint64_t sum = nf_report_rejected(tally);
    if (!nf_report_rejects(tally))
        return;
    struct nf_text number = {0};
    nf_report_count(&number, sum);
    nf_text_padded(text, _("thrown away"), TITLE);
    nf_text_format(text, P_("%.*s candidate", "%.*s candidates", sum), (int)number.size,
                   number.data);
    nf_text_free_part(&number, text);
    for (int kind = 0; kind < NF_REJECT_KINDS; kind++)
        if (tally->rejected[kind] > 0) {
            nf_text_string(text, _(", "));
            nf_report_count(text, tally->rejected[kind]);
            nf_text_format(text, " %s", _(tally->setup->game->reject_reasons[kind]));
        }
    nf_text_string(text, "\n");
}

static void put_speed(struct nf_text *text, const struct nf_report *report)
{
    nf_text_padded(text, _("time"), TITLE);
    nf_text_format(text,
                   P_("%.3f s on %u thread, kernel %s\n", "%.3f s on %u threads, kernel %s\n",
                      report->threads),
                   report->seconds, report->threads, report->kernel);
    nf_text_padded(text, _("speed"), TITLE);
    put_rate(text, (double)report->tally->games / report->seconds, _("games/s, "));
    put_rate(text, (double)nf_tally_turns(report->tally) / report->seconds, _("turns/s\n"));
}

static void put_totals(struct nf_text *text, const struct nf_report *report)
{
    const struct nf_tally *const tally = report->tally;
    put_thrown_away(text, tally);
    if (report->threads > 0)
        put_speed(text, report);
    if (report->replayed_by != NULL) {
        nf_text_padded(text, _("compared"), TITLE);
        nf_report_count(text, report->replayed);
        nf_text_format(text, _(" games, played again by kernel %s: no difference\n"),
                       report->replayed_by);
    }
    char digest[NF_DIGEST_TEXT];
    nf_digest_print(&tally->digest, digest);
    nf_text_padded(text, _("digest"), TITLE);
    nf_text_format(text, "%s\n", digest);
}

void nf_report_table(struct nf_text *text, const struct nf_report *report)
{
    put_headline(text, report);
    if (report->tally->games == 0) {
        nf_text_string(text, _("no game was finished\n"));
        return;
    }
    NF_FREED_BY(nf_tables_free) struct nf_tables own = {0};
    const struct nf_tables tables = nf_report_found(report, &own);
    nf_tables_terminal(text, &tables);
    if (nf_tally_extremes(report->tally) > 0 && nf_extreme_known(&report->tally->extremes[0])) {
        nf_text_string(text, "  ");
        nf_report_replay(text, report->tally->setup, report->tally->extremes[0].index);
        nf_text_string(text, "\n");
    }
    nf_text_string(text, "\n");
    put_totals(text, report);
}

/* ---- as JSON ---- */

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
    NF_FREED_BY(nf_tables_free) struct nf_tables own = {0};
    const struct nf_tables tables = nf_report_found(report, &own);
    if (tables.failed) {
        json_decref(run);
        return NULL;
    }
    set(run, "tables", nf_tables_json(&tables));
    return run;
}

enum nf_status nf_report_json(struct nf_text *text, const struct nf_report *report,
                              struct nf_error *err)
{
    return nf_text_json(text, nf_report_document(report), err);
}

/* ---- statistics ---- */

static void add_text(struct nf_tables *tables, const char *text)
{
    if (text != NULL)
        nf_cell_text(tables, text);
    else
        nf_cell_unknown(tables);
}

static void add_run(const struct nf_report *report, struct nf_tables *tables)
{
    const struct nf_tally *const tally = report->tally;
    const struct nf_params *const params = &tally->setup->params;
    const struct nf_about about = {
        .name = "run", .title = N_("What was run"), .layout = NF_LINE_OF_TEXT, .aside = true};
    static const struct nf_column columns[] = {
        NF_COLUMN("game", "game", NULL, NF_TEXT),
        NF_COLUMN("players", "players", "players", NF_COUNT),
        NF_COLUMN("rounds", "rounds", "rounds a game", NF_COUNT),
        NF_COLUMN("deck", "deck", "cards a game", NF_COUNT),
        NF_COLUMN("profile", "profile", NULL, NF_TEXT),
        NF_COLUMN("weights", "weights", NULL, NF_TEXT),
        NF_COLUMN("strategy", "strategy", NULL, NF_TEXT),
        NF_COLUMN("paired", "paired", NULL, NF_COUNT),
        NF_COLUMN("seed", "seed", NULL, NF_NAME),
        NF_COLUMN("first", "first index", NULL, NF_NAME),
        NF_COLUMN("games", "games", "games", NF_COUNT),
        NF_COLUMN("turns", "turns", "turns", NF_COUNT),
        NF_COLUMN("rejected", "thrown away", "candidates", NF_COUNT),
        NF_COLUMN("digest", "digest", NULL, NF_CODE),
        {.name = NULL},
    };
    char digest[NF_DIGEST_TEXT];
    nf_digest_print(&tally->digest, digest);
    nf_tables_begin(tables, &about, columns);
    nf_cell_text(tables, tally->setup->game->name);
    nf_cell_count(tables, params->players);
    nf_cell_count(tables, params->rounds);
    if (params->deck > 0)
        nf_cell_count(tables, params->deck);
    else
        nf_cell_unknown(tables);
    add_text(tables, params->weights != NULL ? NULL : params->profile);
    add_text(tables, params->weights);
    add_text(tables, params->strategy);
    nf_cell_count(tables, params->paired);
    nf_cell_count(tables, params->seed);
    nf_cell_count(tables, report->spans_count > 0 ? report->spans[0].first : 0);
    nf_cell_count(tables, tally->games);
    nf_cell_count(tables, nf_tally_turns(tally));
    nf_cell_count(tables, nf_report_rejected(tally));
    nf_cell_text(tables, digest);
    if (report->spans_count > 1)
        nf_tables_note(tables, "%zu ranges of indices, with gaps between them",
                       report->spans_count);
}

/* How many letters of the unit of an extreme go with its value: "1 turn", "2 turns". */
static int extreme_unit(const struct nf_extreme_kind *kind, uint64_t value)
{
    return (int)strlen(kind->unit) - (value == 1); /* the units are plurals in s */
}

static void add_extremes(const struct nf_tally *tally, struct nf_tables *tables)
{
    static const struct nf_about about = {.name = "extremes", .title = N_("Extremes")};
    static const struct nf_column columns[] = {
        NF_COLUMN("extreme", "name", NULL, NF_KEY, .aside = true, .again = true),
        NF_COLUMN("title", "what", NULL, NF_TEXT),
        NF_COLUMN("value", "value", NULL, NF_COUNT),
        NF_COLUMN("unit", "unit", NULL, NF_TEXT),
        NF_COLUMN("index", "in game", NULL, NF_NAME, .again = true),
        NF_COLUMN("replay", "replay", NULL, NF_CODE, .aside = true),
        {.name = NULL},
    };
    const struct nf_extreme_kind *const kinds = tally->setup->game->tally->extremes;
    nf_tables_begin(tables, &about, columns);
    for (uint32_t i = 0; i < nf_tally_extremes(tally); i++) {
        const struct nf_extreme *const extreme = &tally->extremes[i];
        struct nf_text replay = {0};
        if (!nf_extreme_known(extreme))
            continue;
        nf_report_replay(&replay, tally->setup, extreme->index);
        nf_cell_text(tables, kinds[i].name);
        nf_cell_words(tables, kinds[i].title, _(kinds[i].title));
        nf_cell_count(tables, extreme->value);
        const char *const unit =
            nf_tables_text(tables, "%.*s", extreme_unit(&kinds[i], extreme->value), kinds[i].unit);
        const bool plain = strcmp(_(kinds[i].unit), kinds[i].unit) == 0;
        nf_cell_words(tables, unit, plain ? unit : _(kinds[i].unit));
        nf_cell_count(tables, extreme->index);
        nf_cell_text(tables, nf_text_terminated(&replay));
        tables->failed |= replay.failed;
        nf_text_free(&replay);
    }
}

void nf_report_statistics(const struct nf_tally *tally, struct nf_tables *tables)
{
    nf_tally_report(tally, tables);
    add_extremes(tally, tables);
}

struct nf_tables nf_report_found(const struct nf_report *report, struct nf_tables *own)
{
    if (report->tables == NULL || report->tally->games == 0) {
        nf_report_statistics(report->tally, own);
        return *own;
    }
    struct nf_tables found = *report->tables;
    found.list++; /* the first one is "run" */
    found.count--;
    return found;
}

void nf_report_tables(const struct nf_report *report, struct nf_tables *tables)
{
    add_run(report, tables);
    if (report->tally->games > 0)
        nf_report_statistics(report->tally, tables);
}

/* ---- what was calculated ---- */

/* What was calculated, in parts with `between` between them. */
static void describe_exact(struct nf_text *text, const struct nf_setup *setup, const char *between)
{
    const struct nf_params *const params = &setup->params;
    nf_text_string(text, _("all games"));
    setup->game->tally->describe(setup, text);
    nf_text_string(text, between);
    nf_text_string(text, params->weights != NULL ? _("weights ") : _("profile "));
    nf_shown(text, params->weights != NULL ? params->weights : params->profile);
    if (params->strategy != NULL) {
        nf_text_string(text, between);
        nf_text_string(text, _("strategy "));
        nf_shown(text, params->strategy);
    }
}

void nf_exact_words(struct nf_text *text, const struct nf_setup *setup)
{
    describe_exact(text, setup, "; ");
}

void nf_exact_table(struct nf_text *text, const struct nf_setup *setup,
                    const struct nf_tables *tables)
{
    nf_text_format(text, _("%s: "), _(setup->game->title));
    describe_exact(text, setup, "\n");
    nf_text_string(text, "\n\n");
    nf_tables_terminal(text, tables);
}

json_t *nf_exact_document(const struct nf_setup *setup, const struct nf_tables *tables)
{
    if (tables->failed)
        return NULL;
    return json_pack("{s:s, s:s, s:s, s:o, s:o}", "schema", "ninefold.exact/1", "version",
                     nf_version, "game", setup->game->name, "params",
                     nf_report_params(&setup->params), "tables", nf_tables_json(tables));
}
