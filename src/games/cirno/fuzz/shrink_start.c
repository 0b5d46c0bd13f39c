/* Shrinking steps that start the game later. The position at a later turn becomes the start of a
 * new game: the player to move, her neighbours in the direction of play, their hands, and the rest
 * of the deck. If p was not 0 or DOUBLE lay on her, a few turns are inserted before it, found by
 * playing backwards. */
#include "games/cirno/fuzz/shrink_internal.h"

#include <string.h>

enum { MOST_BEFORE = 4, P_LOWEST = -400, FEW_TURNS = 4 };

/* ---- playing backwards ---- */

/* A position from which the game continues. Seats are counted in the direction of play. */
struct past {
    uint32_t players, seat;
    uint8_t hands[CIRNO_ALL_HANDS];
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

struct search {
    struct distances distances;
    bool loose; /* inserted turns may change hands of other players */
};

static bool unwind(const struct search *search, struct past *past, uint32_t depth);

/* Whether the player can have got her hand by playing `card` at `p`; if so, continues backwards. */
static bool unwind_play(const struct search *search, struct past *past, uint32_t depth,
                        unsigned card, int32_t p, bool doubled, const uint8_t hand[CIRNO_HAND])
{
    if (p > CIRNO_LIMIT || cirno_choose(cirno_hand_of(hand), p, doubled) != card)
        return false;
    memcpy(past->hands + past->seat * CIRNO_HAND, hand, CIRNO_HAND);
    past->p = p;
    past->doubled = doubled;
    return unwind(search, past, depth);
}

/* Tries each card as the last play before the position `later`, with `hand[0]` drawn after it. */
static bool unwind_cards(const struct search *search, struct past *past, uint32_t depth,
                         const struct past *later, uint8_t hand[CIRNO_HAND])
{
    for (uint32_t rank = 0; rank < CIRNO_CARDS; rank++) {
        const uint8_t card = cirno_card_of_rank(rank);
        hand[0] = card;
        if (card == CIRNO_TURN)
            continue;
        if (later->doubled) {
            if ((card == CIRNO_DOUBLE &&
                 unwind_play(search, past, depth, card, later->p, false, hand)) ||
                (cirno_cards[card].class == CIRNO_COUNTER &&
                 unwind_play(search, past, depth, card, later->p, true, hand)))
                return true;
            continue;
        }
        if (card == CIRNO_DOUBLE)
            continue;
        int32_t origins[2];
        const uint32_t count = find_origins(card, later->p, origins);
        for (uint32_t i = 0; i < count; i++)
            if (unwind_play(search, past, depth, card, origins[i], false, hand))
                return true;
    }
    return false;
}

/* Inserts at most `depth` turns before the position, so that the game starts at p = 0 without
 * DOUBLE. */
static bool unwind(const struct search *search, struct past *past, uint32_t depth)
{
    static const uint8_t fillers[] = {CIRNO_A99, CIRNO_PASS, CIRNO_B19, CIRNO_DOUBLE};
    if (past->p == 0 && !past->doubled)
        return true;
    if (past->p < P_LOWEST ||
        search->distances.of[past->p - P_LOWEST] + (past->doubled ? 1u : 0u) > depth)
        return false;
    const struct past later = *past;
    past->seat = (later.seat + later.players - 1) % later.players;
    past->turns = later.turns + 1;
    const uint8_t *const held = later.hands + past->seat * CIRNO_HAND;
    for (uint32_t i = 0; i < CIRNO_HAND; i++) {
        uint8_t hand[CIRNO_HAND] = {0, held[(i + 1) % CIRNO_HAND], held[(i + 2) % CIRNO_HAND]};
        past->drawn[later.turns] = held[i];
        if (unwind_cards(search, past, depth - 1, &later, hand))
            return true;
    }
    for (uint32_t i = 0; search->loose && i < sizeof fillers; i++) {
        uint8_t hand[CIRNO_HAND] = {0, fillers[i], fillers[i]};
        past->drawn[later.turns] = fillers[i];
        if (unwind_cards(search, past, depth - 1, &later, hand))
            return true;
    }
    *past = later;
    return false;
}

/* ---- later starts ---- */

/* Which players stay: how many before the player to move and how many after her; and whether the
 * cards that the others draw stay in the deck. */
struct company {
    uint32_t before, after;
    bool leave_cards;
};

static bool stays(const struct company *company, uint32_t distance, uint32_t players)
{
    return distance <= company->after || players - distance <= company->before;
}

/* Returns how many places a seat is after the player to move. */
static uint32_t distance_of(const struct cirno_stand *stand, uint32_t seat)
{
    const uint32_t players = stand->table.players;
    const bool clockwise = stand->table.step == 1 % players;
    return (clockwise ? seat + players - stand->table.seat : stand->table.seat + players - seat) %
           players;
}

/* Returns the seat at that distance. */
static uint32_t seat_at(const struct cirno_stand *stand, uint32_t far)
{
    return (stand->table.seat + far * stand->table.step) % stand->table.players;
}

/* Copies the rest of the deck of `best`, from position `stand` on, to `next`. */
static void take_deck(struct cirno_shrinker *shrinker, const struct cirno_stand *stand,
                      const struct company *company)
{
    const struct cirno_draft *const best = &shrinker->best;
    struct cirno_draft *const next = &shrinker->next;
    struct cirno_stand later = *stand;
    next->deck_size = 0;
    while (later.round < best->rounds) {
        struct cirno_step step;
        if (!cirno_stand_turn(&later, best, &step))
            break;
        const uint32_t far = distance_of(stand, step.seat), drawn = later.used - step.drawn;
        if (!company->leave_cards && !stays(company, far, best->players))
            continue;
        memcpy(next->deck + next->deck_size, best->deck + step.drawn, drawn);
        next->deck_size += drawn;
    }
    const uint32_t left = best->deck_size - later.used;
    memcpy(next->deck + next->deck_size, best->deck + later.used, left);
    next->deck_size += left;
}

/* Writes the players of `past` to `next`, the player to move first, and puts the cards drawn by the
 * inserted turns on top of its deck. */
static void take_past(struct cirno_draft *next, const struct past *past)
{
    struct nf_name names[CIRNO_MAX_PLAYERS];
    memcpy(names, next->names, sizeof names);
    for (uint32_t i = 0; i < past->players; i++) {
        const uint32_t seat = (past->seat + i) % past->players;
        memcpy(next->hands + i * CIRNO_HAND, past->hands + seat * CIRNO_HAND, CIRNO_HAND);
        next->names[i] = names[seat];
    }
    memmove(next->deck + past->turns, next->deck, next->deck_size);
    for (uint32_t i = 0; i < past->turns; i++)
        next->deck[i] = past->drawn[past->turns - 1 - i];
    next->deck_size += past->turns;
}

/* Tries the game that starts at `stand` with those players. */
static bool try_start(struct cirno_shrinker *shrinker, const struct search *search,
                      const struct cirno_stand *stand, const struct company *company)
{
    const uint32_t players = stand->table.players;
    struct past past = {.p = stand->table.p, .doubled = stand->table.doubled};
    cirno_shrinker_copy(shrinker);
    shrinker->next.rounds -= stand->round;
    for (uint32_t far = 0; far < players; far++) {
        if (!stays(company, far, players))
            continue;
        const uint32_t seat = seat_at(stand, far);
        memcpy(past.hands + past.players * CIRNO_HAND, stand->cards + seat * CIRNO_HAND,
               CIRNO_HAND);
        shrinker->next.names[past.players++] = shrinker->best.names[seat];
    }
    shrinker->next.players = past.players;
    take_deck(shrinker, stand, company);
    if (shrinker->next.deck_size > CIRNO_MAX_DECK - MOST_BEFORE)
        return false;
    for (uint32_t depth = 0; depth <= MOST_BEFORE; depth++)
        if (unwind(search, &past, depth)) {
            take_past(&shrinker->next, &past);
            return cirno_shrinker_try(shrinker);
        }
    return false;
}

/* Plays `best` up to the position before turn `turn` (from 0), or to its end. Returns the number of
 * turns played. */
static uint32_t stand_at(const struct cirno_shrinker *shrinker, uint32_t turn,
                         struct cirno_stand *stand)
{
    struct cirno_step step;
    uint32_t turns = 0;
    cirno_stand_open(stand, &shrinker->best);
    while (turns < turn && stand->round < shrinker->best.rounds &&
           cirno_stand_turn(stand, &shrinker->best, &step))
        turns++;
    return turns;
}

/* Starts at a later round, the last one if possible. */
static void drop_rounds(struct cirno_shrinker *shrinker, const struct search *search)
{
    static const struct company all = {0, CIRNO_MAX_PLAYERS, true};
    const uint32_t rounds = shrinker->best.rounds;
    for (uint32_t keep = 1; keep < rounds && !shrinker->trials.stopped; keep += 1 + keep / 4) {
        struct cirno_stand stand;
        struct cirno_step step;
        cirno_stand_open(&stand, &shrinker->best);
        while (stand.round + keep < rounds && cirno_stand_turn(&stand, &shrinker->best, &step))
            ;
        if (try_start(shrinker, search, &stand, &all))
            return;
    }
}

/* Starts at `stand`, with as few players as possible. */
static bool try_companies(struct cirno_shrinker *shrinker, struct search *search,
                          const struct cirno_stand *stand)
{
    static const struct company companies[] = {
        {0, 0, false}, {0, 1, false}, {1, 0, false}, {1, 1, false},
        {0, 2, false}, {0, 0, true},  {0, 1, true},  {0, CIRNO_MAX_PLAYERS, true},
    };
    for (uint32_t i = 0; i < sizeof companies / sizeof *companies; i++)
        for (int loose = 0; loose < 2; loose++) {
            search->loose = loose != 0;
            if (try_start(shrinker, search, stand, &companies[i]))
                return true;
        }
    return false;
}

/* Starts at a later turn, last ones first. */
static void drop_turns(struct cirno_shrinker *shrinker, struct search *search)
{
    struct cirno_stand stand;
    const uint32_t turns = stand_at(shrinker, UINT32_MAX, &stand);
    for (uint32_t back = 1; back <= turns && !shrinker->trials.stopped; back += 1 + back / 16) {
        stand_at(shrinker, turns - back, &stand);
        if (try_companies(shrinker, search, &stand))
            return;
    }
}

/* The number of turns before a line of the transcript; a headline is one with the turn before. */
static uint32_t turns_before(const struct cirno_shrinker *shrinker, uint64_t line)
{
    struct cirno_stand stand;
    struct cirno_step step;
    uint32_t turns = 0;
    cirno_stand_open(&stand, &shrinker->best);
    /* A round has a line of its own before its turns. */
    while (turns + stand.round + 2 < line && stand.round < shrinker->best.rounds &&
           cirno_stand_turn(&stand, &shrinker->best, &step))
        turns++;
    return turns;
}

void cirno_shrink_to_decision(struct cirno_shrinker *shrinker)
{
    const uint64_t line = nf_shrinker_wrong_line(&shrinker->trials);
    if (line == 0)
        return;
    struct search search;
    fill_distances(&search.distances);
    const uint32_t turns = turns_before(shrinker, line);
    for (uint32_t back = 0; back < FEW_TURNS && back <= turns && !shrinker->trials.stopped;
         back++) {
        struct cirno_stand stand;
        stand_at(shrinker, turns - back, &stand);
        if (stand.round < shrinker->best.rounds && try_companies(shrinker, &search, &stand))
            return;
    }
}

/* Removes single players, or many at once from a large circle. */
static void drop_players(struct cirno_shrinker *shrinker, const struct search *search)
{
    struct cirno_stand stand;
    for (uint32_t drop = shrinker->best.players / 2; drop > 0 && !shrinker->trials.stopped;
         drop /= 2)
        for (uint32_t after = 0; after + drop < shrinker->best.players;) {
            const uint32_t before = shrinker->best.players - 1 - after - drop;
            const struct company with = {before, after, true}, without = {before, after, false};
            cirno_stand_open(&stand, &shrinker->best);
            if (!try_start(shrinker, search, &stand, &without) &&
                !try_start(shrinker, search, &stand, &with))
                after++;
        }
}

void cirno_shrink_start(struct cirno_shrinker *shrinker)
{
    struct search search = {.loose = false};
    fill_distances(&search.distances);
    drop_rounds(shrinker, &search);
    drop_players(shrinker, &search);
    drop_turns(shrinker, &search);
}
