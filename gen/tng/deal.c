#include "gen/tng/deal.h"

#include "base/rng.h"

#include <string.h>

const struct tng_profile tng_profiles[] = {
    {"uniform", "every p, e, n0, r and m equally likely", {3, 47}, {1, 6}, {0, 10}, false},
    {"small", "p up to 11, up to 3 rounds and 3 goals", {3, 11}, {1, 3}, {0, 3}, false},
    {"few", "up to 2 goals", {3, 47}, {1, 6}, {0, 2}, false},
    {"many", "8 to 10 goals, p from 11", {11, 47}, {1, 6}, {8, 10}, false},
    {"long", "6 rounds, p from 23", {23, 47}, {6, 6}, {0, 10}, false},
    {"every",
     "all p, e, n0 and goal sets for one r and m, numbered; --games is all of them",
     {3, 47},
     {6, 6},
     {2, 2},
     true},
    {NULL, NULL, {0, 0}, {0, 0}, {0, 0}, false},
};

/* ---- preparing ---- */

static enum nf_status check_range(const char *what, const struct tng_range *range, uint32_t low,
                                  uint32_t high, struct nf_error *err)
{
    if (range->low < low || range->high > high || range->low > range->high)
        return nf_fail(err, NF_USAGE, "%s from %u to %u: expected numbers from %u to %u", what,
                       range->low, range->high, low, high);
    return NF_OK;
}

static void find_places(struct tng_deal *deal)
{
    deal->places = 0;
    for (uint32_t place = TNG_PRIMES; place-- > 0;)
        if (tng_primes[place] >= deal->p.low && tng_primes[place] <= deal->p.high) {
            deal->first_place = place;
            deal->places++;
        }
}

/* The number of sets of m goals, p over m. */
static uint64_t count_goal_sets(uint32_t p, uint32_t m)
{
    uint64_t sets = m <= p;
    for (uint32_t i = 1; i <= m && m <= p; i++)
        sets = sets * (p - m + i) / i;
    return sets;
}

static void number(struct tng_deal *deal)
{
    uint64_t count = 0;
    for (uint32_t place = 0; place < TNG_PRIMES; place++) {
        const uint32_t p = tng_primes[place];
        const bool taken = p >= deal->p.low && p <= deal->p.high;
        for (uint32_t e = 2; e < p; e++) {
            deal->first[tng_pair(place, e)] = count;
            count += taken ? count_goal_sets(p, deal->m.low) * p : 0;
        }
    }
    deal->first[TNG_PAIRS] = count;
}

enum nf_status tng_prepare_ranges(struct tng_deal *deal, const struct tng_profile *ranges,
                                  uint64_t seed, struct nf_error *err)
{
    NF_TRY(check_range("p", &ranges->p, TNG_MIN_P, TNG_MAX_P, err));
    NF_TRY(check_range("r", &ranges->r, 1, TNG_MAX_ROUNDS, err));
    NF_TRY(check_range("m", &ranges->m, 0, TNG_MAX_GOALS, err));
    if (ranges->every && (ranges->r.low != ranges->r.high || ranges->m.low != ranges->m.high))
        return nf_fail(err, NF_USAGE, "numbered games have one r and one m");
    memset(deal, 0, sizeof *deal);
    deal->seed = seed;
    deal->p = ranges->p;
    deal->r = ranges->r;
    deal->m = ranges->m;
    deal->every = ranges->every;
    for (uint32_t total = 1; total <= TNG_MAX_P; total++)
        deal->reject_below[total] = (uint16_t)nf_reject_below(total);
    find_places(deal);
    if (deal->places == 0)
        return nf_fail(err, NF_USAGE, "p from %u to %u: there is no prime among them",
                       ranges->p.low, ranges->p.high);
    if (deal->every)
        number(deal);
    return NF_OK;
}

enum nf_status tng_prepare_deal(struct tng_deal *deal, const char *profile, uint32_t r, uint32_t m,
                                uint64_t seed, struct nf_error *err)
{
    for (const struct tng_profile *known = tng_profiles; known->name != NULL; known++) {
        if (strcmp(known->name, profile) != 0)
            continue;
        struct tng_profile wanted = *known;
        if (r != TNG_ANY)
            wanted.r = (struct tng_range){r, r};
        if (m != TNG_ANY)
            wanted.m = (struct tng_range){m, m};
        return tng_prepare_ranges(deal, &wanted, seed, err);
    }
    return nf_fail(err, NF_USAGE,
                   "found profile '%s', expected uniform, small, few, many, long or every",
                   profile);
}

/* ---- drawing ---- */

/* All chunks that a game can need, so that a draw is a load. */
enum { WORDS = (5 + TNG_MAX_GOALS + 3) / 4 };

struct sampler {
    const struct tng_deal *deal;
    struct nf_key key;
    uint64_t words[WORDS];
};

static inline uint32_t draw_below(const struct sampler *sampler, uint32_t position, uint32_t total)
{
    const uint32_t chunk =
        (uint32_t)(sampler->words[position / 4] >> (16 * (position % 4))) & 0xffff;
    uint32_t ticket;
    if (__builtin_expect(!nf_draw(chunk, total, sampler->deal->reject_below[total], &ticket), 0))
        ticket = nf_redraw(&sampler->key, position, total);
    return ticket;
}

static inline uint64_t draw_goals(const struct sampler *sampler, uint32_t p, uint32_t m)
{
    uint64_t goals = 0;
    for (uint32_t i = 0, j = p - m; i < m; i++, j++) {
        const uint64_t drawn = (uint64_t)1 << draw_below(sampler, 5 + i, j + 1);
        goals |= (goals & drawn) == 0 ? drawn : (uint64_t)1 << j;
    }
    return goals;
}

static struct tng_dealt draw_game(const struct tng_deal *deal, uint64_t index)
{
    struct sampler sampler = {.deal = deal, .key = {deal->seed, index, 0}};
    struct nf_rng rng = nf_rng_start(&sampler.key);
    for (uint32_t i = 0; i < WORDS; i++)
        sampler.words[i] = nf_rng_next(&rng);
    const uint32_t place = deal->first_place + draw_below(&sampler, 0, deal->places);
    const uint32_t p = tng_primes[place];
    const uint32_t e = 2 + draw_below(&sampler, 1, p - 2);
    const uint32_t n0 = draw_below(&sampler, 2, p);
    const uint32_t r = deal->r.low + draw_below(&sampler, 3, deal->r.high - deal->r.low + 1);
    const uint32_t low = deal->m.low < p ? deal->m.low : p;
    const uint32_t high = deal->m.high < p ? deal->m.high : p;
    const uint32_t m = low + draw_below(&sampler, 4, high - low + 1);
    return (struct tng_dealt){tng_pair(place, e), tng_pack(draw_goals(&sampler, p, m), n0, r)};
}

/* ---- numbering ---- */

/* Set number `rank`, from 0, of the sets of m goals below p. */
static uint64_t goal_set_of_rank(uint32_t p, uint32_t m, uint64_t rank)
{
    /* The largest goal is the largest n with at most `rank` sets below it, and so on. */
    uint64_t goals = 0;
    for (uint32_t n = p; n-- > 0 && m > 0;) {
        const uint64_t below = count_goal_sets(n, m);
        if (below > rank)
            continue;
        rank -= below;
        goals |= (uint64_t)1 << n;
        m--;
    }
    return goals;
}

uint64_t tng_count(const struct tng_deal *deal)
{
    return deal->first[TNG_PAIRS];
}

static struct tng_dealt numbered_game(const struct tng_deal *deal, uint64_t index)
{
    uint32_t low = 0, high = TNG_PAIRS; /* first[low] <= index < first[high] */
    while (high - low > 1) {
        const uint32_t middle = (low + high) / 2;
        if (deal->first[middle] <= index)
            low = middle;
        else
            high = middle;
    }
    const uint32_t p = tng_all_maps()[low].p;
    const uint64_t within = index - deal->first[low];
    return (struct tng_dealt){low, tng_pack(goal_set_of_rank(p, deal->m.low, within / p),
                                            (uint32_t)(within % p), deal->r.low)};
}

/* ---- both ---- */

struct tng_dealt tng_deal_index(const struct tng_deal *deal, uint64_t index)
{
    return deal->every ? numbered_game(deal, index) : draw_game(deal, index);
}

struct tng_deal tng_give(const struct tng_game *given, size_t count)
{
    struct tng_deal deal = {.r = {1, 1}, .given = given};
    for (size_t i = 0; i < count; i++)
        deal.r.high = deal.r.high < given[i].r ? given[i].r : deal.r.high;
    return deal;
}

struct tng_dealt tng_pack_game(const struct tng_game *game)
{
    return (struct tng_dealt){
        .pair = (uint32_t)(tng_maps_of(game->p, game->e) - tng_all_maps()),
        .packed = tng_pack(tng_goal_set(game), game->n0, game->r),
    };
}

static struct tng_game unpack_game(uint32_t pair, uint64_t packed)
{
    const struct tng_maps *const maps = &tng_all_maps()[pair];
    struct tng_game game = {.n0 = (uint8_t)tng_packed_n0(packed),
                            .r = (uint8_t)tng_packed_r(packed),
                            .e = maps->e,
                            .p = maps->p};
    for (uint8_t n = 0; n < maps->p; n++)
        if ((packed >> n & 1) != 0 && game.m < TNG_MAX_GOALS)
            game.g[game.m++] = n;
    return game;
}

struct tng_game tng_deal_game(const struct tng_deal *deal, uint64_t index)
{
    const struct tng_dealt dealt = tng_deal_index(deal, index);
    return unpack_game(dealt.pair, dealt.packed);
}
