#include "commands/tournament/playing.h"

#include "base/lang.h"
#include "base/shown.h"
#include "core/runner.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The number of games whose gains are kept at a time; the first chunk of a seat is shorter, so that
 * there is something to show soon. */
enum { FIRST_CHUNK = 1024, CHUNK = 65536 };

static bool show_progress(void *owner, uint64_t done, double seconds)
{
    struct nf_tournament *const tournament = owner;
    (void)seconds;
    nf_progress_show(&tournament->progress, tournament->played + done,
                     nf_now() - tournament->start);
    return false;
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

/* Plays strategy `i` alone at `seat`; all others play `j`. */
static enum nf_status play_pairing(struct nf_tournament *tournament, uint32_t i, uint32_t j,
                                   uint32_t seat, uint64_t first, uint64_t games,
                                   struct nf_error *err)
{
    const char *const alone = tournament->names[i], *const others = tournament->names[j];
    const uint32_t players = tournament->options->common.params.players;
    struct nf_setup *setups[2] = {NULL, NULL};
    struct nf_paired_options job = {.first = first,
                                    .games = games,
                                    .threads = tournament->options->common.threads,
                                    .progress = show_progress,
                                    .progress_owner = tournament,
                                    .gains = tournament->gains + (size_t)i * CHUNK,
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
                    : nf_tournament_prepare(tournament, others, &job.sides[0], &setups[0], err);
    if (status == NF_OK)
        status = nf_tournament_prepare(tournament, list.data, &job.sides[1], &setups[1], err);
    if (status == NF_OK)
        status = nf_paired_run(&job, &result, err);
    if (status == NF_OK) {
        struct nf_paired *const pairing = &tournament->pairings[i][j];
        pairing->trials = result.trials;
        pairing->games += result.games;
        pairing->counts[0][0] += result.counts[0][seat];
        pairing->counts[1][0] += result.counts[1][seat];
        pairing->squares[0] += result.squares[seat];
    }
    for (int side = 0; side < 2; side++)
        if (setups[side] != NULL)
            setups[side]->game->release(setups[side]);
    nf_text_free(&list);
    tournament->played += games;
    return status;
}

static void add_gains(struct nf_tournament *tournament, uint64_t games)
{
    for (uint64_t game = 0; game < games; game++)
        for (uint32_t i = 0; i < tournament->count; i++) {
            const double gain = tournament->gains[i * CHUNK + game];
            tournament->totals[i] += gain;
            for (uint32_t j = 0; j <= i; j++)
                tournament->products[i][j] += gain * tournament->gains[j * CHUNK + game];
        }
}

static int by_mean(const void *a, const void *b)
{
    const struct nf_tournament_entry *const x = a, *const y = b;
    return (x->difference.mean > y->difference.mean) - (x->difference.mean < y->difference.mean);
}

static void rank(struct nf_tournament *tournament)
{
    const struct nf_paired *const any = &tournament->pairings[0][1];
    const double tables = tournament->count - 1, chances = tables * any->trials;
    /* A game with one player is always lost. */
    const double most = tournament->options->common.params.players == 1 ? 0 : 1;
    const double least = 0 - most; /* -most would be a zero with a minus */
    for (uint32_t i = 0; i < tournament->count; i++)
        tournament->ranking[i] = (struct nf_tournament_entry){
            .strategy = i,
            .difference = nf_mean_between_games(any->games, chances, tournament->totals[i],
                                                tournament->products[i][i], least, most)};
    qsort(tournament->ranking, tournament->count, sizeof *tournament->ranking, by_mean);
    for (uint32_t i = 0; i + 1 < tournament->count; i++) {
        const uint32_t a = tournament->ranking[i].strategy, b = tournament->ranking[i + 1].strategy;
        const double product = tournament->products[a > b ? a : b][a > b ? b : a];
        tournament->ranking[i].to_next = nf_mean_between_games(
            any->games, chances, tournament->totals[b] - tournament->totals[a],
            tournament->products[a][a] + tournament->products[b][b] - 2 * product, 2 * least,
            2 * most);
    }
}

/* Who leads, and by how much: what progress shows. */
static void estimate(struct nf_tournament *tournament)
{
    rank(tournament);
    const struct nf_tournament_entry *const leader = &tournament->ranking[0];
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
        memset(tournament->gains + (size_t)i * CHUNK, 0, games * sizeof *tournament->gains);
    for (uint32_t i = 0; status == NF_OK && i < tournament->count; i++)
        for (uint32_t j = 0; status == NF_OK && j < tournament->count; j++)
            if (i != j)
                status = play_pairing(tournament, i, j, seat, first, games, err);
    if (status == NF_OK) {
        add_gains(tournament, games);
        estimate(tournament);
    }
    return status;
}

/* Looks whether the gain of the first strategy on the second is decided; all seats have had equal
 * numbers of games. */
static void decide(struct nf_tournament *tournament)
{
    const struct nf_paired *const any = &tournament->pairings[0][1];
    if (tournament->options->sprt != NULL)
        tournament->verdict =
            nf_sprt_verdict(&tournament->sprt, any->games, any->trials, 0 - tournament->totals[0],
                            tournament->products[0][0]);
}

double nf_tournament_ratio(const struct nf_tournament *tournament)
{
    const struct nf_paired *const any = &tournament->pairings[0][1];
    return nf_sprt_ratio(&tournament->sprt, any->games, any->trials, 0 - tournament->totals[0],
                         tournament->products[0][0]);
}

/* How many games a seat plays next. A sequential test looks often, after small parts of what there
 * is, so that it ends not long after it could. */
static uint64_t next_games(const struct nf_tournament *tournament, uint64_t done)
{
    const uint64_t least = NF_SPRT_LEAST / tournament->options->common.params.players + 1;
    if (tournament->options->sprt == NULL)
        return done < FIRST_CHUNK ? FIRST_CHUNK : done < CHUNK ? done : CHUNK;
    return done < 8 * least ? least : done < 8 * (uint64_t)CHUNK ? done / 8 : CHUNK;
}

/* The seats rotate: the lone player sits at each for an equal share of the games. */
enum nf_status nf_tournament_play(struct nf_tournament *tournament, struct nf_error *err)
{
    const uint32_t players = tournament->options->common.params.players;
    const uint64_t each = tournament->options->games / players;
    enum nf_status status = NF_OK;
    tournament->gains = calloc((size_t)tournament->count * CHUNK, sizeof *tournament->gains);
    if (tournament->gains == NULL)
        return nf_fail(err, NF_IO, "out of memory for %u strategies", tournament->count);
    tournament->start = nf_now();
    tournament->progress =
        (struct nf_progress){.what = N_("games"),
                             .total = each * players * tournament->count * (tournament->count - 1),
                             .quiet = tournament->options->common.quiet};
    for (uint64_t done = 0, next; status == NF_OK && done < each; done += next) {
        next = next_games(tournament, done);
        next = each - done < next ? each - done : next;
        for (uint32_t seat = 0; status == NF_OK && seat < players; seat++)
            status = play_chunk(tournament, seat, seat * each + done, next, err);
        if (status == NF_OK)
            decide(tournament);
        if (tournament->verdict != NF_SPRT_OPEN)
            break;
    }
    nf_progress_end(&tournament->progress);
    free(tournament->gains);
    tournament->gains = NULL;
    rank(tournament);
    return status;
}
