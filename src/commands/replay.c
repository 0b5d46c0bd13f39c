/* ninefold replay: any one game of a run, as instance and transcript. */
#include "commands/commands.h"
#include "commands/common.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

struct replay_options {
    struct nf_common common;
    uint64_t index;
    bool instance, transcript; /* only that part */
};

/* Prints one part, below a headline on standard error. */
static enum nf_exit print_part(const struct replay_options *options, const char *title,
                               const struct nf_text *text, struct nf_error *err)
{
    if (!options->common.quiet)
        fprintf(stderr, "%s of game %" PRIu64 ", seed %" PRIu64 ":\n", title, options->index,
                options->common.params.seed);
    return nf_text_write(text, STDOUT_FILENO, "standard output", err);
}

static enum nf_exit print_parts(const struct replay_options *options, struct nf_text *instance,
                                const struct nf_text *transcript, struct nf_error *err)
{
    const bool both = options->instance == options->transcript;
    enum nf_exit end = NF_OK;
    if (both)
        nf_text_string(instance, "\n"); /* a blank line between the two */
    if (both || options->instance)
        end = print_part(options, "instance", instance, err);
    if (end == NF_OK && (both || options->transcript))
        end = print_part(options, "transcript", transcript, err);
    return end;
}

static enum nf_exit run(void *given, char **operands, struct nf_error *err)
{
    const struct replay_options *const options = given;
    (void)operands;
    struct nf_setup *setup;
    struct nf_text instance = {0}, transcript = {0};
    enum nf_exit end = nf_common_prepare(&options->common, &setup, err);
    if (end != NF_OK)
        return end;
    end = setup->game->deal(setup, options->index, &instance, &transcript, err);
    if (end == NF_OK)
        end = print_parts(options, &instance, &transcript, err);
    nf_text_free(&instance);
    nf_text_free(&transcript);
    setup->game->release(setup);
    return end;
}

static const struct nf_option rows[] = {
    {.name = "index",
     .letter = 'i',
     .type = NF_NUMBER,
     .argument = "I",
     NF_INTO(struct replay_options, index),
     .help = "which game of the run, counted from 0"},
    {.name = "instance",
     .type = NF_FLAG,
     NF_INTO(struct replay_options, instance),
     .help = "print the instance only"},
    {.name = "transcript",
     .type = NF_FLAG,
     NF_INTO(struct replay_options, transcript),
     .help = "print the transcript only"},
    NF_ROW_QUIET,
    {.name = NULL},
};

static const struct nf_option_group groups[] = {
    {"The run", nf_rows_params}, {"What to print", rows}, {NULL, NULL}};

const struct nf_command nf_command_replay = {
    .name = "replay",
    .summary = "one game of a run, as instance and transcript",
    .details = "Game I is the same whatever run it was part of, so long as seed, players, rounds, "
               "deck and cards are the same. Prints the instance, a blank line, the transcript.",
    .groups = groups,
    .options_size = sizeof(struct replay_options),
    .run = run,
};
