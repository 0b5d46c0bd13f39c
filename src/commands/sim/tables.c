/* The manual page ninefold-tables, what the columns of tables are; it is of no command. */
#include "base/embed.h"
#include "base/lang.h"
#include "commands/commands.h"

#include <string.h>

NF_EMBED(nf_tables_en, "src/commands/sim/tables.txt");
NF_EMBED(nf_tables_zh, "src/commands/sim/tables.zh.txt");

static void append_tables_page(struct nf_text *text)
{
    nf_text_string(text, strcmp(nf_lang_name(), "zh") == 0 ? nf_tables_zh : nf_tables_en);
}

const struct nf_command nf_topic_tables = {
    .name = "tables",
    .summary = N_("what the columns of tables are, and how their intervals are made"),
    .details = N_("Of each table of a run: what is counted, of what a share is one, and where its "
                  "interval comes from."),
    .page = append_tables_page,
};
