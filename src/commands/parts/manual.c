#include "base/lang.h"
#include "commands/parts/common.h"

const struct nf_section nf_manual_run[] = {
    {N_("STATISTICS"),
     /* xgettext:no-c-format */
     N_("The 95% interval of a rate is a Student t interval from the variance between games, not "
        "between rounds, because rounds of one game share hands. It is valid for few games and for "
        "many. Proportions of games, and rates with fewer than 20 events, get the exact interval "
        "of "
        "Clopper and Pearson; \"X ahead\" gets a score interval. \"All seats alike?\" is "
        "Hotelling's test with the covariance of the seats between games.\n"
        "\n"
        "--until-width checks the intervals of the seats' rates after 1,024 games and each time "
        "their number has doubled. These are so few checks that the final intervals contain the "
        "true value in 94% to 96% of runs. What each column of a table is, and how its interval is "
        "made: ninefold-tables(1).\n"
        "\n"
        "A candidate whose deck would run out, or whose p would exceed its bound, is discarded, "
        "and "
        "the next attempt of the same index is taken. The table shows how many. If nearly no "
        "candidate is valid, the error message names the option to change.")},
    {N_("SAVED RUNS"),
     N_("--save writes the state of a run to FILE while it is played, and the finished run at the "
        "end. An interrupted and resumed run ends with the same file, byte for byte, as an "
        "uninterrupted one; threads and kernel may change.\n"
        "\n"
        "    ninefold run --games 100G --save all.json\n"
        "    ninefold run --resume all.json\n"
        "\n"
        "FILE is complete at every moment, so it is no pipe and no device; --json and other "
        "outputs "
        "that are written once may go there. FILE.1 is the previous state, .FILE.ninefold-lock "
        "keeps "
        "other runs away, and .FILE.ninefold-new is the state being written. If a run is killed, "
        "the next one cleans up after it. A FILE.1 of another run is not replaced: the run is "
        "refused before it plays. SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU, SIGUSR1, SIGUSR2 and "
        "SIGALRM stop a run with its state saved; signals that nohup ignores stay ignored.\n"
        "\n"
        "--shard splits a run into parts for several machines; `ninefold merge` joins them. In "
        "a job array of Slurm or SGE, or an indexed job of AWS Batch, --shard auto plays the "
        "part of the task; PBS and Kubernetes do not tell how many tasks there are: --shard "
        "auto/64. --audit plays a share of the games again with another kernel, --check all of "
        "them by the reference in plain C, which is held to what the rules promise of every "
        "step.")},
    {N_("RECORDS"),
     N_("--records writes the outcomes themselves, in the order of the indices; the bytes are the "
        "same with any threads and kernel. What a row does not have is empty in CSV and null in "
        "NDJSON, where a line is a JSON object.\n"
        "\n"
        "    ninefold run -n 5 --games 100k --records rows.csv\n"
        "    python3 -c 'import pandas; print(pandas.read_csv(\"rows.csv\"))'\n"
        "\n"
        "The file gets its name at the end of the run. If time or a signal ends the run early, it "
        "has the games that are reported. A run that is killed leaves none; so --resume does not "
        "take --records: choose games to be played again by --first and --games. Files of "
        "adjoining ranges, as --shard makes them, join to that of the whole range, those of CSV "
        "without the first line of all but the first.")},
    {NULL, NULL},
};

const struct nf_section nf_manual_stats[] = {
    {N_("COMPARING RUNS"),
     /* xgettext:no-c-format */
     N_("--compare shows how runs differ from the first one at each seat. Games that both runs "
        "contain are played "
        "again and compared pair by pair, so common chance cancels out. Intervals are as in "
        "ninefold-run(1).\n"
        "\n"
        "    ninefold run -n 5 --games 1M --save a.json\n"
        "    ninefold run -n 5 --games 1M --strategy 1=last-e --save b.json\n"
        "    ninefold stats --compare a.json b.json\n"
        "\n"
        "The intervals of three and more runs are simultaneous: in 95% of comparisons or more all "
        "of them hold the true values at once (Bonferroni). So hardly any * is there by chance.\n"
        "\n"
        "After a few rounds two strategies play unrelated games, even from the same deck, and "
        "little chance cancels out: of 100 rounds, pairs of games are worth 1.03 times as many "
        "unpaired ones. Runs with --paired deal each seat cards of her own, the same ones in the "
        "same order whatever else is played; then pairs are worth 1.5 to 1.8 times as many "
        "with 2 to 5 players, and 1.9 to 2.2 times with 30. Only the kernels reference and "
        "portable play such runs. "
        "Where a vector kernel is five times as fast, more games without --paired tell more in the "
        "same time.")},
    {NULL, NULL},
};

const struct nf_section nf_manual_sweep[] = {
    {N_("GRIDS"),
     N_("    ninefold sweep players=2..30 --games 1M --save runs --html sweep.html\n"
        "    ninefold sweep players=2,5 strategy=keep-e strategy=last-e --csv -\n"
        "\n"
        "The table has a row for each run and seat, or what the first table of a run has rows for: "
        "the values of the options named, its columns, and the command that plays this run again. "
        "The page draws them over the option with most numbers.\n"
        "\n"
        "With --save an interrupted sweep goes on when the same command is given again: runs that "
        "are there are read, those that were not finished are played from their first game. A file "
        "of another run is refused, not replaced. `ninefold stats` shows and compares the files.\n"
        "\n"
        "All runs have the same seed, so those of the same players and cards play the same deals: "
        "their differences are for `ninefold stats --compare`, which pairs these games.")},
    {NULL, NULL},
};

const struct nf_section nf_manual_optimise[] = {
    {N_("SEVERAL SEARCHES"),
     N_("A search ends where no small change gains, so some searches find better strategies than "
        "others. --searches makes several, one after the other, and takes the best:\n"
        "\n"
        "    ninefold optimise -n 5 --searches 64 --save found\n"
        "\n"
        "On many machines each task makes some of them, and the same command without --shard, when "
        "all tasks are done, tells the best:\n"
        "\n"
        "    ninefold optimise -n 5 --searches 64 --save found --shard auto\n"
        "\n"
        "A single search cannot be cut, for each step depends on the last. It is saved every "
        "second "
        "or, where steps are longer, after each: what is stopped or killed goes on when the same "
        "command is given again, threads and kernel may change, and the strategy found is that of "
        "a "
        "search without a break. A file of "
        "another search is refused, not replaced. More searches may be asked for later, and other "
        "games to verify: those that are saved are not made again.")},
    {NULL, NULL},
};

const struct nf_section nf_manual_merge[] = {
    {N_("PARTS THAT ARE MISSING"),
     N_("--partial joins the parts that there are, finished or not; the file says which indices it "
        "has, and counts as an unfinished run. More parts can be joined to it, if they have none "
        "of "
        "its games, and --resume plays what is missing between them here. -o may name one of the "
        "parts.\n"
        "\n"
        "    ninefold merge --partial /shared/run/*.json -o some.json\n"
        "    ninefold run --resume some.json\n"
        "\n"
        "`ninefold help --man cluster` tells how parts are played on many machines.")},
    {N_("SPOT CHECKS"),
     /* xgettext:no-c-format */
     N_("A saved run has a digest of each of up to 1,024 blocks of its indices, equal ones but for "
        "both ends. --replay picks blocks of each run by chance, which nobody can foresee, plays "
        "their games again and compares: so runs of machines that one does not trust can be used. "
        "A block that has one wrong game is found by playing it. If wrong games are in a share w "
        "of "
        "the blocks of a run, and k blocks are picked, the chance that they are found is 1 - (1 - "
        "w)^k:\n"
        "\n"
        "    blocks picked   in 1%   in 10%   in 50% of blocks wrong games\n"
        "          1          1%       10%      50%\n"
        "          6          6%       47%      98%\n"
        "         30         26%       96%     100%\n"
        "        300         95%      100%     100%\n"
        "\n"
        "Of 1,024 blocks --replay 0.1% picks 2, 1% 11, 3% 31. A machine that played many shards "
        "is caught by any of them: 30 shards with 2 blocks each count as 60 blocks. Who spreads "
        "a few wrong games over all blocks is found at once; who wants to get away puts them side "
        "by side, but then cannot change much. Blocks tell nothing of the sums, which a forger can "
        "change while the games are right: --replay 100% compares the sums, too. Check some whole "
        "shards so, picked by lot after they were delivered:\n"
        "\n"
        "    ninefold merge --replay 100% --partial 7.json 19.json 40.json -o -")},
    {NULL, NULL},
};

#define SOURCES                                                                                    \
    {                                                                                              \
        N_("SOURCES"),                                                                             \
            N_("PROGRAM may be a source file, with a name that ends in .c, .cpp, .cc, "            \
               ".cxx, .go, .java, .py or .rs. It is compiled as judges do, C++ by `g++ -O2 "       \
               "-std=c++17`, into a temporary folder, which is removed at the end; the "           \
               "compiler may take 30 s and 1 GiB of memory, and with --sandbox runs in "           \
               "bubblewrap, too. --build CMD has the shell run `CMD -o PROGRAM SOURCE` "           \
               "instead, for a source of any name, such as --build 'clang++ -O3'. A file "         \
               "that may be executed and is a program or a script, by its first bytes, is "        \
               "run as it is. Exit code 3: it does not compile; 4: there is no compiler.")         \
    }

#define THE_SANDBOX                                                                                \
    {                                                                                              \
        N_("THE SANDBOX"),                                                                         \
            N_("Without --sandbox a program may do what its user may: read all files, the "        \
               "answers of a test set among them, write, and use the network. With --sandbox it "  \
               "runs under bubblewrap, without network, and sees only files that it needs to "     \
               "start, none of which it can write: the system's programs and libraries, the "      \
               "folders in PATH, the home of its interpreter (a virtual environment of Python, "   \
               "pyenv, a JDK), itself, and the files and folders that its command names, but of "  \
               "the test set only a file that is named. Its /tmp is empty at first, and has "      \
               "64 MiB. A source is compiled so, too, and cannot include files beside it.\n"       \
               "\n"                                                                                \
               "In either case all processes that it started are killed after each case, and "     \
               "what they used counts, whether or not somebody waited for them. Processor time "   \
               "is counted by an event of perf; where the system forbids that (to users of "       \
               "Debian, whose kernel.perf_event_paranoid is 3, and in containers without "         \
               "privileges), that of programs with several processes is estimated by a look "      \
               "every 10 ms: a note says so, and cpu_estimated in JSON. Memory is what is "        \
               "resident at such looks, and files of memfd_create that are open; what lies in "    \
               "pipes, sockets and System V segments is not seen.")                                \
    }

#define FORK_SERVER                                                                                \
    {                                                                                              \
        N_("FORK SERVER"),                                                                         \
            N_("A program runs until it first reads its input, and is forked there for "           \
               "each of 100 cases: an interpreter is up by then. Up to there it must have "        \
               "only one thread, and have written, left open and shared nothing, else each "       \
               "case starts it, which a note says. So does each where forking turns out no "       \
               "faster: the first ten cases go both ways in turns. Statically linked "             \
               "programs and those in the sandbox are not forked, nor is any with "                \
               "--forkserver=no. Where python3 is a script that looks for the interpreter, "       \
               "as that of pyenv is, the interpreter is run itself. Through other scripts the "    \
               "last program that they execute is forked. Results do not depend "                  \
               "on all this. What time a program took until it read counts for each case. "        \
               "A case that fails is run again, started, before it is reported; where that "       \
               "passes, forking ends. One in 6 of the first 1,200 cases, and one in 50 of the "    \
               "others, starts the program all the same: random seeds and addresses that it "      \
               "takes before it reads are those of all its forks. So one that is wrong in one "    \
               "start of 50 is found in 19 of 20 runs of 1,000 cases.")                            \
    }

const struct nf_section nf_manual_fuzz[] = {
    SOURCES,
    {N_("THE LINE"),
     N_("Where a case fails and PROGRAM is a source file, its line is told at which the program "
        "breaks down: by the traceback of Python, by an exception of Java, a panic of Go or Rust, "
        "and for C and C++ by building it once more with AddressSanitizer, "
        "UndefinedBehaviorSanitizer and the checks of the C++ library, and running it on the "
        "smallest case. So an index outside an array or a vector is found, too, where it only "
        "makes the answer wrong. Where that finds nothing and valgrind is installed, it runs the "
        "case as well, and finds the line that uses a variable or memory that was never set.\n"
        "\n"
        "Of C and C++ up to three warnings of the compiler (-Wall -Wextra) are shown: those of "
        "that "
        "line, and others that hint at a fault rather than at style. Where the program's mistake "
        "is known for certain, only these and valgrind are asked.\n"
        "\n"
        "--repair TIME makes small changes of a source in C, C++ or Python, one at a time: a "
        "comparison turned, or with equality, a number one more or less, \"and\" for \"or\", a "
        "sign, two letters of an order exchanged, a line left out or put before the one above. The "
        "first with which the failing case and 100 others pass is told, as what it is: it may be "
        "the mistake, or another way round it.\n"
        "\n"
        "Of a program that passes no case it is first said, where that is why, that it solves "
        "another game's problem, or that it reads nothing from standard input, with the first line "
        "of its source that opens a file.")},
    {N_("CASES"),
     N_("Guided cases are small and steered towards one rare rule each. Without --players, "
        "--rounds "
        "and --deck there are others between them, from case 60 on: games at the bounds of their "
        "sizes, such as all players, a deck that is used up exactly, a long deck with up to 4,000 "
        "cards too many, and the largest games there are. A line of the report says how many cases "
        "of each kind were tried, and another one which kinds were not.\n"
        "\n"
        "--line-ends tries input that some judges have and no validator accepts: CR LF at the end "
        "of "
        "lines, or no newline at the end. Shrinking goes back to LF where a case then still fails. "
        "Files of --keep have the line ends that the program read; --add-to leaves out cases that "
        "fail by them alone.")},
    {N_("VERDICTS"),
     N_("AC, WA (wrong answer), PE (with --strict: correct except for white space), RE (it failed "
        "or was killed), TLE, MLE and OLE (limit of time, memory or output exceeded). Outputs are "
        "compared token by token, where a token is what white space separates: `p= 9` is not "
        "`p=9`. Where all tokens are right, lines may be joined or broken and blanks doubled: that "
        "is AC, and the line `layout` says in how many cases it is so and where, for judges that "
        "compare line by line refuse it.\n"
        "\n"
        "A failing case is run again, up to ten times in all within some two seconds. If the "
        "answers "
        "differ, the verdict is FLAKY, with how many runs failed; smaller cases are then run ten "
        "times, too, and must not fail much more rarely. Memory that nobody set, addresses, time, "
        "threads and random numbers are usual causes.\n"
        "\n"
        "However a program fails, its output up to then is checked against the rules. If that "
        "shows "
        "no error, the program is run again with 200 more cards at the end of the deck, which the "
        "rules never draw.\n"
        "\n"
        "A large case that takes too much processor time is made smaller by halves, for a third of "
        "--shrink-time: what is shown is the smallest size at which the program is too slow, and "
        "how many times as long it takes for twice the input, by two sizes at which it is not.\n"
        "\n"
        "Then the mistake is named. What the program prints on the failing cases and on some 250 "
        "guided ones is compared with players who make the mistakes of a catalogue, or another "
        "one at a rule, such as another limit or order, one by one, and then those of the "
        "catalogue by twos. The cases are chosen so that they tell apart those that "
        "still fit. What the rules have no word for, such as drawing from an empty deck, makes no "
        "difference. With fewer than 200 cases, or fewer than 5 wrong ones, a mistake is called "
        "likely, not certain. --diagnose bounds the time; a slow program gets fewer cases.\n"
        "\n"
        "The same seed gives the same cases and the same finding with any --jobs.")},
    THE_SANDBOX,
    FORK_SERVER,
    {NULL, NULL},
};

const struct nf_section nf_manual_judge[] = {
    SOURCES,
    {N_("TEST SETS"),
     N_("DIR is a folder as `ninefold gen --count` and `ninefold gen --suite` write it. Folders in "
        "it "
        "are searched 4 deep; names that start with a dot and links to folders are passed over. If "
        "DIR or DIR/data has a folder sample or secret, as problem packages have, only these are "
        "searched. A test with both NAME.ans and NAME.out has its answer in the first. Answers "
        "without an instance are remarked on; other files are passed over.\n"
        "\n"
        "A stored answer that differs from the reference's, white space aside, is listed below the "
        "table, and the exit code is 3. The programs are judged by the reference's answer.\n"
        "\n"
        "    ninefold gen --suite tests\n"
        "    ninefold judge tests -- ./right -- python3 slow.py -- ./wrong")},
    {N_("TIMES"),
     N_("CPU time is user and system time of the program and all processes it started, of one run; "
        "a test that exceeded a time limit was run twice. Memory is the most that was resident at "
        "a "
        "time, for programs of some milliseconds at least that of ninefold, about 2 MiB. Programs "
        "that run at the same time slow each other down: use -j 1 on a quiet machine for a time "
        "limit.\n"
        "\n"
        "The suggested limit is --factor times the CPU time of the slowest test of the slowest "
        "program that was accepted on all tests. It is rounded up to steps of 0.1 s, above 1 s of "
        "0.5 s, above 10 s of 1 s.")},
    {N_("JSON"),
     N_("--json writes an object of its own form, schema \"ninefold.judge/1\": game, folder, "
        "strict, "
        "limits (its member from names the option or file that gave each), jobs and seconds; "
        "tests, a "
        "list of {name, instance, answer, answer_differs, carriage_return}, the "
        "last two the first line that differs from the reference's answer, and of the instance "
        "with a "
        "carriage return, or null; programs, a list "
        "of "
        "{command, accepted, tests, verdicts, forked, cpu_estimated, layout, cpu_seconds, slowest, "
        "memory, largest, "
        "first_failing, "
        "explanation, runs}, where tests counts those that were run, forked those for which the "
        "program "
        "was not started, cpu_estimated is as in THE SANDBOX, slowest and largest name the "
        "tests with the most CPU time and memory, layout has {lines, line_ends}, each null or "
        "{count, "
        "first, line} of accepted outputs with other white space there, and runs has {test, "
        "verdict, code, line, kind, "
        "reason, cpu_seconds, wall_seconds, memory} for each; and time_limit, null or {seconds, "
        "factor, step_seconds, cpu_seconds, program, slowest}, where program counts from 0. Memory "
        "is "
        "in bytes.")},
    THE_SANDBOX,
    FORK_SERVER,
    {NULL, NULL},
};

const struct nf_section nf_manual_explain[] = {SOURCES, {NULL, NULL}};

const struct nf_section nf_manual_gen[] = {
    {N_("TEST SETS"),
     N_("--suite writes tests for the statement's subtasks, from small to the largest, each with "
        "its "
        "answer. Every mistake in the catalogue of the source tree is caught by at least three of "
        "them (`make mutants`). The "
        "folder also has what else a problem needs, and needs no ninefold itself: a statement, "
        "validators in Python and C++, right programs and such that are wrong on purpose, invalid "
        "inputs, subtasks with points, a time limit. --format lays it out for a judge; README.md "
        "in "
        "it says how to upload it. --exit-style makes `ninefold check` and `ninefold verify` use "
        "the "
        "exit codes of a judging "
        "system.")},
    {NULL, NULL},
};

const struct nf_section nf_manual_verify[] = {
    {N_("FORM"),
     N_("An instance must be exactly as `ninefold gen` writes it: one blank between words, none at "
        "the end of a line. All other commands accept any white space. So only verify refuses a "
        "statement's sample with trailing blanks.")},
    {NULL, NULL},
};

const struct nf_section nf_manual_strategies[] = {
    {N_("FORM OF A STRATEGY"),
     N_("A strategy is a text file. It has two lists of groups of cards, one for turns without "
        "DOUBLE on the player (`normal`) and one for turns with it (`doubled`). Each group has an "
        "aim. A # starts a comment.\n"
        "\n"
        "    normal\n"
        "      max A B C D, ties C A B D\n"
        "      first PASS TURN DOUBLE\n"
        "      min E, when p >= 80\n"
        "    doubled\n"
        "      random all\n"
        "\n"
        "A group names cards, classes (A to E), `basic`, `counter` or `all`. Its aim is the "
        "largest "
        "or smallest p (`max`, `min`), the `first` named card held, or a `random` one. It may have "
        "an order of `ties`; the default is the statement's for its aim. It may have a condition: "
        "`when p >= 80`, `when p <= N`, or both joined by `and`. Groups are tried from top to "
        "bottom. Cards in no group come last, by the statement's rule, because a player who can "
        "play must play.")},
    {NULL, NULL},
};
