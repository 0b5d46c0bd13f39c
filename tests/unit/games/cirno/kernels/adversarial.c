#include "tests/unit/games/cirno/kernels/adversarial.h"

#include "games/cirno/rules/rules.h"
#include "tests/unit/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct guarded guarded_map(size_t size)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t used = (size + page - 1) / page * page;
    struct guarded memory = {.size = size, .mapped = used + page};
    memory.pages =
        mmap(NULL, memory.mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory.pages == MAP_FAILED ||
        mprotect((uint8_t *)memory.pages + used, page, PROT_NONE) != 0) {
        perror("guarded_map");
        abort();
    }
    memory.bytes = (uint8_t *)memory.pages + used - size;
    return memory;
}

void guarded_unmap(struct guarded *memory)
{
    munmap(memory->pages, memory->mapped);
    *memory = (struct guarded){0};
}

static uint32_t below(uint64_t *random, uint32_t bound)
{
    return nf_test_between(random, 0, bound - 1);
}

/* Cards with how often each is drawn, ended by weight 0. */
struct palette {
    struct {
        uint8_t card, weight;
    } cards[CIRNO_CARDS + 1];
};

/* What a kind deals at first, and what it deals to bring a round to its end. */
static const struct palette usual[ADVERSARIAL_KINDS] = {
    [ADVERSARIAL_DEEP] = {{{CIRNO_B19, 4},
                           {CIRNO_B9, 2},
                           {CIRNO_C2, 3},
                           {CIRNO_DOUBLE, 3},
                           {CIRNO_B1, 1},
                           {CIRNO_PASS, 1},
                           {CIRNO_D2, 1}}},
    [ADVERSARIAL_CHAINS] = {{{CIRNO_DOUBLE, 6},
                             {CIRNO_TURN, 6},
                             {CIRNO_PASS, 3},
                             {CIRNO_A49, 1},
                             {CIRNO_A99, 2},
                             {CIRNO_E99, 1},
                             {CIRNO_B1, 1},
                             {CIRNO_A1, 1}}},
    [ADVERSARIAL_TIES] = {{{CIRNO_A1, 2},
                           {CIRNO_A2, 2},
                           {CIRNO_B1, 3},
                           {CIRNO_C2, 3},
                           {CIRNO_D2, 4},
                           {CIRNO_E0, 4},
                           {CIRNO_E49, 2},
                           {CIRNO_E99, 2},
                           {CIRNO_A49, 1},
                           {CIRNO_A99, 1},
                           {CIRNO_DOUBLE, 3},
                           {CIRNO_B9, 1},
                           {CIRNO_A9, 1},
                           {CIRNO_A19, 1},
                           {CIRNO_B19, 1}}},
    [ADVERSARIAL_SECOND] = {{{CIRNO_A1, 3},
                             {CIRNO_A2, 2},
                             {CIRNO_A5, 1},
                             {CIRNO_A49, 2},
                             {CIRNO_A99, 2},
                             {CIRNO_DOUBLE, 3},
                             {CIRNO_E99, 1}}},
    [ADVERSARIAL_SHORT] = {{{CIRNO_A99, 30}, {CIRNO_A49, 1}, {CIRNO_TURN, 1}, {CIRNO_DOUBLE, 1}}},
    [ADVERSARIAL_LONG] = {{{CIRNO_PASS, 4},
                           {CIRNO_TURN, 2},
                           {CIRNO_E0, 4},
                           {CIRNO_E49, 2},
                           {CIRNO_D2, 4},
                           {CIRNO_B19, 3},
                           {CIRNO_A19, 2},
                           {CIRNO_A99, 1},
                           {CIRNO_DOUBLE, 1}}},
};
static const struct palette ending = {{{CIRNO_A99, 8}, {CIRNO_A49, 2}, {CIRNO_A19, 1}}};

static uint8_t pick(const struct palette *palette, uint64_t *random)
{
    uint32_t total = 0, i = 0;
    for (; palette->cards[i].weight != 0; i++)
        total += palette->cards[i].weight;
    uint32_t ticket = below(random, total);
    for (i = 0; ticket >= palette->cards[i].weight; i++)
        ticket -= palette->cards[i].weight;
    return palette->cards[i].card;
}

/* A game in the making. */
struct making {
    enum adversarial_kind kind;
    uint32_t rounds;
    uint64_t *random;
    struct cirno_table table;
    uint8_t first_hands[CIRNO_MAX_PLAYERS * CIRNO_HAND];
    uint8_t deck[CIRNO_MAX_DECK];
    uint32_t cards;  /* of the deck so far */
    uint32_t turns;  /* of the round so far */
    uint32_t length; /* turns after which the round is brought to its end */
    int32_t depth;   /* or p at which it is */
    struct adversarial_events events;
};

static bool holds(cirno_hand hand, unsigned card)
{
    return (hand >> (2 * card) & 3) != 0;
}

/* A card that ties with one of the hand on this p, if there is any. */
static bool find_tie(cirno_hand hand, int32_t p, uint64_t *random, uint8_t *tied)
{
    const uint32_t start = below(random, CIRNO_PASS);
    for (uint32_t i = 0; i < CIRNO_PASS; i++) {
        const unsigned card = (start + i) % CIRNO_PASS;
        for (unsigned other = 0; other < CIRNO_PASS; other++)
            if (other != card && holds(hand, other) &&
                cirno_apply(card, p) == cirno_apply(other, p)) {
                *tied = (uint8_t)card;
                return true;
            }
    }
    return false;
}

/* The card for a player who has just played; `second` if she is to play again at once. */
static uint8_t compose(struct making *making, cirno_hand hand, bool second)
{
    uint8_t card;
    const int32_t p = making->table.p;
    if (making->kind == ADVERSARIAL_SECOND && second && below(making->random, 4) != 0)
        return CIRNO_A99;
    if (making->turns >= making->length || p < making->depth)
        return pick(&ending, making->random);
    if (making->kind == ADVERSARIAL_TIES && below(making->random, 4) != 0 &&
        find_tie(hand, p, making->random, &card))
        return card;
    return pick(&usual[making->kind], making->random);
}

static void draw(struct making *making, cirno_hand *hand, bool second)
{
    const uint8_t card = compose(making, *hand, second);
    making->deck[making->cards++] = card;
    *hand += cirno_one(card);
}

static void note_turn(struct making *making, cirno_hand before, int32_t p, bool doubled,
                      unsigned played)
{
    static const int32_t marks[] = {-199, -500, -1023, -2047};
    struct adversarial_events *const events = &making->events;
    events->turns++;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        events->below[i] += p < marks[i];
    if (played == CIRNO_LOSES)
        return;
    const bool counter = cirno_cards[played].class == CIRNO_COUNTER;
    events->passed_on += doubled && counter;
    bool tie = false;
    for (unsigned card = 0; card < CIRNO_PASS && !counter; card++)
        tie |= card != played && holds(before, card) && cirno_apply(card, p) == making->table.p;
    events->ties += tie;
}

static void start_round(struct making *making)
{
    static const uint32_t lengths[] = {400, 60, 60, 40, 4, 3000};
    static const int32_t depths[] = {-150, -450, -900, -1800, -4000};
    cirno_start_round(&making->table);
    making->turns = 0;
    making->length = 1 + below(making->random, lengths[making->kind]);
    making->depth = depths[below(making->random, 5)];
}

/* False if the round cannot become part of a valid game. */
static bool play_round(struct making *making)
{
    struct cirno_table *const table = &making->table;
    bool second = false;
    for (start_round(making);;) {
        cirno_hand *const hand = &table->hands[table->seat];
        const cirno_hand before = *hand;
        const int32_t p = table->p;
        const bool doubled = table->doubled;
        const unsigned card = cirno_test_turn(table);
        making->turns++;
        note_turn(making, before, p, doubled, card);
        if (making->cards + CIRNO_HAND > CIRNO_MAX_DECK || table->p <= -CIRNO_P_BOUND)
            return false;
        if (card == CIRNO_LOSES) {
            making->events.second_lost += second;
            making->events.two_turns += making->turns == 2;
            *hand = 0;
            making->turns = 0; /* her new hand belongs to the next round */
            for (int i = 0; i < CIRNO_HAND; i++)
                draw(making, hand, false);
            return true;
        }
        second = doubled && cirno_cards[card].class != CIRNO_COUNTER;
        draw(making, hand, second);
    }
}

static bool make(struct making *making, uint32_t players)
{
    making->cards = 0;
    making->events = (struct adversarial_events){0};
    making->table = (struct cirno_table){.players = players};
    for (uint32_t i = 0; i < players * CIRNO_HAND; i++)
        making->first_hands[i] = pick(&usual[making->kind], making->random);
    for (uint32_t seat = 0; seat < players; seat++)
        making->table.hands[seat] = cirno_hand_of(making->first_hands + CIRNO_HAND * seat);
    for (uint32_t round = 0; round < making->rounds; round++)
        if (!play_round(making))
            return false;
    return true;
}

static void add_events(struct adversarial_events *to, const struct adversarial_events *events)
{
    to->turns += events->turns;
    for (size_t i = 0; i < sizeof to->below / sizeof *to->below; i++)
        to->below[i] += events->below[i];
    to->passed_on += events->passed_on;
    to->ties += events->ties;
    to->second_lost += events->second_lost;
    to->two_turns += events->two_turns;
}

struct cirno_instance adversarial_game(enum adversarial_kind kind, uint32_t players,
                                       uint32_t rounds, uint64_t *random, struct guarded *hands,
                                       struct guarded *deck, struct adversarial_events *events)
{
    static struct making making; /* a deck is too large for the stack */
    making.kind = kind;
    making.rounds = rounds;
    making.random = random;
    int tries = 0;
    while (!make(&making, players))
        if (++tries == 1000) {
            fprintf(stderr, "adversarial_game: kind %d, %u players: no valid game\n", (int)kind,
                    players);
            abort();
        }
    add_events(events, &making.events);
    *hands = guarded_map((size_t)players * CIRNO_HAND);
    *deck = guarded_map(making.cards);
    memcpy(hands->bytes, making.first_hands, hands->size);
    memcpy(deck->bytes, making.deck, deck->size);
    return (struct cirno_instance){players, rounds, making.cards, hands->bytes, deck->bytes};
}
