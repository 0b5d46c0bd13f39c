/* What `verify --bounds` tells of The Number Game. */
#include "base/lang.h"
#include "games/tng/judge/judge.h"
#include "games/tng/rules/format.h"

enum { GAMES, P, R, E, M, N0 };

const struct nf_measure tng_measures[] = {
    [GAMES] = {N_("games"), 0, 0},
    [P] = {N_("prime p"), TNG_MIN_P, TNG_MAX_P},
    [R] = {N_("rounds r"), 1, TNG_MAX_ROUNDS},
    [E] = {N_("base e"), 2, TNG_MAX_P - 1},
    [M] = {N_("goals m"), 0, TNG_MAX_GOALS},
    [N0] = {N_("start n0"), 0, TNG_MAX_P - 1},
    {NULL, 0, 0},
};

static void widen(struct nf_measured *range, uint64_t value)
{
    range->low = value < range->low ? value : range->low;
    range->high = value > range->high ? value : range->high;
}

enum nf_status tng_measure(const struct nf_input *instance,
                           struct nf_measured ranges[NF_MAX_MEASURES], struct nf_error *err)
{
    struct tng_instance read;
    const enum nf_status status = tng_read_all(instance, &read, err);
    if (status != NF_OK)
        return status;
    ranges[GAMES] = (struct nf_measured){read.count, read.count};
    for (size_t i = 0; i < read.count; i++) {
        const struct tng_game *const game = &read.games[i];
        widen(&ranges[P], game->p);
        widen(&ranges[R], game->r);
        widen(&ranges[E], game->e);
        widen(&ranges[M], game->m);
        widen(&ranges[N0], game->n0);
    }
    tng_instance_free(&read);
    return NF_OK;
}
