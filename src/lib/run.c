/* Running ranges of games. */
#include "base/json_text.h"
#include "base/lang.h"
#include "base/owned.h"
#include "lib/lib_internal.h"
#include "sim/report/page.h"
#include "sim/report/report.h"
#include "sim/runner.h"
#include "table/forms.h"
#include "table/tables.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* Bytes of outcome records that are kept for the other arrays. */
enum { KEPT_BYTES = 4 << 20 };

/* A run in progress. */
struct running {
    struct ninefold_batch *batch;
    const struct ninefold_options *options; /* NULL: none */
    struct nf_run_options run;              /* of the next part */
    struct ninefold_arrays arrays;          /* from the next game on */
    uint64_t games, done;                   /* in all, by the parts so far */
    double seconds;
    atomic_bool stop;
};

enum ninefold_status ninefold_batch_open(const struct ninefold_game *game, uint64_t first,
                                         struct ninefold_batch **batch, struct ninefold_error *err)
{
    *batch = NULL;
    if (first >= NF_MOST_GAMES)
        return (enum ninefold_status)nf_fail(nf_lib_error(err), NF_USAGE,
                                             "first: expected 0 to %" PRIu64 ", found %" PRIu64,
                                             NF_MOST_GAMES - 1, first);
    struct ninefold_batch *const made = *batch = calloc(1, sizeof *made);
    if (made == NULL)
        return (enum ninefold_status)nf_fail_memory(nf_lib_error(err));
    *made = (struct ninefold_batch){.game = game, .first = first};
    const enum nf_status status = nf_tally_open(&made->tally, game->setup, nf_lib_error(err));
    if (status != NF_OK) {
        free(made);
        *batch = NULL;
    }
    return (enum ninefold_status)status;
}

void ninefold_batch_close(struct ninefold_batch *batch)
{
    if (batch == NULL)
        return;
    nf_tally_close(&batch->tally);
    free(batch);
}

static void progress(void *owner, uint64_t games, double seconds)
{
    struct running *const running = owner;
    if (running->options->progress(running->options->owner, running->done + games,
                                   running->seconds + seconds) != 0)
        atomic_store(&running->stop, true);
}

/* Fills the arrays of a part from its outcome records, and moves them behind it. */
static void fill_part(struct running *running, const uint32_t *kept, uint64_t games)
{
    const struct nf_setup *const setup = running->run.setup;
    const struct nf_tally_ops *const ops = setup->game->tally;
    const uint32_t words = nf_words_of(setup), players = setup->params.players;
    struct ninefold_arrays *const arrays = &running->arrays;
    const struct nf_record_ops *const records = setup->game->records;
    size_t columns = 0;
    while (records->columns[columns].name != NULL)
        columns++;
    const size_t values = nf_rows_of(setup) * columns;
    for (uint64_t i = 0; i < games; i++) {
        const struct nf_outcome outcome = {.index = running->run.span.first + i,
                                           .words = kept + i * words};
        if (arrays->events != NULL)
            ops->per_seat(setup, &outcome, arrays->events + i * players);
        if (arrays->turns != NULL)
            arrays->turns[i] = ops->turns_of(setup, &outcome);
        if (arrays->values != NULL)
            records->fill(setup, outcome.words, arrays->values + i * values);
    }
    if (arrays->outcomes != NULL)
        arrays->outcomes += games * words;
    if (arrays->events != NULL)
        arrays->events += games * players;
    if (arrays->turns != NULL)
        arrays->turns += games;
    if (arrays->values != NULL)
        arrays->values += games * values;
}

static enum nf_status check_run(const struct ninefold_batch *batch, uint64_t games,
                                struct nf_error *err)
{
    const uint64_t next = ninefold_batch_next(batch), most = ninefold_most_games(batch->game);
    if (next >= most)
        return nf_fail(err, NF_USAGE,
                       "games: expected none from index %" PRIu64 " on, for there are %" PRIu64,
                       next, most);
    if (games == 0 || games > most - next)
        return nf_fail(err, NF_USAGE,
                       "games: expected 1 to %" PRIu64 " from index %" PRIu64 " on, found %" PRIu64,
                       most - next, next, games);
    return NF_OK;
}

/* Plays the next part into `whole`. `kept` has room for so many records, NULL: none are wanted. */
static enum nf_status play_part(struct running *running, uint32_t *kept, uint64_t most,
                                struct nf_tally *whole, struct nf_error *err)
{
    const uint64_t left = running->games - running->done;
    NF_FREED_BY(nf_run_result_close) struct nf_run_result part = {0};
    running->run.span.games = kept == NULL || left < most ? left : most;
    running->run.kept = running->arrays.outcomes != NULL ? running->arrays.outcomes : kept;
    NF_TRY(nf_run(&running->run, &part, err));
    fill_part(running, running->run.kept, kept == NULL ? 0 : part.tally.games);
    nf_tally_merge(whole, &part.tally);
    running->run.span.first += part.tally.games;
    running->done += part.tally.games;
    running->seconds += part.seconds;
    return NF_OK;
}

static enum nf_status play_parts(struct running *running, struct nf_error *err)
{
    const struct ninefold_arrays *const arrays = &running->arrays;
    const size_t each = ninefold_words(running->batch->game) * sizeof *arrays->outcomes;
    NF_OWNED uint32_t *kept = NULL;
    /* Of this run, so that a failure changes nothing. */
    NF_FREED_BY(nf_tally_close) struct nf_tally whole = {0};
    if (arrays->outcomes != NULL || arrays->events != NULL || arrays->turns != NULL ||
        arrays->values != NULL) {
        kept = malloc(KEPT_BYTES);
        NF_TRY_MEMORY(kept != NULL, err);
    }
    NF_TRY(nf_tally_open(&whole, running->run.setup, err));
    while (running->done < running->games && !atomic_load(&running->stop))
        NF_TRY(play_part(running, kept, KEPT_BYTES / each, &whole, err));
    nf_tally_merge(&running->batch->tally, &whole);
    running->batch->seconds += running->seconds;
    running->batch->threads = running->run.threads;
    return NF_OK;
}

static enum nf_status start_run(struct running *running, struct nf_error *err)
{
    NF_TRY(check_run(running->batch, running->games, err));
    NF_TRY(nf_lib_threads(running->options != NULL ? running->options->threads : 0,
                          &running->run.threads, err));
    return play_parts(running, err);
}

enum ninefold_status ninefold_run(struct ninefold_batch *batch, uint64_t games,
                                  const struct ninefold_arrays *arrays,
                                  const struct ninefold_options *options,
                                  struct ninefold_error *err)
{
    struct running running = {
        .batch = batch,
        .options = options,
        .games = games,
        .run = {.setup = batch->game->setup,
                .kernel = batch->game->kernel,
                .span.first = ninefold_batch_next(batch),
                .progress = options != NULL && options->progress != NULL ? progress : NULL,
                .progress_owner = &running,
                .stop = &running.stop},
    };
    if (arrays != NULL)
        running.arrays = *arrays;
    return (enum ninefold_status)start_run(&running, nf_lib_error(err));
}

uint64_t ninefold_batch_games(const struct ninefold_batch *batch)
{
    return batch->tally.games;
}

uint64_t ninefold_batch_turns(const struct ninefold_batch *batch)
{
    return nf_tally_turns(&batch->tally);
}

uint64_t ninefold_batch_next(const struct ninefold_batch *batch)
{
    return nf_span_end(nf_lib_played(batch));
}

void ninefold_batch_digest(const struct ninefold_batch *batch, char digest[33])
{
    static_assert(NF_DIGEST_TEXT == 33, "as the header says");
    nf_digest_print(&batch->tally.digest, digest);
}

enum ninefold_status ninefold_batch_command(const struct ninefold_batch *batch,
                                            struct ninefold_text *text, struct ninefold_error *err)
{
    struct nf_text made = {0};
    nf_report_run(&made, batch->game->setup, nf_lib_played(batch));
    return nf_lib_give(text, &made, NF_OK, nf_lib_error(err));
}

struct ninefold_share ninefold_batch_share(const struct ninefold_batch *batch, uint32_t seat)
{
    struct ninefold_share share = {0, NAN, NAN, NAN};
    const struct nf_tally_ops *const ops = batch->game->setup->game->tally;
    if (ops->share == NULL || batch->tally.games == 0 || seat >= ninefold_players(batch->game))
        return share;
    const struct nf_estimate found = ops->share(&batch->tally, seat, &share.times);
    share.mean = found.mean;
    share.low = found.low;
    share.high = found.high;
    return share;
}

static enum nf_status write_report(struct nf_text *made, const struct nf_report *report,
                                   enum ninefold_form form, struct nf_error *err)
{
    NF_FREED_BY(nf_tables_free) struct nf_tables tables = {0};
    NF_TRY(nf_lib_form(form, err));
    if (form == NINEFOLD_JSON) {
        nf_json_forget();
        return nf_report_json(made, report, err);
    }
    if (form == NINEFOLD_HTML)
        return nf_html_report(made, report, &report->kernel, 1, NULL, err);
    if (form == NINEFOLD_MARKDOWN) {
        nf_report_tables(report, &tables);
        nf_tables_markdown(made, &tables);
    } else {
        nf_report_table(made, report);
    }
    return NF_OK;
}

enum ninefold_status ninefold_batch_report(const struct ninefold_batch *batch,
                                           enum ninefold_form form, struct ninefold_text *text,
                                           struct ninefold_error *err)
{
    const struct nf_span span = nf_lib_played(batch);
    const struct nf_report report = {.tally = &batch->tally,
                                     .spans = &span,
                                     .spans_count = 1,
                                     .seconds = batch->seconds,
                                     .threads = batch->threads,
                                     .kernel = batch->game->kernel->name};
    struct nf_text made = {0};
    const enum nf_status status = write_report(&made, &report, form, nf_lib_error(err));
    return nf_lib_give(text, &made, status, nf_lib_error(err));
}

/* ---- what all games come to, without playing ---- */

static bool report_exact_progress(void *owner, uint64_t turns, uint64_t expected)
{
    const struct ninefold_exact_options *const options = owner;
    return options->progress(options->owner, turns, expected) == 0;
}

static enum nf_status check_job(const struct nf_setup *setup, const struct nf_exact_options *job,
                                struct nf_error *err)
{
    const struct nf_game *const game = setup->game;
    if (game->exact == NULL)
        return nf_fail(err, NF_USAGE, "game %s: its results cannot be calculated", game->name);
    if (setup->params.players > game->exact->players)
        return nf_fail(err, NF_USAGE, "%s: expected %u to %u, found %u", "players",
                       game->players.low, game->exact->players, setup->params.players);
    if (job->memory < NF_EXACT_LEAST_MEMORY)
        return nf_fail(err, NF_USAGE, "memory: expected %" PRIu64 " bytes or more, found %" PRIu64,
                       (uint64_t)NF_EXACT_LEAST_MEMORY, (uint64_t)job->memory);
    if (job->best > setup->params.players)
        return nf_fail(err, NF_USAGE, "%s: expected %u to %u, found %u", "best", 0u,
                       setup->params.players, job->best);
    return NF_OK;
}

static enum nf_status write_form(enum ninefold_form form, struct nf_text *made,
                                 const struct nf_setup *setup, const struct nf_tables *tables,
                                 struct nf_error *err)
{
    if (form == NINEFOLD_MARKDOWN) {
        nf_tables_markdown(made, tables);
    } else if (form == NINEFOLD_JSON) {
        nf_json_forget();
        return nf_text_json(made, nf_exact_document(setup, tables), err);
    } else if (form == NINEFOLD_HTML) {
        struct nf_text words = {0};
        nf_exact_words(&words, setup);
        const enum nf_status status =
            nf_html_tables(made, _(setup->game->title), nf_text_terminated(&words), tables, err);
        nf_text_free_part(&words, made);
        return status;
    } else {
        nf_exact_table(made, setup, tables);
    }
    return NF_OK;
}

/* Appends the results to `made`. */
static enum nf_status write_exact(const struct nf_setup *setup, struct nf_exact_options *job,
                                  uint32_t threads, enum ninefold_form form, struct nf_text *made,
                                  struct nf_error *err)
{
    NF_FREED_BY(nf_tables_free) struct nf_tables tables = {0};
    NF_TRY(nf_lib_form(form, err));
    NF_TRY(check_job(setup, job, err));
    NF_TRY(nf_lib_threads(threads, &job->threads, err));
    NF_TRY(setup->game->exact->solve(setup, job, &tables, err));
    return write_form(form, made, setup, &tables, err);
}

enum ninefold_status ninefold_exact(const struct ninefold_game *game,
                                    const struct ninefold_exact_options *options,
                                    enum ninefold_form form, struct ninefold_text *text,
                                    struct ninefold_error *err)
{
    struct nf_error *const error = nf_lib_error(err);
    const struct ninefold_exact_options none = {.threads = 0}, *asked = options;
    if (options == NULL)
        asked = &none;
    struct nf_exact_options job = {
        .memory = asked->memory != 0 ? (size_t)asked->memory : NF_EXACT_MEMORY,
        .tolerance = nf_exact_tolerance(asked->best),
        .best = asked->best,
        .progress = asked->progress != NULL ? report_exact_progress : NULL,
        .progress_owner = (void *)asked};
    struct nf_text made = {0};
    const enum nf_status status =
        write_exact(game->setup, &job, asked->threads, form, &made, error);
    return nf_lib_give(text, &made, status, error);
}
