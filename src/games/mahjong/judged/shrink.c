/* A wall always has all 148 tiles, so its size is how many of them are out of order. In order every
 * player is dealt one tile of each 1, 9 and honour, which are far from winning, and the others
 * follow: 2M 2M 2M 2M 3M .. 8S, then the special tiles. */
#include "games/mahjong/judged/fuzzing.h"

#include "base/lang.h"
#include "games/mahjong/judged/position.h"
#include "games/mahjong/rules/format.h"
#include "judge/format/shrink.h"

/* Writes all tiles that a player has before a line, in hand and melds, to `tiles`, if these are as
 * many as she is dealt. */
static bool take_hand(const struct mahjong_position *position, unsigned seat,
                      uint8_t tiles[MAHJONG_HAND])
{
    unsigned all[MAHJONG_KINDS], held = 0;
    for (unsigned kind = 0; kind < MAHJONG_KINDS; kind++)
        all[kind] = position->table.hands[seat][kind];
    for (unsigned meld = 0; meld < position->table.melds[seat]; meld++) {
        const struct mahjong_laid *const laid = &position->laid[seat][meld];
        for (unsigned i = 0; i < 3; i++)
            all[laid->low + (laid->run ? i : 0)]++;
    }
    for (unsigned kind = 0; kind < MAHJONG_KINDS; kind++)
        for (; all[kind] > 0 && held < MAHJONG_HAND; all[kind]--)
            tiles[held++] = (uint8_t)kind;
    return held == MAHJONG_HAND;
}

/* Deals the hands as they are before a player draws, so that the game starts with it: she becomes
 * A, and the others follow in the direction of play. */
static bool deal_from_hands(const struct nf_instance *from, uint64_t line, uint32_t way,
                            struct nf_instance *made)
{
    uint8_t hands[MAHJONG_SEATS][MAHJONG_HAND];
    struct mahjong_position position;
    if (way > 0)
        return false;
    if (!mahjong_positions(&position, from->words, line, NULL, NULL)) {
        made->failed = true;
        return false;
    }
    if (position.ended || position.news.what != MAHJONG_TOLD_DRAW ||
        position.table.drawn <= MAHJONG_DEALT)
        return false;
    for (unsigned i = 0; i < MAHJONG_SEATS; i++)
        if (!take_hand(&position, (position.news.seat + i * position.table.step) % MAHJONG_SEATS,
                       hands[i]))
            return false;
    for (unsigned tile = 0; tile < MAHJONG_HAND; tile++)
        for (unsigned i = 0; i < MAHJONG_SEATS; i++)
            nf_instance_words(made, &hands[i][tile], 1);
    nf_instance_words(made, from->words + position.table.drawn,
                      MAHJONG_WALL - position.table.drawn);
    return true;
}

const struct nf_smaller mahjong_smaller = {.start = deal_from_hands};

void mahjong_size(const struct nf_instance *read, struct nf_text *words)
{
    const unsigned odd = (unsigned)nf_instance_size(read).weight;
    nf_text_format(words, P_("%u tile out of order", "%u tiles out of order", odd), odd);
}
