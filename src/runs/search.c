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

struct search {
    const struct nf_search_options *options;
    struct nf_search_result *result;
    struct nf_error *err;
    uint64_t random;
    uint64_t next_game;    /* the next new game */
    struct player player;  /* of the best strategy so far */
    struct nf_paired best; /* games of the best strategy so far, none of which chose it */
    double start_rate;     /* of losses, by the strategy that the search starts from */
    uint32_t zoom;         /* see gain_sought() */
    uint64_t in_vain;      /* steps since the last accepted one */
};

/* Hundreds of changes are tried, so few without a gain may pass; those with one may be missed now
 * and then, for there are others. */
static const double accepted_wrongly = 0.001, missed = 0.1;

/* The gains sought are first so many times as large as in the end, which takes as many games less,
 * squared. They are halved where a part of all steps went by in vain. */
enum { FIRST_ZOOM = 8, PARTS_IN_VAIN = 12, FIRST_GAMES = 256 };

/* The smallest gain sought in the end, in deviations of a mean over all games of a comparison. */
static const double gain_in_errors = 4;

/* ---- playing ---- */

static void leave(const struct search *search, struct player *player)
{
    if (player->setup != NULL)
        search->options->game->release(player->setup);
    nf_text_free(&player->list);
    *player = (struct player){0};
}

/* Sits a strategy, a string that outlives the player, down at the seat. leave() in any case. */
static enum nf_status sit(const struct search *search, const char *strategy, uint64_t seed,
                          struct player *player)
{
    const struct nf_search_options *const options = search->options;
    const struct nf_strategy texts[] = {{"searched", "", strategy}, {NULL, NULL, NULL}};
    struct nf_params params = options->params;
    *player = (struct player){0};
    nf_text_format(&player->list, "%u=searched", options->seat + 1);
    nf_text_bytes(&player->list, "", 1); /* ends the string */
    if (player->list.failed)
        return nf_fail(search->err, NF_IO, "out of memory");
    params.strategy = player->list.data;
    params.texts = texts;
    params.seed = seed;
    enum nf_status status =
        nf_choose_kernel(options->game, options->kernel, &player->kernel, search->err);
    if (status == NF_OK)
        status = options->game->prepare(&params, &player->setup, search->err);
    if (status == NF_OK)
        status = nf_fit_kernel(player->setup, options->kernel, &player->kernel, search->err);
    return status;
}

/* Has the player of the best strategy ready. */
static enum nf_status sit_best(struct search *search)
{
    if (search->player.setup != NULL)
        return NF_OK;
    leave(search, &search->player);
    return sit(search, search->result->best.data, search->options->params.seed, &search->player);
}

/* Plays games with `before`, unless it is NULL, and the same games with `after`. */
static enum nf_status play(const struct search *search, const struct player *before,
                           const struct player *after, uint64_t first, uint64_t games,
                           struct nf_paired *paired)
{
    struct nf_paired_options job = {.sides[1] = {after->setup, after->kernel},
                                    .first = first,
                                    .games = games,
                                    .threads = search->options->threads};
    if (before != NULL)
        job.sides[0] = (struct nf_paired_side){before->setup, before->kernel};
    return nf_paired_run(&job, paired, search->err);
}

/* Plays new games and adds them to `sum`. */
static enum nf_status play_more(struct search *search, const struct player *player, uint64_t games,
                                struct nf_paired *sum)
{
    struct nf_paired part;
    const enum nf_status status = play(search, NULL, player, search->next_game, games, &part);
    search->next_game += games;
    sum->seats = part.seats;
    sum->trials = part.trials;
    if (status == NF_OK)
        nf_paired_merge(sum, &part);
    return status;
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

/* ---- comparing with the best ---- */

/* The games of a comparison grow as the gains sought shrink. */
static uint64_t most_games(const struct search *search)
{
    const uint64_t games = search->options->games / (search->zoom * search->zoom);
    return games > 4 * FIRST_GAMES ? games : 4 * FIRST_GAMES;
}

static double gain_sought(const struct search *search)
{
    return gain_in_errors * search->zoom * deviation_of(search, &search->best) /
           sqrt((double)search->options->games);
}

/* Has at least so many games of the best strategy. */
static enum nf_status know_best(struct search *search, uint64_t games)
{
    if (search->best.games >= games)
        return NF_OK;
    const enum nf_status status = sit_best(search);
    return status != NF_OK
               ? status
               : play_more(search, &search->player, games - search->best.games, &search->best);
}

/* What the games of a changed strategy say of its gain. */
static enum nf_sprt_verdict judge(const struct search *search, const struct nf_paired *changed)
{
    const uint32_t seat = search->options->seat;
    const double whole = changed->trials, games = (double)changed->games;
    const double best = rate_of(search, &search->best).mean * whole;
    const double losses = (double)changed->counts[1][seat];
    struct nf_sprt sprt = search->options->sprt;
    if (!(sprt.low < sprt.high))
        sprt = (struct nf_sprt){0, gain_sought(search), accepted_wrongly, missed};
    if (!(sprt.low < sprt.high)) /* no two games of the best one differ */
        return NF_SPRT_LOW;
    return nf_sprt_verdict(&sprt, changed->games, whole, games * best - losses,
                           games * best * best - 2 * best * losses +
                               (double)changed->squares[seat]);
}

/* Whether a changed strategy plays some games no other than the best one. */
static enum nf_status is_alike(struct search *search, const struct player *changed, bool *alike)
{
    struct nf_paired paired;
    enum nf_status status = sit_best(search);
    if (status == NF_OK)
        status =
            play(search, &search->player, changed, search->next_game, FIRST_GAMES / 2, &paired);
    search->next_game += FIRST_GAMES / 2;
    *alike = status == NF_OK && paired.games_apart == 0;
    return status;
}

/* Plays more and more new games with a changed strategy until its gain is accepted or given up. */
static enum nf_status is_better(struct search *search, const struct player *changed, bool *better)
{
    enum nf_sprt_verdict verdict = NF_SPRT_OPEN;
    struct nf_paired played = {0};
    bool alike;
    enum nf_status status = is_alike(search, changed, &alike);
    if (status == NF_OK && !alike)
        status = know_best(search, most_games(search));
    while (status == NF_OK && !alike && verdict == NF_SPRT_OPEN &&
           played.games < most_games(search)) {
        status =
            play_more(search, changed, played.games == 0 ? FIRST_GAMES : played.games / 2, &played);
        if (status == NF_OK)
            verdict = judge(search, &played);
    }
    *better = verdict == NF_SPRT_HIGH;
    return status;
}

/* ---- the search ---- */

static void take_over(struct search *search, struct nf_text *text)
{
    leave(search, &search->player);
    nf_text_free(&search->result->best);
    search->result->best = *text;
    *text = (struct nf_text){0};
}

/* Terminates `text` with a NUL that is not counted in its size. */
static enum nf_status end_string(struct nf_text *text, struct nf_error *err)
{
    nf_text_bytes(text, "", 1);
    if (text->failed)
        return nf_fail(err, NF_IO, "out of memory for a strategy");
    text->size--;
    return NF_OK;
}

/* Makes the strategy without its part `part`; *none: there is no such part. */
static enum nf_status drop(struct search *search, uint32_t part, struct nf_text *shorter,
                           bool *none)
{
    enum nf_status status =
        search->options->game->strategies->drop(&search->result->best, part, shorter, search->err);
    *none = status == NF_BUDGET;
    return *none ? NF_OK : status == NF_OK ? end_string(shorter, search->err) : status;
}

/* Drops each part that can be spared by `spare`, which looks at the strategy without it; adds how
 * many to `*dropped`. */
static enum nf_status drop_parts(struct search *search,
                                 enum nf_status (*spare)(struct search *search,
                                                         const struct player *shorter,
                                                         bool *spared),
                                 uint64_t *dropped)
{
    enum nf_status status = NF_OK;
    for (uint32_t part = 0; status == NF_OK;) {
        struct nf_text shorter = {0};
        struct player player = {0};
        bool none, spared = false;
        status = drop(search, part, &shorter, &none);
        if (status == NF_OK && none)
            break;
        if (status == NF_OK)
            status = sit(search, shorter.data, search->options->params.seed, &player);
        if (status == NF_OK)
            status = spare(search, &player, &spared);
        leave(search, &player);
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
    if (status != NF_OK || rate_of(search, &fresh).mean > rate_of(search, &search->best).mean)
        return status;
    search->best = fresh;
    search->result->accepted++;
    search->in_vain = 0;
    take_over(search, changed);
    return tidy(search);
}

static enum nf_status try_change(struct search *search, struct nf_text *changed)
{
    struct player player;
    bool better = false;
    enum nf_status status = sit(search, changed->data, search->options->params.seed, &player);
    if (status == NF_OK)
        status = is_better(search, &player, &better);
    if (status == NF_OK && better)
        status = accept(search, &player, changed);
    leave(search, &player);
    return status;
}

static enum nf_status step(struct search *search)
{
    struct nf_text changed = {0};
    enum nf_status status = search->options->game->strategies->mutate(
        &search->result->best, &search->random, &changed, search->err);
    if (status == NF_OK)
        status = end_string(&changed, search->err);
    search->in_vain++;
    if (status == NF_OK && strcmp(changed.data, search->result->best.data) != 0)
        status = try_change(search, &changed);
    if (search->zoom > 1 && search->in_vain > search->options->steps / PARTS_IN_VAIN) {
        search->zoom /= 2;
        search->in_vain = 0;
    }
    nf_text_free(&changed);
    return status;
}

/* Whether the best strategy is as good without a part, within the 95% interval of twice the games
 * of a comparison. */
static enum nf_status is_needless(struct search *search, const struct player *shorter,
                                  bool *needless)
{
    struct nf_paired played = {0};
    bool alike;
    enum nf_status status = is_alike(search, shorter, &alike);
    *needless = alike;
    while (status == NF_OK && !alike && played.games < 2 * search->options->games) {
        status =
            play_more(search, shorter, played.games == 0 ? FIRST_GAMES : played.games, &played);
        if (status != NF_OK)
            break;
        const struct nf_estimate with = rate_of(search, &search->best);
        const struct nf_estimate without = rate_of(search, &played);
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
        status = know_best(search, 4 * search->options->games);
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
    enum nf_status status = sit(search, usual, result->verified_seed, &players[0]);
    if (status == NF_OK)
        status = sit(search, result->best.data, result->verified_seed, &players[1]);
    if (status == NF_OK)
        status = play(search, &players[0], &players[1], 0, search->options->verifying,
                      &result->verified);
    leave(search, &players[0]);
    leave(search, &players[1]);
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
                            .zoom = options->sprt.low < options->sprt.high ? 1 : FIRST_ZOOM};
    nf_text_string(&result->best, options->start);
    enum nf_status status = end_string(&result->best, err);
    bool stop = false;
    if (status == NF_OK && options->steps > 0)
        status = know_best(&search, most_games(&search));
    if (status == NF_OK && options->steps > 0)
        search.start_rate = rate_of(&search, &search.best).mean;
    while (status == NF_OK && !stop && result->steps < options->steps) {
        status = step(&search);
        result->steps++;
        if (status == NF_OK && options->progress != NULL)
            stop = options->progress(options->progress_owner, result->steps,
                                     search.start_rate - rate_of(&search, &search.best).mean);
    }
    if (status == NF_OK && options->steps > 0)
        status = simplify(&search);
    if (status == NF_OK)
        status = verify(&search);
    leave(&search, &search.player);
    return status;
}
