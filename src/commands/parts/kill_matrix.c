#include "commands/parts/kill_matrix.h"

#include "base/lang.h"
#include "base/signals.h"
#include "commands/parts/common.h"
#include "report/forms.h"
#include "report/html/markup.h"

#include <stdlib.h>
#include <string.h>

static enum nf_status save_page(const struct nf_tables *tables, const struct nf_game *game,
                                const char *path, struct nf_error *err)
{
    struct nf_text text = {0};
    nf_html_page_begin(&text, _(game->title), NULL);
    nf_html_head_begin(&text, _(game->title));
    nf_text_string(&text, _("The mistakes of the catalogue on a test set"));
    nf_html_head_end(&text);
    for (size_t i = 0; i < tables->count; i++)
        nf_html_table(&text, tables->list[i].about.name, &tables->list[i]);
    nf_text_string(&text, "</main>\n");
    nf_html_page_end(&text);
    return nf_common_save(&text, NF_OK, path, err);
}

static enum nf_status report(const struct nf_game *game, const struct nf_test_set *set,
                             const uint64_t *killed, const char *html, struct nf_error *err)
{
    struct nf_tables tables = {0};
    struct nf_text text = {0};
    const size_t survive = nf_kills_tables(&tables, game, set, killed);
    enum nf_status status =
        tables.failed ? nf_fail(err, NF_IO, "out of memory for the table") : NF_OK;
    if (status == NF_OK && html != NULL)
        status = save_page(&tables, game, html, err);
    if (status == NF_OK)
        nf_tables_terminal(&text, &tables);
    status = nf_common_print(&text, status, err);
    nf_tables_free(&tables);
    return status == NF_OK && survive > 0 ? NF_DIFFERENT : status;
}

enum nf_status nf_kill_matrix(const struct nf_game *game, const struct nf_test_set *set,
                              uint32_t jobs, const char *html, struct nf_error *err)
{
    uint64_t *const killed = calloc(set->count, sizeof *killed);
    if (killed == NULL)
        return nf_fail(err, NF_IO, "out of memory for %zu tests", set->count);
    nf_signals_hold(NULL);
    enum nf_status status = nf_kills_of_set(game, set, jobs, killed, err);
    const int signal = nf_signals_caught();
    nf_signals_release();
    if (status == NF_OK && signal != 0)
        status = nf_fail(err, (enum nf_status)(128 + signal), "stopped by signal %d (%s)", signal,
                         strsignal(signal));
    if (status == NF_OK)
        status = report(game, set, killed, html, err);
    free(killed);
    return status;
}
