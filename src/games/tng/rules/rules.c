#include "games/tng/rules/tng.h"

#include <pthread.h>

const char *const tng_outcome_words[3] = {"draw", "X wins", "Y wins"};

const uint8_t tng_primes[TNG_PRIMES] = {3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47};

uint32_t tng_power(uint32_t e, uint32_t n, uint32_t p)
{
    uint32_t power = 1;
    for (; n > 0; n--)
        power = power * e % p;
    return power;
}

uint64_t tng_goal_set(const struct tng_game *game)
{
    uint64_t set = 0;
    for (uint32_t i = 0; i < game->m; i++)
        set |= (uint64_t)1 << game->g[i];
    return set;
}

/* ---- the statement ---- */

uint32_t tng_move(const struct tng_game *game, uint32_t n, bool plus)
{
    const uint32_t power = tng_power(game->e, n, game->p);
    return plus ? (n + power) % game->p : (n + game->p - power) % game->p;
}

bool tng_is_goal(const struct tng_game *game, uint32_t n)
{
    for (uint32_t i = 0; i < game->m; i++)
        if (game->g[i] == n)
            return true;
    return false;
}

/* A game with the table f[n] = e^n mod p, as the statement suggests. */
struct table {
    const struct tng_game *game;
    uint8_t f[TNG_MAX_P];
};

static struct table make_table(const struct tng_game *game)
{
    struct table table = {.game = game};
    for (uint32_t n = 0; n < game->p; n++)
        table.f[n] = (uint8_t)tng_power(game->e, n, game->p);
    return table;
}

static int value(const struct table *table, uint32_t n, uint32_t moves_left, bool x_moves);

/* Returns the value of a child: n, reached by a move of X (`x_moved`) or Y. */
static int child_value(const struct table *table, uint32_t n, uint32_t moves_left, bool x_moved)
{
    if (tng_is_goal(table->game, n))
        return x_moved ? +1 : -1;
    return value(table, n, moves_left, !x_moved);
}

static int value(const struct table *table, uint32_t n, uint32_t moves_left, bool x_moves)
{
    if (moves_left == 0)
        return 0;
    const uint32_t p = table->game->p, f = table->f[n];
    const int minus = child_value(table, (n + p - f) % p, moves_left - 1, x_moves);
    const int plus = child_value(table, (n + f) % p, moves_left - 1, x_moves);
    if (x_moves)
        return minus > plus ? minus : plus;
    return minus < plus ? minus : plus;
}

int tng_value(const struct tng_game *game, uint32_t n, uint32_t moves_left, bool x_moves)
{
    const struct table table = make_table(game);
    return value(&table, n, moves_left, x_moves);
}

enum tng_outcome tng_solve(const struct tng_game *game)
{
    const int value = tng_value(game, game->n0, 2u * game->r, true);
    return value > 0 ? TNG_X : value < 0 ? TNG_Y : TNG_DRAW;
}

uint32_t tng_moves_to_win(const struct tng_game *game, uint32_t n, uint32_t moves_left)
{
    const struct table table = make_table(game);
    for (uint32_t moves = 1; moves <= moves_left; moves++)
        if (value(&table, n, moves, true) != 0)
            return moves;
    return 0;
}

uint32_t tng_reference_record(const struct tng_game *game)
{
    const uint32_t m = (uint32_t)__builtin_popcountll(tng_goal_set(game));
    const uint32_t record = tng_record(tng_record_fields(game->p, game->e, m), game->n0, game->r,
                                       tng_moves_to_win(game, game->n0, 2u * game->r));
    /* The outcome comes from tng_solve(), closest to the statement; the number of moves is
     * added. */
    return (record & ~3u) | tng_solve(game);
}

/* ---- maps ---- */

static struct tng_maps all_maps[TNG_PAIRS];
static pthread_once_t maps_once = PTHREAD_ONCE_INIT;

static void fill_maps(struct tng_maps *maps, uint32_t p, uint32_t e)
{
    maps->p = (uint8_t)p;
    maps->e = (uint8_t)e;
    for (uint32_t n = 0, power = 1; n < p; n++, power = power * e % p) {
        maps->plus[n] = (uint8_t)((n + power) % p);
        maps->minus[n] = (uint8_t)((n + p - power) % p);
    }
}

static void fill_all_maps(void)
{
    for (uint32_t place = 0; place < TNG_PRIMES; place++)
        for (uint32_t e = 2; e < tng_primes[place]; e++)
            fill_maps(&all_maps[tng_pair(place, e)], tng_primes[place], e);
}

const struct tng_maps *tng_all_maps(void)
{
    pthread_once(&maps_once, fill_all_maps);
    return all_maps;
}

const struct tng_maps *tng_maps_of(uint32_t p, uint32_t e)
{
    uint32_t place = 0;
    while (tng_primes[place] != p)
        place++;
    return &tng_all_maps()[tng_pair(place, e)];
}
