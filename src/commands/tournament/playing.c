#include "commands/tournament/playing.h"

#include "base/lang.h"
#include "base/shown.h"
#include "base/signals.h"
#include "core/runner.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The number of games whose losses are kept at a time; the first chunk of a seat is shorter, so
 * that there is something to show soon. */
enum { FIRST_CHUNK = 1024, CHUNK = 65536 };

/* The same where what is played is saved after each chunk of all seats. */
enum { SAVED_CHUNK = 4096 };

static bool show_progress(void *owner, uint64_t done, double seconds)
{
    struct nf_tournament *const tournament = owner;
    nf_progress_part(&tournament->progress, done, seconds);
    return tournament->file.open && nf_signals_caught() != 0;
}

enum nf_status nf_tournament_prepare(const struct nf_tournament *tournament, const char *strategy,
                                     struct nf_paired_side *side, struct nf_setup **setup,
                                     struct nf_error *err)
{
    struct nf_common common = tournament->options->common;
    common.params.strategy = strategy;
    enum nf_status status =
        nf_choose_kernel(nf_common_game(&common), common.kernel, &side->kernel, err);
    if (status == NF_OK)
        status = nf_common_prepare(&common, setup, err);
    if (status == NF_OK)
        status = nf_fit_kernel(*setup, common.kernel, &side->kernel, err);
    side->setup = *setup;
    return status;
}

/* A signal came in the midst of a chunk. */
static enum nf_status fail_stopped(const struct nf_tournament *tournament, struct nf_error *err)
{
    const int signal = nf_signals_caught();
    return nf_fail(err, (enum nf_status)(128 + signal),
                   "stopped by signal %d (%s); %" PRIu64 " games per pairing are saved, the same "
                   "command goes on",
                   signal, strsignal(signal), tournament->games);
}

/* Plays strategy `i` alone at `seat`; all others play `j`. */
static enum nf_status play_pairing(struct nf_tournament *tournament, uint32_t i, uint32_t j,
                                   uint32_t seat, uint64_t first, uint64_t games,
                                   struct nf_error *err)
{
    const char *const alone = tournament->names[i], *const others = tournament->names[j];
    const uint32_t players = tournament->options->common.params.players;
    struct nf_setup *setup = NULL;
    struct nf_paired_options job = {.first = first,
                                    .games = games,
                                    .threads = tournament->options->common.threads,
                                    .progress = show_progress,
                                    .progress_owner = tournament,
                                    .gains = tournament->losses + (size_t)i * CHUNK,
                                    .gains_seat = seat};
    struct nf_paired result;
    struct nf_text list = {0};
    if (seat > 0)
        nf_text_format(&list, "1..%u=%s,", seat, others);
    nf_text_format(&list, "%u=%s", seat + 1, alone);
    if (seat + 1 < players)
        nf_text_format(&list, ",%u..%u=%s", seat + 2, players, others);
    nf_text_bytes(&list, "", 1); /* ends the string */
    enum nf_status status =
        list.failed ? nf_fail(err, NF_IO, "out of memory")
                    : nf_tournament_prepare(tournament, list.data, &job.sides[1], &setup, err);
    if (status == NF_OK)
        status = nf_paired_run(&job, &result, err);
    if (status == NF_OK && result.games < games)
        status = fail_stopped(tournament, err);
    if (status == NF_OK) {
        struct nf_tournament_pairing *const pairing = &tournament->pairings[i][j];
        tournament->trials = result.trials;
        pairing->losses += result.counts[1][seat];
        pairing->squares += result.squares[seat];
    }
    if (setup != NULL)
        nf_release(setup);
    nf_text_free(&list);
    tournament->progress.before += games;
    return status;
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
    return 1.0 / tournament->options->common.params.players;
}

/* A game with one player is always lost, so no difference is left open. */
static struct nf_estimate unless_certain(const struct nf_tournament *tournament,
                                         struct nf_estimate difference)
{
    if (tournament->options->common.params.players == 1)
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
    return alone != others && (!tournament->options->gauntlet || alone == 0 || others == 0);
}

static uint32_t tables_of(const struct nf_tournament *tournament, uint32_t strategy)
{
    return tournament->options->gauntlet && strategy > 0 ? 1 : tournament->count - 1;
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
static void rank(struct nf_tournament *tournament)
{
    const uint32_t first = tournament->options->gauntlet;
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

/* Who leads, and by how much: what progress shows. */
static void estimate(struct nf_tournament *tournament)
{
    const struct nf_tournament_entry *const leader =
        &tournament->ranking[tournament->options->gauntlet];
    const double width = 50 * (leader->to_next.high - leader->to_next.low);
    char name[NF_TOURNAMENT_NAME];
    nf_shown_copy(name, sizeof name, tournament->names[leader->strategy]);
    if (isnan(width))
        return;
    snprintf(tournament->estimate, sizeof tournament->estimate, _("%s leads by %.3f +-%.3f points"),
             name, 100 * leader->to_next.mean, width);
    tournament->progress.estimate = tournament->estimate;
}

/* Plays a range of games at every table, with the lone player at `seat`. */
static enum nf_status play_chunk(struct nf_tournament *tournament, uint32_t seat, uint64_t first,
                                 uint64_t games, struct nf_error *err)
{
    enum nf_status status = NF_OK;
    for (uint32_t i = 0; i < tournament->count; i++)
        memset(tournament->losses + (size_t)i * CHUNK, 0, games * sizeof *tournament->losses);
    for (uint32_t i = 0; status == NF_OK && i < tournament->count; i++)
        for (uint32_t j = 0; status == NF_OK && j < tournament->count; j++)
            if (nf_tournament_plays(tournament, i, j))
                status = play_pairing(tournament, i, j, seat, first, games, err);
    if (status == NF_OK) {
        tournament->games += games;
        add_losses(tournament, games);
        rank(tournament);
        estimate(tournament);
    }
    return status;
}

/* How much less than alike the first strategy loses: what the test is about. */
static struct nf_sprt_sums first_gain(const struct nf_tournament *tournament)
{
    return nf_sprt_below(alike(tournament), tournament->games, tournament->trials,
                         losses_of(tournament, 0), tournament->products[0][0]);
}

/* Looks whether the gain of the first strategy on the second is decided; all seats have had equal
 * numbers of games. */
static void decide(struct nf_tournament *tournament)
{
    const struct nf_sprt_sums gain = first_gain(tournament);
    if (tournament->options->sprt != NULL)
        tournament->verdict =
            nf_sprt_verdict(&tournament->sprt, gain.games, gain.whole, gain.total, gain.squares);
}

double nf_tournament_ratio(const struct nf_tournament *tournament)
{
    const struct nf_sprt_sums gain = first_gain(tournament);
    return nf_sprt_ratio(&tournament->sprt, gain.games, gain.whole, gain.total, gain.squares);
}

/* How many games a seat plays next. A sequential test looks often, after small parts of what there
 * is, so that it ends not long after it could. */
static uint64_t next_games(const struct nf_tournament *tournament, uint64_t done)
{
    const uint64_t least = NF_SPRT_LEAST / tournament->options->common.params.players + 1;
    if (tournament->file.open)
        return SAVED_CHUNK;
    if (tournament->options->sprt == NULL)
        return done < FIRST_CHUNK ? FIRST_CHUNK : done < CHUNK ? done : CHUNK;
    return done < 8 * least ? least : done < 8 * (uint64_t)CHUNK ? done / 8 : CHUNK;
}

static uint32_t pairings_of(const struct nf_tournament *tournament)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < tournament->count; i++)
        count += tables_of(tournament, i);
    return count;
}

/* The seats rotate: the lone player sits at each for an equal share of the games. */
static enum nf_status play_all(struct nf_tournament *tournament, struct nf_error *err)
{
    const uint32_t players = tournament->options->common.params.players;
    const uint64_t each = tournament->options->games / players;
    enum nf_status status = NF_OK;
    for (struct nf_span gap; status == NF_OK && tournament->verdict == NF_SPRT_OPEN;) {
        gap = nf_spans_gap(&tournament->played);
        const uint64_t next = next_games(tournament, tournament->games / players);
        gap.games = gap.games < next ? gap.games : next;
        if (gap.games == 0)
            break;
        for (uint32_t seat = 0; status == NF_OK && seat < players; seat++)
            status = play_chunk(tournament, seat, seat * each + gap.first, gap.games, err);
        if (status != NF_OK)
            break;
        nf_spans_played(&tournament->played, gap.games);
        decide(tournament);
        status = nf_tournament_save(tournament, err);
    }
    return status;
}

enum nf_status nf_tournament_play(struct nf_tournament *tournament, struct nf_error *err)
{
    const struct nf_spans *const played = &tournament->played;
    const uint32_t players = tournament->options->common.params.players;
    const struct nf_span all = {played->list[0].first, played->end - played->list[0].first};
    const uint64_t missing = all.games - nf_spans_common(played, &all);
    tournament->losses = calloc((size_t)tournament->count * CHUNK, sizeof *tournament->losses);
    if (tournament->losses == NULL)
        return nf_fail(err, NF_IO, "out of memory for %u strategies", tournament->count);
    tournament->progress =
        (struct nf_progress){.what = N_("games"),
                             .total = missing * players * pairings_of(tournament),
                             .quiet = tournament->options->common.quiet,
                             .start = nf_now()};
    rank(tournament); /* where all is saved already */
    const enum nf_status status = play_all(tournament, err);
    nf_progress_end(&tournament->progress);
    free(tournament->losses);
    tournament->losses = NULL;
    return status;
}
