#include "runs/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A strategy at the seat, ready to play. */
struct player {
    struct nf_setup *setup; /* NULL: not ready */
    const struct nf_kernel *kernel;
    struct nf_text list; /* the setup's list of seats */
};

enum { FIRST_GAMES = 128 };

/* A strategy that is changed for the better, step by step. */
struct climb {
    struct nf_text text;
    struct player player;
    struct nf_paired known;      /* games of the strategy, none of which chose it */
    uint64_t first;              /* of the games that each change of it plays first */
    int32_t losses[FIRST_GAMES]; /* of the strategy itself in these */
};

/* So many climbs start, for a single one may well end where no small change gains. Each seeks gains
 * so many times as large as in the end, which takes as many games less, squared. Then the better
 * half goes on, for gains half as large, until one is left. */
enum { FIRST_CLIMBS = 8 };

struct search {
    const struct nf_search_options *options;
    struct nf_search_result *result;
    struct nf_error *err;
    uint64_t random;
    uint64_t next_game; /* the next new game */
    struct climb climbs[FIRST_CLIMBS];
    struct climb *climb; /* the one that goes on */
    uint32_t count;      /* of climbs now */
    double start_rate;   /* of losses, by the strategy that the search starts from */
    bool stopped;
};

/* Thousands of changes are tried, so few without a gain may pass; those with one may be missed now
 * and then, for there are others, and what is given up sooner costs less. */
static const double accepted_wrongly = 0.001, missed = 0.25;

/* The smallest gain sought in the end, in deviations of a mean over all games of a comparison. */
static const double gain_in_errors = 4;

/* ---- playing ---- */

static void release(struct player *player)
{
    if (player->setup != NULL)
        nf_release(player->setup);
    nf_text_free(&player->list);
    *player = (struct player){0};
}

/* Sits a strategy, a string that outlives the player, down at the seat. release() in any case. */
static enum nf_status prepare(const struct search *search, const char *strategy, uint64_t seed,
                              struct player *player)
{
    const struct nf_search_options *const options = search->options;
    const struct nf_strategy texts[] = {{"searched", "", strategy}, {NULL, NULL, NULL}};
    struct nf_params params = options->params;
    *player = (struct player){0};
    nf_text_format(&player->list, "%u=searched", options->seat + 1);
    params.strategy = nf_text_terminated(&player->list);
    if (player->list.failed)
        return nf_fail(search->err, NF_IO, "out of memory");
    params.texts = texts;
    params.seed = seed;
    enum nf_status status =
        nf_choose_kernel(options->game, options->kernel, &player->kernel, search->err);
    if (status == NF_OK)
        status = nf_prepare(options->game, &params, &player->setup, search->err);
    if (status == NF_OK)
        status = nf_fit_kernel(player->setup, options->kernel, &player->kernel, search->err);
    return status;
}

/* Plays games and adds them to `sum`; `losses` gets those of each, unless it is NULL. */
static enum nf_status play_these(const struct search *search, const struct player *player,
                                 uint64_t first, uint64_t games, int32_t *losses,
                                 struct nf_paired *sum)
{
    const struct nf_paired_options job = {.sides[1] = {player->setup, player->kernel},
                                          .first = first,
                                          .games = games,
                                          .threads = search->options->threads,
                                          .gains = losses,
                                          .gains_seat = search->options->seat};
    struct nf_paired part;
    const enum nf_status status = nf_paired_run(&job, &part, search->err);
    if (status == NF_OK)
        nf_paired_merge(sum, &part);
    return status;
}

/* Plays new games and adds them to `sum`. */
static enum nf_status play_more(struct search *search, const struct player *player, uint64_t games,
                                struct nf_paired *sum)
{
    search->next_game += games;
    return play_these(search, player, search->next_game - games, games, NULL, sum);
}

/* The rate of losses at the seat. */
static struct nf_estimate rate_of(const struct search *search, const struct nf_paired *played)
{
    return nf_paired_difference(played, search->options->seat);
}

/* The deviation of a game's rate of losses. */
static double deviation_of(const struct search *search, const struct nf_paired *played)
{
    return rate_of(search, played).error * sqrt((double)played->games);
}

/* ---- comparing a changed strategy with that of the climb ---- */

/* The games of a comparison grow as the gains sought shrink. */
static uint64_t most_games(const struct search *search)
{
    const uint64_t games = search->options->games / ((uint64_t)search->count * search->count);
    return games > 8 * FIRST_GAMES ? games : 8 * FIRST_GAMES;
}

static double gain_sought(const struct search *search)
{
    return gain_in_errors * search->count * deviation_of(search, &search->climb->known) /
           sqrt((double)search->options->games);
}

/* Has the climb's strategy at the seat, and its first games played. */
static enum nf_status prepare_again(struct search *search)
{
    struct climb *const climb = search->climb;
    if (climb->player.setup != NULL)
        return NF_OK;
    release(&climb->player);
    memset(climb->losses, 0, sizeof climb->losses);
    climb->first = search->next_game;
    search->next_game += FIRST_GAMES;
    const enum nf_status status =
        prepare(search, climb->text.data, search->options->params.seed, &climb->player);
    return status == NF_OK ? play_these(search, &climb->player, climb->first, FIRST_GAMES,
                                        climb->losses, &climb->known)
                           : status;
}

/* Has at least so many games of the climb's strategy. */
static enum nf_status know(struct search *search, uint64_t games)
{
    struct climb *const climb = search->climb;
    const enum nf_status status = prepare_again(search);
    return status != NF_OK || climb->known.games >= games
               ? status
               : play_more(search, &climb->player, games - climb->known.games, &climb->known);
}

/* What the games of a changed strategy say of its gain. */
static enum nf_sprt_verdict judge(const struct search *search, const struct nf_paired *changed)
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
static enum nf_status is_alike(struct search *search, const struct player *changed,
                               struct nf_paired *played, bool *alike)
{
    int32_t losses[FIRST_GAMES] = {0};
    const struct climb *const climb = search->climb;
    enum nf_status status = prepare_again(search);
    if (status == NF_OK)
        status = play_these(search, changed, climb->first, FIRST_GAMES, losses, played);
    *alike = status == NF_OK && memcmp(losses, climb->losses, sizeof losses) == 0;
    return status;
}

/* Plays more and more games with a changed strategy until its gain is accepted or given up. */
static enum nf_status is_better(struct search *search, const struct player *changed, bool *better)
{
    enum nf_sprt_verdict verdict = NF_SPRT_OPEN;
    struct nf_paired played = {0};
    bool alike;
    enum nf_status status = know(search, most_games(search));
    if (status == NF_OK)
        status = is_alike(search, changed, &played, &alike);
    while (status == NF_OK && !alike) {
        verdict = judge(search, &played);
        if (verdict != NF_SPRT_OPEN || played.games >= most_games(search))
            break;
        status = play_more(search, changed, played.games / 2, &played);
    }
    *better = verdict == NF_SPRT_HIGH;
    return status;
}

/* ---- changing ---- */

static void take_over(struct search *search, struct nf_text *text)
{
    release(&search->climb->player);
    nf_text_free(&search->climb->text);
    search->climb->text = *text;
    *text = (struct nf_text){0};
}

/* Makes a string of `text`. */
static enum nf_status end_string(struct nf_text *text, struct nf_error *err)
{
    nf_text_terminated(text);
    return text->failed ? nf_fail(err, NF_IO, "out of memory for a strategy") : NF_OK;
}

/* Makes the strategy without its part `part`; *none: there is no such part. */
static enum nf_status drop(struct search *search, uint32_t part, struct nf_text *shorter,
                           bool *none)
{
    enum nf_status status =
        search->options->game->strategies->drop(&search->climb->text, part, shorter, search->err);
    *none = status == NF_BUDGET;
    return *none ? NF_OK : status == NF_OK ? end_string(shorter, search->err) : status;
}

/* Drops each part that can be spared by `spare`, which looks at the strategy without it; adds how
 * many to `*dropped`. */
static enum nf_status drop_parts(struct search *search,
                                 enum nf_status (*spare)(struct search *search,
                                                         const struct player *shorter,
                                                         struct nf_paired *played, bool *spared),
                                 uint64_t *dropped)
{
    enum nf_status status = NF_OK;
    for (uint32_t part = 0; status == NF_OK;) {
        struct nf_text shorter = {0};
        struct player player = {0};
        struct nf_paired played = {0};
        bool none, spared = false;
        status = drop(search, part, &shorter, &none);
        if (status == NF_OK && none)
            break;
        if (status == NF_OK)
            status = prepare(search, shorter.data, search->options->params.seed, &player);
        if (status == NF_OK)
            status = spare(search, &player, &played, &spared);
        release(&player);
        if (status == NF_OK && spared) {
            take_over(search, &shorter);
            ++*dropped;
        } else {
            part++;
        }
        nf_text_free(&shorter);
    }
    return status;
}

/* Drops the parts without which some games are the same. */
static enum nf_status tidy(struct search *search)
{
    uint64_t dropped = 0; /* told to nobody: they were never of use */
    return drop_parts(search, is_alike, &dropped);
}

/* Takes a changed strategy over if new games confirm that it is better. */
static enum nf_status accept(struct search *search, const struct player *player,
                             struct nf_text *changed)
{
    struct nf_paired fresh = {0};
    const enum nf_status status = play_more(search, player, most_games(search), &fresh);
    if (status != NF_OK ||
        rate_of(search, &fresh).mean > rate_of(search, &search->climb->known).mean)
        return status;
    search->climb->known = fresh;
    search->result->accepted++;
    take_over(search, changed);
    return tidy(search);
}

static enum nf_status try_change(struct search *search, struct nf_text *changed)
{
    struct player player;
    bool better = false;
    enum nf_status status = prepare(search, changed->data, search->options->params.seed, &player);
    if (status == NF_OK)
        status = is_better(search, &player, &better);
    if (status == NF_OK && better)
        status = accept(search, &player, changed);
    release(&player);
    return status;
}

static enum nf_status step(struct search *search)
{
    struct nf_text changed = {0};
    enum nf_status status = search->options->game->strategies->mutate(
        &search->climb->text, &search->random, &changed, search->err);
    if (status == NF_OK)
        status = end_string(&changed, search->err);
    if (status == NF_OK && strcmp(changed.data, search->climb->text.data) != 0)
        status = try_change(search, &changed);
    nf_text_free(&changed);
    return status;
}

/* ---- climbs ---- */

/* Has the strategy of each climb play new games, for old ones chose it, and sorts them by these. */
static enum nf_status rank(struct search *search)
{
    enum nf_status status = NF_OK;
    for (uint32_t i = 0; status == NF_OK && i < search->count; i++) {
        search->climb = &search->climbs[i];
        release(&search->climb->player);
        search->climb->known = (struct nf_paired){0};
        status = know(search, most_games(search));
        const struct climb moved = *search->climb;
        uint32_t to = i;
        for (; status == NF_OK && to > 0 &&
               rate_of(search, &search->climbs[to - 1].known).mean >
                   rate_of(search, &moved.known).mean;
             to--)
            search->climbs[to] = search->climbs[to - 1];
        search->climbs[to] = moved;
    }
    search->climb = &search->climbs[0];
    return status;
}

/* Goes `steps` steps with the climb. */
static enum nf_status go(struct search *search, uint64_t steps)
{
    const struct nf_search_options *const options = search->options;
    enum nf_status status = NF_OK;
    for (; status == NF_OK && !search->stopped && steps > 0; steps--) {
        status = step(search);
        search->result->steps++;
        if (status == NF_OK && options->progress != NULL)
            search->stopped =
                options->progress(options->progress_owner, search->result->steps,
                                  search->start_rate - rate_of(search, &search->climb->known).mean);
    }
    return status;
}

/* Goes on with all climbs until there is one. */
static enum nf_status climb(struct search *search)
{
    const uint64_t steps = search->options->steps, each = steps / (2 * FIRST_CLIMBS);
    enum nf_status status = rank(search);
    if (status == NF_OK)
        search->start_rate = rate_of(search, &search->climb->known).mean;
    for (; status == NF_OK && search->count > 1; search->count /= 2) {
        for (uint32_t i = 0; status == NF_OK && i < search->count; i++) {
            search->climb = &search->climbs[i];
            status = go(search, each);
        }
        if (status == NF_OK)
            status = rank(search);
    }
    return status == NF_OK ? go(search, steps - search->result->steps) : status;
}

/* Whether the strategy is as good without a part, within the 95% interval of twice the games of a
 * comparison. */
static enum nf_status is_needless(struct search *search, const struct player *shorter,
                                  struct nf_paired *played, bool *needless)
{
    bool alike;
    enum nf_status status = is_alike(search, shorter, played, &alike);
    *needless = alike;
    while (status == NF_OK && !alike && played->games < 2 * search->options->games) {
        status = play_more(search, shorter, played->games, played);
        if (status != NF_OK)
            break;
        const struct nf_estimate with = rate_of(search, &search->climb->known);
        const struct nf_estimate without = rate_of(search, played);
        const struct nf_estimate more = nf_difference_apart(&with, &without, NF_MISS);
        *needless = more.low <= 0;
        if (more.mean > 4 * hypot(with.error, without.error)) /* clearly worse */
            break;
    }
    return status;
}

/* Drops parts until none is left without which the strategy is as good. */
static enum nf_status simplify(struct search *search)
{
    enum nf_status status = tidy(search);
    if (status == NF_OK)
        status = know(search, 4 * search->options->games);
    if (status == NF_OK)
        status = drop_parts(search, is_needless, &search->result->dropped);
    return status;
}

static enum nf_status verify(struct search *search)
{
    struct nf_search_result *const result = search->result;
    struct player players[2] = {0};
    const char *const usual = search->options->game->strategies->list[0].text;
    /* Another seed, so that the games are independent of the search. */
    result->verified_seed = (search->options->params.seed ^ UINT64_C(0x5eed)) & INT64_MAX;
    enum nf_status status = prepare(search, usual, result->verified_seed, &players[0]);
    if (status == NF_OK)
        status = prepare(search, result->best.data, result->verified_seed, &players[1]);
    if (status == NF_OK)
        status = nf_paired_run(
            &(struct nf_paired_options){.sides = {{players[0].setup, players[0].kernel},
                                                  {players[1].setup, players[1].kernel}},
                                        .games = search->options->verifying,
                                        .threads = search->options->threads},
            &result->verified, search->err);
    release(&players[0]);
    release(&players[1]);
    return status;
}

enum nf_status nf_search(const struct nf_search_options *options, struct nf_search_result *result,
                         struct nf_error *err)
{
    *result = (struct nf_search_result){0};
    struct search search = {.options = options,
                            .result = result,
                            .err = err,
                            .random = options->params.seed,
                            .count = options->sprt.low < options->sprt.high ? 1 : FIRST_CLIMBS};
    enum nf_status status = NF_OK;
    for (uint32_t i = 0; status == NF_OK && i < search.count; i++) {
        nf_text_string(&search.climbs[i].text, options->start);
        status = end_string(&search.climbs[i].text, err);
    }
    search.climb = &search.climbs[0];
    if (status == NF_OK && options->steps > 0)
        status = climb(&search);
    if (status == NF_OK && options->steps > 0)
        status = simplify(&search);
    result->best = search.climb->text;
    search.climb->text = (struct nf_text){0};
    if (status == NF_OK)
        status = verify(&search);
    for (uint32_t i = 0; i < FIRST_CLIMBS; i++) {
        release(&search.climbs[i].player);
        nf_text_free(&search.climbs[i].text);
    }
    return status;
}
