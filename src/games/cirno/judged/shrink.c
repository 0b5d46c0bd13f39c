#include "games/cirno/judged/shrink.h"

#include "base/lang.h"
#include "games/cirno/rules/choices.h"
#include "games/cirno/rules/format.h"

/* ---- the cards a game takes ---- */

/* The next card, or behind the last one a filler, up to the longest deck there is. */
static unsigned draw_or_fill(void *client, const struct cirno_walk *walk)
{
    const struct cirno_given *const given = client;
    return walk->used < given->cards     ? given->deck[walk->used]
           : walk->used < CIRNO_MAX_DECK ? CIRNO_A99
                                         : CIRNO_CARDS;
}

static uint32_t takes(struct nf_instance *candidate)
{
    static const struct cirno_callbacks callbacks = {cirno_given_choose, draw_or_fill, NULL};
    const struct cirno_instance game = cirno_instance_of(candidate);
    struct cirno_given given = cirno_given(&game);
    struct cirno_walk walk = cirno_walk_open(game.players, game.hands);
    for (; walk.round < game.rounds; walk.round++)
        if (cirno_walk_round(&callbacks, &given, &walk) != CIRNO_COMPLETE)
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
