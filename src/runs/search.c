#include "runs/search.h"

#include <stdlib.h>
#include <string.h>

struct search {
    const struct nf_search_options *options;
    struct nf_search_result *result;
    struct nf_error *err;
    uint64_t random;
    uint64_t next_game; /* games below it have been played */
    double gain;        /* of all steps taken over together, as it seemed when they were */
};

/* How much better a step must be, in standard errors, to be believed, and how much worse it must
 * seem to be given up early. Hundreds of steps are tried, so belief comes dear. */
static const double believed = 3.0, given_up = 0.7;
enum { FIRST_GAMES = 1024 };

/* ---- comparing ---- */

static enum nf_exit open_side(const struct search *search, const struct nf_params *params,
                              struct nf_paired_side *side, struct nf_setup **setup)
{
    const struct nf_search_options *const options = search->options;
    enum nf_exit end = nf_choose_kernel(options->game, options->kernel, &side->kernel, search->err);
    if (end == NF_OK)
        end = options->game->prepare(params, setup, search->err);
    if (end == NF_OK)
        end = nf_fit_kernel(*setup, options->kernel, &side->kernel, search->err);
    side->setup = *setup;
    return end;
}

/* Plays games with `before` at the seat, then with `after`, both ended strings. */
static enum nf_exit compare(const struct search *search, const char *before, const char *after,
                            uint64_t seed, uint64_t first, uint64_t games, struct nf_paired *paired)
{
    const struct nf_search_options *const options = search->options;
    const struct nf_strategy texts[2][2] = {{{"searched", "", before}, {NULL, NULL, NULL}},
                                            {{"searched", "", after}, {NULL, NULL, NULL}}};
    struct nf_setup *setups[2] = {NULL, NULL};
    struct nf_paired_options job = {.first = first, .games = games, .threads = options->threads};
    struct nf_text list = {0};
    nf_text_format(&list, "%u=searched", options->seat + 1);
    nf_text_bytes(&list, "", 1); /* ends the string */
    enum nf_exit end = list.failed ? nf_fail(search->err, NF_IO, "out of memory") : NF_OK;
    for (int side = 0; end == NF_OK && side < 2; side++) {
        struct nf_params params = options->params;
        params.strategy = list.data;
        params.texts = texts[side];
        params.seed = seed;
        end = open_side(search, &params, &job.sides[side], &setups[side]);
    }
    if (end == NF_OK)
        end = nf_paired_run(&job, paired, search->err);
    for (int side = 0; side < 2; side++)
        if (setups[side] != NULL)
            options->game->release(setups[side]);
    nf_text_free(&list);
    return end;
}

/* The difference at the seat in standard errors, negative where the second side loses less. */
static double score(const struct search *search, const struct nf_paired *paired)
{
    const struct nf_estimate difference = nf_paired_difference(paired, search->options->seat);
    return difference.error > 0 ? difference.mean / difference.error : 0;
}

/* Whether `after` is better than the best so far: more and more games are played until that is
 * believed, or not likely enough any more. All of them are fresh. */
static enum nf_exit is_better(struct search *search, const char *after, bool *better)
{
    struct nf_paired all = {0};
    *better = false;
    for (uint64_t games = FIRST_GAMES; all.games < search->options->games; games = all.games) {
        struct nf_paired part;
        const enum nf_exit end =
            compare(search, search->result->best.data, after, search->options->params.seed,
                    search->next_game, games, &part);
        if (end != NF_OK)
            return end;
        search->next_game += games;
        all.seats = part.seats;
        all.chances = part.chances;
        nf_paired_merge(&all, &part);
        const double now = score(search, &all);
        if (all.games_apart == 0 || now > given_up)
            return NF_OK;
        if (now < -believed) {
            *better = true;
            search->gain -= nf_paired_difference(&all, search->options->seat).mean;
            return NF_OK;
        }
    }
    return NF_OK;
}

/* ---- the search ---- */

static enum nf_exit take_over(struct search *search, struct nf_text *text)
{
    nf_text_free(&search->result->best);
    search->result->best = *text;
    *text = (struct nf_text){0};
    return NF_OK;
}

/* Ends `text` as a string, without counting that byte in. */
static enum nf_exit end_string(struct nf_text *text, struct nf_error *err)
{
    nf_text_bytes(text, "", 1);
    if (text->failed)
        return nf_fail(err, NF_IO, "out of memory for a strategy");
    text->size--;
    return NF_OK;
}

static enum nf_exit step(struct search *search)
{
    struct nf_text varied = {0};
    bool better = false;
    enum nf_exit end =
        search->options->game->vary(&search->result->best, &search->random, &varied, search->err);
    if (end == NF_OK)
        end = end_string(&varied, search->err);
    if (end == NF_OK && strcmp(varied.data, search->result->best.data) != 0)
        end = is_better(search, varied.data, &better);
    if (end == NF_OK && better) {
        search->result->accepted++;
        end = take_over(search, &varied);
    }
    nf_text_free(&varied);
    return end;
}

/* Drops parts that do not make the strategy better, as far as half the games of a comparison tell.
 */
static enum nf_exit simplify(struct search *search)
{
    const uint64_t games = search->options->games / 2;
    for (uint32_t part = 0;;) {
        struct nf_text shorter = {0};
        struct nf_paired paired;
        enum nf_exit end =
            search->options->game->drop(&search->result->best, part, &shorter, search->err);
        if (end == NF_BUDGET)
            return NF_OK;
        if (end == NF_OK)
            end = end_string(&shorter, search->err);
        if (end == NF_OK)
            end = compare(search, search->result->best.data, shorter.data,
                          search->options->params.seed, search->next_game, games, &paired);
        if (end != NF_OK) {
            nf_text_free(&shorter);
            return end;
        }
        search->next_game += games;
        if (paired.games_apart == 0 || score(search, &paired) < 0.5) {
            search->result->dropped++;
            end = take_over(search, &shorter);
        } else {
            part++;
        }
        nf_text_free(&shorter);
    }
}

static enum nf_exit verify(struct search *search)
{
    struct nf_search_result *const result = search->result;
    /* Another seed, so that no game of the search comes up again. */
    result->verified_seed = (search->options->params.seed ^ UINT64_C(0x5eed)) & INT64_MAX;
    return compare(search, search->options->game->strategies[0].text, result->best.data,
                   result->verified_seed, 0, search->options->verifying, &result->verified);
}

enum nf_exit nf_search(const struct nf_search_options *options, struct nf_search_result *result,
                       struct nf_error *err)
{
    *result = (struct nf_search_result){0};
    struct search search = {
        .options = options, .result = result, .err = err, .random = options->params.seed};
    nf_text_string(&result->best, options->start);
    enum nf_exit end = end_string(&result->best, err);
    bool stop = false;
    while (end == NF_OK && !stop && result->steps < options->steps) {
        end = step(&search);
        result->steps++;
        if (options->progress != NULL)
            stop = options->progress(options->progress_owner, result->steps, search.gain);
    }
    if (end == NF_OK)
        end = simplify(&search);
    if (end == NF_OK)
        end = verify(&search);
    return end;
}
