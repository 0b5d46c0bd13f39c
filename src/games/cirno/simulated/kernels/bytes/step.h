/* One step of all lanes of a byte-lane kernel, and how their rings turn.
 *
 * Whatever the card, P (that is p + BYTE_ZERO) after it comes of a few operations on its byte c:
 *
 *     c from 80 on    c - BYTE_FIXED: P of E; of PASS, TURN, DOUBLE -126, -127, -128
 *     A, B            P and what the table `add` has for c, saturated: 127 is lost
 *     C2, D2          twice or half p, by the sign of what the table has for c
 *
 * Without DOUBLE the card to play has the largest P + 1, which wraps around, so that what loses
 * comes last, behind the counter cards; under DOUBLE the smallest P, so that what loses comes last,
 * and counter cards come first. Of cards with that P the order of ties decides which; of counter
 * cards the greatest byte.
 *
 * What follows is looked up: the index is the state less the byte of the counter card played, of
 * which the low four bits count. The highest bit, after a loss or while a loser draws, makes all of
 * it 0: no state, no move. */
#ifndef NF_CIRNO_BYTES_STEP_H
#define NF_CIRNO_BYTES_STEP_H

#include "games/cirno/simulated/kernels/bytes/board.h"

#if CIRNO_BYTE_LANES

/* What a step changes, in registers. */
struct state {
    vec p, state, seat, lost[2], deepest;
    vec losses, losers; /* of the quad, as the board has them */
};

INLINE struct state state_of(const struct board *board)
{
    const struct play *const play = &board->now;
    const struct state s = {play->p,        play->state, play->seat, {play->lost[0], play->lost[1]},
                            board->deepest, splat(0),    splat(0)};
    return s;
}

INLINE void keep_state(struct board *board, const struct state *s, uint32_t quad)
{
    struct play *const play = &board->now;
    play->p = s->p;
    play->state = s->state;
    play->seat = s->seat;
    play->lost[0] = s->lost[0];
    play->lost[1] = s->lost[1];
    board->deepest = s->deepest;
    board->losses[quad] = s->losses;
    board->losers[quad] = s->losers;
}

/* The card that is played. */
struct choice {
    vec loses;   /* mask: none can be played, and the rest means nothing */
    vec p;       /* after it; that of a counter card does not matter */
    vec card;    /* its byte */
    vec counter; /* mask: a counter card */
};
enum { LEAST_P = -125 };

/* P after each card of a hand, BYTE_LOST where that is too large, below LEAST_P for a counter card.
 */
INLINE void find_after(const struct board *board, vec p, const vec hand[CIRNO_HAND],
                       vec after[CIRNO_HAND])
{
    const vec sign = splat(-128);
    const vec doubled = plus_saturated(p, minus_saturated(p, splat(BYTE_ZERO)));
    const vec twice = larger(doubled, splat(LEAST_P));
    const vec half = differ(mean_unsigned(differ(p, sign), splat(128 - 1 + BYTE_ZERO)), sign);
    UNROLLED for (int i = 0; i < CIRNO_HAND; i++)
    {
        const vec add = look_up(board->add, hand[i]), fixed = minus(hand[i], splat(BYTE_FIXED));
        const vec scaled = choose_negative(twice, half, add);
        const vec moved = choose_negative(plus_saturated(p, add), scaled, fixed);
        after[i] = choose_negative(moved, fixed, hand[i]);
    }
}

/* The choice of the statement's strategy. */
INLINE struct choice choose_card(const struct board *board, const struct state *s,
                                 const vec hand[CIRNO_HAND])
{
    const vec one = splat(-1);
    const vec under_double = look_up(board->under_double, s->state);
    const vec order = look_up(board->tie_order, s->state);
    vec after[CIRNO_HAND];
    find_after(board, s->p, hand, after);
    const vec most =
        larger(larger(minus(after[0], one), minus(after[1], one)), minus(after[2], one));
    const vec least = smaller(smaller(after[0], after[1]), after[2]);
    const vec best = choose(plus(most, one), least, under_double);

    vec rank[CIRNO_HAND];
    UNROLLED for (int i = 0; i < CIRNO_HAND; i++) rank[i] =
        both(same(after[i], best), differ(hand[i], order));
    const vec preferred =
        differ(larger_unsigned(larger_unsigned(rank[0], rank[1]), rank[2]), order);
    const vec greatest = larger_unsigned(larger_unsigned(hand[0], hand[1]), hand[2]);
    const vec counter = greater(splat(LEAST_P), best);
    const struct choice choice = {same(best, splat(BYTE_LOST)), best,
                                  choose(preferred, greatest, counter), counter};
    return choice;
}

/* Plays the step of everything but the ring: `hand` becomes that after it, which drew `card`.
 * Returns the index of what follows. */
INLINE vec play_hand(const struct board *board, struct state *s, struct choice chosen,
                     vec hand[CIRNO_HAND], vec card, int step)
{
    const vec drawing = either(s->lost[0], s->lost[1]);
    const vec over = either(chosen.loses, drawing), lost = without(chosen.loses, drawing);
    s->losses = either(s->losses, both(lost, splat(step + 1)));
    s->losers = choose(s->losers, s->seat, lost);
    s->lost[1] = s->lost[0];
    s->lost[0] = lost;
    s->p = choose(choose(chosen.p, s->p, chosen.counter), splat(BYTE_ZERO), over);
    s->deepest = smaller(s->deepest, s->p);
    const vec index = either(minus(s->state, both(chosen.counter, chosen.card)), over);
    s->state = look_up(board->follow, index);

    /* The card played leaves, or the first of a hand that is drawn anew; one comes. */
    const vec drop0 = either(same(hand[0], chosen.card), over);
    const vec drop1 = either(same(hand[1], chosen.card), drop0);
    hand[0] = choose(hand[0], hand[1], drop0);
    hand[1] = choose(hand[1], hand[2], drop1);
    hand[2] = card;
    return index;
}

/* ---- few players: the ring turns at every step ---- */

/* After a step from which the player to move has `hand`: brings the next one's to ring[0]. */
INLINE void turn_few(struct board *board, vec index, const vec hand[CIRNO_HAND], int players)
{
    vec(*const ring)[CIRNO_HAND] = board->now.ring;
    if (players == 1) {
        UNROLLED for (int k = 0; k < CIRNO_HAND; k++) ring[0][k] = hand[k];
        return;
    }
    const vec ahead = look_up(board->ahead, index);
    if (players == 2) { /* ahead is back */
        UNROLLED for (int k = 0; k < CIRNO_HAND; k++)
        {
            const vec other = ring[1][k];
            ring[0][k] = choose(hand[k], other, ahead);
            ring[1][k] = choose(other, hand[k], ahead);
        }
        return;
    }
    const vec back = look_up(board->back, index);
    UNROLLED for (int k = 0; k < CIRNO_HAND; k++)
    {
        vec before = ring[players - 1][k], here = hand[k];
        UNROLLED for (int i = 0; i < players; i++)
        {
            const vec after = i + 1 < players ? ring[i + 1][k] : hand[k];
            ring[i][k] = choose(choose(here, after, ahead), before, back);
            before = here;
            here = after;
        }
    }
}

/* ---- many players: the ring turns after every quad ---- */

/* Finds the hand of the player to move in step i of a quad; the one who moved when it began has
 * ring[REACH], and `moved` is how far the lane has moved from there. here[REACH + j]: by j. */
INLINE void pick_hand(struct board *board, vec moved, int i, vec hand[CIRNO_HAND], vec here[WINDOW])
{
    vec(*const window)[CIRNO_HAND] = board->now.ring + REACH;
    UNROLLED for (int k = 0; k < CIRNO_HAND; k++) hand[k] = window[0][k];
    UNROLLED for (int j = -i; j <= i; j++)
    {
        here[REACH + j] = same(moved, splat(j));
        if (j != 0)
            UNROLLED for (int k = 0; k < CIRNO_HAND; k++) hand[k] =
                choose(hand[k], window[j][k], here[REACH + j]);
    }
}

/* Puts it back. */
INLINE void put_hand(struct board *board, int i, const vec hand[CIRNO_HAND], const vec here[WINDOW])
{
    vec(*const window)[CIRNO_HAND] = board->now.ring + REACH;
    UNROLLED for (int j = -i; j <= i; j++) UNROLLED for (int k = 0; k < CIRNO_HAND; k++)
        window[j][k] = i == 0 ? hand[k] : choose(window[j][k], hand[k], here[REACH + j]);
}

/* Turns the ring by the quad's moves, -STEPS to STEPS, in stages of 4, 2, 1 and 1 seats from
 * -STEPS on: the hand of the player to move comes to ring[REACH] again. */
INLINE void turn_ring(struct board *board, vec moved, int players)
{
    vec(*const ring)[CIRNO_HAND] = board->now.ring;
    const vec by_8 = same(moved, splat(STEPS)), distance = plus(moved, splat(STEPS));
    const vec by_4 = greater(distance, splat(3));
    const vec by_2 = either(up16(distance, 6), by_8), by_1 = either(up16(distance, 7), by_8);
    UNROLLED for (int k = 0; k < CIRNO_HAND; k++)
    {
        vec first[STEPS], x[STEPS], a[2], b, c;
        UNROLLED for (int i = 0; i < STEPS; i++)
        {
            first[i] = ring[i][k];
            x[i] = ring[players - STEPS + i][k];
        }
        a[0] = a[1] = b = c = first[0]; /* not used before they are set */
        UNROLLED for (int i = 0; i < players + STEPS; i++)
        {
            const vec here = i < players ? ring[i][k] : first[i - players];
            const vec a2 = choose(x[i % STEPS], here, by_4);
            const vec b2 = choose_negative(a[i % 2], a2, by_2);
            const vec c2 = choose_negative(b, b2, by_1);
            if (i >= STEPS)
                ring[i - STEPS][k] = choose(c, c2, by_8);
            x[i % STEPS] = here;
            a[i % 2] = a2;
            b = b2;
            c = c2;
        }
    }
}

/* The same for the board's number of players, more than FEW. */
void cirno_bytes_turn(struct board *board, vec moved);

/* ---- tables ---- */

/* What follows a turn with the state `state` (BACK, DOUBLED) by a counter card, or CIRNO_CARDS for
 * a basic card. */
struct follow {
    uint8_t state;
    bool moves;
};
static inline struct follow follow_of(uint32_t state, unsigned counter)
{
    if (counter == CIRNO_CARDS) /* under DOUBLE a second card of hers follows */
        return (struct follow){state & BACK, !(state & DOUBLED)};
    if (counter == CIRNO_TURN)
        state ^= BACK;
    if (counter == CIRNO_DOUBLE)
        state |= DOUBLED;
    return (struct follow){(uint8_t)state, true};
}

/* What follows by index, and by state. */
static inline void fill_follow(struct board *board)
{
    static const uint8_t played[] = {CIRNO_CARDS, CIRNO_PASS, CIRNO_TURN, CIRNO_DOUBLE};
    const uint32_t players = board->players;
    uint8_t ahead[16], back[16], move[16], under_double[16] = {0}, order[16] = {0};
    for (uint32_t state = 0; state < 16; state += 4) {
        for (uint32_t i = 0; i < sizeof played; i++) {
            const struct follow next = follow_of(state, played[i]);
            const uint8_t byte = i == 0 ? 0 : cirno_byte_of(played[i]);
            const uint32_t index = (state - byte) & 15;
            const bool moves = next.moves && players > 1, turned = (next.state & BACK) != 0;
            board->follow_of[index] = next.state;
            board->move_of[index] = !moves ? 0 : turned ? UINT32_MAX : 1;
            move[index] = (uint8_t)board->move_of[index];
            ahead[index] = moves && (!turned || players == 2) ? 0xff : 0;
            back[index] = moves && turned && players != 2 ? 0xff : 0;
        }
        under_double[state] = state & DOUBLED ? 0xff : 0;
        order[state] = state & DOUBLED ? BYTE_SMALLEST : BYTE_LARGEST;
    }
    board->follow = table16(board->follow_of);
    board->ahead = table16(ahead);
    board->back = table16(back);
    board->move = table16(move);
    board->under_double = table16(under_double);
    board->tie_order = table16(order);
}

/* What cards add. */
static inline void fill_add(struct board *board)
{
    uint8_t add[16] = {0};
    for (unsigned card = 0; card < CIRNO_CARDS; card++)
        if (cirno_byte_of(card) < 0x80)
            add[cirno_byte_of(card) & 15] =
                cirno_cards[card].halvings != 0 ? 0x80 : (uint8_t)cirno_cards[card].plus;
    board->add = table16(add);
}

#endif

#endif
