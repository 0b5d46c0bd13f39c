/* Plays Cirno's game LANES at a time, a game to each byte of a vector: 32 with AVX2, 16 with NEON
 * and in browsers. vector.h has all that these differ in, board.h the bytes of cards, the state and
 * how cards are dealt, step.h a step, deep.h what does not fit a byte; lanes.h says what a step is;
 * seated.c what is different where players have strategies of their own.
 *
 * p is kept as a signed byte, p + 27, with additions that saturate at what loses. That holds -132
 * to 99. Where p falls lower, that block of steps of that lane is played again, apart. Of blocks of
 * 64 steps that is 0.25% with one player, 0.08% with two and next to none with five; in profile max
 * 1.4% to 0.4%. Strategies that make p small bring more of it.
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
 * included, the least of seven runs while the machine did other work:
 *     players   1     2     5     8     12    30
 *     uniform   1.6   1.7   2.0   2.2   2.5   3.5
 *     max       1.6   1.7   2.0   2.3   2.8   4.2
 * What was tried is in bench/NOTES.md. With NEON it was compared with the reference by an emulator;
 * its speed has not been measured. */
#include "base/machine.h"
#include "games/cirno/simulated/kernels/bytes/board.h"
#include "games/cirno/simulated/kernels/bytes/deep.h"
#include "games/cirno/simulated/kernels/bytes/step.h"
#include "games/cirno/simulated/kernels/kernels.h"
#include "games/cirno/simulated/kernels/lanes.h"
#include "sim/game.h"

#if CIRNO_BYTE_LANES

#include <assert.h>
#include <string.h>

/* Turning the rings of more than FEW players: a function for each number of them, so that compilers
 * know how long rings are. */
#define TURN(n)                                                                                    \
    static void turn_##n(struct board *board, vec moved)                                           \
    {                                                                                              \
        turn_ring(board, moved, n);                                                                \
    }
TURN(9)
TURN(10)
TURN(11)
TURN(12)
TURN(13)
TURN(14)
TURN(15)
TURN(16)
TURN(17)
TURN(18)
TURN(19)
TURN(20)
TURN(21)
TURN(22)
TURN(23)
TURN(24)
TURN(25)
TURN(26)
TURN(27)
TURN(28)
TURN(29)
TURN(30)

static void (*const turn[])(struct board *, vec) = {
    turn_9,  turn_10, turn_11, turn_12, turn_13, turn_14, turn_15, turn_16,
    turn_17, turn_18, turn_19, turn_20, turn_21, turn_22, turn_23, turn_24,
    turn_25, turn_26, turn_27, turn_28, turn_29, turn_30,
};
_Static_assert(sizeof turn / sizeof *turn == CIRNO_MAX_PLAYERS - FEW, "one for each");

void cirno_bytes_turn(struct board *board, vec moved)
{
    turn[board->players - FEW - 1](board, moved);
}

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

/* Makes of 16 vectors one for each lane of 16: its bytes of them all. Vectors of 32 bytes have two
 * such lanes each. */
INLINE void transpose(vec rows[16])
{
    UNROLLED for (int stage = 0; stage < 4; stage++)
    {
        vec zipped[16];
        UNROLLED for (int i = 0; i < 8; i++)
        {
            zipped[2 * i] = zip_low(rows[i], rows[i + 8]);
            zipped[2 * i + 1] = zip_high(rows[i], rows[i + 8]);
        }
        UNROLLED for (int i = 0; i < 16; i++) rows[i] = zipped[i];
    }
}

/* Appends the block's losses to their lanes' logs. Each lane gets an entry for each quad, those of
 * quads with a loss first: loops over losses would end in a mispredicted branch nearly every time.
 * Where rounds are long, most lanes have none: eight at once are passed over. */
static __attribute__((noinline)) void record_losses(struct board *board)
{
    vec rows[2 * QUADS], count = splat(0), lost_in = splat(0); /* a bit a quad */
    UNROLLED for (int quad = QUADS - 1; quad >= 0; quad--)
    {
        const vec losses = board->losses[quad], lost = greater(losses, splat(0));
        count = minus(count, lost);
        lost_in = minus(plus(lost_in, lost_in), lost);
        rows[2 * quad] = board->losers[quad];
        rows[2 * quad + 1] = plus(losses, splat(STEPS * quad));
    }
    transpose(rows);

    _Alignas(sizeof(vec)) uint8_t quads[16][LANES], lost_in_of[LANES], next[LANES];
    UNROLLED for (int i = 0; i < 16; i++) store(quads[i], rows[i]);
    store(lost_in_of, lost_in);
    store(next, board->recorded);
    const vec time = splat32((board->time - 1) << LOG_BITS);
    const uint32_t lost_lanes = mask_of(greater(count, splat(0)));
    const uint8_t *quads_of = board->quads_of[0];
    __asm__("" : "+r"(quads_of)); /* or gcc adds to each index what is before the table */
    for (uint32_t first = 0; first < LANES; first += 8) {
        const uint8_t *const row = &quads[first % 16][first / 16 * 16];
        if (lost_lanes >> first & 0xff)
            UNROLLED for (uint32_t i = 0; i < 8; i++)
                put_entries(&board->log[first + i][1] + next[first + i], row + LANES * i,
                            quads_of + 2 * QUADS * lost_in_of[first + i], time);
    }

    board->recorded = smaller(plus(board->recorded, count), splat(NF_MAX_ROUNDS));
    board->done = mask_of(greater(board->recorded, splat((int)board->rounds - 1))) & board->busy;
}
_Static_assert(QUADS == 8, "rows of 16 bytes, of which a byte says in which quads was a loss");

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
    *byte_at(&board->recorded, lane) = 0;
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
    board->log[lane][0] = (board->time - 3) << LOG_BITS; /* as if she had lost before */
}

/* Makes the record of the lane's log. */
static void complete_lane(struct board *board, uint32_t lane)
{
    struct cirno_lane *const game = &board->lanes[lane];
    const uint32_t *const log = board->log[lane], rounds = board->rounds;
    for (uint32_t r = 0; r < rounds; r++) {
        const uint32_t steps = (log[r + 1] >> LOG_BITS) - (log[r] >> LOG_BITS);
        const uint32_t turns = (steps - CIRNO_CARDS_PER_ROUND) << NF_SEAT_BITS;
        board->all.rounds[r] = (turns & UINT32_MAX >> (LOG_BITS - NF_SEAT_BITS)) |
                               seat_at(board, (int8_t)(log[r + 1] & 0xff));
    }
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
static void settle_lanes(struct board *board)
{
    const uint32_t over = past_deadline(board) ? find_overrun(board) : 0;
    for (uint32_t left = board->done | board->hopeless | over; left != 0; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);
        struct cirno_lane *const game = &board->lanes[lane];
        if (board->hopeless >> lane & 1)
            cirno_lane_replay(&board->all, game);
        else if (board->done >> lane & 1)
            complete_lane(board, lane);
        else
            cirno_lane_overrun(&board->all, game);
        refill(board, lane);
        if (game->busy && (int32_t)(board->deadline - (game->first + game->limit)) > 0)
            board->deadline = game->first + game->limit;
    }
    board->done = board->hopeless = 0;
}

/* ---- the kernel ---- */

/* What recording losses looks up. */
static void fill_quads(struct board *board)
{
    for (uint32_t lost = 0; lost < 1 << QUADS; lost++)
        for (uint32_t quad = 0, at = 0; quad < QUADS; quad++)
            if (lost >> quad & 1) {
                board->quads_of[lost][at++] = (uint8_t)(2 * quad);
                board->quads_of[lost][at++] = (uint8_t)(2 * quad + 1);
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
    fill_quads(board);
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

static enum nf_status play_cirno_bytes(const struct nf_kernel *self, const struct nf_setup *setup,
                                       void *memory_block, struct nf_feed *feed,
                                       struct nf_sink *sink, struct nf_error *err)
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
            settle_lanes(board);
    }
    return board->all.status;
}

static size_t cirno_bytes_memory(const struct nf_kernel *self, const struct nf_setup *setup)
{
    (void)self;
    (void)setup;
    return nf_cache_lines(sizeof(struct board));
}

#endif

/* ---- the kernels, of which a machine has one ---- */

#if defined(__AVX2__)
const struct nf_kernel cirno_avx2 = {"avx2", nf_machine_has_avx2, cirno_bytes_memory,
                                     play_cirno_bytes, .unfit = cirno_byte_plans_only};
#else
const struct nf_kernel cirno_avx2 = {"avx2", cirno_absent, cirno_absent_memory, cirno_absent_play,
                                     .unfit = cirno_byte_plans_only};
#endif

#if defined(__AARCH64EL__)
/* Every processor of this architecture has it. */
static bool cirno_neon_supported(void)
{
    return true;
}

const struct nf_kernel cirno_neon = {"neon", cirno_neon_supported, cirno_bytes_memory,
                                     play_cirno_bytes, .unfit = cirno_byte_plans_only};
#else
const struct nf_kernel cirno_neon = {"neon", cirno_absent, cirno_absent_memory, cirno_absent_play,
                                     .unfit = cirno_byte_plans_only};
#endif

#if defined(__wasm_simd128__)
const struct nf_kernel cirno_wasm = {"wasm", nf_everywhere, cirno_bytes_memory, play_cirno_bytes,
                                     .unfit = cirno_byte_plans_only};
#else
const struct nf_kernel cirno_wasm = {"wasm", cirno_absent, cirno_absent_memory, cirno_absent_play,
                                     .unfit = cirno_byte_plans_only};
#endif
