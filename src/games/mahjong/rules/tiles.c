#include "games/mahjong/rules/tiles.h"

#include <string.h>

_Static_assert((int)MAHJONG_FIRST_HONOUR == 3 * MAHJONG_RANKS, "suits are contiguous");

const struct mahjong_kind_info mahjong_kinds[MAHJONG_KINDS] = {
#define X(name) {#name, sizeof #name - 1},
    MAHJONG_KIND_LIST(X)
#undef X
};

int mahjong_find_kind(const char *name, size_t length)
{
    for (int kind = 0; kind < MAHJONG_KINDS; kind++)
        if (mahjong_kinds[kind].name_length == length &&
            memcmp(mahjong_kinds[kind].name, name, length) == 0)
            return kind;
    return -1;
}
