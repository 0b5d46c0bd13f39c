#include "games/cirno/exact/exact.h"

#include "base/lang.h"
#include "core/tables.h"
#include "games/cirno/exact/rounds.h"
#include "games/cirno/strategy/strategy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Where p is cut at most: with one player, whose states are few, what lies below has no share that
 * anybody would see. */
enum { DEEPEST = -1000 };

/* The lowest p for which states and moves fit into so many bytes. */
static int32_t floor_for(const struct cirno_setup *setup, size_t memory)
{
    size_t kinds = 0;
    for (unsigned card = 0; card < CIRNO_CARDS; card++)
        kinds += setup->weights[card] > 0;
    const size_t players = setup->base.params.players, pairs = kinds * (kinds + 1) / 2;
    const size_t hands = pairs * (kinds + 2) / 3, columns = (pairs + 15) / 16 * 16;
    /* Two players: with and without DOUBLE, before and behind a turn, and those that are kept. */
    const size_t matrices = players * (players > 1 ? 5 : 4);
    const size_t level = matrices * pairs * columns * sizeof(double) +
                         players * 2 * hands * sizeof(struct cirno_step);
    const size_t levels = memory / level;
    return levels > CIRNO_LIMIT - DEEPEST ? DEEPEST
           : levels < CIRNO_LIMIT + 1     ? 0
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

/* The last of the rounds that are told; all rounds after them are like it. */
static uint32_t told(const struct cirno_exact *exact, uint32_t rounds)
{
    return exact->count < rounds ? exact->count : rounds;
}

/* `shown`: the key in the language chosen; NULL: the same. */
static void tell_row(struct nf_tables *tables, const char *key, const char *shown,
                     const struct cirno_exact_round *round, uint32_t players)
{
    nf_cell_words(tables, key, shown != NULL ? shown : key);
    nf_cell_number(tables, round->loses[0]);
    if (players > 1)
        nf_cell_number(tables, round->loses[1]);
    nf_cell_number(tables, round->turns);
    nf_cell_number(tables, sd_of(round));
}

static void tell_rounds(struct nf_tables *tables, const struct cirno_exact *exact,
                        const struct nf_params *params, int32_t floor)
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
    for (uint32_t i = 0; i < told(exact, params->rounds); i++)
        tell_row(tables, nf_tables_text(tables, "%u", i + 1), NULL, &exact->rounds[i],
                 params->players);
    const struct cirno_exact_round mean = mean_of(exact, params->rounds);
    tell_row(tables, nf_tables_text(tables, "1..%u", params->rounds), NULL, &mean, params->players);
    if (exact->settled)
        tell_row(tables, "long run", _("long run"), &exact->rounds[exact->count - 1],
                 params->players);
    if (exact->settled && params->rounds > exact->count)
        nf_tables_note(tables, N_("Rounds after number %u differ from it by less than shown."),
                       exact->count);
    nf_tables_note(tables,
                   N_("A p below %d is put there, which changes a chance by at most %.2g points in "
                      "the first round."),
                   floor, 100 * exact->cut);
    nf_tables_note(tables,
                   N_("Long rounds are foreseen from their course, to %.1g points (estimated)."),
                   100 * exact->foreseen);
    if (params->players > 1)
        nf_tables_note(tables, N_("In later rounds both together come to %.2g points."),
                       100 * exact->later);
}

/* For programs: what the notes say. */
static void tell_errors(struct nf_tables *tables, const struct cirno_exact *exact, int32_t floor)
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
    nf_cell_number(tables, floor);
    nf_cell_count(tables, exact->turns);
}

static enum nf_status solve(const struct nf_setup *base, const struct nf_exact_options *options,
                            struct nf_tables *tables, struct nf_error *err)
{
    const struct cirno_setup *const setup = (const struct cirno_setup *)base;
    const int32_t floor = floor_for(setup, options->memory);
    struct cirno_chain *const chain = malloc(sizeof *chain);
    struct cirno_exact *const exact = malloc(sizeof *exact);
    enum nf_status status = chain == NULL || exact == NULL
                                ? nf_fail(err, NF_IO, "out of memory")
                                : cirno_chain_make(chain, setup, floor, CIRNO_SEATS, err);
    if (status == NF_OK) {
        status = cirno_exact_solve(exact, chain, options, err);
        cirno_chain_free(chain);
    }
    if (status == NF_OK) {
        tell_rounds(tables, exact, &base->params, floor);
        tell_errors(tables, exact, floor);
    }
    free(chain);
    free(exact);
    return status;
}

const struct nf_exact_ops cirno_exact_ops = {.players = CIRNO_CHAIN_SEATS, .solve = solve};
