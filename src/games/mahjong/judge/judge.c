#include "games/mahjong/judge/judge.h"

#include "base/lang.h"
#include "base/shown.h"
#include "core/parting.h"
#include "games/mahjong/rules/format.h"

static const char *const letters[MAHJONG_SEATS] = {"A", "B", "C", "D"};

/* Appends a line: the seat's letter, then what she does, with up to three words behind it. Made by
 * hand, for printf() would take longer than the game. */
static void write_words(struct nf_text *text, unsigned seat, const char *does, const char *a,
                        const char *b, const char *c)
{
    const char *const words[] = {does, a, b, c};
    nf_text_string(text, letters[seat]);
    for (unsigned i = 0; i < sizeof words / sizeof *words && words[i] != NULL; i++) {
        nf_text_bytes(text, " ", 1);
        nf_text_string(text, words[i]);
    }
    nf_text_bytes(text, "\n", 1);
}

static void write_line(struct mahjong_observer *observer, const struct mahjong_table *table,
                       const struct mahjong_news *news)
{
    struct nf_text *const text = ((struct mahjong_scribe *)observer)->text;
    const unsigned seat = news->seat;
    const char *const name = mahjong_name(news->kind);
    (void)table;
    switch (news->what) {
    case MAHJONG_TOLD_DRAW: write_words(text, seat, "IN", name, NULL, NULL); break;
    case MAHJONG_TOLD_DISCARD:
        write_words(text, seat, "OUT", name,
                    news->kind == MAHJONG_KIND_PASS ? letters[news->other] : NULL, NULL);
        break;
    case MAHJONG_TOLD_PONG: write_words(text, seat, "PONG", name, name, name); break;
    case MAHJONG_TOLD_CHOW:
        write_words(text, seat, "CHOW", mahjong_name(news->low), mahjong_name(news->low + 1),
                    mahjong_name(news->low + 2));
        break;
    case MAHJONG_TOLD_RON:
    case MAHJONG_TOLD_SELFDRAWN:
        write_words(text, seat, news->what == MAHJONG_TOLD_RON ? "RON" : "SELFDRAWN", NULL, NULL,
                    NULL);
        write_words(text, seat, "WIN", NULL, NULL, NULL);
        break;
    case MAHJONG_TOLD_WALL_OUT: nf_text_string(text, "DRAW\n"); break;
    }
}

struct mahjong_scribe mahjong_scribe(struct nf_text *text)
{
    return (struct mahjong_scribe){{write_line}, text};
}

enum nf_status mahjong_narrate(const uint8_t wall[MAHJONG_WALL], struct nf_text *transcript,
                               struct mahjong_outcome *outcome, struct nf_error *err)
{
    struct mahjong_memo *const memo = mahjong_thread_memo();
    if (memo == NULL)
        return nf_fail(err, NF_IO, "out of memory");
    struct mahjong_scribe scribe = mahjong_scribe(transcript);
    mahjong_play(memo, wall, transcript != NULL ? &scribe.observer : NULL, outcome);
    return NF_OK;
}

enum nf_status mahjong_judge(const struct nf_input *input, struct nf_text *transcript,
                             struct nf_error *err)
{
    uint8_t wall[MAHJONG_WALL];
    struct mahjong_outcome outcome;
    const enum nf_status status = mahjong_parse(input, wall, err);
    return status == NF_OK ? mahjong_narrate(wall, transcript, &outcome, err) : status;
}

static unsigned sum(const uint32_t *values, unsigned count)
{
    unsigned all = 0;
    while (count > 0)
        all += values[--count];
    return all;
}

static enum nf_status check_form(const struct nf_input *input, const uint8_t wall[MAHJONG_WALL],
                                 struct nf_error *err)
{
    struct nf_text printed = {0};
    mahjong_print(&printed, wall);
    const enum nf_status status = nf_check_bytes(input, &printed, err);
    nf_text_free(&printed);
    return status;
}

static void summarise(const struct nf_input *input, const struct mahjong_outcome *outcome,
                      struct nf_text *report)
{
    nf_shown(report, input->name);
    nf_text_format(report, _(": valid: %d tiles, four of each of %d kinds\n"), MAHJONG_WALL,
                   MAHJONG_KINDS);
    if (outcome->end == MAHJONG_DRAW)
        nf_text_string(report, _("nobody wins"));
    else
        nf_text_format(report, _("%s wins by %s"), letters[outcome->winner],
                       outcome->end == MAHJONG_RON ? "RON" : "SELFDRAWN");
    nf_text_format(report, _(", discards %u, tiles left in the wall %u, pongs %u, chows %u\n"),
                   outcome->discards, MAHJONG_WALL - MAHJONG_DEALT - outcome->draws,
                   sum(outcome->pongs, MAHJONG_SEATS), sum(outcome->chows, MAHJONG_SEATS));
}

enum nf_status mahjong_verify(const struct nf_input *input, struct nf_text *report,
                              struct nf_error *err)
{
    uint8_t wall[MAHJONG_WALL];
    struct mahjong_outcome outcome;
    enum nf_status status = mahjong_parse(input, wall, err);
    if (status == NF_OK)
        status = check_form(input, wall, err);
    if (status == NF_OK)
        status = mahjong_narrate(wall, NULL, &outcome, err);
    if (status == NF_OK)
        summarise(input, &outcome, report);
    return status;
}
