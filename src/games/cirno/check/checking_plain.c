/* The player of run --check in plain C: for any processor, and for whoever wants a fault named.
 * Four games are played in turns, so that the processor has something to do while it waits for one
 * of them. */
#include "games/cirno/check/checking_games.h"
#include "games/cirno/rules/rules.h"
#include "games/cirno/strategy/dice.h"
#include "games/cirno/strategy/seating.h"
#include "games/cirno/strategy/strategy.h"
#include "gen/cirno/setup.h"

#include <inttypes.h>
#include <string.h>

enum {
    LANES = 4,
    NO_CARD = CIRNO_CARDS,
    AHEAD = 64,   /* cards taken from the deck at once */
    ROW_ROOM = 32 /* of a row of ranks, so that its place is a shift */
};

/* As in struct cirno_strategy, times 4 to leave room for a card's place in the hand. */
typedef uint8_t ranks[2][CIRNO_P_ROWS][ROW_ROOM];

struct lane {
    struct cirno_checked table;
    uint32_t turn;        /* turns so far in this round */
    uint32_t used;        /* cards of the deck */
    uint8_t ahead[AHEAD]; /* the card `used` is at its place modulo AHEAD */
    struct cirno_dice dice;
    struct cirno_checked_game game;
};

_Static_assert((CIRNO_CARDS + 1) * 4 <= UINT8_MAX, "a rank and a place fit");

struct player {
    struct cirno_checker all;
    uint32_t busy; /* lanes */
    ranks statement;
    struct lane lanes[LANES];
};

/* The ranks of the statement's strategy, from what the reference wishes. */
static void fill_statement(ranks to)
{
    for (int doubled = 0; doubled < 2; doubled++)
        for (int32_t row = 0; row < CIRNO_P_ROWS; row++) {
            int32_t wishes[CIRNO_CARDS];
            for (unsigned card = 0; card < CIRNO_CARDS; card++)
                wishes[card] = cirno_wish(card, row + CIRNO_P_FLOOR, doubled);
            for (unsigned card = 0; card < CIRNO_CARDS; card++) {
                uint8_t rank = wishes[card] > 0;
                for (unsigned other = 0; other < CIRNO_CARDS; other++)
                    rank = (uint8_t)(rank + (wishes[other] > 0 && wishes[other] < wishes[card]));
                to[doubled][row][card] = (uint8_t)(rank << 2);
            }
        }
}

static void fail_fault(struct player *player, const struct lane *lane, enum cirno_fault fault)
{
    struct nf_text text = {0};
    cirno_fault_text(&text, fault, &lane->table);
    player->all.end =
        nf_fail(player->all.err, NF_INTERNAL, "game %" PRIu64 ", round %u, turn %u, seat %u: %.*s",
                lane->game.index, lane->game.round + 1, lane->turn + 1, lane->table.seat + 1,
                (int)text.size, text.data == NULL ? "" : text.data);
    nf_text_free(&text);
}

/* Takes the next AHEAD cards from the deck. Behind its end there is anything, which is drawn but
 * not used: the game is rejected. */
static void look_ahead(const struct player *player, struct lane *lane)
{
    struct cirno_checked_game *const game = &lane->game;
    if (game->given == NULL) {
        struct cirno_dealer dealer = game->dealer; /* apart, so that nothing else can be it */
        for (uint32_t i = 0; i < AHEAD; i++)
            lane->ahead[i] = cirno_deal_card(&dealer, player->all.setup);
        game->dealer = dealer;
        return;
    }
    for (uint32_t i = 0; i < AHEAD; i++)
        lane->ahead[i] = lane->used + i < game->limit ? game->given[lane->used + i] : 0;
}

/* Sets the table of a game just dealt. */
static void open_table(const struct player *player, struct lane *lane, const uint8_t *hands)
{
    const struct cirno_setup *const setup = player->all.setup;
    struct cirno_checked *const table = &lane->table;
    memset(table, 0, sizeof *table);
    table->players = setup->base.params.players;
    table->step = 1 % table->players;
    lane->used = lane->turn = 0;
    if (setup->seating != NULL && setup->seating->rolls) {
        const struct nf_key key = {setup->base.params.seed, lane->game.index, lane->game.attempt};
        lane->dice = cirno_dice_start(&key);
    }
    for (uint32_t seat = 0; seat < table->players; seat++)
        for (int i = 0; i < CIRNO_HAND; i++) {
            const uint8_t card = hands[seat * CIRNO_HAND + (uint32_t)i];
            table->hands[seat][i] = card;
            table->dealt += cirno_card_weights[card];
        }
    look_ahead(player, lane);
}

static void take(struct player *player, struct lane *lane)
{
    uint8_t hands[CIRNO_MAX_PLAYERS * CIRNO_HAND];
    if (cirno_checked_take(&player->all, &lane->game, hands)) {
        player->busy++;
        open_table(player, lane, hands);
    }
}

static void reject(struct player *player, struct lane *lane, enum nf_reject why)
{
    uint8_t hands[CIRNO_MAX_PLAYERS * CIRNO_HAND];
    if (cirno_checked_reject(&player->all, &lane->game, why, hands))
        open_table(player, lane, hands);
    else
        player->busy--;
}

static void complete(struct player *player, struct lane *lane)
{
    uint8_t hands[CIRNO_MAX_PLAYERS * CIRNO_HAND];
    if (cirno_checked_complete(&player->all, &lane->game, hands))
        open_table(player, lane, hands);
    else
        player->busy--;
}

/* The next card of the deck into a place of a hand. */
static inline void draw(const struct player *player, struct lane *lane, uint8_t *place)
{
    const uint8_t card = lane->ahead[lane->used++ % AHEAD];
    *place = card;
    lane->table.dealt += cirno_card_weights[card];
    if (__builtin_expect(lane->used % AHEAD == 0, 0))
        look_ahead(player, lane);
}

/* The place in her hand of the card that the player plays; negative if she loses. */
static inline int choose(const struct player *player, struct lane *lane)
{
    const struct cirno_checked *const table = &lane->table;
    const struct cirno_seating *const seating = player->all.setup->seating;
    const uint8_t *const hand = table->hands[table->seat];
    if (seating == NULL) {
        const int32_t known = table->p > CIRNO_P_FLOOR ? table->p : CIRNO_P_FLOOR;
        const uint8_t *const rank = player->statement[table->doubled][known - CIRNO_P_FLOOR];
        const int first = rank[hand[0]], second = rank[hand[1]] + 1, third = rank[hand[2]] + 2;
        int best = second > first ? second : first;
        best = third > best ? third : best;
        return best < 4 ? -1 : best & 3;
    }
    const struct cirno_strategy *const strategy = seating->seats[table->seat];
    const uint8_t *const die =
        strategy->rolls ? cirno_die(cirno_dice_throw(&lane->dice, lane->used)) : NULL;
    const unsigned card = cirno_strategy_choose(strategy, cirno_types(cirno_hand_of(hand)),
                                                table->p, table->doubled, die);
    for (int i = 0; i < CIRNO_HAND; i++)
        if (hand[i] == card)
            return i;
    return -1;
}

/* The loser's turn, and what ends with it. */
__attribute__((noinline)) static void lose(struct player *player, struct lane *lane)
{
    struct cirno_checked *const table = &lane->table;
    struct cirno_checked_game *const game = &lane->game;
    uint8_t *const hand = table->hands[table->seat];
    enum cirno_fault fault = cirno_check_loser(table);
    if (fault == CIRNO_FAULTLESS)
        fault = cirno_check_cards(table);
    if (fault != CIRNO_FAULTLESS) {
        fail_fault(player, lane, fault);
        return;
    }
    for (int i = 0; i < CIRNO_HAND; i++) {
        table->gone += cirno_card_weights[hand[i]];
        hand[i] = NO_CARD;
        draw(player, lane, &hand[i]);
    }
    if (lane->used > game->limit) {
        reject(player, lane, NF_REJECT_DECK);
        return;
    }
    game->rounds[game->round++] = (lane->turn + 1) << NF_SEAT_BITS | table->seat;
    lane->turn = 0;
    table->p = 0;
    table->step = 1 % table->players;
    table->doubled = 0;
    if (game->round < player->all.setup->base.params.rounds)
        return;
    fault = cirno_check_cards(table);
    if (fault == CIRNO_FAULTLESS && !cirno_checked_adds_up(game, lane->used))
        fault = CIRNO_FAULT_CARDS;
    if (fault != CIRNO_FAULTLESS)
        fail_fault(player, lane, fault);
    else
        complete(player, lane);
}

/* One turn. */
static inline void turn(struct player *player, struct lane *lane)
{
    struct cirno_checked *const table = &lane->table;
    const enum cirno_fault fault = cirno_check_turn(table);
    if (__builtin_expect(fault != CIRNO_FAULTLESS, 0)) {
        fail_fault(player, lane, fault);
        return;
    }
    const int place = choose(player, lane);
    if (place < 0) {
        lose(player, lane);
        return;
    }
    uint8_t *const hand = table->hands[table->seat];
    const uint8_t card = hand[place];
    const uint32_t counter = cirno_cards[card].class == CIRNO_COUNTER;
    table->gone += cirno_card_weights[card];
    table->p = cirno_apply(card, table->p);
    table->step = card == CIRNO_TURN ? table->players - table->step : table->step;
    /* Whoever takes the effect of a DOUBLE plays a second card. */
    const uint32_t again = table->doubled & !counter;
    table->doubled = (table->doubled | (card == CIRNO_DOUBLE)) & !again;
    uint32_t seat = table->seat + (again ? 0 : table->step);
    seat -= seat >= table->players ? table->players : 0;
    table->seat = seat;
    lane->turn++;
    draw(player, lane, &hand[place]);
    if (__builtin_expect(table->p <= -CIRNO_P_BOUND, 0))
        reject(player, lane, NF_REJECT_VALUE);
    else if (__builtin_expect(lane->used > lane->game.limit, 0))
        reject(player, lane, NF_REJECT_DECK);
}

/* ---- the kernel ---- */

static bool supported(void)
{
    return true;
}

static size_t memory(const struct nf_setup *setup)
{
    (void)setup;
    return (sizeof(struct player) + NF_CACHE_LINE - 1) / NF_CACHE_LINE * NF_CACHE_LINE;
}

static enum nf_exit play(const struct nf_setup *base, void *memory_block, struct nf_feed *feed,
                         struct nf_sink *sink, struct nf_error *err)
{
    struct player *const player = memory_block;
    memset(player, 0, sizeof *player);
    player->all = (struct cirno_checker){
        .setup = (const struct cirno_setup *)base, .feed = feed, .sink = sink, .err = err};
    if (player->all.setup->seating == NULL)
        fill_statement(player->statement);
    for (int i = 0; i < LANES; i++)
        take(player, &player->lanes[i]);
    while (player->busy > 0 && player->all.end == NF_OK)
        for (int i = 0; i < LANES; i++)
            if (player->lanes[i].game.busy && player->all.end == NF_OK)
                turn(player, &player->lanes[i]);
    return player->all.end;
}

const struct nf_kernel cirno_checking_plain = {"checking", supported, memory, play};
