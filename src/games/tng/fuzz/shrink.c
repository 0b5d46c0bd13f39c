#include "games/tng/fuzz/shrink.h"

#include "base/lang.h"
#include "games/tng/rules/format.h"
#include "gen/tng/deal.h"

#include <stdlib.h>
#include <string.h>

enum {
    CROWD = 128,        /* small games tried at once */
    CROWD_TRIALS = 400, /* at most this many times */
};

struct shrinker {
    const struct nf_trier *trier;
    struct nf_text text;    /* the candidate; `failed` if memory ran out */
    struct tng_game *games; /* the smallest instance known to fail */
    size_t count;
    bool stopped; /* no more trials */
};

/* Tries an instance of these games; returns whether it fails. */
static bool fails(struct shrinker *shrinker, const struct tng_game *games, size_t count)
{
    if (shrinker->stopped)
        return false;
    shrinker->text.size = 0;
    tng_print(&shrinker->text, games, count);
    const enum nf_trial trial = shrinker->text.failed
                                    ? NF_TRIAL_STOP
                                    : shrinker->trier->try(shrinker->trier->owner, &shrinker->text);
    shrinker->stopped = trial == NF_TRIAL_STOP;
    return trial == NF_TRIAL_FAILS;
}

/* ---- fewer games ---- */

/* Halves `games`, which fail, while one half fails. Returns the new count. */
static size_t halve(struct shrinker *shrinker, struct tng_game *games, size_t count)
{
    while (count > 1) {
        const size_t half = count / 2;
        if (fails(shrinker, games, half)) {
            count = half;
        } else if (fails(shrinker, games + half, count - half)) {
            memmove(games, games + half, (count - half) * sizeof *games);
            count -= half;
        } else {
            break;
        }
    }
    return count;
}

/* Leaves out parts, large ones first. Returns the new count. */
static size_t leave_out(struct shrinker *shrinker, struct tng_game *games, size_t count)
{
    struct tng_game *const rest = malloc(count * sizeof *rest);
    if (rest == NULL) {
        shrinker->text.failed = shrinker->stopped = true;
        return count;
    }
    for (size_t piece = count / 2; piece > 0 && count > 1; piece /= 2)
        for (size_t at = 0; at < count && count > 1;) {
            const size_t end = at + piece < count ? at + piece : count;
            const size_t left = count - (end - at);
            memcpy(rest, games, at * sizeof *rest);
            memcpy(rest + at, games + end, (count - end) * sizeof *rest);
            if (left > 0 && fails(shrinker, rest, left)) {
                memcpy(games, rest, left * sizeof *rest);
                count = left;
            } else {
                at = end;
            }
        }
    free(rest);
    return count;
}

/* Keeps the game whose line is wrong alone, if the trier knows it. Returns the new count. */
static size_t keep_wrong(struct shrinker *shrinker, struct tng_game *games, size_t count)
{
    const struct nf_trier *const trier = shrinker->trier;
    const uint64_t line = trier->wrong_line != NULL ? trier->wrong_line(trier->owner) : 0;
    if (count == 1 || line == 0 || line > count || !fails(shrinker, games + line - 1, 1))
        return count;
    games[0] = games[line - 1];
    return 1;
}

static size_t keep_few(struct shrinker *shrinker, struct tng_game *games, size_t count)
{
    return leave_out(shrinker, games, halve(shrinker, games, count));
}

/* ---- the smallest game ---- */

/* Compares games by size. */
static int compare_games(const struct tng_game *a, const struct tng_game *b)
{
    const uint64_t goals_a = tng_goal_set(a), goals_b = tng_goal_set(b);
    const int differences[] = {a->p - b->p,
                               a->r - b->r,
                               a->m - b->m,
                               a->e - b->e,
                               (goals_a > goals_b) - (goals_a < goals_b),
                               a->n0 - b->n0};
    for (size_t i = 0; i < sizeof differences / sizeof *differences; i++)
        if (differences[i] != 0)
            return differences[i];
    return 0;
}

/* Iterates over all games in order of size. */
struct walk {
    uint32_t place, r, m;
    uint64_t index;
    struct tng_deal deal;
};

static void prepare_walk(struct walk *walk)
{
    const uint32_t p = tng_primes[walk->place];
    const struct tng_profile ranges = {
        .p = {p, p}, .r = {walk->r, walk->r}, .m = {walk->m, walk->m}, .every = true};
    struct nf_error err;
    tng_prepare_ranges(&walk->deal, &ranges, 0, &err);
    walk->index = 0;
}

/* Finds the next game; returns false after the largest. */
static bool walk_on(struct walk *walk, struct tng_game *game)
{
    while (walk->index == tng_count(&walk->deal)) {
        const uint32_t p = tng_primes[walk->place];
        if (walk->m < (p < TNG_MAX_GOALS ? p : TNG_MAX_GOALS)) {
            walk->m++;
        } else if (walk->r < TNG_MAX_ROUNDS) {
            walk->m = 0;
            walk->r++;
        } else if (walk->place + 1 < TNG_PRIMES) {
            walk->m = 0;
            walk->r = 1;
            walk->place++;
        } else {
            return false;
        }
        prepare_walk(walk);
    }
    *game = tng_deal_game(&walk->deal, walk->index++);
    return true;
}

/* Whether an earlier goal is the same. */
static bool is_repeated(const struct tng_game *game, uint32_t goal)
{
    for (uint32_t i = 0; i < goal; i++)
        if (game->g[i] == game->g[goal])
            return true;
    return false;
}

static bool repeats_goals(const struct tng_game *game)
{
    for (uint32_t i = 1; i < game->m; i++)
        if (is_repeated(game, i))
            return true;
    return false;
}

/* Tries games smaller than the known one; with `twice` each has its first goal again at the end.
 * Returns true if one fails; it is the smallest of these, provided that games fail alone as they do
 * among others. */
static bool try_crowds(struct shrinker *shrinker, bool twice)
{
    struct walk walk = {.r = 1};
    prepare_walk(&walk);
    struct tng_game crowd[CROWD];
    bool smaller = true;
    for (uint32_t trial = 0; trial < CROWD_TRIALS && smaller && !shrinker->stopped; trial++) {
        size_t count = 0;
        while (smaller && count < CROWD) {
            struct tng_game *const game = &crowd[count];
            smaller = walk_on(&walk, game);
            if (smaller && twice && game->m > 0 && game->m < TNG_MAX_GOALS)
                game->g[game->m++] = game->g[0];
            smaller = smaller && compare_games(game, &shrinker->games[0]) < 0;
            count += smaller;
        }
        if (count == 0 || !fails(shrinker, crowd, count))
            continue;
        if (halve(shrinker, crowd, count) == 1) {
            shrinker->games[0] = crowd[0];
            return true;
        }
    }
    return false;
}

/* Replaces games that only fail together by some of the smallest games. */
static void try_small_crowd(struct shrinker *shrinker)
{
    struct walk walk = {.r = 1};
    prepare_walk(&walk);
    struct tng_game crowd[CROWD];
    size_t count = 0;
    while (count < CROWD && walk_on(&walk, &crowd[count]) && crowd[count].p == TNG_MIN_P &&
           crowd[count].r <= 2)
        count++;
    if (!fails(shrinker, crowd, count))
        return;
    count = keep_few(shrinker, crowd, count);
    if (count > shrinker->count)
        return;
    memcpy(shrinker->games, crowd, count * sizeof *crowd);
    shrinker->count = count;
}

/* ---- smaller numbers ---- */

/* Replaces game `at` by `candidate` if that is smaller and fails. */
static bool take(struct shrinker *shrinker, size_t at, struct tng_game candidate)
{
    const struct tng_game before = shrinker->games[at];
    if (compare_games(&candidate, &before) >= 0)
        return false;
    shrinker->games[at] = candidate;
    if (fails(shrinker, shrinker->games, shrinker->count))
        return true;
    shrinker->games[at] = before;
    return false;
}

/* Returns the game with another p; numbers that do not fit are reduced modulo p. Goals that become
 * equal are merged; goals that were repeated stay repeated. */
static struct tng_game with_p(const struct tng_game *game, uint8_t p)
{
    struct tng_game changed = {.r = game->r, .p = p, .n0 = (uint8_t)(game->n0 % p)};
    changed.e = (uint8_t)(game->e < p ? game->e : 2 + (game->e - 2) % (p - 2));
    for (uint32_t i = 0; i < game->m; i++) {
        const uint8_t goal = (uint8_t)(game->g[i] % p);
        if ((tng_goal_set(&changed) >> goal & 1) == 0 || is_repeated(game, i))
            changed.g[changed.m++] = goal;
    }
    return changed;
}

static struct tng_game without_goal(const struct tng_game *game, uint32_t goal)
{
    struct tng_game changed = *game;
    changed.m--;
    memmove(changed.g + goal, changed.g + goal + 1, changed.m - goal);
    changed.g[changed.m] = 0;
    return changed;
}

static bool take_smaller_p(struct shrinker *shrinker, size_t at)
{
    for (uint32_t i = 0; i < TNG_PRIMES; i++)
        if (take(shrinker, at, with_p(&shrinker->games[at], tng_primes[i])))
            return true;
    return false;
}

static bool take_fewer_rounds(struct shrinker *shrinker, size_t at)
{
    struct tng_game candidate = shrinker->games[at];
    for (candidate.r = 1; candidate.r < shrinker->games[at].r; candidate.r++)
        if (take(shrinker, at, candidate))
            return true;
    return false;
}

static bool take_fewer_goals(struct shrinker *shrinker, size_t at)
{
    struct tng_game none = shrinker->games[at];
    none.m = 0;
    memset(none.g, 0, sizeof none.g);
    bool taken = take(shrinker, at, none);
    for (uint32_t i = shrinker->games[at].m; i-- > 0;)
        taken = take(shrinker, at, without_goal(&shrinker->games[at], i)) || taken;
    return taken;
}

static bool take_smaller_numbers(struct shrinker *shrinker, size_t at)
{
    struct tng_game candidate = shrinker->games[at];
    bool taken = false;
    for (candidate.e = 2; candidate.e < shrinker->games[at].e; candidate.e++)
        taken = take(shrinker, at, candidate); /* then e is the game's own, the last one */
    candidate = shrinker->games[at];
    for (candidate.n0 = 0; candidate.n0 < shrinker->games[at].n0 && !taken; candidate.n0++)
        taken = take(shrinker, at, candidate);
    for (uint32_t i = 0; i < shrinker->games[at].m && !taken; i++) {
        candidate = shrinker->games[at];
        const uint8_t goal = candidate.g[i];
        for (candidate.g[i] = 0; candidate.g[i] < goal && !taken; candidate.g[i]++)
            taken = (tng_goal_set(&shrinker->games[at]) >> candidate.g[i] & 1) == 0 &&
                    take(shrinker, at, candidate);
    }
    return taken;
}

/* Reduces a game until nothing helps. Every step makes it smaller in a well-founded order. */
static bool descend(struct shrinker *shrinker, size_t at)
{
    bool any = false;
    while (!shrinker->stopped &&
           (take_smaller_p(shrinker, at) || take_fewer_rounds(shrinker, at) ||
            take_fewer_goals(shrinker, at) || take_smaller_numbers(shrinker, at)))
        any = true;
    return any;
}

/* ---- shrinking ---- */

static void shrink(struct shrinker *shrinker)
{
    shrinker->count = keep_wrong(shrinker, shrinker->games, shrinker->count);
    shrinker->count = keep_few(shrinker, shrinker->games, shrinker->count);
    if (shrinker->count == 1 && try_crowds(shrinker, false))
        return;
    if (shrinker->count == 1 && repeats_goals(&shrinker->games[0]) && try_crowds(shrinker, true))
        return;
    if (shrinker->count > 1)
        try_small_crowd(shrinker);
    for (bool any = true; any;) {
        any = false;
        for (size_t at = 0; at < shrinker->count; at++)
            any = descend(shrinker, at) || any;
        const size_t before = shrinker->count;
        if (any)
            shrinker->count = keep_few(shrinker, shrinker->games, before);
    }
}

enum nf_status tng_shrink(const struct nf_input *instance, const struct nf_trier *trier,
                          struct nf_text *smallest, struct nf_error *err)
{
    struct tng_instance games;
    const enum nf_status status = tng_read_all(instance, &games, err);
    if (status != NF_OK)
        return status;
    struct shrinker shrinker = {.trier = trier, .games = games.games, .count = games.count};
    shrink(&shrinker);
    const bool failed = shrinker.text.failed;
    if (!failed)
        tng_print(smallest, shrinker.games, shrinker.count);
    nf_text_free(&shrinker.text);
    tng_instance_free(&games);
    return failed ? nf_fail(err, NF_IO, "%s: out of memory for a smaller instance", instance->name)
                  : NF_OK;
}

enum nf_status tng_size(const struct nf_input *instance, struct nf_text *words,
                        struct nf_error *err)
{
    struct tng_instance games;
    const enum nf_status status = tng_read_all(instance, &games, err);
    if (status != NF_OK)
        return status;
    uint32_t p = 0, r = 0, m = 0;
    for (size_t i = 0; i < games.count; i++) {
        const struct tng_game *const game = &games.games[i];
        p = game->p > p ? game->p : p;
        r = game->r > r ? game->r : r;
        m = game->m > m ? game->m : m;
    }
    nf_text_format(words, P_("%zu game", "%zu games", games.count), games.count);
    if (games.count == 1) {
        nf_text_format(words, _(", p %u"), p);
        nf_text_format(words, P_(", %u round", ", %u rounds", r), r);
        nf_text_format(words, P_(", %u goal", ", %u goals", m), m);
    } else if (games.count > 1) {
        nf_text_format(words, _(", p up to %u"), p);
        nf_text_format(words, P_(", up to %u round", ", up to %u rounds", r), r);
        nf_text_format(words, P_(", up to %u goal", ", up to %u goals", m), m);
    }
    tng_instance_free(&games);
    return NF_OK;
}
