/* Games that start later, and games dealt anew around a position. The position at a later turn
 * becomes the start of a new game: the player to move, her neighbours in the direction of play,
 * their hands, and the rest of the deck. If p was not 0 or DOUBLE lay on her, a few turns are
 * inserted before it, found by playing backwards.
 *
 * Dealt anew, what comes behind the position is what ends the game soonest, and a card of her hand
 * may be another one: so a decision that follows from few things is left with these. */
#include "games/cirno/judged/fuzzing.h"

#include "base/lang.h"
#include "games/cirno/judged/position.h"
#include "games/cirno/rules/walk.h"

#include <pthread.h>
#include <string.h>

enum { ALL_HANDS = CIRNO_MAX_PLAYERS * CIRNO_HAND, MOST_BEFORE = 5, P_LOWEST = -400 };

/* ---- playing backwards ---- */

/* A position from which the game continues. Seats are counted in the direction of play. */
struct past {
    uint32_t players, seat;
    uint8_t hands[ALL_HANDS];
    int32_t p;
    bool doubled;
    uint8_t drawn[MOST_BEFORE]; /* by the inserted turns, last one first */
    uint32_t turns;             /* number of inserted turns */
};

/* The least number of cards that lead from 0 to p, for pruning; MOST_BEFORE + 1: more. */
struct distances {
    uint8_t of[CIRNO_LIMIT - P_LOWEST + 1];
};

static uint8_t *distance_to_p(struct distances *distances, int32_t p)
{
    return p < P_LOWEST ? NULL : &distances->of[p - P_LOWEST];
}

static struct distances known_distances;

static void fill_distances(void)
{
    struct distances *const distances = &known_distances;
    memset(distances->of, MOST_BEFORE + 1, sizeof distances->of);
    *distance_to_p(distances, 0) = 0;
    for (uint8_t steps = 0; steps < MOST_BEFORE; steps++)
        for (int32_t p = P_LOWEST; p <= CIRNO_LIMIT; p++)
            for (unsigned card = 0; card < CIRNO_PASS && *distance_to_p(distances, p) == steps;
                 card++) {
                const int32_t after = cirno_apply(card, p);
                if (after < P_LOWEST || after > CIRNO_LIMIT)
                    continue;
                uint8_t *const known = distance_to_p(distances, after);
                *known = *known > steps ? (uint8_t)(steps + 1) : *known;
            }
}

/* Finds the values of p from which `card` leads to `p`, at most two. */
static uint32_t find_origins(unsigned card, int32_t p, int32_t origins[2])
{
    const struct cirno_card_info *const info = &cirno_cards[card];
    switch (info->class) {
    case CIRNO_MULTIPLY: origins[0] = p / 2; return p % 2 == 0;
    case CIRNO_DIVIDE:
        origins[0] = 2 * p;
        origins[1] = 2 * p + 1;
        return 2;
    case CIRNO_FIX: origins[0] = 0; return info->number == p;
    default: origins[0] = p - info->plus; return 1;
    }
}

static bool unwind(const struct distances *distances, struct past *past, uint32_t depth);

/* Whether the player can have got her hand by playing `card` at `p`; if so, continues backwards. */
static bool unwind_play(const struct distances *distances, struct past *past, uint32_t depth,
                        unsigned card, int32_t p, bool doubled, const uint8_t hand[CIRNO_HAND])
{
    if (p > CIRNO_LIMIT || cirno_choose(cirno_hand_of(hand), p, doubled) != card)
        return false;
    memcpy(past->hands + past->seat * CIRNO_HAND, hand, CIRNO_HAND);
    past->p = p;
    past->doubled = doubled;
    return unwind(distances, past, depth);
}

/* Tries each card as the last play before the position `later`, with `hand[0]` drawn after it. */
static bool unwind_cards(const struct distances *distances, struct past *past, uint32_t depth,
                         const struct past *later, uint8_t hand[CIRNO_HAND])
{
    for (uint32_t rank = 0; rank < CIRNO_CARDS; rank++) {
        const uint8_t card = cirno_simple[rank];
        hand[0] = card;
        if (card == CIRNO_TURN)
            continue;
        if (later->doubled) {
            if ((card == CIRNO_DOUBLE &&
                 unwind_play(distances, past, depth, card, later->p, false, hand)) ||
                (cirno_cards[card].class == CIRNO_COUNTER &&
                 unwind_play(distances, past, depth, card, later->p, true, hand)))
                return true;
            continue;
        }
        if (card == CIRNO_DOUBLE)
            continue;
        int32_t origins[2];
        const uint32_t count = find_origins(card, later->p, origins);
        for (uint32_t i = 0; i < count; i++)
            if (unwind_play(distances, past, depth, card, origins[i], false, hand))
                return true;
    }
    return false;
}

/* Inserts at most `depth` turns before the position, so that the game starts at p = 0 without
 * DOUBLE. */
static bool unwind(const struct distances *distances, struct past *past, uint32_t depth)
{
    if (past->p == 0 && !past->doubled)
        return true;
    if (past->p < P_LOWEST || distances->of[past->p - P_LOWEST] + (past->doubled ? 1u : 0u) > depth)
        return false;
    const struct past later = *past;
    past->seat = (later.seat + later.players - 1) % later.players;
    past->turns = later.turns + 1;
    const uint8_t *const held = later.hands + past->seat * CIRNO_HAND;
    for (uint32_t i = 0; i < CIRNO_HAND; i++) {
        uint8_t hand[CIRNO_HAND] = {0, held[(i + 1) % CIRNO_HAND], held[(i + 2) % CIRNO_HAND]};
        past->drawn[later.turns] = held[i];
        if (unwind_cards(distances, past, depth - 1, &later, hand))
            return true;
    }
    *past = later;
    return false;
}

/* ---- later starts ---- */

/* Which players stay: how many before the player to move and how many after her. What the others
 * draw leaves the deck. */
static const struct company {
    uint32_t before, after;
} companies[] = {{0, 0}, {0, 1}, {1, 0}, {1, 1}, {0, CIRNO_MAX_PLAYERS}};

struct start {
    const struct cirno_parsed *from;
    const struct company *company;
    struct nf_instance *made;
    uint64_t line;             /* it starts with */
    uint8_t cards[ALL_HANDS];  /* by seat, in the order in which programs have them */
    unsigned card;             /* played last, CIRNO_LOSES, or none yet in this round */
    uint32_t seat, drawn;      /* who played it, and what was drawn before */
    uint32_t round;            /* it starts in, from 1; 0: it has not */
    uint32_t players, staying; /* bits of their old seats */
    bool anew;                 /* dealt, */
    uint32_t change;           /* with another card in the hand of one; CHANGES: none, */
    uint32_t first;            /* and p as this card makes it of 0; CIRNO_CARDS: as it was */
};

enum { NONE = CIRNO_LOSES + 1 };

/* Gives the player who moved last what she draws: in the place of what she played, as programs do
 * for whom the order of a hand matters. */
static void draw_for_last_player(struct start *start)
{
    const uint8_t *const drawn = start->from->instance.deck + start->drawn;
    uint8_t *const hand = start->cards + start->seat * CIRNO_HAND;
    if (start->card == CIRNO_LOSES)
        memcpy(hand, drawn, CIRNO_HAND);
    else if (start->card != NONE)
        *(uint8_t *)memchr(hand, (int)start->card, CIRNO_HAND) = *drawn;
}

/* Adds the players of `past`, the one to move first, and what the inserted turns draw. */
static void add_past(struct start *start, const struct past *past, const uint32_t *seats)
{
    for (uint32_t i = 0; i < past->players; i++) {
        const uint32_t seat = (past->seat + i) % past->players;
        nf_instance_name(start->made, start->from->names[seats[seat]]);
        nf_instance_words(start->made, past->hands + seat * CIRNO_HAND, CIRNO_HAND);
    }
    for (uint32_t turn = past->turns; turn-- > 0;)
        nf_instance_words(start->made, &past->drawn[turn], 1);
}

/* ---- dealt anew ---- */

enum {
    SMALL = 64,                         /* cards of a deck; there are many ways, */
    SMALLER = 8,                        /* and more yet */
    MOST_AFTER = 3,                     /* turns up to the end of the round */
    CHANGES = CIRNO_HAND * CIRNO_CARDS, /* of the hand of one player */
};

/* What makes p of 0 where a game is dealt anew: cards that rules about ties and limits often need.
 * CIRNO_CARDS: it is as it was. */
static const uint8_t firsts[] = {CIRNO_CARDS, CIRNO_A99, CIRNO_A49, CIRNO_A1, CIRNO_B1};

/* In how many ways a game is changed, each of which costs a trial: those of p where little else
 * makes it smaller. */
static uint32_t count_changes(const struct cirno_instance *game)
{
    if (game->deck_size > SMALL)
        return 0;
    return game->deck_size > SMALLER && game->players != 2 ? CHANGES
                                                           : sizeof firsts * (CHANGES + 1);
}

/* Finds draws after which the round ends in at most `depth` turns; appends them to `drawn`. */
static bool find_end(const struct cirno_table *table, uint32_t depth, uint8_t *drawn,
                     uint32_t *count)
{
    const unsigned card = cirno_choose(table->hands[table->seat], table->p, table->doubled);
    if (card == CIRNO_LOSES)
        return true;
    if (depth == 0)
        return false;
    struct cirno_table after = *table;
    cirno_put(&after, card);
    const cirno_hand kept = after.hands[table->seat];
    for (uint32_t rank = 0; rank < CIRNO_CARDS; rank++) {
        drawn[*count] = cirno_simple[rank];
        after.hands[table->seat] = kept + cirno_one(cirno_simple[rank]);
        ++*count;
        if (find_end(&after, depth - 1, drawn, count))
            return true;
        --*count;
    }
    return false;
}

/* Deals the shortest game of one round that comes by the position, changed in a way. */
static void deal_anew(struct start *start, struct past *past, const uint32_t *seats)
{
    struct cirno_table table = {.players = past->players, .step = 1, .doubled = past->doubled};
    uint8_t after[MOST_AFTER];
    uint32_t count = 0, turns = 0;
    if (start->first < CIRNO_CARDS)
        past->p = cirno_apply(start->first, 0);
    if (start->change < CHANGES)
        past->hands[start->change / CIRNO_CARDS] = cirno_simple[start->change % CIRNO_CARDS];
    table.p = past->p;
    for (uint32_t seat = 0; seat < past->players; seat++)
        table.hands[seat] = cirno_hand_of(past->hands + seat * CIRNO_HAND);
    while (!find_end(&table, turns, after, &count))
        if (turns++ == MOST_AFTER)
            return;
    for (uint32_t depth = 0; depth <= MOST_BEFORE; depth++)
        if (unwind(&known_distances, past, depth)) {
            add_past(start, past, seats);
            nf_instance_words(start->made, after, count);
            nf_instance_number(start->made, past->players);
            nf_instance_number(start->made, 1);
            nf_instance_number(start->made, (uint32_t)start->made->count[NF_IS_WORD] -
                                                past->players * CIRNO_HAND);
            return;
        }
}

/* Deals a round that takes all cards of the deck as simply as can be: one player with nothing else
 * to play. What breaks down where a game is long needs no more of it. */
static void deal_long(const struct cirno_instance *from, uint8_t card, struct nf_instance *made)
{
    enum { REST = 5 }; /* drawn when all of `card` are */
    static const uint8_t loses = CIRNO_A99;
    nf_instance_number(made, 1);
    nf_instance_number(made, 1);
    nf_instance_number(made, from->deck_size);
    nf_instance_name(made, (struct nf_name){"A", 1});
    for (uint32_t i = 0; i < CIRNO_HAND + from->deck_size; i++)
        nf_instance_words(
            made, i + 1 < CIRNO_HAND || i >= CIRNO_HAND + from->deck_size - REST ? &loses : &card,
            1);
}

/* ---- following a game ---- */

/* Starts the game at a position; false if no few turns lead to it. */
static bool begin(struct start *start, const struct cirno_position *position)
{
    const struct cirno_table *const table = &position->table;
    struct past past = {.p = table->p, .doubled = table->doubled};
    uint32_t seats[CIRNO_MAX_PLAYERS];
    for (uint32_t far = 0; far < table->players; far++) {
        if (far > start->company->after && table->players - far > start->company->before)
            continue;
        const uint32_t seat = (table->seat + far * table->step) % table->players;
        memcpy(past.hands + past.players * CIRNO_HAND, start->cards + seat * CIRNO_HAND,
               CIRNO_HAND);
        start->staying |= UINT32_C(1) << seat;
        seats[past.players++] = seat;
    }
    start->round = position->round;
    start->players = past.players;
    if (start->anew) {
        deal_anew(start, &past, seats);
        return false;
    }
    for (uint32_t depth = 0; depth <= MOST_BEFORE; depth++)
        if (unwind(&known_distances, &past, depth)) {
            add_past(start, &past, seats);
            return true;
        }
    return false;
}

static void add_deck(struct start *start, uint32_t end)
{
    nf_instance_words(start->made, start->from->instance.deck + start->drawn, end - start->drawn);
}

static bool follow_to_start(void *owner, const struct cirno_position *position)
{
    struct start *const start = owner;
    if (start->round == 0)
        draw_for_last_player(start);
    else if ((start->staying >> start->seat & 1) != 0)
        add_deck(start, position->drawn);
    if (position->line == start->line && !begin(start, position))
        return false;
    start->card = position->kind == CIRNO_POSITION_TURN ? position->card : NONE;
    start->seat = position->table.seat;
    start->drawn = position->drawn;
    return true;
}

/* nf_smaller.start. */
static bool start_later(const struct nf_instance *from, uint64_t line, uint32_t way,
                        struct nf_instance *made)
{
    const struct cirno_parsed parsed = {.instance = cirno_instance_of(from), .names = from->names};
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    enum { COMPANIES = sizeof companies / sizeof *companies };
    const bool anew = way >= COMPANIES;
    const uint32_t other = anew ? way - COMPANIES : 0; /* with all companies as it is, then alone */
    const uint32_t changed = other < COMPANIES ? 0 : other - COMPANIES;
    static const uint8_t kept[] = {CIRNO_DOUBLE, CIRNO_PASS}; /* the longest word first */
    if (anew && parsed.instance.deck_size > SMALL && other < sizeof kept) {
        deal_long(&parsed.instance, kept[other], made);
        return true;
    }
    if (anew && changed >= count_changes(&parsed.instance))
        return false;
    struct start start = {.from = &parsed,
                          .company = &companies[!anew               ? way
                                                : other < COMPANIES ? other
                                                                    : 0],
                          .made = made,
                          .line = line,
                          .card = NONE,
                          .anew = anew,
                          .change = other < COMPANIES ? CHANGES : changed % (CHANGES + 1),
                          .first = firsts[changed / (CHANGES + 1)]};
    pthread_once(&once, fill_distances);
    memcpy(start.cards, parsed.instance.hands, parsed.instance.players * CIRNO_HAND);
    struct cirno_position position;
    cirno_positions(&position, &parsed, 1, follow_to_start, &start);
    if (anew || made->count[NF_IS_WORD] == 0)
        return true;
    add_deck(&start, parsed.instance.deck_size);
    nf_instance_number(made, start.players);
    nf_instance_number(made, parsed.instance.rounds - start.round + 1);
    nf_instance_number(made, (uint32_t)made->count[NF_IS_WORD] - start.players * CIRNO_HAND);
    return true;
}

/* ---- the cards a game takes ---- */

/* The next card, or behind the last one a filler, up to the longest deck there is. */
static unsigned draw_or_fill(void *client, const struct cirno_walk *walk)
{
    const struct cirno_given *const given = client;
    return walk->used < given->cards     ? given->deck[walk->used]
           : walk->used < CIRNO_MAX_DECK ? CIRNO_A99
                                         : CIRNO_CARDS;
}

static uint32_t takes(struct nf_instance *candidate)
{
    static const struct cirno_callbacks callbacks = {cirno_given_choose, draw_or_fill, NULL};
    const struct cirno_instance game = cirno_instance_of(candidate);
    struct cirno_given given = cirno_given(&game);
    struct cirno_walk walk = cirno_walk_open(game.players, game.hands);
    for (; walk.round < game.rounds; walk.round++)
        if (cirno_walk_round(&callbacks, &given, &walk) != CIRNO_COMPLETE)
            return UINT32_MAX;
    return walk.used;
}

const struct nf_smaller cirno_smaller = {.takes = takes, .start = start_later};

void cirno_size(const struct nf_instance *read, struct nf_text *words)
{
    const struct cirno_instance game = cirno_instance_of(read);
    nf_text_format(words, P_("%u player", "%u players", game.players), game.players);
    nf_text_format(words, P_(", %u round", ", %u rounds", game.rounds), game.rounds);
    nf_text_format(words, P_(", %u deck card", ", %u deck cards", game.deck_size), game.deck_size);
}
