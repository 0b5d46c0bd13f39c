/* The manual page ninefold-cluster, from one machine to a thousand; it is of no command. */
#include "base/lang.h"
#include "commands/commands.h"

static const struct nf_section sections[] = {
    {N_("ONE MACHINE"), N_("    ninefold run --games 100G --save all.json\n"
                           "    ninefold run --resume all.json\n"
                           "\n"
                           "Every 10 s the state is saved. After Ctrl-C, a kill or a power cut the "
                           "second line goes on. A sweep with --save DIR goes on when the same "
                           "command is given again.")},
    {N_("SOME MACHINES"),
     N_("    scripts/parallel-run -s 64 -o all.json -S :,moon,mars -- --games 100G\n"
        "\n"
        "This script of the source tree plays the shards by GNU parallel and ssh and joins them. "
        "All machines see the folder all.json.shards. The same command goes on with what is "
        "missing.")},
    {N_("SLURM"),
     N_("    job=scripts/ninefold.sbatch\n"
        "    all=$(sbatch --parsable --array=1-64 $job /shared/run --games 100G)\n"
        "    sbatch --dependency=afterok:$all --array=0 $job /shared/run merge\n"
        "    ninefold status /shared/run\n"
        "\n"
        "A task that is killed or preempted, whose node fails or whose time is up, is queued again "
        "and goes on from its last state. The highest index of an array is MaxArraySize - 1, often "
        "1,000. Of more shards than that each task plays several:\n"
        "\n"
        "    SHARDS=10000 sbatch --array=1-1000 $job /shared/run --games 10000G\n"
        "\n"
        "More shards than tasks even out how long tasks take. A shard should last some minutes at "
        "least, for each is a file, which `ninefold merge` and `ninefold status` read in about "
        "two milliseconds.")},
    {N_("OTHER SCHEDULERS"),
     N_("In a task of Slurm, SGE or AWS Batch --shard auto takes the number of the shard and their "
        "count from the environment, in one of PBS or Kubernetes, too, --shard auto/64 the number. "
        "Of an array from 1 on with PBS:\n"
        "\n"
        "    file=/shared/run/$PBS_ARRAY_INDEX.json\n"
        "    how=--save; [ -e $file ] && how=--resume\n"
        "    ninefold run --quiet --games 100G --shard auto/64 $how $file\n"
        "\n"
        "An array of Kubernetes and AWS Batch counts from 0, so there the file is "
        "$((JOB_COMPLETION_INDEX + 1)).json. `echo 64 >/shared/run/shards` tells `ninefold status` "
        "how many there are; a line in /shared/run/again tells it the command that submits shards, "
        "with {} for their numbers. `ninefold sweep --save DIR --shard auto` cuts a grid, "
        "`ninefold "
        "tournament --save DIR --shard auto` a tournament, `ninefold optimise --searches 64 --save "
        "DIR --shard auto` shares 64 searches; when all tasks are done, the same command without "
        "--shard makes the table, or tells the best.")},
    {N_("OBJECT STORES"),
     N_("Without a file system that all share, runs go through pipes, put and get being the "
        "commands of the store. Standard input may hold many runs, one behind the other:\n"
        "\n"
        "    ninefold run --shard auto --games 100G --save - | put $ID.json\n"
        "    for i in {1..64}; do get $i.json; done | ninefold merge - -o all\n"
        "\n"
        "Such a run saves no state while it is played; let its shards be short.")},
    {N_("WHEN SOMETHING GOES WRONG"),
     N_("`ninefold status` says of each shard what it is. A stopped one goes on by --resume, from "
        "the state it saved last. A missing one has no file: submit it again. A damaged one has a "
        "file that ninefold did not write, of another version or of another run: remove N.json and "
        "N.json.1 and submit it again. If only N.json is lost, N.json.1 is the state before: copy "
        "it to that name. `ninefold merge --partial` joins what there is.")},
    {N_("MACHINES ONE DOES NOT TRUST"),
     N_("    ninefold merge --replay 1% /shared/run/*.json -o all.json\n"
        "\n"
        "plays a share of the games of each shard again and compares. Section SPOT CHECKS of the "
        "page of `ninefold merge` says what that finds.")},
    {NULL, NULL},
};

const struct nf_command nf_topic_cluster = {
    .name = "cluster",
    .summary = N_("a run on many machines"),
    .details =
        N_("A run is cut into shards, each of which is a saved run. Machines play them in any "
           "order, are stopped and go on, and `ninefold merge` joins the files into that of "
           "a single machine, byte for byte. Machines need the program, of one version, and "
           "share nothing but files; kernels, threads and processors may differ."),
    .sections = sections,
};
