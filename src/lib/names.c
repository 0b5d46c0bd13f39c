/* What there is, by name; and what the functions of the library have in common. */
#include "base/machine.h"
#include "base/version.h"
#include "lib/lib_internal.h"
#include "sim/runner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
