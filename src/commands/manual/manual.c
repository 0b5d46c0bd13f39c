/* The texts of manual pages, in files of this folder, and the pages that are of no command. */
#include "base/embed.h"
#include "base/lang.h"
#include "commands/commands.h"

#define FOLDER "src/commands/manual/"

/* Page NAME of the files NAME.txt and NAME.zh.txt, with `before` and `behind` them others. */
#define PAGE(name, before, behind)                                                                 \
    NF_EMBED(nf_manual_##name##_en, before("") FOLDER #name ".txt" behind(""));                    \
    NF_EMBED(nf_manual_##name##_zh, before(".zh") FOLDER #name ".zh.txt" behind(".zh"));           \
    nf_manual nf_manual_##name = {nf_manual_##name##_en, nf_manual_##name##_zh}

#define NOTHING(language)
#define SOURCES(language) FOLDER "sources" language ".txt" NF_EMBED_AND
#define RUNNING(language) NF_EMBED_AND FOLDER "running" language ".txt"

PAGE(cluster, NOTHING, NOTHING);
PAGE(format, NOTHING, NOTHING);
PAGE(fuzz, SOURCES, RUNNING);
PAGE(gen, NOTHING, NOTHING);
PAGE(judge, SOURCES, RUNNING);
PAGE(merge, NOTHING, NOTHING);
PAGE(optimise, NOTHING, NOTHING);
PAGE(run, NOTHING, NOTHING);
PAGE(sources, NOTHING, NOTHING);
PAGE(stats, NOTHING, NOTHING);
PAGE(strategies, NOTHING, NOTHING);
PAGE(sweep, NOTHING, NOTHING);
PAGE(tables, NOTHING, NOTHING);
PAGE(verify, NOTHING, NOTHING);

const struct nf_command nf_topic_cluster = {
    .name = "cluster",
    .summary = N_("a run on many machines"),
    .details =
        N_("A run is cut into shards, each of which is a saved run. Machines play them in any "
           "order, are stopped and go on, and `ninefold merge` joins the files into that of "
           "a single machine, byte for byte. Machines need the program, of one version, and "
           "share nothing but files; kernels, threads and processors may differ."),
    .page = nf_manual_cluster,
};

const struct nf_command nf_topic_tables = {
    .name = "tables",
    .summary = N_("what the columns of tables are, and how their intervals are made"),
    .details = N_("Of each table of a run: what is counted, of what a share is one, and where its "
                  "interval comes from."),
    .page = nf_manual_tables,
};
