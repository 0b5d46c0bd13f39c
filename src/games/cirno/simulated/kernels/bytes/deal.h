/* Deals four cards to each lane of a byte-lane kernel: a word of xoroshiro128++ a lane, its chunks
 * multiplied to tickets, these interleaved to bytes, and bytes of cards looked up. */
#ifndef NF_CIRNO_BYTES_DEAL_H
#define NF_CIRNO_BYTES_DEAL_H

#include "base/rng.h"
#include "games/cirno/simulated/kernels/bytes/board.h"

#if CIRNO_BYTE_LANES

INLINE vec next_word(vec *state0, vec *state1)
{
    const vec s0 = *state0, sum = plus64(s0, *state1);
    const vec word = plus64(either(up64(sum, 17), down64(sum, 47)), s0);
    const vec s1 = differ(*state1, s0);
    *state0 = differ(differ(either(up64(s0, 49), down64(s0, 15)), s1), up64(s1, 21));
    *state1 = either(up64(s1, 28), down64(s1, 36));
    return word;
}

/* Numbers below 256, one for each chunk of the words of lanes, to bytes of lanes, chunk k to
 * bytes[k]: a lane's byte 8e + 2i + j is in quadword e of numbers[2i + j]. */
INLINE void spread(const vec numbers[GENERATORS], vec bytes[STEPS])
{
    vec u[STEPS];
    UNROLLED for (int i = 0; i < STEPS; i++) u[i] =
        either(numbers[2 * i], up16(numbers[2 * i + 1], 8));
    const vec a = lows16(u[0], u[1]), b = highs16(u[0], u[1]);
    const vec c = lows16(u[2], u[3]), d = highs16(u[2], u[3]);
    bytes[0] = lows32(a, c);
    bytes[1] = lows32(b, d);
    bytes[2] = highs32(a, c);
    bytes[3] = highs32(b, d);
}

/* Chunk k of the word of every lane, as it is multiplied to a ticket, into tickets[k]. */
INLINE void find_tickets(const vec words[GENERATORS], vec total, vec tickets[STEPS])
{
    vec numbers[GENERATORS];
    UNROLLED for (int i = 0; i < GENERATORS; i++) numbers[i] = high_product16(words[i], total);
    spread(numbers, tickets);
}

INLINE vec bytes_of(const struct board *board, vec tickets)
{
    const vec *const bytes = board->bytes;
    const vec bit4 = up16(tickets, 3); /* as the sign; what comes from the byte before is not */
    const vec low = choose_negative(look_up(bytes[0], tickets), look_up(bytes[1], tickets), bit4);
    if (board->total <= FEW_TICKETS || board->source != TICKETS)
        return low;
    const vec high = choose_negative(look_up(bytes[2], tickets), look_up(bytes[3], tickets), bit4);
    return choose_negative(low, high, up16(tickets, 2));
}
_Static_assert(MANY_TICKETS == 64 && (int)CIRNO_CARDS <= (int)FEW_TICKETS, "tickets of six bits");

/* The chunk of a lane's word at step k of the quad. */
static inline uint32_t chunk_of(vec words[GENERATORS], uint32_t lane, uint32_t k)
{
    return (uint32_t)(*generator_of(words, lane) >> 16 * k) & 0xffff;
}

/* The card of chunk k for a lane that draws it at step `step` of the block. */
static inline uint8_t draw_card(const struct board *board, uint32_t lane, uint32_t step,
                                uint32_t chunk)
{
    const struct cirno_lane *const of = &board->lanes[lane];
    uint32_t ticket;
    if (!nf_draw(chunk, board->total, board->reject_below, &ticket))
        ticket = cirno_lane_redraw(&board->all, of, board->time - of->first + step);
    return board->all.setup->ticket_card[ticket];
}

/* Bytes of the cards whose chunks were rejected, in place. */
static __attribute__((noinline)) void redraw(const struct board *board, uint32_t step,
                                             vec words[GENERATORS], vec cards[STEPS])
{
    vec missing[GENERATORS]; /* of a chunk's product to be accepted */
    for (int i = 0; i < GENERATORS; i++)
        missing[i] =
            excess16(splat16(board->reject_below), product16(words[i], splat16(board->total)));
    for (uint32_t lane = 0; lane < LANES; lane++) {
        if (*generator_of(missing, lane) == 0 || !(board->busy >> lane & 1))
            continue;
        for (uint32_t k = 0; k < STEPS; k++)
            *byte_at(&cards[k], lane) =
                board->byte_of[draw_card(board, lane, step + k, chunk_of(words, lane, k))];
    }
}

/* Looks up the cards of many tickets one by one. */
static __attribute__((noinline)) void draw_cards(const struct board *board, uint32_t step,
                                                 vec words[GENERATORS], vec cards[STEPS])
{
    for (uint32_t left = board->busy; left != 0; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);
        for (uint32_t k = 0; k < STEPS; k++)
            *byte_at(&cards[k], lane) = draw_card(board, lane, step + k, chunk_of(words, lane, k));
    }
}

/* The card of an explicit game at step `step` of the block. Past its end a deck goes on with PASS:
 * the lane is settled before that matters. */
static inline uint8_t given_card(const struct board *board, uint32_t lane, uint32_t step)
{
    const struct cirno_lane *const of = &board->lanes[lane];
    const uint32_t next = board->time - of->first + step;
    return next < of->limit ? of->deck[next] : CIRNO_PASS;
}

static __attribute__((noinline)) void read_decks(const struct board *board, uint32_t step,
                                                 vec cards[STEPS])
{
    for (uint32_t left = board->busy; left != 0; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);
        for (uint32_t k = 0; k < STEPS; k++)
            *byte_at(&cards[k], lane) = given_card(board, lane, step + k);
    }
}

/* What is not dealt by tables alone: copies, so that the vectors of deal() stay in registers. */
INLINE void deal_slowly(const struct board *board, uint32_t step, const vec words[GENERATORS],
                        vec tickets[STEPS])
{
    vec words_copy[GENERATORS], cards[STEPS];
    UNROLLED for (int i = 0; i < STEPS; i++) cards[i] = splat(0);
    if (board->source == GIVEN) {
        read_decks(board, step, cards);
    } else {
        UNROLLED for (int i = 0; i < GENERATORS; i++) words_copy[i] = words[i];
        draw_cards(board, step, words_copy, cards);
    }
    UNROLLED for (int i = 0; i < STEPS; i++) tickets[i] = cards[i];
}

/* Deals the cards of the quad that begins at step `step` of the block. */
INLINE void deal(struct board *board, uint32_t step, vec cards[STEPS])
{
    struct play *const play = &board->now;
    const vec total = splat16(board->total);
    vec words[GENERATORS], tickets[STEPS], least = splat(-1);
    UNROLLED for (int i = 0; i < GENERATORS; i++)
    {
        words[i] = next_word(&play->s0[i], &play->s1[i]);
        least = smaller16(least, product16(words[i], total));
    }
    if (__builtin_expect(board->source == TICKETS, 1))
        find_tickets(words, total, tickets);
    else
        deal_slowly(board, step, words, tickets);
    UNROLLED for (int i = 0; i < STEPS; i++) cards[i] = bytes_of(board, tickets[i]);
    if (__builtin_expect(any(excess16(splat16(board->reject_below), least)), 0) &&
        board->source == TICKETS) {
        vec words_copy[GENERATORS], copy[STEPS];
        UNROLLED for (int i = 0; i < GENERATORS; i++) words_copy[i] = words[i];
        UNROLLED for (int i = 0; i < STEPS; i++) copy[i] = cards[i];
        redraw(board, step, words_copy, copy);
        UNROLLED for (int i = 0; i < STEPS; i++) cards[i] = copy[i];
    }
}

#endif

#endif
