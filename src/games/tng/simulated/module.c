#include "games/tng/simulated/kernels/kernels.h"

#include "base/lang.h"
#include "base/owned.h"
#include "base/text.h"
#include "games/tng/rules/analysis.h"
#include "games/tng/rules/format.h"
#include "games/tng/simulated/module.h"
#include "games/tng/simulated/stats/tallying.h"

#include <stdlib.h>
#include <string.h>

/* ---- setups ---- */

/* tng_profiles with their defaults, in the same order. */
static const struct nf_profile profiles[] = {
    {"uniform", N_("every p, e, n0, r and m equally likely"), 2, 6, 0},
    {"small", N_("p up to 11, up to 3 rounds and 3 goals"), 2, 3, 0},
    {"few", N_("up to 2 goals"), 2, 6, 0},
    {"many", N_("8 to 10 goals, p from 11"), 2, 6, 0},
    {"long", N_("6 rounds, p from 23"), 2, 6, 0},
    {"every", N_("all p, e, n0 and goal sets for one r and m, numbered; --games is all of them"), 2,
     6, 2},
    {NULL, NULL, 0, 0, 0},
};

/* Limits a range to a bound that the user gave; for numbered games, sets it to the bound. */
static void bound_range(struct tng_range *range, uint32_t most, bool every)
{
    range->high = every || most < range->high ? most : range->high;
    range->low = every || range->low > most ? most : range->low;
}

/* Finds the profile and limits its ranges. */
static enum nf_status prepare_deal(const struct nf_params *params, struct tng_deal *deal,
                                   struct nf_error *err)
{
    NF_TRY(tng_prepare_deal(deal, params->profile, TNG_ANY, TNG_ANY, params->seed, err));
    struct tng_profile ranges = {.p = deal->p, .r = deal->r, .m = deal->m, .every = deal->every};
    bound_range(&ranges.r, params->rounds, ranges.every);
    if (params->deck != 0)
        bound_range(&ranges.m, params->deck, ranges.every);
    return tng_prepare_ranges(deal, &ranges, params->seed, err);
}

static enum nf_status prepare_tng(struct nf_setup *setup, uint32_t profile, struct nf_error *err)
{
    (void)profile;
    return prepare_deal(&setup->params, &((struct tng_setup *)setup)->deal, err);
}

static uint64_t count_tng_games(const struct nf_params *params)
{
    struct tng_deal deal;
    struct nf_error err;
    return prepare_deal(params, &deal, &err) == NF_OK && deal.every ? tng_count(&deal) : 0;
}

static void sizes(const struct nf_params *params, struct nf_text *text)
{
    const char *const bound = count_tng_games(params) != 0 ? "" : "up to ";
    nf_text_format(text, "%s%u %s", bound, params->rounds,
                   params->rounds == 1 ? "round" : "rounds");
    if (params->deck > 0)
        nf_text_format(text, ", %s%u %s", bound, params->deck,
                       params->deck == 1 ? "goal" : "goals");
}

static const struct nf_words option_words = {
    .profile = N_("how likely each game is"),
    .players = N_("X, who moves first, and Y"),
    .rounds = N_("maximum rounds r of a game; with profile every, r itself"),
    .deck = N_("maximum goals m of a game, default: the profile's; with profile every, m itself"),
    .detail = N_("also compute the chances of each game if X, Y or both move at random; about a "
                 "hundred times slower"),
    .sizes = sizes,
};

/* ---- instances ---- */

/* Returns NF_USAGE for numbered games that do not exist. */
static enum nf_status check_number(const struct tng_deal *deal, uint64_t first, uint32_t count,
                                   struct nf_error *err)
{
    if (deal->every && (first >= tng_count(deal) || count > tng_count(deal) - first))
        return nf_fail(err, NF_USAGE, "game %llu: there are %llu games of that kind",
                       (unsigned long long)first + count - 1, (unsigned long long)tng_count(deal));
    return NF_OK;
}

static enum nf_status deal_many(const struct nf_setup *setup, uint64_t first, uint32_t count,
                                struct nf_text *instance, struct nf_text *answer,
                                struct nf_error *err)
{
    const struct tng_deal *const deal = &((const struct tng_setup *)setup)->deal;
    NF_TRY(check_number(deal, first, count, err));
    NF_OWNED struct tng_game *games = malloc((count + 1) * sizeof *games);
    NF_OWNED uint32_t *records = malloc((count + 1) * sizeof *records);
    NF_TRY_MEMORY(games != NULL && records != NULL, err);
    for (uint32_t i = 0; i < count; i++)
        games[i] = tng_deal_game(deal, first + i);
    NF_TRY(tng_solve_games(games, count, records, err));
    if (instance != NULL)
        tng_print(instance, games, count);
    for (uint32_t i = 0; i < count && answer != NULL; i++)
        tng_print_outcome(answer, i + 1, tng_record_outcome(records[i]));
    return NF_OK;
}

static enum nf_status deal_one(const struct nf_setup *setup, uint64_t index,
                               struct nf_text *instance, struct nf_text *answer,
                               struct nf_error *err)
{
    return deal_many(setup, index, 1, instance, answer, err);
}

static enum nf_status describe_tng_instance(const struct nf_setup *setup, uint64_t index,
                                            struct nf_text *text, struct nf_error *err)
{
    const struct tng_deal *const deal = &((const struct tng_setup *)setup)->deal;
    NF_TRY(check_number(deal, index, 1, err));
    const struct tng_game game = tng_deal_game(deal, index);
    tng_describe(text, &game);
    return NF_OK;
}

static void use_given_tng(struct nf_setup *setup, const void *games, size_t count)
{
    ((struct tng_setup *)setup)->deal = tng_give(games, count);
}

static const struct nf_deal_ops deal_ops = {
    .deal = deal_one,
    .deal_many = deal_many,
    .explain = describe_tng_instance,
    .give = use_given_tng,
};

static const struct nf_numbered_ops numbered_ops = {.profile = "every", .count = count_tng_games};

static const struct nf_bench_ops bench_ops = {.signature_factor = 500};

const struct nf_game tng_game = {
    .name = "tng",
    .title = N_("The Number Game"),
    .players = {2, 2, 2},
    .rounds = {1, TNG_MAX_ROUNDS, TNG_MAX_ROUNDS},
    .deck = {1, TNG_MAX_GOALS, 0},
    .words = &option_words,
    .profiles = profiles,
    .setup_size = sizeof(struct tng_setup),
    .prepare = prepare_tng,
    .kernels = tng_kernels,
    .tally = &tng_tally,
    .records = &tng_records,
    .rules = &tng_rules,
    .deals = &deal_ops,
    .details = &tng_detail_ops,
    .promises = &tng_promises,
    .numbered = &numbered_ops,
    .bench = &bench_ops,
};
