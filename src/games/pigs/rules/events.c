#include "games/pigs/rules/events.h"

#include "base/lang.h"
#include "games/pigs/rules/format.h"

#include <stdlib.h>

const struct nf_event pigs_events[] = {
#define X(id, name, help) {name, help, {NULL}},
    PIGS_EVENT_LIST(X)
#undef X
        {NULL, NULL, {NULL}},
};

_Static_assert((int)PIGS_EVENTS <= (int)NF_MAX_EVENTS, "events are bits of a word");

static void note_pigs_event(struct pigs_watch *watch, enum pigs_event event, bool happens)
{
    watch->reached |= (uint64_t)happens << event;
}
#define WHEN(condition, id) note_pigs_event(watch, PIGS_EVENT_##id, condition)

static bool is_raid(unsigned card)
{
    return card == PIGS_N || card == PIGS_W;
}

static bool loyal_sits_nearer(const struct pigs_game *game, unsigned rebel)
{
    for (unsigned seat = pigs_next(game, rebel); seat != 0 && seat != rebel;
         seat = pigs_next(game, seat))
        if (pigs_shown_as(game, seat, PIGS_LOYAL))
            return true;
    return false;
}

/* Whether the main pig has a K and somebody to use it against. */
static bool could_strike(const struct pigs_game *game)
{
    return pigs_find(&game->pigs[0], PIGS_K) < game->pigs[0].count &&
           pigs_aim(game, 0, PIGS_K) != PIGS_NOBODY;
}

static void see_use(struct pigs_watch *watch, const struct pigs_game *game, unsigned seat,
                    unsigned other, unsigned card)
{
    watch->card = card;
    watch->user = seat;
    watch->stops = watch->gave[0] = watch->gave[1] = 0;
    watch->penalty = false;
    WHEN(card == PIGS_P, HEALS);
    if (card == PIGS_K) {
        WHEN(watch->strikes > 0, K_AGAIN);
        WHEN(watch->strikes > 0 && watch->armed_late, WEAPON_LATE);
        watch->strikes++;
    }
    if (card == PIGS_Z) {
        WHEN(watch->armed, WEAPON_TWICE);
        watch->armed_late = watch->strikes > 0 && !watch->armed;
        watch->armed = true;
        watch->disarmed = watch->disarmed && seat != 0;
    }
    if (card == PIGS_K || card == PIGS_F) {
        WHEN(seat == 0 && (watch->suspects >> other & 1) != 0, SUSPECT_STRUCK);
        WHEN(seat == 0 && (watch->suspects & watch->outlived) >> other & 1, SUSPECT_SAVED);
    }
    WHEN(card == PIGS_F && pigs_is_rebel(game, seat) && loyal_sits_nearer(game, seat),
         REBEL_PAST_LOYAL);
}

static void see_death(struct pigs_watch *watch, const struct pigs_game *game, unsigned seat,
                      unsigned by)
{
    const bool loyal = game->pigs[by].role == PIGS_LOYAL;
    WHEN(watch->card == PIGS_F && seat == watch->user, DUEL_KILLS_USER);
    WHEN(loyal && game->pigs[seat].role == PIGS_LOYAL, LOYAL_KILLS_LOYAL);
    WHEN(loyal && seat == 0, LOYAL_KILLS_MAIN);
    /* What is left of a penalty is noted when it is reported; the weapon is gone by then. */
    const bool disarms = by == 0 && game->pigs[seat].role == PIGS_LOYAL && game->pigs[0].weapon;
    WHEN(disarms, PENALTY_WEAPON);
    watch->disarmed |= disarms;
}

static void see_end(struct pigs_watch *watch, const struct pigs_game *game, unsigned seat)
{
    const struct pigs_pig *const pig = &game->pigs[seat];
    bool usable = false;
    for (unsigned place = 0; place < pig->count; place++)
        usable = usable || is_raid(pig->hand[place]) || pig->hand[place] == PIGS_Z;
    WHEN(usable, ENDS_WITH_CARDS);
    WHEN(is_raid(watch->card) && !game->endless && pigs_next(game, watch->died) != watch->user,
         ENDS_IN_RAID);
    WHEN(game->instance->seats == PIGS_SEATS, TEN_PIGS);
}

static void watch_pigs_news(struct pigs_observer *observer, const struct pigs_game *game,
                            enum pigs_news what, unsigned seat, unsigned other, unsigned card)
{
    struct pigs_watch *const watch = (struct pigs_watch *)(void *)observer;
    const bool raid = is_raid(watch->card), own = seat == watch->user;
    switch (what) {
    case PIGS_TURN:
        WHEN(watch->disarmed && watch->turn == 0 && watch->strikes > 0 && could_strike(game),
             WEAPON_MISSED);
        watch->turn = seat;
        watch->strikes = 0;
        watch->armed = game->pigs[seat].weapon;
        watch->armed_late = false;
        break;
    case PIGS_DRAWS: WHEN(game->drawn > game->instance->cards, LAST_REPEATS); break;
    case PIGS_USES: see_use(watch, game, seat, other, card); break;
    case PIGS_SHOWS:
        WHEN((watch->suspects >> seat & 1) != 0 && !pigs_is_rebel(game, seat), SUSPECT_LOYAL);
        WHEN(watch->stops > 0, J_SHOWS);
        watch->suspects &= ~(1u << seat);
        break;
    case PIGS_STOPS:
        watch->stops++;
        WHEN(watch->stops == 2, J_AGAINST_J);
        WHEN(watch->stops == 3, J_THRICE);
        WHEN(raid && own && watch->stops == 1, J_OF_USER);
        break;
    case PIGS_SPARED:
        WHEN(raid, RAID_STOPPED);
        WHEN(!raid, DUEL_STOPPED);
        watch->stops = 0;
        break;
    case PIGS_GIVES:
        WHEN(watch->card == PIGS_K, K_PARRIED);
        WHEN(raid && seat == 0 && game->pigs[other].shown == PIGS_HIDDEN, SUSPECT_PARRIED);
        watch->gave[own]++;
        WHEN(watch->card == PIGS_F && watch->gave[0] > 0 && watch->gave[1] > 0, DUEL_LONG);
        watch->stops = 0;
        break;
    case PIGS_REFUSES: WHEN(true, DUEL_REFUSED); break;
    case PIGS_WOUNDED:
        WHEN(watch->card == PIGS_F && own, DUEL_BY_USER);
        WHEN(raid && seat == 0 && pigs_shown_as(game, other, PIGS_LOYAL), SHOWN_RAIDS_MAIN);
        watch->stops = 0;
        watch->saved = false;
        break;
    case PIGS_SAVED:
        WHEN(true, SAVED);
        watch->saved = seat == 0;
        WHEN(own, SAVED_IN_TURN);
        break;
    case PIGS_SUSPECT:
        WHEN(true, SUSPECT);
        watch->suspects |= 1u << seat;
        watch->outlived |= (uint32_t)watch->saved << seat;
        break;
    case PIGS_DIES:
        see_death(watch, game, seat, other);
        watch->died = seat;
        break;
    case PIGS_REWARD:
        WHEN(true, REWARD);
        WHEN(pigs_is_rebel(game, seat), REWARD_REBEL);
        WHEN(raid, REWARD_IN_RAID);
        WHEN(watch->penalty, PENALTY_DRAWS);
        break;
    case PIGS_PENALTY:
        WHEN(true, PENALTY);
        WHEN(raid, PENALTY_IN_RAID);
        watch->penalty = true;
        break;
    case PIGS_ENDS: see_end(watch, game, seat); break;
    default: break;
    }
}

struct pigs_watch pigs_watch(void)
{
    return (struct pigs_watch){.observer = {watch_pigs_news}};
}

void pigs_describe(struct nf_text *text, enum pigs_news what, unsigned seat, unsigned other,
                   unsigned card)
{
    const char letter = PIGS_LETTERS[card];
    const unsigned pig = seat + 1, at = other + 1;
    switch (what) {
    case PIGS_TURN: nf_text_format(text, _("pig %u begins a turn"), pig); break;
    case PIGS_DRAWS: nf_text_format(text, _("pig %u draws %c"), pig, letter); break;
    case PIGS_USES:
        if (other == PIGS_NOBODY)
            nf_text_format(text, _("pig %u uses %c"), pig, letter);
        else
            nf_text_format(text, _("pig %u uses %c against pig %u"), pig, letter, at);
        break;
    case PIGS_SHOWS: nf_text_format(text, _("pig %u has shown her side"), pig); break;
    case PIGS_STOPS:
        nf_text_format(text, _("pig %u is asked for a J against %c of pig %u, and gives it"), pig,
                       letter, at);
        break;
    case PIGS_SPARED:
        nf_text_format(text, _("J has stopped %c of pig %u against pig %u"), letter, at, pig);
        break;
    case PIGS_GIVES: nf_text_format(text, _("pig %u gives %c to pig %u"), pig, letter, at); break;
    case PIGS_REFUSES:
        nf_text_format(text, _("pig %u is loyal and gives no K against the main pig"), pig);
        break;
    case PIGS_WOUNDED: nf_text_format(text, _("pig %u loses 1 by pig %u"), pig, at); break;
    case PIGS_SAVED: nf_text_format(text, _("pig %u uses a P and stays at 1"), pig); break;
    case PIGS_SUSPECT: nf_text_format(text, _("pig %u becomes a quasi-rebel"), pig); break;
    case PIGS_DIES: nf_text_format(text, _("pig %u dies by pig %u"), pig, at); break;
    case PIGS_REWARD:
        nf_text_format(text, _("pig %u gets three cards for the dead rebel %u"), pig, at);
        break;
    case PIGS_PENALTY:
        nf_text_format(text, _("the main pig loses hand and weapon for the loyal pig %u"), at);
        break;
    default: nf_text_string(text, _("the game is over")); break;
    }
}
