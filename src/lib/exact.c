/* What all games come to, without playing. */
#include "base/json_text.h"
#include "base/lang.h"
#include "base/owned.h"
#include "lib/lib_internal.h"
#include "table/tables.h"

#include "sim/report/page.h"
#include "sim/report/report.h"
#include "table/forms.h"

#include <inttypes.h>

static bool progress(void *owner, uint64_t turns, uint64_t expected)
{
    const struct ninefold_exact_options *const options = owner;
    return options->progress(options->owner, turns, expected) == 0;
}

static enum nf_status check_job(const struct nf_setup *setup, const struct nf_exact_options *job,
                                struct nf_error *err)
{
    const struct nf_game *const game = setup->game;
    if (game->exact == NULL)
        return nf_fail(err, NF_USAGE, "game %s: its results cannot be calculated", game->name);
    if (setup->params.players > game->exact->players)
        return nf_fail(err, NF_USAGE, "%s: expected %u to %u, found %u", "players",
                       game->players.low, game->exact->players, setup->params.players);
    if (job->memory < NF_EXACT_LEAST_MEMORY)
        return nf_fail(err, NF_USAGE, "memory: expected %" PRIu64 " bytes or more, found %" PRIu64,
                       (uint64_t)NF_EXACT_LEAST_MEMORY, (uint64_t)job->memory);
    if (job->best > setup->params.players)
        return nf_fail(err, NF_USAGE, "%s: expected %u to %u, found %u", "best", 0u,
                       setup->params.players, job->best);
    return NF_OK;
}

static enum nf_status write_form(enum ninefold_form form, struct nf_text *made,
                                 const struct nf_setup *setup, const struct nf_tables *tables,
                                 struct nf_error *err)
{
    if (form == NINEFOLD_MARKDOWN) {
        nf_tables_markdown(made, tables);
    } else if (form == NINEFOLD_JSON) {
        nf_json_forget();
        return nf_text_json(made, nf_exact_document(setup, tables), err);
    } else if (form == NINEFOLD_HTML) {
        struct nf_text words = {0};
        nf_exact_words(&words, setup);
        const enum nf_status status =
            nf_html_tables(made, _(setup->game->title), nf_text_terminated(&words), tables, err);
        nf_text_free_part(&words, made);
        return status;
    } else {
        nf_exact_table(made, setup, tables);
    }
    return NF_OK;
}

/* Appends the results to `made`. */
static enum nf_status write_exact(const struct nf_setup *setup, struct nf_exact_options *job,
                                  uint32_t threads, enum ninefold_form form, struct nf_text *made,
                                  struct nf_error *err)
{
    NF_FREED_BY(nf_tables_free) struct nf_tables tables = {0};
    NF_TRY(nf_lib_form(form, err));
    NF_TRY(check_job(setup, job, err));
    NF_TRY(nf_lib_threads(threads, &job->threads, err));
    NF_TRY(setup->game->exact->solve(setup, job, &tables, err));
    return write_form(form, made, setup, &tables, err);
}

enum ninefold_status ninefold_exact(const struct ninefold_game *game,
                                    const struct ninefold_exact_options *options,
                                    enum ninefold_form form, struct ninefold_text *text,
                                    struct ninefold_error *err)
{
    struct nf_error *const error = nf_lib_error(err);
    const struct ninefold_exact_options none = {.threads = 0}, *asked = options;
    if (options == NULL)
        asked = &none;
    struct nf_exact_options job = {.memory =
                                       asked->memory != 0 ? (size_t)asked->memory : NF_EXACT_MEMORY,
                                   .tolerance = nf_exact_tolerance(asked->best),
                                   .best = asked->best,
                                   .progress = asked->progress != NULL ? progress : NULL,
                                   .progress_owner = (void *)asked};
    struct nf_text made = {0};
    const enum nf_status status =
        write_exact(game->setup, &job, asked->threads, form, &made, error);
    return nf_lib_give(text, &made, status, error);
}
