#include "runs/search.h"

#include <stdlib.h>
#include <string.h>

struct search {
    const struct nf_search_options *options;
    struct nf_search_result *result;
    struct nf_error *err;
    uint64_t random;
    uint64_t next_game; /* the next new game */
    double gain;        /* sum of the estimated gains of accepted steps */
};

/* Standard errors by which a step must be better to be accepted, and by which it must seem worse to
 * be given up early. The former is high because hundreds of steps are tried. */
static const double accepted_above = 3.0, given_up_above = 0.7;
enum { FIRST_GAMES = 1024 };

/* ---- comparing ---- */

static enum nf_status open_side(const struct search *search, const struct nf_params *params,
                                struct nf_paired_side *side, struct nf_setup **setup)
{
    const struct nf_search_options *const options = search->options;
    enum nf_status status =
        nf_choose_kernel(options->game, options->kernel, &side->kernel, search->err);
    if (status == NF_OK)
        status = options->game->prepare(params, setup, search->err);
    if (status == NF_OK)
        status = nf_fit_kernel(*setup, options->kernel, &side->kernel, search->err);
    side->setup = *setup;
    return status;
}

/* Plays games with `before` at the seat and the same games with `after`; both are strings. */
static enum nf_status compare(const struct search *search, const char *before, const char *after,
                              uint64_t seed, uint64_t first, uint64_t games,
                              struct nf_paired *paired)
{
    const struct nf_search_options *const options = search->options;
    const struct nf_strategy texts[2][2] = {{{"searched", "", before}, {NULL, NULL, NULL}},
                                            {{"searched", "", after}, {NULL, NULL, NULL}}};
    struct nf_setup *setups[2] = {NULL, NULL};
    struct nf_paired_options job = {.first = first, .games = games, .threads = options->threads};
    struct nf_text list = {0};
    nf_text_format(&list, "%u=searched", options->seat + 1);
    nf_text_bytes(&list, "", 1); /* ends the string */
    enum nf_status status = list.failed ? nf_fail(search->err, NF_IO, "out of memory") : NF_OK;
    for (int side = 0; status == NF_OK && side < 2; side++) {
        struct nf_params params = options->params;
        params.strategy = list.data;
        params.texts = texts[side];
        params.seed = seed;
        status = open_side(search, &params, &job.sides[side], &setups[side]);
    }
    if (status == NF_OK)
        status = nf_paired_run(&job, paired, search->err);
    for (int side = 0; side < 2; side++)
        if (setups[side] != NULL)
            options->game->release(setups[side]);
    nf_text_free(&list);
    return status;
}

/* Returns the difference at the seat in standard errors; negative if the second side loses less. */
static double score(const struct search *search, const struct nf_paired *paired)
{
    const struct nf_estimate difference = nf_paired_difference(paired, search->options->seat);
    return difference.error > 0 ? difference.mean / difference.error : 0;
}

/* Whether `after` is better than the best so far. Plays more and more new games until that is
 * accepted or given up. */
static enum nf_status is_better(struct search *search, const char *after, bool *better)
{
    struct nf_paired all = {0};
    *better = false;
    for (uint64_t games = FIRST_GAMES; all.games < search->options->games; games = all.games) {
        struct nf_paired part;
        const enum nf_status status =
            compare(search, search->result->best.data, after, search->options->params.seed,
                    search->next_game, games, &part);
        if (status != NF_OK)
            return status;
        search->next_game += games;
        all.seats = part.seats;
        all.trials = part.trials;
        nf_paired_merge(&all, &part);
        const double now = score(search, &all);
        if (all.games_apart == 0 || now > given_up_above)
            return NF_OK;
        if (now < -accepted_above) {
            *better = true;
            search->gain -= nf_paired_difference(&all, search->options->seat).mean;
            return NF_OK;
        }
    }
    return NF_OK;
}

/* ---- the search ---- */

static enum nf_status take_over(struct search *search, struct nf_text *text)
{
    nf_text_free(&search->result->best);
    search->result->best = *text;
    *text = (struct nf_text){0};
    return NF_OK;
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

static enum nf_status step(struct search *search)
{
    struct nf_text mutated = {0};
    bool better = false;
    enum nf_status status = search->options->game->strategies->mutate(
        &search->result->best, &search->random, &mutated, search->err);
    if (status == NF_OK)
        status = end_string(&mutated, search->err);
    if (status == NF_OK && strcmp(mutated.data, search->result->best.data) != 0)
        status = is_better(search, mutated.data, &better);
    if (status == NF_OK && better) {
        search->result->accepted++;
        status = take_over(search, &mutated);
    }
    nf_text_free(&mutated);
    return status;
}

/* Drops parts that do not improve the strategy, judged by half the games of a comparison. */
static enum nf_status simplify(struct search *search)
{
    const uint64_t games = search->options->games / 2;
    for (uint32_t part = 0;;) {
        struct nf_text shorter = {0};
        struct nf_paired paired;
        enum nf_status status = search->options->game->strategies->drop(&search->result->best, part,
                                                                        &shorter, search->err);
        if (status == NF_BUDGET)
            return NF_OK;
        if (status == NF_OK)
            status = end_string(&shorter, search->err);
        if (status == NF_OK)
            status = compare(search, search->result->best.data, shorter.data,
                             search->options->params.seed, search->next_game, games, &paired);
        if (status != NF_OK) {
            nf_text_free(&shorter);
            return status;
        }
        search->next_game += games;
        if (paired.games_apart == 0 || score(search, &paired) < 0.5) {
            search->result->dropped++;
            status = take_over(search, &shorter);
        } else {
            part++;
        }
        nf_text_free(&shorter);
    }
}

static enum nf_status verify(struct search *search)
{
    struct nf_search_result *const result = search->result;
    /* Another seed, so that the games are independent of the search. */
    result->verified_seed = (search->options->params.seed ^ UINT64_C(0x5eed)) & INT64_MAX;
    return compare(search, search->options->game->strategies->list[0].text, result->best.data,
                   result->verified_seed, 0, search->options->verifying, &result->verified);
}

enum nf_status nf_search(const struct nf_search_options *options, struct nf_search_result *result,
                         struct nf_error *err)
{
    *result = (struct nf_search_result){0};
    struct search search = {
        .options = options, .result = result, .err = err, .random = options->params.seed};
    nf_text_string(&result->best, options->start);
    enum nf_status status = end_string(&result->best, err);
    bool stop = false;
    while (status == NF_OK && !stop && result->steps < options->steps) {
        status = step(&search);
        result->steps++;
        if (options->progress != NULL)
            stop = options->progress(options->progress_owner, result->steps, search.gain);
    }
    if (status == NF_OK)
        status = simplify(&search);
    if (status == NF_OK)
        status = verify(&search);
    return status;
}
