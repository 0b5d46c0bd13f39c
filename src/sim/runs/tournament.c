#include "sim/runs/tournament.h"

#include "base/owned.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = NF_TOURNAMENT_CHUNK };

static bool report_tournament_progress(void *owner, uint64_t done, double seconds)
{
    const struct nf_tournament *const tournament = owner;
    const struct nf_tournament_plan *const plan = tournament->plan;
    return plan->progress != NULL &&
           plan->progress(plan->progress_owner, tournament->done + done, seconds);
}

enum nf_status nf_tournament_prepare(const struct nf_tournament_plan *plan, const char *strategy,
                                     struct nf_paired_side *side, struct nf_setup **setup,
                                     struct nf_error *err)
{
    struct nf_params params = plan->params;
    params.strategy = strategy;
    NF_TRY(nf_choose_kernel(plan->game, plan->kernel, &side->kernel, err));
    NF_TRY(nf_prepare(plan->game, &params, setup, err));
    side->setup = *setup;
    return nf_fit_kernel(*setup, plan->kernel, &side->kernel, err);
}

/* Whether it can be played, and counts the strategies. */
static enum nf_status check_tournament(struct nf_tournament *tournament, struct nf_error *err)
{
    const struct nf_tournament_plan *const plan = tournament->plan;
    if (plan->game->strategies == NULL)
        return nf_fail(err, NF_USAGE, "--game %s: its players have no choice of strategy",
                       plan->game->name);
    while (plan->names[tournament->count] != NULL)
        if (++tournament->count > NF_TOURNAMENT_MOST)
            return nf_fail(err, NF_USAGE, "expected at most %d strategies", NF_TOURNAMENT_MOST);
    if (tournament->count < 2)
        return nf_fail(err, NF_USAGE, "expected two strategies or more, found %u",
                       tournament->count);
    if (plan->sprt != NULL && tournament->count != 2)
        return nf_fail(err, NF_USAGE, "--sprt: expected two strategies, found %u",
                       tournament->count);
    if (plan->games < plan->params.players)
        return nf_fail(err, NF_USAGE, "--games %" PRIu64 ": expected at least one per seat, %u",
                       plan->games, plan->params.players);
    for (uint32_t i = 0; i < tournament->count; i++) {
        struct nf_paired_side side;
        NF_OWNED_SETUP struct nf_setup *setup = NULL;
        if (strpbrk(plan->names[i], ",=") != NULL)
            return nf_fail(err, NF_USAGE, "'%.100s': expected a name without ',' and '='",
                           plan->names[i]);
        NF_TRY(nf_tournament_prepare(plan, plan->names[i], &side, &setup, err));
    }
    return NF_OK;
}

enum nf_status nf_tournament_open(struct nf_tournament *tournament,
                                  const struct nf_tournament_plan *plan, struct nf_error *err)
{
    memset(tournament, 0, sizeof *tournament);
    tournament->plan = plan;
    NF_TRY(check_tournament(tournament, err));
    tournament->losses = calloc((size_t)tournament->count * CHUNK, sizeof *tournament->losses);
    if (tournament->losses == NULL)
        return nf_fail(err, NF_IO, "out of memory for %u strategies", tournament->count);
    nf_tournament_rank(tournament);
    return NF_OK;
}

void nf_tournament_close(struct nf_tournament *tournament)
{
    free(tournament->losses);
    tournament->losses = NULL;
}

/* Plays strategy `i` alone at `seat`; all others play `j`. */
static enum nf_status play_pairing(struct nf_tournament *tournament, uint32_t i, uint32_t j,
                                   uint32_t seat, struct nf_span span, struct nf_error *err)
{
    const char *const alone = tournament->plan->names[i], *const others =
                                                              tournament->plan->names[j];
    const uint32_t players = tournament->plan->params.players;
    NF_OWNED_SETUP struct nf_setup *setup = NULL;
    struct nf_paired_options job = {.span = span,
                                    .threads = tournament->plan->threads,
                                    .progress = report_tournament_progress,
                                    .progress_owner = tournament,
                                    .gains = tournament->losses + (size_t)i * CHUNK,
                                    .gains_seat = seat};
    struct nf_paired result;
    NF_OWNED_TEXT struct nf_text list = {0};
    if (seat > 0)
        nf_text_format(&list, "1..%u=%s,", seat, others);
    nf_text_format(&list, "%u=%s", seat + 1, alone);
    if (seat + 1 < players)
        nf_text_format(&list, ",%u..%u=%s", seat + 2, players, others);
    nf_text_bytes(&list, "", 1); /* ends the string */
    NF_TRY_MEMORY(!list.failed, err);
    NF_TRY(nf_tournament_prepare(tournament->plan, list.data, &job.sides[1], &setup, err));
    NF_TRY(nf_paired_run(&job, &result, err));
    if (result.games < span.games)
        return nf_fail(err, NF_BUDGET, "stopped");
    struct nf_tournament_pairing *const pairing = &tournament->pairings[i][j];
    tournament->trials = result.trials;
    pairing->losses += result.counts[1][seat];
    pairing->squares += result.squares[seat];
    tournament->done += span.games;
    return NF_OK;
}

static void add_losses(struct nf_tournament *tournament, uint64_t games)
{
    for (uint64_t game = 0; game < games; game++)
        for (uint32_t i = 0; i < tournament->count; i++) {
            const uint64_t lost = (uint32_t)tournament->losses[i * CHUNK + game];
            for (uint32_t j = 0; j <= i; j++)
                tournament->products[i][j] += lost * (uint32_t)tournament->losses[j * CHUNK + game];
        }
}

/* Rates where all play alike. */
static double alike(const struct nf_tournament *tournament)
{
    return 1.0 / tournament->plan->params.players;
}

/* A game with one player is always lost, so no difference is left open. */
static struct nf_estimate unless_certain(const struct nf_tournament *tournament,
                                         struct nf_estimate difference)
{
    if (tournament->plan->params.players == 1)
        difference.low = difference.high = difference.mean;
    return difference;
}

static struct nf_estimate difference_of(const struct nf_tournament *tournament, uint64_t trials,
                                        uint64_t losses, uint64_t squares)
{
    struct nf_estimate rate = nf_share_between_games(tournament->games, trials, losses, squares);
    rate.mean -= alike(tournament);
    rate.low -= alike(tournament);
    rate.high -= alike(tournament);
    return unless_certain(tournament, rate);
}

struct nf_estimate nf_tournament_difference(const struct nf_tournament *tournament, uint32_t alone,
                                            uint32_t others)
{
    const struct nf_tournament_pairing *const pairing = &tournament->pairings[alone][others];
    return difference_of(tournament, tournament->trials, pairing->losses, pairing->squares);
}

double nf_tournament_rate(const struct nf_tournament *tournament, uint32_t alone, uint32_t others)
{
    return (double)tournament->pairings[alone][others].losses /
           ((double)tournament->games * tournament->trials);
}

bool nf_tournament_plays(const struct nf_tournament *tournament, uint32_t alone, uint32_t others)
{
    return alone != others && (!tournament->plan->gauntlet || alone == 0 || others == 0);
}

static uint32_t tables_of(const struct nf_tournament *tournament, uint32_t strategy)
{
    return tournament->plan->gauntlet && strategy > 0 ? 1 : tournament->count - 1;
}

/* At all tables. */
static uint64_t losses_of(const struct nf_tournament *tournament, uint32_t strategy)
{
    uint64_t sum = 0;
    for (uint32_t j = 0; j < tournament->count; j++)
        sum += tournament->pairings[strategy][j].losses;
    return sum;
}

static int by_mean(const void *a, const void *b)
{
    const struct nf_tournament_entry *const x = a, *const y = b;
    return (x->difference.mean > y->difference.mean) - (x->difference.mean < y->difference.mean);
}

/* In a gauntlet the first strategy stays ahead of the others, which sit at one table each. */
void nf_tournament_rank(struct nf_tournament *tournament)
{
    const uint32_t first = tournament->plan->gauntlet;
    for (uint32_t i = 0; i < tournament->count; i++)
        tournament->ranking[i] = (struct nf_tournament_entry){
            .strategy = i,
            .difference =
                difference_of(tournament, (uint64_t)tournament->trials * tables_of(tournament, i),
                              losses_of(tournament, i), tournament->products[i][i]),
            .to_next = {.mean = NAN, .low = NAN, .high = NAN}};
    qsort(tournament->ranking + first, tournament->count - first, sizeof *tournament->ranking,
          by_mean);
    for (uint32_t i = first; i + 1 < tournament->count; i++) {
        const uint32_t a = tournament->ranking[i].strategy, b = tournament->ranking[i + 1].strategy;
        const uint64_t trials = (uint64_t)tournament->trials * tables_of(tournament, a);
        const uint64_t product = tournament->products[a > b ? a : b][a > b ? b : a];
        const uint64_t squares =
            tournament->products[a][a] + tournament->products[b][b] - 2 * product;
        tournament->ranking[i].to_next = unless_certain(
            tournament, nf_gap_between_games(tournament->games, trials, losses_of(tournament, b),
                                             losses_of(tournament, a), squares));
    }
}

enum nf_status nf_tournament_chunk(struct nf_tournament *tournament, uint32_t seat,
                                   struct nf_span span, struct nf_error *err)
{
    for (uint32_t i = 0; i < tournament->count; i++)
        memset(tournament->losses + (size_t)i * CHUNK, 0,
               (size_t)span.games * sizeof *tournament->losses);
    for (uint32_t i = 0; i < tournament->count; i++)
        for (uint32_t j = 0; j < tournament->count; j++)
            if (nf_tournament_plays(tournament, i, j))
                NF_TRY(play_pairing(tournament, i, j, seat, span, err));
    tournament->games += span.games;
    add_losses(tournament, span.games);
    nf_tournament_rank(tournament);
    return NF_OK;
}

/* How much less than alike the first strategy loses: what the test is about. */
static struct nf_sprt_sums first_gain(const struct nf_tournament *tournament)
{
    return nf_sprt_below(alike(tournament), tournament->games, tournament->trials,
                         losses_of(tournament, 0), tournament->products[0][0]);
}

void nf_tournament_decide(struct nf_tournament *tournament)
{
    const struct nf_sprt_sums gain = first_gain(tournament);
    if (tournament->plan->sprt != NULL)
        tournament->verdict = nf_sprt_verdict(tournament->plan->sprt, gain.games, gain.whole,
                                              gain.total, gain.squares);
}

double nf_tournament_ratio(const struct nf_tournament *tournament)
{
    const struct nf_sprt_sums gain = first_gain(tournament);
    return nf_sprt_ratio(tournament->plan->sprt, gain.games, gain.whole, gain.total, gain.squares);
}

uint32_t nf_tournament_pairings(const struct nf_tournament *tournament)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < tournament->count; i++)
        count += tables_of(tournament, i);
    return count;
}
