#include "games/tng/rules/tng.h"

#include <pthread.h>

const char *const tng_outcome_words[3] = {"draw", "X wins", "Y wins"};

const uint8_t tng_primes[TNG_PRIMES] = {3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47};

bool tng_is_prime(uint32_t p)
{
    for (uint32_t i = 2; i * i <= p; i++)
        if (p % i == 0)
            return false;
    return p >= 2;
}

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
