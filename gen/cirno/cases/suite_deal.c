#include "gen/cirno/cases/guided_internal.h"

#include <pthread.h>
#include <string.h>

/* ---- possible ties ---- */

/* The range of p for which ties are listed; others are rare. */
enum { TIE_LOW = -120, TIE_PLACES = CIRNO_LIMIT - TIE_LOW + 1 };
static cirno_event_set ties_at[TIE_PLACES];
static pthread_once_t ties_once = PTHREAD_ONCE_INIT;

static void fill_ties(void)
{
    for (unsigned event = 0; event < CIRNO_EVENTS; event++) {
        uint32_t count = 0;
        const struct cirno_tie *const ties = cirno_guide_ties(event, &count);
        for (uint32_t i = 0; i < count; i++)
            if (ties[i].p >= TIE_LOW && ties[i].p <= CIRNO_LIMIT)
                ties_at[ties[i].p - TIE_LOW] |= cirno_event_bit((enum cirno_event)event);
    }
}

/* ---- deciding cards ---- */

enum {
    FLOOR = -3000, /* p is kept above this, far from the bound of valid games */
    DEEP = -1100,  /* a dive ends below this */
    DIVE_TURNS = 60,
    DIVES = 6,        /* one in this many long rounds dives */
    DIVE = 1 << 14,   /* value of each step down in a dive */
    CHANCE = 1 << 14, /* largest random bonus: frequent events have no more weight */
    RISE = 1 << 8,    /* value of each step up when the round should end */
    WORST = INT32_MIN / 2,
    NEW_EVENT = 1 << 20, /* value of an event not seen before */
    TRIES = 24,          /* candidates for deciding two or three cards */
};

/* How the cards of a turn are decided. */
enum purpose {
    STEER, /* towards rare events; nobody loses */
    END,   /* she loses if possible */
    HURRY, /* the deck runs short: the largest card, so that the round ends soon */
};

struct dealing {
    const struct cirno_dense_plan *plan;
    struct cirno_dense *dense;
    struct cirno_undecided game;
    bool diving; /* p should fall in this round */
};

/* Returns the value of a set of events: rare ones are worth more. */
static int32_t worth(const struct dealing *dealing, cirno_event_set events)
{
    int32_t sum = 0;
    for (; events != 0; events &= events - 1)
        sum += NEW_EVENT / (int32_t)(1 + dealing->dense->seen[__builtin_ctzll(events)]);
    return sum;
}

/* Returns the value of `hand` for the player to move. */
static int32_t value_of(struct dealing *dealing, cirno_hand hand, enum purpose purpose)
{
    struct cirno_table *const table = &dealing->game.table;
    const cirno_hand kept = table->hands[table->seat];
    const unsigned card = cirno_choices_pick(dealing->game.choices, hand, table->p, table->doubled);
    if (card == CIRNO_LOSES && purpose == STEER)
        return WORST + 1;
    const int32_t p = card == CIRNO_LOSES ? 0 : cirno_apply(card, table->p);
    if (p < FLOOR)
        return WORST;
    table->hands[table->seat] = hand;
    int32_t value = worth(dealing, cirno_watch_turn(&dealing->game.watch, table, card));
    table->hands[table->seat] = kept;
    if (card == CIRNO_LOSES)
        return NEW_EVENT * 64 + value;
    if (dealing->diving && purpose == STEER)
        value -= p * DIVE;
    if (purpose == END)
        value += p * RISE;
    if (p >= TIE_LOW)
        value += worth(dealing, ties_at[p - TIE_LOW]) / 64;
    return value + (int32_t)nf_roll(dealing->game.dice, CHANCE);
}

/* Fills `cards` with the best of a few candidates for her undecided cards. */
static void choose_cards(struct dealing *dealing, enum purpose purpose, uint8_t cards[CIRNO_HAND])
{
    const struct cirno_table *const table = &dealing->game.table;
    const uint32_t count = dealing->game.count[table->seat];
    const uint32_t tries = count == 1 ? dealing->game.kinds : TRIES;
    const uint32_t turned = nf_roll(dealing->game.dice, dealing->game.kinds);
    int32_t most = INT32_MIN;
    for (uint32_t i = 0; i < tries; i++) {
        uint8_t way[CIRNO_HAND];
        cirno_hand hand = table->hands[table->seat];
        for (uint32_t j = 0; j < count; j++) {
            way[j] = count == 1 ? dealing->game.present[(i + turned) % dealing->game.kinds]
                                : cirno_undecided_any(&dealing->game);
            hand += cirno_one(way[j]);
        }
        const int32_t value = value_of(dealing, hand, purpose);
        if (value <= most)
            continue;
        most = value;
        memcpy(cards, way, sizeof way);
    }
}

/* Draws random cards, with one that she can play, if possible. */
static void draw_cards(struct dealing *dealing, uint8_t cards[CIRNO_HAND])
{
    const struct cirno_table *const table = &dealing->game.table;
    const uint32_t count = dealing->game.count[table->seat];
    for (uint32_t i = 0; i < TRIES; i++) {
        cirno_hand hand = table->hands[table->seat];
        for (uint32_t j = 0; j < count; j++) {
            cards[j] = cirno_undecided_any(&dealing->game);
            hand += cirno_one(cards[j]);
        }
        if (cirno_choices_pick(dealing->game.choices, hand, table->p, table->doubled) !=
            CIRNO_LOSES)
            return;
    }
}

/* Decides all undecided cards of the player to move. */
static void decide_for_purpose(struct dealing *dealing, enum purpose purpose)
{
    const struct cirno_table *const table = &dealing->game.table;
    uint8_t cards[CIRNO_HAND];
    const bool steered = purpose != STEER || dealing->diving || table->p < FLOOR / 2 ||
                         nf_roll(dealing->game.dice, 100) < dealing->plan->steered;
    if (purpose == HURRY) /* E99 can always be played, but it is played at once and raises p */
        memset(cards, table->p < 0 ? CIRNO_E99 : CIRNO_A99, sizeof cards);
    else if (steered)
        choose_cards(dealing, purpose, cards);
    else
        draw_cards(dealing, cards);
    cirno_undecided_decide(&dealing->game, cards);
}

/* ---- playing ---- */

/* Cards that a round may still use for the purpose HURRY: all hands are played until only losing
 * cards are left, then three cards are drawn. */
static uint32_t least_reserve(const struct cirno_dense_plan *plan)
{
    return 4 * plan->players + 12;
}

/* Returns the turns after which this round is steered to its end. */
static uint32_t turns_of_round(struct dealing *dealing)
{
    const struct cirno_dense_plan *const plan = dealing->plan;
    const uint32_t rounds_left = plan->rounds + 1 - dealing->game.watch.round;
    const uint32_t fair = (plan->deck - dealing->game.used) / rounds_left;
    const uint32_t reserve = least_reserve(plan);
    uint32_t most = fair > reserve ? fair - reserve : 0;
    if (plan->longest != 0 && most > plan->longest)
        most = plan->longest;
    if (most < 2)
        return 0;
    /* If the whole deck is to be used, a round takes its share, else a random part of it. */
    return plan->full && plan->longest == 0 ? most : nf_roll(dealing->game.dice, most);
}

static enum purpose purpose_of(const struct dealing *dealing, uint32_t turns)
{
    const struct cirno_dense_plan *const plan = dealing->plan;
    const uint32_t rounds_left = plan->rounds + 1 - dealing->game.watch.round;
    if (plan->deck - dealing->game.used <= rounds_left * least_reserve(plan))
        return HURRY;
    return dealing->game.watch.turn <= turns ? STEER : END;
}

static void note_cirno_events(struct dealing *dealing, cirno_event_set events)
{
    for (; events != 0; events &= events - 1)
        dealing->dense->seen[__builtin_ctzll(events)]++;
}

/* Plays a round; returns false if the game cannot become valid. */
static bool play_round(struct dealing *dealing)
{
    const uint32_t turns = turns_of_round(dealing);
    unsigned card;
    dealing->diving = turns >= DIVE_TURNS && nf_roll(dealing->game.dice, DIVES) == 0;
    do {
        cirno_event_set events;
        decide_for_purpose(dealing, purpose_of(dealing, turns));
        const bool valid = cirno_undecided_play(&dealing->game, &card, &events);
        note_cirno_events(dealing, events);
        dealing->diving = dealing->diving && dealing->game.table.p > DEEP;
        if (!valid)
            return false;
    } while (card != CIRNO_LOSES);
    return true;
}

bool cirno_dense_deal(const struct cirno_dense_plan *plan, struct nf_dice *dice,
                      struct cirno_dense *dense)
{
    pthread_once(&ties_once, fill_ties);
    struct dealing dealing = {.plan = plan,
                              .dense = dense,
                              .game = cirno_undecided_open(plan->players, plan->absent, dice,
                                                           dense->hands, dense->deck, plan->deck)};
    memset(dense->seen, 0, sizeof dense->seen);
    for (uint32_t round = 0; round < plan->rounds; round++)
        if (!play_round(&dealing))
            return false;
    dense->deck_size = cirno_undecided_close(&dealing.game, plan->full ? plan->deck : 0);
    return true;
}
