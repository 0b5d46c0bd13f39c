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
