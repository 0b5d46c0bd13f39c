/* Games that start later. The position at a later turn becomes the start of a new game: the player
 * to move, her neighbours in the direction of play, their hands, and the rest of the deck. If p was
 * not 0 or DOUBLE lay on her, a few turns are inserted before it, found by playing backwards. */
#include "games/cirno/judged/position.h"
#include "games/cirno/judged/shrink.h"

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

static uint8_t *distance(struct distances *distances, int32_t p)
{
    return p < P_LOWEST ? NULL : &distances->of[p - P_LOWEST];
}

static void fill_distances(struct distances *distances)
{
    memset(distances->of, MOST_BEFORE + 1, sizeof distances->of);
    *distance(distances, 0) = 0;
    for (uint8_t steps = 0; steps < MOST_BEFORE; steps++)
        for (int32_t p = P_LOWEST; p <= CIRNO_LIMIT; p++)
            for (unsigned card = 0; card < CIRNO_PASS && *distance(distances, p) == steps; card++) {
                const int32_t after = cirno_apply(card, p);
                if (after < P_LOWEST || after > CIRNO_LIMIT)
                    continue;
                uint8_t *const known = distance(distances, after);
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
};

enum { NONE = CIRNO_LOSES + 1 };

/* Gives the player who moved last what she draws: in the place of what she played, as programs do
 * for whom the order of a hand matters. */
static void draw(struct start *start)
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

/* Starts the game at a position; false if no few turns lead to it. */
static bool begin(struct start *start, const struct cirno_position *position)
{
    const struct cirno_table *const table = &position->table;
    struct past past = {.p = table->p, .doubled = table->doubled};
    uint32_t seats[CIRNO_MAX_PLAYERS];
    struct distances distances;
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
    fill_distances(&distances);
    for (uint32_t depth = 0; depth <= MOST_BEFORE; depth++)
        if (unwind(&distances, &past, depth)) {
            add_past(start, &past, seats);
            return true;
        }
    return false;
}

static void add_deck(struct start *start, uint32_t end)
{
    nf_instance_words(start->made, start->from->instance.deck + start->drawn, end - start->drawn);
}

static bool follow(void *owner, const struct cirno_position *position)
{
    struct start *const start = owner;
    if (start->round == 0)
        draw(start);
    else if ((start->staying >> start->seat & 1) != 0)
        add_deck(start, position->drawn);
    if (position->line == start->line && !begin(start, position))
        return false;
    start->card = position->kind == CIRNO_POSITION_TURN ? position->card : NONE;
    start->seat = position->table.seat;
    start->drawn = position->drawn;
    return true;
}

bool cirno_start(const struct nf_instance *from, uint64_t line, uint32_t way,
                 struct nf_instance *made)
{
    const struct cirno_parsed parsed = {.instance = cirno_instance_of(from), .names = from->names};
    if (way == sizeof companies / sizeof *companies)
        return false;
    struct start start = {
        .from = &parsed, .company = &companies[way], .made = made, .line = line, .card = NONE};
    memcpy(start.cards, parsed.instance.hands, parsed.instance.players * CIRNO_HAND);
    cirno_positions(&parsed, 1, follow, &start);
    if (made->count[NF_IS_WORD] == 0)
        return true;
    add_deck(&start, parsed.instance.deck_size);
    nf_instance_number(made, start.players);
    nf_instance_number(made, parsed.instance.rounds - start.round + 1);
    nf_instance_number(made, (uint32_t)made->count[NF_IS_WORD] - start.players * CIRNO_HAND);
    return true;
}
