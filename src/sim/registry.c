/* Finding games and their kernels. */
#include "base/shown.h"
#include "sim/game.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct nf_game *nf_game_at(size_t i)
{
    for (const struct nf_game *const *game = nf_games; *game != NULL; game++)
        if (i-- == 0)
            return *game;
    return NULL;
}

const struct nf_game *nf_find_game(const char *name)
{
    for (const struct nf_game *const *game = nf_games; *game != NULL; game++)
        if (strcmp((*game)->name, name) == 0)
            return *game;
    return NULL;
}

/* The last kernel, so the fastest, that runs here. The reference always does. */
static const struct nf_kernel *fastest(const struct nf_game *game)
{
    const struct nf_kernel *best = game->kernels[0];
    for (const struct nf_kernel *const *kernel = game->kernels; *kernel != NULL; kernel++)
        if ((*kernel)->supported())
            best = *kernel;
    return best;
}

enum nf_status nf_fit_kernel(const struct nf_setup *setup, const char *name,
                             const struct nf_kernel **kernel, struct nf_error *err)
{
    if (nf_kernel_fits(*kernel, setup))
        return NF_OK;
    const struct nf_kernel *const named = *kernel;
    for (const struct nf_kernel *const *other = setup->game->kernels; *other != NULL; other++)
        if (nf_kernel_fits(*other, setup))
            *kernel = *other;
    if (strcmp(name, "auto") == 0)
        return NF_OK;
    assert(named->unfit != NULL); /* for nf_choose_kernel gives what the machine supports */
    return nf_fail(err, NF_USAGE, "--kernel %s: %s, expected auto (now %s)", named->name,
                   named->unfit(named, setup), (*kernel)->name);
}

enum nf_status nf_choose_kernel(const struct nf_game *game, const char *name,
                                const struct nf_kernel **kernel, struct nf_error *err)
{
    *kernel = fastest(game);
    if (strcmp(name, "auto") == 0)
        return NF_OK;
    char question[64];
    struct nf_nearest nearest = {.typed = name};
    nf_nearest_offer(&nearest, "auto");
    for (const struct nf_kernel *const *candidate = game->kernels; *candidate != NULL;
         candidate++) {
        nf_nearest_offer(&nearest, (*candidate)->name);
        if (strcmp((*candidate)->name, name) != 0)
            continue;
        if (!(*candidate)->supported())
            return nf_fail(err, NF_USAGE,
                           "--kernel %s: this processor or system lacks its instructions,"
                           " expected auto or a slower one (now auto is %s)",
                           name, (*kernel)->name);
        *kernel = *candidate;
        return NF_OK;
    }
    char known[128] = "auto";
    for (const struct nf_kernel *const *one = game->kernels; *one != NULL; one++) {
        const size_t length = strlen(known);
        snprintf(known + length, sizeof known - length, ", %s", (*one)->name);
    }
    if (nearest.name != NULL)
        return nf_fail(err, NF_USAGE, "--kernel %.100s: unknown kernel of %s%s", name, game->name,
                       nf_nearest_question(&nearest, "", question));
    return nf_fail(err, NF_USAGE, "--kernel %.100s: unknown kernel of %s, expected one of %s", name,
                   game->name, known);
}

/* ---- parameters ---- */

static enum nf_status check_range(const char *option, uint32_t value, const struct nf_range *range,
                                  struct nf_error *err)
{
    if (value >= range->low && value <= range->high)
        return NF_OK;
    if (range->low == range->high)
        return nf_fail(err, NF_USAGE, "%s %u: expected %u", option, value, range->low);
    return nf_fail(err, NF_USAGE, "%s %u: expected a number from %u to %u", option, value,
                   range->low, range->high);
}

static enum nf_status find_profile(const struct nf_game *game, const char *name, uint32_t *number,
                                   struct nf_error *err)
{
    struct nf_nearest nearest = {.typed = name};
    for (*number = 0; game->profiles[*number].name != NULL; ++*number) {
        if (strcmp(game->profiles[*number].name, name) == 0)
            return NF_OK;
        nf_nearest_offer(&nearest, game->profiles[*number].name);
    }
    char question[64];
    return nf_fail(err, NF_USAGE, "--profile: '%.100s' is not a profile of %s%s", name, game->name,
                   nf_nearest_question(&nearest, "", question));
}

enum nf_status nf_check_params(const struct nf_game *game, const struct nf_params *params,
                               uint32_t *profile, struct nf_error *err)
{
    const struct nf_words *const words = game->words;
    *profile = 0;
    NF_TRY(check_range("--players", params->players, &game->players, err));
    NF_TRY(check_range("--rounds", params->rounds, &game->rounds, err));
    if (params->deck != 0)
        NF_TRY(check_range("--deck", params->deck, &game->deck, err));
    const char *const absent =
        words != NULL && words->weights == NULL && params->weights != NULL     ? "--weights"
        : words != NULL && words->strategy == NULL && params->strategy != NULL ? "--strategy"
                                                                               : NULL;
    if (absent != NULL)
        return nf_fail(err, NF_USAGE, "%s: %s has no such option", absent, game->name);
    return params->weights == NULL ? find_profile(game, params->profile, profile, err) : NF_OK;
}

enum nf_status nf_prepare(const struct nf_game *game, const struct nf_params *params,
                          struct nf_setup **setup, struct nf_error *err)
{
    uint32_t profile;
    NF_TRY(nf_check_params(game, params, &profile, err));
    struct nf_setup *const made = calloc(1, game->setup_size);
    NF_TRY_MEMORY(made != NULL, err);
    *made = (struct nf_setup){game, *params};
    const enum nf_status status = game->prepare != NULL ? game->prepare(made, profile, err) : NF_OK;
    if (status == NF_OK)
        *setup = made;
    else
        free(made);
    return status;
}

void nf_release(struct nf_setup *setup)
{
    if (setup->game->release != NULL)
        setup->game->release(setup);
    free(setup);
}
