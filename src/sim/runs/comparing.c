#include "sim/runs/comparing.h"

#include "base/lang.h"
#include "base/owned.h"
#include "base/threads.h"
#include "sim/runner.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* ---- which games can be paired ---- */

/* Finds the next common range, starting at range `*i` of `a` and `*j` of `b`; returns false if
 * there is none. */
static bool next_common(const struct nf_report *a, const struct nf_report *b, size_t *i, size_t *j,
                        struct nf_span *common)
{
    while (*i < a->spans_count && *j < b->spans_count) {
        const struct nf_span *const x = &a->spans[*i], *const y = &b->spans[*j];
        const uint64_t first = x->first > y->first ? x->first : y->first;
        const uint64_t x_end = x->first + x->games, y_end = y->first + y->games;
        const uint64_t end = x_end < y_end ? x_end : y_end;
        *i += x_end <= y_end;
        *j += y_end <= x_end;
        if (first < end) {
            *common = (struct nf_span){first, end - first};
            return true;
        }
    }
    return false;
}

uint64_t nf_common_games(const struct nf_report *a, const struct nf_report *b)
{
    struct nf_span common;
    uint64_t games = 0;
    for (size_t i = 0, j = 0; next_common(a, b, &i, &j, &common);)
        games += common.games;
    return games;
}

static bool same_string(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

/* The profile does not matter if weights are given. */
static bool same_cards(const struct nf_params *a, const struct nf_params *b)
{
    return same_string(a->weights, b->weights) &&
           (a->weights != NULL || same_string(a->profile, b->profile));
}

/* Whether games of the same index have the same deal in both runs, so that they can be paired. If
 * not, appends the reason to `why`. */
static bool can_pair(const struct nf_report *a, const struct nf_report *b, struct nf_text *why)
{
    const struct nf_params *const x = &a->tally->setup->params, *const y = &b->tally->setup->params;
    if (!same_cards(x, y))
        nf_text_string(why, _("their cards differ, so their deals differ"));
    else if (x->seed != y->seed)
        nf_text_format(why, _("their seeds, %llu and %llu, differ"), (unsigned long long)x->seed,
                       (unsigned long long)y->seed);
    else if (x->paired != y->paired)
        nf_text_string(why, _("one of them is --paired, so their deals differ"));
    else if (x->rounds != y->rounds)
        nf_text_format(why, _("their games have %u and %u rounds"), x->rounds, y->rounds);
    else if (x->deck != y->deck)
        nf_text_string(why, _("their decks are not of the same size"));
    else if (nf_common_games(a, b) < 2)
        nf_text_string(why, _("they have no two indices in common"));
    else
        return true;
    return false;
}

static bool same_play(const struct nf_params *a, const struct nf_params *b)
{
    if (!same_string(a->strategy, b->strategy))
        return false;
    json_t *const x = nf_report_params(a), *const y = nf_report_params(b);
    const bool same =
        json_equal(json_object_get(x, "strategies"), json_object_get(y, "strategies")) ||
        (a->texts == NULL && b->texts == NULL);
    json_decref(x);
    json_decref(y);
    return same;
}

/* ---- paired ---- */

/* With fewer games that differ, a Student t interval of the difference is unreliable, because it
 * assumes that these games are typical. A game with one trial has another interval, which is valid
 * for any number. */
enum { FEW_APART = 20 };

struct watcher {
    const struct nf_comparing_options *options;
    uint64_t before; /* number of games in earlier ranges */
    double start;
};

static bool watch_comparison(void *owner, uint64_t done, double seconds)
{
    const struct watcher *const watcher = owner;
    (void)seconds;
    if (watcher->options->progress != NULL)
        watcher->options->progress(watcher->options->progress_owner, watcher->before + done,
                                   nf_now() - watcher->start);
    return false;
}

static enum nf_status play_common(const struct nf_comparing_options *options,
                                  struct nf_paired *total, struct nf_error *err)
{
    struct watcher watcher = {options, 0, nf_now()};
    struct nf_paired_options job = {
        .threads = options->threads, .progress = watch_comparison, .progress_owner = &watcher};
    for (int side = 0; side < 2; side++) {
        struct nf_paired_side *const played = &job.sides[side];
        played->setup = options->runs[side]->tally->setup;
        NF_TRY(nf_choose_kernel(played->setup->game, "auto", &played->kernel, err));
        NF_TRY(nf_fit_kernel(played->setup, "auto", &played->kernel, err));
    }
    *total = (struct nf_paired){0};
    struct nf_span common;
    for (size_t i = 0, j = 0; next_common(options->runs[0], options->runs[1], &i, &j, &common);) {
        struct nf_paired part;
        job.first = common.first;
        job.games = common.games;
        NF_TRY(nf_paired_run(&job, &part, err));
        nf_paired_merge(total, &part);
        watcher.before += common.games;
    }
    return NF_OK;
}

static enum nf_status compare_paired(const struct nf_comparing_options *options,
                                     struct nf_comparison *comparison, struct nf_error *err)
{
    struct nf_paired paired;
    if (options->paired != NULL)
        paired = *options->paired;
    else
        NF_TRY(play_common(options, &paired, err));
    const bool same =
        same_play(&options->runs[0]->tally->setup->params, &options->runs[1]->tally->setup->params);
    comparison->paired = true;
    comparison->games = paired.games;
    comparison->apart = paired.games_apart;
    for (uint32_t seat = 0; seat < comparison->seats; seat++) {
        for (uint32_t side = 0; side < 2; side++)
            comparison->shares[side][seat] = (struct nf_estimate){
                .mean = nf_paired_share(&paired, side, seat), .low = NAN, .high = NAN};
        comparison->differences[seat] =
            nf_estimate_at(nf_paired_difference(&paired, seat), options->miss);
        if (same) /* certain, nothing to estimate */
            comparison->differences[seat].low = comparison->differences[seat].high = NAN;
    }
    nf_text_format(&comparison->why,
                   _("paired: seed, cards and %llu indices are common to both runs, so these games "
                     "were played again with both and compared pair by pair"),
                   (unsigned long long)paired.games);
    if (same)
        nf_text_string(&comparison->warning,
                       _("both runs play alike, so their common games are identical and there is "
                         "no interval"));
    else if (paired.games_apart < FEW_APART && paired.trials > 1)
        nf_text_format(&comparison->warning,
                       _("only %llu games differ, too few for reliable intervals: rare games that "
                         "matter may be missing"),
                       (unsigned long long)paired.games_apart);
    return NF_OK;
}

/* ---- not paired ---- */

static enum nf_status compare_apart(const struct nf_comparing_options *options,
                                    const struct nf_text *reason, struct nf_comparison *comparison,
                                    struct nf_error *err)
{
    const struct nf_report *const *const runs = options->runs;
    for (int side = 0; side < 2; side++) {
        const struct nf_tally *const tally = runs[side]->tally;
        const struct nf_tally_ops *const ops = tally->setup->game->tally;
        if (ops->share == NULL)
            return nf_fail(err, NF_USAGE,
                           "--compare: seats of %s can only be compared by common games",
                           tally->setup->game->title);
        uint64_t times;
        for (uint32_t seat = 0; seat < comparison->seats; seat++)
            comparison->shares[side][seat] = ops->share(tally, seat, &times);
    }
    for (uint32_t seat = 0; seat < comparison->seats; seat++)
        comparison->differences[seat] = nf_difference_apart(
            &comparison->shares[0][seat], &comparison->shares[1][seat], options->miss);
    nf_text_format(
        &comparison->why,
        _("not paired: %.*s; so the intervals of the differences treat the runs as independent"),
        (int)reason->size, reason->data);
    if (runs[0]->tally->setup->params.seed == runs[1]->tally->setup->params.seed &&
        nf_common_games(runs[0], runs[1]) > 0)
        nf_text_string(&comparison->warning,
                       _("they share a seed and indices, so they are not independent and the "
                         "intervals are not exact; use another --seed or --first for one of them"));
    return NF_OK;
}

enum nf_status nf_can_compare(const struct nf_setup *a, const struct nf_setup *b,
                              struct nf_error *err)
{
    if (a->game != b->game)
        return nf_fail(err, NF_USAGE, "--compare: the runs are of %s and of %s", a->game->title,
                       b->game->title);
    if (a->params.players != b->params.players)
        return nf_fail(err, NF_USAGE,
                       "--compare: the runs have %u and %u players; expected equal numbers",
                       a->params.players, b->params.players);
    if (a->game->tally->per_seat == NULL)
        return nf_fail(err, NF_USAGE, "--compare: %s has no seats to compare", a->game->title);
    return NF_OK;
}

enum nf_status nf_compare(const struct nf_comparing_options *options,
                          struct nf_comparison *comparison, struct nf_error *err)
{
    const struct nf_setup *const a = options->runs[0]->tally->setup;
    const struct nf_setup *const b = options->runs[1]->tally->setup;
    NF_OWNED_TEXT struct nf_text reason = {0};
    *comparison = (struct nf_comparison){.seats = a->params.players};
    NF_TRY(nf_can_compare(a, b, err));
    if (can_pair(options->runs[0], options->runs[1], &reason))
        NF_TRY(compare_paired(options, comparison, err));
    else
        NF_TRY(compare_apart(options, &reason, comparison, err));
    if (reason.failed || comparison->why.failed || comparison->warning.failed)
        return nf_fail(err, NF_IO, "out of memory for a comparison");
    return NF_OK;
}

void nf_comparison_close(struct nf_comparison *comparison)
{
    nf_text_free(&comparison->why);
    nf_text_free(&comparison->warning);
}
