#include "tests/unit/games/mahjong/mahjong_naive.h"

#include "games/mahjong/simulated/module.h"
#include "judge/judge.h"
#include "tests/unit/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((noreturn)) static void give_up(const char *what, const char *text)
{
    fprintf(stderr, "%s: '%s'\n", what, text);
    abort();
}

enum nf_status mahjong_test_read(const struct nf_input *input, uint8_t wall[MAHJONG_WALL],
                                 struct nf_error *err)
{
    struct nf_match match;
    const enum nf_status status = nf_match_open(&match, mahjong_game.rules, input, err);
    if (status != NF_OK)
        return status;
    memcpy(wall, match.game, MAHJONG_WALL);
    nf_match_close(&match);
    return NF_OK;
}

void mahjong_test_hand(const char *text, uint8_t count[MAHJONG_KINDS])
{
    uint8_t tiles[MAHJONG_WALL];
    memset(count, 0, MAHJONG_KINDS);
    for (unsigned left = nf_test_words(&mahjong_tiles, text, tiles, MAHJONG_WALL); left > 0; left--)
        count[tiles[left - 1]]++;
}

void mahjong_test_fill(uint8_t wall[MAHJONG_WALL], unsigned size)
{
    unsigned left[MAHJONG_KINDS];
    for (unsigned kind = 0; kind < MAHJONG_KINDS; kind++)
        left[kind] = MAHJONG_COPIES;
    for (unsigned i = 0; i < size; i++)
        if (left[wall[i]]-- == 0)
            give_up("a fifth tile of a kind", mahjong_kinds[wall[i]]);
    for (unsigned kind = 0; kind < MAHJONG_KINDS; kind++)
        for (; left[kind] > 0; left[kind]--)
            wall[size++] = (uint8_t)kind;
}

void mahjong_test_wall(const char *const hands[MAHJONG_SEATS], const char *draws,
                       uint8_t wall[MAHJONG_WALL])
{
    unsigned size = MAHJONG_DEALT;
    for (unsigned seat = 0; seat < MAHJONG_SEATS; seat++) {
        uint8_t hand[MAHJONG_HAND];
        const char *const text = hands[seat] != NULL ? hands[seat] : MAHJONG_ORPHAN_HAND;
        if (nf_test_words(&mahjong_tiles, text, hand, MAHJONG_HAND) != MAHJONG_HAND)
            give_up("not thirteen tiles", text);
        for (unsigned i = 0; i < MAHJONG_HAND; i++)
            wall[i * MAHJONG_SEATS + seat] = hand[i];
    }
    size += nf_test_words(&mahjong_tiles, draws, wall + size, MAHJONG_WALL - size);
    mahjong_test_fill(wall, size);
}

void mahjong_test_random_hand(uint64_t *random, unsigned tiles, unsigned spread,
                              uint8_t count[MAHJONG_KINDS])
{
    /* Kinds in a row, so that runs come up as well as triplets; enough of them for the tiles. */
    const unsigned least = (tiles + MAHJONG_COPIES - 1) / MAHJONG_COPIES;
    const unsigned kinds = spread < least ? least : spread;
    const unsigned first = nf_test_between(random, 0, MAHJONG_KINDS - kinds);
    memset(count, 0, MAHJONG_KINDS);
    while (tiles > 0) {
        const unsigned kind = first + nf_test_between(random, 0, kinds - 1);
        if (count[kind] < MAHJONG_COPIES) {
            count[kind]++;
            tiles--;
        }
    }
}

/* Whether `wanted` melds can be taken out, of kinds from `from` on: there is no need to come back
 * to a lower one. */
static bool holds_melds(uint8_t count[MAHJONG_KINDS], unsigned wanted, unsigned from)
{
    bool found = wanted == 0;
    for (unsigned kind = from; kind < MAHJONG_PLAIN && !found; kind++) {
        if (count[kind] >= 3) {
            count[kind] = (uint8_t)(count[kind] - 3);
            found = holds_melds(count, wanted - 1, kind);
            count[kind] = (uint8_t)(count[kind] + 3);
        }
        const bool begins = kind < MAHJONG_FIRST_HONOUR && mahjong_rank(kind) + 2 < MAHJONG_RANKS;
        if (!found && begins && count[kind] > 0 && count[kind + 1] > 0 && count[kind + 2] > 0) {
            for (unsigned i = 0; i < 3; i++)
                count[kind + i]--;
            found = holds_melds(count, wanted - 1, kind);
            for (unsigned i = 0; i < 3; i++)
                count[kind + i]++;
        }
    }
    return found;
}

/* Whether some of the tiles are 4-n melds and a pair. */
static bool holds_win(const uint8_t count[MAHJONG_KINDS], unsigned melds)
{
    uint8_t left[MAHJONG_KINDS];
    memcpy(left, count, sizeof left);
    for (unsigned kind = 0; kind < MAHJONG_PLAIN; kind++) {
        if (left[kind] < 2)
            continue;
        left[kind] = (uint8_t)(left[kind] - 2);
        if (holds_melds(left, MAHJONG_MAX_MELDS - melds, 0))
            return true;
        left[kind] = (uint8_t)(left[kind] + 2);
    }
    return false;
}

static bool add_tiles(uint8_t count[MAHJONG_KINDS], unsigned melds, unsigned extra, unsigned from)
{
    if (extra == 0)
        return holds_win(count, melds);
    for (unsigned kind = from; kind < MAHJONG_PLAIN; kind++) {
        if (count[kind] == MAHJONG_COPIES)
            continue;
        count[kind]++;
        const bool found = add_tiles(count, melds, extra - 1, kind);
        count[kind]--;
        if (found)
            return true;
    }
    return false;
}

bool mahjong_naive_within(const uint8_t count[MAHJONG_KINDS], unsigned melds, unsigned extra)
{
    uint8_t with[MAHJONG_KINDS];
    memcpy(with, count, sizeof with);
    return add_tiles(with, melds, extra, 0);
}
