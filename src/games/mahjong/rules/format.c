#include "games/mahjong/rules/format.h"

#include "base/lang.h"

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

const struct mahjong_telling mahjong_tellings[] = {
    [MAHJONG_TOLD_DRAW] = {MAHJONG_LINE_IN, "draw", N_("%c drew %s")},
    [MAHJONG_TOLD_DISCARD] = {MAHJONG_LINE_OUT, "discard", N_("%c discarded %s")},
    [MAHJONG_TOLD_PONG] = {MAHJONG_LINE_PONG, "pong", N_("%c made a triplet of %s")},
    [MAHJONG_TOLD_CHOW] = {MAHJONG_LINE_CHOW, "chow", N_("%c made a run with %s")},
    [MAHJONG_TOLD_RON] = {MAHJONG_LINE_RON, "ron", N_("%c won with %s")},
    [MAHJONG_TOLD_SELFDRAWN] = {MAHJONG_LINE_SELFDRAWN, "selfdrawn", N_("%c won by drawing %s")},
    [MAHJONG_TOLD_WALL_OUT] = {MAHJONG_LINE_DRAW, "wall-out", N_("the wall is empty")},
};

/* Whether the tiles of a claim are a triplet or a run. */
static bool is_meld(const struct nf_transcript_line *told)
{
    const int64_t *const tiles = told->values + 1;
    const int64_t rise = told->line == MAHJONG_LINE_CHOW;
    if ((told->line != MAHJONG_LINE_PONG && told->line != MAHJONG_LINE_CHOW))
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
