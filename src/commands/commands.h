/* The subcommands, one file each. */
#ifndef NF_COMMANDS_H
#define NF_COMMANDS_H

#include "commands/cli/options.h"

extern const struct nf_command nf_command_gen, nf_command_verify, nf_command_play, nf_command_run,
    nf_command_replay, nf_command_strategies, nf_command_signature, nf_command_bench,
    nf_command_check, nf_command_explain, nf_command_judge, nf_command_fuzz, nf_command_stats,
    nf_command_merge, nf_command_sweep, nf_command_tournament, nf_command_optimise,
    nf_command_exact, nf_command_status, nf_command_format;

/* Texts of manual pages, in English and in Chinese: nf_command.page. */
typedef const char *const nf_manual[2];
extern nf_manual nf_manual_cluster, nf_manual_format, nf_manual_fuzz, nf_manual_gen,
    nf_manual_judge, nf_manual_merge, nf_manual_optimise, nf_manual_run, nf_manual_sources,
    nf_manual_stats, nf_manual_strategies, nf_manual_sweep, nf_manual_tables, nf_manual_verify;

/* Manual pages of their own; of the command only what the page needs is there. */
extern const struct nf_command nf_topic_cluster, nf_topic_tables;
extern const struct nf_command *const nf_topics[]; /* ended by NULL */

/* All commands, in the order in which help lists them; ended by NULL. */
extern const struct nf_command *const nf_commands[];

/* ---- first calls ---- */

/* What a new user may type first: calls that work in this folder, made of what lies in it. To be
 * called by the main thread. */

/* Appends four lines, one for each kind of reader. */
void nf_first_calls(struct nf_text *text);

/* Appends the shortest useful call of fuzz; nf_command.missing. */
void nf_first_call_fuzz(struct nf_text *text);

#endif
