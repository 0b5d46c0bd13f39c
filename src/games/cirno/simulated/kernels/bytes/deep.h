/* Lanes of a byte-lane kernel whose p does not fit a byte. A block in which that happens is played
 * again one turn after another, from the board as it was before the block, and so are the next
 * until p fits again: the lane keeps its place among the others. */
#ifndef NF_CIRNO_BYTES_DEEP_H
#define NF_CIRNO_BYTES_DEEP_H

#include "games/cirno/simulated/kernels/bytes/board.h"
#include "games/cirno/simulated/strategy/strategy.h"

#if CIRNO_BYTE_LANES

#include <string.h>

/* cirno_preference() without a branch: `preference` of the card and, of a basic card, `slope` times
 * p after it. What the two are follows from the rules at p = 0 and 1. */
static inline void fill_preferences(struct board *board)
{
    for (int doubled = 0; doubled < 2; doubled++) {
        struct preferences *const preferences = &board->preferences[doubled];
        const int32_t slope =
            cirno_preference(CIRNO_A1, 1, doubled) - cirno_preference(CIRNO_A1, 0, doubled);
        for (unsigned card = 0; card < CIRNO_CARDS; card++) {
            preferences->slope[card] = cirno_cards[card].class == CIRNO_COUNTER ? 0 : slope;
            preferences->preference[card] = cirno_preference(card, 0, doubled) -
                                            preferences->slope[card] * cirno_apply(card, 0);
        }
    }
    memset(board->card_of, CIRNO_CARDS, sizeof board->card_of);
    for (unsigned card = 0; card < CIRNO_CARDS; card++)
        board->card_of[cirno_byte_of(card)] = (uint8_t)card;
}

/* Where the hand of the player to move is in the ring. */
static inline uint32_t front_of(const struct board *board)
{
    return board->players <= FEW ? 0 : REACH;
}

/* The hand of seat `seat` where it is the turn of `to_move`. */
static inline vec *hand_in(const struct board *board, struct play *play, uint32_t seat,
                           uint32_t to_move)
{
    const uint32_t n = board->players;
    return play->ring[(front_of(board) + seat + n - to_move) % n];
}

/* Takes the lane as it was before the block. */
static inline void take_deep(struct board *board, uint32_t lane)
{
    struct deep_lane *const deep = &board->deep[lane];
    struct play *const play = &board->before;
    deep->p = (int8_t)*byte_at(&play->p, lane) - BYTE_ZERO;
    deep->seat = *byte_at(&play->seat, lane);
    deep->state = *byte_at(&play->state, lane);
    deep->drawing = *byte_at(&play->lost[0], lane) != 0   ? 2
                    : *byte_at(&play->lost[1], lane) != 0 ? 1
                                                          : 0;
    deep->rng.s0 = *generator_of(play->s0, lane);
    deep->rng.s1 = *generator_of(play->s1, lane);
    deep->dice.s0 = *generator_of(board->seated.before.s0, lane);
    deep->dice.s1 = *generator_of(board->seated.before.s1, lane);
    for (uint32_t seat = 0; seat < board->players; seat++) {
        vec *const hand = hand_in(board, play, seat, deep->seat);
        for (int k = 0; k < CIRNO_HAND; k++)
            deep->hands[seat][k] = board->card_of[*byte_at(&hand[k], lane)];
    }
    board->away |= 1u << lane;
}

/* Puts the lane back among the others. */
static inline void return_deep(struct board *board, uint32_t lane)
{
    const struct deep_lane *const deep = &board->deep[lane];
    struct play *const play = &board->now;
    *byte_at(&play->p, lane) = (uint8_t)(deep->p + BYTE_ZERO);
    *byte_at(&play->seat, lane) = (uint8_t)deep->seat;
    *byte_at(&play->state, lane) = (uint8_t)deep->state;
    *byte_at(&play->lost[0], lane) = deep->drawing == 2 ? 0xff : 0;
    *byte_at(&play->lost[1], lane) = deep->drawing == 1 ? 0xff : 0;
    for (uint32_t seat = 0; seat < board->players; seat++) {
        vec *const hand = hand_in(board, play, seat, deep->seat);
        for (int k = 0; k < CIRNO_HAND; k++)
            *byte_at(&hand[k], lane) = board->byte_of[deep->hands[seat][k]];
    }
    board->away &= ~(1u << lane);
}

/* The card to play, as its place in the hand; CIRNO_HAND if the player loses. */
static inline uint32_t choose_deep(const struct board *board, const struct deep_lane *deep,
                                   const uint8_t hand[CIRNO_HAND])
{
    const struct preferences *const preferences = &board->preferences[deep->state / DOUBLED];
    uint32_t place = CIRNO_HAND;
    int32_t most = 0;
    for (uint32_t k = 0; k < CIRNO_HAND; k++) {
        const int32_t p = cirno_apply(hand[k], deep->p);
        int32_t preference = preferences->preference[hand[k]] + preferences->slope[hand[k]] * p;
        preference = p > CIRNO_LIMIT ? 0 : preference;
        place = preference > most ? k : place;
        most = preference > most ? preference : most;
    }
    return place;
}

/* The same by the strategy of the player to move; `die` is a face of cirno_die(). */
static inline uint32_t choose_seated_deep(const struct board *board, const struct deep_lane *deep,
                                          const uint8_t hand[CIRNO_HAND], const uint8_t *die)
{
    const struct cirno_strategy *const strategy = board->all.setup->seating->seats[deep->seat];
    const int32_t row = deep->p > CIRNO_P_FLOOR ? deep->p - CIRNO_P_FLOOR : 0;
    const uint8_t *const ranks = strategy->rank[deep->state / DOUBLED][row];
    uint32_t place = CIRNO_HAND, most = 0;
    for (uint32_t k = 0; k < CIRNO_HAND; k++) {
        const uint32_t rank = ranks[hand[k]], own = rank == 0 ? 0 : rank * 32 + die[hand[k]];
        place = own > most ? k : place;
        most = own > most ? own : most;
    }
    return place;
}

/* One step of a lane, which draws `card`. True if the player to move loses. */
static inline bool step_deep(const struct board *board, struct deep_lane *deep, uint8_t card,
                             const uint8_t *die)
{
    uint8_t *const hand = deep->hands[deep->seat];
    const uint32_t place = deep->drawing > 0 ? CIRNO_HAND
                           : board->all.setup->seating == NULL
                               ? choose_deep(board, deep, hand)
                               : choose_seated_deep(board, deep, hand, die);
    if (place == CIRNO_HAND) { /* the loser's first draw, or another */
        const bool loses = deep->drawing == 0;
        deep->drawing = loses ? CIRNO_HAND - 1 : deep->drawing - 1;
        deep->p = 0;
        deep->state = 0;
        hand[0] = hand[1];
        hand[1] = hand[2];
        hand[2] = card;
        return loses;
    }
    const uint8_t played = hand[place];
    const bool counter = cirno_cards[played].class == CIRNO_COUNTER;
    const uint32_t index = (deep->state - (counter ? board->byte_of[played] : 0u)) & 15;
    const uint32_t next = deep->seat + board->players + (uint32_t)(int32_t)board->move_of[index];
    deep->p = cirno_apply(played, deep->p);
    deep->state = board->follow_of[index];
    hand[place] = card;
    deep->seat = next >= 2 * board->players ? next - 2 * board->players
                 : next >= board->players   ? next - board->players
                                            : next;
    return false;
}

static inline uint8_t deep_card(struct board *board, uint32_t lane, uint32_t step, uint64_t *word)
{
    if (board->source == GIVEN)
        return given_card(board, lane, step);
    if (step % STEPS == 0)
        *word = nf_rng_next(&board->deep[lane].rng);
    const uint8_t card = draw_card(board, lane, step, *word & 0xffff);
    *word >>= 16;
    return card;
}

/* What the die shows at a step, for each card; where nobody throws it, nothing. */
static inline const uint8_t *deep_die(struct board *board, uint32_t lane, uint32_t step,
                                      uint64_t *word)
{
    static const uint8_t nothing[CIRNO_CARDS];
    if (!board->seated.rolls)
        return nothing;
    if (step % STEPS == 0)
        *word = nf_rng_next(&board->deep[lane].dice);
    const uint32_t chunk = (uint32_t)*word & 0xffff;
    uint32_t face;
    *word >>= 16;
    if (!nf_draw(chunk, CIRNO_DIE_FACES, nf_reject_below(CIRNO_DIE_FACES), &face)) {
        const struct cirno_lane *const of = &board->lanes[lane];
        const struct nf_key key = cirno_lane_key(&board->all, of);
        face = cirno_dice_redraw(&key, board->time - of->first + step);
    }
    return cirno_die(face);
}

/* Plays the lane's block again. */
static __attribute__((noinline)) void play_deep(struct board *board, uint32_t lane)
{
    if (!(board->away >> lane & 1))
        take_deep(board, lane);
    struct deep_lane *const deep = &board->deep[lane];
    uint64_t word = 0, dice_word = 0;
    int32_t lowest = 0;
    for (uint32_t step = 0; step < BLOCK && lowest > -CIRNO_P_BOUND; step++) {
        const uint32_t seat = deep->seat, quad = step / STEPS;
        uint8_t *const losses = byte_at(&board->losses[quad], lane);
        if (step % STEPS == 0)
            *losses = 0;
        const uint8_t *const die = deep_die(board, lane, step, &dice_word);
        if (step_deep(board, deep, deep_card(board, lane, step, &word), die)) {
            *losses = (uint8_t)(step % STEPS + 1);
            *byte_at(&board->losers[quad], lane) = (uint8_t)seat;
        }
        lowest = deep->p < lowest ? deep->p : lowest;
    }
    if (lowest <= -CIRNO_P_BOUND)
        board->hopeless |= 1u << lane;
    else if (deep->p + BYTE_ZERO > BYTE_DEEP)
        return_deep(board, lane);
}

/* Plays the lanes whose p got too low in the block again. */
static inline void play_deep_lanes(struct board *board)
{
    const uint32_t low = mask_of(greater(splat(BYTE_DEEP + 1), board->deepest));
    board->deepest = splat(INT8_MAX);
    for (uint32_t left = (low | board->away) & board->busy; left != 0; left &= left - 1)
        play_deep(board, (uint32_t)__builtin_ctz(left));
}

#endif

#endif
