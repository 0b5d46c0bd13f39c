/* One game: dealt, played, checked and told. */
#include "base/json_text.h"
#include "base/owned.h"
#include "judge/forms/form.h"
#include "judge/judge.h"
#include "judge/story/story.h"
#include "lib/lib_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum ninefold_status ninefold_deal(const struct ninefold_game *game, uint64_t index,
                                   struct ninefold_text *instance, struct ninefold_text *transcript,
                                   struct ninefold_error *err)
{
    struct nf_text made = {0}, answer = {0};
    const struct nf_deal_ops *const deals = game->setup->game->deals;
    enum nf_status status =
        index < NF_MOST_GAMES
            ? deals->deal(game->setup, index, instance != NULL ? &made : NULL,
                          transcript != NULL ? &answer : NULL, nf_lib_error(err))
            : nf_fail(nf_lib_error(err), NF_USAGE,
                      "index: expected 0 to %" PRIu64 ", found %" PRIu64, NF_MOST_GAMES - 1, index);
    if (instance != NULL)
        status = (enum nf_status)nf_lib_give(instance, &made, status, nf_lib_error(err));
    if (transcript != NULL)
        status = (enum nf_status)nf_lib_give(transcript, &answer, status, nf_lib_error(err));
    if (status != NF_OK && instance != NULL)
        ninefold_text_free(instance);
    return (enum ninefold_status)status;
}

static enum nf_status play_into(const char *name, const struct nf_input *input, bool verify,
                                struct nf_text *made, struct nf_error *err)
{
    const struct nf_problem *problem;
    NF_TRY(nf_lib_find_problem(name, &problem, err));
    return verify ? nf_verify(problem, input, made, err)
                  : nf_play(problem->rules, input, made, err);
}

/* Plays or verifies an instance. */
static enum ninefold_status play_or_verify(const char *name, const struct ninefold_input *instance,
                                           bool verify, struct ninefold_text *text,
                                           struct ninefold_error *err)
{
    const struct nf_input input = nf_lib_input(instance, "instance");
    struct nf_text made = {0};
    const enum nf_status status = play_into(name, &input, verify, &made, nf_lib_error(err));
    return nf_lib_give(text, &made, status, nf_lib_error(err));
}

enum ninefold_status ninefold_play(const char *name, const struct ninefold_input *instance,
                                   struct ninefold_text *transcript, struct ninefold_error *err)
{
    return play_or_verify(name, instance, false, transcript, err);
}

enum ninefold_status ninefold_verify(const char *name, const struct ninefold_input *instance,
                                     struct ninefold_text *report, struct ninefold_error *err)
{
    return play_or_verify(name, instance, true, report, err);
}

enum ninefold_status ninefold_check(const char *name, const struct ninefold_input *instance,
                                    const struct ninefold_input *transcript, int strict,
                                    struct ninefold_difference *difference,
                                    struct ninefold_error *err)
{
    const struct nf_problem *problem;
    const struct nf_input input = nf_lib_input(instance, "instance");
    const struct nf_input output = nf_lib_input(transcript, "transcript");
    struct nf_difference found = {0};
    *difference = (struct ninefold_difference){0};
    enum nf_status status = nf_lib_find_problem(name, &problem, nf_lib_error(err));
    if (status == NF_OK)
        status = nf_check_output(problem, &input, NULL, &output, &found, nf_lib_error(err));
    status = (enum nf_status)nf_lib_give(&difference->why, &found.why, status, nf_lib_error(err));
    if (status != NF_OK || found.line == 0)
        return (enum ninefold_status)status;
    static_assert(sizeof difference->kind == sizeof found.kind, "they are one");
    snprintf(difference->kind, sizeof difference->kind, "%s", found.kind);
    if (found.only_blanks && strict == 0)
        return NINEFOLD_OK;
    difference->line = found.line;
    return (enum ninefold_status)nf_fail(nf_lib_error(err), NF_DIFFERENT,
                                         "%s:%" PRIu64 ": the transcript leaves the rules",
                                         output.name, found.line);
}

/* Appends the story as JSON or as a page; it is to be closed after a failure, too. */
static enum nf_status print_story(const char *name, struct nf_story *story, bool page,
                                  struct nf_text *made, struct nf_error *err)
{
    NF_TRY(nf_lib_find_problem(name, &story->problem, err));
    if (!nf_problem_has_stories(story->problem))
        return nf_fail(err, NF_USAGE, "game %s: it has no stories", name);
    if (story->most == 0)
        return nf_fail(err, NF_USAGE, "lines: expected 1 or more, found 0");
    nf_json_forget();
    NF_TRY(nf_story_open(story, err));
    if (page)
        return nf_html_story(made, story, err);
    json_t *const document = nf_story_json(story, err);
    return document != NULL ? nf_text_json(made, document, err) : NF_IO;
}

static enum ninefold_status give_story(const char *name, struct nf_story *story, bool page,
                                       struct ninefold_text *text, struct ninefold_error *err)
{
    struct nf_text made = {0};
    const enum nf_status status = print_story(name, story, page, &made, nf_lib_error(err));
    nf_story_close(story);
    return nf_lib_give(text, &made, status, nf_lib_error(err));
}

enum ninefold_status ninefold_story(const char *name, const struct ninefold_input *instance,
                                    uint32_t lines, struct ninefold_text *json,
                                    struct ninefold_error *err)
{
    const struct nf_input input = nf_lib_input(instance, "instance");
    struct nf_story story = {.instance = &input, .framed = true, .most = lines};
    return give_story(name, &story, false, json, err);
}

enum ninefold_status ninefold_page(const char *name, const struct ninefold_input *instance,
                                   const struct ninefold_input *transcript, int strict,
                                   uint32_t lines, struct ninefold_text *html,
                                   struct ninefold_error *err)
{
    const struct nf_input input = nf_lib_input(instance, "instance");
    struct nf_input output;
    struct nf_story story = {
        .instance = &input, .strict = strict != 0, .framed = true, .most = lines};
    if (transcript != NULL) {
        output = nf_lib_input(transcript, "transcript");
        story.output = &output;
    }
    return give_story(name, &story, true, html, err);
}

/* ---- forms: what inputs of any problem look like, by which they are checked and made ---- */

struct ninefold_format {
    struct nf_form_spec *spec;
};

enum ninefold_status ninefold_format_open(const struct ninefold_input *source,
                                          struct ninefold_format **format,
                                          struct ninefold_error *err)
{
    const struct nf_input input = nf_lib_input(source, "form");
    struct nf_form_spec *spec;
    *format = NULL;
    enum nf_status status = nf_form_parse(&spec, &input, NULL, nf_lib_error(err));
    if (status != NF_OK)
        return (enum ninefold_status)status;
    *format = malloc(sizeof **format);
    if (*format == NULL) {
        nf_form_free(spec);
        return (enum ninefold_status)nf_fail_memory(nf_lib_error(err));
    }
    (*format)->spec = spec;
    return NINEFOLD_OK;
}

void ninefold_format_close(struct ninefold_format *format)
{
    if (format != NULL)
        nf_form_free(format->spec);
    free(format);
}

enum ninefold_status ninefold_format_verify(const struct ninefold_format *format,
                                            const struct ninefold_input *instance,
                                            struct ninefold_error *err)
{
    const struct nf_input input = nf_lib_input(instance, "input");
    NF_OWNED_MACHINE struct nf_form_machine *machine = nf_form_machine_new(format->spec);
    return (enum ninefold_status)(machine != NULL
                                      ? nf_form_check(machine, &input, nf_lib_error(err))
                                      : nf_fail_memory(nf_lib_error(err)));
}

enum ninefold_status ninefold_format_case(const struct ninefold_format *format, uint64_t seed,
                                          uint64_t index, struct ninefold_text *instance,
                                          struct ninefold_error *err)
{
    struct nf_text made = {0};
    NF_OWNED_MACHINE struct nf_form_machine *machine = nf_form_machine_new(format->spec);
    const enum nf_status status = machine != NULL
                                      ? nf_form_make(machine, seed, index, &made, nf_lib_error(err))
                                      : nf_fail_memory(nf_lib_error(err));
    return nf_lib_give(instance, &made, status, nf_lib_error(err));
}
