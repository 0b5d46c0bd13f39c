/* Besides what checking.h names, the cards a game draws are held against its deck's size. Four
 * games are played in turns, so that the processor has something to do while it waits for one of
 * them. */
#include "games/cirno/checking.h"

#include "cirno_deal.h"
#include "cirno_dice.h"
#include "games/cirno/reference.h"

#include <inttypes.h>
#include <string.h>

enum {
    LANES = 4,
    NO_CARD = CIRNO_CARDS,
    AHEAD = 64,   /* cards taken from the deck at once */
    ROW_ROOM = 32 /* of a row of ranks, so that its place is a shift */
};

/* Numbers without a pattern: splitmix64 of 1 .. 18. */
const uint64_t cirno_card_weights[256] = {
    0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f, 0xf88bb8a8724c81ec,
    0x1b39896a51a8749b, 0x53cb9f0c747ea2ea, 0x2c829abe1f4532e1, 0xc584133ac916ab3c,
    0x3ee5789041c98ac3, 0xf3b8488c368cb0a6, 0x657eecdd3cb13d09, 0xc2d326e0055bdef6,
    0x8621a03fe0bbdb7b, 0x8e1f7555983aa92f, 0xb54e0f1600cc4d19, 0x84bb3f97971d80ab,
    0x7d29825c75521255, 0xc3cf17102b7f7f86,
};

/* ---- what must hold ---- */

enum cirno_fault cirno_check_loser(const struct cirno_checked *table)
{
    for (int i = 0; i < CIRNO_HAND; i++) {
        const uint8_t card = table->hands[table->seat][i];
        if (cirno_cards[card].class == CIRNO_COUNTER || cirno_apply(card, table->p) <= CIRNO_LIMIT)
            return CIRNO_FAULT_LOSER;
    }
    return CIRNO_FAULTLESS;
}

enum cirno_fault cirno_check_cards(const struct cirno_checked *table)
{
    uint64_t held = 0;
    for (uint32_t seat = 0; seat < table->players; seat++)
        for (int i = 0; i < CIRNO_HAND; i++) {
            if (table->hands[seat][i] >= CIRNO_CARDS)
                return CIRNO_FAULT_HAND;
            held += cirno_card_weights[table->hands[seat][i]];
        }
    return table->dealt - table->gone == held ? CIRNO_FAULTLESS : CIRNO_FAULT_CARDS;
}

void cirno_fault_text(struct nf_text *text, enum cirno_fault fault,
                      const struct cirno_checked *table)
{
    const uint8_t *const hand = table->hands[table->seat % NF_MAX_SEATS];
    switch (fault) {
    case CIRNO_FAULTLESS: break;
    case CIRNO_FAULT_SEAT:
        nf_text_format(text, "the turn is at seat %u of %u, the step is %u", table->seat + 1,
                       table->players, table->step);
        break;
    case CIRNO_FAULT_HAND:
        nf_text_format(text, "a hand does not hold three cards of the game; hers are %u %u %u",
                       hand[0], hand[1], hand[2]);
        break;
    case CIRNO_FAULT_VALUE:
        nf_text_format(text, "p is %d, expected at most %d and above -%d", table->p, CIRNO_LIMIT,
                       CIRNO_P_BOUND);
        break;
    case CIRNO_FAULT_LOSER:
        nf_text_format(text, "lost at p = %d, although one of her cards %u %u %u can be played",
                       table->p, hand[0], hand[1], hand[2]);
        break;
    case CIRNO_FAULT_CARDS:
        nf_text_string(text, "the cards dealt are not those played, thrown away and in the hands");
        break;
    }
}

/* ---- the games ---- */

/* As in struct cirno_strategy, times 4 to leave room for a card's place in the hand. */
typedef uint8_t ranks[2][CIRNO_P_ROWS][ROW_ROOM];

struct lane {
    struct cirno_checked table;
    uint32_t turn;        /* turns so far in this round */
    uint32_t used, limit; /* cards of the deck */
    uint8_t ahead[AHEAD]; /* the card `used` is at its place modulo AHEAD */
    struct cirno_dealer dealer;
    struct cirno_dice dice;
    const uint8_t *given; /* a deck, or NULL: cards are dealt */
    uint64_t index, attempt;
    uint32_t round;
    uint32_t rejected[NF_REJECT_KINDS];
    bool busy;
    uint32_t rounds[NF_MAX_ROUNDS];
};

_Static_assert((CIRNO_CARDS + 1) * 4 <= UINT8_MAX, "a rank and a place fit");

struct checker {
    const struct cirno_setup *setup;
    struct nf_feed *feed;
    struct nf_sink *sink;
    struct nf_error *err;
    enum nf_exit end;
    uint32_t busy;
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

static enum nf_exit fail_fault(struct checker *checker, const struct lane *lane,
                               enum cirno_fault fault)
{
    struct nf_text text = {0};
    cirno_fault_text(&text, fault, &lane->table);
    checker->end =
        nf_fail(checker->err, NF_INTERNAL, "game %" PRIu64 ", round %u, turn %u, seat %u: %.*s",
                lane->index, lane->round + 1, lane->turn + 1, lane->table.seat + 1, (int)text.size,
                text.data == NULL ? "" : text.data);
    nf_text_free(&text);
    return checker->end;
}

/* Takes the next AHEAD cards from the deck. Behind its end there is anything, which is drawn but
 * not used: the game is rejected. */
static void look_ahead(const struct checker *checker, struct lane *lane)
{
    if (lane->given == NULL) {
        struct cirno_dealer dealer = lane->dealer; /* apart, so that nothing else can be it */
        for (uint32_t i = 0; i < AHEAD; i++)
            lane->ahead[i] = cirno_deal_card(&dealer, checker->setup);
        lane->dealer = dealer;
        return;
    }
    for (uint32_t i = 0; i < AHEAD; i++)
        lane->ahead[i] = lane->used + i < lane->limit ? lane->given[lane->used + i] : 0;
}

/* Deals the candidate lane->attempt of lane->index. */
static void deal(const struct checker *checker, struct lane *lane)
{
    const struct cirno_setup *const setup = checker->setup;
    const struct nf_key key = {setup->base.params.seed, lane->index, lane->attempt};
    struct cirno_checked *const table = &lane->table;
    uint8_t dealt[CIRNO_MAX_PLAYERS * CIRNO_HAND];
    const uint8_t *hands = dealt;
    memset(table, 0, sizeof *table);
    table->players = setup->base.params.players;
    table->step = 1 % table->players;
    lane->used = lane->round = lane->turn = 0;
    lane->limit = setup->deck_limit;
    if (setup->seating != NULL && setup->seating->rolls)
        lane->dice = cirno_dice_start(&key);
    if (setup->instances != NULL) {
        hands = setup->instances[lane->index].hands;
        lane->given = setup->instances[lane->index].deck;
        lane->limit = setup->instances[lane->index].deck_size;
    } else {
        cirno_deal_hands(&lane->dealer, setup, &key, dealt);
        lane->given = NULL;
    }
    for (uint32_t seat = 0; seat < table->players; seat++)
        for (int i = 0; i < CIRNO_HAND; i++) {
            const uint8_t card = hands[seat * CIRNO_HAND + (uint32_t)i];
            table->hands[seat][i] = card;
            table->dealt += cirno_card_weights[card];
        }
    look_ahead(checker, lane);
}

/* Takes the next game of the feed, if there is one. */
static void take(struct checker *checker, struct lane *lane)
{
    const bool was_busy = lane->busy;
    lane->busy = checker->end == NF_OK && nf_feed_take(checker->feed, &lane->index);
    checker->busy = checker->busy - was_busy + lane->busy;
    if (!lane->busy)
        return;
    lane->attempt = 0;
    memset(lane->rejected, 0, sizeof lane->rejected);
    deal(checker, lane);
}

/* Throws the candidate away and deals the next one. */
static void reject(struct checker *checker, struct lane *lane, enum nf_reject why)
{
    lane->rejected[why]++;
    if (checker->setup->instances != NULL)
        checker->end =
            nf_fail(checker->err, NF_INVALID, "instance %" PRIu64 " is not valid", lane->index);
    else if (++lane->attempt == cirno_attempts(checker->setup->deck_limit))
        checker->end = cirno_hopeless(checker->setup, lane->index, lane->rejected, checker->err);
    else
        deal(checker, lane);
}

static void complete(struct checker *checker, struct lane *lane)
{
    struct nf_outcome outcome = {.index = lane->index, .words = lane->rounds};
    memcpy(outcome.rejected, lane->rejected, sizeof outcome.rejected);
    checker->sink->take(checker->sink, &outcome);
    take(checker, lane);
}

/* The next card of the deck into a place of a hand. */
static inline void draw(const struct checker *checker, struct lane *lane, uint8_t *place)
{
    const uint8_t card = lane->ahead[lane->used++ % AHEAD];
    *place = card;
    lane->table.dealt += cirno_card_weights[card];
    if (__builtin_expect(lane->used % AHEAD == 0, 0))
        look_ahead(checker, lane);
}

/* The place in her hand of the card that the player plays; negative if she loses. */
static inline int choose(const struct checker *checker, struct lane *lane)
{
    const struct cirno_checked *const table = &lane->table;
    const struct cirno_seating *const seating = checker->setup->seating;
    const uint8_t *const hand = table->hands[table->seat];
    if (seating == NULL) {
        const int32_t known = table->p > CIRNO_P_FLOOR ? table->p : CIRNO_P_FLOOR;
        const uint8_t *const rank = checker->statement[table->doubled][known - CIRNO_P_FLOOR];
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
__attribute__((noinline)) static void lose(struct checker *checker, struct lane *lane)
{
    struct cirno_checked *const table = &lane->table;
    uint8_t *const hand = table->hands[table->seat];
    enum cirno_fault fault = cirno_check_loser(table);
    if (fault == CIRNO_FAULTLESS)
        fault = cirno_check_cards(table);
    if (fault != CIRNO_FAULTLESS) {
        fail_fault(checker, lane, fault);
        return;
    }
    for (int i = 0; i < CIRNO_HAND; i++) {
        table->gone += cirno_card_weights[hand[i]];
        hand[i] = NO_CARD;
        draw(checker, lane, &hand[i]);
    }
    if (lane->used > lane->limit) {
        reject(checker, lane, NF_REJECT_DECK);
        return;
    }
    lane->rounds[lane->round++] = (lane->turn + 1) << NF_SEAT_BITS | table->seat;
    lane->turn = 0;
    table->p = 0;
    table->step = 1 % table->players;
    table->doubled = 0;
    if (lane->round < checker->setup->base.params.rounds)
        return;
    fault = cirno_check_cards(table);
    if (fault != CIRNO_FAULTLESS)
        fail_fault(checker, lane, fault);
    else
        complete(checker, lane);
}

/* One turn. */
static inline void turn(struct checker *checker, struct lane *lane)
{
    struct cirno_checked *const table = &lane->table;
    const enum cirno_fault fault = cirno_check_turn(table);
    if (__builtin_expect(fault != CIRNO_FAULTLESS, 0)) {
        fail_fault(checker, lane, fault);
        return;
    }
    const int place = choose(checker, lane);
    if (place < 0) {
        lose(checker, lane);
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
    draw(checker, lane, &hand[place]);
    if (__builtin_expect(table->p <= -CIRNO_P_BOUND, 0))
        reject(checker, lane, NF_REJECT_VALUE);
    else if (__builtin_expect(lane->used > lane->limit, 0))
        reject(checker, lane, NF_REJECT_DECK);
}

/* ---- the kernel ---- */

static bool supported(void)
{
    return true;
}

static size_t memory(const struct nf_setup *setup)
{
    (void)setup;
    return (sizeof(struct checker) + NF_CACHE_LINE - 1) / NF_CACHE_LINE * NF_CACHE_LINE;
}

static enum nf_exit play(const struct nf_setup *base, void *memory_block, struct nf_feed *feed,
                         struct nf_sink *sink, struct nf_error *err)
{
    struct checker *const checker = memory_block;
    memset(checker, 0, sizeof *checker);
    checker->setup = (const struct cirno_setup *)base;
    checker->feed = feed;
    checker->sink = sink;
    checker->err = err;
    if (checker->setup->seating == NULL)
        fill_statement(checker->statement);
    for (int i = 0; i < LANES; i++)
        take(checker, &checker->lanes[i]);
    while (checker->busy > 0 && checker->end == NF_OK)
        for (int i = 0; i < LANES; i++)
            if (checker->lanes[i].busy && checker->end == NF_OK)
                turn(checker, &checker->lanes[i]);
    return checker->end;
}

const struct nf_kernel cirno_checking = {"checking", supported, memory, play};
