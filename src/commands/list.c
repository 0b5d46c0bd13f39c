/* The commands there are: a line each, those of the simulator first. */
#include "commands/commands.h"

/* clang-format off */
const struct nf_command *const nf_commands[] = {
    &nf_command_run, &nf_command_replay, &nf_command_stats, &nf_command_sweep,
    &nf_command_tournament, &nf_command_optimise, &nf_command_strategies, &nf_command_exact,
    &nf_command_status, &nf_command_merge, &nf_command_bench, &nf_command_signature,

    &nf_command_fuzz, &nf_command_judge, &nf_command_check, &nf_command_explain,
    &nf_command_gen, &nf_command_verify, &nf_command_format, &nf_command_play, NULL,
};

const struct nf_command *const nf_topics[] = {&nf_topic_cluster, &nf_topic_tables, NULL};
