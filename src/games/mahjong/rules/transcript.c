#include "games/mahjong/rules/transcript.h"

#include "base/lang.h"

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
