#include "games/cirno/rules/rules.h"
#include "games/cirno/simulated/kernels/portable_internal.h"
#include "games/cirno/simulated/strategy/strategy.h"

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

void cirno_portable_moves(uint32_t moves[MOVES])
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

void cirno_portable_strategy(uint32_t moves[MOVES], const struct cirno_strategy *strategy)
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

void cirno_portable_follow(uint8_t follow[FOLLOWS * PLACES], uint32_t players)
{
    for (uint32_t place = 0; place < FOLLOWS * PLACES; place++)
        follow[place] = (uint8_t)(place % PLACES); /* STAY, and places that never come up */
    for (uint32_t seat = 0; seat < players; seat++) {
        const uint32_t here = cirno_place_of(seat);
        const uint32_t after = cirno_place_of((seat + 1) % players);
        const uint32_t before = cirno_place_of((seat + players - 1) % players);
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
