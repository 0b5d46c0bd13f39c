#include "commands/sim/tournament/contest.h"

#include "base/lang.h"
#include "base/shown.h"
#include "base/signals.h"
#include "base/threads.h"
#include "sim/runner.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* The first chunk of a seat is short, so that there is something to show soon; and so are those
 * that are saved after each chunk of all seats. */
enum { FIRST_CHUNK = 1024, SAVED_CHUNK = 4096 };

static bool show_pairings(void *owner, uint64_t done, double seconds)
{
    struct nf_contest *const contest = owner;
    nf_progress_part(&contest->progress, done, seconds);
    return contest->file.open && nf_signals_caught() != 0;
}

/* A signal came in the midst of a chunk. */
static enum nf_status fail_stopped(const struct nf_contest *contest, struct nf_error *err)
{
    const int signal = nf_signals_caught();
    return nf_fail(err, (enum nf_status)(128 + signal),
                   "stopped by signal %d (%s); %" PRIu64 " games per pairing are saved, the same "
                   "command goes on",
                   signal, strsignal(signal), contest->of.games);
}

/* Who leads, and by how much: what progress shows. */
static void estimate(struct nf_contest *contest)
{
    const struct nf_tournament_entry *const leader =
        &contest->of.ranking[contest->options->gauntlet];
    const double width = 50 * (leader->to_next.high - leader->to_next.low);
    char name[NF_TOURNAMENT_NAME];
    nf_shown_copy(name, sizeof name, contest->plan.names[leader->strategy]);
    if (isnan(width))
        return;
    snprintf(contest->estimate, sizeof contest->estimate, _("%s leads by %.3f +-%.3f points"), name,
             100 * leader->to_next.mean, width);
    contest->progress.estimate = contest->estimate;
}

/* How many games a seat plays next. A sequential test looks often, after small parts of what there
 * is, so that it ends not long after it could. */
static uint64_t next_games(const struct nf_contest *contest, uint64_t done)
{
    const uint64_t least = NF_SPRT_LEAST / contest->plan.params.players + 1;
    const uint64_t most = NF_TOURNAMENT_CHUNK;
    if (contest->file.open)
        return SAVED_CHUNK;
    if (contest->options->sprt == NULL)
        return done < FIRST_CHUNK ? FIRST_CHUNK : done < most ? done : most;
    return done < 8 * least ? least : done < 8 * most ? done / 8 : most;
}

/* The seats rotate: the lone player sits at each for an equal share of the games. */
static enum nf_status play_all(struct nf_contest *contest, struct nf_error *err)
{
    const uint32_t players = contest->plan.params.players;
    const uint64_t each = contest->plan.games / players;
    for (struct nf_span gap; contest->of.verdict == NF_SPRT_OPEN;) {
        gap = nf_spans_gap(&contest->played);
        const uint64_t next = next_games(contest, contest->of.games / players);
        gap.games = gap.games < next ? gap.games : next;
        if (gap.games == 0)
            break;
        for (uint32_t seat = 0; seat < players; seat++) {
            NF_TRY(
                nf_tournament_chunk(&contest->of, seat, seat * each + gap.first, gap.games, err));
            estimate(contest);
        }
        nf_spans_played(&contest->played, gap.games);
        nf_tournament_decide(&contest->of);
        NF_TRY(nf_contest_save(contest, err));
    }
    return NF_OK;
}

enum nf_status nf_contest_play(struct nf_contest *contest, struct nf_error *err)
{
    const struct nf_spans *const played = &contest->played;
    const uint32_t players = contest->plan.params.players;
    const struct nf_span all = {played->list[0].first, played->end - played->list[0].first};
    const uint64_t missing = all.games - nf_spans_common(played, &all);
    contest->progress =
        (struct nf_progress){.what = N_("games"),
                             .total = missing * players * nf_tournament_pairings(&contest->of),
                             .quiet = contest->options->common.quiet,
                             .start = nf_now()};
    contest->plan.progress = show_pairings;
    contest->plan.progress_owner = contest;
    nf_tournament_rank(&contest->of); /* where all is saved already */
    enum nf_status status = play_all(contest, err);
    nf_progress_end(&contest->progress);
    if (status == NF_BUDGET)
        status = fail_stopped(contest, err);
    return status;
}
