/* The manual page of the program itself. */
#include "cli/man.h"

#include "cli/roff.h"

/* A thing with words about it. */
struct entry {
    const char *name, *words;
};

static const struct entry options[] = {
    {"-h, --help", "print the list of commands and exit; behind a command, its options"},
    {"--version", "print version, build, licence and the kernels this machine can run, and exit"},
    {"--list-games", "print the names of the games, one a line, and exit"},
};

static const struct entry files[] = {
    {"FILE of run --save",
     "A saved run, JSON with a sum against alterations: while the run is played, its state, from "
     "which `run --resume` goes on; then what `stats` and `merge` read. It is whole at every "
     "moment."},
    {"FILE.1", "The state before it, in case FILE is lost."},
    {"FILE of run --db",
     "A history of runs, an SQLite database with the tables runs and seats; `stats --db` reads "
     "it."},
    {"FILE of --strategy",
     "A strategy, as text; `ninefold strategies keep-e` prints one to start from."},
    {"PREFIX/lib/ninefold/libninefold-forkserver.so",
     "What `fuzz --forkserver` preloads into the programs it runs."},
};

static const struct entry variables[] = {
    {"PATH", "where programs that `fuzz` runs and bwrap (--sandbox) are found"},
    {"NINEFOLD_FORKSERVER", "the path of the library that `fuzz --forkserver` preloads, where it "
                            "is neither beside the program nor installed"},
    {"LD_PRELOAD", "what else `fuzz --forkserver` preloads, behind that library"},
    {"SOURCE_DATE_EPOCH", "the date of the pages that `help --man` writes, in seconds since 1970; "
                          "without it they have none"},
};

/* What holds for every run; the tests hold it. */
static const struct entry promises[] = {
    {"A game is its seed and index.",
     "Hands and deck follow from the options, the seed and the index alone: not from threads, "
     "kernel, machine, or how many games run."},
    {"Every instance is valid.",
     "What would break a limit of the statement is thrown away, and the next attempt of the same "
     "index taken. Cards are drawn exactly in the proportion of their weights, by multiplication "
     "with rejection from xoroshiro128++."},
    {"One digest.",
     "`run` sums XXH3-128 over the outcome records of its games, so the digest of a range is the "
     "same however it was cut up, played and merged. Two builds that print the same played the "
     "same."},
    {"Intervals cover.", "A 95% interval holds the truth in 95% of runs, of few games or of many."},
    {"Nothing half-written.",
     "A file is there whole, or as it was before, whatever call fails: full disks, failing reads, "
     "no memory, a file size limit, kills at any moment."},
    {"Nothing else touched.",
     "Two outputs that would be one file, by whatever spelling or link, are refused before "
     "anything "
     "is played, as is an output in the place of a file that is read. Files being written are new "
     "ones called .NAME.ninefold-..., and a file that is write-protected is not replaced, by root "
     "neither."},
    {"What is written is read.",
     "Every saved run is read by `stats`, `merge`, `run --resume` and `run --db`."},
};

static const struct entry examples[] = {
    {"ninefold run --games 20k --players 5", "Play 20,000 games and show who loses how often."},
    {"ninefold replay --players 5 --index 8440", "Look at one of them, card by card."},
    {"ninefold gen --players 3 --rounds 2 > small.in",
     "Write a small valid instance, and the judge's answer to it."},
    {"ninefold play small.in > small.out", NULL},
    {"ninefold check small.in small.out", "Hold a transcript against the rules."},
    {"ninefold fuzz -- ./mine", "Find the smallest case in which the program ./mine is wrong."},
    {"ninefold run --games 10k --shard 1/2 --save 1.json",
     "Play a run in two parts, as if on two machines, and join them."},
    {"ninefold run --games 10k --shard 2/2 --save 2.json", NULL},
    {"ninefold merge 1.json 2.json --out all.json", NULL},
};

#define COUNT(list) (sizeof(list) / sizeof(list)[0])

static void append_entries(struct nf_text *text, const char *title, const struct entry *entries,
                           size_t count)
{
    nf_text_format(text, ".SH %s\n", title);
    for (size_t i = 0; i < count; i++) {
        nf_text_string(text, ".TP\n");
        nf_roff_bold(text, entries[i].name);
        nf_text_string(text, "\n");
        nf_roff_words(text, entries[i].words, "FILE");
        nf_text_string(text, "\n");
    }
}

static void append_synopsis(struct nf_text *text)
{
    nf_text_string(text,
                   ".SH SYNOPSIS\n"
                   "\\fBninefold\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR]... [\\fIOPERAND\\fR]...\n"
                   ".br\n"
                   "\\fBninefold help\\fR [\\fB\\-\\-man\\fR] [\\fICOMMAND\\fR]\n"
                   ".br\n"
                   "\\fBninefold \\-\\-version\\fR\n");
}

static void append_description(struct nf_text *text)
{
    nf_text_string(text, ".SH DESCRIPTION\n");
    nf_roff_words(text, nf_cli_purpose, NULL);
    nf_text_string(text, "\n.PP\n");
    nf_roff_words(text,
                  "A game is the seed and its index: what comes of it does not depend on threads, "
                  "kernel or machine, nor on how many games are played. All players follow a "
                  "strategy that is written down, so a game is decided by the cards alone.",
                  NULL);
    nf_text_string(text, "\n.PP\n");
    nf_roff_words(text,
                  "`ninefold help` COMMAND, or `ninefold` COMMAND --help, lists the options of a "
                  "command; with --man `help` prints its manual page as roff, and without COMMAND "
                  "this one. Numbers may be written 10k, 3M or 1G, and times 500ms, 10s, 2m or 1h. "
                  "Results go to standard output, messages to standard error.",
                  "COMMAND");
    nf_text_string(text, "\n");
}

static void append_commands(struct nf_text *text, const struct nf_command *const *commands)
{
    nf_text_string(text, ".SH COMMANDS\n");
    for (; *commands != NULL; commands++) {
        nf_text_string(text, ".TP\n");
        nf_roff_page(text, (*commands)->name);
        nf_text_string(text, "\n");
        nf_roff_words(text, (*commands)->summary, NULL);
        nf_text_string(text, "\n");
    }
}

/* The games that the first command with a choice of them offers. */
static void append_games(struct nf_text *text, const struct nf_command *const *commands)
{
    const struct nf_option *row = NULL;
    for (; *commands != NULL && row == NULL; commands++)
        row = nf_cli_man_game(*commands);
    if (row == NULL)
        return;
    struct nf_word word;
    nf_text_string(text, ".SH GAMES\nChosen by \\fB\\-\\-game\\fR \\fINAME\\fR; the first one is "
                         "usual.\n.PP\n.PD 0\n");
    for (size_t i = 0; row->word(NULL, i, &word); i++) {
        nf_text_string(text, ".TP 12\n");
        nf_roff_bold(text, word.name);
        nf_text_string(text, "\n");
        nf_roff_words(text, word.help != NULL ? word.help : word.name, NULL);
        nf_text_string(text, "\n");
    }
    nf_text_string(text, ".PD\n");
}

static void append_examples(struct nf_text *text)
{
    nf_text_string(text, ".SH EXAMPLES\n");
    for (size_t i = 0; i < COUNT(examples); i++) {
        if (examples[i].words != NULL) {
            if (i > 0)
                nf_text_string(text, ".PP\n");
            nf_roff_words(text, examples[i].words, NULL);
            nf_text_string(text, "\n.PP\n.RS 4\n.nf\n");
        }
        nf_roff_plain(text, examples[i].name);
        nf_text_string(text, "\n");
        if (i + 1 == COUNT(examples) || examples[i + 1].words != NULL)
            nf_text_string(text, ".fi\n.RE\n");
    }
}

static void append_see_also(struct nf_text *text, const struct nf_command *const *commands)
{
    nf_text_string(text, ".SH SEE ALSO\n");
    for (size_t i = 0; commands[i] != NULL; i++) {
        if (i > 0)
            nf_text_string(text, ",\n");
        nf_roff_page(text, commands[i]->name);
    }
    nf_text_string(text, "\n");
}

enum nf_status nf_cli_man_program(struct nf_text *text, const struct nf_command *const *commands,
                                  struct nf_error *err)
{
    const enum nf_status status = nf_cli_man_head(
        text, NULL, "play turn-based games with fixed player strategies by the hundred million",
        err);
    if (status != NF_OK)
        return status;
    append_synopsis(text);
    append_description(text);
    append_commands(text, commands);
    append_games(text, commands);
    append_entries(text, "OPTIONS", options, COUNT(options));
    append_entries(text, "FILES", files, COUNT(files));
    append_entries(text, "PROMISES", promises, COUNT(promises));
    append_entries(text, "ENVIRONMENT", variables, COUNT(variables));
    nf_cli_man_exits(text);
    append_examples(text);
    append_see_also(text, commands);
    return NF_OK;
}
