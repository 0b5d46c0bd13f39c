/* Finds the subcommand. */
#include "base/json_text.h"
#include "base/lang.h"
#include "base/machine.h"
#include "base/owned.h"
#include "base/shown.h"
#include "base/threads.h"
#include "base/version.h"
#include "commands/cli/man.h"
#include "commands/cli/options.h"
#include "commands/commands.h"
#include "judge/problem.h"
#include "sim/game.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static enum nf_status overview(int fd, const char *name, struct nf_error *err)
{
    NF_OWNED_TEXT struct nf_text text = {0};
    nf_cli_overview(&text, nf_commands);
    return nf_text_write(&text, fd, name, err);
}

/* What a user sees who does not know what to type. */
static enum nf_status first_page(struct nf_error *err)
{
    NF_OWNED_TEXT struct nf_text text = {0};
    nf_text_wrapped(&text, _(nf_cli_purpose), strlen(_(nf_cli_purpose)), 0, 0);
    nf_text_string(&text, "\n");
    nf_first_calls(&text);
    nf_text_string(&text, _("\nninefold fuzz: calls for any problem, by what lies here\n"
                            "ninefold --help: all commands\n"));
    NF_TRY(nf_text_write(&text, STDERR_FILENO, "standard error", err));
    return NF_USAGE;
}

/* Prints what a command without its operand could be. */
static enum nf_status show_calls(const struct nf_command *command, struct nf_error *err)
{
    NF_OWNED_TEXT struct nf_text text = {0};
    command->missing(&text);
    NF_TRY(nf_text_write(&text, STDERR_FILENO, "standard error", err));
    return NF_USAGE;
}

/* Appends what `ninefold --version` prints: the build, the licence, and the kernels that this
 * machine can run. */
static void describe_version(struct nf_text *text)
{
    char machine[NF_MACHINE_NAME_BYTES];
    nf_machine_name(machine);
    nf_text_format(text, "ninefold %s\ncommit: %s\ncompiler: %s\nflags: %s\n", nf_version,
                   nf_commit, nf_compiler, nf_flags);
    nf_text_format(text, "licence: MIT, the ninefold authors\nmachine: %s\n", machine);
    for (const struct nf_game *const *game = nf_games; *game != NULL; game++) {
        if (game == nf_games)
            nf_text_string(text, "kernels:");
        else
            nf_text_format(text, "%s:", (*game)->name);
        for (const struct nf_kernel *const *kernel = (*game)->kernels; *kernel != NULL; kernel++)
            if ((*kernel)->supported())
                nf_text_format(text, " %s", (*kernel)->name);
        nf_text_string(text, "\n");
    }
}

static bool is_help(const char *argument)
{
    return strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0;
}

static enum nf_status version(struct nf_error *err)
{
    NF_OWNED_TEXT struct nf_text text = {0};
    describe_version(&text);
    return nf_text_write(&text, STDOUT_FILENO, "standard output", err);
}

/* One name per line, for scripts. */
static enum nf_status list_games(struct nf_error *err)
{
    NF_OWNED_TEXT struct nf_text text = {0};
    for (const struct nf_game *const *game = nf_games; *game != NULL; game++)
        nf_text_format(&text, "%s\n", (*game)->name);
    return nf_text_write(&text, STDOUT_FILENO, "standard output", err);
}

/* Prints the manual page of `command` or of the topic; NULL: of the program. */
static enum nf_status manual(const struct nf_command *command, struct nf_error *err)
{
    NF_OWNED_TEXT struct nf_text text = {0};
    NF_TRY(command == NULL        ? nf_cli_man_program(&text, nf_commands, err)
           : command->run == NULL ? nf_cli_man_topic(&text, command, nf_commands, err)
                                  : nf_cli_man(&text, command, nf_commands, err));
    return nf_text_write(&text, STDOUT_FILENO, "standard output", err);
}

/* `words`: those typed behind the program's name. */
static enum nf_status complete(char **words, struct nf_error *err)
{
    NF_OWNED_TEXT struct nf_text text = {0};
    NF_TRY(nf_cli_complete(&text, nf_commands, (const char *const *)words, err));
    return nf_text_write(&text, STDOUT_FILENO, "standard output", err);
}

static enum nf_status fail_option(const char *where, const char *name, const char *const *options,
                                  const char *else_expected, struct nf_error *err)
{
    char question[64];
    struct nf_nearest nearest = {.typed = name};
    for (; *options != NULL; options++)
        nf_nearest_offer(&nearest, *options);
    nf_nearest_question(&nearest, "", question);
    return nf_fail(err, NF_USAGE, "%s%.100s: unknown option%s", where, name,
                   question[0] != '\0' ? question : else_expected);
}

/* `ninefold help` and `ninefold help COMMAND`, which is COMMAND --help; with --man the manual
 * pages; `help --complete WORD...` for the shells' completions. */
static enum nf_status help(char **arguments, struct nf_error *err)
{
    static const char *const options[] = {"--man", "--help", "--lang", NULL};
    bool man = false;
    const char *name = NULL;
    if (*arguments != NULL && strcmp(*arguments, "--complete") == 0)
        return complete(arguments + 1, err);
    for (; *arguments != NULL; arguments++) {
        if (nf_cli_take_lang(&arguments, err) != NF_OK)
            return NF_USAGE;
        if (*arguments == NULL)
            break;
        if (is_help(*arguments))
            return overview(STDOUT_FILENO, "standard output", err);
        if (strcmp(*arguments, "--man") == 0)
            man = true;
        else if (**arguments == '-')
            return fail_option("help: ", *arguments, options, _(", expected --man or a COMMAND"),
                               err);
        else if (name != NULL)
            return nf_fail(err, NF_USAGE, "help: expected at most one COMMAND");
        else
            name = *arguments;
    }
    const struct nf_command *command = NULL;
    for (size_t i = 0; man && name != NULL && nf_topics[i] != NULL; i++)
        if (strcmp(name, nf_topics[i]->name) == 0)
            command = nf_topics[i];
    if (name != NULL && command == NULL)
        command = nf_cli_find(nf_commands, name, err);
    if (name != NULL && command == NULL)
        return NF_USAGE;
    if (man)
        return manual(command, err);
    if (command == NULL)
        return overview(STDOUT_FILENO, "standard output", err);
    char ask[] = "--help";
    char *only_ask[] = {ask, NULL};
    return nf_cli_run(command, only_ask, err);
}

/* `*command` is set for the message as soon as it is known. */
static enum nf_status dispatch(char **arguments, const struct nf_command **command,
                               struct nf_error *err)
{
    static const char *const options[] = {"--help", "--version", "--list-games", "--lang", NULL};
    if (nf_cli_take_lang(&arguments, err) != NF_OK)
        return NF_USAGE;
    const char *const name = arguments[0];
    if (name == NULL)
        return first_page(err);
    if (is_help(name))
        return overview(STDOUT_FILENO, "standard output", err);
    if (strcmp(name, "--version") == 0)
        return version(err);
    if (strcmp(name, "--list-games") == 0)
        return list_games(err);
    if (strcmp(name, "help") == 0)
        return help(arguments + 1, err);
    if (name[0] == '-')
        return fail_option("", name, options, _(", expected a command first"), err);
    *command = nf_cli_find(nf_commands, name, err);
    return *command != NULL ? nf_cli_run(*command, arguments + 1, err) : NF_USAGE;
}

/* No printf(), which may need more stack than there is. */
static int fail_stack(void)
{
    static const char message[] = "ninefold: found a stack limit below 512 KiB, expected at least "
                                  "that: ulimit -s 512\n";
    _Static_assert(NF_STACK_BYTES == 512 << 10, "as the message says");
    const ssize_t written = write(STDERR_FILENO, message, sizeof message - 1);
    (void)written;
    return NF_IO;
}

/* Puts something in the place of a standard descriptor that is closed, so that no file gets its
 * number. It is open the wrong way round: reading and writing still fail as they did. */
static void hold_standard_descriptors(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) == -1)
            (void)open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int main(int argc, char **argv)
{
    struct nf_error err = {""};
    const struct nf_command *command = NULL;
    hold_standard_descriptors();
    /* A closed pipe must be an error of write(), with a message and exit code 4. */
    signal(SIGPIPE, SIG_IGN);
    /* The same for a file that exceeds the limit of the user (ulimit -f). */
    signal(SIGXFSZ, SIG_IGN);
    nf_json_watch_reading();
    nf_lang_init();
    if (!nf_threads_fit())
        return fail_stack();
    nf_screen_look();
    const enum nf_status status = dispatch(argc > 0 ? argv + 1 : argv, &command, &err);
    if (status == NF_OK || err.text[0] == '\0')
        return (int)status;
    if (status == NF_USAGE && command != NULL)
        fprintf(stderr, "ninefold %s: %s\n", command->name, err.text);
    else
        fprintf(stderr, "ninefold: %s\n", err.text);
    return command != NULL && nf_cli_shows_calls(command, &err) ? (int)show_calls(command, &err)
                                                                : (int)status;
}
