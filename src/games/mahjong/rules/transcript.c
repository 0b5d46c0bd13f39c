#include "games/mahjong/rules/transcript.h"

#include "games/mahjong/rules/mahjong.h"

static int find_seat(const void *game, const char *word, size_t length)
{
    (void)game;
    return length == 1 && *word >= 'A' && *word < 'A' + MAHJONG_SEATS ? *word - 'A' : -1;
}

static const char *word_of_seat(const void *game, int64_t seat, size_t *length)
{
    (void)game;
    *length = 1;
    return &"ABCD"[seat];
}

static int find_tile(const void *game, const char *word, size_t length)
{
    (void)game;
    return mahjong_find_kind(word, length);
}

static const char *word_of_tile(const void *game, int64_t tile, size_t *length)
{
    (void)game;
    *length = mahjong_kinds[tile].name_length;
    return mahjong_kinds[tile].name;
}

/* Whether the tiles of a claim are a triplet or a run. */
static bool is_meld(const struct nf_told *told)
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
    .slots = (const struct nf_slot[]){{.name = "seat", .find = find_seat, .word = word_of_seat},
                                      {.name = "tile", .find = find_tile, .word = word_of_tile},
                                      {.name = NULL}},
    .holds = is_meld,
};
