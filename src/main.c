/* Finds the subcommand. */
#include "commands/commands.h"
#include "core/suggest.h"
#include "version.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct nf_command *const commands[] = {
    &nf_command_run,        &nf_command_replay,     &nf_command_gen,
    &nf_command_verify,     &nf_command_play,       &nf_command_check,
    &nf_command_fuzz,       &nf_command_stats,      &nf_command_merge,
    &nf_command_strategies, &nf_command_tournament, &nf_command_optimise,
    &nf_command_bench,      &nf_command_signature,  NULL,
};

static enum nf_exit print(struct nf_text *text, int fd, const char *name, struct nf_error *err)
{
    const enum nf_exit end = nf_text_write(text, fd, name, err);
    nf_text_free(text);
    return end;
}

static enum nf_exit overview(int fd, const char *name, struct nf_error *err)
{
    struct nf_text text = {0};
    nf_cli_overview(&text, commands);
    return print(&text, fd, name, err);
}

static enum nf_exit version(struct nf_error *err)
{
    struct nf_text text = {0};
    nf_version_text(&text);
    return print(&text, STDOUT_FILENO, "standard output", err);
}

/* `ninefold help` and `ninefold help COMMAND`, the latter by way of COMMAND --help. */
static enum nf_exit help(char **arguments, struct nf_error *err)
{
    if (arguments[0] == NULL)
        return overview(STDOUT_FILENO, "standard output", err);
    if (arguments[1] != NULL)
        return nf_fail(err, NF_USAGE, "help: expected at most one COMMAND");
    const struct nf_command *const command = nf_cli_find(commands, arguments[0], err);
    if (command == NULL)
        return NF_USAGE;
    char ask[] = "--help";
    char *only_ask[] = {ask, NULL};
    return nf_cli_run(command, only_ask, err);
}

static enum nf_exit fail_option(const char *name, struct nf_error *err)
{
    char question[64];
    struct nf_nearest nearest = {.typed = name};
    nf_nearest_offer(&nearest, "--help");
    nf_nearest_offer(&nearest, "--version");
    nf_nearest_question(&nearest, "", question);
    return nf_fail(err, NF_USAGE, "%.100s: unknown option%s", name,
                   question[0] != '\0' ? question : ", expected a command first");
}

/* `*command` is set once there is one, for the message. */
static enum nf_exit dispatch(char **arguments, const struct nf_command **command,
                             struct nf_error *err)
{
    const char *const name = arguments[0];
    if (name == NULL) {
        const enum nf_exit end = overview(STDERR_FILENO, "standard error", err);
        return end == NF_OK ? NF_USAGE : end;
    }
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        return overview(STDOUT_FILENO, "standard output", err);
    if (strcmp(name, "--version") == 0)
        return version(err);
    if (strcmp(name, "help") == 0)
        return help(arguments + 1, err);
    if (name[0] == '-')
        return fail_option(name, err);
    *command = nf_cli_find(commands, name, err);
    return *command != NULL ? nf_cli_run(*command, arguments + 1, err) : NF_USAGE;
}

int main(int argc, char **argv)
{
    struct nf_error err = {""};
    const struct nf_command *command = NULL;
    /* A closed pipe shall be an error of write(), with a message and an exit code of its own. */
    signal(SIGPIPE, SIG_IGN);
    /* So shall a file that grows beyond what the user allows (ulimit -f). */
    signal(SIGXFSZ, SIG_IGN);
    const enum nf_exit end = dispatch(argc > 0 ? argv + 1 : argv, &command, &err);
    if (end == NF_OK || err.text[0] == '\0')
        return (int)end;
    if (end == NF_USAGE && command != NULL)
        fprintf(stderr, "ninefold %s: %s\n", command->name, err.text);
    else
        fprintf(stderr, "ninefold: %s\n", err.text);
    return (int)end;
}
