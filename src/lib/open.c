/* Opening a game: checks what the command line's options check, and keeps copies. */
#include "base/machine.h"
#include "base/version.h"
#include "lib/lib_internal.h"
#include "sim/runner.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what there is, by name; and what the functions of the library have in common ---- */

const char *ninefold_version(void)
{
    return nf_version;
}

static const struct nf_game *find_game(const char *name)
{
    return name == NULL ? nf_games[0] : nf_find_game(name);
}

static const char *problem_name(size_t i)
{
    const struct nf_problem *const problem = nf_problem_at(i);
    return problem != NULL ? problem->name : NULL;
}

/* NF_USAGE: `name` is none of the names that `known` lists. */
static enum nf_status fail_name(const char *name, const char *known(size_t), struct nf_error *err)
{
    char quoted[NF_QUOTED], list[200] = "";
    for (size_t i = 0; known(i) != NULL; i++) {
        const size_t length = strlen(list);
        snprintf(list + length, sizeof list - length, "%s%s", length > 0 ? ", " : "", known(i));
    }
    return nf_fail(err, NF_USAGE, "game %s: expected one of %s",
                   nf_quote(quoted, name, strlen(name)), list);
}

enum nf_status nf_lib_find(const char *name, const struct nf_game **game, struct nf_error *err)
{
    *game = find_game(name);
    return *game != NULL ? NF_OK : fail_name(name, ninefold_game_name, err);
}

enum nf_status nf_lib_find_problem(const char *name, const struct nf_problem **problem,
                                   struct nf_error *err)
{
    *problem = name == NULL ? nf_problems[0] : nf_find_problem(name);
    return *problem != NULL ? NF_OK : fail_name(name, problem_name, err);
}

/* All lists are walked, for `i` may be past their end. */

const char *ninefold_game_name(size_t i)
{
    const struct nf_game *const game = nf_game_at(i);
    return game != NULL ? game->name : NULL;
}

const char *ninefold_profile_name(const char *name, size_t i)
{
    const struct nf_game *const game = find_game(name);
    if (game == NULL)
        return NULL;
    for (const struct nf_profile *one = game->profiles; one->name != NULL; one++)
        if (i-- == 0)
            return one->name;
    return NULL;
}

const char *ninefold_kernel_name(const char *name, size_t i)
{
    const struct nf_game *const game = find_game(name);
    if (game == NULL)
        return NULL;
    for (const struct nf_kernel *const *one = game->kernels; *one != NULL; one++)
        if (i-- == 0)
            return (*one)->name;
    return NULL;
}

const char *ninefold_strategy_name(const char *name, size_t i)
{
    const struct nf_game *const game = find_game(name);
    if (game == NULL || game->strategies == NULL)
        return NULL;
    for (const struct nf_strategy *one = game->strategies->list; one->name != NULL; one++)
        if (i-- == 0)
            return one->name;
    return NULL;
}

const char *ninefold_strategy_text(const char *name, const char *strategy)
{
    const struct nf_game *const game = find_game(name);
    if (game == NULL || game->strategies == NULL)
        return NULL;
    for (const struct nf_strategy *one = game->strategies->list; one->name != NULL; one++)
        if (strategy == NULL || strcmp(one->name, strategy) == 0)
            return one->text;
    return NULL;
}

void ninefold_text_free(struct ninefold_text *text)
{
    free(text->data);
    *text = (struct ninefold_text){NULL, 0};
}

struct nf_input nf_lib_input(const struct ninefold_input *input, const char *name)
{
    return (struct nf_input){input->name != NULL ? input->name : name, input->data, input->size};
}

enum nf_status nf_lib_threads(uint32_t asked, uint32_t *threads, struct nf_error *err)
{
    const uint32_t cpus = nf_machine_cpus();
    *threads = asked != 0 ? asked : cpus < NF_MAX_THREADS ? cpus : NF_MAX_THREADS;
    return *threads <= NF_MAX_THREADS
               ? NF_OK
               : nf_fail(err, NF_USAGE, "threads: expected 0 to %d, found %u", NF_MAX_THREADS,
                         asked);
}

enum nf_status nf_lib_form(enum ninefold_form form, struct nf_error *err)
{
    return (unsigned)form <= NINEFOLD_HTML
               ? NF_OK
               : nf_fail(err, NF_USAGE, "form: expected 0 to %d, found %d", NINEFOLD_HTML,
                         (int)form);
}

enum ninefold_status nf_lib_give(struct ninefold_text *text, struct nf_text *made,
                                 enum nf_status status, struct nf_error *err)
{
    nf_text_bytes(made, "", 1);
    if (status == NF_OK && made->failed)
        status = nf_fail_memory(err);
    if (status != NF_OK) {
        nf_text_free(made);
        *text = (struct ninefold_text){NULL, 0};
        return (enum ninefold_status)status;
    }
    *text = (struct ninefold_text){made->data, made->size - 1};
    return NINEFOLD_OK;
}

/* Fills in a number that was not given, and checks one that was. */
static enum nf_status choose_parameter(uint32_t *number, const char *name, uint32_t of_profile,
                                       const struct nf_range *range, struct nf_error *err)
{
    if (*number == 0)
        *number = nf_usual(range, of_profile);
    else if (*number < range->low || *number > range->high)
        return nf_fail(err, NF_USAGE, "%s: expected %u to %u, found %u", name, range->low,
                       range->high, *number);
    return NF_OK;
}

static enum nf_status find_profile(const struct nf_game *game, const char *name,
                                   const struct nf_profile **profile, struct nf_error *err)
{
    char quoted[NF_QUOTED];
    for (*profile = game->profiles; (*profile)->name != NULL; (*profile)++)
        if (name == NULL || strcmp((*profile)->name, name) == 0)
            return NF_OK;
    return nf_fail(err, NF_USAGE,
                   "profile %s: %s has no profile of that name, expected one such as "
                   "%s",
                   nf_quote(quoted, name, strlen(name)), game->name, game->profiles[0].name);
}

/* Fails for what the game has no such thing as. */
static enum nf_status check_absent(const struct nf_game *game, const struct nf_params *params,
                                   struct nf_error *err)
{
    const struct nf_words *const words = game->words;
    const char *name = NULL;
    if (params->detail && game->details == NULL)
        name = "detail";
    if (params->paired && game->strategies == NULL)
        name = "paired";
    if (words != NULL && params->weights != NULL && words->weights == NULL)
        name = "weights";
    if (words != NULL && params->strategy != NULL && words->strategy == NULL)
        name = "strategy";
    return name == NULL ? NF_OK
                        : nf_fail(err, NF_USAGE, "%s: %s has no such parameter", name, game->name);
}

static enum nf_status complete_parameters(const struct nf_game *game, struct nf_params *params,
                                          struct nf_error *err)
{
    const struct nf_profile *profile;
    NF_TRY(check_absent(game, params, err));
    NF_TRY(find_profile(game, params->profile, &profile, err));
    params->profile = profile->name;
    NF_TRY(choose_parameter(&params->players, "players", profile->players, &game->players, err));
    NF_TRY(choose_parameter(&params->rounds, "rounds", profile->rounds, &game->rounds, err));
    NF_TRY(choose_parameter(&params->deck, "deck", profile->deck, &game->deck, err));
    if (params->seed > INT64_MAX)
        return nf_fail(err, NF_USAGE, "seed: expected 0 to 2^63-1, found %" PRIu64, params->seed);
    return NF_OK;
}

/* Copies a string that may be NULL; false without memory. */
static bool copy(char **copied, const char *string)
{
    *copied = string == NULL ? NULL : strdup(string);
    return string == NULL || *copied != NULL;
}

static bool copy_strategies(struct ninefold_game *game, const struct ninefold_strategy *given)
{
    size_t count = 0;
    if (given == NULL)
        return true;
    while (given[count].name != NULL)
        count++;
    game->strategies = calloc(count + 1, sizeof *game->strategies);
    if (game->strategies == NULL)
        return false;
    for (size_t i = 0; i < count; i++) {
        char *name, *text;
        bool copied = copy(&name, given[i].name);
        copied = copy(&text, given[i].text) && copied;
        game->strategies[i] = (struct nf_strategy){.name = name, .text = text};
        if (!copied)
            return false;
    }
    return true;
}

static enum nf_status open_copy(struct ninefold_game *made,
                                const struct ninefold_parameters *parameters, struct nf_error *err)
{
    const struct nf_game *game;
    const char *const kernel = parameters->kernel != NULL ? parameters->kernel : "auto";
    NF_TRY(nf_lib_find(parameters->game, &game, err));
    for (const struct ninefold_strategy *one = parameters->strategies;
         one != NULL && one->name != NULL; one++)
        if (one->text == NULL)
            return nf_fail(err, NF_USAGE, "strategies: expected a text for each name");
    NF_TRY_MEMORY(copy(&made->weights, parameters->weights) &&
                      copy(&made->strategy, parameters->strategy) &&
                      copy_strategies(made, parameters->strategies),
                  err);
    struct nf_params params = {.players = parameters->players,
                               .rounds = parameters->rounds,
                               .deck = parameters->deck,
                               .profile = parameters->profile,
                               .weights = made->weights,
                               .strategy = made->strategy,
                               .texts = made->strategies,
                               .detail = parameters->detail != 0,
                               .paired = parameters->paired != 0,
                               .seed = parameters->seed};
    NF_TRY(complete_parameters(game, &params, err));
    NF_TRY(nf_choose_kernel(game, kernel, &made->kernel, err));
    NF_TRY(nf_prepare(game, &params, &made->setup, err));
    return nf_fit_kernel(made->setup, kernel, &made->kernel, err);
}

enum ninefold_status ninefold_open(const struct ninefold_parameters *parameters,
                                   struct ninefold_game **game, struct ninefold_error *err)
{
    static const struct ninefold_parameters usual = {.game = NULL};
    struct ninefold_game *const made = *game = calloc(1, sizeof *made);
    if (made == NULL)
        return (enum ninefold_status)nf_fail_memory(nf_lib_error(err));
    const enum nf_status status =
        open_copy(made, parameters != NULL ? parameters : &usual, nf_lib_error(err));
    if (status != NF_OK) {
        ninefold_close(made);
        *game = NULL;
    }
    return (enum ninefold_status)status;
}

void ninefold_close(struct ninefold_game *game)
{
    if (game == NULL)
        return;
    if (game->setup != NULL)
        nf_release(game->setup);
    for (struct nf_strategy *one = game->strategies; one != NULL && one->name != NULL; one++) {
        free((char *)one->name);
        free((char *)one->text);
    }
    free(game->strategies);
    free(game->weights);
    free(game->strategy);
    free(game);
}

uint32_t ninefold_players(const struct ninefold_game *game)
{
    return game->setup->params.players;
}

uint64_t ninefold_most_games(const struct ninefold_game *game)
{
    const struct nf_setup *const setup = game->setup;
    const struct nf_numbered_ops *const numbered = setup->game->numbered;
    const uint64_t count = numbered != NULL ? numbered->count(&setup->params) : 0;
    return count != 0 ? count : NF_MOST_GAMES;
}

uint32_t ninefold_rows(const struct ninefold_game *game)
{
    return nf_rows_of(game->setup);
}

static const struct nf_record_column *find_column(const struct ninefold_game *game, size_t i)
{
    static_assert(NINEFOLD_NONE == NF_RECORD_NONE, "as the header says");
    for (const struct nf_record_column *one = game->setup->game->records->columns;
         one->name != NULL; one++)
        if (i-- == 0)
            return one;
    return NULL;
}

const char *ninefold_column_name(const struct ninefold_game *game, size_t i)
{
    const struct nf_record_column *const column = find_column(game, i);
    return column != NULL ? column->name : NULL;
}

const char *ninefold_column_word(const struct ninefold_game *game, size_t i, uint32_t value)
{
    const struct nf_record_column *const column = find_column(game, i);
    return column != NULL && column->words != NULL && value < column->count ? column->words[value]
                                                                            : NULL;
}

const char *ninefold_event(const struct ninefold_game *game)
{
    return game->setup->game->tally->event;
}

uint32_t ninefold_words(const struct ninefold_game *game)
{
    return nf_words_of(game->setup);
}
