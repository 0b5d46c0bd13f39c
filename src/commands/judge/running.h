/* Rows of the commands that run programs of others: what they may use, and how they are run. The
 * values go to struct nf_common. */
#ifndef NF_COMMANDS_RUNNING_H
#define NF_COMMANDS_RUNNING_H

#include "commands/parts/common.h"
#include "judge/sandbox/build.h"

/* The default limits of a case. */
#define NF_USUAL_CPU_NS  UINT64_C(1000000000)
#define NF_USUAL_WALL_NS UINT64_C(5000000000)
enum { NF_USUAL_MEMORY = 256 << 20, NF_USUAL_OUTPUT = 64 << 20, NF_MAX_JOBS = 256 };

/* Option tables, ended by a NULL name. */
extern const struct nf_option nf_rows_verdicts[];     /* --tl, --wall, --ml, --ol, --strict */
extern const struct nf_option nf_rows_of_package[];   /* the same; what is not given is 0 */
extern const struct nf_option nf_rows_running[];      /* --jobs, --forkserver, --build, --sandbox */
extern const struct nf_option nf_rows_fuzzing[];      /* the same, with a job more */
extern const struct nf_option nf_rows_running_once[]; /* --build, --sandbox */

/* Sets the ways of running `command` that the options of a command with --forkserver ask for. */
void nf_running_child(const struct nf_common *common, char *const *command,
                      struct nf_child_options *child);

/* Prints on standard error, unless --quiet is given, why `program` was started for each case, and
 * why the processor time of its processes was estimated; nothing for "". */
void nf_running_report(const struct nf_common *common, const char *program, const char *restarted,
                       const char *estimated);

/* How a command with these options compiles sources: within 30 s, 1 GiB, and 128 MiB of output. */
struct nf_build nf_running_how(const struct nf_common *common);

/* nf_build() in that way. */
enum nf_status nf_running_build(const struct nf_common *common, char *const *command,
                                struct nf_built *built, struct nf_error *err);

#endif
