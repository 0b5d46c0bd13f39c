#include "gen/tng/cases/guided.h"

#include "base/lang.h"
#include "base/rng.h"
#include "games/tng/rules/events.h"
#include "games/tng/rules/format.h"
#include "judge/fuzz_ops.h"

#define STAGE_STREAM ((uint64_t)3 << 62)

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* ---- one game ---- */

/* Bounds show mistakes, small numbers are easy to read. */
static uint32_t draw_number(struct nf_dice *dice, uint32_t low, uint32_t high)
{
    enum { SMALL = 4 };
    switch (nf_roll(dice, 8)) {
    case 0: return low;
    case 1: return high;
    case 2: return nf_roll_between(dice, low, high);
    default: return nf_roll_between(dice, low, least(high, low + SMALL));
    }
}

/* The first m residues of a random permutation, so goals are unordered; with more goals than
 * residues some of them again. */
static void draw_goals(struct nf_dice *dice, struct tng_game *game)
{
    uint8_t residues[TNG_MAX_P];
    const uint32_t count = least(game->m, game->p);
    for (uint32_t n = 0; n < game->p; n++)
        residues[n] = (uint8_t)n;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t other = nf_roll_between(dice, i, game->p - 1u);
        game->g[i] = residues[other];
        residues[other] = residues[i];
    }
    for (uint32_t i = count; i < game->m; i++)
        game->g[i] = game->g[nf_roll(dice, count)];
}

struct tng_game tng_draw_small(struct nf_dice *dice, const struct tng_bounds *bounds)
{
    struct tng_game game = {.p = tng_primes[draw_number(dice, 0, bounds->primes - 1)]};
    game.e = (uint8_t)draw_number(dice, 2, game.p - 1u);
    game.n0 = (uint8_t)nf_roll(dice, game.p);
    game.r = (uint8_t)draw_number(dice, 1, bounds->r);
    game.m = (uint8_t)draw_number(dice, 0, bounds->m);
    draw_goals(dice, &game);
    if (game.m > 1 && nf_roll(dice, 8) == 0)
        game.g[nf_roll_between(dice, 1, game.m - 1u)] = game.g[0];
    if (game.m > 0 && nf_roll(dice, 4) == 0)
        game.n0 = game.g[nf_roll(dice, game.m)];
    return game;
}

/* ---- whole cases ---- */

static enum nf_status draw_tng_case(const struct nf_key *key, const struct nf_case_limits *limits,
                                    struct nf_text *instance, uint64_t *reached,
                                    struct nf_error *err)
{
    enum { GAMES = 4 };
    if (limits->players == 1)
        return nf_fail(err, NF_USAGE, "at most 1 player: this game has two");
    const struct tng_bounds bounds = {
        TNG_PRIMES,
        limits->rounds > 0 ? least(limits->rounds, TNG_MAX_ROUNDS) : TNG_MAX_ROUNDS,
        limits->deck > 0 ? least(limits->deck, TNG_MAX_GOALS) : TNG_MAX_GOALS,
    };
    struct nf_dice dice = nf_dice_start(key);
    struct tng_game games[GAMES];
    const uint32_t count = nf_roll_between(&dice, 1, GAMES);
    *reached = (uint64_t)(count > 1) << TNG_SEVERAL_GAMES;
    for (uint32_t i = 0; i < count; i++) {
        games[i] = tng_draw_small(&dice, &bounds);
        *reached |= tng_events_of(&games[i]);
    }
    if (instance != NULL)
        tng_print(instance, games, count);
    return NF_OK;
}

enum nf_status tng_guide(uint64_t seed, uint64_t index, const struct nf_case_limits *limits,
                         struct nf_text *instance, struct nf_error *err)
{
    static const struct nf_small_cases cases = {TNG_EVENTS, draw_tng_case};
    return nf_guide(&cases, seed, index, limits, instance, err);
}

/* ---- bounds of the sizes ---- */

/* The games of a case: so many, small ones, or of the largest parameters, with ten goals or so few
 * that a search comes to its end in most branches. */
struct sort {
    uint32_t games;
    enum { SMALL, TEN_GOALS, FEW_GOALS } kind;
};

/* A random game of the largest parameters with `m` goals. */
static struct tng_game largest_game(struct nf_dice *dice, uint32_t m)
{
    struct tng_game game = {.p = TNG_MAX_P, .r = TNG_MAX_ROUNDS, .m = (uint8_t)m};
    game.e = (uint8_t)nf_roll_between(dice, 2, TNG_MAX_P - 1);
    game.n0 = (uint8_t)nf_roll(dice, TNG_MAX_P);
    draw_goals(dice, &game);
    return game;
}

enum { MANY = 1000 };

static enum nf_status write_games(const void *plan, uint64_t seed, uint64_t index,
                                  struct nf_text *instance, struct nf_error *err)
{
    static const struct tng_bounds all = {TNG_PRIMES, TNG_MAX_ROUNDS, TNG_MAX_GOALS};
    const struct sort *const sort = plan;
    const struct nf_key key = {seed, index, STAGE_STREAM};
    struct nf_dice dice = nf_dice_start(&key);
    struct tng_game games[MANY];
    (void)err;
    for (uint32_t i = 0; i < sort->games; i++)
        games[i] = sort->kind == SMALL       ? tng_draw_small(&dice, &all)
                   : sort->kind == TEN_GOALS ? largest_game(&dice, TNG_MAX_GOALS)
                                             : largest_game(&dice, nf_roll(&dice, 2));
    tng_print(instance, games, sort->games);
    return NF_OK;
}

#define GAMES(...) (&(const struct sort){__VA_ARGS__})

const struct nf_stage tng_stages[] = {
    {N_("p = 47 with 6 rounds and 10 goals"), 60, 50, write_games, GAMES(1, TEN_GOALS)},
    {N_("1,000 games"), 90, 10000, write_games, GAMES(MANY, SMALL)},
    {N_("1,000 games without an early end"), 100, 10000, write_games, GAMES(MANY, FEW_GOALS)},
    {.name = NULL},
};
