/* Plays Cirno's game in plain C: 16 games ("lanes") in turns, so that the processor works on
 * one while it waits for another, and no branch that depends on a card.
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
 * On a Cascade Lake Xeon a step takes 10.3 cycles of the time-stamp counter, 1.1 of them for
 * dealing, and 38 instructions; a turn, with two steps of drawing a round and refills, 11.9. */
#include "games/cirno/kernels/lanes.h"
#include "games/cirno/kernels/portable_moves.h"

#include "games/cirno/kernels/kernels.h"
#include "games/cirno/strategy/dice.h"
#include "games/cirno/strategy/seating.h"
#include "games/cirno/strategy/strategy.h"
#include "gen/cirno/setup.h"

#include <string.h>

enum {
    LANES = 16,
    UNROLLED = 4, /* lanes to a turn of the innermost loop */
    STEPS = 4,    /* to a word of the generator */

    /* A place: offset of the hand's first card in the low 7 bits, anticlockwise in the 8th. */
    PLACES = 256,
    OFFSET_MASK = 127,
    ANTICLOCKWISE = 128,
    SEAT_BYTES = 4,
    FIRST_HAND = 2, /* room for the two bytes a place moves down while a loser draws */

    PLACE_BITS = 8,
    TIME_MASK = (1 << 24) - 1,
    /* Losses are only counted every STEPS steps, and the entry after the last one is scratch. */
    LOG_ROOM = NF_MAX_ROUNDS + STEPS + 1,
};

/* What every step of a lane touches; kept together, apart from the rest, so that all lanes lie in
 * a few dozen cache lines. */
struct lane {
    uint32_t next; /* where its log goes on, in `logs` */
    uint16_t row;  /* its name, with a slot in the two low bits */
    uint8_t place;
    uint8_t cards[FIRST_HAND + SEAT_BYTES * CIRNO_MAX_PLAYERS + 1];
};

/* Numbers drawn for all lanes, four steps ahead. */
struct stream {
    uint64_t s0[LANES], s1[LANES];   /* the generators */
    uint16_t tickets[LANES * STEPS]; /* of the next four steps, lane by lane */
    /* How many tickets there are, as often as tickets are drawn: only so do compilers see that the
     * products are of 16-bit numbers, for which vector units have an instruction. */
    uint16_t totals[LANES * STEPS];
    uint32_t total, reject_below;
    bool dice; /* throws of the die, not cards */
};

/* What strategies of the seats add. */
struct seated {
    uint32_t moves_of[PLACES];  /* where the moves of the strategy at a place begin */
    uint32_t face_mask[PLACES]; /* all bits where it rolls, else none: then face 0 is read */
    uint8_t faces[CIRNO_DIE_FACES + 1][CIRNO_CARDS]; /* 0: nothing thrown; those of the die */
};

struct table {
    struct lane lanes[LANES];
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
    uint32_t moves[];      /* MOVES of each strategy */
};

/* ---- places ------------------------------------------------------------------------------- */

static void fill_follow(uint8_t *follow, uint32_t players)
{
    for (uint32_t place = 0; place < FOLLOWS * PLACES; place++)
        follow[place] = (uint8_t)(place % PLACES); /* STAY, and places that never come up */
    for (uint32_t seat = 0; seat < players; seat++) {
        const uint32_t here = FIRST_HAND + SEAT_BYTES * seat;
        const uint32_t after = FIRST_HAND + SEAT_BYTES * ((seat + 1) % players);
        const uint32_t before = FIRST_HAND + SEAT_BYTES * ((seat + players - 1) % players);
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

/* ---- games into lanes and out of them ----------------------------------------------------- */

/* The next game into lane i, or none if there is none. */
static void refill(struct table *table, uint32_t i)
{
    struct cirno_lane *const game = &table->games[i];
    struct lane *const lane = &table->lanes[i];
    uint8_t hands[CIRNO_MAX_PLAYERS * CIRNO_HAND];
    lane->next = i * LOG_ROOM;
    lane->row = IDLE * ROW_UNIT;
    if (!cirno_lane_take(&table->job, game, table->time))
        return;
    table->busy++;
    cirno_lane_deal(&table->job, game, hands);
    for (uint32_t seat = 0; seat < table->job.setup->base.params.players; seat++)
        memcpy(lane->cards + FIRST_HAND + SEAT_BYTES * seat, hands + CIRNO_HAND * seat, CIRNO_HAND);
    lane->row = (uint16_t)(row_of(0, false) * ROW_UNIT);
    lane->place = FIRST_HAND;
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
    return table->lanes[i].next >= i * LOG_ROOM + table->job.setup->base.params.rounds;
}

/* Hands the rounds in the log of lane i over. */
static void read_log(struct table *table, uint32_t i)
{
    const uint32_t *const log = table->logs + i * LOG_ROOM;
    for (uint32_t round = 0, last = 0; !last; round++) {
        const uint32_t age = (table->time - (log[round] >> PLACE_BITS)) & TIME_MASK;
        const uint32_t seat = (log[round] & OFFSET_MASK) / SEAT_BYTES;
        last = cirno_lane_lost(&table->job, &table->games[i], table->time - age, seat);
    }
}

/* Lane i has played its rounds, or lies in the ABYSS, or has no cards left. */
static void close_lane(struct table *table, uint32_t i)
{
    struct cirno_lane *const game = &table->games[i];
    if ((table->lanes[i].row & ROW_MASK) == ABYSS * ROW_UNIT) {
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

/* ---- cards -------------------------------------------------------------------------------- */

/* Replaces the rejected tickets of the four steps to come. */
__attribute__((noinline)) static void redraw(struct table *table, struct stream *stream,
                                             const uint16_t *chunks)
{
    for (uint32_t i = 0; i < LANES * STEPS; i++) {
        const struct cirno_lane *const game = &table->games[i / STEPS];
        uint32_t ticket;
        if (!game->busy || nf_draw(chunks[i], stream->total, stream->reject_below, &ticket))
            continue;
        const uint32_t place = table->time - game->first + i % STEPS;
        if (stream->dice) {
            const struct nf_key key = cirno_lane_key(&table->job, game);
            stream->tickets[i] = (uint16_t)cirno_dice_redraw(&key, place);
        } else {
            stream->tickets[i] = (uint16_t)cirno_lane_redraw(&table->job, game, place);
        }
    }
}

/* Chunk c of a word is its bits 16*c .. 16*c+15. */
static inline void split_words(uint16_t chunks[LANES * STEPS], const uint64_t words[LANES])
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(chunks, words, LANES * sizeof *words); /* the same, and stays in vector registers */
#else
    for (uint32_t i = 0; i < LANES * STEPS; i++)
        chunks[i] = (uint16_t)(words[i / STEPS] >> 16 * (i % STEPS));
#endif
}

/* Where there are no vector registers gcc 12 vectorises in general ones, and gets the upper halves
 * of 16-bit products wrong. */
#if defined(__i386__) && !defined(__SSE2__) && !defined(__clang__)
#define NOT_VECTORISED __attribute__((optimize("no-tree-vectorize")))
#else
#define NOT_VECTORISED
#endif

/* Draws the tickets of the next four steps of every lane. */
NOT_VECTORISED static void draw(struct table *table, struct stream *stream)
{
    const uint16_t reject_below = (uint16_t)stream->reject_below;
    uint64_t words[LANES];
    uint16_t chunks[LANES * STEPS];
    for (uint32_t i = 0; i < LANES; i++) {
        struct nf_rng rng = {stream->s0[i], stream->s1[i]};
        words[i] = nf_rng_next(&rng);
        stream->s0[i] = rng.s0;
        stream->s1[i] = rng.s1;
    }
    split_words(chunks, words);
    uint16_t rejected = 0;
    for (uint32_t i = 0; i < LANES * STEPS; i++)
        stream->tickets[i] = (uint16_t)((uint32_t)chunks[i] * (uint32_t)stream->totals[i] >> 16);
    for (uint32_t i = 0; i < LANES * STEPS; i++)
        rejected |= (uint16_t)(chunks[i] * (uint32_t)stream->totals[i]) < reject_below;
    if (stream->total == NF_MAX_TOTAL) /* which is 0 in 16 bits; the chunk is the ticket */
        memcpy(stream->tickets, chunks, sizeof chunks);
    if (rejected)
        redraw(table, stream, chunks);
}

/* Reads the tickets of the next four steps from the decks of explicit games. Past its end a deck
 * goes on with card 0: the lane is closed before that matters. */
static void read_decks(struct table *table)
{
    for (uint32_t i = 0; i < LANES; i++) {
        const struct cirno_lane *const game = &table->games[i];
        for (uint32_t step = 0; step < STEPS; step++) {
            const uint32_t next = table->time - game->first + step;
            const bool there = game->busy && next < game->limit;
            table->deck.tickets[i * STEPS + step] = there ? game->deck[next] : 0;
        }
    }
}

/* ---- turns -------------------------------------------------------------------------------- */

/* One step of one lane, which draws `card`. */
static inline void step_lane(struct lane *lane, uint32_t *logs, const uint32_t *moves,
                             const uint8_t *follow, uint32_t time, uint32_t no_loss, uint8_t card)
{
    const uint32_t place = lane->place, next = lane->next;
    uint8_t *const hand = lane->cards + (place & OFFSET_MASK);
    const uint32_t *const row = moves + 2 * (size_t)(lane->row & ROW_MASK);
    const uint32_t first = row[hand[0]];
    const uint32_t second = row[hand[1]] + 1;
    const uint32_t third = row[hand[2]] + 2;
    uint32_t best = second > first ? second : first;
    best = third > best ? third : best;
    hand[best & SLOT_MASK] = card;
    lane->place = follow[(best >> FOLLOW_SHIFT) % FOLLOWS * PLACES + place];
    lane->row = (uint16_t)best;
    logs[next] = (time << PLACE_BITS) + place;
    lane->next = next + (best < no_loss);
}

/* The same where players have strategies. `thrown`: the face of the die, from 1. */
static inline void step_seated(struct lane *lane, struct table *table, uint32_t time,
                               uint32_t thrown, uint8_t card)
{
    const struct seated *const seated = table->seated;
    const uint32_t place = lane->place, next = lane->next;
    uint8_t *const hand = lane->cards + (place & OFFSET_MASK);
    const uint32_t *const row =
        table->moves + seated->moves_of[place] + 2 * (size_t)(lane->row & ROW_MASK);
    const uint8_t *const face = seated->faces[thrown & seated->face_mask[place]];
    const uint32_t first = (row[hand[0]] | (uint32_t)face[hand[0]] << FACE_SHIFT);
    const uint32_t second = (row[hand[1]] | (uint32_t)face[hand[1]] << FACE_SHIFT) + 1;
    const uint32_t third = (row[hand[2]] | (uint32_t)face[hand[2]] << FACE_SHIFT) + 2;
    uint32_t best = second > first ? second : first;
    best = third > best ? third : best;
    hand[best & SLOT_MASK] = card;
    lane->place = table->follow[(best >> FOLLOW_SHIFT) % FOLLOWS * PLACES + place];
    lane->row = (uint16_t)best;
    table->logs[next] = (time << PLACE_BITS) + place;
    lane->next = next + (best < table->no_loss);
}

static void play_seated_steps(struct table *table, const uint8_t *cards)
{
    for (uint32_t step = 0; step < STEPS; step++)
        for (uint32_t i = 0; i < LANES; i++)
            step_seated(&table->lanes[i], table, table->time + step,
                        table->dice.tickets[i * STEPS + step] + 1u,
                        cards[table->deck.tickets[i * STEPS + step]]);
    table->time += STEPS;
}

static void play_steps(struct table *table, const uint8_t *cards)
{
    const uint32_t no_loss = table->no_loss;
    for (uint32_t step = 0; step < STEPS; step++) {
        const uint32_t time = table->time + step;
        const uint16_t *const tickets = table->deck.tickets + step;
        for (uint32_t i = 0; i < LANES; i += UNROLLED)
            for (uint32_t k = i; k < i + UNROLLED; k++) /* unrolled by compilers */
                step_lane(&table->lanes[k], table->logs, table->moves, table->follow, time, no_loss,
                          cards[tickets[k * STEPS]]);
    }
    table->time += STEPS;
}

/* ---- the kernel --------------------------------------------------------------------------- */

static bool any_lane_done(const struct table *table, uint32_t rounds)
{
    uint32_t done = 0;
    for (uint32_t i = 0; i < LANES; i++)
        done |= table->lanes[i].next >= i * LOG_ROOM + rounds;
    return done != 0 || (int32_t)(table->time - table->deadline) > 0;
}

static size_t memory(const struct nf_kernel *self, const struct nf_setup *base)
{
    (void)self;
    const struct cirno_seating *const seating = ((const struct cirno_setup *)base)->seating;
    const size_t bytes =
        sizeof(struct table) +
        (seating == NULL ? MOVES * sizeof(uint32_t)
                         : seating->count * MOVES * sizeof(uint32_t) + sizeof(struct seated));
    return nf_cache_lines(bytes);
}

static void open_stream(struct stream *stream, uint32_t total, uint32_t reject_below)
{
    memset(stream, 0, sizeof *stream); /* lanes never used draw cards too: always ticket 0 */
    stream->total = total;
    stream->reject_below = reject_below;
    for (uint32_t i = 0; i < LANES * STEPS; i++)
        stream->totals[i] = (uint16_t)total;
}

/* In the two places a loser moves through while she draws nothing is thrown, and what she reads
 * there is the same in all tables. */
static void fill_seated(struct table *table, const struct cirno_seating *seating)
{
    struct seated *const seated = table->seated;
    memset(seated, 0, sizeof *seated);
    for (uint32_t seat = 0; seat < table->job.setup->base.params.players; seat++)
        for (uint32_t way = 0; way <= ANTICLOCKWISE; way += ANTICLOCKWISE) {
            const uint32_t place = (FIRST_HAND + SEAT_BYTES * seat) | way;
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
        cirno_portable_moves(table->moves);
        return;
    }
    for (uint32_t i = 0; i < seating->count; i++)
        cirno_portable_strategy(table->moves + i * MOVES, seating->strategies[i]);
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
    open_stream(&table->deck, setup->total, setup->reject_below);
    open_stream(&table->dice, CIRNO_DIE_FACES, nf_reject_below(CIRNO_DIE_FACES));
    table->dice.dice = true;
    memset(table->lanes, 0, sizeof table->lanes);
    memset(table->games, 0, sizeof table->games);
    table->no_loss = NO_LOSS;
    table->time = 0;
    table->busy = 0;
    for (uint32_t i = 0; i < LANES; i++) {
        table->lanes[i].place = FIRST_HAND;
        refill(table, i);
    }
    close_lanes(table); /* for the deadline */
}

static enum nf_status play(const struct nf_kernel *self, const struct nf_setup *base,
                           void *memory_block, struct nf_feed *feed, struct nf_sink *sink,
                           struct nf_error *err)
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
            read_decks(table);
        else
            draw(table, &table->deck);
        if (setup->seating != NULL && setup->seating->rolls)
            draw(table, &table->dice);
        if (setup->seating != NULL)
            play_seated_steps(table, cards);
        else
            play_steps(table, cards);
        if (any_lane_done(table, setup->base.params.rounds))
            close_lanes(table);
    }
    return table->job.status;
}

const struct nf_kernel cirno_portable = {"portable", nf_everywhere, memory, play, NULL};
