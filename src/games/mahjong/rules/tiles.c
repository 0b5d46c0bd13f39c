#include "games/mahjong/rules/tiles.h"

_Static_assert((int)MAHJONG_FIRST_HONOUR == 3 * MAHJONG_RANKS, "suits are contiguous");

const char mahjong_kinds[MAHJONG_KINDS][NF_WORD_ROOM] = {
#define X(name) #name,
    MAHJONG_KIND_LIST(X)
#undef X
};
