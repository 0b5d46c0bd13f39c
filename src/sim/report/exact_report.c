/* What was calculated without playing. */
#include "sim/report/exact_report.h"

#include "base/lang.h"
#include "base/shown.h"
#include "base/version.h"
#include "sim/game.h"
#include "sim/report/report.h"
#include "table/forms.h"

/* What was calculated, in parts with `between` between them. */
static void describe_exact(struct nf_text *text, const struct nf_setup *setup, const char *between)
{
    const struct nf_params *const params = &setup->params;
    nf_text_string(text, _("all games"));
    setup->game->tally->describe(setup, text);
    nf_text_string(text, between);
    nf_text_string(text, params->weights != NULL ? _("weights ") : _("profile "));
    nf_shown(text, params->weights != NULL ? params->weights : params->profile);
    if (params->strategy != NULL) {
        nf_text_string(text, between);
        nf_text_string(text, _("strategy "));
        nf_shown(text, params->strategy);
    }
}

void nf_exact_words(struct nf_text *text, const struct nf_setup *setup)
{
    describe_exact(text, setup, "; ");
}

void nf_exact_table(struct nf_text *text, const struct nf_setup *setup,
                    const struct nf_tables *tables)
{
    nf_text_format(text, _("%s: "), _(setup->game->title));
    describe_exact(text, setup, "\n");
    nf_text_string(text, "\n\n");
    nf_tables_terminal(text, tables);
}

json_t *nf_exact_document(const struct nf_setup *setup, const struct nf_tables *tables)
{
    if (tables->failed)
        return NULL;
    return json_pack("{s:s, s:s, s:s, s:o, s:o}", "schema", "ninefold.exact/1", "version",
                     nf_version, "game", setup->game->name, "params",
                     nf_report_params(&setup->params), "tables", nf_tables_json(tables));
}
