/* Further sections of the commands' manual pages. */
#ifndef NF_COMMANDS_MANUAL_H
#define NF_COMMANDS_MANUAL_H

#include "cli/options.h"

/* nf_command.sections of these commands. */
extern const struct nf_section nf_manual_run[], nf_manual_stats[], nf_manual_merge[],
    nf_manual_fuzz[], nf_manual_explain[], nf_manual_judge[], nf_manual_gen[], nf_manual_verify[],
    nf_manual_strategies[], nf_manual_sweep[];

#endif
