#include "games/cirno/judged/shrink.h"

#include "base/lang.h"
#include "games/cirno/rules/format.h"
#include "games/cirno/rules/walk.h"

/* ---- the cards a game takes ---- */

struct deck {
    const uint8_t *cards;
    uint32_t size;
};

static unsigned choose_shrunk(void *client, const struct cirno_walk *walk)
{
    (void)client;
    return cirno_choose(walk->table.hands[walk->table.seat], walk->table.p, walk->table.doubled);
}

/* The next card, or behind the last one a filler, up to the longest deck there is. */
static unsigned draw_or_fill(void *client, const struct cirno_walk *walk)
{
    const struct deck *const deck = client;
    return walk->used < deck->size       ? deck->cards[walk->used]
           : walk->used < CIRNO_MAX_DECK ? CIRNO_A99
                                         : CIRNO_CARDS;
}

static uint32_t takes(struct nf_instance *candidate)
{
    static const struct cirno_callbacks callbacks = {choose_shrunk, draw_or_fill, NULL};
    const struct cirno_instance game = cirno_instance_of(candidate);
    struct deck deck = {game.deck, game.deck_size};
    struct cirno_walk walk = cirno_walk_open(game.players, game.hands);
    for (; walk.round < game.rounds; walk.round++)
        if (cirno_walk_round(&callbacks, &deck, &walk) != CIRNO_COMPLETE)
            return UINT32_MAX;
    return walk.used;
}

const struct nf_smaller cirno_smaller = {.takes = takes, .start = cirno_start};

void cirno_size(const struct nf_instance *read, struct nf_text *words)
{
    const struct cirno_instance game = cirno_instance_of(read);
    nf_text_format(words, P_("%u player", "%u players", game.players), game.players);
    nf_text_format(words, P_(", %u round", ", %u rounds", game.rounds), game.rounds);
    nf_text_format(words, P_(", %u deck card", ", %u deck cards", game.deck_size), game.deck_size);
}
