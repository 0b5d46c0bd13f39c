#include "commands/parts/manual.h"

const struct nf_section nf_manual_run[] = {
    {"STATISTICS",
     "The 95% interval of a rate comes from the variance between games, not between rounds, for "
     "rounds of one game share hands; it is Student's t, and holds for few games as for many. "
     "Shares of games, and those with fewer than 20 events, get the exact interval of Clopper and "
     "Pearson, \"X ahead\" a score interval. \"All seats alike?\" is Hotelling's test over the "
     "covariance of the seats between games.\n"
     "\n"
     "--until-width looks after 1,024 games and whenever they have doubled: so few looks that the "
     "intervals it ends with hold the truth in 94% to 96% of runs.\n"
     "\n"
     "A candidate whose deck would run out, or whose p would leave its bound, is thrown away and "
     "the next attempt of the same index taken; how many is shown. Where nearly none is valid, the "
     "message says which option to change."},
    {"SAVED RUNS",
     "--save keeps the state of a run in FILE while it is played, and the run when it is done. A "
     "run that was interrupted and resumed ends with the same file, byte for byte, as one that was "
     "not; threads and kernel may change.\n"
     "\n"
     "    ninefold run --games 100G --save all.json\n"
     "    ninefold run --resume all.json\n"
     "\n"
     "FILE is whole at every moment, FILE.1 is the state before, .FILE.ninefold-lock keeps a "
     "second "
     "run off, and .FILE.ninefold-new is the state being written; what a killed run left of them "
     "is in nobody's way. A FILE.1 of another run is not replaced: the run is refused before it "
     "plays. SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU, SIGUSR1, SIGUSR2 and SIGALRM end a run "
     "with "
     "its state saved; what nohup has ignored stays ignored.\n"
     "\n"
     "--shard cuts a run into parts for several machines, which `ninefold merge` joins. --audit "
     "has a share of the games played again by another kernel, --check all of them by a player in "
     "plain C that verifies the rules on every turn."},
    {NULL, NULL},
};

const struct nf_section nf_manual_stats[] = {
    {"COMPARING RUNS",
     "--compare tells what differs between two runs, seat by seat. Games that both have are played "
     "again and compared one by one, so what is chance in both drops out. Intervals are as in "
     "ninefold-run(1).\n"
     "\n"
     "    ninefold run -n 5 --games 1M --save a.json\n"
     "    ninefold run -n 5 --games 1M --strategy 1=last-e --save b.json\n"
     "    ninefold stats --compare a.json b.json"},
    {NULL, NULL},
};

const struct nf_section nf_manual_merge[] = {
    {"CLUSTERS",
     "    ninefold run --games 100G --shard 1/3 --save 1.json\n"
     "    ninefold merge 1.json 2.json 3.json -o all.json\n"
     "\n"
     "The sources have two scripts that do this on many machines, with GNU parallel over ssh and "
     "with Slurm:\n"
     "\n"
     "    scripts/parallel-run -s 64 -o all.json -S :,moon,mars -- --games 100G\n"
     "    job=scripts/ninefold.sbatch\n"
     "    all=$(sbatch --parsable --array=1-64 $job /shared/run --games 100G)\n"
     "    sbatch --dependency=afterok:$all --array=0 $job /shared/run merge\n"
     "\n"
     "A shard that was killed goes on from its last state; given again, parallel-run plays only "
     "what is missing. -o may name one of the parts."},
    {NULL, NULL},
};

const struct nf_section nf_manual_fuzz[] = {
    {"VERDICTS",
     "AC, WA (wrong answer), PE (with --strict: right but for white space), RE (it failed or was "
     "killed), TLE, MLE and OLE (beyond its time, memory or output). White space makes no "
     "difference where words stay the same: `p= 9` is right, and `p=1 2` is not 12.\n"
     "\n"
     "However a program fails, what it wrote until then is held against the rules. Where that "
     "shows nothing, it is run once more with 200 cards appended to the deck, which the rules "
     "never draw.\n"
     "\n"
     "The same seed makes the same cases and the same finding at any --jobs. Everything the "
     "program "
     "started is gone afterwards; --sandbox runs it under bubblewrap, without network and with "
     "nothing to write to, and --forkserver makes cases of dynamically linked programs faster."},
    {NULL, NULL},
};

const struct nf_section nf_manual_gen[] = {
    {"TEST SETS",
     "--suite writes 20 tests after the statement's subtasks, each with its answer; they catch "
     "every "
     "mistake of the catalogue that comes with the sources (`make mutants`). With --format kattis "
     "they are a problem package with validators, a solution and a short statement. `ninefold "
     "check` and `ninefold verify` end the way judges want it with --exit-style."},
    {NULL, NULL},
};

const struct nf_section nf_manual_verify[] = {
    {"FORM",
     "An instance is taken only as `ninefold gen` writes it, to the byte: one blank between words, "
     "none at the ends of lines. All other commands read any white space. So a "
     "statement's sample that has blanks at the ends of lines is refused here alone."},
    {NULL, NULL},
};

const struct nf_section nf_manual_strategies[] = {
    {"FORM OF A STRATEGY",
     "A strategy is a text file: for a turn without DOUBLE on the player (`normal`) and with it "
     "(`doubled`), an ordered list of groups of cards with an aim. A # starts a comment.\n"
     "\n"
     "    normal\n"
     "      max A B C D, ties C A B D\n"
     "      first PASS TURN DOUBLE\n"
     "      min E, when p >= 80\n"
     "    doubled\n"
     "      random all\n"
     "\n"
     "A group takes cards by name, by class (A to E), `basic`, `counter` or `all`. It aims at the "
     "largest or smallest p (`max`, `min`), the `first` one held or any at `random`. It may have "
     "an "
     "order of `ties`, else the statement's for its aim holds, and a condition: `when p >= 80`, "
     "`when p <= N`, or both joined by `and`. A group is tried after those above it. Cards that no "
     "group takes come last, as the statement has them, for whoever can play must."},
    {NULL, NULL},
};
