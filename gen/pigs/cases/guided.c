#include "gen/pigs/cases/guided.h"

#include "base/lang.h"
#include "base/owned.h"
#include "base/rng.h"
#include "games/pigs/rules/events.h"
#include "games/pigs/rules/format.h"
#include "judge/fuzz_ops.h"

#include <stdlib.h>

#define SHAPE_ATTEMPT (UINT64_C(1) << 32)
#define STAGE_ATTEMPT (UINT64_C(2) << 32)

/* Profile and number of pigs come from a stream of their own. */
static struct pigs_deal draw_shape(const struct nf_key *key, const struct nf_case_limits *limits)
{
    enum { OFTEN = 8, ONE_IN_LARGE = 16 };
    const struct nf_key other = {key->seed, key->index, key->attempt + SHAPE_ATTEMPT};
    struct nf_dice dice = nf_dice_start(&other);
    uint32_t most = nf_roll(&dice, ONE_IN_LARGE) == 0 ? PIGS_SEATS : OFTEN;
    if (limits->players != 0 && limits->players < most)
        most = limits->players;
    return (struct pigs_deal){.profile = (enum pigs_profile)nf_roll(&dice, PIGS_MAX),
                              .seats = nf_roll_between(&dice, 2, most),
                              .cards = limits->deck};
}

static enum nf_status draw_pigs_case(const struct nf_key *key, const struct nf_case_limits *limits,
                                     struct nf_text *instance, uint64_t *reached,
                                     struct nf_error *err)
{
    if (limits->players == 1 || limits->deck > PIGS_DECK)
        return nf_fail(err, NF_USAGE, "no case fits: a game has 2 to 10 pigs and 1 to 2,000 cards");
    NF_OWNED struct pigs_match *match = malloc(sizeof *match);
    NF_TRY_MEMORY(match != NULL, err);
    const struct pigs_deal deal = draw_shape(key, limits);
    struct pigs_watch watch = pigs_watch();
    pigs_deal(&deal, key, &match->instance);
    *reached = pigs_play(&match->game, &match->instance, &watch.observer) ? watch.reached : 0;
    if (deal.cards == 0 && match->game.drawn < match->instance.cards)
        match->instance.cards = match->game.drawn;
    if (instance != NULL)
        pigs_print(instance, &match->instance);
    return NF_OK;
}

enum nf_status pigs_guide(uint64_t seed, uint64_t index, const struct nf_case_limits *limits,
                          struct nf_text *instance, struct nf_error *err)
{
    static const struct nf_small_cases cases = {PIGS_EVENTS, draw_pigs_case};
    return nf_guide(&cases, seed, index, limits, instance, err);
}

/* ---- bounds of the sizes ---- */

static enum nf_status write_deal(const void *deal, uint64_t seed, uint64_t index,
                                 struct nf_text *instance, struct nf_error *err)
{
    struct nf_key key = {seed, index, STAGE_ATTEMPT};
    NF_OWNED struct pigs_match *match = malloc(sizeof *match);
    NF_TRY_MEMORY(match != NULL, err);
    const bool found = pigs_deal_valid(deal, &key, &match->instance, &match->game);
    if (found)
        pigs_print(instance, &match->instance);
    return found ? NF_OK : nf_fail(err, NF_INTERNAL, "no game of a stage has an end");
}

/* Two pigs who keep all they draw, to be asked for J again and again, until one uses the last card
 * of the deck, an F: hands of a thousand cards, and of J as many against each other. */
static enum nf_status write_kept(const void *plan, uint64_t seed, uint64_t index,
                                 struct nf_text *instance, struct nf_error *err)
{
    struct nf_key key = {seed, index, STAGE_ATTEMPT + 1};
    struct nf_dice dice = nf_dice_start(&key);
    const uint8_t others = nf_roll(&dice, 2) == 0 ? PIGS_D : PIGS_J;
    struct pigs_instance kept = {.seats = 2, .cards = PIGS_DECK, .roles = {PIGS_MAIN, PIGS_REBEL}};
    for (uint32_t seat = 0; seat < kept.seats; seat++)
        for (uint32_t i = 0; i < PIGS_DEALT; i++)
            kept.hands[seat][i] = nf_roll(&dice, 8) == 0 ? others : PIGS_J;
    for (uint32_t i = 0; i < PIGS_DECK; i++)
        kept.deck[i] = nf_roll(&dice, 8) == 0 ? others : PIGS_J;
    kept.deck[PIGS_DECK - 1] = PIGS_F;
    pigs_print(instance, &kept);
    (void)plan;
    (void)err;
    return NF_OK;
}

#define DEAL(...) (&(const struct pigs_deal){__VA_ARGS__})

const struct nf_stage pigs_stages[] = {
    {N_("ten pigs and 2,000 cards"), 60, 50, write_deal, DEAL(PIGS_MAX, PIGS_SEATS, PIGS_DECK)},
    {N_("two pigs and long games"), 80, 50, write_deal, DEAL(PIGS_MAX, 2, 0)},
    {N_("hands of a thousand cards"), 100, 50, write_kept, NULL},
    {.name = NULL},
};
