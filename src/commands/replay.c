/* ninefold replay: one game of a run, as instance and transcript, with an explanation. */
#include "commands/commands.h"
#include "commands/parts/common.h"
#include "report/html/story_page.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

struct replay_options {
    struct nf_common common;
    uint64_t index;
    bool instance, transcript, why; /* print only this part */
    const char *html;               /* write the story to this file instead */
};

/* Prints one part; its title goes to standard error. */
static enum nf_status print_part(const struct replay_options *options, const char *title,
                                 const struct nf_text *text, struct nf_error *err)
{
    if (!options->common.quiet)
        fprintf(stderr, "%s of game %" PRIu64 ", seed %" PRIu64 ":\n", title, options->index,
                options->common.params.seed);
    return nf_text_write(text, STDOUT_FILENO, "standard output", err);
}

enum { INSTANCE, TRANSCRIPT, WHY, PARTS };

/* Prints the chosen parts, or all, separated by blank lines. */
static enum nf_status print_parts(const struct replay_options *options, struct nf_text parts[PARTS],
                                  struct nf_error *err)
{
    static const char *const titles[PARTS] = {"instance", "transcript", "explanation"};
    const bool asked[PARTS] = {options->instance, options->transcript, options->why};
    const bool all = !asked[INSTANCE] && !asked[TRANSCRIPT] && !asked[WHY];
    enum nf_status status = NF_OK;
    int shown[PARTS], count = 0;
    for (int part = 0; part < PARTS; part++)
        if (asked[part] || (all && (parts[part].size > 0 || parts[part].failed)))
            shown[count++] = part;
    for (int i = 0; i < count && status == NF_OK; i++) {
        struct nf_text *const text = &parts[shown[i]];
        if (i + 1 < count)
            nf_text_string(text, "\n");
        status = print_part(options, titles[shown[i]], text, err);
    }
    return status;
}

/* Writes the story of the game, which its rules tell: so all players must follow them. */
static enum nf_status write_page(const struct replay_options *options, const struct nf_text *text,
                                 struct nf_error *err)
{
    enum { MOST_LINES = 10000 };
    const struct nf_game *const game = nf_common_game(&options->common);
    const struct nf_input instance = nf_text_input(text, "instance");
    struct nf_story story = {.game = game, .instance = &instance, .most = MOST_LINES};
    if (options->common.params.strategy != NULL)
        return nf_fail(err, NF_USAGE,
                       "--html: expected no --strategy; the page tells games of the "
                       "statement's");
    enum nf_status status = nf_story_open(&story, err);
    if (status == NF_OK)
        status = nf_html_story(&story, options->html, err);
    nf_story_close(&story);
    return status;
}

static enum nf_status run(void *given, char **operands, struct nf_error *err)
{
    const struct replay_options *const options = given;
    (void)operands;
    struct nf_setup *setup;
    struct nf_text parts[PARTS] = {{0}};
    enum nf_status status = nf_common_prepare(&options->common, &setup, err);
    if (status != NF_OK)
        return status;
    status =
        setup->game->judge->deal(setup, options->index, &parts[INSTANCE], &parts[TRANSCRIPT], err);
    if (status == NF_OK && options->html == NULL && setup->game->judge->tell != NULL)
        status = setup->game->judge->tell(setup, options->index, &parts[WHY], err);
    if (status == NF_OK)
        status = options->html != NULL ? write_page(options, &parts[INSTANCE], err)
                                       : print_parts(options, parts, err);
    for (int part = 0; part < PARTS; part++)
        nf_text_free(&parts[part]);
    setup->game->release(setup);
    return status;
}

static void adapt_why(struct nf_option *row, const void *options)
{
    if (nf_common_game(options)->judge->tell == NULL)
        row->absent = "the chosen --game has no explanations beyond its transcripts";
}

static const struct nf_option rows[] = {
    {.name = "index",
     .letter = 'i',
     .type = NF_NUMBER,
     .argument = "I",
     NF_INTO(struct replay_options, index),
     .help = "index of the game in the run, from 0"},
    {.name = "instance",
     .type = NF_FLAG,
     NF_INTO(struct replay_options, instance),
     .help = "print the instance only"},
    {.name = "transcript",
     .type = NF_FLAG,
     NF_INTO(struct replay_options, transcript),
     .help = "print the transcript only"},
    {.name = "why",
     .type = NF_FLAG,
     NF_INTO(struct replay_options, why),
     .help = "print the explanation only: why each player wins or loses",
     .adapt = adapt_why},
    {.name = "html",
     .type = NF_STRING,
     .argument = "FILE",
     NF_INTO(struct replay_options, html),
     .help = "write the game to FILE instead, turn by turn, as one self-contained page"},
    NF_ROW_QUIET,
    {.name = NULL},
};

static const struct nf_option_group groups[] = {
    {"The run", nf_rows_params}, {"What to print", rows}, {NULL, NULL}};

const struct nf_command nf_command_replay = {
    .name = "replay",
    .summary = "print one game of a run as instance and transcript",
    .details =
        "Game I is the same in every run with the same seed and game options. Prints the "
        "instance, a blank line and the transcript; for games that are solved by search, also an "
        "explanation.",
    .groups = groups,
    .options_size = sizeof(struct replay_options),
    .run = run,
};
