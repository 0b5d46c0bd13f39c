/* The rules of the pig game, next to the words of the statement. All other implementations are
 * compared with this. */
#include "games/pigs/rules/pigs.h"

#include <string.h>

static void report_pigs_news(const struct pigs_game *game, enum pigs_news what, unsigned seat,
                             unsigned other, unsigned card)
{
    if (game->observer != NULL)
        game->observer->notify(game->observer, game, what, seat, other, card);
}

/* ---- pigs and hands ---- */

unsigned pigs_next(const struct pigs_game *game, unsigned seat)
{
    do
        seat = seat + 1 < game->instance->seats ? seat + 1 : 0;
    while (!pigs_lives(game, seat));
    return seat;
}

unsigned pigs_living(const struct pigs_game *game)
{
    unsigned living = 0;
    for (unsigned seat = 0; seat < game->instance->seats; seat++)
        living += pigs_lives(game, seat);
    return living;
}

unsigned pigs_find(const struct pigs_pig *pig, enum pigs_card card)
{
    unsigned place = 0;
    while (place < pig->count && pig->hand[place] != card)
        place++;
    return place;
}

/* The last kind of the deck, which every draw gives when the deck is empty. */
static uint8_t last_kind(const struct pigs_game *game)
{
    return game->instance->deck[game->instance->cards - 1];
}

/* "Draws": puts cards at the right end of the hand. */
static void draw_from_deck(struct pigs_game *game, unsigned seat, unsigned count)
{
    struct pigs_pig *const pig = &game->pigs[seat];
    const struct pigs_instance *const instance = game->instance;
    for (; count > 0; count--) {
        if (pig->count == PIGS_ROOM) {
            game->endless = game->over = true; /* hands of games that end do not grow so large */
            return;
        }
        const uint8_t card =
            game->drawn < instance->cards ? instance->deck[game->drawn] : last_kind(game);
        game->drawn++;
        pig->hand[pig->count++] = card;
        report_pigs_news(game, PIGS_DRAWS, seat, seat, card);
    }
}

/* A used card leaves the hand before it takes effect. */
static void put_down(struct pigs_game *game, unsigned seat, unsigned place)
{
    struct pigs_pig *const pig = &game->pigs[seat];
    const uint8_t card = pig->hand[place];
    memmove(pig->hand + place, pig->hand + place + 1, pig->count - place - 1);
    pig->count--;
    game->changed |= card != last_kind(game);
    game->course = pigs_follow(game->course, seat << 3 | card);
}

/* Gives up the leftmost card of a kind; false if she has none. */
static bool give_up_card(struct pigs_game *game, unsigned seat, enum pigs_card card)
{
    const unsigned place = pigs_find(&game->pigs[seat], card);
    if (place == game->pigs[seat].count)
        return false;
    put_down(game, seat, place);
    return true;
}

/* Using K, F or J shows a pig's true side. */
static void show_true_side(struct pigs_game *game, unsigned seat)
{
    if (game->pigs[seat].shown == PIGS_SHOWN)
        return;
    game->pigs[seat].shown = PIGS_SHOWN;
    report_pigs_news(game, PIGS_SHOWS, seat, seat, 0);
}

/* ---- wounds and death ---- */

static bool rebels_are_dead(const struct pigs_game *game)
{
    for (unsigned seat = 0; seat < game->instance->seats; seat++)
        if (pigs_is_rebel(game, seat) && pigs_lives(game, seat))
            return false;
    return true;
}

/* The end comes before reward and penalty. */
static void die(struct pigs_game *game, unsigned seat, unsigned killer)
{
    struct pigs_pig *const pig = &game->pigs[seat];
    pig->count = 0;
    pig->weapon = false;
    report_pigs_news(game, PIGS_DIES, seat, killer, 0);
    if (pig->role == PIGS_MAIN || rebels_are_dead(game)) {
        game->over = true;
        game->main_wins = pig->role != PIGS_MAIN;
    } else if (pig->role == PIGS_REBEL) {
        report_pigs_news(game, PIGS_REWARD, killer, seat, 0);
        draw_from_deck(game, killer, 3);
    } else if (game->pigs[killer].role == PIGS_MAIN) {
        game->pigs[killer].count = 0;
        game->pigs[killer].weapon = false;
        report_pigs_news(game, PIGS_PENALTY, killer, seat, 0);
    }
}

/* Loses 1; at health 0 she uses a P if she has one. */
static void wound(struct pigs_game *game, unsigned seat, unsigned by)
{
    game->changed = true;
    game->pigs[seat].health--;
    report_pigs_news(game, PIGS_WOUNDED, seat, by, 0);
    if (game->pigs[seat].health > 0)
        return;
    if (give_up_card(game, seat, PIGS_P)) {
        game->pigs[seat].health = 1;
        report_pigs_news(game, PIGS_SAVED, seat, by, PIGS_P);
    } else {
        die(game, seat, by);
    }
}

/* ---- whom one attacks ---- */

/* Whether a pig takes another for an enemy. */
static bool is_enemy(const struct pigs_game *game, unsigned seat, unsigned other)
{
    switch (game->pigs[seat].role) {
    case PIGS_MAIN:
        return pigs_shown_as(game, other, PIGS_REBEL) || game->pigs[other].shown == PIGS_QUASI;
    case PIGS_LOYAL: return pigs_shown_as(game, other, PIGS_REBEL);
    default: return other == 0 || pigs_shown_as(game, other, PIGS_LOYAL);
    }
}

unsigned pigs_aim(const struct pigs_game *game, unsigned seat, enum pigs_card card)
{
    unsigned other = pigs_next(game, seat);
    if (card == PIGS_K)
        return is_enemy(game, seat, other) ? other : PIGS_NOBODY;
    if (pigs_is_rebel(game, seat))
        return 0;
    while (other != seat && !is_enemy(game, seat, other))
        other = pigs_next(game, other);
    return other != seat ? other : PIGS_NOBODY;
}

/* ---- J ---- */

/* The first of a side, in order from `seat` on, that has a J; or PIGS_NOBODY. */
static unsigned find_stopper(const struct pigs_game *game, unsigned seat, bool rebels)
{
    const unsigned first = seat;
    do {
        const struct pigs_pig *const pig = &game->pigs[seat];
        if (pigs_is_rebel(game, seat) == rebels && pigs_find(pig, PIGS_J) < pig->count)
            return seat;
        seat = pigs_next(game, seat);
    } while (seat != first);
    return PIGS_NOBODY;
}

/* Whether J stops a trick against `target`: her side and the other one are asked in turns. Nobody
 * uses J for a pig that is not shown. */
static bool is_stopped(struct pigs_game *game, unsigned user, unsigned target, enum pigs_card card)
{
    bool stopped = false, rebels = pigs_is_rebel(game, target);
    if (game->pigs[target].shown != PIGS_SHOWN)
        return false;
    for (unsigned seat = user; (seat = find_stopper(game, seat, rebels)) != PIGS_NOBODY;) {
        give_up_card(game, seat, PIGS_J);
        game->stops++;
        report_pigs_news(game, PIGS_STOPS, seat, user, card);
        show_true_side(game, seat);
        stopped = !stopped;
        rebels = !rebels;
    }
    if (stopped)
        report_pigs_news(game, PIGS_SPARED, target, user, card);
    return stopped;
}

/* ---- what cards do ---- */

/* K: the target gives a D or loses 1. */
static void strike(struct pigs_game *game, unsigned user, unsigned target)
{
    game->struck = true;
    show_true_side(game, user);
    if (give_up_card(game, target, PIGS_D))
        report_pigs_news(game, PIGS_GIVES, target, user, PIGS_D);
    else
        wound(game, target, user);
}

/* Whether a pig gives a K in a duel; a loyal pig gives none against the main pig. */
static bool fights(struct pigs_game *game, unsigned seat, unsigned other)
{
    if (game->pigs[seat].role == PIGS_LOYAL && other == 0) {
        report_pigs_news(game, PIGS_REFUSES, seat, other, PIGS_K);
        return false;
    }
    if (!give_up_card(game, seat, PIGS_K))
        return false;
    report_pigs_news(game, PIGS_GIVES, seat, other, PIGS_K);
    return true;
}

/* F: target first, they give a K in turn; the first that cannot loses 1 by the other. */
static void duel(struct pigs_game *game, unsigned user, unsigned target)
{
    unsigned seat = target, other = user;
    show_true_side(game, user);
    if (is_stopped(game, user, target, PIGS_F))
        return;
    while (fights(game, seat, other)) {
        const unsigned next = other;
        other = seat;
        seat = next;
    }
    wound(game, seat, other);
}

/* N and W: every other pig, in order from the next, gives a K or a D, or loses 1. A hidden pig that
 * takes health from the main pig so becomes a quasi-rebel. */
static void raid(struct pigs_game *game, unsigned user, enum pigs_card card)
{
    const enum pigs_card answer = card == PIGS_N ? PIGS_K : PIGS_D;
    for (unsigned seat = pigs_next(game, user); seat != user && !game->over;
         seat = pigs_next(game, seat)) {
        if (is_stopped(game, user, seat, card))
            continue;
        if (give_up_card(game, seat, answer)) {
            report_pigs_news(game, PIGS_GIVES, seat, user, answer);
            continue;
        }
        wound(game, seat, user);
        if (seat == 0 && game->pigs[user].shown == PIGS_HIDDEN && !game->over) {
            game->pigs[user].shown = PIGS_QUASI;
            report_pigs_news(game, PIGS_SUSPECT, user, seat, card);
        }
    }
}

/* ---- turns ---- */

static bool can_use(const struct pigs_game *game, unsigned seat, enum pigs_card card)
{
    const struct pigs_pig *const pig = &game->pigs[seat];
    switch (card) {
    case PIGS_P: return pig->health < PIGS_HEALTH;
    case PIGS_K: return (!game->struck || pig->weapon) && pigs_aim(game, seat, card) != PIGS_NOBODY;
    case PIGS_F: return pigs_aim(game, seat, card) != PIGS_NOBODY;
    case PIGS_N:
    case PIGS_W:
    case PIGS_Z: return true;
    default: return false; /* D and J only answer */
    }
}

/* The place of the leftmost card that the pig whose turn it is can use; her count of cards if there
 * is none. */
static unsigned find_usable(const struct pigs_game *game)
{
    const struct pigs_pig *const pig = &game->pigs[game->seat];
    unsigned tried = 0, place = 0;
    for (; place < pig->count; place++) {
        const unsigned card = pig->hand[place];
        if ((tried >> card & 1) == 0 && can_use(game, game->seat, (enum pigs_card)card))
            break;
        tried |= 1u << card;
    }
    return place;
}

static void use(struct pigs_game *game, unsigned place)
{
    const unsigned seat = game->seat;
    struct pigs_pig *const pig = &game->pigs[seat];
    const enum pigs_card card = (enum pigs_card)pig->hand[place];
    const unsigned target =
        card == PIGS_K || card == PIGS_F ? pigs_aim(game, seat, card) : PIGS_NOBODY;
    put_down(game, seat, place);
    game->used++;
    report_pigs_news(game, PIGS_USES, seat, target, card);
    switch (card) {
    case PIGS_P:
        pig->health++;
        game->changed = true;
        break;
    case PIGS_K: strike(game, seat, target); break;
    case PIGS_F: duel(game, seat, target); break;
    case PIGS_Z: pig->weapon = true; break;
    default: raid(game, seat, card); break;
    }
}

/* With the deck empty, a whole round without a change repeats for ever: hands have only got or lost
 * cards of the deck's last kind. */
static void look_for_end(struct pigs_game *game, bool was_empty)
{
    game->quiet = was_empty && !game->changed ? game->quiet + 1 : 0;
    if (!game->over && game->quiet >= pigs_living(game))
        game->endless = game->over = true;
}

static void play_pig_turn(struct pigs_game *game)
{
    const bool was_empty = game->drawn >= game->instance->cards;
    const unsigned seat = game->seat;
    game->turns++;
    game->struck = game->changed = false;
    report_pigs_news(game, PIGS_TURN, seat, seat, 0);
    draw_from_deck(game, seat, 2);
    /* After each card she looks again from the left. The dead have no cards. */
    for (unsigned place; !game->over && (place = find_usable(game)) < game->pigs[seat].count;)
        use(game, place);
    look_for_end(game, was_empty);
    if (game->over)
        report_pigs_news(game, PIGS_ENDS, seat, seat, 0);
    else
        game->seat = pigs_next(game, seat);
}

static void start_pigs(struct pigs_game *game, const struct pigs_instance *instance,
                       struct pigs_observer *observer)
{
    game->instance = instance;
    game->observer = observer;
    game->turns = game->drawn = game->used = game->stops = game->seat = game->quiet = 0;
    game->struck = game->changed = game->over = game->endless = game->main_wins = false;
    game->course = 0;
    for (unsigned seat = 0; seat < instance->seats; seat++) {
        struct pigs_pig *const pig = &game->pigs[seat];
        pig->role = instance->roles[seat];
        pig->shown = pig->role == PIGS_MAIN ? PIGS_SHOWN : PIGS_HIDDEN;
        pig->health = PIGS_HEALTH;
        pig->weapon = false;
        pig->count = PIGS_DEALT;
        memcpy(pig->hand, instance->hands[seat], PIGS_DEALT);
    }
}

bool pigs_play(struct pigs_game *game, const struct pigs_instance *instance,
               struct pigs_observer *observer)
{
    start_pigs(game, instance, observer);
    while (!game->over)
        play_pig_turn(game);
    return !game->endless;
}

/* ---- the outcome ---- */

static uint32_t half(unsigned number)
{
    return number < UINT16_MAX ? number : UINT16_MAX;
}

void pigs_pack(const struct pigs_game *game, uint32_t words[PIGS_WORDS])
{
    const unsigned seats = game->instance->seats;
    uint32_t rebels = 0, dead = 0, hands = 0;
    for (unsigned seat = 0; seat < seats; seat++) {
        const struct pigs_pig *const pig = &game->pigs[seat];
        rebels |= (uint32_t)pigs_is_rebel(game, seat) << seat;
        dead |= (uint32_t)!pigs_lives(game, seat) << seat;
        for (unsigned place = 0; place < pig->count; place++)
            hands = pigs_follow(hands, pig->hand[place]);
        hands = pigs_follow(hands, PIGS_CARDS);
    }
    words[0] = seats | (uint32_t)game->main_wins << 4 | rebels << 5 | dead << 15;
    words[1] = half(game->turns) | half(game->stops) << 16;
    words[2] = half(game->drawn) | half(game->used) << 16;
    words[3] = hands;
    words[4] = game->course;
}

void pigs_unpack(const uint32_t words[PIGS_WORDS], struct pigs_outcome *outcome)
{
    *outcome = (struct pigs_outcome){
        .seats = words[0] & 15,
        .main_wins = words[0] >> 4 & 1,
        .rebels = words[0] >> 5 & 1023,
        .dead = words[0] >> 15 & 1023,
        .turns = words[1] & UINT16_MAX,
        .stops = words[1] >> 16,
        .drawn = words[2] & UINT16_MAX,
        .used = words[2] >> 16,
        .hands = words[3],
        .course = words[4],
    };
}
