#include "games/pigs/simulated/module.h"

#include "base/lang.h"
#include "games/pigs/rules/events.h"
#include "games/pigs/simulated/kernels/kernels.h"
#include "sim/kernel.h"

#include <string.h>

/* A step, and what went before it. */
struct step {
    struct pigs_observer observer; /* first, so that an observer is its step */
    const struct pigs_game *game;  /* after the step */
    enum pigs_news what, last;     /* `last`: what came before */
    unsigned seat, other, card;
    unsigned user, used; /* who used which card last */
    unsigned target;     /* how far its last target sat from her */
    unsigned last_seat;
    bool beginning;              /* nothing but draws since the turn began */
    unsigned begun_with;         /* how many */
    uint32_t hidden;             /* seats that were not shown before the step */
    struct pigs_outcome counted; /* of all steps */
    struct pigs_outcome record;  /* at the end */
    bool broken;
    uint64_t index;
    struct nf_error *err;
};

struct worker {
    struct step step;
    struct pigs_worker other; /* of the reference */
};

static bool is_raid(const struct step *step)
{
    return step->used == PIGS_N || step->used == PIGS_W;
}

static const struct pigs_pig *pig_of(const struct step *step)
{
    return &step->game->pigs[step->seat];
}

/* ---- promises ---- */

static bool deck_is_drawn_in_order(const void *of)
{
    const struct step *const step = of;
    const struct pigs_instance *const instance = step->game->instance;
    const unsigned drawn = step->counted.drawn;
    if (step->what != PIGS_DRAWS)
        return step->game->drawn == drawn;
    return step->game->drawn == drawn + 1 &&
           pig_of(step)->hand[pig_of(step)->count - 1] == step->card &&
           step->card == instance->deck[drawn < instance->cards ? drawn : instance->cards - 1];
}

static bool a_turn_begins_with_two_cards(const void *of)
{
    const struct step *const step = of;
    return !step->beginning || step->what == PIGS_DRAWS || step->begun_with == 2;
}

static bool the_dead_have_nothing(const void *of)
{
    const struct step *const step = of;
    for (unsigned seat = 0; seat < step->game->instance->seats; seat++) {
        const struct pigs_pig *const pig = &step->game->pigs[seat];
        if (pig->health > PIGS_HEALTH ||
            (pig->health == 0 && step->what != PIGS_WOUNDED && (pig->count > 0 || pig->weapon)))
            return false;
    }
    return true;
}

static bool a_p_heals_who_lost_health(const void *of)
{
    const struct step *const step = of;
    return step->what != PIGS_USES || step->card != PIGS_P || pig_of(step)->health < PIGS_HEALTH;
}

static bool one_attacks_enemies(const void *of)
{
    const struct step *const step = of;
    const struct pigs_game *const game = step->game;
    if (step->what != PIGS_USES || (step->card != PIGS_K && step->card != PIGS_F))
        return true;
    if (step->card == PIGS_K && step->other != pigs_next(game, step->seat))
        return false;
    switch (game->pigs[step->seat].role) {
    case PIGS_MAIN:
        return game->pigs[step->other].shown == PIGS_QUASI ||
               pigs_shown_as(game, step->other, PIGS_REBEL);
    case PIGS_LOYAL: return pigs_shown_as(game, step->other, PIGS_REBEL);
    default:
        return step->other == 0 ||
               (step->card == PIGS_K && pigs_shown_as(game, step->other, PIGS_LOYAL));
    }
}

static bool who_attacks_is_shown(const void *of)
{
    const struct step *const step = of;
    const bool attack = step->used == PIGS_K || step->used == PIGS_F;
    return !attack || step->game->pigs[step->user].shown == PIGS_SHOWN;
}

static bool j_is_for_pigs_that_are_shown(const void *of)
{
    const struct step *const step = of;
    return step->what != PIGS_SPARED || step->game->pigs[step->seat].shown == PIGS_SHOWN;
}

/* Of whom a card asks something. */
static bool is_target(const struct step *step)
{
    return step->what == PIGS_GIVES || step->what == PIGS_WOUNDED || step->what == PIGS_SPARED;
}

/* How far from the user of the last card she sits. */
static unsigned distance_from_user(const struct step *step)
{
    const unsigned seats = step->game->instance->seats;
    return (step->seat + seats - step->user) % seats;
}

/* None is left out: who sits between two targets, or behind the last one, is dead. */
static bool targets_come_in_order(const void *of)
{
    const struct step *const step = of;
    const unsigned seats = step->game->instance->seats;
    const bool done = step->what == PIGS_USES || step->what == PIGS_TURN;
    if (!is_raid(step) || !(done || is_target(step)))
        return true;
    const unsigned reached = done ? seats : distance_from_user(step);
    for (unsigned between = step->target + 1; between < reached; between++)
        if (pigs_lives(step->game, (step->user + between) % seats))
            return false;
    return reached > step->target;
}

static bool quasi_rebels_hurt_the_main_pig(const void *of)
{
    const struct step *const step = of;
    return step->what != PIGS_SUSPECT ||
           (is_raid(step) && (step->hidden >> step->seat & 1) != 0 && step->last_seat == 0 &&
            (step->last == PIGS_WOUNDED || step->last == PIGS_SAVED));
}

static bool who_has_a_p_lives(const void *of)
{
    const struct step *const step = of;
    return step->what != PIGS_DIES || step->last == PIGS_WOUNDED;
}

static bool penalty_takes_all(const void *of)
{
    const struct step *const step = of;
    return step->what != PIGS_PENALTY ||
           (step->seat == 0 && pig_of(step)->count == 0 && !pig_of(step)->weapon &&
            step->game->pigs[step->other].role == PIGS_LOYAL);
}

static bool death_is_answered(const void *of)
{
    const struct step *const step = of;
    const struct pigs_game *const game = step->game;
    if (step->last != PIGS_DIES)
        return true;
    const unsigned dead = step->last_seat;
    if (game->over)
        return step->what == PIGS_ENDS;
    return (step->what == PIGS_REWARD) == pigs_is_rebel(game, dead);
}

static bool game_ends_with_a_side(const void *of)
{
    const struct step *const step = of;
    if (step->what != PIGS_ENDS)
        return true;
    const struct pigs_outcome *const counted = &step->counted, *const record = &step->record;
    const bool rebels_dead = (record->rebels & ~record->dead) == 0;
    const bool main_dead = (record->dead & 1) != 0;
    return rebels_dead != main_dead && record->main_wins == rebels_dead &&
           record->dead == counted->dead && record->turns == counted->turns &&
           record->drawn == counted->drawn && record->used == counted->used &&
           record->stops == counted->stops;
}

static const struct nf_promise promises[] = {
    {N_("cards are drawn in the order of the deck, whose last one repeats"),
     deck_is_drawn_in_order},
    {N_("a turn begins with two cards"), a_turn_begins_with_two_cards},
    {N_("the dead have no cards and no weapon, and nobody has more health than 4"),
     the_dead_have_nothing},
    {N_("a P is used by who has lost health"), a_p_heals_who_lost_health},
    {N_("K and F go to enemies that are known, K to the next pig"), one_attacks_enemies},
    {N_("who uses K or F is shown"), who_attacks_is_shown},
    {N_("J saves pigs that are shown"), j_is_for_pigs_that_are_shown},
    {N_("the targets of N and W come in order"), targets_come_in_order},
    {N_("quasi-rebels were hidden and took health from the main pig"),
     quasi_rebels_hurt_the_main_pig},
    {N_("a pig dies of a wound"), who_has_a_p_lives},
    {N_("the main pig loses hand and weapon for a loyal pig"), penalty_takes_all},
    {N_("a dead rebel is rewarded, and the game ends before that"), death_is_answered},
    {N_("the game ends when one side has lost, and the record says so"), game_ends_with_a_side},
    {NULL, NULL},
};

/* ---- playing ---- */

static void describe_pigs_step(const void *of, struct nf_text *text)
{
    const struct step *const step = of;
    nf_text_format(text, "turn %u: ", step->game->turns);
    pigs_describe(text, step->what, step->seat, step->other, step->card);
}

static void add_pigs_step(struct step *step)
{
    struct pigs_outcome *const counted = &step->counted;
    counted->turns += step->what == PIGS_TURN;
    counted->drawn += step->what == PIGS_DRAWS;
    counted->used += step->what == PIGS_USES;
    counted->stops += step->what == PIGS_STOPS;
    counted->dead |= (uint32_t)(step->what == PIGS_DIES) << step->seat;
    if (step->what == PIGS_USES) {
        step->user = step->seat;
        step->used = step->card;
        step->target = 0;
    } else if (is_target(step)) {
        step->target = distance_from_user(step);
    }
    if (step->what == PIGS_TURN)
        step->begun_with = 0;
    step->begun_with += step->what == PIGS_DRAWS;
    step->beginning = step->what == PIGS_TURN || (step->beginning && step->what == PIGS_DRAWS);
    step->last = step->what;
    step->last_seat = step->seat;
    step->hidden = 0;
    for (unsigned seat = 0; seat < step->game->instance->seats; seat++)
        step->hidden |= (uint32_t)(step->game->pigs[seat].shown == PIGS_HIDDEN) << seat;
}

static void watch_pigs_step(struct pigs_observer *observer, const struct pigs_game *game,
                            enum pigs_news what, unsigned seat, unsigned other, unsigned card)
{
    struct step *const step = (struct step *)(void *)observer;
    uint32_t words[PIGS_WORDS];
    step->game = game;
    step->what = what;
    step->seat = seat;
    step->other = other;
    step->card = card;
    if (what == PIGS_ENDS) {
        pigs_pack(game, words);
        pigs_unpack(words, &step->record);
    }
    step->broken = step->broken || !nf_promises_hold(&pigs_promises, step->index, step, step->err);
    add_pigs_step(step);
}

static enum nf_status play_pigs_watched(const struct nf_setup *setup, void *memory,
                                        struct nf_outcome *outcome, struct nf_error *err)
{
    struct worker *const worker = memory;
    struct step *const step = &worker->step;
    struct pigs_match *const match = &worker->other.match;
    NF_TRY(pigs_reference.each.play(setup, &worker->other, outcome, err));
    *step = (struct step){.observer = {watch_pigs_step}, .index = outcome->index, .err = err};
    pigs_play(&match->game, &match->instance, &step->observer);
    return step->broken ? NF_INTERNAL : NF_OK;
}

const struct nf_promise_ops pigs_promises = {
    promises, describe_pigs_step, {sizeof(struct worker), play_pigs_watched}};
