/* Plays Cirno's game LANES at a time, a game to each byte of a vector: 32 with AVX2, 16 with NEON.
 * avx2.c and neon.c include this, and vector.h has all that they differ in. hand.h has
 * the bytes of cards, board.h the state, deal.h the cards, step.h a step,
 * deep.h what does not fit a byte; lanes.h says what a step is; seated.h what is different where
 * players have strategies of their own.
 *
 * p is kept as a signed byte, p + 27, with additions that saturate at what loses. That holds -132
 * to
 * 99. Where p falls lower, that block of steps of that lane is played again, apart. Of blocks of 64
 * steps that is 0.25% with one player, 0.08% with two and next to none with five; in profile
 * max 1.4% to 0.4%. Strategies that make p small bring more of it.
 *
 * Where the hands are. Each seat has three vectors, a card of the hand each, and the player to move
 * has the same three in every lane: the lanes' rings are turned until that is so, by blends of each
 * vector with its neighbours. Up to FEW players they turn after each step, two blends a vector.
 * With more players they turn after four steps (a quad: as many cards as a word of the generator
 * has), by 0 to 8 seats in stages of 4, 2, 1 and 1, four blends a vector; within the quad the hand
 * is picked by comparison and blend among the seats in reach. Hands are neither gathered nor
 * transposed.
 *
 * Budget of a step of all lanes with n players, in vector operations (counted from the source):
 *     P after three cards    24   dealing, up to 32 tickets    47
 *     best, ties, counters   27   dealing, up to 64            52
 *     what follows           13   turning, up to FEW       6n + 2
 *     the hand after it       6   turning, beyond FEW     3n + 14
 *     losses                  3   picked and put back, beyond  22
 * which is 152 with 5 players and 246 with 30.
 *
 * TSC cycles a turn on an AMD EPYC of Zen 4 (counter at 2.6 GHz), gcc 12, 100 rounds, all of a run
 * included, the least of five runs while the machine did other work:
 *     players   1     2     5     8     12    30
 *     uniform   2.1   2.0   2.4   2.9   3.2   4.4
 *     max       1.8   2.0   2.2   2.5   3.3   5.7
 * What was tried is in bench/NOTES.md. With NEON it was compared with the reference by an emulator;
 * its speed has not been measured. */
#ifndef NF_CIRNO_BYTES_KERNEL_H
#define NF_CIRNO_BYTES_KERNEL_H

#include "core/contract/game.h"
#include "games/cirno/kernels/bytes/deal.h"
#include "games/cirno/kernels/bytes/deep.h"
#include "games/cirno/kernels/bytes/step.h"
#include "games/cirno/kernels/kernels.h"

#if CIRNO_BYTE_LANES

#include <assert.h>
#include <string.h>

/* ---- a block of steps ---- */

INLINE void play_few(struct board *board, int players)
{
    for (uint32_t quad = 0; quad < QUADS; quad++) {
        vec cards[STEPS];
        deal(board, quad * STEPS, cards);
        struct state s = state_of(board);
        UNROLLED for (int i = 0; i < STEPS; i++)
        {
            vec *const front = board->now.ring[0],
                       hand[CIRNO_HAND] = {front[0], front[1], front[2]};
            const struct choice chosen = choose_card(board, &s, hand);
            const vec index = play_hand(board, &s, chosen, hand, cards[i], i);
            if (players > 1)
                s.seat = plus(s.seat, look_up(board->move, index));
            turn_few(board, index, hand, players);
        }
        keep_state(board, &s, quad);
    }
}

/* The same for any number of players, but that the ring is to be turned: by what is returned. */
static __attribute__((noinline)) vec play_quad(struct board *board, uint32_t quad)
{
    vec cards[STEPS], moved = splat(0);
    deal(board, quad * STEPS, cards);
    struct state s = state_of(board);
    UNROLLED for (int i = 0; i < STEPS; i++)
    {
        vec hand[CIRNO_HAND], here[WINDOW];
        pick_hand(board, moved, i, hand, here);
        const struct choice chosen = choose_card(board, &s, hand);
        const vec index = play_hand(board, &s, chosen, hand, cards[i], i);
        const vec move = look_up(board->move, index);
        s.seat = plus(s.seat, move);
        moved = plus(moved, move);
        put_hand(board, i, hand, here);
    }
    keep_state(board, &s, quad);
    return moved;
}

static void play_many(struct board *board)
{
    for (uint32_t quad = 0; quad < QUADS; quad++)
        cirno_bytes_turn(board, play_quad(board, quad));
}

/* A function for each number of players, so that compilers know how long rings are. */
#define PLAY_FEW(n)                                                                                \
    static __attribute__((noinline)) void play_##n(struct board *board)                            \
    {                                                                                              \
        play_few(board, n);                                                                        \
    }
PLAY_FEW(1)
PLAY_FEW(2)
PLAY_FEW(3)
PLAY_FEW(4)
PLAY_FEW(5)
PLAY_FEW(6)
PLAY_FEW(7)
PLAY_FEW(8)

static void (*const play_block[])(struct board *) = {
    play_1, play_2, play_3, play_4, play_5, play_6, play_7, play_8,
};
_Static_assert(sizeof play_block / sizeof *play_block == FEW, "one for each");

/* ---- after a block ---- */

/* The seat that is so far from seat 0: less than half a byte either way. */
static inline uint16_t seat_at(const struct board *board, int8_t distance)
{
    const uint16_t lifted = (uint16_t)(distance + board->lift);
    const uint16_t laps = (uint16_t)((uint32_t)lifted * board->inverse >> 16);
    return (uint16_t)(lifted - laps * board->players);
}

/* Lists the block's losses in order, those of lanes that hold a game: as quad * LANES + lane.
 * Returns how many. */
static inline uint32_t list_losses(const struct board *board, uint8_t list[])
{
    uint32_t count = 0;
    for (uint32_t quad = 0; quad < QUADS; quad++) {
        uint32_t mask = mask_of(greater(board->losses[quad], splat(0))) & board->busy;
        for (uint32_t lane = 0; lane < LANES; lane += 8, mask >>= 8) {
            const uint64_t places = board->places_of[mask & 0xff] +
                                    (quad * LANES + lane) * UINT64_C(0x0101010101010101);
            memcpy(list + count, &places, sizeof places);
            count += (uint32_t)__builtin_popcount(mask & 0xff);
        }
    }
    return count;
}
_Static_assert(QUADS *LANES <= 256, "a byte says which");

/* Appends the block's losses to their lanes' logs. Listed first, because loops over the losses of
 * each quad, or of each lane, would end in a mispredicted branch nearly every time. */
static __attribute__((noinline)) void record_losses(struct board *board)
{
    uint8_t list[QUADS * LANES + 8];
    vec steps[QUADS];
    for (int quad = 0; quad < QUADS; quad++)
        steps[quad] = plus(look_up(board->step_of, board->losses[quad]), splat(STEPS * quad));
    const uint8_t *const step_of = (const uint8_t *)steps;
    const uint8_t *const loser_of = (const uint8_t *)board->losers;
    const uint32_t count = list_losses(board, list);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t at = list[i], lane = at % LANES, next = board->next[lane];
        board->log[next] = ((board->time + step_of[at]) << LOG_BITS) + loser_of[at];
        board->next[lane] = next + 1;
    }
    uint32_t done = 0;
    for (uint32_t lane = 0; lane < LANES; lane++)
        done |= board->last[lane] - board->next[lane];
    if ((int32_t)done < 0)
        for (uint32_t lane = 0; lane < LANES; lane++)
            board->done |= (uint32_t)(board->next[lane] > board->last[lane]) << lane;
}

/* Seats count on from where the block began: back to 0 .. players-1. */
static void settle_seats(struct board *board)
{
    _Alignas(sizeof(vec)) int8_t seats[LANES];
    store(seats, board->now.seat);
    for (uint32_t lane = 0; lane < LANES; lane++)
        seats[lane] = (int8_t)seat_at(board, seats[lane]);
    board->now.seat = load(seats);
}

/* ---- games into lanes and out of them ---- */

/* The next game into a lane, or none if there is none: the lane then plays on for nobody. */
static void refill(struct board *board, uint32_t lane)
{
    struct cirno_lane *const game = &board->lanes[lane];
    struct play *const play = &board->now;
    const uint32_t bit = 1u << lane;
    board->busy &= ~bit;
    board->away &= ~bit;
    board->next[lane] = lane * LOG + 1;
    board->last[lane] = lane * LOG + board->rounds;
    if (!cirno_lane_take(&board->all, game, board->time))
        return;
    board->busy |= bit;
    uint8_t cards[CIRNO_MAX_PLAYERS * CIRNO_HAND];
    cirno_lane_deal(&board->all, game, cards);
    for (uint32_t seat = 0; seat < board->players; seat++) {
        vec *const hand = hand_in(board, play, seat, 0);
        for (uint32_t k = 0; k < CIRNO_HAND; k++)
            *byte_at(&hand[k], lane) = board->byte_of[cards[seat * CIRNO_HAND + k]];
    }
    *byte_at(&play->p, lane) = BYTE_ZERO;
    *byte_at(&play->state, lane) = *byte_at(&play->seat, lane) = 0;
    *byte_at(&play->lost[0], lane) = *byte_at(&play->lost[1], lane) = 0;
    *generator_of(play->s0, lane) = game->rng.s0;
    *generator_of(play->s1, lane) = game->rng.s1;
    if (board->seated.rolls) {
        const struct nf_key key = cirno_lane_key(&board->all, game);
        const struct cirno_dice dice = cirno_dice_start(&key);
        *generator_of(board->seated.now.s0, lane) = dice.rng.s0;
        *generator_of(board->seated.now.s1, lane) = dice.rng.s1;
    }
    board->log[lane * LOG] = (board->time - 3) << LOG_BITS; /* as if she had lost before */
}

/* Makes the record of the lane's log. */
static void complete(struct board *board, uint32_t lane)
{
    struct cirno_lane *const game = &board->lanes[lane];
    const uint32_t *const log = board->log + lane * LOG, rounds = board->rounds;
    for (uint32_t r = 0; r < rounds; r++) {
        const uint32_t steps = (log[r + 1] >> LOG_BITS) - (log[r] >> LOG_BITS);
        const uint32_t turns = (steps - CIRNO_CARDS_PER_ROUND) << NF_SEAT_BITS;
        game->rounds[r] = (turns & UINT32_MAX >> (LOG_BITS - NF_SEAT_BITS)) |
                          seat_at(board, (int8_t)(log[r + 1] & 0xff));
    }
    game->count = rounds;
    game->round_start =
        game->first + ((log[rounds] >> LOG_BITS) - (log[0] >> LOG_BITS)) % (1u << (32 - LOG_BITS));
    cirno_lane_complete(&board->all, game);
}

/* The lanes that have used more cards than their decks have; sets the deadline anew. */
static uint32_t find_overrun(struct board *board)
{
    uint32_t lanes = 0;
    board->deadline = board->time + CIRNO_MAX_DECK;
    for (uint32_t left = board->busy; left != 0; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);
        const struct cirno_lane *const game = &board->lanes[lane];
        if (cirno_lane_is_overrun(game, board->time))
            lanes |= 1u << lane;
        else if ((int32_t)(board->deadline - (game->first + game->limit)) > 0)
            board->deadline = game->first + game->limit;
    }
    return lanes;
}

static bool past_deadline(const struct board *board)
{
    return (int32_t)(board->time - board->deadline) > 0;
}

/* Settles the lanes that are done or cannot go on. */
static void settle(struct board *board)
{
    const uint32_t over = past_deadline(board) ? find_overrun(board) : 0;
    for (uint32_t left = board->done | board->hopeless | over; left != 0; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);
        struct cirno_lane *const game = &board->lanes[lane];
        if (board->hopeless >> lane & 1)
            cirno_lane_replay(&board->all, game);
        else if (board->done >> lane & 1)
            complete(board, lane);
        else
            cirno_lane_overrun(&board->all, game);
        refill(board, lane);
        if (game->busy && (int32_t)(board->deadline - (game->first + game->limit)) > 0)
            board->deadline = game->first + game->limit;
    }
    board->done = board->hopeless = 0;
}

/* ---- the kernel ---- */

/* What listing losses looks up. */
static void fill_lists(struct board *board)
{
    uint8_t step_of[16] = {0};
    for (uint32_t i = 0; i < STEPS; i++)
        step_of[1 << i] = (uint8_t)i;
    board->step_of = table16(step_of);
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint8_t places[8] = {0};
        uint32_t count = 0;
        for (uint8_t bit = 0; bit < 8; bit++)
            if (byte >> bit & 1)
                places[count++] = bit;
        memcpy(&board->places_of[byte], places, sizeof places);
    }
}

static void fill_board(struct board *board, const struct cirno_setup *setup)
{
    const uint32_t n = setup->base.params.players;
    board->players = n;
    board->rounds = setup->base.params.rounds;
    board->total = setup->total;
    board->reject_below = setup->reject_below;
    board->source = setup->instances != NULL       ? GIVEN
                    : setup->total <= MANY_TICKETS ? TICKETS
                                                   : CARDS;
    /* One player stays where she is. Else multiples of the number of players vanish. */
    board->lift = (uint16_t)(n > 1 ? BLOCK * n : 0);
    board->inverse = (uint16_t)(n > 1 ? 65536 / n + 1 : 0);
    for (unsigned card = 0; card < CIRNO_CARDS; card++)
        board->byte_of[card] = cirno_byte_of(card);
    for (uint32_t i = 0; i < TABLES; i++) {
        uint8_t bytes[PER_TABLE] = {0};
        for (uint32_t j = 0; j < PER_TABLE; j++) {
            const uint32_t entry = i * PER_TABLE + j;
            if (board->source == TICKETS && entry < setup->total)
                bytes[j] = cirno_byte_of(setup->ticket_card[entry]);
            else if (board->source != TICKETS && entry < CIRNO_CARDS)
                bytes[j] = cirno_byte_of(entry);
        }
        board->bytes[i] = table16(bytes);
    }
    fill_add(board);
    fill_follow(board);
    fill_preferences(board);
    fill_lists(board);
    board->deepest = splat(INT8_MAX);
    board->play_block = n <= FEW ? play_block[n - 1] : play_many;
    if (setup->seating != NULL)
        cirno_bytes_seat(board);
}

static void remember(struct board *board)
{
    memcpy(&board->before, &board->now,
           offsetof(struct play, ring) + board->players * sizeof board->now.ring[0]);
    if (board->seated.rolls)
        board->seated.before = board->seated.now;
}

static enum nf_status play(const struct nf_kernel *self, const struct nf_setup *setup,
                           void *memory_block, struct nf_feed *feed, struct nf_sink *sink,
                           struct nf_error *err)
{
    (void)self;
    struct board *const board = memory_block;
    memset(board, 0, sizeof *board);
    board->all = cirno_lanes_open(setup, feed, sink, err);
    fill_board(board, board->all.setup);
    board->deadline = CIRNO_MAX_DECK;
    for (uint32_t lane = 0; lane < LANES; lane++)
        refill(board, lane);
    board->deadline = 0; /* not known: looked for after the first block */
    while (board->busy != 0 && board->all.status == NF_OK) {
        remember(board);
        board->play_block(board);
        play_deep_lanes(board);
        record_losses(board);
        settle_seats(board);
        board->time += BLOCK;
        if ((board->done | board->hopeless) != 0 || past_deadline(board))
            settle(board);
    }
    return board->all.status;
}

static size_t memory(const struct nf_kernel *self, const struct nf_setup *setup)
{
    (void)self;
    (void)setup;
    return nf_cache_lines(sizeof(struct board));
}

#endif

#endif
