#include "judge/judge.h"

#include "base/format/tokens.h"
#include "base/format/transcript.h"
#include "base/lang.h"
#include "base/owned.h"
#include "base/shown.h"
#include "judge/compare.h"
#include "judge/problem.h"

#include <stdlib.h>
#include <string.h>

/* What only playing shows goes before faults of form: where a kernel ends at a game, this is to
 * name its fault. */
enum nf_status nf_verify(const struct nf_problem *problem, const struct nf_input *input,
                         struct nf_text *report, struct nf_error *err)
{
    NF_FREED_BY(nf_match_close) struct nf_match match = {0};
    NF_TRY(nf_match_open(&match, problem->rules, input, err));
    nf_instance_warn(&match.read, input, report);
    NF_TRY(nf_match_play_strictly(&match, problem->rules, NULL, err));
    NF_TRY(nf_instance_check_form(&match.read, input, err));
    nf_shown(report, input->name);
    if (problem->summarise != NULL)
        problem->summarise(&match, report);
    else
        nf_text_string(report, _(": valid\n"));
    return NF_OK;
}

/* How large any text is. */
static void describe_bytes(const struct nf_input *input, struct nf_text *words)
{
    const size_t tokens = nf_tokens_count(input);
    nf_text_format(words, P_("%zu token", "%zu tokens", tokens), tokens);
    nf_text_format(words, P_(", %zu byte", ", %zu bytes", input->size), input->size);
}

enum nf_status nf_describe_size(const struct nf_problem *problem, const struct nf_input *input,
                                struct nf_text *words, struct nf_error *err)
{
    if (problem->fuzz == NULL || problem->fuzz->size == NULL) {
        describe_bytes(input, words);
        return NF_OK;
    }
    NF_FREED_BY(nf_instance_free) struct nf_instance read = {0};
    NF_TRY(nf_instance_read(&read, problem->rules->format, input, err));
    problem->fuzz->size(&read, words);
    return NF_OK;
}

enum nf_status nf_measure(const struct nf_problem *problem, const struct nf_input *input,
                          struct nf_measured ranges[NF_MAX_MEASURES], struct nf_error *err)
{
    static const struct nf_measure none[] = {{.name = NULL}};
    const struct nf_measure *const measures = problem->measures != NULL ? problem->measures : none;
    NF_FREED_BY(nf_match_close) struct nf_match match = {0};
    NF_TRY(nf_match_open(&match, problem->rules, input, err));
    for (size_t i = 0; measures[i].name != NULL; i++)
        if (measures[i].field != NULL)
            ranges[i] = nf_instance_range(&match.read, measures[i].field);
        else if (measures[i].rows)
            ranges[i] = (struct nf_measured){match.read.rows, match.read.rows};
    if (problem->measure == NULL)
        return NF_OK;
    NF_TRY(nf_match_play_strictly(&match, problem->rules, NULL, err));
    problem->measure(&match, ranges);
    return NF_OK;
}

enum nf_status nf_answer(const struct nf_problem *problem, const struct nf_input *input,
                         struct nf_text *answer, uint64_t *reached, struct nf_error *err)
{
    return problem->ops != NULL ? problem->ops->answer(problem, input, answer, err)
                                : nf_cover(problem->rules, input, answer, reached, err);
}

/* The same where there is no transcript that could be explained. */
static enum nf_status check_text(const struct nf_problem *problem, const struct nf_input *input,
                                 const struct nf_text *right, const struct nf_input *output,
                                 struct nf_difference *difference, struct nf_error *err)
{
    NF_OWNED_TEXT struct nf_text answer = {0};
    if (right == NULL)
        NF_TRY(nf_answer(problem, input, &answer, NULL, err));
    return problem->ops->compare(problem, input, right != NULL ? right : &answer, output,
                                 difference, err);
}

/* The transcript is told again, as it is explained by what happened in the game, where the problem
 * has words for it. */
static enum nf_status check_transcript(const struct nf_problem *problem,
                                       const struct nf_input *input, const struct nf_input *output,
                                       struct nf_difference *difference, struct nf_error *err)
{
    const struct nf_comparer *const comparer =
        problem->fuzz != NULL ? problem->fuzz->comparer : NULL;
    NF_FREED_BY(nf_match_close) struct nf_match match = {0};
    NF_OWNED_TEXT struct nf_text right = {0};
    NF_TRY(nf_match_open(&match, problem->rules, input, err));
    NF_TRY(nf_match_play(&match, problem->rules, &right, NULL, err));
    return comparer != NULL
               ? nf_transcript_compare(comparer, &match, &right, output, difference, err)
               : nf_compare_plainly(&right, output, NULL, difference, err);
}

enum nf_status nf_check_output(const struct nf_problem *problem, const struct nf_input *input,
                               const struct nf_text *right, const struct nf_input *output,
                               struct nf_difference *difference, struct nf_error *err)
{
    *difference = (struct nf_difference){0};
    return problem->ops != NULL ? check_text(problem, input, right, output, difference, err)
                                : check_transcript(problem, input, output, difference, err);
}

static void free_narration(struct nf_narration *narration)
{
    nf_text_free(&narration->rows);
    json_decref(narration->players);
}

enum nf_status nf_write_story(const struct nf_problem *problem, const struct nf_input *input,
                              uint64_t first, const struct nf_listener *listener,
                              struct nf_error *err)
{
    NF_FREED_BY(nf_match_close) struct nf_match match = {0};
    NF_FREED_BY(free_narration)
    struct nf_narration narration = {.listener = listener, .first = first > 0 ? first : 1};
    NF_TRY(nf_match_open(&match, problem->rules, input, err));
    NF_TRY(nf_match_play(&match, problem->rules, NULL, NULL, err));
    if (listener->last_frame > 0)
        narration.players = problem->fuzz->players(&match);
    if (!problem->fuzz->write_story(&match, &narration) || narration.rows.failed)
        return nf_fail_memory(err);
    return NF_OK;
}

/* ---- players who make mistakes ---- */

struct nf_played_as nf_played_as(size_t (*play_as)(uint64_t mistakes,
                                                   const struct nf_input *instance, FILE *out),
                                 uint64_t mistakes, const struct nf_text *instance)
{
    const struct nf_input input = nf_text_input(instance, "case");
    struct nf_played_as played = {.bytes = NULL};
    FILE *const out = open_memstream(&played.bytes, &played.size);
    if (out == NULL)
        return played;
    const size_t common = play_as(mistakes, &input, out);
    const bool failed = ferror(out);
    /* Where there is no memory for the last copy, fclose() succeeds, and there are no bytes. */
    if (fclose(out) != 0 || failed) {
        free(played.bytes);
        played.bytes = NULL;
    }
    played.whole = common > played.size;
    played.size = played.whole ? played.size : common;
    return played;
}

/* ---- problems and their optional parts ---- */

/* Finding problems, and their optional parts. */

const struct nf_problem *nf_problem_at(size_t i)
{
    for (const struct nf_problem *const *problem = nf_problems; *problem != NULL; problem++)
        if (i-- == 0)
            return *problem;
    return NULL;
}

const struct nf_problem *nf_find_problem(const char *name)
{
    for (const struct nf_problem *const *problem = nf_problems; *problem != NULL; problem++)
        if (strcmp((*problem)->name, name) == 0)
            return *problem;
    return NULL;
}

const struct nf_event *nf_problem_events(const struct nf_problem *problem)
{
    static const struct nf_event none[] = {{.name = NULL}};
    return problem->fuzz != NULL && problem->fuzz->events != NULL ? problem->fuzz->events : none;
}

const struct nf_stage *nf_problem_stages(const struct nf_problem *problem)
{
    static const struct nf_stage none[] = {{.name = NULL}};
    return problem->fuzz != NULL && problem->fuzz->stages != NULL ? problem->fuzz->stages : none;
}

const struct nf_mistake *nf_problem_mistakes(const struct nf_problem *problem)
{
    return problem->fuzz != NULL ? problem->fuzz->mistakes : NULL;
}

bool nf_problem_has_stories(const struct nf_problem *problem)
{
    return problem->fuzz != NULL && problem->fuzz->write_story != NULL;
}
