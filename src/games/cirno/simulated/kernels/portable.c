/* Plays Cirno's game in plain C: 16 games ("lanes") in turns, so that the processor works on
 * one while it waits for another, and no branch that depends on a card. What a step touches is a
 * structure of arrays, each with an entry a lane.
 *
 * A lane is a state machine that uses exactly one card of its deck a step. Its state has two
 * parts, and a step is four table look-ups:
 *
 * - The row: p and whether DOUBLE lies on the player to move; two further rows for the second
 *   and third card a loser draws; ABYSS for p below the rows there are; IDLE for a lane without
 *   a game. moves[row][card] says how good playing that card is there and what follows. A
 *   step reads it for the three cards of the hand and takes the largest: the card the strategy
 *   plays. If even that one loses, the step is the losing turn.
 * - The place: whose turn it is and the direction, as the byte offset of her hand. Which place
 *   is next, for each thing that can follow, is `follow`.
 *
 * The card played is overwritten by the one drawn. A losing turn overwrites the hand's last
 * card; then the place moves down by one byte twice and the two draw-only steps, which always
 * overwrite what they take for the last card, replace the other two.
 *
 * Every step writes (time, place) at the end of the lane's log, which only grows when the step
 * lost: so a loss is no branch either. Finished lanes are looked for every four steps, which is
 * a word of the generator. Where a game falls into the ABYSS it is played by the reference.
 *
 * Where players have strategies of their own, each strategy has a table of moves, and the place
 * says which one a step reads. Strategies that choose at random give equal ranks to the cards they
 * choose among, and the face of the die that was thrown for the step is added below the rank.
 *
 * In paired runs a lane draws from the piles of its seats (portable_internal.h), card by card.
 *
 * By gcc 12 for x86-64 a step is 40 instructions; a turn of five players, with dealing, two steps
 * of drawing a round and refills, 52. Hands as counts were tried: see bench/NOTES.md. */
#include "games/cirno/rules/rules.h"
#include "games/cirno/simulated/kernels/lanes.h"
#include "games/cirno/simulated/kernels/portable_internal.h"
#include "games/cirno/simulated/strategy/strategy.h"
#include "gen/cirno/deal.h"

#include <string.h>

/* ---- hands ---- */

/* How the portable kernel keeps the hands of a lane: a byte a card, three bytes a hand and one
 * between two hands. A place is whose turn it is and the direction, as the offset of her hand.
 *
 * While a loser draws, her place moves down by a byte twice: what lies there may be read as if it
 * were hers, but only her last card, seen from there, is ever written. */
enum {
    SEAT_BYTES = 4,
    FIRST_HAND = 2, /* room for the two bytes a place moves down */

    /* A place: offset of the hand's first card in the low 7 bits, anticlockwise in the 8th. */
    PLACES = 256,
    OFFSET_MASK = 127,
    ANTICLOCKWISE = 128,
    HANDS_BYTES = OFFSET_MASK + 1,
};

_Static_assert(FIRST_HAND + SEAT_BYTES * (int)CIRNO_MAX_PLAYERS <= (int)HANDS_BYTES,
               "every hand has a place");

/* The place of `seat` clockwise. */
static inline uint32_t place_of(uint32_t seat)
{
    return FIRST_HAND + SEAT_BYTES * seat;
}

/* Puts the CIRNO_HAND cards at `cards` down as the hand of `seat`. */
static inline void put_hand(uint8_t hands[HANDS_BYTES], uint32_t seat, const uint8_t *cards)
{
    memcpy(hands + place_of(seat), cards, CIRNO_HAND);
}

/* ---- tables of moves ---- */

/* The portable kernel's tables of moves: for every row, which is p and whether DOUBLE lies on the
 * player to move, and every card how good it is to play it there and what follows. */

enum {
    LOWEST = -1023, /* p of the lowest row */
    VALUES = CIRNO_LIMIT - LOWEST + 1,

    /* Rows: VALUES for p undoubled, as many for p under DOUBLE, then these. */
    DRAW_SECOND = 2 * VALUES,
    DRAW_THIRD,
    ABYSS,
    IDLE,
    ROWS,

    /* A move, low to high: the next row, named by ROW_UNIT times its number so that two
     * bits are free for the card's slot of the hand (added when used); what follows; room for the
     * face of a die; its rank. Rank 0 loses. */
    ROW_UNIT = 12,
    ROW_ENTRIES = 2 * ROW_UNIT, /* of which a row uses 18 */
    ROW_MASK = 0xfffc,
    SLOT_MASK = 3,
    FOLLOW_SHIFT = 16,
    FACE_SHIFT = 18,
    RANK_SHIFT = 23,
    NO_LOSS = 1 << RANK_SHIFT,
    MOVES = ROWS * ROW_ENTRIES, /* of one strategy */
};

/* What follows a card. */
enum follow { ADVANCE, FLIP, STAY, LOSE, FOLLOWS };

/* The row of p, with DOUBLE on the player to move or without. */
static inline uint32_t row_of(int32_t p, bool doubled)
{
    return p < LOWEST ? ABYSS : (uint32_t)(p - LOWEST) + (doubled ? VALUES : 0);
}

_Static_assert(ROWS *ROW_UNIT <= ROW_MASK, "the last row has a name");
_Static_assert((int)CIRNO_CARDS <= 1 << (RANK_SHIFT - FACE_SHIFT),
               "a face does not reach the rank");
_Static_assert(ROW_UNIT % 4 == 0 && ROW_ENTRIES >= (int)CIRNO_CARDS,
               "a name leaves room for a slot");

static uint32_t make_move(uint32_t rank, uint32_t row, enum follow follow)
{
    /* No face may change which card a losing player seems to choose. */
    const uint32_t no_face = rank == 0 ? NO_LOSS - (1 << FACE_SHIFT) : 0;
    return rank << RANK_SHIFT | no_face | (uint32_t)follow << FOLLOW_SHIFT | row * ROW_UNIT;
}

static uint32_t move_of(unsigned card, int32_t p, bool doubled, uint32_t rank)
{
    if (rank == 0)
        return make_move(0, DRAW_SECOND, LOSE);
    if (cirno_cards[card].class != CIRNO_COUNTER)
        return make_move(rank, row_of(cirno_apply(card, p), false), doubled ? STAY : ADVANCE);
    return make_move(rank, row_of(p, doubled || card == CIRNO_DOUBLE),
                     card == CIRNO_TURN ? FLIP : ADVANCE);
}

/* Fills the row of (p, doubled). `order` has the cards sorted by preference for p-1, and for p
 * when done: insertion sort has little to do from one p to the next. */
static void fill_row(uint32_t *moves, uint8_t order[CIRNO_CARDS], int32_t p, bool doubled)
{
    int32_t preferences[CIRNO_CARDS];
    for (uint32_t i = 0; i < CIRNO_CARDS; i++) {
        const uint8_t card = order[i];
        uint32_t to = i;
        preferences[card] = cirno_preference(card, p, doubled);
        for (; to > 0 && preferences[order[to - 1]] > preferences[card]; to--)
            order[to] = order[to - 1];
        order[to] = card;
    }
    uint32_t *const row = moves + row_of(p, doubled) * ROW_ENTRIES;
    for (uint32_t i = 0; i < CIRNO_CARDS; i++)
        row[order[i]] = move_of(order[i], p, doubled, preferences[order[i]] > 0 ? i + 1 : 0);
}

/* The rows that are the same for every strategy. */
static void fill_other_rows(uint32_t *moves)
{
    for (uint32_t card = 0; card < CIRNO_CARDS; card++) {
        moves[DRAW_SECOND * ROW_ENTRIES + card] = make_move(1, DRAW_THIRD, ADVANCE);
        moves[DRAW_THIRD * ROW_ENTRIES + card] = make_move(1, row_of(0, false), ADVANCE);
        /* Loses at every step, so that the game is soon over and looked at. */
        moves[ABYSS * ROW_ENTRIES + card] = make_move(0, ABYSS, STAY);
        moves[IDLE * ROW_ENTRIES + card] = make_move(1, IDLE, STAY);
    }
}

/* Fills all rows of a table for the statement's strategy. */
static void fill_usual_moves(uint32_t moves[MOVES])
{
    fill_other_rows(moves);
    for (int doubled = 0; doubled < 2; doubled++) {
        uint8_t order[CIRNO_CARDS];
        for (uint8_t card = 0; card < CIRNO_CARDS; card++)
            order[card] = card;
        for (int32_t p = LOWEST; p <= CIRNO_LIMIT; p++)
            fill_row(moves, order, p, doubled);
    }
}

/* The same for another one, whose ranks are for CIRNO_P_FLOOR and above. */
static void fill_strategy_moves(uint32_t moves[MOVES], const struct cirno_strategy *strategy)
{
    fill_other_rows(moves);
    for (int doubled = 0; doubled < 2; doubled++)
        for (int32_t p = LOWEST; p <= CIRNO_LIMIT; p++) {
            const int32_t known = p > CIRNO_P_FLOOR ? p : CIRNO_P_FLOOR;
            const uint8_t *const ranks = strategy->rank[doubled][known - CIRNO_P_FLOOR];
            uint32_t *const row = moves + row_of(p, doubled) * ROW_ENTRIES;
            for (unsigned card = 0; card < CIRNO_CARDS; card++)
                row[card] = move_of(card, p, doubled, ranks[card]);
        }
}

/* Fills in which place is next for `players`: after what follows, at a place. */
static void fill_follow(uint8_t follow[FOLLOWS * PLACES], uint32_t players)
{
    for (uint32_t place = 0; place < FOLLOWS * PLACES; place++)
        follow[place] = (uint8_t)(place % PLACES); /* STAY, and places that never come up */
    for (uint32_t seat = 0; seat < players; seat++) {
        const uint32_t here = place_of(seat);
        const uint32_t after = place_of((seat + 1) % players);
        const uint32_t before = place_of((seat + players - 1) % players);
        follow[ADVANCE * PLACES + here] = (uint8_t)after;
        follow[ADVANCE * PLACES + (here | ANTICLOCKWISE)] = (uint8_t)(before | ANTICLOCKWISE);
        follow[FLIP * PLACES + here] = (uint8_t)(before | ANTICLOCKWISE);
        follow[FLIP * PLACES + (here | ANTICLOCKWISE)] = (uint8_t)after;
        /* A loser starts the next round clockwise, after the two steps in which she draws. */
        follow[LOSE * PLACES + here] = (uint8_t)(here - 1);
        follow[LOSE * PLACES + (here | ANTICLOCKWISE)] = (uint8_t)(here - 1);
        follow[ADVANCE * PLACES + here - 1] = (uint8_t)(here - 2);
        follow[ADVANCE * PLACES + here - 2] = (uint8_t)here;
    }
}

#define ALWAYS_INLINE static inline __attribute__((always_inline))

enum {
    PLACE_BITS = 8,
    TIME_MASK = (1 << 24) - 1,
    /* Losses are only counted every STEPS steps, and the entry after the last one is scratch. */
    LOG_ROOM = NF_MAX_ROUNDS + STEPS + 1,
};

/* What every step of a lane touches: an array each, kept together, so that all lanes lie in a few
 * dozen cache lines. Words, for compilers load and store them with nothing else to do. */
struct state {
    uint32_t next[LANES];  /* where the log goes on, in `logs` */
    uint32_t row[LANES];   /* its name in the low 16 bits, of which the lowest two are a slot */
    uint32_t place[LANES]; /* see above */
    uint8_t hands[LANES][HANDS_BYTES];
};

/* What strategies of the seats add. */
struct seated {
    uint32_t moves_of[PLACES];  /* where the moves of the strategy at a place begin */
    uint32_t face_mask[PLACES]; /* all bits where it rolls, else none: then face 0 is read */
    uint8_t faces[CIRNO_DIE_FACES + 1][CIRNO_CARDS]; /* 0: nothing thrown; those of the die */
};

struct table {
    struct state state;
    struct cirno_lane games[LANES];
    struct stream deck, dice;
    uint32_t logs[LANES * LOG_ROOM]; /* time << PLACE_BITS | place of the losing steps */
    uint8_t identity[CIRNO_CARDS];   /* ticket -> card of explicit instances */
    uint8_t follow[FOLLOWS * PLACES];
    struct cirno_lanes job;
    uint32_t time;         /* steps since the start, the same for every lane; wraps around */
    uint32_t deadline;     /* steps until a lane may have run out of cards */
    uint32_t busy;         /* lanes that hold a game */
    uint32_t no_loss;      /* NO_LOSS; as a variable it makes compilers add a compare's carry */
    struct seated *seated; /* behind the moves, or NULL: the statement's strategy everywhere */
    struct pile *piles;    /* behind that, those of lane i from i * lane_piles on; or NULL */
    uint32_t lane_piles;
    uint32_t moves[]; /* MOVES of each strategy */
};

/* ---- games into lanes and out of them ----------------------------------------------------- */

/* The next game into lane i, or none if there is none. */
static void refill(struct table *table, uint32_t i)
{
    struct cirno_lane *const game = &table->games[i];
    struct state *const state = &table->state;
    uint8_t hands[CIRNO_MAX_PLAYERS * CIRNO_HAND];
    state->next[i] = i * LOG_ROOM;
    state->row[i] = IDLE * ROW_UNIT;
    if (!cirno_lane_take(&table->job, game, table->time))
        return;
    table->busy++;
    if (table->piles != NULL)
        cirno_open_piles(table->piles + (size_t)i * table->lane_piles, &table->job, game, hands);
    else
        cirno_lane_deal(&table->job, game, hands);
    for (uint32_t seat = 0; seat < table->job.setup->base.params.players; seat++)
        put_hand(state->hands[i], seat, hands + CIRNO_HAND * seat);
    state->row[i] = row_of(0, false) * ROW_UNIT;
    state->place[i] = FIRST_HAND;
    table->deck.s0[i] = game->rng.s0;
    table->deck.s1[i] = game->rng.s1;
    if (table->seated != NULL) {
        const struct nf_key key = cirno_lane_key(&table->job, game);
        const struct nf_rng dice = cirno_dice_start(&key).rng;
        table->dice.s0[i] = dice.s0;
        table->dice.s1[i] = dice.s1;
    }
}

static bool has_played_all(const struct table *table, uint32_t i)
{
    return table->state.next[i] >= i * LOG_ROOM + table->job.setup->base.params.rounds;
}

/* Hands the rounds in the log of lane i over. */
static void read_log(struct table *table, uint32_t i)
{
    const uint32_t *const log = table->logs + i * LOG_ROOM;
    struct cirno_lane *const game = &table->games[i];
    for (uint32_t round = 0; round < table->job.setup->base.params.rounds; round++) {
        const uint32_t age = (table->time - (log[round] >> PLACE_BITS)) & TIME_MASK;
        const uint32_t seat = (log[round] & OFFSET_MASK) / SEAT_BYTES, step = table->time - age;
        table->job.rounds[round] = (step - game->round_start + 1) << NF_SEAT_BITS | seat;
        game->round_start = step + CIRNO_HAND; /* the loser has drawn her cards */
    }
}

/* Lane i has played its rounds, or lies in the ABYSS, or has no cards left. */
static void close_lane(struct table *table, uint32_t i)
{
    struct cirno_lane *const game = &table->games[i];
    if ((table->state.row[i] & ROW_MASK) == ABYSS * ROW_UNIT) {
        cirno_lane_replay(&table->job, game);
    } else if (has_played_all(table, i)) {
        read_log(table, i);
        cirno_lane_complete(&table->job, game);
    } else {
        cirno_lane_overrun(&table->job, game);
    }
    table->busy--;
    refill(table, i);
}

static void close_lanes(struct table *table)
{
    table->deadline = CIRNO_MAX_DECK;
    for (uint32_t i = 0; i < LANES; i++) {
        struct cirno_lane *const game = &table->games[i];
        if (game->busy && (has_played_all(table, i) || cirno_lane_is_overrun(game, table->time)))
            close_lane(table, i);
        if (!game->busy)
            continue;
        const uint32_t left = game->limit - (table->time - game->first);
        table->deadline = left < table->deadline ? left : table->deadline;
    }
    table->deadline += table->time;
}

/* ---- turns -------------------------------------------------------------------------------- */

/* A step of all lanes: what they share, copied, since for all that compilers know a card put into a
 * hand may be written over it. */
struct step {
    uint32_t time, no_loss;
    const uint8_t *cards;            /* ticket -> card */
    const uint16_t *tickets, *faces; /* of lane i: entry i * STEPS */
};

/* The card that lane i draws in this step from its piles. The losing step draws the first card of
 * a new hand, and in the two rows behind it the others are drawn. */
ALWAYS_INLINE uint8_t draw_piled(struct table *table, uint32_t i, uint32_t best)
{
    const uint32_t seat = (table->state.place[i] & OFFSET_MASK) / SEAT_BYTES;
    const uint32_t row = (table->state.row[i] & ROW_MASK) - DRAW_SECOND * ROW_UNIT;
    const bool new_hand = best < table->no_loss || row <= ROW_UNIT;
    return cirno_draw_pile(table->piles + (size_t)i * table->lane_piles,
                           cirno_pile_of(seat, new_hand), &table->job, &table->games[i]);
}

/* Lane i plays the card of its hand at `hand` whose move is `best`, and draws another. */
ALWAYS_INLINE void put_best(struct table *table, uint32_t i, struct step step, uint8_t *hand,
                            uint32_t best, bool piled)
{
    struct state *const state = &table->state;
    const uint32_t place = state->place[i], next = state->next[i];
    hand[best & SLOT_MASK] =
        piled ? draw_piled(table, i, best) : step.cards[step.tickets[i * STEPS]];
    state->place[i] = table->follow[(best >> FOLLOW_SHIFT) % FOLLOWS * PLACES + place];
    state->row[i] = best;
    table->logs[next] = (step.time << PLACE_BITS) + place;
    state->next[i] = next + (best < step.no_loss);
}

ALWAYS_INLINE void step_lane(struct table *table, uint32_t i, struct step step, bool piled)
{
    struct state *const state = &table->state;
    uint8_t *const hand = state->hands[i] + (state->place[i] & OFFSET_MASK);
    const uint32_t *const row = table->moves + 2 * (size_t)(state->row[i] & ROW_MASK);
    const uint32_t first = row[hand[0]];
    const uint32_t second = row[hand[1]] + 1;
    const uint32_t third = row[hand[2]] + 2;
    uint32_t best = second > first ? second : first;
    best = third > best ? third : best;
    put_best(table, i, step, hand, best, piled);
}

/* The same where players have strategies; 0 of a seat's faces stands for nothing thrown. */
ALWAYS_INLINE void step_seated(struct table *table, uint32_t i, struct step step, bool piled)
{
    const struct seated *const seated = table->seated;
    struct state *const state = &table->state;
    const uint32_t place = state->place[i], thrown = step.faces[i * STEPS] + 1u;
    uint8_t *const hand = state->hands[i] + (place & OFFSET_MASK);
    const uint32_t *const row =
        table->moves + seated->moves_of[place] + 2 * (size_t)(state->row[i] & ROW_MASK);
    const uint8_t *const face = seated->faces[thrown & seated->face_mask[place]];
    const uint32_t first = row[hand[0]] | (uint32_t)face[hand[0]] << FACE_SHIFT;
    const uint32_t second = (row[hand[1]] | (uint32_t)face[hand[1]] << FACE_SHIFT) + 1;
    const uint32_t third = (row[hand[2]] | (uint32_t)face[hand[2]] << FACE_SHIFT) + 2;
    uint32_t best = second > first ? second : first;
    best = third > best ? third : best;
    put_best(table, i, step, hand, best, piled);
}

/* Lanes first .. first+3. Where `first` is a constant all arrays are read at constant distances
 * from one address; else compilers count up a register for each, and have too few. */
ALWAYS_INLINE void step_four(struct table *table, uint32_t first, struct step step, bool seated,
                             bool piled)
{
    for (uint32_t i = first; i < first + 4; i++) /* unrolled by compilers */
        if (seated)
            step_seated(table, i, step, piled);
        else
            step_lane(table, i, step, piled);
}

ALWAYS_INLINE void play_steps(struct table *table, const uint8_t *cards, bool seated, bool piled)
{
    _Static_assert(LANES == 16, "every lane steps");
    struct step step = {table->time, table->no_loss, cards, table->deck.tickets,
                        table->dice.tickets};
    for (uint32_t i = 0; i < STEPS; i++, step.time++, step.tickets++, step.faces++) {
        step_four(table, 0, step, seated, piled);
        step_four(table, 4, step, seated, piled);
        step_four(table, 8, step, seated, piled);
        step_four(table, 12, step, seated, piled);
    }
    table->time += STEPS;
}

/* ---- the kernel --------------------------------------------------------------------------- */

static bool any_lane_done(const struct table *table, uint32_t rounds)
{
    uint32_t done = 0;
    for (uint32_t i = 0; i < LANES; i++)
        done |= table->state.next[i] >= i * LOG_ROOM + rounds;
    return done != 0 || (int32_t)(table->time - table->deadline) > 0;
}

/* The piles of a lane; none unless the run is paired. */
static uint32_t lane_piles(const struct nf_params *params)
{
    return params->paired ? 2 * params->players : 0;
}

/* Where piles begin in the kernel's memory. */
static size_t piles_at(const struct cirno_seating *seating)
{
    const size_t bytes =
        sizeof(struct table) +
        (seating == NULL ? MOVES * sizeof(uint32_t)
                         : seating->count * MOVES * sizeof(uint32_t) + sizeof(struct seated));
    return nf_cache_lines(bytes);
}

static void open_piles(struct table *table)
{
    const struct cirno_setup *const setup = table->job.setup;
    table->lane_piles = lane_piles(&setup->base.params);
    table->piles = NULL;
    if (table->lane_piles == 0)
        return;
    table->piles = (struct pile *)(void *)((char *)table + piles_at(setup->seating));
    /* Lanes without a game draw as well, always the same. */
    memset(table->piles, 0, LANES * table->lane_piles * sizeof *table->piles);
}

static size_t cirno_portable_memory(const struct nf_kernel *self, const struct nf_setup *base)
{
    (void)self;
    const struct cirno_seating *const seating = ((const struct cirno_setup *)base)->seating;
    const size_t piles = LANES * lane_piles(&base->params) * sizeof(struct pile);
    return piles_at(seating) + piles;
}

/* In the two places a loser moves through while she draws nothing is thrown, and what she reads
 * there is the same in all tables. */
static void fill_seated(struct table *table, const struct cirno_seating *seating)
{
    struct seated *const seated = table->seated;
    memset(seated, 0, sizeof *seated);
    for (uint32_t seat = 0; seat < table->job.setup->base.params.players; seat++)
        for (uint32_t way = 0; way <= ANTICLOCKWISE; way += ANTICLOCKWISE) {
            const uint32_t place = place_of(seat) | way;
            seated->moves_of[place] = seating->number[seat] * MOVES;
            seated->face_mask[place] = seating->seats[seat]->rolls ? UINT32_MAX : 0;
        }
    for (uint32_t face = 0; seating->rolls && face < CIRNO_DIE_FACES; face++)
        memcpy(seated->faces[face + 1], cirno_die(face), CIRNO_CARDS);
}

static void fill_moves(struct table *table, const struct cirno_seating *seating)
{
    table->seated = NULL;
    if (seating == NULL) {
        fill_usual_moves(table->moves);
        return;
    }
    for (uint32_t i = 0; i < seating->count; i++)
        fill_strategy_moves(table->moves + i * MOVES, seating->strategies[i]);
    table->seated = (struct seated *)(void *)(table->moves + seating->count * MOVES);
    fill_seated(table, seating);
}

static void open_all(struct table *table)
{
    const struct cirno_setup *const setup = table->job.setup;
    fill_moves(table, setup->seating);
    fill_follow(table->follow, setup->base.params.players);
    for (uint8_t card = 0; card < CIRNO_CARDS; card++)
        table->identity[card] = card;
    cirno_open_stream(&table->deck, setup->total, setup->reject_below, false);
    cirno_open_stream(&table->dice, CIRNO_DIE_FACES, nf_reject_below(CIRNO_DIE_FACES), true);
    memset(&table->state, 0, sizeof table->state);
    memset(table->games, 0, sizeof table->games);
    open_piles(table);
    table->no_loss = NO_LOSS;
    table->time = 0;
    table->busy = 0;
    for (uint32_t i = 0; i < LANES; i++) {
        table->state.place[i] = FIRST_HAND;
        refill(table, i);
    }
    close_lanes(table); /* for the deadline */
}

/* Each form is compiled on its own. */
static void play_some(struct table *table, const uint8_t *cards)
{
    if (table->seated != NULL && table->piles != NULL)
        play_steps(table, cards, true, true);
    else if (table->seated != NULL)
        play_steps(table, cards, true, false);
    else if (table->piles != NULL)
        play_steps(table, cards, false, true);
    else
        play_steps(table, cards, false, false);
}

static enum nf_status play_cirno_portable(const struct nf_kernel *self, const struct nf_setup *base,
                                          void *memory_block, struct nf_feed *feed,
                                          struct nf_sink *sink, struct nf_error *err)
{
    (void)self;
    struct table *const table = memory_block;
    table->job = cirno_lanes_open(base, feed, sink, err);
    open_all(table);
    const struct cirno_setup *const setup = table->job.setup;
    const bool given = setup->instances != NULL;
    const uint8_t *const cards = given ? table->identity : setup->ticket_card;
    while (table->busy > 0 && table->job.status == NF_OK) {
        if (given)
            cirno_read_tickets(&table->deck, table->games, table->time);
        else if (table->piles == NULL)
            cirno_draw_tickets(&table->deck, &table->job, table->games, table->time);
        if (setup->seating != NULL && setup->seating->rolls)
            cirno_draw_tickets(&table->dice, &table->job, table->games, table->time);
        play_some(table, cards);
        if (any_lane_done(table, setup->base.params.rounds))
            close_lanes(table);
    }
    return table->job.status;
}

const struct nf_kernel cirno_portable = {"portable", nf_everywhere, cirno_portable_memory,
                                         play_cirno_portable, .unfit = NULL};
