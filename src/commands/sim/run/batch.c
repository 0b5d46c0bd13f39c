#include "commands/sim/run/batch.h"

#include "base/lang.h"
#include "base/signals.h"
#include "base/threads.h"

#include <stdio.h>

static const uint64_t first_look = 1024; /* games, with --until-width; a power of two */

/* How often progress gets new estimates. */
static const double estimate_seconds = 1;

static void show_games(void *owner, uint64_t games, double seconds)
{
    struct nf_batch *const batch = owner;
    nf_progress_show(&batch->progress, batch->total.tally.games - batch->before + games,
                     batch->total.seconds + seconds);
}

/* How often the state is saved. */
static double save_seconds(const struct nf_batch *batch)
{
    return (double)batch->job->options->save_every * 1e-9;
}

static bool time_is_up(const struct nf_batch *batch)
{
    return batch->seconds > 0 && batch->total.seconds >= batch->seconds;
}

/* How long the next part may take, in seconds; 0: as long as it takes. It ends when the time is up,
 * the state is due to be saved, or progress wants new estimates. */
static double part_seconds(const struct nf_batch *batch)
{
    const double limits[] = {
        batch->seconds > 0 ? batch->seconds - batch->total.seconds : 0,
        batch->job->saving ? save_seconds(batch) - (batch->total.seconds - batch->saved) : 0,
        nf_progress_shown(&batch->progress) ? estimate_seconds : 0,
    };
    double least = 0;
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (limits[i] > 0 && (least == 0 || limits[i] < least))
            least = limits[i];
    return least;
}

/* The first seat stands for all: their intervals are about as wide. */
static void estimate(struct nf_batch *batch)
{
    const struct nf_tally *const tally = &batch->total.tally;
    const struct nf_tally_ops *const ops = tally->setup->game->tally;
    uint64_t times;
    if (ops->share == NULL || tally->games == 0)
        return;
    const struct nf_estimate share = ops->share(tally, 0, &times);
    snprintf(batch->estimate, sizeof batch->estimate, _("seat 1 %s %.3f%% +-%.3f"), _(ops->event),
             100 * share.mean, 50 * (share.high - share.low));
    batch->progress.estimate = batch->estimate;
}

/* Writes the records of the part that was played, which takes its time. */
static enum nf_status write_records(const struct nf_batch *batch, struct nf_run_result *part,
                                    struct nf_error *err)
{
    const double start = nf_now();
    if (batch->records.kept == NULL)
        return NF_OK;
    const enum nf_status status =
        nf_records_write(&batch->records, batch->options.first, part->tally.games, err);
    part->seconds += nf_now() - start;
    return status;
}

/* Plays up to `games` games, or as long as a part may take, and adds them to the total. */
static enum nf_status play_part(struct nf_batch *batch, uint64_t games, struct nf_error *err)
{
    struct nf_run_result part;
    const struct nf_span gap = nf_spans_gap(&batch->job->played);
    const uint64_t most = batch->records.kept == NULL ? UINT64_MAX : batch->records.most;
    games = games < gap.games ? games : gap.games;
    batch->options.kept = batch->records.kept;
    batch->options.first = gap.first;
    batch->options.games = games < most ? games : most;
    batch->options.seconds = part_seconds(batch);
    enum nf_status status = nf_run(&batch->options, &part, err);
    if (status == NF_OK)
        status = write_records(batch, &part, err);
    if (status == NF_OK) {
        nf_tally_merge(&batch->total.tally, &part.tally);
        batch->total.seconds += part.seconds;
        batch->total.signal = nf_signals_caught();
        nf_spans_played(&batch->job->played, part.tally.games);
        estimate(batch);
    }
    nf_tally_close(&part.tally);
    return status;
}

/* Plays until there are `target` games, the time is up or a signal comes. Saves the state whenever
 * it is due, but not at the end. */
static enum nf_status play_to(struct nf_batch *batch, uint64_t target, struct nf_error *err)
{
    const struct nf_tally *const tally = &batch->total.tally;
    while (tally->games < target && batch->total.signal == 0 && !time_is_up(batch)) {
        NF_TRY(play_part(batch, target - tally->games, err));
        if (tally->games >= target || time_is_up(batch) ||
            batch->total.seconds - batch->saved < save_seconds(batch))
            continue;
        NF_TRY(nf_long_save(batch->job, tally, err));
        batch->saved = batch->total.seconds;
    }
    return NF_OK;
}

bool nf_batch_narrow(const struct nf_batch *batch)
{
    const struct nf_tally *const tally = &batch->total.tally;
    return nf_tally_width(tally) <= batch->width;
}

/* Plays all games, or until the intervals are narrow. The widths are checked at fixed points: after
 * 1,024 games and each time the number has doubled. With so few checks the final intervals cover
 * nearly as often as those of a run of fixed length. For exact intervals with one trial per game
 * the coverage, computed by summing over all outcomes, is at least 94.0% for any rate and width,
 * 96% on average. For intervals between games, simulation with widths just within reach gives 94.5%
 * to 95%, and 93.6% if a game has two to five rounds and a seat one chance in 30.
 * tests/unit/base/stats/test_intervals.c repeats a part of this. Looks at any time, by a confidence
 * sequence, would take longer: see bench/NOTES.md. */
static enum nf_status play_parts(struct nf_batch *batch, struct nf_error *err)
{
    uint64_t *const played = &batch->total.tally.games;
    uint64_t target = batch->width > 0 ? first_look : batch->games;
    while (batch->width > 0 && target < *played)
        target *= 2; /* up to the state of the resumed run */
    for (;;) {
        target = target < batch->games ? target : batch->games;
        batch->progress.total = target - batch->before; /* the total is unknown */
        const enum nf_status status = play_to(batch, target, err);
        if (status != NF_OK || *played < target || target == batch->games || nf_batch_narrow(batch))
            return status;
        target *= 2;
        if (time_is_up(batch))
            return NF_OK;
    }
}

enum nf_status nf_batch_play(struct nf_batch *batch, const char *records, struct nf_error *err)
{
    enum nf_status status = nf_tally_open(&batch->total.tally, batch->options.setup, err);
    if (status == NF_OK && nf_long_resumed(batch->job))
        nf_tally_merge(&batch->total.tally, &batch->job->before.tally);
    batch->before = batch->total.tally.games;
    batch->options.progress = show_games;
    batch->options.progress_owner = batch;
    nf_signals_hold(NULL); /* also between parts, so that no state is cut short */
    if (status == NF_OK && records != NULL)
        status = nf_records_open(&batch->records, records, batch->options.setup,
                                 batch->options.threads, err);
    if (status == NF_OK)
        status = play_parts(batch, err);
    status = nf_records_close(&batch->records, status, err);
    /* A finished run that is resumed keeps its file, and the state before it. */
    if (status == NF_OK && !(batch->job->file.ours && batch->total.tally.games == batch->before))
        status = nf_long_save(batch->job, &batch->total.tally, err);
    nf_long_done(batch->job);
    nf_signals_release();
    nf_progress_end(&batch->progress);
    return status;
}
