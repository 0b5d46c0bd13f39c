#include "commands/parts/running.h"

#include "base/lang.h"
#include "base/machine.h"

static void adapt_jobs(struct nf_option *row, const void *options)
{
    (void)options;
    const uint32_t cpus = nf_machine_cpus();
    row->normal = cpus < NF_MAX_JOBS ? cpus : NF_MAX_JOBS;
}

const struct nf_option nf_rows_verdicts[] = {
    {.name = "tl",
     .type = NF_DURATION,
     .argument = "TIME",
     NF_INTO(struct nf_common, limits.cpu_ns),
     .help = N_("processor time of a case (default 1s)"),
     .low = 1000000,
     .normal = NF_USUAL_CPU_NS},
    {.name = "wall",
     .type = NF_DURATION,
     .argument = "TIME",
     NF_INTO(struct nf_common, limits.wall_ns),
     .help = N_("wall time of a case (default 5s)"),
     .low = 1000000,
     .normal = NF_USUAL_WALL_NS},
    {.name = "ml",
     .type = NF_SIZE,
     .argument = "SIZE",
     NF_INTO(struct nf_common, limits.memory),
     .help = N_("memory of a case (default 256M)"),
     .low = 1 << 20,
     .normal = NF_USUAL_MEMORY},
    {.name = "ol",
     .type = NF_SIZE,
     .argument = "SIZE",
     NF_INTO(struct nf_common, limits.output),
     .help = N_("output of a case (default 64M)"),
     .low = 1,
     .high = 1 << 30,
     .normal = NF_USUAL_OUTPUT},
    {.name = "strict",
     .type = NF_FLAG,
     NF_INTO(struct nf_common, strict),
     .help = N_("white space matters: if only it differs, the verdict is PE")},
    {.name = NULL},
};

#define ROW_SANDBOX                                                                                \
    {                                                                                              \
        .name = "sandbox", .type = NF_FLAG, NF_INTO(struct nf_common, sandbox),                    \
        .help = N_("run the program under bubblewrap: no network, all files read-only")            \
    }

const struct nf_option nf_rows_running_once[] = {ROW_SANDBOX, {.name = NULL}};

const struct nf_option nf_rows_running[] = {
    {.name = "jobs",
     .letter = 'j',
     .type = NF_NUMBER,
     .argument = "J",
     NF_INTO(struct nf_common, jobs),
     .help = N_("cases run in parallel"),
     .low = 1,
     .high = NF_MAX_JOBS,
     .adapt = adapt_jobs},
    {.name = "forkserver",
     .type = NF_FLAG,
     NF_INTO(struct nf_common, forkserver),
     .help =
         N_("start the program once and fork it before main for each case: faster, for dynamically"
            " linked programs")},
    ROW_SANDBOX,
    {.name = NULL},
};
