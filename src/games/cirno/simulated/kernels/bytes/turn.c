/* Turning the rings of more than FEW players: a function for each number of them, so that compilers
 * know how long rings are. */
#include "games/cirno/simulated/kernels/bytes/step.h"

#if CIRNO_BYTE_LANES

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

#endif
