#include "gen/cirno/cases/guided_internal.h"

#include "base/lang.h"
#include "base/owned.h"
#include "games/cirno/rules/format.h"
#include "gen/cirno/cases/guided.h"
#include "gen/cirno/cases/suite_deal.h"

#include <stdlib.h>
#include <string.h>

/* ---- guided cases of a shape ---- */

static enum nf_status write_shaped(const void *shape, uint64_t seed, uint64_t index,
                                   struct nf_text *instance, struct nf_error *err)
{
    return cirno_guide_shaped(seed, index, NULL, shape, instance, err);
}

/* Decks behind the sizes that buffers often have. */
static enum nf_status write_long_deck(const void *plan, uint64_t seed, uint64_t index,
                                      struct nf_text *instance, struct nf_error *err)
{
    static const uint32_t more[] = {100, 256, 500, 1000, 2000, CIRNO_GUIDE_MORE};
    const struct nf_key key = {seed, index, CIRNO_STAGE_STREAM};
    struct nf_dice dice = nf_dice_start(&key);
    const struct cirno_guide_shape shape = {.more =
                                                more[nf_roll(&dice, sizeof more / sizeof more[0])]};
    (void)plan;
    return cirno_guide_shaped(seed, index, NULL, &shape, instance, err);
}

/* ---- the largest games ---- */

enum { ATTEMPTS = 100 /* hardly ever more than one */ };
#define NAME_ATTEMPT (CIRNO_STAGE_STREAM + ATTEMPTS)

/* Names as long as they may be, each with its seat in front. */
struct long_names {
    char text[CIRNO_MAX_PLAYERS][CIRNO_MAX_NAME];
    struct nf_name names[CIRNO_MAX_PLAYERS];
};

static void make_long_names(uint64_t seed, uint64_t index, struct long_names *made)
{
    enum { LETTERS = 26 };
    const struct nf_key key = {seed, index, NAME_ATTEMPT};
    struct nf_dice dice = nf_dice_start(&key);
    for (uint32_t seat = 0; seat < CIRNO_MAX_PLAYERS; seat++) {
        made->text[seat][0] = (char)('A' + seat % LETTERS);
        made->text[seat][1] = (char)('a' + seat / LETTERS);
        for (uint32_t i = 2; i < CIRNO_MAX_NAME; i++)
            made->text[seat][i] = (char)('a' + nf_roll(&dice, LETTERS));
        made->names[seat] = (struct nf_name){made->text[seat], CIRNO_MAX_NAME};
    }
}

/* Cards are drawn at random, but for those that end a round in time. A single round, some 299,860
 * turns, is played by long names: whoever recurses in each turn needs as many frames, and the
 * transcript has 12 MB. */
static enum nf_status write_largest(const void *of, uint64_t seed, uint64_t index,
                                    struct nf_text *instance, struct nf_error *err)
{
    const struct cirno_dense_plan *const plan = of;
    const size_t hand_cards = (size_t)plan->players * CIRNO_HAND;
    NF_OWNED uint8_t *cards = malloc(hand_cards + plan->deck);
    NF_TRY_MEMORY(cards != NULL, err);
    struct cirno_dense dense = {.hands = cards, .deck = cards + hand_cards};
    bool dealt = false;
    for (uint64_t attempt = 0; !dealt && attempt < ATTEMPTS; attempt++) {
        const struct nf_key key = {seed, index, CIRNO_STAGE_STREAM + attempt};
        struct nf_dice dice = nf_dice_start(&key);
        dealt = cirno_dense_deal(plan, &dice, &dense);
    }
    if (!dealt)
        return nf_fail(err, NF_INTERNAL, "a deck of %u cards cannot be dealt", plan->deck);
    struct long_names names;
    make_long_names(seed, index, &names);
    cirno_print(instance,
                &(const struct cirno_instance){plan->players, plan->rounds, dense.deck_size,
                                               dense.hands, dense.deck},
                plan->rounds == 1 ? names.names : cirno_seat_names);
    return NF_OK;
}

/* ---- the lowest p ---- */

/* One player who holds nothing but B9 until p is the lowest there is, in each of all rounds. She
 * starts each with three of them, E99 takes p back to 99, and with A99 alone she loses. */
static enum nf_status write_lowest(const void *plan, uint64_t seed, uint64_t index,
                                   struct nf_text *instance, struct nf_error *err)
{
    enum { FALL = (CIRNO_P_BOUND - 1) / 9, HELD = CIRNO_HAND - 1 };
    enum { ROUND = FALL + HELD + 1 + CIRNO_HAND, CARDS = CIRNO_MAX_ROUNDS * ROUND + CIRNO_HAND };
    _Static_assert(FALL * 9 == CIRNO_P_BOUND - 1, "p gets as low as it may");
    _Static_assert(CARDS - CIRNO_HAND <= CIRNO_MAX_DECK, "a deck has them");
    NF_OWNED uint8_t *cards = malloc(CARDS);
    NF_TRY_MEMORY(cards != NULL, err);
    memset(cards, CIRNO_B9, CARDS);
    for (uint8_t *round = cards; round < cards + CARDS - CIRNO_HAND; round += ROUND) {
        round[FALL + HELD] = CIRNO_E99;
        memset(round + FALL + HELD + 1, CIRNO_A99, CIRNO_HAND);
    }
    struct long_names names;
    make_long_names(seed, index, &names);
    const struct cirno_instance game = {1, CIRNO_MAX_ROUNDS, CARDS - CIRNO_HAND, cards,
                                        cards + CIRNO_HAND};
    cirno_print(instance, &game, names.names);
    (void)plan;
    return NF_OK;
}

_Static_assert(CIRNO_MAX_PLAYERS == 30 && CIRNO_MAX_DECK == 300000, "as the names say");

#define SHAPE(...) (&(const struct cirno_guide_shape){__VA_ARGS__})
#define LARGEST(...)                                                                               \
    (&(const struct cirno_dense_plan){                                                             \
        .players = CIRNO_MAX_PLAYERS, .deck = CIRNO_MAX_DECK, .full = true, __VA_ARGS__})

const struct nf_stage cirno_stages[] = {
    {N_("all 30 players"), 60, 50, write_shaped, SHAPE(.full_table = true)},
    {N_("exact decks"), 70, 50, write_shaped, SHAPE(.exact = true)},
    {N_("long decks"), 80, 50, write_long_deck, NULL},
    {N_("300,000 cards"), 90, 10000, write_largest,
     LARGEST(.rounds = CIRNO_MAX_ROUNDS, .longest = 60)},
    {N_("300,000 cards drawn"), 100, 10000, write_largest, LARGEST(.rounds = CIRNO_MAX_ROUNDS)},
    {N_("one round of 300,000 cards"), 95, 10000, write_largest, LARGEST(.rounds = 1)},
    {N_("p down to -9,999"), 105, 10000, write_lowest, NULL},
    {.name = NULL},
};
