/* Finding games and their kernels. */
#include "base/suggest.h"
#include "sim/game.h"

#include <assert.h>
#include <stdio.h>
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
