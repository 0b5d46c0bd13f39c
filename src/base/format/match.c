#include "base/format/match.h"

#include "base/owned.h"

#include <stdlib.h>
#include <string.h>

static size_t count_games(const struct nf_instance *read)
{
    const struct nf_format_lines *lines = read->format->lines;
    while (lines->name != NULL && lines->end == NULL)
        lines++;
    return lines->name != NULL ? read->rows : 1;
}

enum nf_status nf_match_open(struct nf_match *match, const struct nf_rules *rules,
                             const struct nf_input *input, struct nf_error *err)
{
    *match = (struct nf_match){.input = input};
    NF_TRY(nf_instance_read(&match->read, rules->format, input, err));
    match->games = count_games(&match->read);
    match->game = malloc(match->games * rules->game_size + 1);
    enum nf_status status = NF_OK;
    if (match->game == NULL)
        status = nf_fail_memory(err);
    else if (rules->make != NULL)
        status = rules->make(match, err);
    else if (rules->game_size > 0)
        memcpy(match->game, match->read.words, rules->game_size);
    if (status != NF_OK)
        nf_match_close(match);
    return status;
}

void nf_match_close(struct nf_match *match)
{
    free(match->game);
    free(match->course);
    match->game = match->course = NULL;
    nf_instance_free(&match->read);
}

enum nf_status nf_match_play(struct nf_match *match, const struct nf_rules *rules,
                             struct nf_text *transcript, uint64_t *reached, struct nf_error *err)
{
    if (match->course == NULL)
        match->course = malloc(match->games * rules->course_size + 1);
    NF_TRY_MEMORY(match->course != NULL, err);
    return rules->play(match, transcript, reached, err);
}

enum nf_status nf_match_play_strictly(struct nf_match *match, const struct nf_rules *rules,
                                      struct nf_text *transcript, struct nf_error *err)
{
    NF_TRY(nf_match_play(match, rules, transcript, NULL, err));
    return rules->check != NULL ? rules->check(match, err) : NF_OK;
}

enum nf_status nf_cover(const struct nf_rules *rules, const struct nf_input *input,
                        struct nf_text *transcript, uint64_t *reached, struct nf_error *err)
{
    NF_FREED_BY(nf_match_close) struct nf_match match = {0};
    NF_TRY(nf_match_open(&match, rules, input, err));
    return nf_match_play(&match, rules, transcript, reached, err);
}

enum nf_status nf_play(const struct nf_rules *rules, const struct nf_input *input,
                       struct nf_text *transcript, struct nf_error *err)
{
    return nf_cover(rules, input, transcript, NULL, err);
}
