#include "base/owned.h"
#include "base/signals.h"
#include "sim/runs/search_internal.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Thousands of changes are tried, so few without a gain may pass; those with one may be missed now
 * and then, for there are others, and what is given up sooner costs less. */
static const double accepted_wrongly = 0.001, missed = 0.25;

/* The smallest gain sought in the end, in deviations of a mean over all games of a comparison. */
static const double gain_in_errors = 4;

/* ---- playing ---- */

void nf_search_release(struct nf_player *player)
{
    if (player->setup != NULL)
        nf_release(player->setup);
    nf_text_free(&player->list);
    *player = (struct nf_player){0};
}

enum nf_status nf_search_prepare(const struct nf_search_options *options, const char *strategy,
                                 uint64_t seed, struct nf_player *player, struct nf_error *err)
{
    const struct nf_strategy texts[] = {{"searched", "", strategy}, {NULL, NULL, NULL}};
    struct nf_params params = options->params;
    *player = (struct nf_player){0};
    nf_text_format(&player->list, "%u=searched", options->seat + 1);
    params.strategy = nf_text_terminated(&player->list);
    NF_TRY_MEMORY(!player->list.failed, err);
    params.texts = texts;
    params.seed = seed;
    NF_TRY(nf_choose_kernel(options->game, options->kernel, &player->kernel, err));
    NF_TRY(nf_prepare(options->game, &params, &player->setup, err));
    return nf_fit_kernel(player->setup, options->kernel, &player->kernel, err);
}

/* Sits a strategy down for the games of the search. */
static enum nf_status prepare_player(const struct nf_searching *search, const char *strategy,
                                     struct nf_player *player)
{
    return nf_search_prepare(search->options, strategy, search->options->params.seed, player,
                             search->err);
}

/* Whether a signal is to end the search now, within a step: its state is saved. */
static bool is_ended(void *owner, uint64_t done, double seconds)
{
    const struct nf_searching *const search = owner;
    (void)done, (void)seconds;
    return search->file.open && nf_signals_caught() != 0;
}

static enum nf_status fail_ended(const struct nf_searching *search)
{
    const int signal = nf_signals_caught();
    return nf_fail(search->err, (enum nf_status)(128 + signal),
                   "stopped by signal %d (%s); %" PRIu64 " of %" PRIu64
                   " steps are saved, the same command goes on",
                   signal, strsignal(signal), search->saved_steps, search->options->steps);
}

/* The games that each change of the climb plays first. */
static struct nf_span first_games(const struct nf_climb *climb)
{
    return (struct nf_span){climb->first, NF_FIRST_GAMES};
}

/* Plays games and adds them to `sum`; `losses` gets those of each, unless it is NULL. */
static enum nf_status play_these(struct nf_searching *search, const struct nf_player *player,
                                 struct nf_span span, int32_t *losses, struct nf_paired *sum)
{
    const struct nf_paired_options job = {.sides[1] = {player->setup, player->kernel},
                                          .span = span,
                                          .threads = search->options->threads,
                                          .progress = is_ended,
                                          .progress_owner = search,
                                          .gains = losses,
                                          .gains_seat = search->options->seat};
    struct nf_paired part;
    NF_TRY(nf_paired_run(&job, &part, search->err));
    nf_paired_merge(sum, &part);
    return part.games == span.games ? NF_OK : fail_ended(search);
}

/* Plays new games and adds them to `sum`. */
static enum nf_status play_more(struct nf_searching *search, const struct nf_player *player,
                                uint64_t games, struct nf_paired *sum)
{
    const struct nf_span span = {search->next_game, games};
    search->next_game += games;
    return play_these(search, player, span, NULL, sum);
}

/* The rate of losses at the seat. */
static struct nf_estimate rate_of(const struct nf_searching *search, const struct nf_paired *played)
{
    return nf_paired_difference(played, search->options->seat);
}

/* The deviation of a game's rate of losses. */
static double deviation_of(const struct nf_searching *search, const struct nf_paired *played)
{
    return rate_of(search, played).error * sqrt((double)played->games);
}

/* ---- comparing a changed strategy with that of the climb ---- */

/* The games of a comparison grow as the gains sought shrink. */
static uint64_t most_games(const struct nf_searching *search)
{
    const uint64_t games = search->options->games / ((uint64_t)search->count * search->count);
    return games > 8 * NF_FIRST_GAMES ? games : 8 * NF_FIRST_GAMES;
}

static double gain_sought(const struct nf_searching *search)
{
    return gain_in_errors * search->count * deviation_of(search, &search->climb->known) /
           sqrt((double)search->options->games);
}

enum nf_status nf_search_seat(struct nf_searching *search, struct nf_climb *climb,
                              struct nf_paired *sum)
{
    memset(climb->losses, 0, sizeof climb->losses);
    NF_TRY(prepare_player(search, climb->text.data, &climb->player));
    return play_these(search, &climb->player, first_games(climb), climb->losses, sum);
}

/* Has the climb's strategy at the seat, and its first games played. */
static enum nf_status prepare_again(struct nf_searching *search)
{
    struct nf_climb *const climb = search->climb;
    if (climb->player.setup != NULL)
        return NF_OK;
    nf_search_release(&climb->player);
    climb->first = search->next_game;
    search->next_game += NF_FIRST_GAMES;
    return nf_search_seat(search, climb, &climb->known);
}

/* Has at least so many games of the climb's strategy. */
static enum nf_status play_up_to(struct nf_searching *search, uint64_t games)
{
    struct nf_climb *const climb = search->climb;
    NF_TRY(prepare_again(search));
    return climb->known.games >= games
               ? NF_OK
               : play_more(search, &climb->player, games - climb->known.games, &climb->known);
}

/* What the games of a changed strategy say of its gain. */
static enum nf_sprt_verdict test_gain(const struct nf_searching *search,
                                      const struct nf_paired *changed)
{
    const uint32_t seat = search->options->seat;
    const struct nf_sprt_sums gain =
        nf_sprt_below(rate_of(search, &search->climb->known).mean, changed->games, changed->trials,
                      changed->counts[1][seat], changed->squares[seat]);
    struct nf_sprt sprt = search->options->sprt;
    if (!(sprt.low < sprt.high))
        sprt = (struct nf_sprt){0, gain_sought(search), accepted_wrongly, missed};
    if (!(sprt.low < sprt.high)) /* no two games of the climb's strategy differ */
        return NF_SPRT_LOW;
    return nf_sprt_verdict(&sprt, gain.games, gain.whole, gain.total, gain.squares);
}

/* Plays the first games of a changed strategy; *alike: it loses as often in each of them. */
static enum nf_status is_alike(struct nf_searching *search, const struct nf_player *changed,
                               struct nf_paired *played, bool *alike)
{
    int32_t losses[NF_FIRST_GAMES] = {0};
    const struct nf_climb *const climb = search->climb;
    NF_TRY(prepare_again(search));
    NF_TRY(play_these(search, changed, first_games(climb), losses, played));
    *alike = memcmp(losses, climb->losses, sizeof losses) == 0;
    return NF_OK;
}

/* Plays more and more games with a changed strategy until its gain is accepted or given up. */
static enum nf_status is_better(struct nf_searching *search, const struct nf_player *changed,
                                bool *better)
{
    enum nf_sprt_verdict verdict = NF_SPRT_OPEN;
    struct nf_paired played = {0};
    bool alike;
    NF_TRY(play_up_to(search, most_games(search)));
    NF_TRY(is_alike(search, changed, &played, &alike));
    while (!alike) {
        verdict = test_gain(search, &played);
        if (verdict != NF_SPRT_OPEN || played.games >= most_games(search))
            break;
        NF_TRY(play_more(search, changed, played.games / 2, &played));
    }
    *better = verdict == NF_SPRT_HIGH;
    return NF_OK;
}

/* ---- changing ---- */

static void take_over(struct nf_searching *search, struct nf_text *text)
{
    nf_search_release(&search->climb->player);
    nf_text_free(&search->climb->text);
    search->climb->text = *text;
    *text = (struct nf_text){0};
}

/* Makes a string of `text`. */
static enum nf_status end_string(struct nf_text *text, struct nf_error *err)
{
    nf_text_terminated(text);
    return text->failed ? nf_fail_memory(err) : NF_OK;
}

/* Makes the strategy without its part `part`; *none: there is no such part. */
static enum nf_status drop(struct nf_searching *search, uint32_t part, struct nf_text *shorter,
                           bool *none)
{
    enum nf_status status =
        search->options->game->strategies->drop(&search->climb->text, part, shorter, search->err);
    *none = status == NF_BUDGET;
    return *none ? NF_OK : status == NF_OK ? end_string(shorter, search->err) : status;
}

/* Drops each part from search->part on that can be spared by `spare`, which looks at the strategy
 * without it; adds how many to `*dropped`. */
static enum nf_status drop_parts(struct nf_searching *search,
                                 enum nf_status (*spare)(struct nf_searching *search,
                                                         const struct nf_player *shorter,
                                                         struct nf_paired *played, bool *spared),
                                 uint64_t *dropped)
{
    for (;;) {
        NF_OWNED_TEXT struct nf_text shorter = {0};
        NF_FREED_BY(nf_search_release) struct nf_player player = {0};
        struct nf_paired played = {0};
        bool none, spared = false;
        NF_TRY(drop(search, search->part, &shorter, &none));
        if (none)
            return NF_OK;
        NF_TRY(prepare_player(search, shorter.data, &player));
        NF_TRY(spare(search, &player, &played, &spared));
        if (spared) {
            take_over(search, &shorter);
            ++*dropped;
        } else {
            search->part++;
        }
        if (search->simplifying)
            NF_TRY(nf_search_save(search, false));
    }
}

/* Drops the parts without which some games are the same. */
static enum nf_status tidy(struct nf_searching *search)
{
    uint64_t dropped = 0; /* told to nobody: they were never of use */
    search->part = 0;
    return drop_parts(search, is_alike, &dropped);
}

/* Takes a changed strategy over if new games confirm that it is better. */
static enum nf_status accept(struct nf_searching *search, const struct nf_player *player,
                             struct nf_text *changed)
{
    struct nf_paired fresh = {0};
    NF_TRY(play_more(search, player, most_games(search), &fresh));
    if (rate_of(search, &fresh).mean > rate_of(search, &search->climb->known).mean)
        return NF_OK;
    search->climb->known = fresh;
    search->found->accepted++;
    take_over(search, changed);
    return tidy(search);
}

static enum nf_status try_change(struct nf_searching *search, struct nf_text *changed)
{
    NF_FREED_BY(nf_search_release) struct nf_player player = {0};
    bool better;
    NF_TRY(prepare_player(search, changed->data, &player));
    NF_TRY(is_better(search, &player, &better));
    return better ? accept(search, &player, changed) : NF_OK;
}

static enum nf_status step(struct nf_searching *search)
{
    NF_OWNED_TEXT struct nf_text changed = {0};
    NF_TRY(search->options->game->strategies->mutate(&search->climb->text, &search->random,
                                                     &changed, search->err));
    NF_TRY(end_string(&changed, search->err));
    return strcmp(changed.data, search->climb->text.data) == 0 ? NF_OK
                                                               : try_change(search, &changed);
}

/* ---- climbs ---- */

/* Has the strategy of each climb play new games, for old ones chose it, and sorts them by these. */
static enum nf_status rank(struct nf_searching *search)
{
    for (uint32_t i = 0; i < search->count; i++) {
        search->climb = &search->climbs[i];
        nf_search_release(&search->climb->player);
        search->climb->known = (struct nf_paired){0};
        NF_TRY(play_up_to(search, most_games(search)));
        const struct nf_climb moved = *search->climb;
        uint32_t to = i;
        for (; to > 0 && rate_of(search, &search->climbs[to - 1].known).mean >
                             rate_of(search, &moved.known).mean;
             to--)
            search->climbs[to] = search->climbs[to - 1];
        search->climbs[to] = moved;
    }
    search->climb = &search->climbs[0];
    return NF_OK;
}

/* Goes on with the climb until so many steps are done in all; none, if a search that was resumed
 * has done them before. */
static enum nf_status climb_to(struct nf_searching *search, uint64_t steps)
{
    const struct nf_search_options *const options = search->options;
    while (!search->stopped && search->found->steps < steps) {
        NF_TRY(step(search));
        search->found->steps++;
        NF_TRY(nf_search_save(search, false));
        if (options->progress != NULL)
            search->stopped = options->progress(options->progress_owner, search->found->steps,
                                                rate_of(search, &search->start).mean -
                                                    rate_of(search, &search->climb->known).mean);
        if (is_ended(search, 0, 0))
            return fail_ended(search);
    }
    return NF_OK;
}

/* Goes on with all climbs until there is one. Each has as many steps before the better half is
 * known as after it. */
static enum nf_status climb(struct nf_searching *search)
{
    const uint64_t steps = search->options->steps, each = steps / (2 * NF_FIRST_CLIMBS);
    if (search->found->steps == 0) {
        NF_TRY(rank(search));
        search->start = search->climb->known;
    }
    for (; search->count > 1; search->count /= 2) {
        const uint64_t before = 2 * (NF_FIRST_CLIMBS - search->count) * each;
        for (uint32_t i = 0; i < search->count; i++) {
            search->climb = &search->climbs[i];
            NF_TRY(climb_to(search, before + (i + 1) * each));
        }
        NF_TRY(rank(search));
    }
    return climb_to(search, steps);
}

/* Whether the strategy is as good without a part, within the 95% interval of twice the games of a
 * comparison. */
static enum nf_status is_needless(struct nf_searching *search, const struct nf_player *shorter,
                                  struct nf_paired *played, bool *needless)
{
    bool alike;
    NF_TRY(is_alike(search, shorter, played, &alike));
    *needless = alike;
    while (!alike && played->games < 2 * search->options->games) {
        NF_TRY(play_more(search, shorter, played->games, played));
        const struct nf_estimate with = rate_of(search, &search->climb->known);
        const struct nf_estimate without = rate_of(search, played);
        const struct nf_estimate more = nf_difference_apart(&with, &without, NF_MISS);
        *needless = more.low <= 0;
        if (more.mean > 4 * hypot(with.error, without.error)) /* clearly worse */
            break;
    }
    return NF_OK;
}

/* Drops parts until none is left without which the strategy is as good. */
static enum nf_status simplify(struct nf_searching *search)
{
    if (!search->simplifying) {
        NF_TRY(tidy(search));
        NF_TRY(play_up_to(search, 4 * search->options->games));
        search->simplifying = true;
        search->part = 0;
        NF_TRY(nf_search_save(search, false));
    }
    return drop_parts(search, is_needless, &search->found->dropped);
}

static enum nf_status start_search(struct nf_searching *search)
{
    for (uint32_t i = 0; i < search->count; i++) {
        nf_text_string(&search->climbs[i].text, search->options->start);
        NF_TRY(end_string(&search->climbs[i].text, search->err));
    }
    return search->options->folder != NULL ? nf_search_open(search) : NF_OK;
}

static enum nf_status run_search(struct nf_searching *search)
{
    NF_TRY(start_search(search));
    if (search->options->steps > 0) {
        NF_TRY(climb(search));
        NF_TRY(simplify(search));
    }
    return nf_search_save(search, true);
}

enum nf_status nf_search(const struct nf_search_options *options, struct nf_search_found *found,
                         struct nf_error *err)
{
    *found = (struct nf_search_found){.seed = options->params.seed};
    struct nf_searching search = {.options = options,
                                  .found = found,
                                  .err = err,
                                  .random = options->params.seed,
                                  .count =
                                      options->sprt.low < options->sprt.high ? 1 : NF_FIRST_CLIMBS};
    search.climb = &search.climbs[0];
    const enum nf_status status = run_search(&search);
    found->best = search.climb->text;
    search.climb->text = (struct nf_text){0};
    for (uint32_t i = 0; i < NF_FIRST_CLIMBS; i++) {
        nf_search_release(&search.climbs[i].player);
        nf_text_free(&search.climbs[i].text);
    }
    nf_search_close(&search);
    return status;
}

/* ---- the best of several ---- */

/* Other games than those of searches, so that what is found does not depend on these. */
static uint64_t apart(const struct nf_search_options *options, uint64_t by)
{
    return (options->params.seed ^ by) & INT64_MAX;
}

/* Plays all games with strategies at the seat, a first one only if it is not NULL. */
static enum nf_status play_strategies(const struct nf_search_options *options, uint64_t seed,
                                      const char *const texts[2], struct nf_paired *played,
                                      struct nf_error *err)
{
    NF_FREED_BY(nf_search_release) struct nf_player first = {0};
    NF_FREED_BY(nf_search_release) struct nf_player second = {0};
    if (texts[0] != NULL)
        NF_TRY(nf_search_prepare(options, texts[0], seed, &first, err));
    NF_TRY(nf_search_prepare(options, texts[1], seed, &second, err));
    const struct nf_paired_options job = {
        .sides = {{first.setup, first.kernel}, {second.setup, second.kernel}},
        .span = {0, options->verifying},
        .threads = options->threads};
    return nf_paired_run(&job, played, err);
}

enum nf_status nf_search_choose(const struct nf_search_options *options,
                                struct nf_search_found *found, size_t count,
                                struct nf_search_result *result, struct nf_error *err)
{
    const char *const usual = options->game->strategies->list[0].text;
    const uint32_t seat = options->seat;
    *result = (struct nf_search_result){.chosen_seed = apart(options, UINT64_C(0x5eed0000)),
                                        .played_seed = apart(options, UINT64_C(0x5eed))};
    for (size_t i = 0; count > 1 && i < count; i++) {
        const char *const texts[] = {NULL, found[i].best.data};
        NF_TRY(play_strategies(options, result->chosen_seed, texts, &found[i].chosen, err));
        if (found[i].chosen.counts[1][seat] < found[result->best].chosen.counts[1][seat])
            result->best = i;
    }
    const char *const texts[] = {usual, found[result->best].best.data};
    return play_strategies(options, result->played_seed, texts, &result->played, err);
}
