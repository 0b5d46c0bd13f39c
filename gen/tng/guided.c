#include "gen/tng/guided.h"

#include "base/dice.h"
#include "base/lang.h"
#include "games/tng/rules/events.h"
#include "games/tng/rules/format.h"

enum { TRIES = 300, GAMES = 6 };

#define GUIDE_STREAM ((uint64_t)1 << 63)
#define STAGE_STREAM ((uint64_t)3 << 62)

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* ---- one game ---- */

static uint8_t draw_p(struct nf_dice *dice, enum tng_event event, const struct tng_bounds *bounds)
{
    const uint32_t primes = bounds->primes;
    switch (event) {
    case TNG_SMALLEST_P: return TNG_MIN_P;
    case TNG_LARGEST_P: return tng_primes[primes - 1];
    case TNG_ALL_GOALS: return tng_primes[nf_roll(dice, 3)];
    case TNG_TEN_GOALS: return tng_primes[nf_roll_between(dice, 3, primes - 1)];
    default: break;
    }
    /* Small primes are easier to read; large ones have long wins. */
    return tng_primes[nf_roll(dice, 3) > 0 ? nf_roll(dice, least(primes, 6))
                                           : nf_roll(dice, primes)];
}

static uint8_t draw_r(struct nf_dice *dice, enum tng_event event, const struct tng_bounds *bounds)
{
    if (event == TNG_ONE_ROUND)
        return 1;
    if (event == TNG_SIX_ROUNDS || event == TNG_DEEPEST_WIN)
        return (uint8_t)bounds->r;
    return (uint8_t)nf_roll_between(dice, 1,
                                    nf_roll(dice, 4) > 0 ? least(bounds->r, 3) : bounds->r);
}

static uint8_t draw_m(struct nf_dice *dice, enum tng_event event, uint32_t p,
                      const struct tng_bounds *bounds)
{
    const uint32_t most = least(p, bounds->m);
    if (event == TNG_NO_GOALS)
        return 0;
    if (event == TNG_TEN_GOALS || event == TNG_ALL_GOALS)
        return (uint8_t)most;
    if (event == TNG_GOAL_TWICE) /* with repetition there can be more goals than residues */
        return (uint8_t)nf_roll_between(dice, least(2, bounds->m), bounds->m);
    return (uint8_t)nf_roll_between(dice, least(1, most),
                                    nf_roll(dice, 4) > 0 ? least(most, 4) : most);
}

/* The first m residues of a random permutation, so goals are unordered. */
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

/* Repeated goals are allowed, so this replaces some goals by copies of others. */
static void repeat_goals(struct nf_dice *dice, struct tng_game *game)
{
    for (uint32_t times = nf_roll_between(dice, 1, least(3, game->m - 1u)); times > 0; times--) {
        const uint32_t to = nf_roll_between(dice, 1, game->m - 1u);
        game->g[to] = game->g[nf_roll(dice, to)];
    }
}

static struct tng_game draw_game(struct nf_dice *dice, enum tng_event event,
                                 const struct tng_bounds *bounds)
{
    struct tng_game game = {.p = draw_p(dice, event, bounds)};
    game.e =
        (uint8_t)(event == TNG_LARGEST_E ? game.p - 1u : nf_roll_between(dice, 2, game.p - 1u));
    game.n0 = (uint8_t)nf_roll(dice, game.p);
    game.r = draw_r(dice, event, bounds);
    game.m = draw_m(dice, event, game.p, bounds);
    draw_goals(dice, &game);
    if (game.m > 1 && (event == TNG_GOAL_TWICE || nf_roll(dice, 8) == 0))
        repeat_goals(dice, &game);
    if (game.m > 0 && (event == TNG_GOAL_AT_START || event == TNG_GOAL_AT_START_NO_WIN ||
                       event == TNG_BACK_TO_START))
        game.n0 = game.g[nf_roll(dice, game.m)];
    return game;
}

static struct tng_game guide_game(struct nf_dice *dice, enum tng_event event,
                                  const struct tng_bounds *bounds)
{
    struct tng_game game;
    for (uint32_t i = 0; i < TRIES; i++) {
        game = draw_game(dice, event, bounds);
        if (event == TNG_SEVERAL_GAMES || (tng_events_of(&game) >> event & 1) != 0)
            break;
    }
    return game;
}

void tng_guide_games(const struct nf_key *key, const struct tng_bounds *bounds, uint32_t event,
                     uint32_t count, struct tng_game *games)
{
    struct nf_dice dice = nf_dice_start(key);
    for (uint32_t i = 0; i < count; i++)
        games[i] = guide_game(&dice, (enum tng_event)(event < TNG_EVENTS ? event : i % TNG_EVENTS),
                              bounds);
}

/* ---- whole cases ---- */

enum nf_status tng_guide(uint64_t seed, uint64_t index, const struct nf_case_limits *limits,
                         struct nf_text *instance, struct nf_error *err)
{
    if (limits->players == 1)
        return nf_fail(err, NF_USAGE, "at most 1 player: this game has two");
    const struct tng_bounds bounds = {
        TNG_PRIMES,
        limits->rounds > 0 ? least(limits->rounds, TNG_MAX_ROUNDS) : TNG_MAX_ROUNDS,
        limits->deck > 0 ? least(limits->deck, TNG_MAX_GOALS) : TNG_MAX_GOALS,
    };
    const struct nf_key key = {seed, index, GUIDE_STREAM};
    struct nf_dice dice = nf_dice_start(&key);
    const uint32_t first = (uint32_t)(index % TNG_EVENTS);
    const uint32_t count = nf_roll_between(&dice, first == TNG_SEVERAL_GAMES ? 2 : 1, GAMES);
    struct tng_game games[GAMES];
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t event = i == 0 ? first : nf_roll(&dice, TNG_EVENTS);
        games[i] = guide_game(&dice, (enum tng_event)event, &bounds);
    }
    tng_print(instance, games, count);
    return instance->failed ? nf_fail(err, NF_IO, "out of memory") : NF_OK;
}

/* ---- bounds of the sizes ---- */

/* A random game of the largest parameters with `m` goals. */
static struct tng_game largest_game(struct nf_dice *dice, uint8_t m)
{
    struct tng_game game = {.p = TNG_MAX_P, .r = TNG_MAX_ROUNDS, .m = m};
    game.e = (uint8_t)nf_roll_between(dice, 2, TNG_MAX_P - 1);
    game.n0 = (uint8_t)nf_roll(dice, TNG_MAX_P);
    draw_goals(dice, &game);
    return game;
}

static enum nf_status write_largest(uint64_t seed, uint64_t index, struct nf_text *instance,
                                    struct nf_error *err)
{
    const struct nf_key key = {seed, index, STAGE_STREAM};
    struct nf_dice dice = nf_dice_start(&key);
    const struct tng_game game = largest_game(&dice, TNG_MAX_GOALS);
    tng_print(instance, &game, 1);
    return instance->failed ? nf_fail(err, NF_IO, "out of memory") : NF_OK;
}

enum { MANY = 1000 };

static enum nf_status write_many(uint64_t seed, uint64_t index, struct nf_text *instance,
                                 struct nf_error *err)
{
    static const struct tng_bounds all = {TNG_PRIMES, TNG_MAX_ROUNDS, TNG_MAX_GOALS};
    struct tng_game games[MANY];
    const struct nf_key key = {seed, index, STAGE_STREAM};
    struct nf_dice dice = nf_dice_start(&key);
    for (uint32_t i = 0; i < MANY; i++)
        games[i] = draw_game(&dice, (enum tng_event)nf_roll(&dice, TNG_EVENTS), &all);
    tng_print(instance, games, MANY);
    return instance->failed ? nf_fail(err, NF_IO, "out of memory") : NF_OK;
}

/* With one goal or none a search comes to its end in most branches. */
static enum nf_status write_deep(uint64_t seed, uint64_t index, struct nf_text *instance,
                                 struct nf_error *err)
{
    struct tng_game games[MANY];
    const struct nf_key key = {seed, index, STAGE_STREAM};
    struct nf_dice dice = nf_dice_start(&key);
    for (uint32_t i = 0; i < MANY; i++)
        games[i] = largest_game(&dice, (uint8_t)nf_roll(&dice, 2));
    tng_print(instance, games, MANY);
    return instance->failed ? nf_fail(err, NF_IO, "out of memory") : NF_OK;
}

const struct nf_stage tng_stages[] = {
    {N_("p = 47 with 6 rounds and 10 goals"), 60, 50, write_largest},
    {N_("1,000 games"), 90, 10000, write_many},
    {N_("1,000 games without an early end"), 100, 10000, write_deep},
    {NULL, 0, 0, NULL},
};
