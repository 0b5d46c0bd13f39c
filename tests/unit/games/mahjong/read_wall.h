/* Reading a wall in tests. */
#ifndef NF_TEST_READ_WALL_H
#define NF_TEST_READ_WALL_H

#include "core/format/judge.h"
#include "games/mahjong/module.h"
#include "games/mahjong/rules/mahjong.h"

#include <string.h>

static inline enum nf_status mahjong_test_read(const struct nf_input *input,
                                               uint8_t wall[MAHJONG_WALL], struct nf_error *err)
{
    struct nf_match match;
    const enum nf_status status = nf_match_open(&match, &mahjong_game, input, err);
    if (status != NF_OK)
        return status;
    memcpy(wall, match.game, MAHJONG_WALL);
    nf_match_close(&match);
    return NF_OK;
}

#endif
