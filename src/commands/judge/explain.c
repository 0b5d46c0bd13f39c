/* ninefold explain: the story of a case, and where a program leaves it. */
#include "base/lang.h"
#include "base/owned.h"
#include "commands/commands.h"
#include "commands/judge/shared.h"
#include "commands/parts/common.h"
#include "commands/parts/paths.h"
#include "judge/fuzz/trial.h"
#include "judge/judge.h"
#include "judge/story/story.h"

#include <stdio.h>
#include <string.h>

struct explain_options {
    struct nf_common common;
    uint32_t lines;
    const char *html;
};

/* What is explained. */
struct explained {
    const struct explain_options *options;
    struct nf_story story;
    struct nf_input instance, transcript, printed; /* `printed`: by the program, borrowed */
    struct nf_trial_case run;                      /* of the program */
    char verdict[NF_VERDICT_BYTES];
};

/* Runs the program on the instance. */
static enum nf_status run_program(struct explained *explained, char *const *command,
                                  struct nf_error *err)
{
    const struct nf_common *const common = &explained->options->common;
    struct nf_trials trials = {
        .problem = explained->story.problem, .strict = common->strict, .allowed = common->limits};
    NF_FREED_BY(nf_built_remove) struct nf_built built = {0};
    NF_OWNED_CHILD struct nf_child *child = NULL;
    struct nf_child_options how = {.limits = common->limits, .sandbox = common->sandbox};
    struct nf_trial_case *const run = &explained->run;
    nf_text_bytes(&run->instance, explained->instance.data, explained->instance.size);
    NF_TRY(nf_trial_answer(&trials, run, 1, err));
    NF_TRY(nf_running_build(common, command, &built, err));
    how.command = built.command;
    NF_TRY(nf_child_open(&how, 1, &child, err));
    trials.child = child;
    NF_TRY(nf_trial_run(&trials, 0, run, err));
    explained->story.verdict = nf_verdict_words(explained->verdict, &run->judgement);
    explained->story.errors = run->result.errors;
    explained->story.broke = nf_judgement_broke(&run->judgement);
    explained->printed = nf_text_input(&run->result.output, "output");
    explained->story.output = &explained->printed;
    return NF_OK;
}

/* Checks how the operands go together. */
static enum nf_status check_operands(const char *html, char **operands, struct nf_error *err)
{
    const struct nf_path page = {html, NF_PATH_WRITTEN};
    const char *const transcript = operands[1];
    const bool program = transcript != NULL && strcmp(transcript, "--") == 0;
    if (program && operands[2] == NULL)
        return nf_fail(err, NF_USAGE, "--: expected a PROGRAM behind it");
    if (transcript != NULL && !program && operands[2] != NULL)
        return nf_fail(err, NF_USAGE, "'%.100s': expected IN OUT or IN -- PROGRAM", operands[2]);
    if (transcript != NULL && strcmp(operands[0], "-") == 0 && strcmp(transcript, "-") == 0)
        return nf_fail(err, NF_USAGE, "-: expected standard input for one file only");
    return nf_paths_check(&page, 1, (const char *const *)operands, err);
}

/* Reads the instance, and the output: of a file, or of a program. */
static enum nf_status read_operands(struct explained *explained, char **operands,
                                    struct nf_error *err)
{
    const char *const transcript = operands[1];
    NF_TRY(nf_input_open(&explained->instance, operands[0], err));
    /* an instance that is not valid is named by its file */
    NF_TRY(nf_common_hint(explained->story.problem, &explained->instance,
                          nf_play(explained->story.problem->rules, &explained->instance, NULL, err),
                          err));
    if (transcript == NULL)
        return NF_OK;
    if (strcmp(transcript, "--") == 0)
        return run_program(explained, operands + 2, err);
    explained->story.output = &explained->transcript;
    return nf_input_open(&explained->transcript, transcript, err);
}

/* Writes the page, or else the text. */
static enum nf_status write_story(struct explained *explained, struct nf_error *err)
{
    const char *const html = explained->options->html;
    struct nf_text text = {0};
    if (html != NULL)
        return nf_html_story_save(&explained->story, html, err);
    return nf_common_print(&text, nf_story_text(&explained->story, &text, err), err);
}

static void free_explained(struct explained *explained)
{
    nf_story_close(&explained->story);
    nf_trial_free(&explained->run);
    nf_input_close(&explained->transcript);
    nf_input_close(&explained->instance);
}

static enum nf_status run_explain(void *given, char **operands, struct nf_error *err)
{
    const struct explain_options *const options = given;
    const struct nf_problem *const problem = nf_common_problem(&options->common);
    NF_FREED_BY(free_explained) struct explained explained = {.options = options};
    struct nf_story *const story = &explained.story;
    *story = (struct nf_story){.problem = problem,
                               .instance = &explained.instance,
                               .strict = options->common.strict,
                               .framed = options->html != NULL,
                               .most = options->lines};
    if (!nf_problem_has_stories(problem))
        return nf_fail(err, NF_USAGE, "the chosen --game has no stories");
    NF_TRY(check_operands(options->html, operands, err));
    NF_TRY(read_operands(&explained, operands, err));
    NF_TRY(nf_story_open(story, err));
    NF_TRY(write_story(&explained, err));
    return story->wrong || explained.run.judgement.verdict != NF_AC ? NF_DIFFERENT : NF_OK;
}

static const struct nf_option output_rows[] = {
    {"lines", 0, NF_NUMBER, "N", NF_INTO(struct explain_options, lines),
     N_("tell at most N lines of the transcript, those around the first wrong one"), .low = 1,
     .high = 100000, .normal = 1000},
    {"html", 0, NF_STRING, "FILE", NF_INTO(struct explain_options, html),
     N_("write the story to FILE instead, as one self-contained page")},
    {.name = NULL},
};

static const struct nf_option_group groups[] = {{N_("The game"), nf_rows_problem},
                                                {N_("Verdicts"), nf_rows_verdicts},
                                                {N_("Running the program"), nf_rows_running_once},
                                                {N_("Output"), output_rows},
                                                {NULL, NULL}};

const struct nf_command nf_command_explain = {
    .name = "explain",
    .tests = true,
    .summary = N_("tell a case turn by turn, and where a program leaves it"),
    .details = N_(
        "Plays the instance IN and tells for each line of its transcript whose turn it is, what "
        "she holds, the rule that decides, and what follows. Given a transcript OUT, or a PROGRAM "
        "that is run on IN, marks where it leaves the rules and why, and tells the rest with its "
        "lines beside those by the rules. Exit code 1: it leaves them, or the program fails."),
    .operand = "words",
    .usage = "IN [OUT | -- PROGRAM [ARGUMENT]...]",
    .operands = 10000,
    .needed = 1,
    .lists = true,
    .page = nf_manual_sources,
    .groups = groups,
    .options_size = sizeof(struct explain_options),
    .run = run_explain,
};
