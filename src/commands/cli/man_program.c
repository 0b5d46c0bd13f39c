/* The manual page of the program. */
#include "commands/cli/man.h"

#include "base/lang.h"
#include "commands/cli/roff.h"

/* A term and its description. */
struct entry {
    const char *name, *words;
};

static const struct entry options[] = {
    {"-h, --help", N_("print the list of commands and exit; after a command, print its options")},
    {"--version",
     N_("print version, build, licence and the kernels this machine can run, and exit")},
    {"--list-games", N_("print the names of the games, one per line, and exit")},
    {"--lang NAME", N_("before a command or among its options: the language of help, messages and "
                       "reports, en or zh")},
};

static const struct entry files[] = {
    {N_("FILE of run --save"),
     N_("A saved run: JSON with a checksum. While the run is played, it is the state from which "
        "`run --resume` continues; then it is the input of `stats` and `merge`. It is complete at "
        "every moment.")},
    {"FILE.1", N_("The previous state, in case FILE is lost.")},
    {N_("FILE of run --db"),
     N_("A history of runs: an SQLite database with the tables runs and seats. `stats --db` reads "
        "it.")},
    {N_("FILE of --strategy"),
     N_("A strategy as a text file; `ninefold strategies keep-e` prints one to start from.")},
    {"PREFIX/lib/ninefold/libninefold-forkserver.so",
     N_("The library that `fuzz` and `judge` preload into the programs they fork.")},
};

static const struct entry variables[] = {
    {"PATH", N_("where to find bwrap (--sandbox), compilers and the programs that `fuzz` runs")},
    {"TMPDIR", N_("folder of the temporary folder in which sources are compiled, if not /tmp")},
    {"HOME",
     N_("folder that programs in the sandbox (--sandbox) do not see, but for interpreters in it")},
    {"NINEFOLD_FORKSERVER", N_("path of the library that `fuzz` and `judge` preload, if it is "
                               "neither next to ninefold nor installed")},
    {"LD_PRELOAD", N_("further libraries that `fuzz` and `judge` preload after their own")},
    {"COLUMNS", N_("how wide the terminal is, if not as it says itself; tables use it from 80 on")},
    {"NO_COLOR", N_("if not empty, there are no colours on a terminal")},
    {"TERM",
     N_("what the terminal is; where it is dumb, empty or not set there are no colours either")},
    {"LC_ALL",
     N_("the locale, and so the language: Chinese with zh_CN.UTF-8, English with others")},
    {"LC_MESSAGES", N_("the same if LC_ALL is not set")},
    {"LANG", N_("the same if neither is set")},
    {"LANGUAGE",
     N_("languages in the order wanted, such as zh:en, unless the locale is C; --lang goes "
        "before all of these")},
    {"SOURCE_DATE_EPOCH", N_("date of the pages that `help --man` writes, in seconds since 1970; "
                             "without it they have no date")},
};

/* Guarantees for every run. Tests check each of them. */
static const struct entry promises[] = {
    {N_("Seed and index determine a game."), N_("Hands and deck depend only on the options, the "
                                                "seed and the index: not on threads, kernel, "
                                                "machine or number of games.")},
    {N_("Every instance is valid."),
     N_("A candidate that breaks a limit of the statement is discarded, and the next attempt of "
        "the "
        "same index is taken. Cards are drawn exactly in proportion to their weights, from "
        "xoroshiro128++ by multiplication with rejection.")},
    {N_("One digest."),
     N_("`run` sums XXH3-128 over the outcome records of its games, so the digest of a range does "
        "not depend on how it was split, played and merged. Two builds that print the same digest "
        "played the same.")},
    {N_("Intervals cover."),
     /* xgettext:no-c-format */
     N_("A 95% interval contains the true value in 95% of runs, with few games "
        "or many.")},
    {N_("No half-written files."), N_("A file is complete, or as it was before, whatever fails: "
                                      "full disk, read error, no memory, "
                                      "file size limit, kill at any moment.")},
    {N_("No other file touched."),
     N_("Two outputs to the same file, by whatever spelling or link, are refused before anything "
        "is "
        "played; so is an output that would replace an input. Files are written under new names, "
        ".NAME.ninefold-..., and a write-protected file is not replaced, by root neither.")},
    {N_("Saved runs stay readable."),
     N_("Every saved run is read by `stats`, `merge`, `run --resume` and `run --db`.")},
};

static const struct entry examples[] = {
    {"ninefold run --games 20k --players 5", N_("Play 20,000 games and show who loses how often.")},
    {"ninefold replay --players 5 --index 8440", N_("Show one of them, card by card.")},
    {"ninefold gen --players 3 --rounds 2 > small.in",
     N_("Write a small valid instance and the judge's answer.")},
    {"ninefold play small.in > small.out", NULL},
    {"ninefold check small.in small.out", N_("Check a transcript against the rules.")},
    {"ninefold fuzz -- ./mine", N_("Find a small case in which the program ./mine is wrong.")},
    {"ninefold run --games 10k --shard 1/2 --save 1.json",
     N_("Play a run in two parts, as on two machines, and join them.")},
    {"ninefold run --games 10k --shard 2/2 --save 2.json", NULL},
    {"ninefold merge 1.json 2.json --out all.json", NULL},
};

#define COUNT(list) (sizeof(list) / sizeof(list)[0])

static void append_entries(struct nf_text *text, const char *title, const struct entry *entries,
                           size_t count)
{
    nf_cli_man_section(text, title);
    for (size_t i = 0; i < count; i++) {
        nf_text_string(text, ".TP\n");
        nf_roff_bold(text, _(entries[i].name));
        nf_text_string(text, "\n");
        nf_roff_words(text, _(entries[i].words), "FILE");
        nf_text_string(text, "\n");
    }
}

static void append_synopsis(struct nf_text *text)
{
    nf_cli_man_section(text, N_("SYNOPSIS"));
    nf_text_string(text,
                   "\\fBninefold\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR]... [\\fIOPERAND\\fR]...\n"
                   ".br\n"
                   "\\fBninefold help\\fR [\\fB\\-\\-man\\fR] [\\fICOMMAND\\fR]\n"
                   ".br\n"
                   "\\fBninefold \\-\\-version\\fR\n");
}

static void append_description(struct nf_text *text)
{
    nf_cli_man_section(text, N_("DESCRIPTION"));
    nf_roff_words(text, _(nf_cli_purpose), NULL);
    nf_text_string(text, "\n.PP\n");
    nf_roff_words(
        text,
        _("A game is determined by the seed and its index; its outcome does not depend on "
          "threads, kernel, machine or the number of games played. All players follow a "
          "fixed strategy, so the cards alone decide a game."),
        NULL);
    nf_text_string(text, "\n.PP\n");
    nf_roff_words(text,
                  _("`ninefold help` COMMAND, or `ninefold` COMMAND --help, lists the options of a "
                    "command. With --man, `help` prints its manual page as roff; without COMMAND, "
                    "this page. Numbers may be written 10k, 3M or 1G, and times 500ms, 10s, 2m or "
                    "1h. Results go to standard output, messages to standard error."),
                  "COMMAND");
    nf_text_string(text, "\n");
}

static void append_commands(struct nf_text *text, const struct nf_command *const *commands)
{
    nf_cli_man_section(text, N_("COMMANDS"));
    int tests = -1;
    for (; *commands != NULL; commands++) {
        if ((*commands)->tests != tests) { /* the first of its group */
            tests = (*commands)->tests;
            nf_text_string(text, ".SS ");
            nf_roff_words(text, _(nf_cli_houses[tests]), NULL);
            nf_text_string(text, "\n");
        }
        nf_text_string(text, ".TP\n");
        nf_roff_page(text, (*commands)->name);
        nf_text_string(text, "\n");
        nf_roff_words(text, _((*commands)->summary), NULL);
        nf_text_string(text, "\n");
    }
}

/* The games that the first command with --game offers. */
static void append_games(struct nf_text *text, const struct nf_command *const *commands)
{
    const struct nf_option *row = NULL;
    for (; *commands != NULL && row == NULL; commands++)
        row = nf_cli_man_game(*commands);
    if (row == NULL)
        return;
    struct nf_word word;
    nf_cli_man_section(text, N_("GAMES"));
    nf_roff_words(text, _("Chosen by --game NAME; the first one is the default."), "NAME");
    nf_text_string(text, "\n.PP\n.PD 0\n");
    for (size_t i = 0; row->word(NULL, i, &word); i++) {
        nf_text_string(text, ".TP 12\n");
        nf_roff_bold(text, word.name);
        nf_text_string(text, "\n");
        nf_roff_words(text, word.help != NULL ? _(word.help) : word.name, NULL);
        nf_text_string(text, "\n");
    }
    nf_text_string(text, ".PD\n");
}

static void append_examples(struct nf_text *text)
{
    nf_cli_man_section(text, N_("EXAMPLES"));
    for (size_t i = 0; i < COUNT(examples); i++) {
        if (examples[i].words != NULL) {
            if (i > 0)
                nf_text_string(text, ".PP\n");
            nf_roff_words(text, _(examples[i].words), NULL);
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
    nf_cli_man_section(text, N_("SEE ALSO"));
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
        text, NULL, _("play turn-based games with fixed player strategies by the hundred million"),
        err);
    if (status != NF_OK)
        return status;
    append_synopsis(text);
    append_description(text);
    append_commands(text, commands);
    append_games(text, commands);
    append_entries(text, N_("OPTIONS"), options, COUNT(options));
    append_entries(text, N_("FILES"), files, COUNT(files));
    append_entries(text, N_("PROMISES"), promises, COUNT(promises));
    append_entries(text, N_("ENVIRONMENT"), variables, COUNT(variables));
    nf_cli_man_exits(text);
    append_examples(text);
    append_see_also(text, commands);
    return NF_OK;
}
