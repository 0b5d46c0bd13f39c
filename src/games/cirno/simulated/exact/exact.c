#include "games/cirno/simulated/module.h"

#include "base/lang.h"
#include "base/owned.h"
#include "games/cirno/simulated/exact/rounds.h"
#include "games/cirno/simulated/exact/values.h"
#include "games/cirno/simulated/strategy/strategy.h"
#include "table/tables.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Where p is cut at most: with one player, whose states are few, what lies below has no share that
 * anybody would see. The best way to play is looked for only as far as strategies tell p apart. */
enum { DEEPEST = -1000, BEST_DEEPEST = CIRNO_P_FLOOR };

/* The bytes that states and moves of one p take. */
static size_t level_bytes(const struct cirno_setup *setup, uint32_t best)
{
    size_t kinds = 0;
    for (unsigned card = 0; card < CIRNO_CARDS; card++)
        kinds += setup->weights[card] > 0;
    const size_t pairs = kinds * (kinds + 1) / 2, hands = pairs * (kinds + 2) / 3;
    const uint32_t players = setup->base.params.players;
    const size_t steps = 2 * hands * sizeof(struct cirno_step);
    return best > 0 ? cirno_values_level(CIRNO_SEES_ALL, kinds, pairs, hands) + 4 * steps
                    : cirno_flow_level(players, pairs, hands) + players * steps;
}

/* The lowest p for which states and moves fit into the memory. */
static int32_t floor_for(const struct cirno_setup *setup, const struct nf_exact_options *options)
{
    const int32_t deepest = options->best > 0 ? BEST_DEEPEST : DEEPEST;
    const size_t levels = options->memory / level_bytes(setup, options->best);
    return levels > (size_t)(CIRNO_LIMIT - deepest) ? deepest
           : levels < CIRNO_LIMIT + 1               ? 0
                                                    : CIRNO_LIMIT + 1 - (int32_t)levels;
}

/* The mean of so many first rounds. */
static struct cirno_exact_round mean_of(const struct cirno_exact *exact, uint32_t rounds)
{
    struct cirno_exact_round mean = {.turns = 0};
    for (uint32_t i = 0; i < rounds; i++) {
        const struct cirno_exact_round round =
            exact->rounds[i < exact->count ? i : exact->count - 1];
        for (uint32_t seat = 0; seat < CIRNO_CHAIN_SEATS; seat++)
            mean.loses[seat] += round.loses[seat] / rounds;
        mean.turns += round.turns / rounds;
        mean.squares += round.squares / rounds;
    }
    return mean;
}

static double sd_of(const struct cirno_exact_round *round)
{
    const double variance = round->squares - round->turns * round->turns;
    return variance > 0 ? sqrt(variance) : 0;
}

/* The last of the rounds that are shown; all rounds after them are like it. */
static uint32_t rounds_shown(const struct cirno_exact *exact, uint32_t rounds)
{
    return exact->count < rounds ? exact->count : rounds;
}

/* `shown`: the key in the language chosen; NULL: the same. */
static void put_exact_row(struct nf_tables *tables, const char *key, const char *shown,
                          const struct cirno_exact_round *round, uint32_t players)
{
    nf_cell_words(tables, key, shown != NULL ? shown : key);
    nf_cell_number(tables, round->loses[0]);
    if (players > 1)
        nf_cell_number(tables, round->loses[1]);
    nf_cell_number(tables, round->turns);
    nf_cell_number(tables, sd_of(round));
}

static void report_exact_rounds(struct nf_tables *tables, const struct cirno_exact *exact,
                                const struct nf_params *params, int32_t lowest)
{
    static const struct nf_about about = {
        .name = "rounds", .title = N_("Who loses, and how long rounds are"), .exact = true};
    struct nf_column columns[] = {
        NF_COLUMN("rounds", "rounds", NULL, NF_KEY),
        NF_COLUMN("seat_1_loses", "seat 1 loses", "share of rounds", NF_SHARE, .digits = 6),
        NF_COLUMN("seat_2_loses", "seat 2 loses", "share of rounds", NF_SHARE, .digits = 6),
        NF_COLUMN("turns_mean", "turns, mean", "turns", NF_REAL, .digits = 6),
        NF_COLUMN("turns_sd", "sd", "turns", NF_REAL, .digits = 6),
        {.name = NULL},
    };
    if (params->players == 1) /* there is no seat 2 */
        memmove(&columns[2], &columns[3], 3 * sizeof *columns);
    nf_tables_begin(tables, &about, columns);
    for (uint32_t i = 0; i < rounds_shown(exact, params->rounds); i++)
        put_exact_row(tables, nf_tables_text(tables, "%u", i + 1), NULL, &exact->rounds[i],
                      params->players);
    const struct cirno_exact_round mean = mean_of(exact, params->rounds);
    put_exact_row(tables, nf_tables_text(tables, "1..%u", params->rounds), NULL, &mean,
                  params->players);
    if (exact->settled)
        put_exact_row(tables, "long run", _("long run"), &exact->rounds[exact->count - 1],
                      params->players);
    if (exact->settled && params->rounds > exact->count)
        nf_tables_note(tables, N_("Rounds after number %u differ from it by less than shown."),
                       exact->count);
    nf_tables_note(tables,
                   N_("A p below %d is put there, which changes a chance by at most %.2g points in "
                      "the first round."),
                   lowest, 100 * exact->cut);
    nf_tables_note(tables,
                   N_("Long rounds are foreseen from their course, to %.1g points (estimated)."),
                   100 * exact->foreseen);
    if (params->players > 1)
        nf_tables_note(tables, N_("In later rounds both together come to %.2g points."),
                       100 * exact->later);
}

/* For programs: what the notes say. */
static void report_exact_errors(struct nf_tables *tables, const struct cirno_exact *exact,
                                int32_t lowest)
{
    static const struct nf_about about = {
        .name = "errors", .title = N_("How exact the chances are"), .aside = true, .exact = true};
    static const struct nf_column columns[] = {
        NF_COLUMN("cut", "cut", "share of rounds", NF_SHARE, .digits = 7),
        NF_COLUMN("foreseen", "foreseen", "share of rounds", NF_SHARE, .digits = 7),
        NF_COLUMN("later_rounds", "later rounds", "share of rounds", NF_SHARE, .digits = 7),
        NF_COLUMN("lowest_p", "lowest p", NULL, NF_REAL),
        NF_COLUMN("turns", "turns followed", "turns", NF_COUNT),
        {.name = NULL},
    };
    nf_tables_begin(tables, &about, columns);
    nf_cell_number(tables, exact->cut);
    nf_cell_number(tables, exact->foreseen);
    nf_cell_number(tables, exact->later);
    nf_cell_number(tables, lowest);
    nf_cell_count(tables, exact->turns);
}

/* ---- how much is left ---- */

/* A bound from below, rounded so that it stays one. */
static void report_exact_bound(struct nf_tables *tables, double share)
{
    nf_cell_number(tables, floor(share * 1e6) / 1e6);
}

static void report_exact_best(struct nf_tables *tables, uint32_t seat, uint32_t rounds,
                              const struct cirno_best *own, const struct cirno_best *all)
{
    static const struct nf_about about = {
        .name = "best", .title = N_("No way to play loses less than this"), .exact = true};
    static const struct nf_column columns[] = {
        NF_COLUMN("seat", "seat", NULL, NF_KEY),
        NF_COLUMN("rounds", "rounds", NULL, NF_KEY),
        NF_COLUMN("sees_her_hand", "sees her hand", "share of rounds", NF_SHARE, .digits = 4),
        NF_COLUMN("sees_both_hands", "sees both hands", "share of rounds", NF_SHARE, .digits = 4),
        {.name = NULL},
    };
    const char *const number = nf_tables_text(tables, "%u", seat);
    const char *const keys[] = {"1", nf_tables_text(tables, "1..%u", rounds), "long run"};
    const char *const shown[] = {keys[0], keys[1], _("long run")};
    const double owns[] = {own->first, own->mean, own->long_run};
    const double alls[] = {all->first, all->mean, all->long_run};
    nf_tables_begin(tables, &about, columns);
    for (uint32_t i = 0; i < 3; i++) {
        nf_cell_words(tables, number, number);
        nf_cell_words(tables, keys[i], shown[i]);
        report_exact_bound(tables, owns[i]);
        report_exact_bound(tables, alls[i]);
    }
}

static void explain_best(struct nf_tables *tables, int32_t lowest, double left)
{
    nf_tables_note(tables,
                   N_("A strategy sees her hand, p and DOUBLE. Its bound lets her also know "
                      "what the other held a move ago."));
    nf_tables_note(tables,
                   N_("The bounds are approached from below to about %.1g points, and a p below %d "
                      "counts as won."),
                   100 * left, lowest);
}

static void free_chain(struct cirno_chain **chain)
{
    if (*chain != NULL)
        cirno_chain_free(*chain);
    free(*chain);
}

static enum nf_status solve_best(const struct cirno_setup *setup,
                                 const struct nf_exact_options *options, struct nf_tables *tables,
                                 struct nf_error *err)
{
    const uint32_t rounds = setup->base.params.rounds, seat = options->best - 1;
    struct cirno_best own = {1, 1, 1, 0, 0}, all = own; /* who plays alone loses every round */
    if (setup->base.params.players == 1) {
        report_exact_best(tables, options->best, rounds, &own, &all);
        return NF_OK;
    }
    const int32_t lowest = floor_for(setup, options);
    NF_FREED_BY(free_chain) struct cirno_chain *chain = calloc(1, sizeof *chain);
    NF_TRY_MEMORY(chain != NULL, err);
    NF_TRY(cirno_chain_make(chain, setup, lowest, seat, err));
    NF_TRY(cirno_best_solve(&own, chain, seat, CIRNO_SEES_OWN, rounds, options, err));
    NF_TRY(cirno_best_solve(&all, chain, seat, CIRNO_SEES_ALL, rounds, options, err));
    report_exact_best(tables, options->best, rounds, &own, &all);
    explain_best(tables, lowest, fmax(own.left, all.left));
    return NF_OK;
}

static enum nf_status solve(const struct nf_setup *base, const struct nf_exact_options *options,
                            struct nf_tables *tables, struct nf_error *err)
{
    const struct cirno_setup *const setup = (const struct cirno_setup *)base;
    if (options->best > 0)
        return solve_best(setup, options, tables, err);
    const int32_t lowest = floor_for(setup, options);
    if (options->course != NULL)
        *options->course = (struct nf_exact_course){
            .memory = level_bytes(setup, 0) * (size_t)(CIRNO_LIMIT + 1 - lowest), .high = 1};
    NF_FREED_BY(free_chain) struct cirno_chain *chain = calloc(1, sizeof *chain);
    NF_OWNED struct cirno_exact *exact = malloc(sizeof *exact);
    NF_TRY_MEMORY(chain != NULL && exact != NULL, err);
    NF_TRY(cirno_chain_make(chain, setup, lowest, CIRNO_SEATS, err));
    NF_TRY(cirno_exact_solve(exact, chain, options, err));
    report_exact_rounds(tables, exact, &base->params, lowest);
    report_exact_errors(tables, exact, lowest);
    return NF_OK;
}

const struct nf_exact_ops cirno_exact_ops = {.players = CIRNO_CHAIN_SEATS, .solve = solve};
