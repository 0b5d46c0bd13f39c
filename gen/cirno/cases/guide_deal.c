#include "gen/cirno/cases/guided_internal.h"

#include <stdlib.h>

/* ---- a game whose cards are decided while it is played ---- */

struct cirno_undecided cirno_undecided_open(uint32_t players, cirno_card_set absent,
                                            struct nf_dice *dice, uint8_t *hands, uint8_t *deck,
                                            uint32_t most)
{
    struct cirno_undecided game = {.choices = cirno_choices(),
                                   .dice = dice,
                                   .table = {.players = players},
                                   .watch = cirno_watch_open(),
                                   .deck = deck,
                                   .most = most};
    cirno_start_round(&game.table);
    for (uint8_t card = 0; card < CIRNO_CARDS; card++)
        if ((absent >> card & 1) == 0)
            game.present[game.kinds++] = card;
    for (uint32_t seat = 0; seat < players; seat++)
        for (; game.count[seat] < CIRNO_HAND; game.count[seat]++)
            game.open[seat][game.count[seat]] = hands++;
    return game;
}

uint32_t cirno_undecided_close(struct cirno_undecided *game, uint32_t left)
{
    for (uint32_t seat = 0; seat < game->table.players; seat++)
        for (uint32_t i = 0; i < game->count[seat]; i++)
            *game->open[seat][i] = cirno_undecided_any(game);
    for (; left > 0 && game->used < game->most; left--)
        game->deck[game->used++] = cirno_undecided_any(game);
    return game->used;
}

/* ---- a guided game ---- */

struct dealing {
    const struct cirno_guide_plan *plan;
    const struct cirno_aim *aim;
    const struct cirno_tie *ties; /* of the target */
    uint32_t tie_count;
    struct cirno_tie goal; /* the tie to aim for, if the target is one */
    struct cirno_undecided game;
    uint32_t wanted; /* how often the target should still happen */
    bool closing;    /* this round should only end */
    bool just_hit;   /* the last turn was the target */
};

/* The purpose for which the cards of a turn are chosen. */
enum purpose {
    STEER,  /* reach the target */
    DRIFT,  /* no purpose */
    CLOSE,  /* end the round */
    REVEAL, /* make the result of the target visible in the transcript */
};

static uint32_t roll(struct dealing *dealing, uint32_t total)
{
    return nf_roll(dealing->game.dice, total);
}

static uint8_t any_card(struct dealing *dealing)
{
    return cirno_undecided_any(&dealing->game);
}

static uint8_t card_of(struct dealing *dealing, cirno_card_set set)
{
    if (set == 0)
        return any_card(dealing);
    for (uint32_t skip = roll(dealing, (uint32_t)__builtin_popcount(set)); skip > 0; skip--)
        set &= set - 1;
    return (uint8_t)__builtin_ctz(set);
}

static bool is_counter(unsigned card)
{
    return cirno_cards[card].class == CIRNO_COUNTER;
}

/* ---- rating hands ---- */

/* The result of playing a hand. */
struct outlook {
    unsigned card; /* card that would be played, or CIRNO_LOSES */
    int32_t p;     /* after it */
    cirno_event_set events;
    cirno_hand rest; /* the hand after it */
};

/* Only who steers looks at the events. */
static struct outlook look_ahead(struct dealing *dealing, enum purpose purpose, cirno_hand hand)
{
    struct cirno_table *const table = &dealing->game.table;
    const cirno_hand settled = table->hands[table->seat];
    table->hands[table->seat] = hand;
    struct outlook outlook = {
        .card = cirno_choices_pick(dealing->game.choices, hand, table->p, table->doubled)};
    if (purpose == STEER)
        outlook.events = cirno_watch_turn(&dealing->game.watch, table, outlook.card);
    outlook.p = outlook.card == CIRNO_LOSES ? table->p : cirno_apply(outlook.card, table->p);
    outlook.rest = outlook.card == CIRNO_LOSES ? hand : hand - cirno_one(outlook.card);
    table->hands[table->seat] = settled;
    return outlook;
}

/* Returns the distance of p from the range of the aim. */
static int32_t distance_from_aim(const struct dealing *dealing, int32_t p)
{
    if (dealing->tie_count > 0)
        return abs(p - dealing->goal.p);
    const int32_t low = dealing->aim->low, high = dealing->aim->high;
    if (low == 0 && high == 0)
        return 0;
    return p < low ? low - p : p > high ? p - high : 0;
}

/* Bonus for the state of the next player, if p is in the range of the aim. */
static int32_t burden_score(const struct dealing *dealing, unsigned card)
{
    const bool counter = is_counter(card), doubled = dealing->game.table.doubled;
    const bool on_next = counter && (doubled || card == CIRNO_DOUBLE);
    switch (dealing->aim->obligation) {
    case CIRNO_DOUBLED: return on_next ? 25 : 0;
    case CIRNO_SECOND: return doubled && !counter ? 40 : on_next ? 25 : 0;
    case CIRNO_FREE: return on_next ? -20 : 0;
    default: return 0;
    }
}

/* Bonus for the rest of the hand: wanted cards, and different ones rather than equal ones. */
static int32_t rest_score(const struct dealing *dealing, cirno_hand rest)
{
    cirno_card_set wanted = dealing->aim->cards;
    if (dealing->tie_count > 0) {
        wanted |= (cirno_card_set)1 << dealing->goal.first;
        wanted |= (cirno_card_set)1 << dealing->goal.second;
    }
    int32_t score = 0;
    for (uint64_t left = cirno_types(rest); left != 0;)
        score += (wanted >> cirno_next_type(&left) & 1) != 0 ? 9 : 3;
    return score;
}

static int32_t steered_score(const struct dealing *dealing, const struct outlook *outlook)
{
    enum { HIT = 2000, LOSS = -400, STEP = 50, AWAY = 10 };
    if ((outlook->events & cirno_event_bit(dealing->plan->target)) != 0)
        return HIT;
    const cirno_event_set steps = outlook->events & dealing->aim->steps;
    if (outlook->card == CIRNO_LOSES)
        return steps != 0 ? HIT / 2 : LOSS;
    const int32_t away = distance_from_aim(dealing, outlook->p);
    int32_t score = rest_score(dealing, outlook->rest);
    if (away > 0)
        score -= AWAY + away / 2;
    else
        score += burden_score(dealing, outlook->card) + (steps != 0 ? STEP : 0);
    return score;
}

/* For a round that should end: p near the limit, and hands that cannot continue from there. */
static int32_t closing_score(const struct outlook *outlook)
{
    if (outlook->card == CIRNO_LOSES)
        return 1000;
    int32_t score = is_counter(outlook->card) ? outlook->p - 40 : outlook->p;
    for (uint64_t left = cirno_types(outlook->rest); left != 0;) {
        const unsigned card = cirno_next_type(&left);
        const bool safe = is_counter(card) || cirno_apply(card, outlook->p) <= CIRNO_LIMIT;
        score += safe ? -8 : 8;
    }
    return score;
}

/* For the turn after the target: a hand that plays different cards with and without DOUBLE, so that
 * a program that lost or kept the effect shows it at once. */
static int32_t distinction_score(const struct dealing *dealing, const struct outlook *outlook)
{
    if (outlook->card == CIRNO_LOSES)
        return -100;
    const cirno_hand hand = outlook->rest + cirno_one(outlook->card);
    const struct cirno_table *const table = &dealing->game.table;
    const unsigned otherwise =
        cirno_choices_pick(dealing->game.choices, hand, table->p, !table->doubled);
    return otherwise == outlook->card ? 0 : 100;
}

/* ---- proposing hands ---- */

enum { PROPOSALS = 8 };

/* Cards for the undecided places of a hand. */
struct proposal {
    uint8_t cards[CIRNO_HAND];
};

static struct proposal all_of(uint8_t card)
{
    return (struct proposal){{card, card, card}};
}

static struct proposal led_by(struct dealing *dealing, uint8_t card)
{
    struct proposal proposal = {{card}};
    proposal.cards[1] = any_card(dealing); /* in order: the order of drawing matters */
    proposal.cards[2] = any_card(dealing);
    return proposal;
}

static struct proposal mixed(struct dealing *dealing, cirno_card_set set)
{
    struct proposal proposal;
    for (int i = 0; i < CIRNO_HAND; i++)
        proposal.cards[i] = roll(dealing, 4) != 0 ? card_of(dealing, set) : any_card(dealing);
    return proposal;
}

/* Returns the basic card that leads p nearest to the range of the aim. */
static uint8_t nearest_step(const struct dealing *dealing)
{
    uint8_t best = CIRNO_E0;
    int32_t least = INT32_MAX;
    for (uint8_t card = 0; card < CIRNO_PASS; card++) {
        const int32_t p = cirno_apply(card, dealing->game.table.p);
        const int32_t away = distance_from_aim(dealing, p);
        if (p <= CIRNO_LIMIT && p > -CIRNO_P_BOUND && away < least) {
            least = away;
            best = card;
        }
    }
    return best;
}

/* Proposes two cards that tie at this p, if any do, and a `third` one. */
static bool tying(const struct dealing *dealing, uint8_t third, struct proposal *proposal)
{
    for (uint32_t i = 0; i < dealing->tie_count; i++) {
        const struct cirno_tie *const tie = &dealing->ties[i];
        if (tie->p != dealing->game.table.p)
            continue;
        /* A single undecided card must be the one of the two that she does not have. */
        const cirno_hand settled = dealing->game.table.hands[dealing->game.table.seat];
        const bool has_first = (cirno_types(settled) & cirno_one(tie->first)) != 0;
        *proposal = has_first ? (struct proposal){{tie->second, tie->first, third}}
                              : (struct proposal){{tie->first, tie->second, third}};
        return true;
    }
    return false;
}

static void propose_steps(struct dealing *dealing, struct proposal proposals[PROPOSALS])
{
    const enum cirno_obligation obligation = dealing->aim->obligation;
    const bool needs_double = obligation == CIRNO_DOUBLED || obligation == CIRNO_SECOND;
    uint32_t count = 0;
    proposals[count++] = all_of(nearest_step(dealing));
    if (needs_double && !dealing->game.table.doubled) {
        proposals[count++] = all_of(CIRNO_DOUBLE);
        proposals[count++] = led_by(dealing, CIRNO_DOUBLE);
    }
    if (dealing->aim->last != 0 && dealing->game.watch.second)
        proposals[count++] = all_of(card_of(dealing, dealing->aim->last));
    if (tying(dealing, any_card(dealing), &proposals[count]))
        count++;
    if (tying(dealing, dealing->goal.second, &proposals[count]))
        count++; /* a third card that is not better, if this is the goal */
    while (count < PROPOSALS - 2)
        proposals[count++] = mixed(dealing, dealing->aim->cards);
    proposals[count++] = all_of(any_card(dealing));
    proposals[count++] = led_by(dealing, proposals[0].cards[0]);
}

static void propose_ends(struct dealing *dealing, struct proposal proposals[PROPOSALS])
{
    const cirno_card_set ends = CIRNO_CARD_BIT(A2) | CIRNO_CARD_BIT(A5) | CIRNO_CARD_BIT(A9) |
                                CIRNO_CARD_BIT(A19) | CIRNO_CARD_BIT(A49) | CIRNO_CARD_BIT(A99);
    const cirno_card_set jumps = CIRNO_CARD_BIT(E49) | CIRNO_CARD_BIT(E99) | CIRNO_CARD_BIT(C2);
    const bool far = dealing->game.table.p < CIRNO_LIMIT / 2;
    for (uint32_t i = 0; i < PROPOSALS; i++)
        proposals[i] = mixed(dealing, far && i < 2 ? jumps : ends);
}

static void propose(struct dealing *dealing, enum purpose purpose,
                    struct proposal proposals[PROPOSALS])
{
    if (purpose == STEER)
        propose_steps(dealing, proposals);
    else if (purpose == CLOSE)
        propose_ends(dealing, proposals);
    else
        for (uint32_t i = 0; i < PROPOSALS; i++)
            proposals[i] = led_by(dealing, any_card(dealing));
}

/* ---- one turn ---- */

/* Whether the target depends on how the last round was lost. */
static bool wants_loss(const struct dealing *dealing)
{
    const struct cirno_table *const table = &dealing->game.table;
    const struct cirno_watch *const watch = &dealing->game.watch;
    switch (dealing->plan->target) {
    case CIRNO_EVENT_DIRECTION_RESET: return table->players > 2 && table->step != 1;
    case CIRNO_EVENT_SAME_LOSER: return table->seat == watch->loser;
    case CIRNO_EVENT_OTHER_STARTER: return table->seat != 0;
    default: return false;
    }
}

static enum purpose choose_purpose(struct dealing *dealing)
{
    enum { ROOM = 8 }; /* cards for one more turn than planned and its consequences */
    const struct cirno_watch *const watch = &dealing->game.watch;
    const uint32_t rounds_left = dealing->plan->rounds - watch->round + 1;
    /* Deck cards used if every round ends as soon as possible. */
    const uint32_t reserve = dealing->game.used + rounds_left * (CIRNO_HAND + 1);
    const uint32_t soft = dealing->plan->soft_deck;
    if (reserve >= soft || watch->turn > 1 + 2 * (soft - reserve) / rounds_left)
        dealing->closing = true;
    if (dealing->just_hit && reserve + ROOM < dealing->plan->deck && roll(dealing, 8) != 0)
        return REVEAL;
    if (dealing->closing || wants_loss(dealing))
        return CLOSE;
    if (dealing->wanted > 0)
        return roll(dealing, 8) != 0 ? STEER : DRIFT;
    dealing->closing = roll(dealing, 6) == 0;
    return DRIFT;
}

static cirno_hand with(cirno_hand hand, const struct proposal *proposal, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        hand += cirno_one(proposal->cards[i]);
    return hand;
}

/* Returns the best of some proposals for the player to move. A random bonus makes cases differ. */
static struct proposal best_proposal(struct dealing *dealing, enum purpose purpose)
{
    enum { LUCK = 12 };
    struct proposal proposals[PROPOSALS];
    propose(dealing, purpose, proposals);
    const uint32_t seat = dealing->game.table.seat, count = dealing->game.count[seat];
    int32_t most = INT32_MIN;
    uint32_t best = 0;
    for (uint32_t i = 0; i < PROPOSALS; i++) {
        const cirno_hand hand = with(dealing->game.table.hands[seat], &proposals[i], count);
        const struct outlook outlook = look_ahead(dealing, purpose, hand);
        const int32_t plain = purpose == STEER    ? steered_score(dealing, &outlook)
                              : purpose == REVEAL ? distinction_score(dealing, &outlook)
                                                  : closing_score(&outlook);
        const int32_t score = plain + (int32_t)roll(dealing, LUCK);
        if (score > most) {
            most = score;
            best = i;
        }
    }
    return proposals[best];
}

/* Shuffles the first `count` cards, because a program may depend on their order. */
static void shuffle(struct dealing *dealing, struct proposal *proposal, uint32_t count)
{
    for (uint32_t i = 0; i + 1 < count; i++) {
        const uint32_t other = i + roll(dealing, count - i);
        const uint8_t card = proposal->cards[i];
        proposal->cards[i] = proposal->cards[other];
        proposal->cards[other] = card;
    }
}

/* Decides the undecided cards of the player to move. */
static void decide_for_aim(struct dealing *dealing)
{
    const enum purpose now = choose_purpose(dealing);
    struct proposal cards;
    if (now == DRIFT)
        for (int i = 0; i < CIRNO_HAND; i++)
            cards.cards[i] = any_card(dealing);
    else
        cards = best_proposal(dealing, now);
    shuffle(dealing, &cards, dealing->game.count[dealing->game.table.seat]);
    cirno_undecided_decide(&dealing->game, cards.cards);
}

/* Plays one turn; returns false if the deck runs out or p leaves its bounds. */
static bool play_turn(struct dealing *dealing, struct cirno_guided *guided)
{
    unsigned card;
    cirno_event_set events;
    decide_for_aim(dealing);
    const bool valid = cirno_undecided_play(&dealing->game, &card, &events);
    const bool hit = (events & cirno_event_bit(dealing->plan->target)) != 0;
    guided->reached |= events;
    dealing->just_hit = hit && card != CIRNO_LOSES;
    dealing->wanted -= hit && dealing->wanted > 0;
    dealing->closing = dealing->closing && card != CIRNO_LOSES;
    return valid;
}

/* ---- the game ---- */

/* Picks the nearer one of two random ties: those far below zero take many cards. */
static struct cirno_tie pick_goal(struct dealing *dealing)
{
    const struct cirno_tie one = dealing->ties[roll(dealing, dealing->tie_count)];
    const struct cirno_tie other = dealing->ties[roll(dealing, dealing->tie_count)];
    return abs(one.p) < abs(other.p) ? one : other;
}

bool cirno_guide_deal(const struct cirno_guide_plan *plan, struct nf_dice *dice,
                      struct cirno_guided *guided)
{
    struct dealing dealing = {
        .plan = plan,
        .aim = cirno_guide_aim(plan->target),
        .game =
            cirno_undecided_open(plan->players, 0, dice, guided->hands, guided->deck, plan->deck),
        .wanted = 1 + nf_roll(dice, 3),
    };
    struct cirno_undecided *const game = &dealing.game;
    guided->reached = 0;
    dealing.ties = cirno_guide_ties(plan->target, &dealing.tie_count);
    if (dealing.tie_count > 0)
        dealing.goal = pick_goal(&dealing);
    while (game->watch.round <= plan->rounds)
        if (!play_turn(&dealing, guided))
            return false;
    const uint32_t used = game->used;
    guided->deck_size = cirno_undecided_close(game, plan->left);
    guided->reached |= cirno_watch_game(plan->players, (int64_t)guided->deck_size - used);
    return true;
}
