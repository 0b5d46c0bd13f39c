#include "games/mahjong/rules/judge.h"

#include "base/lang.h"
#include "games/mahjong/rules/events.h"
#include "games/mahjong/rules/format.h"

#include <string.h>

/* An observer that writes the transcript. If memory runs out, it sets text->failed. */
struct transcriber {
    struct mahjong_observer observer;
    struct nf_text *text;
};

static void print_mahjong_line(struct mahjong_observer *observer,
                               const struct nf_transcript_line *told)
{
    nf_transcript_print_line(&mahjong_transcript, told, ((struct transcriber *)observer)->text);
}

static void write_line(struct mahjong_observer *observer, const struct mahjong_table *table,
                       const struct mahjong_news *news)
{
    const int64_t seat = news->seat;
    int64_t tile = news->kind, rise = 0;
    struct nf_transcript_line told = {.line = (int)mahjong_tellings[news->what].line};
    (void)table;
    if (told.line == MAHJONG_LINE_OUT && tile == MAHJONG_KIND_PASS) {
        told.line = MAHJONG_LINE_SKIP;
        tile = news->other;
    } else if (told.line == MAHJONG_LINE_CHOW) {
        tile = news->low;
        rise = 1;
    }
    const int64_t values[] = {seat, tile, tile + rise, tile + 2 * rise};
    memcpy(told.values, values, sizeof values);
    print_mahjong_line(observer, &told);
    if (told.line == MAHJONG_LINE_RON || told.line == MAHJONG_LINE_SELFDRAWN) {
        told.line = MAHJONG_LINE_WIN;
        print_mahjong_line(observer, &told);
    }
}

enum nf_status mahjong_narrate(const uint8_t wall[MAHJONG_WALL], struct nf_text *transcript,
                               struct mahjong_outcome *outcome, struct nf_error *err)
{
    struct mahjong_memo *const memo = mahjong_thread_memo();
    NF_TRY_MEMORY(memo != NULL, err);
    struct transcriber transcriber = {{write_line}, transcript};
    mahjong_play(memo, wall, transcript != NULL ? &transcriber.observer : NULL, outcome);
    return NF_OK;
}

static enum nf_status judge_mahjong(const struct nf_match *match, struct nf_text *transcript,
                                    uint64_t *reached, struct nf_error *err)
{
    _Static_assert((int)MAHJONG_EVENTS <= (int)NF_MAX_EVENTS, "events fit");
    if (reached == NULL)
        return mahjong_narrate(match->game, transcript, match->course, err);
    struct mahjong_memo *const memo = mahjong_thread_memo();
    struct mahjong_memo *const quick = mahjong_thread_quick_memo();
    NF_TRY_MEMORY(memo != NULL && quick != NULL, err);
    struct transcriber transcriber = {{write_line}, transcript};
    struct mahjong_watch watch =
        mahjong_watch(quick, transcript != NULL ? &transcriber.observer : NULL, reached);
    mahjong_play(memo, match->game, &watch.observer, match->course);
    return NF_OK;
}

/* ---- verify ---- */

static unsigned sum(const uint32_t *values, unsigned count)
{
    unsigned all = 0;
    while (count > 0)
        all += values[--count];
    return all;
}

void mahjong_summarise(const struct nf_match *match, struct nf_text *report)
{
    const struct mahjong_outcome *const outcome = match->course;
    nf_text_format(report, _(": valid: %d tiles, four of each of %d kinds\n"), MAHJONG_WALL,
                   MAHJONG_KINDS);
    if (outcome->end == MAHJONG_DRAW)
        nf_text_string(report, _("nobody wins"));
    else
        nf_text_format(report, _("%s wins by %s"),
                       (const char[]){(char)('A' + outcome->winner), '\0'},
                       outcome->end == MAHJONG_RON ? "RON" : "SELFDRAWN");
    nf_text_format(report, _(", discards %u, tiles left in the wall %u, pongs %u, chows %u\n"),
                   outcome->discards, MAHJONG_WALL - MAHJONG_DEALT - outcome->draws,
                   sum(outcome->pongs, MAHJONG_SEATS), sum(outcome->chows, MAHJONG_SEATS));
}

enum { DRAWS, DISCARDS, MELDS };

const struct nf_measure mahjong_measures[] = {
    [DRAWS] = {.name = N_("draws after the deal"), .low = 0, .high = MAHJONG_WALL - MAHJONG_DEALT},
    [DISCARDS] = {.name = N_("discards"), .high = 0},
    [MELDS] = {.name = N_("melds of a player"), .low = 0, .high = MAHJONG_MAX_MELDS},
    {.name = NULL},
};

void mahjong_measure(const struct nf_match *match, struct nf_measured ranges[NF_MAX_MEASURES])
{
    const struct mahjong_outcome *const outcome = match->course;
    ranges[DRAWS] = (struct nf_measured){outcome->draws, outcome->draws};
    ranges[DISCARDS] = (struct nf_measured){outcome->discards, outcome->discards};
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++) {
        const uint64_t melds = outcome->pongs[seat] + outcome->chows[seat];
        struct nf_measured *const range = &ranges[MELDS];
        range->low = melds < range->low ? melds : range->low;
        range->high = melds > range->high ? melds : range->high;
    }
}

const struct nf_rules mahjong_rules = {
    .format = &mahjong_format,
    .game_size = MAHJONG_WALL,
    .course_size = sizeof(struct mahjong_outcome),
    .play = judge_mahjong,
};
