#include "games/mahjong/rules/format.h"

#include "base/lang.h"
#include "games/mahjong/rules/events.h"

#include <string.h>

_Static_assert((int)MAHJONG_FIRST_HONOUR == 3 * MAHJONG_RANKS, "suits are contiguous");

const char mahjong_kinds[MAHJONG_KINDS][NF_WORD_ROOM] = {
#define X(name) #name,
    MAHJONG_KIND_LIST(X)
#undef X
};

/* The simplest are dealt first: each 1, 9 and honour, which are far from winning. */
#define RUN(suit)                                                                                  \
    MAHJONG_KIND_2##suit, MAHJONG_KIND_3##suit, MAHJONG_KIND_4##suit, MAHJONG_KIND_5##suit,        \
        MAHJONG_KIND_6##suit, MAHJONG_KIND_7##suit, MAHJONG_KIND_8##suit
static const uint8_t simple[MAHJONG_KINDS] = {
    MAHJONG_KIND_1M,
    MAHJONG_KIND_9M,
    MAHJONG_KIND_1P,
    MAHJONG_KIND_9P,
    MAHJONG_KIND_1S,
    MAHJONG_KIND_9S,
    MAHJONG_KIND_E,
    MAHJONG_KIND_S,
    MAHJONG_KIND_W,
    MAHJONG_KIND_N,
    MAHJONG_KIND_B,
    MAHJONG_KIND_F,
    MAHJONG_KIND_Z,
    RUN(M),
    RUN(P),
    RUN(S),
    MAHJONG_KIND_PASS,
    MAHJONG_KIND_REVERSE,
    MAHJONG_KIND_DOUBLE,
};
#undef RUN

const struct nf_vocabulary mahjong_tiles = {
    .words = mahjong_kinds[0],
    .stride = NF_WORD_ROOM,
    .count = MAHJONG_KINDS,
    .name = "TILES",
    .simple = simple,
    .list = N_("1M to 9M, 1P to 9P, 1S to 9S, E S W N B F Z, PASS REVERSE DOUBLE"),
};

static const struct nf_format_field fields[] = {
    {.name = "tile",
     .kind = NF_IS_WORD,
     .what = N_("tile {item} of {items}"),
     .words = &mahjong_tiles,
     .copies = MAHJONG_COPIES,
     .hands = MAHJONG_SEATS,
     .hand = MAHJONG_HAND,
     .times = MAHJONG_WALL,
     .down = true},
    {.name = NULL},
};

static const struct nf_format_lines lines[] = {
    {.name = "wall", .first = fields, .fields = 1},
    {.name = NULL},
};

static const struct nf_format_limit limits[] = {
    {.group = "specials-last",
     .field = fields,
     .without = ((UINT64_C(1) << MAHJONG_SPECIALS) - 1) << MAHJONG_PLAIN,
     .items = MAHJONG_WALL - MAHJONG_SPECIALS * MAHJONG_COPIES},
    {.group = NULL},
};

const struct nf_format mahjong_format = {.fields = fields, .lines = lines, .limits = limits};

void mahjong_print(struct nf_text *text, const uint8_t wall[MAHJONG_WALL])
{
    struct nf_instance made = {.format = &mahjong_format};
    nf_instance_words(&made, wall, MAHJONG_WALL);
    nf_instance_print(text, &made);
    nf_instance_free(&made);
}

/* ---- the transcript ---- */

static const char letters[MAHJONG_SEATS][NF_WORD_ROOM] = {"A", "B", "C", "D"};

static const struct nf_vocabulary seats = {
    .words = letters[0], .stride = NF_WORD_ROOM, .count = MAHJONG_SEATS};

const struct mahjong_wording mahjong_wordings[] = {
    [MAHJONG_NEWS_DRAW] = {MAHJONG_LINE_IN, "draw", N_("%c drew %s")},
    [MAHJONG_NEWS_DISCARD] = {MAHJONG_LINE_OUT, "discard", N_("%c discarded %s")},
    [MAHJONG_NEWS_PONG] = {MAHJONG_LINE_PONG, "pong", N_("%c made a triplet of %s")},
    [MAHJONG_NEWS_CHOW] = {MAHJONG_LINE_CHOW, "chow", N_("%c made a run with %s")},
    [MAHJONG_NEWS_RON] = {MAHJONG_LINE_RON, "ron", N_("%c won with %s")},
    [MAHJONG_NEWS_SELFDRAWN] = {MAHJONG_LINE_SELFDRAWN, "selfdrawn", N_("%c won by drawing %s")},
    [MAHJONG_NEWS_WALL_OUT] = {MAHJONG_LINE_DRAW, "wall-out", N_("the wall is empty")},
};

/* Whether the tiles of a claim are a triplet or a run. */
static bool is_meld(const struct nf_transcript_line *line)
{
    const int64_t *const tiles = line->values + 1;
    const int64_t rise = line->line == MAHJONG_LINE_CHOW;
    if ((line->line != MAHJONG_LINE_PONG && line->line != MAHJONG_LINE_CHOW))
        return true;
    return tiles[1] == tiles[0] + rise && tiles[2] == tiles[1] + rise && tiles[0] < MAHJONG_PLAIN &&
           (rise == 0 || (tiles[0] < MAHJONG_FIRST_HONOUR &&
                          mahjong_rank((unsigned)tiles[0]) + 2 < MAHJONG_RANKS));
}

const struct nf_transcript mahjong_transcript = {
    .lines = (const char *const[]){[MAHJONG_LINE_IN] = "{seat} IN {tile}",
                                   [MAHJONG_LINE_OUT] = "{seat} OUT {tile}",
                                   [MAHJONG_LINE_SKIP] = "{seat} OUT PASS {seat}",
                                   [MAHJONG_LINE_PONG] = "{seat} PONG {tile} {tile} {tile}",
                                   [MAHJONG_LINE_CHOW] = "{seat} CHOW {tile} {tile} {tile}",
                                   [MAHJONG_LINE_RON] = "{seat} RON",
                                   [MAHJONG_LINE_SELFDRAWN] = "{seat} SELFDRAWN",
                                   [MAHJONG_LINE_WIN] = "{seat} WIN",
                                   [MAHJONG_LINE_DRAW] = "DRAW",
                                   NULL},
    .slots = (const struct nf_slot[]){{.name = "seat", .words = &seats},
                                      {.name = "tile", .words = &mahjong_tiles},
                                      {.name = NULL}},
    .holds = is_meld,
};

/* ---- the outcome record ---- */

void mahjong_pack(const struct mahjong_outcome *outcome, uint32_t words[MAHJONG_WORDS])
{
    words[0] = outcome->end | outcome->winner << 2 | outcome->dealt_in << 4 | outcome->tile << 6 |
               outcome->discards << 12 | outcome->draws << 20;
    words[1] = words[2] = 0;
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++)
        words[1] |= outcome->pongs[seat] << 4 * seat | outcome->chows[seat] << (16 + 4 * seat);
    for (unsigned special = 0; special < MAHJONG_SPECIALS; special++)
        words[2] |= outcome->specials[special] << 4 * special;
    words[3] = outcome->course;
}

void mahjong_unpack(const uint32_t words[MAHJONG_WORDS], struct mahjong_outcome *outcome)
{
    outcome->end = words[0] & 3;
    outcome->winner = words[0] >> 2 & 3;
    outcome->dealt_in = words[0] >> 4 & 3;
    outcome->tile = words[0] >> 6 & 63;
    outcome->discards = words[0] >> 12 & 255;
    outcome->draws = words[0] >> 20 & 255;
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++) {
        outcome->pongs[seat] = words[1] >> 4 * seat & 15;
        outcome->chows[seat] = words[1] >> (16 + 4 * seat) & 15;
    }
    for (unsigned special = 0; special < MAHJONG_SPECIALS; special++)
        outcome->specials[special] = words[2] >> 4 * special & 15;
    outcome->course = words[3];
}

/* ---- the judge's program ---- */

/* An observer that writes the transcript. If memory runs out, it sets text->failed. */
struct transcriber {
    struct mahjong_observer observer;
    struct nf_text *text;
};

static void print_mahjong_line(struct mahjong_observer *observer,
                               const struct nf_transcript_line *line)
{
    nf_transcript_print_line(&mahjong_transcript, line, ((struct transcriber *)observer)->text);
}

static void write_line(struct mahjong_observer *observer, const struct mahjong_table *table,
                       const struct mahjong_news *news)
{
    const int64_t seat = news->seat;
    int64_t tile = news->kind, rise = 0;
    struct nf_transcript_line line = {.line = (int)mahjong_wordings[news->what].line};
    (void)table;
    if (line.line == MAHJONG_LINE_OUT && tile == MAHJONG_KIND_PASS) {
        line.line = MAHJONG_LINE_SKIP;
        tile = news->other;
    } else if (line.line == MAHJONG_LINE_CHOW) {
        tile = news->low;
        rise = 1;
    }
    const int64_t values[] = {seat, tile, tile + rise, tile + 2 * rise};
    memcpy(line.values, values, sizeof values);
    print_mahjong_line(observer, &line);
    if (line.line == MAHJONG_LINE_RON || line.line == MAHJONG_LINE_SELFDRAWN) {
        line.line = MAHJONG_LINE_WIN;
        print_mahjong_line(observer, &line);
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
