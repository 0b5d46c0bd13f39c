#include "gen/cirno/guide_stages.h"

#include "base/lang.h"
#include "games/cirno/rules/format.h"
#include "gen/cirno/guided.h"
#include "gen/cirno/suite_deal.h"

#include <stdlib.h>
#include <string.h>

/* ---- guided cases of a shape ---- */

static enum nf_status write_full_table(uint64_t seed, uint64_t index, struct nf_text *instance,
                                       struct nf_error *err)
{
    static const struct cirno_guide_shape shape = {.full_table = true};
    return cirno_guide_shaped(seed, index, NULL, &shape, instance, err);
}

static enum nf_status write_exact(uint64_t seed, uint64_t index, struct nf_text *instance,
                                  struct nf_error *err)
{
    static const struct cirno_guide_shape shape = {.exact = true};
    return cirno_guide_shaped(seed, index, NULL, &shape, instance, err);
}

/* Decks behind the sizes that buffers often have. */
static enum nf_status write_long_deck(uint64_t seed, uint64_t index, struct nf_text *instance,
                                      struct nf_error *err)
{
    static const uint32_t more[] = {100, 256, 500, 1000, 2000, CIRNO_GUIDE_MORE};
    const struct nf_key key = {seed, index, CIRNO_STAGE_STREAM};
    struct nf_dice dice = nf_dice_start(&key);
    const struct cirno_guide_shape shape = {.more =
                                                more[nf_roll(&dice, sizeof more / sizeof more[0])]};
    return cirno_guide_shaped(seed, index, NULL, &shape, instance, err);
}

/* ---- the largest games ---- */

static enum nf_status write_largest(uint64_t seed, uint64_t index,
                                    const struct cirno_dense_plan *plan, struct nf_text *instance,
                                    struct nf_error *err)
{
    const size_t hand_cards = (size_t)plan->players * CIRNO_HAND;
    uint8_t *const cards = malloc(hand_cards + plan->deck);
    if (cards == NULL)
        return nf_fail(err, NF_IO, "out of memory for a deck of %u cards", plan->deck);
    struct cirno_dense dense = {.hands = cards, .deck = cards + hand_cards};
    enum { ATTEMPTS = 100 }; /* hardly ever more than one */
    bool dealt = false;
    for (uint64_t attempt = 0; !dealt && attempt < ATTEMPTS; attempt++) {
        const struct nf_key key = {seed, index, CIRNO_STAGE_STREAM + attempt};
        struct nf_dice dice = nf_dice_start(&key);
        dealt = cirno_dense_deal(plan, &dice, &dense);
    }
    const struct cirno_instance game = {plan->players, plan->rounds, dense.deck_size, dense.hands,
                                        dense.deck};
    if (dealt)
        cirno_print(instance, &game, cirno_seat_names);
    free(cards);
    if (!dealt)
        return nf_fail(err, NF_INTERNAL, "a deck of %u cards cannot be dealt", plan->deck);
    return instance->failed ? nf_fail(err, NF_IO, "out of memory for a case") : NF_OK;
}

/* Cards are drawn at random, but for those that end a round in time. */
static enum nf_status write_short_rounds(uint64_t seed, uint64_t index, struct nf_text *instance,
                                         struct nf_error *err)
{
    static const struct cirno_dense_plan plan = {.players = CIRNO_MAX_PLAYERS,
                                                 .rounds = CIRNO_MAX_ROUNDS,
                                                 .deck = CIRNO_MAX_DECK,
                                                 .longest = 60,
                                                 .full = true};
    return write_largest(seed, index, &plan, instance, err);
}

static enum nf_status write_long_rounds(uint64_t seed, uint64_t index, struct nf_text *instance,
                                        struct nf_error *err)
{
    static const struct cirno_dense_plan plan = {.players = CIRNO_MAX_PLAYERS,
                                                 .rounds = CIRNO_MAX_ROUNDS,
                                                 .deck = CIRNO_MAX_DECK,
                                                 .full = true};
    return write_largest(seed, index, &plan, instance, err);
}

_Static_assert(CIRNO_MAX_PLAYERS == 30 && CIRNO_MAX_DECK == 300000, "as the names say");

const struct nf_stage cirno_stages[] = {
    {N_("all 30 players"), 60, 50, write_full_table},
    {N_("exact decks"), 70, 50, write_exact},
    {N_("long decks"), 80, 50, write_long_deck},
    {N_("300,000 cards"), 90, 10000, write_short_rounds},
    {N_("300,000 cards drawn"), 100, 10000, write_long_rounds},
    {NULL, 0, 0, NULL},
};
