#include "games/tng/rules/events.h"

#include "games/tng/rules/analysis.h"
#include "games/tng/rules/tng.h"

const struct nf_event tng_events[] = {
#define X(id, name, help) {name, help, {NULL}},
    TNG_EVENT_LIST(X)
#undef X
        {NULL, NULL, {NULL}},
};

_Static_assert((int)TNG_EVENTS <= (int)NF_MAX_EVENTS, "events are counted in an array and a word");

#define BIT(id)             ((uint64_t)1 << TNG_##id)
#define WHEN(condition, id) ((condition) ? BIT(id) : 0)

/* ---- events of the parameters ---- */

static uint64_t events_of_limits(const struct tng_game *game, uint64_t goals)
{
    return WHEN(game->m == 0, NO_GOALS) | WHEN(game->p == TNG_MIN_P, SMALLEST_P) |
           WHEN(game->p == TNG_MAX_P, LARGEST_P) | WHEN(game->e == game->p - 1, LARGEST_E) |
           WHEN(game->r == 1, ONE_ROUND) | WHEN(game->r == TNG_MAX_ROUNDS, SIX_ROUNDS) |
           WHEN(game->m == TNG_MAX_GOALS, TEN_GOALS) |
           WHEN((uint32_t)__builtin_popcountll(goals) < game->m, GOAL_TWICE) |
           WHEN(goals == ((uint64_t)1 << game->p) - 1, ALL_GOALS);
}

/* ---- events of the line ---- */

/* Returns the number of bits of e^n, not reduced; 65 if more than 64. */
static uint32_t power_bits(uint32_t e, uint32_t n)
{
    uint64_t power = 1;
    for (; n > 0; n--)
        if (__builtin_mul_overflow(power, e, &power))
            return 65;
    return 64 - (uint32_t)__builtin_clzll(power);
}

static uint64_t events_of_move(const struct tng_game *game, uint32_t n,
                               const struct tng_choice *taken, const struct tng_choice *other)
{
    const uint32_t bits = power_bits(game->e, n);
    return WHEN(!taken->plus && taken->n > n, BELOW_ZERO) |
           WHEN(taken->plus && taken->n < n, ABOVE_P) | WHEN(n == 0, FROM_ZERO) |
           WHEN(bits > 32, BEYOND_32_BITS) | WHEN(bits > 64, BEYOND_64_BITS) |
           WHEN(taken->ends == 0 && other->ends < 0, DEFENCE) |
           WHEN(taken->goal && taken->n == 0, GOAL_ZERO) |
           WHEN(taken->goal && taken->n == game->p - 1, GOAL_LAST) |
           WHEN(taken->goal && taken->n == game->n0, BACK_TO_START) |
           WHEN(taken->goal && other->goal, BOTH_GOALS);
}

/* Events of the winner's first move, the first or second of the game, if no other move wins. */
static uint64_t events_of_first(uint32_t move, const struct tng_choice *taken,
                                const struct tng_choice *other)
{
    if (other->ends > 0)
        return 0;
    if (move == 0)
        return taken->plus ? BIT(ONLY_PLUS) : BIT(ONLY_MINUS);
    return taken->plus ? BIT(REPLY_PLUS) : BIT(REPLY_MINUS);
}

static uint64_t events_of_line(const struct tng_game *game, const struct tng_line *line,
                               enum tng_outcome outcome)
{
    uint64_t events = 0, seen = (uint64_t)1 << game->n0;
    for (uint32_t move = 0; move < line->made; move++) {
        const struct tng_choice *const taken = &line->move[move].taken;
        const struct tng_choice *const other = &line->move[move].other;
        events |= events_of_move(game, line->n[move], taken, other);
        if ((outcome == TNG_X && move == 0) || (outcome == TNG_Y && move == 1))
            events |= events_of_first(move, taken, other);
        events |= WHEN((seen >> taken->n & 1) != 0, RETURNS);
        seen |= (uint64_t)1 << taken->n;
    }
    return events;
}

/* ---- events of the outcome ---- */

static uint64_t events_of_outcome(const struct tng_game *game, enum tng_outcome outcome,
                                  uint32_t moves)
{
    const uint32_t all = 2u * game->r;
    if (outcome == TNG_DRAW)
        return WHEN(game->m > 0, DRAW_WITH_GOALS) |
               WHEN(moves == all + 1 || moves == all + 2, ROUNDS_TOO_FEW);
    return WHEN(outcome == TNG_X, X_WINS) | WHEN(outcome == TNG_Y, Y_WINS) |
           WHEN(moves == 1, X_AT_ONCE) | WHEN(moves == 2, Y_AT_ONCE) |
           WHEN(moves == 3, X_IN_THREE) | WHEN(moves == 4, Y_IN_FOUR) | WHEN(moves >= 5, DEEP_WIN) |
           WHEN(moves >= 7, DEEPEST_WIN) | WHEN(moves > game->r, MOVES_BEYOND_R) |
           WHEN(moves == all, LAST_MOVE) | WHEN(moves == all - 1 && all > 2, LAST_ROUND_X);
}

uint64_t tng_events_of(const struct tng_game *game)
{
    struct tng_line line;
    tng_play_best(&line, game);
    const enum tng_outcome outcome = tng_line_outcome(&line);
    const uint64_t goals = line.analysis.goals;
    uint64_t events = events_of_limits(game, goals) |
                      events_of_outcome(game, outcome, line.analysis.moves[game->n0]) |
                      events_of_line(game, &line, outcome);
    if ((goals >> game->n0 & 1) != 0)
        events |= outcome == TNG_X ? BIT(GOAL_AT_START) : BIT(GOAL_AT_START_NO_WIN);
    return events;
}
