/* Blocks of steps of more than FEW players who have strategies of their own: apart from seated.c,
 * for compilers take a second for each. */
#include "games/cirno/simulated/kernels/avx512/seated.h"

#if defined(__x86_64__) && defined(__AVX512BW__) && defined(__AVX512VL__) && defined(__AVX512DQ__)

INLINE void play_many(struct board *board, int kinds, bool rolls)
{
    struct group *const groups = board->groups;
    for (uint32_t quad = 0; quad < QUADS; quad++) {
        __m512i windows[GROUPS][WINDOW];
        struct state s[GROUPS];
        if (rolls)
            BOTH throw_dice(board, &groups[j]);
        BOTH begin_quad(board, &groups[j], &s[j], windows[j], WINDOW);
        UNROLLED for (int step = 0; step < STEPS; step++) BOTH
        {
            struct turn x;
            x.hand = pick_hand(board, &s[j], &x.at, windows[j], step);
            compare_wishes(board, &groups[j], &s[j], &x, step, kinds, rolls);
            const __m512i hand = play_wish(board, &s[j], &x, groups[j].cards[step], step);
            put_hand(board, x.at, windows[j], hand, step);
        }
        BOTH end_quad(board, &groups[j], &s[j], windows[j], WINDOW, quad);
        cirno_avx512_turn_rings(board);
    }
}

PLAY(play_2, play_many(board, 2, false))
PLAY(play_4, play_many(board, 4, false))
PLAY(play_2_at_random, play_many(board, 2, true))
PLAY(play_4_at_random, play_many(board, 4, true))

void (*const cirno_avx512_many[VARIANTS])(struct board *) = {
    play_2,
    play_4,
    play_2_at_random,
    play_4_at_random,
};

#endif
