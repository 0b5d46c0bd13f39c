/* Turning the rings of the AVX-512 kernel, apart from the steps between. */
#include "games/cirno/simulated/kernels/avx512/step.h"

#if defined(__x86_64__) && defined(__AVX512BW__) && defined(__AVX512VL__) && defined(__AVX512DQ__)

#define TURN_FEW(n)                                                                                \
    static void turn_##n(struct board *board, const struct state s[GROUPS],                        \
                         const __m512i front[GROUPS])                                              \
    {                                                                                              \
        BOTH turn_few(board, &s[j], board->groups[j].ring, front[j], n);                           \
    }
TURN_FEW(1)
TURN_FEW(2)
TURN_FEW(3)
TURN_FEW(4)
TURN_FEW(5)
TURN_FEW(6)
TURN_FEW(7)
TURN_FEW(8)
TURN_FEW(9)
TURN_FEW(10)
TURN_FEW(11)
TURN_FEW(12)

void cirno_avx512_turn_few(struct board *board, const struct state s[GROUPS],
                           const __m512i front[GROUPS])
{
    static void (*const turn[])(struct board *, const struct state *, const __m512i *) = {
        turn_1, turn_2, turn_3, turn_4,  turn_5,  turn_6,
        turn_7, turn_8, turn_9, turn_10, turn_11, turn_12,
    };
    _Static_assert(sizeof turn / sizeof *turn == FEW, "one for each");
    turn[board->players - 1](board, s, front);
}

#define TURN_RINGS(n)                                                                              \
    static void turn_rings_##n(struct board *board)                                                \
    {                                                                                              \
        BOTH turn_ring(&board->groups[j], n);                                                      \
    }
TURN_RINGS(13)
TURN_RINGS(14)
TURN_RINGS(15)
TURN_RINGS(16)
TURN_RINGS(17)
TURN_RINGS(18)
TURN_RINGS(19)
TURN_RINGS(20)
TURN_RINGS(21)
TURN_RINGS(22)
TURN_RINGS(23)
TURN_RINGS(24)
TURN_RINGS(25)
TURN_RINGS(26)
TURN_RINGS(27)
TURN_RINGS(28)
TURN_RINGS(29)
TURN_RINGS(30)

void cirno_avx512_turn_rings(struct board *board)
{
    static void (*const turn[])(struct board *) = {
        turn_rings_13, turn_rings_14, turn_rings_15, turn_rings_16, turn_rings_17, turn_rings_18,
        turn_rings_19, turn_rings_20, turn_rings_21, turn_rings_22, turn_rings_23, turn_rings_24,
        turn_rings_25, turn_rings_26, turn_rings_27, turn_rings_28, turn_rings_29, turn_rings_30,
    };
    _Static_assert(sizeof turn / sizeof *turn == CIRNO_MAX_PLAYERS - FEW, "one for each");
    turn[board->players - 1 - FEW](board);
}

#endif
