/* ninefold replay: one game of a run, as instance and transcript, with an explanation; as a page to
 * look at, or as JSON. */
#include "base/json_text.h"
#include "base/lang.h"
#include "base/owned.h"
#include "commands/commands.h"
#include "commands/parts/common.h"
#include "commands/parts/paths.h"
#include "judge/story/story.h"
#include "sim/report/report.h"
#include "table/figures.h"

#include <stdio.h>
#include <unistd.h>

struct replay_options {
    struct nf_common common;
    uint64_t index;
    bool instance, transcript, why; /* print only this part */
    const char *html;               /* write the story to this file instead, */
    const char *json;               /* or as JSON to this one */
};

/* Prints one part; its title goes to standard error. */
static enum nf_status print_part(const struct replay_options *options, const char *title,
                                 const struct nf_text *text, struct nf_error *err)
{
    if (!options->common.quiet)
        fprintf(stderr, _(title), (unsigned long long)options->index,
                (unsigned long long)options->common.params.seed);
    return nf_text_write(text, STDOUT_FILENO, "standard output", err);
}

enum { INSTANCE, TRANSCRIPT, WHY, PARTS };

/* Prints the chosen parts, or all, separated by blank lines. */
static enum nf_status print_parts(const struct replay_options *options, struct nf_text parts[PARTS],
                                  struct nf_error *err)
{
    static const char *const titles[PARTS] = {N_("instance of game %llu, seed %llu:\n"),
                                              N_("transcript of game %llu, seed %llu:\n"),
                                              N_("explanation of game %llu, seed %llu:\n")};
    const bool asked[PARTS] = {options->instance, options->transcript, options->why};
    const bool all = !asked[INSTANCE] && !asked[TRANSCRIPT] && !asked[WHY];
    int shown[PARTS], count = 0;
    for (int part = 0; part < PARTS; part++)
        if (asked[part] || (all && (parts[part].size > 0 || parts[part].failed)))
            shown[count++] = part;
    for (int i = 0; i < count; i++) {
        struct nf_text *const text = &parts[shown[i]];
        if (i + 1 < count)
            nf_text_string(text, "\n");
        NF_TRY(print_part(options, titles[shown[i]], text, err));
    }
    return NF_OK;
}

static enum nf_status write_json(const struct replay_options *options, const struct nf_setup *setup,
                                 const struct nf_story *story, struct nf_error *err)
{
    struct nf_text text = {0};
    json_t *const document = nf_story_json(story, err);
    if (document == NULL)
        return NF_IO;
    json_object_set_new(document, "params", nf_report_params(&setup->params));
    json_object_set_new(document, "seed", nf_json_count(setup->params.seed));
    json_object_set_new(document, "index", nf_json_count(options->index));
    return nf_common_save(&text, nf_text_json(&text, document, err), options->json, err);
}

/* Writes the story of the game, which its rules tell: so all players must follow them. */
static enum nf_status write_story(const struct replay_options *options,
                                  const struct nf_setup *setup, const struct nf_text *text,
                                  struct nf_error *err)
{
    enum { MOST_LINES = 5000 };
    const struct nf_input instance = nf_text_input(text, "instance");
    NF_FREED_BY(nf_story_close)
    struct nf_story story = {.problem = nf_common_problem(&options->common),
                             .instance = &instance,
                             .framed = true,
                             .most = MOST_LINES};
    NF_TRY(nf_story_open(&story, err));
    if (options->html != NULL)
        NF_TRY(nf_html_story_save(&story, options->html, err));
    return options->json != NULL ? write_json(options, setup, &story, err) : NF_OK;
}

/* Checks the files of the story before the game is played. */
static enum nf_status check_story(const struct replay_options *options, struct nf_error *err)
{
    const struct nf_path paths[] = {{options->html, NF_PATH_WRITTEN},
                                    {options->json, NF_PATH_WRITTEN}};
    if (options->common.params.strategy != NULL)
        return nf_fail(err, NF_USAGE,
                       "--%s: expected no --strategy; it tells games of the statement's",
                       options->html != NULL ? "html" : "json");
    return nf_paths_check(paths, sizeof paths / sizeof paths[0], NULL, err);
}

static void free_parts(struct nf_text (*parts)[PARTS])
{
    for (int part = 0; part < PARTS; part++)
        nf_text_free(&(*parts)[part]);
}

static enum nf_status run_replay(void *given, char **operands, struct nf_error *err)
{
    const struct replay_options *const options = given;
    (void)operands;
    const bool story = options->html != NULL || options->json != NULL;
    NF_OWNED_SETUP struct nf_setup *setup = NULL;
    NF_FREED_BY(free_parts) struct nf_text parts[PARTS] = {{0}};
    if (story)
        NF_TRY(check_story(options, err));
    NF_TRY(nf_common_prepare(&options->common, &setup, err));
    const struct nf_deal_ops *const deals = setup->game->deals;
    NF_TRY(deals->deal(setup, options->index, &parts[INSTANCE], &parts[TRANSCRIPT], err));
    if (story)
        return write_story(options, setup, &parts[INSTANCE], err);
    if (deals->explain != NULL)
        NF_TRY(deals->explain(setup, options->index, &parts[WHY], err));
    return print_parts(options, parts, err);
}

static void adapt_why(struct nf_option *row, const void *options)
{
    if (nf_common_game(options)->deals->explain == NULL)
        row->absent = N_("the chosen --game has no explanations beyond its transcripts");
}

static void adapt_story(struct nf_option *row, const void *options)
{
    if (!nf_problem_has_stories(nf_common_problem(options)))
        row->absent = N_("the chosen --game has no stories");
}

static const struct nf_option rows[] = {
    {"index", 'i', NF_NUMBER, "I", NF_INTO(struct replay_options, index),
     N_("index of the game in the run, from 0"), .high = NF_MOST_GAMES - 1},
    {"instance", 0, NF_FLAG, NULL, NF_INTO(struct replay_options, instance),
     N_("print the instance only")},
    {"transcript", 0, NF_FLAG, NULL, NF_INTO(struct replay_options, transcript),
     N_("print the transcript only")},
    {"why", 0, NF_FLAG, NULL, NF_INTO(struct replay_options, why),
     N_("print the explanation only: why each player wins or loses"), .adapt = adapt_why},
    {"html", 0, NF_STRING, "FILE", NF_INTO(struct replay_options, html),
     N_("write the game to FILE instead, as one self-contained page to step through"),
     .adapt = adapt_story},
    {"json", 0, NF_STRING, "FILE", NF_INTO(struct replay_options, json),
     N_("write the same as JSON to FILE (- for standard output): every turn with the hands, "
        "what happened and why"),
     .adapt = adapt_story},
    NF_ROW_QUIET,
    {.name = NULL},
};

static const struct nf_option_group groups[] = {
    {N_("The run"), nf_rows_params}, {N_("What to print"), rows}, {NULL, NULL}};

const struct nf_command nf_command_replay = {
    .name = "replay",
    .summary = N_("print one game of a run as instance and transcript"),
    .details = N_(
        "Game I is the same in every run with the same seed and game options. Prints the "
        "instance, a blank line and the transcript; for games that are solved by search, also an "
        "explanation. A page or JSON tells 5000 lines of the transcript at most, those up to the "
        "end "
        "of its longest round; game.schema.json describes the JSON."),
    .groups = groups,
    .options_size = sizeof(struct replay_options),
    .run = run_replay,
};
