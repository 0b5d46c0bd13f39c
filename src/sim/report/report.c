#include "sim/report/report.h"

#include "base/lang.h"
#include "base/shown.h"
#include "table/forms.h"

#include <inttypes.h>
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
                       (unsigned long long)(report->spans[i].first + report->spans[i].games - 1));
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
                       (unsigned long long)(spans[0].first + spans[0].games - 1));
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

void nf_report_run(struct nf_text *text, const struct nf_setup *setup, const struct nf_span *span)
{
    put_command(text, "run", setup);
    if (span->first != 0)
        nf_text_format(text, " --first %" PRIu64, span->first);
    if (setup->params.detail)
        nf_text_string(text, " --detail");
    nf_text_format(text, " --games %" PRIu64, span->games);
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
    struct nf_tables tables = {0};
    nf_report_statistics(report->tally, &tables);
    nf_tables_terminal(text, &tables);
    nf_tables_free(&tables);
    if (nf_tally_extremes(report->tally) > 0 && nf_extreme_known(&report->tally->extremes[0])) {
        nf_text_string(text, "  ");
        nf_report_replay(text, report->tally->setup, report->tally->extremes[0].index);
        nf_text_string(text, "\n");
    }
    nf_text_string(text, "\n");
    put_totals(text, report);
}
