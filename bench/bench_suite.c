#include "bench/bench_suite.h"

#include "base/owned.h"
#include "base/shown.h"
#include "base/version.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    /* A kernel with many lanes idles while the last games end. With FEWEST_GAMES long games still
     * show that; with the wanted number hardly. */
    FEWEST_GAMES = 256,
    WANTED_GAMES = 2048,
    CASE_NAME = 96,
};

/* A running bench. Arrays have room for all points and jobs of the order. */
struct suite {
    const struct nf_bench_order *order;
    size_t points, jobs;
    struct nf_bench_games *games; /* by point */
    struct nf_bench_job *job;
    struct nf_bench_case *cases; /* by job */
    char (*names)[CASE_NAME];
};

static size_t point_count(const struct nf_bench_order *order)
{
    return order->profile_count * order->player_count * order->round_count;
}

static bool splits(const struct nf_bench_order *order)
{
    return order->apart && nf_bench_predeals(order->game->bench);
}

size_t nf_bench_count(const struct nf_bench_order *order)
{
    const size_t run = order->run ? order->kernel_count * order->thread_count : 0;
    const size_t apart = splits(order) ? order->kernel_count + 1 : 0;
    return point_count(order) * (run + apart) + order->judge;
}

static uint32_t first_of(uint32_t given, uint32_t of_profile, uint32_t of_game)
{
    return given != 0 ? given : of_profile != 0 ? of_profile : of_game;
}

static struct nf_params params_of(const struct nf_bench_order *order,
                                  const struct nf_profile *profile, uint32_t players,
                                  uint32_t rounds)
{
    const struct nf_game *const game = order->game;
    return (struct nf_params){
        .players = first_of(players, profile->players, game->players.normal),
        .rounds = first_of(rounds, profile->rounds, game->rounds.normal),
        .deck = first_of(0, profile->deck, game->deck.normal),
        .profile = profile->name,
        .strategy = order->strategy,
        .detail = order->detail,
        .seed = order->seed,
    };
}

/* Adds a job for the last point. */
static enum nf_status add_job(struct suite *suite, enum nf_bench_part part,
                              const struct nf_kernel *kernel, uint32_t threads,
                              struct nf_error *err)
{
    const size_t i = suite->jobs++;
    struct nf_bench_games *const games = &suite->games[suite->points - 1];
    suite->job[i] = (struct nf_bench_job){
        .part = part, .games = games, .kernel = kernel, .threads = threads, .null_fd = -1};
    snprintf(suite->names[i], CASE_NAME, "%s, %s %s", games->setup->params.profile,
             nf_bench_part_names[part], kernel != NULL ? kernel->name : "");
    /* The reference has one lane. */
    const bool lanes = kernel != NULL && kernel != suite->order->game->kernels[0];
    suite->cases[i] = (struct nf_bench_case){
        .name = suite->names[i],
        .work = nf_bench_job_work,
        .owner = &suite->job[i],
        .amount = part == NF_BENCH_PLAY ? 0 : suite->order->games,
        .fewest = lanes ? FEWEST_GAMES : 0,
        .wanted = lanes ? WANTED_GAMES : 0,
    };
    NF_TRY(nf_bench_job_open(&suite->job[i], err));
    return nf_bench_job_check(&suite->job[i], err);
}

/* A row of the last point for kernel `k`, or none. */
static enum nf_status add_run(struct suite *suite, size_t k, uint32_t threads, struct nf_error *err)
{
    const struct nf_bench_order *const order = suite->order;
    const struct nf_setup *const setup = suite->games[suite->points - 1].setup;
    const struct nf_kernel *kernel = order->kernels[k];
    if (order->every_kernel && !nf_kernel_fits(kernel, setup))
        return NF_OK;
    NF_TRY(nf_fit_kernel(setup, order->automatic[k] ? "auto" : kernel->name, &kernel, err));
    return add_job(suite, NF_BENCH_RUN, kernel, threads, err);
}

static enum nf_status add_point(struct suite *suite, const struct nf_params *params,
                                struct nf_error *err)
{
    const struct nf_bench_order *const order = suite->order;
    NF_TRY(nf_bench_games_make(&suite->games[suite->points++], params, order->game, splits(order),
                               err));
    for (size_t t = 0; order->run && t < order->thread_count; t++)
        for (size_t k = 0; k < order->kernel_count; k++)
            NF_TRY(add_run(suite, k, order->threads[t], err));
    if (!splits(order))
        return NF_OK;
    for (size_t k = 0; k < order->kernel_count; k++)
        NF_TRY(add_job(suite, NF_BENCH_SIMULATE, order->kernels[k], 1, err));
    return add_job(suite, NF_BENCH_DEAL, NULL, 1, err);
}

/* The judge's program gets the largest instance of the game, from the profile for that. */
static enum nf_status add_judge(struct suite *suite, struct nf_error *err)
{
    const struct nf_game *const game = suite->order->game;
    const struct nf_profile *profile = game->profiles;
    while (profile->name != NULL && strcmp(profile->name, "max") != 0)
        profile++;
    if (profile->name == NULL)
        profile = game->profiles;
    struct nf_params params =
        params_of(suite->order, profile, game->players.high, game->rounds.high);
    params.deck = game->deck.high;
    struct nf_bench_games *const games = &suite->games[suite->points++];
    NF_TRY(nf_bench_games_make(games, &params, game, false, err));
    NF_TRY(nf_bench_games_instance(games, err));
    return add_job(suite, NF_BENCH_PLAY, NULL, 1, err);
}

static enum nf_status add_all(struct suite *suite, struct nf_error *err)
{
    const struct nf_bench_order *const order = suite->order;
    const size_t points = order->run || splits(order) ? point_count(order) : 0;
    for (size_t i = 0; i < points; i++) {
        const size_t r = i % order->round_count, rest = i / order->round_count;
        const struct nf_params params =
            params_of(order, order->profiles[rest / order->player_count],
                      order->players[rest % order->player_count], order->rounds[r]);
        NF_TRY(add_point(suite, &params, err));
    }
    return order->judge ? add_judge(suite, err) : NF_OK;
}

/* Copies a name, cut if it does not fit. */
static void copy_bench_name(char to[NF_BENCH_NAME], const char *name)
{
    snprintf(to, NF_BENCH_NAME, "%s", name);
}

static void describe_bench(struct nf_bench_result *result, const struct nf_bench_order *order,
                           const struct nf_bench_plan *plan)
{
    *result = (struct nf_bench_result){.seed = order->seed,
                                       .least_seconds = plan->least_seconds,
                                       .warmup = plan->warmup,
                                       .cpus = nf_machine_cpus(),
                                       .tsc_hz = nf_clock_tsc_hz()};
    copy_bench_name(result->game, order->game->name);
    snprintf(result->strategy, sizeof result->strategy, "%s",
             order->strategy != NULL ? order->strategy : "");
    result->detail = order->detail;
    snprintf(result->version, sizeof result->version, "%s", nf_version);
    snprintf(result->commit, sizeof result->commit, "%s", nf_commit);
    snprintf(result->compiler, sizeof result->compiler, "%s", nf_compiler);
    snprintf(result->flags, sizeof result->flags, "%s", nf_flags);
    nf_machine_name(result->machine);
}

static void fill_row(struct nf_bench_row *row, const struct nf_bench_job *job, uint64_t games)
{
    const struct nf_params *const params = &job->games->setup->params;
    row->part = job->part;
    copy_bench_name(row->kernel, job->kernel != NULL ? job->kernel->name : "-");
    copy_bench_name(row->profile, params->profile);
    row->players = params->players;
    row->rounds = params->rounds;
    row->deck = params->deck;
    row->threads = job->threads;
    row->games = games;
    row->turns = job->turns;
    if (job->kernel != NULL)
        nf_digest_print(&job->digest, row->digest);
}

/* Makes the rows that the cases fill. */
static enum nf_status make_rows(struct suite *suite, const struct nf_bench_plan *plan,
                                struct nf_bench_result *result, struct nf_error *err)
{
    result->rows = calloc(suite->jobs, sizeof *result->rows);
    NF_TRY_MEMORY(result->rows != NULL, err);
    result->count = suite->jobs;
    for (size_t i = 0; i < suite->jobs; i++) {
        result->rows[i].repeat = plan->repeat;
        result->rows[i].seconds = calloc(plan->repeat, sizeof(double));
        result->rows[i].cpu_seconds = calloc(plan->repeat, sizeof(double));
        NF_TRY_MEMORY(result->rows[i].seconds != NULL && result->rows[i].cpu_seconds != NULL, err);
        suite->cases[i].seconds = result->rows[i].seconds;
        suite->cases[i].cpu_seconds = result->rows[i].cpu_seconds;
    }
    return NF_OK;
}

static enum nf_status allocate_suite(struct suite *suite, struct nf_error *err)
{
    const size_t jobs = nf_bench_count(suite->order);
    suite->games = calloc(point_count(suite->order) + 1, sizeof *suite->games);
    suite->job = calloc(jobs, sizeof *suite->job);
    suite->cases = calloc(jobs, sizeof *suite->cases);
    suite->names = calloc(jobs, sizeof *suite->names);
    NF_TRY_MEMORY(suite->games != NULL && suite->job != NULL && suite->cases != NULL &&
                      suite->names != NULL,
                  err);
    return NF_OK;
}

static void free_suite(struct suite *suite)
{
    for (size_t i = 0; i < suite->jobs; i++)
        nf_bench_job_close(&suite->job[i]);
    for (size_t i = 0; i < suite->points; i++)
        nf_bench_games_free(&suite->games[i]);
    free(suite->games);
    free(suite->job);
    free(suite->cases);
    free(suite->names);
}

enum nf_status nf_bench_run(const struct nf_bench_order *order, const struct nf_bench_plan *plan,
                            struct nf_bench_result *result, struct nf_error *err)
{
    NF_FREED_BY(free_suite) struct suite suite = {.order = order};
    describe_bench(result, order, plan);
    NF_TRY(allocate_suite(&suite, err));
    NF_TRY(add_all(&suite, err));
    NF_TRY(make_rows(&suite, plan, result, err));
    NF_TRY(nf_bench_measure(plan, suite.cases, suite.jobs, err));
    for (size_t i = 0; i < suite.jobs; i++)
        fill_row(&result->rows[i], &suite.job[i], suite.cases[i].amount);
    return NF_OK;
}

/* ---- an order, from lists ---- */

enum { ITEM = 48 };

/* Copies the next item of a list and advances; returns false at the end. An item that is too long
 * is cut and then matches no name or number. */
static bool next_item(const char **text, char item[ITEM])
{
    if (**text == '\0')
        return false;
    const size_t length = strcspn(*text, ",");
    snprintf(item, ITEM, "%.*s", (int)(length < ITEM ? length : ITEM), *text);
    *text += length;
    if (**text == ',')
        *text += (*text)[1] == '\0' ? 0 : 1; /* a final comma yields an empty item */
    return true;
}

static enum nf_status fail_twice(const char *option, const char *item, struct nf_error *err)
{
    return nf_fail(err, NF_USAGE, "--%s: '%s' is given twice", option, item);
}

static enum nf_status fail_many(const char *option, struct nf_error *err)
{
    return nf_fail(err, NF_USAGE, "--%s: expected at most %d values", option, NF_BENCH_LIST);
}

/* Reads a number of at most 9 digits and advances; returns false if there is none. */
static bool read_number(const char **text, uint32_t *number)
{
    const size_t digits = strspn(*text, "0123456789");
    *number = 0;
    if (digits == 0 || digits > 9)
        return false;
    for (size_t i = 0; i < digits; i++)
        *number = *number * 10 + (uint32_t)((*text)[i] - '0');
    *text += digits;
    return true;
}

/* Reads "N" or "FIRST..LAST". */
static bool read_span(const char *item, const struct nf_range *range, uint32_t *first,
                      uint32_t *last)
{
    if (!read_number(&item, first))
        return false;
    *last = *first;
    if (strncmp(item, "..", 2) == 0) {
        item += 2;
        if (!read_number(&item, last))
            return false;
    }
    return *item == '\0' && range->low <= *first && *first <= *last && *last <= range->high;
}

enum nf_status nf_bench_numbers(const char *option, const char *text, const struct nf_range *range,
                                uint32_t list[NF_BENCH_LIST], size_t *count, struct nf_error *err)
{
    char item[ITEM];
    *count = 0;
    while (next_item(&text, item)) {
        uint32_t first, last;
        if (!read_span(item, range, &first, &last))
            return nf_fail(err, NF_USAGE,
                           "--%s: '%s': expected numbers from %u to %u, such as 1,2 or 1..8",
                           option, item, range->low, range->high);
        for (uint32_t number = first; number <= last; number++) {
            for (size_t i = 0; i < *count; i++)
                if (list[i] == number)
                    return fail_twice(option, item, err);
            if (*count == NF_BENCH_LIST)
                return fail_many(option, err);
            list[(*count)++] = number;
        }
    }
    return NF_OK;
}

static enum nf_status add_kernel(struct nf_bench_order *order, const struct nf_kernel *kernel,
                                 struct nf_error *err)
{
    for (size_t i = 0; i < order->kernel_count; i++)
        if (order->kernels[i] == kernel)
            return fail_twice("kernel", kernel->name, err);
    if (order->kernel_count == NF_BENCH_LIST)
        return fail_many("kernel", err);
    order->kernels[order->kernel_count++] = kernel;
    return NF_OK;
}

enum nf_status nf_bench_kernels(const char *text, struct nf_bench_order *order,
                                struct nf_error *err)
{
    char item[ITEM];
    order->kernel_count = 0;
    order->every_kernel = strcmp(text, "all") == 0;
    if (order->every_kernel) {
        for (size_t i = 0; order->game->kernels[i] != NULL; i++)
            if (order->game->kernels[i]->supported())
                NF_TRY(add_kernel(order, order->game->kernels[i], err));
        return NF_OK;
    }
    while (next_item(&text, item)) {
        const struct nf_kernel *kernel;
        NF_TRY(nf_choose_kernel(order->game, item, &kernel, err));
        NF_TRY(add_kernel(order, kernel, err));
        order->automatic[order->kernel_count - 1] = strcmp(item, "auto") == 0;
    }
    return NF_OK;
}

static enum nf_status add_profile(struct nf_bench_order *order, const char *name,
                                  struct nf_error *err)
{
    char question[64];
    struct nf_nearest nearest = {.typed = name};
    nf_nearest_offer(&nearest, "all");
    const struct nf_profile *profile = order->game->profiles;
    for (; profile->name != NULL && strcmp(profile->name, name) != 0; profile++)
        nf_nearest_offer(&nearest, profile->name);
    if (profile->name == NULL)
        return nf_fail(err, NF_USAGE, "--profile: '%s': unknown profile of %s%s", name,
                       order->game->name, nf_nearest_question(&nearest, "", question));
    for (size_t i = 0; i < order->profile_count; i++)
        if (order->profiles[i] == profile)
            return fail_twice("profile", name, err);
    if (order->profile_count == NF_BENCH_LIST)
        return fail_many("profile", err);
    order->profiles[order->profile_count++] = profile;
    return NF_OK;
}

enum nf_status nf_bench_profiles(const char *text, struct nf_bench_order *order,
                                 struct nf_error *err)
{
    char item[ITEM];
    order->profile_count = 0;
    if (strcmp(text, "all") == 0) {
        for (size_t i = 0; order->game->profiles[i].name != NULL; i++)
            NF_TRY(add_profile(order, order->game->profiles[i].name, err));
        return NF_OK;
    }
    while (next_item(&text, item))
        NF_TRY(add_profile(order, item, err));
    return NF_OK;
}

enum nf_status nf_bench_parts(const char *text, struct nf_bench_order *order, struct nf_error *err)
{
    static const char *const names[] = {"run", "apart", "play"};
    bool *const parts[] = {&order->run, &order->apart, &order->judge};
    char item[ITEM];
    order->run = order->apart = order->judge = false;
    while (next_item(&text, item)) {
        char question[64];
        struct nf_nearest nearest = {.typed = item};
        size_t i = 0;
        for (; i < 3 && strcmp(names[i], item) != 0; i++)
            nf_nearest_offer(&nearest, names[i]);
        if (i == 3)
            return nf_fail(err, NF_USAGE, "--parts: '%s': expected run, apart or play%s", item,
                           nf_nearest_question(&nearest, "", question));
        if (*parts[i])
            return fail_twice("parts", item, err);
        *parts[i] = true;
    }
    return NF_OK;
}
