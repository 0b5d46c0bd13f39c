/* Rows of the commands that run programs of others: what they may use, and how they are run. The
 * values go to struct nf_common. */
#ifndef NF_COMMANDS_RUNNING_H
#define NF_COMMANDS_RUNNING_H

#include "commands/parts/common.h"

/* The default limits of a case. */
#define NF_USUAL_CPU_NS  UINT64_C(1000000000)
#define NF_USUAL_WALL_NS UINT64_C(5000000000)
enum { NF_USUAL_MEMORY = 256 << 20, NF_USUAL_OUTPUT = 64 << 20, NF_MAX_JOBS = 256 };

/* Option tables, ended by a NULL name. */
extern const struct nf_option nf_rows_verdicts[];     /* --tl, --wall, --ml, --ol, --strict */
extern const struct nf_option nf_rows_running[];      /* --jobs, --forkserver, --sandbox */
extern const struct nf_option nf_rows_running_once[]; /* --sandbox */

#endif
