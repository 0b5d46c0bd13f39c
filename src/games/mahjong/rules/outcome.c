#include "games/mahjong/rules/mahjong.h"

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
