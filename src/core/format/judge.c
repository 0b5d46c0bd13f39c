#include "core/format/judge.h"

#include "base/shown.h"
#include "core/transcript.h"

#include <stdlib.h>
#include <string.h>

static size_t count_games(const struct nf_instance *read)
{
    const struct nf_format_lines *lines = read->format->lines;
    while (lines->name != NULL && lines->end == NULL)
        lines++;
    return lines->name != NULL ? read->rows : 1;
}

enum nf_status nf_match_open(struct nf_match *match, const struct nf_game *game,
                             const struct nf_input *input, struct nf_error *err)
{
    const struct nf_judge_ops *const judge = game->judge;
    *match = (struct nf_match){.input = input};
    enum nf_status status = nf_instance_read(&match->read, judge->format, input, err);
    if (status != NF_OK)
        return status;
    match->games = count_games(&match->read);
    match->game = malloc(match->games * judge->game_size + 1);
    if (match->game == NULL)
        status = nf_fail(err, NF_IO, "%s: out of memory for a game", input->name);
    else if (judge->make != NULL)
        status = judge->make(match, err);
    else if (judge->game_size > 0)
        memcpy(match->game, match->read.words, judge->game_size);
    if (status != NF_OK)
        nf_match_close(match);
    return status;
}

void nf_match_close(struct nf_match *match)
{
    free(match->game);
    free(match->course);
    nf_instance_free(&match->read);
}

enum nf_status nf_match_play(struct nf_match *match, const struct nf_game *game,
                             struct nf_text *transcript, uint64_t *reached, struct nf_error *err)
{
    if (match->course == NULL)
        match->course = malloc(match->games * game->judge->course_size + 1);
    return match->course == NULL
               ? nf_fail(err, NF_IO, "%s: out of memory for a game", match->input->name)
               : game->judge->play(match, transcript, reached, err);
}

enum nf_status nf_cover(const struct nf_game *game, const struct nf_input *input,
                        struct nf_text *transcript, uint64_t *reached, struct nf_error *err)
{
    struct nf_match match;
    enum nf_status status = nf_match_open(&match, game, input, err);
    if (status != NF_OK)
        return status;
    status = nf_match_play(&match, game, transcript, reached, err);
    nf_match_close(&match);
    return status;
}

enum nf_status nf_play(const struct nf_game *game, const struct nf_input *input,
                       struct nf_text *transcript, struct nf_error *err)
{
    return nf_cover(game, input, transcript, NULL, err);
}

/* Plays games and asks for what playing them must have left. */
static enum nf_status play_strictly(const struct nf_game *game, struct nf_match *match,
                                    struct nf_text *transcript, struct nf_error *err)
{
    const enum nf_status status = nf_match_play(match, game, transcript, NULL, err);
    return status == NF_OK && game->judge->check != NULL ? game->judge->check(match, err) : status;
}

/* What only playing shows goes before faults of form: where a kernel ends at a game, this is to
 * name its fault. */
enum nf_status nf_verify(const struct nf_game *game, const struct nf_input *input,
                         struct nf_text *report, struct nf_error *err)
{
    struct nf_match match;
    enum nf_status status = nf_match_open(&match, game, input, err);
    if (status != NF_OK)
        return status;
    nf_instance_warn(&match.read, input, report);
    status = play_strictly(game, &match, NULL, err);
    if (status == NF_OK)
        status = nf_instance_check_form(&match.read, input, err);
    if (status == NF_OK) {
        nf_shown(report, input->name);
        game->judge->summarise(&match, report);
    }
    nf_match_close(&match);
    return status;
}

enum nf_status nf_tell_size(const struct nf_game *game, const struct nf_input *input,
                            struct nf_text *words, struct nf_error *err)
{
    struct nf_instance read;
    const enum nf_status status = nf_instance_read(&read, game->judge->format, input, err);
    if (status != NF_OK)
        return status;
    game->fuzz->size(&read, words);
    nf_instance_free(&read);
    return NF_OK;
}

static enum nf_status measure_own(const struct nf_game *game, struct nf_match *match,
                                  struct nf_measured ranges[NF_MAX_MEASURES], struct nf_error *err)
{
    struct nf_text transcript = {0};
    enum nf_status status = play_strictly(game, match, &transcript, err);
    if (status == NF_OK && transcript.failed)
        status = nf_fail(err, NF_IO, "out of memory for a transcript");
    if (status == NF_OK)
        game->judge->measure(match, &transcript, ranges);
    nf_text_free(&transcript);
    return status;
}

enum nf_status nf_measure(const struct nf_game *game, const struct nf_input *input,
                          struct nf_measured ranges[NF_MAX_MEASURES], struct nf_error *err)
{
    const struct nf_measure *const measures = game->judge->measures;
    struct nf_match match;
    enum nf_status status = nf_match_open(&match, game, input, err);
    if (status != NF_OK)
        return status;
    for (size_t i = 0; measures[i].name != NULL; i++)
        if (measures[i].field != NULL)
            ranges[i] = nf_instance_range(&match.read, measures[i].field);
        else if (measures[i].rows)
            ranges[i] = (struct nf_measured){match.read.rows, match.read.rows};
    if (game->judge->measure != NULL)
        status = measure_own(game, &match, ranges, err);
    nf_match_close(&match);
    return status;
}

enum nf_status nf_check_output(const struct nf_game *game, const struct nf_input *input,
                               const struct nf_input *output, struct nf_difference *difference,
                               struct nf_error *err)
{
    struct nf_match match;
    struct nf_text right = {0};
    *difference = (struct nf_difference){0};
    enum nf_status status = nf_match_open(&match, game, input, err);
    if (status != NF_OK)
        return status;
    status = nf_match_play(&match, game, &right, NULL, err);
    if (status == NF_OK)
        status =
            nf_transcript_compare(game->fuzz->comparer, &match, &right, output, difference, err);
    nf_text_free(&right);
    nf_match_close(&match);
    return status;
}

enum nf_status nf_tell_story(const struct nf_game *game, const struct nf_input *input,
                             uint64_t first, const struct nf_listener *listener,
                             struct nf_error *err)
{
    struct nf_match match;
    struct nf_teller teller = {.listener = listener, .first = first > 0 ? first : 1};
    enum nf_status status = nf_match_open(&match, game, input, err);
    if (status != NF_OK)
        return status;
    status = nf_match_play(&match, game, NULL, NULL, err);
    if (status == NF_OK && listener->last_frame > 0)
        teller.players = game->fuzz->players(&match);
    if (status == NF_OK && (!game->fuzz->tell_story(&match, &teller) || teller.rows.failed))
        status = nf_fail(err, NF_IO, "%s: out of memory for the story", input->name);
    nf_text_free(&teller.rows);
    json_decref(teller.players);
    nf_match_close(&match);
    return status;
}
