/* The observer: plays a game once more, by the reference rules, and counts what happens. */
#include "games/cirno/stats/detail.h"
#include "games/cirno/strategy/dice.h"
#include "games/cirno/strategy/seating.h"
#include "games/cirno/strategy/strategy.h"
#include "gen/cirno/deal.h"
#include "gen/cirno/setup.h"

/* A game being followed. */
struct follower {
    const struct cirno_setup *setup;
    struct cirno_detail_sums *sums;
    struct cirno_dealer dealer;
    struct cirno_dice dice; /* of strategies that choose at random */
    uint32_t used;          /* deck cards drawn */
    struct cirno_table table;
    struct cirno_watch watch;
};

/* Ties by the statement's rule: every event before this one. */
static const cirno_event_set all_ties = ((cirno_event_set)1 << (CIRNO_BEFORE_OTHER_EVENTS + 1)) - 1;

static void open_game(struct follower *follower, const struct nf_key *key)
{
    const struct cirno_setup *const setup = follower->setup;
    uint8_t hands[CIRNO_MAX_PLAYERS * CIRNO_HAND];
    cirno_deal_hands(&follower->dealer, setup, key, hands);
    if (setup->seating != NULL && setup->seating->rolls)
        follower->dice = cirno_dice_start(key);
    follower->table.players = setup->base.params.players;
    for (uint32_t seat = 0; seat < follower->table.players; seat++)
        follower->table.hands[seat] = cirno_hand_of(hands + seat * CIRNO_HAND);
    follower->watch = cirno_watch_open();
}

static cirno_hand draw(struct follower *follower)
{
    follower->used++;
    return cirno_one(cirno_deal_card(&follower->dealer, follower->setup));
}

/* The card of the player to move, and whether it is the one the statement's strategy has. */
static unsigned choose(struct follower *follower, bool *usual)
{
    const struct cirno_seating *const seating = follower->setup->seating;
    const struct cirno_table *const table = &follower->table;
    const cirno_hand hand = table->hands[table->seat];
    const unsigned statement = cirno_choose(hand, table->p, table->doubled);
    *usual = true;
    if (seating == NULL)
        return statement;
    const struct cirno_strategy *const strategy = seating->seats[table->seat];
    const uint8_t *const die =
        strategy->rolls ? cirno_die(cirno_dice_throw(&follower->dice, follower->used)) : NULL;
    const unsigned card =
        cirno_strategy_choose(strategy, cirno_types(hand), table->p, table->doubled, die);
    *usual = card == statement;
    return card;
}

static void add_events(struct cirno_detail_sums *sums, cirno_event_set events)
{
    for (; events != 0; events &= events - 1)
        sums->events[__builtin_ctzll(events)]++;
}

static bool add_loss(struct cirno_detail_sums *sums, const struct cirno_table *table)
{
    const uint32_t number = cirno_losing_hand(table->hands[table->seat]);
    if (number == CIRNO_LOSING_HANDS || table->p < 0 || table->p > CIRNO_LIMIT)
        return false;
    sums->hands[table->doubled][number]++;
    sums->loss_p[table->doubled][table->p]++;
    return true;
}

/* Follows a round to its end; false if it is not the one of `record`. */
static bool follow_round(struct follower *follower, uint32_t record)
{
    struct cirno_table *const table = &follower->table;
    struct cirno_detail_sums *const sums = follower->sums;
    cirno_start_round(table);
    for (uint32_t turns = 1; turns <= record >> NF_SEAT_BITS; turns++) {
        cirno_hand *const hand = &table->hands[table->seat];
        bool usual;
        const unsigned card = choose(follower, &usual);
        add_events(sums, cirno_watch_turn(&follower->watch, table, card) &
                             (usual ? ~(cirno_event_set)0 : ~all_ties));
        cirno_watch_pass(&follower->watch, table, card);
        if (card == CIRNO_LOSES) {
            const bool counted = add_loss(sums, table);
            *hand = draw(follower);
            *hand += draw(follower);
            *hand += draw(follower);
            return counted && record == (turns << NF_SEAT_BITS | table->seat);
        }
        sums->played[table->doubled][card]++;
        cirno_put(table, card);
        sums->lowest_p = table->p < sums->lowest_p ? table->p : sums->lowest_p;
        if (table->p <= -CIRNO_P_BOUND)
            return false;
        *hand += draw(follower);
    }
    return false;
}

bool cirno_observe(const struct cirno_setup *setup, uint64_t index, uint64_t attempt,
                   const uint32_t *rounds, struct cirno_detail_sums *sums)
{
    const struct nf_params *const params = &setup->base.params;
    struct follower follower = {.setup = setup, .sums = sums};
    open_game(&follower, &(struct nf_key){params->seed, index, attempt});
    sums->lowest_p = 0;
    for (uint32_t round = 0; round < params->rounds; round++)
        if (!follow_round(&follower, rounds[round]))
            return false;
    const int64_t left = params->deck == 0 ? 0 : (int64_t)params->deck - follower.used;
    add_events(sums, cirno_watch_game(params->players, left));
    return left >= 0;
}
